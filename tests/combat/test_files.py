"""Combat games in variant files: other numbers, other worlds, and mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rules.files import load, problems_of, write

from tilefish import Game, InputError
from tilefish.rules.model.combat import Ability
from tilefish.rules.model.weights import WEIGHT_NAMES

HEAD = 'extends = "exchange"\n'


def test_inheritance(tmp_path: Path) -> None:
    text = """
        extends = "exchange"
        [combat]
        die = 8
        shield = { black = 1 }
        [pieces]
        rook.hp = 20
        queen.ability.cooldown = 5
        bishop.ability.name = "interpose"
        knight.ability = false
        """
    variant = load(write(tmp_path, "other.toml", text))
    combat = variant.combat
    assert combat is not None
    fighters = {kind.name: fighter for kind, fighter in zip(variant.kinds, combat.fighters, strict=True)}
    assert (combat.die, combat.clamp, combat.shield) == (8, (1, 6), (0, 1))
    assert (fighters["rook"].hp, fighters["rook"].damage) == (20, 2)
    assert fighters["queen"].ability == Ability("overextend", cooldown=5, recoil=2)
    assert fighters["bishop"].ability == Ability("interpose")
    assert fighters["knight"].ability is None


def test_combat_on_another_map(tmp_path: Path) -> None:
    path = write(tmp_path, "sea.toml", f'{HEAD}tiles = "8/8/8/~==~~==~/~==~~==~/8/8/8"')
    game = Game(path)
    assert "a2!a4" not in game.legal_moves
    assert {"b2b4", "b2!b4"} < set(game.legal_moves)
    assert Game("exchange", world="8/8/8/~==~~==~/~==~~==~/8/8/8").legal_moves == game.legal_moves


def test_a_new_combat_game_with_a_piece_of_its_own(tmp_path: Path) -> None:
    text = """
        board = "5x5"
        start = "k1a2/5/5/5/2A1K w - - 0 1"
        [combat]
        [pieces]
        archer = { letter = "a", moves = "mKcN", hp = 6, damage = 1, attack = "either" }
        pawn = false
        knight = false
        bishop = false
        rook = false
        queen = false
        king = { hp = 5, damage = 0 }
        """
    game = Game(write(tmp_path, "archers.toml", text))
    assert game.fen() == "k1a2/5/5/5/2A1K w - - 0 1 hp:- cd:- fx:-"
    assert game.perft(3) == sum(game.divide(3).values())
    assert "c1b2" in game.legal_moves
    game.push("c1c2")
    game.push("c5c4")
    game.push("e1e2")
    game.push("c4b4xc2=6")
    assert game.fen().endswith("hp:- cd:- fx:-")


def test_combat_over_another_world(tmp_path: Path) -> None:
    pieces = "\n".join(
        f"{name} = {{ hp = 5, damage = 1 }}" for name in ("pawn", "knight", "bishop", "rook", "queen", "king")
    )
    variant = load(
        write(tmp_path, "sea_war.toml", f'extends = "pirate_seas"\n[combat]\n[pieces]\n{pieces}\n')
    )
    assert not variant.start.castling
    assert not variant.en_passant
    assert variant.end.material == "bare-kings"
    assert "g1f3" in Game(variant).legal_moves


MISTAKES = [
    (HEAD + "combat = 5", 2, ["combat is the number 5"]),
    (HEAD + "[combat]\ndice = 6", 3, ['[combat] has no key "dice" (did you mean "die"?)']),
    (HEAD + "combat.die = 0", 2, ["die is the number 0", "from 1 to 20"]),
    (HEAD + "combat.die = true", 2, ["die is true"]),
    (HEAD + "combat.clamp = [6, 1]", 2, ["the smaller number goes first"]),
    (HEAD + "combat.clamp = [1, 2, 3]", 2, ["clamp is a list of 3"]),
    (HEAD + "combat.quiet_plies = 0", 2, ["quiet_plies is the number 0"]),
    (HEAD + "combat.shield = -1", 2, ["from 0 to 100"]),
    (HEAD + "combat.shield = { red = 1 }", 2, ['no key "red"']),
    (HEAD + "combat.shield = { black = 'a' }", 2, ["black is the text"]),
    (HEAD + "combat.cooldowns = { black = 3 }", 2, ["black is the number 3", "true or false"]),
    (HEAD + "pieces.rook.hp = 0", 2, ["hp is the number 0", "from 1 to 250"]),
    (HEAD + "pieces.rook.damage = 101", 2, ["from 0 to 100"]),
    (HEAD + "pieces.rook.attack = 'never'", 2, ['attack is "never"', '"instead", "after", "either"']),
    (HEAD + "pieces.rook.ability = 3", 2, ["ability is the number 3", "or ability = false for none"]),
    (HEAD + "pieces.rook.ability = { name = 'fly' }", 2, ['name is "fly"']),
    (HEAD + "pieces.rook.ability = { name = 'advance', recoil = 1 }", 2, ['no key "recoil"']),
    (HEAD + "pieces.rook.ability = { name = 'advance', uses = 1 }", 2, ['no key "uses"']),
    (HEAD + "pieces.rook.ability = { name = 'advance', squares = 8 }", 2, ["from 1 to 7"]),
    (HEAD + "pieces.rook.ability.cooldown = 16", 2, ["from 0 to 15"]),
    (HEAD + "pieces.rook.ability = { name = 'royal-decree' }", 2, ["one kind of piece can have it"]),
    (HEAD + "pieces.king.ability = { name = 'overextend' }", 2, ["king is royal and cannot have overextend"]),
    (HEAD + "pieces.archer = { letter = 'a', moves = 'K' }", 2, ["archer has no hp"]),
    (HEAD + "castling.partner = 'rook'", 2, ["no castling"]),
    (HEAD + "pawns.en_passant = true", 2, ["no en passant"]),
    (HEAD + "evaluation.king_attack = 2", 2, ["king_attack has no meaning in a combat game"]),
    (HEAD + "evaluation.closeness = 2", 2, ["closeness is the number 2", "closeness = [2, 5]"]),
    (HEAD + "end.fifty_moves = true", 2, ["quiet_plies in [combat]"]),
    (HEAD + "end.draw_by_material = 'fide'", 2, ['expected "bare-kings" or "none"']),
    ("pieces.rook.hp = 5", 1, ["hp of rook has no meaning without a section [combat]"]),
    ("[combat]\n", 0, ["pawn has no hp"]),
]


def test_weights_of_a_game_of_the_other_sort_are_inherited_in_silence(tmp_path: Path) -> None:
    write(tmp_path, "parlour.toml", "[evaluation]\nking_attack = 3\ntempo = 7")
    fighters = "".join(
        f"pieces.{name} = {{ hp = 5, damage = 1 }}\n"
        for name in ("king", "queen", "rook", "bishop", "knight", "pawn")
    )
    variant = load(
        write(tmp_path, "brawl.toml", f'extends = "parlour"\n{fighters}[evaluation]\nvitality = 30\n[combat]')
    )
    weights = dict(zip(WEIGHT_NAMES, variant.evaluation, strict=True))
    assert (weights["tempo"], weights["vitality"]) == ((7,), (30,))


@pytest.mark.parametrize(("text", "line", "parts"), MISTAKES)
def test_mistakes(tmp_path: Path, text: str, line: int, parts: list[str]) -> None:
    problems = problems_of(write(tmp_path, "wrong.toml", text))
    assert problems, text
    found_line, message = problems[0]
    assert all(part in message for part in parts), message
    assert found_line == line or line == 0


def test_pieces_need_hit_points() -> None:
    with pytest.raises(InputError, match='the piece "a" has no hit points'):
        Game("exchange", pieces="a:RN")
    assert "b1b3" in Game("exchange", pieces="n:mDcW").legal_moves
