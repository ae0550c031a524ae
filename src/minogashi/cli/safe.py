"""`minogashi safe`: what one seat may throw at a moment of a record."""

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
    from minogashi.render import Cell, Paper
    from minogashi.safety import Against, Safety, TileSafety

STYLE: Final = {"genbutsu": "right", "turn": "right", "none": "right", "open": "quiet"}


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("safe")(safe)


def safe(  # noqa: PLR0913  each is an option
    path: RecordPath,
    *,
    round_: RoundName = "",
    at: Annotated[int | None, typer.Option("--at", metavar="EVENT", help="The moment: right after this event.")] = None,
    seat: Annotated[
        str,
        typer.Option(
            "--seat", metavar="S", help="Seat by its wind in that round, or 0 to 3; by default whose turn it is."
        ),
    ] = "",
    game: GameNumber = 1,
    profile: ProfileName = "",
    overrides: Overrides = [],  # noqa: B006  typer copies it
    as_json: AsJson = False,
    tiles: Tiles = "mpsz",
) -> None:
    """Tell of each tile in a hand how safe it is against each opponent, and why."""
    from minogashi.errors import MinogashiError
    from minogashi.render import Paper
    from minogashi.safety import safety
    from minogashi.story import find_seat

    check_paths([path])
    check_tiles(tiles)
    options = read_overrides(overrides, profile)
    if at is None:
        fail("name the moment with --at, an event of the round (minogashi why tells their numbers)")
    try:
        record = one_game(path, game)
        ref = pick_round(record, round_, at)
        asked = find_seat(ref, seat) if seat else None
        found = safety(record, ref, at, asked, overrides=options, rules=profile)
    except MinogashiError as error:
        fail(str(error))
    paper = Paper(tiles)
    if as_json:
        paper.json(found)
        return
    _Page(found, paper).write()


class _Page:
    """The answer on paper: one tile after another, the safest first."""

    def __init__(self, found: Safety, paper: Paper) -> None:
        from minogashi.messages import Speaker

        self.found, self.paper = found, paper
        self.say = Speaker(family=found.family).text

    def write(self) -> None:
        found, paper = self.found, self.paper
        changed = "".join(f", {name}={value}" for name, value in found.overrides.items())
        paper.line((f"{found.round}  {found.wind} (seat {found.seat})", "title"), f"  {found.profile}{changed}")
        event = self.say("label.event", event=found.event)
        paper.table([[self.say("label.hand"), paper.tile(found.hand)], [event, found.what]])
        if found.on_offer is not None:
            paper.line(self.say("safe.on_offer", tile=paper.tile(found.on_offer)))
        for tile in sorted(found.tiles, key=_fear):
            paper.line()
            paper.line((paper.tile(tile.tile), "title"), (f"  {self.say('label.left', count=tile.left)}", "quiet"))
            paper.table([row for one in tile.against for row in self._rows(one)], indent=4)

    def _rows(self, one: Against) -> list[list[Cell]]:
        text = one.text if one.reason is None else f"{one.text}. {one.reason.text}"
        rows: list[list[Cell]] = [[one.wind, (text, STYLE.get(one.level, "miss"))]]
        if one.likely is not None:
            rows.append(["", (self.say("safe.likely", text=one.likely.text), "quiet")])
        not_under = self._not_under(one)
        if not_under:
            rows.append(["", (not_under, "quiet")])
        return rows

    def _not_under(self, one: Against) -> str:
        from minogashi.safety import RESET

        lost = [value for value, holds in (one.resets or {}).items() if not holds]
        return self.say("safe.resets", option=RESET, values="|".join(lost)) if lost and one.certain else ""


def _fear(tile: TileSafety) -> tuple[int, int]:
    """How dangerous a tile is against the seat that it is most dangerous to, then how many ways can win it."""
    from minogashi.defence import LEVELS

    worst = max((LEVELS.index(one.level) for one in tile.against), default=0)
    return worst, sum(shape.ways for one in tile.against if not one.certain for shape in one.shapes)
