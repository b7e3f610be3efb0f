"""`BoardGame`: one game on the page, with its players, clocks and everybody who watches it.

All of it runs in the server's event loop; only searches have threads of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from tilefish.engine.engine import Engine, Info, Result
from tilefish.engine.limits import Limits
from tilefish.engine.searching import Search
from tilefish.game.game import Game, Outcome
from tilefish.play import display
from tilefish.play.players import Player
from tilefish.play.table import Played, Table
from tilefish.rules.errors import InputError
from tilefish.rules.messages import count
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import SIDE_NAMES
from tilefish.web.messages.answers import Answer, Refused
from tilefish.web.messages.games import EngineThinking, GameState, MovePlayed
from tilefish.web.messages.parts import ClocksData, GameEntry, PlayedData, PlayerData, PlayersData
from tilefish.web.position_view import as_side, ending_data, events_data, line_data, path_of, position_data

REPORT_SECONDS = 0.1
"""The least time between two reports of a running search."""

Send = Callable[[Answer], None]


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays, as it was asked for: `me` or a level, and the time control, if there is one."""

    white: str
    black: str
    control: str


class BoardGame:
    """A game on the page. Its methods raise `InputError` for what a player cannot do."""

    def __init__(
        self,
        identity: str,
        table: Table,
        seats: Seats,
        searches: asyncio.Semaphore,
        changed: Callable[[BoardGame], None],
    ) -> None:
        self.identity = identity
        self.table = table
        self.seats = seats
        self.is_paused = False
        self._searches = searches
        self._changed = changed
        self._watchers: set[Send] = set()
        self._thinking: asyncio.Task[None] | None = None
        self._search: Search | None = None
        self._flag: asyncio.TimerHandle | None = None

    # --- watching ----------------------------------------------------------------------------------------

    def watch(self, send: Send) -> None:
        """Sends the game, and from now on all that happens in it."""
        self._watchers.add(send)
        send(self.state())

    def leave(self, send: Send) -> None:
        """Sends no more of it."""
        self._watchers.discard(send)

    def _publish(self, message: Answer) -> None:
        for send in tuple(self._watchers):
            send(message)

    def summary(self) -> GameEntry:
        """The game in the list of games."""
        outcome = self.table.outcome
        white, black = (self.table.players[side].name for side in SIDE_NAMES)
        status = f"{self.table.game.turn} to move" if outcome is None else display.outcome_text(outcome)
        return GameEntry(
            id=self.identity,
            title=self.table.game.variant.title,
            white=white,
            black=black,
            status=f"{count(len(self.table.past), 'move')}, {status}",
            is_over=outcome is not None,
        )

    def state(self) -> GameState:
        """The whole game, as the page draws it."""
        table = self.table
        game, outcome = table.game, table.outcome
        is_person = table.mover.engine is None
        last = path_of(game.variant, table.past[-1].move) if table.past else ()
        return GameState(
            id=self.identity,
            ply=len(table.past),
            position=position_data(game, last, shows_moves=is_person and outcome is None),
            history=tuple(
                PlayedData(ply, as_side(played.side), played.san, played.move, played.remark)
                for ply, played in enumerate(table.past, 1)
            ),
            players=PlayersData(*map(_player, (table.players[side] for side in SIDE_NAMES))),
            clocks=self._clocks(),
            thinking=self._thinking is not None,
            paused=self.is_paused,
            outcome=None if outcome is None else ending_data(outcome),
        )

    def _clocks(self) -> ClocksData | None:
        clock = self.table.clock
        if clock is None:
            return None
        is_running = self.table.outcome is None and not self.is_paused
        return ClocksData(*clock.both(), as_side(self.table.game.turn) if is_running else None)

    # --- playing -----------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Starts the clock, and the engine if it is to move."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        table = self.table
        if table.outcome is not None or self.is_paused:
            table.stop_clock()
            return
        table.start_clock()
        left = table.time_left()
        if left is not None:
            self._flag = asyncio.get_running_loop().call_later(max(left, 0) + 0.01, self._call_flag)
        if table.mover.engine is not None and self._thinking is None:
            self._thinking = asyncio.create_task(self._think(table.mover.engine))

    def move(self, ply: int, text: str) -> None:
        """A person plays a move, in the position after `ply` plies."""
        table = self.table
        if ply != len(table.past):
            raise InputError("the position has changed: look at the board again")
        if table.outcome is None and table.mover.engine is not None:
            raise InputError(f"{table.mover.name} is to move")
        if table.call_flag():
            self._end()
            return
        self._play(text, is_by_person=True)

    def _play(self, text: str, info: Info | None = None, *, is_by_person: bool = False) -> None:
        before = self.table.game.copy()
        played = self.table.play(text, info)
        if is_by_person:
            self.is_paused = False  # a person who moves wants an answer, in a continued game, too
        self._publish(self._moved(before, played))
        self._after_change()

    def _moved(self, before: Game, played: Played) -> MovePlayed:
        outcome = self.table.outcome
        remark = f". {played.remark[:1].upper()}{played.remark[1:]}" if played.remark else ""
        end = "" if outcome is None else f". {display.outcome_text(outcome)}"
        return MovePlayed(
            game=self.identity,
            ply=len(self.table.past),
            san=played.san,
            uci=played.move,
            side=as_side(played.side),
            path=tuple(path_of(before.variant, played.move.without_die)),
            events=events_data(played.events),
            status=f"{display.move_text(self.table, played)}{remark}{end}",
        )

    def _after_change(self) -> None:
        self.go_on()
        self._publish(self.state())
        self._changed(self)

    def played(self, ply: int) -> Played:
        """A move of the game, counted from 1."""
        if not 1 <= ply <= len(self.table.past):
            raise InputError(f"there is no move {ply}: the game has {count(len(self.table.past), 'move')}")
        return self.table.past[ply - 1]

    def take_back(self) -> None:
        """Takes moves back to where a person last had a choice."""
        table = self.table
        if not table.past and not table.is_ended_by_word:
            raise InputError("there is no move to take back")
        self._drop_search()
        table.undo(0 if table.is_ended_by_word else table.plies_to_choice())
        self.is_paused = table.mover.engine is not None
        self._after_change()

    def resign(self) -> None:
        """The person to move resigns, or the only person at the board."""
        persons = self.table.persons
        if not persons:
            raise InputError("only engines play: they do not resign")
        loser = self.table.game.turn if self.table.game.turn in persons else persons[0]
        winner = SIDE_NAMES[1 - SIDE_NAMES.index(loser)]
        self.table.end(Outcome(winner, Termination.RESIGNATION))
        self._end()

    def pause(self, is_paused: bool) -> None:
        """Holds the engines and the clocks, or lets them go on."""
        if self.table.persons and self.table.clock is not None and is_paused:
            raise InputError("a game with a clock cannot be held")
        self.is_paused = is_paused
        if is_paused:
            self._drop_search()
        self._after_change()

    def move_now(self) -> None:
        """The engine that thinks plays at once."""
        engine = self.table.mover.engine
        if self._search is None or engine is None:
            raise InputError("no engine is thinking")
        engine.stop()

    def _call_flag(self) -> None:
        if self.table.call_flag():
            self._end()
        else:
            self.go_on()

    def _end(self) -> None:
        self._drop_search()
        self._after_change()

    async def _think(self, engine: Engine) -> None:
        """Lets an engine search, reports what it finds, and plays its move."""
        table = self.table
        game = table.game.copy()
        try:
            async with self._searches:
                limits = table.mover.limits(None, game.turn, table.clock)
                result = await self._searched(engine, game, limits)
        except asyncio.CancelledError:
            return
        except (RuntimeError, MemoryError, InputError) as error:  # such as no more threads
            self._thinking, self.is_paused = None, True
            self._publish(Refused("engine", f"{table.mover.name} cannot move: {error}"))
            self._after_change()
            return
        self._thinking = None
        if table.call_flag():
            self._end()
            return
        self._play(result.move or game.legal_moves[0], result.lines[0] if result.lines else None)

    async def _searched(self, engine: Engine, game: Game, limits: Limits) -> Result:
        """The result of a search. A cancelled one ends at once."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()

        def at_end() -> None:
            loop.call_soon_threadsafe(ended.set)

        search = engine.start(game, limits, background=True, at_end=at_end)
        self._search = search
        try:
            while not ended.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), REPORT_SECONDS)
                self._report(search)
        finally:
            self._search = None
            search.abandon()
        return search.found()

    def _report(self, search: Search) -> None:
        best = search.best
        if best is not None:
            self._publish(EngineThinking(self.identity, line_data(search.game, best)))

    def _drop_search(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    @property
    def is_idle(self) -> bool:
        """Whether no page shows it and no engine plays it."""
        return not self._watchers and self._thinking is None

    def release(self) -> None:
        """Ends its searches and clocks."""
        if self._flag is not None:
            self._flag.cancel()
        self._drop_search()
        for player in self.table.players.values():
            if player.engine is not None:
                player.engine.close()

    async def close(self) -> None:
        """The same, and waits until its search has ended."""
        thinking = self._thinking
        self.release()
        if thinking is not None:
            await asyncio.wait([thinking])


def _player(player: Player) -> PlayerData:
    return PlayerData(player.name, player.engine is not None)
