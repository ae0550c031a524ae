"""`minogashi serve`: the pages, on this machine."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from minogashi.cli.common import check_paths, fail

if TYPE_CHECKING:
    import socket

PORT = 8433
MISSING = "the pages need starlette and uvicorn: pip install 'minogashi[web]'"
ANYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104  compared with, not bound to


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(short_help="The pages in a browser: replay records and see why.")(serve)


def serve(
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="[FOLDER|FILE]...", help="The records to list; others can be dropped.")
    ] = None,
    *,
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="PORT", help="The port; 0 takes a free one.")] = PORT,
) -> None:
    """Open a server for the pages. It listens on this machine only, unless told otherwise, and asks nothing of any."""
    check_paths(sources or [])
    try:
        import uvicorn

        from minogashi.render import Paper
        from minogashi.web.app import application
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"starlette", "uvicorn", "anyio"}:
            raise
        fail(MISSING)
    hosts = ["*"] if host in ANYWHERE else ["localhost", "127.0.0.1", "[::1]", host]
    with _listen(host, port) as bound:
        place = f"[{host}]" if ":" in host else host
        Paper().line(("minogashi is at ", "quiet"), f"http://{place}:{bound.getsockname()[1]}/")
        sys.stdout.flush()
        # what is here now stays, and tables are many small things: a look for rubbish through all of them is a pause
        gc.freeze()
        gc.set_threshold(10_000, 10, 10)
        config = uvicorn.Config(application(sources or [], hosts), log_level="warning", server_header=False)
        uvicorn.Server(config).run([bound])


def _listen(host: str, port: int) -> socket.socket:
    import socket

    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        fail(f"cannot listen on {host} port {port}: {error.strerror or error}")
