"""Frames: what they say is what the table, the audit and `why` say, and their shape is documented."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import games
import msgspec
import pytest

from minogashi import events as ev
from minogashi.auditing import audit_record
from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, PON
from minogashi.errors import MinogashiError, RecordError
from minogashi.events import Meld
from minogashi.formats import read
from minogashi.record import Record
from minogashi.rulebook import profile
from minogashi.story import rounds, story
from minogashi.table import Table
from minogashi.tiles import parse_tiles
from minogashi.web import document
from minogashi.web.frames import encode, frames
from minogashi.web.notebook import audit_html, table_html
from minogashi.web.onefile import onefile
from minogashi.web.page import bundle, in_script, modules, served, static, whole, words
from minogashi.web.parts import Voices, meld

if TYPE_CHECKING:
    from minogashi.web.document import Frames

DOCS = Path(__file__).parent.parent / "docs" / "frames.md"
LET_GO, REFUSED = 2, 8
"""Events of the game by hand: South lets a 4s go, and may not win another one in furiten."""


@pytest.fixture(scope="module")
def by_hand() -> Frames:
    return frames(read(games.CLEAN.encode()))


def told(game: Frames, grounds: document.Grounds, language: str = "en") -> str:
    return "".join(game.texts[language][part] for part in (grounds.what, grounds.since, grounds.until) if part >= 0)


def test_there_is_a_frame_an_event_and_a_start_for_each_round(by_hand: Frames) -> None:
    record = read(games.CLEAN.encode())
    assert len(by_hand.frames) == len(record.events)
    assert [row.start for row in by_hand.rounds] == [ref.start for ref in rounds(record)]


def test_a_river_tells_what_was_called_drawn_and_laid_sideways(by_hand: Frames) -> None:
    last = by_hand.frames[-2]
    assert by_hand.rivers[last.rivers[1]] == "9p:t 8s:t"


def test_a_drawn_tile_stands_apart(by_hand: Frames) -> None:
    rack = by_hand.racks[by_hand.frames[1].racks[0]]
    assert (rack.drawn, len(rack.hand.split())) == ("4s", 13)


def test_an_offer_has_the_claims_of_every_other_seat_with_reasons(by_hand: Frames) -> None:
    offer = by_hand.offers[by_hand.frames[LET_GO].offer]
    assert [answers.seat for answers in offer.answers] == [1, 2, 3]
    ron = by_hand.rulings[offer.answers[0].rulings[0]]
    assert (ron.claim, ron.verdict, ron.main) == ("ron", "allowed", True)
    assert by_hand.texts["en"][offer.answers[0].did] == "let go"
    pon = next(by_hand.rulings[n] for n in offer.answers[0].rulings if by_hand.rulings[n].claim == "pon")
    assert [told(by_hand, by_hand.reasons[n]) for n in pon.reasons] == ["The tiles that this needs are not held"]
    assert not pon.main


def test_a_refused_win_names_its_lock_and_the_event_to_jump_to(by_hand: Frames) -> None:
    offer = by_hand.offers[by_hand.frames[REFUSED].offer]
    answers = next(one for one in offer.answers if one.seat == 1)
    ron = by_hand.rulings[answers.rulings[0]]
    reason = by_hand.reasons[ron.reasons[0]]
    assert (ron.verdict, reason.code, reason.event) == ("refused", "furiten_temporary", 6)
    assert told(by_hand, reason) == "Same-turn furiten since W's 1s (turn 1); ends at S's next discard"
    assert told(by_hand, reason, "ja") == "同巡フリテン（西の1s、1巡目から）。南の次の打牌まで"
    assert reason.tile == (2, 0)


def test_what_a_seat_did_is_told_at_the_offer(by_hand: Frames) -> None:
    win = next(at for at, event in enumerate(read(games.CLEAN.encode()).events) if isinstance(event, ev.Ron))
    offer = by_hand.offers[by_hand.frames[win].offer]
    assert by_hand.texts["en"][offer.answers[2].did] == "wins by ron on 4s"


def test_waits_have_the_tiles_left_and_whether_they_win(by_hand: Frames) -> None:
    assert by_hand.waits[by_hand.frames[0].waits[1]] == [("1s", 4, True), ("4s", 4, True)]


def test_own_choices_are_own_turns_and_windows_that_matter(by_hand: Frames) -> None:
    record = read(games.CLEAN.encode())
    draws = {at for at, event in enumerate(record.events) if isinstance(event, ev.Draw) and event.seat == 1}
    assert draws < set(by_hand.choices[1])
    assert {LET_GO, REFUSED} <= set(by_hand.choices[1])


@pytest.mark.parametrize(
    ("laid", "shown"),
    [
        (Meld(CHI, tuple(parse_tiles("354s")), parse_tiles("4s")[0], 3), "4s:s 3s 5s"),
        (Meld(PON, tuple(parse_tiles("555z")), parse_tiles("5z")[0], 2), "5z 5z:s 5z"),
        (Meld(PON, tuple(parse_tiles("550m")), parse_tiles("0m")[0], 1), "5m 5m 0m:s"),
        (Meld(CLOSED_KAN, tuple(parse_tiles("5505p"))), "5p:b 0p 5p 5p:b"),
        (Meld(ADDED_KAN, tuple(parse_tiles("5555z")), parse_tiles("5z")[0], 1), "5z 5z 5z:s 5z:a"),
    ],
)
def test_a_set_lies_as_it_came(laid: Meld, shown: str) -> None:
    assert meld(laid, 0, Voices("riichi"), 4).tiles == shown


def test_a_game_without_a_hand_has_no_frames() -> None:
    with pytest.raises(MinogashiError, match="no hand was played"):
        frames(Record("a", "mjai", "tenhou"))


def test_a_broken_game_says_where() -> None:
    with pytest.raises(RecordError, match="out_of_turn"):
        frames(read(games.IMPOSSIBLE.encode()))


def test_every_key_of_the_frames_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    shapes = [
        shape for shape in vars(document).values() if isinstance(shape, type) and issubclass(shape, msgspec.Struct)
    ]
    keys = {key for shape in shapes for key in shape.__struct_fields__}
    assert len(shapes) > 8
    assert {key for key in keys if not re.search(rf"`{key}`", text)} == set()
    assert document.SCHEMA in text


def test_the_json_is_what_the_structs_say(by_hand: Frames) -> None:
    assert msgspec.json.decode(encode(by_hand), type=document.Frames) == by_hand


RECORDS = (
    "mjlog/mahjongpantheon__usual.xml",
    "mjlog-2020/2020010101gm-00a9-0000-9d62e05f.mjlog",
    "mjlog-2020/2020010100gm-00b9-0000-18a1410f.mjlog",
    "mjai/apricot-s__2026-07-01-130909.mjson",
)


@pytest.mark.parametrize("name", RECORDS)
def test_a_badge_says_what_why_says_at_the_same_event(records: Path, name: str) -> None:
    record = read(records / name)
    game = frames(record)
    compared = 0
    for shown, ref in zip(game.rounds, rounds(record), strict=True):
        for span in shown.locked:
            for at in {span.start, max(span.start, span.end - 1)}:
                for language in game.texts:
                    furiten = story(record, ref, span.seat, at=at, language=language).steps[0].furiten
                    lock = game.reasons[game.frames[at].locks[span.seat][0]]
                    assert furiten is not None
                    assert told(game, lock, language) == furiten.text
                    compared += 1
    assert compared or not game.findings


@pytest.mark.parametrize("name", RECORDS)
def test_the_findings_are_those_of_the_audit(records: Path, name: str) -> None:
    record = read(records / name)
    game, audit = frames(record), audit_record(record)
    expected = sorted(
        [(span.start, span.seat) for found in audit.rounds for span in found.spans]
        + [(missed.event, missed.seat) for found in audit.rounds for missed in (*found.missed, *found.at_end)]
        + [(fault.event, fault.seat) for found in audit.rounds for fault in found.faults]
        + [(row.event, row.seat) for row in audit.disagreements]
    )
    assert sorted((found.event, found.seat) for found in game.findings) == expected
    assert [row.name for row in game.rounds] == [found.name for found in audit.rounds]
    lanes = sorted((span.seat, span.start) for row in game.rounds for span in row.locked)
    assert lanes == sorted((span.seat, span.start) for found in audit.rounds for span in found.spans)


@pytest.mark.parametrize("name", RECORDS)
def test_the_locks_of_a_frame_are_those_of_its_lane(records: Path, name: str) -> None:
    game = frames(read(records / name))
    for row in game.rounds:
        for at in range(row.start, row.end):
            bound = {seat for seat, locks in enumerate(game.frames[at].locks) if locks}
            assert bound == {span.seat for span in row.locked if span.start <= at < span.end}


def test_what_is_safe_is_so_against_all_that_threaten(records: Path) -> None:
    game = frames(read(records / RECORDS[1]))
    seen = [game.safety[frame.safety] for frame in game.frames if frame.safety >= 0]
    levels = {safe.level for known in seen for safe in known}
    assert levels == set("gtsn")
    texts = {game.texts["en"][text] for known in seen for safe in known for text in safe.texts}
    assert any(re.fullmatch(r"genbutsu against [ESWN]", text) for text in texts)
    assert any(re.fullmatch(r"suji against [ESWN] \(\dm\); left: .*shanpon, tanki", text) for text in texts)


# Pages


def test_names_cannot_end_the_script_that_holds_them() -> None:
    evil = "</script><script>alert(1)</script>"
    record = read(games.CLEAN.replace("Bo", evil.replace('"', "")).encode())
    page = onefile(record)
    assert evil not in page
    assert "\\u003c/script>\\u003cscript>alert(1)" in page


def test_a_page_in_one_file_names_no_other_file() -> None:
    page = onefile(read(games.CLEAN.encode()))
    assert re.findall(r'(?:src|href)="(?!#|data:|/")([^"]*)"', page) == []
    assert "import " not in bundle("viewer.js").replace("// ", "")


def test_a_bundle_has_each_module_once_after_those_it_needs() -> None:
    found = modules("viewer.js")
    assert len(found) == len(set(found))
    assert (found[:2], found[-1]) == (["faces.js", "words.js"], "viewer.js")
    names = re.findall(r"^(?:function|class|const|let) (\w+)", bundle("viewer.js"), re.MULTILINE)
    assert sorted(names) == sorted(set(names))


def test_the_pages_weigh_less_than_300_kilobytes() -> None:
    served_bytes = len(served()) + sum(len(static(name)) for name in (*modules("viewer.js"), "look.css", "viewer.css"))
    assert served_bytes < 300_000
    assert len(whole("{}")) < 300_000


def test_every_word_that_the_pages_ask_for_is_there() -> None:
    table = msgspec.json.decode(words())
    asked = {
        key for name in (*modules("viewer.js"), "viewer.html") for key in re.findall(r'"(ui\.[\w.]+)"', static(name))
    }
    assert len(asked) > 40
    for language in table:
        assert asked - set(table[language]) == set()


def test_tile_faces_are_those_that_the_script_draws() -> None:
    import runpy

    drawn = runpy.run_path(str(Path(__file__).parent.parent / "tools" / "tiles.py"))
    assert drawn["sprite"]() == static("tiles.svg")
    assert drawn["theme_css"]() in static("tiles.css")


def test_json_in_a_page_stays_json() -> None:
    assert msgspec.json.decode(in_script('["</script>"]')) == ["</script>"]


@pytest.mark.parametrize(("language", "seat"), [("xx", None), ("en", 4)])
def test_a_page_needs_a_language_and_a_seat_that_are_there(language: str, seat: int | None) -> None:
    with pytest.raises(MinogashiError, match="there are"):
        onefile(read(games.CLEAN.encode()), language=language, seat=seat)


# Notebooks


def test_a_table_shows_itself_with_its_locks() -> None:
    table = Table(profile("tenhou"), strict=False)
    for event in read(games.CLEAN.encode()).events[:8]:
        table.apply(event)
    shown = table._repr_html_()
    assert shown == table_html(table)
    assert shown.startswith("<svg")
    assert "<li>S: Same-turn furiten since 1s; ends at S&#x27;s next discard</li>" in shown
    assert set(re.findall(r'href="#([^"]+)"', shown)) <= set(re.findall(r'id="([^"]+)"', shown))


def test_an_audit_shows_itself() -> None:
    found = audit_record(read(games.CLEAN.encode()))
    shown = found._repr_html_()
    assert shown == audit_html(found)
    assert "Same-turn furiten since" in shown
