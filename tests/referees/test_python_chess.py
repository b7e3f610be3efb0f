"""python-chess as referee for chess and Chess960.

Random playouts from fixed seeds: at every ply both must name the same moves, the same FEN, the same check and
the same end of the game. They agree on insufficient material as well: python-chess asks of each side whether
it could ever mate, and where neither can, that is the list of FIDE in RULES.md, section 7.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

import chess
import pytest
from tests.seeds import Tries, seeded

from tilefish import Game, Termination

DRAWS = {"stalemate", "repetition", "fifty moves", "material"}


class Playout:
    """One random game that both play, compared ply by ply."""

    def __init__(self, fen: str, chess960: bool, rng: random.Random) -> None:
        self.rng = rng
        self.chess960 = chess960
        self.start = fen
        self.board = chess.Board(fen, chess960=chess960)
        self.game = Game(fen=fen, chess960=chess960)
        self.seen: Counter[str] = Counter()
        self.captures = rng.choice([0.3, 1, 4])
        self.going_back = rng.choice([1, 1, 1, 1, 200])
        self.before: list[tuple[str, int]] = []

    def play(self, plies: int) -> Counter[str]:
        """Plays, compares, and says what it has seen on the way."""
        self.same("FEN of the start", self.game.fen(), self._fen())
        for _ in range(plies):
            self.compare()
            if self._end() is not None:
                break
            self._move()
        self.compare()
        self._take_everything_back()
        return self.seen

    def compare(self) -> None:
        """Compares what both know about the position."""
        moves = self.game.legal_moves
        self.same("legal moves", sorted(moves), sorted(move.uci() for move in self.board.legal_moves))
        self.same("FEN", self.game.fen(), self._fen())
        self.same("in check", self.game.in_check, self.board.is_check())
        self.same("turn", self.game.turn, chess.COLOR_NAMES[self.board.turn])
        outcome = self.game.outcome()
        self.same("outcome", outcome and (outcome.winner, outcome.termination.value), self._end())
        self.same("key", self.game.key, self.game.key_from_scratch)
        if outcome:
            self.seen[outcome.termination.value] += 1
        if self.rng.random() < 0.2:
            self._compare_more()

    def _compare_more(self) -> None:
        """What takes longer: the position read anew, and perft, which counts its last ply without moving."""
        fresh = Game(fen=self.game.fen(), chess960=self.chess960)
        self.same("FEN read anew", fresh.fen(), self.game.fen())
        self.same("key read anew", fresh.key, self.game.key)
        self.same("moves read anew", sorted(fresh.legal_moves), sorted(self.game.legal_moves))
        if self.rng.random() < 0.1:
            self.same("perft 1", self.game.perft(1), self.board.legal_moves.count())
            self.same("perft 2", self.game.perft(2), self._count_two())

    def _count_two(self) -> int:
        leaves = 0
        for move in list(self.board.legal_moves):
            self.board.push(move)
            leaves += self.board.legal_moves.count()
            self.board.pop()
        return leaves

    def _fen(self) -> str:
        """python-chess's FEN with the square behind every double step, and castling rights as X-FEN."""
        return self.board.fen(en_passant="fen", shredder=False)

    def _end(self) -> tuple[str | None, str] | None:
        """How RULES.md ends the game, put together from what python-chess knows."""
        board = self.board
        if not any(board.legal_moves):
            winner = chess.COLOR_NAMES[not board.turn]
            return (winner, "checkmate") if board.is_check() else (None, "stalemate")
        if board.is_repetition(3):
            return None, "repetition"
        if board.halfmove_clock >= 100:
            return None, "fifty moves"
        if board.is_insufficient_material():
            return None, "material"
        return None

    def _move(self) -> None:
        moves = sorted(self.board.legal_moves, key=chess.Move.uci)
        move = self.rng.choices(moves, [self._weight(move) for move in moves])[0]
        self._count(move)
        self.before.append((self.game.fen(), self.game.key))
        self.board.push(move)
        self.game.push(move.uci())

    def _weight(self, move: chess.Move) -> float:
        board = self.board
        weight = 1.0
        weight *= self.captures if board.is_capture(move) else 1
        weight *= 30 if board.is_en_passant(move) else 1
        weight *= 30 if board.is_castling(move) else 1
        weight *= 3 if move.promotion else 1
        if board.piece_type_at(move.from_square) == chess.PAWN:
            weight *= 3 if abs(move.to_square - move.from_square) == 16 else 1.5
        elif board.clean_castling_rights() and board.piece_type_at(move.from_square) == chess.KING:
            weight *= 0.2
        if len(board.move_stack) > 1:
            last = board.move_stack[-2]
            back = (move.from_square, move.to_square) == (last.to_square, last.from_square)
            weight *= self.going_back if back else 1
        return weight

    def _count(self, move: chess.Move) -> None:
        """Counts the rare moves, so that a test can check that they happened."""
        if self.board.is_en_passant(move):
            self.seen["en passant"] += 1
        if self.board.is_castling(move):
            self.seen["castling"] += 1
        if move.promotion:
            self.seen["promotion"] += 1

    def _take_everything_back(self) -> None:
        while self.before:
            fen, key = self.before.pop()
            move = self.board.pop()
            self.same("the move taken back", self.game.pop(), move.uci())
            self.same("FEN after taking back", self.game.fen(), fen)
            self.same("key after taking back", self.game.key, key)

    def same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            moves = " ".join(move.uci() for move in self.board.move_stack)
            pytest.fail(
                f"{what} differ in {'Chess960' if self.chess960 else 'chess'}\n"
                f"start:        {self.start}\nmoves:        {moves}\nposition:     {self.board.fen()}\n"
                f"tilefish:     {ours}\npython-chess: {theirs}",
                pytrace=False,
            )


