"""The answers of blocks and rule cases in words: the grammar's short `T` or `no(last_tile)`, told to people."""

from __future__ import annotations

import re
from typing import Any, Final

from minogashi.claims import Code
from minogashi.conform.scenarios import FLAGS, claims_told
from minogashi.formats.scenario import WORDS
from minogashi.messages import Speaker
from minogashi.texts import TEXTS
from minogashi.web.parts import brief

_NO: Final = re.compile(r"no\((\w+)\)")
_LOCKS: Final = re.compile(r"(\w+)\{([^}]*)\}")
_CHI: Final = re.compile(r"chi[:(](\w+)\)?")
_CODES: Final = frozenset(code.value for code in Code)
_OF_FLAG: Final = {letter: code.value for code, letter in FLAGS.items()}


def in_words(answer: Any, family: str, ask: str = "") -> dict[str, str]:  # noqa: ANN401  a JSON value
    """An answer, as a block writes it to the question `ask` or as a rule case has it: a text a language.

    >>> in_words("T", "riichi", "flags")["en"], in_words("no(last_tile)", "riichi")["en"]
    ('same-turn furiten', 'no: The live wall is empty, so only a win is possible')
    >>> in_words("hu{2p 5p} set{} own{1z}", "singapore", "locks")["en"]
    'passed hu 2p 5p; own latest 1z'
    >>> in_words({"abort": True, "reason": ["four_winds"]}, "riichi")["en"]
    'abort yes; reason: The same wind thrown first by everybody ends the hand'
    """
    return {language: _Teller(family, language).tell(answer, ask) for language in TEXTS}


class _Teller:
    """Tells answers in one language."""

    def __init__(self, family: str, language: str) -> None:
        self.speaker = Speaker(family=family, language=language)
        self.none = self._text("none")

    def tell(self, answer: Any, ask: str) -> str:  # noqa: ANN401  a JSON value
        """One answer."""
        if ask == "flags":
            codes = [_OF_FLAG[letter] for letter in answer if letter in _OF_FLAG]
            return ", ".join(brief(self.speaker, code) for code in codes) or self.none
        if ask == "claims":
            seats = [f"{self._wind(seat)}: {self._all(claims)}" for seat, claims in claims_told(answer).items()]
            return "; ".join(seats) or self.none
        if ask == "locks":
            locks = [f"{self._text(f'lock.{word}')} {tiles}" for word, tiles in _LOCKS.findall(answer) if tiles]
            return "; ".join(locks) or self.none
        return self._value(answer)

    def _value(self, value: Any) -> str:  # noqa: ANN401  a JSON value
        if isinstance(value, bool):
            return self._text("yes" if value else "no")
        if isinstance(value, dict):
            if isinstance(value.get("allowed"), bool):
                return self._text("allowed") if value["allowed"] else self._refused(value["reason"][0])
            return "; ".join(self._entry(key, one) for key, one in value.items())
        if isinstance(value, list):
            nested = any(isinstance(one, dict) for one in value)
            return (" / " if nested else " ").join(map(self._value, value)) or self.none
        return self.none if value is None else self._word(str(value))

    def _entry(self, key: str, value: Any) -> str:  # noqa: ANN401  a JSON value
        if key in {*"ESWN"}:
            return f"{self._wind(key)}: {self._all(value) if isinstance(value, list) else self._value(value)}"
        name = TEXTS[self.speaker.language].get(f"answer.key.{key}", key)
        return f"{name}{':' if key == 'reason' else ''} {self._value(value)}"

    def _word(self, word: str) -> str:
        if word in {"yes", "none"}:
            return self._text("allowed" if word == "yes" else word)
        if found := _NO.fullmatch(word):
            return self._refused(found[1])
        if word in {*"ESWN"}:
            return self._wind(word)
        return self._code(word) or self._claim(word)

    def _refused(self, code: str) -> str:
        return self._text("no_why", why=self._code(code) or self.speaker.text("verdict.unknown"))

    def _code(self, code: str) -> str:
        """A reason or result in words of its own where its sentence would name a seat or tile; empty for none."""
        told = TEXTS[self.speaker.language].get(f"answer.word.{code}", "")
        return told or (brief(self.speaker, code) if code in _CODES else "")

    def _all(self, claims: list[str]) -> str:
        return ", ".join(map(self._claim, claims)) or self.none

    def _claim(self, word: str) -> str:
        """A claim by its name or by the grammar's word for it; anything else as it is."""
        tiles = ""
        if found := _CHI.fullmatch(word):
            word, tiles = "chi", f" {found[1]}"
        key = f"claim.{WORDS.get(word, word)}"
        known = key in TEXTS[self.speaker.language]
        return f"{self.speaker.text(key)}{tiles}" if known else word.replace("_", " ")

    def _wind(self, letter: str) -> str:
        return self.speaker.text(f"wind.{letter}")

    def _text(self, key: str, **slots: object) -> str:
        return self.speaker.text(f"answer.{key}", **slots)
