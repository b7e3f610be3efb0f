"""Positions in which one ply would take for ever, or in which one side is up by more than any chess army: a
search can be ended, gives a legal move, and its scores are scores."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.model.drawn_by_lot import random_scene
from tests.model.scenes import write_variant_file
from tests.protocols.uci.test_process import Program
from tests.seeds import seeded

from tilefish import Game, InputError
from tilefish.core.search.searcher import Line, Searcher
from tilefish.core.search.transposition_table import HashTable

PATIENCE = 60.0
"""Seconds until something hangs; the machine may be busy."""
QUIESCENCE_MOST = 1024
HIGHEST = 30000
MATE = 32000

QUEENS = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1"
TEN_QUEENS = "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1"
LONE_KING = "k*QQQQQQ/**QQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/pQQQQQQ1/QQQQQQQK b - - 0 1"
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STONES = "/".join(["o" * 8] * 8)
BELTS = ">>>>>>>v/^>>>>>v</" + "/".join(["^^v<v>>v"] * 5) + "/^<<<<<<<"
FIGHT = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1 hp:- cd:- fx:K,k"


@pytest.fixture
def program() -> Iterator[Program]:
    program = Program()
    yield program
    program.kill()


HARD = {
    "queens": ("chess", QUEENS, None),
    "ten queens": ("chess", TEN_QUEENS, None),
    "lone king": ("chess", LONE_KING, None),
    "stones": ("chess", CHESS, STONES),
    "belts": ("chess", "r2qkbnr/pppppppp/2n2b2/8/8/2N2B2/PPPPPPPP/R2QKBNR w - - 0 1", BELTS),
    "fight of queens": ("exchange", FIGHT, None),
}


def hard_game(name: str) -> Game:
    variant, fen, world = HARD[name]
    return Game(variant, fen, world)


def searcher_of(game: Game) -> Searcher:
    return game.board.searcher(HashTable(1))


def search(searcher: Searcher, game: Game, **limits: Any) -> list[Line]:
    return searcher.search(game.board, **limits)


def search_that_ends(searcher: Searcher, game: Game, **limits: Any) -> list[Line]:
    """The lines of a search that must come to an end."""
    found: list[list[Line]] = []
    thread = threading.Thread(target=lambda: found.append(search(searcher, game, **limits)), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive(), "the search cannot be ended"
    return found[0]


# --- a search can be ended ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HARD)
def test_a_search_that_is_stopped_at_once_has_a_move(name: str) -> None:
    game = hard_game(name)
    searcher = searcher_of(game)
    searcher.stop()
    line = search_that_ends(searcher, game)[0]
    assert line.moves[0] in [move.number for move in game.legal_moves]
    assert searcher.nodes <= 4000 + 8 * len(game.legal_moves) + 1024  # what a fallback search may visit


@pytest.mark.parametrize("name", ["queens", "ten queens"])
def test_a_fallback_search_finds_a_queen_to_take(name: str) -> None:
    game = hard_game(name)
    searcher = searcher_of(game)
    searcher.stop()
    line = search_that_ends(searcher, game)[0]
    assert "x" in game.san(game.variation([line.moves[0]])[0])
    assert line.score > 500


def test_a_fallback_search_is_no_part_of_a_node_limit() -> None:
    game = Game()
    searcher = searcher_of(game)
    assert len(search(searcher, game, nodes=1)) == 1
    assert searcher.nodes == 1


@pytest.mark.parametrize("name", ["queens", "ten queens", "lone king", "belts"])
def test_quiescence_has_a_bound(name: str) -> None:
    """One ply: a quiescence search for each move, and another where it turns out better than expected."""
    game = hard_game(name)
    searcher = searcher_of(game)
    search_that_ends(searcher, game, depth=1)
    assert searcher.nodes <= 2 * len(game.legal_moves) * (QUIESCENCE_MOST + 1)


@pytest.mark.parametrize("ending", ["stop", "setoption name Hash value 2", "go depth 1", "ucinewgame"])
def test_every_word_that_ends_a_search_does_so(program: Program, ending: str) -> None:
    program.send(f"position fen {QUEENS}", "go infinite", ending)
    assert program.until("bestmove")[-1].split()[1] in Game("chess", QUEENS).legal_moves
    program.send("stop")
    program.leaves()


@pytest.mark.parametrize("hang_up", [False, True])
def test_the_program_leaves_in_the_middle_of_a_search(program: Program, hang_up: bool) -> None:
    program.send(f"position fen {QUEENS}", "go infinite")
    program.leaves(hang_up=hang_up)


def test_a_ponder_miss_ends_the_search(program: Program) -> None:
    program.send(f"position fen {QUEENS}", "go ponder wtime 1000 btime 1000", "stop")
    assert program.until("bestmove")[-1].split()[1] in Game("chess", QUEENS).legal_moves
    program.leaves()


def test_a_second_is_enough_for_a_sensible_move(program: Program) -> None:
    said = program.searches(f"position fen {QUEENS}", "go wtime 1000 btime 1000")
    assert "x" in Game("chess", QUEENS).san(said[-1].split()[1])
    program.leaves()


# --- scores are scores -------------------------------------------------------------------------------------


FOUR_QUEENS = """
[pieces]
queen = { letter = "q", moves = "Q", value = [10000, 10000] }
"""


@pytest.mark.parametrize("limits", [{"nodes": 1}, {"depth": 1}, {"depth": 3}])
@pytest.mark.parametrize("fen", [LONE_KING, "4k3/8/8/8/8/8/8/QQQQK3 b - - 0 1"])
def test_a_side_that_is_hopelessly_down_has_a_move_and_no_mate(
    fen: str, limits: dict[str, int], tmp_path: Path
) -> None:
    (tmp_path / "dear.toml").write_text(FOUR_QUEENS)
    game = Game(tmp_path / "dear.toml", fen)
    line = search(searcher_of(game), game, **limits)[0]
    assert line.moves[0] in [move.number for move in game.legal_moves]
    assert line.mate is None or line.mate < 0
    assert line.mate is not None or -HIGHEST <= line.score < -5000


def test_more_is_better_however_much_it_is(tmp_path: Path) -> None:
    (tmp_path / "dear.toml").write_text(FOUR_QUEENS)
    scores = []
    for queens in ("QQQ1", "QQQQ", "QQQQ/QQQQ4", "QQQQ/QQQQQQQQ"):
        array, _, more = queens.partition("/")
        game = Game(tmp_path / "dear.toml", f"4k3/4p3/8/8/8/8/{more or 8}/{array}K3 w - - 0 1")
        scores.append(search(searcher_of(game), game, nodes=1)[0].score)
    assert scores == sorted(scores)
    assert len(set(scores)) == len(scores)


def worlds(folder: Path) -> Iterator[tuple[Path | str, random.Random]]:
    """Variants by lot, pieces worth up to as much as a file may say."""
    rng = seeded("values")
    for number in range(12):
        scene = random_scene(number)
        path = write_variant_file(scene.world, folder)
        value = rng.choice([1, 900, 10000])
        path.write_text(path.read_text().replace('" }', f'", value = [{value}, {value}] }}'))
        yield path, rng
    for name in ("chess", "fragments", "ruined_overworld", "fear_factory", "exchange"):
        yield name, rng


def crowded_games(variant: Path | str, rng: random.Random) -> Iterator[Game]:
    """Positions by lot, from some men to a board full of them, of one letter or of all."""
    base = Game(variant)
    files, ranks = base.variant.files, base.variant.ranks
    letters = [kind.letter for kind in base.variant.kinds if kind.letter != "k"]
    for _ in range(60):
        men = rng.sample(letters, rng.randint(1, len(letters)))
        density, white = rng.random(), rng.choice([0.05, 0.5, 0.95])
        squares = [
            (rng.choice(men).upper() if rng.random() < white else rng.choice(men))
            if rng.random() < density
            else "1"
            for _ in range(files * ranks)
        ]
        for king, at in zip("kK", rng.sample(range(files * ranks), 2), strict=True):
            squares[at] = king
        placement = "/".join("".join(squares[rank * files : (rank + 1) * files]) for rank in range(ranks))
        try:
            yield Game(variant, f"{placement} {rng.choice('wb')} - - 0 1")
        except InputError:
            continue


def test_no_score_is_a_mate_without_a_mate(tmp_path: Path) -> None:
    positions = mates = 0
    for variant, rng in worlds(tmp_path):
        for game in crowded_games(variant, rng):
            if game.outcome():
                continue
            for limits in ({"nodes": 1}, {"nodes": 2000}, {"depth": 1}):
                lines = search(searcher_of(game), game, lines=2, **limits)
                assert lines, game.fen()
                for line in lines:
                    mates += line.mate is not None
                    check_score(game, line)
            positions += 1
    assert positions > 100
    assert mates > 5


def check_score(game: Game, line: Line) -> None:
    assert line.moves[0] in [move.number for move in game.legal_moves], game.fen()
    if line.mate is None:
        assert -HIGHEST <= line.score <= HIGHEST, game.fen()
        return
    assert MATE - 240 <= abs(line.score) <= MATE, game.fen()
    assert (line.mate >= 0) == (line.score > 0), game.fen()
    if game.variant.combat is None:
        assert_mate(game, line)


def assert_mate(game: Game, line: Line) -> None:
    """The line ends in the mate that its score promises; another search finds what the table cut off."""
    plies = MATE - abs(line.score)
    winner = game.turn if line.score > 0 else {"white": "black", "black": "white"}[game.turn]
    after = game.copy()
    for move in game.variation(line.moves):
        after.push(move)
    outcome = after.outcome()
    if outcome is not None:
        assert outcome.winner == winner, (game.fen(), line)
        assert len(line.moves) == plies, (game.fen(), line)
        return
    rest = search(searcher_of(after), after, depth=plies - len(line.moves) + 2)[0]
    assert rest.mate is not None, (game.fen(), line)
    assert (rest.score > 0) == (after.turn == winner), (game.fen(), line)
