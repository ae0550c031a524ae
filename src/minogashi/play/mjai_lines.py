"""A game as one seat sees it, in mjai lines; that seat's acts, to and from mjai.

What a seat may not see is left out or masked: the others' hands and draws (`?`), who declined what, whose claim
was outranked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from minogashi import events as ev
from minogashi.claims import CHI, OPEN_KAN, PON
from minogashi.errors import MinogashiError
from minogashi.formats.mjai import WINDS
from minogashi.tiles import KIND_OF, mjai, parse_mjai

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from minogashi.claims import Claim
    from minogashi.table import Table
    from minogashi.tiles import Tile

    Line = dict[str, Any]

NONE: Final[Line] = {"type": "none"}
UNSEEN: Final = "?"
REASONS: Final = {
    "exhaustive": "fanpai",
    "nine_terminals": "kyushukyuhai",
    "four_winds": "sufonrenta",
    "four_riichi": "suchareach",
    "four_kans": "sukaikan",
    "triple_ron": "sanchaho",
    "nagashi": "nagashimangan",
}
"""mjai's words for hands that end without a winner."""
_CALLS: Final[dict[Claim, str]] = {CHI: "chi", PON: "pon", OPEN_KAN: "daiminkan"}
_CLAIMS: Final[dict[str, tuple[Claim, int]]] = {"chi": (CHI, 2), "pon": (PON, 2), "daiminkan": (OPEN_KAN, 3)}
_HIDDEN_ACTS: Final = (ev.Pass, ev.Ask)


