"""The layers of the compiled core, which `import-linter` cannot read, and names that stand for one thing.

The packages of Python are held by the contracts in pyproject.toml.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[1] / "engine"
CORE = ENGINE / "tilefish" / "core"
LAYERS = ("types", "clock", "board", "evaluation", "query", "search", "combat", "tuning")
"""From left to right: each imports only from those before it."""
_IMPORTED = re.compile(r"^ *(?:from|c?import) +tilefish\.(\w+)(?:\.(\w+))?", re.MULTILINE)
_IMPORTED_AT_ONCE = re.compile(_IMPORTED.pattern.replace("^ *", "^"), re.MULTILINE)
_CLASS = re.compile(r"^(?:cdef )?class (\w+)", re.MULTILINE)
_IMPORTS_LATE = ("board/board.pyx",)
"""These import from their right when a method is called: a board knows who answers questions about it."""

SOURCES = sorted(path for ending in ("pyx", "pxd") for path in CORE.rglob(f"*.{ending}"))


def _layer(source: Path) -> str:
    return source.relative_to(CORE).with_suffix("").parts[0]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(CORE)))
def test_the_core_imports_only_from_its_left(source: Path) -> None:
    known = LAYERS[: LAYERS.index(_layer(source)) + 1]
    imports_late = source.relative_to(CORE).as_posix() in _IMPORTS_LATE
    pattern = _IMPORTED_AT_ONCE if imports_late else _IMPORTED
    for package, layer in pattern.findall(source.read_text(encoding="utf-8")):
        assert package in ("core", "rules"), f"{package} is right of the core"
        if package == "core":
            assert layer in known, f"{layer} is right of {_layer(source)}"


def test_each_layer_of_the_core_has_files() -> None:
    assert {_layer(source) for source in SOURCES} == set(LAYERS)


def test_rules_import_nothing_of_the_core() -> None:
    for source in (ENGINE / "tilefish" / "rules").rglob("*.py"):
        packages = {package for package, _ in _IMPORTED.findall(source.read_text(encoding="utf-8"))}
        assert packages <= {"rules"}, source


def test_a_class_name_stands_for_one_thing() -> None:
    places: dict[str, list[str]] = {}
    for source in (ENGINE / "tilefish").rglob("*.py*"):
        if source.suffix in (".py", ".pyx"):
            for name in _CLASS.findall(source.read_text(encoding="utf-8")):
                places.setdefault(name, []).append(source.name)
    assert len(places) > 500
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
