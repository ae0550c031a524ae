"""`minogashi study`: the same walls for every hand, the same seed the same figures, and a file that is gone on with."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from minogashi import cli
from minogashi.errors import MinogashiError
from minogashi.play.walls import shuffled
from minogashi.shapes import keys_of, waits
from minogashi.study import ARMS, OPPONENTS, Trial, run, tally
from minogashi.study.plot import STYLES, draw
from minogashi.study.rates import mean, share
from minogashi.study.runs import BANDS
from minogashi.study.trials import SETS, Played, rest, rules, script
from minogashi.tiles import KIND_OF, counts_of, kinds_in, names, parse_tiles

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

TURN = 8


@pytest.mark.parametrize(
    ("arm", "expected", "furiten"),
    [
        ("furiten_ryanmen", "5p 8p", True),
        ("furiten_three_sided", "2p 5p 8p", True),
        ("kanchan", "7p", False),
        ("ryanmen", "5p 8p", False),
    ],
)
def test_the_hands_wait_as_they_are_called(arm: str, expected: str, *, furiten: bool) -> None:
    found = kinds_in(waits(*keys_of(counts_of(parse_tiles(SETS + ARMS[arm][0])))))
    assert names(found) == expected
    assert bool(set(found) & {KIND_OF[tile] for tile in script(arm, TURN)}) == furiten


def test_both_ryanmen_have_seven_tiles_left() -> None:
    for arm in ("furiten_ryanmen", "ryanmen"):
        seen = Counter(KIND_OF[tile] for tile in [*parse_tiles(SETS + ARMS[arm][0]), *script(arm, TURN)])
        assert sum(4 - seen[KIND_OF[tile]] for tile in parse_tiles("58p")) == 7


def test_every_other_tile_lies_where_it_lies_for_any_hand() -> None:
    order = shuffled(rules(), "1:1")
    walls = {arm: rest(order, arm, TURN) for arm in ARMS}
    first = walls["furiten_ryanmen"]
    for arm, wall in walls.items():
        own = [*parse_tiles(SETS + ARMS[arm][0]), *script(arm, TURN)]
        assert Counter(wall) + Counter(own) == Counter(order)
        assert sum(one != other for one, other in zip(first, wall, strict=True)) <= 4


def test_the_same_seed_gives_the_same_figures_on_any_number_of_processes(tmp_path: Path) -> None:
    once, trials = run(12, [TURN], 3)
    told: list[int] = []
    again, same = run(12, [TURN], 3, out=tmp_path / "a.jsonl", jobs=2, tell=told.append)
    assert (once, trials) == (again, same)
    assert sum(told) == 12
    assert once.turns[0].played + once.turns[0].left_out == 12
    assert once.turns[0].played > 0


def test_who_is_furiten_wins_by_self_draw_only() -> None:
    _, trials = run(25, [TURN], 4)
    won = [one.arms[arm] for one in trials if one.arms for arm in ARMS if arm.startswith("furiten")]
    assert any(one.won for one in won)
    assert all(one.drawn for one in won if one.won)
    free = [one.arms["ryanmen"] for one in trials if one.arms]
    assert any(one.won and not one.drawn for one in free)


def test_a_file_that_breaks_off_is_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "study.jsonl"
    whole, _ = run(6, [TURN], 5, out=out)
    data = out.read_bytes()
    lines = data.splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:4]) + lines[4][:10])
    told: list[int] = []
    again, _ = run(6, [TURN], 5, out=out, tell=told.append)
    assert (again, told) == (whole, [3, 1, 1, 1])
    assert out.read_bytes() == data


def test_a_file_of_another_seed_and_a_wrong_turn_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "study.jsonl"
    run(1, [TURN], 1, out=out)
    with pytest.raises(MinogashiError, match="is not a furiten-riichi study of seed 2"):
        run(1, [TURN], 2, out=out)
    with pytest.raises(MinogashiError, match="is not a furiten-riichi study of seed 1 with bold opponents"):
        run(1, [TURN], 1, out=out, opponents="bold")
    with pytest.raises(MinogashiError, match="riichi in turn 3: expected 4 to 18"):
        run(1, [3])
    with pytest.raises(MinogashiError, match="no opponents 'meek': expected careful, sensible, bold"):
        run(1, [TURN], opponents="meek")


def test_a_file_whose_first_line_broke_off_is_begun_anew(tmp_path: Path) -> None:
    out = tmp_path / "study.jsonl"
    run(1, [TURN], 1, out=out)
    whole = out.read_bytes()
    out.write_bytes(whole[:10])
    run(1, [TURN], 1, out=out)
    assert out.read_bytes() == whole


def test_who_folds_better_deals_in_less(tmp_path: Path) -> None:
    """A plain ryanmen wins fewer hands by ron the more of `defence` its opponents use."""
    rons = []
    for name in OPPONENTS:
        _, trials = run(40, [TURN], 2, opponents=name, jobs=2, out=tmp_path / name)
        met = [one.arms["ryanmen"] for one in trials if one.arms]
        rons.append(sum(one.won and not one.drawn for one in met) / len(met))
    careful, sensible, bold = rons
    assert careful < sensible
    assert careful < bold


def outcome(*, won: bool) -> Played:
    return Played(won, drawn=won, dealt_in=False, points=2000, gained=2000 if won else -1000)


@pytest.mark.parametrize(("gap", "verdict"), [(0, "holds"), (40, "fails"), (10, "open")])
def test_a_sentence_holds_where_its_whole_interval_lies_in_the_band(gap: int, verdict: str) -> None:
    """The three-sided wait wins `gap` of a hundred hands less than the ryanmen; the band is 8 either way."""
    trials = [
        Trial(
            number, TURN, {name: outcome(won=number >= (gap if name == "furiten_three_sided" else 0)) for name in ARMS}
        )
        for number in range(100)
    ]
    found = {one.requirement: one for one in tally(TURN, trials).sentences}
    assert set(found) == set(BANDS)
    assert found["R47"].verdict == verdict


def test_nothing_played_is_no_figure() -> None:
    table = tally(TURN, [Trial(0, TURN, {})])
    assert (table.played, table.left_out) == (0, 1)
    assert (table.arms[0].win.low, table.arms[0].win.high) == (0.0, 1.0)


@pytest.mark.parametrize("wins", [0, 1, 10])
def test_an_interval_holds_its_mean_and_lies_within_nought_and_one(wins: int) -> None:
    rate = share(wins, 10)
    assert 0 <= rate.low <= rate.mean <= rate.high <= 1
    assert rate.low < rate.high
    assert mean([2]).low == mean([2]).high == 2.0


def test_a_mean_does_not_hang_on_the_order_of_its_cases() -> None:
    found = [100, -3900, 12_000, 7, 1_000_000_007]
    assert mean(found) == mean(sorted(found))


def test_the_command_tells_turns_hands_and_differences(tmp_path: Path) -> None:
    words = ["study", "furiten-riichi", "--trials", "4", "--turn", "6", "--turn", "8", "--seed", "9"]
    done = CliRunner().invoke(cli.app, [*words, "--out", str(tmp_path / "s.jsonl")])
    assert done.exit_code == 0
    assert done.stdout.count("riichi in turn ") == 2
    assert "furiten_ryanmen - kanchan" in done.stdout
    told = json.loads(CliRunner().invoke(cli.app, [*words, "--json"]).stdout)
    assert (told["schema"], told["seed"], [table["turn"] for table in told["turns"]]) == (
        "minogashi.study/1",
        9,
        [6, 8],
    )
    wrong = CliRunner().invoke(cli.app, ["study", "furiten-riichi", "--turn", "40"])
    assert (wrong.exit_code, wrong.stdout) == (2, "")


def command(*words: str) -> Result:
    return CliRunner().invoke(cli.app, ["study", "furiten-riichi", "--trials", "3", *words])


def test_trials_as_parquet_need_pyarrow(tmp_path: Path) -> None:
    out = tmp_path / "s.parquet"
    done = command("--parquet", str(out))
    if importlib.util.find_spec("pyarrow") is None:
        assert done.exit_code == 2
        assert done.stderr.startswith("error: pyarrow is not installed")
    else:
        assert done.exit_code == 0
        assert out.read_bytes()[:4] == b"PAR1"
        assert [path.name for path in tmp_path.iterdir()] == ["s.parquet"]


@pytest.mark.parametrize(("name", "begins"), [("s.svg", b"<?xml"), ("s.PNG", b"\x89PNG"), ("s.pdf", b"%PDF")])
def test_the_study_is_drawn_by_turns(tmp_path: Path, name: str, begins: bytes) -> None:
    pytest.importorskip("matplotlib", reason="the extra [plot] is not installed")
    done = command("--turn", "6", "--turn", "8", "--seed", "1", "--plot", str(tmp_path / name))
    assert (done.exit_code, done.stderr) == (0, "")
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_picture_names_every_hand_and_how_it_was_made(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra [plot] is not installed")
    study, _ = run(3, [TURN], 1)
    draw(study, tmp_path / "a.svg")
    draw(study, tmp_path / "b.svg")
    first = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert first == (tmp_path / "b.svg").read_text(encoding="utf-8")
    for text in [*(style.name for style in STYLES.values()), "seed 1", "careful bots"]:
        assert text in first
    assert set(STYLES) == set(ARMS)


def test_without_matplotlib_nothing_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out = tmp_path / "s.jsonl"
    done = command("--out", str(out), "--plot", str(tmp_path / "s.svg"))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "error: matplotlib is not installed: pip install 'minogashi[plot]'\n"
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--plot", "s.gif"), "s.gif: the name of a picture must end in .svg, .png, .pdf"),
        (("--plot", "nowhere/s.svg"), "nowhere/s.svg: there is no such folder"),
        (("--opponents", "meek"), "no opponents 'meek': expected careful, sensible, bold"),
    ],
)
def test_wrong_use_is_told_before_anything_is_played(words: tuple[str, ...], message: str) -> None:
    done = command(*words)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"error: {message}\n")
