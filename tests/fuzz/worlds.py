"""Random variant files, and random positions of a variant."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib import resources
from random import Random
from typing import Any

from tilefish.rules.model.combat import ABILITY_NUMBERS, MAX_DAMAGE, MAX_HP, STRIKES
from tilefish.rules.model.variant import Variant
from tilefish.rules.model.weights import WEIGHTS

BUNDLED = {
    file.name.removesuffix(".toml"): file.read_text(encoding="utf-8")
    for file in sorted(resources.files("tilefish.variants").iterdir(), key=lambda file: file.name)
    if file.name.endswith(".toml")
}
TILE_SETS = (".", "o", "o.", "><^v", "o><^v", "~%=", "*~%.", ".o><^v~%=?*", ".?=")
UNSAFE = "*~%"
ATOMS = ["W", "F", "D", "N", "A", "H", "L", "C", "J", "Z", "G", "K", "R", "B", "Q"]
PARTS = (
    *("m", "c", "i", "n", "mi", "f", "b", "s", "v", "fs", "fl", "rf", "ff", "fm", "bc", "l"),
    *("",) * 20,
)
RANGES = ("", "", "", "", "2", "3", "0", "7", "8")
LETTERS = "acdefghijlmnoqrstuvwxyz"
DAMAGE = "pnbrqkPNBRQK0123456789/*~=%o?.\"'[]{},"


# --- files ------------------------------------------------------------------------------------------------


def variant_text(rng: Random) -> str:
    """A variant file. Most are accepted; some are wrong in one place or another."""
    if rng.random() < 0.25:
        return damaged(rng.choice([*BUNDLED.values()]), rng)
    text = _new_variant(rng)
    return damaged(text, rng) if rng.random() < 0.1 else text


def damaged(text: str, rng: Random) -> str:
    """The text after an accident or two."""
    for _ in range(rng.choice([1, 1, 2])):
        place, length = rng.randrange(len(text) + 1), rng.randrange(1, 12)
        lines = text.split("\n")
        accident = rng.randrange(4)
        if accident == 0:
            text = text[:place] + text[place + length :]
        elif accident == 1:
            text = text[: place + length] + text[place:]
        elif accident == 2:
            text = text[:place] + rng.choice(DAMAGE) + text[place + rng.choice([0, 1]) :]
        else:
            other = rng.choice([*BUNDLED.values()]).split("\n")
            lines[rng.randrange(len(lines))] = rng.choice(other)
            text = "\n".join(lines)
    return text


def _new_variant(rng: Random) -> str:
    files, ranks = (rng.choice([8, 8, rng.randint(2, 8)]) for _ in "fr")
    rows = random_tiles(rng, files, ranks)
    is_combat = rng.random() < 0.35
    kinds = _kinds(rng, files, ranks, is_combat)
    letters = [kind["letter"] for kind in kinds.values() if not kind.get("royal")]
    data: dict[str, Any] = {"board": f"{files}x{ranks}", "tiles": "/".join(rows)}
    data["start"] = random_placement(rng, rows, letters) + " w - - 0 1"
    if rng.random() < 0.3:
        data["odds"] = [rng.randint(50, 400), rng.randint(30, 300)]
    data["pieces"] = {**dict.fromkeys(("queen", "rook", "bishop", "knight"), False), **kinds}
    if not any(kind.get("pawn") for kind in kinds.values()):
        data["pieces"]["pawn"] = False
    else:
        officers = [name for name, kind in kinds.items() if not (kind.get("pawn") or kind.get("royal"))]
        data["promotion"] = {"to": rng.sample(officers, rng.randint(1, len(officers)))}
        if ranks > 4 and "i" in kinds["pawn"]["moves"]:
            data["pawns"] = {"double_step": {"white": 2, "black": ranks - 1}}
            if not is_combat:
                data["pawns"]["en_passant"] = rng.random() < 0.5
    data["castling"] = False
    data["end"] = {
        "stalemate": rng.choice(["draw", "loss"]),
        "repetition": rng.choice([2, 3, 5, False]),
        "draw_by_material": rng.choice(["bare-kings", "none", "none" if is_combat else "fide"]),
    }
    if is_combat:
        data["combat"] = _combat(rng)
    else:
        data["end"]["fifty_moves"] = rng.random() < 0.7
    if rng.random() < 0.4:
        data["evaluation"] = _weights(rng, is_combat)
    if any("?" in row for row in rows) and rng.random() < 0.5:
        data["spawn"] = _spawn(rng, [name for name, kind in kinds.items() if not kind.get("royal")])
    return _toml(data)


def random_tiles(rng: Random, files: int, ranks: int) -> list[str]:
    """A tile map as rows, from plain floor to nothing but one kind of tile."""
    tiles, density = rng.choice(TILE_SETS), rng.choice([0, 0.05, 0.15, 0.3, 0.6, 1])
    rows = [
        [rng.choice(tiles) if rng.random() < density else "." for _ in range(files)] for _ in range(ranks)
    ]
    for row in rows:  # pawns have a way to the other side, as files must have it
        row[rng.randrange(files) if rng.random() < 0.1 else 0] = "."
    rows[0][-1] = rows[-1][-1] = "."
    return ["".join(row) for row in rows]


def betza(rng: Random) -> str:
    """The moves of a piece."""
    parts = []
    for _ in range(rng.choice([1, 1, 2, 2, 3, 5])):
        part, atom, reach = rng.choice(PARTS), rng.choice(ATOMS), rng.choice(RANGES)
        if "n" in part:
            atom, reach = rng.choice("DNAHLCJZG"), ""
        if "i" in part or atom + reach in ("R", "B"):
            reach = ""
        if atom in "RBQK":
            reach = rng.choice(["", "", "2", "3"]) if atom != "K" else ""
        if atom in "KQ":
            part = part if part in ("m", "c", "f", "b", "fm") else ""
        parts.append(part + atom + reach)
    return "".join(parts)


def _kinds(rng: Random, files: int, ranks: int, is_combat: bool) -> dict[str, dict[str, Any]]:
    count = rng.choice([1, 2, 3, 5, 5, 8, 14])
    kinds: dict[str, dict[str, Any]] = {
        f"kind{letter}": {"letter": letter, "moves": betza(rng)} for letter in rng.sample(LETTERS, count)
    }
    kinds["king"] = {"letter": "k", "moves": "K" if rng.random() < 0.8 else betza(rng), "royal": True}
    if rng.random() < 0.8:
        kinds["pawn"] = {
            "letter": "p",
            "moves": rng.choice(["fmWfcF", "fmWifmnDfcW", "fmWfcF"]),
            "pawn": True,
        }
    decrees = 0
    for name, kind in kinds.items():
        if rng.random() < 0.3:
            kind["value"] = rng.choice([[0, 0], [10000, 10000], [rng.randint(0, 3000), rng.randint(0, 3000)]])
        if rng.random() < 0.1:
            kind["squares"] = {"middlegame": _square_table(rng, files, ranks)}
        if is_combat:
            ability = _ability(rng, royal=name == "king", no_decree=decrees > 0)
            decrees += isinstance(ability, dict) and ability["name"] == "royal-decree"
            kind.update(
                hp=rng.choice([1, 5, 10, 20, MAX_HP]),
                damage=rng.choice([0, 1, 3, 10, MAX_DAMAGE]),
                attack=rng.choice(STRIKES),
                ability=ability,
            )
    return kinds


def _square_table(rng: Random, files: int, ranks: int) -> list[list[int]]:
    return [[rng.randint(-200, 200) for _ in range(files)] for _ in range(ranks)]


def _ability(rng: Random, royal: bool, no_decree: bool) -> dict[str, Any] | bool:
    names = [
        name
        for name in ABILITY_NUMBERS
        if not (royal and name == "overextend") and not (no_decree and name == "royal-decree")
    ]
    if rng.random() < 0.4:
        return False
    name = rng.choice(names)
    ability: dict[str, Any] = {"name": name, "cooldown": rng.choice([0, 1, 3, 15])}
    for number in ABILITY_NUMBERS[name]:
        if rng.random() < 0.5:
            ability[number] = rng.choice([1, 2, 3, 7])
    if name == "royal-decree" and rng.random() < 0.5:
        ability["uses"] = rng.choice([1, 3, 9])
    return ability


def _combat(rng: Random) -> dict[str, Any]:
    die = rng.choice([1, 2, 6, 6, 8, 20])
    least = rng.randint(0, 3)
    return {
        "die": die,
        "clamp": [least, max(least, rng.choice([6, die, 1]))],
        "exposed_bonus": rng.choice([0, 1, 5]),
        "threat_penalty": rng.choice([0, -1, -3, {"white": -2, "black": 0}]),
        "quiet_plies": rng.choice([5, 60, False]),
        "shield": rng.choice([0, 1, {"black": 3}]),
        "cautious_king": rng.random() < 0.5,
        "cooldowns": rng.random() < 0.8,
        "king_always_exposed": rng.random() < 0.2,
    }


def _weights(rng: Random, is_combat: bool) -> dict[str, Any]:
    def number() -> int:
        return rng.choice([0, rng.randint(-100, 100), rng.randint(-2000, 2000), 2000, -2000])

    weights = rng.sample([weight for weight in WEIGHTS if weight.counts_in(is_combat)], rng.randint(1, 6))
    return {
        weight.name: number() if len(weight.usual) == 1 else [number() for _ in weight.usual]
        for weight in weights
    }


def _spawn(rng: Random, names: Sequence[str]) -> dict[str, Any]:
    return {
        "piece": rng.choice(names),
        "every": rng.choice([1, 2, 10]),
        "chance": rng.choice([50, 100]),
        "count": rng.choice([1, 16]),
        "side": rng.choice(["either", "both", "white", "black", "mover", "waiter"]),
    }


def _toml(data: dict[str, Any]) -> str:
    lines = [f"{key} = {_value(value)}" for key, value in data.items() if not isinstance(value, dict)]
    for key, table in data.items():
        if isinstance(table, dict):
            lines += [f"[{key}]", *(f"{name} = {_value(value)}" for name, value in table.items())]
    return "\n".join([*lines, ""])


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value)


# --- positions --------------------------------------------------------------------------------------------


def random_placement(rng: Random, rows: Sequence[str], letters: Sequence[str]) -> str:
    """The first field of a FEN: both kings, and up to a full board of pieces of these letters."""
    free = [(r, f) for r, row in enumerate(rows) for f, tile in enumerate(row) if tile not in UNSAFE]
    rng.shuffle(free)
    count = rng.choice([0, 1, 3, 6, 6, 12, 12, 30, 62]) if letters else 0
    share = rng.choice([0.5, 0.5, 0.5, 0.1, 0.9])
    army = ["K", "k", *(rng.choice(letters) for _ in range(count))]
    army[2:] = [letter.upper() if rng.random() < share else letter for letter in army[2:]]
    board = [["*" if tile == "*" else " " for tile in row] for row in rows]
    for (rank, file), letter in zip(free, army, strict=False):
        if letter in "pP" and rank in (0, len(rows) - 1) and rng.random() < 0.98:
            continue
        board[rank][file] = letter
    return re.sub(" +", lambda run: str(len(run.group())), "/".join(map("".join, board)))


def random_fen(rng: Random, variant: Variant) -> str:
    """A position of a variant. Not all are accepted: a king may stand in check."""
    rows = [
        variant.tiles[rank * variant.files : (rank + 1) * variant.files]
        for rank in reversed(range(variant.ranks))
    ]
    letters = [kind.letter for kind in variant.kinds if not kind.royal]
    placement = random_placement(rng, rows, letters)
    fen = f"{placement} {rng.choice('wb')} - - {rng.choice([0, 0, 50, 98])} {rng.choice([1, 70])}"
    if variant.combat is None or rng.random() < 0.3:
        return fen
    hurt = [_wound(rng, variant, name, letter) for name, letter in _standing(variant, placement)]
    effects = [rng.choice(["K", "D1", ""]), rng.choice(["k", "d2", ""])] if _has_decree(variant) else []
    effects += rng.sample(["T", "t"], rng.randint(0, 2))
    return f"{fen} hp:{','.join(filter(None, hurt)) or '-'} fx:{','.join(filter(None, effects)) or '-'}"


def _has_decree(variant: Variant) -> bool:
    fighters = variant.combat.fighters if variant.combat else ()
    return any(fighter.ability is not None and fighter.ability.uses for fighter in fighters)


def _standing(variant: Variant, placement: str) -> list[tuple[str, str]]:
    found = []
    for row, text in enumerate(placement.split("/")):
        spread = re.sub(r"\d", lambda run: " " * int(run.group()), text)
        for file, letter in enumerate(spread):
            if letter.isalpha():
                found.append((f"{'abcdefgh'[file]}{variant.ranks - row}", letter))
    return found


def _wound(rng: Random, variant: Variant, square: str, letter: str) -> str:
    combat, kind = variant.combat, variant.kind_of_letter(letter)
    if combat is None or kind is None:
        return ""
    hp = combat.fighters[variant.kinds.index(kind)].hp
    return f"{square}={rng.randint(1, hp - 1)}" if hp > 1 and rng.random() < 0.6 else ""
