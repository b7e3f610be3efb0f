"""What a search is told of the store: the bonuses of moves in positions near its root."""

from __future__ import annotations

from collections.abc import Iterator

from tilefish.experience.keys import from_here
from tilefish.experience.store import Store
from tilefish.game import Game
from tilefish.rulebook.errors import InputError

FOLLOWED = (6, 4)
"""So many of the most played moves are followed from the root, and so many from where those lead. The core
heeds what it is told of the root and as many plies below it."""

Hint = tuple[int, int, int]
"""The core's key of a position and number of a move, and the move's bonus from -100 to 100."""


def lore_near(game: Game, store: Store) -> list[Hint]:
    """What the store says about moves near the position of a game; of a combat game, about its own moves
    only, for what comes after them is up to the dice."""
    twin = from_here(game)
    followed = FOLLOWED if game.combat_board is None else ()
    return list(_hints(twin, store, followed))


def _hints(game: Game, store: Store, followed: tuple[int, ...]) -> Iterator[Hint]:
    """The hints for a position, then those for the positions after its most played moves."""
    learned = _legal(game, store)
    yield from ((game.key, move, bonus) for _, move, bonus in learned if bonus)
    for text, _, _ in learned[: followed[0]] if followed else ():
        game.push(text)
        yield from _hints(game, store, followed[1:])
        game.pop()


def _legal(game: Game, store: Store) -> list[tuple[str, int, int]]:
    """Text, number and bonus of each move that the store knows here, the most played first."""
    found = []
    for text, tally in store.at(game).items():
        try:
            found.append((text, game.core_move(text), round(tally.bonus)))
        except InputError:  # a store may come from anywhere
            continue
    return found
