"""What people read: a dict a language, from keys to templates. `messages` fills them.

A new language is a module with the same keys, entered in `TEXTS`.
"""

from __future__ import annotations

from typing import Final

from minogashi.texts import advice, pages
from minogashi.texts.en import EN
from minogashi.texts.ja import JA

TEXTS: Final[dict[str, dict[str, str]]] = {"en": EN | pages.EN | advice.EN, "ja": JA | pages.JA | advice.JA}
