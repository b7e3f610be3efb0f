"""A game with a screen in which Tilefish plays: 60 frames a second, and the engine thinks between them.

    pip install pygame && python docs/examples/game_loop.py

You play White: click on a piece, then on its goal. The window never stutters, however long the engine thinks:
it searches inside `step` and nowhere else. `GameLoop` knows nothing of pygame; any loop can call `frame`.
"""

from __future__ import annotations

from tilefish import Engine, Game, Limits, Search

FRAMES_A_SECOND = 60
BUDGET = 14.0
"""Milliseconds of a frame's 16.7 that the search may have."""
THINKING = Limits(movetime=2.0)
"""Of granted time: at 14 ms a frame these are 143 frames."""


class GameLoop:
    """What happens in a frame: the player's clicks are taken, the engine thinks, its move is played."""

    def __init__(
        self, variant: str = "chess", engine: Engine | None = None, limits: Limits = THINKING
    ) -> None:
        self.game = Game(variant)
        self.engine = engine or Engine(hash_megabytes=64)
        self.limits = limits
        self.search: Search | None = None
        self.chosen: str | None = None
        """The square that was clicked first."""

    def click(self, square: str) -> None:
        """The player points at a square, `e2`. The engine's turn is not the player's."""
        if self.search is not None or self.game.outcome() is not None:
            return
        moves = [move for move in self.game.legal_moves if move.startswith(self.chosen or "-")]
        fitting = [move for move in moves if move[2:4] == square]
        if not fitting:
            self.chosen = square
            return
        self.chosen = None
        self.game.push(self.game.roll(max(fitting)))  # of promotions, that with the last letter
        if self.game.outcome() is None:
            self.search = self.engine.start(self.game, self.limits)

    def frame(self, milliseconds: float = BUDGET) -> None:
        """Grants the engine its share of a frame."""
        if self.search is None or self.search.step(milliseconds) != "done":
            return
        result = self.search.result
        if result is not None and result.move is not None:
            self.game.push(self.game.roll(result.move))
        self.search = None

    def status(self) -> str:
        """A line for the player: what the engine is at, or whose turn it is."""
        outcome = self.game.outcome()
        if outcome is not None:
            return f"{f'{outcome.winner} wins' if outcome.winner else 'draw'}: {outcome.termination}"
        if self.search is None:
            return f"{self.game.turn} to move"
        best = self.search.best
        hope = f", {best.line[0]} ({best.score / 100:+.2f})" if best and best.line else ""
        return f"thinking: depth {self.search.depth}, {self.search.nodes:,} nodes{hope}"

    def leave(self) -> None:
        """The window is closed: the search ends at once."""
        if self.search is not None:
            self.search.stop()


def main() -> None:
    """The loop with pygame's window, mouse and clock."""
    import pygame

    side = 72
    pygame.init()
    loop, clock = GameLoop(), pygame.time.Clock()
    variant = loop.game.variant
    window = pygame.display.set_mode((variant.files * side, variant.ranks * side + side // 2))
    font, small = pygame.font.SysFont(None, side), pygame.font.SysFont(None, side // 3)
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                loop.leave()
                return
            if event.type == pygame.MOUSEBUTTONDOWN:
                file, rank = event.pos[0] // side, variant.ranks - 1 - event.pos[1] // side
                if 0 <= rank < variant.ranks:
                    loop.click(variant.square_name(rank * variant.files + file))
        loop.frame()
        window.fill("black")
        pieces = loop.game.setup().pieces
        for square in range(variant.files * variant.ranks):
            rank, file = divmod(square, variant.files)
            place = pygame.Rect(file * side, (variant.ranks - 1 - rank) * side, side, side)
            window.fill("darkseagreen" if (rank + file) % 2 else "darkolivegreen", place)
            if square in pieces:
                kind, owner = pieces[square]
                letter = font.render(variant.kinds[kind].letter.upper(), True, ("white", "black")[owner])
                window.blit(letter, letter.get_rect(center=place.center))
        window.blit(small.render(loop.status(), True, "white"), (8, variant.ranks * side + 8))
        pygame.display.flip()
        clock.tick(FRAMES_A_SECOND)


if __name__ == "__main__":
    main()
