"""What is wrong with input is said by the types and the fields of errors, whatever their messages are."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tilefish import FenError, Game, IllegalMoveError, InputError, OptionError, VariantError
from tilefish.engine.levels import level_named
from tilefish.engine.limits import Limits
from tilefish.host.options import Options


@pytest.mark.parametrize(
    ("variant", "move", "near"),
    [
        ("chess", "e2e5", "e2e4"),
        ("chess", "e7e5", "e2e3"),
        ("chess", "e4e5", "e2e4"),
        ("chess", "a1a2", "a2a3"),
        ("exchange", "e2e8", "e2e3"),
    ],
)
def test_illegal_moves(variant: str, move: str, near: str) -> None:
    game = Game(variant)
    with pytest.raises(IllegalMoveError) as caught:
        game.push(move)
    assert caught.value.move == move
    assert near in caught.value.legal
    assert set(caught.value.legal) <= set(game.legal_moves)
    assert caught.value.what in str(caught.value)


@pytest.mark.parametrize("variant", ["chess", "exchange"])
def test_texts_that_are_no_moves(variant: str) -> None:
    for text in ("", "hello", "e2", "z1z2", "e2e4,e4"):
        with pytest.raises(IllegalMoveError) as caught:
            Game(variant).push(text)
        assert (caught.value.move, caught.value.legal) == (text, ())


def test_moves_that_leave_open_which_one() -> None:
    game = Game("chess", "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1")
    with pytest.raises(IllegalMoveError) as caught:
        Game("chess", "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1").read_move("Ne4")
    assert sorted(caught.value.legal) == ["Nce4", "Nge4"]
    with pytest.raises(IllegalMoveError) as caught:
        game.read_move("Nd5")
    assert set(caught.value.legal) == {"Na3", "Nc3", "Nd2", "Ne2", "Nf3", "Nh3"}


def test_no_move_is_legal_when_the_game_is_over() -> None:
    game = Game("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    with pytest.raises(IllegalMoveError) as caught:
        game.push("h8g8")
    assert (caught.value.move, caught.value.legal) == ("h8g8", ())


def test_dice_that_are_missing_or_too_many() -> None:
    game = Game("exchange", "4k3/8/8/8/8/8/3p4/3RK3 w - - 0 1 hp:- cd:- fx:-")
    with pytest.raises(IllegalMoveError) as caught:
        game.push("d1xd2")
    assert "d1xd2=1" in caught.value.legal
    with pytest.raises(IllegalMoveError) as caught:
        game.push("d1c1=2")
    assert caught.value.legal == ("d1c1",)


@pytest.mark.parametrize(
    "fen",
    [
        "",
        "8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2X w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e4 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hp:-",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
    ],
)
def test_fens(fen: str) -> None:
    with pytest.raises(FenError) as caught:
        Game("chess", fen)
    assert (caught.value.fen, caught.value.what) == (fen, str(caught.value))


def test_variants(tmp_path: Path) -> None:
    with pytest.raises(VariantError) as unknown:
        Game("ches")
    assert (unknown.value.exists, unknown.value.problems) == (False, ())
    with pytest.raises(VariantError) as missing:
        Game(tmp_path / "mine.toml")
    assert not missing.value.exists
    (tmp_path / "mine.toml").write_text("rulez = 1\n", encoding="utf-8")
    with pytest.raises(VariantError) as wrong:
        Game(tmp_path / "mine.toml")
    assert wrong.value.exists
    assert wrong.value.problems[0].line in (0, 1)


def test_options() -> None:
    for name, value in (("depth", -1), ("movetime", -0.5), ("nodes", 2**70)):
        with pytest.raises(OptionError) as caught:
            Limits(**{name: value})  # type: ignore[arg-type]
        assert (caught.value.name, caught.value.value) == (name, value)
        assert "from 0 to" in caught.value.expected
    with pytest.raises(OptionError) as caught:
        level_named("elo9999")
    assert (caught.value.name, caught.value.value) == ("elo", "9999")
    with pytest.raises(OptionError) as caught:
        level_named("esay")
    assert (caught.value.name, caught.value.value) == ("level", "esay")
    options = Options(["chess"])
    for name, text, wrong in (("Hash", "0", "0"), ("Ponder", "maybe", "maybe"), ("Hush", "1", None)):
        with pytest.raises(OptionError) as caught:
            options.find(name.lower()).read(text)
        assert (caught.value.name.title(), caught.value.value) == (name, wrong)
        assert caught.value.expected


def test_errors_go_from_one_process_to_another(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("rulez = 1\n", encoding="utf-8")
    for ask in (
        lambda: Game().push("e2e5"),
        lambda: Game(fen="8/8"),
        lambda: Game("ches"),
        lambda: Game(tmp_path / "mine.toml"),
        lambda: level_named("esay"),
    ):
        with pytest.raises(InputError) as caught:
            ask()
        twin = pickle.loads(pickle.dumps(caught.value))
        assert (type(twin), str(twin), vars(twin)) == (
            type(caught.value),
            str(caught.value),
            vars(caught.value),
        )
