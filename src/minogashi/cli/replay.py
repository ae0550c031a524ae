"""`minogashi replay`: a game as one page that opens from disk, without a server."""

from __future__ import annotations

from typing import Annotated

import typer

from minogashi.cli.common import (
    FOUND,
    GameNumber,
    Overrides,
    ProfileName,
    check_paths,
    fail,
    one_game,
    read_overrides,
    store,
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(short_help="A game as one page that opens offline.")(replay)


def replay(  # noqa: PLR0913  each is an option
    path: Annotated[str, typer.Argument(metavar="FILE", help="A record of any known format; - for standard input.")],
    *,
    html: Annotated[str, typer.Option("--html", metavar="OUT.html", help="The page to write.")],
    game: GameNumber = 1,
    seat: Annotated[
        str, typer.Option("--seat", metavar="S", help="Seen from this seat: its wind in the first round, or 0 to 3.")
    ] = "",
    lang: Annotated[str, typer.Option("--lang", metavar="en|ja", help="The language it opens in.")] = "en",
    profile: ProfileName = "",
    overrides: Overrides = [],  # noqa: B006  typer copies it
) -> None:
    """Write one game with its locks, claims and findings into a page that needs nothing else."""
    from minogashi.errors import MinogashiError, RecordError
    from minogashi.render import Paper
    from minogashi.story import find_seat, rounds
    from minogashi.web.onefile import onefile

    check_paths([path])
    options = read_overrides(overrides, profile)
    try:
        record = one_game(path, game)
        found = rounds(record)
        number = find_seat(found[0], seat) if seat and found else None
        page = onefile(record, seat=number, language=lang, overrides=options, rules=profile)
    except RecordError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(FOUND) from None
    except MinogashiError as error:
        fail(str(error))
    store(page, html)
    Paper().line(("the page: ", "quiet"), html)
