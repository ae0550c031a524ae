"""Texts for people: one table a language, from codes to sentences. Codes are never made from texts.

A language is a dict of templates (`texts`) under keys like `code.no_yaku`, `until.own_discard`, `claim.ron`.
Words that a rule family calls otherwise are looked up first as `family/key` (`singapore/claim.ron`).
Seats are shown by the letter of their wind, which the caller gives. People are told "furiten" only
of a ready hand (R27): ask for a sentence only where the table reports the lock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from minogashi import events as ev
from minogashi.claims import CLAIM_NAMES, Claim, Code, Reason, Verdict
from minogashi.errors import MinogashiError
from minogashi.seat import WINDS
from minogashi.texts import TEXTS
from minogashi.tiles import HIDDEN, Tile, in_order, name, row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.spans import Span

RIICHI: Final = "riichi"


class Moment(Protocol):
    """What a sentence needs of an event: who acted, with which tile, in which of its turns (from 1)."""

    @property
    def seat(self) -> int:
        """The seat that acted."""

    @property
    def tile(self) -> Tile:
        """The tile it acted with."""

    @property
    def turn(self) -> int:
        """Its turn, from 1."""


_OWN: Final = {Code.FURITEN_DISCARD}
_CALLED: Final = {Code.KUIKAE}
_DECLARED: Final = {Code.DEAD_HAND, Code.IN_RIICHI}
_COVERED: Final = {"own_call": "any_call"}
"""An end that another one includes, so that naming both says nothing more."""


def text(key: str, *, language: str = "en", family: str = RIICHI) -> str:
    """The template of a key. `MinogashiError` for a language or key that has none.

    >>> text("claim.pon"), text("claim.pon", family="singapore")
    ('pon', 'pung')
    """
    try:
        table = TEXTS[language]
    except KeyError:
        raise MinogashiError(f"no texts in {language!r}; there are {', '.join(TEXTS)}") from None
    found = table.get(f"{family}/{key}") or table.get(key)
    if found is None:
        raise MinogashiError(f"no text for {key!r} in {language!r}")
    return found


def letters(dealer: int, seats: int = 4) -> str:
    """The wind letter of each seat number.

    >>> letters(1), letters(2, seats=3)
    ('NESW', 'SWE')
    """
    return "".join(WINDS[(seat - dealer) % seats] for seat in range(seats))


def claim_name(claim: Claim, *, language: str = "en", family: str = RIICHI) -> str:
    """What a family calls a claim.

    >>> from minogashi.claims import OPEN_KAN
    >>> claim_name(OPEN_KAN), claim_name(OPEN_KAN, family="singapore")
    ('open kan', 'kong')
    """
    return text(f"claim.{CLAIM_NAMES[claim]}", language=language, family=family)


def short(code: str, *, language: str = "en") -> str:
    """A code in one or two words where there are such, else with spaces.

    >>> short("no_yaku"), short("last_tile")
    ('no yaku', 'last tile')
    """
    return TEXTS[language].get(f"short.{code}", code.replace("_", " "))


class Speaker:
    """Says things about one round: who sits where, which family's words, which language.

    `seat_letters` has the wind letter of each seat number; `show` writes a tile.

    >>> from minogashi.auditing import Moment
    >>> reason = Reason(Code.FURITEN_TEMPORARY, Tile(10), 40, ("own_discard",))
    >>> Speaker("ESWN").sentence(reason, 1, Moment(2, Tile(10), 7), note="no yaku")
    "Same-turn furiten since W's 2p (turn 7, no yaku); ends at S's next discard"
    """

    def __init__(self, seat_letters: str = WINDS, *, family: str = RIICHI, language: str = "en") -> None:
        self.letters, self.family, self.language = seat_letters, family, language
        text("code.ok", language=language)

    def text(self, key: str, **slots: object) -> str:
        """The text of a key with its slots filled."""
        return text(key, language=self.language, family=self.family).format(**slots)

    def letter(self, seat: int) -> str:
        """The letter of a seat's wind, `?` for none: what programs read."""
        return self.letters[seat] if 0 <= seat < len(self.letters) else "?"

    def wind(self, seat: int) -> str:
        """The wind of a seat as this language writes it in a sentence.

        >>> Speaker(language="ja").wind(1)
        '\u5357'
        """
        return self.text(f"wind.{self.letter(seat)}")

    def claim(self, claim: Claim) -> str:
        """What this family calls a claim."""
        return claim_name(claim, language=self.language, family=self.family)

    def sentence(self, reason: Reason, seat: int, moment: Moment | None = None, note: str = "") -> str:
        """One sentence for one reason against `seat`: what, since when, until when.

        `moment` says who did what in which turn at the reason's event; `note` goes into its brackets.
        """
        return "".join(self.parts(reason, seat, moment, note))

    def parts(self, reason: Reason, seat: int, moment: Moment | None = None, note: str = "") -> tuple[str, str, str]:
        """The same sentence in its three parts, the last two empty where they are not told.

        >>> Speaker().parts(Reason(Code.FURITEN_RIICHI, Tile(10), None, ("hand_end",)), 1)
        ('Riichi furiten', ' since 2p', '; lasts to the end of the hand')
        """
        code = reason.code
        if code == Code.KUIKAE and reason.event is None:
            return self.text("refused.kuikae"), "", ""
        key = f"code.{code.value}"
        template = text(key, language=self.language, family=self.family)
        tile = name(reason.tile) if reason.tile is not None else "?"
        what = self.text(key, tile=tile, who=self.wind(seat), since="", until="")
        since = self._since(reason, seat, moment, note) if "{since}" in template else ""
        return what, since, self.until(reason.until, seat) if "{until}" in template else ""

    def until(self, ends: tuple[str, ...], seat: int) -> str:
        """What ends a lock of `seat`, as the tail of a sentence; empty where nothing is told.

        >>> Speaker().until(("own_draw", "own_call"), 1)
        "; ends at S's next draw or at S's next call"
        """
        if not ends:
            return ""
        told = [end for end in ends if end != "hand_end" and _COVERED.get(end) not in ends]
        if not told:
            return self.text("until.lasts")
        who = self.wind(seat)
        return self.text("until", ends=self.text("until.or").join(self.text(f"until.{end}", who=who) for end in told))

    def _since(self, reason: Reason, seat: int, moment: Moment | None, note: str) -> str:
        if moment is None:
            told = reason.tile is not None and reason.tile != HIDDEN and reason.code not in _DECLARED
            return self.text("since.tile", tile=name(reason.tile or Tile(0))) if told else ""
        form = "since.own" if reason.code in _OWN or moment.seat == seat else "since.other"
        if reason.code in _CALLED:
            form = "since.call"
        elif reason.code in _DECLARED:
            form = "since.act"
        tile = name(moment.tile if reason.tile is None or moment.tile != HIDDEN else reason.tile)
        extra = self.text("since.note", note=note) if note else ""
        return self.text(form, source=self.wind(moment.seat), tile=tile, turn=moment.turn, note=extra)

    def span(self, span: Span, cause: Moment | None = None, end: Moment | None = None, note: str = "") -> str:
        """One sentence for how long a lock bound its seat."""
        reason = Reason(span.code, span.tile, span.cause)
        what = self.sentence(reason, span.seat, cause, note)
        if span.end is None:
            return self.text("span.open", cause=what)
        ender = self.text(f"ended.{span.ended_by}", who=self.wind(span.seat))
        at = self.text("span.turn", turn=end.turn) if end is not None and span.ended_by != "hand_end" else ""
        return self.text("span.ended", cause=what, ender=ender, at=at)

    def window(self, via: str, tile: Tile, source: int) -> str:
        """What put a tile on offer, or into the hand (`draw`, `replacement`).

        >>> Speaker().window("kakan", Tile(16), 2)
        'W adds 8p to a pon'
        """
        return self.text(f"via.{via}", source=self.wind(source), tile=name(tile))

    def did(self, event: ev.Event | None) -> str:
        """What a seat did: an event without its seat; None for nothing at all.

        >>> Speaker().did(ev.Discard(1, Tile(10))), Speaker().did(None)
        ('discards 2p', 'let go')
        """
        if event is None:
            return self.text("did.none")
        slots = {}
        if isinstance(event, ev.Call | ev.Ask):
            slots = {"claim": self.claim(event.claim), "uses": row(in_order(event.uses))}
        tile = event.tiles[0] if isinstance(event, ev.ClosedKan) else getattr(event, "tile", HIDDEN)
        return self.text(f"did.{type(event).__name__}", **slots, tile=name(tile))

    def told(self, event: ev.Event) -> str:
        """What happened, in one line: an event with its seat.

        >>> Speaker().told(ev.Discard(1, Tile(10))), Speaker(language="ja").told(ev.Dora(Tile(10)))
        ('S discards 2p', '\u30c9\u30e9\u8868\u793a\u724c2p\u3092\u3081\u304f\u308b')
        """
        who = getattr(event, "seat", -1)
        if who < 0 or isinstance(event, ev.Turn | ev.DeadHand):
            tile = name(getattr(event, "tile", HIDDEN))
            return self.text(f"event.{type(event).__name__}", tile=tile, who=self.wind(who))
        did = self.did(event)
        if isinstance(event, ev.Call):
            did = self.text("told.taking", did=did, tile=name(event.tile))
        return self.text("told.who", who=self.wind(who), did=did)

    def listed(self, words: Sequence[str], last: str = "and") -> str:
        """Words in a row.

        >>> Speaker().listed(["2p", "5p", "8p"]), Speaker().listed(["2p", "5p"], "or")
        ('2p, 5p and 8p', '2p or 5p')
        """
        *head, tail = words
        return self.text("list.comma").join(head) + self.text(f"list.{last}") + tail if head else tail

    def verdict(self, verdict: Verdict) -> str:
        """A claim and its outcome: `ron 5p: refused`.

        >>> from minogashi.claims import RON
        >>> Speaker().verdict(Verdict(1, RON, Tile(13)))
        'ron 5p: allowed'
        """
        return f"{self.asked(verdict)}: {self.outcome(verdict)}"

    def asked(self, verdict: Verdict) -> str:
        """The claim and its tiles: own ones for a set, else the tile it is about."""
        tiles = row(in_order(verdict.uses)) if verdict.uses else name(verdict.tile) if verdict.tile != HIDDEN else ""
        return f"{self.claim(verdict.claim)} {tiles}".rstrip()

    def outcome(self, verdict: Verdict) -> str:
        """`allowed`, `refused` or `unknown`."""
        if verdict.unknown:
            return self.text("verdict.unknown")
        return self.text("verdict.allowed" if verdict.allowed else "verdict.refused")
