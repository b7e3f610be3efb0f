"""Ctrl-C during long work: the work ends at the next safe point, then reports and writes its results."""

from __future__ import annotations

import signal
from types import FrameType

EXIT_CODE = 130
"""The exit code that shells use for a program ended by Ctrl-C."""


class Interrupt:
    """Inside the `with` block, the first Ctrl-C is only recorded; a second one ends the program at once."""

    def __init__(self) -> None:
        self._is_asked = False

    def is_asked(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self._is_asked

    def __enter__(self) -> Interrupt:
        self._before = signal.signal(signal.SIGINT, self._record)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _record(self, number: int, frame: FrameType | None) -> None:
        if self._is_asked:
            raise SystemExit(EXIT_CODE)
        self._is_asked = True
