"""The files in docs/variant-files.md are as good as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.seeds import seeded

from tilefish import Game
from tilefish.balance.variant_warnings import variant_warnings
from tilefish.rules.files.library import Library
from tilefish.rules.model.variant import TILE_NAMES
from tilefish.rules.model.weights import WEIGHTS
from tilefish.rules.text.betza import parse_betza
from tilefish.rules.text.tiles import format_tiles

from .files import load, problems_of

PAGE = (Path(__file__).parents[2] / "docs" / "variant-files.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def lava_run(tmp_path: Path) -> Path:
    path = tmp_path / "lava_run.toml"
    path.write_text(EXAMPLES[0], encoding="utf-8")
    return path


def test_the_new_world(lava_run: Path) -> None:
    variant = load(lava_run)
    assert variant.title == "Lava Run"
    assert format_tiles(variant.tiles, variant.files, variant.ranks) == "7/7/o1~=~2/2%1%1o/7/7"
    assert [kind.name for kind in variant.kinds] == ["pawn", "knight", "king", "courier", "djinn", "unicorn"]
    assert variant.promotion_to == (("unicorn", "courier", "djinn"),) * 2
    assert variant.end.stalemate_loss


def test_the_new_world_can_be_played(lava_run: Path) -> None:
    game = Game(lava_run)
    assert game.perft(3) == sum(game.divide(3).values()) > 0
    rng = seeded("a whole game")
    while game.outcome() is None:
        game.push(rng.choice(game.legal_moves))
    assert game.move_stack


def test_it_is_found_by_its_name(lava_run: Path) -> None:
    assert Library([lava_run], environment=False).load("lava_run").title == "Lava Run"


def test_the_mistakes_are_reported_as_on_the_page(lava_run: Path) -> None:
    documented = re.findall(r"^lava_run\.toml:(\d+): (.*)$", PAGE, re.MULTILINE)
    text = EXAMPLES[0].replace("rules =", "rulez =").replace("o.~=~..", "o.~=~.").replace("ADsW", "ADxW")
    lava_run.write_text(text, encoding="utf-8")
    problems = problems_of(lava_run)
    assert len(problems) == len(documented) == 3
    for (line, message), (expected_line, expected) in zip(problems, documented, strict=True):
        assert line == int(expected_line)
        assert message.startswith(expected.removesuffix("…"))


@pytest.mark.parametrize("text", EXAMPLES)
def test_all_examples_are_right(tmp_path: Path, text: str) -> None:
    path = tmp_path / "example.toml"
    path.write_text(text, encoding="utf-8")
    assert problems_of(path) == []
    assert variant_warnings(load(path)) == []


def test_the_page_knows_every_key_and_tile() -> None:
    from tilefish.rules.files import draft

    for key in (*draft.TOP_KEYS, *draft.PIECE_KEYS):
        assert f"`{key}`" in PAGE or f"`[{key}]`" in PAGE
    for tile in TILE_NAMES:
        assert f"`{tile}`" in PAGE


def test_the_page_knows_every_weight() -> None:
    for weight in WEIGHTS:
        assert f"| `{weight.name}` | {weight.meaning} | `{weight.example}` |" in PAGE


def test_moves_that_the_page_explains() -> None:
    assert set(parse_betza("fK")) == set(parse_betza("fWfF"))
    assert set(parse_betza("W0")) == set(parse_betza("R"))
    assert {(step.dx, step.dy) for step in parse_betza("flN")} == {(-2, 1)}
    assert {(step.dx, step.dy) for step in parse_betza("lfN")} == {(-1, 2)}
