"""A progress bar on a terminal; printed text appears above it. Imports rich, which is slow: see
`progress.py`."""

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
    """A bar on stderr inside the `with` block."""
    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
    with ExitStack() as stack:
        stack.enter_context(bar)
        stack.enter_context(redirect_stderr(_AboveBar(console, sys.stderr)))
        if sys.stdout.isatty():  # output to a file or a pipe does not disturb the bar
            stack.enter_context(redirect_stdout(_AboveBar(console, sys.stdout)))
        yield bar, bar.add_task(what, total=total)


class _AboveBar(FileProxy):
    """A terminal to print to. The proxy of rich has no encoding, so click would bypass it."""

    def __init__(self, console: Console, terminal: TextIO) -> None:
        super().__init__(console, terminal)
        self._terminal = terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The terminal's."""
        return self._terminal.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """How to handle characters that the terminal cannot show."""
        return self._terminal.errors

    def isatty(self) -> bool:
        """It is one."""
        return True
