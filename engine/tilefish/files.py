"""Files: read in whatever encoding they have, and written so that no reader ever sees half of one."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path


def decoded(content: bytes) -> str:
    """A text from the user: UTF-8, or Latin-1 as in old databases."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def write_atomically(path: Path, text: str | bytes) -> None:
    """Writes a file whole or not at all: beside its place first, then moved there.

    A link is followed, and the permissions of a file that was there are kept. A pipe or a device is written
    into directly. Raises OSError.
    """
    content = text.encode() if isinstance(text, str) else text
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    target = Path(os.path.realpath(path))
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    try:
        with open(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, _mode(target))
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _mode(path: Path) -> int:
    """The permissions of a file, or those that a new one gets."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
