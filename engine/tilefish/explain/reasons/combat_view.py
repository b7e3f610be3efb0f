"""`CombatView`: an action of a combat game, and its outcome with every face of the die."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from tilefish.core.board.events import Event
from tilefish.core.combat.board import CombatBoard
from tilefish.core.combat.query import CombatQuery, Strike
from tilefish.explain.reasons.journeys import Journey, journey_of
from tilefish.explain.reasons.scene import Piece, PieceNames, Scene, Taking, placed, starts
from tilefish.game.game import Game
from tilefish.rules.model.combat import Fighter
from tilefish.rules.model.termination import Termination


class CombatView(PieceNames):
    """A legal action of a combat game, seen from the side that takes it. What depends on the die is in its
    `outcomes`; chances and expectations are means over them."""

    # `View` begins alike: its board and its queries are of other types.
    def __init__(self, game: Game, uci: str) -> None:
        board = game.board.copy()
        assert isinstance(board, CombatBoard)
        self.variant = game.variant
        self.move = game.find_move(uci).number
        self.action = board.parts(self.move)
        self.path = board.path(self.move)
        self.us = board.turn
        self.them = 1 - board.turn
        self.choices = len(board.legal_moves())
        self.tables = board.tables
        self.before = board.query()
        self.outcomes: list[RollScene] = []
        for face, weight in board.distinct_rolls(self.move):
            events = board.push(self.move, face)
            self.outcomes.append(RollScene(self, (face, weight), events, board.query(), board.ending()))
            board.pop()
        self._faces = sum(outcome.weight for outcome in self.outcomes)

    # --- pieces ------------------------------------------------------------------------------------------

    @cached_property
    def pieces_before(self) -> dict[int, Piece]:
        """All pieces before the action."""
        return self.pieces_of(self.before)

    def pieces_of(self, query: CombatQuery) -> dict[int, Piece]:
        """All pieces of a position."""
        return placed(self.variant, self.tables.value, query)

    @property
    def mover(self) -> Piece:
        """The piece that acts, where it stood."""
        return self.pieces_before[self.action.origin]

    @property
    def victim(self) -> Piece | None:
        """The piece that is attacked."""
        return None if self.action.victim is None else self.pieces_before[self.action.victim]

    def fighter(self, piece: Piece) -> Fighter:
        """The combat rules for a piece."""
        assert self.variant.combat is not None
        return self.variant.combat.fighters[self.variant.kinds.index(piece.kind)]

    @property
    def uses(self) -> str | None:
        """The name of the ability that is used."""
        ability = self.fighter(self.mover).ability
        return ability.name if self.action.ability and ability else None

    # --- strikes -----------------------------------------------------------------------------------------

    @cached_property
    def idle(self) -> CombatQuery:
        """The position if the side passes instead of acting."""
        return self.before.passed()

    @cached_property
    def chances(self) -> list[Strike]:
        """The attacks that the side had."""
        return self.before.strikes()

    @cached_property
    def fears(self) -> list[Strike]:
        """The attacks that the other side would have had after a pass."""
        return self.idle.strikes()

    @cached_property
    def idle_journey(self) -> Journey:
        """The effect of the world after a pass."""
        return journey_of(self.pieces_before, self.idle.events())

    @cached_property
    def strike(self) -> Strike | None:
        """The attack of the action, if it is one."""
        return next((strike for strike in self.chances if strike.move == self.move), None)

    @cached_property
    def loss(self) -> float:
        """The mean number of centipawns that the other side's best answer takes: from the acting piece, or
        from another piece the amount beyond what it could have taken after a pass."""
        return self.mean(lambda outcome: outcome.loss)

    @cached_property
    def risks_before(self) -> dict[int, float]:
        """The chance of each own piece, after a pass, to be killed by the attack most likely to kill it, by
        its square before the action. Pieces without such a chance are left out."""
        named = starts(self.idle_journey)
        return {named[square]: chance for square, chance in kill_chances(self.fears).items()}

    @cached_property
    def reached_before(self) -> dict[int, int]:
        """Own pieces, by their squares before the action, that could have been attacked after a pass, and the
        centipawns that this would have taken."""
        named = starts(self.idle_journey)
        return {named[fear.victim]: fear.gain for fear in sorted(self.fears, key=lambda fear: fear.gain)}

    @cached_property
    def risks(self) -> dict[int, float]:
        """The same after the action, as a mean."""
        found: dict[int, float] = {}
        for outcome in self.outcomes:
            for square, chance in kill_chances(outcome.answers).items():
                start = outcome.came_from[square]
                found[start] = found.get(start, 0) + chance * outcome.weight / self._faces
        return found

    def mean(self, number: Callable[[RollScene], float]) -> float:
        """The mean of a number over all faces."""
        return sum(outcome.weight * number(outcome) for outcome in self.outcomes) / self._faces

    @property
    def likeliest(self) -> RollScene:
        """The outcome that most faces lead to; of several, the mildest."""
        return max(self.outcomes, key=lambda outcome: outcome.weight)

    def standing(self, starts: Iterable[int]) -> list[Piece]:
        """The pieces of some squares where they stand after the action, without those that may be gone."""
        outcome = self.likeliest
        return [
            outcome.pieces[square]
            for start in starts
            if (square := outcome.journey[start].square) is not None
            and all(other.journey[start].square == square for other in self.outcomes)
        ]


class RollScene(Scene):
    """An action with faces of the die that all lead to one position. `face` is the lowest of them, 0 if no
    die is rolled."""

    before: CombatQuery
    after: CombatQuery

    def __init__(
        self,
        view: CombatView,
        roll: tuple[int, int],
        events: Sequence[Event],
        after: CombatQuery,
        ending: tuple[int | None, Termination] | None,
    ) -> None:
        self._view = view
        self.variant = view.variant
        self.tables = view.tables
        self.parts = view.path
        self.events = events
        self.us, self.them, self.choices = view.us, view.them, view.choices
        self.before, self.after, self.ending = view.before, after, ending
        self.face, self.weight = roll

    @property
    def idle_journey(self) -> Journey:
        """The effect of the world after a pass."""
        return self._view.idle_journey

    @property
    def pieces_before(self) -> Mapping[int, Piece]:
        """All pieces before the action."""
        return self._view.pieces_before

    @cached_property
    def pieces(self) -> dict[int, Piece]:
        """Everything on the board after it."""
        return self._view.pieces_of(self.after)

    @property
    def chances(self) -> list[Strike]:
        """The attacks that the side had."""
        return self._view.chances

    @property
    def fears(self) -> list[Strike]:
        """The attacks that the other side would have had after a pass."""
        return self._view.fears

    @cached_property
    def again(self) -> CombatQuery:
        """The position after the action if the other side passes."""
        return self.after.passed()

    @cached_property
    def answers(self) -> list[Strike]:
        """The attacks that the other side has now, none once the game is over."""
        return [] if self.ending else self.after.strikes()

    @cached_property
    def hopes(self) -> list[Strike]:
        """The attacks that the side would have if the other side passed."""
        return [] if self.ending else self.again.strikes()

    @cached_property
    def kills_next(self) -> dict[int, float]:
        """The chance to kill each enemy next if the other side passed, by its square then."""
        return kill_chances(self.hopes)

    @property
    def loss(self) -> int:
        """The centipawns that the best answer takes, as in `CombatView`."""
        return max(map(self._loss_by, self.answers), default=0)

    def _loss_by(self, answer: Strike) -> int:
        start = self.came_from[answer.victim]
        feared = 0 if start == self.parts.origin else self._view.reached_before.get(start, 0)
        return max(answer.gain - feared, 0)

    def endangers(self, taking: Taking) -> bool:
        """Whether an attack may kill and gains material."""
        return isinstance(taking, Strike) and taking.kill > 0 and taking.gain >= self.worth_saying

    def must_be_met(self, threat: Taking, victim: Piece) -> bool:
        """Whether a kill is likely, or the victim is not a pawn."""
        return isinstance(threat, Strike) and (threat.kill > 0.5 or not victim.kind.pawn)

    @property
    def checkers(self) -> Sequence[int]:
        """Empty: combat games have no check."""
        return []

    def guarded_before(self, square: int) -> bool:
        """Whether the acting piece could already strike back at an attacker of the piece on a square."""
        here = self.idle_journey[self.came_from[square]].square
        return _strikes_back(self._view.idle, self.fears, here, {self.idle_journey[self.parts.origin].square})

    def takes_back(self, square: int) -> bool:
        """Whether the acting piece can strike back at an attacker of the piece on a square."""
        return _strikes_back(self.after, self.answers, square, set(self.moved))


def kill_chances(strikes: Iterable[Strike]) -> dict[int, float]:
    """The chance of each victim to be killed by the attack most likely to kill it; victims that cannot be
    killed are left out."""
    found: dict[int, float] = {}
    for strike in strikes:
        if strike.kill > found.get(strike.victim, 0):
            found[strike.victim] = strike.kill
    return found


def _strikes_back(
    query: CombatQuery, strikes: Iterable[Strike], victim: int | None, by: set[int | None]
) -> bool:
    """Whether one of some pieces can attack an attacker of a victim, if no belt carried either of them."""
    attacks = {(strike.origin, strike.stands): strike for strike in strikes if strike.victim == victim}
    return any(
        back.origin in by and back.victim == stands
        for (_, stands), strike in attacks.items()
        for back in query.played(strike.move, 1).strikes()
    )
