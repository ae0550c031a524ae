"""`minogashi play`: a game in the terminal, saved event by event."""

from __future__ import annotations

import secrets
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from minogashi.cli.common import INTERRUPTED, Overrides, ProfileName, Tiles, check_tiles, fail, read_overrides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.play.deal import Player
    from minogashi.play.saving import Game
    from minogashi.record import Record, Statement
    from minogashi.render import Paper

BOOKS: Final = {"singapore": "sg-wong-v1", "riichi": "tenhou"}
THREE: Final = "tenhou-sanma"
SEATS: Final = "ESWN"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("play", short_help="Play a game against bots, or let them play.")(play)


def play(  # noqa: PLR0913  each is an option
    family: Annotated[str, typer.Argument(metavar="[singapore|riichi]", help="The game; not with --resume.")] = "",
    *,
    profile: ProfileName = "",
    overrides: Overrides = [],  # noqa: B006  typer copies it
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="The same seed, the same walls.")] = None,
    seats: Annotated[int | None, typer.Option("--seats", metavar="3|4", help="Three or four players (riichi).")] = None,
    seat: Annotated[
        str, typer.Option("--seat", metavar="E", help="Your wind in the first hand, E S W N; ES for two people, ...")
    ] = "E",
    bots: Annotated[
        str, typer.Option("--bots", metavar="NAME,...", help="The others in turn: sensible or random.")
    ] = "sensible",
    programs: Annotated[
        list[str],
        typer.Option("--bot", metavar="COMMAND", help="A program that speaks mjai plays the next seat; repeatable."),
    ] = [],  # noqa: B006  typer copies it
    auto: Annotated[bool, typer.Option("--auto", help="Bots play every seat; a line for each hand.")] = False,
    club: Annotated[bool, typer.Option("--club", help="A club table: a false win is declared, and ruled.")] = False,
    dice: Annotated[bool, typer.Option("--dice", help="Two dice a hand tell where the walls are broken.")] = False,
    hands: Annotated[int | None, typer.Option("--hands", metavar="N", help="Stop after so many hands.")] = None,
    east: Annotated[bool, typer.Option("--east", help="Play the east wind only.")] = False,
    record: Annotated[str, typer.Option("--record", metavar="FILE", help="Where the game is saved.")] = "",
    resume: Annotated[str, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")] = "",
    tiles: Tiles = "mpsz",
) -> None:
    """Play a game against bots in the terminal. Claims are refereed, and "why" explains every refusal.

    Every event is saved before anything else happens, so that a game can always be taken up again.
    """
    from minogashi.errors import MinogashiError
    from minogashi.play import saving
    from minogashi.render import Paper

    check_tiles(tiles)
    if hands is not None and hands < 1:
        fail(f"--hands takes a number from 1, not {hands}")
    paper = Paper(tiles)
    try:
        if resume:
            told = family or record or profile or overrides or auto or east or club or dice
            if told or (seed, seats) != (None, None):
                fail("--resume goes on with what the file says, so it stands alone with --hands, --tiles and --bot")
            path: Path | None = Path(resume)
            start = saving.load(Path(resume))
        else:
            start = _start(
                family,
                profile,
                overrides,
                seed=seed,
                seats=seats,
                seat=seat,
                bots=bots,
                programs=len(programs),
                auto=auto,
                east=east,
                club=club,
                dice=dice,
            )
            path = _file(record, auto=auto)
        evening = _Evening(paper, start, path, hands, programs)
        if path is not None and not resume:
            saving.create(path, start)
        evening.run()
    except MinogashiError as error:
        fail(str(error))


def _start(  # noqa: PLR0913  each is an option
    family: str,
    name: str,
    pairs: list[str],
    *,
    seed: int | None,
    seats: int | None,
    seat: str,
    bots: str,
    programs: int,
    auto: bool,
    east: bool,
    club: bool,
    dice: bool,
) -> Record:
    from minogashi.play import saving
    from minogashi.play.bots import BOTS
    from minogashi.play.club import check
    from minogashi.play.match import house_of
    from minogashi.record import Setup
    from minogashi.rulebook import profile as rule_book

    if family not in BOOKS:
        fail(f"expected singapore or riichi, found {family!r}" if family else "name the game: singapore or riichi")
    name = name or (THREE if family == "riichi" and seats == 3 else BOOKS[family])
    options = read_overrides(pairs, name)
    book = rule_book(name, options)
    if book.family != family:
        fail(f"{name} is a rule book of {book.family}, not of {family}")
    house_of(book)  # what an option cannot be is told before a file is made
    if club:
        check(book)
    if seats is not None and seats != book.seats:
        fail(f"{name} is for {book.seats} players, not {seats}")
    people = [] if auto else _people(seat, SEATS[: book.seats])
    others = book.seats - len(people) - programs
    if others < 0:
        fail(f"{programs} programs (--bot) are more than the {others + programs} seats there are for them")
    players = [word.strip() for word in bots.split(",")]
    unknown = [word for word in players if word not in BOTS]
    if unknown:
        fail(f"--bots takes {' or '.join(BOTS)}, not {unknown[0]!r}")
    if len(players) == 1:
        players *= others
    if len(players) != others:
        fail(f"--bots takes one name for all, or {others}; found {len(players)}")
    players = [saving.PROGRAM] * programs + players
    for me in people:
        players.insert(me, saving.YOU)
    drawn = secrets.randbelow(1 << 32) if seed is None else seed
    return saving.start(name, options, Setup(drawn, tuple(players), int(east), club, dice))


