"""A position as the page draws it: the ground, the pieces and their state, and the moves to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import cast

from tilefish.core.board.events import Event
from tilefish.engine.engine import Info
from tilefish.explain.condition import Condition, conditions
from tilefish.explain.scores import line_words
from tilefish.game.game import Game, Outcome
from tilefish.game.move import Move
from tilefish.pgn.headers import start_headers
from tilefish.play.display import outcome_text
from tilefish.render.marks import checked_king
from tilefish.render.svg import board_svg
from tilefish.render.svg_pieces import piece_definitions
from tilefish.render.svg_tiles import draw_ground, tile_definitions
from tilefish.render.svg_view import PictureView
from tilefish.rules.errors import InputError
from tilefish.rules.messages import count
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import SIDE_NAMES, SIDES, TILE_NAMES, Variant
from tilefish.rules.text.move_squares import legs_of
from tilefish.web.battle import ability_of, badges_of, leg_kinds, prospects
from tilefish.web.messages.answers import BoardWorld
from tilefish.web.messages.parts import (
    AbilityData,
    EndingData,
    EventData,
    HitPointsData,
    KindData,
    LineData,
    MoveData,
    PieceData,
    PositionData,
    RulesData,
    Side,
    WorldEntry,
)
from tilefish.web.score_view import score_data

PREVIEW_SIZE = 160
"""The longer side of a picture in the list of worlds, in pixels."""
_LINE_MOVES = 8


def world_entry(variant: Variant) -> WorldEntry:
    """A variant in the list of worlds."""
    return WorldEntry(variant.name, variant.title, variant.files, variant.ranks, variant.rules)


@lru_cache(maxsize=64)
def world_id(variant: Variant) -> str:
    """The identity of a world: worlds with the same one look the same."""
    return sha256(repr(variant).encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def board_world(variant: Variant) -> BoardWorld:
    """What stays the same on a board: drawings, names of pieces and tiles."""
    return BoardWorld(
        id=world_id(variant),
        name=variant.name,
        title=variant.title,
        files=variant.files,
        ranks=variant.ranks,
        rules=variant.rules,
        tiles=tuple(TILE_NAMES[tile] for tile in variant.tiles),
        kinds=tuple(KindData(kind.name, kind.letter) for kind in variant.kinds),
        ground=_ground(variant, flipped=False),
        flipped_ground=_ground(variant, flipped=True),
        sprite=_sprite(variant, flipped=False),
        flipped_sprite=_sprite(variant, flipped=True),
    )


@lru_cache(maxsize=64)
def preview(variant: Variant) -> str:
    """A small picture of the start, for the list of worlds."""
    return board_svg(variant, variant.start, size=PREVIEW_SIZE, coordinates=False)


def position_data(game: Game, last: Sequence[int] = (), *, shows_moves: bool = True) -> PositionData:
    """A position, with the squares of the last move, and the moves to choose from if they are wanted."""
    return PositionData(
        world=world_id(game.variant),
        fen=game.fen(),
        turn=as_side(game.turn),
        check=checked_king(game),
        last=tuple(last),
        pieces=tuple(_pieces(game.variant, game.setup())),
        moves=tuple(_moves(game)) if shows_moves else (),
    )


def setup_data(variant: Variant, setup: Setup, fen: str, check: int | None) -> PositionData:
    """A position that need not be legal, without moves. The variant has the voids of its FEN."""
    return PositionData(
        world=world_id(variant),
        fen=fen,
        turn=as_side(SIDE_NAMES[setup.turn]),
        check=check,
        last=(),
        pieces=tuple(_pieces(variant, setup)),
        moves=(),
    )


def rules_data(game: Game) -> RulesData:
    """What a game is played by, in the words of a PGN's headers."""
    headers = start_headers(game)
    return RulesData(headers.get("Variant", game.variant.name), game.world, game.pieces)


def events_data(events: Sequence[Event]) -> tuple[EventData, ...]:
    """What happened in a turn."""
    return tuple(
        EventData(event.kind, event.origin, event.target, sprite_name(event.piece, event.side), event.amount)
        for event in events
    )


def ending_data(outcome: Outcome) -> EndingData:
    """How a game ended."""
    winner = None if outcome.winner is None else as_side(outcome.winner)
    return EndingData(outcome_text(outcome), winner)


def as_side(name: str) -> Side:
    """The name of a side, for a message."""
    return cast(Side, name)


