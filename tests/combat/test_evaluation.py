"""What the evaluation of combat games counts, and that it counts the same for both sides."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache

import pytest
from click.testing import CliRunner
from tests.seeds import Tries, seeded

from tilefish import Game
from tilefish.cli.main import main
from tilefish.core.combat.board import CombatBoard
from tilefish.core.combat.evaluate import combat_term_table
from tilefish.core.combat.rule_tables import CombatTables
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import Variant
from tilefish.rules.model.weights import WEIGHT_NAMES, WEIGHTS
from tilefish.rules.text.fen import mirrored

from .positions import EXCHANGE, fight, ruled

MORE = 64
WORLDS = {
    "plain": None,
    "belts": "8/8/*<<<<<<*/8/8/*<<<<<<*/8/8",
    "stones": "8/8/8/1o4o1/1o4o1/8/8/8",
    "water": "8/8/8/~==~~==~/~==~~==~/8/8/8",
}
TERM_OF = {
    **dict.fromkeys(("hit_point", "vitality", "king_life"), "hit points"),
    **dict.fromkeys(("first_strike", "later_strike", "more_strikes"), "strikes"),
    **dict.fromkeys(("threatened", "defended", "shielded"), "safety"),
    "mobility": "mobility",
    **dict.fromkeys(("centre", "undeveloped", "closeness"), "posting"),
    **dict.fromkeys((name for name in WEIGHT_NAMES if name.endswith("_ready")), "abilities"),
    "decree_turn": "abilities",
    **dict.fromkeys(("doubled", "isolated", "backward", "supported", "phalanx"), "pawns"),
    "passed": "passed pawns",
    **dict.fromkeys(("pair", "outpost"), "pieces"),
    **dict.fromkeys(("shield", "king_friends", "king_in_danger", "king_ring", "king_exposed"), "king"),
    **dict.fromkeys(("on_stone", "beside_stone", "on_bridge", "on_belt", "near_spawn"), "world"),
}
VALUED = ("hit_point", "vitality", "king_life")
"""These change what attacks are worth, too."""


@lru_cache(maxsize=256)
def tables_of(variant: Variant) -> CombatTables:
    return CombatTables(variant)


def terms(variant: Variant, setup: Setup) -> tuple[dict[str, tuple[tuple[int, int], tuple[int, int]]], int]:
    found, _, score = combat_term_table(CombatBoard(tables_of(variant), setup))
    return found, score


def score_of(game: Game) -> int:
    return terms(game.variant, game.setup())[1]


def term_of(game: Game, name: str, side: int = 0) -> tuple[int, int]:
    return terms(game.variant, game.setup())[0][name][side]


def weighted(variant: Variant, **weights: tuple[int, ...]) -> Variant:
    """The variant with those weights."""
    numbers = zip(WEIGHT_NAMES, variant.evaluation, strict=True)
    return replace(variant, evaluation=tuple(weights.get(name, usual) for name, usual in numbers))


def with_more(variant: Variant, name: str, part: int) -> Variant:
    """The variant with one number of one weight raised by `MORE`."""
    numbers = [*variant.evaluation[WEIGHT_NAMES.index(name)]]
    numbers[part] += MORE
    return weighted(variant, **{name: tuple(numbers)})


def changed(game: Game, name: str, part: int) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
    """What such a rise adds to each term, by side and phase."""
    before, _ = terms(game.variant, game.setup())
    after, _ = terms(with_more(game.variant, name, part), game.setup())
    return {
        term: tuple(  # type: ignore[misc]
            tuple(after[term][side][phase] - before[term][side][phase] for phase in (0, 1)) for side in (0, 1)
        )
        for term in before
    }


def counted(game: Game, name: str, part: int = 0) -> tuple[float, float]:
    """How often a weight counts for White and for Black in its own term."""
    white, black = changed(game, name, part)[TERM_OF[name]]
    return max(white, key=abs) / MORE, max(black, key=abs) / MORE


# --- both sides alike ------------------------------------------------------------------------------------


def playout(variant: Variant, world: str | None, seed: int, plies: int = 120) -> list[Game]:
    """Every position of a random game."""
    rng = seeded(world, seed)
    game = Game(variant, world=world)
    games: list[Game] = []
    while game.outcome() is None and len(games) < plies:
        game.push(game.roll(rng.choice(game.legal_moves), rng))
        games.append(game.copy())
    return games


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(
    "variant",
    [EXCHANGE, ruled(die=10, clamp=(2, 12), shield=(2, 2), king_always_exposed=(True, True))],
    ids=["bundled", "other dice"],
)
def test_both_sides_are_alike(variant: Variant, world: str) -> None:
    differing = 0
    tries = Tries(2)
    while tries.go_on(differing > 100):
        number = tries.number
        for game in playout(variant, WORLDS[world], number):
            here, score = terms(game.variant, game.setup())
            there, same = terms(game.variant, mirrored(game.variant, game.setup()))
            assert same == score, game.fen()
            assert {term: sides[::-1] for term, sides in there.items()} == here, game.fen()
            differing += any(white != black for white, black in here.values())
    assert differing > 100, "positions that look the same from both sides prove nothing"


def test_the_start_is_worth_the_right_to_move() -> None:
    assert score_of(Game("exchange")) == dict(zip(WEIGHT_NAMES, EXCHANGE.evaluation, strict=True))["tempo"][0]


# --- hit points ------------------------------------------------------------------------------------------


def test_a_wounded_piece_is_worth_less_but_more_than_none() -> None:
    board = "7k/8/8/8/8/8/8/K2Q4"
    whole, wounded, dying = (score_of(fight(board, hp=hp)) for hp in ("-", "d1=5", "d1=1"))
    assert whole > wounded > dying > score_of(fight("7k/8/8/8/8/8/8/K7"))


def test_what_wounds_cost_is_what_the_weights_say() -> None:
    """Of 900, half goes with the hit points: 4 of 10 lost are 180, and 2 for each."""
    queen = next(index for index, kind in enumerate(EXCHANGE.kinds) if kind.name == "queen")
    kinds = (
        *EXCHANGE.kinds[:queen],
        replace(EXCHANGE.kinds[queen], value=(900, 700)),
        *EXCHANGE.kinds[queen + 1 :],
    )
    variant = weighted(replace(EXCHANGE, kinds=kinds), vitality=(50,), hit_point=(2,))
    board = "7k/8/8/8/8/8/8/K2Q4"
    whole, wounded = (term_of(fight(board, hp=hp, variant=variant), "hit points") for hp in ("-", "d1=6"))
    assert [before - after for before, after in zip(whole, wounded, strict=True)] == [188, 148]


def test_a_wounded_king_is_worth_less() -> None:
    board = "7k/8/8/8/8/8/8/K2Q4"
    scores = [score_of(fight(board, hp=f"a1={left}")) for left in range(1, 15)]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


# --- strikes ---------------------------------------------------------------------------------------------


def expected_take(damage: int, hp: int, most: int, value: float, vitality: float, bonus: int = 0) -> float:
    """What one attack takes on average: hit points at their price, and with the last one the rest."""
    takes = []
    for face in range(1, 7):
        dealt = damage + min(max(face + bonus, 1), 6)
        lost = min(dealt, hp)
        takes.append(lost * value * vitality / most + (value * (1 - vitality) if dealt >= hp else 0))
    return sum(takes) / 6


@pytest.mark.parametrize("hp", [2, 3, 5, 8, 10])
@pytest.mark.parametrize(("fx", "bonus"), [("-", 0), ("D2", 1), ("t", 1), ("D1,t", 2)])
def test_what_an_attack_is_expected_to_take(hp: int, fx: str, bonus: int) -> None:
    variant = weighted(EXCHANGE, vitality=(50,), hit_point=(0,), first_strike=(100,), later_strike=(50,))
    board = "7k/8/8/8/8/8/q7/R6K"  # the rook may attack the queen, the queen the rook
    marks = "" if hp == 10 else f"a2={hp}"
    values = Game("exchange").piece_values()
    queen, rook = (sum(values[name]) / 2 for name in ("queen", "rook"))
    white = term_of(fight(board, hp=marks or "-", fx=fx, variant=variant), "strikes")
    assert white[0] == white[1] == pytest.approx(expected_take(2, hp, 10, queen, 0.5, bonus), abs=6)
    black = term_of(fight(board, hp=marks or "-", cd="a2=1", variant=variant), "strikes", side=1)
    assert black[0] == pytest.approx(expected_take(3, 13, 13, rook, 0.5) / 2, abs=4)


def test_likely_kills_are_worth_more() -> None:
    board = "7k/8/8/8/8/8/q7/R6K"
    half_at_the_end = weighted(EXCHANGE, vitality=(50,))
    takes = [
        term_of(fight(board, hp=f"a2={left}", variant=half_at_the_end), "strikes")[0] for left in range(1, 10)
    ]
    sure, half, never = takes[2], takes[4], takes[8]
    assert sure > half > never > 0


@pytest.mark.parametrize(
    ("placement", "cd", "victims"),
    [
        ("7k/8/8/8/3q4/8/8/R6K", "-", 0),  # out of the rook's reach
        ("7k/8/8/8/q7/8/8/R6K", "-", 0),
        ("7k/8/8/8/8/q7/8/R6K", "-", 1),
        ("7k/8/8/8/8/q7/p7/R6K", "-", 1),  # behind the pawn, which can be attacked
        ("7k/8/8/8/2p5/8/4N3/7K", "-", 1),  # after a move to c3
        ("7k/8/8/8/8/3p4/3N4/7K", "-", 1),  # by skirmish
        ("7k/8/8/8/8/3p4/3N4/7K", "d2=1", 0),  # no move of the knight ends beside d3
        ("8/k7/8/r7/8/8/8/Q6K", "-", 2),  # the rook and the king, by overextending
        ("8/k7/8/r7/8/8/8/Q6K", "a1=2", 0),
    ],
)
def test_whom_a_side_could_attack(placement: str, cd: str, victims: int) -> None:
    game = fight(placement, cd=cd)
    attackable = {
        part.victim
        for part in (
            CombatBoard(tables_of(game.variant), game.setup()).parts(move) for move in moves_of(game)
        )
        if part.victim is not None
    }
    assert len(attackable) == victims
    assert (term_of(game, "strikes")[0] > 0) == bool(victims)


def moves_of(game: Game) -> list[int]:
    return CombatBoard(tables_of(game.variant), game.setup()).legal_moves()


def test_interpose_and_shields_take_the_edge_off() -> None:
    board = "7k/8/8/8/8/8/qr6/R6K"
    bare = term_of(fight(board), "strikes")[0]
    assert term_of(fight(board, fx="Ib2"), "strikes")[0] < bare
    assert term_of(fight(board, variant=ruled(shield=(0, 3))), "strikes")[0] < bare
    assert term_of(fight(board, variant=ruled(shield=(3, 0))), "strikes")[0] == bare


# --- one weight after the other --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "part", "game", "white"),
    [
        ("king_in_danger", 0, fight("7k/8/8/8/8/8/8/K1r5", "b"), 1),
        ("king_in_danger", 1, fight("7k/8/8/8/8/8/8/K1r5", "b"), 0),
        ("king_in_danger", 1, fight("7k/8/8/8/8/8/8/K1r5", "w"), 1),
        ("king_in_danger", 1, fight("7k/8/8/8/8/8/8/K2r4", "w"), 0),
        ("king_ring", 0, fight("7k/8/8/8/8/8/8/K1r5", "w"), 2),  # b1 and b2; a1 is his own
        ("king_exposed", 0, fight("7k/8/8/8/8/8/8/K7", fx="T"), 1),
        ("king_exposed", 0, fight("7k/8/8/8/8/8/8/K7", fx="t"), 0),
        ("threatened", 0, fight("7k/8/8/8/8/8/8/KN1r4"), 1),
        ("threatened", 0, fight("7k/8/8/8/8/8/8/KN2r3"), 0),
        ("defended", 0, fight("7k/8/8/8/8/8/8/KN6"), 1),
        ("defended", 0, fight("7k/8/8/8/8/8/8/K1N5"), 0),
        ("shielded", 0, fight("7k/8/8/8/8/8/8/KN1P4", variant=ruled(shield=(3, 0))), 6),
        ("shielded", 0, fight("7k/8/8/8/8/8/8/KN1P4"), 0),
        ("centre", 0, fight("7k/8/8/3N4/2P4P/6K1/8/8"), 2),
        ("centre", 0, fight("7k/8/8/8/3K4/8/8/8"), 0),
        ("undeveloped", 0, fight("7k/8/8/8/8/8/8/K5N1"), 1),
        ("undeveloped", 0, fight("7k/8/8/8/8/8/8/K1N5"), 0),
        ("closeness", 0, fight("7k/8/8/8/8/8/7R/K7"), 1),
        ("closeness", 1, fight("7k/8/7R/8/8/8/8/K7"), 5),
        ("closeness", 0, fight("7k/8/8/8/8/8/7P/K7"), 0),
        ("decree_ready", 0, fight("7k/8/8/8/8/8/8/K7", fx="K"), 1),
        ("decree_ready", 0, fight("7k/8/8/8/8/8/8/K7"), 0),
        ("decree_turn", 0, fight("7k/8/8/8/8/8/8/K7", fx="D2"), 2),
        ("overextend_ready", 0, fight("7k/8/8/8/8/8/8/K2Q4"), 1),
        ("overextend_ready", 0, fight("7k/8/8/8/8/8/8/K2Q4", cd="d1=3"), 0),
        ("overextend_ready", 0, fight("7k/8/8/8/8/8/8/K2Q4", cd="d1=1"), 0.5),
        ("interpose_ready", 0, fight("7k/8/8/8/8/8/8/K2RR3", cd="d1=3"), 1),
        ("pair", 0, fight("7k/8/8/8/8/8/8/K1BB4"), 1),
        ("passed", 0, fight("7k/P7/8/8/8/8/8/K7"), 0.73),
        ("doubled", 0, fight("7k/8/8/P7/P7/8/8/K7"), 1),
        ("supported", 0, fight("7k/8/8/1P6/P7/8/8/K7"), 1),
        ("shield", 0, fight("7k/8/8/8/8/8/PP6/K7"), 2),
        ("king_friends", 2, fight("7k/8/8/8/8/8/PP6/K7"), 1),
        ("outpost", 0, fight("7k/8/8/3N4/4P3/8/8/K7"), 1),
        ("outpost", 0, fight("7k/8/8/3N4/8/8/8/K7"), 0),
        ("on_bridge", 0, Game(EXCHANGE, world="8/8/8/8/8/8/1=6/8"), 1),
        ("on_stone", 0, Game(EXCHANGE, world="8/8/8/8/8/8/8/1o6"), 1),
    ],
)
def test_one_weight(name: str, part: int, game: Game, white: float) -> None:
    assert counted(game, name, part)[0] == pytest.approx(white, abs=0.02)


def test_mobility_is_to_tiles_that_are_not_threatened() -> None:
    free = counted(fight("7k/8/8/8/8/8/8/K2R4"), "mobility")[0]
    barred = counted(fight("7k/8/8/8/8/8/3p4/K2R4"), "mobility")[0]
    threatened = counted(fight("7k/8/8/8/8/2p5/8/K2R4"), "mobility")[0]  # b2 and d2
    assert free > threatened > barred


def test_every_number_of_every_weight_counts_in_its_own_term() -> None:
    games = [
        fight("7k/3p4/8/q1p5/P2NPB1B/3P4/P1Q3PP/RN2K3", "w", hp="c2=5,e1=9", cd="d4=1", fx="D1,T"),
        fight("7k/8/2r5/q1p5/P3P3/8/1P6/R2K4", "b", hp="a5=4"),
        fight("7k/8/8/8/8/8/1PR5/K1r5", "b", variant=ruled(shield=(1, 1))),
        fight("7k/8/8/8/8/8/8/K7", fx="K"),
        fight("7k/8/8/3N4/4P3/8/8/KP6"),
        Game(EXCHANGE, world="8/8/8/8/8/8/3=?o2/>7"),
    ]
    assert {*TERM_OF, "tempo"} == {weight.name for weight in WEIGHTS if weight.counts_in(combat=True)}
    assert {*TERM_OF.values(), "material", "squares"} == games[0].board.terms()[0].keys()
    for weight in WEIGHTS:
        for part in range(len(weight.usual)):
            moved = {
                term
                for game in games
                for term, sides in changed(game, weight.name, part).items()
                if any(map(any, sides))
            }
            expected = {TERM_OF[weight.name]} if weight.name in TERM_OF else set()
            assert moved - ({"strikes"} if weight.name in VALUED else set()) == expected, (weight.name, part)


def test_the_largest_weights_stay_within_bounds() -> None:
    board = "7k/QQQQQQQ1/QQQQQQQ1/QQQQQQQ1/8/QQQQQQQQ/QQQQQQQQ/KQQQQQQQ"
    for size in (2000, -2000):
        variant = replace(EXCHANGE, evaluation=tuple((size,) * len(each) for each in EXCHANGE.evaluation))
        found, score = terms(variant, fight(board, variant=variant).setup())
        middlegame, endgame = (
            sum(white[phase] - black[phase] for white, black in found.values()) for phase in (0, 1)
        )
        assert min(middlegame, endgame) <= score - size <= max(middlegame, endgame)


def test_without_a_king() -> None:
    lost = fight("7k/8/8/8/8/8/8/7R")
    assert term_of(lost, "king") == (0, 0)


# --- as a user meets it ----------------------------------------------------------------------------------


def test_the_command() -> None:
    fen = "7k/8/8/8/8/8/q7/R6K w - - 0 1 hp:a2=4 cd:- fx:-"
    result = CliRunner().invoke(main, ["eval", "--variant", "exchange", "--fen", fen])
    assert result.exit_code == 0
    names = [*Game("exchange", fen).board.terms()[0]]
    rows = [line[:13].strip() for line in result.stdout.splitlines()]
    assert [name for name in rows if name in names] == names
    found = json.loads(
        CliRunner().invoke(main, ["eval", "--variant", "exchange", "--fen", fen, "--json"]).stdout
    )
    assert found["score"] == score_of(Game("exchange", fen))
    assert found["terms"]["strikes"]["white"][0] > 0
    assert found["endgame"] == "none"
