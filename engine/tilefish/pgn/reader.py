"""Games read from PGN text: any number of them in one file, of any variant and any program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.pgn.glyphs import GLYPHS
from tilefish.pgn.headers import START_HEADERS, Starts, parse_header
from tilefish.pgn.lexer import Source, TokenKind, tokens
from tilefish.pgn.record import GameRecord, RecordedMove
from tilefish.pgn.remarks import FEN_COMMAND, position_in, with_remarks
from tilefish.rules.errors import InputError, Problem
from tilefish.rules.files.library import Library
from tilefish.rules.messages import visible
from tilefish.rules.model.variant import Variant

DEEPEST_VARIATION = 30
"""The depth of nested variations that is read."""
MOST_MOVES = 100_000
"""Moves of one game that are read, those of its variations included."""
MOST_TEXT = 5_000_000
"""Characters of one game's headers, comments and glyphs that are kept."""
_MOST_PLAIN_MOVES = 50_000

NO_PGN = 'this is not a game: expected moves such as 1. e4 e5, or a header such as [White "Ann"]'
_HEADER_START = re.compile(r"\s*[A-Za-z0-9_]{1,64}\s+\"")
_MOVE_START = re.compile(r"[A-Za-z0-9@]{0,2}[a-h][1-8]|[Oo0]-|--|[A-Z][a-h1-8]|[a-z][1-9]")
_GLYPH_SIGNS = ("!", "?")
_NULL_MOVES = ("--", "Z0", "@@@@", "null")

Reporter = Callable[[Problem], None]


def read_games(
    source: Source,
    *,
    library: Library | None = None,
    usual: Variant | None = None,
    own: Variant | None = None,
    file: str = "PGN",
    report: Reporter | None = None,
    rng: Random | None = None,
    moves_only: bool = False,
) -> Iterator[GameRecord]:
    """The games of a text, of an open file or of lines, one after the other. A file of bytes is decoded.

    `usual` is the variant of games that name none, instead of chess; it and `own` are known by their names,
    even if no library has them. Errors in a game go to `report`, with `file` and line, and reading goes on: a
    game whose start cannot be set up is left out, a move that cannot be played ends its game there, which
    then has a `mistake`. Without `report`, the first of these raises `InputError`. With `rng`, dice that a
    combat game does not name are rolled. With `moves_only`, comments, glyphs and variations are skipped,
    which is faster.
    """
    settings = _Settings(Starts(library or Library(), usual, own), file, report, rng, moves_only)
    game: _GameReader | None = None
    for kind, text, line in tokens(source):
        if game is not None and kind is TokenKind.HEADER and game.has_movetext:
            record, game = game.finish(), None
            if record is not None:
                yield record
        if game is None:
            game = _GameReader(settings, line)
        game.take(kind, text, line)
        if kind is TokenKind.RESULT:
            record, game = game.finish(), None
            if record is not None:
                yield record
    record = None if game is None else game.finish()
    if record is not None:
        yield record


class _Settings:
    """The settings for reading all games of a file."""

    def __init__(
        self, starts: Starts, file: str, report: Reporter | None, rng: Random | None, moves_only: bool
    ) -> None:
        self.starts = starts
        self.rng = rng
        self.moves_only = moves_only
        self._file = file
        self._report = report
        self._plain: dict[str, RecordedMove] = {}

    def report(self, line: int, message: str) -> None:
        """Reports an error in a line."""
        problem = Problem(self._file, line, message)
        if self._report is None:
            raise InputError(str(problem))
        self._report(problem)

    def plain(self, move: str) -> RecordedMove:
        """A move without annotations: one object for all games."""
        known = self._plain.get(move)
        if known is None:
            if len(self._plain) >= _MOST_PLAIN_MOVES:
                self._plain.clear()
            known = self._plain[move] = RecordedMove(move)
        return known


