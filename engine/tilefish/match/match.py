"""`Match`: all games of a match, played wherever there are workers, and counted as they end."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from datetime import date
from itertools import chain, islice

from tilefish.learning.keys import rules_key
from tilefish.match.adjudication import DrawRule, ResignRule
from tilefish.match.archive import NUMBER, SETTINGS, settings_text
from tilefish.match.control import Control
from tilefish.match.executors import Workers
from tilefish.match.openings import Openings
from tilefish.match.players import Entrant
from tilefish.match.ratings import Sprt
from tilefish.match.referee import Terms
from tilefish.match.schedule import Fixture, Schedule
from tilefish.match.standings import GameResult, Standings
from tilefish.match.workplace import Assignment, Finished, GameRules, play_assignment
from tilefish.pgn import GameRecord, write_game

_LEGS_ALIKE = 2
"""The games of a pair are played with the same luck, as long as their moves are the same."""
_SITE = "?"
_BEHIND_HEADING = "\n[Date "
MOST_LOSSES = 3
"""The most times that all workers may be lost without finished work in between."""


class MatchError(Exception):
    """The match cannot go on, for a reason that is not a fault of an entrant."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All settings of a match; the rest is chance."""

    entrants: tuple[Entrant, ...]
    rules: tuple[GameRules, ...]
    schedule: Schedule
    openings: Openings
    control: Control
    """For entrants without a control of their own."""
    seed: int = 0
    margin: float = 0.0
    patience: float = 10.0
    longest: int = 400
    draw: DrawRule | None = None
    resign: ResignRule | None = None
    event: str = "Tilefish match"
    openings_name: str = ""
    """The name of openings that are not drawn at random."""

    def settings(self) -> str:
        """The settings that must be the same for games to be of one match."""
        words = {f"engine{place}": _words(entrant) for place, entrant in enumerate(self.entrants, 1)}
        words |= {f"variant{place}": _rules_words(rules) for place, rules in enumerate(self.rules, 1)}
        openings = self.openings_name or f"{self.openings.plies} plies by lot"
        return settings_text(
            words
            | {
                "control": self.control,
                "margin": f"{self.margin:g}",
                "openings": openings + (", shuffled" if self.openings.shuffled else ""),
                "repeat": self.schedule.repeat,
                "tournament": self.schedule.tournament,
                "seed": self.seed,
                "longest": self.longest,
                "draw": self.draw or "no",
                "resign": self.resign or "no",
            }
        )

    def heading(self) -> str:
        """The heading of every game's PGN."""
        headers = {"Event": self.event, "Site": _SITE}
        text = write_game(GameRecord(self.rules[0].game(), (), headers))
        return text[: text.index(_BEHIND_HEADING)]

    def assignment(self, fixture: Fixture, settings: str) -> Assignment:
        """Everything that a worker needs to play a game. The settings are those of this plan."""
        white, black = self.entrants[fixture.white], self.entrants[fixture.black]
        rules = self.rules[fixture.variant]
        controls = white.control or self.control, black.control or self.control
        return Assignment(
            fixture,
            rules,
            (white, black),
            Terms(controls, self.margin, self.patience, self.longest, self.draw, self.resign),
            self.openings.choice(fixture.variant, fixture.opening),
            f"{self.seed} {rules.variant.name} {fixture.opening} {fixture.leg // _LEGS_ALIKE}",
            self._headers(fixture, controls) | {SETTINGS: settings},
        )

    def _headers(self, fixture: Fixture, controls: tuple[Control, Control]) -> dict[str, str]:
        white, black = controls
        time_control = (
            {"TimeControl": str(white)}
            if white == black
            else {"WhiteTimeControl": str(white), "BlackTimeControl": str(black)}
        )
        return {
            "Event": self.event,
            "Site": _SITE,
            "Date": date.today().strftime("%Y.%m.%d"),
            "Round": f"{fixture.opening + 1}.{fixture.leg + 1}",
            "White": self.entrants[fixture.white].name,
            "Black": self.entrants[fixture.black].name,
            **time_control,
            NUMBER: str(fixture.number + 1),
        }


def _words(entrant: Entrant) -> str:
    words = [entrant.name, entrant.command or entrant.level, *entrant.options]
    if entrant.variant:
        words.append(f"variant {entrant.variant}")
    return " ".join([*words, str(entrant.control)] if entrant.control else words)


def _rules_words(rules: GameRules) -> str:
    words = [rules.variant.name, rules_key(rules.game().variant)]
    return " ".join([*words, "chess960"] if rules.chess960 else words)


class Match:
    """A match that is played. `standings` has all results so far."""

    def __init__(self, plan: Plan, sprt: Sprt | None = None, known: list[GameResult] | None = None) -> None:
        """`known` are the results of games that were played before."""
        self.plan = plan
        self.sprt = sprt
        self.standings = Standings(len(plan.entrants), plan.schedule.repeat)
        self._settings = plan.settings()
        for result in known or ():
            self.standings.add(result)

    @property
    def verdict(self) -> str | None:
        """The result of the sequential test, if there is one and it has ended."""
        return self.standings.sprt_verdict(self.sprt) if self.sprt else None

    def play(self, workers: Workers) -> Iterator[Finished]:
        """The games that are missing, as each of them ends, until the match or its test ends."""
        known = set(self.standings.known)
        schedule = self.plan.schedule
        missing = (schedule.fixture(number) for number in range(len(schedule)) if number not in known)
        again: list[Fixture] = []
        running: dict[Future[Finished], Fixture] = {}
        losses = 0
        while self.verdict is None:
            try:
                self._send(chain(_popped(again), missing), running, again, workers)
                if not running:
                    return
                for finished in _ended(running):
                    losses = 0
                    self.standings.add(finished.result)
                    yield finished
            except workers.lost as error:
                losses += 1
                if losses == MOST_LOSSES:
                    raise MatchError(
                        f"workers were lost {losses} times without a game in between: {error}"
                    ) from error
                again += running.values()
                running.clear()
                workers.renew()
        workers.abandon()

    def _send(
        self,
        fixtures: Iterator[Fixture],
        running: dict[Future[Finished], Fixture],
        again: list[Fixture],
        workers: Workers,
    ) -> None:
        """Gives the workers as many games as they can take."""
        for fixture in islice(fixtures, workers.capacity - len(running)):
            try:
                assignment = self.plan.assignment(fixture, self._settings)
                running[workers.submit(play_assignment, assignment)] = fixture
            except workers.lost:
                again.append(fixture)
                raise


def _popped(fixtures: list[Fixture]) -> Iterator[Fixture]:
    while fixtures:
        yield fixtures.pop()


def _ended(running: dict[Future[Finished], Fixture]) -> Iterator[Finished]:
    """The next games that end, at least one. A game whose worker is lost stays in `running`."""
    for future in wait(running, return_when=FIRST_COMPLETED).done:
        finished = future.result()
        del running[future]
        yield finished