# --- where playouts start ----------------------------------------------------------------------------------


def the_array(rng: random.Random) -> str:
    return chess.STARTING_FEN


def an_array_of_960(rng: random.Random) -> str:
    return chess.Board.from_chess960_pos(rng.randrange(960)).fen()


def two_arrays_of_960(rng: random.Random) -> str:
    """Another array for each side."""
    white, black = (an_array_of_960(rng).split()[0].split("/") for _ in range(2))
    return f"{black[0]}/pppppppp/8/8/8/8/PPPPPPPP/{white[-1]} w KQkq - 0 1"


def a_few_pieces(rng: random.Random, most: int = 8) -> str:
    """Kings and a handful of pieces anywhere, some days before the fifty moves are over."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(chess.SQUARES, most + 2)
        board.set_piece_at(squares.pop(), chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares.pop(), chess.Piece(chess.KING, chess.BLACK))
        for square in squares[: rng.randint(1, most)]:
            pawns = 6 if 0 < chess.square_rank(square) < 7 else 0
            kind = rng.choice([chess.PAWN] * pawns + [chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT])
            board.set_piece_at(square, chess.Piece(kind, rng.choice(chess.COLORS)))
        board.turn = rng.choice(chess.COLORS)
        board.halfmove_clock = rng.choice([0, 0, 0, 60, 94])
        board.fullmove_number = rng.randint(1, 200)
        if not board.status() & ~chess.STATUS_TOO_MANY_WHITE_PAWNS & ~chess.STATUS_TOO_MANY_BLACK_PAWNS:
            return board.fen()


def kings_with_rooks(rng: random.Random) -> str:
    """Kings that may castle, with extra rooks beside them, and a few pieces of the enemy's about."""
    while True:
        board = chess.Board(None, chess960=True)
        for color in chess.COLORS:
            files = sorted(rng.sample(range(8), 3))
            for file, kind in zip(files, (chess.ROOK, chess.KING, chess.ROOK), strict=True):
                board.set_piece_at(chess.square(file, 0 if color else 7), chess.Piece(kind, color))
        empty = [square for square in chess.SQUARES if not board.piece_at(square)]
        for square in rng.sample(empty, rng.randint(0, 10)):
            kind = rng.choice([chess.ROOK, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.QUEEN])
            board.set_piece_at(square, chess.Piece(kind, rng.choice(chess.COLORS)))
        rooks = [square for square in chess.SQUARES if board.piece_type_at(square) == chess.ROOK]
        board.castling_rights = chess.SquareSet(rooks).mask & chess.BB_BACKRANKS
        board.castling_rights = _one_rook_a_wing(board, rng)
        board.turn = rng.choice(chess.COLORS)
        if board.status() == chess.STATUS_VALID:
            return board.fen(shredder=rng.random() < 0.5, en_passant="fen")


