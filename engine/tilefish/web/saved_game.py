"""A game as the text of its file, and back. It is saved after each move, which may not take longer the longer
a game is: each move becomes text once, and is added to the file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from itertools import takewhile
from math import isfinite

from tilefish.pgn import Evaluation, GameRecord, RecordedMove
from tilefish.pgn.headers import Starts, start_headers
from tilefish.play.clock import ClockState
from tilefish.play.table import Played, Table
from tilefish.rules.errors import InputError
from tilefish.web.messages.schema import Data

_DEFAULTS = {field.name: field.default for field in fields(RecordedMove)}


class GameText:
    """Writes one game again and again."""

    def __init__(self) -> None:
        self._written: list[tuple[Played, str]] = []
        """The moves that are text already."""
        self._start: tuple[str, Mapping[str, str]] | None = None
        """The first position and its headers."""

    def head(self, table: Table) -> Data:
        """What a record has besides the moves, and the clocks."""
        if self._start is None or self._start[0] != table.root_fen:
            self._start = (table.root_fen, start_headers(table.start()))
        clock = table.clock
        return {
            "headers": {**table.headers(), **self._start[1]},
            "clocks": None if clock is None else clock.state(),
        }

    def change(self, table: Table) -> str:
        """The moves since the last time as fields in JSON, behind others, and how many of the last time's
        stay."""
        pairs = zip(table.past, self._written, strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1][0], pairs))
        del self._written[kept:]
        for index, played in enumerate(table.past[kept:], kept):
            self._written.append((played, _move_text(table.recorded(index))))
        return f', "kept": {kept}{self._moves(kept)}'

    def whole(self, table: Table) -> str:
        """All moves as a field in JSON, behind others."""
        self.change(table)
        return self._moves(0)

    def _moves(self, kept: int) -> str:
        return f', "moves": [{", ".join(text for _, text in self._written[kept:])}]'


def _move_text(move: RecordedMove) -> str:
    return json.dumps({name: value for name, value in asdict(move).items() if value != _DEFAULTS[name]})


def read_record(saved: Data, starts: Starts) -> GameRecord:
    """The record of a saved game. Raises `InputError`, and what Python raises for data of a wrong form."""
    headers = {str(name): str(value) for name, value in saved["headers"].items()}
    moves = tuple(map(_move, saved["moves"]))
    return GameRecord(starts.of(headers), moves, headers)


def _move(data: Data) -> RecordedMove:
    evaluation = data.get("evaluation")
    move = RecordedMove(**{**data, "evaluation": None if evaluation is None else Evaluation(**evaluation)})
    if (
        not isinstance(move.move, str)
        or not isinstance(move.position, str | None)
        or move.variations
        or move.shapes
    ):
        raise InputError("a move is not a text")
    return move


def read_clocks(saved: Data) -> ClockState | None:
    """The clocks of a saved game. Raises what Python raises for data of a wrong form."""
    if saved["clocks"] is None:
        return None
    (white, black), (white_moves, black_moves) = saved["clocks"]
    left = (float(white), float(black))
    if not all(map(isfinite, left)):
        raise InputError("a clock has no end")
    return ClockState(left, (int(white_moves), int(black_moves)))
