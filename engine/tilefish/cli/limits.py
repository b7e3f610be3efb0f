"""The options for search limits, and their meaning in a position."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

import click

from tilefish.cli.numbers import NumberType, WholeNumber
from tilefish.core.search.searcher import DEEPEST
from tilefish.engine.limits import MOST_NODES, Limits
from tilefish.game.game import Game
from tilefish.protocols.uci.go_command import parse_go
from tilefish.rules.errors import InputError


@dataclass(frozen=True, slots=True)
class AskedLimits:
    """The values of the options. `searchmoves` and `go` can only be read with a position."""

    limits: Limits
    searchmoves: str | None = None
    go: str | None = None

    @property
    def is_for_one(self) -> bool:
        """Whether it fits only a single position: it names moves, or sets no end of the search."""
        words = set((self.go or "").split())
        return (
            self.limits.infinite or self.searchmoves is not None or bool(words & {"infinite", "searchmoves"})
        )

    def of(self, game: Game, usual: float) -> Limits:
        """The limits in a position; `usual` seconds if no other limit is set. Raises
        `InputError`."""
        limits = self.limits if self.go is None else _of_words(self.go, game)
        if self.searchmoves is not None:
            words = dict.fromkeys(self.searchmoves.split())
            limits = replace(limits, moves=tuple(game.find_moves(map(game.read_move, words))))
        return limits if limits.infinite or limits.has_end else replace(limits, movetime=usual)


def _of_words(words: str, game: Game) -> Limits:
    command = parse_go(words.split(), game)
    if command.perft is not None or command.limits.ponder:
        raise InputError("here go is for searching: perft and ponder have no place in it")
    return command.limits


def takes_limits(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options that end searches; the command gets the `asked` limits."""

    @click.option("--depth", type=WholeNumber(1, DEEPEST), metavar="N", help="Search N plies deep.")
    @click.option("--nodes", type=WholeNumber(1, MOST_NODES), metavar="N", help="Search N nodes.")
    @click.option("--movetime", type=NumberType(0.001, 10**7), metavar="SECONDS", help="Search for so long.")
    @click.option("--mate", type=WholeNumber(1, 500), metavar="N", help="Search for a mate in N moves.")
    @click.option("--infinite", is_flag=True, help="Search until Ctrl-C.")
    @click.option("--searchmoves", metavar="MOVES", help="Search these moves only.")
    @click.option(
        "--go", metavar="WORDS", help="Limits in UCI's own words and milliseconds: 'wtime 60000 winc 500'."
    )
    @functools.wraps(command)
    def with_limits(
        *arguments: object,
        depth: int | None,
        nodes: int | None,
        movetime: float | None,
        mate: int | None,
        infinite: bool,
        searchmoves: str | None,
        go: str | None,
        **others: object,
    ) -> None:
        limits = Limits(depth=depth, nodes=nodes, movetime=movetime, mate=mate, infinite=infinite)
        if go is not None and (limits != Limits() or searchmoves is not None):
            raise click.UsageError("--go says all about limits: it stands alone")
        command(*arguments, asked=AskedLimits(limits, searchmoves, go), **others)

    return with_limits
