"""Betza notation: the moves of a piece as text, read into `Step`s.

A piece is a row of atoms, each with its modifiers before it and its range behind it: `fmWfcF`, `RN`, `R3`.

**Atoms** are W (0,1), F (1,1), D (0,2), N (1,2), A (2,2), H (0,3), L or C (1,3), J or Z (2,3), G (3,3), and
K = WF, R = an unlimited W, B = an unlimited F, Q = RB.

**Range**: a number is the most times that the step may be repeated, 0 is without limit; so is the doubled
letter (`WW` = `W0` = `R`). `R3` is a rook of at most three squares, `NN` a nightrider.

**Modifiers**, in any order: `m` only moves, `c` only captures (both together are the same as none), `i` only
from the squares where the piece starts, `n` lame (a leap that can be blocked on its way), and directions.

**Directions** f b l r, v = f and b, s = l and r. Read from the left, a vertical and a horizontal letter side
by side, or the same letter twice, are one direction:

- on straight atoms (W D H R) each letter counts alone: `flW` is forward and left, `fsW` three directions;
- on diagonal ones (F A G B) a single letter is a pair (`fF`: both forward) and two letters the diagonal
  between them (`flF`);
- on oblique ones (N L J …) the last letter is the long way and the one before it the short way: `fN` = `ffN`
  are the two that go two forward, `fsN` the two that go one forward and two aside, `flN` one forward and two
  to the left, `lfN` two forward and one to the left, `vN` the narrow four, `sN` the wide four; all four
  forward are `fsfN`;
- K and Q take them as their two atoms would: `fK` = `fWfF`.

This is how XBoard and Fairy-Stockfish read them. Their further letters (hoppers, `h`, `j`, `a`, …) are
rejected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import MAX_FILES, MAX_RANKS, UNLIMITED, Step

Vector = tuple[int, int]

LEAPS: dict[str, Vector] = {
    "W": (0, 1),
    "F": (1, 1),
    "D": (0, 2),
    "N": (1, 2),
    "A": (2, 2),
    "H": (0, 3),
    "L": (1, 3),
    "C": (1, 3),
    "J": (2, 3),
    "Z": (2, 3),
    "G": (3, 3),
}
"""The vector of each simple atom, short way first."""

ATOMS: dict[str, tuple[tuple[str, int], ...]] = {
    **{letter: ((letter, 1),) for letter in LEAPS},
    "K": (("W", 1), ("F", 1)),
    "R": (("W", UNLIMITED),),
    "B": (("F", UNLIMITED),),
    "Q": (("W", UNLIMITED), ("F", UNLIMITED)),
}
"""The meaning of each letter: simple atoms with their range."""

MAX_LETTERS = 80
_VERTICAL, _HORIZONTAL = "fbv", "lrs"
_DIRECTIONS = _VERTICAL + _HORIZONTAL
_MODIFIERS = "mcin"
_DIGITS = "0123456789"
_LONGEST_WAY = max(MAX_FILES, MAX_RANKS) - 1
_ENDLESS = 99


def parse_betza(text: str) -> tuple[Step, ...]:
    """The steps of the notation, White's view, no step twice."""
    if len(text) > MAX_LETTERS:
        raise InputError(f"the moves have {len(text)} letters, {MAX_LETTERS} are the most")
    groups = list(_Scanner(text).groups())
    if not groups:
        raise InputError(
            'the moves are empty: a piece needs at least one atom, such as "K" (a king\'s) '
            'or "RN" (rook and knight)'
        )
    ways: dict[_Way, int] = {}
    for group in groups:
        for way, reach in group.ways():
            ways[way] = max(reach, ways.get(way, 0))
    return _merge({way: reach for way, reach in ways.items() if not _covered(way, reach, ways)})


# --- reading ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Group:
    """One atom with its modifiers and range."""

    modifiers: dict[str, int] = field(default_factory=dict)
    """Each of m c i n with the place of its letter."""
    directions: list[str] = field(default_factory=list)
    """Pairs such as `ff` or `fl`."""
    atom: str = ""
    reach: int | None = None

    def ways(self) -> Iterator[tuple[_Way, int]]:
        """Every single direction and mode with its reach in steps."""
        modes = [mode for mode in "mc" if mode in self.modifiers] or ["m", "c"]
        for letter, usual in ATOMS[self.atom]:
            reach = usual if self.reach is None else self.reach
            for dx, dy in _vectors(LEAPS[letter], self.directions):
                for mode in modes:
                    way = _Way(dx, dy, mode == "c", "n" in self.modifiers, "i" in self.modifiers)
                    yield way, _endless_if_unstoppable(way, reach)


