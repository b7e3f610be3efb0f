"""A position as the page draws it: the ground, the pieces and their state, and the moves to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tilefish.core.combat.query import CombatQuery
from tilefish.explain.condition import Condition, conditions
from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.render.marks import checked_king
from tilefish.render.svg import board_svg
from tilefish.render.svg_pieces import piece_definitions
from tilefish.render.svg_tiles import draw_ground, tile_definitions
from tilefish.render.svg_view import View
from tilefish.rules.messages import count
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import SIDE_NAMES, SIDES, TILE_NAMES, Variant
from tilefish.rules.text.move_squares import legs_of
from tilefish.web.messages import Data

PREVIEW_SIZE = 160
"""The longer side of a picture in the list of worlds, in pixels."""


def variant_data(variant: Variant) -> Data:
    """A variant in the list of worlds."""
    return {
        "name": variant.name,
        "title": variant.title,
        "files": variant.files,
        "ranks": variant.ranks,
        "rules": variant.rules,
    }


@lru_cache(maxsize=64)
def board_data(variant: Variant) -> Data:
    """What stays the same during a game: drawings, names of pieces and tiles."""
    return {
        "variant": variant_data(variant),
        "ground": _ground(variant, flipped=False),
        "flipped_ground": _ground(variant, flipped=True),
        "sprite": _sprite(variant, flipped=False),
        "flipped_sprite": _sprite(variant, flipped=True),
        "kinds": [{"name": kind.name, "letter": kind.letter} for kind in variant.kinds],
        "tiles": [TILE_NAMES[tile] for tile in variant.tiles],
    }


@lru_cache(maxsize=64)
def preview(variant: Variant) -> str:
    """A small picture of the start, for the list of worlds."""
    return board_svg(variant, variant.start, size=PREVIEW_SIZE, coordinates=False)


def position_data(game: Game) -> Data:
    """The pieces of a position, the side to move, and the king that is in check."""
    setup = game.setup()
    states = conditions(game.variant, setup)
    return {
        "fen": game.fen(),
        "turn": game.turn,
        "check": checked_king(game),
        "pieces": [
            {
                "square": square,
                "sprite": sprite_name(kind, side),
                "kind": game.variant.kinds[kind].name,
                "letter": game.variant.kinds[kind].letter,
                "side": SIDE_NAMES[side],
                "hp": {"now": states[square].hp, "most": states[square].most} if square in states else None,
                "state": ", ".join(_state(states[square])) if square in states else "",
            }
            for square, (kind, side) in sorted(setup.pieces.items())
        ],
    }


def moves_data(game: Game) -> list[Data]:
    """The legal moves, each with the squares that are chosen one after the other. Castling may be chosen in
    two ways."""
    sans, odds = game.sans(), _odds(game)
    return [
        {
            "uci": move.uci,
            "san": sans[move],
            "path": path,
            "promotion": move[-1] if move[-1].isalpha() else "",
            "ability": "!" in move,
            "odds": odds.get(move.number, ""),
        }
        for move in game.legal_moves
        for path in _paths(game, move)
    ]


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


def _odds(game: Game) -> dict[int, str]:
    """What each attack of a combat game can be expected to do, by the move's number."""
    query = game.board.query()
    if not isinstance(query, CombatQuery):
        return {}
    return {
        strike.move: f"{strike.kill:.0%} to kill, {strike.damage:.1f} hit points"
        for strike in query.strikes()
    }


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
    view = View(variant.files, variant.ranks, flipped, 0)
    definitions = "".join(tile_definitions(variant))
    return f"<defs>{definitions}</defs>{''.join(draw_ground(variant, view))}"


def _sprite(variant: Variant, *, flipped: bool) -> str:
    """The drawings of all pieces that a game may have."""
    view = View(variant.files, variant.ranks, flipped, 0)
    kinds = range(len(variant.kinds))
    pieces = {2 * kind + side: (kind, side) for kind in kinds for side in SIDES}
    return "".join(piece_definitions(variant, Setup(pieces), view))
