"""Yaku, points and their options; then every win of the real records."""

from __future__ import annotations

import gzip
import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from minogashi.errors import MinogashiError, ProfileError
from minogashi.tiles import KIND_OF, OF_TENHOU, OF_TENHOU_PLAIN, Kind, Tile, counts_of, parse_tile, parse_tiles
from minogashi.value.riichi import Scorer, ScoringError, Value, WinContext
from minogashi.yaku import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

TENHOU = Scorer()


class Hand(NamedTuple):
    """What a scorer is told of a hand, in its order."""

    concealed: list[Tile]
    win_tile: Tile
    melds: list[tuple[str, tuple[Tile, ...]]]


def hand(tiles: str, win: str, *melds: str) -> Hand:
    """The concealed tiles, the winning one among them, and melds as in `pon 555z`."""
    sets = [(word, tuple(parse_tiles(text))) for word, text in (meld.split() for meld in melds)]
    return Hand(parse_tiles(tiles), parse_tile(win), sets)


ron = partial(WinContext, tsumo=False, seat_wind=1)
tsumo = partial(WinContext, tsumo=True, seat_wind=1)


def value(held: Hand, context: WinContext, **options: str | int) -> Value:
    found = Scorer(options).value(*held, context)
    assert found is not None
    return found


def kinds(text: str) -> tuple[Kind, ...]:
    return tuple(KIND_OF[tile] for tile in parse_tiles(text))


PINFU = hand("234m678m345p56s88s7s", "7s")
NOTHING = hand("123m789m45p99s6p", "6p", "chi 678s")
FLUSH = hand("22334455667788m", "7m")
WINDS = hand("11122233344455z", "5z")


def test_complete_hand_without_yaku_is_worth_nothing() -> None:
    assert TENHOU.value(*NOTHING, ron()) is None
    assert TENHOU.yaku_han(*NOTHING, ron(dora=kinds("5s"))) == 0
    assert not TENHOU.has_yaku(*NOTHING, ron(dora=kinds("5s")))


def test_robbing_a_kan_keeps_ippatsu() -> None:
    found = value(hand("234m678m56s345p77p7s", "7s"), ron(riichi=True, ippatsu=True, chankan=True))
    assert set(found.yaku) == {"riichi", "ippatsu", "chankan", "tanyao", "pinfu"}


def test_replacement_tile_is_never_the_last_tile() -> None:
    found = value(hand("234m678p345s77s", "7s", "ankan 9999m"), tsumo(rinshan=True, last_tile=True))
    assert found.yaku == {"menzen_tsumo": 1, "rinshan": 1}


def test_robbed_tile_is_never_the_last_discard() -> None:
    assert value(NOTHING, ron(chankan=True, last_tile=True)).yaku == {"chankan": 1}


def test_last_tile_is_haitei_when_drawn_and_houtei_when_discarded() -> None:
    assert value(NOTHING, tsumo(last_tile=True)).yaku == {"haitei": 1}
    assert value(NOTHING, ron(last_tile=True)).yaku == {"houtei": 1}


def test_second_draw_of_the_dealer_is_no_tenhou() -> None:
    assert set(value(hand("234m567m345p67s88s5s", "5s"), tsumo(seat_wind=0)).yaku) == {
        "menzen_tsumo",
        "pinfu",
        "tanyao",
    }


@pytest.mark.parametrize(("seat_wind", "name"), [(0, "tenhou"), (2, "chiihou")])
def test_first_turn_self_draw_is_a_yakuman(seat_wind: int, name: str) -> None:
    found = value(PINFU, tsumo(seat_wind=seat_wind, first_turn=True))
    assert (found.yaku, found.yakuman, found.limit) == ({name: 13}, 1, "yakuman")


def test_single_wait_on_a_guest_wind_is_no_pinfu() -> None:
    assert value(hand("345m678m123p456s33z", "3z"), ron(riichi=True)).yaku == {"riichi": 1}


def test_both_winds_of_one_triplet_count() -> None:
    found = value(hand("123m456p78s99s9s", "9s", "pon 111z"), ron(seat_wind=0))
    assert (found.yaku, found.fu, found.points) == ({"seat_wind": 1, "round_wind": 1}, 30, 2900)


