"""Fairy-Stockfish (pyffish) as referee for every bundled variant that it can express.

Random playouts: at every ply both must name the same moves and the same check, and at the
end the same result. Void, water and lava are walls (`*`) for Fairy-Stockfish: leaps cross them, slides and
double steps do not, and nothing stands on them. Bridges and spawn tiles are floor. It knows neither stepping
stones nor conveyor belts, so `ruined_overworld` and `fear_factory` have no referee but the model. Where the
two differ by design:

* Fairy-Stockfish's FEN names an e.p. square only where a pawn stands ready to capture there, ours always
  (RULES.md, section 2); so a square that it names must be ours, and the moves must be the same.
* In Chess960 it writes castling rights by files (Shredder); python-chess compares those fields.
* Draws by material are left out: it does not report two bare kings as the end of a game.
* Its FENs take "11" for eleven empty squares, so that runs are always written as one number.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pyffish
import pytest
from tests.seeds import Tries, seeded

from tilefish import Game

CONFIG = """
[tilefish_fragments:chess]
maxRank = 5
maxFile = 5
pieceToCharTable = -
chancellor = r
rook = -
startFen = nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1
castling = false
promotionPieceTypes = q
promotionRegionWhite = *5
promotionRegionBlack = *1
doubleStep = true
doubleStepRegionWhite = *2
doubleStepRegionBlack = *4
stalemateValue = loss
nFoldRule = 5
nMoveRule = 0

[tilefish_island:chess]
castling = false
promotionRegionWhite = *7
promotionRegionBlack = *2
doubleStepRegionWhite = *3
doubleStepRegionBlack = *6

[tilefish_army:chess]
pieceToCharTable = -
customPiece1 = c:C
customPiece2 = h:mRcB
customPiece3 = l:ffNbbN
customPiece4 = a:BN
customPiece5 = s:fFsW
promotionPieceTypes = qrbn
"""
ARMY = "c:C,h:mRcB,l:ffNbbN,a:BN,s:fFsW"
ARMY_START = "rhcqkalr/pppppppp/8/8/8/8/PPPPPPPP/RLAQKCHR w KQkq - 0 1"

FEATURES = {"capture", "promotion", "en passant", "castling", "check"}
LIKES = {"en passant": 40.0, "castling": 30.0, "promotion": 3.0, "double step": 5.0, "pawn": 1.5, "king": 0.5}


@pytest.fixture(scope="module", autouse=True)
def _variants() -> None:
    pyffish.load_variant_config(CONFIG)


@dataclass(frozen=True)
class Table:
    """A game that both sides can set up: ours, and the name that Fairy-Stockfish has for its rules."""

    variant: str
    referee: str = "chess"
    fen: str | None = None
    world: str | None = None
    pieces: str | None = None
    chess960: bool = False

    def game(self, fen: str | None = None) -> Game:
        return Game(self.variant, fen or self.fen, self.world, self.pieces, self.chess960)


class Playout:
    """One random game of which both are told the moves."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table = table
        self.rng = rng
        self.game = table.game()
        self.start = with_walls(self.game)
        self.moves: list[str] = []
        self.seen: Counter[str] = Counter()
        self.captures = rng.choice([0.3, 1, 4])
        self.going_back = rng.choice([1, 1, 1, 200])

    def play(self, plies: int) -> Counter[str]:
        """Plays, compares, and says what it has seen on the way."""
        for _ in range(plies):
            legal = self.compare()
            outcome = self.game.outcome()
            if outcome is not None:
                self.seen[outcome.reason] += 1
            if outcome is not None and outcome.reason != "material":
                self._compare_end(legal)
            elif outcome is None and self.going_back > 1 and len(self.moves) % 2:
                self.same("a draw to claim", False, self._ask(pyffish.is_optional_game_end)[0])
            if outcome is not None:
                break
            self._move(legal)
        return self.seen

    def compare(self) -> list[str]:
        """Compares what both know about the position; returns the legal moves."""
        legal = sorted(self.game.legal_moves)
        self.same("legal moves", legal, sorted(self._ask(pyffish.legal_moves)))
        self.same("in check", self.game.in_check, self._ask(pyffish.gives_check))
        self.seen["check"] += self.game.in_check
        if self.rng.random() < 0.1:
            read = pyffish.legal_moves(self.table.referee, with_walls(self.game), [], self.table.chess960)
            self.same("legal moves after our FEN", legal, sorted(read))
            self._compare_fen()
        return legal

    def _compare_fen(self) -> None:
        ours, theirs = with_walls(self.game).split(), self._ask(pyffish.get_fen).split()
        if self.table.chess960:
            ours[2] = theirs[2]
        if theirs[3] == "-":
            ours[3] = "-"
        self.same("FEN", ours, theirs)

    def _compare_end(self, legal: list[str]) -> None:
        outcome = self.game.outcome()
        assert outcome is not None
        if legal:
            drawn = (True, pyffish.VALUE_DRAW)
            self.same(f"draw by {outcome.reason}", drawn, self._ask(pyffish.is_optional_game_end))
        else:
            result = pyffish.VALUE_DRAW if outcome.winner is None else -pyffish.VALUE_MATE
            self.same(f"result after {outcome.reason}", result, self._ask(pyffish.game_result))

    def _ask(self, question: Callable[..., Any]) -> Any:
        return question(self.table.referee, self.start, self.moves, self.table.chess960)

    def _move(self, legal: list[str]) -> None:
        pieces = self.game.setup().pieces
        passed = self.game.fen().split()[3]
        move = self.rng.choices(legal, [self._weight(move, pieces, passed) for move in legal])[0]
        for feature in self._features(move, pieces, passed):
            self.seen[feature] += 1
        self.game.push(move)
        self.moves.append(move)

    def _weight(self, move: str, pieces: dict[int, tuple[int, int]], passed: str) -> float:
        likes = LIKES | {"capture": self.captures}
        weight = 1.0
        for feature in self._features(move, pieces, passed):
            weight *= likes[feature]
        if len(self.moves) > 1 and self.moves[-2][:4] == move[2:4] + move[:2]:
            weight *= self.going_back
        return weight

    def _features(self, move: str, pieces: dict[int, tuple[int, int]], passed: str) -> Iterator[str]:
        variant = self.game.variant
        squares = [variant.square_of(name) for name in (move[:2], move[2:4])]
        (kind, side), target = pieces[squares[0]], pieces.get(squares[1])
        if variant.kinds[kind].royal:
            files = abs(ord(move[0]) - ord(move[2]))
            castles = target is not None and target[1] == side if self.table.chess960 else files > 1
            yield "castling" if castles else "king"
        elif variant.kinds[kind].pawn:
            doubles = abs(int(move[1]) - int(move[3])) == 2
            yield "en passant" if move[2:4] == passed else "double step" if doubles else "pawn"
        if target is not None and target[1] != side:
            yield "capture"
        if len(move) == 5:
            yield "promotion"

    def same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            pytest.fail(
                f"{what} differ in {self.table}\nstart:     {self.start}\nmoves:     {' '.join(self.moves)}\n"
                f"position:  {with_walls(self.game)}\ntilefish:  {ours}\npyffish:   {theirs}",
                pytrace=False,
            )


