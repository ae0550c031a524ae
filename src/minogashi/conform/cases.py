"""Runs rule cases (one JSON object a line): a small position, one question, the right answer.

The format is docs/cases/README.md. Each question word is one function in `_QUESTIONS`; a question
that has none is reported as not supported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from minogashi import shapes
from minogashi.claims import CHI, CLAIM_NAMES, CLAIM_OF, DISCARD, PON, SETS, Verdict
from minogashi.conform import custom, money
from minogashi.conform.result import Result
from minogashi.conform.scene import LETTERS, Place, Scene, meld
from minogashi.errors import MinogashiError, ProfileError, RecordError, TileError
from minogashi.events import AddedKan, Call, ClosedKan, IllegalEventError, Live, NineTerminals, Pass
from minogashi.formats import tags, tenhou
from minogashi.priority import resolve
from minogashi.rulebook import Profile, profile
from minogashi.tiles import (
    KIND_OF,
    NORTH,
    Kind,
    Tile,
    dora_of,
    kinds_in,
    name,
    names,
    parse_mjai,
    parse_tile,
    parse_tiles,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from minogashi.seat import Seat

Case = dict[str, Any]


def run_case(case: Case) -> Result:
    """Answer one case; `unsupported` where its rule book or its question is not known here."""
    try:
        case_id, kind, ask, expected = str(case["id"]), str(case["kind"]), str(case["ask"]), case["expect"]
        given = case["given"]
    except (KeyError, TypeError) as error:
        raise RecordError(f"a case needs id, kind, given, ask and expect; {error} is missing") from None
    book, question = book_of(case), _QUESTIONS.get(ask)
    if book is None or question is None:
        return Result(case_id, kind, "unsupported", expected, None)
    try:
        got, right = question(Told(given, book), expected)
    except MinogashiError as error:
        got, right = f"{error}", False
    return Result(case_id, kind, "passed" if right else "failed", expected, got)


def book_of(case: Case) -> Profile | None:
    """The rule book of a case; None for one, or a rule, that is not known here."""
    name_, rules = str(case.get("profile", "tenhou")), case["given"].get("rules", {})
    if "passed_win" in rules:
        return custom.rule_book(rules["passed_win"]) if len(rules) == 1 else None
    try:
        return profile("tenhou" if name_ == "custom" else name_, rules)
    except ProfileError:
        return None


class Told:
    """A case's position, played to the moment of the question."""

    def __init__(self, given: Case, book: Profile) -> None:
        self.given, self.book = given, book
        self._scene: Scene | None = None

    @property
    def scene(self) -> Scene:
        """The scene after all events."""
        if self._scene is None:
            self._scene = self.staged()
            for event in self.given.get("events", []):
                play(self._scene, event)
            self.settle()
        return self._scene

    def settle(self) -> None:
        """`wall_left` is what the live wall holds at the moment asked."""
        if self._scene is not None and "wall_left" in self.given:
            self._scene.apply(Live(self.given["wall_left"]))

    def staged(self) -> Scene:
        """The scene before the first event."""
        given = self.given
        places = [Place() for _ in range(self.book.seats)]
        for letter, told in given.get("seats", {}).items():
            place = places[LETTERS.index(letter)]
            if "hand" in told:
                place.hand = parse_tiles(told["hand"])
            place.melds = [_meld(row) for row in told.get("melds", [])]
            place.river = parse_tiles(told.get("river", ""))
            place.bonus = parse_tiles(" ".join(told.get("bonus", [])))
            place.riichi, place.ippatsu = told.get("riichi", False), told.get("ippatsu", False)
        for letter, points in given.get("points", {}).items():
            places[LETTERS.index(letter)].points = points
        scene = Scene(
            self.book,
            places,
            honba=given.get("honba", 0),
            sticks=given.get("sticks", 0),
            indicators=parse_tiles(given.get("dora_indicators", "")),
            first_turn=self._first_turn() and not any(place.river or place.melds for place in places),
        )
        if "value" in given:
            scene.table.referee.worth = custom.ToldWorth(given["value"])
        return scene

    def _first_turn(self) -> bool:
        """Whether so few tiles are drawn that the first go-around may still run."""
        book = self.book
        dealt = book.tiles - int(book.get("dead_wall", book.dead_wall)) - 13 * book.seats
        return bool(self.given.get("wall_left", 0) >= dealt - book.seats)

    @property
    def hero(self) -> int:
        """The seat the question is about."""
        given = self.given
        return LETTERS.index(given["for"] if "for" in given else next(iter(given["seats"])))

    @property
    def seat(self) -> Seat:
        """That seat, after all events."""
        return self.scene.seat(self.hero)

    @property
    def tile(self) -> Tile:
        """The tile the question is about: told, or that of the last event."""
        if "tile" in self.given:
            return parse_tile(self.given["tile"])
        last = self.given["events"][-1]
        return parse_tiles(last.get("tile") or last["tiles"])[0]


