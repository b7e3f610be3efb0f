"""`Engine`: searches games. It owns the table and the threads, and turns clocks into limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tilefish.core.searcher import EVERYTHING, Line, Searcher
from tilefish.core.table import HashTable
from tilefish.game import Game

MAX_HASH = 65536
MAX_THREADS = 256


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search. Times are in seconds; none given means that only `Engine.stop` does."""

    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: float | None = None
    clock: float | None = None
    increment: float = 0.0
    moves_to_go: int | None = None
    ponder: bool = False
    moves: tuple[str, ...] = ()
    """Only these are looked at; all, if empty."""

    @property
    def is_timed(self) -> bool:
        """Whether the side to move has a clock."""
        return self.clock is not None


@dataclass(frozen=True, slots=True)
class Info:
    """One line that a search found. `score` is centipawns for the side to move; with `mate`, so many moves
    until mate, negative for being mated."""

    depth: int
    seldepth: int
    multipv: int
    score: int
    mate: int | None
    nodes: int
    seconds: float
    hashfull: int
    line: tuple[str, ...]

    @property
    def nps(self) -> int:
        """Nodes a second."""
        return int(self.nodes / self.seconds) if self.seconds else 0


@dataclass(frozen=True, slots=True)
class Result:
    """What a search ended with. Without a legal move there is no `move`, and no lines."""

    move: str | None
    ponder: str | None
    lines: tuple[Info, ...] = field(default=())


Reporter = Callable[[Info], None]


class Engine:
    """Searches one game at a time."""

    def __init__(self, hash_megabytes: int = 16, threads: int = 1) -> None:
        self._table = HashTable(hash_megabytes)
        self._searcher = Searcher(self._table)
        self.threads = threads
        self.lines = 1
        self.overhead = 0.01
        """Seconds that a move may lose between here and the clock."""
        self.techniques = EVERYTHING

    def resize_hash(self, megabytes: int) -> None:
        """Gives the table another size; it is empty then."""
        self._table.resize(megabytes)

    def clear_hash(self) -> None:
        """Forgets what earlier searches found."""
        self._table.clear()

    def prepare(self) -> None:
        """To be called before a `search` in another thread, so that a `stop` meant for it is not lost."""
        self._searcher.prepare()

    def search(self, game: Game, limits: Limits, report: Reporter | None = None) -> Result:
        """Searches until a limit is reached or `stop` is called. Call `prepare` before."""
        board = game.board
        soft, hard = self._times(game, limits)

        def tell(lines: Sequence[Line]) -> None:
            if report is not None:
                for line in lines:
                    report(_info(game, line))

        found = self._searcher.search(
            board,
            moves=[game.core_move(move) for move in limits.moves] or None,
            lines=self.lines,
            threads=self.threads,
            depth=limits.depth or 0,
            nodes=limits.nodes or 0,
            mate=limits.mate or 0,
            soft=0 if limits.ponder else soft,
            hard=0 if limits.ponder else hard,
            pondering=limits.ponder,
            techniques=self.techniques,
            report=tell,
        )
        infos = tuple(_info(game, line) for line in found)
        best = infos[0].line if infos else ()
        return Result(best[0] if best else None, best[1] if len(best) > 1 else None, infos)

    def play(self, game: Game, limits: Limits) -> Result:
        """Searches, and returns when it is done."""
        self.prepare()
        return self.search(game, limits)

    def stop(self) -> None:
        """Ends the search that runs, from any thread."""
        self._searcher.stop()

    def ponderhit(self, game: Game, limits: Limits) -> None:
        """The move pondered on was played: the clock of the limits runs from now on."""
        self._searcher.ponderhit(*self._times(game, limits))

    def _times(self, game: Game, limits: Limits) -> tuple[float, float]:
        """Seconds after which no iteration begins, and after which the search ends; 0 for no limit."""
        least = 0.001
        if limits.movetime is not None:
            end = max(least, limits.movetime - self.overhead)
            return 0, end
        if limits.clock is None:
            return 0, 0
        if len(game.board.legal_moves()) == 1:
            return least / 1000, max(least, limits.clock - self.overhead)
        left = max(least, limits.clock - self.overhead)
        moves = min(limits.moves_to_go or 40, 40)
        share = left / moves + 0.75 * limits.increment
        hard = min(0.8 * left if moves > 1 else 0.95 * left, 5 * share)
        return min(0.6 * share, hard), max(least, hard)


def _info(game: Game, line: Line) -> Info:
    return Info(
        depth=line.depth,
        seldepth=line.seldepth,
        multipv=line.multipv,
        score=line.score,
        mate=line.mate,
        nodes=line.nodes,
        seconds=line.nanoseconds / 1e9,
        hashfull=line.hashfull,
        line=tuple(game.variation(line.moves)),
    )