def with_walls(game: Game) -> str:
    """Our FEN with walls for water and lava, too."""
    placement, rest = game.fen().split(" ", 1)
    rows = []
    for index, row in enumerate(placement.split("/")):
        rank = game.variant.ranks - 1 - index
        squares = re.sub(r"\d", lambda run: "1" * int(run.group()), row)
        walled = (
            "1*"[not game.variant.is_safe(rank * game.variant.files + file)] if letter == "1" else letter
            for file, letter in enumerate(squares)
        )
        rows.append(re.sub("1+", lambda run: str(len(run.group())), "".join(walled)))
    return " ".join(("/".join(rows), rest))


# --- the tables --------------------------------------------------------------------------------------------


def random_array(rng: random.Random) -> str:
    """A start array of Chess960."""
    while True:
        array = "".join(rng.sample("rnbqkbnr", 8))
        bishops = array.index("b") + array.rindex("b")
        if array.index("r") < array.index("k") < array.rindex("r") and bishops % 2:
            return f"{array}/pppppppp/8/8/8/8/PPPPPPPP/{array.upper()} w KQkq - 0 1"


def chess(rng: random.Random) -> Table:
    return Table("chess")


def chess960(rng: random.Random) -> Table:
    return Table("chess", fen=random_array(rng), chess960=True)


def fragments(rng: random.Random) -> Table:
    return Table("fragments", "tilefish_fragments")


def fragments2(rng: random.Random) -> Table:
    return Table("fragments2", "tilefish_fragments")


def twisted_carnival(rng: random.Random) -> Table:
    return Table("twisted_carnival")