def play(scene: Scene, event: Case) -> None:
    """Play one told event. Raises for one that the rules refuse."""
    index, word = LETTERS.index(event["seat"]), event["do"]
    tiles = parse_tiles(event.get("tile", "") or event.get("tiles", ""))
    if word == "draw":
        scene.draw(index, *tiles[:1], replacement=event.get("dead_wall", False))
    elif word == "discard":
        scene.discard(index, tiles[0])
    elif word == "kita":
        scene.north(index, tiles[0] if tiles else Tile(NORTH))
    elif word == "pass":
        scene.apply(Pass(index))
    elif word == "nine_terminals":
        scene.apply(NineTerminals(index))
    elif word in {"riichi", "ron", "tsumo"}:
        getattr(scene, word)(index)
    elif CLAIM_OF[word] & SETS:
        scene.call(index, CLAIM_OF[word], [*parse_tiles(event["with"]), tiles[0]])
    else:
        scene.kan(index, CLAIM_OF[word], tiles[0])


def _meld(row: Case) -> Any:  # noqa: ANN401
    taken = parse_tile(row["taken"]) if row.get("taken") else None
    source = LETTERS.index(row["from"]) if row.get("from") else None
    return meld(row["type"], parse_tiles(row["tiles"]), taken, source)


# Questions: (case, what is expected) -> (what came, whether it is right)

Answer = tuple[Any, bool]


def _ruled(verdict: Verdict, expected: Case) -> Answer:
    codes = ["unknown"] if verdict.unknown else [str(code) for code in verdict.codes]
    got: Case = {"allowed": verdict.allowed, "reason": codes}
    return got, verdict.allowed == expected["allowed"] and got["reason"][0] in expected["reason"]


def _ron(case: Told, expected: Case) -> Answer:
    return _ruled(case.scene.table.ron(case.hero), expected)


def _tsumo(case: Told, expected: Case) -> Answer:
    table = case.scene.table
    return _ruled(table.referee.tsumo(table.round, case.seat), expected)


def _riichi(case: Told, expected: Case) -> Answer:
    table = case.scene.table
    return _ruled(table.referee.riichi(table.round, case.seat), expected)


def _closed_kan(case: Told, expected: Case) -> Answer:
    table = case.scene.table
    return _ruled(table.referee.closed_kan(table.round, case.seat, KIND_OF[case.tile]), expected)


def _added_kan(case: Told, expected: Case) -> Answer:
    table = case.scene.table
    return _ruled(table.referee.added_kan(table.round, case.seat, KIND_OF[case.tile]), expected)


def _north(case: Told, expected: Case) -> Answer:
    table = case.scene.table
    return _ruled(table.referee.north(table.round, case.seat), expected)


def _nine_terminals(case: Told, expected: Case) -> Answer:
    table = case.scene.table
    return _ruled(table.referee.nine_terminals(table.round, case.seat), expected)


def _pon(case: Told, expected: Case) -> Answer:
    verdicts = [verdict for verdict in case.scene.table.claims(case.hero) if verdict.claim == PON]
    return _ruled(next((verdict for verdict in verdicts if verdict.allowed), verdicts[0]), expected)


def _furiten(case: Told, expected: Case) -> Answer:
    found = case.scene.table.furiten(case.hero)
    got: Case = {"furiten": found is not None, "reason": [str(found.code)] if found else ["ok"]}
    return got, got["furiten"] == expected["furiten"] and (found is None or got["reason"][0] in expected["reason"])


def _claim_word(verdict: Verdict) -> str:
    if verdict.claim == CHI:
        digits = "".join(name(tile)[0] for tile in verdict.uses)
        return f"chi:{digits}{name(verdict.uses[0])[1]}"
    return CLAIM_NAMES[verdict.claim]


def _legal_claims(case: Told, expected: Case) -> Answer:
    got: dict[str, list[str]] = {letter: [] for letter in expected}
    for verdict in case.scene.table.verdicts():
        letter = LETTERS[verdict.seat]
        if verdict.allowed and letter in got and _claim_word(verdict) not in got[letter]:
            got[letter].append(_claim_word(verdict))
    got = {letter: sorted(claims) for letter, claims in got.items()}
    return got, got == expected


