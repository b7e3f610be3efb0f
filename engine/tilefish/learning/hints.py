"""Hints for a search: learned bonuses of moves in positions near its root."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import inf
from time import monotonic

from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.learning.keys import from_here
from tilefish.learning.store import Store

FOLLOWED = (6, 4, 0)
"""The number of most played moves that are followed from the root, from the next ply, and so on. The core
applies the hints of the same number of plies."""
MOST_POSITIONS = 100
"""The most positions that are read, the nearest first: dice lead to many."""

MoveHint = tuple[int, int, int]
"""The core's key of a position and number of a move, and the move's bonus from -100 to 100."""
Path = tuple[Move, ...]
"""Moves that lead to a position from the root."""


def hints_near(game: Game, store: Store, seconds: float = inf) -> list[MoveHint]:
    """The store's data about moves near the position of a game. After `seconds`, no more is read."""
    end = monotonic() + seconds
    hints: list[MoveHint] = []
    for hints_here in islice(_hints_by_position(from_here(game), store), MOST_POSITIONS):
        hints += hints_here
        if monotonic() > end:
            break
    return hints


def _hints_by_position(game: Game, store: Store) -> Iterator[list[MoveHint]]:
    """The store's data about the root, then about each position after its most played moves, and so on."""
    paths: list[Path] = [()]
    for followed in FOLLOWED:
        further: list[Path] = []
        for path in paths:
            for move in path:
                game.push(move)
            learned = _learned(game, store)
            hints = [(game.key, move.number, bonus) for move, bonus in learned if bonus]
            for move, _ in learned[:followed]:
                further += [(*path, rolled) for rolled in game.rolls(move)]
            for _ in path:
                game.pop()
            yield hints
        paths = further


def _learned(game: Game, store: Store) -> list[tuple[Move, int]]:
    """Each move and its bonus that the store knows here, the most played first. A store may be
    from any source: illegal moves are skipped."""
    tallies = store.at(game)
    legal = {move.uci: move for move in game.legal_moves} if tallies else {}
    return [(legal[text], round(tally.bonus)) for text, tally in tallies.items() if text in legal]
