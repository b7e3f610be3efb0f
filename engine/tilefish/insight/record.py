"""`DecisionRecord`: why a move was chosen, as a line for people and as data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from tilefish.game import Game
from tilefish.insight.reasons.reason import Reason
from tilefish.insight.reasons.registry import find_reasons
from tilefish.insight.reasons.view import View

TAKES, MOVES, CASTLES, RIDES = "takes", "moves", "castles", "rides"
_ACTION_WORDS = {TAKES: "takes", MOVES: "to", CASTLES: "castles to", RIDES: "by stone to"}

_TOLD_AT_MOST = 4
"""So many reasons stand in the line for people."""

_ALREADY_SAID = "captures"
"""What the beginning of the line says anyway."""


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """A chosen move. `piece` is the kind's name, `target` the square's; `score` is centipawns for the side
    that moves, with `mate` moves to mate (negative: to being mated); `reasons` begin with those that say
    most; `answer` is the reply that the search expects."""

    piece: str
    action: str
    move: str
    target: str
    score: int
    mate: int | None
    reasons: tuple[Reason, ...]
    answer: str | None

    def as_text(self) -> str:
        """`Best: Knight takes d5 (score +120, wins a pawn, safe square); expects c7c6`."""
        told = [reason.text for reason in self.reasons if reason.code != _ALREADY_SAID]
        details = ", ".join([self._score_text(), *told[:_TOLD_AT_MOST]])
        line = f"Best: {self.piece.capitalize()} {_ACTION_WORDS[self.action]} {self.target} ({details})"
        return f"{line}; expects {self.answer}" if self.answer else line

    def as_data(self) -> dict[str, object]:
        """The same for JSON."""
        return {
            "piece": self.piece,
            "action": self.action,
            "move": self.move,
            "target": self.target,
            "score": self.score,
            "mate": self.mate,
            "reasons": [asdict(reason) for reason in self.reasons],
            "answer": self.answer,
        }

    def _score_text(self) -> str:
        if self.mate is None:
            return f"score {self.score:+d}"
        return f"mate in {self.mate}" if self.mate > 0 else f"mated in {-self.mate}"


def decision_record(
    game: Game, line: Sequence[str], score: int = 0, mate: int | None = None
) -> DecisionRecord:
    """The record of the first move of a line in a position."""
    view = View(game, line[0])
    return DecisionRecord(
        piece=view.mover.kind.name,
        action=_action(view),
        move=line[0],
        target=view.place(view.parts.target),
        score=score,
        mate=mate,
        reasons=find_reasons(view),
        answer=line[1] if len(line) > 1 else None,
    )


def _action(view: View) -> str:
    if view.parts.rook is not None:
        return CASTLES
    if view.parts.stone is not None:
        return RIDES
    return TAKES if view.taken else MOVES