def _granted(case: Told, expected: list[Case]) -> Answer:
    table = case.scene.table
    window = table.window
    asked = []
    for letter, words in case.given["claims"].items():
        for verdict in table.claims(LETTERS.index(letter)):
            if verdict.allowed and words in {_claim_word(verdict), CLAIM_NAMES[verdict.claim]}:
                asked.append(verdict)
                break
    ruling = resolve(case.book, -1 if window is None else window.source, asked, case.book.seats)
    got = [{"seat": LETTERS[verdict.seat], "claim": CLAIM_NAMES[verdict.claim]} for verdict in ruling.granted]
    return got, got == expected


def _forbidden_discards(case: Told, expected: list[str]) -> Answer:
    seat = case.seat
    barred = [tile for tile in seat.hand.tiles() if seat.locks.blocked(DISCARD, KIND_OF[tile], seat.waits)]
    got = [name(tile) for tile in dict.fromkeys(barred)]
    return got, got == expected


def _riichi_discards(case: Told, expected: list[str]) -> Answer:
    got = names(kind for kind, _ in case.scene.table.referee.riichi_discards(case.seat)).split()
    return got, got == expected


def _ready_waits(case: Told) -> list[str]:
    """Waits that count under the rule book: not those of which the seat holds all four itself."""
    seat = case.seat
    return names(kinds_in(case.scene.table.referee.ready_waits(seat, seat.hand.counts[:34], seat.waits))).split()


def _waits(case: Told, expected: list[str]) -> Answer:
    got = _ready_waits(case)
    return got, got == expected


def _tenpai(case: Told, expected: Case) -> Answer:
    waits = _ready_waits(case)
    got = {"tenpai": bool(waits), "waits": waits}
    return got, got == expected


def _ukeire(case: Told, expected: dict[str, int]) -> Answer:
    visible = case.scene.table.in_sight()
    found = shapes.ukeire(case.seat.hand.counts[:34], case.seat.sets, visible)
    got = {name(Kind(kind)): left for kind, left in found.items()}
    return got, got == expected


def _shanten(case: Told, expected: int) -> Answer:
    got = shapes.shanten(*case.seat.hand.suit_keys, case.seat.sets)
    return got, got == expected


def _win(case: Told, expected: Case) -> Answer:
    got = {"win": shapes.complete(*case.seat.hand.keys)}
    return got, got == expected


def _yaku(case: Told, expected: dict[str, list[str]]) -> Answer:
    index = LETTERS.index(case.given["win"]["seat"])
    value = case.scene.table.value(index)
    got = [] if value is None else list(value.yaku)
    return got, set(expected["must"]) <= set(got) and not set(expected["must_not"]) & set(got)


def _dora(case: Told, expected: list[str]) -> Answer:
    indicators = parse_tiles(case.given["dora_indicators"])
    got = [name(dora_of(KIND_OF[tile], seats=case.book.seats)) for tile in indicators]
    return got, got == expected


def _audit(case: Told, expected: Case) -> Answer:
    events = case.given.get("events", [])
    scene = case.staged()
    for at, event in enumerate(events):
        try:
            play(scene, event)
        except IllegalEventError as error:
            codes = [str(reason.code) for reason in error.reasons]
            got: Case = {"ok": False, "at": at, "reason": codes}
            at_right = "at" not in expected or expected["at"] == at
            return got, not expected["ok"] and at_right and codes[0] in expected["reason"]
    return {"ok": True}, bool(expected["ok"])


def _parse_tiles(case: Told, expected: Case) -> Answer:
    try:
        got: Case = {"ok": True, "tiles": names(parse_tiles(case.given["text"])).split()}
    except TileError as error:
        got = {"ok": False, "reason": [error.code]}
    return got, got == expected


def _convert_mjai(case: Told, expected: list[str]) -> Answer:
    got = [name(parse_mjai(tile)) for tile in case.given["tiles"]]
    return got, got == expected


def _decode_melds(case: Told, expected: list[Case]) -> Answer:
    caller = LETTERS.index(case.given["caller"])
    got = [_decoded(code, caller) for code in case.given["codes"]]
    return got, got == expected


