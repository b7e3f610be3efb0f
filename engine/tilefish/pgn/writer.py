"""PGN text written from a record: for chess in the form that other programs read, for worlds the same, with
our own notation for moves that exist only there."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from tilefish.game.game import Game
from tilefish.pgn.headers import START_HEADERS, start_headers
from tilefish.pgn.record import ROSTER, UNFINISHED, GameRecord, RecordedMove, after
from tilefish.pgn.remarks import comment_of, on_one_line

_WIDTH = 79
_COMMAND = re.compile(r"\[%[^\[\]]*\]")
_KEPT_SPACE = "\u00a0"
"""No text that is written contains it: it counts as not printable."""
_UNKNOWN = {"Result": UNFINISHED, "Date": "????.??.??"}


def write_game(record: GameRecord) -> str:
    """A game as PGN, with the empty line that separates it from the next. A move that is not legal raises
    `InputError`."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _headers(record).items()]
    words = [*_comment(record.comment), *_moves(record.start.copy(), record.moves), record.result]
    return "\n".join([*lines, "", *_wrapped(" ".join(words)), "", ""])


def _wrapped(movetext: str) -> Iterator[str]:
    """The lines of a movetext. A command such as `[%eval 0.31,12]` stays on one line: many programs read it
    only so."""
    whole = _COMMAND.sub(lambda found: found[0].replace(" ", _KEPT_SPACE), movetext)
    for line in textwrap.wrap(whole, _WIDTH, break_long_words=False, break_on_hyphens=False):
        yield line.replace(_KEPT_SPACE, " ")


def _headers(record: GameRecord) -> dict[str, str]:
    roster = {name: record.headers.get(name) or _UNKNOWN.get(name, "?") for name in ROSTER}
    others = {name: value for name, value in record.headers.items() if name not in (*ROSTER, *START_HEADERS)}
    return roster | others | start_headers(record.start)


def _escaped(value: str) -> str:
    visible = "".join(letter if letter.isprintable() else " " for letter in value)
    return visible.replace("\\", "\\\\").replace('"', '\\"')


def _moves(game: Game, moves: Sequence[RecordedMove]) -> Iterator[str]:
    """The words of a line of moves. A move of Black has its number only after other text."""
    is_interrupted = True
    for played in moves:
        number = game.setup().fullmove
        if game.turn == "white":
            yield f"{number}."
        elif is_interrupted:
            yield f"{number}..."
        yield played.san or game.san(played.move)
        said = [*(f"${nag}" for nag in played.nags), *_comment(comment_of(played))]
        yield from said
        for variation in filter(None, played.variations):
            yield from _variation(game.copy(), variation)
        is_interrupted = bool(said or played.variations)
        game = after(game, played)


def _variation(game: Game, moves: Sequence[RecordedMove]) -> Iterator[str]:
    first, *rest = _moves(game, moves)
    yield from (f"({first}", *rest[:-1], f"{rest[-1]})")


def _comment(text: str) -> tuple[str, ...]:
    words = on_one_line(text)
    return (f"{{ {words} }}",) if words else ()
