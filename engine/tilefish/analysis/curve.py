"""The course of a game as a picture: White's expected points behind every move, in one SVG that needs nothing
from outside."""

from __future__ import annotations

from collections.abc import Iterator

from tilefish.analysis.game_report import GameReport, MoveReport
from tilefish.analysis.texts import players_text
from tilefish.analysis.verdicts import BLUNDER, INACCURACY, MISTAKE, model_of
from tilefish.render.svg_view import number, text

WIDTH, HEIGHT = 1000, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 18, 46, 40
_SHARES = (0, 0.25, 0.5, 0.75, 1)
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MOST_NUMBERS = 14
"""Numbers of moves that are written along the foot."""
_COLOURS = ((BLUNDER, "#ff5a4a"), (MISTAKE, "#ff9f2e"), (INACCURACY, "#f4d13d"), (0.0, "#8fb4ff"))
"""The colour of a move, by the least loss of points."""


def curve_svg(report: GameReport, size: int = 960) -> str:
    """Draws the game, `size` pixels wide. Moves that were wrong are marked."""
    plot = _Plot(report)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{round(size * HEIGHT / WIDTH)}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{text(players_text(report.record))}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#18212e"/>',
        *plot.areas(),
        *plot.grid(),
        *plot.line(),
        *plot.marks(),
        *_heading(report),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class _Plot:
    """The places of a game's moves on the picture."""

    def __init__(self, report: GameReport) -> None:
        self._moves = report.moves
        self._last = max(1, len(report.record.moves))
        model = model_of(report.record.start.variant)
        shares = [move.white.expected(model) for move in report.moves]
        first = report.moves[0].found.score.for_white(report.moves[0].side) if report.moves else None
        self._shares = [0.5 if first is None else first.expected(model), *shares]
        """White's expected points, at the start and behind each move."""

    def _x(self, ply: int) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * ply / self._last

    def _y(self, share: float) -> float:
        return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - share)

    def _path(self) -> str:
        places = (
            f"{number(self._x(ply))} {number(self._y(share))}" for ply, share in enumerate(self._shares)
        )
        return "M" + "L".join(places)

    def areas(self) -> Iterator[str]:
        """White's part of the points below the curve, Black's above it."""
        left, right = number(self._x(0)), number(self._x(len(self._shares) - 1))
        top, foot = number(self._y(1)), number(self._y(0))
        yield f'<path d="{self._path()}L{right} {top}L{left} {top}z" fill="#0d1219"/>'
        yield f'<path d="{self._path()}L{right} {foot}L{left} {foot}z" fill="#e9e4d6"/>'

    def grid(self) -> Iterator[str]:
        """Lines and numbers for points and moves."""
        yield '<g stroke="#7a8aa0" stroke-opacity=".45" fill="none">'
        for share in _SHARES:
            dashes = "" if share == 0.5 else ' stroke-dasharray="3 6"'
            yield f'<path d="M{_LEFT} {number(self._y(share))}H{WIDTH - _RIGHT}"{dashes}/>'
        yield '</g><g fill="#c4cfdc" font-family="sans-serif" font-size="14">'
        for share in _SHARES:
            y = number(self._y(share) + 5)
            yield f'<text x="{_LEFT - 8}" y="{y}" text-anchor="end">{share * 100:.0f}%</text>'
        for ply, move in self._numbered():
            x = number(self._x(ply))
            yield f'<text x="{x}" y="{HEIGHT - 16}" text-anchor="middle">{move}</text>'
        yield "</g>"

    def _numbered(self) -> Iterator[tuple[int, int]]:
        """The plies whose move has its number written, and that number."""
        numbers = {move.ply: move.before.setup().fullmove for move in self._moves if move.side == "white"}
        step = next((step for step in _STEPS if len(numbers) / step <= _MOST_NUMBERS), _STEPS[-1])
        yield from ((ply, full) for ply, full in numbers.items() if full % step == 0)

    def line(self) -> Iterator[str]:
        """The curve itself."""
        yield f'<path d="{self._path()}" fill="none" stroke="#3d8bfd" stroke-width="2.5"/>'

    def marks(self) -> Iterator[str]:
        """The moves that were wrong, by what they lost."""
        for move in self._moves:
            if move.judgement.is_wrong:
                x, y = number(self._x(move.ply)), number(self._y(self._shares[move.ply]))
                yield (
                    f'<circle cx="{x}" cy="{y}" r="6" fill="{_colour(move)}" stroke="#18212e" '
                    f'stroke-width="2"><title>{text(_label(move))}</title></circle>'
                )


def _colour(move: MoveReport) -> str:
    return next(colour for least, colour in _COLOURS if move.judgement.loss >= least)


def _label(move: MoveReport) -> str:
    return f"{move.numbered}{move.judgement.sign} {move.judgement.verdict.value}, {move.white.text()}"


def _heading(report: GameReport) -> Iterator[str]:
    yield (
        '<g font-family="sans-serif" fill="#e9e4d6">'
        f'<text x="{_LEFT}" y="29" font-size="19">{text(players_text(report.record)[:70])}</text>'
        f'<text x="{WIDTH - _RIGHT}" y="29" font-size="14" text-anchor="end" fill="#c4cfdc">'
        "White's expected points</text></g>"
    )
