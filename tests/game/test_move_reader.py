"""Moves that the core reads by itself are those that `notation.py` finds, which understands all of them."""

from __future__ import annotations

import pytest
from tests.seeds import seeded

from tilefish import Game, InputError, Library
from tilefish.game.notation import Notation

ORDINARY = [name for name in Library((), environment=False).names() if Game(name).variant.combat is None]
CASTLING = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ("O-O", "O-O-O", "0-0", "0-0-0+", "e1g1", "e1h1", "e1c1")),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ("O-O", "o-o", "OO", "O-0", "O-O-O-O", "O-")),
]


class Nothing:
    """Reads no move at all."""

    def find_uci(self, board: object, text: str) -> int:
        return 0

    def play(self, board: object, text: str, chess960: bool) -> None:
        return None


def slow(game: Game) -> Game:
    """The same game, of which no move is read in the core."""
    twin = game.copy()
    twin._notation = Notation(twin.board.tables, twin.chess960)
    twin._notation._reader = Nothing()  # type: ignore[assignment]
    return twin


def spellings(uci: str, san: str) -> set[str]:
    origin, target = uci[:2], uci[2:4]
    letter = san[0] if san[0].isupper() and san[0] != "O" else ""
    texts = {uci, san, f"{san}+", f"{san}#!?", san.lower(), uci.upper(), f"{uci}q", f"{san}=Q", uci[:4]}
    for hint in ("", origin[0], origin[1], origin, origin[::-1]):
        texts |= {f"{letter}{hint}{sign}{target}" for sign in ("", "x", "-", ":")}
    return texts | {san.replace("=", ""), san.replace("x", ""), f"P{target}", f"G{hint}{target}", san[:-1]}


def is_understood_alike(game: Game, text: str) -> None:
    """Checks that a text has the same meaning, or the same mistake, for both readers."""
    for ways in ("play", "push"):
        found: list[object] = []
        for twin in (game.copy(), slow(game)):
            try:
                getattr(twin, ways)(text)
                found.append((twin.move_stack, twin.key))
            except InputError as error:
                found.append(str(error))
        assert found[0] == found[1], (game.fen(), ways, text)


@pytest.mark.parametrize("name", ORDINARY)
@pytest.mark.parametrize("chess960", [False, True])
def test_all_spellings_of_random_moves(name: str, chess960: bool) -> None:
    rng = seeded(name, chess960)
    game = Game(name, chess960=chess960)
    for _ in range(16):
        if game.outcome() is not None:
            break
        sans = game.sans()
        for uci in rng.sample(sorted(sans), min(2, len(sans))):
            for text in sorted(spellings(uci, sans[uci])):
                is_understood_alike(game, text)
        castling = [uci for uci, san in sans.items() if san.startswith("O-")]
        game.push(rng.choice(castling or sorted(sans)))


@pytest.mark.parametrize(("fen", "texts"), CASTLING)
@pytest.mark.parametrize("chess960", [False, True])
def test_castling(fen: str, texts: tuple[str, ...], chess960: bool) -> None:
    for text in texts:
        is_understood_alike(Game("chess", fen, chess960=chess960), text)


def test_castling_is_king_takes_rook_where_the_king_may_step_to_its_goal() -> None:
    for text in ("O-O", "e1g1", "e1h1", "Kg1", "Kf2"):
        is_understood_alike(Game("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", pieces="k:KD"), text)


def test_texts_that_are_no_moves() -> None:
    rng = seeded("texts")
    game = Game()
    game.push("e2e4")
    for _ in range(3000):
        text = "".join(rng.choices("abcdefgh12345678KQRBNPO0-x=+#!? \u00e9", k=rng.randrange(0, 8)))
        is_understood_alike(game, text)


def test_ambiguous_moves_are_reported() -> None:
    game = Game("chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    with pytest.raises(InputError, match='"Rf1" may be any of Raf1, Rhf1'):
        game.play("Rf1")
    assert game.play("Raf1") == "a1f1"
