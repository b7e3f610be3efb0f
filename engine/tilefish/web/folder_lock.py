"""One server has a folder at a time: two of them would overwrite each other's games."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

LOCK = ".lock"
"""The file that is locked. The system drops the lock when the process ends, however it does."""
_CANNOT_WRITE = (errno.EROFS, errno.EACCES, errno.EPERM)
_HAS_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


@contextmanager
def locked(folder: Path | None) -> Iterator[None]:
    """Keeps a folder for this process. Nothing is kept where nothing can be written, or where the file system
    has no locks. Raises `InputError` if the folder cannot be used, or if another process has it."""
    if folder is None:
        yield
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = _open(folder / LOCK)
    except OSError as error:
        raise InputError(f"cannot use {quote(str(folder), 200)}: {error.strerror or error}") from error
    try:
        if lock is not None:
            _take(lock, folder)
        yield
    finally:
        if lock is not None:
            os.close(lock)


def _open(path: Path) -> int | None:
    """The file of the lock; None where nothing can be written."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        if error.errno in _CANNOT_WRITE:
            return None
        raise


def _take(lock: int, folder: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            f"another tilefish board uses {quote(str(folder), 200)}: end it, or name another --folder"
        ) from None
    except OSError as error:
        if error.errno not in _HAS_NO_LOCKS:
            raise InputError(f"cannot lock {quote(str(folder), 200)}: {error.strerror or error}") from error
