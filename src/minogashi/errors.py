"""The errors that minogashi raises: one small family under `MinogashiError`."""

from __future__ import annotations


class MinogashiError(ValueError):
    """Anything wrong with what a caller gave: a text, a file, an event, an option."""


class TileError(MinogashiError):
    """A text or number that is not a tile, or more copies of one kind than exist.

    `code` is a reason code: `bad_tile` or `too_many_copies`.
    """

    def __init__(self, message: str, code: str = "bad_tile") -> None:
        super().__init__(message)
        self.code = code


class ProfileError(MinogashiError):
    """An unknown rule book, option or option value, or a rule file that does not fit."""


class RecordError(MinogashiError):
    """A record that cannot be read: where (`path`, `at`) and what (`problem`).

    `at` is a place in words, for example `line 12` or `event 40`.
    """

    def __init__(self, problem: str, *, path: str = "", at: str = "") -> None:
        self.problem, self.path, self.at = problem, path, at
        super().__init__(": ".join(part for part in (path, at, problem) if part))

    def located(self, *, path: str = "", at: str = "") -> RecordError:
        """The same error with the file, or the place in it, filled in where it was missing."""
        return type(self)(self.problem, path=self.path or path, at=self.at or at)
