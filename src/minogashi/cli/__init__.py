"""The command line: one thin module a command, each with `register(app)`.

Exit codes: 0 nothing to complain of, 1 something is wrong with what was read, 2 wrong usage.
Nothing heavy is imported here, since `minogashi --help` is to answer at once.
"""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

from minogashi import __version__
from minogashi.cli import (
    audit,
    check,
    conform,
    convert,
    corpus,
    exits,
    mjai,
    play,
    profiles,
    replay,
    safe,
    serve,
    study,
    why,
)
from minogashi.cli.common import BROKEN_PIPE, INTERRUPTED, USAGE, deaf

COMMANDS: Final = (audit, why, check, exits, safe, replay, serve, play, mjai, convert, corpus, conform, study, profiles)
"""In the order of `--help`."""

app = typer.Typer(
    name="minogashi",
    help="A referee for mahjong claims: which are legal, which are refused, and why.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Tell the version and stop.")] = False,
) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


for _command in COMMANDS:
    _command.register(app)


def main() -> None:
    """Run the command line and leave with its exit code; no fault of a user ends in a traceback."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    sys.exit(_run())


def _run() -> int:
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        deaf()
        return BROKEN_PIPE
    except Exception as error:
        from minogashi.render import UnreadError

        if isinstance(error, UnreadError):
            deaf()
            return BROKEN_PIPE
        # click's own usage errors: their class has moved between releases of typer, their shape has not
        if not hasattr(error, "format_message"):
            raise
        context = getattr(error, "ctx", None)
        hint = f" (see {context.command_path} --help)" if context is not None else ""
        sys.stderr.write(f"error: {error.format_message()}{hint}\n")
        return USAGE
    return code if isinstance(code, int) else 0
