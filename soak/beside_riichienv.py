"""riichienv plays, we look on: its log as our events, its menus beside ours."""

from __future__ import annotations

import importlib.metadata
import random
from typing import TYPE_CHECKING, Any

from differential import Comparison
from riichienv import ActionType, GameRule, RiichiEnv

from minogashi import events as ev
from minogashi.claims import CHI, CLAIM_OF, OPEN_KAN, PON
from minogashi.events import IllegalEventError
from minogashi.play import menu
from minogashi.play.bots import SensibleBot
from minogashi.rulebook import profile
from minogashi.table import Table
from minogashi.tiles import KIND_OF, mjai, parse_mjai

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from minogashi.tiles import Tile

VERSION = f"riichienv {importlib.metadata.version('riichienv')}"
WINDS = "ESWN"
RESULTS = {"exhaustive_draw": "exhaustive", "nagashimangan": "nagashi"}
WAYS = ("random", "sensible", "wild")
"""How the seats of a game choose: anything; to win; calls, kans and riichi wherever they may, wins every other time."""


def tiles(names: list[str]) -> tuple[Tile, ...]:
    """Tiles of a log line."""
    return tuple(parse_mjai(name) for name in names)


def started(line: dict[str, Any]) -> ev.Event:
    """The deal."""
    return ev.RoundStart(
        WINDS.index(line["bakaze"]),
        line["kyoku"] - 1,
        line["honba"],
        line["kyotaku"],
        line["oya"],
        tuple(line["scores"]),
        tiles([line["dora_marker"]]),
        tuple(tiles(hand) for hand in line["tehais"]),
    )


def called(line: dict[str, Any]) -> ev.Event:
    """A chi, pon or open kan."""
    tile = parse_mjai(line["pai"])
    return ev.Call(line["actor"], CALLS[line["type"]], tile, line["target"], tiles(line["consumed"]))


CALLS = {"chi": CHI, "pon": PON, "daiminkan": OPEN_KAN}
PLAIN: dict[str, Callable[[dict[str, Any]], ev.Event]] = {
    "start_kyoku": started,
    "dahai": lambda line: ev.Discard(line["actor"], parse_mjai(line["pai"]), line["tsumogiri"]),
    "reach": lambda line: ev.Riichi(line["actor"]),
    "chi": called,
    "pon": called,
    "daiminkan": called,
    "ankan": lambda line: ev.ClosedKan(line["actor"], tiles(line["consumed"])),
    "kakan": lambda line: ev.AddedKan(line["actor"], parse_mjai(line["pai"])),
    "kita": lambda line: ev.North(line["actor"]),
    "dora": lambda line: ev.Dora(parse_mjai(line["dora_marker"])),
    "ryukyoku": lambda line: ev.RoundEnd(RESULTS.get(line["reason"], line["reason"])),
}


class Reader:
    """Turns lines of the environment's log into our events, as they come."""

    def __init__(self) -> None:
        self.replacement = self.won = False
        self.tile = "?"

    def events(self, line: dict[str, Any]) -> Iterator[ev.Event]:
        """The events that stand for one line."""
        kind = line["type"]
        if kind in PLAIN:
            yield PLAIN[kind](line)
        elif kind == "tsumo":
            yield ev.Draw(line["actor"], parse_mjai(line["pai"]), self.replacement)
        elif kind == "hora":
            yield self._won(line["actor"], line["target"], parse_mjai(line.get("pai") or self.tile))
        elif kind == "end_kyoku" and self.won:
            yield ev.RoundEnd("win")
        if kind not in {"dora", "reach_accepted"}:
            self.replacement = kind in {"daiminkan", "ankan", "kakan", "kita"}
            self.won = kind == "hora"
        self.tile = line.get("pai", self.tile)

    @staticmethod
    def _won(seat: int, source: int, tile: Tile) -> ev.Event:
        return ev.Tsumo(seat, tile) if source == seat else ev.Ron(seat, source, tile)


def name_of(number: int) -> str:
    """One of 136 tiles in our writing of mjai."""
    kind = number // 4
    red = {16: "5mr", 52: "5pr", 88: "5sr"}.get(number)
    return red or mjai(kind)  # type: ignore[arg-type]


def theirs(action: Any) -> str:  # noqa: ANN401  their action
    """An entry of their menu in our words."""
    kind, used = action.action_type, sorted(name_of(tile) for tile in action.consume_tiles)
    words = {
        ActionType.TSUMO: "tsumo",
        ActionType.RIICHI: "riichi",
        ActionType.KYUSHU_KYUHAI: "nine",
        ActionType.KITA: "kita",
        ActionType.RON: "ron",
        ActionType.PASS: "pass",
    }
    if kind in words:
        return words[kind]
    if kind == ActionType.DISCARD:
        return f"discard:{name_of(action.tile)}"
    if kind == ActionType.ANKAN:
        return f"ankan:{used[0].rstrip('r')}"
    if kind == ActionType.KAKAN:
        return f"kakan:{name_of(action.tile)}"
    claim = {ActionType.CHI: "chi", ActionType.PON: "pon", ActionType.DAIMINKAN: "daiminkan"}[kind]
    return f"{claim}:{','.join(used)}"