def test_kan_kinds_differ_in_fu() -> None:
    held = "234m678p345s77s"
    fu = {
        word: value(hand(held, "7s", f"{word} {tiles}"), ron(last_tile=True)).fu
        for word, tiles in [("pon", "555z"), ("daiminkan", "5555z"), ("kakan", "5555z"), ("ankan", "5555z")]
    }
    assert fu == {"pon": 30, "daiminkan": 40, "kakan": 40, "ankan": 70}


def test_melded_run_may_name_its_called_tile_first() -> None:
    assert value(hand("567p678p88m23s4s", "4s", "chi 435m"), ron()).yaku == {"tanyao": 1}


def test_dora_red_and_ura_count_beside_the_yaku() -> None:
    found = value(hand("340m678m345p56s88s7s", "7s"), ron(riichi=True, dora=kinds("4m7s"), ura=kinds("6s")))
    assert (found.yaku_han, found.dora, found.red, found.ura, found.han) == (3, 3, 1, 1, 8)


def test_ura_count_only_in_riichi() -> None:
    assert value(PINFU, ron(ura=kinds("7s"))).ura == 0


def test_double_riichi_replaces_riichi() -> None:
    assert value(PINFU, ron(riichi=True, double_riichi=True)).yaku == {"double_riichi": 2, "pinfu": 1, "tanyao": 1}


def test_second_red_five_of_a_suit_counts() -> None:
    held = hand("234m678m34005p56s7s", "7s")
    assert (value(held, ron(), red_fives=4).red, value(held, ron(), red_fives=4).han) == (2, 4)


def test_no_red_fives_where_the_rules_have_none() -> None:
    held = hand("340m678m345p56s88s7s", "7s")
    assert (value(held, ron()).red, value(held, ron(), red_fives=0).red) == (1, 0)


def test_three_seats_have_no_2m_and_count_norths() -> None:
    held = hand("999m123p456p789p11s", "1s")
    found = value(held, tsumo(seats=3, norths=2, dora=kinds("1m3z")))
    assert (found.dora, found.north, found.han) == (3 + 2, 2, found.yaku_han + 7)


def test_three_seats_lose_a_share_of_a_self_draw() -> None:
    found = value(PINFU, tsumo(seats=3))
    assert (found.points, found.dealer_share, found.other_share) == (2600 - 1300 + 700, 1300, 700)
    dealer = value(PINFU, tsumo(seat_wind=0, seats=3))
    assert (dealer.points, dealer.dealer_share, dealer.other_share) == (2600, 0, 1300)


def test_open_all_simples_by_option() -> None:
    held = hand("567p678p88m23s4s", "4s", "chi 345m")
    assert value(held, ron(), kuitan="yes").yaku == {"tanyao": 1}
    assert Scorer({"kuitan": "no"}).value(*held, ron()) is None


@pytest.mark.parametrize(("kiriage", "points"), [("no", 7700), ("yes", 8000)])
def test_kiriage_mangan(kiriage: str, points: int) -> None:
    assert value(PINFU, ron(riichi=True, dora=kinds("5s")), kiriage_mangan=kiriage).points == points


@pytest.mark.parametrize(("kazoe", "limit", "points"), [("yes", "kazoe_yakuman", 32000), ("no", "sanbaiman", 24000)])
def test_counted_yakuman(kazoe: str, limit: str, points: int) -> None:
    found = value(FLUSH, ron(riichi=True, ippatsu=True), kazoe_yakuman=kazoe)
    assert (found.han, found.yakuman, found.limit, found.points) == (13, 0, limit, points)


@pytest.mark.parametrize(
    ("rule", "multiple"),
    [("stack_no_double", 3), ("stack_double", 5), ("single", 1), ("single_daisuushii_double", 2)],
)
def test_yakuman_that_add_up(rule: str, multiple: int) -> None:
    found = value(WINDS, ron(), yakuman=rule)
    assert set(found.yaku) == {"daisuushii", "suuankou_tanki", "tsuuiisou"}
    assert (found.yakuman, found.points) == (multiple, 32000 * multiple)


