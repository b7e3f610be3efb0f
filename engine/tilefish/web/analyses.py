"""`Analyses`: all analyses of the server. They are saved after every change, whole or not at all."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from datetime import date
from hashlib import sha256
from pathlib import Path

from tilefish.pgn import GameRecord, MoveNode, MoveTree, read_games, write_game
from tilefish.pgn.headers import Starts
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant
from tilefish.web.analysis_board import AnalysisBoard
from tilefish.web.imports import Imported, TextReader
from tilefish.web.messages.analyses import AnalysisEntry, BeginAnalysis
from tilefish.web.messages.schema import Data, text_of
from tilefish.web.saved_files import Complain, SavedFiles
from tilefish.web.worlds import Worlds

MOST_ANALYSES = 200
"""The most analyses that are kept."""
MOST_LOADED = 32
"""The most analyses in memory that no page shows. Others wait in their files."""
MOST_READING = 2
"""The most texts that are read at once."""
MOST_AT_ONCE = 500
"""The most moves of an analysis that is written while pages wait for it: some 7 microseconds a move."""
MOST_WAITING = 8
"""The most texts that wait for that."""

ANALYSES_FOLDER = "analyses"
"""In the folder of the games."""
_MOST_LEGS = 3
"""Of a stone sequence."""
VERSION = 1
"""Of the files of analyses."""


class Analyses:
    """The analyses, by their identities."""

    def __init__(self, worlds: Worlds, folder: Path | None, complain: Complain) -> None:
        self.boards: dict[str, AnalysisBoard] = {}
        """Those in memory."""
        self._worlds = worlds
        self._files = SavedFiles(folder, "analysis", AnalysisEntry, VERSION, complain)
        self._loading: dict[str, asyncio.Task[AnalysisBoard]] = {}
        self._unsaved: dict[str, AnalysisBoard] = {}
        self._saving: asyncio.Task[None] | None = None
        self._readings = asyncio.Semaphore(MOST_READING)
        self._waiting = 0

    def restore(self) -> None:
        """Finds the analyses that an earlier server has saved."""
        self._files.restore(MOST_ANALYSES)

    def entries(self) -> tuple[AnalysisEntry, ...]:
        """All analyses, those that were changed last first."""
        return tuple(reversed(self._files.entries.values()))

    # --- new ones ----------------------------------------------------------------------------------------

    async def begin(self, request: BeginAnalysis) -> AnalysisBoard:
        """Begins an analysis with a line of moves, or goes on with one that began so and was not changed.
        Raises `InputError`."""
        begun_as = sha256(text_of(request).encode()).hexdigest()
        same = (entry.id for entry in self._files.entries.values() if entry.begun_as == begun_as)
        identity = next(same, None)
        if identity is not None:
            with suppress(InputError):  # its file is damaged: another one takes its place
                board = await self.open(identity)
                board.latest = board.tree.root.main_end()
                return board
        self._check_room()
        tree = await asyncio.to_thread(self._line, request)
        return self._add(tree, tree.root.main_end(), begun_as)

    def _line(self, request: BeginAnalysis) -> MoveTree:
        words = {
            "Variant": request.variant,
            "FEN": request.fen,
            "World": request.world,
            "Pieces": request.pieces,
        }
        tree = MoveTree(Starts(self._worlds.library, own=self._worlds.own).of(words), _headers())
        node = tree.root
        for text in request.moves:
            node = _add_moves(tree, node, text)
        return tree

    async def add_record(self, record: GameRecord) -> AnalysisBoard:
        """Begins an analysis with a game, at its end. Raises `InputError`."""
        self._check_room()
        tree = await asyncio.to_thread(MoveTree.of, record)
        return self._add(tree, tree.root.main_end())

    async def read_text(
        self, text: str, usual: Variant, wanted: int | None
    ) -> tuple[Imported, AnalysisBoard | None]:
        """Reads games or a position. Begins an analysis if there is one game, or with the one that is wanted.
        Raises `InputError`."""
        self._check_room()
        if self._waiting >= MOST_WAITING:
            raise InputError("too many texts at once: wait until the others have been read")
        self._waiting += 1
        try:
            async with self._readings:
                found = await asyncio.to_thread(TextReader(self._worlds).read, text, usual, wanted)
        finally:
            self._waiting -= 1
        return found, None if found.tree is None else self._add(found.tree, found.tree.root)

    def _check_room(self) -> None:
        if len(self._files.entries) >= MOST_ANALYSES and self._droppable() is None:
            raise InputError(f"there are {MOST_ANALYSES} analyses already: delete one of them first")

    def _make_room(self) -> None:
        """Drops the oldest analysis that no person has changed, if there are too many."""
        self._check_room()
        if len(self._files.entries) >= MOST_ANALYSES:
            self.delete(self._droppable() or "")

    def _droppable(self) -> str | None:
        """The oldest analysis that no person has changed and no page shows."""
        idle = (
            entry.id
            for entry in self._files.entries.values()
            if entry.begun_as and (entry.id not in self.boards or self.boards[entry.id].is_idle)
        )
        return next(idle, None)

    def _add(self, tree: MoveTree, latest: MoveNode, begun_as: str = "") -> AnalysisBoard:
        self._make_room()
        self._unload_idle()
        board = AnalysisBoard(secrets.token_hex(8), tree, self._save, latest, begun_as)
        self.boards[board.identity] = board
        self._save(board)
        return board

    # --- those that are there ----------------------------------------------------------------------------

    def board(self, identity: str) -> AnalysisBoard:
        """The analysis of that identity, which is in memory while a page shows it. Raises `InputError`."""
        board = self.boards.get(identity)
        if board is None:
            raise InputError(f"there is no open analysis {quote(identity)}")
        return board

    async def open(self, identity: str) -> AnalysisBoard:
        """The analysis of that identity, from its file if it is not in memory. Raises `InputError`."""
        if identity not in self._files.entries:
            raise InputError(f"there is no analysis {quote(identity)}")
        if identity in self.boards:
            return self.boards[identity]
        if identity not in self._loading:
            self._loading[identity] = asyncio.create_task(self._load(identity))
        return await asyncio.shield(self._loading[identity])

    async def _load(self, identity: str) -> AnalysisBoard:
        try:
            tree, latest = await asyncio.to_thread(self._files.load, identity, self._restored)
            self._unload_idle()
            begun_as = self._files.entries[identity].begun_as
            board = self.boards[identity] = AnalysisBoard(identity, tree, self._save, latest, begun_as)
            return board
        finally:
            del self._loading[identity]

    def _restored(self, saved: Data, name: str) -> tuple[MoveTree, MoveNode]:
        if not isinstance(saved["pgn"], str):
            raise TypeError("the game of an analysis is a text")
        worlds = self._worlds
        games = read_games(saved["pgn"], library=worlds.library, own=worlds.own, file=name)
        record = next(iter(games), None)
        if record is None:
            raise InputError(f"the saved analysis {name} has no game that can be read")
        tree = MoveTree.of(record)
        return tree, tree.at(map(int, saved["place"]))

    def delete(self, identity: str) -> None:
        """Deletes an analysis. Raises `InputError`."""
        if identity not in self._files.entries:
            raise InputError(f"there is no analysis {quote(identity)}")
        board = self.boards.pop(identity, None)
        if board is not None:
            board.close()
        self._unsaved.pop(identity, None)
        self._files.remove(identity)

    def _unload_idle(self) -> None:
        """Takes analyses out of memory that no page shows; their files have them."""
        if self._files.folder is None:
            return
        idle = [
            identity
            for identity, board in self.boards.items()
            if board.is_idle and identity not in self._unsaved
        ]
        for identity in idle[: max(0, len(idle) - MOST_LOADED)]:
            del self.boards[identity]

    # --- saving ------------------------------------------------------------------------------------------

    def _save(self, board: AnalysisBoard) -> None:
        """Saves an analysis before pages hear of the change. A large one takes a while to write: it is saved
        in a thread, and changes that come meanwhile are saved together."""
        self._files.note(board.entry())
        if board.tree.size <= MOST_AT_ONCE and self._saving is None:
            self._write(board.entry(), board.record(), board.latest.place())
            return
        self._unsaved[board.identity] = board
        if self._saving is None:
            self._saving = asyncio.create_task(self._save_all())

    async def _save_all(self) -> None:
        try:
            while self._unsaved:
                identity, board = next(iter(self._unsaved.items()))
                entry, record, place = board.entry(), board.record(), board.latest.place()
                del self._unsaved[identity]
                await asyncio.to_thread(self._write, entry, record, place)
                if identity not in self._files.entries:  # deleted meanwhile
                    self._files.remove(identity)
        finally:
            self._saving = None

    def _write(self, entry: AnalysisEntry, record: GameRecord, place: list[int]) -> None:
        self._files.write(entry, {"pgn": write_game(record), "place": place})

    async def close(self) -> None:
        """Waits until everything is saved."""
        while self._saving is not None:
            await self._saving


def _add_moves(tree: MoveTree, node: MoveNode, text: str) -> MoveNode:
    """Adds a move, or several with commas between them. A stone sequence has commas of its own, so the
    longest part that is a move is taken. Raises `InputError`."""
    legs = text.split(",")
    while len(legs) > 1:
        for size in range(min(len(legs), _MOST_LEGS), 1, -1):
            with suppress(InputError):
                node, legs = tree.add(node, ",".join(legs[:size])), legs[size:]
                break
        else:
            node, legs = tree.add(node, legs[0]), legs[1:]
    return tree.add(node, legs[0]) if legs else node


def _headers() -> dict[str, str]:
    return {"Event": "Analysis", "Date": date.today().strftime("%Y.%m.%d")}
