"""What positions and rules are called: the same for the same, in every version."""

from __future__ import annotations

import random
from dataclasses import fields, replace

import pytest

from tilefish import Game, Library
from tilefish.learning.keys import _SAME_KIND, _SAME_RULES, from_here, position_key, rules_key
from tilefish.learning.recording import entries, plays
from tilefish.rules.model.combat import Combat
from tilefish.rules.model.variant import Kind, Variant

from .games import played

FINGERPRINTS = {
    "chess": "6ef02131045aff38",
    "exchange": "de00d419091dc7f9",
    "fear_factory": "ea425fa7526c5e33",
    "fragments": "d8a49942f8b38a5e",
    "twisted_carnival": "5a10e289301d1618",
}


@pytest.mark.parametrize(("name", "fingerprint"), FINGERPRINTS.items())
def test_fingerprints_stay(name: str, fingerprint: str) -> None:
    """A change here makes all users' learning files forget: it must be wanted."""
    assert rules_key(Game(name).variant) == fingerprint


def test_every_field_of_a_variant_is_a_rule_or_known_to_be_none() -> None:
    """A new field is either a rule, which goes in here, or not, which `keys.py` says."""
    rules = {
        Variant: "files ranks tiles kinds promotion_to promotion_rank en_passant castling end combat",
        Kind: "letter steps royal pawn minor initial_squares",
        Combat: "fighters die clamp exposed_bonus threat_penalty quiet_plies shield cautious_king cooldowns "
        "king_always_exposed",
    }
    others = {Variant: _SAME_RULES, Kind: _SAME_KIND, Combat: frozenset()}
    for kind, names in rules.items():
        assert {field.name for field in fields(kind)} <= {*names.split(), *others[kind]}


def test_what_is_only_a_name_or_a_number_of_the_evaluation_changes_no_fingerprint() -> None:
    chess = Game().variant
    weights = tuple(tuple(number + 1 for number in numbers) for numbers in chess.evaluation)
    renamed = [replace(kind, name=f"{kind.name}-2", value=(7, 7)) for kind in chess.kinds]
    names = tuple(tuple(f"{name}-2" for name in side) for side in chess.promotion_to)
    assert chess.castling is not None
    other = replace(
        chess,
        name="shatranj",
        title="x",
        evaluation=weights,
        kinds=tuple(reversed(renamed)),
        promotion_to=(names[0], names[1]),
        castling=replace(chess.castling, partner="rook-2"),
    )
    assert rules_key(other) == rules_key(chess)


@pytest.mark.parametrize(
    "change",
    [
        {"en_passant": False},
        {"castling": None},
        {"promotion_rank": (6, 0)},
        {"tiles": "?" + "." * 63},
        {"promotion_to": (("queen",), ("queen",))},
    ],
)
def test_every_rule_changes_the_fingerprint(change: dict[str, object]) -> None:
    chess = Game().variant
    assert rules_key(replace(chess, **change)) != rules_key(chess)  # type: ignore[arg-type]
    assert rules_key(replace(chess, end=replace(chess.end, repetition=5))) != rules_key(chess)
    assert rules_key(Game(pieces="n:NN").variant) != rules_key(chess)
    assert rules_key(Game(fen="4k3/8/8/8/8/8/8/*3K3 w - - 0 1").variant) != rules_key(chess)


def test_every_way_to_a_position_has_one_key() -> None:
    directly = played("e2e4", "e7e5", "g1f3")
    around = played("g1f3", "e7e6", "e2e3", "e6e5", "e3e4", "g8f6", "f3g1", "f6g8", "g1f3")
    assert directly.fen() != around.fen()
    assert position_key(directly) == position_key(around)


def test_an_en_passant_square_counts_only_where_somebody_can_capture() -> None:
    idle, live = played("e2e4"), played("e2e4", "a7a6", "e4e5", "d7d5")
    assert position_key(idle).split()[3] == "-"
    assert position_key(live).split()[3] == "d6"
    pinned = Game(fen="4r1k1/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    assert position_key(pinned).split()[3] == "e3"


def test_hit_points_and_counters_of_a_combat_game_count_and_its_quiet_plies_do_not() -> None:
    quiet = played("b1c3", "b8c6", "c3b1", "c6b8", variant="exchange")
    assert position_key(quiet) == position_key(Game("exchange"))
    wounded = Game("exchange", Game("exchange").fen().replace("hp:-", "hp:e2=3"))
    assert position_key(wounded) != position_key(quiet)


def test_castling_is_kept_in_one_notation() -> None:
    moves = ("e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5")
    for chess960, castling in ((False, "e1g1"), (True, "e1h1")):
        game = Game(chess960=chess960)
        for move in (*moves, castling):
            game.push(move)
        *_, last = entries(plays(game), "1-0")
        assert last.move == "e1g1"
        assert from_here(game).chess960 is False


@pytest.mark.parametrize("name", Library(environment=False).names())
def test_the_core_writes_the_same_keys(name: str) -> None:
    rng = random.Random(name)
    written = 0
    for chess960 in (False, True):
        game = Game(name, chess960=chess960)
        for _ in range(40):
            if game.outcome() is not None:
                break
            key = position_key(game)
            fields = game.fen().split()
            if fields[3] == "-":
                assert key == " ".join((*fields[:4], *fields[6:]))
                written += 1
            game.push(game.roll(rng.choice(game.legal_moves), rng))
    assert written > 20


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/RR2K1RR w GBkq - 0 1",
        "4k3/8/8/8/8/8/8/R3K1RR b Q - 7 9",
        "4k3/8/8/8/8/8/8/R3K1RR b GQ - 7 9",
    ],
)
def test_castling_rights_in_a_key(fen: str) -> None:
    assert position_key(Game("chess", fen)) == " ".join(fen.split()[:4])
