"""What a page asks about drafts of positions and about pictures, and what answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from tilefish.game.game import Game, adapted_variant
from tilefish.render.marks import checked_king
from tilefish.render.svg import HAND_COLOURS, board_svg
from tilefish.rules.model.combat import CombatState
from tilefish.rules.model.variant import SIDE_NAMES, SIDES
from tilefish.web import editor
from tilefish.web.editor import EditedPosition, read_draft
from tilefish.web.lobby import Lobby
from tilefish.web.messages.editor import (
    REQUESTS,
    AskPicture,
    CastlingChoice,
    CombatDraft,
    DraftAnswer,
    DraftRequest,
    FighterLimits,
    MovePiece,
    PictureAnswer,
    PutPiece,
    ResetDraft,
    SetCastling,
    SetCounters,
    SetEnPassant,
    SetFighter,
    SetSide,
    SetTurn,
    SideLimits,
)
from tilefish.web.messages.parts import RulesData
from tilefish.web.messages.requests import Request
from tilefish.web.page import Handlers, Page
from tilefish.web.position_view import as_side, setup_data

PICTURE_SIZE = 960
"""The longer side of a picture, in pixels."""
_RESETS: dict[str, Callable[[EditedPosition], EditedPosition]] = {
    "start": editor.to_start,
    "empty": editor.cleared,
    "mirror": editor.mirror,
}


def editor_handlers(lobby: Lobby) -> Handlers:
    """The handlers of all requests about drafts and pictures."""

    def change(page: Page, request: Request) -> None:
        request = cast(DraftRequest, request)
        rules = RulesData(request.variant, request.world, request.pieces)
        variant = adapted_variant(lobby.variant(rules.variant), rules.world, rules.pieces)
        draft = _changed(read_draft(variant, request.fen), request)
        page.show_world(draft.board)
        page.send(draft_answer(rules, draft))

    def picture(page: Page, request: Request) -> None:
        request = cast(AskPicture, request)
        page.send(_picture(read_draft(page.world(request.world), request.fen), request))

    kinds = (kind for kind in REQUESTS if issubclass(kind, DraftRequest))
    return {AskPicture: picture, **dict.fromkeys(kinds, change)}


def _changed(draft: EditedPosition, request: DraftRequest) -> EditedPosition:
    match request:
        case PutPiece():
            return editor.put_piece(draft, request.square, request.letter)
        case MovePiece():
            return editor.move_piece(draft, request.origin, request.target)
        case SetTurn():
            return editor.set_turn(draft, SIDE_NAMES.index(request.side))
        case SetCastling():
            return editor.set_castling(draft, request.rook, request.on)
        case SetEnPassant():
            return editor.set_en_passant(draft, request.text)
        case SetCounters():
            return editor.set_counters(draft, request.halfmove, request.fullmove)
        case SetFighter():
            return editor.set_fighter(
                draft, request.square, request.hp, request.cooldown, request.interposing
            )
        case SetSide():
            side = SIDE_NAMES.index(request.side)
            return editor.set_side(draft, side, request.uses, request.decree, request.exposed)
        case ResetDraft():
            return _RESETS[request.to](draft)
    return draft


def draft_answer(rules: RulesData, draft: EditedPosition) -> DraftAnswer:
    """A draft as the page shows it."""
    setup = draft.setup
    choices = draft.en_passant()
    passed = (setup.en_passant, setup.en_passant_pawn)
    return DraftAnswer(
        rules=rules,
        fen=draft.fen,
        problem=draft.problem,
        position=setup_data(draft.board, setup, draft.fen, _check(draft)),
        castling=tuple(
            CastlingChoice(rook, as_side(SIDE_NAMES[setup.pieces[rook][1]]), is_on)
            for rook, is_on in draft.castling().items()
        ),
        en_passant=next((text for way, text in choices.items() if way == passed), "-"),
        en_passant_choices=tuple(choices.values()),
        halfmove=setup.halfmove,
        fullmove=setup.fullmove,
        combat=None if setup.combat is None else _combat(draft, setup.combat),
    )


def _check(draft: EditedPosition) -> int | None:
    return None if draft.problem else checked_king(Game(draft.variant, draft.fen))


def _combat(draft: EditedPosition, state: CombatState) -> CombatDraft:
    combat = draft.variant.combat
    decree = None if combat is None else combat.decree
    sides = (
        SideLimits(
            side=as_side(SIDE_NAMES[side]),
            uses=state.uses[side],
            most_uses=decree.uses if decree else 0,
            decree=state.decree[side],
            most_decree=decree.turns if decree else 0,
            exposed=state.exposed[side],
        )
        for side in SIDES
    )
    return CombatDraft(tuple(_fighters(draft, state)), tuple(sides))


def _fighters(draft: EditedPosition, state: CombatState) -> Iterator[FighterLimits]:
    combat, setup = draft.variant.combat, draft.setup
    if combat is None:
        return
    for square, (kind, side) in sorted(setup.pieces.items()):
        fighter = combat.fighters[kind]
        ability = fighter.ability
        yield FighterLimits(
            square=square,
            hp=state.hp.get(square, fighter.hp),
            most_hp=fighter.hp,
            cooldown=state.cooldowns.get(square, 0),
            most_cooldown=ability.cooldown if ability and combat.cooldowns[side] else 0,
            interposing=square in state.interposing,
            can_interpose=ability is not None and ability.name == "interpose" and side != setup.turn,
        )


def _picture(draft: EditedPosition, request: AskPicture) -> PictureAnswer:
    """The picture of a position as the page shows it."""
    board = draft.board
    squares = range(len(board.tiles))
    arrows = [
        (arrow.origin, arrow.target, arrow.ink)
        for arrow in request.arrows
        if arrow.origin in squares and arrow.target in squares
    ]
    svg = board_svg(
        board,
        draft.setup,
        last_move=tuple(square for square in request.last if square in squares),
        arrows=[(start, end) for start, end, ink in arrows if ink == "strong"],
        faint_arrows=[(start, end) for start, end, ink in arrows if ink == "faint"],
        hand_arrows=[arrow for arrow in arrows if arrow[2] in HAND_COLOURS],
        check=_check(draft),
        flipped=request.flipped,
        size=PICTURE_SIZE,
        coordinates=request.coordinates,
    )
    return PictureAnswer(svg)
