"""`Answer`: a message to a page, and the answers that belong to no part of the board."""

from __future__ import annotations

from dataclasses import dataclass

from tilefish.web.messages.parts import GameEntry, KindData, LevelGroup, WorldEntry
from tilefish.web.messages.schema import Message


@dataclass(frozen=True, slots=True)
class Answer(Message):
    """A message to a page."""


@dataclass(frozen=True, slots=True)
class Hello(Answer):
    """The first message of a connection. `engines` and `begin`, a variant, are those of the command line;
    `problems` are mistakes in files of worlds; `watched` is the name of the PGN file that can be watched, or
    empty."""

    type = "hello"
    worlds: tuple[WorldEntry, ...]
    levels: tuple[LevelGroup, ...]
    engines: tuple[str, ...]
    games: tuple[GameEntry, ...]
    begin: str | None
    problems: tuple[str, ...]
    watched: str


@dataclass(frozen=True, slots=True)
class BoardWorld(Answer):
    """What stays the same on a board: drawings (SVG), names of pieces, and the tile of each square in a word.
    A page gets it once, before the first message that names its `id`."""

    type = "world"
    id: str
    name: str
    title: str
    files: int
    ranks: int
    rules: str
    tiles: tuple[str, ...]
    kinds: tuple[KindData, ...]
    ground: str
    flipped_ground: str
    sprite: str
    flipped_sprite: str


@dataclass(frozen=True, slots=True)
class Refused(Answer):
    """What is wrong with a request. `about` is its type, or empty if it has none."""

    type = "refused"
    about: str
    text: str


ANSWERS: tuple[type[Answer], ...] = (Hello, BoardWorld, Refused)
