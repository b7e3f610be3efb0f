"""`Table`: a game that is being played, with its players, clocks, dice and history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from random import Random

from tilefish.core.board.events import Event
from tilefish.engine.engine import Info
from tilefish.engine.time_control import TimeControl
from tilefish.game.game import Game, Outcome
from tilefish.game.move import Move
from tilefish.match.self_play import play_move
from tilefish.pgn import Evaluation, GameRecord, RecordedMove
from tilefish.pgn.record import RESULT_OF_WINNER, UNFINISHED, WINNER_OF_RESULT, after
from tilefish.play.clock import Clock, ClockState
from tilefish.play.players import Player
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import SIDE_NAMES

_OCCASION = ("Event", "Site", "Round")


@dataclass(frozen=True, slots=True)
class Played:
    """A move of the game. `move` includes its die; `info` is the engine's search result."""

    side: str
    move: Move
    san: str
    info: Info | None = None
    clocks: ClockState | None = None
    """Both clocks before the move."""
    left: float | None = None
    """Seconds that the mover had left after it."""
    remark: str = ""
    """The change that the host of the game made to the position after it."""
    left_behind: Game | None = None
    """The game before the host's change: the next moves belong to a new `Game`."""
    recorded: RecordedMove | None = None
    """The move's entry in the file, if it was loaded."""
    events: tuple[Event, ...] = ()
    """What the move, the world and the host did; empty for a move of a file."""

    @property
    def evaluation(self) -> Evaluation | None:
        """What the engine that moved says about the position behind the move, or the file if it was
        loaded."""
        if self.recorded is not None:
            return self.recorded.evaluation
        if self.info is None:
            return None
        return Evaluation.behind(self.side == "white", self.info.score, self.info.mate, self.info.depth)

    @property
    def is_rolled(self) -> bool:
        """Whether a die was rolled for it."""
        return self.move.face > 0


