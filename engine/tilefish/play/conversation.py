"""`Conversation`: the moves and commands typed at the board, and the answers to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tilefish.engine.engine import Engine, Info
from tilefish.engine.levels import level_names
from tilefish.engine.limits import Limits
from tilefish.explain.evaluation import evaluation_text
from tilefish.explain.record import decision_record
from tilefish.explain.scores import line_text
from tilefish.game.game import Game, Outcome
from tilefish.game.move import Move
from tilefish.pgn import GameRecord
from tilefish.pgn.record import RESULT_OF_WINNER
from tilefish.play import display
from tilefish.play.clock import clock_text
from tilefish.play.console import Console
from tilefish.play.draws import DRAW_SECONDS, accepts_draw, may_be_drawn
from tilefish.play.files import GameFiles
from tilefish.play.players import PERSON_WORDS, Cast
from tilefish.play.table import Played, Table, other_side
from tilefish.play.thinking import think
from tilefish.play.words import (
    HELP,
    WRITTEN_OUT,
    completions,
    is_like_a_move,
    nearest_moves,
    whole_number,
    without_number,
)
from tilefish.render.wrapping import packed
from tilefish.rules.errors import IllegalMoveError, InputError, nearest
from tilefish.rules.messages import quote
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import SIDE_NAMES

HINT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line that an engine found in a position, for `why`."""

    game: Game
    info: Info


