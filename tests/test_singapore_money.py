"""Who paid whom at a Singapore table, worked out a second time from the events alone (singapore.md 10 to 12).

Hands are played out by bots that take whatever they can, from walls and under options that bring bao, kongs and
bites about. A small model in the words of the text watches, and must come to the same money after every event.
What a hand is worth is asked of the engine: its tests are in `test_value_singapore`.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest

from minogashi import events as ev
from minogashi.claims import ADDED_KAN, CHI, CLOSED_KAN, OPEN_KAN, PON
from minogashi.play.bots import SensibleBot
from minogashi.play.match import Match
from minogashi.play.singapore import SingaporeHouse
from minogashi.play.walls import Wall, tile_set
from minogashi.rulebook import profile
from minogashi.tiles import KIND_OF, Tile, name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from minogashi.course import Win
    from minogashi.rulebook import Profile
    from minogashi.table import Table

DRAGONS, WINDS = {"5z", "6z", "7z"}, ["1z", "2z", "3z", "4z"]
FLOWERS, SEASONS = ["f1", "f2", "f3", "f4"], ["s1", "s2", "s3", "s4"]
ANIMALS = ["cat", "rat", "rooster", "centipede"]
BASE = {
    "pair": 2,
    "hidden_pair": 4,
    "set": 4,
    "hidden_set": 4,
    "open_kong": 1,
    "concealed_kong": 2,
}


class Laid:
    """A set on the table: what it is, of which tiles, who fed it, and how things stood when it was fed."""

    def __init__(self, what: int, tiles: Sequence[str], feeder: int | None, visible: int, *, late_fresh: bool) -> None:
        self.what, self.tiles, self.feeder = what, list(tiles), feeder
        self.visible, self.late_fresh = visible, late_fresh

    @property
    def kong(self) -> bool:
        """Whether it is a kong."""
        return len(self.tiles) == 4


class Money:
    """The money of one table. `seen` counts what the model had to price, by name."""

    def __init__(self, book: Profile) -> None:
        self.book = book
        self.price = BASE | {
            word.split("=")[0]: int(word.split("=")[1]) for word in str(book["bites"]).replace(",", " ").split()
        }
        self.held = [0, 0, 0, 0]
        self.seen: Counter[str] = Counter()
        self.due: list[tuple[str, list[int]]] = []

    # What lies on the table

    def deal(self, event: ev.RoundStart) -> None:
        """A new hand."""
        self.dealer, self.wind = event.dealer, event.wind % 4
        self.hands = [Counter(name(tile) for tile in hand) for hand in event.hands]
        self.rivers: list[list[str]] = [[], [], [], []]
        self.laid: list[list[Laid]] = [[], [], [], []]
        self.bonus: list[list[str]] = [[], [], [], []]
        self.replaced = [False] * 4
        self.bitten: set[tuple[int, str]] = set()
        self.due.clear()
        self.kong: tuple[int, Laid] | None = None
        self.last_kong: Laid | None = None
        self.after_kong = False
        self.started = self.bonus_next = False
        self.left = 148 - 52 - int(self.book["dead_wall"])

    def own(self, seat: int) -> int:
        """A seat's wind, 0 east."""
        return (seat - self.dealer) % 4

    def visible_tai(self, seat: int) -> int:
        """Bonus tiles, dragon sets, counting winds: what all can see."""
        shown, own = self.bonus[seat], self.own(seat)
        tai = sum(tile in ANIMALS or tile in {FLOWERS[own], SEASONS[own]} for tile in shown)
        tai += sum(set(whole) <= set(shown) for whole in (FLOWERS, SEASONS, ANIMALS))
        return tai + sum(self.honour_tai(seat, laid.tiles[0]) for laid in self.laid[seat] if laid.what != CHI)

    def honour_tai(self, seat: int, tile: str) -> int:
        """What a set of this kind counts."""
        return (tile in DRAGONS) + (tile == WINDS[self.own(seat)]) + (tile == WINDS[self.wind])

    def fresh(self, tile: str) -> bool:
        """The last tile of a river has just been thrown and still lies there."""
        definition = self.book["fresh_definition"]
        if self.rivers_have(tile) > 1:
            return False
        sets = [laid for rows in self.laid for laid in rows if tile in laid.tiles]
        if definition == "not_in_sight":
            return not sets
        if definition == "not_in_discards":
            return True
        return not [laid for laid in sets if laid.what in {PON, OPEN_KAN, ADDED_KAN}]

    # Payments

    def owe(self, why: str, seat: int, shares: list[int]) -> None:
        """`shares` are what each seat pays to one."""
        got = [-share for share in shares]
        got[seat] = sum(shares)
        self.due.append((why, got))
        self.seen[why] += 1

    def each(self, seat: int, amount: int) -> list[int]:
        """The same from each other seat."""
        return [0 if other == seat else amount for other in range(4)]

    def bite(self, seat: int, new: str) -> None:
        """The pairs and sets that a new bonus tile completes, once each."""
        own, shown = self.own(seat), set(self.bonus[seat])
        hidden = "" if self.started or self.replaced[seat] else "hidden_"
        pairs = {
            "cat_rat": {"cat", "rat"},
            "rooster_centipede": {"rooster", "centipede"},
            "own_flower_season": {FLOWERS[own], SEASONS[own]},
        }
        sets = {"four_animals": set(ANIMALS), "flower_set": set(FLOWERS), "season_set": set(SEASONS)}
        for row, price in ((pairs, "pair"), (sets, "set")):
            for why, tiles in row.items():
                if new in tiles and tiles <= shown:
                    assert (seat, why) not in self.bitten
                    self.bitten.add((seat, why))
                    self.seen[hidden + price] += 1
                    self.owe(why, seat, self.each(seat, self.price[hidden + price]))

    def eighth(self, seat: int) -> None:
        """Eight flowers and seasons, or the last of them robbed."""
        all_of_them = set(FLOWERS + SEASONS)
        base = 2 ** (int(self.book["max_tai"]) - 1)
        if set(self.bonus[seat]) >= all_of_them:
            drawn = base if self.book["payment"] == "flat" else 2 * base
            self.owe("flowers", seat, self.each(seat, drawn))
            return
        last = self.bonus[seat][-1]
        for robber in range(4):
            if last in all_of_them and set(self.bonus[robber]) == all_of_them - {last} | set(self.bonus[robber]) & set(
                ANIMALS
            ):
                self.owe("flowers", robber, self.on_discard(base, robber, seat))

    def on_discard(self, base: int, winner: int, discarder: int) -> list[int]:
        """What each pays for a win on a discard or a robbed kong."""
        if self.book["payment"] == "shooter_all":
            return [4 * base if seat == discarder else 0 for seat in range(4)]
        double = 1 if self.book["payment"] == "flat" else 2
        return [0 if s == winner else double * base if s == discarder else base for s in range(4)]

    def pay_kong(self) -> None:
        """A kong that stands is paid."""
        if self.kong is None:
            return
        (seat, laid), self.kong = self.kong, None
        self.last_kong = laid
        amount = self.price["concealed_kong" if laid.what == CLOSED_KAN else "open_kong"]
        shares = self.each(seat, amount)
        alone = laid.what == OPEN_KAN and (
            self.book["discard_kong_payer"] == "discarder" or (self.book["bao"] == "on" and laid.late_fresh)
        )
        if alone:
            shares = [3 * amount if other == laid.feeder else 0 for other in range(4)]
            self.seen["kong paid by one"] += 1
        self.owe("kong", seat, shares)

    # The win

    def liable(self, seat: int, feeder: int | None, tile: str, *, robbed: bool) -> tuple[int, str] | None:
        """Who pays for all, by the rows of 12.2 in their order."""
        if self.book["bao"] == "off":
            return None
        fed = list(self.laid[seat])
        concealed = +self.hands[seat] + Counter([tile] if feeder is not None else [])
        if feeder is not None and tile[1] == "z" and concealed[tile] == 3:
            fed.append(Laid(PON, [tile] * 3, feeder, self.visible_tai(seat), late_fresh=False))
        rows = {
            "dragons": self.last_of(fed, DRAGONS, 3),
            "winds": self.last_of(fed, set(WINDS), 4),
            "limit": self.lifts(seat, fed),
            **dict.fromkeys(self.last_tile(seat, concealed), feeder),
            "fresh_kong": self.fed_kong() if feeder is None else None,
            "fresh_hu": None if robbed or not self.late(tile) else feeder,
        }
        return next(((payer, row) for row, payer in rows.items() if payer is not None), None)

    @staticmethod
    def last_of(fed: Sequence[Laid], honours: set[str], needed: int) -> int | None:
        """Who fed the set that made the number full."""
        found = [laid for laid in fed if laid.tiles[0] in honours]
        return found[-1].feeder if len(found) == needed else None

    def lifts(self, seat: int, fed: Sequence[Laid]) -> int | None:
        """Who fed the set that lifted what all can see to the cap."""
        cap = int(self.book["max_tai"])
        for laid in fed:
            lift = self.honour_tai(seat, laid.tiles[0]) if laid.what != CHI else 0
            if laid.feeder is not None and laid.visible < cap <= laid.visible + lift:
                return laid.feeder
        return None

    def last_tile(self, seat: int, concealed: Counter[str]) -> list[str]:
        """The rows of a full flush (or all honours) and of all terminals that the winning tile fills."""
        shown = self.laid[seat]
        kinds = set(concealed) | {one for laid in shown for one in laid.tiles}
        exposed = [laid for laid in shown if laid.what != CLOSED_KAN]
        flush = len({kind[1] for kind in kinds}) == 1 and len(shown) >= 3
        terminals = all(kind[0] in "19" and kind[1] != "z" for kind in kinds) and len(exposed) >= 3
        return ["flush"] * flush + ["terminals"] * terminals

    def fed_kong(self) -> int | None:
        """Who fed the fresh kong whose replacement has just been drawn."""
        kong = self.last_kong if self.after_kong else None
        return kong.feeder if kong is not None and kong.what == OPEN_KAN and kong.late_fresh else None

    def late(self, tile: str) -> bool:
        """Whether a fresh tile has been thrown near the end."""
        return self.left < int(self.book["fresh_hu_below"]) and bool(self.rivers_have(tile)) and self.fresh(tile)

    def rivers_have(self, tile: str) -> int:
        """How many copies lie in the rivers."""
        return sum(river.count(tile) for river in self.rivers)

    def win(self, table: Table, win: Win) -> list[int]:
        """What each seat gets for a win."""
        value = table.value(win.seat)
        assert value is not None
        assert value.capped == min(value.tai, int(self.book["max_tai"]))
        base = 2 ** (value.capped - 1)
        feeder = None if win.source == win.seat else win.source
        liable = self.liable(win.seat, feeder, name(win.tile), robbed=win.via != "discard")
        drawn = feeder is None
        if "thirteen_orphans" in value.limits and self.book["thirteen_orphans_payment"] == "self_drawn":
            drawn = True
        if drawn:
            shares = self.each(win.seat, base if self.book["payment"] == "flat" else 2 * base)
        else:
            shares = self.on_discard(base, win.seat, win.source)
        if liable is not None and (drawn or self.book["payment"] != "shooter_all"):
            self.seen[f"bao {liable[1]}"] += 1
            shares = [sum(shares) if seat == liable[0] else 0 for seat in range(4)]
        self.seen["robbed kong" if win.via not in {"draw", "discard"} else f"win by {win.via}"] += 1
        got = [-share for share in shares]
        got[win.seat] = sum(shares)
        return got

    # The events

    def see(self, table: Table, event: ev.Event) -> None:
        """An event, before the table has it."""
        if isinstance(event, ev.Payment):
            self.payment(event)
            return
        assert not self.due, f"not paid before {event}: {self.due}"
        if isinstance(event, ev.RoundEnd):
            self.end(table, event)
            return
        met: dict[type, Callable[..., None]] = {
            ev.RoundStart: self.deal,
            ev.Draw: self.draw,
            ev.Bonus: self.show,
            ev.Discard: self.throw,
            ev.Call: self.call,
            ev.ClosedKan: self.conceal,
            ev.AddedKan: self.promote,
        }
        if type(event) in met:
            met[type(event)](event)

    def payment(self, event: ev.Payment) -> None:
        """A payment must be the one that is due."""
        if event.why == "kong":
            self.pay_kong()
        assert self.due, event
        assert (event.why, list(event.deltas)) == self.due.pop(0)
        self.held = [had + gained for had, gained in zip(self.held, event.deltas, strict=True)]

    def end(self, table: Table, event: ev.RoundEnd) -> None:
        """The wins are paid, and nothing got lost."""
        for win in table.wins:
            gained = self.win(table, win)
            self.held = [had + got for had, got in zip(self.held, gained, strict=True)]
        assert event.scores is not None
        assert list(event.scores) == self.held, table.wins
        assert sum(self.held) == 0

    def draw(self, event: ev.Draw) -> None:
        """A tile from either end."""
        if event.replacement:
            assert self.kong is None, "a kong stood and was not paid"
            self.replaced[event.seat] = True
        self.after_kong = event.replacement and not self.bonus_next
        self.bonus_next = False
        self.left -= 1
        self.hands[event.seat][name(event.tile)] += 1

    def show(self, event: ev.Bonus) -> None:
        """A bonus tile."""
        self.bonus_next = True
        self.hands[event.seat][name(event.tile)] -= 1
        self.bonus[event.seat].append(name(event.tile))
        self.bite(event.seat, name(event.tile))
        self.eighth(event.seat)

    def throw(self, event: ev.Discard) -> None:
        """A discard."""
        self.started, self.bonus_next = True, False
        self.hands[event.seat][name(event.tile)] -= 1
        self.rivers[event.seat].append(name(event.tile))

    def conceal(self, event: ev.ClosedKan) -> None:
        """A concealed kong."""
        tiles = [name(tile) for tile in event.tiles]
        self.hands[event.seat].subtract(tiles)
        laid = Laid(CLOSED_KAN, tiles, None, self.visible_tai(event.seat), late_fresh=False)
        self.laid[event.seat].append(laid)
        self.kong = (event.seat, laid)

    def promote(self, event: ev.AddedKan) -> None:
        """A promoted kong."""
        tile = name(event.tile)
        self.hands[event.seat][tile] -= 1
        laid = next(one for one in self.laid[event.seat] if one.tiles == [tile] * 3)
        laid.what = ADDED_KAN
        laid.tiles.append(tile)
        self.kong = (event.seat, laid)

    def call(self, event: ev.Call) -> None:
        """A claim that was granted."""
        tile, seat = name(event.tile), event.seat
        fresh = self.fresh(tile) and self.left < int(self.book["fresh_kong_below"])
        visible = self.visible_tai(seat)
        self.rivers[event.source].pop()
        self.hands[seat].subtract(name(used) for used in event.uses)
        tiles = [*(name(used) for used in event.uses), tile]
        laid = Laid(int(event.claim), tiles, event.source, visible, late_fresh=fresh)
        self.laid[seat].append(laid)
        if event.claim == OPEN_KAN:
            self.kong = (seat, laid)


