"""All about a world: its rules in words, the legend of its tiles, and how its pieces move on its board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from tilefish.explain.combat_rules import STRIKE_WORDS, ability_words, damage_by_face, roll_rules
from tilefish.explain.piece_moves import good_square, reach_words, reaches
from tilefish.explain.variant_rules import castling_fact, rule_facts, tile_rule
from tilefish.game.game import Game
from tilefish.render.piece_diagram import mark_picture, piece_diagram, tile_picture
from tilefish.rules.errors import InputError
from tilefish.rules.model.variant import SIDE_NAMES, TILE_NAMES, WHITE, Kind, Variant
from tilefish.web.lobby import Lobby
from tilefish.web.messages.parts import Side
from tilefish.web.messages.requests import Request
from tilefish.web.messages.world_panel import (
    AskPieceMoves,
    AskWorldPanel,
    FighterEntry,
    KindEntry,
    PictureEntry,
    PieceMovesAnswer,
    PieceMovesData,
    RuleData,
    WorldPanelAnswer,
)
from tilefish.web.page import Handlers, Page

_TAKES = {False: "capture", True: "attack"}


def world_panel_handlers(lobby: Lobby) -> Handlers:
    """The handlers of the requests about worlds."""

    def find(page: Page, request: AskWorldPanel | AskPieceMoves) -> Variant:
        return page.world(request.world) if request.world else lobby.variant(request.variant)

    def panel(page: Page, request: Request) -> None:
        request = cast(AskWorldPanel, request)
        page.send(world_panel(find(page, request)))

    def moves(page: Page, request: Request) -> None:
        request = cast(AskPieceMoves, request)
        variant = find(page, request)
        found = piece_moves(variant, request.piece, SIDE_NAMES.index(request.side), request.square)
        page.send(PieceMovesAnswer(variant.name, found))

    return {AskWorldPanel: panel, AskPieceMoves: moves}


@lru_cache(maxsize=16)
def world_panel(variant: Variant) -> WorldPanelAnswer:
    """All about a world."""
    return WorldPanelAnswer(
        variant=variant.name,
        title=variant.title,
        files=variant.files,
        ranks=variant.ranks,
        rules=variant.rules,
        source=variant.source,
        facts=tuple(RuleData(head, _sentence(words)) for head, words in _facts(variant)),
        tiles=tuple(_tiles(variant)),
        marks=tuple(_marks(variant)),
        kinds=tuple(_kinds(variant)),
        rolls=() if variant.combat is None else tuple(map(_sentence, roll_rules(variant.combat))),
    )


def piece_moves(variant: Variant, kind: int, side: int, square: int) -> PieceMovesData:
    """How a kind of piece moves from a square. Raises `InputError` where it cannot stand."""
    if kind >= len(variant.kinds):
        raise InputError(f"{variant.title} has {len(variant.kinds)} kinds of pieces")
    if square >= len(variant.tiles) or not variant.is_safe(square):
        raise InputError("no piece can stand there: choose another square")
    found = reaches(variant, variant.kinds[kind], side, square)
    return PieceMovesData(
        kind=kind,
        side=cast(Side, SIDE_NAMES[side]),
        square=square,
        picture=piece_diagram(variant, (kind, side), square, found),
        words=tuple(reach_words(variant, square, found)),
    )


def _facts(variant: Variant) -> Iterator[tuple[str, str]]:
    yield "Castling", castling_fact(variant)
    yield from rule_facts(variant)


def _tiles(variant: Variant) -> Iterator[PictureEntry]:
    """Each kind of tile that the world has."""
    for tile, name in TILE_NAMES.items():
        if tile in variant.tiles:
            square = variant.tiles.index(tile)
            yield PictureEntry(name, tile_rule(variant, tile), tile_picture(variant, square))


def _marks(variant: Variant) -> Iterator[PictureEntry]:
    take = _TAKES[variant.combat is not None]
    words = {
        "move": "It can move there.",
        "capture": f"It can {take} there.",
        "both": f"It can move or {take} there.",
        "slide": "What stands on the way stops it; without a line it leaps.",
        "first": "Only as a first move.",
    }
    for name, text in words.items():
        yield PictureEntry(name, text, mark_picture(name))


def _kinds(variant: Variant) -> Iterator[KindEntry]:
    values = Game(variant).piece_values()
    for index, kind in enumerate(variant.kinds):
        square = good_square(variant, kind)
        if square is None:
            continue
        yield KindEntry(
            name=kind.name,
            letter=kind.letter.upper(),
            betza=kind.betza,
            value="" if kind.royal else _value(values[kind.name]),
            is_royal=kind.royal,
            moves=piece_moves(variant, index, WHITE, square),
            fighter=_fighter(variant, index, kind),
        )


def _value(worth: tuple[int, int]) -> str:
    return " / ".join(map(str, dict.fromkeys(worth)))


def _fighter(variant: Variant, index: int, kind: Kind) -> FighterEntry | None:
    if variant.combat is None:
        return None
    fighter = variant.combat.fighters[index]
    return FighterEntry(
        hp=fighter.hp,
        damage=damage_by_face(fighter, variant.combat),
        strikes=_sentence(STRIKE_WORDS[fighter.strike]),
        ability="" if fighter.ability is None else ability_words(fighter.ability) + ".",
    )


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
