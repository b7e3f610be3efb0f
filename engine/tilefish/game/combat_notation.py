"""Actions of combat games as text, and back, with the dice that are rolled for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from tilefish.core.combat.board import ActionParts, CombatBoard
from tilefish.core.combat.rule_tables import CombatTables
from tilefish.game.move import Move
from tilefish.game.notation import illegal_move
from tilefish.rules.errors import IllegalMoveError
from tilefish.rules.text.actions import EXAMPLES, format_action, parse_action


class CombatNotation:
    """The actions of a combat variant as text, and back. They are written in one way."""

    examples: tuple[str, ...] = EXAMPLES
    takes_glyphs = False

    def __init__(self, tables: CombatTables, chess960: bool) -> None:
        del chess960  # there is no castling
        self.variant = tables.variant

    def legal(self, board: CombatBoard) -> list[Move]:
        """The legal actions, without dice."""
        origin = board.snapshot()
        return [Move(self._text(board, action), action, 0, origin, self) for action in board.legal_moves()]

    def named(self, board: CombatBoard, number: int, legal: Iterable[int]) -> Move:
        """A legal action by the core's number, with the likeliest outcome of its die, or that of the lowest
        face among equals."""
        face, _weight = max(board.distinct_rolls(number), key=itemgetter(1))
        action = Move(self._text(board, number), number, 0, board.snapshot(), self)
        return action.rolled(face) if face else action

    def play(self, board: CombatBoard, text: str) -> None:
        """Nothing: the core reads no actions by itself."""

    def san(self, board: CombatBoard, move: Move) -> str:
        """An action as people write it: its own text, with its die if it has one."""
        return str(move)

    def sans(self, board: CombatBoard) -> dict[Move, str]:
        """All legal actions as people write them."""
        return {action: str(action) for action in self.legal(board)}

    def read(self, board: CombatBoard, text: str) -> Move:
        """The legal action that a text means, with its die if it has one. Raises `IllegalMoveError`."""
        return self.find(board, text)

    def find(self, board: CombatBoard, text: str) -> Move:
        """The same: both notations are one."""
        meant = parse_action(self.variant, text)
        legal = self.legal(board)
        action = self._meant(board, meant.action, legal)
        if action is None:
            raise illegal_move(self.variant, board, meant.origin, meant.action, legal)
        if meant.face is None:
            return action
        rolled = action.rolled(meant.face)
        if not board.rolls(action.number):
            raise IllegalMoveError(f"{action} rolls no die, {rolled} has one", text, [action])
        return rolled

    def _meant(self, board: CombatBoard, text: str, legal: Sequence[Move]) -> Move | None:
        """The legal action that a text without a die means."""
        found = [action for action in legal if action == text]
        if not found:
            found = [action for action in legal if self._glides_otherwise(board, text, action.number)]
        if not found:  # a promotion letter is optional where there is no choice
            found = [action for action in legal if action[:-1] == text and _promotes(board, action.number)]
        if len(found) > 1:
            message = f"{text} promotes: expected {', '.join(found)}"
            raise IllegalMoveError(message, text, found)
        return found[0] if found else None

    def _glides_otherwise(self, board: CombatBoard, text: str, action: int) -> bool:
        """Whether a text is a stone sequence with another glide that works."""
        parts = board.parts(action)
        return any(self._text_of(parts._replace(glide=glide)) == text for glide in board.glides(action))

    def _text(self, board: CombatBoard, action: int) -> str:
        return self._text_of(board.parts(action))

    def _text_of(self, parts: ActionParts) -> str:
        stone, glide = parts.stone, parts.glide
        return format_action(
            self.variant,
            parts.origin,
            ability=parts.ability,
            sequence=None if stone is None or glide is None else (stone, glide),
            target=parts.target if parts.healed is None else parts.healed,
            victim=parts.victim,
            aside=parts.aside,
            promotion="" if parts.promotion is None else self.variant.kinds[parts.promotion].letter,
        )


def _promotes(board: CombatBoard, action: int) -> bool:
    return board.parts(action).promotion is not None
