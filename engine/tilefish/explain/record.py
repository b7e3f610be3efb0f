"""`DecisionRecord`: why a move was chosen, as a line for people and as data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from tilefish.explain.reasons.combat_view import CombatView
from tilefish.explain.reasons.reason import Reason
from tilefish.explain.reasons.registry import COMBAT_FINDERS, FINDERS, find_reasons
from tilefish.explain.reasons.view import View
from tilefish.explain.scores import line_words
from tilefish.game.game import Game
from tilefish.rules.text.actions import without_face

TAKES, MOVES, CASTLES, RIDES = "takes", "moves", "castles", "rides"
ATTACKS, GOES = "attacks", "goes"
_DEEDS = {
    TAKES: "takes {target}",
    MOVES: "to {target}",
    CASTLES: "castles to {target}",
    RIDES: "by stone to {target}",
    ATTACKS: "attack {move}",
    GOES: "move {move}",
}
"""The words for an action in the line for people; abilities have their own names."""

_MOST_REASONS = 4
"""The most reasons in the line for people."""

_ALREADY_SAID = "captures"
"""The reason that the beginning of the line already states."""

_THEMES = (
    frozenset(("threatens_kill", "forks", "discovers", "attacks", "stone_threat", "threatens_king")),
    frozenset(
        ("saves", "to_safety", "lowers_risk", "escapes_world", "shelters_king", "covers", "out_of_reach")
    ),
)
"""Of two reasons of a theme, the line for people leaves out the second if it adds no square to the first."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The expected result of an attack in a combat game over all faces of the die: the chance to kill, hit
    points, and centipawns gained, and lost to the best answer."""

    kill: float
    damage: float
    gain: int
    loss: int


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """A chosen move. `piece` is the kind's name, `target` the square's; `score` is centipawns for the side
    that moves, with `mate` moves to mate (negative: to being mated); `reasons` begin with the most important;
    `answer` is the reply that the search expects, `answer_san` is the same in SAN. In a combat game,
    `action` may be the name of an ability, and an attack has a `victim` (the kind's name) and `odds`."""

    piece: str
    action: str
    move: str
    target: str
    score: int
    mate: int | None
    reasons: tuple[Reason, ...]
    answer: str | None
    victim: str | None = None
    odds: Odds | None = None
    answer_san: str | None = None

    def as_text(self) -> str:
        """`Best: Knight takes d5 (score 120, wins a pawn, safe square); expects c6`, and in a combat game
        `Best: Queen attack d1xd4 (score 420, rook, likely kill 83%, good trade)`."""
        victim = [self.victim] if self.victim else []
        chosen = [reason.text for reason in self._reasons_for_people()[:_MOST_REASONS]]
        details = ", ".join([self._score_text(), *victim, *chosen])
        line = f"Best: {self.piece.capitalize()} {self._deed()} ({details})"
        return f"{line}; expects {self.answer_san}" if self.answer_san else line

    def as_data(self) -> dict[str, object]:
        """The same for JSON."""
        return {
            "piece": self.piece,
            "action": self.action,
            "move": self.move,
            "target": self.target,
            "victim": self.victim,
            "score": self.score,
            "mate": self.mate,
            "odds": None if self.odds is None else asdict(self.odds),
            "reasons": [asdict(reason) for reason in self.reasons],
            "answer": self.answer,
            "answer_san": self.answer_san,
        }

    def _reasons_for_people(self) -> list[Reason]:
        chosen: list[Reason] = []
        for reason in self.reasons:
            if reason.code != _ALREADY_SAID and not any(_says_more(said, reason) for said in chosen):
                chosen.append(reason)
        return chosen

    def _deed(self) -> str:
        ability = self.action.replace("-", " ").title() + " {move}"
        return _DEEDS.get(self.action, ability).format(target=self.target, move=self.move)

    def _score_text(self) -> str:
        if self.mate is None:
            return f"score {self.score}"
        return f"mate in {self.mate}" if self.mate > 0 else f"mated in {-self.mate}"


def _says_more(said: Reason, reason: Reason) -> bool:
    """Whether a reason already given makes another one redundant."""
    alike = any(said.code in theme and reason.code in theme for theme in _THEMES)
    return alike and set(reason.squares) <= set(said.squares)


def decision_record(
    game: Game, line: Sequence[str], score: int = 0, mate: int | None = None
) -> DecisionRecord:
    """The record of the first move of a line in a position. Dice in the line are ignored: they are not rolled
    yet."""
    move, *replies = map(without_face, line)
    answer = replies[0] if replies else None
    if game.variant.combat is not None:
        return _combat_record(CombatView(game, move), move, score, mate, answer)
    view = View(game, move)
    return DecisionRecord(
        piece=view.mover.kind.name,
        action=_action(view),
        move=move,
        target=view.place(view.parts.target),
        score=score,
        mate=mate,
        reasons=find_reasons(view, FINDERS),
        answer=answer,
        answer_san=None if answer is None else line_words(game, (move, answer))[1],
    )


def _combat_record(
    view: CombatView, move: str, score: int, mate: int | None, answer: str | None
) -> DecisionRecord:
    parts, strike = view.action, view.strike
    aims = (parts.victim, parts.healed, parts.target)
    odds = None
    if strike is not None:
        kill, damage = round(strike.kill, 4), round(strike.damage, 4)
        odds = Odds(kill, damage, strike.gain, round(view.loss))
    return DecisionRecord(
        piece=view.mover.kind.name,
        action=view.uses or (ATTACKS if strike else GOES),
        move=move,
        target=view.place(next((square for square in aims if square is not None), parts.origin)),
        score=score,
        mate=mate,
        reasons=find_reasons(view, COMBAT_FINDERS),
        answer=answer,
        answer_san=answer,
        victim=view.victim.kind.name if view.victim else None,
        odds=odds,
    )


def _action(view: View) -> str:
    if view.parts.rook is not None:
        return CASTLES
    if view.parts.stone is not None:
        return RIDES
    return TAKES if view.taken else MOVES
