"""Games read from PGN text: any number of them in one file, of any variant, whoever wrote it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from tilefish.game import Game
from tilefish.pgn.headers import START_HEADERS, parse_header, start_of
from tilefish.pgn.lexer import GLYPHS, Kind, Token, tokens
from tilefish.pgn.record import GameRecord, RecordedMove
from tilefish.pgn.remarks import with_comment
from tilefish.rulebook.errors import InputError, Problem
from tilefish.rulebook.library import Library
from tilefish.rulebook.variant import Variant

DEEPEST_VARIATION = 30
"""Variations in variations are read so deep."""

_GLYPHS_BEHIND = re.compile(r"[!?]{1,2}$")
_NULL_MOVES = ("--", "Z0", "@@@@", "null")

Teller = Callable[[Problem], None]


def read_games(
    text: str | Iterable[str],
    *,
    library: Library | None = None,
    usual: Variant | None = None,
    own: Variant | None = None,
    file: str = "PGN",
    tell: Teller | None = None,
    rng: Random | None = None,
) -> Iterator[GameRecord]:
    """The games of a text, or of the lines of an open file, one after the other.

    `usual` is the variant of games that name none, instead of chess; it and `own` are known by their names,
    even if no library has them. What is wrong with a game is given to `tell`, with `file` and line, and the
    reading goes on: a game whose start cannot be set up is left out, a move that cannot be played ends its
    game there, which then has a `mistake`. Without `tell`, the first of these raises `InputError`. With
    `rng`, dice that a combat game does not name are rolled.
    """
    set_up = partial(start_of, library=library or Library(), usual=usual, own=own)
    reader = _Reader(set_up, file, tell, rng)
    for game in _games(tokens(text.splitlines() if isinstance(text, str) else text)):
        record = reader.read(game)
        if record is not None:
            yield record


def _games(stream: Iterable[Token]) -> Iterator[list[Token]]:
    """The tokens of game after game. One ends with its result, or where headers follow moves."""
    game: list[Token] = []
    for token in stream:
        if token.kind is Kind.HEADER and any(other.kind is not Kind.HEADER for other in game[-1:]):
            yield game
            game = []
        game.append(token)
        if token.kind is Kind.RESULT:
            yield game
            game = []
    if game:
        yield game


class _Reader:
    """What all games of a file are read with."""

    def __init__(
        self,
        set_up: Callable[[Mapping[str, str]], Game],
        file: str,
        tell: Teller | None,
        rng: Random | None,
    ) -> None:
        self._set_up = set_up
        self._file = file
        self._tell = tell
        self._rng = rng

    def read(self, game: Sequence[Token]) -> GameRecord | None:
        """The record of a game, or None if it cannot begin."""
        headers: dict[str, str] = {}
        for token in game:
            if token.kind is Kind.HEADER:
                self._read_header(headers, token)
        movetext = [token for token in game if token.kind is not Kind.HEADER]
        try:
            start = self._set_up(headers)
        except InputError as error:
            self._complain(game[0].line, f"this game cannot begin: {error}")
            return None
        results = [token.text for token in movetext if token.kind is Kind.RESULT]
        if results:
            headers.setdefault("Result", results[-1])
        moves = _MoveReader(start, movetext, self._complain, self._rng)
        moves.read_all()
        told = {name: value for name, value in headers.items() if name not in START_HEADERS}
        return GameRecord(start, tuple(moves.moves), told, moves.comment, moves.mistake)

    def _read_header(self, headers: dict[str, str], token: Token) -> None:
        found = parse_header(token.text)
        if found is None:
            self._complain(token.line, f'[{token.text[:60]}] is no header: [Name "value"] is right')
        else:
            headers.setdefault(*found)

    def _complain(self, line: int, message: str) -> None:
        problem = Problem(self._file, line, message)
        if self._tell is None:
            raise InputError(str(problem))
        self._tell(problem)


class _MoveReader:
    """Reads one line of moves: a game's, or a variation's."""

    def __init__(
        self,
        game: Game,
        movetext: Sequence[Token],
        complain: Callable[[int, str], None],
        rng: Random | None,
        depth: int = 0,
    ) -> None:
        self.moves: list[RecordedMove] = []
        self.comment = ""
        self.mistake = ""
        self._game = game.copy()
        self._before: Game | None = None
        """The game before the last move, where the position was changed behind it."""
        self._tokens = movetext
        self._place = 0
        self._complain = complain
        self._rng = rng
        self._depth = depth

    def read_all(self) -> int:
        """Reads to the end of the line, and returns how many tokens that took. Behind a mistake, nothing is
        kept."""
        while self._place < len(self._tokens):
            token = self._tokens[self._place]
            self._place += 1
            if token.kind is Kind.CLOSE and self._depth:
                return self._place
            self._read(token)
        if self._depth:
            self._complain(self._tokens[-1].line, "a variation begins with ( and does not end")
        return self._place

    def _read(self, token: Token) -> None:
        if token.kind is Kind.OPEN:
            self._read_variation(token)
        elif self.mistake:
            return
        elif token.kind is Kind.MOVE:
            self._play(token)
        elif token.kind is Kind.COMMENT:
            self._take_comment(token)
        elif token.kind is Kind.NAG and self.moves:
            self.moves[-1] = replace(self.moves[-1], nags=(*self.moves[-1].nags, int(token.text)))
        elif token.kind in (Kind.WRONG, Kind.CLOSE):
            self._fail(token, "a ) stands where no variation is" if token.kind is Kind.CLOSE else token.text)

    def _fail(self, token: Token, message: str) -> None:
        self.mistake = message
        self._complain(token.line, message)

    def _play(self, token: Token) -> None:
        text, nags = _without_glyphs(token.text, self._game)
        try:
            if text in _NULL_MOVES:
                raise InputError(f"{text} is no move: nobody may pass")
            move = self._game.read_move(text)
            if self._rng is not None:
                move = self._game.roll(move, self._rng)
            self._game.push(move)
        except InputError as error:
            self._fail(token, f"move {self._game.setup().fullmove} of {self._game.turn}: {error}")
            return
        self._before = None
        self.moves.append(RecordedMove(move, nags=nags))

    def _take_comment(self, token: Token) -> None:
        if not self.moves:
            self.comment = f"{self.comment} {token.text}".strip()
            return
        before = self.moves[-1].position
        self.moves[-1] = with_comment(self.moves[-1], token.text)
        position = self.moves[-1].position
        if position in (None, before):
            return
        self._before = self._game_before()
        try:
            self._game = self._game.from_position(position)
        except InputError as error:
            self.moves[-1] = replace(self.moves[-1], position=before)
            self._fail(token, f"the game cannot go on from there: {error}")

    def _game_before(self) -> Game:
        """The game before the last move."""
        if self._before is not None:
            return self._before
        game = self._game.copy()
        game.pop()
        return game

    def _read_variation(self, token: Token) -> None:
        rest = self._tokens[self._place :]
        if not self.moves or self.mistake or self._depth == DEEPEST_VARIATION:
            self._place += _length_of_variation(rest)
            if not self.mistake:
                self._complain(token.line, "a variation that cannot be read is left out")
            return
        line = _MoveReader(self._game_before(), rest, self._complain, self._rng, self._depth + 1)
        self._place += line.read_all()
        if line.moves:
            last = self.moves[-1]
            self.moves[-1] = replace(last, variations=(*last.variations, tuple(line.moves)))


def _length_of_variation(rest: Sequence[Token]) -> int:
    """How many tokens there are to the end of a variation that has begun."""
    depth = 1
    for place, token in enumerate(rest, 1):
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if not depth:
            return place
    return len(rest)


def _without_glyphs(text: str, game: Game) -> tuple[str, tuple[int, ...]]:
    """A move's text and what `!` and `?` behind it mean. In a combat game, `!` is part of an action."""
    glyphs = None if game.combat_board is not None else _GLYPHS_BEHIND.search(text)
    if glyphs is None:
        return text, ()
    return text[: glyphs.start()], (GLYPHS[glyphs[0]],)
