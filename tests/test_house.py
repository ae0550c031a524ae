"""What holds for the whole tree: no trace of one machine, small files, documented modules and commands."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "minogashi"
LARGEST = 1_000_000

# written so that no pattern matches its own line
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|farm|root|tmp|home|Users)/\w")
REGISTRY_HOST = re.compile(r"pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|index[-]url|https?://[^\s\"]*/simple\b")


def tracked() -> list[Path]:
    """Every file that a commit of this tree holds, new ones that are not ignored included."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: which files belong to the tree is unknown")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603  no input
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def places(pattern: re.Pattern[str]) -> list[str]:
    """`file:line` of every match in the tracked text files."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("text", ["cd /" + "work/main", "open('/" + "home/me/x')", "file:///" + "tmp/a"])
def test_the_pattern_of_machine_paths_finds_them(text: str) -> None:
    assert MACHINE_PATH.search(text)


def test_no_file_names_a_path_of_one_machine() -> None:
    assert places(MACHINE_PATH) == []


@pytest.mark.parametrize(
    "text", ["https://py" + "pi.org/project/x", "--index" + "-url x", "https://host/a" + "/simple"]
)
def test_the_pattern_of_registry_hosts_finds_them(text: str) -> None:
    assert REGISTRY_HOST.search(text)


def test_no_file_names_a_registry_host() -> None:
    assert places(REGISTRY_HOST) == []


def test_no_file_is_over_one_megabyte() -> None:
    assert [str(path.relative_to(ROOT)) for path in tracked() if path.stat().st_size > LARGEST] == []


def test_every_module_has_a_docstring() -> None:
    modules = sorted(SOURCE.rglob("*.py"))
    bare = [path for path in modules if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert modules
    assert [str(path.relative_to(ROOT)) for path in bare] == []


def said(words: str, text: str) -> bool:
    """Whether the words occur in the text as whole words: `--json` is not said by `--json-lines`."""
    return re.search(rf"(?<![\w-]){re.escape(words)}(?![\w-])", text) is not None


def commands(command: Any, path: str = "minogashi") -> Iterator[tuple[str, list[str]]]:  # noqa: ANN401  typer's own class
    """Every command a person can type, with its long options."""
    options = [
        option
        for param in command.params
        if not getattr(param, "hidden", False)
        for option in (*param.opts, *param.secondary_opts)
        if option.startswith("--") and not option.endswith("-completion")
    ]
    yield path, options
    for name, below in getattr(command, "commands", {}).items():
        if not below.hidden:
            yield from commands(below, f"{path} {name}")


def test_every_command_and_option_is_documented() -> None:
    typer_main = importlib.import_module("typer.main")
    found = dict(commands(typer_main.get_command(importlib.import_module("minogashi.cli").app)))
    pages = [path for path in (ROOT / "README.md", ROOT / "docs" / "commands.md") if path.exists()]
    text = "\n".join(path.read_text(encoding="utf-8") for path in pages)
    wanted = [*found, *sorted({option for options in found.values() for option in options})]
    assert len(found) > 1
    assert [words for words in wanted if not said(words, text)] == []


def test_every_picture_is_shown_and_every_shown_one_is_there() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    found = [(page, name) for page in pages for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text("utf-8"))]
    shown = {(page.parent / name).resolve() for page, name in found}
    kept = {path.resolve() for path in (ROOT / "docs" / "shots").iterdir()}
    assert len(kept) == 28
    kept |= {path.resolve() for path in (ROOT / "docs").glob("*.svg")}
    assert shown == kept
    assert sum(path.stat().st_size for path in kept) < 3_500_000
