"""The order of moves: every legal move comes once, and the promising ones come first."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.boards import ordinary_board
from tests.seeds import seeded

from tilefish import Game
from tilefish.core.search.searcher import Searcher
from tilefish.core.search.transposition_table import HashTable
from tilefish.rules.files.library import Library

LIBRARY = Library(environment=False)
VARIANTS = [name for name in LIBRARY.names() if LIBRARY.load(name).combat is None]
SEARCHER = Searcher(HashTable(1))


def order(game: Game, tt_move: str = "") -> list[str]:
    """The moves of a position as the search would look at them."""
    moves = SEARCHER.order(ordinary_board(game), game.find_move(tt_move).number if tt_move else 0)
    texts = {game.find_move(text).number: text for text in game.legal_moves}
    return [texts[move] for move in moves]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_legal_move_comes_once(variant: str) -> None:
    rng = seeded(variant)
    for _ in range(3):
        game = Game(variant)
        while game.outcome() is None and len(game.move_stack) < 40:
            tt_move = rng.choice(["", *game.legal_moves])
            moves = order(game, tt_move)
            assert sorted(moves) == sorted(game.legal_moves), game.fen()
            game.push(rng.choice(game.legal_moves))


def test_unusual_pawns_promote_once_too(tmp_path: Path) -> None:
    file = tmp_path / "berolina.toml"
    file.write_text('extends = "chess"\ntitle = "Berolina"\n[pieces.pawn]\nmoves = "mfFcfWifmnA"\n')
    game = Game(file, "2r5/1P3k2/8/8/8/8/8/4K3 w - - 0 1")
    moves = order(game)
    assert sorted(moves) == sorted(game.legal_moves)
    assert moves[0] == "b7a8q"


def test_what_the_table_says_comes_first() -> None:
    game = Game("chess")
    for move in game.legal_moves:
        assert order(game, move)[0] == move


def test_captures_that_win_come_before_quiet_moves_and_those_that_lose_after() -> None:
    game = Game("chess", "4k3/2p5/1p1p4/4q3/3P4/8/1Q6/6K1 w - - 0 1")
    moves = order(game)
    assert moves[0] == "d4e5"
    assert moves[-1] == "b2b6"
    assert moves.index("g1f1") < moves.index("b2b6")


def test_quiet_checks_come_before_other_quiet_moves() -> None:
    game = Game("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert order(game)[0] == "a1a8"


def test_a_move_that_is_not_legal_is_refused() -> None:
    game = Game("chess")
    with pytest.raises(ValueError, match="not a legal move"):
        SEARCHER.order(ordinary_board(game), 12345)
