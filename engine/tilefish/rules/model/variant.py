"""A variant as data: the content of a variant file, validated and frozen.

Squares are counted `rank * files + file` from a1 everywhere in `rules`; sides are 0 (White) and 1 (Black);
moves of pieces are written from White's point of view (dy > 0 is forward).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from tilefish.rules.model.combat import Ability, Combat
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.spawn import Spawn
from tilefish.rules.model.weights import USUAL_WEIGHTS, Numbers
from tilefish.rules.model.win_rate import WinRateModel

WHITE, BLACK = 0, 1
SIDES = (WHITE, BLACK)
SIDE_NAMES = ("white", "black")

MAX_FILES = 8
MAX_RANKS = 8
MAX_KINDS = 16
MAX_CENTIPAWNS = 10_000
"""The limit of a piece's value, and of a square's."""

FLOOR, VOID, WATER, BRIDGE, LAVA, STONE, SPAWN = ".", "*", "~", "=", "%", "o", "?"
BELTS: dict[str, tuple[int, int]] = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}
UNSAFE = frozenset((VOID, WATER, LAVA))
TILE_NAMES: dict[str, str] = {
    FLOOR: "floor",
    VOID: "void",
    WATER: "water",
    BRIDGE: "bridge",
    LAVA: "lava",
    STONE: "stepping stone",
    ">": "belt to the right",
    "<": "belt to the left",
    "^": "belt upwards",
    "v": "belt downwards",
    SPAWN: "spawn tile",
}

UNLIMITED = 0
"""The `reach` of a slide that only the edge, terrain and pieces stop."""

Material = Literal["fide", "bare-kings", "none"]


@dataclass(frozen=True, slots=True)
class Step:
    """One direction of one Betza atom.

    `reach` is the number of times that the step may be repeated (1: a leap, `UNLIMITED`: a slide to the end).
    A `lame` step needs every square on its way empty and safe: straight first, then diagonally. An `initial`
    step is there only on the squares of `Kind.initial_squares`.
    """

    dx: int
    dy: int
    reach: int
    quiet: bool
    capture: bool
    lame: bool = False
    initial: bool = False


def is_double_step(step: Step) -> bool:
    """Whether a pawn's step may be captured en passant: two ranks ahead from the pawn rank, straight or
    slanted, over the one square between."""
    return step.lame and step.initial and step.reach == 1 and step.dy == 2 and step.dx in (-2, 0, 2)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece. Value and square tables are centipawns, (middlegame, endgame), White's view from a1;
    `None` where the file gives none: they are then computed from mobility, in a combat game from the
    fighter's numbers, too."""

    name: str
    letter: str
    betza: str
    steps: tuple[Step, ...]
    royal: bool = False
    pawn: bool = False
    minor: bool = False
    value: tuple[int, int] | None = None
    squares: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    initial_squares: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Castling:
    """The targets of castling, as file indices for (king's side, queen's side), and the kind that castles
    with the king. A FEN has the start squares, and whether castling is possible at all."""

    king_files: tuple[int, int]
    rook_files: tuple[int, int]
    partner: str = "rook"


@dataclass(frozen=True, slots=True)
class EndRules:
    """The ends of games besides checkmate. `repetition` 0: no such draw. `material` "fide" holds on a board
    of plain floor only; any other terrain makes it "bare-kings"."""

    stalemate_loss: bool = False
    repetition: int = 3
    fifty_moves: bool = True
    material: Material = "bare-kings"


@dataclass(frozen=True, slots=True)
class Variant:
    """Everything that decides about positions, moves and results."""

    name: str
    title: str
    files: int
    ranks: int
    tiles: str
    """One tile character a square, from a1."""
    kinds: tuple[Kind, ...]
    start: Setup = field(hash=False)
    """The position at the start of a game. It fits on the board of a variant file; on another world laid over
    that, pieces may stand where they cannot (`check_setup`)."""
    promotion_to: tuple[tuple[str, ...], tuple[str, ...]]
    """Names of kinds, by side."""
    promotion_rank: tuple[int, int]
    """Rank indices (from 0), by side."""
    en_passant: bool = True
    castling: Castling | None = Castling((6, 2), (5, 3))
    """None: there is no castling, and a FEN has no castling rights."""
    end: EndRules = EndRules()
    evaluation: tuple[Numbers, ...] = USUAL_WEIGHTS
    """The weights of the evaluation, in the order of `WEIGHTS`."""
    win_rate_model: WinRateModel | None = None
    """The meaning of a score in its games; None where it was not measured."""
    combat: Combat | None = None
    """The rules of a combat game; None: a piece captures by moving."""
    spawn: Spawn | None = None
    """The rule by which the host puts pieces on its spawn tiles; None: no pieces."""
    rules: str = ""
    source: str = ""
    path: str = field(default="", compare=False)
    """The file from which it was read, for messages."""

    def kind(self, name: str) -> Kind | None:
        """The kind with this name."""
        return next((kind for kind in self.kinds if kind.name == name), None)

    def kind_of_letter(self, letter: str) -> Kind | None:
        """The kind with this FEN letter in either case."""
        lower = letter.lower()
        return next((kind for kind in self.kinds if kind.letter == lower), None)

    def tile(self, square: int) -> str:
        """The tile character of a square."""
        return self.tiles[square]

    def is_safe(self, square: int) -> bool:
        """Whether a piece can stand on this square."""
        return self.tiles[square] not in UNSAFE

    @property
    def plain_floor(self) -> bool:
        """Whether the board has only plain floor."""
        return set(self.tiles) == {FLOOR}

    @property
    def material_rule(self) -> Material:
        """The rule of draws by material that applies on this terrain."""
        if self.end.material == "fide" and not self.plain_floor:
            return "bare-kings"
        return self.end.material

    @property
    def quiet_plies(self) -> int | None:
        """Plies without damage that draw, 0 for no such rule; None in a game without combat."""
        return None if self.combat is None else self.combat.quiet_plies

    def ability(self, kind: int) -> Ability | None:
        """The ability of a kind of piece; None without combat, too."""
        return None if self.combat is None else self.combat.fighters[kind].ability

    def with_tiles(self, tiles: str) -> Variant:
        """The same variant on another terrain (one character a square, from a1)."""
        return self if tiles == self.tiles else replace(self, tiles=tiles, win_rate_model=None)

    def with_voids(self, voids: frozenset[int]) -> Variant:
        """The same variant with those squares made void as well."""
        tiles = "".join(VOID if square in voids else tile for square, tile in enumerate(self.tiles))
        return self.with_tiles(tiles)

    def square_name(self, square: int) -> str:
        """`e4` for 28 on an 8×8 board."""
        rank, file = divmod(square, self.files)
        return f"{chr(ord('a') + file)}{rank + 1}"

    def square_of(self, name: str) -> int | None:
        """28 for `e4` on an 8×8 board, or None if it is not a square of this board."""
        if len(name) != 2:
            return None
        return self.square_at(ord(name[0]) - ord("a"), ord(name[1]) - ord("1"))

    def square_at(self, file: int, rank: int) -> int | None:
        """The square on that file and rank, or None off the board."""
        if not (0 <= file < self.files and 0 <= rank < self.ranks):
            return None
        return rank * self.files + file
