"""`minogashi why`: one seat in one round of a record, with every claim and every reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from minogashi.cli.common import (
    AsJson,
    GameNumber,
    Overrides,
    ProfileName,
    RecordPath,
    RoundName,
    Tiles,
    check_paths,
    check_tiles,
    fail,
    one_game,
    pick_round,
    read_overrides,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.messages import Speaker
    from minogashi.render import Cell, Paper
    from minogashi.rulings import Ruling, Wait
    from minogashi.story import Step, Story

STYLE: Final = {"allowed": "right", "refused": "lock", "unknown": "quiet"}


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("why")(why)


def why(  # noqa: PLR0913  each is an option
    path: RecordPath,
    *,
    round_: RoundName = "",
    seat: Annotated[
        str, typer.Option("--seat", metavar="S", help="Seat by its wind in that round (E S W N), or 0 to 3.")
    ] = "",
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="EVENT", help="Only the state and all verdicts right after this event."),
    ] = None,
    game: GameNumber = 1,
    profile: ProfileName = "",
    overrides: Overrides = [],  # noqa: B006  typer copies it
    as_json: AsJson = False,
    tiles: Tiles = "mpsz",
) -> None:
    """Explain a round of a record for one seat: what it could claim, what was refused, and why."""
    from minogashi.errors import MinogashiError
    from minogashi.render import Paper
    from minogashi.story import find_seat, story

    check_paths([path])
    check_tiles(tiles)
    options = read_overrides(overrides, profile)
    try:
        record = one_game(path, game)
        ref = pick_round(record, round_, at)
        if not seat and record.view is None:
            fail(f"name the seat with --seat: {' '.join('ESWN'[: ref.seats])} or 0 to {ref.seats - 1}")
        told = story(record, ref, find_seat(ref, seat or str(record.view)), at=at, overrides=options, rules=profile)
    except MinogashiError as error:
        fail(str(error))
    paper = Paper(tiles)
    if as_json:
        paper.json(told)
        return
    _Page(told, paper).write(asked=at is not None)


class _Page:
    """A story on paper, in the words of the rule book's family."""

    def __init__(self, told: Story, paper: Paper) -> None:
        from minogashi.messages import Speaker

        self.told, self.paper = told, paper
        self.speaker = Speaker(family=told.family)
        self.say = self.speaker.text

    def write(self, *, asked: bool) -> None:
        """The seat and its hand, then step by step what mattered; the waits where they changed."""
        told, paper = self.told, self.paper
        changed = "".join(f", {name}={value}" for name, value in told.overrides.items())
        paper.line((f"{told.round}  {told.wind} (seat {told.seat})", "title"), f"  {told.profile}{changed}")
        hand = " ".join([paper.tile(told.hand), *(f"({meld})" for meld in told.melds)])
        rows: list[list[Cell]] = [[self.say("label.hand" if asked else "label.dealt"), hand]]
        if asked:
            riichi = f"  {self.say('label.riichi')}" if told.riichi else ""
            rows.append([self.say("label.river"), f"{paper.tile(told.river) if told.river else '-'}{riichi}"])
        paper.table(rows)
        if not told.steps:
            paper.line(self.say("label.nothing"))
        shown: object = None
        for step in told.steps:
            now = ([wait.tile for wait in step.waits], None if step.furiten is None else step.furiten.text)
            self._step(step, state=now != shown)
            shown = now

    def _step(self, step: Step, *, state: bool) -> None:
        paper, say = self.paper, self.say
        place = say("label.turn", turn=step.turn) if step.turn else ""
        paper.line()
        paper.line((f"{place:<9}{step.what}", "title"), (f"  {say('label.event', event=step.event)}", "quiet"))
        rows: list[list[Cell]] = []
        if state:
            rows.append([say("label.waits"), wait_text(step.waits, paper, self.speaker)])
            if step.waits:
                furiten: Cell = say("label.no") if step.furiten is None else (step.furiten.text, "lock")
                rows.append([say("label.furiten"), furiten])
        rows += [row for ruling in step.verdicts for row in ruling_rows(ruling, paper, self.speaker)]
        if step.did is not None:
            rows.append([say("label.did"), step.did])
        paper.table(rows, indent=9)


def wait_text(waits: Sequence[Wait], paper: Paper, speaker: Speaker) -> str:
    """Waits with the copies that are left of each."""
    texts = [f"{paper.tile(wait.tile)} ({speaker.text('label.left', count=wait.left)})" for wait in waits]
    return ", ".join(texts) or speaker.text("label.none")


def ruling_rows(ruling: Ruling, paper: Paper, speaker: Speaker) -> list[list[Cell]]:
    """A ruling for a table: the claim and its verdict with the first reason, each further reason in its own row."""
    word, *tiles = ruling.asked.rsplit(" ", 1)
    asked = " ".join([word, *(paper.tile(tile) for tile in tiles)]) if ruling.tile else ruling.asked
    style = STYLE[ruling.verdict]
    outcome = speaker.text(f"verdict.{ruling.verdict}")
    if not ruling.reasons:
        return [[asked, (outcome, style)]]
    first, *more = (reason.text for reason in ruling.reasons)
    also = f"  {speaker.text('label.also')}"
    rest: list[list[Cell]] = [[also, (text, style)] for text in more]
    return [[asked, (f"{outcome}. {first}", style)], *rest]
