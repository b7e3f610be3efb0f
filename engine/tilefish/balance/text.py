"""A report as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

from tilefish.balance.report import Advantage, PieceUse, Report
from tilefish.balance.words import SIDES_IN_WORDS, bars, elo, percent, points, share, verdict
from tilefish.rulebook.wording import count

Aligned = Callable[[Sequence[Sequence[str]]], Iterator[str]]
"""Lays out a table."""

_WIDTH = 100
_IDLERS = 8
_MOST_NAMED = 16


def report_text(report: Report, aligned: Aligned) -> Iterator[str]:
    """The lines."""
    yield f"{report.title} ({report.variant}): {count(report.games, 'game')}, seed {report.seed}"
    yield f"{count(report.openings, 'opening')}, each played at {', '.join(report.efforts)}"
    if report.interrupted:
        yield "Interrupted: only the games that were finished are counted."
    yield ""
    yield verdict(report)
    yield ""
    for heading, section in _SECTIONS.items():
        lines = list(section(report, aligned))
        if lines:
            yield heading
            yield from (f"  {line}" for line in lines)
            yield ""
    yield "Advice"
    for advice in report.advice:
        yield from textwrap.wrap(advice.text, _WIDTH, initial_indent="  - ", subsequent_indent="    ")


def _score(report: Report, aligned: Aligned) -> Iterator[str]:
    rows = [("", "games", "White", "drawn", "Black", "White scores", "in Elo")]
    advantages = report.by_effort if len(report.by_effort) == 1 else (*report.by_effort, report.overall)
    yield from aligned([*rows, *map(_score_row, advantages)])
    if report.trend is not None:
        first, last = report.efforts[0], report.efforts[-1]
        yield f"From {first} to {last} White's score changes by {points(report.trend)}."


def _score_row(row: Advantage) -> tuple[str, ...]:
    value, low, high = map(elo, row.elo)
    numbers = map(str, (row.games, row.white, row.draws, row.black))
    return row.effort, *numbers, share(row.score), f"{value} ({low} to {high})"


def _length(report: Report, aligned: Aligned) -> Iterator[str]:
    length = report.length
    yield (
        f"{length.median:g} plies in the median; half of the games have {length.quarter:g} to "
        f"{length.three_quarters:g}, the shortest {length.shortest}, the longest {length.longest}"
    )
    yield f"{share(report.draws)} are drawn"


def _ends(report: Report, aligned: Aligned) -> Iterator[str]:
    rows = [("", "share of games", "White wins", "drawn", "Black wins")]
    rows += [
        (end.reason, share(end.share), str(end.white), str(end.draws), str(end.black)) for end in report.ends
    ]
    yield from aligned(rows)


def _pieces(report: Report, aligned: Aligned) -> Iterator[str]:
    fights = any(piece.attacks or piece.abilities for piece in report.pieces)
    heads = ["", "a game", "of moves", "captures", "captured", "destroyed", "left", "promoted"]
    yield from aligned(
        [
            [*heads, *(["attacks", "abilities"] if fights else [])],
            *(_piece_row(piece, fights) for piece in report.pieces),
        ]
    )


def _piece_row(piece: PieceUse, fights: bool) -> list[str]:
    numbers = [piece.captures, piece.captured, piece.destroyed]
    row = [f"{SIDES_IN_WORDS[piece.side]}'s {piece.piece}", f"{piece.began:.2f}", percent(piece.move_share)]
    row += [f"{number:.2f}" for number in numbers]
    row += ["-" if piece.survival is None else percent(piece.survival), f"{piece.promotions:.2f}"]
    return [*row, f"{piece.attacks:.2f}", f"{piece.abilities:.2f}"] if fights else row


def _losses(report: Report, aligned: Aligned) -> Iterator[str]:
    causes = sorted({loss.cause for loss in report.losses})
    for cause in causes:
        told = [
            f"{SIDES_IN_WORDS[loss.side]}'s {loss.piece} {loss.a_game:.2f}"
            for loss in sorted(report.losses, key=lambda loss: -loss.a_game)
            if loss.cause == cause
        ]
        yield from _wrapped(f"{cause}: {', '.join(told)}")


def _idlers(report: Report, aligned: Aligned) -> Iterator[str]:
    rows = [
        (f"{SIDES_IN_WORDS[idler.side]}'s {idler.piece} on {idler.square}", share(idler.share))
        for idler in report.idlers[:_IDLERS]
    ]
    if rows:
        yield from aligned(rows)
    if len(report.idlers) > _IDLERS:
        yield f"and {count(len(report.idlers) - _IDLERS, 'piece')} less often"


def _tiles(report: Report, aligned: Aligned) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [
        ("", "tiles", "entered", "popularity", "stood on", "died on", "stone moves", "rides")
    ]
    for tile in report.tiles:
        popularity = "-" if tile.popularity is None else f"{tile.popularity:.2f}"
        numbers = [f"{number:.2f}" if number else "-" for number in (tile.died, tile.landings, tile.rides)]
        rows.append(
            (tile.name, str(tile.squares), f"{tile.entered:.2f}", popularity, percent(tile.stood), *numbers)
        )
    yield from aligned(rows)
    if report.never_visited:
        squares = ", ".join(report.never_visited[:_MOST_NAMED])
        more = len(report.never_visited) - _MOST_NAMED
        yield f"Nobody ever stood on {squares}{f' and {more} more' if more > 0 else ''}"


def _worths(report: Report, aligned: Aligned) -> Iterator[str]:
    worths = report.worths
    if any(worth.pawns for worth in worths.pieces):
        rows = [("", f"in {worths.unit}s", "engine's value")]
        rows += [
            (worth.piece, bars(worth.pawns) if worth.pawns else "not known", f"{worth.engine:.2f}")
            for worth in worths.pieces
        ]
        yield from aligned(rows)
    if worths.edge is not None:
        yield f"White's advantage besides material: {bars(worths.edge, sign=True)} {worths.unit}s"
    if worths.remark:
        yield from _wrapped(worths.remark)


def _choices(report: Report, aligned: Aligned) -> Iterator[str]:
    rows = [("", "positions", "mean", "median", "most")]
    rows += [
        (
            f"{SIDES_IN_WORDS[choice.side]}, {choice.phase}",
            str(choice.positions),
            f"{choice.mean:.1f}",
            str(choice.median),
            str(choice.most),
        )
        for choice in report.choices
    ]
    yield from aligned(rows)


def _stuck(report: Report, aligned: Aligned) -> Iterator[str]:
    for stuck in report.stuck:
        side = SIDES_IN_WORDS[stuck.side]
        yield f"{side} in {share(stuck.games)} of the games, {percent(stuck.turns)} of its turns"
        if stuck.example:
            yield f"such as {stuck.example}"


def _remarks(report: Report, aligned: Aligned) -> Iterator[str]:
    for remark in report.remarks:
        yield from _wrapped(remark)


def _wrapped(words: str) -> list[str]:
    return textwrap.wrap(words, _WIDTH - 2, subsequent_indent="  ")


_SECTIONS: dict[str, Callable[[Report, Aligned], Iterator[str]]] = {
    "Results": _score,
    "Length": _length,
    "How games end": _ends,
    "Pieces (numbers a game)": _pieces,
    "Lost to the world (pieces a game)": _losses,
    "Never acted (share of games)": _idlers,
    "Tiles (numbers a game)": _tiles,
    "What pieces are worth": _worths,
    "Legal moves": _choices,
    "Stuck: two legal moves or fewer, not in check, more than a king": _stuck,
    "Remarks": _remarks,
}
