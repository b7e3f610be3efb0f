"""A search as it goes on, on a terminal: the board with terrain and the best move, numbers, and the best
lines."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import TracebackType

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tilefish.analysis.study import Sight, Watcher
from tilefish.analysis.telling import number_text, score_text
from tilefish.engine import Info, Looking, Result
from tilefish.game import Game
from tilefish.insight.marks import checked_king
from tilefish.insight.scores import line_text
from tilefish.insight.terminal import board_text

_NARROW = 92
"""Columns below which the board stands above the numbers instead of beside them."""
_SHOWN_MOVES = 24
_BAR = 20


class Panel(Watcher):
    """The panel of one position, while it is entered. The last picture of it stays."""

    def __init__(self, game: Game, *, colour: bool, figurines: bool, flipped: bool) -> None:
        self._game = game
        self._colour = colour
        self._figurines = figurines
        self._flipped = flipped
        self._console = Console(no_color=not colour, highlight=False)
        self._legal = len(game.legal_moves)
        self._lines: dict[tuple[str, ...], str] = {}
        """Lines as people write them, which takes its time."""
        self._board_width = 0
        """The most so far, so that what stands beside the board stays where it is."""
        self._begun = time.monotonic()
        self._live = Live(console=self._console, auto_refresh=False, redirect_stderr=False)

    def __enter__(self) -> Panel:
        self._live.start()
        self._begun = time.monotonic()
        self._show((), None)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._live.stop()

    def look(self, sight: Sight) -> None:
        """Draws what is known right now."""
        seconds = time.monotonic() - self._begun
        self._show(sight.search.lines, sight.looking, (sight.search.nodes, seconds))

    def end(self, result: Result) -> None:
        """Draws what was found."""
        self._show(result.lines, None)

    def _show(
        self, lines: tuple[Info, ...], looking: Looking | None, work: tuple[int, float] | None = None
    ) -> None:
        """`work` are the nodes and seconds until now, which the lines may be behind."""
        right: list[RenderableType] = []
        if lines:
            numbers = self._numbers(lines[0], *(work or (lines[0].nodes, lines[0].seconds)))
            right += [numbers, Text(), self._table_of(lines)]
        else:
            right.append(Text("thinking", style="dim"))
        if looking is not None:
            right.append(Text(f"\n{self._looking_text(looking)}", style="dim"))
        self._live.update(self._laid_out(self._board(lines), Group(*right)), refresh=True)

    def _laid_out(self, board: Text, right: RenderableType) -> RenderableType:
        if self._console.width < _NARROW:
            return Group(board, Text(), right, Text())
        grid = Table.grid(padding=(0, 3))
        self._board_width = max(self._board_width, *map(cell_len, board.plain.splitlines()))
        grid.add_column(no_wrap=True, min_width=self._board_width)
        grid.add_column(ratio=1)
        grid.add_row(board, right)
        return Group(grid, Text())

    def _board(self, lines: tuple[Info, ...]) -> Text:
        game = self._game
        past = game.move_stack
        drawn = board_text(
            game.variant,
            game.setup(),
            colour=self._colour,
            unicode=self._figurines,
            flipped=self._flipped,
            last_move=past[-1] if past else "",
            best_move=lines[0].line[0] if lines and lines[0].line else "",
            check=checked_king(game),
        )
        return Text.from_ansi(drawn.rstrip())

    def _numbers(self, best: Info, nodes: int, seconds: float) -> Table:
        """What there is to know about the search as a whole."""
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

    def _table_of(self, lines: tuple[Info, ...]) -> Table:
        """The best lines. While an iteration runs, some are deeper than others and not yet in order."""
        grid = Table.grid(padding=(0, 2))
        for style in ("dim", "bold", "dim", ""):
            grid.add_column(style=style, no_wrap=bool(style))
        for info in lines:
            score = score_text(info, self._game.turn)
            grid.add_row(f"{info.multipv}", score, f"d{info.depth}", Text(self._line(info)))
        return grid

    def _line(self, info: Info) -> str:
        shown = info.line[:_SHOWN_MOVES]
        if shown not in self._lines:
            self._lines[shown] = line_text(self._game, shown)
        return self._lines[shown]

    def _looking_text(self, looking: Looking) -> str:
        move = self._game.san(looking.move)
        return f"looking at {move} ({looking.number} of {self._legal}), depth {looking.depth}"
