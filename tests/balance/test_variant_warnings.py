"""Warnings about variants: none for the bundled ones, the right ones for odd worlds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from tests.fuzz.worlds import variant_text
from tests.rules.files import load, write
from tests.seeds import seeded

from tilefish import Termination
from tilefish.balance.variant_warnings import variant_warnings
from tilefish.game.game import Game, judge_start
from tilefish.game.hosting import hosted
from tilefish.rules.errors import InputError
from tilefish.rules.files.library import Library
from tilefish.rules.model.variant import Variant

BUNDLED = Library(environment=False)
FIGHTERS = "".join(
    f"{name} = {{ hp = 5, damage = 0 }}\n" for name in ("queen", "bishop", "knight", "pawn", "king")
)
NO_MATE = "neither side can ever give mate with what is there"


def warned(folder: Path, text: str) -> list[str]:
    return variant_warnings(load(write(folder, "odd.toml", text), judge_start))


@pytest.mark.parametrize("name", BUNDLED.names())
def test_bundled_variants_are_not_odd(name: str) -> None:
    assert variant_warnings(BUNDLED.load(name)) == []


def placed(start: str, rest: str = "") -> str:
    return f'start = "{start} w - - 0 1"\n{rest}\n'


WALKS = {
    "pawns behind a wall": (
        'extends = "chess"\ntiles = "8/8/8/8/8/***5/8/8"',
        ["the white pawn on a2 can never move", "the white pawn on b2 can never move"],
    ),
    "a pawn that can still capture": ('extends = "chess"\ntiles = "8/8/8/8/8/*7/8/8"', []),
    "a king between walls": (
        placed("k6q/8/8/8/8/8/8/K1Q5", 'tiles = "8/8/8/8/8/8/**6/1*6"'),
        ["the white king on a1 can never move"],
    ),
    "left is the player's own": (
        placed("k7/8/8/z6Z/Z6z/8/8/K7", 'pieces.zed = { letter = "z", moves = "lW" }'),
        ["the white zed on a4 can never move", "the black zed on h4 can never move"],
    ),
    "a kind without a move": (
        'board = "3x3"\n' + placed("kg1/3/1GK", 'pieces.giraffe = { letter = "g", moves = "G" }'),
        ["the giraffe can never move, wherever it stands"],
    ),
    "the same, to be promoted to": (
        'board = "3x5"\n' + placed("kp1/3/3/3/1PK", 'pieces.giraffe = { letter = "g", moves = "G" }'),
        ["the giraffe can never move, wherever it stands"],
    ),
    "the same, neither there nor to come": (
        'board = "3x3"\n' + placed("k1b/3/B1K", 'pieces.giraffe = { letter = "g", moves = "G" }'),
        [NO_MATE],
    ),
    "check": (placed("4k3/8/8/8/4r3/8/8/R3K2R"), ["white is in check at the start"]),
    "an island": (
        placed("r3k3/8/8/8/8/8/8/R3K3", 'tiles = "8/8/8/***5/.1*5/***5/8/8"'),
        ["no piece can ever reach a4, b4"],
    ),
    "an island for knights": (placed("n3k3/8/8/8/8/8/8/R3K3", 'tiles = "8/8/8/**6/.*6/**6/8/8"'), []),
    "an island for what pawns become": (
        placed("4k3/8/8/8/8/8/P7/4K3", 'tiles = "8/8/8/6**/6*1/6**/8/8"'),
        [],
    ),
    "an island for what appears": (
        placed("r3k3/8/8/8/8/8/8/R3K3", 'tiles = "8/8/8/***5/?1*5/***5/8/8"\nspawn.piece = "rook"'),
        [],
    ),
    "half a board": (
        placed("8/8/8/8/8/8/8/KR4rk", 'tiles = "8/8/8/8/8/********/8/8"\npieces.pawn = false'),
        ["no piece can ever reach a4, b4, c4, d4, e4, f4, g4, h4 and 32 more"],
    ),
}
WINS = {
    "bare kings": (placed("4k3/8/8/8/8/8/8/4K3", 'end.draw_by_material = "none"'), [NO_MATE]),
    "bare kings among stones": (
        placed("4k3/8/8/8/8/8/8/4K3", 'tiles = "8/8/8/8/5oo1/6o1/8/8"\nend.draw_by_material = "none"'),
        [],
    ),
    "a lone knight": (placed("4k3/8/8/8/8/8/8/4KN2"), [NO_MATE]),
    "bishops of one colour": (placed("4kb2/8/8/8/8/8/8/2B1K3"), [NO_MATE]),
    "bishops of two colours": (placed("2b1k3/8/8/8/8/8/8/2B1K3"), []),
    "a lone wazir": (
        placed("4k3/8/8/8/8/8/8/4KW2", 'pieces.wazir = { letter = "w", moves = "W" }'),
        [NO_MATE],
    ),
    "a lone rook": (placed("4k3/8/8/8/8/8/8/4KR2"), []),
    "a lone pawn": (placed("4k3/8/8/8/8/8/4P3/4K3"), []),
    "a lone knight where stalemate loses": (
        placed("4k3/8/8/8/8/8/8/4KN2", 'end.stalemate = "loss"'),
        [],
    ),
    "a lone knight beside lava": (
        placed("4k3/8/8/8/8/8/8/4KN2", 'tiles = "8/8/3%4/8/8/8/8/8"'),
        [NO_MATE],
    ),
    "a lone knight beside a corner with one way out": (
        placed("4k3/8/8/8/8/8/8/4KN2", 'tiles = "8/8/8/8/8/8/**6/8"'),
        [],
    ),
    "bare kings on belts": (
        placed("4k3/8/8/8/8/8/8/4K3", 'tiles = "8/8/8/*<<<4/8/8/8/8"\nend.draw_by_material = "none"'),
        [],
    ),
    "two knights": (placed("4k3/8/8/8/8/8/8/4KNN1"), []),
    "peace": (
        f"[combat]\nclamp = [0, 0]\n[pieces]\n{FIGHTERS}rook = {{ hp = 5, damage = 0 }}",
        ["no piece can ever do damage, so that neither side can win"],
    ),
    "dice alone": (f"[combat]\n[pieces]\n{FIGHTERS}rook = {{ hp = 5, damage = 0 }}", []),
    "a turret": (f"[combat]\n[pieces]\n{FIGHTERS}rook = {{ hp = 5, damage = 0, moves = 'cR' }}", []),
}  # fmt: skip


@pytest.mark.parametrize(("text", "found"), (WALKS | WINS).values(), ids=(WALKS | WINS).keys())
def test_odd_worlds(tmp_path: Path, text: str, found: list[str]) -> None:
    warned_of = warned(tmp_path, text)
    assert [warning for warning in warned_of if "different position" not in warning] == found


def test_few_openings(tmp_path: Path) -> None:
    cells = "2******/********/********/********/***1****/********/********/******2"
    warned_of = warned(tmp_path, placed("k7/8/8/8/3n4/8/8/7K", f'tiles = "{cells}"'))
    assert any(warning.startswith("only 1 different position after 4 plies") for warning in warned_of)


# --- what is said is so ----------------------------------------------------------------------------------


def random_worlds(folder: Path, rng: Random, count: int) -> Iterator[tuple[Variant, list[str]]]:
    """Random variants and what they are warned of, less how few openings they have."""
    while count:
        with suppress(InputError):
            variant = load(write(folder, "drawn.toml", variant_text(rng)), judge_start)
            warnings = [text for text in variant_warnings(variant) if "different position" not in text]
            yield variant, warnings
            count -= 1


def random_moves(variant: Variant, rng: Random, games: int) -> Iterator[tuple[str, str, Game]]:
    """Each move of random games: what moved, from where if that was the first move, and the game after it."""
    for _ in range(games):
        game = Game(variant)
        for ply in range(40):
            if game.outcome() is not None:
                break
            move = game.roll(rng.choice(game.legal_moves), rng)
            origin = variant.square_of(move[:2])
            assert origin is not None
            mover = variant.kinds[game.setup().pieces[origin][0]].name
            game.push(move)
            yield mover, "" if ply else move[:2], game
            change = hosted(game, rng)
            game = change.game if change else game


def test_no_random_game_contradicts_a_warning(tmp_path: Path) -> None:
    rng = seeded("warnings")
    warned_of = 0
    for variant, warnings in random_worlds(tmp_path, rng, 50):
        if not warnings:
            continue
        warned_of += 1
        text = "\n".join(warnings)
        squares = {
            square for line in re.findall("reach (.*)", text) for square in re.findall("[a-h][1-8]", line)
        }
        stuck = {*re.findall(r" on ([a-h][1-8]) can never", text)}
        kinds = {*re.findall(r"the (\S+) can never", text)}
        for mover, first, game in random_moves(variant, rng, 4):
            assert mover not in kinds, warnings
            assert first not in stuck, warnings
            occupied = {variant.square_name(square) for square in game.setup().pieces}
            assert not occupied & squares, warnings
            outcome = game.outcome()
            assert (
                NO_MATE not in warnings or outcome is None or outcome.termination is not Termination.CHECKMATE
            ), warnings
    assert warned_of