@pytest.mark.parametrize(
    ("tiles", "win", "name", "multiple"),
    [
        ("19m19p19s12345677z", "7z", "kokushi_13", 2),
        ("19m19p19s12345677z", "1z", "kokushi", 1),
        ("11123456789995m", "5m", "chuuren_9", 2),
        ("11123456789995m", "1m", "chuuren", 1),
        ("111333m555p777s99s", "9s", "suuankou_tanki", 2),
    ],
)
def test_double_yakuman_need_the_full_wait(tiles: str, win: str, name: str, multiple: int) -> None:
    found = value(hand(tiles, win), ron(), yakuman="stack_double")
    assert (list(found.yaku), found.yakuman) == ([name], multiple)
    assert value(hand(tiles, win), ron(), yakuman="stack_no_double").yakuman == 1


@pytest.mark.parametrize(("rule", "limit", "points"), [("mangan", "mangan", 8000), ("yakuman", "yakuman", 32000)])
def test_renhou(rule: str, limit: str, points: int) -> None:
    held = hand("123m789m123p99s456s", "5s")
    assert TENHOU.value(*held, ron(first_turn=True)) is None
    found = value(held, ron(first_turn=True, dora=kinds("8s8s")), renhou=rule)
    assert (list(found.yaku), found.limit, found.points) == (["renhou"], limit, points)
    assert Scorer({"renhou": rule}).yaku_han(*held, ron(first_turn=True)) == (5 if rule == "mangan" else 13)
    assert Scorer({"renhou": rule}).value(*held, ron(seat_wind=0, first_turn=True)) is None


def test_renhou_as_mangan_gives_way_to_a_dearer_hand() -> None:
    found = value(FLUSH, ron(first_turn=True), renhou="mangan")
    assert ("renhou" in found.yaku, found.limit) == (False, "sanbaiman")


@pytest.mark.parametrize(("fu", "total"), [(4, 40), (2, 30)])
def test_pair_of_the_double_wind(fu: int, total: int) -> None:
    held = hand("11z345p678s", "8s", "pon 999m", "pon 555z")
    assert value(held, ron(seat_wind=0), double_wind_fu=fu).fu == total
    assert value(held, ron(seat_wind=1), double_wind_fu=fu).fu == 30


def test_triplet_of_the_double_wind_keeps_both_yaku_at_2_fu() -> None:
    held = hand("111z345p678s99s", "8s", "pon 999m")
    assert value(held, ron(seat_wind=0), double_wind_fu=2).yaku == {"seat_wind": 1, "round_wind": 1}


def test_ippatsu_ura_and_kan_dora_by_option() -> None:
    context = ron(riichi=True, ippatsu=True, dora=kinds("5s6s"), ura=kinds("7s6s"))
    found = value(PINFU, context)
    assert ("ippatsu" in found.yaku, found.dora, found.ura) == (True, 2, 3)
    bare = value(PINFU, context, ippatsu="no", ura_dora="no", kan_dora="no")
    assert ("ippatsu" in bare.yaku, bare.dora, bare.ura) == (False, 1, 0)
    assert value(PINFU, context, kan_dora="no").ura == 2


def test_two_han_minimum_counts_ippatsu_and_no_dora() -> None:
    held = hand("123m456p78s11z444z9s", "9s")
    assert TENHOU.yaku_han(*held, ron(riichi=True, dora=kinds("3z"))) == 1
    assert TENHOU.yaku_han(*held, ron(riichi=True, ippatsu=True)) == 2


def test_scorers_do_not_disturb_each_other() -> None:
    double, single = Scorer({"yakuman": "stack_double"}), Scorer({"yakuman": "single"})
    first = double.value(*WINDS, ron())
    assert single.value(*WINDS, ron()) != first
    assert single.value(*PINFU, ron(riichi=True, dora=kinds("5s"))) is not None
    assert double.value(*WINDS, ron()) == first


