"""The names of positions, moves and rules in all data that is kept between games. They must mean the same in
every later version, and for every way to reach a position."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from hashlib import sha256

from tilefish.core.board.key_writer import KeyWriter
from tilefish.core.board.rule_tables import RuleTables
from tilefish.game.game import Game
from tilefish.rules.model.variant import Kind, Variant

_SAME_RULES = frozenset(
    ("name", "title", "start", "evaluation", "win_rate_model", "spawn", "rules", "source", "path")
)
"""The fields of a variant that do not change its games."""
_SAME_KIND = frozenset(("name", "betza", "value", "squares"))


@lru_cache(maxsize=64)
def rules_key(variant: Variant) -> str:
    """A fingerprint of all rules that positions, moves and results depend on: board and terrain, pieces and
    how they move, promotion, castling, ends, combat. Names, values and the evaluation are not in it, nor is
    the start.

    Default values are left out, so that a rule which only a later version has changes no fingerprint.
    """
    letters = {kind.name: kind.letter for kind in variant.kinds}
    facts = _unusual_fields(variant, _SAME_RULES)
    facts["promotion_to"] = [sorted(letters[name] for name in names) for names in variant.promotion_to]
    facts["kinds"] = {kind.letter: _kind(variant, index, kind) for index, kind in enumerate(variant.kinds)}
    if variant.castling is not None:
        facts["castling"] = {
            **_unusual_fields(variant.castling),
            "partner": letters.get(variant.castling.partner, ""),
        }
    if variant.combat is not None:
        facts["combat"] = _unusual_fields(variant.combat, frozenset(("fighters",)))
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


def _kind(variant: Variant, index: int, kind: Kind) -> dict[str, object]:
    facts = _unusual_fields(kind, _SAME_KIND)
    facts["steps"] = sorted(
        (_unusual_fields(step) for step in kind.steps), key=lambda step: json.dumps(step, sort_keys=True)
    )
    if variant.combat is not None:
        facts["fighter"] = _unusual_fields(variant.combat.fighters[index])
    return facts


def _unusual_fields(thing: object, without: frozenset[str] = frozenset()) -> dict[str, object]:
    """The fields of a dataclass that differ from their defaults."""
    assert is_dataclass(thing)
    values = {field.name: (getattr(thing, field.name), field.default) for field in fields(thing)}
    return {
        name: _plain(value)
        for name, (value, usual) in values.items()
        if name not in without and (usual is MISSING or value != usual)
    }


def _plain(value: object) -> object:
    if is_dataclass(value):
        return _unusual_fields(value)
    if isinstance(value, frozenset):
        return sorted(map(_plain, value), key=repr)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def position_key(game: Game) -> str:
    """The position as FEN without its counters, its en passant square only where a legal capture there
    exists. So all ways to a position lead to one key, and counters, which belong to a game, are not in it."""
    key = _writer(game.board.tables).key(game.board)
    if key is not None:
        return key
    placement, turn, castling, passed, _, _, *combat = game.fen().split()
    if passed != "-" and not _may_capture_en_passant(game):
        passed = "-"
    return " ".join((placement, turn, castling, passed, *combat))


@lru_cache(maxsize=16)
def _writer(tables: RuleTables) -> KeyWriter:
    return KeyWriter(tables)


def _may_capture_en_passant(game: Game) -> bool:
    return any(game.board.path(move).en_passant for move in game.board.legal_moves())


def from_here(game: Game) -> Game:
    """A game that begins at the position of another, with moves as they are stored: without the notation of
    Chess960."""
    return Game(game.variant, game.fen())