def ours(event: ev.Event) -> str:
    """An entry of our menu in words."""
    plain = {ev.Tsumo: "tsumo", ev.Riichi: "riichi", ev.NineTerminals: "nine", ev.North: "kita", ev.Ron: "ron"}
    plain |= {ev.Pass: "pass"}  # type: ignore[dict-item]
    if type(event) in plain:
        return plain[type(event)]
    if isinstance(event, ev.Discard):
        return f"discard:{mjai(event.tile)}"
    if isinstance(event, ev.ClosedKan):
        return f"ankan:{mjai(KIND_OF[event.tiles[0]])}"  # type: ignore[arg-type]
    if isinstance(event, ev.AddedKan):
        return f"kakan:{mjai(event.tile)}"
    if isinstance(event, ev.Call):
        claim = {CHI: "chi", PON: "pon", OPEN_KAN: "daiminkan"}[event.claim]
        return f"{claim}:{','.join(sorted(mjai(tile) for tile in event.uses))}"
    raise TypeError(event)


class Game:
    """One game of the environment, or one hand, and our table beside it."""

    def __init__(self, seats: int, seed: int, found: Comparison) -> None:
        self.seed, self.found = seed, found
        self.rng = random.Random(seed)
        self.way = WAYS[seed % len(WAYS)]
        self.bot = SensibleBot(seed, pass_wins=300)
        # the log is copied whenever it is asked for, so most games are one hand, from a start of their own
        self.whole = seed % 100 == 50
        mode = f"{seats}p-red-{'half' if self.whole else 'single'}"
        self.env = RiichiEnv(game_mode=mode, seed=seed, rule=GameRule.default_tenhou())
        self.table = Table(profile("tenhou" if seats == 4 else "tenhou-sanma"))
        self.reader, self.read = Reader(), 0

    def run(self) -> None:
        """Play to the end, or until an event of theirs is impossible to us."""
        observations = self.env.reset() if self.whole else self.env.reset(**self._start())
        while not self.env.done():
            if not self._follow():
                return
            observations = self.env.step(self._decide(observations))
        self._follow()

    def _start(self) -> dict[str, Any]:
        """Some dealer, counters and points, too few for a riichi now and then."""
        seats = self.table.profile.seats
        scores = [self.rng.choice((500, 900, 1000, 1500, 25000, 30000, 41000)) for _ in range(seats)]
        return {"oya": self.rng.randrange(seats), "honba": self.rng.randrange(3), "scores": scores}

    def _follow(self) -> bool:
        log = self.env.mjai_log
        while self.read < len(log):
            line = log[self.read]
            self.read += 1
            for event in self.reader.events(line):
                try:
                    self.table.apply(event)
                except IllegalEventError as error:
                    codes = ", ".join(reason.code for reason in error.reasons)
                    self.found.differ(f"their {line['type']} is refused: {codes}", f"{self._where()}: {line}")
                    return False
        return True

    def _where(self) -> str:
        return f"seed {self.seed}, {self.table.round.name}, line {self.read}"

    def _decide(self, observations: dict[int, Any]) -> dict[int, Any]:
        out = {}
        menus = {seat: observation.legal_actions() for seat, observation in observations.items()}
        for seat in range(self.table.profile.seats):
            other = {theirs(action): action for action in menus.get(seat, ())}
            mine = {ours(event): event for event in self._menu(seat)} if self.table.running else {}
            if self.table.running:
                self.found.compare(f"{self._where()}, seat {seat}", mine, other, self._note(seat, mine, other))
            if other:
                out[seat] = other[self._choose(seat, mine, other)]
        return out

    def _menu(self, seat: int) -> list[ev.Event]:
        round_ = self.table.round
        if not round_.to_draw:
            return menu.own_turn(self.table, seat) if round_.turn == seat else []
        return menu.offer(self.table, seat)

    def _note(self, seat: int, mine: dict[str, Any], other: dict[str, Any]) -> str:
        """Why we refuse what they offer, in codes."""
        if mine.keys() == other.keys():
            return ""
        table = self.table
        verdicts = [table.ron(seat)] if table.round.to_draw else list(table.acts(seat))
        words = {word.split(":")[0] for word in other.keys() - mine.keys()}
        claims = {CLAIM_OF["nine_terminals" if word == "nine" else word] for word in words - {"pass"}}
        codes = {code.value for verdict in verdicts if verdict.claim in claims for code in verdict.codes}
        state = table.seats[seat].state
        return f" ({state}{', ' + ', '.join(sorted(codes)) if codes else ''})"

    def _choose(self, seat: int, mine: dict[str, Any], other: dict[str, Any]) -> str:
        both = [word for word in mine if word in other] or list(other)
        if self.way == "random":
            return self.rng.choice(both)
        if self.way == "wild":
            wins = [word for word in both if word in {"ron", "tsumo"}]
            if wins and self.rng.random() < 0.5:
                return wins[0]
            acts = [word for word in both if word.split(":")[0] not in {"ron", "tsumo", "discard", "pass", "nine"}]
            if acts and self.rng.random() < 0.8:
                return self.rng.choice(acts)
            both = [word for word in both if word not in {"ron", "tsumo"}] or both
            if self.rng.random() < 0.3:
                return self.rng.choice(both)
        choices = [mine[word] for word in both if word in mine]
        return ours(self.bot.choose(self.table, seat, choices)) if choices else self.rng.choice(both)


def run(seats: int, menus: int, seed: int) -> Comparison:
    """Games one after the other until so many menus are compared."""
    found = Comparison()
    while found.menus < menus:
        Game(seats, seed * 1_000_000 + found.games, found).run()
        found.games += 1
    return found
