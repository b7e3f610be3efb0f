"""FENs of the combat game (RULES.md section 8, "FEN"): six fields, then hp:, cd: and fx:."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .board import check_pieces, read_placement, write_placement
from .combat_position import CombatPosition, Effects, Fighter, Fighters
from .combat_rules import CombatRules
from .terrain import Pieces, Square, Terrain, letter_for, side_of, square_name
from .worlds import Side

SIDES: tuple[Side, Side] = ("white", "black")


def read_combat_fen(rules: CombatRules, text: str) -> tuple[Terrain, CombatPosition]:
    """Read a FEN: its `*` make voids, the rest is the position. Nonsense is a ValueError."""
    fields = text.split()
    if len(fields) != 9 or fields[1] not in ("w", "b") or fields[2:4] != ["-", "-"]:
        raise ValueError(f"{text!r} is not a FEN of a combat game")
    pieces, voids = read_placement(rules.world, fields[0])
    terrain = Terrain(rules.world, frozenset(voids))
    to_move: Side = "white" if fields[1] == "w" else "black"
    check_pieces(terrain, pieces, king_may_be_gone=to_move)
    position = CombatPosition(
        fighters=_read_fighters(rules, pieces, _items(fields[6], "hp:"), _items(fields[7], "cd:")),
        to_move=to_move,
        effects=_read_effects(rules, pieces, to_move, _items(fields[8], "fx:")),
        half_moves=int(fields[4]),
        full_moves=int(fields[5]),
    )
    return terrain, position


def _items(field: str, prefix: str) -> list[str]:
    """Return what stands between the commas of `hp:…`; `hp:-` is nothing."""
    if not field.startswith(prefix):
        raise ValueError(f"{field!r} where {prefix}… belongs")
    items = [] if field == f"{prefix}-" else field.removeprefix(prefix).split(",")
    if len(set(items)) != len(items):
        raise ValueError(f"{field!r} says something twice")
    return items


def _read_fighters(rules: CombatRules, pieces: Pieces, hp: list[str], counters: list[str]) -> Fighters:
    below_maximum = {square: rules.kind(letter).hp - 1 for square, letter in pieces.items()}
    wounded = _read_numbers(pieces, hp, below_maximum)
    cooldowns = {square: rules.cooldown(letter) for square, letter in pieces.items()}
    waiting = _read_numbers(pieces, counters, cooldowns)
    return {
        square: Fighter(letter, wounded.get(square, rules.kind(letter).hp), waiting.get(square, 0))
        for square, letter in pieces.items()
    }


def _read_numbers(pieces: Pieces, items: list[str], most: Mapping[Square, int]) -> dict[Square, int]:
    """Read `e4=3`: squares with a piece, numbers from 1 to what its piece may have."""
    numbers: dict[Square, int] = {}
    for item in items:
        name, _, number = item.partition("=")
        square = _occupied(pieces, name)
        if square in numbers or not number.isdecimal() or not 1 <= int(number) <= most[square]:
            raise ValueError(f"{item!r} cannot be")
        numbers[square] = int(number)
    return numbers


def _occupied(pieces: Pieces, name: str) -> Square:
    for square in pieces:
        if square_name(square) == name:
            return square
    raise ValueError(f"no piece stands on {name!r}")


def _read_effects(rules: CombatRules, pieces: Pieces, to_move: Side, items: list[str]) -> Effects:
    unused = frozenset(side for side in SIDES if letter_for(side, "k") in items)
    turns: dict[Side, int] = dict.fromkeys(SIDES, 0)
    interposing: set[Square] = set()
    for item in items:
        if item[:1] in ("D", "d"):
            side = side_of(item[0])
            turns[side] = _read_turns(rules, item, spent=turns[side] > 0 or side in unused)
        elif item[:1] == "I":
            interposing.add(_read_interpose(rules, pieces, to_move, item))
        elif item not in ("K", "k", "T", "t"):
            raise ValueError(f"{item!r} is not an effect")
    exposed = frozenset(side for side in SIDES if letter_for(side, "t") in items)
    return Effects(unused, turns, frozenset(interposing), exposed)


def _read_turns(rules: CombatRules, item: str, *, spent: bool) -> int:
    """Read `D2`; it is "once a game", so not beside `K` or another `D`."""
    if spent or not item[1:].isdecimal() or not 1 <= int(item[1:]) <= rules.decree_turns:
        raise ValueError(f"{item!r} cannot be")
    return int(item[1:])


def _read_interpose(rules: CombatRules, pieces: Pieces, to_move: Side, item: str) -> Square:
    """Read `Ia1`: "an `I` of the side to move has ended"."""
    square = _occupied(pieces, item[1:])
    if rules.kind(pieces[square]).ability != "interpose" or side_of(pieces[square]) == to_move:
        raise ValueError(f"{item!r} is not an Interpose of the side that has just played")
    return square


def write_combat_fen(rules: CombatRules, terrain: Terrain, position: CombatPosition) -> str:
    """Write the six fields, hp:, cd: and fx:; "squares ascend by index"."""
    standing = [(square, position.fighters[square]) for square in terrain.by_index(position.fighters)]
    hp = [(square, one.hp) for square, one in standing if one.hp < rules.kind(one.letter).hp]
    counters = [(square, one.counter) for square, one in standing if one.counter > 0]
    return " ".join(
        (
            write_placement(terrain, position.pieces),
            position.to_move[0],
            "- -",
            str(position.half_moves),
            str(position.full_moves),
            "hp:" + _listed(f"{square_name(square)}={number}" for square, number in hp),
            "cd:" + _listed(f"{square_name(square)}={number}" for square, number in counters),
            "fx:" + _listed(_written_effects(terrain, position.effects)),
        )
    )


def _listed(items: Iterable[str]) -> str:
    return ",".join(items) or "-"


def _written_effects(terrain: Terrain, effects: Effects) -> Iterator[str]:
    """Yield the effects in the book's order: "K, k, D, d, I…, T, t"."""
    yield from (letter_for(side, "k") for side in SIDES if side in effects.decree_unused)
    for side in SIDES:
        if effects.decree_turns[side]:
            yield f"{letter_for(side, 'd')}{effects.decree_turns[side]}"
    yield from (f"I{square_name(square)}" for square in terrain.by_index(effects.interposing))
    yield from (letter_for(side, "t") for side in SIDES if side in effects.exposed_kings)