class Greedy:
    """Wins, kongs and pungs whenever it may, keeps what it has most of, throws singles at random."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)  # noqa: S311
        self.sensible = SensibleBot(seed, pass_wins=0, pass_sets=0)

    def choose(self, table: Table, seat: int, choices: Sequence[ev.Event]) -> ev.Event:
        """One of the choices."""
        first = choices[0]
        if isinstance(first, ev.Ron | ev.Tsumo):
            return first
        kongs: list[ev.Event] = [c for c in choices if isinstance(c, ev.ClosedKan | ev.AddedKan)]
        kongs = kongs or [c for c in choices if isinstance(c, ev.Call) and c.claim == OPEN_KAN]
        if kongs:
            return kongs[0]
        calls = [c for c in choices if isinstance(c, ev.Call)]
        if calls:
            eager = [c for c in calls if c.claim == PON]
            return eager[0] if eager else self.sensible.choose(table, seat, choices)
        if self.rng.random() < 0.7:
            return self.sensible.choose(table, seat, choices)
        discards = [c for c in choices if isinstance(c, ev.Discard)]
        counts = table.seats[seat].hand.counts
        return min(discards, key=lambda c: (counts[KIND_OF[c.tile]], self.rng.random()))


def thick_wall(book: Profile, seed: int, rng: Random) -> list[Tile]:
    """A shuffled wall whose front has most of what bao is about: honours, one suit, terminals, or bonus tiles."""
    tiles = tile_set(book)
    rng.shuffle(tiles)
    fronts: list[Callable[[Tile], bool]] = [
        lambda tile: KIND_OF[tile] >= 27,
        lambda tile: KIND_OF[tile] // 9 == 1,
        lambda tile: KIND_OF[tile] < 27 and KIND_OF[tile] % 9 in {0, 8},
        lambda tile: tile >= 37,
        lambda tile: KIND_OF[tile] >= 31 or tile >= 37,
        lambda _tile: True,
    ]
    liked = fronts[seed % 6]
    front = [tile for tile in tiles if liked(tile)]
    back = [tile for tile in tiles if not liked(tile)]
    mixed = front + back[:20]
    rng.shuffle(mixed)
    return mixed + back[20:]


OPTIONS: list[dict[str, str]] = [
    {},
    {"bao": "off"},
    {"payment": "shooter_all"},
    {"payment": "flat"},
    {
        "discard_kong_payer": "discarder",
        "bites": "pair=1 hidden_pair=3 set=5 hidden_set=7 open_kong=2 concealed_kong=6",
    },
    {"fresh_definition": "not_in_discards", "fresh_kong_below": "40", "fresh_hu_below": "30"},
    {"fresh_definition": "not_in_sight", "fresh_kong_below": "40", "fresh_hu_below": "30"},
    {"fresh_kong_below": "60", "fresh_hu_below": "50", "max_tai": "3"},
    {"max_tai": "10", "multi_hu": "all"},
    {"thirteen_orphans_payment": "as_won", "last_tile_discard": "on", "kong_after_claim": "on"},
]


class Stacked(SingaporeHouse):
    """Deals thick walls."""

    def __init__(self, profile: Profile, rng: Random, numbers: Iterator[int]) -> None:
        super().__init__(profile)
        self.rng, self.numbers = rng, numbers

    def wall(self, seed: str) -> Wall:  # noqa: ARG002  the walls come in a row
        """The next one."""
        return Wall(thick_wall(self.profile, next(self.numbers), self.rng), dead=self.dead_wall)


class Watched(Match):
    """A game whose events the model sees."""

    def __init__(self, profile: Profile, players: Sequence[Greedy], money: Money) -> None:
        super().__init__(profile, players, 0, watch=lambda event: money.see(self.table, event))


def play(options: dict[str, str], games: int, seed: int) -> Counter[str]:
    """Games from East 1 to North 4, each checked event by event -> what was priced."""
    book = profile("sg-wong-v1", options)
    rng, numbers, seen = Random(seed), count(), Counter[str]()  # noqa: S311
    for game in range(games):
        money = Money(book)
        match = Watched(book, [Greedy(seed + 4 * game + seat) for seat in range(4)], money)
        match.house = Stacked(book, rng, numbers)
        assert match.run() is None
        assert money.held == list(match.house.final(match.table))
        seen += money.seen
    return seen


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(map("=".join, options.items())) or "default")
def test_money_is_what_the_text_says(options: dict[str, str]) -> None:
    assert sum(play(options, 2, 7).values()) > 60
