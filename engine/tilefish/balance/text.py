"""A report as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

from tilefish.balance import tables
from tilefish.balance.report import Report
from tilefish.balance.words import SIDES_IN_WORDS, bars, points, share, some, unit_of, verdict
from tilefish.render.wrapping import folded
from tilefish.rules.messages import count

LayOut = Callable[[Sequence[Sequence[str]], int], Iterator[str]]
"""Makes lines of a table, none of them wider than a number of columns."""

_WIDTH = 80
_INDENT = "  "
_TABLE_WIDTH = _WIDTH - len(_INDENT)
_IDLERS = 8
_SQUARES = 16


def report_text(report: Report, lay_out: LayOut) -> Iterator[str]:
    """The lines."""
    lines = [
        f"{report.title} ({report.variant}): {count(report.games, 'game')}, seed {report.seed}",
        f"{count(report.openings, 'opening')}, each played at {', '.join(report.efforts)}",
    ]
    if report.interrupted:
        lines.append("Interrupted: only the games that were finished are counted.")
    yield from (folded(line, _WIDTH) for line in (*lines, "", verdict(report), ""))
    for heading, section in _SECTIONS.items():
        lines = list(section(report, lay_out))
        if lines:
            yield heading
            yield from (folded(_INDENT + line, _WIDTH) if line else "" for line in lines)
            yield ""
    yield "Advice"
    for advice in report.advice:
        yield from textwrap.wrap(advice.text, _WIDTH, initial_indent="  - ", subsequent_indent="    ")


def _results(report: Report, lay_out: LayOut) -> Iterator[str]:
    yield from lay_out(tables.results(report), _TABLE_WIDTH)
    if report.trend is not None:
        first, last = report.efforts[0], report.efforts[-1]
        yield f"From {first} to {last} White's score changes by {points(report.trend)}."


def _length(report: Report, lay_out: LayOut) -> Iterator[str]:
    length = report.length
    yield (
        f"{length.median:g} plies in the median; half of the games have {length.quarter:g} to "
        f"{length.three_quarters:g}, the shortest {length.shortest}, the longest {length.longest}"
    )


def _ends(report: Report, lay_out: LayOut) -> Iterator[str]:
    yield from lay_out(tables.ends(report), _TABLE_WIDTH)
    yield f"{share(report.draws)} are drawn"


def _pieces(report: Report, lay_out: LayOut) -> Iterator[str]:
    yield from lay_out(tables.pieces(report), _TABLE_WIDTH)


def _losses(report: Report, lay_out: LayOut) -> Iterator[str]:
    for cause in sorted({loss.cause for loss in report.losses}):
        counts = [
            f"{SIDES_IN_WORDS[loss.side]}'s {loss.piece} {loss.a_game:.2f}"
            for loss in sorted(report.losses, key=lambda loss: -loss.a_game)
            if loss.cause == cause
        ]
        yield f"{cause}: {', '.join(counts)}"


def _idlers(report: Report, lay_out: LayOut) -> Iterator[str]:
    if report.idlers:
        yield from lay_out(tables.idlers(report, _IDLERS), _TABLE_WIDTH)
    if len(report.idlers) > _IDLERS:
        yield f"and {count(len(report.idlers) - _IDLERS, 'piece')} less often"


def _tiles(report: Report, lay_out: LayOut) -> Iterator[str]:
    yield from lay_out(tables.tiles(report), _TABLE_WIDTH)
    if report.never_visited:
        yield f"No piece ever stood on {some(report.never_visited, _SQUARES)}"


def _worths(report: Report, lay_out: LayOut) -> Iterator[str]:
    worths = report.worths
    if any(worth.pawns for worth in worths.pieces):
        yield from lay_out(tables.worths(report), _TABLE_WIDTH)
    if worths.edge is not None:
        yield f"White's advantage besides material: {bars(worths.edge, sign=True)} ({unit_of(worths)})"
    if worths.remark:
        yield worths.remark


def _choices(report: Report, lay_out: LayOut) -> Iterator[str]:
    yield from lay_out(tables.choices(report), _TABLE_WIDTH)


def _stuck(report: Report, lay_out: LayOut) -> Iterator[str]:
    yield from tables.stuck(report)


def _remarks(report: Report, lay_out: LayOut) -> Iterator[str]:
    yield from report.remarks


_SECTIONS: dict[str, Callable[[Report, LayOut], Iterator[str]]] = {
    "Results": _results,
    "Length": _length,
    "How games end": _ends,
    "Pieces (numbers a game)": _pieces,
    "Lost to the world (pieces a game)": _losses,
    "Never acted": _idlers,
    "Tiles (numbers a game)": _tiles,
    "What pieces are worth": _worths,
    "Legal moves": _choices,
    "Stuck (at most two legal moves, not in check, more than a king)": _stuck,
    "Remarks": _remarks,
}
