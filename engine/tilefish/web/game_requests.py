"""What a page asks about games, and who answers it."""

from __future__ import annotations

from typing import cast

from tilefish.web.adviser import Adviser
from tilefish.web.board_game import BoardGame
from tilefish.web.lobby import Lobby
from tilefish.web.messages.games import (
    CloseGame,
    Explain,
    GameRequest,
    GiveHint,
    HintAnswer,
    MakeMove,
    MoveNow,
    NewGame,
    OpenGame,
    Pause,
    Resign,
    TakeBack,
    WhyAnswer,
)
from tilefish.web.messages.requests import Request
from tilefish.web.page import Handlers, Page


def game_handlers(lobby: Lobby, adviser: Adviser) -> Handlers:
    """The handlers of all requests about games."""

    def begin(page: Page, request: Request) -> None:
        game = lobby.begin(cast(NewGame, request))
        game.go_on()
        _watch(page, game)

    def serve(page: Page, request: Request) -> None:
        request = cast(GameRequest, request)
        _serve(page, lobby.game(request.game), request, adviser)

    kinds = (OpenGame, CloseGame, MakeMove, TakeBack, GiveHint, Explain, MoveNow, Pause, Resign)
    return {NewGame: begin, **dict.fromkeys(kinds, serve)}


def _serve(page: Page, game: BoardGame, request: GameRequest, adviser: Adviser) -> None:
    match request:
        case OpenGame():
            _watch(page, game)
        case CloseGame():
            page.on_close.pop(game, None)
            game.leave(page.send)
        case MakeMove():
            game.move(request.ply, request.move)
        case TakeBack():
            game.take_back()
        case GiveHint():
            page.answer_later(request, _hint(game, adviser))
        case Explain():
            page.answer_later(request, _why(game, request.ply, adviser))
        case MoveNow():
            game.move_now()
        case Pause():
            game.pause(request.on)
        case Resign():
            game.resign()


def _watch(page: Page, game: BoardGame) -> None:
    page.show_world(game.table.game.variant)
    page.on_close[game] = lambda: game.leave(page.send)
    game.watch(page.send)


async def _hint(game: BoardGame, adviser: Adviser) -> HintAnswer:
    ply = len(game.table.past)
    advice = await adviser.hint(game.table.game.copy())
    return HintAnswer(game.identity, ply, advice.san, advice.move.uci, advice.line)


async def _why(game: BoardGame, ply: int, adviser: Adviser) -> WhyAnswer:
    played = game.played(ply)
    found = await adviser.why(game.table.before(played), played.move.without_die)
    return WhyAnswer(game.identity, ply, found.text, found.score, found.squares, found.path)
