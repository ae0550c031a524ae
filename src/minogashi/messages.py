"""Texts for people: one table a language, from codes to sentences. Codes are never made from texts.

A language is a dict of templates under keys like `code.no_yaku`, `until.own_discard`, `claim.ron`.
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
from minogashi.tiles import HIDDEN, Tile, in_order, name, row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.spans import Span

RIICHI: Final = "riichi"

TEXTS: Final[dict[str, dict[str, str]]] = {
    "en": {
        # What a lock says. {since} and {until} are built from the texts below.
        "code.furiten_discard": "Discard furiten{since}{until}",
        "code.furiten_temporary": "Same-turn furiten{since}{until}",
        "code.furiten_riichi": "Riichi furiten{since}{until}",
        "code.passed_hu": "Passed hu{since}{until}",
        "code.passed_set": "Passed pung, kong or chi{since}{until}",
        "code.own_latest": "{tile} is {who}'s own latest discard{until}",
        "code.dead_hand": "The hand is dead after a wrong declaration{since}{until}",
        "code.in_riichi": "{who} is in riichi, so the hand may not change this way",
        "code.kuikae": "Swap calling: {tile} may not be thrown back{since}{until}",
        # What a test says.
        "code.ok": "Allowed",
        "code.wrong_tile_count": "The hand has a wrong number of tiles",
        "code.not_offered": "No tile is on offer that this could take",
        "code.not_complete": "The tile does not complete the hand",
        "code.no_yaku": "The hand is complete but has no yaku",
        "code.two_han_minimum": "The hand has a yaku, but at this honba count two han from yaku are needed",
        "code.below_min_tai": "The hand is complete but worth less than the minimum of tai",
        "code.head_bumped": "Only one player may win this tile, and another comes first",
        "code.triple_ron": "Three players won this tile, which ends the hand without a winner",
        "code.outranked": "Another player's claim of higher rank takes the tile",
        "code.last_tile": "The live wall is empty, so only a win is possible",
        "code.not_left_neighbour": "Chi is possible only from the player on the left",
        "code.tile_not_held": "The tiles that this needs are not held",
        "code.kan_limit": "No more kans may be declared in this hand",
        "code.needs_draw": "Possible only after an own draw",
        "code.not_drawn_tile": "In riichi this is possible only with the tile just drawn",
        "code.waits_change": "The kan would change the waits",
        "code.grouping_changes": "The kan would break up a reading of the hand",
        "code.open_hand": "The hand is open",
        "code.not_tenpai": "The hand is not ready, whichever tile is thrown",
        "code.riichi_discard_breaks_tenpai": "The tile thrown with a riichi must leave a ready hand",
        "code.riichi_must_discard_draw": "In riichi the tile just drawn must be thrown",
        "code.score_low": "There are not enough points for the riichi stick",
        "code.wall_low": "Too few tiles are left in the live wall for a riichi",
        "code.not_first_draw": "Possible only at the first draw of the hand",
        "code.interrupted": "A call came before the first draw",
        "code.too_few_terminals": "Fewer than nine different terminals and honours are held",
        "code.out_of_turn": "It is another player's turn",
        "code.too_many_copies": "More than four tiles of one kind would be in play",
        "code.bad_tile": "This is not a tile",
        "code.four_kans": "Four kans of several players end the hand",
        "code.four_riichi": "Four riichi end the hand",
        "code.four_winds": "The same wind thrown first by everybody ends the hand",
        "code.nine_terminals": "Nine different terminals and honours end the hand",
        # A kuikae refusal of the call itself names no event: nothing was called yet.
        "refused.kuikae": "Swap calling: after this call every tile left would be one that may not be thrown",
        # One or two words, for columns.
        "short.furiten_discard": "discard furiten",
        "short.furiten_temporary": "same-turn furiten",
        "short.furiten_riichi": "riichi furiten",
        "short.no_yaku": "no yaku",
        "short.two_han_minimum": "below two han",
        "short.below_min_tai": "below minimum",
        "short.declined": "not taken",
        # Since: from whom, which tile, which turn.
        "since.other": " since {source}'s {tile} (turn {turn}{note})",
        "since.own": " since {source}'s own {tile} (turn {turn}{note})",
        "since.call": " since {source} claimed {tile} (turn {turn}{note})",
        "since.act": " since {source}'s declaration (turn {turn}{note})",
        "since.tile": " since {tile}",
        "since.note": ", {note}",
        # Until.
        "until": "; ends {ends}",
        "until.lasts": "; lasts to the end of the hand",
        "until.or": " or ",
        "until.own_draw": "at {who}'s next draw",
        "until.own_normal_draw": "at {who}'s next draw from the wall",
        "until.own_call": "at {who}'s next call",
        "until.own_discard": "at {who}'s next discard",
        "until.own_discard_outside_wait": "at {who}'s next discard that is no wait",
        "until.any_call": "at anyone's next call",
        "until.own_added_kan": "at {who}'s next added kan",
        "until.waits_change": "when no wait is left in {who}'s river",
        "until.hand_end": "with the hand",
        # What ended a lock.
        "ended.own_draw": "{who}'s draw",
        "ended.own_discard": "{who}'s discard",
        "ended.own_call": "{who}'s call",
        "ended.any_call": "a call",
        "ended.waits_change": "a change of the waits",
        "ended.hand_end": "the end of the hand",
        "ended.": "a change of the hand",
        "span.open": "{cause}; still in force",
        "span.ended": "{cause}; ended by {ender}{at}",
        "span.turn": " (turn {turn})",
        # Windows.
        "via.discard": "{source} discards {tile}",
        "via.kakan": "{source} adds {tile} to a pon",
        "via.ankan": "{source} lays down a closed kan of {tile}",
        "via.kita": "{source} sets {tile} aside",
        "via.draw": "{source} draws {tile}",
        "via.replacement": "{source} draws the replacement tile {tile}",
        # Claims and own acts.
        "claim.ron": "ron",
        "claim.pon": "pon",
        "claim.chi": "chi",
        "claim.daiminkan": "open kan",
        "claim.tsumo": "tsumo",
        "claim.ankan": "closed kan",
        "claim.kakan": "added kan",
        "claim.kita": "north",
        "claim.riichi": "riichi",
        "claim.discard": "discard",
        "claim.nine_terminals": "nine terminals",
        "did.none": "let go",
        "did.Draw": "draws {tile}",
        "did.Discard": "discards {tile}",
        "did.Riichi": "declares riichi",
        "did.Ron": "wins by ron on {tile}",
        "did.Tsumo": "wins by tsumo with {tile}",
        "did.Call": "calls {claim} with {uses}",
        "did.Ask": "asks for {claim}, outranked",
        "did.ClosedKan": "lays down a closed kan of {tile}",
        "did.AddedKan": "adds {tile} to a pon",
        "did.North": "sets a north aside",
        "did.Bonus": "shows {tile}",
        "did.Pass": "passes",
        "did.NineTerminals": "ends the hand with nine terminals",
        "did.FalseWin": "declares a win wrongly",
        # Events of nobody.
        "event.RoundStart": "The hand is dealt",
        "event.Position": "The hand is taken up",
        "event.Dora": "{tile} is turned as an indicator",
        "event.Turn": "It is {who}'s turn",
        "event.Live": "The live wall is told",
        "event.DeadHand": "{who}'s hand is dead",
        "event.RoundEnd": "The hand ends",
        "event.GameEnd": "The game ends",
        # How a hand ends.
        "result.win": "won",
        "result.exhaustive": "exhaustive draw",
        "result.nagashi": "nagashi mangan",
        "result.chombo": "chombo",
        "result.cut": "the record breaks off",
        "result.nine_terminals": "ended by nine terminals",
        "result.four_winds": "ended by four winds",
        "result.four_riichi": "ended by four riichi",
        "result.four_kans": "ended by four kans",
        "result.triple_ron": "ended by triple ron",
        # Verdicts.
        "verdict.allowed": "allowed",
        "verdict.refused": "refused",
        "verdict.unknown": "unknown (hidden tiles)",
        # Labels and remarks on a position.
        "label.hand": "hand",
        "label.dealt": "dealt",
        "label.river": "river",
        "label.wait": "wait",
        "label.waits": "waits",
        "label.none": "none",
        "label.no": "no",
        "label.yes": "yes",
        "label.left": "{count} left",
        "label.left_column": "left",
        "label.by": "by {claim}",
        "label.furiten": "furiten",
        "label.throw": "throw",
        "label.did": "did",
        "label.also": "also",
        "label.riichi": "in riichi",
        "label.cannot_come": "cannot come: all four are held",
        "label.turn": "turn {turn}",
        "label.event": "event {event}",
        "label.nothing": "Nothing was on offer to this seat, and it was never ready",
        "label.as_far_as_told": "allowed, as far as told",
        "state.ready": "Ready",
        "state.furiten": "Ready, furiten",
        "state.away": "Not ready, {count} away from it",
        "state.unready": "Not ready",
        "note.one_sided": "One-sided: {good} would win by {ron}, {bad} would not ({why}); letting {either} go is"
        " furiten all the same",
        "note.no_ron": "No wait wins by {ron} ({why})",
        "note.draw_trap": "Drawing {either} does not win either, and whichever tile is then thrown, a ready hand is"
        " furiten",
        "note.passed_no_wait": "{tile} is not a wait of this hand, so letting it go means nothing",
        "note.karaten": "{who} holds all four of every wait, so by karaten_own={value} the hand does not count as"
        " ready",
        "note.river_not_told": "Nothing told about {who}'s river (--river), so discard furiten is not known",
        "note.passes_not_told": "Nothing told about passed tiles (--passed), so same-turn furiten is not known",
        "note.passes_not_told_riichi": "Nothing told about passed tiles (--passed), so riichi furiten is not known",
        "note.assumed": "{profile} does not state {option}; taken as {value}. With {other}: {verdicts}",
        "list.and": " and ",
        "list.or": " or ",
        # Words of the Singapore game.
        "singapore/label.furiten": "lock",
        "singapore/state.furiten": "Ready, locked",
        "singapore/note.one_sided": "One-sided: {good} would win by {ron}, {bad} would not ({why})",
        "singapore/note.river_not_told": "Nothing told about {who}'s discards (--river), so a lock by the latest is not"
        " known",
        "singapore/note.passes_not_told": "Nothing told about passed tiles (--passed), so a lock by passing is not"
        " known",
        "singapore/claim.ron": "hu",
        "singapore/claim.pon": "pung",
        "singapore/claim.daiminkan": "kong",
        "singapore/claim.tsumo": "self-drawn hu",
        "singapore/claim.ankan": "concealed kong",
        "singapore/claim.kakan": "added kong",
        "singapore/via.kakan": "{source} adds {tile} to a pung",
        "singapore/via.ankan": "{source} lays down a concealed kong of {tile}",
        "singapore/did.Ron": "wins by hu on {tile}",
        "singapore/did.Tsumo": "wins by self-drawn hu with {tile}",
        "singapore/did.ClosedKan": "lays down a concealed kong of {tile}",
        "singapore/did.AddedKan": "adds {tile} to a pung",
        "singapore/code.kan_limit": "No more kongs may be declared in this hand",
        "singapore/until.own_added_kan": "at {who}'s next added kong",
    },
}


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

    >>> from minogashi.audit import Moment
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
        """The letter of a seat, `?` for none."""
        return self.letters[seat] if 0 <= seat < len(self.letters) else "?"

    def claim(self, claim: Claim) -> str:
        """What this family calls a claim."""
        return claim_name(claim, language=self.language, family=self.family)

    def sentence(self, reason: Reason, seat: int, moment: Moment | None = None, note: str = "") -> str:
        """One sentence for one reason against `seat`: what, since when, until when.

        `moment` says who did what in which turn at the reason's event; `note` goes into its brackets.
        """
        code = reason.code
        if code == Code.KUIKAE and reason.event is None:
            return self.text("refused.kuikae")
        tile = name(reason.tile) if reason.tile is not None else "?"
        return self.text(
            f"code.{code.value}",
            tile=tile,
            who=self.letter(seat),
            since=self._since(reason, seat, moment, note),
            until=self.until(reason.until, seat),
        )

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
        who = self.letter(seat)
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
        return self.text(form, source=self.letter(moment.seat), tile=tile, turn=moment.turn, note=extra)

    def span(self, span: Span, cause: Moment | None = None, end: Moment | None = None, note: str = "") -> str:
        """One sentence for how long a lock bound its seat."""
        reason = Reason(span.code, span.tile, span.cause)
        what = self.sentence(reason, span.seat, cause, note)
        if span.end is None:
            return self.text("span.open", cause=what)
        ender = self.text(f"ended.{span.ended_by}", who=self.letter(span.seat))
        at = self.text("span.turn", turn=end.turn) if end is not None and span.ended_by != "hand_end" else ""
        return self.text("span.ended", cause=what, ender=ender, at=at)

    def window(self, via: str, tile: Tile, source: int) -> str:
        """What put a tile on offer, or into the hand (`draw`, `replacement`).

        >>> Speaker().window("kakan", Tile(16), 2)
        'W adds 8p to a pon'
        """
        return self.text(f"via.{via}", source=self.letter(source), tile=name(tile))

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

    def listed(self, words: Sequence[str], last: str = "and") -> str:
        """Words in a row.

        >>> Speaker().listed(["2p", "5p", "8p"]), Speaker().listed(["2p", "5p"], "or")
        ('2p, 5p and 8p', '2p or 5p')
        """
        *head, tail = words
        return ", ".join(head) + self.text(f"list.{last}") + tail if head else tail

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
