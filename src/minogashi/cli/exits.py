"""`minogashi exits`: the ways out of one hand, typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from minogashi.cli.common import (
    AsJson,
    Dora,
    Hand,
    Honba,
    InRiichi,
    Melds,
    Overrides,
    ProfileName,
    River,
    RoundWind,
    SeatWind,
    Source,
    Tiles,
    check_tiles,
    fail,
    read_overrides,
    typed,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.advice import WaitRow
    from minogashi.exits import Exits, RiichiRow, Throw, TurnRow
    from minogashi.position import Exit
    from minogashi.render import Cell, Paper
    from minogashi.rulings import Grounds, Wait


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("exits")(exits)


def exits(  # noqa: PLR0913  each is an option
    hand: Hand,
    *,
    meld: Melds = [],  # noqa: B006  typer copies it
    river: River = None,
    draw: Annotated[
        str | None, typer.Option("--draw", metavar="TILE", help="The own draw: what each discard leaves.")
    ] = None,
    tile: Annotated[
        str | None, typer.Option("--tile", metavar="TILE", help="Another player's tile: reasons to let a win go.")
    ] = None,
    source: Source = None,
    riichi: InRiichi = False,
    seat: SeatWind = "S",
    round_: RoundWind = "E",
    dora: Dora = [],  # noqa: B006
    live: Annotated[int | None, typer.Option("--live", metavar="N", help="Tiles left in the live wall.")] = None,
    honba: Honba = 0,
    scores: Annotated[
        str, typer.Option("--scores", metavar="E,S,W,N", help="Points of all seats from east on: places are told.")
    ] = "",
    last: Annotated[bool, typer.Option("--last", help="It is the last hand: what each place needs.")] = False,
    profile: ProfileName = "tenhou",
    overrides: Overrides = [],  # noqa: B006
    as_json: AsJson = False,
    tiles: Tiles = "mpsz",
) -> None:
    """Show the ways out of a hand: what each discard leaves, one draw further, and what a win is weighed against."""
    from minogashi.errors import MinogashiError
    from minogashi.exits import exits as find
    from minogashi.notation import Question
    from minogashi.render import Paper
    from minogashi.rulebook import profile as rule_book

    check_tiles(tiles)
    options = read_overrides(overrides, profile)
    question = Question(
        hand=typed(hand),
        melds=meld,
        river=river,
        riichi=riichi,
        tile=tile,
        drawn=draw,
        source=source,
        seat=seat,
        wind=round_,
        dora=dora,
        live=live,
        honba=honba,
        scores=_scores(scores),
    )
    try:
        found = find(question, rule_book(profile, options), last=last, rules=profile)
    except MinogashiError as error:
        fail(str(error))
    paper = Paper(tiles)
    if as_json:
        paper.json(found)
        return
    _Page(found, paper).write()


def _scores(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",")) if text else ()
    except ValueError:
        return fail(f"--scores takes numbers, as in 25000,25000,25000,25000, not {text!r}")


class _Page:
    """The ways out on paper: the state, the discards, one draw further, the win and what it is weighed against."""

    def __init__(self, found: Exits, paper: Paper) -> None:
        from minogashi.cli.why import wait_text
        from minogashi.messages import Speaker, short
        from minogashi.rulings import Wait

        self.found, self.paper, self.short = found, paper, short
        self.speaker = Speaker(family=found.family)
        self.say = self.speaker.text
        self._wait, self._wait_text = Wait, wait_text

    def write(self) -> None:
        """Everything that there is to tell, block by block."""
        found, say = self.found, self.say
        rules = f"  ({found.profile}{''.join(f', {name}={value}' for name, value in found.overrides.items())})"
        state = say("label.none") if not found.waits else self._waits(found.waits)
        lock: Cell = say("label.no") if found.furiten is None else (found.furiten.text, "lock")
        self.paper.line((self.paper.tile(found.hand), "title"), rules)
        self.paper.table([[say("label.waits"), state], [say("label.furiten"), lock]])
        self._block("", self._throws())
        self._turns(say("exits.ahead"), found.ahead)
        for throw in () if found.choice else found.discards:
            self._turns(say("exits.ahead_of", tile=self.paper.tile(throw.discard)), throw.ahead, throw)
        self._choice()
        self._block(say("exits.pass") if found.passes else "", [["-", line.text] for line in found.passes])
        self._block("", [["-", text] for text in self._needs()])
        self._block("", [["-", (note.text, "quiet")] for note in found.notes])

    def _block(self, title: str, rows: Sequence[Sequence[Cell]]) -> None:
        if rows:
            self.paper.line()
            if title:
                self.paper.line((title, "title"))
            self.paper.table(rows)

    def _waits(self, rows: Sequence[WaitRow | Wait]) -> str:
        return self._wait_text([self._wait(line.tile, line.left) for line in rows], self.paper, self.speaker)

    def _throws(self) -> list[list[Cell]]:
        found, say = self.found, self.say
        if not found.discards:
            return []
        rows: list[list[Cell]] = [[say("exits.throw"), say("label.waits"), say("label.furiten")]]
        for line in sorted(found.discards, key=lambda line: (not line.waits, line.furiten is not None, -line.left)):
            if line.waits:
                lock: Cell = (say("exits.ends"), "right") if line.ends else self._locked(line.furiten)
                rows.append([self.paper.tile(line.discard), self._waits(line.waits), lock])
            else:
                far = say("exits.far", steps=line.shanten if line.shanten is not None else "?", left=line.left)
                rows.append([self.paper.tile(line.discard), (far, "quiet"), ""])
        return rows

    def _locked(self, furiten: Grounds | None) -> Cell:
        if furiten is None:
            return self.say("label.no")
        tile = "" if furiten.tile is None else self.paper.tile(furiten.tile)
        return (f"{self.short(furiten.code)} {tile}".rstrip(), "lock")

    def _turns(self, title: str, turns: Sequence[TurnRow], throw: Throw | None = None) -> None:
        """The draws that win or change the waits; after a furiten discard those that end it."""
        rows: list[list[Cell]] = []
        had = [line.tile for line in (self.found.waits if throw is None else throw.waits)]
        for turn in turns:
            free = [line for line in turn.exits if line.furiten is None]
            same = all([wait.tile for wait in line.waits] == had for line in turn.exits)
            if not turn.wins and (same or (throw is not None and not free)):
                continue
            draw = f"{self.paper.tile(turn.draw)} ({self.say('label.left', count=turn.left)})"
            wins: list[Cell] = [(self.say("exits.wins"), "right")] if turn.wins else []
            told = [*wins, *(self._exit(line) for line in free)] or [self._exit(line) for line in turn.exits]
            rows += [
                [draw if first else "", cell] for first, cell in zip([True] + [False] * len(told), told, strict=False)
            ]
        self._block(title, rows)

    def _exit(self, line: Exit) -> Cell:
        lock = "" if line.furiten is None else f", {self.short(line.furiten.code)}"
        return f"{self.say('exits.throw')} {self.paper.tile(line.discard)}: {self._waits(line.waits)}{lock}"

    def _choice(self) -> None:
        take = self.found.choice
        if take is None:
            return
        yaku = ", ".join(f"{name} {han}" for name, han in take.yaku.items())
        self.paper.line()
        self.paper.line((self.say("exits.take", yaku=yaku, points=take.points, place=self._place(take.place)), "title"))
        self._block(self.say("exits.instead"), [self._riichi(line) for line in take.riichi])

    def _place(self, place: int | None) -> str:
        return "" if place is None else self.say("exits.place", place=place)

    def _riichi(self, line: RiichiRow) -> list[Cell]:
        wins = [
            f"{self.paper.tile(win.tile)} "
            + self.say("exits.drawn", points=win.points, han=win.han_more, place=self._place(win.place))
            for win in line.wins
        ]
        return [f"{self.say('exits.throw')} {self.paper.tile(line.discard)}", ", ".join(wins)]

    def _needs(self) -> list[str]:
        out = []
        for place in sorted({line.place for line in self.found.needs}):
            ways = [
                self.say("exits.need_draw", points=line.points, tsumo=self.say("claim.tsumo"))
                if line.wind == self.found.seat
                else self.say("exits.need", points=line.points, who=self.say(f"wind.{line.wind}"))
                for line in self.found.needs
                if line.place == place
            ]
            out.append(self.say("exits.needs", place=place, ways=self.say("list.comma").join(ways)))
        return out
