"""A combat game under the book: actions, outcome, perft (RULES.md section 8).

Readings
--------
Where the book leaves something open, this is how the model reads it:

- **King gone.** The action that kills a king is carried out to its end (the queen still loses her
  2 HP, the knight still steps). Afterwards the loser is to move and has no action, so only the king
  of the side to move may be missing from a FEN. Its flags stay as they were.
- **Order of ends.** As in section 3: a king gone, then no action, then the other draws.
- **Lines and terrain.** What stops a slide stops lines of attack and Consecration's diagonal too:
  "between" must be safe, not only empty. A step to a neighbour passes nothing. A knight's step after
  Skirmish needs a safe square, a king's neighbours are attacked across any tile.
- **Threats** are plain attacks from where a piece stands: abilities that move first threaten
  nothing, cooldowns do not matter, and a knight threatens though it attacks only after moving.
- **-1 for a threatened tile** looks at the whole board before the move, with the mover where it was.
- **Flags T and t** are set or cleared at the end of the owner's turn alone, and stay through both
  turns that follow; so both may be in a FEN. No turn has ended at the start.
- **Counters**: the turn in which a counter is set does not lower it, every later turn of its owner
  does, whatever that turn was. An Advance that promotes leaves 0.
- **Skirmish** steps onto "empty before it" squares, threatened ones too. Pawns have it only in files of one's
  own; docs/rules.md says of those that none attacks after a step that promotes, and that no step aside ends
  where it would.
- **Plies without damage**: an attack that did more than 0; healing and a queen's own loss are none.
- **Repetition** compares everything of a FEN but the two numbers.
- **FENs** have all nine fields; castling and en passant are `-`. An `I` of the side to move, `D` beside
  `K`, HP at the maximum or above, a counter above the cooldown are errors. `hp:`, `cd:`, `fx:` are read in
  any order of items.
- **A promotion without its letter** is accepted where there is one piece to promote to; a die is
  given if and only if the action rolls.
- **Expected damage** is the attack's damage before it is shared, whatever HP are left; of a heal it is 0.
- **Boss rules** hold for both sides. The shield takes 1 from the damage of an attack on a piece with
  an ally on one of the 8 tiles around it, after the clamp and before Interpose shares it.
  "No cooldowns" leaves Royal Decree once a game. A king that always counts as threatened gives the
  +1 always; `T` and `t` still say what its tile says.
- **Perft** counts as many actions as the die has faces for each that rolls, and 0 where a king is gone.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Hashable
from fractions import Fraction

from .board import only_bare_kings
from .combat_actions import Action, Ground, action_text, all_actions
from .combat_fen import read_combat_fen, write_combat_fen
from .combat_rules import CombatRules
from .combat_turn import attack_damage, perform
from .game import Outcome
from .terrain import king_square, other
from .worlds import Side


class CombatGame:
    """One game of combat, from a FEN or the start of its rules' world."""

    def __init__(self, rules: CombatRules, fen: str | None = None) -> None:
        self.rules = rules
        terrain, self.position = read_combat_fen(self.rules, fen or self.rules.world.start)
        self.ground = Ground(self.rules, terrain)
        self._legal: list[Action] | None = None
        self._seen: list[Hashable] = [self.repetition_key()]

    @property
    def turn(self) -> Side:
        return self.position.to_move

    def fen(self) -> str:
        return write_combat_fen(self.rules, self.ground.terrain, self.position)

    def copy(self) -> CombatGame:
        """Return a game that can go its own way; positions never change, so they are shared."""
        twin = copy.copy(self)
        twin._seen = list(self._seen)
        return twin

    def legal(self) -> list[Action]:
        """Return the legal actions, sorted by their text."""
        if self._legal is None:
            self._legal = all_actions(self.ground, self.position)
        return self._legal

    def actions(self) -> list[str]:
        """Return the legal actions as text without dice, sorted."""
        return [action_text(action) for action in self.legal()]

    def action(self, text: str) -> Action:
        """Return a legal action given as text without a die."""
        for action in self.legal():
            if text in self._spellings(action):
                return action
        raise ValueError(f"{text} is not legal in {self.fen()}")

    def _spellings(self, action: Action) -> list[str]:
        """A promotion is "accepted without the letter"."""
        text = action_text(action)
        if action.promotion and len(self.rules.world.promotes_to) == 1:
            return [text, text.removesuffix(action.promotion)]
        return [text]

    def rolls(self, text: str) -> bool:
        return self.action(text).rolls

    def push(self, text: str) -> None:
        """Play an action given as text, with its die if it rolls one: `d1xd4=5`."""
        words, equals, die = text.partition("=")
        action = self.action(words)
        faces = {str(face): face for face in self.rules.faces}
        if bool(equals) != action.rolls or (equals and die not in faces):
            raise ValueError(f"{text}: a die belongs to what rolls, and to nothing else")
        self.position = perform(self.ground, self.position, action, faces[die] if equals else None)
        self._legal = None
        self._seen.append(self.repetition_key())

    def repetition_key(self) -> Hashable:
        """Return what repeats: of hp:, cd: and fx: "all of it counts for repetition"."""
        fields = self.fen().split()
        return tuple(fields[:4] + fields[6:])

    def outcome(self) -> Outcome | None:
        """Return the winner, or None, and why the game is over."""
        if king_square(self.position.pieces, self.turn) is None:
            return other(self.turn), "king lost"
        if not self.legal():
            return None, "no action"
        if self._seen.count(self._seen[-1]) >= self.rules.world.repetition:
            return None, "repetition"
        if self.position.half_moves >= self.rules.plies_without_damage:
            return None, "no damage"
        if only_bare_kings(self.position.pieces):
            return None, "material"
        return None

    def expected_damage(self, text: str) -> Fraction:
        """Return the mean of an attack's damage over the faces of the die."""
        action = self.action(text)
        if action.target is None:
            return Fraction(0)
        faces = self.rules.faces
        total = sum(attack_damage(self.ground, self.position, action, face) for face in faces)
        return Fraction(total, len(faces))

    def outcomes(self, text: str) -> Counter[str]:
        """Return the FENs that an action may lead to, each with the number of faces that lead there."""
        action = self.action(text)
        return Counter(self._after(action, face).fen() for face in self._faces(action))

    def _faces(self, action: Action) -> tuple[int | None, ...]:
        return self.rules.faces if action.rolls else (None,)

    def perft(self, depth: int) -> int:
        """Count leaves: "an action that rolls once for each of the six faces"."""
        if depth == 0:
            return 1
        if depth == 1:
            return sum(len(self._faces(action)) for action in self.legal())
        return sum(
            self._after(action, face).perft(depth - 1)
            for action in self.legal()
            for face in self._faces(action)
        )

    def _after(self, action: Action, face: int | None) -> CombatGame:
        """Return the game one action on, without its history: perft asks for no repetition."""
        twin = copy.copy(self)
        twin.position = perform(self.ground, self.position, action, face)
        twin._legal = None
        return twin
