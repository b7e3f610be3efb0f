"""The position editor: a draft, which need not be legal, and its changes.

A draft is kept by the page as the text of a FEN. Every change is asked for with that text, and answered with
another one, so that the server remembers nothing. The rules judge each draft; none is refused because it is
not legal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from tilefish.game.game import Game
from tilefish.rules.errors import FenError, InputError
from tilefish.rules.messages import quote
from tilefish.rules.model.combat import Combat, CombatState
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import BLACK, SIDES, VOID, WHITE, Variant
from tilefish.rules.text.combat_fen import is_combat_field, parse_combat_fields
from tilefish.rules.text.fen import (
    MAX_FULLMOVES,
    MAX_HALFMOVES,
    TURN_LETTERS,
    castling_rooks,
    en_passant_choices,
    format_fen,
    mirrored,
    parse_castling,
    parse_en_passant,
    parse_fen,
    parse_piece,
    parse_placement,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EditedPosition:
    """A position of a variant that is being made. `problem` says why it is not legal, or is empty."""

    variant: Variant
    """Without the voids of the FEN."""
    setup: Setup
    fen: str
    problem: str

    @property
    def board(self) -> Variant:
        """The variant with the voids of the FEN."""
        return self.variant.with_voids(self.setup.voids)

    def castling(self) -> dict[int, bool]:
        """The squares of the rooks that could have a right to castle, and whether they have it."""
        found = (rook for side in SIDES for rook in castling_rooks(self.board, self.setup.pieces, side))
        return {rook: rook in self.setup.castling for rook in found}

    def en_passant(self) -> dict[tuple[int, int], str]:
        """What the en passant field may say, by the passed-over square and the pawn."""
        return en_passant_choices(self.board, self.setup.pieces, self.setup.turn)


def read_draft(variant: Variant, text: str) -> EditedPosition:
    """The draft of a FEN; without a text, the start. A FEN against the rules keeps its text until it is
    changed. Raises `FenError` where not even the placement of the pieces can be read."""
    if not text.strip():
        return _judged(variant, variant.start)
    try:
        return _judged(variant, parse_fen(variant, text))
    except FenError as error:
        return EditedPosition(variant, _read_parts(variant, text), " ".join(text.split()), str(error))


def _judged(variant: Variant, setup: Setup) -> EditedPosition:
    """A draft with its text, and the judgement of the rules."""
    fen = format_fen(variant.with_voids(setup.voids), setup)
    problem = ""
    try:
        Game(variant, fen)
    except InputError as error:
        problem = str(error)
    return EditedPosition(variant, setup, fen, problem)


def _read_parts(variant: Variant, text: str) -> Setup:
    """A FEN that is not right as a whole: of each field what can be read, else what it is usually."""
    words = text.split()
    fields = [word for word in words if not is_combat_field(word)]
    if not fields:
        raise FenError("the FEN has no placement of pieces", text)
    placement, *rest = fields
    pieces, voids = parse_placement(variant, placement)
    board = variant.with_voids(voids)
    turn_text, castling, en_passant, halfmove, fullmove = [*rest, *("w", "-", "-", "0", "1")[len(rest) :]][:5]
    turn = BLACK if turn_text == TURN_LETTERS[BLACK] else WHITE
    nothing: tuple[int | None, int | None] = (None, None)
    passed, pawn = _or(lambda: parse_en_passant(board, pieces, turn, en_passant), nothing)
    combat_fields = [word for word in words if is_combat_field(word)]
    fresh = None if variant.combat is None else variant.combat.fresh()
    return Setup(
        pieces=pieces,
        turn=turn,
        castling=_or(lambda: parse_castling(board, pieces, castling), frozenset()),
        en_passant=passed,
        en_passant_pawn=pawn,
        halfmove=_number(halfmove, 0, MAX_HALFMOVES),
        fullmove=_number(fullmove, 1, MAX_FULLMOVES),
        voids=voids,
        combat=_or(lambda: parse_combat_fields(variant, combat_fields, pieces, turn), fresh),
    )


def _or(read: Callable[[], T], otherwise: T) -> T:
    try:
        return read()
    except FenError:
        return otherwise


def _number(text: str, least: int, most: int) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    return min(max(int(text), least), most) if is_number else least


# --- changes ---------------------------------------------------------------------------------------------


def put_piece(draft: EditedPosition, square: int, letter: str) -> EditedPosition:
    """Puts a piece on a square, by its FEN letter; `*` makes the square void, and nothing empties it."""
    _check_square(draft, square)
    pieces, voids = dict(draft.setup.pieces), draft.setup.voids
    there = pieces.pop(square, None)
    if letter == VOID:
        voids |= {square}
    elif letter:
        pieces[square] = parse_piece(draft.variant, letter)
        voids -= {square}
    elif there is None:
        voids -= {square}
    setup = draft.setup
    if setup.combat is not None and pieces.get(square) != there:
        setup = replace(setup, combat=_moved_state(setup.combat, {square: None}))
    return _changed(draft, replace(setup, pieces=pieces, voids=voids))


def move_piece(draft: EditedPosition, origin: int, target: int) -> EditedPosition:
    """Moves the piece of a square to another one, with all that belongs to it."""
    _check_square(draft, origin)
    _check_square(draft, target)
    pieces = dict(draft.setup.pieces)
    if origin not in pieces:
        raise InputError(f"there is no piece on {draft.variant.square_name(origin)}")
    if origin == target:
        return draft
    pieces[target] = pieces.pop(origin)
    setup = draft.setup
    if setup.combat is not None:
        setup = replace(setup, combat=_moved_state(setup.combat, {target: None, origin: target}))
    return _changed(draft, replace(setup, pieces=pieces, voids=setup.voids - {target}))


def set_turn(draft: EditedPosition, side: int) -> EditedPosition:
    """Lets a side be to move."""
    return _changed(draft, replace(draft.setup, turn=side))


def set_castling(draft: EditedPosition, rook: int, is_on: bool) -> EditedPosition:
    """Gives the rook of a square its right to castle, or takes it away."""
    if rook not in draft.castling():
        raise InputError("there is no rook beside its king on that square")
    rights = draft.setup.castling | {rook} if is_on else draft.setup.castling - {rook}
    return _changed(draft, replace(draft.setup, castling=rights))


def set_en_passant(draft: EditedPosition, text: str) -> EditedPosition:
    """Sets the en passant field to one of the texts that it may have, or to `-`."""
    choices = {words: way for way, words in draft.en_passant().items()}
    if text != "-" and text not in choices:
        raise InputError(f"the en passant field cannot be {quote(text)} here")
    passed, pawn = choices.get(text, (None, None))
    return _changed(draft, replace(draft.setup, en_passant=passed, en_passant_pawn=pawn))


def set_counters(draft: EditedPosition, halfmove: int, fullmove: int) -> EditedPosition:
    """Sets the half-move counter and the move number."""
    if halfmove > MAX_HALFMOVES or not 1 <= fullmove <= MAX_FULLMOVES:
        raise InputError(
            f"the half-move counter is at most {MAX_HALFMOVES}, the move number from 1 to {MAX_FULLMOVES}"
        )
    return _changed(draft, replace(draft.setup, halfmove=halfmove, fullmove=fullmove))


def set_fighter(
    draft: EditedPosition, square: int, hp: int, cooldown: int, is_interposing: bool
) -> EditedPosition:
    """Sets the state of the fighter on a square."""
    _, state = _combat(draft)
    if square not in draft.setup.pieces:
        raise InputError("there is no piece on that square")
    interposing = state.interposing | {square} if is_interposing else state.interposing - {square}
    changed = replace(
        state,
        hp={**state.hp, square: hp},
        cooldowns={**state.cooldowns, square: cooldown},
        interposing=interposing,
    )
    return _changed(draft, replace(draft.setup, combat=changed))


def set_side(draft: EditedPosition, side: int, uses: int, decree: int, is_exposed: bool) -> EditedPosition:
    """Sets the state of a side in a combat game."""
    _, state = _combat(draft)

    def both(values: tuple[T, T], value: T) -> tuple[T, T]:
        return (value, values[BLACK]) if side == WHITE else (values[WHITE], value)

    changed = replace(
        state,
        uses=both(state.uses, uses),
        decree=both(state.decree, decree),
        exposed=both(state.exposed, is_exposed),
    )
    return _changed(draft, replace(draft.setup, combat=changed))


def to_start(draft: EditedPosition) -> EditedPosition:
    """The start position of the variant."""
    return _changed(draft, draft.variant.start)


def cleared(draft: EditedPosition) -> EditedPosition:
    """The empty board."""
    combat = None if draft.variant.combat is None else draft.variant.combat.fresh()
    return _changed(draft, Setup({}, combat=combat))


def mirror(draft: EditedPosition) -> EditedPosition:
    """The same with the sides exchanged, upside down. The terrain of the variant stays as it is."""
    variant, setup = draft.variant, draft.setup

    def turned(square: int) -> int:
        rank, file = divmod(square, variant.files)
        return (variant.ranks - 1 - rank) * variant.files + file

    made = (square for square in setup.voids if variant.tile(square) != VOID)
    voids = frozenset(turned(square) for square in made)
    return _changed(draft, replace(mirrored(variant, setup), voids=voids))


def _check_square(draft: EditedPosition, square: int) -> None:
    if square >= len(draft.variant.tiles):
        raise InputError("there is no such square on this board")


def _combat(draft: EditedPosition) -> tuple[Combat, CombatState]:
    if draft.variant.combat is None or draft.setup.combat is None:
        raise InputError(f"{draft.variant.title} has no hit points and no abilities")
    return draft.variant.combat, draft.setup.combat


def _moved_state(state: CombatState, ways: dict[int, int | None]) -> CombatState:
    """The state of the fighters when pieces have gone elsewhere, or are gone (None)."""

    def moved(numbers: dict[int, int]) -> dict[int, int]:
        kept = {square: number for square, number in numbers.items() if square not in ways}
        gone = ((ways[square], number) for square, number in numbers.items() if ways.get(square) is not None)
        return kept | {target: number for target, number in gone if target is not None}

    places = moved(dict.fromkeys(state.interposing, 1))
    return replace(state, hp=moved(state.hp), cooldowns=moved(state.cooldowns), interposing=frozenset(places))


def _changed(draft: EditedPosition, setup: Setup) -> EditedPosition:
    """The draft after a change, without what the change has made impossible."""
    variant = draft.variant
    board = variant.with_voids(setup.voids)
    rooks = frozenset(rook for side in SIDES for rook in castling_rooks(board, setup.pieces, side))
    setup = replace(setup, castling=setup.castling & rooks)
    if (setup.en_passant, setup.en_passant_pawn) not in en_passant_choices(board, setup.pieces, setup.turn):
        setup = replace(setup, en_passant=None, en_passant_pawn=None)
    if variant.combat is not None and setup.combat is not None:
        setup = replace(setup, combat=_possible_state(variant.combat, setup, setup.combat))
    return _judged(variant, setup)


def _possible_state(combat: Combat, setup: Setup, state: CombatState) -> CombatState:
    """The state of the fighters within the limits of their kinds."""
    pieces = setup.pieces
    fighters = {square: combat.fighters[kind] for square, (kind, _) in pieces.items()}
    rests = {
        square: fighter.ability.cooldown
        for square, fighter in fighters.items()
        if fighter.ability is not None and combat.cooldowns[pieces[square][1]]
    }
    interposers = frozenset(
        square
        for square, fighter in fighters.items()
        if fighter.ability is not None
        and fighter.ability.name == "interpose"
        and pieces[square][1] != setup.turn
    )
    cooldowns = {
        square: min(turns, rests[square]) for square, turns in state.cooldowns.items() if rests.get(square)
    }
    decree = combat.decree
    most_uses, most_turns = (decree.uses, decree.turns) if decree else (0, 0)
    white, black = state.uses
    turns_white, turns_black = state.decree
    return replace(
        state,
        hp={sq: hp for sq, hp in state.hp.items() if sq in fighters and 1 <= hp < fighters[sq].hp},
        cooldowns={square: turns for square, turns in cooldowns.items() if turns},
        uses=(min(white, most_uses), min(black, most_uses)),
        decree=(min(turns_white, most_turns), min(turns_black, most_turns)),
        interposing=state.interposing & interposers,
    )