@pytest.mark.parametrize(
    ("held", "context"),
    [
        (hand("234m678m345p56s88s8s", "8s"), ron()),
        (hand("234m678m345p56s88s7s", "9p"), ron()),
        (hand("234m678m345p56s88s?", "?"), ron()),
        (hand("234m678m345p88s f1", "f1"), ron()),
        (hand("", "1m"), ron()),
        (hand("678m345p56s88s7s", "7s", "chow 234m"), ron()),
        (hand("678m345p56s88s7s", "7s", "chi 234m"), ron(riichi=True)),
        (hand("678m345p56s88s7s", "7s", "pon 555z"), tsumo(first_turn=True)),
        (PINFU, ron(rinshan=True)),
        (PINFU, tsumo(chankan=True)),
        (PINFU, ron(ippatsu=True)),
    ],
)
def test_impossible_wins_are_refused(held: Hand, context: WinContext) -> None:
    with pytest.raises(ScoringError):
        TENHOU.value(*held, context)


def test_error_shows_the_hand() -> None:
    with pytest.raises(MinogashiError, match="hand_not_winning: 1m 2m 4m 5p 5p, pon 5z 5z 5z, won on 4m"):
        TENHOU.value(*hand("124m55p", "4m", "pon 555z"), ron())


@pytest.mark.parametrize("option", [{"yakuman": "double"}, {"kuitan": "maybe"}, {"double_wind_fu": 3}])
def test_unknown_option_values_are_refused(option: dict[str, str | int]) -> None:
    with pytest.raises(ProfileError, match=f"{next(iter(option))}.*expected one of"):
        Scorer(option)


GROUPS = [
    *(tuple(Tile(suit + start + step) for step in range(3)) for suit in (0, 9, 18) for start in range(7)),
    *((Tile(kind),) * 3 for kind in range(34)),
]


@given(
    groups=st.lists(st.sampled_from(GROUPS), min_size=4, max_size=4),
    pair=st.integers(0, 33),
    called=st.integers(0, 4),
    won=st.integers(0, 13),
    context=st.builds(
        WinContext,
        tsumo=st.booleans(),
        seat_wind=st.integers(0, 2),
        round_wind=st.integers(0, 3),
        last_tile=st.booleans(),
        dora=st.lists(st.integers(0, 33).map(Kind), max_size=3).map(tuple),
        seats=st.sampled_from([3, 4]),
    ),
)
@settings(max_examples=200, deadline=None)
def test_answers_agree_with_each_other(
    groups: list[tuple[Tile, ...]], pair: int, called: int, won: int, context: WinContext
) -> None:
    everything = [tile for group in groups for tile in group] + [Tile(pair)] * 2
    assume(max(counts_of(everything)) <= 4)
    melds = [("pon" if group[0] == group[1] else "chi", group) for group in groups[:called]]
    concealed = everything[3 * called :]
    held = Hand(concealed, concealed[won % len(concealed)], melds)
    found, han = TENHOU.value(*held, context), TENHOU.yaku_han(*held, context)
    assert TENHOU.has_yaku(*held, context) == (found is not None) == (han > 0)
    if found is not None:
        payers = context.seats - (1 if context.seat_wind == 0 else 2)
        assert found.yaku_han <= han
        assert found.points % 100 == 0 < found.points
        assert not context.tsumo or found.points == found.dealer_share + payers * found.other_share


class Win(NamedTuple):
    """A win of a record, the rules of its room, and what the server says it is worth."""

    held: Hand
    context: WinContext
    options: dict[str, str]
    yaku: dict[str, int]
    bonus: tuple[int, int, int]
    fu: int
    points: int


def decoded(number: int, of: Sequence[Tile]) -> tuple[str, tuple[Tile, ...]]:
    """A meld integer of the Tenhou log; a set-aside north comes as `kita`."""
    if number & 4:
        base = (number >> 10) // 3
        low = base // 7 * 9 + base % 7
        return "chi", tuple(of[4 * (low + step) + (number >> shift & 3)] for step, shift in enumerate((3, 5, 7)))
    if number & 24:
        kind, unused = (number >> 9) // 3, number >> 5 & 3
        copies = [copy for copy in range(4) if number & 16 or copy != unused]
        return "kakan" if number & 16 else "pon", tuple(of[4 * kind + copy] for copy in copies)
    if number & 32:
        return "kita", (of[number >> 8],)
    kind = number >> 10
    return "daiminkan" if number & 3 else "ankan", tuple(of[4 * kind : 4 * kind + 4])


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split(",") if word]