def void_dimension(rng: random.Random) -> Table:
    return Table("void_dimension", "tilefish_island")


def pirate_seas(rng: random.Random) -> Table:
    return Table("pirate_seas")


def volcanic_wasteland(rng: random.Random) -> Table:
    return Table("volcanic_wasteland")


def scattered(rng: random.Random) -> Table:
    """Chess with gaps of all kinds, and bridges, on the ranks between the armies."""
    rows = [["."] * 8 for _ in range(8)]
    tiles = rng.choice(["*", "~=", "%?", "*~=%?"])
    for rank in range(2, 6):
        for file in range(8):
            if rng.random() < 0.3:
                rows[rank][file] = rng.choice(tiles)
    return Table("chess", world="/".join(map("".join, rows)))


def castles_in_ruins(rng: random.Random) -> Table:
    """Kings and rooks of Chess960 on ranks of which some tiles are gone."""
    ranks = []
    for king, rook in ("kr", "KR"):
        files = sorted(rng.sample(range(8), 3))
        rank = [rng.choice("1111*") for _ in range(8)]
        for file, letter in zip(files, (rook, king, rook), strict=True):
            rank[file] = letter
        ranks.append(re.sub("1+", lambda run: str(len(run.group())), "".join(rank)))
    fen = f"{ranks[0]}/pppppppp/8/8/8/8/PPPPPPPP/{ranks[1]} {rng.choice('wb')} KQkq - 0 1"
    return Table("chess", fen=fen, chess960=True)


def army_of_its_own(rng: random.Random) -> Table:
    """Betza pieces: a camel, a rook that captures as a bishop, a narrow knight, an archbishop, a crab."""
    return Table("chess", "tilefish_army", ARMY_START, pieces=ARMY)


Setting = Callable[[random.Random], Table]
SETTINGS: list[tuple[Setting, int, int, set[str]]] = [
    # what is played, playouts of a default run, plies at the most, what many playouts must have seen
    (chess, 3, 120, FEATURES),
    (chess960, 6, 60, FEATURES),
    (fragments, 6, 60, FEATURES - {"castling"} | {"checkmate", "stalemate", "repetition"}),
    (fragments2, 6, 60, FEATURES - {"castling"} | {"checkmate", "stalemate", "repetition"}),
    (twisted_carnival, 2, 100, FEATURES),
    (void_dimension, 6, 70, FEATURES - {"castling"} | {"checkmate"}),
    (pirate_seas, 4, 100, FEATURES - {"en passant"}),
    (volcanic_wasteland, 3, 100, FEATURES),
    (scattered, 5, 60, FEATURES),
    (castles_in_ruins, 40, 5, {"castling"}),
    (army_of_its_own, 3, 80, FEATURES),
]
EACH_SETTING = pytest.mark.parametrize(
    ("setting", "playouts", "plies", "rare"), SETTINGS, ids=[setting[0].__name__ for setting in SETTINGS]
)


@EACH_SETTING
def test_playouts(setting: Setting, playouts: int, plies: int, rare: set[str]) -> None:
    for number in range(playouts):
        rng = seeded(setting.__name__, number)
        Playout(setting(rng), rng).play(plies)


@pytest.mark.long
@EACH_SETTING
def test_many_playouts(setting: Setting, playouts: int, plies: int, rare: set[str]) -> None:
    seen: Counter[str] = Counter()
    tries = Tries(playouts * 5)
    while tries.go_on(rare <= set(seen)):
        number = tries.number
        rng = seeded("long", setting.__name__, number)
        seen += Playout(setting(rng), rng).play(plies)
    assert rare <= set(seen), f"the playouts miss what they are there for: {rare - set(seen)}"


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1", (7, 44, 362)),
        ("rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", (8, 62, 603)),
        ("1k3/5/5/5/2KR1 w - - 0 1", (12, 44, 688)),
        ("k4/p3p/P4/2KP1/5 w - - 0 1", (7, 23, 162)),
    ],
)
def test_perft_of_fragments(fen: str, counts: tuple[int, ...]) -> None:
    """The referee itself, configured as above, gives the numbers that the project's suites have."""
    game = Game("fragments", fen)
    for depth, count in enumerate(counts, 1):
        assert game.perft(depth) == count, f"perft {depth} of {fen}"
    replies = (pyffish.legal_moves("tilefish_fragments", fen, [move]) for move in game.legal_moves)
    assert sum(map(len, replies)) == counts[1], f"pyffish counts otherwise: {fen}"