class View:
    """Turns the events of a game, one after another, into the lines that `seat` may see.

    >>> view = View(0)
    >>> view.lines(ev.Draw(1, parse_mjai("5mr"))), view.lines(ev.Pass(1))
    ([{'type': 'tsumo', 'actor': 1, 'pai': '?'}], [])
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._scores: list[int] = []
        self._pons: dict[tuple[int, int], list[str]] = {}
        self._declared: int | None = None
        self._thrown = False
        self._wins: list[Line] = []
        self._nine: int | None = None

    def lines(self, event: ev.Event) -> list[Line]:
        """The lines for one event, in order; a riichi is told to stand before whatever follows its discard."""
        out = [] if isinstance(event, _HIDDEN_ACTS) else self._stands(event)
        write = _WRITERS.get(type(event))
        if write is not None:
            out += write(self, event)
        return out

    def _stands(self, event: ev.Event) -> list[Line]:
        if self._declared is None or not self._thrown:
            return []
        seat, self._declared, self._thrown = self._declared, None, False
        if isinstance(event, ev.Ron):
            return []
        self._scores[seat] -= 1000
        return [{"type": "reach_accepted", "actor": seat, "scores": self._scores[:]}]

    def _deal(self, event: ev.RoundStart) -> list[Line]:
        self._scores, self._pons, self._wins, self._nine = list(event.scores), {}, [], None
        self._declared, self._thrown = None, False
        hidden = [UNSEEN] * 13
        return [
            {
                "type": "start_kyoku",
                "bakaze": WINDS[event.wind],
                "dora_marker": mjai(event.indicators[0]),
                "kyoku": event.number + 1,
                "honba": event.honba,
                "kyotaku": event.sticks,
                "oya": event.dealer,
                "scores": list(event.scores),
                "tehais": [_names(hand) if seat == self.seat else hidden for seat, hand in enumerate(event.hands)],
            }
        ]

    def _draw(self, event: ev.Draw) -> list[Line]:
        return [{"type": "tsumo", "actor": event.seat, "pai": mjai(event.tile) if event.seat == self.seat else UNSEEN}]

    def _discard(self, event: ev.Discard) -> list[Line]:
        self._thrown = self._declared == event.seat
        return [act(event)]

    def _riichi(self, event: ev.Riichi) -> list[Line]:
        self._declared = event.seat
        return [act(event)]

    def _call(self, event: ev.Call) -> list[Line]:
        line = act(event)
        if event.claim == PON:
            self._pons[event.seat, KIND_OF[event.tile]] = [line["pai"], *line["consumed"]]
        return [line]

    def _added_kan(self, event: ev.AddedKan) -> list[Line]:
        return [act(event, self._pons.get((event.seat, KIND_OF[event.tile]), ()))]

    def _act(self, event: ev.ClosedKan | ev.North) -> list[Line]:
        return [act(event)]

    @staticmethod
    def _dora(event: ev.Dora) -> list[Line]:
        return [{"type": "dora", "dora_marker": mjai(event.tile)}]

    def _win(self, event: ev.Ron | ev.Tsumo) -> list[Line]:
        self._wins.append(act(event))
        return []

    def _nine_terminals(self, event: ev.NineTerminals) -> list[Line]:
        self._nine = event.seat
        return []

    def _end(self, event: ev.RoundEnd) -> list[Line]:
        """The wins or the draw with the points; of several wins the last line has them all."""
        lines: list[Line] = self._wins
        if event.result != "win":
            line: Line = {"type": "ryukyoku", "reason": REASONS.get(event.result, event.result)}
            if self._nine is not None:
                line["actor"] = self._nine
            lines = [line]
        if event.scores is not None and lines:
            before = self._scores
            lines[-1]["deltas"] = [after - had for after, had in zip(event.scores, before, strict=True)]
            lines[-1]["scores"] = list(event.scores)
        return [*lines, {"type": "end_kyoku"}]

    @staticmethod
    def _over(event: ev.GameEnd) -> list[Line]:
        return [{"type": "end_game"} if event.scores is None else {"type": "end_game", "scores": list(event.scores)}]


_WRITERS: Final[dict[type[ev.Event], Callable[[View, Any], list[Line]]]] = {
    ev.RoundStart: View._deal,  # noqa: SLF001  its own table
    ev.Draw: View._draw,  # noqa: SLF001
    ev.Discard: View._discard,  # noqa: SLF001
    ev.Riichi: View._riichi,  # noqa: SLF001
    ev.Call: View._call,  # noqa: SLF001
    ev.ClosedKan: View._act,  # noqa: SLF001
    ev.AddedKan: View._added_kan,  # noqa: SLF001
    ev.North: View._act,  # noqa: SLF001
    ev.Dora: lambda _view, event: View._dora(event),  # noqa: SLF001
    ev.Ron: View._win,  # noqa: SLF001
    ev.Tsumo: View._win,  # noqa: SLF001
    ev.NineTerminals: View._nine_terminals,  # noqa: SLF001
    ev.RoundEnd: View._end,  # noqa: SLF001
    ev.GameEnd: lambda _view, event: View._over(event),  # noqa: SLF001
}


def act(event: ev.Event, pon: Iterable[str] = ()) -> Line:
    """The mjai line by which a seat acts; `pon` names the tiles that an added kan is added to.

    >>> act(ev.Discard(2, parse_mjai("5sr"), drawn=True))
    {'type': 'dahai', 'actor': 2, 'pai': '5sr', 'tsumogiri': True}
    >>> act(ev.Pass(2))
    {'type': 'none'}
    """
    return _ACTS[type(event)](event, list(pon))


def _called(event: ev.Call, _pon: list[str]) -> Line:
    return {
        "type": _CALLS[event.claim],
        "actor": event.seat,
        "target": event.source,
        "pai": mjai(event.tile),
        "consumed": _names(event.uses),
    }


_ACTS: Final[dict[type[ev.Event], Callable[[Any, list[str]], Line]]] = {
    ev.Pass: lambda _event, _pon: dict(NONE),
    ev.Discard: lambda event, _pon: {
        "type": "dahai", "actor": event.seat, "pai": mjai(event.tile), "tsumogiri": bool(event.drawn),
    },
    ev.Riichi: lambda event, _pon: {"type": "reach", "actor": event.seat},
    ev.Call: _called,
    ev.ClosedKan: lambda event, _pon: {"type": "ankan", "actor": event.seat, "consumed": _names(event.tiles)},
    ev.AddedKan: lambda event, pon: {
        "type": "kakan", "actor": event.seat, "pai": mjai(event.tile), "consumed": pon,
    },
    ev.North: lambda event, _pon: {"type": "nukidora", "actor": event.seat, "pai": mjai(event.tile)},
    ev.Ron: lambda event, _pon: {
        "type": "hora", "actor": event.seat, "target": event.source, "pai": mjai(event.tile),
    },
    ev.Tsumo: lambda event, _pon: {
        "type": "hora", "actor": event.seat, "target": event.seat, "pai": mjai(event.tile),
    },
    ev.NineTerminals: lambda event, _pon: {
        "type": "ryukyoku", "actor": event.seat, "reason": REASONS["nine_terminals"],
    },
}  # fmt: skip


def act_of(table: Table, event: ev.Event) -> Line:
    """The line of an act at this table, with the tiles of the pon that a kan is added to."""
    pon: list[str] = []
    if isinstance(event, ev.AddedKan):
        for meld in table.seats[event.seat].hand.melds:
            if meld.claim == PON and meld.kind == KIND_OF[event.tile]:
                pon = _names(meld.tiles)
    return act(event, pon)


class Answer(Struct):
    """What a bot may write; keys that are not here (its notes on the side) are passed over."""

    type: str
    actor: int | None = None
    target: int | None = None
    pai: str | None = None
    consumed: list[str] | None = None


def asked(answer: Answer, table: Table, seat: int) -> ev.Event:
    """The event that an answer of this seat asks for, legal or not.

    A tile, source or consumed set that it leaves out is the one on offer, or just drawn, if that says it all.
    Raises `MinogashiError` for what is no act, or another seat's.
    """
    if answer.actor is not None and answer.actor != seat:
        raise MinogashiError(f"seat {seat} may not act for seat {answer.actor}")
    read = _ASKED.get(answer.type)
    if read is None:
        raise MinogashiError(f"{answer.type!r} is no act; known are {', '.join(_ASKED)}")
    return read(answer, table, seat)


def _asked_call(answer: Answer, table: Table, seat: int) -> ev.Event:
    claim, takes = _CLAIMS[answer.type]
    uses = tuple(parse_mjai(tile) for tile in answer.consumed or ())
    if len(uses) != takes:
        raise MinogashiError(f"a {answer.type} consumes {takes} tiles, found {len(uses)}")
    tile, source = _offered(answer, table, seat)
    return ev.Call(seat, claim, tile, source, uses)


def _offered(answer: Answer, table: Table, seat: int) -> tuple[Tile, int]:
    """The tile and source that the answer names, or that are on offer."""
    window = table.window
    tile = parse_mjai(answer.pai) if answer.pai is not None else None
    if window is None or window.source == seat:
        raise MinogashiError(f"no tile is on offer for a {answer.type}")
    if tile is not None and tile != window.tile:
        raise MinogashiError(f"{mjai(window.tile)} is on offer, not {answer.pai}")
    if answer.target is not None and answer.target != window.source:
        raise MinogashiError(f"the tile on offer is seat {window.source}'s, not seat {answer.target}'s")
    return window.tile, window.source


def _asked_win(answer: Answer, table: Table, seat: int) -> ev.Event:
    window, drawn = table.window, table.seats[seat].drawn
    if window is not None and window.source != seat:
        tile, source = _offered(answer, table, seat)
        return ev.Ron(seat, source, tile)
    if drawn is None:
        raise MinogashiError("there is no tile to win with")
    return ev.Tsumo(seat, drawn)


def _asked_discard(answer: Answer, table: Table, seat: int) -> ev.Event:
    tile = _named(answer)
    return ev.Discard(seat, tile, tile == table.seats[seat].drawn)


def _asked_closed_kan(answer: Answer, _table: Table, seat: int) -> ev.Event:
    tiles = tuple(parse_mjai(tile) for tile in answer.consumed or ())
    if len(tiles) != 4 or len({KIND_OF[tile] for tile in tiles}) != 1:
        raise MinogashiError("an ankan consumes four tiles of one kind")
    return ev.ClosedKan(seat, tiles)


def _named(answer: Answer) -> Tile:
    if answer.pai is None:
        raise MinogashiError(f"a {answer.type} needs its tile (pai)")
    return parse_mjai(answer.pai)


def _asked_north(answer: Answer, _table: Table, seat: int) -> ev.Event:
    return ev.North(seat) if answer.pai is None else ev.North(seat, parse_mjai(answer.pai))


_ASKED: Final[dict[str, Callable[[Answer, Table, int], ev.Event]]] = {
    "none": lambda _answer, _table, seat: ev.Pass(seat),
    "dahai": _asked_discard,
    "reach": lambda _answer, _table, seat: ev.Riichi(seat),
    "chi": _asked_call,
    "pon": _asked_call,
    "daiminkan": _asked_call,
    "ankan": _asked_closed_kan,
    "kakan": lambda answer, _table, seat: ev.AddedKan(seat, _named(answer)),
    "nukidora": _asked_north,
    "kita": _asked_north,
    "hora": _asked_win,
    "ryukyoku": lambda _answer, _table, seat: ev.NineTerminals(seat),
}


def chosen(event: ev.Event, choices: Sequence[ev.Event]) -> ev.Event | None:
    """The entry of the menu that an asked event means; the order of the tiles it takes does not matter.

    >>> from minogashi.tiles import parse_tiles
    >>> four, six = parse_tiles("46p")
    >>> menu = [ev.Call(1, CHI, parse_mjai("5p"), 0, (four, six)), ev.Pass(1)]
    >>> chosen(ev.Call(1, CHI, parse_mjai("5p"), 0, (six, four)), menu) == menu[0]
    True
    """
    wanted = _key(event)
    return next((choice for choice in choices if _key(choice) == wanted), None)


def _key(event: ev.Event) -> tuple[Any, ...]:
    taken = getattr(event, "uses", getattr(event, "tiles", ()))
    claim = getattr(event, "claim", None)
    return type(event), getattr(event, "tile", None), claim, tuple(sorted(taken)), getattr(event, "seat", -1)


def _names(tiles: Iterable[Tile]) -> list[str]:
    return [mjai(tile) for tile in tiles]
