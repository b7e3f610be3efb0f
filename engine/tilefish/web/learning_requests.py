"""What a page asks about the learning file and its own results, and what answers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

from tilefish.game.game import Game
from tilefish.web.learning_panel import LearnedMove, LearningPanel
from tilefish.web.messages.answers import Answer
from tilefish.web.messages.learning import (
    AskLearned,
    AskResults,
    ForgetLearned,
    ForgetResults,
    LearnedMoveData,
    LearnedMoves,
    LearningState,
    OwnResults,
    ResultData,
    SwitchLearning,
)
from tilefish.web.messages.requests import Request
from tilefish.web.page import Handlers, Page
from tilefish.web.results import Results


def learning_state(learning: LearningPanel, text: str = "") -> LearningState:
    """What is switched on, and what was done."""
    return LearningState(learning.uses, learning.records, text)


def own_results(results: Results) -> OwnResults:
    """All own results."""
    return OwnResults(
        tuple(
            ResultData(world, level, score.wins, score.draws, score.losses, score.helped)
            for world, level, score in results.rows()
        )
    )


def learning_handlers(
    learning: LearningPanel, results: Results, send_to_all: Callable[[Answer], None]
) -> Handlers:
    """The handlers of all requests about the learning file and results."""

    def ask(page: Page, request: Request) -> None:
        page.answer_later(request, _learned(learning, page, cast(AskLearned, request)))

    def switch(page: Page, request: Request) -> None:
        wanted = cast(SwitchLearning, request)
        page.work_later(request, change(learning.switch(wanted.uses, wanted.records), ""))

    def forget(page: Page, request: Request) -> None:
        world = cast(ForgetLearned, request).world
        variant = page.world(world) if world else None
        name = "everything" if variant is None else f"what was learned of {variant.title}"
        page.work_later(request, change(learning.forget(variant), f"{name} is forgotten"))

    async def change(work: Awaitable[None], text: str) -> None:
        await work
        send_to_all(learning_state(learning, text))

    def ask_results(page: Page, _: Request) -> None:
        page.send(own_results(results))

    def forget_results(page: Page, request: Request) -> None:
        results.forget(cast(ForgetResults, request).variant)
        page.send(own_results(results))

    return {
        AskLearned: ask,
        SwitchLearning: switch,
        ForgetLearned: forget,
        AskResults: ask_results,
        ForgetResults: forget_results,
    }


async def _learned(learning: LearningPanel, page: Page, request: AskLearned) -> LearnedMoves:
    game = Game(page.world(request.world), request.fen)
    learning.note_world(request.world, game.variant)
    moves = await learning.moves(game)
    return LearnedMoves(request.world, request.fen, learning.problem, tuple(map(_move_data, moves)))


def _move_data(move: LearnedMove) -> LearnedMoveData:
    tally = move.tally
    return LearnedMoveData(
        uci=move.uci,
        san=move.san,
        games=tally.games,
        winrate=round(tally.winrate, 4),
        wins=tally.wins,
        losses=tally.losses,
        draws=tally.draws,
        bonus=round(tally.bonus, 1),
    )
