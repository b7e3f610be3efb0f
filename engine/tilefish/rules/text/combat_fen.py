"""The fields `hp:`, `cd:` and `fx:` that a combat game's FEN has behind the usual six.

A missing field means the state at the start of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilefish.rules.errors import FenError
from tilefish.rules.messages import quote
from tilefish.rules.model.combat import Ability, AbilityName, Combat, CombatState
from tilefish.rules.model.setup import Pieces
from tilefish.rules.model.variant import BLACK, SIDE_NAMES, SIDES, WHITE, Variant

FIELDS = ("hp", "cd", "fx")
_USES_LETTERS, _DECREE_LETTERS, _EXPOSED_LETTERS = "Kk", "Dd", "Tt"
_MOST_LETTERS = 1000


def is_combat_field(text: str) -> bool:
    """Whether this is one of the three fields, valid or not."""
    return text.partition(":")[0] in FIELDS and ":" in text


def parse_combat_fields(variant: Variant, fields: list[str], pieces: Pieces, turn: int) -> CombatState | None:
    """Reads the fields, in any order; None in a game without combat, which has none."""
    if variant.combat is None:
        if fields:
            raise FenError(f"{quote(fields[0])} is a field of combat games, which {variant.name} is none")
        return None
    texts: dict[str, str] = {}
    for field in fields:
        name, _, text = field.partition(":")
        if name in texts:
            raise FenError(f"the FEN has the field {name}: twice")
        if len(text) > _MOST_LETTERS:
            raise FenError(f"the field {name}: has {len(text)} letters, {_MOST_LETTERS} are the most")
        texts[name] = text
    reader = _FieldReader(variant, variant.combat, pieces, turn)
    fresh = variant.combat.fresh()
    effects = reader.effects(texts["fx"]) if "fx" in texts else fresh
    return CombatState(
        hp=reader.hit_points(texts.get("hp", "-")),
        cooldowns=reader.cooldowns(texts.get("cd", "-")),
        uses=effects.uses,
        decree=effects.decree,
        interposing=effects.interposing,
        exposed=effects.exposed,
    )


def format_combat_fields(variant: Variant, state: CombatState) -> str:
    """Writes the three fields."""

    def by_square(numbers: dict[int, int]) -> str:
        return ",".join(f"{variant.square_name(square)}={numbers[square]}" for square in sorted(numbers))

    texts = (by_square(state.hp), by_square(state.cooldowns), ",".join(_effects(variant, state)))
    return " ".join(f"{name}:{text or '-'}" for name, text in zip(FIELDS, texts, strict=True))


def _effects(variant: Variant, state: CombatState) -> Iterator[str]:
    for letter, uses in zip(_USES_LETTERS, state.uses, strict=True):
        if uses:
            yield letter if uses == 1 else f"{letter}{uses}"
    for letter, turns in zip(_DECREE_LETTERS, state.decree, strict=True):
        if turns:
            yield f"{letter}{turns}"
    for square in sorted(state.interposing):
        yield f"I{variant.square_name(square)}"
    for letter, exposed in zip(_EXPOSED_LETTERS, state.exposed, strict=True):
        if exposed:
            yield letter


class _FieldReader:
    """Reads the fields of one FEN, whose six others are known."""

    def __init__(self, variant: Variant, combat: Combat, pieces: Pieces, turn: int) -> None:
        self.variant = variant
        self.combat = combat
        self.pieces = pieces
        self.turn = turn

    def hit_points(self, text: str) -> dict[int, int]:
        """By square, those below the maximum alone."""
        found = {}
        for square, hp in self._numbers("hp", text, "hp:e4=3,d5=1"):
            most = self.combat.fighters[self.pieces[square][0]].hp
            if not 1 <= hp <= most:
                raise FenError(f"hp: gives {self._piece(square)} {hp}: expected 1 to {most}")
            if hp < most:
                found[square] = hp
        return found

    def cooldowns(self, text: str) -> dict[int, int]:
        """By square."""
        found = {}
        for square, counter in self._numbers("cd", text, "cd:d1=2"):
            ability = self._ability(square)
            most = ability.cooldown if ability and self.combat.cooldowns[self.pieces[square][1]] else 0
            if not most:
                raise FenError(f"cd: names {self._piece(square)}, which has no ability with a cooldown")
            if not 1 <= counter <= most:
                raise FenError(f"cd: gives {self._piece(square)} {counter}: expected 1 to {most}")
            found[square] = counter
        return found

    def effects(self, text: str) -> CombatState:
        """The content of `fx:`; hit points and cooldowns are left out."""
        uses, decree, exposed = [0, 0], [0, 0], [False, False]
        interposing: set[int] = set()
        seen: set[str] = set()
        for word in _words(text):
            letter, rest = word[:1], word[1:]
            name = word if letter == "I" else letter
            if name in seen:
                raise FenError(f"fx: has {quote(name)} twice")
            seen.add(name)
            if letter and letter in _USES_LETTERS:
                uses[_USES_LETTERS.index(letter)] = self._count(word, rest or "1", self._most_uses())
            elif letter and letter in _DECREE_LETTERS:
                decree[_DECREE_LETTERS.index(letter)] = self._count(word, rest, self._most_turns())
            elif letter == "I":
                interposing.add(self._interposer(word, rest))
            elif word and word in _EXPOSED_LETTERS:
                exposed[_EXPOSED_LETTERS.index(word)] = True
            else:
                raise FenError(
                    f"invalid effect {quote(word)} in fx: expected - or such as K, k, D2, d1, Ia1, T and t"
                )
        for side in SIDES:
            if decree[side] and uses[side] and uses[side] == self._most_uses():
                raise FenError(
                    f"fx: has the Royal Decree of {SIDE_NAMES[side]} active and all of its uses left"
                )
        return CombatState(
            uses=(uses[WHITE], uses[BLACK]),
            decree=(decree[WHITE], decree[BLACK]),
            interposing=frozenset(interposing),
            exposed=(exposed[WHITE], exposed[BLACK]),
        )

    def _numbers(self, field: str, text: str, example: str) -> Iterator[tuple[int, int]]:
        seen = set()
        for word in _words(text):
            name, _, number = word.partition("=")
            square = self.variant.square_of(name)
            if square is None or not re.fullmatch("[0-9]{1,4}", number):
                raise FenError(f"{quote(word)} in {field}: is wrong: expected {field}:- or such as {example}")
            if square not in self.pieces:
                raise FenError(f"{field}: names {name}, where no piece stands")
            if square in seen:
                raise FenError(f"{field}: names {name} twice")
            seen.add(square)
            yield square, int(number)

    def _most_uses(self) -> int:
        return self.combat.decree.uses if self.combat.decree else 0

    def _most_turns(self) -> int:
        return self.combat.decree.turns if self.combat.decree else 0

    def _count(self, word: str, digits: str, most: int) -> int:
        if not most:
            raise FenError(f"{quote(word)} in fx: cannot be in {self.variant.name}")
        if not (re.fullmatch("[0-9]", digits) and 1 <= int(digits) <= most):
            raise FenError(f"{quote(word)} in fx: is wrong, {word[0]} goes with a number from 1 to {most}")
        return int(digits)

    def _interposer(self, word: str, name: str) -> int:
        square = self.variant.square_of(name)
        if square is None or square not in self.pieces:
            raise FenError(f"{quote(word)} in fx: is wrong, I goes with the square of a piece, as in Ia1")
        if not self._has(square, "interpose"):
            raise FenError(f"{quote(word)} in fx: cannot be, {self._piece(square)} has no interpose")
        if self.pieces[square][1] == self.turn:
            raise FenError(
                f"{quote(word)} in fx: cannot be, it ended when the turn of {SIDE_NAMES[self.turn]} began"
            )
        return square

    def _ability(self, square: int) -> Ability | None:
        return self.combat.fighters[self.pieces[square][0]].ability

    def _has(self, square: int, name: AbilityName) -> bool:
        ability = self._ability(square)
        return ability is not None and ability.name == name

    def _piece(self, square: int) -> str:
        kind, side = self.pieces[square]
        return f"the {SIDE_NAMES[side]} {self.variant.kinds[kind].name} on {self.variant.square_name(square)}"


def _words(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def mirrored_state(state: CombatState, mirror: dict[int, int]) -> CombatState:
    """The same with the sides exchanged; `mirror` has the target of each square."""
    white, black = SIDES[::-1]
    return CombatState(
        hp={mirror[square]: hp for square, hp in state.hp.items()},
        cooldowns={mirror[square]: counter for square, counter in state.cooldowns.items()},
        uses=(state.uses[white], state.uses[black]),
        decree=(state.decree[white], state.decree[black]),
        interposing=frozenset(mirror[square] for square in state.interposing),
        exposed=(state.exposed[white], state.exposed[black]),
    )
