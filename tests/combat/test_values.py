"""What fighters are worth: the file's numbers, those adapted to other hit points, or what their rules say."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tests.rules.files import load, write

from tilefish import Game
from tilefish.rules.files.library import Library
from tilefish.rules.model.combat import (
    ABILITY_NUMBERS,
    MAX_DAMAGE,
    MAX_HP,
    STRIKES,
    Ability,
    AbilityName,
    CombatState,
)
from tilefish.rules.model.variant import MAX_CENTIPAWNS, Variant

EXCHANGE = Library(environment=False).load("exchange")
FITTED = {kind.name: kind.value for kind in EXCHANGE.kinds if kind.value is not None}
UNVALUED = replace(EXCHANGE, kinds=tuple(replace(kind, value=None) for kind in EXCHANGE.kinds))
PLAIN_KING = replace(UNVALUED, start=replace(UNVALUED.start, combat=CombatState()))
"""To be played without a decree, which one kind of piece can have."""
OFFICERS = ("knight", "bishop", "rook", "queen")


def values(variant: Variant) -> dict[str, tuple[int, int]]:
    return Game(variant).piece_values()


def with_fighter(name: str, **changes: object) -> Variant:
    """The bundled game without values and decrees, and with another fighter."""
    combat = PLAIN_KING.combat
    assert combat is not None
    fighters = list(combat.fighters)
    for index, kind in enumerate(PLAIN_KING.kinds):
        if kind.royal:
            fighters[index] = replace(fighters[index], ability=None)
        if kind.name == name:
            fighters[index] = replace(fighters[index], **changes)  # type: ignore[arg-type]
    return replace(PLAIN_KING, combat=replace(combat, fighters=tuple(fighters)))


def value_with(name: str, **changes: object) -> int:
    return sum(values(with_fighter(name, **changes))[name])


def rising(numbers: list[int]) -> bool:
    return all(low < high for low, high in pairwise(numbers))


# --- derived values --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FITTED)
def test_without_values_the_bundled_pieces_come_near_to_the_fitted_ones(name: str) -> None:
    assert sum(values(UNVALUED)[name]) == pytest.approx(sum(FITTED[name]), rel=0.2)


@pytest.mark.parametrize("name", FITTED)
def test_values_rise_with_hit_points_and_damage(name: str) -> None:
    assert rising([value_with(name, hp=hp) for hp in (1, 7, 18, 60, MAX_HP)])
    assert rising([value_with(name, damage=damage) for damage in (0, 1, 3, 10, MAX_DAMAGE)])


def test_a_tough_piece_is_worth_much_more_than_a_frail_one() -> None:
    assert value_with("rook", hp=250) > 1.8 * value_with("rook", hp=18)


def test_values_rise_with_the_ways_to_attack() -> None:
    assert rising([value_with("queen", strike=strike) for strike in STRIKES])


@pytest.mark.parametrize("name", ABILITY_NUMBERS)
@pytest.mark.parametrize("piece", OFFICERS)
def test_values_rise_with_abilities(piece: str, name: AbilityName) -> None:
    """Every ability is worth something, and more if it is there more often."""
    ability = Ability(name, **{"uses": 0, **ABILITY_NUMBERS[name]})
    without = value_with(piece, ability=None)
    rarely, often = (value_with(piece, ability=replace(ability, cooldown=wait)) for wait in (8, 0))
    assert without < rarely < often


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("royal-decree", [{"bonus": 1, "turns": 2}, {"bonus": 3, "turns": 2}, {"bonus": 3, "turns": 6}]),
        ("royal-decree", [{"uses": uses, "bonus": 9, "turns": 4} for uses in (1, 4, 9)]),
        ("overextend", [{"recoil": recoil} for recoil in (4, 2, 1)]),
        ("consecration", [{"reach": reach} for reach in (1, 3, 5)]),
        ("advance", [{"squares": squares} for squares in (1, 2, 4)]),
    ],
)
def test_values_rise_with_the_numbers_of_an_ability(name: str, numbers: list[dict[str, int]]) -> None:
    found = [value_with("queen", ability=Ability(name, **each)) for each in numbers]  # type: ignore[arg-type]
    assert rising(found)


def test_values_stay_within_what_a_file_may_say() -> None:
    for variant in (with_fighter("queen", hp=250, damage=100), with_fighter("queen", hp=1, damage=0)):
        assert all(0 <= number <= MAX_CENTIPAWNS for value in values(variant).values() for number in value)


def test_a_game_in_which_nothing_does_damage(tmp_path: Path) -> None:
    fighters = "".join(
        f"pieces.{name} = {{ hp = 5, damage = 0 }}\n"
        for name in ("king", "queen", "rook", "bishop", "knight", "pawn")
    )
    peace = load(write(tmp_path, "peace.toml", f"{fighters}[combat]\ndie = 1\nclamp = [-3, -3]"))
    assert all(min(value) > 0 for name, value in values(peace).items() if name != "king")


# --- values of files -------------------------------------------------------------------------------------


def test_values_of_files_are_what_they_say() -> None:
    assert FITTED == {
        "pawn": (69, 180),
        "knight": (563, 293),
        "bishop": (156, 530),
        "rook": (479, 826),
        "queen": (1197, 1096),
    }
    assert {name: value for name, value in values(EXCHANGE).items() if name != "king"} == FITTED


def inherited(
    folder: Path, text: str, base: str = "exchange", name: str = "mine"
) -> dict[str, tuple[int, int]]:
    return values(load(write(folder, f"{name}.toml", f'extends = "{base}"\n{text}')))


def test_an_inherited_value_follows_the_fighter(tmp_path: Path) -> None:
    assert inherited(tmp_path, "pieces.rook.letter = 'r'") == values(EXCHANGE)
    assert inherited(tmp_path, "pieces.rook.hp = 13") == values(EXCHANGE)
    tough = inherited(tmp_path, "pieces.rook.hp = 208")
    assert tough["rook"] == pytest.approx((2 * 479, 2 * 826), abs=1)
    assert {**tough, "rook": FITTED["rook"]} == values(EXCHANGE)
    for change, is_more in (
        ("hp = 14", True),
        ("hp = 12", False),
        ("damage = 3", True),
        ("damage = 1", False),
        ("ability = false", False),
        ("ability.cooldown = 1", True),
        ("attack = 'either'", True),
    ):
        assert (inherited(tmp_path, f"pieces.rook.{change}")["rook"] > FITTED["rook"]) == is_more, change


def test_a_value_beside_other_hit_points_counts_as_it_is(tmp_path: Path) -> None:
    assert inherited(tmp_path, "pieces.rook = { hp = 52, value = [500, 600] }")["rook"] == (500, 600)
    again = inherited(tmp_path, "pieces.rook.hp = 250", "mine", "heir")
    assert again["rook"] == pytest.approx((740, 888), abs=1)


def test_a_value_is_adapted_once_however_long_the_line_of_heirs(tmp_path: Path) -> None:
    inherited(tmp_path, "pieces.rook.hp = 26")
    assert inherited(tmp_path, "pieces.rook.hp = 52", "mine", "heir") == inherited(
        tmp_path, "pieces.rook.hp = 52"
    )
    assert inherited(tmp_path, "pieces.rook.hp = 13", "mine", "heir")["rook"] == FITTED["rook"]


def test_other_moves_make_a_new_value_with_the_hit_points_in_it(tmp_path: Path) -> None:
    frail, tough = (
        inherited(tmp_path, f'pieces.rook = {{ moves = "mRcW", hp = {hp} }}')["rook"] for hp in (5, 100)
    )
    assert sum(frail) * 2 < sum(tough)


def test_values_of_a_game_of_captures_do_not_count_in_combat(tmp_path: Path) -> None:
    def brawl(hp: int) -> int:
        fighters = "".join(
            f"pieces.{name} = {{ hp = {hp if name == 'knight' else 10}, damage = 1 }}\n"
            for name in ("king", "queen", "rook", "bishop", "knight", "pawn")
        )
        return sum(inherited(tmp_path, f"{fighters}[combat]", "chess")["knight"])

    assert rising([brawl(hp) for hp in (3, 10, 250)])


def test_mistakes_of_a_file_below_are_not_reported_again(tmp_path: Path) -> None:
    """A fighter that is wrong where its value stands, and mended above, has the value as it is."""
    write(tmp_path, "wrong.toml", 'extends = "exchange"\npieces.rook = { value = [7, 8], hp = -1 }')
    assert inherited(tmp_path, "pieces.rook.hp = 10", "wrong")["rook"] == (7, 8)


def test_damage_counts_less_beside_larger_dice() -> None:
    def ratio(die: int) -> float:
        strong, weak = (with_fighter("queen", damage=damage) for damage in (10, 1))
        return sum(with_die(strong, die)["queen"]) / sum(with_die(weak, die)["queen"])

    assert ratio(20) < ratio(6)


def with_die(variant: Variant, faces: int) -> dict[str, tuple[int, int]]:
    assert variant.combat is not None
    return values(replace(variant, combat=replace(variant.combat, die=faces, clamp=(1, faces))))
