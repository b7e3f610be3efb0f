"""`tilefish board` as a process of its own: its address, its memory, its connections, its end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Self

CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


class BoardProcess:
    """A server that was started with some arguments, and saves games in a folder. It is killed in the end."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [
            *(sys.executable, "-m", "tilefish", "board", "--no-browser", "--port", "0"),
            *("--folder", str(folder), *arguments),
        ]
        # a file, because a pipe might fill up
        self._log = tempfile.TemporaryFile(mode="w+", encoding="utf-8")  # noqa: SIM115
        environment = {**os.environ, "XDG_DATA_HOME": str(folder)}  # not the user's own learning file
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._log, text=True, env=environment
        )
        assert self._process.stdout is not None
        found = re.search(r"http://\S+", self._process.stdout.readline())
        if found is None:
            self._process.wait()
            raise RuntimeError(f"the server has printed no address: {self.complaints()}")
        self.address = found[0]
        """With its token."""
        self.origin, _, self.token = self.address.partition("/?token=")
        self.host = self.origin.removeprefix("http://")

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def cookie(self) -> str:
        """What a browser sends that has opened the address."""
        return f"tilefish-{self.host.rpartition(':')[2]}={self.token}"

    @property
    def socket_address(self) -> str:
        """Where pages connect to."""
        return f"ws://{self.host}/socket"

    def headers(self) -> dict[str, str]:
        """The headers of a page that has opened the address."""
        return {"Cookie": self.cookie, "Origin": self.origin}

    def complaints(self) -> str:
        """What it has written to its standard error."""
        self._log.seek(0)
        return self._log.read()

    def kill(self) -> None:
        """Ends it as a crash would, `kill -9`."""
        self._process.kill()
        self._process.wait()

    def interrupt(self) -> int:
        """Ends it as Ctrl-C does, and returns its exit code."""
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._log.close()


def resident_megabytes(pid: int) -> float:
    """The memory of a process that is in use, from /proc."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def processor_seconds(*roots: int) -> float:
    """The processor time of processes and of all that they have started."""
    times: dict[int, float] = {}
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        pid = int(entry.name)
        parents[pid] = int(fields[1])
        times[pid] = (int(fields[11]) + int(fields[12])) / CLOCK_TICKS
    family = set(roots)
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(times.get(pid, 0.0) for pid in family)


def used_share(seconds: float, *roots: int) -> float:
    """The share of one core that processes and all that they have started use in the next seconds."""
    begin, used = time.monotonic(), processor_seconds(*roots)
    time.sleep(seconds)
    return (processor_seconds(*roots) - used) / (time.monotonic() - begin)
