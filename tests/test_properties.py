"""What holds in every game (design, section 9): told over random legal games under many rule books."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model import Model
from streams import acted, claimed, play, seen_by

from minogashi import events as ev
from minogashi.claims import CHI, DISCARD, OPEN_KAN, PON, RON, TSUMO, Code, Verdict
from minogashi.events import IllegalEventError
from minogashi.rulebook import Profile, profile
from minogashi.table import Table
from minogashi.tiles import KIND_OF, Tile, kinds_in

if TYPE_CHECKING:
    from collections.abc import Callable

FURITEN = (Code.FURITEN_RIICHI, Code.FURITEN_DISCARD, Code.FURITEN_TEMPORARY)
BOOKS: dict[str, tuple[str, dict[str, str]]] = {
    "tenhou": ("tenhou", {}),
    "majsoul": ("majsoul", {}),
    "mleague": ("mleague", {}),
    "ema2012": ("ema2012", {}),
    "ema2016": ("ema2016", {}),
    "tenhou-sanma": ("tenhou-sanma", {}),
    "majsoul-sanma": ("majsoul-sanma", {}),
    "own_draw": ("tenhou", {"temp_furiten_reset": "own_draw", "kokushi_ankan_ron": "yes"}),
    "any_call": ("tenhou", {"temp_furiten_reset": "any_call", "kokushi_ankan_ron": "yes", "kuikae": "allowed"}),
    "no_chankan_pass": ("tenhou", {"chankan_pass_counts": "no", "kuikae": "suji_allowed"}),
    "sanma_any_call": ("tenhou-sanma", {"temp_furiten_reset": "any_call", "kokushi_ankan_ron": "yes"}),
    "sanma_no_kita_ron": ("majsoul-sanma", {"kita_ron": "no", "temp_furiten_reset": "own_draw_or_call"}),
    "strict": ("tenhou", {"furiten_tsumo": "forbidden", "furiten_riichi": "forbidden", "riichi_ankan": "never"}),
}
SEEDS = st.integers(0, 10**9)
GAMES = settings(max_examples=15, deadline=None)


def book(name: str) -> Profile:
    base, overrides = BOOKS[name]
    return profile(base, overrides)


def options(rules: Profile) -> dict[str, str]:
    return {name: str(option.value) for name, option in rules.options.items()}


def every_book(test: Callable[..., None]) -> Callable[..., None]:
    """The property under every rule book above, in random games."""
    return pytest.mark.parametrize("name", BOOKS)(GAMES(given(seed=SEEDS)(test)))  # type: ignore[no-any-return]


def check_against(table: Table, model: Model) -> None:
    """Waits, the lamp, every ron and every pass as the simple account has them."""
    for seat, player in zip(table.seats, model.players, strict=True):
        assert set(kinds_in(seat.waits)) == set(player.waits)
        lamp = table.furiten(seat.index)
        expected = [code for code in FURITEN if code in player.furiten] if player.waits else []
        assert (lamp and lamp.code) == (expected[0] if expected else None)
        offer = model.offer
        if offer is not None and offer.source != seat.index and offer.kind in player.waits:
            codes = table.ron(seat.index).codes
            if Code.NOT_OFFERED not in codes:
                assert [code for code in codes if code in FURITEN] == expected
    passed = [(let_go.seat, KIND_OF[let_go.tile], let_go.event) for let_go in table.let_go]
    assert sorted(passed) == sorted(model.let_go)


@every_book
def test_the_state_is_that_of_a_simple_account_of_the_events(name: str, seed: int) -> None:
    rules = book(name)
    table, model = Table(rules), Model(options(rules))
    for event in play(rules, seed):
        table.apply(event)
        model.tell(event)
        check_against(table, model)


def all_tiles(table: Table) -> Counter[int]:
    """Where every tile lies: hands, sets, set-aside norths, indicators, and discards that nobody took."""
    out: Counter[int] = Counter()
    for seat in table.seats:
        out.update(seat.hand.tiles())
        out.update(seat.river)
        out.update(tile for meld in seat.hand.melds for tile in meld.tiles)
        out[30] += seat.norths
    for seat in table.seats:
        for meld in seat.hand.melds:
            if meld.taken is not None:
                out[meld.taken] -= 1
    out.update(table.round.indicators)
    return out


@every_book
def test_tiles_are_conserved(name: str, seed: int) -> None:
    rules = book(name)
    table = Table(rules)
    shown: Counter[int] = Counter()
    for event in play(rules, seed):
        table.apply(event)
        if isinstance(event, ev.RoundStart):
            shown.update(tile for hand in event.hands for tile in hand)
            shown.update(event.indicators)
        elif isinstance(event, ev.Draw | ev.Dora):
            shown[event.tile] += 1
        assert +all_tiles(table) == +shown
        for seat in table.seats:
            assert len(seat.hand.tiles()) + 3 * len(seat.hand.melds) in {13, 14}
            held = sum(1 for count in seat.hand.owned() if count > 4)
            assert not held


@every_book
def test_no_lock_outlives_its_end(name: str, seed: int) -> None:
    rules = book(name)
    table = Table(rules)
    ends = rules["temp_furiten_reset"]
    for event in play(rules, seed):
        riichi = [seat.in_riichi for seat in table.seats]
        table.apply(event)
        for span in table.spans:
            assert span.cause <= span.start
            assert span.end is None or span.start <= span.end <= table.at
            if span.end is not None:
                assert span.ended_by
        acted_by = getattr(event, "seat", None)
        lifted = (ends == "own_discard" and isinstance(event, ev.Discard)) or (
            ends in {"own_draw", "own_draw_or_call"} and isinstance(event, ev.Draw)
        )
        if lifted and acted_by is not None and not riichi[acted_by]:
            still = [span for span in table.spans if span.seat == acted_by and span.end is None]
            assert Code.FURITEN_TEMPORARY not in {span.code for span in still}
        for seat in table.seats:
            if isinstance(event, ev.Discard) and seat.index == event.seat:
                barred = [v for v in table.acts(seat.index) if v.claim == DISCARD and Code.KUIKAE in v.codes]
                assert barred == []
    assert all(span.end is not None for span in table.spans)
    assert [span for span in table.spans if span.ended_by == "hand_end" and span.end != table.at] == []


@every_book
def test_the_lamp_and_the_open_spans_tell_the_same(name: str, seed: int) -> None:
    rules = book(name)
    table = Table(rules)
    for event in play(rules, seed):
        table.apply(event)
        if not table.running:
            break
        for seat in table.seats:
            lamp = table.furiten(seat.index)
            opened = [
                span for span in table.spans if span.seat == seat.index and span.end is None and span.code in FURITEN
            ]
            assert (lamp is None) == (opened == [])
            if lamp is not None:
                same = [span for span in opened if span.code == lamp.code]
                assert len(same) == 1


@every_book
def test_ron_is_never_allowed_under_a_lock_and_every_reason_names_its_cause(name: str, seed: int) -> None:
    rules = book(name)
    table = Table(rules)
    events = play(rules, seed)
    for event in events:
        table.apply(event)
        for verdict in table.verdicts():
            lamp = table.furiten(verdict.seat)
            if verdict.claim == RON and lamp is not None:
                assert not verdict.allowed
            for reason in verdict.reasons:
                if reason.code in FURITEN:
                    assert reason.event is not None
                    assert reason.tile is not None
                    assert getattr(events[reason.event], "tile", None) == reason.tile or isinstance(
                        events[reason.event], ev.ClosedKan
                    )
                    assert reason.until


@every_book
def test_furiten_never_touches_a_self_draw_unless_the_rules_say_so(name: str, seed: int) -> None:
    rules = book(name)
    table = Table(rules)
    for event in play(rules, seed):
        table.apply(event)
        if isinstance(event, ev.Draw):
            verdict = table.referee.tsumo(table.round, table.seats[event.seat])
            furiten = [code for code in verdict.codes if code in FURITEN]
            lamp = table.furiten(event.seat)
            if rules["furiten_tsumo"] == "allowed":
                assert furiten == []
            elif lamp is not None and Code.NOT_COMPLETE not in verdict.codes:
                assert lamp.code in furiten


def told(table: Table) -> tuple[object, ...]:
    """Everything that a table tells, as plain values."""
    return (
        table.at,
        [(str(seat.hand), seat.waits, seat.river, seat.riichi, seat.ippatsu, seat.norths) for seat in table.seats],
        [table.furiten(seat.index) for seat in table.seats],
        list(table.verdicts()),
        [list(table.acts(seat.index)) for seat in table.seats],
        [repr(span) for span in table.spans],
        list(table.let_go),
        list(table.faults),
        (table.round.live, table.round.turn, table.round.kans, table.round.scores, table.round.sticks),
    )


@every_book
def test_a_copy_is_equal_and_independent(name: str, seed: int) -> None:
    rules = book(name)
    events = play(rules, seed)
    cut = 1 + seed % len(events)
    table = Table(rules)
    for event in events[:cut]:
        table.apply(event)
    before = told(table)
    copy = table.copy()
    assert told(copy) == before
    for event in events[cut:]:
        copy.apply(event)
    after = told(copy)
    assert told(table) == before
    for event in events[cut:]:
        table.apply(event)
    assert told(table) == after
    assert told(copy) == after


@every_book
def test_one_seat_sees_the_same_verdicts_for_itself(name: str, seed: int) -> None:
    rules = book(name)
    events = play(rules, seed)
    view = seed % rules.seats
    whole, partial = Table(rules), Table(rules)
    for event, seen in zip(events, seen_by(events, view), strict=True):
        whole.apply(event)
        partial.apply(seen)
        assert list(partial.claims(view)) == list(whole.claims(view))
        if whole.round.turn == view and not whole.round.to_draw:
            assert list(partial.acts(view)) == list(whole.acts(view))
        if not isinstance(event, ev.ClosedKan):  # whether it stands at once depends on what a hidden hand waits for
            assert partial.furiten(view) == whole.furiten(view)
    mine = [let_go for let_go in whole.let_go if let_go.seat == view]
    assert [let_go for let_go in partial.let_go if let_go.seat == view] == mine
    unknown = [verdict for verdict in partial.verdicts() if verdict.seat != view and verdict.claim == RON]
    assert all(verdict.unknown or Code.NOT_OFFERED in verdict.codes for verdict in unknown)


def tried(table: Table, event: ev.Event) -> tuple[Code, ...]:
    """The codes with which a strict table refuses an event; `ok` where it plays it."""
    try:
        table.copy().apply(event)
    except IllegalEventError as error:
        return tuple(reason.code for reason in error.reasons)
    return (Code.OK,)


@every_book
def test_a_refused_act_is_refused_as_an_event_for_the_same_reasons(name: str, seed: int) -> None:
    rules = book(name)
    table = Table(rules)
    for at, event in enumerate(play(rules, seed)):
        table.apply(event)
        if at % 7 != seed % 7 or not table.running:
            continue
        window = table.window
        verdicts: list[Verdict] = []
        if window is not None:
            verdicts = [verdict for verdict in table.verdicts() if verdict.uses or verdict.claim == RON]
            pairs = [(verdict, claimed(verdict, window.source)) for verdict in verdicts]
        elif not table.round.to_draw:
            acts = list(table.acts(table.round.turn))
            pairs = [(act, acted(act)) for act in acts if act.claim != TSUMO or table.seats[act.seat].drawn is not None]
        else:
            continue
        # a verdict is about the claim itself; which of several wins stands is a matter of their order
        order = {Code.HEAD_BUMPED, Code.TRIPLE_RON} if window is not None and window.won else set()
        for verdict, act in pairs:
            told = tried(table, act)[0]
            assert told == verdict.codes[0] or (verdict.allowed and told in order), (verdict, act)


def garbage(table: Table, rng: Random) -> ev.Event:
    """Some event that makes little sense now."""
    seat, other = rng.sample(range(table.profile.seats), 2)
    tile = Tile(rng.randrange(37))
    run = (Tile(rng.randrange(34)), Tile(rng.randrange(34)))
    made: list[ev.Event] = [
        ev.Draw(seat, tile),
        ev.Discard(seat, tile),
        ev.Riichi(seat),
        ev.Call(seat, rng.choice((CHI, PON)), tile, other, run),
        ev.Call(seat, OPEN_KAN, tile, other, (tile,) * 3),
        ev.Ask(seat, PON, (tile, tile)),
        ev.ClosedKan(seat, (tile,) * 4),
        ev.AddedKan(seat, tile),
        ev.North(seat),
        ev.Ron(seat, other, tile),
        ev.Tsumo(seat, tile),
        ev.NineTerminals(seat),
        ev.Dora(tile),
    ]
    window = table.window
    if window is not None:
        made += [
            ev.Ron(seat, window.source, window.tile),
            ev.Call(seat, rng.choice((CHI, PON)), window.tile, window.source, run),
            ev.Call(seat, PON, window.tile, window.source, (Tile(window.kind),) * 2),
        ]
    return rng.choice(made)


@every_book
def test_a_refused_event_leaves_the_table_as_it_was(name: str, seed: int) -> None:
    rules = book(name)
    rng = Random(seed)  # noqa: S311  a seeded game, no secret
    table = Table(rules)
    for event in play(rules, seed):
        table.apply(event)
        if table.running and rng.random() < 0.3:
            copy, nonsense = table.copy(), garbage(table, rng)
            if refused(copy, nonsense):
                assert told(copy) == told(table), nonsense


def refused(table: Table, event: ev.Event) -> bool:
    at = table.at
    try:
        table.apply(event)
    except IllegalEventError as error:
        return error.at == at + 1
    return False


def test_the_random_games_hold_what_the_properties_are_about() -> None:
    seen: Counter[str] = Counter()
    for name in BOOKS:
        rules = book(name)
        for seed in range(25):
            events = play(rules, seed)
            seen.update(type(event).__name__ for event in events)
            table = Table(rules)
            for event in events:
                table.apply(event)
            seen.update(span.code.value for span in table.spans)
            seen.update(let_go.via for let_go in table.let_go)
    wanted = {
        "Ron",
        "Tsumo",
        "Call",
        "ClosedKan",
        "AddedKan",
        "North",
        "Riichi",
        "Pass",
        "Ask",
        "kakan",
        "kita",
        "ankan",
        *FURITEN,
    }
    assert {word for word in wanted if not seen[word]} == set()
