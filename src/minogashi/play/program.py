"""An outside program that answers lines with lines, held so that it can never hold up or flood whoever asks it.

One thread: everything that is written and read waits in one `select` with a deadline. The program gets a process
group of its own, which is killed as a whole.
"""

from __future__ import annotations

import os
import signal
import subprocess
import weakref
from contextlib import suppress
from enum import StrEnum
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from minogashi.errors import MinogashiError

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST: Final = 1 << 16
"""The longest line that is read, in bytes."""
_CHUNK: Final = 1 << 16
_TAIL: Final = 400
_GRACE: Final = 0.5
_POLL: Final = 0.01


class FaultCode(StrEnum):
    """What a bot did wrong."""

    MISSING = "missing"
    DIED = "died"
    STALLED = "stalled"
    FLOODED = "flooded"
    UNASKED = "unasked"
    GARBLED = "garbled"
    ILLEGAL = "illegal"
    OUT = "out"


class BotError(MinogashiError):
    """A bot failed: `code` says how, the message tells it."""

    def __init__(self, code: FaultCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class Program:
    """A running program. `ask` it, or `tell` it its last line; `kill` it when done (its end, or ours, does too).

    What it writes to standard error is read and thrown away but for the end, which goes into the messages. Raises
    `BotError` where it cannot be started.

    >>> from sys import executable
    >>> program = Program([executable, "-c", "print(input()[::-1])"])
    >>> program.ask(b"abc", 5.0)
    b'cba'
    >>> program.kill()
    """

    def __init__(self, command: Sequence[str]) -> None:
        if os.name == "nt":
            raise BotError(
                FaultCode.MISSING, "outside programs cannot be asked on Windows, whose pipes cannot be waited for"
            )
        try:
            # a program written in Python need not remember to flush
            self.process = subprocess.Popen(  # noqa: S603  the user's own program, without a shell
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BotError(FaultCode.MISSING, f"cannot be started: {reason}") from None
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        self._in, self._out, self._err = [pipe.fileno() for pipe in pipes if pipe is not None]
        self._unsent, self._unread, self._said = b"", b"", b""
        self._selector = DefaultSelector()
        for number in (self._in, self._out, self._err):
            os.set_blocking(number, False)
        self._selector.register(self._out, EVENT_READ)
        self._selector.register(self._err, EVENT_READ)
        self._end = weakref.finalize(self, _end, self.process)

    def ask(self, line: bytes, limit: float) -> bytes:
        """Write one line and read the one that answers it, within so many seconds; blank lines are passed over.

        Raises `BotError`: it died, stalled, flooded, or had written something before it was asked.
        """
        self._turn(0)
        self._skip_blanks()
        if b"\n" in self._unread:
            raise BotError(FaultCode.UNASKED, f"wrote a line that nobody had asked for: {shown(self._unread)}")
        deadline = monotonic() + limit
        self._send(line)
        while self._unsent or b"\n" not in self._unread:
            left = deadline - monotonic()
            if left <= 0:
                raise BotError(FaultCode.STALLED, self._stalled(limit))
            self._turn(left)
            self._skip_blanks()
        answer, _, self._unread = self._unread.partition(b"\n")
        return answer.strip()

    def tell(self, line: bytes, limit: float) -> None:
        """Write a last line, close its input and give it so many seconds to end by itself. Never raises."""
        deadline = monotonic() + limit
        with suppress(BotError):
            self._send(line)
            while self._unsent and (left := deadline - monotonic()) > 0:
                self._turn(left)
            self._unlisten(self._in)
            if self.process.stdin is not None:
                self.process.stdin.close()
            while (left := deadline - monotonic()) > 0:
                self._unread = b""
                self._turn(left)

    def kill(self) -> None:
        """End the program and all that it started, and wait for it."""
        self._selector.close()
        self._end()

    def _send(self, line: bytes) -> None:
        self._unsent = line + b"\n"
        self._selector.register(self._in, EVENT_WRITE)

    def _turn(self, wait: float) -> None:
        """Whatever can be written or read now, after waiting for it at most so long."""
        for key, _ in self._selector.select(wait):
            if key.fd == self._in:
                self._write()
            elif key.fd == self._out:
                self._read()
            else:
                self._listen()

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BlockingIOError:
            return
        except OSError:
            raise self._died() from None
        if not self._unsent:
            self._unlisten(self._in)

    def _read(self) -> None:
        try:
            found = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return
        if not found:
            raise self._died()
        self._unread += found
        if len(self._unread) > LONGEST and b"\n" not in self._unread[:LONGEST]:
            raise BotError(FaultCode.FLOODED, f"wrote a line of more than {LONGEST} bytes: {shown(self._unread)}")

    def _listen(self) -> None:
        try:
            found = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return
        if found:
            self._said = (self._said + found)[-_TAIL:]
        else:
            self._unlisten(self._err)

    def _unlisten(self, number: int) -> None:
        with suppress(KeyError):
            self._selector.unregister(number)

    def _skip_blanks(self) -> None:
        if self._unread[:1] in {b"\n", b"\r", b" "}:
            self._unread = self._unread.lstrip()

    def _stalled(self, limit: float) -> str:
        so_far = f", only {shown(self._unread)} without an end of line" if self._unread else ""
        return f"gave no answer within {limit:g} s{so_far}{self._last_words()}"

    def _died(self) -> BotError:
        code = self._code()
        if code is None:
            return BotError(FaultCode.DIED, f"closed its output{self._last_words()}")
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return BotError(FaultCode.DIED, f"{how}{self._last_words()}")

    def _code(self) -> int | None:
        """How it ended, if it does so soon. It is not reaped yet, so that its group's number is not given away."""
        deadline = monotonic() + _GRACE
        while True:
            found = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            if found is not None:
                return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
            if monotonic() > deadline:
                return None
            sleep(_POLL)

    def _last_words(self) -> str:
        with suppress(OSError):
            self._said = (self._said + os.read(self._err, _CHUNK))[-_TAIL:]
        said = self._said.decode("utf-8", "replace").strip().splitlines()
        return f" (its last line on standard error: {said[-1].strip()})" if said else ""


def shown(data: bytes) -> str:
    """The beginning of what a program wrote, as it can be shown in a message.

    >>> shown(b"hello" * 20)
    "'hellohellohellohellohellohellohellohello...'"
    """
    text = data.split(b"\n", 1)[0].decode("utf-8", "replace")
    return repr(text if len(text) <= 40 else f"{text[:40]}...")


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):  # also what it started: the group outlives its first process
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
