"""Combat games drawn by lot: rules as a variant file says them, and positions in the middle of a fight."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace

from .combat_rules import Ability, CombatRules, Kind, combat_world
from .scenes import PIECE_NAMES
from .worlds import UNSAFE_TILES

_FILE_NAMES: Mapping[Ability, str] = {"decree": "royal-decree"}

BOOK = CombatRules()
BOSSES = replace(
    BOOK,
    threat_penalty=-2,
    shield=1,
    king_may_step_into_threats=True,
    no_cooldowns=True,
    king_always_threatened=True,
)
OTHER_NUMBERS = replace(
    BOOK,
    kinds={
        "k": Kind(hp=9, damage=2, ability="decree"),
        "q": Kind(hp=21, damage=0, ability="consecration", cooldown=1),
        "r": Kind(hp=4, damage=4, ability="overextend", cooldown=2),
        "b": Kind(hp=6, damage=1, ability=None),
        "n": Kind(hp=8, damage=1, ability="interpose", cooldown=1, attacks_after_moving=True),
        "p": Kind(hp=5, damage=2, ability="skirmish", cooldown=2),
    },
    faces=(1, 2, 3, 4, 5, 6, 7, 8),
    least_roll=2,
    greatest_roll=7,
    decree_bonus=3,
    decree_turns=3,
    threatened_king_bonus=2,
    overextend_cost=3,
    consecration_reach=2,
    plies_without_damage=30,
)
SEA = "8/8/8/~==~~==~/~==~~==~/8/8/8"
CRATERS = "8/2*2%2/8/1%4*1/1*4%1/8/2%2*2/8"
SMALL_START = "rnqkbr/pppppp/6/6/PPPPPP/RNQKBR w - - 0 1 hp:- cd:- fx:K,k"
OTHER_PATTERNS = {"k": "K", "q": "mKcQ", "r": "RmN", "b": "mBcFcA", "n": "mNcK", "p": "fmWifmnDfcW"}

SCENES: Mapping[str, CombatRules] = {
    "book": BOOK,
    "bosses": BOSSES,
    "numbers": OTHER_NUMBERS,
    "sea": replace(BOOK, world=combat_world(tiles=SEA)),
    "craters": replace(
        OTHER_NUMBERS,
        world=combat_world(tiles=CRATERS, start="4k3/8/8/8/8/8/8/4K3 w - - 0 1 hp:- cd:- fx:K,k"),
    ),
    "small": replace(BOSSES, world=combat_world(files=6, ranks=6, start=SMALL_START)),
    "patterns": replace(BOOK, world=combat_world(patterns=OTHER_PATTERNS)),
}


def variant_file(rules: CombatRules) -> str:
    """Return the file that says the same as the model's rules."""
    world = rules.world
    combat = f"""
        board = "{world.files}x{world.ranks}"
        start = "{world.start}"
        tiles = "{"/".join(world.tiles)}"
        promotion.to = ["queen"]

        [combat]
        die = {len(rules.faces)}
        clamp = [{rules.least_roll}, {rules.greatest_roll}]
        exposed_bonus = {rules.threatened_king_bonus}
        threat_penalty = {rules.threat_penalty}
        quiet_plies = {rules.plies_without_damage}
        shield = {rules.shield}
        cautious_king = {_word(not rules.king_may_step_into_threats)}
        cooldowns = {_word(not rules.no_cooldowns)}
        king_always_exposed = {_word(rules.king_always_threatened)}

        [pieces]
    """
    pieces = [_piece_line(rules, letter, kind) for letter, kind in rules.kinds.items()]
    return "\n".join([*(line.strip() for line in combat.splitlines()), *pieces, ""])


def _piece_line(rules: CombatRules, letter: str, kind: Kind) -> str:
    attack = "after" if kind.attacks_after_moving else "instead"
    return (
        f'{PIECE_NAMES[letter]} = {{ moves = "{rules.world.pieces[letter]}", hp = {kind.hp}, '
        f'damage = {kind.damage}, attack = "{attack}", ability = {_ability(rules, kind)} }}'
    )


def _ability(rules: CombatRules, kind: Kind) -> str:
    if kind.ability is None:
        return "false"
    numbers = {
        "decree": f", uses = 1, bonus = {rules.decree_bonus}, turns = {rules.decree_turns}",
        "overextend": f", recoil = {rules.overextend_cost}",
        "consecration": f", reach = {rules.consecration_reach}",
    }
    name = _FILE_NAMES.get(kind.ability, kind.ability)
    return f'{{ name = "{name}", cooldown = {kind.cooldown}{numbers.get(kind.ability, "")} }}'


def _word(flag: bool) -> str:
    return "true" if flag else "false"


def fight_by_lot(rules: CombatRules, rng: random.Random) -> str:
    """Return the FEN of a crowded position with wounds, counters and effects."""
    world = rules.world
    army = ["K", "k", *(rng.choice("qrbnpQRBNP") for _ in range(rng.randint(2, 16)))]
    free = [
        (file, rank)
        for rank in range(world.ranks)
        for file in range(world.files)
        if world.tiles[world.ranks - 1 - rank][file] not in UNSAFE_TILES
    ]
    rng.shuffle(free)
    pieces = dict(zip(free, army, strict=False))
    pieces = {
        place: letter
        for place, letter in pieces.items()
        if letter not in "Pp" or 0 < place[1] < world.ranks - 1
    }
    turn = rng.choice("wb")
    placement = _placement(rules, pieces)
    state = _wounds_and_effects(rules, pieces, turn, rng)
    return f"{placement} {turn} - - {rng.randint(0, 40)} {rng.randint(1, 90)} {state}"


def _placement(rules: CombatRules, pieces: Mapping[tuple[int, int], str]) -> str:
    tiles = rules.world.tiles
    rows = (
        "".join(
            pieces.get((file, len(tiles) - 1 - row), "*" if tile == "*" else " ")
            for file, tile in enumerate(line)
        )
        for row, line in enumerate(tiles)
    )
    return re.sub(" +", lambda run: str(len(run.group())), "/".join(rows))


def _wounds_and_effects(
    rules: CombatRules, pieces: Mapping[tuple[int, int], str], turn: str, rng: random.Random
) -> str:
    hp, counters, interposing = [], [], []
    for (file, rank), letter in pieces.items():
        name, kind = f"{'abcdefgh'[file]}{rank + 1}", rules.kind(letter)
        if kind.hp > 1 and rng.random() < 0.6:
            hp.append(f"{name}={rng.randint(1, kind.hp - 1)}")
        cooldown = rules.cooldown(letter)
        if cooldown and rng.random() < 0.3:
            counters.append(f"{name}={rng.randint(1, cooldown)}")
        if kind.ability == "interpose" and letter.isupper() == (turn == "b") and rng.random() < 0.6:
            interposing.append(f"I{name}")
    decrees = [rng.choice(["", letter, f"{active}{rng.randint(1, 2)}"]) for letter, active in ("KD", "kd")]
    effects = [*filter(None, decrees), *interposing, *(letter for letter in "Tt" if rng.random() < 0.4)]
    return f"hp:{','.join(hp) or '-'} cd:{','.join(counters) or '-'} fx:{','.join(effects) or '-'}"
