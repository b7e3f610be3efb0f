"""The places for games: processes of this machine, or any other `concurrent.futures.Executor`, such as a Dask
cluster."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import select
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing.synchronize import Event
from typing import Any, Protocol, TypeVar

from tilefish.match.uci_process import kill_all
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

_CHECK_SECONDS = 0.5
"""Seconds between a worker's checks whether it is still needed."""
_CONNECTING_SECONDS = 20
_LEAVING_SECONDS = 5

_Given = TypeVar("_Given")
_Returned = TypeVar("_Returned")


class Workers(Protocol):
    """A place where work can be sent."""

    capacity: int
    """The number of pieces of work that are done at once, or that are sent early enough to be next."""
    lost: tuple[type[BaseException], ...]
    """The errors of a piece of work that was not done for a reason outside of it."""

    def submit(self, function: Callable[[_Given], _Returned], given: _Given) -> Future[_Returned]:
        """Sends a piece of work."""

    def renew(self) -> None:
        """Replaces workers that were lost."""

    def abandon(self) -> None:
        """Cancels all work that was sent."""

    def close(self) -> None:
        """Closes the workers after all work is done."""


@contextmanager
def workers(concurrency: int, cluster: str | None = None) -> Iterator[Workers]:
    """Workers for the length of a match: `concurrency` processes, or those of the Dask cluster at
    `cluster`."""
    place: Workers = Processes(concurrency) if cluster is None else Cluster(cluster)
    try:
        yield place
    except BaseException:
        place.abandon()
        raise
    place.close()


class Processes:
    """Processes of this machine. One that dies takes all others with it; then they are renewed."""

    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, concurrency: int) -> None:
        self.capacity = concurrency
        self._context = multiprocessing.get_context("spawn")
        self._is_over = self._context.Event()
        self._executor = self._opened()

    def submit(self, function: Callable[[_Given], _Returned], given: _Given) -> Future[_Returned]:
        """Sends a piece of work."""
        with uninterrupted():  # it may start a worker
            return self._executor.submit(function, given)

    def renew(self) -> None:
        """Replaces workers that were lost."""
        self._executor.shutdown(wait=False)
        self._executor = self._opened()

    def abandon(self) -> None:
        """Ends the workers in the middle of their work."""
        with uninterrupted():  # it takes a moment, and processes that are left would block the exit
            self._is_over.set()
            self._executor.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """Ends the workers, which are idle."""
        self._executor.shutdown(wait=True)

    def _opened(self) -> Executor:
        return ProcessPoolExecutor(
            self.capacity, mp_context=self._context, initializer=_begin_work, initargs=(self._is_over,)
        )


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delays interrupts from the keyboard. They do not reach processes that start meanwhile, until these
    begin to work."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, before)
    if interrupts:
        signal.raise_signal(signal.SIGINT)


def _begin_work(is_over: Event) -> None:
    """The first steps of a worker. Interrupts from the keyboard are for the main program. A signal to end
    arrives through a pipe: it works even in the middle of a search, when Python would run no handler."""
    signalled, signaller = os.pipe()
    os.set_blocking(signaller, False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, lambda *_: None)
    signal.set_wakeup_fd(signaller)
    threading.Thread(target=_watch, args=(is_over, signalled), daemon=True).start()


def _watch(is_over: Event, signalled: int) -> None:
    """Ends a worker, with its engines, when a signal arrives through `signalled` or its work is not needed
    any more: also when the main program was killed. It polls the event instead of waiting, because a process
    that sets an event waits for all that wait for it, including dead ones."""
    employer = multiprocessing.parent_process()
    while not is_over.is_set():
        if select.select([signalled], [], [], _CHECK_SECONDS)[0]:
            break
        if employer is not None and not employer.is_alive():
            break
    kill_all()
    os._exit(0)


class Cluster:
    """The workers of a Dask scheduler, through its `Executor`. When one is lost, Dask repeats its work; many
    other things may go wrong in a cluster."""

    lost: tuple[type[BaseException], ...] = (Exception, CancelledError)

    def __init__(self, address: str) -> None:
        try:
            dask: Any = import_module("distributed")
        except ImportError as error:
            raise InputError("--cluster needs Dask: pip install 'tilefish[cluster]' brings it") from error
        try:
            self._client = dask.Client(address, timeout=_CONNECTING_SECONDS, set_as_default=False)
        except (OSError, ValueError, AssertionError) as error:
            # Dask asserts that its thread has begun within 10 s
            # Dask deadlocks if a client that failed is collected while the next one starts: collect it now
            traceback.clear_frames(error.__traceback__)
            gc.collect()
            why = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError(f"no Dask scheduler answers at {quote(address)}: {why}") from error
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported as messages
        self._executor: Executor = self._client.get_executor(pure=False)
        threads = sum(self._client.nthreads().values())
        self.capacity = 2 * max(1, threads)

    def submit(self, function: Callable[[_Given], _Returned], given: _Given) -> Future[_Returned]:
        """Sends a piece of work."""
        if not self._is_connected:
            raise ConnectionError("the scheduler is gone")
        return self._executor.submit(function, given)

    def renew(self) -> None:
        """The scheduler finds other workers; the connection to it may come back."""
        end = time.monotonic() + _CONNECTING_SECONDS
        while not self._is_connected and time.monotonic() < end:
            time.sleep(_CHECK_SECONDS)

    def abandon(self) -> None:
        """Cancels the work that was sent."""
        if self._is_connected:
            with suppress(Exception):
                self._executor.shutdown(wait=False)
        self.close()

    def close(self) -> None:
        """Leaves the cluster, which keeps running."""
        with suppress(Exception):
            self._client.close(timeout=_LEAVING_SECONDS)

    @property
    def _is_connected(self) -> bool:
        return bool(self._client.status == "running")
