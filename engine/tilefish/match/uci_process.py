"""A UCI engine in a process of its own: lines in, and lines out with their time of arrival.

It may be any program, and broken in any way. Its output is read all the time, but only part of it is kept;
every wait has an end, both for an answer and for a full pipe.
"""

from __future__ import annotations

import os
import queue
import select
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum

from tilefish.match.declared import misfit, options_in
from tilefish.rules.messages import quote

STARTING_SECONDS = 30.0
LONGEST_LINE = 1 << 16
"""Bytes of a line that are kept."""
KEPT_LINES = 2000
"""The most lines of one answer that are kept: the last ones."""
WAITING_LINES = 5000
"""The most lines in the queue; an engine that sends more has to wait, too."""
FLOOD = 32 << 20
"""Bytes after a question: this many without an answer among them count as a flood."""
_WRITING_SECONDS = 10.0
_QUITTING_SECONDS = 3.0
_LAST_WORDS = 2000


_running: weakref.WeakSet[UciProcess] = weakref.WeakSet()


def kill_all() -> None:
    """Ends all engines of this process immediately, without their cooperation."""
    for engine in list(_running):
        engine.kill_group()


class Failure(Enum):
    """The ways to lose a game outside of the board. The value is the text for people and PGN files."""

    CRASH = "crash"
    HANG = "hang"
    FLOOD = "flood"
    """It sends megabytes of text without an answer among them."""
    UNABLE = "unable"
    """It lacks the variant, or options that were set."""
    TIME_LOSS = "time loss"
    ILLEGAL_MOVE = "illegal move"


class EngineError(Exception):
    """An engine that cannot be used any more."""

    def __init__(self, failure: Failure, detail: str) -> None:
        super().__init__(f"{failure.value}: {detail}")
        self.failure = failure
        self.detail = detail


