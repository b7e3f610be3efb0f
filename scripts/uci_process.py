"""A UCI engine that runs beside a script: lines in, lines out with the moment at which they came."""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Sequence

STARTING_SECONDS = 30.0


class EngineError(Exception):
    """An engine that cannot be talked to any more. The message says in a word why."""


class UciProcess:
    """A running engine. Whatever goes wrong with it ends in an `EngineError`, "crash" or "hang"."""

    def __init__(self, command: str, options: Sequence[str] = ()) -> None:
        """Starts the engine and sets its options, each `NAME=VALUE`."""
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise EngineError(f"crash at the start: {error}") from error
        self._lines: queue.Queue[tuple[float, str]] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self.say("uci")
            self._declared = self.until("uciok", STARTING_SECONDS)
            for option in options:
                self.set_option(*option.split("=", 1))
        except EngineError:
            self.kill()
            raise

    def set_option(self, name: str, value: str = "") -> None:
        """Sets an option, or pushes a button."""
        self.say(f"setoption name {name}" + (f" value {value}" if value else ""))

    def has_option(self, name: str) -> bool:
        """Whether the engine told of such an option."""
        return any(line.startswith(f"option name {name} type") for line in self._declared)

    def ready(self) -> None:
        """Returns when the engine has done what it was told."""
        self.say("isready")
        self.until("readyok", STARTING_SECONDS)

    def say(self, line: str) -> None:
        """Sends a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise EngineError("crash") from error

    def until(self, start: str, seconds: float | None = None) -> list[str]:
        """The lines up to the one that starts so."""
        return self.timed_until(start, seconds)[1]

    def timed_until(self, start: str, seconds: float | None = None) -> tuple[float, list[str]]:
        """The same, and when the last of them came (of `time.perf_counter`)."""
        end = None if seconds is None else time.perf_counter() + seconds
        lines: list[str] = []
        while True:
            left = None if end is None else max(0.0, end - time.perf_counter())
            try:
                moment, line = self._lines.get(timeout=left)
            except queue.Empty:
                raise EngineError("hang") from None
            if not line:
                raise EngineError("crash")
            lines.append(line.strip())
            if line.startswith(start):
                return moment, lines

    def close(self) -> None:
        """Ends the engine, with force if it will not hear."""
        try:
            self.say("quit")
            self._process.wait(timeout=5)
        except (EngineError, subprocess.TimeoutExpired):
            self.kill()

    def kill(self) -> None:
        """Ends an engine that does not answer."""
        self._process.kill()
        self._process.wait()

    def _listen(self) -> None:
        """Stamps lines the moment that they come; an empty one for the end."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put((time.perf_counter(), line))
        self._lines.put((time.perf_counter(), ""))
