"""`EngineHost`: the part of the work that every protocol shares.

It owns the options, the position, the book, learning and the search that runs. It takes and gives values, and
knows no protocol.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING

from tilefish.engine.engine import Engine, Info, Result
from tilefish.engine.limits import Limits
from tilefish.engine.searching import Search
from tilefish.engine.watching import wait_while
from tilefish.game.game import Game
from tilefish.host.listener import Listener
from tilefish.host.options import AnyOption, Options, Text
from tilefish.rules.errors import InputError, OptionError, in_short
from tilefish.rules.files.library import Library

if TYPE_CHECKING:
    from tilefish.host.experience import Experience

MATE_GRACE = 10.0
"""Seconds to go on searching for a mate after the end of input: there may be none."""


class _Work:
    """A search or a count that runs, and its position."""

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        self.game = game
        self.limits = limits
        """None for a count."""
        self.search: Search | None = None
        self.released = threading.Event()
        """Set by `stop` and `ponderhit`. A search without an end reports no best move before."""
        self.done = threading.Event()

    @property
    def is_open(self) -> bool:
        """Whether only a protocol ends it, however early the search is done."""
        return self.limits is not None and self.limits.is_open


class EngineHost:
    """One engine for one protocol. All methods are called from one thread; `listener` is called from others,
    too.

    Wrong input raises `InputError` and changes nothing.
    """

    def __init__(self, listener: Listener, paths: Iterable[str] = (), seed: int | None = None) -> None:
        self._listener = listener
        self._paths = tuple(paths)
        self._seed = seed
        self._library = Library(self._paths)
        self.options = Options(self._variant_names())
        self.engine = Engine(self.options.hash.value, seed=seed)
        self._experience: Experience | None = None
        self._game: Game | None = None
        self._work: _Work | None = None
        options = self.options
        self._handlers: dict[AnyOption, Callable[[], None]] = {
            options.variant: self._change_variant,
            options.chess960: self._reset_game,
            options.variant_path: self._read_variant_path,
            options.world: lambda: self._change_rules(options.world),
            options.pieces: lambda: self._change_rules(options.pieces),
            options.threads: self._set_threads,
            options.hash: lambda: self.engine.resize_hash(options.hash.value),
            options.clear_hash: self.engine.clear_hash,
            options.lines: self._set_lines,
            options.overhead: self._set_overhead,
            options.explain: _load_explanations,
            options.learning: self._use_learning,
            options.learn_file: self._use_learning,
            options.own_book: self._use_book,
            options.book_file: self._use_book,
            options.syzygy_path: self._note_syzygy,
            **dict.fromkeys(self._strength_options(), self._set_level),
        }

    def close(self) -> None:
        """Ends what runs, and records the finished games."""
        self.end_work()
        if self._experience is not None:
            self._experience.game_ends()
            self._experience.close()

    # --- options -----------------------------------------------------------------------------------------

    def add_option(self, option: AnyOption, handler: Callable[[], None]) -> None:
        """Adds an option that only one protocol has."""
        self.options.add(option)
        self._handlers[option] = handler

    def set_option(self, name: str, text: str) -> None:
        """Gives an option the value that a text means. An invalid text leaves its value as it is. Raises
        `OptionError`."""
        option = self.options.find(name)
        value = option.read(text)
        self.end_work()
        kept, before = option.text, option.value
        option.value = value
        try:
            self._handlers.get(option, _no_handler)()
        except (InputError, OSError, MemoryError) as error:
            option.value = before
            message = f"{option.name} stays {kept or 'empty'}: {error}"
            raise OptionError(message, option.name, text, str(error)) from error

    def _strength_options(self) -> tuple[AnyOption, ...]:
        options = self.options
        return (
            options.analyse_mode, options.skill, options.limit_strength, options.elo,
            options.difficulty, options.act, options.agent,
        )  # fmt: skip

    def _set_level(self) -> None:
        self.engine.level = self.options.level()

    def _set_threads(self) -> None:
        self.engine.threads = self.options.threads.value

    def _set_lines(self) -> None:
        self.engine.lines = self.options.lines.value

    def _set_overhead(self) -> None:
        self.engine.overhead = self.options.overhead.value / 1000

    def _change_variant(self) -> None:
        self._reset_game()
        self._listener.variant_changed(self.options.variant.value, self.game)

    def _reset_game(self) -> None:
        self._game = self._new_game(None)

    def _change_rules(self, option: Text) -> None:
        """An arbiter with the variant's own rules would reject moves of the changed game."""
        self._reset_game()
        variant = self.options.variant.value
        if option.value and self.game.variant != self._library.load(variant):
            self._listener.message(
                f"{option.name} changes the rules of {variant}: a program that does not know of it takes "
                "moves for illegal, and the game is lost; for the variant's own rules leave "
                f"{option.name} empty"
            )

    def _variant_names(self) -> list[str]:
        return [*self._library.names(), "standard"]

    def _read_variant_path(self) -> None:
        """New files may bring new variants."""
        paths = [path for path in self.options.variant_path.value.split(":") if path]
        wrong = Library(paths, environment=False).problems
        if wrong:
            raise InputError("\n".join(map(str, wrong)))
        self._library = Library([*self._paths, *paths])
        self.report_unusable_files()
        self.options.variant.choices = tuple(self._variant_names())
        self._listener.option_changed(self.options.variant)

    def report_unusable_files(self) -> None:
        """Reports the files of the search path that cannot be used."""
        for problem in self._library.problems:
            self._listener.message(str(problem))
        for line in in_short(self._library.skipped):
            self._listener.message(f"skipped {line}")

    def _note_syzygy(self) -> None:
        if self.options.syzygy_path.value:
            self._listener.message("SyzygyPath is not used: this version of Tilefish reads no endgame tables")

    def _use_learning(self) -> None:
        is_on = self.options.learning.value
        experience = self._loaded_experience()
        experience.learn_from(self.options.learn_file.value if is_on else None)
        self.engine.memory = experience.memory if is_on else None

    def _use_book(self) -> None:
        is_on = self.options.own_book.value
        self._loaded_experience().take_book(self.options.book_file.value if is_on else "")

    def _loaded_experience(self) -> Experience:
        """Imported when an option first needs it, because of its many imports."""
        if self._experience is None:
            from tilefish.host.experience import Experience

            self._experience = Experience(self._listener.message, self._seed)
        return self._experience

    # --- positions ---------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The current game. The first one is loaded on first use."""
        if self._game is None:
            self._game = self._new_game(None)
        return self._game

    def _new_game(self, fen: str | None) -> Game:
        return Game(
            self.options.variant.value,
            fen,
            self.options.world.value or None,
            self.options.pieces.value or None,
            self.options.chess960.value,
            library=self._library,
        )

    def new_game(self) -> None:
        """Clears the results of searches, and sets up the start position."""
        self.end_work()
        self.engine.clear_hash()
        self._reset_game()
        if self._experience is not None:
            self._experience.game_ends()

    def set_position(self, fen: str | None, moves: Sequence[str]) -> None:
        """Sets up a position, the start position without a FEN, and plays moves. If the game only continues,
        the earlier moves are not played again."""
        game = self._new_game(fen)
        played = self.game.move_stack
        if played and self.game.begins_like(game) and played == list(moves[: len(played)]):
            game, moves = self.game.copy(), moves[len(played) :]
        for move in moves:
            game.push(move)
        self._game = game
        if self._experience is not None and not self.options.analyse_mode.value:
            self._experience.position_sent(game)

    # --- searching ---------------------------------------------------------------------------------------

    def go(self, limits: Limits) -> None:
        """Begins a search of the position. It always ends with `Listener.best_move` or `book_move`, also
        after an error."""
        game = self.game.copy()
        self.end_work()
        self._work = work = _Work(game, limits)
        with self._report_faults():
            if self._play_from_book(work):
                work.done.set()
                return
        with self._report_faults():
            work.search = self.engine.start(
                game,
                limits,
                report=lambda info: self._listener.line(game, info),
                watch=self._listener.current_move,
                at_end=lambda: self._end_search(work),
            )
            work.search.run()
        if work.search is None:  # such as too few threads in the system
            self._listener.best_move(_stopgap(game, limits))
            work.done.set()

    def _play_from_book(self, work: _Work) -> bool:
        """Answers with a book move, if there is one and the search is for a move rather than an analysis."""
        limits = work.limits
        assert limits is not None
        if self._experience is None or self.options.analyse_mode.value:
            return False
        if limits.is_open or limits.mate or limits.moves:
            return False
        found = self._experience.book_move(work.game)
        if found is None:
            return False
        self._record_answer(work, found[0].move)
        self._listener.book_move(*found)
        return True

    def _end_search(self, work: _Work) -> None:
        try:
            self._answer(work)
        finally:
            work.done.set()

    def _answer(self, work: _Work) -> None:
        """Reports the best move, in the thread of the search. A search without an end waits for `stop` or
        `ponderhit` first."""
        assert work.search is not None
        assert work.limits is not None
        result: Result | None = None
        with self._report_faults():
            result = work.search.found()
            if not result.lines:
                outcome = work.game.outcome()
                self._listener.no_moves(outcome is not None and outcome.winner not in (None, work.game.turn))
        if work.is_open:
            work.released.wait()
        result = result or _stopgap(work.game, work.limits)
        with self._report_faults():
            if result.lines and result.lines[0].line and self.options.explain.value:
                self._explain(work.game, result.lines[0])
            self._record_answer(work, result.move)
        self._listener.best_move(result)

    def _record_answer(self, work: _Work, move: str | None) -> None:
        if self._experience is not None and move is not None and not work.is_open:
            self._experience.answered(work.game, move)

    def _explain(self, game: Game, best: Info) -> None:
        from tilefish.explain.record import decision_record

        try:
            self._listener.message(decision_record(game, best.line, best.score, best.mate).as_text())
        except InputError as error:  # without its hints, a move is still useful
            self._listener.message(str(error))

    def count(self, depth: int) -> None:
        """Begins to count the leaves `depth` plies below the position, by first move."""
        game = self.game.copy()
        self.end_work()
        self._work = work = _Work(game)
        with self._report_faults():
            threading.Thread(target=self._count, args=(work, depth), daemon=True).start()
            return
        work.done.set()

    def _count(self, work: _Work, depth: int) -> None:
        try:
            with self._report_faults():
                self._listener.counts(work.game.divide(depth))
        finally:
            work.done.set()

    def stop(self) -> None:
        """Ends the search or the count that runs; its best move follows at once."""
        self.engine.stop()
        if self._work is not None:
            self._work.released.set()
            self._work.game.cancel()

    def ponderhit(self) -> None:
        """The opponent played the expected move: its clock runs from now on. Raises `InputError` if
        no search is pondering."""
        work = self._work
        if work is None or work.limits is None or not work.limits.ponder or work.released.is_set():
            raise InputError("no search is pondering")
        work.limits = replace(work.limits, ponder=False)
        self.engine.ponderhit(work.game, work.limits)
        work.released.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until the current work is done, or for the given time. Returns whether it is done."""
        return self._work is None or self._work.done.wait(seconds)

    def finish_work(self) -> None:
        """Waits for the current work, as long as it ends by itself and the listener is connected."""
        end = monotonic() + self._patience()
        wait_while(self.wait, lambda: monotonic() < end and self._listener.is_connected())

    def _patience(self) -> float:
        """Seconds that the current work may take when no `stop` can come; 0 if only `stop` ends it."""
        work = self._work
        if work is None or work.is_open:
            return 0
        level = self.engine.level
        if work.limits is None or work.limits.has_end or level.is_counted or level.seconds is not None:
            return math.inf
        return MATE_GRACE if work.limits.mate else 0

    def end_work(self) -> None:
        """Stops the current search, and waits for its best move. A count is finished first, because a script
        needs its result; `stop` ends one that takes too long."""
        if self._work is None:
            return
        if self._work.limits is None:
            self.finish_work()
        self.stop()
        self.wait()
        self._work = None

    @contextmanager
    def _report_faults(self) -> Iterator[None]:
        """Reports an error, also a fault of the program or the system. The game goes on."""
        try:
            yield
        except (InputError, InterruptedError) as error:  # a depth that is too large, a count that was stopped
            self._listener.message(str(error))
        except Exception as error:
            self._listener.message(fault_text(error))


def fault_text(error: Exception) -> str:
    """The message about a fault of the program or the system."""
    return f"this went wrong: {type(error).__name__}: {error}".removesuffix(": ")


def _no_handler() -> None:
    """For options without a handler: a search reads them when it needs them."""


def _load_explanations() -> None:
    """Now, so that no move has to wait for it."""
    import_module("tilefish.explain.record")


def _stopgap(game: Game, limits: Limits) -> Result:
    """A legal move to play where the search found none."""
    moves = game.find_moves(limits.moves) or game.legal_moves
    return Result(moves[0] if moves else None, None)
