"""Progress bars for long work, for those who watch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int], None]
"""Is told how much is done."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Progress]:
    """A bar on stderr if that is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    # what is printed meanwhile stands above the bar, unless it goes elsewhere
    with Bar(console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def remark(message: str) -> None:
    """Says something on stderr, above the bar if there is one; what click echoes would be written into it."""
    print(message, file=sys.stderr)
