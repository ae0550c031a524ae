"""What a player sees: the table, the hand, what a hand was won with and what it paid. Texts only; nothing is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from minogashi.claims import Code, Reason
from minogashi.messages import Speaker, letters, text
from minogashi.render import counted, width
from minogashi.seat import NO_RIICHI
from minogashi.tiles import KIND_OF, NO_KIND, SUIT_OF, Tile, dora_of, in_order, name, names, row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from minogashi.auditing import Moment
    from minogashi.events import Meld, RoundEnd, RoundStart
    from minogashi.play.match import Rules
    from minogashi.play.walls import Break
    from minogashi.render import Cell, Paper
    from minogashi.rulebook import Profile
    from minogashi.rulings import Ruling, Wait
    from minogashi.seat import Seat
    from minogashi.table import Table

WINDS: Final = ("East", "South", "West", "North")
RIICHI_MARK, OFFERED, CLAIMED = "'", "*", "-"
STYLE: Final = {"allowed": "right", "refused": "lock", "unknown": "quiet"}
ROW: Final = 16
"""How many tiles of a river stand in one line, where there is room."""
CELL: Final = 4
"""The columns of one of them."""


class Screen:
    """Draws one table on paper for one player (`me` None: for nobody in particular)."""

    def __init__(self, paper: Paper, profile: Profile, me: int | None = None) -> None:
        self.paper, self.profile, self.me = paper, profile, me
        self.speaker = Speaker(family=profile.family)
        self.claimed: set[tuple[int, int]] = set()
        self.sideways: set[tuple[int, int]] = set()

    def dealt(self, start: RoundStart) -> None:
        """A new hand: seats get their winds, rivers are empty."""
        self.speaker = Speaker(letters(start.dealer, len(start.hands)), family=self.profile.family)
        self.claimed.clear()
        self.sideways.clear()

    def broken(self, place: Break) -> str:
        """What the dice say: `dice 3 and 4: West's wall is broken, after its 7th stack`."""
        first, second = place.dice
        after = "2nd" if place.stack == 2 else "3rd" if place.stack == 3 else f"{place.stack}th"
        return f"dice {first} and {second}: {WINDS[place.wall]}'s wall is broken, after its {after} stack"

    def who(self, seat: int) -> str:
        """A seat by its wind, `you` where it is the player's."""
        return f"{self.speaker.letter(seat)} you" if seat == self.me else self.speaker.letter(seat)

    # The table

    def table(self, table: Table) -> None:
        """Everything that lies open, seat by seat from East on."""
        paper = self.paper
        paper.line()
        paper.line((self.round_name(table), "title"), "".join(f"   {part}" for part in self._shared(table)))
        wide = max(len(self.who(seat)) for seat in range(table.round.seats))
        points = max(len(str(score)) for score in table.round.scores)
        for step in range(table.round.seats):
            seat = table.seats[(table.round.dealer + step) % table.round.seats]
            label = f"  {self.who(seat.index):<{wide}}  {table.round.scores[seat.index]:>{points}}  "
            lines = [*self._river(table, seat, paper.room() - len(label))] or [[("-", "quiet")]]
            paper.line((label, "title" if seat.index == self.me else ""), *lines[0])
            for line in lines[1:]:
                paper.line(" " * len(label), *line)
            below = self._below(seat)
            if below:
                paper.table([[below]], indent=len(label))

    def round_name(self, table: Table) -> str:
        """The round in words: `East 1, 2 counters`."""
        return round_name(table.round.wind, table.round.number, table.round.honba, self.profile.family)

    def _shared(self, table: Table) -> Iterator[str]:
        round_ = table.round
        yield f"{counted(round_.live, 'tile')} left"
        if round_.indicators:
            dora = " ".join(name(dora_of(KIND_OF[tile], seats=round_.seats)) for tile in round_.indicators)
            yield f"dora {self.paper.tile(dora)}"
        if round_.sticks:
            yield counted(round_.sticks, "riichi stick")

    def _river(self, table: Table, seat: Seat, room: int) -> Iterator[list[Cell]]:
        window = table.window
        tiles = []
        for place, tile in enumerate(seat.river):
            last = place == len(seat.river) - 1
            offered = last and window is not None and window.source == seat.index and window.event == seat.thrown_at[-1]
            claimed = (seat.index, place) in self.claimed
            mark = CLAIMED if claimed else RIICHI_MARK if (seat.index, place) in self.sideways else ""
            tiles.append((tile, OFFERED if offered else mark, "title" if offered else "quiet" if claimed else ""))
        most = max(1, min(ROW, room // CELL))
        for start in range(0, len(tiles), most):
            line: list[Cell] = []
            for tile, mark, style in tiles[start : start + most]:
                shown = self.paper.tile(name(tile)) + mark
                line.append((shown, style))
                line.append(" " * (CELL - width(shown)))
            yield line

    def _below(self, seat: Seat) -> str:
        """Sets and tiles laid out, and riichi."""
        parts = ["riichi"] if seat.riichi != NO_RIICHI else []
        parts += [self.meld(meld) for meld in seat.hand.melds]
        if seat.norths:
            parts.append(f"north x{seat.norths}")
        if seat.bonus:
            parts.append(f"bonus {self.paper.tile(names(seat.bonus))}")
        return "   ".join(parts)

    def meld(self, meld: Meld) -> str:
        """A set in words: `pon 555z`."""
        return f"{self.speaker.claim(meld.claim)} {self.tiles(in_order(meld.tiles))}"

    def together(self, tiles: Sequence[Tile]) -> str:
        """A few tiles as one word: `34p`."""
        return row(in_order(tiles)) if self.paper.tiles == "mpsz" else self.tiles(tiles)

    def tiles(self, tiles: Sequence[Tile]) -> str:
        """Tiles in a row, a gap between suits; one by one where they are drawn as characters."""
        if self.paper.tiles != "mpsz":
            return self.paper.tile(names(tiles))
        groups: list[list[Tile]] = []
        for tile in tiles:
            if groups and _suit(groups[-1][-1]) == _suit(tile):
                groups[-1].append(tile)
            else:
                groups.append([tile])
        return " ".join(row(group) for group in groups)

    # The hand

    def hand(self, seat: Seat, waits: Sequence[Wait] = (), locks: Sequence[str] = ()) -> None:
        """The own hand in order, the drawn tile apart, its waits, and the locks that bind the player."""
        held = seat.hand.tiles()
        if seat.drawn is not None and seat.drawn in held:
            held.remove(seat.drawn)
        drawn = "" if seat.drawn is None else f"   {self.paper.tile(name(seat.drawn))}"
        self.paper.line()
        rows: list[list[Cell]] = [["hand", (f"{self.tiles(held)}{drawn}", "title")]]
        if waits:
            rows.append(["waits", self.waits(waits)])
        rows += [["lock", (lock, "lock")] for lock in locks]
        self.paper.table(rows, indent=2)

    def waits(self, waits: Sequence[Wait]) -> str:
        """Waits with the copies that the player does not see."""
        return ", ".join(f"{self.paper.tile(wait.tile)} ({wait.left} left)" for wait in waits)

    def locks(self, table: Table, moments: Mapping[int, Moment]) -> list[str]:
        """One sentence for each lock that binds the player now, a dead hand first."""
        me = self.me or 0
        ruled = table.referee.tsumo(table.round, table.seats[me]).reasons if table.seats[me].dead else ()
        dead = [reason for reason in ruled if reason.code == Code.DEAD_HAND]
        return [self.speaker.sentence(reason, me, moments.get(reason.event or -1)) for reason in dead] + [
            self.speaker.sentence(
                Reason(span.code, span.tile, span.cause, span.until), span.seat, moments.get(span.cause)
            )
            for span in table.spans
            if span.seat == self.me and span.end is None and not (dead and span.code == Code.DEAD_HAND)
        ]

    def rulings(self, rulings: Sequence[Ruling]) -> None:
        """Claims with their verdicts, each reason in a line of its own; what is said twice is said once."""
        rows: list[list[Cell]] = []
        for ruling in rulings:
            style = STYLE[ruling.verdict]
            outcome = self.speaker.text(f"verdict.{ruling.verdict}")
            first, *more = [reason.text for reason in ruling.reasons] or [""]
            rows.append([self.asked(ruling), (f"{outcome}. {first}" if first else outcome, style)])
            rows += [["", (also, style)] for also in more]
        if rows:
            self.paper.table(rows, indent=2)

    def asked(self, ruling: Ruling) -> str:
        """The claim and its tiles."""
        word, _, tiles = ruling.asked.rpartition(" ")
        return f"{word} {self.paper.tile(tiles)}" if word and ruling.tile else ruling.asked

    # The end of a hand

    def result(self, table: Table, house: Rules, end: RoundEnd) -> None:
        """How the hand ended: each win with its value, who paid and who got, and the points."""
        paper = self.paper
        paper.line()
        paper.line((f"{self.round_name(table)}: {self.ended(table, end)}", "title"))
        for win in table.wins:
            seat = table.seats[win.seat]
            concealed = seat.hand.tiles()
            if win.via == "draw":
                concealed.remove(win.tile)
            laid = "".join(f"   {self.meld(meld)}" for meld in seat.hand.melds)
            bonus = f"   bonus {paper.tile(names(seat.bonus))}" if seat.bonus else ""
            rows: list[list[Cell]] = [
                ["hand", f"{self.tiles(concealed)}{laid}   {paper.tile(name(win.tile))}{bonus}"],
                ["worth", worth(house.value(table, win.seat))],
            ]
            paper.table([[self.speaker.letter(win.seat), *line] for line in rows], indent=2)
        ready = [self.who(seat.index) for seat in table.seats if seat.waits] if end.result == "exhaustive" else []
        if ready:
            paper.line("  ready: ", ", ".join(ready))
        self._points(table, end)

    def _points(self, table: Table, end: RoundEnd) -> None:
        scores = end.scores or table.round.scores
        rows: list[list[Cell]] = []
        for step in range(table.round.seats):
            seat = (table.round.dealer + step) % table.round.seats
            change = scores[seat] - table.round.scores[seat]
            style = "right" if change > 0 else "wrong" if change < 0 else "quiet"
            rows.append([self.who(seat), (f"{change:+}" if change else "", style), str(scores[seat])])
        self.paper.line()
        self.paper.table(rows, indent=2, right=(1, 2))

    def ended(self, table: Table, end: RoundEnd) -> str:
        """The end in a few words: `S ron 5p from W`."""
        say = self.speaker.text
        tile = {win.event: self.paper.tile(name(win.tile)) for win in table.wins}
        wins = [
            f"{self.who(win.seat)} {say('claim.tsumo')} {tile[win.event]}"
            if win.via == "draw"
            else f"{self.who(win.seat)} {say('claim.ron')} {tile[win.event]} from {self.who(win.source)}"
            for win in table.wins
        ]
        return ", ".join(wins) or RESULTS.get(end.result) or text(f"result.{end.result}", family=self.profile.family)

    def heading(self, seats: int) -> None:
        """The head of the hands in a line each; the points stand by the winds of the first hand."""
        letters_ = " ".join(f"{letter:>6}" for letter in letters(0, seats))
        self.paper.line((f"{'hand':<6}{letters_}   (winds of the first hand)", "quiet"))

    def summary(self, table: Table, house: Rules, end: RoundEnd) -> None:
        """A hand in one line: the round, its end, what it was worth, the points."""
        values = [house.value(table, win.seat) for win in table.wins]
        told = "; ".join(worth(value) for value in values)
        scores = " ".join(f"{score:>6}" for score in end.scores or table.round.scores)
        self.paper.line(
            (f"{table.round.name:<6}", "title"), f"{scores}   {self.ended(table, end)}", (f"   {told}", "quiet")
        )

    def standing(self, scores: Sequence[int], penalties: Sequence[int] = ()) -> None:
        """The end of the game: places by points, with what uma and oka make of them where the rule book has them."""
        self.paper.line()
        self.paper.line(("The game is over", "title"))
        self.speaker = Speaker(letters(0, len(scores)), family=self.profile.family)
        if self.profile.family == "singapore":
            order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
            rows = [[f"{place}.", self.who(seat), str(scores[seat])] for place, seat in enumerate(order, 1)]
        else:
            from minogashi.settle.standing import standing

            rows = [
                [f"{place.place}.", self.who(place.seat), str(place.points), f"{place.final / 1000:+.1f}"]
                for place in standing(self.profile, scores, penalties)
            ]
        self.paper.table(rows, indent=2, right=(2, 3))


RESULTS: Final = {"flowers": "all eight flowers and seasons", "big_sets": "all dragon or wind sets, won at once"}


def round_name(wind: int, number: int, honba: int, family: str) -> str:
    """A round in words.

    >>> round_name(0, 2, 1, "riichi"), round_name(1, 0, 0, "singapore")
    ('East 3, 1 counter', 'South 1')
    """
    extra = counted(honba, "counter") if family != "singapore" else f"the dealer's hand {honba + 1}"
    return f"{WINDS[wind % 4]} {number + 1}" + (f", {extra}" if honba else "")


def worth(value: Any) -> str:  # noqa: ANN401  each family has its own
    """What a win is worth, its parts first.

    >>> from minogashi.value.singapore import TaiValue
    >>> worth(TaiValue({"dragon_pung": 1, "animal": 2}, 3, 3))
    'dragon pung 1, animal 2: 3 tai'
    """
    if value is None:
        return "nothing"
    if hasattr(value, "elements"):
        parts = ", ".join(f"{word.replace('_', ' ')} {tai}" for word, tai in value.elements.items())
        capped = f" (counts as {value.capped})" if value.capped != value.tai else ""
        return f"{parts or 'no element'}: {value.tai} tai{capped}"
    yaku = [word.replace("_", " ") + ("" if value.yakuman else f" {han}") for word, han in value.yaku.items()]
    extra = [("dora", value.dora), ("red", value.red), ("ura", value.ura), ("north", value.north)]
    yaku += [f"{word} {han}" for word, han in extra if han and not value.yakuman]
    size = "yakuman" if value.yakuman else f"{value.han} han" + (f" {value.fu} fu" if value.fu else "")
    limit = f", {value.limit}" if value.limit and not value.yakuman else ""
    return f"{', '.join(yaku)}: {size}{limit}, {value.points} points"


def _suit(tile: Tile) -> int:
    kind = KIND_OF[tile]
    return -1 if kind == NO_KIND else SUIT_OF[kind]
