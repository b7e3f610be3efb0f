"""`Player`: quick games of the engine against itself. Each opening is played with every effort."""

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
from tilefish.game.hosting import hosted
from tilefish.rules.errors import InputError
from tilefish.rules.model.variant import WHITE, Variant
from tilefish.rules.text.fen import format_fen

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


class Turn(NamedTuple):
    """A move of an opening, and the position after it as a FEN if something appeared."""

    deed: Deed
    hosted: str | None = None


Opening = tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Effort:
    """The search limits of both sides."""

    depth: int = 0
    nodes: int = 0

    def __str__(self) -> str:
        return f"depth {self.depth}" if self.depth else f"{self.nodes} nodes"


@dataclass(frozen=True, slots=True)
class Plan:
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


class Player:
    """Plays the games of a plan."""

    def __init__(self, plan: Plan) -> None:
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
        board, gift, turns = self._start.copy(), 0, []
        for _ in range(OPENING_PLIES):
            deed = with_die(board, rng.choice(board.legal_moves()), rng)
            board.push(*deed)
            if board.ending() is not None:
                return None
            fen = self._hosted(board, spawns)
            if fen is not None:
                gift -= self._worth(board)
                board = self._board(fen)
                gift += self._worth(board)
            turns.append(Turn(deed, fen))
        return _Draft(tuple(turns), board, gift)

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
        witness = Witness(self._variant, self._start.copy(), facts)
        for turn in opening:
            witness.follow(turn.deed)
            if turn.hosted is not None:
                witness.host(self._board(turn.hosted))
        self._forget()
        while witness.board.ending() is None and witness.plies < LONGEST:
            if not is_wanted():
                raise Stopped
            witness.watch(with_die(witness.board, self._choice(witness.board, effort), rng))
            fen = self._hosted(witness.board, rng)
            if fen is not None:
                witness.host(self._board(fen))
        return witness.end()

    def _choice(self, board: AnyBoard, effort: Effort) -> int:
        self._searcher.prepare()
        line = self._searcher.search(board, depth=effort.depth, nodes=effort.nodes or MOST_NODES)[0]
        return line.moves[0]

    def _hosted(self, board: AnyBoard, rng: Random) -> str | None:
        """The position with what appears on spawn tiles now, as a FEN; None if nothing does."""
        if self._variant.spawn is None or board.ending() is not None:
            return None
        found = hosted(self._game.from_position(format_fen(self._variant, board.setup())), rng)
        return None if found is None else found.game.fen()

    def _board(self, fen: str) -> AnyBoard:
        return self._game.from_position(fen).board

    def _forget(self) -> None:
        """Clears what the engine remembers, so that a game does not depend on earlier games."""
        self._table.clear()
        self._searcher.forget()


def with_die(board: AnyBoard, move: int, rng: Random) -> Deed:
    """The move, and the die that is rolled for it if it needs one."""
    if not board.faces:
        return move, 0
    faces, weights = zip(*board.distinct_rolls(move), strict=True)
    return move, rng.choices(faces, weights)[0]