def wins(path: Path) -> Iterator[Win]:
    """Every win of a Tenhou log with what the server says it is worth.

    Riichi, ippatsu and the like are taken from the stated yaku: only the value is tested here.
    """
    data = path.read_bytes()
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()
    room = dealer = wind = 0
    for tag, body in re.findall(r"<(GO|INIT|AGARI)\b([^>]*)>", re.sub(r"(?s)<!--.*?-->", "", text)):
        said = dict(re.findall(r'(\w+)\s*=\s*"([^"]*)"', body))
        if tag == "GO":
            room = int(said["type"])
        elif tag == "INIT":
            dealer, wind = int(said["oya"]), numbers(said["seed"])[0] // 4
        else:
            yield stated(said, room, dealer, wind)


def stated(said: dict[str, str], room: int, dealer: int, wind: int) -> Win:
    of, seats = OF_TENHOU_PLAIN if room & 2 else OF_TENHOU, 3 if room & 16 else 4
    pairs = numbers(said.get("yaku", ""))
    han = dict(zip(pairs[::2], pairs[1::2], strict=True)) | dict.fromkeys(numbers(said.get("yakuman", "")), 13)
    melds = [decoded(number, of) for number in numbers(said.get("m", ""))]
    dora, ura = (tuple(KIND_OF[of[i]] for i in numbers(said.get(key, ""))) for key in ("doraHai", "doraHaiUra"))
    fu, points, _ = numbers(said["ten"])
    context = WinContext(
        tsumo=said["who"] == said["fromWho"],
        seat_wind=(int(said["who"]) - dealer) % seats,
        round_wind=wind,
        riichi=1 in han,
        double_riichi=21 in han,
        ippatsu=2 in han,
        rinshan=4 in han,
        chankan=3 in han,
        last_tile=not han.keys().isdisjoint({5, 6}),
        first_turn=not han.keys().isdisjoint({37, 38}),
        dora=dora,
        ura=ura,
        norths=sum(word == "kita" for word, _ in melds),
        seats=seats,
    )
    held = [of[i] for i in numbers(said["hai"])]
    return Win(
        Hand(held, of[int(said["machi"])], [meld for meld in melds if meld[0] != "kita"]),
        context,
        # lobbies with bit 512 play for chips, with kiriage mangan
        {
            "kuitan": "no" if room & 4 else "yes",
            "red_fives": "0" if room & 2 else "3",
            "kiriage_mangan": "yes" if room & 512 else "no",
        },
        {NAMES[i]: worth for i, worth in han.items() if i < len(NAMES)},
        (han.get(52, 0), han.get(53, 0), han.get(54, 0)),
        fu,
        points,
    )


@pytest.mark.parametrize(("folder", "count"), [("mjlog", 661), ("mjlog-2020", 5787)])
def test_every_recorded_win_is_worth_what_the_server_says(records: Path, folder: str, count: int) -> None:
    scorers: dict[tuple[str, ...], Scorer] = {}
    seen = 0
    for path in sorted((records / folder).iterdir()):
        for win in wins(path):
            scorer = scorers.setdefault(tuple(win.options.values()), Scorer(win.options))
            found = scorer.value(*win.held, win.context)
            assert found is not None, (path.name, win)
            assert (found.yaku, found.points) == (win.yaku, win.points), (path.name, win)
            if not found.yakuman:
                # the server counts set-aside norths as dora and does not tell the fu of a yakuman
                assert (found.dora + found.north, found.ura, found.red) == win.bonus, (path.name, win)
                assert found.fu == win.fu, (path.name, win)
            assert scorer.has_yaku(*win.held, win.context)
            seen += 1
    assert seen == count
