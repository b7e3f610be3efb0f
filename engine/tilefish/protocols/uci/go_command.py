"""The content of a `go` line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilefish.engine.limits import MOST, MOST_NODES, MOST_SECONDS, Limits
from tilefish.game.game import Game
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

TIMES = ("wtime", "btime", "winc", "binc", "movetime")
NUMBERS = (*TIMES, "movestogo", "depth", "nodes", "mate", "perft")
FLAGS = ("infinite", "ponder")
_ENOUGH_DIGITS = len(str(MOST_NODES)) + 1
"""A number with more digits is above every limit."""


@dataclass(frozen=True, slots=True)
class GoCommand:
    """A `go` line: limits for a search, or a depth for perft."""

    limits: Limits
    perft: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether only the GUI ends the search, however early it is done."""
        return self.limits.infinite or self.limits.ponder


def parse_go(words: list[str], game: Game) -> GoCommand:
    """Reads the words after `go`."""
    numbers, flags, moves = _sort_out(words, game)
    mover = game.turn[0]
    clock = numbers.get(f"{mover}time")
    limits = Limits(
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        mate=numbers.get("mate"),
        movetime=_seconds(numbers.get("movetime")),
        clock=None if "infinite" in flags else _seconds(clock),
        increment=_seconds(numbers.get(f"{mover}inc")) or 0,
        moves_to_go=numbers.get("movestogo") or None,
        ponder="ponder" in flags,
        infinite="infinite" in flags,
        moves=tuple(moves),
    )
    return GoCommand(limits, numbers.get("perft"))


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


def _sort_out(words: list[str], game: Game) -> tuple[dict[str, int], set[str], list[str]]:
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in NUMBERS:
            numbers[word] = _number(word, next(rest, ""))
        elif word in FLAGS:
            flags.add(word)
        elif word == "searchmoves":
            moves = _moves(rest, game)
        else:
            known = " ".join((*NUMBERS, *FLAGS, "searchmoves"))
            raise InputError(f"go has no {quote(word)}; it knows {known}")
    return numbers, flags, moves


def _number(word: str, text: str) -> int:
    negative = text.startswith("-")
    digits = text[negative:]
    if not (digits.isascii() and digits.isdigit()):
        raise InputError(f"go {word} wants a whole number, not {quote(text)}")
    if negative and not word.endswith("time"):
        raise InputError(f"go {word} wants a number from 0, not {text}")
    if negative:  # an overdrawn clock counts as empty
        return 0
    return min(int(digits.lstrip("0")[:_ENOUGH_DIGITS] or 0), _most(word))


def _most(word: str) -> int:
    """Larger numbers have the same effect as no limit."""
    if word in TIMES:
        return 1000 * MOST_SECONDS
    return MOST_NODES if word == "nodes" else MOST


def _moves(words: Iterator[str], game: Game) -> list[str]:
    """The rest of the line, each move once. One that is not legal raises `InputError`."""
    return [move.uci for move in game.find_moves(words)]
