"""The JSON shapes, and the page that documents them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
import pytest

from minogashi import catalogue, report

ROOT = Path(__file__).parent.parent


def test_every_key_of_every_json_shape_is_documented() -> None:
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    shapes = {
        name: shape
        for name, shape in (vars(report) | vars(catalogue)).items()
        if isinstance(shape, type) and issubclass(shape, msgspec.Struct) and shape is not msgspec.Struct
    }
    sections = dict(re.findall(r"^### (\w+)$(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))
    assert len(shapes) > 10
    missing = [
        f"{name}.{field}"
        for name, shape in shapes.items()
        for field in shape.__struct_fields__
        if f"`{field}`" not in sections.get(name, "")
    ]
    assert missing == []
    schemas = [
        value
        for value in (vars(report) | vars(catalogue)).values()
        if re.fullmatch(r"minogashi\.[\w-]+/\d+", str(value))
    ]
    assert len(schemas) >= 5
    assert [schema for schema in schemas if f"## {schema}\n" not in page] == []


@pytest.mark.skipif(os.name == "nt", reason="paths are Unicode there")
def test_a_path_that_is_no_text_can_be_written() -> None:
    path = os.fsdecode(b"caf\xe9.xml")
    assert report.line(report.unreadable(path, "it is empty")).startswith(b'{"path":"caf\xef\xbf\xbd.xml",')