class _Line:
    """A line of moves while it is read: the main line, or a variation."""

    __slots__ = (
        "before", "comments", "game", "home", "last", "mistake", "moves", "nags", "ply", "position",
        "variations",
    )  # fmt: skip

    def __init__(self, game: Game) -> None:
        self.game = game
        self.home = game
        """The game where it began, which is another one if a host changed a position since."""
        self.ply = game.ply
        self.mistake = ""
        self.moves: list[RecordedMove] = []
        self.last = ""
        """The last move, which joins the others when it can get no more annotations."""
        self._begin("")

    def _begin(self, move: str) -> None:
        self.last = move
        self.nags: list[int] = []
        self.comments: list[str] = []
        self.variations: list[tuple[RecordedMove, ...]] = []
        self.position: str | None = None
        self.before: Game | None = None
        """The game before the last move, where the position was changed behind it."""

    def next(self, move: str, settings: _Settings) -> None:
        """Adds the next move, or "" at the end. The move before it gets no more annotations."""
        if not (self.nags or self.comments or self.variations):
            if self.last:
                self.moves.append(settings.plain(self.last))
            self.last = move
            return
        self.moves.append(
            with_remarks(self.last, self.comments, self.position, tuple(self.nags), tuple(self.variations))
        )
        self._begin(move)

    def take_back(self) -> Game:
        """The game before the last move, until `play_again`."""
        if self.before is not None:
            return self.before
        self.game.pop()
        return self.game

    def play_again(self) -> None:
        """Ends the effect of `take_back`."""
        if self.before is None:
            self.game.push(self.last)

    def leave(self) -> None:
        """Takes back all moves."""
        while self.home.ply > self.ply:
            self.home.pop()


