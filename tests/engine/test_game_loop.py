"""The example of docs/python-api.md, played without a screen, and the examples that stand in that page."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits

DOCS = Path(__file__).parents[2] / "docs"
FRAMES = 100_000


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("game_loop", DOCS / "examples" / "game_loop.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["game_loop"] = module
    spec.loader.exec_module(module)
    return module


def test_a_game_is_played_frame_by_frame(example: ModuleType) -> None:
    loop = example.GameLoop("chess", Engine(hash_megabytes=1), Limits(depth=5))
    assert loop.status() == "white to move"
    for clicks in (("e2", "e4"), ("g1", "b1", "c3")):
        for square in clicks:
            loop.click(square)
        assert loop.search is not None
        loop.click("d2")  # not now
        frames = 0
        while loop.search is not None:
            assert loop.status().startswith("thinking: depth ")
            loop.frame(1)
            frames += 1
            assert frames < FRAMES
        assert loop.game.turn == "white"
    assert [loop.game.move_stack[0], loop.game.move_stack[2]] == ["e2e4", "b1c3"]


def test_the_window_may_be_closed_while_it_thinks(example: ModuleType) -> None:
    loop = example.GameLoop("fragments", Engine(hash_megabytes=1), Limits())
    loop.click("b2")
    loop.click("b3")
    loop.frame(2)
    loop.leave()
    assert loop.search.state == "done"


def test_the_end_of_the_game_is_reported(example: ModuleType) -> None:
    loop = example.GameLoop("chess", Engine(hash_megabytes=1), Limits(depth=1))
    for move in ("e2e4", "f7f6", "d2d4", "g7g5"):
        loop.game.push(move)
    loop.click("d1")
    loop.click("h5")
    assert loop.status() == "white wins: checkmate"
    loop.click("a2")
    loop.frame()


def test_the_examples_of_the_page_run() -> None:
    page = (DOCS / "python-api.md").read_text()
    examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(examples) >= 5
    names: dict[str, object] = {}
    for code in examples:
        exec(code, names)  # later ones go on with the names of earlier ones
