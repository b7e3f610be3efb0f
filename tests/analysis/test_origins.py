"""Where moves come from: the book first, then what was learned."""

from tilefish import Game
from tilefish.analysis.origins import Origin, Origins
from tilefish.books.book import BookMove


class OneMoveBook:
    """Knows e4."""

    def moves(self, game: Game) -> list[BookMove]:
        return [BookMove(move, 1) for move in game.legal_moves if move == "e2e4"]

    def misfit(self, game: Game) -> str | None:
        return None


def test_the_book_comes_before_what_was_learned() -> None:
    origins = Origins(OneMoveBook(), lambda game: {"e2e4", "d2d4"})
    found = [origins.of(Game(), move) for move in ("e2e4", "d2d4", "a2a3")]
    assert found == [Origin.BOOK, Origin.LEARNED, Origin.CALCULATED]


def test_without_either_every_move_is_calculated() -> None:
    assert Origins().of(Game(), "e2e4") is Origin.CALCULATED


def test_a_die_is_no_part_of_what_is_known() -> None:
    game = Game("exchange", "4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1")
    assert Origins(learned=lambda _: {"d1xd4"}).of(game, "d1xd4=5") is Origin.LEARNED