def _decoded(code: int, caller: int) -> Case:
    event = tenhou.meld(caller, code, tenhou.FOUR, reds=False)
    source = (caller + code % 4) % 4
    if isinstance(event, Call):
        word, tiles = CLAIM_NAMES[event.claim], [*event.uses, event.tile]
    elif isinstance(event, AddedKan):
        word, tiles = "kakan", [event.tile] * 4
    elif isinstance(event, ClosedKan):
        word, tiles = "ankan", list(event.tiles)
    else:
        word, tiles = "kita", [event.tile]
    taken = event.tile if isinstance(event, Call | AddedKan) else None
    return {
        "type": word,
        "tiles": names(sorted(tiles)).split(),
        "taken": None if taken is None else name(taken),
        "from": None if taken is None else LETTERS[source],
    }


def _tags(text: str) -> list[tuple[str, dict[str, str]]]:
    """The tags of a piece of mjlog; a tag cut short keeps its name."""
    found = []
    for piece in tags.pieces(text.encode())[1:]:
        try:
            found.append(tags.parse_tag(piece))
        except RecordError:
            found.append((piece.split(maxsplit=1)[0], {}))
    return found


def _players(case: Told, expected: Case) -> Answer:
    dealt = next(attrs for tag, attrs in _tags(case.given["mjlog"]) if tag == "INIT")
    got = {"count": sum(1 for chair in range(4) if dealt.get(f"hai{chair}"))}
    return got, got == expected


def _riichi_accepted(case: Told, expected: Case) -> Answer:
    """Step 1 is the declaration, step 2 says that it stands."""
    steps = [attrs for tag, attrs in _tags(case.given["mjlog"]) if tag == "REACH"]
    seat = LETTERS[int(steps[0]["who"])]
    accepted = any(attrs["step"] == "2" for attrs in steps)
    return {"seat": seat, "accepted": accepted}, {"seat": seat, "accepted": accepted} == expected


def _riichi_kind(case: Told, expected: Case) -> Answer:
    got = {"kind": "double_riichi" if case.seat.double_riichi else "riichi"}
    return got, got == expected


def _riichi_state(case: Told, expected: Case) -> Answer:
    table = case.scene.table
    got: Case = {"sticks": table.round.sticks}
    for letter in expected:
        if letter != "sticks":
            seat = table.seats[LETTERS.index(letter)]
            points = table.round.scores[seat.index]
            got[letter] = {"riichi": seat.in_riichi, "points": points, "ippatsu": seat.ippatsu}
    return got, got == expected


def _next_to_draw(case: Told, expected: str) -> Answer:
    got = LETTERS[case.scene.table.round.turn]
    return got, got == expected


def _deal_in_seat(case: Told, expected: str) -> Answer:
    got = LETTERS[case.scene.table.wins[-1].source]
    return got, got == expected


def _replacement_draw(case: Told, expected: Case) -> Answer:
    """Rounds one after another, and whether the last one's first draw comes from the dead wall."""
    drawn = False
    for told in case.given["rounds"]:
        scene = Told({"events": told["events"], **told}, case.book).scene
        drawn = any(seat.drawn_replacement for seat in scene.table.seats)
    return {"value": drawn}, {"value": drawn} == expected


_QUESTIONS: Final[dict[str, Callable[[Told, Any], Answer]]] = {
    "ron_allowed": _ron,
    "hu_allowed": _ron,
    "tsumo_allowed": _tsumo,
    "riichi_allowed": _riichi,
    "ankan_allowed": _closed_kan,
    "kakan_allowed": _added_kan,
    "kita_allowed": _north,
    "nine_terminals_allowed": _nine_terminals,
    "pong_allowed": _pon,
    "furiten": _furiten,
    "legal_claims": _legal_claims,
    "granted": _granted,
    "forbidden_discards": _forbidden_discards,
    "riichi_discards": _riichi_discards,
    "waits": _waits,
    "tenpai": _tenpai,
    "ukeire": _ukeire,
    "shanten": _shanten,
    "win": _win,
    "yaku": _yaku,
    "dora": _dora,
    "audit": _audit,
    "parse_tiles": _parse_tiles,
    "convert_mjai": _convert_mjai,
    "decode_mjlog_meld": _decode_melds,
    "players": _players,
    "riichi_accepted": _riichi_accepted,
    "riichi_kind": _riichi_kind,
    "riichi_state": _riichi_state,
    "next_to_draw": _next_to_draw,
    "deal_in_seat": _deal_in_seat,
    "replacement_draw": _replacement_draw,
    "payments": money.payments,
    "round_result": money.round_result,
    "abort_due": money.abort_due,
}
