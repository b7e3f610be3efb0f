"""Users import from `tilefish`, which is cheap to import itself."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import tilefish

ROOT = Path(__file__).parents[1]


def test_every_public_name_is_there() -> None:
    assert sorted(tilefish.__all__) == sorted(set(tilefish.__all__))
    for name in tilefish.__all__:
        assert getattr(tilefish, name) is not None
        assert name in dir(tilefish)
    assert not hasattr(tilefish, "Motor")


def test_rules_are_imported_without_the_engine() -> None:
    script = (
        "import sys, tilefish; print([name for name in ('engine', 'pgn', 'analysis', 'explain', 'learning') "
        "if f'tilefish.{name}' in sys.modules]); tilefish.Engine; print('tilefish.engine' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.split("\n")[:2] == ["[]", "True"]


def test_examples_use_public_names_alone() -> None:
    examples = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("examples/*.py")]
    named: set[str] = set()
    for example in examples:
        for module, names in re.findall(
            r"^(?:from|import) (tilefish[\w.]*)(?: import (.*))?$", example.read_text(), re.MULTILINE
        ):
            assert module == "tilefish", example
            named.update(name.strip() for name in names.split(","))
    assert {"Game", "Engine", "Limits"} < named <= set(tilefish.__all__)
