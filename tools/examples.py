"""Ship the scenario blocks and the rule cases of docs/ with the lab.

    python tools/examples.py

Of a rule page only the headings and the blocks under them are taken; rule cases are taken as they are.
"""

from __future__ import annotations

from pathlib import Path

from minogashi.formats.scenario import FAMILIES, scenarios, text

ROOT = Path(__file__).parent.parent
OUT = ROOT / "src" / "minogashi" / "web" / "examples"


def page(family: str) -> str:
    """The blocks of a rule page, each under its heading."""
    out, heading = [], ""
    for block in scenarios((ROOT / "docs" / "rules" / f"{family}.md").read_text(encoding="utf-8"), family):
        name = block.id.split(".")[0]
        out += [f"### {name} {block.title}\n"] * (name != heading) + [text(block)]
        heading = name
    return "\n".join(out)


def shipped() -> dict[str, str]:
    """The files by name."""
    cases = (ROOT / "docs" / "cases" / "cases.jsonl").read_text(encoding="utf-8")
    return {f"{family}.md": page(family) for family in FAMILIES} | {"cases.jsonl": cases}


def main() -> None:
    """Write the files."""
    OUT.mkdir(exist_ok=True)
    for name, data in shipped().items():
        (OUT / name).write_text(data, encoding="utf-8")
        print(f"{name}: {len(data)} letters")


if __name__ == "__main__":
    main()
