"""chessmaker, on which Chess Fragments was first played, as referee for single positions of it.

chessmaker has no FENs: a position is built from its pieces. Its Knook (rook + knight) is the Right. A pawn
may double-step there until it has moved, in ours whenever it stands on its pawn rank; so pawns elsewhere are
set up as having moved. Check is asked of a board whose kings may be captured: on any other, chessmaker counts
only legal captures as attacks (RULES.md, section 3: "The capture that gives check need not be legal itself").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

import pytest
from chessmaker.chess.base import Board, MoveOption, Piece, Player, Position, Square
from chessmaker.chess.pieces import Bishop, King, Knight, Pawn, Queen
from chessmaker.chess.pieces.knook import Knook

from tilefish import Game

SIZE = 5
OFFICERS: dict[str, Callable[[Player], Piece]] = {
    "q": Queen,
    "b": Bishop,
    "n": Knight,
    "r": Knook,
}
LONG_AGO, JUST_NOW = 9, 1  # turns since a pawn moved; -1, never, is chessmaker's own default


def build(fen: str, capture_kings: bool = False) -> Board:
    """A board of chessmaker. Where kings can be captured, no move is illegal."""
    placement, turn, _, passed, *_ = fen.split()
    white, black = Player("white"), Player("black")
    rows: list[list[Square]] = []
    for y, row in enumerate(placement.split("/")):
        rows.append([])
        for letter in row:
            if letter.isdigit():
                rows[-1] += [Square() for _ in range(int(letter))]
                continue
            player = white if letter.isupper() else black
            at = Position(len(rows[-1]), y)
            if letter in "Pp":
                rows[-1].append(Square(pawn(player, at, passed)))
            elif letter in "Kk":
                rows[-1].append(Square(King(player, attackable=capture_kings, castling_directions=())))
            else:
                rows[-1].append(Square(OFFICERS[letter.lower()](player)))
    players = [white, black] if turn == "w" else [black, white]
    return Board(rows, players, cycle(players))


def pawn(player: Player, at: Position, passed: str) -> Pawn:
    """A pawn on y (0 is the top rank), which may just have stepped over the square `passed`."""
    up = player.name == "white"
    home = SIZE - 2 if up else 1
    forward = -1 if up else 1
    moved, came_from = (-1, None) if at.y == home else (LONG_AGO, None)
    if passed != "-" and name(at.offset(0, -forward)) == passed and at.y == home + 2 * forward:
        moved, came_from = JUST_NOW, at.offset(0, -2 * forward)
    return Pawn(player, Pawn.Direction.UP if up else Pawn.Direction.DOWN, [Queen], moved, came_from)


def name(at: Position) -> str:
    return f"{'abcde'[at.x]}{SIZE - at.y}"


def options(board: Board) -> Iterator[tuple[str, Piece, MoveOption]]:
    """The moves of the side to move, with what chessmaker needs to make them."""
    for piece in list(board.get_player_pieces(board.current_player)):
        for option in piece.get_move_options():
            promotion = "q" if option.extra.get("promote") == "Queen" else ""
            yield name(piece.position) + name(option.position) + promotion, piece, option


def in_check(fen: str) -> bool:
    board = build(fen, capture_kings=True)
    kings = (piece for piece in board.get_player_pieces(board.current_player) if isinstance(piece, King))
    return any(king.is_attacked() for king in kings)


POSITIONS = {
    "the start": "nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1",
    "the second start": "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1",
    "a Right against the king": "1k3/5/5/5/2KR1 w - - 0 1",
    "pawns": "k4/p3p/P4/2KP1/5 w - - 0 1",
    "a Right that gives check by its leap": "2k2/5/1R3/5/2K2 b - - 0 9",
    "a pinned Right": "2k2/2r2/5/2R2/2K2 b - - 0 9",
    "a pinned bishop": "k4/1b3/5/3B1/2K1Q b - - 0 9",
    "two checks at once": "2k2/4R/3N1/2Q2/2K2 b - - 0 9",
    "queens about": "1q1k1/2p2/Q4/1P1P1/2K1q w - - 4 20",
    "e.p. by White": "k4/4p/5/1PpP1/4K w - c3 0 3",
    "e.p. by Black": "k4/2pPp/5/P4/4K b - d3 0 3",
    "e.p. among other captures": "k3r/1pPp1/1P2N/P4/4K b - c3 0 3",
    "e.p. that would bare the king's rank": "5/k1pPR/5/5/4K b - d3 0 3",
    "e.p. that does not answer a check": "5/1kpP1/5/5/K3B b - d3 0 3",
    "e.p. onto the line of a check": "5/2pPk/5/5/KB3 b - d3 0 3",
    "e.p. of the pawn that gives check": "2k2/2pP1/5/5/K4 b - d3 0 3",
    "promotions by step and by capture": "r1r2/1P1kP/5/5/1K3 w - - 0 9",
    "Black promotes, also out of check": "4k/5/5/Kp1p1/R1B1N b - - 0 9",
    "checkmate": "k4/Q4/1K3/5/5 b - - 0 30",
    "no move and no check": "k4/2Q2/1K3/5/5 b - - 0 30",
}


def assert_agreed(fen: str, board: Board) -> None:
    game = Game("fragments", fen)
    theirs = sorted(move for move, _, _ in options(board))
    assert sorted(game.legal_moves) == theirs, f"fragments, {fen}"
    assert game.in_check == in_check(fen), f"check in fragments, {fen}"


@pytest.mark.parametrize("fen", POSITIONS.values(), ids=POSITIONS)
def test_moves(fen: str) -> None:
    assert_agreed(fen, build(fen))


@pytest.mark.parametrize("fen", POSITIONS.values(), ids=POSITIONS)
def test_moves_of_both_sides(fen: str) -> None:
    """Depth 2: after every move, what chessmaker's own board allows."""
    game, board = Game("fragments", fen), build(fen)
    leaves = 0
    for move, piece, option in options(board):
        child = board.clone()
        child[piece.position].piece.move(option)
        game.push(move)
        assert_agreed(game.fen(), child)
        leaves += len(game.legal_moves)
        game.pop()
    assert game.perft(2) == leaves, f"perft 2 of fragments, {fen}"


def test_the_table_has_what_it_says() -> None:
    """En passant, promotion and the ends are really there."""
    ways = {title: Game("fragments", fen).legal_moves for title, fen in POSITIONS.items()}
    assert {"b2c3", "d2c3"} <= set(ways["e.p. by White"])
    assert {"c4d3", "e4d3"} <= set(ways["e.p. by Black"])
    assert {"b4c3", "d4c3", "d4e3"} <= set(ways["e.p. among other captures"])
    assert "c4d3" not in ways["e.p. that would bare the king's rank"]
    assert "c4d3" not in ways["e.p. that does not answer a check"]
    assert "c4d3" in ways["e.p. onto the line of a check"]
    assert "c4d3" in ways["e.p. of the pawn that gives check"]
    assert {"b4a5q", "b4b5q", "b4c5q", "e4e5q"} <= set(ways["promotions by step and by capture"])
    assert {"b2a1q", "b2b1q", "b2c1q"} <= set(ways["Black promotes, also out of check"])
    assert ways["checkmate"] == ways["no move and no check"] == []
