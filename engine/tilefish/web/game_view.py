"""`GameView`: a game as the messages for its pages have it."""

from __future__ import annotations

from itertools import takewhile

from tilefish.explain.scores import Score
from tilefish.game.game import Game
from tilefish.play import display
from tilefish.play.players import Player
from tilefish.play.table import Played, Table
from tilefish.rules.model.variant import SIDE_NAMES
from tilefish.web.battle import battle_of
from tilefish.web.messages.games import GameState, MovePlayed
from tilefish.web.messages.parts import (
    ClocksData,
    PlayedData,
    PlayerData,
    PlayersData,
    PremovesData,
    ScoreData,
    Side,
)
from tilefish.web.position_view import (
    as_side,
    ending_data,
    events_data,
    path_of,
    position_data,
    premoves_data,
    rules_data,
)
from tilefish.web.score_view import outcome_score, white_score


class GameView:
    """Writes one game again and again. What was found out about a move is kept."""

    def __init__(self, identity: str, table: Table) -> None:
        self._identity = identity
        self._table = table
        self._history: list[tuple[Played, PlayedData]] = []

    def state(self, *, thinking: bool, paused: bool, pace: float, draw_offer: Side | None) -> GameState:
        """The whole game, as the page draws it."""
        table = self._table
        game, outcome = table.game, table.outcome
        last = path_of(game.variant, table.past[-1].move) if table.past else ()
        return GameState(
            id=self._identity,
            rules=rules_data(game),
            ply=len(table.past),
            position=position_data(game, last, shows_moves=table.mover.is_person and outcome is None),
            history=self._played_data(),
            players=PlayersData(*(self._player(table.players[side]) for side in SIDE_NAMES)),
            clocks=self._clocks(paused),
            thinking=thinking,
            paused=paused,
            outcome=None if outcome is None else ending_data(outcome),
            premoves=self._premoves(paused),
            pace=pace,
            draw_offer=draw_offer,
        )

    def _played_data(self) -> tuple[PlayedData, ...]:
        """The moves of the game. What was found out about a move is kept."""
        past, known = self._table.past, self._history
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1][0], zip(past, known, strict=False)))
        del known[same:]
        for played in past[same:]:
            before = None if self._table.game.variant.combat is None else self._table.before(played)
            battle = None if before is None else battle_of(before, played.move)
            data = PlayedData(
                ply=len(known) + 1,
                side=as_side(played.side),
                san=played.san,
                uci=played.move,
                remark=played.remark,
                battle=battle,
                value=self._value(played),
            )
            known.append((played, data))
        return tuple(data for _, data in known)

    def _value(self, played: Played) -> ScoreData | None:
        """The value of the position behind a move, if it is known."""
        outcome = self._table.game.outcome() if played is self._table.past[-1] else None
        if outcome is not None:
            return outcome_score(outcome)
        evaluation = played.evaluation
        if evaluation is None:
            return None
        return white_score(Score(evaluation.score, evaluation.mate), self._table.game.variant)

    def _player(self, player: Player) -> PlayerData:
        return PlayerData(player.name, not player.is_person, display.limit_text(player, self._table.control))

    def _premoves(self, is_paused: bool) -> PremovesData | None:
        """What a person who waits for an engine may choose already."""
        table = self._table
        persons = table.persons
        if table.outcome is not None or table.mover.is_person or len(persons) != 1 or is_paused:
            return None
        return PremovesData(as_side(persons[0]), premoves_data(table.game, persons[0]))

    def _clocks(self, is_paused: bool) -> ClocksData | None:
        clock = self._table.clock
        if clock is None:
            return None
        is_running = self._table.outcome is None and not is_paused
        return ClocksData(*clock.both(), as_side(self._table.game.turn) if is_running else None)

    def moved(self, before: Game, played: Played) -> MovePlayed:
        """A move that was played just now."""
        outcome = self._table.outcome
        remark = f". {played.remark[:1].upper()}{played.remark[1:]}" if played.remark else ""
        end = "" if outcome is None else f". {display.outcome_text(outcome)}"
        return MovePlayed(
            game=self._identity,
            ply=len(self._table.past),
            san=played.san,
            uci=played.move,
            side=as_side(played.side),
            path=tuple(path_of(before.variant, played.move.without_die)),
            events=events_data(played.events),
            status=f"{display.move_text(self._table, played)}{remark}{end}",
            battle=battle_of(before, played.move),
        )
