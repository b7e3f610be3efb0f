"""Whether anybody reads what the engine says."""

from __future__ import annotations

import select
from typing import TextIO


def is_heard(output: TextIO) -> bool:
    """False once the other end of a pipe, a socket or a terminal is closed: whoever asked is gone. A file is
    always read, and where a system cannot tell, somebody may listen."""
    if not hasattr(select, "poll"):
        return True
    try:
        descriptor = output.fileno()
    except ValueError:  # in memory
        return True
    listener = select.poll()
    listener.register(descriptor, 0)  # what is wrong with it is told anyway
    return not listener.poll(0)
