"""Freed memory, given back to the system.

Searches run in threads of their own, and the C library keeps what they free for threads like them. A server
that begins a game after the other would grow by that for hours.
"""

from __future__ import annotations

import asyncio
import ctypes


def give_back_later() -> None:
    """Gives it back beside the event loop, where the C library can: that of Linux (glibc)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        asyncio.get_running_loop().run_in_executor(None, trim, 0)
