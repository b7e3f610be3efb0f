"""A board as lines of text: terrain, pieces and coordinates, in colour for a terminal or plain for anything.

A square is three characters wide. The outer two are its terrain, so that the ground shows beside a piece; the
middle one is the piece; plain text has a dot where one could stand. In colour the ground is a background too.
In a combat game the hit points follow the piece, and its other state is shown below the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tilefish.explain.condition import Condition, Health, conditions, state_lines
from tilefish.game.game import Game
from tilefish.render.glyphs import choose_drawings
from tilefish.render.marks import checked_king, last_move
from tilefish.render.wrapping import folded, packed
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import (
    BRIDGE,
    FLOOR,
    LAVA,
    SIDE_NAMES,
    SPAWN,
    STONE,
    TILE_NAMES,
    VOID,
    WATER,
    Variant,
)
from tilefish.rules.text.move_squares import legs_of, squares_of

_EMPTY = "."
_TURNED_ROUND = str.maketrans("><^v", "<>v^")
_SIDES_OF_TILE = {FLOOR: (" ", " "), STONE: ("(", ")")}
"""The characters left and right of a piece; for other tiles, the tile's own character twice."""

_FIGURINES = {"pawn": "♟", "knight": "♞", "bishop": "♝", "rook": "♜", "queen": "♛", "king": "♚"}

_RESET = "\033[0m"
_DIM = "\033[2m"
_PIECE_COLOURS = ("1;38;5;231", "1;38;5;16")
_MARKED, _BEST, _CHECKED = 178, 35, 160
_GROUND_COLOURS: dict[str, tuple[int, int, int]] = {
    FLOOR: (108, 65, 151),
    VOID: (233, 233, 236),
    WATER: (31, 24, 117),
    BRIDGE: (130, 94, 222),
    LAVA: (202, 160, 226),
    STONE: (103, 60, 254),
    SPAWN: (133, 96, 225),
}
"""By tile, in the 256 colours: background on light and on dark squares, and foreground."""
_BELT_COLOURS = (243, 240, 220)
_HEALTH_COLOURS = {Health.GOOD: 46, Health.WORN: 220, Health.LOW: 203}
"""The colours of hit points, on black."""


@dataclass(frozen=True, slots=True)
class _Picture:
    """One board, and its drawing options. `digits` are those of the most hit points that a piece can have,
    0 in a game without combat."""

    board: Variant
    setup: Setup
    symbols: tuple[tuple[str, str], ...]
    colour: bool
    last_move: tuple[int, ...]
    best_move: tuple[int, ...]
    check: int | None
    conditions: Mapping[int, Condition]
    digits: int

    @property
    def width(self) -> int:
        """The width of a square in characters."""
        return 3 + self.digits

    def cell(self, square: int) -> str:
        """The characters of a square, with their colours."""
        tile = self.board.tile(square)
        left, right = _SIDES_OF_TILE.get(tile, (tile, tile))
        middle = self._middle(square)
        points = self._points(square)
        filler = (" " if self.board.is_safe(square) else tile) * (self.digits - len(points))
        if not self.colour:
            return left + middle + points + filler + right
        background, drawn = self._colours(square)
        piece = self.setup.pieces.get(square)
        ink = _PIECE_COLOURS[piece[1]] if piece else f"38;5;{drawn}"
        ground = f"\033[48;5;{background};38;5;{drawn}m"
        badge = f"\033[48;5;16;38;5;{self._health_colour(square)}m{points}" if points else ""
        return f"{ground}{left}\033[{ink}m{middle}\033[22m{badge}{ground}{filler}{right}{_RESET}"

    def _points(self, square: int) -> str:
        condition = self.conditions.get(square)
        return f"{condition.hp}" if condition else ""

    def _health_colour(self, square: int) -> int:
        return _HEALTH_COLOURS[self.conditions[square].health]

    def _middle(self, square: int) -> str:
        piece = self.setup.pieces.get(square)
        if piece is None and self.board.is_safe(square):
            return " " if self.colour else _EMPTY
        if piece is None:
            return self.board.tile(square)
        kind, side = piece
        return self.symbols[kind][side]

    def _colours(self, square: int) -> tuple[int, int]:
        rank, file = divmod(square, self.board.files)
        *grounds, drawn = _GROUND_COLOURS.get(self.board.tile(square), _BELT_COLOURS)
        if square == self.check:
            return _CHECKED, 231
        if square in self.best_move:
            return _BEST, 16
        if square in self.last_move:
            return _MARKED, 16
        return grounds[(rank + file) % 2 == 0], drawn