class _Scanner:
    """Reads the letters of a notation once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def groups(self) -> Iterator[_Group]:
        while self.at < len(self.text):
            yield self._group()

    def _group(self) -> _Group:
        group = _Group()
        begin = self.at
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter in ATOMS:
                group.atom = letter
                self.at += 1
                group.reach = self._reach(letter)
                self._check_lame(group)
                return group
            self._modifier(group, letter)
        raise InputError(
            f"in {quote(self.text)} the moves end after {quote(self.text[begin:])}: an atom must follow, "
            f"such as {quote(self.text[begin:] + 'W')}"
        )

    def _modifier(self, group: _Group, letter: str) -> None:
        if letter in _DIRECTIONS:
            group.directions.append(self._direction())
            return
        if letter not in _MODIFIERS:
            raise self._error(self.at, _why_not(letter))
        if letter in group.modifiers:
            raise self._error(self.at, "the same modifier twice before one atom, once is enough")
        group.modifiers[letter] = self.at
        self.at += 1

    def _direction(self) -> str:
        """One letter, or two that belong together."""
        first = self.text[self.at]
        second = self.text[self.at + 1 : self.at + 2]
        crossing = second and (first in _VERTICAL) != (second in _VERTICAL) and second in _DIRECTIONS
        paired = crossing or second == first
        self.at += 2 if paired else 1
        return first + second if paired else first + first

    def _reach(self, atom: str) -> int | None:
        if self.text[self.at : self.at + 1] == atom:
            self.at += 1
            if self.text[self.at : self.at + 1] in tuple(_DIGITS):
                raise self._error(self.at, f'"{atom}{atom}" has no limit already, leave out the number')
            return UNLIMITED
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] in _DIGITS:
            self.at += 1
        digits = self.text[begin : self.at]
        if len(digits) > 2:
            raise self._error(begin, "the range is too long: expected 0 (no limit) to 99")
        return int(digits) if digits else None

    def _check_lame(self, group: _Group) -> None:
        if "n" not in group.modifiers:
            return
        place = group.modifiers["n"]
        if group.reach not in (None, 1):
            raise self._error(place, "a lame leap cannot be repeated, leave out the range or the n")
        if max(LEAPS.get(group.atom, (0, 0))) < 2:
            raise self._error(
                place, f"{group.atom} leaps over nothing, n (lame) goes with D N A H L C J Z G, as in nN"
            )

    def _error(self, place: int, complaint: str) -> InputError:
        letter = quote(self.text[place])
        return InputError(f"in {quote(self.text)}, letter {place + 1} ({letter}): {complaint}")


def _why_not(letter: str) -> str:
    if letter in _DIGITS:
        return "a range goes behind an atom, as in R3"
    if letter.upper() in ATOMS:
        return f"atoms are capitals, {letter.upper()} would be right"
    if letter.isspace():
        return "no spaces between the letters"
    if letter.isupper():
        return f"no such atom, known are {' '.join(ATOMS)}"
    return (
        f"no such modifier, known are the directions {' '.join(_DIRECTIONS)} and m (moves) c (captures) "
        "i (initial) n (lame)"
    )


# --- directions ------------------------------------------------------------------------------------------


def _vectors(atom: Vector, directions: list[str]) -> list[Vector]:
    """The vectors of an atom that point into one of the directions, all of them if there is none."""
    short, long = atom
    turned = dict.fromkeys(
        (x * right, y * ahead)
        for x, y in ((short, long), (long, short))
        for ahead in (1, -1)
        for right in (1, -1)
    )
    if not directions:
        return list(turned)
    return [vector for vector in turned if any(_points(vector, pair) for pair in directions)]


def _points(vector: Vector, pair: str) -> bool:
    """Whether a vector points in the direction of two letters."""
    dx, dy = vector
    if dx == 0 or dy == 0:
        return any(_leans(vector, letter) for letter in pair)
    if not all(_leans(vector, letter) for letter in pair):
        return False
    return abs(dx) == abs(dy) or (abs(dy) > abs(dx)) == (pair[1] in _VERTICAL)


def _leans(vector: Vector, letter: str) -> bool:
    dx, dy = vector
    return {"f": dy > 0, "b": dy < 0, "v": dy != 0, "r": dx > 0, "l": dx < 0, "s": dx != 0}[letter]


# --- merging ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Way:
    """One direction in one mode: the smallest part that two atoms can share."""

    dx: int
    dy: int
    capture: bool
    lame: bool
    initial: bool


def _endless_if_unstoppable(way: _Way, reach: int) -> int:
    """`_ENDLESS` for a range that the edge of the largest board always cuts off."""
    longest = max(abs(way.dx), abs(way.dy))
    return _ENDLESS if reach == UNLIMITED or (reach + 1) * longest > _LONGEST_WAY else reach


def _covered(way: _Way, reach: int, ways: dict[_Way, int]) -> bool:
    """Whether another way includes all of this one."""
    length = max(abs(way.dx), abs(way.dy))
    straight = way.dx == 0 or way.dy == 0 or abs(way.dx) == abs(way.dy)
    for lame in (False, way.lame):
        for initial in (False, way.initial):
            wider = _Way(way.dx, way.dy, way.capture, lame, initial)
            if wider != way and ways.get(wider, 0) >= reach:
                return True
            slide = _Way(way.dx // length, way.dy // length, way.capture, False, initial)
            if way.lame and straight and ways.get(slide, 0) >= length:
                return True
    return False


def _merge(ways: dict[_Way, int]) -> tuple[Step, ...]:
    """Steps, with moving and capturing in one where they have the same reach."""
    modes: dict[tuple[int, int, int, bool, bool], set[bool]] = {}
    for way, reach in ways.items():
        modes.setdefault((way.dx, way.dy, reach, way.lame, way.initial), set()).add(way.capture)
    return tuple(
        Step(
            dx=dx,
            dy=dy,
            reach=UNLIMITED if reach == _ENDLESS else reach,
            quiet=False in captures,
            capture=True in captures,
            lame=lame,
            initial=initial,
        )
        for (dx, dy, reach, lame, initial), captures in modes.items()
    )
