"""How a game looks in the terminal: the board, scores, lists of moves, and how it ended."""

from __future__ import annotations

from tilefish.engine.engine import Info
from tilefish.engine.levels import Level
from tilefish.engine.time_control import TimeControl
from tilefish.explain import scores
from tilefish.explain.aftermath import aftermath
from tilefish.explain.scores import Score
from tilefish.game.game import Game, Outcome
from tilefish.match.control import Control
from tilefish.pgn.record import RESULT_OF_WINNER
from tilefish.play.clock import clock_text
from tilefish.play.players import THINKING_TIME, YOU, Player
from tilefish.play.table import Played, Table
from tilefish.render.marks import checked_king
from tilefish.render.terminal import board_text
from tilefish.render.wrapping import packed
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import SIDE_NAMES

_ENDS = {
    (Termination.TIME, True): "{winner} wins on time",
    (Termination.TIME, False): "Draw: out of time against a bare king",
    (Termination.RESIGNATION, True): "{loser} resigns, {winner} wins",
    (Termination.AGREEMENT, False): "Draw by agreement",
}
"""The words for ends that the players decide, by termination and whether a side wins."""


def board_of(table: Table, flipped: bool, colour: bool, unicode: bool, width: int | None) -> str:
    """The board with terrain, coordinates, the last move and check."""
    game = table.game
    setup = game.setup()
    last = table.past[-1] if table.past else None
    return board_text(
        game.variant,
        setup,
        colour=colour,
        unicode=unicode,
        flipped=flipped,
        last_move=last.move if last else "",
        last_san=last.san if last else "",
        check=checked_king(game),
        width=width,
    )


def numbered(table: Table, played: Played) -> str:
    """`12. Nf3` or `12... Nf6`."""
    return scores.numbered(table.before(played), played.san)


def move_text(table: Table, played: Played) -> str:
    """The same, with the result of a die that was rolled for it: `2... d1xd4=5: rook d4 loses 8, 5 left`."""
    changes = aftermath(table.before(played), played.move) if played.is_rolled else []
    return numbered(table, played) + (f": {'; '.join(changes)}" if changes else "")


def moves_so_far(table: Table, width: int) -> str:
    """The game as a list of moves with their numbers."""
    words: list[str] = []
    for played in table.past:
        if played.side == "white" or not words:
            words.append(numbered(table, played))
        else:
            words[-1] += f" {played.san}"
    return "\n".join(packed(words, width)) or "no move has been played"


def squares_named(game: Game, word: str) -> set[str]:
    """The square that a word names, or those of the mover's pieces whose letter it is."""
    variant, setup = game.variant, game.setup()
    if variant.square_of(word.lower()) is not None:
        return {word.lower()}
    letters = {kind.letter for kind in variant.kinds}
    if word.lower() not in letters:
        known = ", ".join(sorted(letter.upper() for letter in letters))
        raise InputError(f"{quote(word)} is neither a square nor a piece; the pieces are {known}")
    return {
        variant.square_name(square)
        for square, (kind, side) in setup.pieces.items()
        if side == setup.turn and variant.kinds[kind].letter == word.lower()
    }


def thought_text(info: Info, mover: str) -> str:
    """The score, from White's point of view, and the depth of a line."""
    return f"{Score.of(info).for_white(mover).text()}, depth {info.depth}"


def players_text(players: dict[str, Player]) -> str:
    """`You play White, Tilefish (easy) plays Black.`"""
    white, black = (players[side].name for side in SIDE_NAMES)
    if white == black:
        return f"{_plays(white)} White and Black."
    return f"{_plays(white)} White, {_plays(black)} Black."


def seat_text(name: str, side: str) -> str:
    """`You play White.`"""
    return f"{_plays(name)} {side.capitalize()}."


def limit_text(player: Player, control: TimeControl | None) -> str:
    """What ends the searches of an engine: `clock 300+3`, `depth 5, 2 s`, `1 s`. Empty for a person."""
    if player.is_person:
        return ""
    own = (player.program and player.program.control) or Control()
    level = player.engine.level if player.engine else Level(own.depth, own.nodes, own.movetime)
    caps = [f"depth {level.depth}"] if level.depth is not None else []
    if level.nodes is not None:
        caps.append(f"{level.nodes} nodes")
    if level.seconds is not None and not (player.program and control):
        caps.append(f"{level.seconds:g} s")
    if control is not None:
        caps.append(f"clock {control}")
    return ", ".join(caps) or f"{THINKING_TIME:g} s"


def _plays(name: str) -> str:
    return f"{name} {'play' if name == YOU else 'plays'}"


def outcome_text(outcome: Outcome) -> str:
    """`White wins by checkmate (1-0)`, `Draw by repetition (1/2-1/2)`."""
    winner = (outcome.winner or "").capitalize()
    loser = {"White": "Black", "Black": "White"}.get(winner, "")
    usual = "{winner} wins: {termination}" if winner else "Draw: {termination}"
    pattern = _ENDS.get((outcome.termination, bool(winner)), usual)
    said = pattern.format(winner=winner, loser=loser, termination=outcome.termination)
    return f"{said} ({RESULT_OF_WINNER[outcome.winner]})"


def clocks_text(table: Table) -> str:
    """Both clocks, or that there are none."""
    if table.clock is None:
        return "there are no clocks; --tc 5:00+3 would give five minutes and three seconds a move"
    white, black = table.clock.both()
    return f"White {clock_text(white)}, Black {clock_text(black)}"
