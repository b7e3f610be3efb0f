"""Decision records of combat games: reasons that must be given for an action, and reasons that must not."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tilefish import Game, Library
from tilefish.engine.engine import Engine, Info, Result
from tilefish.explain.reasons.registry import COMBAT_FINDERS
from tilefish.explain.record import DecisionRecord, decision_record
from tilefish.game.move import Move
from tilefish.protocols.uci.session import Session
from tilefish.rules.model.variant import EndRules, Variant

BUNDLED = Library(environment=False).load("exchange")
EXCHANGE = replace(BUNDLED, kinds=tuple(replace(kind, value=None, squares=None) for kind in BUNDLED.kinds))
"""With computed values, so that what is a good trade stays one when the file is tuned."""
assert EXCHANGE.combat is not None
SHIELDED = replace(EXCHANGE, combat=replace(EXCHANGE.combat, shield=(0, 1)))
STUCK_LOSES = replace(EXCHANGE, end=EndRules(stalemate_loss=True, fifty_moves=False))

SEAS = "8/8/8/~==~~==~/~==~~==~/8/8/8"
VOLCANO = "8/8/8/2%2%2/2%2%2/8/8/8"
FACTORY = "8/8/*<<<<<<*/8/8/*>>>>>>*/8/8"
RUINS = "8/8/8/1o4o1/4o3/8/8/8"
CARNIVAL = "8/8/1?1?1?2/2?1?1?1/1?1?1?2/2?1?1?1/8/8"


@dataclass(frozen=True)
class Case:
    """An action with codes that its record must have, and such that it must not have. A position is a FEN's
    placement and side to move, with any of its combat fields behind them."""

    position: str
    action: str
    must: str
    must_not: str
    world: str | None = None
    variant: Variant = EXCHANGE

    def game(self) -> Game:
        placement, turn, *fields = self.position.split()
        plies = next((field[4:] for field in fields if field.startswith("ply:")), "0")
        fields = [field for field in fields if not field.startswith("ply:")]
        if not any(field.startswith("fx:") for field in fields):
            fields.append("fx:-")
        return Game(self.variant, " ".join([placement, turn, "- -", plies, "1", *fields]), self.world)

    def codes(self) -> set[str]:
        return {reason.code for reason in decision_record(self.game(), [self.action]).reasons}


def cases(*rows: tuple[str, str, str, str], world: str | None = None) -> list[Case]:
    return [Case(*row, world=world) for row in rows]


NO_ATTACK = "kills likely_kill may_kill damages good_trade even_trade bad_trade unanswered"

STRIKES = cases(
    # a queen does 4 to 9, a rook, bishop or knight 3 to 8, a pawn or king 2 to 7
    ("4k3/8/8/8/3r4/8/8/3QK3 w hp:d4=4", "d1xd4", "kills good_trade unanswered",
     "likely_kill may_kill damages bad_trade even_trade kills_king threatens_kill"),
    ("4k3/8/8/8/3r4/8/8/3QK3 w hp:d4=5", "d1xd4", "likely_kill good_trade", "kills may_kill damages"),
    ("4k3/8/8/8/3r4/8/8/3QK3 w hp:d4=9", "d1xd4", "may_kill damages threatens_kill", "kills likely_kill"),
    ("4k3/8/8/8/3r4/8/8/3QK3 w", "d1xd4", "damages unanswered threatens_kill",
     "kills likely_kill may_kill recoils halved"),
    ("4k3/8/8/8/3r4/8/8/3QK3 w", "d1d2", "", NO_ATTACK),
    ("4k3/8/8/4Q3/8/8/8/4K3 w hp:e8=4", "e5xe8", "kills_king good_trade",
     "kills likely_kill destroys_king unanswered threatens_king"),
    ("4k3/8/8/4Q3/8/8/8/4K3 w hp:e8=5", "e5xe8", "likely_kill good_trade", "kills_king kills"),
    # trades: what comes back counts, and what could have come anyway does not
    ("4k3/8/8/8/3pq3/3R4/8/4K3 w cd:e4=3", "d3xd4", "bad_trade", "good_trade even_trade unanswered"),
    ("4k3/8/8/8/3r4/3R4/8/4K3 w", "d3xd4", "even_trade damages",
     "good_trade bad_trade unanswered threatens_kill"),
    ("4k3/8/8/8/3r4/3R4/8/4K3 w hp:d4=3", "d3xd4", "good_trade kills", "even_trade bad_trade"),
    ("4k3/8/8/8/3r4/8/q7/B2QK3 w cd:a2=3", "d1xd4", "good_trade unanswered", "bad_trade even_trade"),
    # overextending
    ("4k3/8/8/3r4/8/8/8/3QK3 w hp:d1=2", "d1!d2xd5", "dies_striking damages", "recoils unanswered"),
    ("4k3/8/8/3r4/8/8/8/3QK3 w hp:d1=3", "d1!d2xd5", "recoils damages", "dies_striking"),
    # modifiers
    ("4k3/8/8/8/3r4/8/8/3QK3 w fx:D2", "d1xd4", "decree_counts", "exposed_counts threat_counts"),
    ("4k3/8/8/8/3r4/8/8/3QK3 w hp:d4=4 fx:D2", "d1xd4", "kills", "decree_counts"),  # dies anyway
    ("4k3/8/8/8/3r4/8/8/3QK3 w fx:t", "d1xd4", "exposed_counts", "decree_counts shield_counts"),
    ("4k3/8/8/8/3r4/8/8/3QK3 w fx:T", "d1xd4", "damages", "exposed_counts"),
    ("4k3/8/8/8/8/3r4/8/1N2K3 w", "b1c3xd3", "threat_counts damages within_reach", "exposed_counts"),
    ("4k3/8/8/8/4r3/8/8/2N1K3 w", "c1e2", "within_reach", "threat_counts damages"),
    ("4k3/8/8/2rp4/8/8/3Q4/4K3 w fx:Ic5", "d2xd5", "halved", "kills_helper shield_counts"),
    ("4k3/8/8/2rp4/8/8/3Q4/4K3 w hp:c5=3 fx:Ic5", "d2xd5", "halved kills_helper", "kills"),
    ("4k3/8/8/2rp4/8/8/3Q4/4K3 w hp:c5=3", "d2xd5", "likely_kill", "halved kills_helper"),
)  # fmt: skip

ABILITIES = cases(
    ("4k3/8/8/8/8/4N3/8/2B1K3 w hp:e3=3", "c1!e3", "heals", "damages decrees steps_aside"),
    ("4k3/8/8/8/8/4N3/8/2B1K3 w hp:e3=3", "c1a3", "", "heals"),
    ("4k3/8/8/8/8/1p6/P7/R3K3 w", "a1!", "guards saves", "decrees heals covers"),
    ("4k3/8/8/8/8/8/P7/R3K3 w", "a1!", "", "guards saves safe_square unanswered"),
    ("4k3/8/8/8/3r4/8/8/3QK3 w fx:K", "e1!", "decrees readies", "guards heals"),
    ("3rk3/8/8/8/8/8/8/3RK3 w fx:K", "e1!", "decrees", "readies"),
    ("4k3/8/8/8/2p5/2N5/8/4K3 w", "c3!xc4-d4", "steps_aside may_kill damages", "threat_counts"),
    ("4k3/8/8/8/2p5/2N5/8/4K3 w", "c3e4", "", "steps_aside"),
)  # fmt: skip

RISKS = cases(
    ("4k3/8/8/8/3q4/8/2P5/4K3 w cd:d4=3", "c2c3", "into_danger",
     "safe_square within_reach to_safety leaves"),
    ("4k3/8/8/8/3q4/2N5/8/4K3 w hp:c3=5 cd:d4=3", "c3b1", "to_safety safe_square",
     "saves into_danger out_of_reach"),
    ("4k3/8/8/8/3q4/2N5/8/4K3 w cd:d4=3", "c3b1", "out_of_reach", "to_safety covers"),
    ("4k3/8/8/8/3q4/8/8/1N2K3 w cd:d4=3", "b1c3", "within_reach", "into_danger out_of_reach safe_square"),
    ("4k3/8/8/8/Q2r4/3P4/8/4K3 w hp:d4=3,d3=3", "a4xd4", "kills saves", "lowers_risk leaves"),
    ("4k3/8/8/8/Q2r4/3P4/8/4K3 w hp:d4=5,d3=3", "a4xd4", "likely_kill lowers_risk", "saves kills"),
    ("4k3/8/8/8/8/1qB1P3/8/4K3 w hp:e3=4 cd:b3=3", "c3a5", "leaves", "saves lowers_risk covers"),
    ("4k3/8/8/8/8/1q2P3/8/B3K3 w hp:e3=4 cd:b3=3", "a1c3", "saves", "leaves"),
    ("4k3/8/8/8/8/1q2N3/8/B3K3 w cd:b3=3", "a1c3", "covers within_reach", "saves leaves"),
    ("4k3/8/8/8/4q3/4B3/8/4K3 w cd:e4=3", "e3a7", "exposes_king", "shelters_king covers saves"),
    ("4k3/8/8/8/4q3/8/8/2B1K3 w cd:e4=3", "c1e3", "shelters_king covers", "exposes_king"),
    ("4k3/8/8/8/4q3/4B3/8/4K3 w cd:e4=3", "e3f2", "exposes_king", "shelters_king to_safety"),
    ("4k3/8/8/8/3r4/R2N4/8/4K3 w", "a3c3", "defends within_reach", "attacks covers saves"),
    ("4k3/8/8/8/3r4/R2N4/8/4K3 w", "a3a4", "safe_square", "defends"),
    ("4k3/8/8/8/3r4/2RN4/8/4K3 w", "c3c4", "", "defends attacks"),  # did both before
    ("4k3/8/8/8/8/8/8/3QK3 w", "d1d4", "safe_square", "unanswered damages"),
)  # fmt: skip

THREATS = cases(
    ("4k3/8/8/1r3r2/8/8/8/K2Q4 w cd:d1=3", "d1d3", "forks", "attacks discovers threatens_king"),
    ("4k3/8/8/1p3p2/8/8/8/K2Q4 w cd:d1=3", "d1d3", "attacks", "forks"),  # mere pawns
    ("4k3/8/8/1r6/8/8/8/K2Q4 w cd:d1=3", "d1d3", "attacks", "forks discovers threatens_kill"),
    ("4k3/8/8/1r6/8/8/8/K2Q4 w hp:b5=5 cd:d1=3", "d1d3", "attacks threatens_kill", "likely_kill kills"),
    ("4k3/8/8/1r6/8/8/8/K2Q4 w", "d1d3", "", "attacks"),  # could overextend before
    ("4k3/8/8/8/3r4/8/3B4/3QK3 w cd:d1=3", "d2a5", "discovers", "forks"),
    ("4k3/8/8/8/8/8/8/3QK3 w cd:d1=3", "d1h5", "threatens_king attacks", "exposes_king kills_king"),
    ("4k3/8/8/7Q/8/8/8/4K3 w cd:h5=3", "h5xe8", "damages", "threatens_king attacks"),  # did before
    ("4k3/8/8/8/8/8/4P3/4KB2 w", "e2e4", "opens_line", "develops more_active"),
    ("4k3/8/8/8/8/8/3P4/4KB2 w", "d2d4", "", "opens_line"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "g1f3", "develops more_active", "opens_line"),
    ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w", "f3g1", "", "develops more_active"),
)  # fmt: skip

EVENTS = cases(
    ("8/P3k3/8/8/8/8/8/4K3 w", "a7a8q", "promotes", "pushes_passed makes_passed"),
    ("4k3/8/P7/8/8/8/8/4K3 w", "a6a7", "pushes_passed", "promotes makes_passed"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w hp:d5=2", "e4xd5", "kills makes_passed", "pushes_passed promotes"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w hp:d5=3", "e4xd5", "likely_kill", "makes_passed"),  # may survive
    ("8/8/8/8/8/8/3q4/K6k w", "a1b1", "only_move", "draws stalemates"),
    ("8/8/8/8/8/8/8/K6k w", "a1b1", "", "only_move"),
    ("k7/8/8/2Q5/8/8/8/4K3 w", "c5b6", "draws", "stalemates kills_king"),
    ("4k3/8/8/8/8/8/4R3/4K3 w ply:59", "e2d2", "draws", "stalemates"),
    ("4k3/8/8/8/8/8/4R3/4K3 w ply:58", "e2d2", "", "draws"),
)  # fmt: skip

BY_VARIANT = [
    Case("k7/8/8/2Q5/8/8/8/4K3 w", "c5b6", "stalemates", "draws", variant=STUCK_LOSES),
    Case("4k3/8/8/2rp4/8/8/3Q4/4K3 w", "d2xd5", "shield_counts", "halved", variant=SHIELDED),
    Case("4k3/8/8/3p4/8/2r5/3Q4/4K3 w", "d2xd5", "likely_kill", "shield_counts", variant=SHIELDED),
]

TERRAIN = [
    *cases(
        ("4k3/8/8/8/8/1P6/8/4K3 w", "b3b4", "holds_bridge pushes_passed", "leaves_bridge holds_stone"),
        ("4k3/8/8/8/1R6/8/8/4K3 w", "b4b3", "leaves_bridge", "holds_bridge leaps_over"),
        ("4k3/8/8/8/1R6/8/8/4K3 w", "b4b5", "", "holds_bridge leaves_bridge rides_belt"),
        world=SEAS,
    ),
    *cases(
        ("4k3/8/8/8/1N6/8/8/4K3 w", "b4d5", "leaps_over", "holds_bridge own_burns"),
        ("4k3/8/8/8/1N6/8/8/4K3 w", "b4d3", "", "leaps_over"),
        world=VOLCANO,
    ),
    *cases(
        ("4k3/8/8/8/8/8/6P1/4K3 w", "g2g3", "own_falls", "doomed rides_belt enemy_falls safe_square"),
        ("4k3/8/8/8/8/8/5P2/4K3 w", "f2f3", "doomed rides_belt", "own_falls deadly_belt safe_square"),
        ("4k3/8/8/8/8/8/1P6/4K3 w", "b2b3", "rides_belt deadly_belt safe_square", "own_falls doomed"),
        ("4k3/8/8/8/8/8/1P6/4K3 w", "b2b4", "safe_square", "rides_belt deadly_belt escapes_world"),
        ("4k3/8/8/8/8/6n1/8/4K3 w", "e1d1", "enemy_falls", "own_falls enemy_crushed enemy_drowns"),
        ("4k3/8/8/8/8/5n2/8/K7 w", "a1a2", "", "enemy_falls doomed"),
        ("4k3/8/8/8/8/6R1/8/4K3 w", "g3g5", "escapes_world", "doomed own_falls"),
        ("4k3/8/8/8/8/3R4/8/4K3 w", "d3d5", "", "escapes_world doomed rides_belt"),
        ("8/8/8/8/8/6k1/8/K7 w", "a1b1", "destroys_king enemy_falls", "kills_king kills draws stalemates"),
        ("8/8/8/8/8/5k2/8/K7 w", "a1b1", "", "destroys_king enemy_falls"),
        ("4k3/8/8/8/8/5r2/8/5QK1 w hp:f3=9", "f1xf3", "may_kill", "enemy_falls enemy_crushed"),
        world=FACTORY,
    ),
    *cases(
        ("4k3/8/8/8/8/1p6/8/1N2K3 w", "b1a3", "enemy_crushed rides_belt", "own_crushed deadly_belt"),
        ("4k3/8/8/8/8/1P6/8/1N2K3 w", "b1a3", "own_crushed rides_belt", "enemy_crushed"),
        # crushed by the rook where the queen does not kill it
        ("8/8/8/8/8/Rk6/1Q6/4K3 w hp:b3=5", "b2xb3", "destroys_king likely_kill", "kills_king"),
        # the pawn is crushed only if it is not killed, so that neither is sure
        ("4k3/8/8/8/8/Rp6/1Q6/4K3 w hp:b3=5", "b2xb3", "likely_kill", "enemy_crushed"),
        world="8/8/8/8/8/>7/8/8",
    ),
    *cases(
        ("4k3/8/8/8/8/p7/8/1N2K3 w", "e1e2", "enemy_drowns", "own_drowns enemy_falls enemy_burns"),
        ("4k3/8/8/8/8/8/8/1N2K3 w", "b1a3", "own_drowns", "enemy_drowns own_falls rides_belt"),
        world="8/8/8/8/8/>~6/8/8",
    ),
    *cases(
        ("4k3/8/8/8/8/p7/8/1N2K3 w", "e1e2", "enemy_burns", "own_burns enemy_drowns"),
        ("4k3/8/8/8/8/8/8/1N2K3 w", "b1a3", "own_burns", "enemy_burns own_drowns"),
        world="8/8/8/8/8/>%6/8/8",
    ),
    *cases(
        ("4k3/8/8/8/8/2N5/8/4K3 w", "c3e4,e4d5,d5f6", "stone_sequence stone_reach", "holds_stone"),
        ("6k1/8/8/8/8/8/8/K3R3 w", "e1e4,e4d4,d4d1", "stone_sequence", "stone_reach holds_stone"),
        ("4k3/8/8/8/8/2N5/8/4K3 w", "c3e4,e4f3,f3g5", "holds_stone stone_sequence", "holds_bridge"),
        ("4k3/5r2/8/8/8/8/8/1N2K3 w", "b1c3", "stone_threat", "attacks stone_sequence stone_reach forks"),
        ("4k3/5r2/8/8/8/8/8/1N2K3 w", "e1d1", "", "stone_threat stone_sequence attacks"),
        world=RUINS,
    ),
    *cases(
        ("4k3/8/8/8/8/8/4P3/4K3 w", "e2e3", "holds_spawn", "holds_stone"),
        ("4k3/8/8/8/8/8/4P3/4K3 w", "e2e4", "", "holds_spawn holds_bridge"),
        world=CARNIVAL,
    ),
]  # fmt: skip

CASES = (*STRIKES, *ABILITIES, *RISKS, *THREATS, *EVENTS, *BY_VARIANT, *TERRAIN)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.position} {case.action}")
def test_reasons(case: Case) -> None:
    codes = case.codes()
    assert set(case.must.split()) - codes == set()
    assert set(case.must_not.split()) & codes == set()


def test_every_reason_is_in_the_table_both_ways() -> None:
    assert {code for case in CASES for code in case.must.split()} == set(COMBAT_FINDERS)
    assert {code for case in CASES for code in case.must_not.split()} == set(COMBAT_FINDERS)


def test_the_page_names_every_reason() -> None:
    page = Path(__file__).parents[2] / "docs" / "uci.md"
    assert set(COMBAT_FINDERS) <= set(re.findall("`([a-z_]+)`", page.read_text(encoding="utf-8")))


# --- the line for people, and the data -------------------------------------------------------------------

ROOK_AND_KNIGHT = "4k3/8/8/8/3r4/5n2/8/3QK3 w hp:d4=5"


def record_of(position: str, *line: str, score: int = 420) -> DecisionRecord:
    return decision_record(Case(position, line[0], "", "").game(), line, score)


@pytest.mark.parametrize(
    ("position", "line", "text"),
    [
        (
            ROOK_AND_KNIGHT,
            ["d1xd4"],
            "Best: Queen attack d1xd4 (score 420, rook, likely kill 83%, good trade)",
        ),
        (
            "4k3/8/8/8/3r4/8/8/3QK3 w hp:d4=4",
            ["d1xd4=3", "e8e7"],
            "Best: Queen attack d1xd4 (score 420, rook, certain kill, good trade, nothing strikes back); "
            "expects e8e7",
        ),
        (
            "4k3/8/8/8/8/4N3/8/2B1K3 w hp:e3=3",
            ["c1!e3"],
            "Best: Bishop Consecration c1!e3 (score 420, heals the knight on e3 by 3.5)",
        ),
        (
            "4k3/8/8/8/3r4/8/8/3QK3 w fx:K",
            ["e1!"],
            "Best: King Royal Decree e1! (score 420, adds 1 to all rolls of the next 2 turns, "
            "ready to attack the rook on d4 and the king on e8)",
        ),
        (
            "4k3/8/8/8/3q4/8/2P5/4K3 w cd:d4=3",
            ["c2c3", "d4xc3=5"],
            "Best: Pawn move c2c3 (score 420, may be killed on c3 (50%), attacks the queen on d4, "
            "pushes a passed pawn); expects d4xc3",
        ),
        (
            "4k3/8/8/8/2p5/2N5/8/4K3 w",
            ["c3!xc4-d4"],
            "Best: Knight Skirmish c3!xc4-d4 (score 420, pawn, may kill 33%, good trade, "
            "expected damage 5.3, steps aside to d4)",
        ),
    ],
)
def test_the_line_for_people(position: str, line: list[str], text: str) -> None:
    assert record_of(position, *line).as_text() == text


def test_the_line_says_nothing_twice() -> None:
    record = record_of("4k3/8/8/1r6/8/8/8/K2Q4 w hp:b5=5 cd:d1=3", "d1d3")
    assert {"threatens_kill", "attacks"} <= {reason.code for reason in record.reasons}
    assert "threatens to kill the rook on b5 (83%)" in record.as_text()
    assert "attacks" not in record.as_text()
    fork = record_of("4k3/8/8/1r3r2/8/8/8/K2Q4 w hp:b5=5 cd:d1=3", "d1d3").as_text()
    assert "threatens to kill the rook on b5 (83%), forks the rook on b5 and the rook on f5" in fork


def test_the_data() -> None:
    data = json.loads(json.dumps(record_of(ROOK_AND_KNIGHT, "d1xd4", "e8e7", score=55).as_data()))
    assert [data[key] for key in ("piece", "action", "move", "target", "victim", "score", "answer")] == [
        "queen", "attacks", "d1xd4", "d4", "rook", 55, "e8e7",
    ]  # fmt: skip
    assert data["odds"]["kill"] == pytest.approx(5 / 6, abs=1e-4)
    assert data["odds"]["damage"] == pytest.approx((4 + 5 * 5) / 6, abs=1e-4)
    assert data["odds"]["gain"] - data["odds"]["loss"] >= 50
    assert data["reasons"][0] == {"code": "likely_kill", "text": "likely kill 83%", "squares": ["d4"]}


@pytest.mark.parametrize(
    ("position", "action", "named", "target"),
    [
        ("4k3/8/8/8/8/8/8/3QK3 w", "d1d4", "goes", "d4"),
        ("4k3/8/8/8/8/4N3/8/2B1K3 w hp:e3=3", "c1!e3", "consecration", "e3"),
        ("4k3/8/8/8/8/8/P7/R3K3 w", "a1!", "interpose", "a1"),
        ("4k3/8/8/8/8/8/P7/R3K3 w", "a2!a4", "advance", "a4"),
        ("4k3/8/8/8/8/8/P7/R3K3 w", "a2a4", "goes", "a4"),
        ("4k3/8/8/3r4/8/8/8/3QK3 w", "d1!d2xd5", "overextend", "d5"),
    ],
)
def test_abilities_are_actions(position: str, action: str, named: str, target: str) -> None:
    record = record_of(position, action)
    assert (record.action, record.target, record.move) == (named, target, action)
    assert (record.odds is None) == ("x" not in action)


def test_the_game_is_left_alone() -> None:
    game = Case(ROOK_AND_KNIGHT, "", "", "").game()
    game.push("d1d2")
    before = (game.fen(), game.move_stack, game.legal_moves)
    for move in game.legal_moves:
        decision_record(game, [move])
    assert (game.fen(), game.move_stack, game.legal_moves) == before


# --- UCI ---------------------------------------------------------------------------------------------------


def answered(result: Callable[[Game], Result], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the engine says to `go` with `Explain`, had the search found that."""
    output = io.StringIO()
    session = Session(output=output)
    monkeypatch.setattr(Engine, "search_now", lambda engine, game, *_: result(game))
    for option in ("UCI_Variant value exchange", "Explain value true"):
        session.answer(f"setoption name {option}")
    session.answer("position fen 4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1 hp:d4=5")
    session.run(["go depth 3\n"])
    return output.getvalue().splitlines()


