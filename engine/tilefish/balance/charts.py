"""Charts as SVG for a page: bars and error bars, no more than a report needs.

Their colours are classes of the page's style (`html.py`), so that they follow it into the dark.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tilefish.balance.estimates import MeanEstimate
from tilefish.balance.report import Length
from tilefish.render.svg_view import number, text

WIDTH = 640
_ROW = 34
_BAR = 20
_LETTER = 8.3
"""The average width of a letter."""
_GAP = 12
_AXIS = 30
_TICKS = 5
_EPSILON = 1e-9

Say = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Span:
    """A row of a chart of error bars. `mark` is a value to compare with, `said` is the text beside it."""

    label: str
    estimate: MeanEstimate | None
    said: str
    mark: float | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """A row of a chart of bars in three parts: White's, draws, Black's."""

    label: str
    parts: tuple[float, float, float]
    said: str


@dataclass(frozen=True, slots=True)
class _Frame:
    """The scale of a chart: two values and their two positions."""

    low: float
    high: float
    left: float
    right: float
    height: float

    def at(self, value: float) -> float:
        """The position of a value."""
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)


# --- error bars ------------------------------------------------------------------------------------------


def error_bars(title: str, spans: Sequence[Span], say: Say, line: float, least: float, most: float) -> str:
    """Means with their error bars on an axis that reaches from `least` to `most` or further, and a line to
    compare with."""
    shown = [span.estimate for span in spans if span.estimate is not None]
    marks = [span.mark for span in spans if span.mark is not None]
    low = min([least, line, *(estimate.low for estimate in shown), *marks])
    high = max([most, line, *(estimate.high for estimate in shown), *marks])
    labels, words = [span.label for span in spans], [span.said for span in spans]
    frame = _frame(low, high, labels, words, len(spans))
    parts = [
        *_axis(frame, say),
        f'<path class="line" d="M{number(frame.at(line))} 0V{number(frame.height)}"/>',
    ]
    for row, span in enumerate(spans):
        parts += _draw_span(frame, row, span)
    return _chart(title, frame.height + _AXIS, parts)


def _draw_span(frame: _Frame, row: int, span: Span) -> Iterator[str]:
    y = row * _ROW + _ROW / 2
    yield from _words(frame, y, span.label, span.said)
    if span.estimate is not None:
        ends = (span.estimate.low, span.estimate.value, span.estimate.high)
        low, value, high = (number(frame.at(end)) for end in ends)
        top = number(y - 6)
        yield f'<path class="whisker" d="M{low} {number(y)}H{high}M{low} {top}v12M{high} {top}v12"/>'
        yield f'<circle class="dot" cx="{value}" cy="{number(y)}" r="6"/>'
    if span.mark is not None:
        yield f'<path class="mark" d="M{number(frame.at(span.mark))} {number(y - 9)}l7 9-7 9-7-9z"/>'


# --- bars in parts ---------------------------------------------------------------------------------------


def split_bars(title: str, splits: Sequence[Split]) -> str:
    """Bars of White's share, the share of draws and Black's share."""
    most = max((sum(split.parts) for split in splits), default=0.0) or 1.0
    labels, words = [split.label for split in splits], [split.said for split in splits]
    frame = _frame(0, most, labels, words, len(splits))
    parts = [part for row, split in enumerate(splits) for part in _draw_split(frame, row, split)]
    return _chart(title, frame.height, parts)


def _draw_split(frame: _Frame, row: int, split: Split) -> Iterator[str]:
    y = row * _ROW + _ROW / 2
    yield from _words(frame, y, split.label, split.said)
    begin = 0.0
    for name, part in zip(("white", "middle", "black"), split.parts, strict=True):
        if part:
            x, end = frame.at(begin), frame.at(begin + part)
            yield (
                f'<rect class="{name}" x="{number(x)}" y="{number(y - _BAR / 2)}" '
                f'width="{number(end - x)}" height="{_BAR}"/>'
            )
            begin += part


# --- a histogram -----------------------------------------------------------------------------------------

_TALL = 170


def histogram(title: str, length: Length) -> str:
    """The number of games by length, with the median."""
    count, most = len(length.bins), max(length.bins)
    frame = _Frame(0, count * length.bin_width, 2 * _GAP, WIDTH - 2 * _GAP, _TALL)
    parts = list(_axis(frame, lambda value: f"{value:g}"))
    for index, games in enumerate(length.bins):
        x, end = (frame.at((index + more) * length.bin_width) for more in (0, 1))
        tall = games / most * (_TALL - 24)
        if games:
            first = index * length.bin_width
            parts.append(
                f'<rect class="bar" x="{number(x + 1)}" y="{number(_TALL - tall)}" '
                f'width="{number(max(1.0, end - x - 2))}" height="{number(tall)}">'
                f"<title>{first} to {first + length.bin_width - 1} plies: {games}</title></rect>"
            )
    middle = number(frame.at(length.median))
    parts.append(f'<path class="line" d="M{middle} 16V{_TALL}"/>')
    parts.append(
        f'<text class="said" x="{middle}" y="12" text-anchor="middle">median {length.median:g}</text>'
    )
    return _chart(title, _TALL + _AXIS, parts)


# --- what charts share -----------------------------------------------------------------------------------


def _frame(low: float, high: float, labels: Sequence[str], words: Sequence[str], rows: int) -> _Frame:
    left = max((len(label) for label in labels), default=0) * _LETTER + _GAP
    right = WIDTH - max((len(word) for word in words), default=0) * _LETTER - 2 * _GAP
    return _Frame(low, high if high > low else low + 1, left, right, rows * _ROW)


def _words(frame: _Frame, y: float, label: str, said: str) -> Iterator[str]:
    yield (
        f'<text class="label" x="{number(frame.left - _GAP)}" y="{number(y + 5)}" text-anchor="end">'
        f"{text(label)}</text>"
    )
    yield f'<text class="said" x="{number(frame.right + _GAP)}" y="{number(y + 5)}">{text(said)}</text>'


def _axis(frame: _Frame, say: Say) -> Iterator[str]:
    for value in round_values(frame.low, frame.high):
        x = number(frame.at(value))
        yield f'<path class="grid" d="M{x} 0V{number(frame.height)}"/>'
        yield (
            f'<text class="tick" x="{x}" y="{number(frame.height + 20)}" text-anchor="middle">'
            f"{text(say(value))}</text>"
        )


def round_values(low: float, high: float) -> list[float]:
    """A few round numbers in a range."""
    rough = (high - low) / _TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - _EPSILON))
    first, last = math.ceil(low / step - _EPSILON), math.floor(high / step + _EPSILON)
    return [round(index * step, 9) for index in range(first, last + 1)]


def _chart(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {number(height)}" '
        f'role="img"><title>{text(title)}</title>' + "".join(parts) + "</svg>"
    )
