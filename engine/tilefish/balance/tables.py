"""The tables of a report as text: the same in a terminal and on a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilefish.balance.report import Advantage, Report
from tilefish.balance.words import SIDES_IN_WORDS, bars, elo, percent, share, unit_of

Table = list[list[str]]
"""Rows, the heads of the columns first."""

_NOTHING = "-"


def results(report: Report) -> Table:
    """How often each side won, by effort."""
    heads = ["", "games", "White won", "drawn", "Black won", "White's score", "in Elo"]
    return [heads, *map(_result, rows_of_results(report))]


def rows_of_results(report: Report) -> Sequence[Advantage]:
    """Each effort, and all of them if there are several."""
    return report.by_effort if len(report.by_effort) == 1 else (*report.by_effort, report.overall)


def _result(row: Advantage) -> list[str]:
    numbers = map(str, (row.games, row.white, row.draws, row.black))
    value, low, high = map(elo, row.elo)
    return [row.effort, *numbers, share(row.score), f"{value} ({low} to {high})"]


def ends(report: Report) -> Table:
    """The ways in which games end."""
    rows = [
        [str(end.reason), share(end.share), str(end.white), str(end.draws), str(end.black)]
        for end in report.ends
    ]
    return [["", "share of games", "White won", "drawn", "Black won"], *rows]


def pieces(report: Report) -> Table:
    """The actions of kinds of pieces, per game."""
    heads = ["", "began", "of moves", "captures", "captured", "left"]
    more = ["exhausted", "destroyed", "promoted to", "appeared", "attacks", "abilities"]
    rows = [
        [
            f"{SIDES_IN_WORDS[use.side]}'s {use.piece}",
            f"{use.began:.2f}",
            percent(use.move_share),
            f"{use.captures:.2f}",
            f"{use.captured:.2f}",
            percent(use.survival),
            *map(
                _number,
                (use.exhausted, use.destroyed, use.promotions, use.appeared, use.attacks, use.abilities),
            ),
        ]
        for use in report.pieces
    ]
    return _without_nothing([[*heads, *more], *rows])


def tiles(report: Report) -> Table:
    """The events on kinds of tiles, per game."""
    heads = ["", "tiles", "entered", "popularity", "stood on", "lost there"]
    more = ["stone moves", "rides", "appeared"]
    rows = [
        [
            use.name,
            str(use.squares),
            f"{use.entered:.2f}",
            _NOTHING if use.popularity is None else f"{use.popularity:.2f}",
            percent(use.stood),
            _number(use.died),
            *map(_number, (use.landings, use.rides, use.appeared)),
        ]
        for use in report.tiles
    ]
    return _without_nothing([[*heads, *more], *rows])


def choices(report: Report) -> Table:
    """The numbers of legal moves."""
    heads = ["", "positions", "mean", "median", "most"]
    rows = [
        [
            f"{SIDES_IN_WORDS[row.side]}, {row.phase}",
            str(row.positions),
            f"{row.mean:.1f}",
            str(row.median),
            str(row.most),
        ]
        for row in report.choices
    ]
    return [heads, *rows]


def worths(report: Report) -> Table:
    """The values of pieces."""
    rows = [
        [worth.piece, bars(worth.pawns) if worth.pawns else "not known", f"{worth.engine:.2f}"]
        for worth in report.worths.pieces
    ]
    return [["", unit_of(report.worths), "to the engine"], *rows]


def idlers(report: Report, most: int) -> Table:
    """The pieces that acted least."""
    rows = [
        [f"{SIDES_IN_WORDS[idler.side]}'s {idler.piece} on {idler.square}", share(idler.share)]
        for idler in report.idlers[:most]
    ]
    return [["", "of the games"], *rows]


def stuck(report: Report) -> list[str]:
    """How often sides were stuck, in a sentence each."""
    rows = []
    for side in report.stuck:
        name = SIDES_IN_WORDS[side.side]
        example = f", such as in {side.example}" if side.example else ""
        rows.append(
            f"{name} in {share(side.games)} of the games, {percent(side.turns)} of its turns{example}"
        )
    return rows


def _number(value: float) -> str:
    return f"{value:.2f}" if value else _NOTHING


def _without_nothing(table: Table) -> Table:
    """The table without empty columns."""
    heads, *rows = table
    kept = [place for place, _ in enumerate(heads) if _says_something(row[place] for row in rows)]
    return [[row[place] for place in kept] for row in table]


def _says_something(words: Iterable[str]) -> bool:
    return any(word != _NOTHING for word in words)
