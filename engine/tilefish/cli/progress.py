"""Progress bars for long work, for those who watch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int], None]
"""Is told how much is done."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Progress]:
    """A bar on stderr if that is a terminal, else nothing. What is printed meanwhile stands above it."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    # imported here because it takes longer than a short command may
    from tilefish.cli.bar import shown_bar

    with shown_bar(what, total) as (bar, task):
        yield lambda done: bar.update(task, completed=done)


def remark(message: str) -> None:
    """Says something on stderr, above the bar if there is one; what click echoes would be written into it."""
    print(message, file=sys.stderr)
