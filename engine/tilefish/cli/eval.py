"""`tilefish eval`: the static evaluation of a position, term by term."""

from __future__ import annotations

import json

import click

from tilefish.analysis.positions import play_moves
from tilefish.cli.common import report_input_errors, say, takes_position
from tilefish.explain.evaluation import evaluation_data, evaluation_text
from tilefish.game.game import Game


@click.command()
@takes_position
@click.option("--moves", default="", metavar="MOVES", help="Moves from there, such as 'e4 e5'.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def eval(game: Game, moves: str, as_json: bool) -> None:
    """Show the terms of the evaluation by side and phase, in centipawns.

    Nothing is searched: this is what the engine takes a position to be worth at the end of a line.
    docs/analyse.md says what each term counts.
    """
    with report_input_errors():
        play_moves(game, moves)
        if as_json:
            click.echo(json.dumps(evaluation_data(game)))
        else:
            say(evaluation_text(game))
