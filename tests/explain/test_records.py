"""Decision records: reasons that must be given for a move, and reasons that must not."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.values import with_round_values

from tilefish import Game
from tilefish.explain.reasons.registry import FINDERS
from tilefish.explain.record import decision_record
from tilefish.protocols.uci.session import Session


@dataclass(frozen=True)
class Case:
    """A move with codes that its record must have, and such that it must not have."""

    fen: str
    move: str
    must: str
    must_not: str
    variant: str = "chess"
    world: str | None = None

    def codes(self) -> set[str]:
        game = Game(with_round_values(self.variant), self.fen, self.world)
        return {reason.code for reason in decision_record(game, [self.move]).reasons}


def cases(variant: str, *rows: tuple[str, str, str, str], world: str | None = None) -> list[Case]:
    return [Case(fen, move, must, must_not, variant, world) for fen, move, must, must_not in rows]


NOTHING_TAKEN = "captures wins_material trades_evenly sacrifices"

CHESS = cases(
    "chess",
    # captures and trades
    ("4k3/8/8/3p4/8/4N3/8/4K3 w - -", "e3d5",
     "captures wins_material safe_square", "trades_evenly sacrifices"),
    ("4k3/8/2p5/3p4/8/4N3/8/4K3 w - -", "e3d5",
     "captures sacrifices", "wins_material safe_square into_danger"),
    ("4k3/8/2p5/3n4/8/4N3/8/4K3 w - -", "e3d5",
     "captures trades_evenly", "wins_material sacrifices safe_square"),
    ("4k3/8/2p5/3r4/8/4N3/8/4K3 w - -", "e3d5", "wins_material", "trades_evenly sacrifices safe_square"),
    # the only guard is pinned
    ("4k3/4r3/8/4n3/8/3N4/8/R3K3 b Q -", "e5d3",
     "captures discovers_check checks wins_material", "mates pins"),
    ("3rk3/8/2b5/3p4/8/4N3/B7/3RK3 w - -", "e3d5", "wins_material", "sacrifices trades_evenly"),
    ("4k3/8/8/1pP5/8/8/8/4K3 w - b6", "c5b6", "captures wins_material pushes_passed", "makes_passed checks"),
    ("4k3/8/8/8/8/4N3/8/4K3 w - -", "e3d5", "safe_square", NOTHING_TAKEN),
    # safety
    ("4k3/8/8/8/8/1b6/8/N3K3 b - -", "b3d5",
     "to_safety safe_square", "saves into_danger checks answers_check"),
    ("4k3/8/1p6/8/8/4N3/8/4K3 w - -", "e3d5", "safe_square attacks", "into_danger leaves"),
    ("4k3/8/2p5/8/8/4N3/8/4K3 w - -", "e3d5", "into_danger", "safe_square to_safety leaves"),
    ("4k3/8/8/8/3p4/4N3/8/4K3 w - -", "e3d5", "to_safety safe_square", "saves escapes_world into_danger"),
    ("4k3/8/8/8/3p4/2N5/1P6/4K3 w - -", "b2b3", "", "saves to_safety defends"),
    ("3rk3/8/8/8/3N4/8/8/4K2R w K -", "h1h4", "saves", "leaves to_safety castles"),
    ("3rk3/8/8/8/3N4/3P4/8/4K3 w - -", "e1e2", "", "saves defends leaves"),
    ("3rk3/8/8/8/3N4/2P5/8/4K3 w - -", "c3c4", "leaves", "saves to_safety"),
    ("3rk3/3p4/8/8/3N4/4P3/8/4K3 w - -", "e3e4", "", "leaves saves"),
    ("3rk3/8/8/8/8/3N4/4P3/4K2R w - -", "h1h3", "defends", "saves castles"),
    ("3rk3/8/8/8/8/3N4/4P3/4K2R w - -", "h1h2", "", "defends saves"),
    ("3rk3/8/8/8/8/3N3R/4P3/4K3 w - -", "h3g3", "", "defends saves"),  # guarded it before
    ("3r3k/8/8/8/3N4/8/K7/R7 w - -", "a1h1", "checks", "saves"),  # the check only puts it off
    # threats
    ("4k3/8/b7/8/8/8/4K3/2n3R1 w - -", "e2d2", "answers_check", "attacks"),  # only the check was in the way
    ("3qk3/8/8/8/8/8/8/3RK3 w - -", "d1d2", "", "attacks"),  # attacked it before
    ("4k3/8/3p4/4n3/8/B7/8/K3R3 w - -", "a3d6", "wins_material attacks", "discovers"),
    ("4k3/8/2n5/1B6/8/8/8/4K3 w - -", "b5a4", "", "pins"),  # pinned it before
    ("4k2r/1b6/8/8/8/8/8/R3K3 w - -", "a1a8", "checks into_danger", "skewers"),
    ("3qk3/8/8/8/8/8/8/R3K3 w - -", "a1d1", "attacks", "forks pins skewers opens_line"),
    ("r3k3/8/8/1N6/8/8/8/4K3 w - -", "b5c7", "forks checks", "attacks pins mates"),
    ("r3k3/8/1b6/1N6/8/8/8/4K3 w - -", "b5c7", "checks into_danger", "forks"),
    ("4k3/8/2n5/8/8/8/8/4KB2 w - -", "f1b5", "pins", "skewers forks checks"),
    ("3k4/8/2n5/8/8/8/8/4KB2 w - -", "f1b5", "attacks", "pins skewers"),
    ("3qk3/8/5n2/8/8/8/8/2B1K3 w - -", "c1g5", "pins", "skewers discovers"),
    ("4k2r/8/8/8/8/8/8/R3K3 w - -", "a1a8", "checks skewers", "pins mates forks"),
    ("3rq1k1/8/8/8/8/8/6PP/3R2K1 w - -", "d1e1", "", "skewers pins"),
    ("2k5/3q4/8/8/8/8/B7/2K3R1 w - -", "a2e6", "pins attacks", "skewers forks"),
    ("3k4/8/8/8/4r3/8/4N3/4R1K1 w - -", "e2c3", "discovers", "discovers_check checks"),
    ("4k3/8/8/8/8/8/4N3/4R1K1 w - -", "e2c3", "discovers_check checks", "discovers attacks answers_check"),
    ("4k3/4p3/8/8/8/8/4N3/4R1K1 w - -", "e2c3", "", "discovers discovers_check checks"),
    ("4k3/8/8/8/8/8/4P3/4KB2 w - -", "e2e4", "opens_line", "develops more_active castles"),
    ("4k3/8/8/8/8/8/3P4/4KB2 w - -", "d2d4", "", "opens_line"),
    # checks and ends
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "a1a8", "mates", "checks stalemates draws"),
    ("6k1/5pp1/8/8/8/8/8/R3K3 w - -", "a1a8", "checks", "mates"),
    ("k7/8/2K5/8/8/8/8/1Q6 w - -", "b1b6", "draws", "stalemates mates"),
    ("k7/8/2K5/8/8/8/8/1Q6 w - -", "b1b5", "", "draws stalemates mates checks"),
    ("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", "castles", "checks captures"),
    ("5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "castles checks", "mates discovers_check"),
    ("8/P3k3/8/8/8/8/8/4K3 w - -", "a7a8q", "promotes", "pushes_passed makes_passed"),
    ("4k3/8/P7/8/8/8/8/4K3 w - -", "a6a7", "pushes_passed", "promotes makes_passed"),
    ("4k3/1p6/P7/8/8/8/8/4K3 w - -", "a6a7", "makes_passed", "pushes_passed promotes"),
    ("4k3/1p6/P7/8/8/8/8/4K3 w - -", "a6b7", "wins_material makes_passed", "pushes_passed"),
    ("4k3/8/1p6/8/P7/8/8/4K3 w - -", "a4a5", "", "pushes_passed makes_passed"),
    ("4k3/8/8/8/8/8/4r3/4K3 w - -", "e1e2", "answers_check captures", "only_move safe_square"),
    ("7K/8/5k2/8/8/8/8/6q1 w - -", "h8h7", "only_move", "answers_check castles"),
    # quiet moves
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "g1f3", "develops more_active", "opens_line"),
    ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq -", "f3g1", "", "develops more_active"),
)  # fmt: skip

FRAGMENTS = cases(
    "fragments",
    ("k4/5/2K2/5/1Q3 w - -", "b1b3", "stalemates", "draws mates checks"),
    ("k4/5/2K2/5/1Q3 w - -", "b1b2", "", "stalemates draws"),
    ("4k/n4/5/5/K1R2 w - -", "c1c4", "forks checks", "pins attacks stalemates"),
    ("4k/5/5/5/K1R2 w - -", "c1c4", "checks", "forks"),
    ("4k/P4/5/5/4K w - -", "a4a5q", "promotes checks", "pushes_passed"),
    ("nqkbr/ppppp/5/PPPPP/RBKQN w - -", "a1b3", "develops checks pins", "captures mates skewers"),
)  # fmt: skip

PIRATES = cases(
    "pirate_seas",
    ("4k3/8/8/8/8/1P6/8/4K3 w - -", "b3b4", "holds_bridge pushes_passed", "leaves_bridge holds_stone"),
    ("4k3/8/8/8/1R6/8/8/4K3 w - -", "b4b3", "leaves_bridge", "holds_bridge leaps_over"),
    ("4k3/8/8/8/1R6/8/8/4K3 w - -", "b4b5", "", "holds_bridge leaves_bridge rides_belt"),
    ("4k3/8/8/8/8/8/P7/4K3 w - -", "a2a3", "", "pushes_passed makes_passed holds_bridge"),  # water ahead
)  # fmt: skip

VOLCANO = cases(
    "volcanic_wasteland",
    ("4k3/8/8/8/1N6/8/8/4K3 w - -", "b4d5", "leaps_over", "holds_bridge own_burns"),
    ("4k3/8/8/8/1N6/8/8/4K3 w - -", "b4d3", "", "leaps_over"),
)  # fmt: skip

FACTORY = cases(
    "fear_factory",
    ("4k3/8/8/8/8/8/6P1/4K3 w - -", "g2g3",
     "own_falls", "doomed rides_belt enemy_falls deadly_belt safe_square"),
    ("4k3/8/8/8/8/8/5P2/4K3 w - -", "f2f3", "doomed rides_belt", "own_falls deadly_belt safe_square"),
    ("4k3/8/8/8/8/8/1P6/4K3 w - -", "b2b3", "rides_belt deadly_belt safe_square", "own_falls doomed"),
    ("4k3/8/8/8/8/8/1P6/4K3 w - -", "b2b4", "safe_square", "rides_belt deadly_belt escapes_world"),
    ("4k3/8/8/8/8/6n1/8/4K3 w - -", "e1d1",
     "enemy_falls", "own_falls enemy_crushed enemy_drowns enemy_burns"),
    ("4k3/8/8/8/8/5n2/8/K7 w - -", "a1a2", "", "enemy_falls doomed"),
    ("4k3/8/8/8/8/6n1/8/K5R1 w - -", "g1g3", "captures sacrifices own_falls",
     "wins_material safe_square enemy_falls into_danger"),
    ("4k3/8/8/8/8/6R1/8/4K3 w - -", "g3g5", "escapes_world", "doomed own_falls"),
    ("4k3/8/8/8/8/5R2/8/4K3 w - -", "f3f5", "escapes_world", "doomed own_falls"),
    ("4k3/8/8/8/8/3R4/8/4K3 w - -", "d3d5", "", "escapes_world doomed rides_belt"),
    ("4k3/8/8/8/8/5R2/8/4K3 w - -", "e1e2", "doomed", "escapes_world own_falls rides_belt"),
    ("3k4/8/8/8/8/4R3/8/4K3 w - -", "e3e5", "", "escapes_world"),  # three turns are time enough
    ("4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e3", "rides_belt deadly_belt", "doomed"),
    ("4k3/8/8/8/7K/1p6/8/1R6 w - -", "h4h5", "", "opens_line"),  # a belt opens it
    ("8/8/8/8/8/6k1/8/K7 w - -", "a1b1", "destroys_king enemy_falls", "mates checks draws stalemates"),
    ("8/8/8/8/8/5k2/8/K7 w - -", "a1b1", "", "destroys_king enemy_falls"),
)  # fmt: skip

CRUSHING = cases(
    "chess",
    ("4k3/8/8/8/8/1p6/8/1N2K3 w - -", "b1a3", "enemy_crushed rides_belt", "own_crushed captures deadly_belt"),
    ("4k3/8/8/8/8/1P6/8/1N2K3 w - -", "b1a3", "own_crushed rides_belt", "enemy_crushed captures"),
    ("4k3/8/8/8/8/1r6/8/1N2K3 w - -", "e1e2", "", "enemy_crushed own_crushed enemy_drowns"),
    world="8/8/8/8/8/>7/8/8",
)  # fmt: skip

MEETING = cases(
    "chess",
    ("4k3/8/8/8/8/p7/8/1N2K3 w - -", "b1c3", "own_crushed", "enemy_crushed rides_belt"),
    ("4k3/8/8/8/8/2p5/8/1N2K3 w - -", "b1a3", "enemy_crushed rides_belt", "own_crushed"),
    world="8/8/8/8/8/>1<5/8/8",
)  # fmt: skip

DROWNING = cases(
    "chess",
    ("4k3/8/8/8/8/p7/8/1N2K3 w - -", "e1e2", "enemy_drowns", "own_drowns enemy_falls enemy_burns"),
    ("4k3/8/8/8/8/8/8/1N2K3 w - -", "b1a3", "own_drowns", "enemy_drowns own_falls own_burns rides_belt"),
    world="8/8/8/8/8/>~6/8/8",
)  # fmt: skip

BURNING = cases(
    "chess",
    ("4k3/8/8/8/8/p7/8/1N2K3 w - -", "e1e2", "enemy_burns", "own_burns enemy_drowns"),
    ("4k3/8/8/8/8/8/8/1N2K3 w - -", "b1a3", "own_burns", "enemy_burns own_drowns"),
    world="8/8/8/8/8/>%6/8/8",
)  # fmt: skip

RUINS = cases(
    "ruined_overworld",
    ("4k3/8/8/8/8/2N5/8/4K3 w - -", "c3e4,e4d5,d5f6",
     "stone_sequence stone_reach checks", "holds_stone captures"),
    ("4k3/8/8/8/4n3/2N5/8/4K3 w - -", "c3e4,e4d5,d5f6", "captures wins_material stone_sequence checks",
     "trades_evenly"),
    ("6k1/8/8/8/8/8/8/K3R3 w - -", "e1e4,e4d4,d4d1", "stone_sequence", "stone_reach holds_stone checks"),
    ("4k3/8/8/8/8/2N5/8/4K3 w - -", "c3e4,e4f3,f3g5", "holds_stone stone_sequence", "checks holds_bridge"),
    ("4k3/8/5r2/8/8/8/8/1N2K3 w - -", "b1c3", "stone_threat", "attacks stone_sequence stone_reach forks"),
    ("4k3/8/5r2/8/8/8/8/1N2K3 w - -", "b1a3", "", "stone_threat stone_sequence attacks"),
)  # fmt: skip

CARNIVAL = cases(
    "twisted_carnival",
    ("4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e3", "holds_spawn", "holds_stone"),
    ("4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e4", "", "holds_spawn holds_bridge"),
)  # fmt: skip

VOID = cases(
    "void_dimension",
    ("********/*k5*/*5P*/*6*/*6*/*6*/*K5*/******** w - -", "g6g7q", "promotes checks", "pushes_passed"),
    ("********/*k5*/*6*/*5P*/*6*/*6*/*K5*/******** w - -", "g5g6", "pushes_passed", "promotes makes_passed"),
)  # fmt: skip

CASES = (
    *CHESS, *FRAGMENTS, *PIRATES, *VOLCANO, *FACTORY, *CRUSHING, *MEETING, *DROWNING, *BURNING, *RUINS,
    *CARNIVAL, *VOID,
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.variant} {case.fen} {case.move}")
def test_reasons(case: Case) -> None:
    codes = case.codes()
    assert set(case.must.split()) - codes == set()
    assert set(case.must_not.split()) & codes == set()


@pytest.mark.parametrize(
    ("pawn", "trade"), [(100, "trades_evenly"), (41, "trades_evenly"), (40, "wins_material")]
)
def test_a_pawn_is_won_however_little_it_is_worth(pawn: int, trade: str) -> None:
    """And what is less than a pawn and less than 50 centipawns is an even trade: here 40."""
    variant = with_round_values("chess", pawn=(pawn, 120), bishop=(340, 340))
    for fen, code in (
        ("4k3/8/8/3p4/8/4N3/8/4K3 w - -", "wins_material"),
        ("4k3/8/2p5/3b4/8/4N3/8/4K3 w - -", trade),
    ):
        record = decision_record(Game(variant, fen), ["e3d5"])
        assert code in {reason.code for reason in record.reasons}


def test_every_reason_is_in_the_table_both_ways() -> None:
    assert {code for case in CASES for code in case.must.split()} == set(FINDERS)
    assert {code for case in CASES for code in case.must_not.split()} == set(FINDERS)


def test_the_page_names_every_reason() -> None:
    page = Path(__file__).parents[2] / "docs" / "uci.md"
    assert set(FINDERS) <= set(re.findall("`([a-z_]+)`", page.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("variant", "fen", "line", "text"),
    [
        (
            "chess",
            "4k3/7p/8/3p4/8/4N3/8/4K3 w - -",
            ["e3d5", "e8d7"],
            "Best: Knight takes d5 (score 120, wins a pawn, safe square); expects Kd7",
        ),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K -", ["e1g1"], "Best: King castles to g1 (score 120, castles)"),
        (
            "chess",
            "3r3k/8/8/8/8/2N5/8/4K3 w - -",
            ["c3d5"],
            "Best: Knight to d5 (score 120, may be lost on d5)",
        ),
        (
            "ruined_overworld",
            "7k/p7/8/8/8/2N5/8/4K3 w - -",
            ["c3e4,e4d5,d5f6"],
            "Best: Knight by stone to f6 (score 120, rides the stone from e4 to d5, "
            "reaches f6 only by the stone, safe square)",
        ),
        (
            "fear_factory",
            "4k3/8/8/8/8/6n1/7P/4K3 w - -",
            ["e1d1"],
            "Best: King to d1 (score 120, a belt drops the knight on g3 into the void)",
        ),
        (
            "chess",
            "r3k2r/8/8/1N6/8/8/8/4K3 w - -",
            ["b5c7"],
            "Best: Knight to c7 (score 120, gives check, forks the rook on a8 and the king on e8, "
            "safe square)",
        ),
    ],
)
def test_the_line_for_people(variant: str, fen: str, line: list[str], text: str) -> None:
    assert decision_record(Game(variant, fen), line, 120).as_text() == text


def test_the_squares_of_a_reason() -> None:
    game = Game("chess", "r3k3/8/8/1N6/8/8/8/4K3 w - -")
    fork = next(r for r in decision_record(game, ["b5c7"]).reasons if r.code == "forks")
    assert set(fork.squares) == {"a8", "e8"}


@pytest.mark.parametrize(("mate", "text"), [(3, "(mate in 3"), (-2, "(mated in 2")])
def test_mates_take_the_place_of_the_score(mate: int, text: str) -> None:
    assert text in decision_record(Game(), ["e2e4"], mate=mate).as_text()


def test_few_reasons_are_reported_and_all_are_data() -> None:
    game = Game("chess", "3r2k1/5ppp/8/8/3n4/4N3/3Q1PPP/3R2K1 w - -")
    record = decision_record(game, ["d2d4", "d8d4"], 55)
    data = json.loads(json.dumps(record.as_data()))
    assert data["move"] == "d2d4"
    assert data["action"] == "takes"
    assert (data["piece"], data["target"], data["score"], data["answer"]) == ("queen", "d4", 55, "d8d4")
    assert [reason["code"] for reason in data["reasons"]] == [reason.code for reason in record.reasons]
    assert data["reasons"][0]["squares"] == ["d4"]


def test_castling_as_king_takes_rook() -> None:
    game = Game(fen="1k6/p7/8/8/8/8/P7/1K4RR w G - 0 1", chess960=True)
    record = decision_record(game, ["b1g1"])
    assert record.as_text() == "Best: King castles to g1 (score 0, castles)"
    assert record.as_data()["action"] == "castles"


def test_the_game_is_left_alone() -> None:
    game = Game()
    game.push("e2e4")
    before = (game.fen(), game.move_stack, game.legal_moves)
    decision_record(game, ["e7e5", "g1f3"])
    assert (game.fen(), game.move_stack, game.legal_moves) == before


def uci_lines(*options: str, fen: str = "4k3/7p/8/3q4/8/4N3/8/4K3 w - - 0 1") -> list[str]:
    """What the engine says to a search with some options set."""
    output = io.StringIO()
    session = Session(output=output, seed=1)
    for option in options:
        session.answer(f"setoption name {option}")
    session.answer(f"position fen {fen}")
    session.run(["go depth 3\n"])
    return output.getvalue().splitlines()


@pytest.mark.parametrize("lines", [1, 3])
def test_explain_comes_once_before_the_move(lines: int) -> None:
    *before, record, move = uci_lines("Explain value true", f"MultiPV value {lines}")
    assert move.startswith("bestmove e3d5")
    assert record.startswith("info string Best: Knight takes d5 (score ")
    assert ", wins a queen, " in record
    assert not any(line.startswith("info string") for line in before)


def test_nothing_is_explained_unasked() -> None:
    assert not any(line.startswith("info string") for line in uci_lines())


def test_a_level_explains_what_it_plays() -> None:
    *_, record, move = uci_lines("Explain value true", "Difficulty value Beginner", fen=Game().fen())
    assert f" to {move.split()[1][2:4]} (" in record


def test_without_a_move_there_is_nothing_to_explain() -> None:
    lines = uci_lines("Explain value true", fen="k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")
    assert lines == ["info depth 0 score mate 0", "bestmove (none)"]
