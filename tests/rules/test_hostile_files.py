"""No variant file, however broken, raises anything but `VariantError`."""

from __future__ import annotations

import random
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tilefish.rules.errors import VariantError

from .files import load

BUNDLED = sorted(
    file.read_bytes()
    for file in resources.files("tilefish.variants").iterdir()
    if file.name.endswith(".toml")
)
TOP_KEYS = "extends title rules source board start tiles pieces pawns promotion castling end combat"
OTHER_KEYS = (
    "rook king pawn cat letter moves value squares royal minor middlegame endgame double_step en_passant to "
    "rank white black king_files rook_files partner stalemate repetition fifty_moves draw_by_material "
    "hp damage attack ability name cooldown uses die clamp shield cooldowns quiet_plies"
)
KEYS = [*TOP_KEYS.split(), *OTHER_KEYS.split()]
VALUES = (
    '"chess" "fragments" "mine" true false 0 -1 3 [] {} [[1]] "k" "RN" "fmWfcF" "5x5" "8x8" 1979-05-27 '
    "nan 1e400 0x7fffffffffffffffffff"
)
FRAGMENTS = [
    *(f"{key} = " for key in KEYS),
    *(f"[{key}]\n" for key in KEYS),
    *VALUES.split(),
    *["#", ".", "{", "}", "[", "]", ",", "="],
    *("'''", '"""', "\n", "\\u0000"),
]

in_one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def survives(folder: Path, content: bytes) -> None:
    path = folder / "mine.toml"
    path.write_bytes(content)
    try:
        variant = load(path)
    except VariantError as error:
        problems = error.problems
    else:
        assert len(variant.tiles) == variant.files * variant.ranks
        return
    assert problems
    for problem in problems:
        assert problem.message
        assert "\n" not in problem.message
        assert problem.file != str(path) or 0 <= problem.line <= content.count(b"\n") + 1


@in_one_folder
@given(st.binary(max_size=200))
@example(b"")
@example(b"\xff")
@example(b"a = " + b"[" * 30_000)
@example(b"a = " + b"{a=" * 20_000)
@example(b"[" + b"a." * 60 + b"a]\n" + b"b." * 60 + b"b = 1\n")
@example(b"\n".join(b"[" + b"a." * 99 + b"b%d]" % number for number in range(300)))
@example(
    b"[pieces]\n" + b"".join(b"p%d = { letter = 'a', moves = 'W' }\n" % number for number in range(1200))
)
def test_any_bytes(tmp_path: Path, content: bytes) -> None:
    survives(tmp_path, content)


@in_one_folder
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=30))
def test_any_toml(tmp_path: Path, fragments: list[str]) -> None:
    survives(tmp_path, "".join(fragments).encode())


values = st.recursive(
    st.sampled_from(
        ['"x"', '"chess"', '""', "true", "false", "0", "8", "-3", "1.5", "1979-05-27", "[1, 2]", '["queen"]']
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.dictionaries(st.sampled_from(KEYS), inner, max_size=3).map(
            lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
        ),
    ),
    max_leaves=5,
)


@in_one_folder
@given(
    st.dictionaries(st.sampled_from(KEYS), values, max_size=6),
    st.sampled_from(["", "pieces", "promotion", "pieces.rook"]),
)
def test_any_values(tmp_path: Path, data: dict[str, str], section: str) -> None:
    lines = [f"[{section}]"] if section else []
    survives(tmp_path, "\n".join(lines + [f"{key} = {value}" for key, value in data.items()]).encode())


@in_one_folder
@given(st.sampled_from(BUNDLED), st.integers(0, 2**32), st.integers(1, 6))
def test_bundled_files_with_damage(tmp_path: Path, content: bytes, seed: int, wounds: int) -> None:
    chance = random.Random(seed)
    for _ in range(wounds):
        content = damaged(content, chance)
    survives(tmp_path, content)


def damaged(content: bytes, chance: random.Random) -> bytes:
    """One letter changed, a stretch lost or doubled, a line taken from elsewhere."""
    lines = content.split(b"\n")
    place, length = chance.randrange(len(content) + 1), chance.randrange(1, 12)
    line = chance.randrange(len(lines))
    kind = chance.randrange(5)
    if kind == 0:
        return content[:place] + bytes([chance.randrange(256)]) + content[place + 1 :]
    if kind == 1:
        return content[:place] + content[place + length :]
    if kind == 2:
        return content[: place + length] + content[place:]
    if kind == 3:
        return (
            content[:place]
            + chance.choice(b"pnbrqkPNBRQK0123456789/*~=%o?.\"'[]{},").to_bytes(1, "big")
            + content[place:]
        )
    other = chance.choice(BUNDLED).split(b"\n")
    return b"\n".join([*lines[:line], chance.choice(other), *lines[line + 1 :]])


@pytest.mark.long
@settings(in_one_folder, max_examples=5000)
@given(st.sampled_from(BUNDLED), st.integers(0, 2**32), st.integers(1, 3))
def test_bundled_files_with_damage_for_long(tmp_path: Path, content: bytes, seed: int, wounds: int) -> None:
    chance = random.Random(seed)
    for _ in range(wounds):
        content = damaged(content, chance)
    survives(tmp_path, content)