def _one_rook_a_wing(board: chess.Board, rng: random.Random) -> int:
    rights = 0
    for color in chess.COLORS:
        king = board.king(color)
        assert king is not None
        rank = chess.BB_RANK_1 if color else chess.BB_RANK_8
        rooks = list(chess.SquareSet(board.pieces_mask(chess.ROOK, color) & rank))
        for wing in ([rook for rook in rooks if rook < king], [rook for rook in rooks if rook > king]):
            rights |= chess.BB_SQUARES[rng.choice(wing)] if wing and rng.random() < 0.9 else 0
    return rights


Start = Callable[[random.Random], str]
RARE_MOVES = {"en passant", "castling", "promotion"}
KINDS: list[tuple[Start, bool, int, int, set[str]]] = [
    # where it starts, Chess960?, playouts of a default run, plies at the most, what must have been seen
    (the_array, False, 30, 200, RARE_MOVES),
    (an_array_of_960, True, 30, 160, RARE_MOVES | {"repetition"}),
    (two_arrays_of_960, True, 20, 120, RARE_MOVES),
    (kings_with_rooks, True, 100, 12, {"castling"}),
    (a_few_pieces, False, 120, 60, {"promotion", "checkmate", *DRAWS}),
]
EACH_KIND = pytest.mark.parametrize(
    ("start", "chess960", "playouts", "plies", "rare"), KINDS, ids=[kind[0].__name__ for kind in KINDS]
)


@EACH_KIND
def test_playouts(start: Start, chess960: bool, playouts: int, plies: int, rare: set[str]) -> None:
    seen: Counter[str] = Counter()
    tries = Tries(playouts)
    while tries.go_on(rare <= set(seen)):
        number = tries.number
        rng = seeded(start.__name__, number)
        seen += Playout(start(rng), chess960, rng).play(plies)
    assert rare <= set(seen), f"the playouts miss what they are there for: {rare - set(seen)}"


@pytest.mark.long
@EACH_KIND
def test_many_playouts(start: Start, chess960: bool, playouts: int, plies: int, rare: set[str]) -> None:
    for number in range(playouts * 4):
        rng = seeded("long", start.__name__, number)
        Playout(start(rng), chess960, rng).play(plies)


# --- single facts ------------------------------------------------------------------------------------------


def armies() -> Iterator[str]:
    """Up to three pieces beside the kings, of either side; bishops by the colour of their squares (b, d)."""
    men = "NBDRQPnbdrqp"
    for count in range(4):
        yield from ("".join(army) for army in combinations_with_replacement(men, count))


PLACES = {  # bishops on squares of either colour, everything else between them
    "b": ["b7", "d7", "f7"],
    "d": ["b6", "d6", "f6"],
    "other": ["a5", "c5", "e5"],
}


def place(army: str) -> chess.Board:
    board = chess.Board(None)
    board.set_piece_at(chess.H1, chess.Piece.from_symbol("K"))
    board.set_piece_at(chess.H8, chess.Piece.from_symbol("k"))
    places = {name: iter(squares) for name, squares in PLACES.items()}
    for letter in army:
        square = next(places.get(letter.lower(), places["other"]))
        symbol = letter.replace("d", "b").replace("D", "B")
        board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(symbol))
    return board