def found(*line: str) -> Callable[[Game], Result]:
    info = Info(3, 3, 1, 420, None, 1000, 0.1, 0, tuple(map(Move, line)))
    return lambda game: Result(Move("d1xd4"), None, (info,))


def test_explain(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, record, move = answered(found("d1xd4"), monkeypatch)
    assert move == "bestmove d1xd4"
    said = "rook, likely kill 83%, good trade, nothing strikes back"
    assert record == f"info string Best: Queen attack d1xd4 (score 420, {said})"


@pytest.mark.parametrize("result", [found(), lambda game: Result(Move("d1xd4"), None)])
def test_without_a_line_there_is_nothing_to_explain(
    result: Callable[[Game], Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = answered(result, monkeypatch)
    assert lines[-1] == "bestmove d1xd4"
    assert not any("Best:" in line for line in lines)


def test_explain_what_was_searched() -> None:
    output = io.StringIO()
    session = Session(output=output)
    for option in ("UCI_Variant value exchange", "Explain value true"):
        session.answer(f"setoption name {option}")
    session.answer("position fen 4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1 hp:d4=4 cd:d1=3 fx:-")
    session.run(["go depth 1\n"])
    *_, record, move = output.getvalue().splitlines()
    assert move.startswith("bestmove d1xd4")
    assert record.startswith("info string Best: Queen attack d1xd4 (score ")
    assert ", rook, certain kill, good trade, nothing strikes back" in record
