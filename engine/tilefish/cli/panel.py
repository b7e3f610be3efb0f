"""A running search on a terminal: the board with terrain and the best move, numbers, and the best lines."""

from __future__ import annotations

import time
from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tilefish.analysis.texts import number_text, score_text
from tilefish.engine.engine import CurrentMove, Info, Result
from tilefish.engine.watching import Analysis, AnalysisWatcher
from tilefish.explain.scores import line_text
from tilefish.game.game import Game
from tilefish.render.marks import checked_king, last_move
from tilefish.render.terminal import board_text

_NARROWEST_BOARD = 34
"""The fewest columns for the text below a narrow board."""
_NARROWEST_NUMBERS = 52
"""Columns that numbers and lines need beside the board; with fewer they stand below it."""
_GAP = 3
_ROWS_OF_NUMBERS = 9
"""Rows of the numbers above the lines, of the current move, and between them."""
_ROWS_BELOW = 2
"""For the best move and the next prompt."""
_SHOWN_MOVES = 24
_BAR = 20


class Panel(AnalysisWatcher):
    """The panel of one position, shown inside the `with` block. Its last picture stays on the screen."""

    def __init__(self, game: Game, *, colour: bool, figurines: bool, flipped: bool) -> None:
        self._game = game
        self._colour = colour
        self._figurines = figurines
        self._flipped = flipped
        self._console = Console(no_color=not colour, highlight=False)
        self._legal = len(game.legal_moves)
        self._lines: dict[tuple[str, ...], str] = {}
        """Lines in SAN, kept because they are slow to make."""
        self._last, self._last_san = last_move(game)
        rows, _, _ = self._drawing(None, None).partition("\n\n")
        row_width = max(map(cell_len, Text.from_ansi(rows).plain.splitlines()))
        self._board_width = max(row_width, _NARROWEST_BOARD)
        self._begun = time.monotonic()
        self._live = Live(console=self._console, auto_refresh=False, redirect_stderr=False)

    def __enter__(self) -> Panel:
        self._live.start()
        self._begun = time.monotonic()
        self._show((), None)
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def time_passed(self, analysis: Analysis) -> None:
        """Draws the current state."""
        seconds = time.monotonic() - self._begun
        search = analysis.search
        self._show(search.lines, analysis.current_move, (search.nodes, seconds))

    def end(self, result: Result) -> None:
        """Draws the complete result. If the terminal is too low for it, the lines come last, so that they
        stay on the screen."""
        found = self._found(result.lines, None, None)
        picture = self._picture(result.lines, found)
        if not self._fits(picture, _ROWS_BELOW):
            picture = self._stacked(result.lines, found)
        self._live.update(picture, refresh=True)

    def _show(
        self, lines: tuple[Info, ...], looking: CurrentMove | None, work: tuple[int, float] | None = None
    ) -> None:
        """`work` are the nodes and seconds until now; the lines may be older. If the terminal is too low, the
        board is left out, then the lines that do not fit."""
        found = self._found(lines, looking, work)
        choices = (self._picture(lines, found), found, self._found(lines, looking, work, is_short=True))
        picture = next(filter(self._fits, choices), choices[-1])
        self._live.update(picture, refresh=True)

    def _fits(self, picture: RenderableType, free: int = 0) -> bool:
        """Whether the terminal has this number of rows and some free ones."""
        return len(self._console.render_lines(picture)) + free <= self._console.height

    def _found(
        self,
        lines: tuple[Info, ...],
        looking: CurrentMove | None,
        work: tuple[int, float] | None,
        is_short: bool = False,
    ) -> RenderableType:
        """Numbers and lines; if `is_short`, one row for each of the first lines that fit."""
        if not lines:
            return Text("thinking", style="dim")
        numbers = self._numbers(lines[0], *(work or (lines[0].nodes, lines[0].seconds)))
        shown = lines[: max(1, self._console.height - _ROWS_OF_NUMBERS)] if is_short else lines
        found: list[RenderableType] = [numbers, Text(), self._table_of(shown, is_short)]
        if looking is not None:
            found.append(Text(f"\n{self._looking_text(looking)}", style="dim"))
        return Group(*found)

    def _picture(self, lines: tuple[Info, ...], right: RenderableType) -> RenderableType:
        """The board, with the results beside or below it."""
        if self._console.width < self._board_width + _GAP + _NARROWEST_NUMBERS:
            return self._stacked(lines, right)
        grid = Table.grid(padding=(0, _GAP))
        grid.add_column(no_wrap=True, width=self._board_width)
        grid.add_column(ratio=1)
        grid.add_row(self._board(lines, self._board_width), right)
        return Group(grid, Text())

    def _stacked(self, lines: tuple[Info, ...], found: RenderableType) -> RenderableType:
        return Group(self._board(lines, self._console.width), Text(), found, Text())

    def _board(self, lines: tuple[Info, ...], width: int) -> Text:
        best = lines[0].line[0] if lines and lines[0].line else None
        return Text.from_ansi(self._drawing(best, width).rstrip())

    def _drawing(self, best: str | None, width: int | None) -> str:
        game = self._game
        return board_text(
            game.variant,
            game.setup(),
            colour=self._colour,
            unicode=self._figurines,
            flipped=self._flipped,
            last_move=self._last,
            last_san=self._last_san,
            best_move=best or "",
            best_san=game.san(best) if best else "",
            check=checked_king(game),
            width=width,
        )

    def _numbers(self, best: Info, nodes: int, seconds: float) -> Table:
        """The numbers of the whole search."""
        grid = Table.grid(padding=(0, 2))
        for name, value in self._rows(best, nodes, seconds):
            grid.add_row(Text(name, style="dim"), value)
        return grid

    def _rows(self, best: Info, nodes: int, seconds: float) -> Iterator[tuple[str, RenderableType]]:
        yield "score", Text(score_text(best, self._game.turn), style="bold")
        yield "depth", f"{best.depth}, selectively {best.seldepth}"
        yield "nodes", f"{number_text(nodes)}, {number_text(nodes / seconds if seconds else 0)} a second"
        yield "time", f"{seconds:.1f} s"
        share = Table.grid(padding=(0, 1))
        share.add_row(
            ProgressBar(total=1000, completed=best.hashfull, width=_BAR), f"{best.hashfull / 10:.0f}%"
        )
        yield "table", share

    def _table_of(self, lines: tuple[Info, ...], is_short: bool) -> Table:
        """The best lines. While an iteration runs, some are deeper than others and not yet in order."""
        grid = Table.grid(padding=(0, 2))
        for style in ("dim", "bold", "dim", ""):
            grid.add_column(style=style, no_wrap=bool(style) or is_short)
        for info in lines:
            score = score_text(info, self._game.turn)
            grid.add_row(f"{info.multipv}", score, f"d{info.depth}", Text(self._line(info)))
        return grid

    def _line(self, info: Info) -> str:
        shown = info.line[:_SHOWN_MOVES]
        if shown not in self._lines:
            self._lines[shown] = line_text(self._game, shown)
        return self._lines[shown]

    def _looking_text(self, looking: CurrentMove) -> str:
        move = self._game.san(looking.move)
        return f"looking at {move} ({looking.number} of {self._legal}), depth {looking.depth}"