class Table:
    """One game at a time. The side to move moves by `play`; `outcome` is set when the game is over."""

    def __init__(
        self,
        game: Game,
        players: dict[str, Player],
        control: TimeControl | None = None,
        rng: Random | None = None,
        types_dice: bool = False,
    ) -> None:
        self.players = players
        self.control = control
        self.types_dice = types_dice
        self._rng = rng or Random()
        self.begin(game)

    def begin(self, game: Game) -> None:
        """Sets up another game."""
        self.game = game
        self.root_fen = game.root_fen
        self.past: list[Played] = []
        self.clock = Clock(self.control) if self.control else None
        self._loaded: GameRecord | None = None
        self._verdict: Outcome | None = None

    def take_over(self, record: GameRecord) -> None:
        """Sets up a game as it was recorded, at its end."""
        self.begin(record.start.copy())
        for recorded in record.moves:
            before, side, san = self.game, self.game.turn, self.game.san(recorded.move)
            self.game = after(before, recorded)
            move = before.move_stack[-1]
            left_behind = None if self.game is before else before
            remark = recorded.comment if left_behind else ""
            self.past.append(
                Played(side, move, san, remark=remark, left_behind=left_behind, recorded=recorded)
            )
        self._loaded = record
        # if not all moves can be read, the result belongs to another position
        if record.result in WINNER_OF_RESULT and self.game.outcome() is None and not record.mistake:
            self._verdict = Outcome(WINNER_OF_RESULT[record.result], Termination.AS_RECORDED)

    # --- the state of the game ---------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: on the board, on time, or by the players' decision."""
        return self._verdict or self.game.outcome()

    @property
    def is_ended_by_word(self) -> bool:
        """Whether the game ended by a decision or on time, not on the board."""
        return self._verdict is not None

    @property
    def is_as_loaded(self) -> bool:
        """Whether it is the game of a file and nothing was changed here."""
        record = self._loaded
        return (
            record is not None
            and (self._verdict is None or self._verdict.termination is Termination.AS_RECORDED)
            and [played.recorded for played in self.past] == list(record.moves)
        )

    @property
    def mover(self) -> Player:
        """The player to move."""
        return self.players[self.game.turn]

    @property
    def persons(self) -> list[str]:
        """The sides that persons play."""
        return [side for side in SIDE_NAMES if self.players[side].is_person]

    def start_clock(self) -> None:
        """From now on the mover's time runs, if there is a clock."""
        if self.clock and self.outcome is None:
            self.clock.start(self.game.turn)

    def stop_clock(self) -> None:
        """Stops both clocks until one is started again."""
        if self.clock:
            self.clock.stop()

    def time_left(self) -> float | None:
        """Seconds that the mover has."""
        return self.clock.left(self.game.turn) if self.clock else None

    def call_flag(self) -> bool:
        """Ends the game if the mover has run out of time. It is a draw if the other side cannot win. Only
        material decides that: the other side has nothing but its king."""
        left = self.time_left()
        if self.outcome is not None or left is None or left > 0:
            return False
        other = other_side(self.game.turn)
        self.end(Outcome(other if _can_win(self.game, other) else None, Termination.TIME))
        return True

    # --- moves -------------------------------------------------------------------------------------------

    def needs_die(self, move: Move) -> bool:
        """Whether a person must enter the die for a move."""
        return self.types_dice and not move.face and self.game.roll(move, self._rng).face > 0

    def play(self, text: str, info: Info | None = None) -> Played:
        """Plays a move, rolls the die for it, presses the clock, and places the pieces that the variant's
        rules make a host add."""
        if self.outcome is not None:
            raise InputError("the game is over: undo takes moves back, new begins another one")
        move = self.game.read_move(text)
        if move.face and not self.types_dice:
            expected = f"expected {move.without_die}, since the program rolls the dice"
            raise InputError(f"{quote(text)} has a die: {expected}")
        side = self.game.turn
        clocks = self.clock.state() if self.clock else None
        step = play_move(self.game, move, None if self.types_dice else self._rng, self._rng)
        if self.clock:
            self.clock.press(side)
        left = self.clock.left(side) if self.clock else None
        played = Played(side, step.move, step.move.san, info, clocks, left, events=step.events)
        if step.hosted is not None:
            played = replace(played, remark=step.hosted.remark, left_behind=step.played)
        self.game = step.game
        self.past.append(played)
        return played

    def undo(self, plies: int) -> None:
        """Takes moves back. An end by the players' decision is removed first and does not count as a move."""
        if plies > len(self.past):
            raise InputError(f"there are {len(self.past)} moves to take back, not {plies}")
        self._verdict = None
        clocks = None
        for _ in range(plies):
            played = self.past.pop()
            clocks = played.clocks
            self.game = played.left_behind or self.game
            self.game.pop()
        if self.clock and clocks:
            self.clock.set_back(clocks)

    def plies_to_choice(self) -> int:
        """The number of plies back to where a person last had a choice; 0 if a decision ended the game at
        its start."""
        if not self.past and self.is_ended_by_word:
            return 0
        for plies, played in enumerate(reversed(self.past), 1):
            if played.side in self.persons or not self.persons:
                return plies
        return len(self.past) or 1

    def end(self, outcome: Outcome) -> None:
        """Ends the game by a player's decision, or by the clock."""
        if self.outcome is not None:
            raise InputError("the game is over already")
        self._verdict = outcome
        self.stop_clock()

    def before(self, played: Played) -> Game:
        """The position before an earlier move."""
        game = self.game.copy()
        for later in reversed(self.past):
            if later.left_behind is not None:
                game = later.left_behind.copy()
            game.pop()
            if later is played:
                break
        return game

    # --- the record --------------------------------------------------------------------------------------

    def record(self) -> GameRecord:
        """The game for a file. A loaded game keeps its headers until it is continued here."""
        if self._loaded is not None and self.is_as_loaded:
            return self._loaded
        moves = tuple(map(self.recorded, range(len(self.past))))
        record = GameRecord(self.start(), moves, self.headers())
        return record if self._loaded is None else _gone_on_with(record, self._loaded)

    def start(self) -> Game:
        """The position that the game began from."""
        return self.before(self.past[0]) if self.past else self.game.copy()

    def headers(self) -> dict[str, str]:
        """The headers of a record, but for those that follow from the start."""
        outcome = self.outcome
        headers = {
            "Event": "Casual game",
            "Date": date.today().strftime("%Y.%m.%d"),
            "White": self.players["white"].name,
            "Black": self.players["black"].name,
            "Result": UNFINISHED if outcome is None else RESULT_OF_WINNER[outcome.winner],
        }
        if self.control:
            headers["TimeControl"] = str(self.control)
        if outcome:
            headers["Termination"] = str(outcome.termination)
        return headers

    def recorded(self, index: int) -> RecordedMove:
        """A move of the game, counted from 0, for a file."""
        played = self.past[index]
        if played.recorded is not None:
            return played.recorded
        position = None
        if played.left_behind is not None:
            following = self.past[index + 1 : index + 2]
            position = (self.before(following[0]) if following else self.game).fen()
        return RecordedMove(
            played.move.uci, played.remark, evaluation=played.evaluation, clock=played.left, position=position
        )


def _gone_on_with(record: GameRecord, loaded: GameRecord) -> GameRecord:
    """The record of a game with the headers of the file it came from."""
    occasion = {name: loaded.headers[name] for name in _OCCASION if name in loaded.headers}
    return replace(record, headers={**record.headers, **occasion}, comment=loaded.comment)


def other_side(side: str) -> str:
    """White for Black, and Black for White."""
    return SIDE_NAMES[1 - SIDE_NAMES.index(side)]


def _can_win(game: Game, side: str) -> bool:
    setup = game.setup()
    mine = [kind for kind, owner in setup.pieces.values() if SIDE_NAMES[owner] == side]
    return len(mine) > 1
