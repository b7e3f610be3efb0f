"""`BoardGame`: one game on the page, with its players, clocks and the pages that watch it.

All of it runs in the server's event loop; only searches have threads of their own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from tilefish.engine.engine import Info
from tilefish.game.game import Game, Outcome
from tilefish.play import display
from tilefish.play.table import Played, Table
from tilefish.rules.errors import InputError
from tilefish.rules.messages import count
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import SIDE_NAMES
from tilefish.web.game_view import GameView
from tilefish.web.messages.answers import Answer, Refused
from tilefish.web.messages.games import EngineThinking, GameClosed, GameState
from tilefish.web.messages.parts import (
    GameEntry,
)
from tilefish.web.position_view import (
    as_side,
    line_data,
)
from tilefish.web.processors import Processors
from tilefish.web.programs import Programs
from tilefish.web.thinking import CannotMoveError, Thinker

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
        processors: Processors,
        programs: Programs,
        changed: Callable[[BoardGame], None],
    ) -> None:
        self.identity = identity
        self.table = table
        self.seats = seats
        self.is_paused = False
        self.is_helped = False
        """Whether a person has taken moves back, or has had a hint."""
        self.is_deleted = False
        self.pace = 0.0
        """Seconds a move of a game between engines; 0 for the usual time."""
        self._draw_offer: str | None = None
        """The person's side that offers a draw to the other."""
        self._declined_at: int | None = None
        """The ply at which an engine declined a draw."""
        self._view = GameView(identity, table)
        self._thinker = Thinker(identity, processors, programs)
        self._changed = changed
        self._watchers: set[Send] = set()
        self._thinking: asyncio.Task[None] | None = None
        self._at_once = asyncio.Event()
        """Set when the move that is awaited is to take no more time."""
        self._flag: asyncio.TimerHandle | None = None

    # --- watching ----------------------------------------------------------------------------------------

    def watch(self, send: Send) -> None:
        """Sends the game, and from now on all that happens in it."""
        self._watchers.add(send)
        send(self.state())

    def leave(self, send: Send) -> None:
        """Sends no more of it."""
        self._watchers.discard(send)
        self._release_programs()

    def warn(self, text: str) -> None:
        """Tells all pages that show it what is wrong beside the game."""
        self._publish(Refused("", text))

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
        return self._view.state(
            thinking=self._thinking is not None,
            paused=self.is_paused,
            pace=self.pace,
            draw_offer=None if self._draw_offer is None else as_side(self._draw_offer),
        )

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
        self._start_thinking()

    def _start_thinking(self) -> None:
        if not self.table.mover.is_person and self._thinking is None:
            self._at_once = asyncio.Event()
            self._thinking = asyncio.create_task(self._think(self._at_once))

    def move(self, ply: int, text: str) -> None:
        """A person plays a move, in the position after `ply` plies."""
        table = self.table
        if ply != len(table.past):
            raise InputError("the position has changed: look at the board again")
        if table.outcome is None and not table.mover.is_person:
            raise InputError(f"{table.mover.name} is to move")
        if table.call_flag():
            self._end()
            return
        self._play(text, is_by_person=True)

    def _play(self, text: str, info: Info | None = None, *, is_by_person: bool = False) -> None:
        before = self.table.game.copy()
        played = self.table.play(text, info)
        if played.side != self._draw_offer:
            self._draw_offer = None  # a move is an answer, too
        if is_by_person:
            self.is_paused = False  # a person who moves wants an answer, in a continued game, too
        self._publish(self._view.moved(before, played))
        self._after_change()

    def _after_change(self) -> None:
        self.go_on()
        self._release_programs()
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
        self.is_paused = not table.mover.is_person
        self._draw_offer = None
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

    def offer_draw(self) -> None:
        """The person to move offers a draw to the other person. Raises `InputError` for an engine: that is to
        be asked."""
        self.check_draw()
        if len(self.table.persons) < 2:
            raise InputError("an engine is asked, it takes no offers")
        self._draw_offer = self.table.game.turn
        self._publish(self.state())

    def answer_draw(self, is_accepted: bool) -> None:
        """The other person accepts the draw, or declines it."""
        if self._draw_offer is None:
            raise InputError("no draw is offered")
        self._draw_offer = None
        if is_accepted:
            self.agree_draw()
        else:
            self._publish(self.state())

    def check_draw(self) -> None:
        """Raises `InputError` if no draw can be offered now."""
        if self.table.outcome is not None:
            raise InputError("the game is over already")
        if not self.table.persons:
            raise InputError("only engines play: expected a game with a person, who offers the draw")
        if self._declined_at == len(self.table.past):
            raise InputError("the draw was declined in this position: play on first")

    def decline_draw(self) -> None:
        """An engine declines; it can be asked again after a move."""
        self._declined_at = len(self.table.past)

    def agree_draw(self) -> None:
        """The game ends as a draw by agreement."""
        self._draw_offer = None
        self.table.end(Outcome(None, Termination.AGREEMENT))
        self._end()

    def set_pace(self, seconds: float) -> None:
        """Sets the seconds a move of a game between engines, from the next move on."""
        if self.table.persons or self.table.clock is not None:
            raise InputError("only a game between engines without a clock has a speed")
        self.pace = seconds
        self._publish(self.state())

    def step(self) -> None:
        """Lets the engine that is to move in a held game play one move."""
        if self.table.outcome is not None:
            raise InputError("the game is over already")
        if self.table.persons or not self.is_paused:
            raise InputError("only a game between engines that is held goes step by step")
        self.table.start_clock()
        self._start_thinking()
        self._publish(self.state())

    def pause(self, is_paused: bool) -> None:
        """Holds the engines and the clocks, or lets them go on."""
        if self.table.persons and self.table.clock is not None and is_paused:
            raise InputError("a game with a clock cannot be held")
        self.is_paused = is_paused
        if is_paused:
            self._drop_search()
        self._after_change()

    def move_now(self) -> None:
        """The engine that thinks, or waits for the pace of the game, plays at once."""
        if self._thinking is None:
            raise InputError("no engine is thinking")
        self._at_once.set()
        self._thinker.stop(self.table.game.turn)

    def _call_flag(self) -> None:
        if self.table.call_flag():
            self._end()
        else:
            self.go_on()

    def _end(self) -> None:
        self._drop_search()
        self._after_change()

    async def _think(self, at_once: asyncio.Event) -> None:
        """Lets the engine that is to move choose its move, and plays it after its time, or at once."""
        table = self.table
        begun = time.monotonic()
        try:
            choice = await self._thinker.choose(
                table.mover, table.game.copy(), table.clock, self._pace_now or None, at_once, self._report
            )
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pace_now + begun - time.monotonic()):
                    await at_once.wait()
        except asyncio.CancelledError:
            return
        except CannotMoveError as error:
            self._thinking, self.is_paused = None, True
            self._publish(Refused("engine", f"{table.mover.name} cannot move: {error}"))
            self._after_change()
            return
        self._thinking = None
        if table.call_flag():
            self._end()
            return
        self._play(choice.move, choice.info)

    @property
    def _pace_now(self) -> float:
        """The seconds that a move takes now; 0 if nothing is said about it."""
        return 0.0 if self.table.persons or self.table.clock is not None else self.pace

    def _report(self, game: Game, info: Info) -> None:
        self._publish(EngineThinking(self.identity, line_data(game, info)))

    def _drop_search(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    @property
    def is_idle(self) -> bool:
        """Whether no page shows it and no engine plays it."""
        return not self._watchers and self._thinking is None

    def _release_programs(self) -> None:
        """Ends programs that the game does not need now: it is over or held, or no page shows it and a person
        is to move."""
        if self._thinking is None and (
            self.table.outcome is not None or self.is_paused or not self._watchers
        ):
            self._thinker.release_programs()

    def rest(self) -> bool:
        """Gives the memory of its engines back until they search again. Returns False while one searches."""
        if self._thinking is not None:
            return False
        try:
            for player in self.table.players.values():
                if player.engine is not None:
                    player.engine.rest()
        except RuntimeError:  # a search that was cancelled has not ended yet
            return False
        return True

    def delete(self) -> None:
        """Ends all that it does, and says to the pages that show it that it is gone."""
        self.is_deleted = True
        self._publish(GameClosed(self.identity))
        self.release()

    def release(self) -> None:
        """Ends its searches, programs and clocks."""
        if self._flag is not None:
            self._flag.cancel()
        self._drop_search()
        self._thinker.release_programs()
        for player in self.table.players.values():
            if player.engine is not None:
                player.engine.close()

    async def close(self) -> None:
        """The same, and waits until its search has ended."""
        thinking = self._thinking
        self.release()
        if thinking is not None:
            await asyncio.wait([thinking])
