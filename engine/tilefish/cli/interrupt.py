"""Ctrl-C as a wish: long work ends at the next good moment, and what was done is told and written."""

from __future__ import annotations

import signal
from types import FrameType, TracebackType

EXIT_CODE = 130
"""What a shell makes of a program that Ctrl-C ended."""


class Interrupt:
    """While it is entered, the first Ctrl-C is only noted; a second one ends the program at once. What was
    noted stays known behind it."""

    def __init__(self) -> None:
        self._is_asked = False

    def is_asked(self) -> bool:
        """Whether somebody wants the work to end."""
        return self._is_asked

    def __enter__(self) -> Interrupt:
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self._is_asked:
            raise SystemExit(EXIT_CODE)
        self._is_asked = True
