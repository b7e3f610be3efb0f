"""What distinguishes the rules of a variant, in words: pawns, promotion, castling, tiles, ends."""

from __future__ import annotations

from collections.abc import Iterator

from tilefish.rules.model.spawn import Spawn, SpawnSide
from tilefish.rules.model.variant import (
    BRIDGE,
    FLOOR,
    LAVA,
    SIDE_NAMES,
    SIDES,
    SPAWN,
    STONE,
    VOID,
    WATER,
    Kind,
    Variant,
)

_OWNERS: dict[SpawnSide, str] = {
    "either": "of either side, drawn by lot,",
    "both": "of both sides",
    "white": "of White",
    "black": "of Black",
    "mover": "of the side to move",
    "waiter": "of the side that has just moved",
}

_NO_STANDING = "Nothing can stand here: slides end before it, leaps cross it."
_BELT = "After every move it carries the piece on it one square {}: off the board or into danger, too."
_TILE_RULES: dict[str, str] = {
    FLOOR: "Pieces stand and move here as usual.",
    VOID: f"{_NO_STANDING} A piece that is carried there is destroyed.",
    WATER: f"{_NO_STANDING} A piece that is carried there drowns.",
    BRIDGE: "A way over the water: pieces stand and move here as usual.",
    LAVA: f"{_NO_STANDING} A piece that is carried there burns.",
    STONE: (
        "A move onto it goes on in the same turn: piece and stone glide one square together, then the piece "
        "moves once more, and the stone returns."
    ),
    ">": _BELT.format("to the right"),
    "<": _BELT.format("to the left"),
    "^": _BELT.format("up"),
    "v": _BELT.format("down"),
}


def rule_facts(variant: Variant) -> Iterator[tuple[str, str]]:
    """Each rule with its head, such as `Promotion`."""
    for pawn in (kind for kind in variant.kinds if kind.pawn):
        yield "Pawns", _double_step(variant, pawn)
    yield "Promotion", _promotion(variant)
    if variant.spawn is not None and SPAWN in variant.tiles:
        yield "Spawn", "; ".join(_spawn_rules(variant.spawn))
    yield "End", "; ".join(_end_rules(variant))


def castling_fact(variant: Variant) -> str:
    """Whether the king castles, and where king and partner end."""
    castling = variant.castling
    if castling is None:
        return "there is none"
    king = next(kind.name for kind in variant.kinds if kind.royal)
    if not variant.start.castling:
        return f"none from the start; a FEN may give the right to the {king}"
    sides = sorted({variant.start.pieces[rook][1] for rook in variant.start.castling})
    wings = [
        f"{king} to {_file(to)}, {castling.partner} to {_file(beside)}"
        for to, beside in zip(castling.king_files, castling.rook_files, strict=True)
    ]
    who = "" if len(sides) == len(SIDES) else f" ({SIDE_NAMES[sides[0]].capitalize()} only)"
    return f"{wings[0]} on the one side; {wings[1]} on the other{who}"


def tile_rule(variant: Variant, tile: str) -> str:
    """What a tile does, in one sentence or two."""
    if tile != SPAWN:
        return _TILE_RULES[tile]
    if variant.spawn is None:
        return "Pieces stand and move here as usual; nothing appears here in this world."
    return f"New pieces appear here when it is empty: {'; '.join(_spawn_rules(variant.spawn))}."


def _file(file: int) -> str:
    return f"file {chr(ord('a') + file)}"


def _double_step(variant: Variant, pawn: Kind) -> str:
    ranks = [sorted({square // variant.files + 1 for square in squares}) for squares in pawn.initial_squares]
    by_side = [
        f"{' or '.join(map(str, of_side))} ({side})"
        for of_side, side in zip(ranks, ("White", "Black"), strict=True)
        if of_side
    ]
    if not by_side or not any(step.initial for step in pawn.steps):
        return "no double step"
    return f"double step from rank {' and '.join(by_side)}"


def _spawn_rules(spawn: Spawn) -> Iterator[str]:
    every = "every ply" if spawn.every == 1 else f"every {spawn.every} plies"
    yield f"{spawn.piece} {_OWNERS[spawn.side]} after ply {spawn.first}, then {every}"
    if spawn.chance < 100:
        yield f"{spawn.chance} times in 100"
    if spawn.count > 1:
        yield f"{spawn.count} at a time"
    if spawn.most < Spawn().most:
        yield f"none for a side that has {spawn.most}"


def _promotion(variant: Variant) -> str:
    white, black = variant.promotion_to
    ranks = [rank + 1 for rank in variant.promotion_rank]
    if white == black:
        return f"{', '.join(white)} on rank {ranks[0]} (White) and {ranks[1]} (Black)"
    return f"White: {', '.join(white)} on rank {ranks[0]}; Black: {', '.join(black)} on rank {ranks[1]}"


def _end_rules(variant: Variant) -> Iterator[str]:
    end = variant.end
    stalemate = "stalemate" if variant.combat is None else "having no action at all"
    yield f"{stalemate} is a loss" if end.stalemate_loss else f"{stalemate} is a draw"
    if end.repetition:
        yield f"{end.repetition}-fold repetition is a draw"
    if end.fifty_moves:
        yield "100 plies without pawn move, capture or destruction are a draw"
    material = {
        "fide": (
            "king against king, or against king and one minor piece, or nothing but bishops of one colour "
            "are a draw"
        ),
        "bare-kings": "two bare kings are a draw",
        "none": "no draw by material",
    }
    yield material[variant.material_rule]
    if variant.quiet_plies:
        yield f"{variant.quiet_plies} plies without damage are a draw"
