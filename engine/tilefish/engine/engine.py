"""`Engine`: searches games. It owns the table and the threads, turns clocks into limits, and keeps to a
level of strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from random import Random
from threading import Lock
from time import monotonic
from typing import Concatenate, ParamSpec, TypeVar

from tilefish.core.board.any_board import AnyBoard
from tilefish.core.board.rule_tables import RuleTables
from tilefish.core.search.parameters import parameter_values
from tilefish.core.search.pause_gate import PauseGate
from tilefish.core.search.searcher import EVERYTHING, Line, Searcher
from tilefish.core.search.trace import SearchTrace
from tilefish.core.search.transposition_table import HashTable
from tilefish.engine.levels import FULL, Level, worths
from tilefish.engine.limits import Limits, allotted, shortened
from tilefish.engine.searching import Search
from tilefish.engine.watching import Analysis
from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.rules.errors import InputError

MAX_HASH = 65536
MAX_THREADS = 256


@dataclass(frozen=True, slots=True)
class Info:
    """One line that a search found: a `Line` of the core with moves for its numbers. `score` is centipawns
    for the side to move; with `mate`, the number of moves until mate, negative for being mated. A die in the
    line has the face of the likeliest outcome."""

    depth: int
    seldepth: int
    multipv: int
    score: int
    mate: int | None
    nodes: int
    seconds: float
    hashfull: int
    line: tuple[Move, ...]
    bound: str = ""
    """If the score is only a bound so far: "lower" (at least this) or "upper" (at most this)."""

    @property
    def nps(self) -> int:
        """Nodes a second."""
        return int(self.nodes / self.seconds) if self.seconds else 0


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a search. The first line is the one to play; below full strength it may not be the best.
    The move has no die. Without a legal move there is no `move`, and no lines."""

    move: Move | None
    ponder: Move | None
    lines: tuple[Info, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class CurrentMove:
    """The root move that a long search is searching."""

    depth: int
    move: Move
    number: int


Reporter = Callable[[Info], None]
Watcher = Callable[[CurrentMove], None]
Memory = Callable[[Game], Sequence[tuple[int, int, int]]]
"""What finished games say about moves near a position; see `learning.hints`."""


_Given = ParamSpec("_Given")
_Returned = TypeVar("_Returned")


def _exclusive(
    method: Callable[Concatenate[Engine, _Given], _Returned],
) -> Callable[Concatenate[Engine, _Given], _Returned]:
    """A method during which no other call may use the table and the threads' memory."""

    @wraps(method)
    def run_alone(engine: Engine, /, *given: _Given.args, **named: _Given.kwargs) -> _Returned:
        if not engine._searching.acquire(blocking=False):
            raise RuntimeError("the engine is searching: stop that first, or have another Engine")
        try:
            return method(engine, *given, **named)
        finally:
            engine._searching.release()

    return run_alone


class Engine:
    """Searches one game at a time. With a `seed`, levels make the same mistakes every time."""

    def __init__(self, hash_megabytes: int = 16, threads: int = 1, seed: int | None = None) -> None:
        self._megabytes = hash_megabytes
        self._table = HashTable(hash_megabytes)
        self._rests = False
        self._gate = PauseGate()
        self._searchers: dict[type[AnyBoard], Searcher] = {}
        """One for each kind of game that was searched."""
        self._searching = Lock()
        self._begun: Search | None = None
        self.threads = threads
        self.lines = 1
        self.overhead = 0.02
        """Seconds that a move may lose between the engine and the clock."""
        self.niceness = 0
        """The niceness of the threads of searches that were started, on Linux: other work goes first."""
        self.techniques = EVERYTHING
        self.memory: Memory | None = None
        """Called before each search for learned move bonuses, which influence the order of moves."""
        self.trace: SearchTrace | None = None
        """Gets a record of the nodes of the next searches, which then have one thread."""
        self._tables: RuleTables | None = None
        self._parameters: dict[str, int] = {}
        """Those of the search that are not as usual."""
        self._level = FULL
        self._rng = Random(seed)

    @property
    def level(self) -> Level:
        """The playing strength."""
        return self._level

    @level.setter
    def level(self, level: Level) -> None:
        if not isinstance(level, Level):
            raise TypeError(f"a level is a Level, such as level_named() gives, not {type(level).__name__}")
        if level != self._level:
            self.clear_hash()  # what a stronger level found would help a weaker one
        self._level = level

    @_exclusive
    def resize_hash(self, megabytes: int) -> None:
        """Resizes the table and clears it."""
        self._table.resize(megabytes)
        self._megabytes, self._rests = megabytes, False

    @_exclusive
    def rest(self) -> None:
        """Gives the memory of the table and of the histories back until the next search, which begins with
        empty ones."""
        if self._begun is not None and self._begun.state != "done":
            raise RuntimeError("the engine is searching: stop that first")
        self._table.resize(1)
        self._searchers.clear()
        self._rests = True

    @_exclusive
    def clear_hash(self) -> None:
        """Forgets what earlier searches found."""
        self._table.clear()
        for searcher in self._searchers.values():
            searcher.forget()

    @_exclusive
    def set_parameters(self, values: Mapping[str, int]) -> None:
        """Changes numbers of the search, by the names of `SEARCH_PARAMETERS`: for those who tune it. Raises
        `InputError`."""
        changed = {**self._parameters, **values}
        parameter_values(changed)
        if changed == self._parameters:
            return
        self._parameters = changed
        self._table.clear()
        for searcher in self._searchers.values():
            searcher.set_parameters(changed)

    def _prepare(self, game: Game) -> None:
        """Ends a search that `start` began. A `stop` from now on applies to the next one, of this game."""
        self._end_begun()
        if self._searching.locked():
            raise RuntimeError("the engine is searching: stop that first, or have another Engine")
        self._searcher_of(game).prepare()

    @_exclusive
    def search_now(
        self,
        game: Game,
        limits: Limits,
        lines: int,
        report: Reporter | None = None,
        watch: Watcher | None = None,
    ) -> Result:
        """Searches in this thread until a limit is reached or `stop` is called. Used by `Search`; other
        callers use `play`, `analyse` and `start`."""
        if self._rests:
            self._table.resize(self._megabytes)
            self._rests = False
        game = game.copy()  # the caller may play on with its game
        board, level, wanted = game.board, self._level, lines
        self._go_by(board.tables)
        begun = monotonic()
        hints = self.memory(game) if self.memory else ()
        spent = monotonic() - begun
        soft, hard = (shortened(seconds, spent) for seconds in self._times(game, limits))

        @cache
        def variation(moves: tuple[int, ...]) -> tuple[Move, ...]:
            return tuple(game.variation(moves))

        def report_lines(lines: Sequence[Line]) -> None:
            if report is not None:
                for line in lines:
                    if line.multipv <= wanted:
                        report(_info(line, variation(line.moves)))

        def look(depth: int, move: int, number: int) -> None:
            if watch is not None:
                watch(CurrentMove(depth, variation((move,))[0], number))

        found = self._searcher_of(game).search(
            board,
            moves=[move.number for move in game.find_moves(limits.moves)] or None,
            lines=max(wanted, level.lines),
            threads=1 if level.is_counted or self.trace else self.threads,
            depth=_least(limits.depth, level.depth),
            nodes=_least(limits.nodes, level.nodes),
            mate=limits.mate or 0,
            soft=0 if limits.ponder else soft,
            hard=0 if limits.ponder else hard,
            pondering=limits.ponder,
            techniques=self.techniques & level.techniques,
            report=report_lines,
            current=look if watch else None,
            hints=hints,
            trace=self.trace,
        )
        chosen = self._choice(found)
        if chosen:
            found = _with_first(found, chosen)
            report_lines(found)
        infos = tuple(_info(line, variation(line.moves)) for line in found[:wanted])
        return _result(infos)

    def _go_by(self, tables: RuleTables) -> None:
        """Clears what was found under other rules: positions that look alike would be confused with it."""
        if self._tables is not None and self._tables is not tables:
            self._table.clear()
        self._tables = tables

    def _choice(self, found: Sequence[Line]) -> int:
        """Which of the lines the level plays."""
        level = self._level
        if not level.strays or len(found) < 2:
            return 0
        candidates = found[: level.lines]
        return level.choose(worths((line.score, line.mate) for line in candidates), self._rng)

    def play(
        self,
        game: Game,
        limits: Limits,
        *,
        lines: int | None = None,
        report: Reporter | None = None,
        watch: Watcher | None = None,
    ) -> Result:
        """Searches and returns the result. `lines` is the number of best lines, by default that of the
        engine. `report` gets the lines, `watch` the current move of a long search."""
        self._prepare(game)
        return self.search_now(game, limits, lines or self.lines, report, watch)

    def analyse(self, game: Game, limits: Limits, lines: int = 1) -> Result:
        """Searches for the given number of best lines and returns the result. Unlike `play`, an interrupt
        from the keyboard ends it."""
        with self.analysis(game, limits, lines) as found:
            for _ in found:
                pass
            return found.stop()

    def analysis(self, game: Game, limits: Limits, lines: int = 1) -> Analysis:
        """Begins a search for the given number of best lines, to be iterated over as they are found."""
        if lines < 1:
            raise InputError(f"{lines} lines cannot be found: 1 is the least")
        return Analysis(self, game, limits, lines)

    def start(
        self,
        game: Game,
        limits: Limits,
        *,
        lines: int | None = None,
        background: bool = False,
        report: Reporter | None = None,
        watch: Watcher | None = None,
        at_end: Callable[[], None] | None = None,
    ) -> Search:
        """Begins a search beside other work: it runs when its `step` grants it time, or in the `background`
        all the time. `report`, `watch` and `at_end` are called in its own thread. A search that was begun
        before is ended."""
        self._prepare(game)
        game.find_moves(limits.moves)  # raises InputError here rather than in the search thread
        self._begun = Search(self, game, limits, self._gate, lines or self.lines, report, at_end, watch)
        if background:
            self._begun.run()
        return self._begun

    def _end_begun(self) -> None:
        """Allows one search at a time."""
        if self._begun is not None:
            self._begun.abandon()
            self._begun = None

    def close(self) -> None:
        """Ends the search that was begun: its thread keeps the engine and its table alive. It can be used
        again."""
        self._end_begun()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def nodes_of(self, game: Game) -> int:
        """Nodes so far of the current search of a game, or of the last one of its kind."""
        return self._searcher_of(game).nodes

    def stop(self) -> None:
        """Ends the search that runs, from any thread."""
        for searcher in list(self._searchers.values()):
            searcher.stop()

    def ponderhit(self, game: Game, limits: Limits) -> None:
        """The opponent played the expected move: the clock of the limits runs from now on."""
        self._searcher_of(game).ponderhit(*self._times(game, limits))

    def _searcher_of(self, game: Game) -> Searcher:
        board = game.board
        if type(board) not in self._searchers:
            searcher = board.searcher(self._table, self._gate)
            searcher.set_parameters(self._parameters)
            self._searchers.setdefault(type(board), searcher)
        return self._searchers[type(board)]

    def _times(self, game: Game, limits: Limits) -> tuple[float, float]:
        """Seconds after which no iteration begins, and after which the search ends; 0 for no limit."""
        soft, hard = allotted(limits, self.overhead, is_forced=len(game.board.legal_moves()) == 1)
        cap = self._level.seconds
        if cap is None or limits.infinite:
            return soft, hard
        return min(soft, cap), min(hard or cap, cap)


def _result(infos: tuple[Info, ...]) -> Result:
    """The first line as the result to play: after a die, no reply can be predicted."""
    line = infos[0].line if infos else ()
    ponders = len(line) > 1 and not any(move.face for move in line[:2])
    return Result(line[0].without_die if line else None, line[1] if ponders else None, infos)


def _info(line: Line, moves: tuple[Move, ...]) -> Info:
    return Info(
        depth=line.depth,
        seldepth=line.seldepth,
        multipv=line.multipv,
        score=line.score,
        mate=line.mate,
        nodes=line.nodes,
        seconds=line.nanoseconds / 1e9,
        hashfull=line.hashfull,
        line=moves,
        bound=line.bound,
    )


def _least(limit: int | None, cap: int | None) -> int:
    """The smaller of two limits, 0 for no limit; either may be missing."""
    return min((number for number in (limit, cap) if number), default=0)


def _with_first(lines: Sequence[Line], index: int) -> list[Line]:
    """The lines with one of them moved to the front. It may be from an earlier iteration; nodes and time are
    those of the whole search."""
    moved = [lines[index], *lines[:index], *lines[index + 1 :]]
    nodes, passed = max(line.nodes for line in lines), max(line.nanoseconds for line in lines)
    return [
        line._replace(multipv=place, nodes=nodes, nanoseconds=passed) for place, line in enumerate(moved, 1)
    ]
