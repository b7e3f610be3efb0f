"""The tree of a search as text: every move has its name, and what is said of it follows from the numbers."""

from __future__ import annotations

import re

import pytest

from tilefish import Game
from tilefish.analysis.search_trace import REASONS, VISITS, trace_lines
from tilefish.core.search.trace import SearchTrace
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
FIGHT = "rnbqkbnr/p1ppp2p/5pp1/1p6/2P5/P7/RPQPPPPP/1NB1KBNR b - - 9 5 hp:- cd:a8=2 fx:K,k"
ROW = re.compile(
    r"( *(qs|\d+) +\S+ +\S+ +([<>]=)?(?P<score>\S+) +([-+]\d+ +)?\d+ | {52})"
    r" (?P<indent> *)(?P<words>\S.*)"
)


def _trace(game: Game, depth: int, trace: SearchTrace) -> list[str]:
    engine = Engine(4)
    engine.trace = trace
    engine.analyse(game, Limits(depth=depth))
    return list(trace_lines(game, trace))


def _tree_of(lines: list[str], depth: int) -> list[str]:
    """The lines of an iteration below its heading."""
    begin = lines.index(f"Depth {depth}") + 2
    return lines[begin : lines.index("", begin)]


@pytest.mark.parametrize(
    ("variant", "fen", "depth", "notes"),
    [
        (
            "chess",
            KIWIPETE,
            11,
            {
                *("TT cutoff", "null move", "reverse futility", "stand pat", "late move pruning", "razoring"),
                *("futility pruning", "loses material (SEE)", "beta cut-off", "new best"),
                *("LMR -2", "check +1", "singular +1", "re-search at full depth"),
            },
        ),
        ("chess", "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", 4, {"no legal move", "mate distance"}),
        ("fear_factory", None, 7, {"null move", "TT cutoff"}),
        ("ruined_overworld", None, 8, {"null move", "TT cutoff"}),
        ("exchange", FIGHT, 3, {"mean of a roll", "Star1", "Star2", "first answer", "stand pat"}),
    ],
)
def test_moves_have_names_and_reasons(variant: str, fen: str | None, depth: int, notes: set[str]) -> None:
    """Every line of a tree can be read. An illegal move would raise an error."""
    lines = _trace(Game(variant, fen), depth, SearchTrace(4))
    known = {
        *REASONS,
        *VISITS,
        "check +1",
        "singular +1",
        "singular +2",
        "beta cut-off",
        "new best",
        "mean of a roll",
    }
    found: set[str] = set()
    for number in range(1, depth + 1):
        for line in _tree_of(lines, number):
            row = ROW.fullmatch(line)
            assert row, line
            found.update(row["words"].split(", ")[1:])
    assert notes <= found
    assert {note for note in found if not re.fullmatch(r"(LMR|IIR) -\d+", note)} <= known


def test_root_moves_of_the_last_iteration() -> None:
    """The best move is the last one that is better, with the score of the root."""
    game = Game()
    engine = Engine(4)
    engine.trace = trace = SearchTrace(1)
    result = engine.analyse(game, Limits(depth=7))
    rows = [ROW.fullmatch(line) for line in _tree_of(list(trace_lines(game, trace)), 7)]
    assert all(rows)
    roots = [row for row in rows if row and not row["indent"]]
    best = [row for row in rows if row and row["indent"] == "  " and "new best" in row["words"]]
    assert roots[-1]["score"] == best[-1]["score"] == f"{result.lines[0].score:+d}"
    assert result.move is not None
    assert best[-1]["words"].split(",")[0] == game.san(result.move)


def test_nodes_and_time_of_each_depth_stand_at_the_end() -> None:
    game = Game("fragments")
    engine = Engine(4)
    engine.trace = trace = SearchTrace(2)
    result = engine.analyse(game, Limits(depth=6))
    lines = list(trace_lines(game, trace))
    *_, heading = (place for place, line in enumerate(lines) if not line)
    rows = [line.split() for line in lines[heading + 1 :]]
    assert rows[0] == ["depth", "score", "nodes", "seconds", "lines"]
    assert [row[0] for row in rows[1:]] == ["1", "2", "3", "4", "5", "6"]
    assert sum(int(row[2]) for row in rows[1:]) == result.lines[0].nodes
    assert sum(float(row[3]) for row in rows[1:]) <= result.lines[0].seconds + 0.01
    assert rows[-1][1] == f"{result.lines[0].score:+d}"
    for depth, _, _, _, count in rows[1:]:
        assert len(_tree_of(lines, int(depth))) == int(count)


def test_what_has_no_room_is_named() -> None:
    lines = _trace(Game("chess", KIWIPETE), 8, SearchTrace(3, 200))
    (dropped,) = (
        re.fullmatch(r"Depths 1 to (\d) are left out, .*", line) for line in lines if "Depths" in line
    )
    assert dropped
    rows = [line.split() for line in lines[-8:]]
    assert [row[0] for row in rows if row[-2:] == ["left", "out"]] == list("1234567")[: int(dropped[1])]
    assert all(re.fullmatch(r"[-+]\d+", row[1]) for row in rows)
    left_out = [
        re.fullmatch(r"\(cut here: (\d+) lines? left out, to keep the trace small\)", line) for line in lines
    ]
    assert any(left_out)
    whole = _trace(Game("chess", KIWIPETE), 8, SearchTrace(3))
    cut = next(int(match[1]) for match in reversed(left_out) if match)
    assert len(_tree_of(lines, 8)) - 1 + cut == len(_tree_of(whole, 8))


def test_lines_of_a_multipv_search_are_counted() -> None:
    game = Game()
    engine = Engine(4)
    engine.trace = trace = SearchTrace(1)
    engine.analyse(game, Limits(depth=2), lines=3)
    labels = [line.split("  ")[-1] for line in _tree_of(list(trace_lines(game, trace)), 2) if "root" in line]
    assert labels == ["root", "root, line 2", "root, line 3"]


def test_mates_are_counted_in_moves() -> None:
    lines = _trace(Game("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), 3, SearchTrace(2))
    assert any(re.search(r"#1 .*  Rd8, .*new best", line) for line in lines)
