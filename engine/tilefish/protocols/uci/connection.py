"""Whether the output of the engine still has a reader."""

from __future__ import annotations

import select
from typing import TextIO


def is_connected(output: TextIO) -> bool:
    """False once the other end of a pipe, a socket or a terminal is closed. True for a file, and where the
    system has no answer."""
    if not hasattr(select, "poll"):
        return True
    try:
        descriptor = output.fileno()
    except ValueError:  # an output in memory
        return True
    listener = select.poll()
    listener.register(descriptor, 0)  # errors are reported without being asked for
    return not listener.poll(0)
