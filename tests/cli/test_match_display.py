"""The standings on terminals of every width: what matters is never cut."""

from __future__ import annotations

import pytest
from rich.console import Console

from tilefish.cli.match_display import FittingTable, Row, cells
from tilefish.match.standings import EntrantScore

HEADS = ("", "Games", "Score", "+", "-", "=", "Elo", "95 %", "LOS", "Draws", "Pairs")
FEW = EntrantScore(3, 1, 0, {0.5: 1, 1.0: 1}, 2)
MANY = EntrantScore(4000, 3700, 4645, {0.0: 1000, 0.25: 1100, 0.5: 1971, 0.75: 1101, 1.0: 1000}, 2)
NAMES = ("Stockfish-dev-20261119", "Fairy-Stockfish-classical")


def drawn(width: int, *rows: Row) -> list[str]:
    console = Console(width=width)
    with console.capture() as capture:
        console.print(FittingTable(HEADS, list(rows)))
    return capture.get().splitlines()


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("score", [FEW, MANY])
def test_no_number_is_cut_on_a_terminal_of_any_width(width: int, score: EntrantScore) -> None:
    row = Row(NAMES, score)
    lines = drawn(width, row)
    assert all(len(line) <= width for line in lines)
    assert "".join(lines).count("…") in (0, 2 * sum(line.startswith("St") for line in lines))
    numbers = "  ".join(lines)
    for head, cell in zip(HEADS[1:], cells(row)[1:], strict=True):
        assert head in numbers
        assert cell in numbers


def test_a_wide_terminal_has_one_table_and_a_narrow_one_the_score_first() -> None:
    rows = [Row((name,), FEW) for name in NAMES]
    (heads, _, first, second) = drawn(120, *rows)
    assert heads.split() == " ".join(HEADS).split()
    assert first.startswith(f"{NAMES[0]} ")
    assert second.startswith(f"{NAMES[1]} ")
    narrow = drawn(40, *rows)
    assert narrow[0].split() == ["Games", "Score", "+", "-", "="]
    assert narrow[2].split() == ["Stockfish-de…", "4", "75.0%", "3", "1", "0"]
    assert narrow[4].split()[:3] == ["Elo", "95", "%"]


def test_two_shortened_names_still_differ() -> None:
    assert Row(("act2", "act1"), FEW).short_label(17) == "act2 against act1"
    assert Row(("act2", "act1"), FEW).short_label(13) == "act2 - act1"
    assert Row(NAMES, FEW).short_label(13) == "Stoc… - Fair…"