def _people(told: str, letters: str) -> list[int]:
    """The seats of the people, from their winds."""
    found = sorted({letters.find(letter) for letter in told.upper()})
    if not found or found[0] < 0 or len(found) != len(told):
        fail(f"--seat takes one of {' '.join(letters)}, or several, not {told!r}")
    return found


def _file(asked: str, *, auto: bool) -> Path | None:
    """Where the game is saved; bots save theirs only where that is asked for."""
    if asked:
        return Path(asked)
    return None if auto else Path(f"minogashi-{datetime.now().astimezone():%Y%m%d-%H%M%S}.jsonl")


class _Evening:
    """One sitting at a game, by a person or by bots alone."""

    def __init__(
        self, paper: Paper, record: Record, path: Path | None, hands: int | None, programs: Sequence[str]
    ) -> None:
        self.paper, self.record, self.path, self.hands = paper, record, path, hands
        self.guests = self._guests(programs)
        self.game: Game | None = None

    def _guests(self, programs: Sequence[str]) -> dict[int, Player]:
        """The programs, each at the next of the seats that the record keeps for them."""
        from minogashi.play.players import is_command, make_player
        from minogashi.play.saving import PROGRAM
        from minogashi.rulebook import profile

        setup = self.record.setup
        free = [seat for seat, name in enumerate(setup.players) if name == PROGRAM] if setup is not None else []
        if len(free) != len(programs):
            fail(f"--bot is needed as often as programs play here ({len(free)}), found {len(programs)}")
        for command in programs:
            if not is_command(command):
                fail(f"--bot takes the command of a program, not {command!r}; see --bots")
        family = profile(self.record.profile, self.record.options).family
        return {
            seat: make_player(command, seat, 0, family=family, tell=self._tell)
            for seat, command in zip(free, programs, strict=True)
        }

    def _tell(self, fault: Statement) -> None:
        """A program's fault: a line on standard error, and one in the record."""
        sys.stderr.write(f"{fault.value['text']}\n")
        if self.game is not None:
            self.game.say(fault)

    def run(self) -> None:
        """Play, to the end or until the person leaves."""
        from minogashi.play.saving import YOU

        players = self.record.setup.players if self.record.setup is not None else ()
        people = [seat for seat, name in enumerate(players) if name == YOU]
        if people:
            self._people(people)
        else:
            self._bots()

    def _people(self, seats: Sequence[int]) -> None:
        from minogashi.play.saving import Game
        from minogashi.play.terminal import LeftError, Person

        person = Person(self.paper, seats[0], others=seats[1:])
        self.game = game = Game(self.record, self.path, person, person.watch, self.guests)
        person.match = game.match
        self._greet(game)
        try:
            if game.run(self.hands):
                self.paper.line()
                self.paper.line(("the record: ", "quiet"), str(self.path))
                return
        except LeftError:
            pass
        except KeyboardInterrupt:
            self._leave()
            raise typer.Exit(INTERRUPTED) from None
        self._leave()

    def _greet(self, game: Game) -> None:
        book, setup = game.match.profile, self.record.setup
        changed = "".join(f", {name}={value}" for name, value in book.overrides.items())
        self.paper.line((book.title, "title"), f"  {book.name}{changed}, seed {setup.seed if setup else ''}")
        self.paper.table([[(f"saved in {self.path}; help tells what can be typed", "quiet")]])

    def _leave(self) -> None:
        self.paper.line()
        self.paper.line(f"saved; go on with: minogashi play --resume {self.path}")

    def _bots(self) -> None:
        from minogashi.events import GameEnd, RoundEnd, RoundStart
        from minogashi.play.saving import Game
        from minogashi.play.screen import Screen
        from minogashi.rulebook import profile

        screen = Screen(self.paper, profile(self.record.profile, self.record.options))
        screen.heading(self.record.seats)
        with self.paper.progress("hands", self.hands) as step:

            def watch(event: Any) -> None:  # noqa: ANN401  any event
                if isinstance(event, RoundStart):
                    screen.dealt(event)
                elif isinstance(event, RoundEnd):
                    screen.summary(game.match.table, game.match.house, event)
                    step()
                elif isinstance(event, GameEnd):
                    screen.standing(event.scores or game.match.table.round.scores, game.match.house.penalties)

            self.game = game = Game(self.record, self.path, watch=watch, guests=self.guests)
            game.run(self.hands)
        if self.path is not None:
            self.paper.line(("the record: ", "quiet"), str(self.path))
