"""Hints for a search: learned bonuses of moves in positions near its root."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import inf
from time import monotonic

from tilefish.game.game import Game
from tilefish.learning.keys import from_here
from tilefish.learning.store import Store
from tilefish.rules.text.actions import with_face

FOLLOWED = (6, 4, 0)
"""The number of most played moves that are followed from the root, from the next ply, and so on. The core
applies the hints of the same number of plies."""
MOST_POSITIONS = 100
"""The most positions that are read, the nearest first: dice lead to many."""

MoveHint = tuple[int, int, int]
"""The core's key of a position and number of a move, and the move's bonus from -100 to 100."""
Path = tuple[str, ...]
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
            hints = [(game.key, number, bonus) for _, number, bonus in learned if bonus]
            for text, number, _ in learned[:followed]:
                further += [(*path, played) for played in _plays(game, text, number)]
            for _ in path:
                game.pop()
            yield hints
        paths = further


def _learned(game: Game, store: Store) -> list[tuple[str, int, int]]:
    """Text, number and bonus of each move that the store knows here, the most played first. A store may be
    from any source: illegal moves are skipped."""
    tallies = store.at(game)
    legal = game.core_moves() if tallies else {}
    return [(text, legal[text], round(tally.bonus)) for text, tally in tallies.items() if text in legal]


def _plays(game: Game, text: str, number: int) -> Iterator[str]:
    """All forms of a legal move: with each face of its die that leads elsewhere."""
    for face, _ in game.board.distinct_rolls(number):
        yield with_face(text, face) if face else text
