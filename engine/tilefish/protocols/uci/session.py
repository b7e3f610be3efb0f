"""One session: commands come in line by line and go to the host, whose answers become lines again."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import tilefish
from tilefish.core.search.parameters import SEARCH_PARAMETERS
from tilefish.engine.engine import CurrentMove, Info, Result
from tilefish.explain.evaluation import evaluation_text
from tilefish.game.game import Game
from tilefish.host.host import EngineHost, fault_text
from tilefish.host.options import AnyOption, Number, Text
from tilefish.protocols.uci import lines as uci_lines
from tilefish.protocols.uci.connection import is_connected
from tilefish.protocols.uci.go_command import parse_go
from tilefish.protocols.uci.option_lines import declaration, parse_setoption
from tilefish.render.terminal import board_text
from tilefish.rules.errors import InputError, OptionError, nearest
from tilefish.rules.messages import quote
from tilefish.rules.text.fen import format_fen, mirrored

if TYPE_CHECKING:
    from tilefish.books.book import BookMove

Command = Callable[[list[str]], None]
TUNING = "TILEFISH_TUNING"
"""The environment variable that makes options of the numbers of the search, for those who tune it."""


class Session:
    """The Universal Chess Interface over an `EngineHost`, whose listener it is."""

    def __init__(
        self, paths: Iterable[str] = (), output: TextIO | None = None, seed: int | None = None
    ) -> None:
        self._output = output or sys.stdout
        self._lock = threading.Lock()
        self._log: TextIO | None = None
        self._write_error: OSError | None = None
        self._has_declared = False
        self.host = EngineHost(self, paths, seed)
        self._log_option = Text("Debug Log File")
        self.host.add_option(self._log_option, lambda: self._open_log(self._log_option.value))
        if os.environ.get(TUNING):
            self._add_search_parameters()
        self._commands: dict[str, Command] = {
            "uci": self._uci,
            "isready": self._is_ready,
            "ucinewgame": lambda _: self.host.new_game(),
            "position": self._position,
            "go": self._go,
            "stop": lambda _: self.host.stop(),
            "ponderhit": self._ponderhit,
            "setoption": self._set_option,
            "d": self._display,
            "eval": lambda _: self._send(evaluation_text(self.host.game)),
            "perft": lambda words: self._go(["perft", *(words or ["1"])]),
            "bench": self._bench,
            "flip": self._flip,
            "debug": self._debug,
            "register": lambda _: None,  # registration is not needed
            "help": self._help,
        }

    def _add_search_parameters(self) -> None:
        for name, value, least, most, _ in SEARCH_PARAMETERS:
            self._add_search_parameter(Number(name, value, least, most))

    def _add_search_parameter(self, option: Number) -> None:
        self.host.add_option(option, lambda: self.host.engine.set_parameters({option.name: option.value}))

    # --- the session -------------------------------------------------------------------------------------

    def run(self, lines: Iterable[str]) -> None:
        """Answers line after line until `quit` or the end. Raises OSError if answers cannot be written."""
        self.host.report_unusable_files()
        for line in lines:
            self._write_log("<< ", line.rstrip("\n"))
            if line.split()[:1] == ["quit"]:
                break
            self.answer(line)
            if self._write_error is not None:
                break
        else:
            self.host.finish_work()
        self.host.close()
        if self._log:
            self._log.close()
        if self._write_error is not None:
            raise self._write_error

    def answer(self, line: str) -> None:
        """Does what a line says. An error in it is reported, and changes nothing."""
        words = line.split()
        if not words:
            return
        command = self._commands.get(words[0])
        with self._report_errors():
            if command is None:
                raise InputError(
                    f"unknown command {quote(words[0])}{nearest(words[0], self._commands)}; try help"
                )
            command(words[1:])

    @contextlib.contextmanager
    def _report_errors(self) -> Iterator[None]:
        try:
            yield
        except InputError as error:
            self.message(str(error))
        except (MemoryError, RuntimeError) as error:  # the system has no more memory, or no more threads
            self.message(fault_text(error))

    def _send(self, *lines: str) -> None:
        """Writes lines at once, whole."""
        with self._lock:
            try:
                self._output.write("".join(line + "\n" for line in lines))
                self._output.flush()
            except BrokenPipeError:
                pass
            except OSError as error:
                self._write_error = error
        for line in lines:
            self._write_log(">> ", line)

    def _write_log(self, direction: str, line: str) -> None:
        if self._log is None:
            return
        try:
            self._log.write(f"{direction}{line}\n")
            self._log.flush()
        except OSError as error:  # a full disk must not end the game
            self._log = None
            self.message(f"the log ends here: {error}")

    def _open_log(self, path: str) -> None:
        """The old log is closed only when the new one can be written without blocking."""
        if Path(path).is_fifo():
            raise InputError(
                f"{quote(path, 200)} is a pipe, which holds up the program that writes to it: expected a file"
            )
        try:
            log = open(path, "a", encoding="utf-8") if path else None  # noqa: SIM115
        except ValueError as error:  # a null character
            raise InputError(f"invalid path {quote(path)}: {error}") from error
        if self._log:
            self._log.close()
        self._log = log

    # --- reports of the host -----------------------------------------------------------------------------

    def message(self, text: str) -> None:
        """Sends a message for people."""
        self._send(*uci_lines.info_strings(text))

    def variant_changed(self, name: str, game: Game) -> None:
        """Describes the variant, as Fairy-Stockfish does."""
        self.message(
            f"variant {name} files {game.variant.files} ranks {game.variant.ranks} pocket 0 template fairy "
            f"startpos {game.fen()}"
        )

    def option_changed(self, option: AnyOption) -> None:
        """Declares an option again."""
        self._send(declaration(option))

    def line(self, game: Game, info: Info) -> None:
        """Sends a line of the search."""
        model = game.variant.win_rate_model if self.host.options.show_wdl.value else None
        self._send(uci_lines.info_line(info, model))

    def current_move(self, current: CurrentMove) -> None:
        """Sends the move that a long search is searching."""
        self._send(uci_lines.current_move_line(current))

    def no_moves(self, is_lost: bool) -> None:
        """Sends the score of a game that is over."""
        self._send(f"info depth 0 score {'mate 0' if is_lost else 'cp 0'}")

    def book_move(self, move: BookMove, total: int) -> None:
        """Sends a move of the book."""
        self._send(*uci_lines.book_lines(move, total))

    def best_move(self, result: Result) -> None:
        """Sends the move to play."""
        self._send(uci_lines.best_move_line(result))

    def counts(self, by_move: dict[str, int]) -> None:
        """Sends the counts of a perft."""
        self._send(*(f"{move}: {count}" for move, count in by_move.items()))
        self._send("", f"Nodes searched: {sum(by_move.values())}")

    def is_connected(self) -> bool:
        """Whether the output still has a reader."""
        return is_connected(self._output)

    # --- commands ----------------------------------------------------------------------------------------

    def _uci(self, _: list[str]) -> None:
        if not self._has_declared:
            self._has_declared = True
            self.host.options.keep_as_defaults()
        self._send(
            f"id name Tilefish {tilefish.__version__}",
            "id author the Tilefish founders",
            *map(declaration, self.host.options),
            "uciok",
        )

    def _debug(self, words: list[str]) -> None:
        """Does nothing: both modes have the same output."""
        if words not in (["on"], ["off"]):
            raise InputError(f"debug wants on or off, not {quote(' '.join(words))}")

    def _is_ready(self, _: list[str]) -> None:
        """Does slow work before the answer, not after `go`."""
        self.host.game.outcome()
        self._send("readyok")

    def _help(self, _: list[str]) -> None:
        self.message("commands: " + " ".join((*self._commands, "quit")))

    def _set_option(self, words: list[str]) -> None:
        try:
            self.host.set_option(*parse_setoption(words))
        except OptionError as error:
            if error.value is None:  # the name is unknown
                raise InputError(f"{error}; try uci for a list") from error
            raise

    def _ponderhit(self, _: list[str]) -> None:
        try:
            self.host.ponderhit()
        except InputError as error:
            raise InputError("ponderhit without go ponder") from error

    def _position(self, words: list[str]) -> None:
        end = words.index("moves") if "moves" in words else len(words)
        setting, moves = words[:end], words[end + 1 :]
        if setting[:1] == ["startpos"] and len(setting) == 1:
            self.host.set_position(None, moves)
        elif setting[:1] == ["fen"] and len(setting) > 1:
            self.host.set_position(" ".join(setting[1:]), moves)
        else:
            raise InputError("position wants: position startpos | fen FEN, and then perhaps: moves MOVE ...")

    def _go(self, words: list[str]) -> None:
        command = parse_go(words, self.host.game)
        if command.perft is None:
            self.host.go(command.limits)
        else:
            self.host.count(command.perft)

    def _flip(self, _: list[str]) -> None:
        game = self.host.game
        self.host.set_position(format_fen(game.variant, mirrored(game.variant, game.setup())), ())

    def _display(self, _: list[str]) -> None:
        game = self.host.game
        self._send(board_text(game.variant, game.setup(), colour=False, unicode=False))
        self._send(f"Fen: {game.fen()}", f"Key: {game.key:016X}")
        outcome = game.outcome()
        if outcome:
            end = f"{outcome.winner} wins" if outcome.winner else "draw"
            self._send(f"Over: {outcome.termination}, {end}")

    def _bench(self, _: list[str]) -> None:
        from tilefish.engine.bench import run_bench

        self.host.end_work()
        for line in run_bench():
            self._send(line)
