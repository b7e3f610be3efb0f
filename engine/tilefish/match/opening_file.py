"""Balanced openings in an EPD file, which is written whole or not at all after every one that is found, so
that a file that was begun can be continued."""

from __future__ import annotations

from pathlib import Path

from tilefish.files import decoded, write_atomically
from tilefish.learning.keys import rules_key
from tilefish.match.archive import settings_text
from tilefish.match.balanced import Judged, Study
from tilefish.match.players import Entrant
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.text.epd import epd_position, parse_operations, split_line, with_counters_of

_NUMBER = "id"
_COMMENT = "c"


class OpeningFile:
    """A file that grows with the openings that are found."""

    def __init__(self, path: Path, study: Study, resume: bool) -> None:
        """Reads the file, if it is to be continued and is of the same study. Raises `InputError`."""
        self._path = path
        self._name = quote(str(path), 200)
        self._heading = heading(study)
        self._is_stream = path.exists() and not path.is_file()
        self.found: list[Judged] = self._read(resume)
        self._write(self.found)

    def add(self, judged: Judged) -> None:
        """Adds an opening."""
        self.found.append(judged)
        if self._is_stream:
            self._save(_line(judged) + "\n")
        else:
            self._write(self.found)

    def _write(self, found: list[Judged]) -> None:
        self._save("".join(f"{line}\n" for line in (*self._heading, *map(_line, found))))

    def _save(self, text: str) -> None:
        try:
            write_atomically(self._path, text)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise InputError(f"cannot write {self._name}: {why}") from error

    def _read(self, resume: bool) -> list[Judged]:
        if self._is_stream:
            return []
        try:
            lines = decoded(self._path.read_bytes()).splitlines() if self._path.exists() else []
        except (OSError, ValueError) as error:
            raise InputError(f"cannot read {self._name}: {error}") from error
        if not lines:
            return []
        if not resume:
            raise InputError(f"{self._name} is there already: --openings reads it, --resume goes on with it")
        if tuple(lines[: len(self._heading)]) != self._heading:
            raise InputError(f"{self._name} has other openings: expected {quote(self._heading[-1], 400)}")
        return [self._judged(line) for line in lines[len(self._heading) :]]

    def _judged(self, line: str) -> Judged:
        position, behind = split_line(line)
        operations = parse_operations(behind)
        number = operations.get(_NUMBER, "").strip('"')
        if not (number.isascii() and number.isdecimal()):
            raise InputError(f"{self._name}: {quote(line)} has no number in {_NUMBER}")
        return Judged(int(number), with_counters_of(position, operations), comments=_comments(operations))


def heading(study: Study) -> tuple[str, ...]:
    """The first lines of a file: what these openings are, and everything that decided them."""
    fewest, most = study.plies
    settings: dict[str, object] = {
        "variant": f"{study.rules.variant.name} {rules_key(study.rules.game().variant)}",
        "plies": fewest if fewest == most else f"{fewest}-{most}",
        "depth": study.balance.depth_of(study.rules),
        "within": study.balance.within,
        "seconds": f"{study.balance.seconds:g}",
        "seed": study.seed,
    }
    settings |= {f"judge{place}": _words(judge) for place, judge in enumerate(study.judges, 1)}
    return (
        "# Random openings that a deep search of every judge finds balanced, made by",
        "# tilefish match --openings balanced --write-openings. Scores are White's, in centipawns.",
        f"# {settings_text(settings)}",
    )


def _words(judge: Entrant) -> str:
    """A judge in words that are the same on every machine: paths are shortened to their last names."""
    options = (option.partition("=") for option in judge.options)
    return " ".join((judge.name, *(f"{name}={_last_name(value)}" for name, _, value in options)))


def _last_name(value: str) -> str:
    return Path(value).name if "/" in value else value


def _line(judged: Judged) -> str:
    comments = "".join(f' {_COMMENT}{place} "{text}";' for place, text in enumerate(judged.comments))
    return f'{epd_position(judged.fen)} {_NUMBER} "{judged.number}";{comments}'


def _comments(operations: dict[str, str]) -> tuple[str, ...]:
    names = (f"{_COMMENT}{place}" for place in range(len(operations)))
    return tuple(operations[name].strip('"') for name in names if name in operations)
