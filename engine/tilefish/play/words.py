"""The words that the board understands: commands, and the completions of a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tilefish.engine.levels import level_names
from tilefish.game.game import Game
from tilefish.play.players import PERSON_WORDS
from tilefish.play.table import Table
from tilefish.rules.errors import InputError, nearest_first
from tilefish.rules.messages import quote

HELP = {
    "moves": "moves [e2 | N]     the legal moves, of one square or one piece",
    "undo": "undo [N]           take back your last move (or N single moves)",
    "hint": "hint               what a strong engine would play",
    "why": "why [MOVE]         the reasons for the engine's last move, a hint, or any move",
    "eval": "eval               what the position looks worth, term by term",
    "go": "go                 let the engine move for the side to move",
    "board": "board              show the board again",
    "flip": "flip               turn the board round",
    "history": "history            the moves so far",
    "fen": "fen                the position as FEN",
    "clock": "clock              the time that is left",
    "level": "level [NAME]       how strongly the engine plays: easy, skill5, elo1500 ...",
    "white": "white WHO          who plays White: me, or a level for an engine",
    "black": "black WHO          who plays Black",
    "save": "save FILE          add the game to a PGN file",
    "load": "load FILE [N]      go on with a game of a PGN file",
    "new": "new [FEN]          begin another game",
    "draw": "draw               offer a draw",
    "resign": "resign             give up",
    "quit": "quit               leave",
}
WRITTEN_OUT = ("load", "new", "draw", "resign", "quit")
"""Commands that end the game: they must be typed in full, so that half a move and Return does not do that."""
_LIKE_A_MOVE = re.compile(r"[a-hA-H]\d|^[oO0]-")
_NUMBER_BEFORE = re.compile(r"\d{1,4}\s*(?:\.+|…)\s*")
_NEAREST = 6


def without_number(text: str) -> str:
    """A move without the number that may stand before it, as in `12. Nf3`."""
    return _NUMBER_BEFORE.sub("", text, count=1) if _NUMBER_BEFORE.match(text) else text


def is_like_a_move(game: Game, text: str) -> bool:
    """Whether a text looks more like a move than a command."""
    return _LIKE_A_MOVE.search(text) is not None or text in game.sans()


def nearest_moves(game: Game, text: str) -> str:
    """A hint with the legal moves most similar to a text; empty if there are none."""
    sans = game.sans()
    found = nearest_first(text, sans.values())[:_NEAREST]
    more = ", …" if len(sans) > _NEAREST else ""
    return f"; legal moves are {', '.join(found)}{more}" if sans else ""


def whole_number(text: str, command: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise InputError(f"{command} wants a whole number from 1 to 999999999, not {quote(text)}")
    return int(text)


def _paths(begun: str) -> list[str]:
    """Files and folders that begin with the text."""
    folder, _, name = begun.rpartition("/")
    place = Path(folder or ("/" if begun.startswith("/") else ".")).expanduser()
    prefix = begun[: len(begun) - len(name)]
    try:
        found = [path for path in place.iterdir() if path.name.startswith(name)]
    except OSError:
        return []
    return [f"{prefix}{path.name}{'/' if path.is_dir() else ''}" for path in found]


def completions(table: Table, before: str, word: str) -> Sequence[str]:
    """The completions of a word, given the text before it."""
    words = before.split()
    game = table.game
    if not words:
        sans = game.sans() if table.outcome is None else {}
        return [*HELP, "help", *sans, *sans.values()]
    command = _whole(words[0])
    if command in ("level", "white", "black"):
        return [*level_names(), *PERSON_WORDS[:1]]
    if command in ("save", "load"):
        return _paths(word)
    if command == "why":
        return list(game.sans().values())
    if command == "moves":
        return sorted({move[:2] for move in game.legal_moves})
    return list(HELP) if command == "help" else []


def _whole(word: str) -> str:
    """The command that begins with the word, if there is only one."""
    found = [name for name in (*HELP, "help") if name.startswith(word.lower())]
    return found[0] if len(found) == 1 else word.lower()
