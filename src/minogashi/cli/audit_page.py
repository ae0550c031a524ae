"""How an audit reads: a game round by round, a line a game where there are many, and the sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minogashi.messages import short, text
from minogashi.render import counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from minogashi.render import Cell, Paper
    from minogashi.report import Disagreement, Game, IllegalAct, MissedWin, Round, Span, Summary

CLAIMS: Final = {
    "Ron": "ron",
    "Tsumo": "tsumo",
    "ClosedKan": "ankan",
    "AddedKan": "kakan",
    "North": "kita",
    "NineTerminals": "nine_terminals",
}
"""The claims that events make, where the event's own name is no word for people."""
ENDED: Final = {"ron": "another seat won it", "exhaustive": "the wall was empty", "abort": "the hand was aborted"}
PENALTIES: Final = {
    "void": "The declaration is void",
    "dead_hand": "The hand is dead",
    "deposit_1000": "Costs a deposit of 1000",
    "chombo": "Chombo",
    "nothing": "Refused, no penalty",
}
COLUMNS: Final = ("let go", "furiten", "illegal", "disagree")
WINDS: Final = "ESWN"
LATEST: Final = "own_latest"
"""Every discard sets this lock, so that a round tells how often and not when; JSON has each."""
SOME: Final = 3
"""How many of a long list are named."""


def game(paper: Paper, entry: Game) -> None:
    """One game in full."""
    _title(paper, entry)
    quiet: list[str] = []
    for round_ in entry.rounds:
        rows = list(_findings(paper, round_, entry))
        if not rows:
            quiet.append(round_.name)
            continue
        _fold(paper, quiet)
        paper.line((round_.name, "title"), f"  {_result(paper, round_, entry.family)}")
        paper.table(rows, indent=2)
    _fold(paper, quiet)
    paper.line()


def _title(paper: Paper, entry: Game) -> None:
    number = f" (game {entry.game})" if entry.game > 1 else ""
    paper.line((printable(entry.path) + number, "title"))
    first = entry.rounds[0].dealer if entry.rounds else 0
    seats = [
        f"{WINDS[(seat - first) % entry.seats]} {printable(name)}" for seat, name in enumerate(entry.names) if name
    ]
    told = [entry.format, f"rule book {entry.profile}", counted(len(entry.rounds), "round")]
    if seats:
        told.append("first round: " + ", ".join(sorted(seats, key=lambda seat: WINDS.index(seat[0]))))
    if entry.cut:
        told.append("the record breaks off")
    paper.line(", ".join(told[:3]) + "".join(f"; {part}" for part in told[3:]))
    for note in entry.notes:
        paper.line((printable(note), "lock"))
    if entry.overrides:
        paper.line("changed: " + _options(entry.overrides))
    if entry.assumed:
        some = _options(dict(list(entry.assumed.items())[:SOME]))
        more = len(entry.assumed) - SOME
        rest = f" and {more} more (see minogashi profiles {entry.profile})" if more > 0 else ""
        paper.line((f"not told by the rule book, default taken: {some}{rest}", "quiet"))
    paper.line()


def _options(options: Mapping[str, str | int]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items())


def _fold(paper: Paper, quiet: list[str]) -> None:
    """Rounds with nothing to tell share one line."""
    if quiet:
        told = " ".join(quiet) if len(quiet) <= SOME else f"{quiet[0]} to {quiet[-1]}"
        paper.line((f"{told}  nothing to tell", "quiet"))
        quiet.clear()


def _result(paper: Paper, round_: Round, family: str) -> str:
    ron, tsumo = text("claim.ron", family=family), text("claim.tsumo", family=family)
    wins = [
        f"{win.wind} {tsumo} {paper.tile(win.tile)}"
        if win.via == "draw"
        else f"{win.wind} {ron} {paper.tile(win.tile)} from {win.source_wind}"
        for win in round_.wins
    ]
    return ", ".join(wins) or short(f"result.{round_.result}").removeprefix("result.").replace("cut", "breaks off")


def _findings(paper: Paper, round_: Round, entry: Game) -> Iterator[list[Cell]]:
    """The rows of a round: what, who, which, since when, until when; in the order of play."""
    found: list[tuple[int, list[Cell]]] = []
    latest = [span for span in round_.spans if span.code == LATEST]
    if latest:
        times = counted(len(latest), "discard")
        found.append((round_.start, [("lock", "lock"), "all", short(LATEST), times, "each until its seat draws again"]))
    found += [(span.start, _span(paper, span, entry, round_.result)) for span in round_.spans if span.code != LATEST]
    found += [(missed.event, _missed(paper, missed, entry)) for missed in round_.missed_wins + round_.missed_at_end]
    found += [(act.event, _act(paper, act, entry)) for act in round_.illegal_acts]
    found += [(row.event, _disagreement(row, entry)) for row in round_.disagreements]
    for _, row in sorted(found, key=lambda pair: pair[0]):
        yield row


def _who(seat: int | None, wind: str | None, entry: Game) -> str:
    name = entry.names[seat] if seat is not None and seat < len(entry.names) else ""
    return f"{wind or '-'} {printable(name)}".strip()


