"""Standard algebraic notation: exact in chess, unmistakable everywhere."""

from __future__ import annotations

import chess
import pytest
from tests.seeds import seeded

from tilefish import Game, InputError, Library

LIBRARY = Library(environment=False)
BOARDS = [name for name in LIBRARY.names() if LIBRARY.load(name).combat is None]


def _random_games(count: int, plies: int, chess960: bool) -> None:
    rng = seeded("san", chess960)
    for _ in range(count):
        board = chess.Board(chess960=chess960)
        if chess960:
            board = chess.Board.from_chess960_pos(rng.randrange(960))
        game = Game("chess", board.fen(), chess960=chess960)
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            sans = game.sans()
            assert sans == {board.uci(move): board.san(move).rstrip("+#") for move in moves}
            move = rng.choice(moves)
            san = board.san(move)
            assert game.san(board.uci(move)) == san
            assert game.read_move(san) == board.uci(move)
            game.push(board.uci(move))
            board.push(move)


@pytest.mark.parametrize("chess960", [False, True])
def test_chess_is_written_as_everybody_writes_it(chess960: bool) -> None:
    _random_games(3, 100, chess960)


@pytest.mark.long
@pytest.mark.parametrize("chess960", [False, True])
def test_many_games_of_chess(chess960: bool) -> None:
    _random_games(40, 160, chess960)


@pytest.mark.parametrize("name", BOARDS)
def test_every_move_of_every_world_is_understood_again(name: str) -> None:
    rng = seeded(name)
    game = Game(name)
    for _ in range(40):
        if game.outcome() is not None:
            break
        sans = game.sans()
        assert len(set(sans.values())) == len(sans)
        for uci, san in sans.items():
            assert game.read_move(san) == uci
            assert game.read_move(uci) == uci
        move = rng.choice(list(sans))
        assert game.san(move).rstrip("+#") == sans[move]
        game.push(move)


@pytest.mark.parametrize(
    ("fen", "text", "uci"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o+", "e1g1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=n", "a7a8n"),
        ("4k3/8/8/2p5/1P6/8/8/4K3 w - - 0 1", "bc5", "b4c5"),
        ("4k3/8/8/2p5/1P6/8/8/4K3 w - - 0 1", "bxc5!?", "b4c5"),
        ("4k3/8/8/2p5/8/B7/8/4K3 w - - 0 1", "bxc5", "a3c5"),
        (None, "nf3", "g1f3"),
        (None, "Ng1-f3", "g1f3"),
        (None, "E2E4", "e2e4"),
        (None, "e2-e4", "e2e4"),
        (None, "Pe4", "e2e4"),
    ],
)
def test_what_people_type(fen: str | None, text: str, uci: str) -> None:
    assert Game("chess", fen).read_move(text) == uci


def test_a_piece_of_ones_own_and_a_stone() -> None:
    right = Game("fragments", "1k3/5/5/5/R3K w - - 0 1")
    assert {"Ra4", "Rb3", "Rc2"} <= set(right.sans().values())
    stone = Game("ruined_overworld")
    assert stone.read_move("e4-e3-e4") == stone.read_move("e4-e4")
    assert stone.sans()["e2e4,e4e3,e3e4"] == "e4-e3-e4"
    stone.push("e2e4,e4e3,e3e4")
    assert stone.san("g8f6") == "Nf6#"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Nf5", "legal moves are Nf3, Na3, Nc3, Nh3$"),
        ("Zf5", "no piece has the letter Z"),
        ("Qd4", "legal moves are"),
        ("O-O", "legal moves are"),
        ("e5", "legal moves are e3, e4, "),
        ("Nf9", "invalid move"),
        ("e2e5", "the pawn on e2 has e2e3, e2e4"),
        ("hello", "invalid move"),
        ("", "invalid move"),
        ("N" * 5000, "invalid move"),
    ],
)
def test_what_is_wrong_says_what_would_be_right(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Game().read_move(text)


def test_two_knights() -> None:
    game = Game("chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    with pytest.raises(InputError, match="may be any of Nbd2, Nfd2"):
        game.read_move("Nd2")
    assert game.read_move("N1d2") == "b1d2"


def test_actions_keep_their_own_notation() -> None:
    game = Game("exchange")
    assert game.san("e2e4") == game.read_move("e2e4") == "e2e4"
    with pytest.raises(InputError, match="invalid action"):
        game.read_move("Nf3")
