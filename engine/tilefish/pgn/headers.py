"""The headers that set up the game: `Variant`, `FEN`, `SetUp`, `World` and `Pieces`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date

from tilefish.game.game import DEFAULT_VARIANT, Game
from tilefish.pgn.record import RESULTS
from tilefish.rules.errors import InputError
from tilefish.rules.files.library import Library
from tilefish.rules.messages import listing, quote
from tilefish.rules.model.variant import Variant

START_HEADERS = ("Variant", "FEN", "SetUp", "World", "Pieces")

MOST_HEADERS = 50
"""The most headers of a game to which one is added here."""
MOST_VALUE = 200
"""The most letters of a header's value that is written here."""

_DECIDING = ("Variant", "FEN", "World", "Pieces")
_MOST_KNOWN = 16

_PAIR = re.compile(r'\s*([A-Za-z0-9_]{1,64})\s+"((?:[^"\\]|\\.)*)"\s*')
_NAME = re.compile(r"[A-Za-z0-9_]{1,64}")
_DATE = re.compile(r"(\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)", re.ASCII)
_RATING = re.compile(r"\d{1,4}|-", re.ASCII)
_CHESS960 = "Chess960"
_WORDS_FOR_CHESS = ("", "standard", "normal", "classical", "from position")
_WORDS_FOR_CHESS960 = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")
"""The names of these in `Variant` in files of other programs, in lower case."""


def parse_header(text: str) -> tuple[str, str] | None:
    """Name and value of the text between the brackets of a header; None if it is invalid."""
    found = _PAIR.fullmatch(text)
    return None if found is None else (found[1], re.sub(r"\\(.)", r"\1", found[2]))


def checked_header(name: str, value: str) -> str:
    """The value of a header that a person writes, on one line. Raises `InputError`."""
    if not _NAME.fullmatch(name):
        raise InputError(f"{quote(name)} is not the name of a header: expected a word such as Event")
    if name in START_HEADERS:
        raise InputError(f"the header {name} follows from the start of the game")
    if len(value) > MOST_VALUE:
        raise InputError(f"the header {name} has at most {MOST_VALUE} letters, not {len(value)}")
    value = " ".join("".join(letter if letter.isprintable() else " " for letter in value).split())
    if value:
        _check_value(name, value)
    return value


def _check_value(name: str, value: str) -> None:
    if name == "Result" and value not in RESULTS:
        raise InputError(f"invalid Result {quote(value)}: expected {listing(list(RESULTS))}")
    if name == "Date" and not _is_date(value):
        raise InputError(
            f"invalid Date {quote(value)}: expected year.month.day, such as 2026.11.20 or 2026.??.??"
        )
    if name in ("WhiteElo", "BlackElo") and not _RATING.fullmatch(value):
        raise InputError(f"invalid {name} {quote(value)}: expected a number, such as 1850")


def _is_date(value: str) -> bool:
    """Whether it is a date as PGN has it, with question marks for what is not known."""
    found = _DATE.fullmatch(value)
    if found is None:
        return False
    year, month, day = found.groups()
    with suppress(ValueError):
        date(_number(year, 2000), _number(month, 1), _number(day, 1))
        return True
    return False


def _number(digits: str, otherwise: int) -> int:
    return otherwise if "?" in digits else int(digits)


class Starts:
    """The positions from which games with such headers begin. `usual` is the variant where no `Variant` is
    named; it and `own` are found by their names."""

    def __init__(self, library: Library, usual: Variant | None = None, own: Variant | None = None) -> None:
        self._library = library
        self._usual = usual
        self._own = own
        self._known: dict[tuple[str | None, ...], Game | InputError] = {}
        """Games of a file often have the same start, or the same error."""

    def of(self, headers: Mapping[str, str]) -> Game:
        """The start of a game with such headers. Raises `InputError`."""
        named = tuple(headers.get(name) for name in _DECIDING)
        if named not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            try:
                self._known[named] = self._set_up(*((value or "").strip() for value in named))
            except InputError as error:
                self._known[named] = error
        start = self._known[named]
        if isinstance(start, InputError):
            raise start
        return start.copy()

    def _set_up(self, name: str, fen: str, world: str, pieces: str) -> Game:
        variant = _variant(name, self._library, self._usual, self._own)
        return Game(
            variant, fen or None, world or None, pieces or None, is_chess960(name), library=self._library
        )


def is_chess960(name: str) -> bool:
    """Whether a `Variant` header means chess with other start positions."""
    return name.lower() in _WORDS_FOR_CHESS960


def _variant(name: str, library: Library, usual: Variant | None, own: Variant | None) -> Variant:
    if usual is not None and name in ("", usual.name):
        return usual
    if own is not None and name == own.name:
        return own
    if name.lower() in (*_WORDS_FOR_CHESS, *_WORDS_FOR_CHESS960):
        return library.load(DEFAULT_VARIANT)
    plain = name.lower().replace(" ", "_")
    # A header is untrusted: it names a variant, never a file.
    return library.load(plain if not library.has(name) and library.has(plain) else name)


def start_headers(start: Game) -> dict[str, str]:
    """The headers that say how a game began. Chess from its usual position needs none."""
    headers = {}
    name = start.variant.name
    is_chess = name == DEFAULT_VARIANT and not start.world and not start.pieces
    if is_chess and start.chess960:
        headers["Variant"] = _CHESS960
    elif not is_chess:
        headers["Variant"] = name
    if start.world:
        headers["World"] = start.world
    if start.pieces:
        headers["Pieces"] = start.pieces
    if not start.is_standard_start:
        headers |= {"SetUp": "1", "FEN": start.root_fen}
    return headers