def test_insufficient_material() -> None:
    """The rule of FIDE, for every army of up to three pieces and either colour of bishops' squares."""
    judged: Counter[bool] = Counter()
    for army in armies():
        board = place(army)
        for board.turn in chess.COLORS:
            if board.was_into_check() or not any(board.legal_moves):
                continue
            outcome = Game(fen=board.fen()).outcome()
            drawn = outcome is not None and outcome.termination is Termination.MATERIAL
            assert drawn == board.is_insufficient_material(), f"{army}: {board.fen()}: {outcome}"
            judged[drawn] += 1
    assert judged[True] > 30
    assert judged[False] > 500


@pytest.mark.parametrize(
    ("fen", "legal"),
    [
        pytest.param("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", True, id="free to capture"),
        pytest.param("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", False, id="no pawn stands ready"),
        pytest.param("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", False, id="both pawns leave the king's rank"),
        pytest.param("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", False, id="pinned"),
        pytest.param("8/k7/8/8/3pP3/8/8/4K1B1 b - e3 0 1", True, id="pinned, but stays on the line"),
        pytest.param("8/8/8/8/3pPk2/8/8/4K3 b - e3 0 1", True, id="the king stands beside"),
        pytest.param("8/4k3/8/8/3pP3/8/8/4K2B b - e3 0 1", True, id="not discovered"),
    ],
)
def test_only_a_legal_en_passant_counts_for_repetition(fen: str, legal: bool) -> None:
    """The key of a position without the right is another one only if the right could be used."""
    assert chess.Board(fen).has_legal_en_passant() == legal, "the table is wrong"
    with_right, without = Game(fen=fen), Game(fen=fen.replace("e3", "-"))
    assert (with_right.key != without.key) == legal
    assert with_right.fen() == fen


@pytest.mark.parametrize(
    ("first", "plies_to_third"),
    [
        pytest.param("e2e4", 9, id="a right that no pawn can use"),
        pytest.param("g1f3", 9, id="no right"),
    ],
)
def test_three_fold_repetition(first: str, plies_to_third: int) -> None:
    """After 1.e4 no pawn can capture on e3, so the position counts from there."""
    game, board = Game(), chess.Board()
    there = ["g8f6", "b1c3", "f6g8", "c3b1"]
    for move in [first, *there, *there][:plies_to_third]:
        assert game.outcome() is None, game.move_stack
        assert not board.is_repetition(3)
        game.push(move)
        board.push_uci(move)
    assert board.is_repetition(3)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (None, Termination.REPETITION)


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        pytest.param("k7/5p2/8/8/8/8/P7/K6R w - - 98 80", "h1h2", None, id="one ply early"),
        pytest.param("k7/5p2/8/8/8/8/P7/K6R w - - 99 80", "h1h2", "fifty moves", id="the hundredth ply"),
        pytest.param("k7/5p2/8/8/8/8/P7/K6R w - - 99 80", "a2a3", None, id="a pawn's move"),
        pytest.param("k7/5p2/8/8/8/8/P6p/K6R w - - 99 80", "h1h2", None, id="a capture"),
        pytest.param("k7/8/1K6/8/8/8/P7/7R w - - 99 80", "h1h8", "checkmate", id="mate comes first"),
        pytest.param("k7/8/K7/1Q6/8/8/8/8 w - - 99 80", "b5b6", "stalemate", id="stalemate comes first"),
    ],
)
def test_the_fifty_move_rule(fen: str, move: str, reason: str | None) -> None:
    game, board = Game(fen=fen), chess.Board(fen)
    game.push(move)
    board.push_uci(move)
    outcome = game.outcome()
    assert (outcome and outcome.termination.value) == reason
    assert board.is_checkmate() == (reason == "checkmate")
    assert board.is_fifty_moves() == (reason == "fifty moves")