class _GameReader:
    """Reads one game, token by token."""

    def __init__(self, settings: _Settings, line: int) -> None:
        self.has_movetext = False
        self._settings = settings
        self._first_line = self._last_line = line
        self._headers: dict[str, str] = {}
        self._start: Game | None = None
        self._comments: list[str] = []
        self._lines: list[_Line] = []
        """The main line, and the variations in which the reader is, each in the one before it."""
        self._skipped = 0
        """Variations this deep are not read."""
        self._is_skip_reported = False
        self._moves = 0
        self._text = 0

    def take(self, kind: TokenKind, text: str, line: int) -> None:
        """Reads the next token."""
        self._last_line = line
        if kind is TokenKind.HEADER:
            self._read_header(text, line)
            return
        if not self.has_movetext:
            self._begin()
        if not self._lines:  # its start is invalid
            return
        if kind is TokenKind.OPEN:
            self._open(line)
        elif kind is TokenKind.CLOSE:
            self._close(line)
        elif self._skipped or self._lines[-1].mistake:
            return
        elif kind is TokenKind.MOVE:
            self._play(text, line)
        elif kind is TokenKind.COMMENT:
            self._take_comment(text, line)
        elif kind is TokenKind.NAG:
            last = self._lines[-1]
            if last.last and not self._settings.moves_only and self._fits_limit(text, line):
                last.nags.append(int(text))
        elif kind is TokenKind.WRONG:
            self._fail(line, text)
        elif kind is TokenKind.RESULT:
            self._headers.setdefault("Result", text)

    def finish(self) -> GameRecord | None:
        """The record of the game, or None if its start is invalid."""
        if not self.has_movetext:
            self._begin()
        if self._start is None:
            return None
        if len(self._lines) > 1 or (self._skipped and not self._is_skip_reported):
            self._complain(self._last_line, "a variation begins with ( and does not end")
        while len(self._lines) > 1:
            self._end_variation()
        (game,) = self._lines
        game.next("", self._settings)
        headers = {name: value for name, value in self._headers.items() if name not in START_HEADERS}
        comment = " ".join(filter(None, self._comments))
        return GameRecord(self._start, tuple(game.moves), headers, comment, game.mistake, self._first_line)

    def _begin(self) -> None:
        self.has_movetext = True
        try:
            self._start = self._settings.starts.of(self._headers)
        except InputError as error:
            self._complain(self._first_line, f"this game cannot begin: {error}")
            return
        self._lines = [_Line(self._start.copy())]

    def _read_header(self, text: str, line: int) -> None:
        found = parse_header(text)
        if found is None:
            shown = f"[{visible(text[:60])}]" if _HEADER_START.match(text) else "this"
            self._complain(line, f'{shown} is not a header: expected [Name "value"], such as [White "Ann"]')
        elif self._fits_limit(text, line):
            self._headers.setdefault(*found)

    def _complain(self, line: int, message: str) -> None:
        self._settings.report(line, message)

    def _fail(self, line: int, message: str) -> None:
        """Behind a mistake, the rest of the line of moves is dropped."""
        self._lines[-1].mistake = message
        self._complain(line, message)

    def _fits_limit(self, text: str, line: int) -> bool:
        """Whether the limit allows more text. The first text beyond it is reported."""
        before = self._text
        self._text += len(text) + 1
        if before <= MOST_TEXT < self._text:
            self._complain(line, f"a game has more than {MOST_TEXT} letters of comments: no more are kept")
        return self._text <= MOST_TEXT

    # --- moves -------------------------------------------------------------------------------------------

    def _play(self, text: str, line: int) -> None:
        last = self._lines[-1]
        glyph = 0
        if text[-1] in _GLYPH_SIGNS and last.game.notation.takes_glyphs:
            # In a combat game, `!` is part of an action.
            size = 2 if text[-2:-1] in _GLYPH_SIGNS else 1
            text, glyph = text[:-size], GLYPHS[text[-size:]]
        self._moves += 1
        try:
            if self._moves > MOST_MOVES:
                raise InputError(f"{MOST_MOVES} moves of a game are read, with those of its variations")
            move = last.game.play(text) if self._settings.rng is None else self._roll(last.game, text)
        except InputError as error:
            why = f"{text} is not a move: a side may not pass" if text in _NULL_MOVES else error
            if last.moves or last.last or self._headers or _MOVE_START.match(text):
                self._fail(line, f"move {last.game.setup().fullmove} of {last.game.turn}: {why}")
            else:
                self._fail(line, NO_PGN)
            return
        last.next(move.uci, self._settings)
        if glyph and not self._settings.moves_only:
            last.nags.append(glyph)

    def _roll(self, game: Game, text: str) -> Move:
        move = game.roll(game.read_move(text), self._settings.rng)
        game.push(move)
        return move

    def _take_comment(self, text: str, line: int) -> None:
        if (self._settings.moves_only and FEN_COMMAND not in text) or not self._fits_limit(text, line):
            return
        last = self._lines[-1]
        if last.last:
            last.comments.append(text)
            if FEN_COMMAND in text:
                self._go_on_from(position_in(text), line)
        elif len(self._lines) == 1:
            self._comments.append(text)

    def _go_on_from(self, position: str | None, line: int) -> None:
        """A host has changed the position behind the last move."""
        last = self._lines[-1]
        if position in (None, last.position):
            return
        try:
            game = last.game.from_position(position)
        except InputError as error:
            self._fail(line, f"the game cannot go on from there: {error}")
            return
        if last.before is None:
            last.before = last.game.copy()
            last.before.pop()
        last.game, last.position = game, position

    # --- variations --------------------------------------------------------------------------------------

    def _open(self, line: int) -> None:
        last = self._lines[-1]
        if self._skipped:
            self._skipped += 1
        elif self._settings.moves_only or last.mistake:
            self._skipped, self._is_skip_reported = 1, bool(last.mistake)
        elif not last.last or len(self._lines) > DEEPEST_VARIATION:
            self._skipped, self._is_skip_reported = 1, True
            self._complain(line, "a variation that cannot be read is left out")
        else:
            self._lines.append(_Line(last.take_back()))

    def _close(self, line: int) -> None:
        if self._skipped:
            self._skipped -= 1
        elif len(self._lines) > 1:
            self._end_variation()
        elif not self._lines[-1].mistake:
            self._fail(line, "a ) stands where no variation is")

    def _end_variation(self) -> None:
        variation = self._lines.pop()
        variation.next("", self._settings)
        variation.leave()
        parent = self._lines[-1]
        parent.play_again()
        if variation.moves:
            parent.variations.append(tuple(variation.moves))
