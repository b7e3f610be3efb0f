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
* Behind a slanted double step its FEN names the passed-over square and the pawn in the order of their
  squares, and the position is another one even where no pawn can capture: repetitions of `berolina` are left
  out.
* It counts moves in Makruk and its kin, which a variant file cannot say: its counts are switched off here.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyffish
import pytest
from tests.seeds import Tries, seeded

from tilefish import Game, InputError
from tilefish.game.move import Move
from tilefish.rules.model.setup import Pieces

CONFIG = Path(__file__).parents[1] / "data" / "fairy-stockfish.ini"
ARMY = "c:C,h:mRcB,l:ffNbbN,a:BN,s:fFsW"
ARMY_START = "rhcqkalr/pppppppp/8/8/8/8/PPPPPPPP/RLAQKCHR w KQkq - 0 1"

FEATURES = {"capture", "promotion", "en passant", "castling", "check"}
LIKES = {"en passant": 40.0, "castling": 30.0, "promotion": 3.0, "double step": 5.0, "pawn": 1.5, "king": 0.5}


@pytest.fixture(scope="module", autouse=True)
def _variants() -> None:
    pyffish.load_variant_config(CONFIG.read_text())


@dataclass(frozen=True)
class Table:
    """A game that both sides can set up: ours, and the name that Fairy-Stockfish has for its rules."""

    variant: str
    referee: str = "chess"
    fen: str | None = None
    world: str | None = None
    pieces: str | None = None
    chess960: bool = False
    hunts: bool = False
    """Whether the moves are mostly those with the fewest answers, so that games end by mate or stalemate."""
    without: frozenset[str] = frozenset({"material"})
    """Ends that are not compared."""

    def game(self, fen: str | None = None) -> Game:
        return Game(self.variant, fen or self.fen, self.world, self.pieces, self.chess960)


class Playout:
    """One random game whose moves both get."""

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
                self.seen[outcome.termination.value] += 1
            if outcome is not None and outcome.termination.value not in self.table.without:
                self._compare_end(legal)
            elif outcome is None and self.going_back > 1 and len(self.moves) % 2:
                self.same("a draw to claim", False, self._ask(pyffish.is_optional_game_end)[0])
            if outcome is not None:
                break
            self._move(legal)
        return self.seen

    def compare(self) -> list[Move]:
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
        ours[3], theirs[3] = "".join(sorted(ours[3])), "".join(sorted(theirs[3]))
        self.same("FEN", ours, theirs)

    def _compare_end(self, legal: list[Move]) -> None:
        outcome = self.game.outcome()
        assert outcome is not None
        if legal:
            drawn = (True, pyffish.VALUE_DRAW)
            self.same(f"draw by {outcome.termination}", drawn, self._ask(pyffish.is_optional_game_end))
        else:
            result = pyffish.VALUE_DRAW if outcome.winner is None else -pyffish.VALUE_MATE
            self.same(f"result after {outcome.termination}", result, self._ask(pyffish.game_result))

    def _ask(self, question: Callable[..., Any]) -> Any:
        return question(self.table.referee, self.start, self.moves, self.table.chess960)

    def _move(self, legal: list[Move]) -> None:
        pieces = self.game.setup().pieces
        passed = self.game.fen().split()[3]
        if self.table.hunts and self.rng.random() < 0.8:
            move = min(legal, key=self._answers)
        else:
            move = self.rng.choices(legal, [self._weight(move, pieces, passed) for move in legal])[0]
        for feature in self._features(move, pieces, passed):
            self.seen[feature] += 1
        self.game.push(move)
        self.moves.append(move)

    def _answers(self, move: str) -> int:
        self.game.push(move)
        answers = len(self.game.legal_moves)
        self.game.pop()
        return answers

    def _weight(self, move: str, pieces: Pieces, passed: str) -> float:
        likes = LIKES | {"capture": self.captures}
        weight = 1.0
        for feature in self._features(move, pieces, passed):
            weight *= likes[feature]
        if len(self.moves) > 1 and self.moves[-2][:4] == move[2:4] + move[:2]:
            weight *= self.going_back
        return weight

    def _features(self, move: str, pieces: Pieces, passed: str) -> Iterator[str]:
        variant = self.game.variant
        start, end = (variant.square_of(name) for name in (move[:2], move[2:4]))
        assert start is not None
        assert end is not None
        (kind, side), target = pieces[start], pieces.get(end)
        if variant.kinds[kind].royal:
            castles = abs(ord(move[0]) - ord(move[2])) > 1 and move[1] == move[3]
            if self.table.chess960:
                castles = target is not None and target[1] == side
            yield "castling" if castles else "king"
        elif variant.kinds[kind].pawn:
            doubles = abs(int(move[1]) - int(move[3])) == 2
            aside, ahead = ord(move[2]) - ord(move[0]), abs(int(move[3]) - int(move[1]))
            captures = any((s.dx, s.dy) == (aside, ahead) for s in variant.kinds[kind].steps if s.capture)
            passes = captures and move[2:4] == passed[:2]
            yield "en passant" if passes else "double step" if doubles else "pawn"
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


UNCOUNTED = ("makruk", "ai-wok", "asean")
"""Whose counts are switched off in CONFIG."""


def referee_of(variant: str) -> str:
    return f"tilefish_{variant}" if variant in UNCOUNTED else variant


