"""`Console`: input and output of a conversation: a terminal with history and completion, or pipes.

Through pipes, the console writes nothing that a program would have to skip: no prompts, no boards, no
colours. `inform` is silent there, `say` is not.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType, ModuleType
from typing import TextIO

from tilefish.render.wrapping import folded, terminal_width

Completer = Callable[[str, str], Sequence[str]]
"""The words that may stand where a word is begun, given the line before it and that word."""


class Console:
    """Reads lines and writes text. At the end of the input `read` raises EOFError."""

    def __init__(self, is_terminal: bool | None = None) -> None:
        both = sys.stdin.isatty() and sys.stdout.isatty()
        self.is_terminal = both if is_terminal is None else is_terminal
        self.complaints = 0
        """The number of errors in the input."""
        self._status = ""
        self._choices: list[str] = []

    # --- writing -----------------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """Columns for text: those of the terminal."""
        return terminal_width()

    def say(self, text: str = "") -> None:
        """Writes text for people and programs."""
        self.clear_status()
        _write(sys.stdout, self._fitting(text) + "\n")

    def _fitting(self, text: str) -> str:
        """The text; on a terminal, wrapped to its width."""
        return folded(text, self.width) if self.is_terminal else text

    def inform(self, text: str = "") -> None:
        """Writes text for people only."""
        if self.is_terminal:
            self.say(text)

    def complain(self, message: str) -> None:
        """Reports an error in the input."""
        self.complaints += 1
        self.clear_status()
        _write(sys.stdout if self.is_terminal else sys.stderr, self._fitting(message) + "\n")

    def show_status(self, text: str) -> None:
        """Shows a line that the next line overwrites."""
        room = self.width - 1  # it may have become narrower
        shown = folded(text, room).split("\n", 1)[0][:room]
        if self.is_terminal and shown != self._status:
            _write(sys.stdout, "\r" + shown.ljust(min(len(self._status), room)))
            self._status = shown

    def clear_status(self) -> None:
        """Removes that line."""
        if self._status:
            _write(sys.stdout, "\r" + " " * min(len(self._status), self.width - 1) + "\r")
            self._status = ""

    # --- reading -----------------------------------------------------------------------------------------

    def read(self, prompt: str, seconds: float | None = None) -> str:
        """The next line. Raises TimeoutError if none comes in `seconds`."""
        with _alarm(seconds):
            if self.is_terminal:
                return input(prompt)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            return line

    def complete_with(self, completer: Completer) -> None:
        """Makes the Tab key complete words, if the terminal's library supports it."""
        readline = _readline() if self.is_terminal else None
        if readline is None:
            return

        def complete(word: str, number: int) -> str | None:
            if number == 0:
                before = readline.get_line_buffer()[: readline.get_begidx()]
                found = {choice for choice in completer(before, word) if choice.startswith(word)}
                self._choices = sorted(found)
            return self._choices[number] if number < len(self._choices) else None

        readline.set_completer_delims(" \t")
        readline.set_completer(complete)
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")


def _write(stream: TextIO, text: str) -> None:
    stream.write(text)
    stream.flush()


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:
        return None
    return readline


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raises TimeoutError inside the block if it takes too long. Does nothing on systems without such signals
    and outside the main thread."""
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not can:
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
