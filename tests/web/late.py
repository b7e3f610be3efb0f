"""`LateNetwork`: between browser and server everything takes its time, which brings races to light."""

from __future__ import annotations

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random

MOST_READ = 1 << 16
"""Bytes."""
_FILE_OF_THE_PAGE = b"GET /static/"
"""Nothing is done before all of these are there: they are not late."""
_ACCEPTED, _REFUSED = b"\5\0", b"\5\5"
_REST_OF_ANSWER = b"\0\1" + bytes(6)
"""An address that means nothing."""


@dataclass
class _Connection:
    """A connection, and how late what comes next is at most."""

    reader: StreamReader
    writer: StreamWriter
    longest: float


class LateNetwork:
    """A SOCKS proxy. What comes is cut in two, and each part goes on up to `longest` seconds later, in its
    order: messages that were sent together arrive one after the other."""

    def __init__(self, longest: float, random: Random) -> None:
        self._longest = longest
        self._random = random

    @contextmanager
    def running(self) -> Iterator[str]:
        """Runs it in a thread, and yields its address for a browser."""
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, name="late network")
        thread.start()
        try:
            serving = asyncio.start_server(self._serve, "127.0.0.1", 0)
            server = asyncio.run_coroutine_threadsafe(serving, loop).result()
            yield f"socks5://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            asyncio.run_coroutine_threadsafe(_cancel_all(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(OSError, EOFError, asyncio.CancelledError):  # either side may go at any time
            far = _Connection(*await _connected(reader, writer), self._longest)
            near = _Connection(reader, writer, self._longest)
            await asyncio.gather(self._pass_on(near, far), self._pass_on(far, near))
        writer.close()

    async def _pass_on(self, source: _Connection, target: _Connection) -> None:
        parts: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivering = asyncio.create_task(_deliver(parts, target.writer))
        data = b"the beginning"
        while data:
            try:
                data = await source.reader.read(MOST_READ)
            except OSError:
                data = b""
            if data.startswith(_FILE_OF_THE_PAGE):
                source.longest = target.longest = 0
            elif data.startswith((b"GET /", b"POST /")):
                source.longest = target.longest = self._longest
            middle = self._random.randrange(len(data) + 1)
            for part in filter(None, (data[:middle], data[middle:])):
                parts.put_nowait((self._due(source.longest), part))
        parts.put_nowait((self._due(source.longest), b""))
        await delivering

    def _due(self, longest: float) -> float:
        return asyncio.get_running_loop().time() + self._random.uniform(0, longest)


async def _connected(reader: StreamReader, writer: StreamWriter) -> tuple[StreamReader, StreamWriter]:
    """Opens the connection that a browser asks for, by version 5 of SOCKS. Raises `OSError`, `EOFError`."""
    _, methods = await reader.readexactly(2)
    await reader.readexactly(methods)
    writer.write(_ACCEPTED)
    *_, kind = await reader.readexactly(4)
    size = 4 if kind == 1 else (await reader.readexactly(1))[0]
    name = await reader.readexactly(size)
    port = int.from_bytes(await reader.readexactly(2), "big")
    try:
        streams = await asyncio.open_connection(
            ".".join(map(str, name)) if kind == 1 else name.decode("ascii"), port
        )
    except OSError:
        writer.write(_REFUSED + _REST_OF_ANSWER)
        raise
    writer.write(_ACCEPTED + _REST_OF_ANSWER)
    return streams


async def _deliver(parts: asyncio.Queue[tuple[float, bytes]], target: StreamWriter) -> None:
    """Writes parts when they are due, up to an empty one: the end."""
    clock = asyncio.get_running_loop()
    while True:
        due, part = await parts.get()
        await asyncio.sleep(due - clock.time())
        if not part:
            break
        target.write(part)
    target.close()


async def _cancel_all() -> None:
    """Ends what runs in this event loop."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
