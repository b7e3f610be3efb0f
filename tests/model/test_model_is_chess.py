"""The model against python-chess, on positions that random play reaches."""

from __future__ import annotations

import random

import chess
import pytest
from tests.seeds import seeded

from . import WORLDS, ModelGame

PLIES = 70


def chess_key(board: chess.Board) -> tuple[object, ...]:
    """Return what counts as the same position to python-chess."""
    usable = board.ep_square if board.has_legal_en_passant() else None
    return (*board.fen().split()[:3], usable)


def assert_same(game: ModelGame, board: chess.Board) -> None:
    where = board.fen()
    assert sorted(game.legal_moves()) == sorted(move.uci() for move in board.legal_moves), where
    assert game.fen() == board.fen(en_passant="fen")
    assert game.in_check() == board.is_check(), where
    outcome = game.outcome()
    assert (outcome == (None, "stalemate")) == board.is_stalemate(), where
    assert (outcome is not None and outcome[1] == "checkmate") == board.is_checkmate(), where


def walk(game: ModelGame, board: chess.Board, rng: random.Random) -> None:
    pairs = []
    for _ in range(PLIES):
        assert_same(game, board)
        pairs.append((game.repetition_key(), chess_key(board)))
        if not game.legal_moves():
            break
        captures = [move.uci() for move in board.legal_moves if board.is_capture(move)]
        moves = captures if captures and rng.random() < 0.2 else sorted(game.legal_moves())
        move = rng.choice(moves)
        game.push(move)
        board.push_uci(move)
    assert len({model for model, _ in pairs}) == len({other for _, other in pairs}) == len(set(pairs))


@pytest.mark.parametrize("seed", range(6))
def test_chess(seed: int) -> None:
    walk(ModelGame(WORLDS["chess"]), chess.Board(), seeded(seed))


@pytest.mark.parametrize("seed", range(6))
def test_chess960(seed: int) -> None:
    rng = seeded(seed)
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    walk(ModelGame(WORLDS["chess"], board.fen(), chess960=True), board, rng)


ENDGAMES = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
]


@pytest.mark.parametrize("fen", ENDGAMES)
def test_positions_full_of_special_moves(fen: str) -> None:
    for seed in range(2):
        walk(ModelGame(WORLDS["chess"], fen), chess.Board(fen), seeded(seed))


@pytest.mark.parametrize("extra", ["", "B", "N", "BB", "Bb", "BN", "Bn", "NN", "bbB", "P", "R", "Q"])
def test_insufficient_material(extra: str) -> None:
    rng = seeded(extra)
    tried = 0
    while tried < 12:
        board = chess.Board(None)
        squares = rng.sample(range(8, 56), len(extra) + 2)
        for square, letter in zip(squares, "Kk" + extra, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        if not board.is_valid() or board.is_checkmate() or board.is_stalemate():
            continue
        tried += 1
        outcome = ModelGame(WORLDS["chess"], board.fen()).outcome()
        assert (outcome == (None, "material")) == board.is_insufficient_material(), board.fen()
