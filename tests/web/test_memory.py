"""The memory of games that are over: it is freed at once, and goes back to the system."""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys
from pathlib import Path
from weakref import ref

import pytest

from tilefish.web.lobby import MOST_LOADED

from .conftest import Server

_FREED = """
import ctypes, re, sys
from pathlib import Path
from tilefish.web.large_blocks import give_back_at_once

libc, size = ctypes.CDLL(None), 8 << 20
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]

def used():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) << 10

def block():
    found = libc.malloc(size)
    ctypes.memset(found, 1, size)
    return found

if sys.argv[1] == "at once":
    give_back_at_once()
libc.free(block())  # from now on the C library would keep blocks of this size
blocks = [block() for _ in range(4)]
before = used()
for freed in blocks[:3]:  # below one that stays
    libc.free(freed)
print((before - used()) // size)
"""


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallopt"), reason="another C library"
)
def test_freed_large_blocks_go_back_to_the_system() -> None:
    def given_back(how: str) -> int:
        command = [sys.executable, "-c", _FREED, how]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert given_back("at once") >= 2
    assert given_back("later") < 2  # what the C library does by itself


def test_a_game_that_leaves_memory_is_freed_without_the_garbage_collector(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.client:
        with server.page() as page:
            game = page.play(page.begin(black="skill0"), "e4")
            while game["position"]["turn"] == "black":
                game = page.until("game")
        held = server.lobby.games[game["id"]]
        engine = held.table.players["black"].engine
        assert engine is not None
        freed_game, freed_engine = ref(held), ref(engine)
        del held, engine
        gc.disable()
        try:
            with server.page() as page:
                for _ in range(MOST_LOADED):
                    page.begin()
            assert game["id"] not in server.lobby.games
            assert freed_game() is None
            assert freed_engine() is None
        finally:
            gc.enable()
