"""Large blocks of memory, such as the tables of searches: freed ones go back to the system at once.

The C library gets large blocks from the system one by one, but only until the first of them is freed: from
then on it keeps blocks of that size for later ones, in pieces between others, for each thread. A server that
begins a game after the other has the more of such pieces the longer it runs.
"""

from __future__ import annotations

import ctypes

LARGE = 256 << 10
"""The least number of bytes of a large block. The tables and histories of a search are larger."""
_MMAP_THRESHOLD = -3
"""A parameter of `mallopt`, from glibc's malloc.h."""


def give_back_at_once() -> None:
    """From now on the process gives large blocks back when they are freed, if its C library is that of Linux
    (glibc)."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, LARGE)
