"""minogashi's own records: mjai JSON lines plus the types that mjai lacks, read back exactly.

The first line is a `start_game` with `"minogashi": 1`, the rule book and its options; every event
follows as one line, a `says` line after an event is a statement about it. A drawn hand has a
`ryukyoku` line too, for programs that know only mjai's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from minogashi import events as ev
from minogashi.claims import CHI, CLAIM_NAMES, CLAIM_OF, OPEN_KAN, PON
from minogashi.errors import RecordError, TileError
from minogashi.formats import lines, mjai
from minogashi.formats.torn import torn
from minogashi.record import Record, Statement, WinClaim
from minogashi.tiles import mjai as name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence, Sized

    from minogashi.claims import Claim
    from minogashi.tiles import Tile

NAME: Final = "minogashi"
VERSION: Final = 1
_LINE: Final = msgspec.json.Decoder(lines.WRITTEN)
_ENCODE: Final = msgspec.json.Encoder().encode


def sniff(head: bytes) -> bool:
    """Whether the first line is the start of a written record.

    >>> sniff(b'{"type":"start_game","minogashi":1}')
    True
    """
    first = head.split(b"\n", 1)[0]
    return first.startswith(b"{") and b'"start_game"' in first and b'"minogashi"' in first


def write(record: Record) -> bytes:
    r"""A record as bytes that `read` gives back: events, statements, rules, names.

    >>> record = Record("", "minogashi", "tenhou", events=[ev.Pass(1)])
    >>> write(record).splitlines()[1]
    b'{"type":"pass","actor":1}'
    """
    out = [start_line(record)]
    said = sorted(record.statements, key=lambda statement: statement.at)
    following = 0
    for at, event in enumerate(record.events):
        out.append(event_lines(event))
        while following < len(said) and said[following].at <= at:
            out.append(_says(said[following], at))
            following += 1
    out += [_says(statement, -1) for statement in said[following:]]
    return b"".join(out)


def start_line(record: Record) -> bytes:
    """The first line of a written record."""
    return (
        _ENCODE(
            lines.StartGame(
                names=list(record.names),
                minogashi=VERSION,
                rules=record.profile,
                options=record.options,
                seats=record.seats,
                view=record.view,
                link=record.link or None,
                cut=record.cut,
                setup=record.setup,
            )
        )
        + b"\n"
    )


def event_lines(event: ev.Event) -> bytes:
    r"""The line, or two lines, that stand for one event; append them to a record that is being played.

    >>> event_lines(ev.Draw(2, 35))
    b'{"type":"tsumo","actor":2,"pai":"5pr"}\n'
    """
    made = _WRITERS[type(event)](event)
    if isinstance(made, tuple):
        return b"".join([_ENCODE(line) + b"\n" for line in made])
    return _ENCODE(made) + b"\n"


def statement_line(statement: Statement) -> bytes:
    r"""The line of a statement, wherever it comes to stand after the event that it is about.

    >>> statement_line(Statement(3, 1, "furiten", True))
    b'{"type":"says","actor":1,"kind":"furiten","value":true,"at":3}\n'
    """
    return _says(statement, -1)


def parse(data: bytes, path: str) -> list[Record]:
    """The games in the data, exactly as they were written.

    A record may break off after any line: a game that is being played is written line by line.
    """
    games: list[Record] = []
    number, rows = 0, data.split(b"\n")
    decode, move = _LINE.decode, _READERS.get
    try:
        for number, row in enumerate(rows, 1):
            if not row.strip():
                continue
            line = decode(row)
            read = move(line.__class__)
            if read is None or not games:
                _line(line, games, path)
            else:
                _event(read(line), games[-1], number)
    except RecordError as error:
        raise error.located(at=f"line {number}") from error.__cause__
    except (TileError, msgspec.MsgspecError) as error:
        if games and number == len(rows) and torn(rows[-1], error):
            games[-1].cut = True
            return games
        raise RecordError(str(error), at=f"line {number}") from error
    return games


_MOVES: Final = (ev.Discard, ev.Draw)


def _event(event: ev.Event, game: Record, number: int) -> None:
    if not isinstance(event, _MOVES):
        _fits(event, game.seats)
    elif not 0 <= event.seat < game.seats:  # nearly all there are, so they get the short way
        raise _no_seat(event.seat, game.seats)
    at, places = len(game.events), game.places
    if not places or places[-1][1] - places[-1][0] != number - at:
        places.append((at, number))
    game.events.append(event)


def _line(line: lines.Line, games: list[Record], path: str) -> None:
    """A line that is no event, or should not stand where it stands."""
    if isinstance(line, lines.StartGame):
        games.append(_start(line, path))
    elif not games:
        raise RecordError("expected a start_game line first")
    elif isinstance(line, lines.Says):
        games[-1].statements.append(_said(line, games[-1]))
    elif not isinstance(line, lines.Ryukyoku):
        raise RecordError(f"a line of type {type(line).__struct_config__.tag!r} is never written here")


def _no_seat(seat: int, seats: int) -> RecordError:
    return RecordError(f"seat {seat}: this game has seats 0 to {seats - 1}")


def _fits(event: ev.Event, seats: int) -> None:
    """Every seat that is named is there, and whatever there is one of a seat is there as often."""
    named = [getattr(event, "seat", 0), getattr(event, "source", 0)]
    rows: list[Sized] = []
    if isinstance(event, ev.Position):
        rows += [event.melds, event.rivers, event.riichi, event.ippatsu or event.riichi, event.bonus or event.riichi]
        named.append(max(event.turn, 0))
        event = event.start
    if isinstance(event, ev.RoundStart):
        rows += [event.hands, event.scores]
        named.append(event.dealer)
    for seat in named:
        if not 0 <= seat < seats:
            raise _no_seat(seat, seats)
    for row in rows:
        if len(row) != seats:
            raise RecordError(f"expected hands, scores and the like for {seats} seats, found {len(row)}")


def _start(line: lines.StartGame, path: str) -> Record:
    if line.minogashi != VERSION:
        raise RecordError(f"written by version {line.minogashi} of this format; this program reads version {VERSION}")
    seats = line.seats if line.seats is not None else 4
    if not 2 <= seats <= 4:
        raise RecordError(f"seats must be 2 to 4, found {seats}")
    return Record(
        path,
        NAME,
        line.rules or "tenhou",
        options=line.options or {},
        seats=seats,
        view=line.view,
        names=tuple([text or "" for text in line.names or ()]),
        link=line.link or "",
        unit="line",
        cut=line.cut,
        setup=line.setup,
    )


def _says(statement: Statement, at: int) -> bytes:
    names = [text for bit, text in CLAIM_NAMES.items() if statement.judged & bit]
    return (
        _ENCODE(
            lines.Says(
                statement.seat,
                statement.kind,
                statement.value,
                judged=names or None,
                at=statement.at if statement.at != at else None,
            )
        )
        + b"\n"
    )


def _said(line: lines.Says, game: Record) -> Statement:
    value: Any = msgspec.convert(line.value, WinClaim) if line.kind == "win" else _frozen(line.value)
    return Statement(
        line.at if line.at is not None else len(game.events) - 1,
        line.actor,
        line.kind,
        value,
        sum(_claim(text) for text in line.judged or ()),
    )


def _frozen(value: Any) -> Any:  # noqa: ANN401  what JSON can hold
    return tuple([_frozen(one) for one in value]) if isinstance(value, list) else value


def _claim(text: str) -> Claim:
    if text not in CLAIM_OF:
        raise RecordError(f"{text!r} is not a claim: expected one of {', '.join(CLAIM_OF)}")
    return CLAIM_OF[text]


def _names(tiles: Iterable[Tile]) -> list[str]:
    return [name(tile) for tile in tiles]


def _start_kyoku(event: ev.RoundStart) -> lines.StartKyoku:
    one = len(event.indicators) == 1
    return lines.StartKyoku(
        bakaze=mjai.WINDS[event.wind],
        kyoku=event.number + 1,
        honba=event.honba,
        kyotaku=event.sticks,
        oya=event.dealer,
        scores=list(event.scores),
        dora_marker=name(event.indicators[0]) if one else None,
        dora_markers=None if one else _names(event.indicators),
        tehais=[_names(hand) for hand in event.hands],
        live=event.live,
    )


def _round_start(line: lines.StartKyoku) -> ev.RoundStart:
    if line.bakaze not in mjai.WINDS or line.kyoku is None or line.oya is None:
        raise RecordError("start_kyoku needs bakaze (E S W N), kyoku and oya")
    return ev.RoundStart(
        wind=mjai.WINDS.index(line.bakaze),
        number=line.kyoku - 1,
        honba=line.honba or 0,
        sticks=line.kyotaku or 0,
        dealer=line.oya,
        scores=_scores(line.scores) or (),
        indicators=mjai.tiles([line.dora_marker] if line.dora_marker is not None else line.dora_markers or []),
        hands=tuple([mjai.tiles(hand or ()) for hand in line.tehais or ()]),
        live=line.live,
    )


def _position_line(event: ev.Position) -> lines.Position:
    return lines.Position(
        start=_start_kyoku(event.start),
        melds=[[_meld_line(meld) for meld in melds] for melds in event.melds],
        rivers=[_names(river) for river in event.rivers],
        riichi=list(event.riichi),
        ippatsu=list(event.ippatsu),
        bonus=[_names(shown) for shown in event.bonus],
        turn=event.turn,
        first_turn=event.first_turn,
    )


def _meld_line(meld: ev.Meld) -> lines.MeldLine:
    taken = name(meld.taken) if meld.taken is not None else None
    return lines.MeldLine(CLAIM_NAMES[meld.claim], _names(meld.tiles), taken, meld.source)


def _position(line: lines.Position) -> ev.Position:
    return ev.Position(
        start=_round_start(line.start),
        melds=tuple([tuple([_meld(meld) for meld in melds]) for melds in line.melds]),
        rivers=tuple([mjai.tiles(river) for river in line.rivers]),
        riichi=tuple(line.riichi),
        ippatsu=tuple(line.ippatsu),
        bonus=tuple([mjai.tiles(shown) for shown in line.bonus]),
        turn=line.turn,
        first_turn=line.first_turn,
    )


def _meld(line: lines.MeldLine) -> ev.Meld:
    taken = mjai.tiles([line.taken])[0] if line.taken is not None else None
    return ev.Meld(_claim(line.claim), mjai.tiles(line.tiles), taken, line.source)


def _called(event: ev.Call) -> lines.Line:
    kind: Any = {CHI: lines.Chi, PON: lines.Pon, OPEN_KAN: lines.Daiminkan}[event.claim]
    made: lines.Line = kind(event.seat, event.source, name(event.tile), _names(event.uses))
    return made


def _ended(event: ev.RoundEnd) -> lines.Line | tuple[lines.Line, ...]:
    end = lines.EndKyoku(event.result, _list(event.scores))
    if event.result in {"win", "cut", "chombo"}:
        return end
    return lines.Ryukyoku(event.result, scores=end.scores), end


def _list(scores: Sequence[int] | None) -> list[int] | None:
    return None if scores is None else list(scores)


def _scores(scores: list[int] | None) -> tuple[int, ...] | None:
    return None if scores is None else tuple(scores)


def _won(line: lines.Hora) -> ev.Ron | ev.Tsumo:
    if line.target is None or line.pai is None:
        raise RecordError("hora needs target and pai")
    (tile,) = mjai.tiles([line.pai])
    return ev.Tsumo(line.actor, tile) if line.target == line.actor else ev.Ron(line.actor, line.target, tile)


_WRITERS: Final[dict[type[ev.Event], Callable[[Any], lines.Line | tuple[lines.Line, ...]]]] = {
    ev.RoundStart: _start_kyoku,
    ev.Position: _position_line,
    ev.Draw: lambda event: lines.Tsumo(event.seat, name(event.tile), event.replacement),
    ev.Discard: lambda event: lines.Dahai(event.seat, name(event.tile), event.drawn),
    ev.Riichi: lambda event: lines.Reach(event.seat),
    ev.Call: _called,
    ev.ClosedKan: lambda event: lines.Ankan(event.seat, _names(event.tiles)),
    ev.AddedKan: lambda event: lines.Kakan(event.seat, name(event.tile)),
    ev.North: lambda event: lines.Nukidora(event.seat, name(event.tile)),
    ev.Bonus: lambda event: lines.Bonus(event.seat, name(event.tile)),
    ev.Dora: lambda event: lines.DoraLine(name(event.tile)),
    ev.Pass: lambda event: lines.Pass(event.seat),
    ev.Ask: lambda event: lines.Ask(event.seat, CLAIM_NAMES[event.claim], _names(event.uses)),
    ev.Ron: lambda event: lines.Hora(event.seat, event.source, name(event.tile)),
    ev.Tsumo: lambda event: lines.Hora(event.seat, event.seat, name(event.tile)),
    ev.NineTerminals: lambda event: lines.NineTerminals(event.seat),
    ev.FalseWin: lambda event: lines.FalseWin(event.seat, event.shown),
    ev.DeadHand: lambda event: lines.DeadHand(event.seat),
    ev.Turn: lambda event: lines.Turn(event.seat),
    ev.Live: lambda event: lines.Live(event.left),
    ev.Payment: lambda event: lines.Payment(list(event.deltas), event.why),
    ev.RoundEnd: _ended,
    ev.GameEnd: lambda event: lines.EndGame(_list(event.scores)),
}
_READERS: Final[dict[type[lines.Line], Callable[[Any], ev.Event]]] = {
    **mjai.MOVES,
    lines.StartKyoku: _round_start,
    lines.Position: _position,
    lines.Hora: _won,
    lines.EndKyoku: lambda line: ev.RoundEnd(line.result or "win", _scores(line.scores)),
    lines.EndGame: lambda line: ev.GameEnd(_scores(line.scores)),
    lines.Bonus: lambda line: ev.Bonus(line.actor, *mjai.tiles([line.pai])),
    lines.Pass: lambda line: ev.Pass(line.actor),
    lines.Ask: lambda line: ev.Ask(line.actor, _claim(line.claim), mjai.tiles(line.consumed)),
    lines.NineTerminals: lambda line: ev.NineTerminals(line.actor),
    lines.FalseWin: lambda line: ev.FalseWin(line.actor, line.shown),
    lines.DeadHand: lambda line: ev.DeadHand(line.actor),
    lines.Turn: lambda line: ev.Turn(line.actor),
    lines.Live: lambda line: ev.Live(line.left),
    lines.Payment: lambda line: ev.Payment(tuple(line.deltas), line.why),
}
