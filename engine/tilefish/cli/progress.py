"""Progress bars for long work on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int], None]
"""Called with the amount of work done."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Progress]:
    """A bar on stderr if that is a terminal, else nothing. Printed text appears above it."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    # imported here because it takes longer than a short command may
    from tilefish.cli.bar import shown_bar

    with shown_bar(what, total) as (bar, task):
        yield lambda done: bar.update(task, completed=done)


def remark(message: str) -> None:
    """Prints a message on stderr, above the bar if there is one; `click.echo` would write into the bar."""
    print(message, file=sys.stderr)
