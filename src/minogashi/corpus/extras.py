"""What is only there if it was asked for at installation: `minogashi[corpus]` and `minogashi[cluster]`."""

from __future__ import annotations

import importlib
from typing import Any

from minogashi.errors import MinogashiError


def extra(module: str, name: str) -> Any:  # noqa: ANN401  a module, whose types may not be there
    """A module of the extra `name`; `MinogashiError` with what to type where it is not installed.

    >>> extra("no_such_module", "corpus")
    Traceback (most recent call last):
    minogashi.errors.MinogashiError: no_such_module is not installed: pip install 'minogashi[corpus]'
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != package:
            raise
        raise MinogashiError(f"{package} is not installed: pip install 'minogashi[{name}]'") from None
