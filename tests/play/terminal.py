"""A pseudo-terminal with a command of Tilefish in it, and a person who reads and types."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 60.0
"""Seconds until a reader gives up; the machine may be busy."""
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """What the program has said so far, and its keyboard."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self._master = master
        self.process = process
        self.said = ""
        """All of it, without colours."""
        self.raw = b""
        """The same as it came."""
        self._read_to = 0

    def type(self, keys: str) -> None:
        """Types keys; `\\n` is Return."""
        os.write(self._master, keys.encode())

    def wait_for(self, words: str) -> str:
        """Reads on until these words have been said since those of the last time, and returns what was said
        until then."""
        end = time.monotonic() + PATIENCE
        while (place := self.said.find(words, self._read_to)) < 0:
            if not self._read(end) or time.monotonic() > end:
                raise AssertionError(f"{words!r} is not said in {self.said[self._read_to :]!r}")
        before = self.said[self._read_to : place]
        self._read_to = place + len(words)
        return before

    def interrupt(self, words: str) -> None:
        """Types Ctrl-C until these words have been said. Between the prompt and the moment when it begins to
        wait for keys, Python's readline keeps a signal to itself until the next one."""
        end = time.monotonic() + PATIENCE
        while self.said.find(words, self._read_to) < 0 and self.process.poll() is None:
            assert time.monotonic() < end, f"{words!r} is not said in {self.said[self._read_to :]!r}"
            self.type("\x03")
            self._read_for(2.0, words)
        self.wait_for(words)

    def _read_for(self, seconds: float, words: str) -> None:
        end = time.monotonic() + seconds
        while self.said.find(words, self._read_to) < 0 and self._read(end):
            pass

    def wait_for_end(self) -> int:
        """Reads until the program ends, and returns its exit code."""
        end = time.monotonic() + PATIENCE
        while self._read(end):
            pass
        return self.process.wait(PATIENCE)

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(0.0, end - time.monotonic()))
        try:
            new = os.read(self._master, 65536) if ready else b""
        except OSError:  # what Linux says when the other end is closed
            new = b""
        self.raw += new
        self.said = _COLOURS.sub("", self.raw.decode(errors="ignore")).replace("\r\n", "\n")
        return bool(new)


def playing(folder: Path, *options: str) -> contextlib.AbstractContextManager[Terminal]:
    """`tilefish play` in a terminal, in some folder."""
    return running(folder, "play", *options)


@contextlib.contextmanager
def running(folder: Path, *words: str, **environment: str) -> Iterator[Terminal]:
    """A command of Tilefish in a terminal, in some folder, as it was installed."""
    master, slave = pty.openpty()
    _keep_output(slave)
    usual = {"TERM": "xterm-256color", "COLUMNS": "120", "INPUTRC": "/dev/null"}
    process = subprocess.Popen(
        [str(Path(sys.executable).parent / "tilefish"), *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, **usual, **environment},
        cwd=folder,
        start_new_session=True,
        preexec_fn=_take_terminal,  # so that Ctrl-C is a signal
    )
    os.close(slave)
    try:
        yield Terminal(master, process)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(master)


def _keep_output(terminal: int) -> None:
    """A terminal throws away unread output when Ctrl-C is typed, unless its settings say otherwise."""
    settings = termios.tcgetattr(terminal)
    settings[3] |= termios.NOFLSH
    termios.tcsetattr(terminal, termios.TCSANOW, settings)


def _take_terminal() -> None:
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
