"""A progress bar on a terminal, with what is printed meanwhile above it. Imports rich, which takes its time:
see `progress.py`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import TextIO

from rich.console import Console
from rich.file_proxy import FileProxy
from rich.progress import Progress, TaskID


@contextmanager
def shown_bar(what: str, total: int) -> Iterator[tuple[Progress, TaskID]]:
    """A bar on stderr, while it is entered."""
    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
    with ExitStack() as stack:
        stack.enter_context(bar)
        stack.enter_context(redirect_stderr(_AboveBar(console, sys.stderr)))
        if sys.stdout.isatty():  # what goes into a file or a pipe has nothing to do with the bar
            stack.enter_context(redirect_stdout(_AboveBar(console, sys.stdout)))
        yield bar, bar.add_task(what, total=total)


class _AboveBar(FileProxy):
    """A terminal to print to. What rich has for this tells no encoding, and click then prints past it."""

    def __init__(self, console: Console, terminal: TextIO) -> None:
        super().__init__(console, terminal)
        self._terminal = terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The terminal's."""
        return self._terminal.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """What becomes of characters that the terminal does not have."""
        return self._terminal.errors

    def isatty(self) -> bool:
        """It is one."""
        return True
