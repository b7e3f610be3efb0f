"""The openings of a match from its command line: a file, random ones, or balanced ones made first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tilefish.cli.progress import progress, remark
from tilefish.match.balanced import Balance, Judged, Study, balanced_openings, judges_of
from tilefish.match.executors import Workers
from tilefish.match.opening_file import OpeningFile
from tilefish.match.openings import Opening, Openings, read_openings
from tilefish.match.players import Entrant
from tilefish.match.words import asks_for_balance, parse_balance
from tilefish.match.workplace import GameRules
from tilefish.rules.errors import InputError
from tilefish.rules.files.library import Library
from tilefish.rules.messages import count

USUAL_PLIES = 6
BALANCED_PLIES = (6, 8)
"""The fewest and the most random moves of a balanced opening: either side may be the one to move."""


@dataclass(frozen=True, slots=True)
class OpeningWords:
    """What the command line says about openings."""

    source: str | None
    """A file, or words for balanced openings."""
    shuffled: bool
    plies: int | None
    seed: int
    written: Path | None
    """The file for balanced openings."""
    longest: int

    @property
    def balance(self) -> Balance | None:
        """The test of balanced openings, if they are wanted. Raises `InputError`."""
        if self.source is not None and asks_for_balance(self.source):
            return parse_balance(self.source)
        return None

    def openings(self, played: Sequence[GameRules], library: Library) -> tuple[Openings, str]:
        """The openings, and their name in the settings of the match. Balanced ones are not made yet. Raises
        `InputError`."""
        balance = self.balance
        self._check(balance, played)
        plies = USUAL_PLIES if self.plies is None else self.plies
        openings = Openings(self.seed, plies, shuffled=self.shuffled)
        if balance is not None:
            fewest, most = self._balanced_plies
            _check_length(most, self.longest)
            return openings, f"{balance} {fewest}-{most} plies"
        if self.source is None:
            _check_length(plies, self.longest)
            return openings, ""
        if len(played) > 1:
            raise InputError("a file of openings is for one variant")
        path = Path(self.source)
        listed = tuple(read_openings(path, played[0].game(), self.plies, library))
        _check_length(max(len(opening.moves) for opening in listed), self.longest)
        return Openings(self.seed, plies, (listed,), self.shuffled), _fingerprint(path, listed, self.plies)

    def _check(self, balance: Balance | None, played: Sequence[GameRules]) -> None:
        if balance is not None and self.plies == 0:
            raise InputError("--openings balanced: expected --plies 1 or more, as the openings must differ")
        if self.written is None:
            return
        if balance is None:
            raise InputError("--write-openings is for openings that are made: expected --openings balanced")
        if len(played) > 1:
            raise InputError("--write-openings: a file of openings is for one variant")

    @property
    def _balanced_plies(self) -> tuple[int, int]:
        return BALANCED_PLIES if self.plies is None else (self.plies, self.plies)

    def studies(
        self, balance: Balance, played: Sequence[GameRules], entrants: Sequence[Entrant], patience: float
    ) -> list[Study]:
        """For each variant, everything that decides its balanced openings."""
        judges = judges_of(entrants)
        return [Study(rules, judges, balance, self.seed, self._balanced_plies, patience) for rules in played]


def make_openings(
    study: Study, needed: int, workers: Workers, file: OpeningFile | None
) -> tuple[Opening, ...]:
    """Makes the balanced openings of a variant. Those that the file has already are not made again. Raises
    `InputError` if there are none."""
    wanted, name = study.balance.number_for(needed), study.rules.variant.name
    found: list[Judged] = list(file.found[:wanted]) if file else []
    with progress(f"openings of {name}", wanted) as show:
        show(len(found))
        if len(found) < wanted:
            for judged in balanced_openings(study, workers, found):
                found.append(judged)
                if file:
                    file.add(judged)
                show(len(found))
                if len(found) == wanted:
                    break
    if not found and wanted:
        raise InputError(
            f"no opening of {name} is balanced within {study.balance.within} centipawns in "
            f"{count(study.balance.tries, 'try')}: expected a larger within=, or other --plies"
        )
    if len(found) < wanted:
        remark(f"Warning: {name} has only {count(len(found), 'opening')} of {wanted}: they are played again")
    return tuple(judged.opening for judged in found)


def _check_length(plies: int, longest: int) -> None:
    if plies >= longest:
        raise InputError(f"an opening has {count(plies, 'move')}, a game of --longest {longest} has no more")


def _fingerprint(path: Path, listed: tuple[Opening, ...], plies: int | None) -> str:
    """The fingerprint of a file of openings in the settings of a match. Made from the openings that were
    read, because a pipe cannot be read twice."""
    lines = (" ".join((opening.fen, *opening.moves)) for opening in listed)
    digest = sha256("\n".join(lines).encode()).hexdigest()[:16]
    return f"{path.name} {digest}" if plies is None else f"{path.name} {digest} {plies} plies"
