"""`PlanPlayer`: quick games of the engine against itself. Each opening is played with every effort."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from tilefish.balance.facts import GameFacts
from tilefish.balance.witness import Deed, Witness
from tilefish.core.board.any_board import AnyBoard
from tilefish.core.search.transposition_table import HashTable
from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.match.self_play import random_move, roll_outcome, self_play
from tilefish.rules.errors import InputError
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import WHITE, Variant

LONGEST = 400
"""Games of this number of plies are aborted and count as drawn."""
OPENING_PLIES = 4
"""Even, so that the side that made the first move is to move again."""
CANDIDATES = 4
"""The number of random openings to choose from; the one that changes the evaluation least is played."""
OPENING_DEPTH = 2
DECIDED = 1000
"""Comparisons of openings cap the lead at this number of centipawns."""
TRIES = 100
"""After this number of tries in a row without a new, playable opening, there are no more openings."""

MOST_NODES = 50_000
"""The node limit of a search to a depth: in some positions captures and checks go on very long."""
_TABLE_MEGABYTES = 4

IsWanted = Callable[[], bool]
"""Whether to go on."""


class OpeningTurn(NamedTuple):
    """A move of an opening, and the position after it if something appeared."""

    move: Move
    hosted: Setup | None = None


Opening = tuple[OpeningTurn, ...]


@dataclass(frozen=True, slots=True)
class Effort:
    """The search limits of both sides."""

    depth: int = 0
    nodes: int = 0

    def __str__(self) -> str:
        return f"depth {self.depth}" if self.depth else f"{self.nodes} nodes"


@dataclass(frozen=True, slots=True)
class GamesPlan:
    """What is played."""

    variant: Variant
    fen: str
    efforts: tuple[Effort, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class _Draft:
    """An opening that may be played."""

    opening: Opening
    board: AnyBoard
    """The position at its end."""
    gift: int
    """The value to White, in centipawns, of the pieces that appeared."""


class Stopped(Exception):  # noqa: N818
    """The game was cancelled."""


class PlanPlayer:
    """Plays the games of a plan."""

    def __init__(self, plan: GamesPlan) -> None:
        self.plan = plan
        self._game = game = Game(plan.variant, plan.fen)
        outcome = game.outcome()
        if outcome is not None:
            raise InputError(f"the game is over before it begins: {plan.fen} ({outcome.termination})")
        self._variant = game.variant  # with the voids of the FEN
        self._start = game.board
        self._table = HashTable(_TABLE_MEGABYTES)
        self._searcher = self._start.searcher(self._table)

    # --- openings ----------------------------------------------------------------------------------------

    def openings(self, count: int) -> Iterator[Opening]:
        """The given number of different openings, or fewer if no more are found."""
        rng = Random(f"openings {self.plan.seed}")
        worth = self._worth(self._start)
        played: set[int] = set()
        for number in range(count):
            opening = self._opening(rng, f"spawns {self.plan.seed} {number}", worth, played)
            if opening is None:
                return
            yield opening

    def _opening(self, rng: Random, luck: str, worth: int, played: set[int]) -> Opening | None:
        """Random moves that change the evaluation least. Pieces that appear meanwhile do not count and are
        drawn once for all drafts, so that the choice between drafts does not favour the luck of one side."""
        found: list[tuple[int, int, Opening]] = []
        for _ in range(TRIES):
            draft = self._draft(rng, Random(luck))
            if draft is not None and draft.board.key not in played:
                change = self._worth(draft.board) - worth - draft.gift
                found.append((abs(change), draft.board.key, draft.opening))
            if len(found) == CANDIDATES:
                break
        if not found:
            return None
        _, key, opening = min(found, key=lambda item: item[:2])
        played.add(key)
        return opening

    def _draft(self, rng: Random, spawns: Random) -> _Draft | None:
        """Random moves, and the pieces that appear after them; None if the game is then over."""
        game, gift, turns = self._game.copy(), 0, []

        def choose(game: Game) -> Move:
            return roll_outcome(game, random_move(game, rng), rng)

        for step in self_play(game, choose, OPENING_PLIES, rng, spawns):
            game = step.game
            if step.hosted is not None:
                gift += self._worth(game.board) - self._worth(step.played.board)
            turns.append(OpeningTurn(step.move, game.root if step.hosted else None))
        is_over = game.outcome() is not None
        return None if is_over else _Draft(tuple(turns), game.board, gift)

    def _worth(self, board: AnyBoard) -> int:
        """Centipawns for White."""
        self._forget()
        self._searcher.prepare()
        line = self._searcher.search(board, depth=OPENING_DEPTH, nodes=MOST_NODES)[0]
        score = max(-DECIDED, min(line.score, DECIDED))
        return score if board.turn == WHITE else -score

    # --- games -------------------------------------------------------------------------------------------

    def play(self, number: int, opening: Opening, is_wanted: IsWanted = lambda: True) -> list[GameFacts]:
        """The games from one opening, one with each effort."""
        efforts = range(len(self.plan.efforts))
        return [self._play(GameFacts(number, effort), opening, is_wanted) for effort in efforts]

    def _play(self, facts: GameFacts, opening: Opening, is_wanted: IsWanted) -> GameFacts:
        effort = self.plan.efforts[facts.effort]
        rng = Random(f"dice {self.plan.seed} {facts.opening} {effort}")
        game, witness = self._game.copy(), Witness(self._variant, self._start.copy(), facts)
        for turn in opening:
            game.push(turn.move)
            witness.follow(deed_of(turn.move))
            if turn.hosted is not None:
                game = game.from_position(turn.hosted)
                witness.host(game.board.copy())
        self._forget()

        def choose(game: Game) -> Move:
            if not is_wanted():
                raise Stopped
            self._searcher.prepare()
            nodes = effort.nodes or MOST_NODES
            line = self._searcher.search(game.board, depth=effort.depth, nodes=nodes)[0]
            return roll_outcome(game, game.numbered(line.moves[0]), rng)

        for step in self_play(game, choose, LONGEST - witness.plies, rng):
            witness.watch(deed_of(step.move))
            if step.hosted is not None:
                witness.host(step.game.board.copy())
        return witness.end()

    def _forget(self) -> None:
        """Clears what the engine remembers, so that a game does not depend on earlier games."""
        self._table.clear()
        self._searcher.forget()


def deed_of(move: Move) -> Deed:
    """A move and its die as the core has them."""
    return move.number, move.face
