"""Actions of a combat game between text and the core, with the dice that are rolled for them."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from random import Random

from tilefish.core.combat.board import ActionParts, CombatBoard
from tilefish.game.notation import illegal_move
from tilefish.rules.errors import IllegalMoveError
from tilefish.rules.model.variant import Variant
from tilefish.rules.text.actions import ActionText, format_action, parse_action, with_face


class CombatNotation:
    """The legal actions of a board as text."""

    def __init__(self, variant: Variant, board: CombatBoard) -> None:
        self.variant = variant
        self.board = board

    def copy(self) -> CombatNotation:
        """The same with a board of its own."""
        return CombatNotation(self.variant, self.board.copy())

    def push(self, text: str) -> str:
        """Plays the action that a text means. It must have a die exactly where one is rolled."""
        meant, action, own = self._find(text)
        if not self.board.rolls(action):
            self.board.push(action)
            return own
        if meant.face is None:
            raise IllegalMoveError(
                f"{own} rolls a die: its face goes behind the action, such as {with_face(own, 1)}",
                text,
                [with_face(own, face) for face, _ in self.board.distinct_rolls(action)],
            )
        self.board.push(action, meant.face)
        return with_face(own, meant.face)

    def play(self, text: str) -> str:
        """The same: an action is written in one way."""
        return self.push(self.read(text))

    def follow(self, action: int, legal: Iterable[int]) -> str:
        """Plays one of the legal actions, which the core found in a line, and returns its text. A line goes
        on after the likeliest outcome of a die, or after that of the lowest face among equals."""
        text = self._text(action)
        face, _ = max(self.board.distinct_rolls(action), key=itemgetter(1))
        self.board.push(action, face)
        return with_face(text, face) if face else text

    def roll(self, text: str, rng: Random) -> str:
        """The action that a text means, with a die where one is rolled; a face that is there stays."""
        meant, action, own = self._find(text)
        if not self.board.rolls(action):
            return own
        faces = self.variant.combat.die if self.variant.combat else 1
        return with_face(own, meant.face or rng.randint(1, faces))

    def san(self, text: str) -> str:
        """An action in the notation for people is the UCI text, with its die if it has one."""
        return self.read(text)

    def sans(self) -> dict[str, str]:
        """All legal actions by their own texts: both notations are the same."""
        return {own: own for own, _ in self.legal()}

    def read(self, text: str) -> str:
        """The legal action that a text means, with its die if it has one."""
        meant, _, own = self._find(text)
        return own if meant.face is None else with_face(own, meant.face)

    def perft_of(self, action: int, depth: int) -> int:
        """The leaves below one action, with every face of its die, `depth` plies with it."""
        return self.board.perft_of(action, depth)

    def legal(self) -> list[tuple[str, int]]:
        """The legal actions and their texts, without dice."""
        return [(self._text(action), action) for action in self.board.legal_moves()]

    def find(self, text: str) -> tuple[int, str]:
        """The legal action that a text means, with or without a die, and its canonical text without a die."""
        _, action, own = self._find(text)
        return action, own

    def _find(self, text: str) -> tuple[ActionText, int, str]:
        meant = parse_action(self.variant, text)
        legal = self.legal()
        found = [(own, action) for own, action in legal if own == meant.action]
        if not found:
            found = [(own, action) for own, action in legal if self._glides_otherwise(meant.action, action)]
        if not found:  # a promotion letter is optional where there is no choice
            found = [
                (own, action) for own, action in legal if own[:-1] == meant.action and self._promotes(action)
            ]
        if len(found) > 1:
            choices = [own for own, _ in found]
            raise IllegalMoveError(
                f"{meant.action} promotes, and to what is not said: {', '.join(choices)} are right",
                text,
                choices,
            )
        if not found:
            texts = [own for own, _ in legal]
            raise illegal_move(self.variant, self.board, meant.origin, meant.action, texts)
        own, action = found[0]
        if meant.face is not None and not self.board.rolls(action):
            raise IllegalMoveError(f"{own} rolls no die, {with_face(own, meant.face)} has one", text, [own])
        return meant, action, own

    def _promotes(self, action: int) -> bool:
        return self.board.parts(action).promotion is not None

    def _glides_otherwise(self, text: str, action: int) -> bool:
        """Whether a text is a stone sequence with another glide that works."""
        parts = self.board.parts(action)
        glides = self.board.glides(action)
        return any(self._text_of(parts._replace(glide=glide)) == text for glide in glides)

    def _text(self, action: int) -> str:
        return self._text_of(self.board.parts(action))

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