class Conversation:
    """Makes the engines' moves and asks persons for theirs, until a person leaves."""

    def __init__(
        self,
        table: Table,
        cast: Cast,
        console: Console,
        files: GameFiles,
        *,
        colour: bool = False,
        unicode: bool = False,
        movetime: float | None = None,
        save_to: str | None = None,
        shows_thinking: bool = False,
        at_end: Callable[[GameRecord], None] | None = None,
    ) -> None:
        self._table = table
        self._cast = cast
        self._console = console
        self._files = files
        self._colour = colour
        self._unicode = unicode
        self._movetime = movetime
        self._save_to = save_to
        self._shows_thinking = shows_thinking
        self._at_end = at_end
        self._adviser: Engine | None = None
        self._thought: FoundLine | None = None
        self._is_flipped = table.persons == ["black"]
        self._is_held = False
        """Whether engines wait: a person took moves back to their turn, or interrupted them."""
        self._is_outcome_shown = False
        self._is_reported = table.outcome is not None
        """Whether the learning has this game's result, or does not need it because the game did not end
        here."""
        self._has_left = False
        self._interrupts = 0
        self._commands: dict[str, Callable[[list[str]], None]] = {
            name: getattr(self, f"_{name}") for name in HELP
        } | {"help": self._help}
        console.complete_with(self._completions)

    # --- the course of the game --------------------------------------------------------------------------

    def run(self) -> None:
        """Runs until a person leaves or the input ends. Saves the game in every case."""
        try:
            self._converse()
        finally:
            self._keep()

    def _keep(self) -> None:
        """Saves an unfinished game, if saving is on and any move of it was played here."""
        if self._save_to and self._table.past and not self._table.is_as_loaded:
            try:
                self._save([self._save_to])
            except InputError as error:
                self._console.complain(str(error))

    def _converse(self) -> None:
        players = display.players_text(self._table.players)
        self._console.inform(f"{self._table.game.variant.title}. {players}")
        self._console.inform(
            f"Type a move such as {' or '.join(self._table.game.notation.examples[:2])}, or help.\n"
        )
        self._show_board()
        while not self._has_left:
            try:
                self._go_on()
            except EOFError:
                self._console.inform()
                break
            except InputError as error:
                self._console.complain(str(error))

    def _go_on(self) -> None:
        """Takes the next move or command."""
        table = self._table
        if table.outcome is not None:
            self._report_outcome()
            if not table.persons and not self._console.is_terminal:
                self._has_left = True
                return
        try:
            if self._is_held:
                self.answer(self._console.read(self._prompt()))
                return
            table.start_clock()
            if table.outcome is None and table.mover.engine is not None:
                self._move_engine(table.mover.engine)
                return
            line = self._console.read(self._prompt(), table.time_left() if table.outcome is None else None)
            if not table.call_flag():
                self.answer(line)
        except TimeoutError:
            self._console.inform()
            table.call_flag()
        except KeyboardInterrupt:
            self._interrupt()

    def answer(self, line: str) -> None:
        """Carries out a line of input."""
        self._interrupts = 0
        text = without_number(line.strip())
        words = text.split()
        if not words:
            return
        command = self._commands.get(words[0].lower())
        if command is None and not is_like_a_move(self._table.game, words[0]):
            command = self._command_begun(words[0].lower())
        if command is not None:
            command(words[1:])
        else:
            self._move_person(text)

    def _command_begun(self, word: str) -> Callable[[list[str]], None]:
        """The command that begins with the word."""
        found = [name for name in self._commands if name.startswith(word)]
        if len(found) == 1 and found[0] in WRITTEN_OUT:
            raise InputError(f"invalid move {quote(word)}; the command {found[0]} has to be written out")
        if len(found) == 1:
            return self._commands[found[0]]
        if found:
            raise InputError(f"{quote(word)} may be any of {', '.join(found)}")
        raise InputError(
            f"{quote(word)} is neither a move nor a command{nearest(word, self._commands)}; "
            f"help lists the commands{nearest_moves(self._table.game, word)}"
        )

    def _interrupt(self) -> None:
        """The first interrupt is a warning; the second in a row leaves."""
        self._interrupts += 1
        if not self._console.is_terminal or self._interrupts > 1:
            raise EOFError
        self._console.inform("\nquit leaves, and so does another Ctrl-C")

    def _prompt(self) -> str:
        table = self._table
        if table.outcome is not None:
            return "over> "
        left = table.time_left()
        time = "" if left is None else f" {clock_text(left)}"
        return f"{table.game.turn.capitalize()}{time}> "

    def _report_outcome(self) -> None:
        """Shows how the game ended, once."""
        outcome = self._table.outcome
        if outcome is None or self._is_outcome_shown:
            return
        self._is_outcome_shown = True
        self._report_end()
        if self._console.is_terminal:
            self._console.say(display.outcome_text(outcome))
        else:
            self._console.say(f"result {RESULT_OF_WINNER[outcome.winner]} {outcome.termination}")

    def _report_end(self) -> None:
        """Sends the game to the learning: once per game, and only if it was played here."""
        if self._at_end is None or self._is_reported:
            return
        self._is_reported = True
        self._at_end(self._table.record())

    def _show_board(self, always: bool = False) -> None:
        """Shows the board to people, or always on request."""
        if always or self._console.is_terminal:
            width = self._console.width if self._console.is_terminal else None
            board = display.board_of(self._table, self._is_flipped, self._colour, self._unicode, width)
            self._console.say(board)

    # --- moves -------------------------------------------------------------------------------------------

    def _move_person(self, text: str) -> None:
        table = self._table
        if table.outcome is not None:
            raise InputError("the game is over: undo takes moves back, new begins another one")
        try:
            move = table.game.read_move(text)
        except IllegalMoveError as error:
            if error.legal:
                raise
            raise InputError(f"{error}{nearest_moves(table.game, text)}") from error
        if table.needs_die(move):
            move = self._ask_die(move)
        played = table.play(move)
        self._is_held = False
        if played.is_rolled and (self._console.is_terminal or not table.types_dice):
            self._report_move(display.move_text(table, played), played.san)
        self._report_host(played)
        if table.mover.engine is None or table.outcome is not None:
            self._show_board()

    def _move_engine(self, engine: Engine) -> None:
        """The engine thinks and plays its move. An interrupt makes it play at once; if no person plays, it
        pauses the game."""
        table = self._table
        game, side = table.game.copy(), table.game.turn
        limits = table.players[side].limits(self._movetime, side, table.clock)
        is_shown = self._shows_thinking or not table.persons
        result, is_interrupted = think(engine, game, limits, self._console, is_shown=is_shown)
        if table.call_flag():
            return
        move = result.move or game.legal_moves[0]
        if table.needs_die(move):
            move = self._ask_die(move)
        info = result.lines[0] if result.lines else None
        played = table.play(move, info)
        if info is not None:
            self._thought = FoundLine(game, info)
        thought = f"  ({display.thought_text(info, side)})" if info and is_shown else ""
        self._report_move(display.move_text(table, played) + thought, played.san)
        self._report_host(played)
        self._show_board()
        if is_interrupted and not table.persons:
            self._is_held = True
            self._console.inform("The game is held: go lets it go on.")

    def _report_move(self, for_people: str, for_programs: str) -> None:
        self._console.say(for_people if self._console.is_terminal else for_programs)

    def _report_host(self, played: Played) -> None:
        """Reports what appeared on the board after a move."""
        if played.left_behind is not None:
            remark = f"{played.remark[:1].upper()}{played.remark[1:]}."
            self._report_move(remark, f"spawn {self._table.game.fen()}")

    def _ask_die(self, move: Move) -> Move:
        """The action with the face of the die that a person rolled for it."""
        faces = self._table.game.board.faces
        if not self._console.is_terminal:
            self._console.say(f"{move}=?")
        while True:
            answer = self._ask(f"the die for {move} (1 to {faces}): ")
            if answer.isascii() and answer.isdigit() and 1 <= int(answer[:4]) <= faces:
                return move.rolled(int(answer))
            self._console.complain(f"invalid face of the die {quote(answer)}: expected 1 to {faces}")

    def _ask(self, question: str) -> str:
        """The answer to a question. The clocks stop meanwhile."""
        self._table.stop_clock()
        return self._console.read(question).strip()

    # --- commands about the position ---------------------------------------------------------------------

    def _help(self, words: list[str]) -> None:
        lines = [HELP[word] for word in words if word in HELP] or list(HELP.values())
        self._console.say("\n".join(lines))
        if not words:
            self._console.say(f"Anything else is a move: {', '.join(self._table.game.notation.examples)} ...")

    def _moves(self, words: list[str]) -> None:
        game = self._table.game
        sans = game.sans()
        if words:
            origins = display.squares_named(game, words[0])
            sans = {uci: san for uci, san in sans.items() if uci[:2] in origins}
        self._console.say("\n".join(packed(sorted(sans.values()), self._console.width)) or "no legal move")

    def _board(self, _: list[str]) -> None:
        self._show_board(always=True)

    def _flip(self, _: list[str]) -> None:
        self._is_flipped = not self._is_flipped
        self._show_board()

    def _history(self, _: list[str]) -> None:
        self._console.say(display.moves_so_far(self._table, self._console.width))

    def _fen(self, _: list[str]) -> None:
        self._console.say(self._table.game.fen())

    def _clock(self, _: list[str]) -> None:
        self._console.say(display.clocks_text(self._table))

    def _eval(self, _: list[str]) -> None:
        self._console.say(evaluation_text(self._table.game))

    def _hint(self, _: list[str]) -> None:
        game = self._table.game.copy()
        if self._table.outcome is not None:
            raise InputError("the game is over, there is nothing to play")
        result, _is_interrupted = think(self._advice(), game, Limits(movetime=HINT_SECONDS), self._console)
        if result.lines:
            best = result.lines[0]
            self._thought = FoundLine(game, best)
            line = line_text(game, best.line)
            self._console.say(
                f"Hint: {game.san(best.line[0])} ({display.thought_text(best, game.turn)}): {line}"
            )
        elif result.move:
            self._console.say(f"Hint: {game.san(result.move)}")

    def _advice(self) -> Engine:
        """An engine at full strength, separate from the opponents' engines."""
        if self._adviser is None:
            self._adviser = Engine(self._cast.hash_megabytes, self._cast.threads)
        return self._adviser

    def _why(self, words: list[str]) -> None:
        """Shows the reasons for a named move, or for the engine's last line if no move is named."""
        thought = self._thought
        if words:
            game = self._table.game.copy()
            move = game.read_move(" ".join(words)).without_die
            limits = Limits(movetime=HINT_SECONDS, moves=(move,))
            result, _is_interrupted = think(self._advice(), game, limits, self._console)
            thought = FoundLine(game, result.lines[0]) if result.lines else None
        if thought is None:
            raise InputError("no engine has moved or given a hint yet; why MOVE asks about a move")
        info = thought.info
        text = decision_record(thought.game, info.line, info.score, info.mate).as_text()
        self._console.say(text.removeprefix("Best: "))

    # --- commands that change the game -------------------------------------------------------------------

    def _undo(self, words: list[str]) -> None:
        table = self._table
        plies = whole_number(words[0], "undo") if words else table.plies_to_choice()
        was_as_loaded = table.is_as_loaded
        table.undo(plies)
        self._is_outcome_shown = False
        self._is_reported = self._is_reported and not was_as_loaded
        self._thought = None
        self._is_held = table.mover.engine is not None
        self._show_board()

    def _go(self, _: list[str]) -> None:
        table = self._table
        if table.outcome is not None:
            raise InputError("the game is over, there is nothing to play")
        self._is_held = False
        if table.mover.engine is None:
            engines = [player.engine for player in table.players.values() if player.engine]
            self._move_engine(engines[0] if engines else self._advice())

    def _level(self, words: list[str]) -> None:
        engines = [side for side in SIDE_NAMES if self._table.players[side].engine]
        if not words:
            lines = [f"{side.capitalize()}: {self._table.players[side].level_name}" for side in engines]
            self._console.say("\n".join([*lines, "levels: elo1500 " + " ".join(level_names())]))
            return
        if not engines:
            raise InputError("no engine plays: white LEVEL or black LEVEL seats one")
        if words[0].lower() in PERSON_WORDS:
            raise InputError("white me or black me seats a person")
        for side in engines:
            self._seat(side, words[0])

    def _white(self, words: list[str]) -> None:
        self._seat("white", *words[:1])

    def _black(self, words: list[str]) -> None:
        self._seat("black", *words[:1])

    def _seat(self, side: str, word: str = "") -> None:
        if not word:
            raise InputError(f"{side} WHO: me for a person, or an engine's level such as full, easy, skill5")
        self._table.players[side] = self._cast.player(word)
        self._is_held = False
        self._console.inform(display.seat_text(self._table.players[side].name, side))

    def _new(self, words: list[str]) -> None:
        game = self._table.game.from_position(" ".join(words) or self._table.root_fen)
        self._keep()
        self._table.begin(game)
        self._begin_again()
        self._show_board()

    def _begin_again(self) -> None:
        self._is_outcome_shown = self._is_held = False
        self._is_reported = self._table.outcome is not None
        self._thought = None
        self._files.forget()
        for player in self._table.players.values():
            if player.engine:
                player.engine.clear_hash()

    def _save(self, words: list[str]) -> None:
        name = " ".join(words)
        self._files.save(name, self._table.record())
        self._console.inform(f"saved in {Path(name).name}")

    def _load(self, words: list[str]) -> None:
        has_number = len(words) > 1 and words[-1].isascii() and words[-1].isdigit()
        number = whole_number(words[-1], "load") if has_number else 1
        name = " ".join(words[:-1] if has_number else words)
        self.load(name, number)
        self._is_held = self._table.mover.engine is not None
        self._show_board()

    def load(self, name: str, number: int = 1) -> None:
        """Loads a game from a file. Engines wait first, so that the person can look at the game."""
        loaded = self._files.load(name, number)
        self._keep()
        self._table.take_over(loaded.record)
        self._begin_again()
        for complaint in loaded.complaints:
            self._console.complain(complaint)
        if loaded.games > 1:
            self._console.inform(f"game {number} of {loaded.games}; load FILE N takes another")
        self._is_held = self._table.mover.engine is not None and bool(self._table.persons)

    def _resign(self, _: list[str]) -> None:
        persons = self._table.persons
        loser = persons[0] if len(persons) == 1 else self._table.game.turn
        self._table.end(Outcome(other_side(loser), Termination.RESIGNATION))

    def _draw(self, _: list[str]) -> None:
        table = self._table
        if table.outcome is not None:
            raise InputError("the game is over already")
        if self._is_draw_agreed():
            table.end(Outcome(None, Termination.AGREEMENT))
        else:
            self._console.say("the draw is declined")

    def _is_draw_agreed(self) -> bool:
        """Asks the other side."""
        table = self._table
        engines = [side for side, player in table.players.items() if player.engine]
        if not engines:
            question = f"{other_side(table.game.turn).capitalize()}, do you agree? [y/n] "
            return self._ask(question).lower() in ("y", "yes")
        if not may_be_drawn(table.game):
            return False
        game = table.game.copy()
        limits = Limits(movetime=DRAW_SECONDS)
        result, _is_interrupted = think(
            self._advice(), game, limits, self._console, is_shown=self._shows_thinking
        )
        return accepts_draw(game, engines, result)

    def _quit(self, _: list[str]) -> None:
        self._has_left = True

    def _completions(self, before: str, word: str) -> Sequence[str]:
        return completions(self._table, before, word)
