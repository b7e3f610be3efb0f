"""The walks in docs/architecture.md: each names functions that are there, and has 12 hops at most."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WALKS = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Three walks")[2]
WALKS = WALKS.partition("\n## ")[0]
HOPS = re.findall(r"^\| `(\S+)` \| `(\w+)` \|", WALKS, re.MULTILINE)


def test_there_are_three_short_walks() -> None:
    walks = re.split(r"^\*\*From ", WALKS, flags=re.MULTILINE)[1:]
    assert len(walks) == 3
    assert all(1 < len(re.findall(r"^\| `", walk, re.MULTILINE)) <= 12 for walk in walks)


@pytest.mark.parametrize(("file", "function"), HOPS)
def test_a_hop_is_there(file: str, function: str) -> None:
    source = (ROOT / "engine" / "tilefish" / file).read_text(encoding="utf-8")
    assert re.search(rf"^\s*(?:def|cdef|cpdef)\b[^(\n]*\b{function}\(", source, re.MULTILINE)