def _pieces(variant: Variant, setup: Setup) -> Iterator[PieceData]:
    states = conditions(variant, setup)
    for square, (kind, side) in sorted(setup.pieces.items()):
        state = states.get(square)
        yield PieceData(
            square=square,
            sprite=sprite_name(kind, side),
            kind=variant.kinds[kind].name,
            letter=variant.kinds[kind].letter,
            side=as_side(SIDE_NAMES[side]),
            hp=None if state is None else HitPointsData(state.hp, state.most),
            state="" if state is None else ", ".join(_state(state)),
            badges=() if state is None else badges_of(state),
            ability=_ability(variant, kind, state),
        )


def _ability(variant: Variant, kind: int, state: Condition | None) -> AbilityData | None:
    if variant.combat is None or state is None:
        return None
    return ability_of(variant.combat.fighters[kind], state)


def _moves(game: Game) -> Iterator[MoveData]:
    """The legal moves. Castling may be chosen in two ways."""
    sans, expected = game.sans(), prospects(game)
    for move in game.legal_moves:
        prospect = expected.get(move.number)
        for path in _paths(game, move):
            yield MoveData(
                uci=move.uci,
                san=sans[move],
                path=tuple(path),
                promotion=move[-1] if move[-1].isalpha() else "",
                ability="!" in move,
                kinds=leg_kinds(game, move, len(path) - 1),
                odds="" if prospect is None else prospect.text,
                kill=None if prospect is None else prospect.kill,
            )


def premoves_data(game: Game, side: str) -> tuple[MoveData, ...]:
    """What a side that waits could play if the other side passed, and the captures on squares of its own
    pieces that it could make if these were taken."""
    moves: list[MoveData] = []
    setup = replace(game.setup(), turn=SIDE_NAMES.index(side), en_passant=None, en_passant_pawn=None)
    with suppress(InputError):  # such as a king of the other side in check: then nothing is known
        moves += _moves(game.from_position(setup))
    if game.variant.combat is None:
        moves += _recaptures(game, SIDE_NAMES.index(side))
    return tuple(moves)


def _recaptures(game: Game, side: int) -> Iterator[MoveData]:
    query, name = game.board.query(), game.variant.square_name
    for target, (_, owner) in game.setup().pieces.items():
        if owner != side:
            continue
        for origin in query.attackers(target, side):
            yield MoveData(
                uci="",
                san=f"{name(origin)}x{name(target)}",
                path=(origin, target),
                promotion="",
                ability=False,
                kinds=(),
                odds="",
                kill=None,
            )


def sprite_name(kind: int, side: int) -> str:
    """The name of a piece's drawing in the sprite."""
    return f"{'wb'[side]}{kind}"


def path_of(variant: Variant, move: str) -> list[int]:
    """The squares of a move, in the order in which they are chosen."""
    legs = legs_of(variant, move)
    return [legs[0][0], *(end for _, end in legs)]


def _paths(game: Game, move: Move) -> Iterator[list[int]]:
    path = path_of(game.variant, move)
    yield path
    if game.variant.castling is not None:
        parts = game.board.path(move.number)
        if parts.rook is not None:
            yield from ([parts.origin, end] for end in (parts.target, parts.rook) if end != path[-1])


def _state(condition: Condition) -> Iterator[str]:
    """The state of a piece besides its hit points, in words."""
    if condition.resting:
        yield f"ability rests {count(condition.resting, 'turn')}"
    if condition.interposing:
        yield "interposes"
    if condition.decree:
        yield f"royal decree, {count(condition.decree, 'turn')} left"
    if condition.exposed:
        yield "exposed"


def _ground(variant: Variant, *, flipped: bool) -> str:
    view = PictureView(variant.files, variant.ranks, flipped, 0)
    definitions = "".join(tile_definitions(variant))
    return f"<defs>{definitions}</defs>{''.join(draw_ground(variant, view))}"


def _sprite(variant: Variant, *, flipped: bool) -> str:
    """The drawings of all pieces that a game may have."""
    view = PictureView(variant.files, variant.ranks, flipped, 0)
    kinds = range(len(variant.kinds))
    pieces = {2 * kind + side: (kind, side) for kind in kinds for side in SIDES}
    return "".join(piece_definitions(variant, Setup(pieces), view))


def line_data(game: Game, info: Info) -> LineData:
    """A line of a search in this position."""
    value = score_data(game, info)
    return LineData(
        depth=info.depth,
        seldepth=info.seldepth,
        score=value.text,
        value=value,
        nodes=info.nodes,
        nps=info.nps,
        seconds=round(info.seconds, 2),
        table=info.hashfull / 10,
        line=tuple(line_words(game, info.line[:_LINE_MOVES])),
        squares=tuple(path_of(game.variant, info.line[0].without_die)) if info.line else (),
    )