def of_cute_chess(variant: str) -> Callable[[random.Random], Table]:
    """A bundled variant that Fairy-Stockfish and Cute Chess have, too."""

    def setting(rng: random.Random) -> Table:
        without = {"material", "repetition"} if variant == "berolina" else {"material"}
        return Table(variant, referee_of(variant), without=frozenset(without))

    setting.__name__ = variant
    return setting


def endings_of(variant: str) -> Callable[[random.Random], Table]:
    """The same with a few pieces against a king and a pawn, played until it is over."""

    def setting(rng: random.Random) -> Table:
        return Table(variant, referee_of(variant), random_ending(variant, rng), hunts=True)

    setting.__name__ = f"endings of {variant}"
    return setting


def random_ending(variant: str, rng: random.Random) -> str:
    board = Game(variant).variant
    royal = next(kind.letter for kind in board.kinds if kind.royal)
    officers = [kind.letter.upper() for kind in board.kinds if not kind.royal and not kind.pawn]
    squares = range(len(board.tiles))
    pawn_squares = squares[(board.promotion_rank[1] + 1) * board.files : -board.files]
    while True:
        pawn, *others = rng.sample(squares, 6)
        if pawn not in pawn_squares:
            continue
        army = [royal, royal.upper(), *rng.choices(officers, k=3)]
        placed = {pawn: "p"} | dict(zip(others, army, strict=True))
        rows = [
            "".join(placed.get(rank * board.files + file, "1") for file in range(board.files))
            for rank in reversed(range(board.ranks))
        ]
        placement = re.sub("1+", lambda run: str(len(run.group())), "/".join(rows))
        with contextlib.suppress(InputError):
            return Game(variant, f"{placement} w - - 0 1").fen()


Setting = Callable[[random.Random], Table]
WITHOUT_DOUBLE_STEP = FEATURES - {"castling", "en passant"}
WITH_CASTLING = ("almost", "amazon", "berolina", "chigorin", "hoppelpoppel", "newzealand", "knightmate")
WITHOUT_CASTLING = ("losalamos", *UNCOUNTED)
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
    *((of_cute_chess(variant), 4, 100, FEATURES) for variant in WITH_CASTLING),
    *((of_cute_chess(variant), 6, 150, WITHOUT_DOUBLE_STEP) for variant in WITHOUT_CASTLING),
    *(
        (endings_of(variant), 10, 80, {"checkmate", "stalemate", "capture"})
        for variant in WITH_CASTLING + WITHOUT_CASTLING
    ),
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


# --- perft of the variants that Cute Chess has, too ---------------------------------------------------------


def referees_perft(referee: str, fen: str, depth: int, moves: tuple[str, ...] = ()) -> int:
    legal = pyffish.legal_moves(referee, fen, list(moves))
    if depth == 1:
        return len(legal)
    return sum(referees_perft(referee, fen, depth - 1, (*moves, move)) for move in legal)


EACH_OF_CUTE_CHESS = pytest.mark.parametrize("variant", WITH_CASTLING + WITHOUT_CASTLING)


@EACH_OF_CUTE_CHESS
def test_perft_of_the_start(variant: str) -> None:
    game = Game(variant)
    start = pyffish.start_fen(referee_of(variant))
    assert game.fen().split()[0] == start.split()[0]
    assert game.perft(3) == referees_perft(referee_of(variant), start, 3)


FIRST_MOVES = 5
"""After which four plies are counted, other ones with each seed: the referee sets up its rules anew for each
question, which takes a millisecond."""


@pytest.mark.long
@EACH_OF_CUTE_CHESS
def test_perft_of_first_moves(variant: str) -> None:
    game, start = Game(variant), pyffish.start_fen(referee_of(variant))
    for move in seeded("perft", variant).sample(game.legal_moves, FIRST_MOVES):
        game.push(move)
        assert game.perft(3) == referees_perft(referee_of(variant), start, 3, (move,)), move
        game.pop()


@EACH_OF_CUTE_CHESS
def test_perft_on_the_way(variant: str) -> None:
    """Positions of playouts: early ones, where kings may castle, and late ones, where pawns promote."""
    rng = random.Random(f"perft of {variant}")
    for plies in (6, 14, 30, 60, 90):
        playout = Playout(of_cute_chess(variant)(rng), rng)
        playout.play(plies)
        fen = with_walls(playout.game)
        ours = [playout.game.perft(depth) for depth in (1, 2)]
        assert ours == [referees_perft(referee_of(variant), fen, depth) for depth in (1, 2)], fen


@pytest.mark.parametrize(
    ("variant", "fen", "counts"),
    [
        ("berolina", "4k3/8/8/8/4PpP1/8/8/4K3 b - f3e4 0 1", (8, 68, 547)),
        ("berolina", "4k3/8/8/8/4PpP1/8/8/4K3 b - f3g4 0 1", (8, 68, 547)),
        ("berolina", "4k3/8/8/8/4PpP1/8/8/4K3 b - - 0 1", (7, 62, 506)),
    ],
)
def test_perft_of_slanted_double_steps(variant: str, fen: str, counts: tuple[int, ...]) -> None:
    """The pawn that is captured stands beside the file of the passed-over square."""
    for depth, count in enumerate(counts, 1):
        assert Game(variant, fen).perft(depth) == count == referees_perft(variant, fen, depth)
