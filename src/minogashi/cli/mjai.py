"""`minogashi mjai`: a seat on the other end of a pipe, as a bot or as an advisor."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from minogashi.cli.common import FOUND, Overrides, ProfileName, fail, read_overrides

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

LONGEST: Final = 1 << 20


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("mjai", short_help="Play one seat, or advise it, over a pipe (mjai).")(mjai)


def mjai(  # noqa: PLR0913  each is an option
    *,
    bot: Annotated[
        str, typer.Option("--bot", metavar="NAME", help="sensible, random, or none: tell the menu and verdicts only.")
    ] = "sensible",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed, the same choices.")] = 0,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", help="The own seat, where start_game has no id.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Tell the menu and verdicts with every act.")] = False,
    profile: ProfileName = "",
    overrides: Overrides = [],  # noqa: B006  typer copies it
) -> None:
    """Play one seat of a riichi game whose mjai lines come on standard input: one line in, one line out."""
    from msgspec import json

    from minogashi.errors import MinogashiError
    from minogashi.play.mjai_seat import MjaiSeat

    options = read_overrides(overrides, profile)
    try:
        player = MjaiSeat(profile, options, bot=bot, seed=seed, seat=seat, explain=explain)
    except MinogashiError as error:
        fail(str(error))
    out, encode = sys.stdout.buffer, json.Encoder().encode
    for row in _rows(sys.stdin.buffer):
        if len(row) > LONGEST:
            out.write(encode({"type": "error", "message": f"a line of more than {LONGEST} bytes"}) + b"\n")
            out.flush()
            fail(f"standard input has a line of more than {LONGEST} bytes")
        if row.strip():
            out.write(encode(player.answer(row)) + b"\n")
            out.flush()
    if player.faulty:
        raise typer.Exit(FOUND)


def _rows(stream: BinaryIO) -> Iterator[bytes]:
    while row := stream.readline(LONGEST + 2):
        yield row
