"""One conversation: commands come in, one reader answers them, and a thread of its own searches."""

from __future__ import annotations

import contextlib
import math
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TextIO

import tilefish
from tilefish.engine.engine import Engine, Info, Result
from tilefish.explain.evaluation import evaluation_text
from tilefish.game.game import Game
from tilefish.protocols.uci.going import Going, parse_go
from tilefish.protocols.uci.listening import is_heard
from tilefish.protocols.uci.options import STRENGTH, Option, Options
from tilefish.protocols.uci.wording import (
    best_move_line,
    book_lines,
    fault_text,
    info_line,
    looking_line,
    told,
)
from tilefish.render.terminal import board_text
from tilefish.rules.errors import InputError, in_short, nearest
from tilefish.rules.files.library import Library
from tilefish.rules.messages import quote
from tilefish.rules.text.fen import format_fen, mirrored

if TYPE_CHECKING:
    from tilefish.protocols.uci.experience import Experience

Command = Callable[[list[str]], None]

MATE_GRACE = 10.0
"""Seconds for which a mate is still looked for after the end of input: there may be none."""
_HEARD_EVERY = 0.1
"""Seconds between two looks at whether anybody listens, after the end of input."""


class Session:
    """The state of a conversation: options, the game, and the search that may be running."""

    def __init__(
        self, paths: Iterable[str] = (), output: TextIO | None = None, seed: int | None = None
    ) -> None:
        self._paths = tuple(paths)
        self._output = output or sys.stdout
        self._lock = threading.Lock()
        self._log: TextIO | None = None
        self._unsaid: OSError | None = None
        """Why something could not be written."""
        self._library = Library(self._paths)
        self.options = Options(self._variant_names())
        self._has_declared = False
        self._engine = Engine(self.options.number("Hash"), seed=seed)
        self._seed = seed
        self._known: Experience | None = None
        self._set_up: Game | None = None
        self._thread: threading.Thread | None = None
        self._going: Going | None = None
        self._searched: Game | None = None
        self._released = threading.Event()
        self._commands: dict[str, Command] = {
            "uci": self._uci,
            "isready": self._is_ready,
            "ucinewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: self._stop(),
            "ponderhit": self._ponderhit,
            "setoption": self._set_option,
            "d": self._display,
            "eval": self._evaluate,
            "perft": lambda words: self._go(["perft", *(words or ["1"])]),
            "bench": self._bench,
            "flip": self._flip,
            "debug": self._debug,
            "register": lambda _: None,  # there is nothing to register
            "help": self._help,
        }

    # --- the conversation --------------------------------------------------------------------------------

    def run(self, lines: Iterable[str]) -> None:
        """Answers line after line until `quit` or the end. Raises OSError if answers cannot be written."""
        self._report_unusable_files()
        for line in lines:
            self._write_log("<< ", line.rstrip("\n"))
            if line.split()[:1] == ["quit"]:
                break
            self.answer(line)
            if self._unsaid is not None:
                break
        else:
            self._let_finish()
        self._end_search()
        if self._known is not None:
            self._known.game_ends()
            self._known.close()
        if self._log:
            self._log.close()
        if self._unsaid is not None:
            raise self._unsaid

    def _let_finish(self) -> None:
        """Waits for the search or the perft that runs, as long as the output is read. A script wants its
        answer; a GUI that is gone wants none."""
        if self._thread is None or self._going is None:
            return
        end = monotonic() + self._patience_with(self._going)
        while self._thread.is_alive() and monotonic() < end and is_heard(self._output):
            self._thread.join(_HEARD_EVERY)

    def _patience_with(self, going: Going) -> float:
        """Seconds that a search may take after the end of input. One that nothing ends has none."""
        if going.is_open:
            return 0
        level = self._engine.level
        if going.perft is not None or going.limits.has_end or level.is_counted or level.seconds is not None:
            return math.inf
        return MATE_GRACE if going.limits.mate else 0

    def answer(self, line: str) -> None:
        """Does what a line says. What is wrong with it is told, and changes nothing."""
        words = line.split()
        if not words:
            return
        command = self._commands.get(words[0])
        with self._mistakes_told():
            if command is None:
                raise InputError(
                    f"unknown command {quote(words[0])}{nearest(words[0], self._commands)}; try help"
                )
            command(words[1:])

    @contextlib.contextmanager
    def _mistakes_told(self) -> Iterator[None]:
        try:
            yield
        except InputError as error:
            self.tell(str(error))
        except (MemoryError, RuntimeError) as error:  # the system has no more room, or no more threads
            self.tell(fault_text(error))

    @contextlib.contextmanager
    def _faults_told(self) -> Iterator[None]:
        """In the thread that searches, a fault of the program or the system is told, and the game goes on."""
        try:
            yield
        except Exception as error:
            self.tell(fault_text(error))

    def say(self, *lines: str) -> None:
        """Writes lines at once, whole."""
        with self._lock:
            try:
                self._output.write("".join(line + "\n" for line in lines))
                self._output.flush()
            except BrokenPipeError:
                pass
            except OSError as error:
                self._unsaid = error
        for line in lines:
            self._write_log(">> ", line)

    def tell(self, message: str) -> None:
        """Says something to people."""
        self.say(*told(message))

    def _write_log(self, direction: str, line: str) -> None:
        if self._log is None:
            return
        try:
            self._log.write(f"{direction}{line}\n")
            self._log.flush()
        except OSError as error:  # a full disk must not end the game
            self._log = None
            self.tell(f"the log ends here: {error}")

    def _uci(self, _: list[str]) -> None:
        if not self._has_declared:
            self._has_declared = True
            self.options.keep_as_defaults()
        self.say(
            f"id name Tilefish {tilefish.__version__}",
            "id author the Tilefish founders",
            *self.options.declarations(),
            "uciok",
        )

    def _debug(self, words: list[str]) -> None:
        """There is nothing more to say in either mode."""
        if words not in (["on"], ["off"]):
            raise InputError(f"debug wants on or off, not {quote(' '.join(words))}")

    def _is_ready(self, _: list[str]) -> None:
        """What takes time happens before the answer, not after `go`."""
        _ = self._game.legal_moves
        self.say("readyok")

    def _help(self, _: list[str]) -> None:
        self.tell("commands: " + " ".join((*self._commands, "quit")))

    # --- options -----------------------------------------------------------------------------------------

    def _variant_names(self) -> list[str]:
        return [*self._library.names(), "standard"]

    def _set_option(self, words: list[str]) -> None:
        option, value = self.options.understand(words)
        self._end_search()
        before = option.value
        option.value = value
        try:
            self._apply(option)
        except (InputError, OSError, MemoryError) as error:
            option.value = before
            raise InputError(f"{option.name} stays {before or 'empty'}: {error}") from error

    def _apply(self, option: Option) -> None:
        name = option.name
        if name in ("UCI_Variant", "UCI_Chess960", "World", "Pieces"):
            self._set_up = self._new(None)
            if name == "UCI_Variant":
                self._announce_variant()
            elif name in ("World", "Pieces") and option.value:
                self._warn_of_other_rules(name)
        elif name == "VariantPath":
            self._read_paths()
        elif name == "Hash":
            self._engine.resize_hash(self.options.number(name))
        elif name == "Clear Hash":
            self._engine.clear_hash()
        elif name == "Threads":
            self._engine.threads = self.options.number(name)
        elif name == "MultiPV":
            self._engine.lines = self.options.number(name)
        elif name == "Move Overhead":
            self._engine.overhead = self.options.number(name) / 1000
        elif name in STRENGTH:
            self._engine.level = self.options.level()
        elif name == "Explain":
            import_module("tilefish.explain.record")  # now, so that no move waits for it
        elif name in ("Learning", "LearnFile"):
            self._learn()
        elif name in ("OwnBook", "BookFile"):
            self._experience.take_book(self.options.text("BookFile") if self.options.flag("OwnBook") else "")
        elif name == "SyzygyPath" and option.value:
            self.tell("SyzygyPath is not used: this version of Tilefish reads no endgame tables")
        elif name == "Debug Log File":
            self._open_log(option.value)

    @property
    def _experience(self) -> Experience:
        """What is known of finished games; loaded with all that it needs when an option first asks for it."""
        if self._known is None:
            from tilefish.protocols.uci.experience import Experience

            self._known = Experience(self.tell, self._seed)
        return self._known

    def _learn(self) -> None:
        is_on = self.options.flag("Learning")
        self._experience.learn_from(self.options.text("LearnFile") if is_on else None)
        self._engine.memory = self._experience.memory if is_on else None

    def _read_paths(self) -> None:
        """New files may bring new variants; the list that a GUI sees is sent again."""
        paths = [path for path in self.options.text("VariantPath").split(":") if path]
        wrong = Library(paths, environment=False).problems
        if wrong:
            raise InputError("\n".join(map(str, wrong)))
        self._library = Library([*self._paths, *paths])
        self._report_unusable_files()
        variants = self.options["UCI_Variant"]
        variants.choices = tuple(self._variant_names())
        self.say(variants.declaration())

    def _report_unusable_files(self) -> None:
        """What the search path has that cannot be used."""
        for problem in self._library.problems:
            self.tell(str(problem))
        for line in in_short(self._library.skipped):
            self.tell(f"skipped {line}")

    def _open_log(self, path: str) -> None:
        """The old log is only given up for one that can be written, and that nobody has to read meanwhile."""
        if Path(path).is_fifo():
            raise InputError(
                f"{quote(path, 200)} is a pipe, which holds up who writes to it: a file is right"
            )
        try:
            log = open(path, "a", encoding="utf-8") if path else None  # noqa: SIM115
        except ValueError as error:  # a null character
            raise InputError(f"{quote(path)} is no path: {error}") from error
        if self._log:
            self._log.close()
        self._log = log

    def _warn_of_other_rules(self, name: str) -> None:
        """An arbiter that goes by the variant's own rules calls moves of the changed game illegal."""
        variant = self.options.text("UCI_Variant")
        if self._game.variant != self._library.load(variant):
            self.tell(
                f"{name} changes the rules of {variant}: a program that does not know of it takes moves for "
                f"illegal, and the game is lost; for its own rules: setoption name {name} value"
            )

    def _announce_variant(self) -> None:
        game = self._game
        self.tell(
            f"variant {self.options.text('UCI_Variant')} files {game.variant.files} ranks "
            f"{game.variant.ranks} pocket 0 template fairy startpos {game.fen()}"
        )

    @property
    def _game(self) -> Game:
        """The game that is set up; the first one is only loaded when something is asked of it."""
        if self._set_up is None:
            self._set_up = self._new(None)
        return self._set_up

    # --- positions ---------------------------------------------------------------------------------------

    def _new(self, fen: str | None) -> Game:
        return Game(
            self.options.text("UCI_Variant"),
            fen,
            self.options.text("World") or None,
            self.options.text("Pieces") or None,
            self.options.flag("UCI_Chess960"),
            library=self._library,
        )

    def _new_game(self, _: list[str]) -> None:
        self._end_search()
        self._engine.clear_hash()
        self._set_up = self._new(None)
        if self._known is not None:
            self._known.game_ends()

    def _position(self, words: list[str]) -> None:
        end = words.index("moves") if "moves" in words else len(words)
        setting, moves = words[:end], words[end + 1 :]
        if setting[:1] == ["startpos"] and len(setting) == 1:
            fen = None
        elif setting[:1] == ["fen"] and len(setting) > 1:
            fen = " ".join(setting[1:])
        else:
            raise InputError("position wants: position startpos | fen FEN, and then perhaps: moves MOVE ...")
        game = self._new(fen)
        past = self._game.move_stack
        if past and self._game.begins_like(game) and past == moves[: len(past)]:
            game, moves = self._game.copy(), moves[len(past) :]
        for move in moves:
            game.push(move)
        self._set_up = game
        if self._known is not None and not self.options.flag("UCI_AnalyseMode"):
            self._known.position_sent(game)

    def _flip(self, _: list[str]) -> None:
        self._set_up = self._new(
            format_fen(self._game.variant, mirrored(self._game.variant, self._game.setup()))
        )

    def _display(self, _: list[str]) -> None:
        game = self._game
        self.say(board_text(game.variant, game.setup(), colour=False, unicode=False))
        self.say(f"Fen: {game.fen()}", f"Key: {game.key:016X}")
        outcome = game.outcome()
        if outcome:
            self.say(f"Over: {outcome.reason}, {outcome.winner or 'nobody'} wins")

    def _evaluate(self, _: list[str]) -> None:
        self.say(evaluation_text(self._game))

    # --- searching ---------------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> None:
        game = self._game.copy()
        going = parse_go(words, game)
        self._end_search()
        work = self._search if going.perft is None else self._perft
        self._going, self._searched = going, game
        self._released.clear()
        self._engine.prepare()
        thread = threading.Thread(target=work, args=(game, going), daemon=True)
        try:
            thread.start()
        except RuntimeError as error:  # the system has no more threads
            self.tell(fault_text(error))
            if going.perft is None:
                self.say(best_move_line(_stopgap(game, going)))
            return
        self._thread = thread

    def _search(self, game: Game, going: Going) -> None:
        """Whatever goes wrong, it ends with a move."""
        with self._faults_told():
            if self._plays_from_book(game, going):
                return
        result = None
        with self._faults_told():
            result = self._found(game, going)
        if going.is_open:
            self._released.wait()  # a GUI that asked for no end wants none before it says so
        result = result or _stopgap(game, going)
        with self._faults_told():
            if result.lines and result.lines[0].line and self.options.flag("Explain"):
                self._explain(game, result.lines[0])
            self._note_answer(game, result.move)
        self.say(best_move_line(result))

    def _found(self, game: Game, going: Going) -> Result:
        """What the engine finds, told while it does."""
        odds = game.variant.odds if self.options.flag("UCI_ShowWDL") else None
        result = self._engine.search(
            game,
            going.limits,
            lambda info: self.say(info_line(info, odds)),
            lambda looking: self.say(looking_line(looking)),
        )
        if result.remark:
            self.tell(result.remark)
        if not result.lines:
            outcome = game.outcome()
            lost = outcome is not None and outcome.winner not in (None, game.turn)
            self.say(f"info depth 0 score {'mate 0' if lost else 'cp 0'}")
        return result

    def _plays_from_book(self, game: Game, going: Going) -> bool:
        """Answers with a move of the book, if there is one and a move rather than an analysis is wanted."""
        limits = going.limits
        if self._known is None or self.options.flag("UCI_AnalyseMode"):
            return False
        if going.is_open or limits.mate or limits.moves:
            return False
        found = self._known.book_move(game)
        if found is None:
            return False
        self._note_answer(game, found[0].move)
        self.say(*book_lines(*found))
        return True

    def _note_answer(self, game: Game, move: str | None) -> None:
        is_open = self._going is None or self._going.is_open
        if self._known is not None and move is not None and not is_open:
            self._known.answered(game, move)

    def _explain(self, game: Game, best: Info) -> None:
        from tilefish.explain.record import decision_record

        try:
            self.tell(decision_record(game, best.line, best.score, best.mate).as_text())
        except InputError as error:  # a move without its reasons is still a move
            self.tell(str(error))

    def _perft(self, game: Game, going: Going) -> None:
        with self._faults_told():
            try:
                counts = game.divide(going.perft or 0)
            except (InputError, InterruptedError) as error:
                self.tell(str(error))
                return
            self.say(*(f"{move}: {count}" for move, count in counts.items()))
            self.say("", f"Nodes searched: {sum(counts.values())}")

    def _stop(self) -> None:
        self._released.set()
        self._engine.stop()
        if self._searched is not None:
            self._searched.cancel()

    def _end_search(self) -> None:
        """Stops the search that runs, and waits for its `bestmove`. A perft is finished first: a script wants
        its count, and where that takes too long, `stop` ends it."""
        if self._thread is not None and self._going is not None:
            if self._going.perft is not None:
                self._let_finish()
            self._stop()
            self._thread.join()
        self._thread = None

    def _ponderhit(self, _: list[str]) -> None:
        going, game = self._going, self._searched
        if going is None or game is None or not going.limits.ponder or self._released.is_set():
            raise InputError("ponderhit without go ponder")
        limits = replace(going.limits, ponder=False)
        self._engine.ponderhit(game, limits)
        self._going = replace(going, limits=limits)
        self._released.set()

    def _bench(self, _: list[str]) -> None:
        from tilefish.engine.bench import run_bench

        self._end_search()
        for line in run_bench():
            self.say(line)


def _stopgap(game: Game, going: Going) -> Result:
    """A legal move to play where no search could find one."""
    moves = list(going.limits.moves) or game.legal_moves
    return Result(moves[0] if moves else None, None)
