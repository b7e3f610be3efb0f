"""What a page asks about games, and what answers it."""

from __future__ import annotations

from typing import cast

from tilefish.web.adviser import Adviser
from tilefish.web.board_game import BoardGame
from tilefish.web.lobby import Lobby
from tilefish.web.messages.games import (
    REQUESTS,
    CloseGame,
    DeleteGame,
    Draw,
    Explain,
    GameClosed,
    GameNote,
    GameRequest,
    GiveHint,
    HintAnswer,
    MakeMove,
    MoveNow,
    NewGame,
    OpenGame,
    Pause,
    Rematch,
    Resign,
    SetPace,
    SingleStep,
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

    def begin_again(page: Page, request: Request) -> None:
        game = lobby.rematch(lobby.game(cast(Rematch, request).game))
        game.go_on()
        _watch(page, game)

    def close(page: Page, request: Request) -> None:
        identity = cast(CloseGame, request).game
        for game in tuple(page.on_close):
            if isinstance(game, BoardGame) and game.identity == identity:  # it may be deleted by now
                page.on_close.pop(game)
                game.leave(page.send)

    def delete(page: Page, request: Request) -> None:
        identity = cast(DeleteGame, request).game
        lobby.delete(identity)
        page.send(GameClosed(identity))

    def serve(page: Page, request: Request) -> None:
        request = cast(GameRequest, request)
        if isinstance(request, MakeMove):
            lobby.processors.make_way()
        _serve(page, lobby.game(request.game), request, adviser)

    kinds = (kind for kind in REQUESTS if issubclass(kind, GameRequest))
    return {
        **dict.fromkeys(kinds, serve),
        NewGame: begin,
        Rematch: begin_again,
        CloseGame: close,
        DeleteGame: delete,
    }


def _serve(page: Page, game: BoardGame, request: GameRequest, adviser: Adviser) -> None:
    match request:
        case OpenGame():
            _watch(page, game)
        case MakeMove():
            game.move(request.ply, request.move)
        case TakeBack():
            game.take_back()
            game.is_helped = True
        case GiveHint():
            page.work_later(request, _hint(page, game, adviser))
            game.is_helped = True
        case Explain():
            page.work_later(request, _why(page, game, request.ply, adviser))
        case MoveNow():
            game.move_now()
        case Pause():
            game.pause(request.on)
        case Resign():
            game.resign()
        case Draw():
            _serve_draw(page, game, request, adviser)
        case SetPace():
            game.set_pace(request.seconds)
        case SingleStep():
            game.step()


def _serve_draw(page: Page, game: BoardGame, request: Draw, adviser: Adviser) -> None:
    if request.deed != "offer":
        game.answer_draw(request.deed == "accept")
    elif len(game.table.persons) > 1:
        game.offer_draw()
    else:
        game.check_draw()
        page.answer_later(request, _draw(game, adviser))


def _watch(page: Page, game: BoardGame) -> None:
    page.show_world(game.table.game.variant)
    page.on_close[game] = lambda: game.leave(page.send)
    game.watch(page.send)


async def _hint(page: Page, game: BoardGame, adviser: Adviser) -> None:
    """Sends a hint, unless the game has gone on meanwhile."""
    position = game.table.game.copy()
    advice = await adviser.hint(position)
    if game.table.game.fen() == position.fen():
        ply = len(game.table.past)
        page.send(HintAnswer(game.identity, ply, advice.san, advice.move.uci, advice.line))


async def _why(page: Page, game: BoardGame, ply: int, adviser: Adviser) -> None:
    """Sends the reasons for a move, unless it was taken back meanwhile."""
    played = game.played(ply)
    found = await adviser.why(game.table.before(played), played.move.without_die)
    if game.table.past[ply - 1 : ply] == [played]:
        page.send(
            WhyAnswer(game.identity, ply, found.text, found.score, found.squares, found.path, found.reasons)
        )


async def _draw(game: BoardGame, adviser: Adviser) -> GameNote:
    """Asks an engine whether it agrees to a draw."""
    table = game.table
    (engine,) = (side for side, player in table.players.items() if not player.is_person)
    ply, name = len(table.past), table.players[engine].name
    is_accepted = await adviser.accepts_draw(table.game.copy(), [engine])
    if ply != len(table.past) or table.outcome is not None:
        return GameNote(game.identity, "The game has gone on: the offer of a draw is gone.")
    if not is_accepted:
        game.decline_draw()
        return GameNote(game.identity, f"{name} declines the draw.")
    game.agree_draw()
    return GameNote(game.identity, f"{name} accepts the draw.")
