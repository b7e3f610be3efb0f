"""How pieces move: Betza notation (RULES.md section 2).

`parse` turns the text into abilities; `Atlas` draws an ability on a terrain as paths: from
where, over which squares, to where. Which pieces stand on the board is not looked at here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .terrain import Square, Terrain, side_of

Step = tuple[int, int]  # files to the right and ranks forward, as its owner sees them

ATOMS: dict[str, Step] = {
    "W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3),
    "L": (1, 3), "C": (1, 3), "J": (2, 3), "Z": (2, 3), "G": (3, 3),
}  # fmt: skip
UNLIMITED = 99
COMPOUNDS: dict[str, tuple[tuple[str, int], ...]] = {
    "K": (("W", 1), ("F", 1)),
    "R": (("W", UNLIMITED),),
    "B": (("F", UNLIMITED),),
    "Q": (("W", UNLIMITED), ("F", UNLIMITED)),
}
WORD = re.compile(r"(?P<modifiers>[a-z]*)(?P<atom>[A-Z])(?P<double>(?P=atom))?(?P<range>\d*)")
HALF_PLANES = {"f": (1, 1), "b": (1, -1), "r": (0, 1), "l": (0, -1)}  # (coordinate, sign)


@dataclass(frozen=True)
class Ability:
    """One atom with its modifiers: `steps` repeated up to `reach` times."""

    steps: tuple[Step, ...]
    reach: int
    moves: bool
    captures: bool
    lame: bool
    first_only: bool


@dataclass(frozen=True)
class Path:
    """One way from a square to another; `over` must be empty (its squares are safe)."""

    start: Square
    over: tuple[Square, ...]
    end: Square
    moves: bool
    captures: bool
    first_only: bool


def parse(text: str) -> tuple[Ability, ...]:
    """Read a piece's moves: atoms, each with the modifiers before it and the range after it."""
    abilities: list[Ability] = []
    position = 0
    while position < len(text):
        word = WORD.match(text, position)
        if word is None or not set(word["modifiers"]) <= set("mcnifblrvsh"):
            raise ValueError(f"{text!r} is not Betza notation that the model knows")
        position = word.end()
        for atom, reach in _atoms(word["atom"], bool(word["double"]), word["range"]):
            abilities.append(_ability(word["modifiers"], atom, reach))
    return tuple(abilities)


def _atoms(letter: str, doubled: bool, digits: str) -> list[tuple[str, int]]:
    """Return the simple atoms of a letter with their reach: R3 = W3, NN = N0, K = WF."""
    if letter not in ATOMS and letter not in COMPOUNDS:
        raise ValueError(f"{letter!r} is not a Betza atom")
    simple = COMPOUNDS.get(letter, ((letter, 1),))
    if digits:
        return [(atom, int(digits) or UNLIMITED) for atom, _ in simple]
    return [(atom, UNLIMITED if doubled else reach) for atom, reach in simple]


def _ability(modifiers: str, atom: str, reach: int) -> Ability:
    either = "m" in modifiers or "c" in modifiers
    directions = "".join(letter for letter in modifiers if letter in "fblrvsh")
    return Ability(
        steps=tuple(step for step in _all_steps(ATOMS[atom]) if _allowed(step, directions)),
        reach=reach,
        moves="m" in modifiers or not either,
        captures="c" in modifiers or not either,
        lame="n" in modifiers,
        first_only="i" in modifiers,
    )


def _all_steps(atom: Step) -> list[Step]:
    """Return the four or eight steps that are the same by symmetry."""
    short, long = atom
    turned = [(a * x, b * y) for x, y in ((short, long), (long, short))
              for a in (1, -1) for b in (1, -1)]  # fmt: skip
    return sorted(set(turned))


def _allowed(step: Step, directions: str) -> bool:
    if not directions:
        return True
    right, forward = abs(step[0]), abs(step[1])
    if 0 in (right, forward):
        return any(_in_half(step, letter) for letter in directions)
    return any(_matches(step, pair) for pair in _pairs(directions))


def _pairs(directions: str) -> Iterator[str]:
    """Read the directions of a diagonal or oblique atom by twos: `fl`, `ff`; a single one is both.

    Two letters of one axis that differ (`fb`) are two single ones.
    """
    rest = directions
    while rest:
        first, second = rest[0], rest[1:2]
        one_axis = {first, second} in ({"f", "b"}, {"l", "r"})
        if second and not one_axis:
            yield first + second
            rest = rest[2:]
        else:
            yield first * 2
            rest = rest[1:]


