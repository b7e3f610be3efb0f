"""`LearningPanel`: the learning file beside the board. If switched on, engines use it and finished games are
recorded; pages see, add and forget what is in it.

The file is SQLite's, which may make its users wait. So nothing here touches it in the event loop: what pages
ask is done one after the other in a thread, what they bring from a file in a process of its own, because
reading megabytes of JSON would hold up every other thread.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar

from tilefish.files import write_atomically
from tilefish.game.game import Game
from tilefish.learning.companion import Companion
from tilefish.learning.formats import raw_lines, read_learned, readable_lines
from tilefish.learning.hints import MoveHint
from tilefish.learning.store import Store, default_path
from tilefish.learning.tally import Tally
from tilefish.pgn import GameRecord
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant

LEARNING_SWITCHES = "learning.json"
"""The file of what pages have switched on."""
PATIENCE = 2.0
"""Seconds that a page waits for another program that writes."""
MOST_WAITING = 16
"""The most questions of pages that wait."""
MOST_BYTES = 32 << 20
"""The size limit of a file that a page brings."""

MOST_WORLDS = 64
"""The most worlds for which files are written and read."""

_BACKGROUND = 10
"""The niceness of a process that reads a file: games go first."""

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class LearnedMove:
    """What became of a move of a position, for the side that played it."""

    uci: str
    san: str
    tally: Tally


class LearningPanel:
    """One for a server. Methods raise `InputError` for a file that cannot be used; `report` gets what goes
    wrong in the background, from any thread."""

    def __init__(
        self,
        path: Path | None,
        report: Callable[[str], None],
        *,
        uses: bool = False,
        records: bool = False,
        remembers: Path | None = None,
    ) -> None:
        """Without a `path`, the file is the usual one. `remembers` is the file of what pages have switched
        on."""
        self._path = path
        self.problem = ""
        """The last thing that went wrong in the background."""
        self._tell = report
        self._remembers = remembers
        self._worlds: dict[str, Variant] = {}
        self._companion: Companion | None = None
        self._uses = self._records = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="learning-panel")
        self._waiting = 0
        self._switching, self._import = asyncio.Lock(), asyncio.Lock()
        self._importing: multiprocessing.process.BaseProcess | None = None
        if uses or records:
            self._open()
            self._uses, self._records = uses, records
        else:
            self._recall()

    def _report(self, text: str) -> None:
        self.problem = text
        self._tell(text)

    def _recall(self) -> None:
        """Switches on what was on when the server ended. A file that cannot be used any more stays off."""
        try:
            saved = json.loads(self._remembers.read_text(encoding="utf-8")) if self._remembers else {}
            uses, records = (saved.get(word) is True for word in ("uses", "records"))
            if uses or records:
                self._open()
            self._uses, self._records = uses, records
        except (FileNotFoundError, NotADirectoryError):
            return
        except (OSError, ValueError, AttributeError, RecursionError) as error:
            self._report(f"learning stays off: {error}")

    def note_world(self, identity: str, variant: Variant) -> None:
        """Lets files be written and read for a world; the last `MOST_WORLDS` are known."""
        self._worlds.pop(identity, None)
        self._worlds[identity] = variant
        if len(self._worlds) > MOST_WORLDS:
            del self._worlds[next(iter(self._worlds))]

    def world(self, identity: str) -> Variant:
        """A world that was noted. Raises `InputError`."""
        if identity not in self._worlds:
            raise InputError(f"there is no world {quote(identity)}: ask for a position of it first")
        return self._worlds[identity]

    # --- engines and finished games ----------------------------------------------------------------------

    @property
    def uses(self) -> bool:
        """Whether engines use what was learned."""
        return self._uses

    @property
    def records(self) -> bool:
        """Whether finished games are recorded."""
        return self._records

    async def switch(self, uses: bool, records: bool) -> None:
        """Switches either on or off, one time after the other: to open the file takes its time."""
        async with self._switching:
            if uses or records:
                await self._ask(self._open)
            self._uses, self._records = uses, records
            self._remember()

    def _remember(self) -> None:
        if self._remembers is None:
            return
        text = json.dumps({"uses": self._uses, "records": self._records})
        try:
            write_atomically(self._remembers, text)
        except OSError as error:
            self._report(f"it cannot be remembered that learning was switched: {error.strerror or error}")

    def _open(self) -> None:
        """Opens the file for engines and games; from then on it stays open."""
        if self._companion is None:
            self._companion = Companion(self._path, self._report)

    def near(self, game: Game) -> Sequence[MoveHint]:
        """The learned bonuses near the position of a game, for a search; called in its thread."""
        companion = self._companion
        return companion.near(game) if companion is not None and self._uses else ()

    def known(self, game: Game, games: int) -> set[str]:
        """The moves of a position that were played in a number of finished games, if engines use what was
        learned; asked from a thread that may wait. None where the file cannot be read."""
        if not self._uses:
            return set()
        try:
            with self._opened_to_read() as store:
                return {move for move, tally in store.at(game).items() if tally.games >= games}
        except InputError as error:
            self._report(f"nothing is learned from: {error}")
            return set()

    def record(self, identity: str, record: GameRecord) -> None:
        """Counts a finished game in the background, once: a server that was killed does not know any more
        what it has counted."""
        companion = self._companion
        if companion is not None and self._records:
            digest = sha256(f"board {identity}".encode()).digest()[:16]
            self._thread.submit(companion.record_game, record, digest)

    # --- pages -------------------------------------------------------------------------------------------

    async def moves(self, game: Game) -> list[LearnedMove]:
        """What is known of the moves of a position, the most played first."""
        return await self._ask(lambda: self._moves(game))

    def _moves(self, game: Game) -> list[LearnedMove]:
        with self._opened_to_read() as store:
            tallies = store.at(game)
        moves = []
        for text, tally in tallies.items():
            try:
                move = game.find_move(text)
            except InputError:  # a file may be from any source
                continue
            moves.append(LearnedMove(move.uci, game.san(move), tally))
        return moves

    async def forget(self, variant: Variant | None) -> None:
        """Forgets what was learned under the rules of a variant, or everything."""
        await self._ask(lambda: self._forget(variant))

    def _forget(self, variant: Variant | None) -> None:
        with self._opened_to_read() as store:
            store.forget(variant)

    async def export(self, variant: Variant, *, raw: bool) -> Iterator[str]:
        """The lines of a file with what was learned under the rules of a variant."""
        return await self._ask(lambda: self._export(variant, raw))

    def _export(self, variant: Variant, raw: bool) -> Iterator[str]:
        with self._opened_to_read() as store:
            entries, games = store.entries(variant), store.games(variant)
        return raw_lines(entries) if raw else readable_lines(variant, entries, games)

    async def add(self, variant: Variant, file: Path) -> tuple[int, int]:
        """Adds the counts of a file in either format. Returns the numbers of its moves and positions."""
        if self._import.locked():
            raise InputError("another file is being read: wait until that has ended")
        async with self._import:
            receiver, sender = multiprocessing.Pipe(duplex=False)
            context = multiprocessing.get_context("spawn")
            work = context.Process(
                target=_add_file, args=(variant, file, self._path, sender), daemon=True, name="import"
            )
            self._importing = work
            try:
                return await asyncio.to_thread(_result_of, work, receiver, sender)
            finally:
                self._importing = None
                if work.is_alive():
                    work.terminate()

    def _opened_to_read(self) -> Store:
        """The file for one answer; an empty one if the default file does not exist, because reading writes
        nothing."""
        if not (self._path or default_path()).exists():
            return Store(":memory:")
        return Store(self._path, patience=PATIENCE)

    async def _ask(self, question: Callable[[], _Answer]) -> _Answer:
        if self._waiting >= MOST_WAITING:
            raise InputError("too many questions about the learning file at once: wait for the answers")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, question)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """Closes the file when all games are recorded. A file that is being read is not added."""
        if self._importing is not None:
            self._importing.terminate()
        await asyncio.to_thread(self._thread.shutdown)
        if self._companion is not None:
            await asyncio.to_thread(self._companion.close)


def _result_of(
    work: multiprocessing.process.BaseProcess, receiver: Connection, sender: Connection
) -> tuple[int, int]:
    """Runs a process to its end, and returns what it sends."""
    with receiver:
        work.start()
        sender.close()  # the process has its own: if it dies, nothing is left that could send
        try:
            found = receiver.recv()
        except EOFError:
            raise InputError(
                "the file was not read: there was no memory for it, or the server ends"
            ) from None
    work.join()
    if isinstance(found, str):
        raise InputError(found)
    moves, positions = found
    return moves, positions


def _add_file(variant: Variant, file: Path, path: Path | None, sender: Connection) -> None:
    """Reads a file and adds its counts, in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt from the keyboard is for the server
    os.nice(_BACKGROUND)
    with sender:
        try:
            learned = read_learned(variant, file.read_text(encoding="utf-8-sig"), "the file")
            with Store(path) as store:
                store.add(variant, learned.entries, learned.games)
            positions = len({entry.position for entry in learned.entries})
            sender.send((len(learned.entries), positions))
        except UnicodeDecodeError:
            sender.send("the file is not text in UTF-8")
        except (InputError, OSError) as error:
            sender.send(str(error))