def _span(paper: Paper, span: Span, entry: Game, result: str) -> list[Cell]:
    cause = span.cause
    since = "from the start"
    if cause.seat is not None:
        whose = "own" if cause.seat == span.seat else f"{cause.wind}'s"
        tile = f" {paper.tile(cause.tile or span.tile)}" if cause.tile or span.tile else " declaration"
        since = f"since {whose}{tile}, turn {cause.turn}"
    if span.end is None:
        until = "still in force"
    elif span.ended_by == "hand_end":
        until = "to where the record breaks off" if result == "cut" else "to the end of the hand"
    elif span.ended_by == "waits_change":
        until = f"until the waits changed, turn {span.end_turn}"
    else:
        until = f"until {span.wind}'s {span.ended_by.removeprefix('own_').replace('_', ' ')}, turn {span.end_turn}"
    kind = "furiten" if span.code.startswith("furiten") else "lock"
    return [(kind, "lock"), _who(span.seat, span.wind, entry), short(span.code), since, until]


def _missed(paper: Paper, missed: MissedWin, entry: Game) -> list[Cell]:
    how = "" if missed.via == "discard" else f" ({missed.via})"
    why = short(missed.reason) + (", though it was legal" if missed.reason == "declined" else "")
    if missed.ended:
        why += f"; {ENDED.get(missed.ended, 'the hand ended')}"
    waits = paper.tile(" ".join(missed.waits))
    turn = f", turn {missed.turn}" if missed.turn is not None else ""
    return [
        ("let go", "miss"),
        _who(missed.seat, missed.wind, entry),
        f"{paper.tile(missed.tile)} of {missed.source_wind}{how}{turn}",
        f"waits {waits} ({missed.state})",
        why,
    ]


def _act(paper: Paper, act: IllegalAct, entry: Game) -> list[Cell]:
    word = CLAIMS.get(act.act)
    what = text(f"claim.{word}", family=entry.family) if word else act.act.lower()
    tile = f" {paper.tile(act.tile)}" if act.tile else ""
    turn = f"turn {act.turn}, " if act.turn is not None else ""
    reasons = "; ".join(reason.text for reason in act.reasons)
    costs = PENALTIES.get(act.penalty or "", "")
    if act.paid is not None:
        costs = f"False hu: costs {-act.paid[act.seat or 0]}"
    told = f"{reasons}. {costs}" if costs else reasons
    return [("illegal", "wrong"), _who(act.seat, act.wind, entry), what + tile, turn + act.place, told]


def _disagreement(row: Disagreement, entry: Game) -> list[Cell]:
    told = f"the record says {row.stated}, found {row.found}"
    return [("disagree", "wrong"), _who(row.seat, row.wind, entry), row.kind.replace("_", " "), row.place, told]


def head(paper: Paper) -> None:
    """The head of the table of games."""
    paper.line(("  ".join(COLUMNS) + "  game", "quiet"))


def line(paper: Paper, entry: Game) -> None:
    """One line for a game that has something to tell: how many of each."""
    numbers = (
        sum(len(round_.missed_wins) for round_ in entry.rounds),
        sum(len(round_.spans) for round_ in entry.rounds),
        sum(len(round_.illegal_acts) for round_ in entry.rounds),
        sum(len(round_.disagreements) for round_ in entry.rounds),
    )
    if not any(numbers):
        return
    styles = ("miss", "lock", "wrong", "wrong")
    cells: list[Cell] = []
    for number, style, column in zip(numbers, styles, COLUMNS, strict=True):
        cells += [(f"{number or '-':>{len(column)}}", style if number else "quiet"), "  "]
    paper.line(*cells, printable(entry.path), f" (game {entry.game})" if entry.game > 1 else "")


def summary(paper: Paper, sums: Summary) -> None:
    """The sums over all files."""
    paper.line(("summary", "title"))
    paper.table(list(_sums(sums)), indent=2)


def _sums(sums: Summary) -> Iterator[list[Cell]]:
    read = counted(sums.files, "file")
    if sums.unreadable:
        read += f" ({sums.unreadable} unreadable)"
    yield ["read", f"{read}, {counted(sums.games, 'game')}, {counted(sums.rounds, 'round')}"]
    if not sums.games:
        return
    ends = {code: number for code, number in sums.results.items() if code != "win"}
    yield ["ended by", ", ".join(_parts({"ron": sums.ron, "tsumo": sums.tsumo, **ends}))]
    more = f" (and {sums.missed_at_end} on the last tile of a hand)" if sums.missed_at_end else ""
    yield ["wins let go", _total(sums.missed_wins, sums.missed_by_reason) + more]
    locks = "furiten" if all(code.startswith("furiten") for code in sums.spans_by_code) else "locks"
    yield [locks, _total(sum(sums.spans_by_code.values()), sums.spans_by_code)]
    yield ["illegal acts", (str(sums.illegal_acts), "wrong" if sums.illegal_acts else "right")]
    answers = {kind: answer for kind, answer in sums.server_answers.items() if answer.agree + answer.disagree}
    if answers:
        agree = sum(answer.agree for answer in answers.values())
        differ = sum(answer.disagree for answer in answers.values())
        told = f"{agree} shared, {differ} not"
        wrong = [
            f"{kind.replace('_', ' ')} {answer.disagree} of {answer.agree + answer.disagree}"
            for kind, answer in answers.items()
            if answer.disagree
        ]
        yield ["server answers", (told + (f": {', '.join(wrong)}" if wrong else ""), "wrong" if wrong else "right")]


def _total(number: int, by_code: Mapping[str, int]) -> str:
    return f"{number}: {', '.join(_parts(by_code))}" if number else "0"


def _parts(by_code: Mapping[str, int]) -> list[str]:
    return [f"{number} {short(code)}" for code, number in by_code.items() if number]