def _matches(step: Step, pair: str) -> bool:
    """Say whether a diagonal or oblique step lies in the directions of both letters.

    For an oblique step the second letter names the longer leg: `ff` two forward and one aside,
    `fr` one forward and two to the right; `fh` is the whole forward half.
    """
    if "h" in pair:
        return _in_half(step, pair.replace("h", ""))
    diagonal = abs(step[0]) == abs(step[1])
    longer = (step[0], 0) if abs(step[0]) > abs(step[1]) else (0, step[1])
    return _in_half(step, pair[0]) and _in_half(step if diagonal else longer, pair[1])


def _in_half(step: Step, letter: str) -> bool:
    if letter == "v":
        return step[1] != 0
    if letter == "s":
        return step[0] != 0
    coordinate, sign = HALF_PLANES[letter]
    return step[coordinate] * sign > 0


def passed_over(step: Step) -> list[Step]:
    """Section 2's lame leap: what lies between, "going straight first and then diagonally"."""
    right, forward = step
    here = (0, 0)
    passed: list[Step] = []
    while True:
        left_right, left_forward = right - here[0], forward - here[1]
        straight_first = abs(left_right) != abs(left_forward)
        go_right = not straight_first or abs(left_right) > abs(left_forward)
        go_forward = not straight_first or abs(left_forward) > abs(left_right)
        here = (
            here[0] + (_sign(left_right) if go_right else 0),
            here[1] + (_sign(left_forward) if go_forward else 0),
        )
        if here == step:
            return passed
        passed.append(here)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@dataclass(eq=False)
class Atlas:
    """Every path of every piece on one terrain, drawn when first asked for."""

    terrain: Terrain
    _abilities: dict[str, tuple[Ability, ...]] = field(default_factory=dict)
    _from: dict[tuple[str, Square], tuple[Path, ...]] = field(default_factory=dict)
    _to: dict[tuple[str, Square], dict[Square, list[Path]]] = field(default_factory=dict)
    _landings: dict[tuple[str, Square], list[tuple[Square, list[Path]]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for letter, text in self.terrain.world.pieces.items():
            self._abilities[letter] = parse(text)
            if letter != "p" and any(ability.first_only for ability in self._abilities[letter]):
                raise ValueError("the book says only for pawns what `i` means")

    def paths(self, piece: str, start: Square) -> tuple[Path, ...]:
        """Return the paths that a piece could take from a square, on an empty board."""
        key = (piece, start)
        if key not in self._from:
            self._from[key] = tuple(self._draw(piece, start))
        return self._from[key]

    def paths_to(self, piece: str, start: Square, end: Square) -> list[Path]:
        """Return those of `paths` that end on one square."""
        key = (piece, start)
        if key not in self._to:
            by_end: dict[Square, list[Path]] = {}
            for path in self.paths(piece, start):
                by_end.setdefault(path.end, []).append(path)
            self._to[key] = by_end
        return self._to[key].get(end, [])

    def landings(self, piece: str, start: Square) -> list[tuple[Square, list[Path]]]:
        """Return the stones on which any of `paths` end, each with those paths."""
        key = (piece, start)
        if key not in self._landings:
            stones = ((stone, self.paths_to(piece, start, stone)) for stone in self.terrain.stones)
            self._landings[key] = [(stone, paths) for stone, paths in stones if paths]
        return self._landings[key]

    def _draw(self, piece: str, start: Square) -> Iterator[Path]:
        # Black sees the board turned round: its forward is down, its right is to the left.
        facing = 1 if side_of(piece) == "white" else -1
        for ability in self._abilities[piece.lower()]:
            if ability.first_only and not self._on_pawn_rank(piece, start):
                continue
            for right, forward in ability.steps:
                yield from self._draw_line(ability, (right * facing, forward * facing), start)

    def _on_pawn_rank(self, piece: str, square: Square) -> bool:
        """Section 2: "whenever it stands on its side's pawn rank, however it got there"."""
        return square[1] + 1 == self.terrain.world.pawn_rank[side_of(piece)]

    def _draw_line(self, ability: Ability, step: Step, start: Square) -> Iterator[Path]:
        over: tuple[Square, ...] = ()
        here = start
        for _ in range(ability.reach):
            between = passed_over(step) if ability.lame else []
            legs = tuple((here[0] + right, here[1] + forward) for right, forward in between)
            here = (here[0] + step[0], here[1] + step[1])
            if not all(self.terrain.is_safe(square) for square in (*legs, here)):
                return
            over += legs
            yield Path(start, over, here, ability.moves, ability.captures, ability.first_only)
            over += (here,)