class UciProcess:
    """A running engine. All its errors are `EngineError`."""

    def __init__(self, command: str, options: Sequence[str] = (), starting: float = STARTING_SECONDS) -> None:
        """Starts the engine and sets its options, each `NAME=VALUE`. It has `seconds` to answer."""
        self._starting = starting
        self._process = _started(command)
        _running.add(self)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin = self._process.stdin.fileno()
        os.set_blocking(self._stdin, False)
        self._lines: queue.Queue[tuple[float, str | None]] = queue.Queue(WAITING_LINES)
        self._bytes = 0
        self._last_words = b""
        self._is_over = threading.Event()
        self._listeners = (
            threading.Thread(target=self._listen, args=(self._process.stdout.fileno(),), daemon=True),
            threading.Thread(target=self._overhear, args=(self._process.stderr.fileno(),), daemon=True),
        )
        for listener in self._listeners:
            listener.start()
        try:
            self._ask_for_options()
            for option in options:
                self.set_option(*option.split("=", 1))
        except BaseException:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    # --- input to the engine -----------------------------------------------------------------------------

    def set_option(self, name: str, value: str = "") -> None:
        """Sets an option, or pushes a button."""
        self.say(f"setoption name {name}" + (f" value {value}" if value else ""))

    def has_option(self, name: str) -> bool:
        """Whether the engine declares such an option."""
        return name.lower() in self._options

    def misfit(self, name: str, value: str) -> str:
        """The error in an option or its value, by the engine's declarations; empty if it is valid. The
        declarations may depend on other options, as variants depend on a file of variants: the engine is
        asked again before an error is reported."""
        if misfit(self._options, name, value):
            self._ask_for_options()
        return misfit(self._options, name, value)

    def _ask_for_options(self) -> None:
        self.say("uci")
        self._options = options_in(self.until("uciok", self._starting))

    def ready(self) -> None:
        """Returns when the engine has finished its previous commands."""
        self.say("isready")
        self.until("readyok", self._starting)

    def say(self, line: str) -> None:
        """Sends a line. Raises `EngineError` if the engine does not read for a while."""
        rest = memoryview(f"{line}\n".encode())
        end = time.perf_counter() + _WRITING_SECONDS
        while rest:
            try:
                rest = rest[os.write(self._stdin, rest) :]
            except BlockingIOError:
                left = end - time.perf_counter()
                if left <= 0 or not select.select([], [self._stdin], [], left)[1]:
                    raise EngineError(Failure.HANG, "it does not read") from None
            except (OSError, ValueError):
                raise self._crash() from None

    # --- output of the engine ----------------------------------------------------------------------------

    def until(self, word: str, seconds: float | None = None) -> list[str]:
        """The lines up to the one that begins with a word; of very many, the last ones."""
        return self.timed_until(word, seconds)[1]

    def timed_until(self, word: str, seconds: float | None = None) -> tuple[float, list[str]]:
        """The same, and the time of the last of them (of `time.perf_counter`)."""
        end = None if seconds is None else time.perf_counter() + seconds
        before = self._bytes
        lines: deque[str] = deque(maxlen=KEPT_LINES)
        while True:
            try:
                moment, line = self._lines.get(
                    timeout=None if end is None else max(0.0, end - time.perf_counter())
                )
            except queue.Empty:
                raise self._silence(word, before) from None
            if line is None:
                raise self._crash()
            if end is not None and moment > end:
                raise self._silence(word, before)
            lines.append(line)
            if line.split(maxsplit=1)[:1] == [word]:
                return moment, list(lines)

    def _silence(self, word: str, before: int) -> EngineError:
        """The fault of an engine that has not sent the expected answer."""
        said = self._bytes - before
        return (
            EngineError(Failure.FLOOD, f"{said >> 20} MB and no {word}")
            if said >= FLOOD
            else EngineError(Failure.HANG, f"no {word}")
        )

    def _listen(self, output: int) -> None:
        """Stamps lines with their time of arrival; None stands for the end."""
        rest = b""
        while chunk := _read(output):
            moment = time.perf_counter()
            self._bytes += len(chunk)
            *whole, rest = (rest + chunk).split(b"\n")
            rest = rest[:LONGEST_LINE]
            for line in whole:
                if not self._keep(moment, line[:LONGEST_LINE].decode(errors="replace").strip()):
                    return
        self._keep(time.perf_counter(), None)

    def _keep(self, moment: float, line: str | None) -> bool:
        """Puts a line into the queue; False after the end."""
        while not self._is_over.is_set():
            with suppress(queue.Full):
                self._lines.put((moment, line), timeout=0.5)
                return True
        return False

    def _overhear(self, errors: int) -> None:
        """Keeps the last lines of its error output."""
        while chunk := _read(errors):
            self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]

    # --- its end -----------------------------------------------------------------------------------------

    def close(self) -> None:
        """Ends the engine, by force if it does not obey."""
        with suppress(EngineError):
            self.say("quit")
            self._is_over.set()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_QUITTING_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Ends an engine that does not answer, and its child processes."""
        self._is_over.set()
        self.kill_group()
        self._process.wait()
        for listener in self._listeners:
            if listener is not threading.current_thread() and listener.is_alive():
                listener.join(timeout=1)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        _running.discard(self)

    def kill_group(self) -> None:
        """Sends SIGKILL to the engine and its child processes."""
        if self in _running:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _crash(self) -> EngineError:
        """The facts about an engine that has exited."""
        code: int | None = None
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(timeout=1)
        self._listeners[1].join(timeout=1)
        words = self._last_words.decode(errors="replace").strip().splitlines()
        ended = "it closed its output" if code is None else _ending(code)
        return EngineError(Failure.CRASH, f"{ended}, {quote(words[-1], 100)}" if words else ended)


def _started(command: str) -> subprocess.Popen[bytes]:
    """The process, in a group of its own, which an interrupt from the keyboard does not reach."""
    try:
        return subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except (OSError, ValueError, IndexError) as error:
        raise EngineError(Failure.CRASH, f"it cannot be started: {error}") from error


def _read(pipe: int) -> bytes:
    try:
        return os.read(pipe, 1 << 16)
    except OSError:
        return b""


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"
