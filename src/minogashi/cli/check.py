"""`minogashi check`: a ruling on one hand, typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from minogashi.cli.common import (
    AsJson,
    Dora,
    Hand,
    Honba,
    InRiichi,
    Melds,
    Overrides,
    ProfileName,
    River,
    RoundWind,
    SeatWind,
    Source,
    Tiles,
    check_tiles,
    fail,
    read_overrides,
    typed,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minogashi.advice import Win
    from minogashi.position import Answer
    from minogashi.render import Cell, Paper
    from minogashi.rulings import Grounds


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("check")(check)


def check(  # noqa: PLR0913  each is an option
    hand: Hand,
    *,
    meld: Melds = [],  # noqa: B006  typer copies it
    river: River = None,
    riichi: InRiichi = False,
    tile: Annotated[
        str | None, typer.Option("--tile", metavar="TILE", help="Another player's tile: may it be won, or called?")
    ] = None,
    draw: Annotated[
        str | None, typer.Option("--draw", metavar="TILE", help="The own draw: tsumo, riichi, and what to throw.")
    ] = None,
    source: Source = None,
    via: Annotated[
        str, typer.Option("--via", metavar="HOW", help="How it came: discard, kakan, ankan or kita.")
    ] = "discard",
    seat: SeatWind = "S",
    round_: RoundWind = "E",
    dora: Dora = [],  # noqa: B006
    live: Annotated[
        int | None, typer.Option("--live", metavar="N", help="Tiles left in the live wall; 0: it is the last tile.")
    ] = None,
    honba: Honba = 0,
    passed: Annotated[
        list[str],
        typer.Option("--passed", metavar="TILE", help="A winning tile let go since the last own discard; repeatable."),
    ] = [],  # noqa: B006
    bonus: Annotated[
        list[str],
        typer.Option("--bonus", metavar="NAME", help="A bonus tile set out: f1-f4, s1-s4, cat, rat...; repeatable."),
    ] = [],  # noqa: B006
    profile: ProfileName = "tenhou",
    overrides: Overrides = [],  # noqa: B006
    as_json: AsJson = False,
    tiles: Tiles = "mpsz",
) -> None:
    """Rule on a hand: its waits, furiten, and whether the tile on offer or just drawn may be taken."""
    from minogashi.errors import MinogashiError
    from minogashi.notation import Question
    from minogashi.position import check as ask
    from minogashi.render import Paper
    from minogashi.rulebook import profile as rule_book

    check_tiles(tiles)
    options = read_overrides(overrides, profile)
    question = Question(
        hand=typed(hand),
        melds=meld,
        river=river,
        riichi=riichi,
        tile=tile,
        drawn=draw,
        source=source,
        via=via,
        seat=seat,
        wind=round_,
        dora=dora,
        live=live,
        honba=honba,
        passed=passed,
        bonus=bonus,
    )
    try:
        answer = ask(question, rule_book(profile, options), rules=profile)
    except MinogashiError as error:
        fail(str(error))
    paper = Paper(tiles)
    if as_json:
        paper.json(answer)
        return
    _Page(answer, paper).write()


class _Page:
    """The answer on paper, in the words of the rule book's family."""

    def __init__(self, answer: Answer, paper: Paper) -> None:
        from minogashi.cli.why import STYLE, wait_text
        from minogashi.messages import Speaker, short
        from minogashi.render import counted

        self.short, self.counted, self.wait_text = short, counted, wait_text
        self.answer, self.paper, self.style = answer, paper, STYLE
        self.speaker = Speaker(family=answer.family)
        self.say = self.speaker.text

    def write(self) -> None:
        """The ruling first, then what it rests on."""
        answer = self.answer
        self._headline()
        self._block(self._wait_rows() if answer.waits else [], right=(1,))
        self._block(self._details())
        self._block(self._exit_rows() if answer.discards else [])
        texts = [note.text for note in answer.notes] + [assumption.text for assumption in answer.assumptions]
        self._block([["-", (text, "quiet")] for text in texts])

    def _block(self, rows: Sequence[Sequence[Cell]], right: Sequence[int] = ()) -> None:
        if rows:
            self.paper.line()
            self.paper.table(rows, right=right)

    def _headline(self) -> None:
        answer = self.answer
        rules = f"  ({answer.profile}{''.join(f', {name}={value}' for name, value in answer.overrides.items())})"
        if not answer.verdicts:
            self.paper.line((self._state(), "title"), rules)
            return
        first = answer.verdicts[0]
        outcome = self.say(f"verdict.{first.verdict}")
        if first.reasons:
            outcome = f"{outcome}. {first.reasons[0].text}"
        elif first.claim == "ron" and any(note.code.endswith("not_told") for note in answer.notes):
            outcome = self.say("label.as_far_as_told")
        word, _, tile = first.asked.rpartition(" ")
        asked = f"{word[:1].upper()}{word[1:]} {self.paper.tile(tile)}"
        self.paper.line((f"{asked}: ", "title"), (outcome, self.style[first.verdict]), rules)

    def _state(self) -> str:
        answer = self.answer
        if answer.furiten is not None:
            return f"{self.say('state.furiten')}. {answer.furiten.text}"
        if answer.waits:
            return self.say("state.ready")
        if answer.shanten is None:
            return self.say("state.unready")
        return self.say("state.away", count=self.counted(answer.shanten, "tile"))

    def _details(self) -> list[list[Cell]]:
        """What the first line has not said yet: further reasons and claims, and furiten where no ron was asked."""
        from minogashi.cli.why import ruling_rows

        if not self.answer.verdicts:
            return []
        first, *more = self.answer.verdicts
        also, furiten = self.say("label.also"), self.answer.furiten
        rows: list[list[Cell]] = [[also, (reason.text, self.style[first.verdict])] for reason in first.reasons[1:]]
        rows += [line for ruling in more for line in ruling_rows(ruling, self.paper, self.speaker)]
        if furiten is not None and furiten.code not in {reason.code for reason in first.reasons}:
            rows.append([self.say("label.furiten"), (furiten.text, "lock")])
        return rows

    def _wait_rows(self) -> list[list[Cell]]:
        by = [self.say("label.by", claim=self.say(f"claim.{word}")) for word in ("ron", "tsumo")]
        rows: list[list[Cell]] = [[self.say("label.wait"), self.say("label.left_column"), *by]]
        rows += [
            [self.paper.tile(line.tile), str(line.left), self._win(line.ron), self._win(line.tsumo)]
            for line in self.answer.waits
        ]
        return rows

    def _win(self, win: Win | None) -> Cell:
        if win is None:
            return (self.say("label.cannot_come"), "quiet")
        yaku = ", ".join(f"{name} {han}" for name, han in win.yaku.items())
        if win.refused is None:
            return yaku or self.say("label.yes")
        return (": ".join(filter(None, (self.short(win.refused), yaku))), "lock")

    def _exit_rows(self) -> list[list[Cell]]:
        """Each discard that stays ready; whether riichi may go with it is told where riichi is a question at all."""
        asked = any(ruling.claim == "riichi" for ruling in self.answer.verdicts)
        labels = ["throw", "waits", "riichi", "furiten"] if asked else ["throw", "waits", "furiten"]
        rows: list[list[Cell]] = [
            [self.say("claim.riichi" if label == "riichi" else f"label.{label}") for label in labels]
        ]
        for line in self.answer.discards:
            riichi = [self.say("label.yes" if line.riichi else "label.no")] if asked else []
            waits = self.wait_text(line.waits, self.paper, self.speaker)
            rows.append([self.paper.tile(line.discard), waits, *riichi, self._locked(line.furiten)])
        return rows

    def _locked(self, furiten: Grounds | None) -> Cell:
        if furiten is None:
            return self.say("label.no")
        tile = "" if furiten.tile is None else self.paper.tile(furiten.tile)
        return (f"{self.short(furiten.code)} {tile}".rstrip(), "lock")