def board_text(
    variant: Variant,
    setup: Setup,
    *,
    colour: bool,
    unicode: bool = True,
    flipped: bool = False,
    last_move: str = "",
    best_move: str = "",
    last_san: str = "",
    best_san: str = "",
    check: int | None = None,
    width: int | None = None,
) -> str:
    """Draws a position as lines of text, the squares that a move touches marked.

    In colour, `unicode` allows chess figurines for the pieces that have one; plain text uses FEN letters and
    nothing but ASCII. The marked move and the check are also named below the board: as SAN if that is given.
    The text below the board is wrapped to `width`.
    """
    board = variant.with_voids(setup.voids)
    if flipped:
        # Belts are drawn in the direction that the reader sees.
        board = board.with_tiles(board.tiles.translate(_TURNED_ROUND))
    digits = len(f"{max(fighter.hp for fighter in board.combat.fighters)}") if board.combat else 0
    symbols = _symbols(board, colour and unicode)
    fighters = conditions(board, setup)
    last, best = (squares_of(legs_of(board, move)) if move else () for move in (last_move, best_move))
    picture = _Picture(board, setup, symbols, colour, last, best, check, fighters, digits)
    files = _turned(board.files, flipped)
    lines = [
        f"{_label(str(rank + 1), colour)} {_row(picture, rank, files)}"
        for rank in _turned(board.ranks, not flipped)
    ]
    gap = " " * (picture.width - (1 if colour else 0))
    lines.append("   " + gap.join(_label(chr(ord("a") + file), colour) for file in files))
    below = [_status(board, setup, last_san or last_move, best_san or best_move, check)]
    below += state_lines(board, setup)
    wrapped = below if width is None else [folded(line, width) for line in below]
    return "\n".join([*lines, "", *wrapped, *packed(_legend(board, colour), width)]) + "\n"


def game_text(game: Game) -> str:
    """The position of a game, drawn plainly, and its FEN."""
    move, san = last_move(game)
    board = board_text(
        game.variant,
        game.setup(),
        colour=False,
        last_move=move,
        last_san=san,
        check=checked_king(game),
    )
    return f"{board}{game.fen()}"


def _symbols(board: Variant, figurines: bool) -> tuple[tuple[str, str], ...]:
    """For each kind, the symbols for White and for Black; figurines differ by colour."""
    letters = [(kind.letter.upper(), kind.letter) for kind in board.kinds]
    if not figurines:
        return tuple(letters)
    drawn = (_FIGURINES.get(name) if name else None for name in choose_drawings(board))
    return tuple((sign, sign) if sign else pair for sign, pair in zip(drawn, letters, strict=True))


def _row(picture: _Picture, rank: int, files: range) -> str:
    gap = "" if picture.colour else " "
    return gap.join(picture.cell(rank * picture.board.files + file) for file in files)


def _turned(count: int, backwards: bool) -> range:
    return range(count)[::-1] if backwards else range(count)


def _label(words: str, colour: bool) -> str:
    return f"{_DIM}{words}{_RESET}" if colour else words


def _status(board: Variant, setup: Setup, last_move: str, best_move: str, check: int | None) -> str:
    words = f"{SIDE_NAMES[setup.turn].capitalize()} to move"
    if check is not None:
        words += f", in check on {board.square_name(check)}"
    for name, move in (("last", last_move), ("best", best_move)):
        if move:
            words += f", {name} move {move}"
    return words


def _legend(board: Variant, colour: bool) -> Iterator[str]:
    """The tiles that occur, except plain floor, each with its name."""
    for tile, name in TILE_NAMES.items():
        if tile != FLOOR and tile in board.tiles:
            left, right = _SIDES_OF_TILE.get(tile, (tile, tile))
            if colour:
                background, _, drawn = _GROUND_COLOURS.get(tile, _BELT_COLOURS)
                yield f"\033[48;5;{background};38;5;{drawn}m{left}{right}{_RESET} {name}"
            else:
                yield f"{left}{right} {name}"
