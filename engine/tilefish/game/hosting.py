"""The host's changes to a game between moves: pieces that appear on spawn tiles, by the rule in the variant's
file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from tilefish.core.board.any_board import AnyBoard
from tilefish.core.board.events import Event, EventKind
from tilefish.game.game import Game
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.spawn import Spawn
from tilefish.rules.model.variant import SIDE_NAMES, SIDES, SPAWN, Kind, Variant


@dataclass(frozen=True, slots=True)
class Hosted:
    """A game as it goes on after its host has put pieces on the board."""

    game: Game
    events: tuple[Event, ...]
    """The pieces that have appeared."""

    @property
    def remark(self) -> str:
        """A message about what has appeared: `a white pawn appears on e3`."""
        variant = self.game.variant
        return ", ".join(
            f"a {SIDE_NAMES[event.side]} {variant.kinds[event.piece].name} appears on "
            f"{variant.square_name(event.origin)}"
            for event in self.events
        )


def hosted(game: Game, rng: Random) -> Hosted | None:
    """The host's change after the last move; None if there is none. The ply comes from the move number of the
    position, so that a game that was saved goes on like any other."""
    spawn = game.variant.spawn
    if spawn is None:
        return None
    board = game.board
    setup = board.setup()
    ply = 2 * (setup.fullmove - 1) + setup.turn
    if not spawn.is_due(ply) or board.ending() is not None or rng.randrange(100) >= spawn.chance:
        return None
    place = _Place(game.variant, board, setup)
    sides = [side for side in _owners(spawn, setup.turn, rng) for _ in range(spawn.count)]
    events = tuple(event for side in sides if (event := place.add(spawn, side, rng)) is not None)
    return Hosted(game.from_position(place.setup), events) if events else None


def _owners(spawn: Spawn, turn: int, rng: Random) -> list[int]:
    owners = {
        "either": lambda: [rng.choice(SIDES)],
        "both": lambda: list(SIDES),
        "white": lambda: [0],
        "black": lambda: [1],
        "mover": lambda: [turn],
        "waiter": lambda: [1 - turn],
    }
    return owners[spawn.side]()


class _Place:
    """A position in which pieces appear."""

    def __init__(self, variant: Variant, board: AnyBoard, setup: Setup) -> None:
        self.setup = setup
        self._variant = variant
        self._board = type(board)(board.tables, setup)
        """For trials. It has no history: what appears begins a new game."""
        self._is_in_check = board.in_check(setup.turn)

    def add(self, spawn: Spawn, side: int, rng: Random) -> Event | None:
        """Adds a piece on a tile drawn at random. It skips a tile on which the piece would give check, block
        a check, or end the game."""
        kind = self._variant.kind(spawn.piece)
        if kind is None:
            return None
        index = self._variant.kinds.index(kind)
        if sum(piece == (index, side) for piece in self.setup.pieces.values()) >= spawn.most:
            return None
        squares = list(self._free_tiles(kind, side))
        rng.shuffle(squares)
        for square in squares:
            setup = replace(self.setup, pieces={**self.setup.pieces, square: (index, side)})
            if self._is_harmless(setup):
                self.setup = setup
                return Event(EventKind.SPAWNED, square, None, index, side)
        return None

    def _free_tiles(self, kind: Kind, side: int) -> Iterator[int]:
        """The empty spawn tiles. A pawn does not appear where it would promote, and no piece where a pawn has
        just passed."""
        variant, setup = self._variant, self.setup
        for square, tile in enumerate(variant.tiles):
            if tile != SPAWN or square in setup.pieces or square == setup.en_passant:
                continue
            if not (kind.pawn and square // variant.files == variant.promotion_rank[side]):
                yield square

    def _is_harmless(self, setup: Setup) -> bool:
        board = self._board
        board.reset(setup)
        if board.in_check(1 - setup.turn) or board.ending() is not None:
            return False
        return board.in_check(setup.turn) == self._is_in_check
