"""Worlds and positions drawn by lot, for the comparison of model and engine."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.seeds import seeded

from . import ModelGame, World, custom_world
from .scenes import Scene
from .terrain import Square
from .worlds import CHESS_PIECES, SLANTED_PAWN, UNSAFE_TILES

ARMY_OF_A_RANDOM_WORLD = [
    "R", "B", "N", "Q", "RN", "BN", "R3", "W3F", "nN", "C", "nC", "Z", "nZ", "D", "nD", "A", "nA",
    "H", "mRcB", "fRbB", "fRlbW", "WfF", "cRmN", "K", "QN", "mQcN", "ffNsW", "F2", "G",
    "A0", "D0", "RD0", "B2A0",
]  # fmt: skip


def random_scene(seed: int) -> Scene:
    """Make a world of a random size, with random tiles, pieces and ends."""
    rng = seeded("world", seed)
    files, ranks = rng.randint(3, 8), rng.randint(3, 8)
    kinds = rng.choice(["o", "><^v", "o><^v", "~%=", "*o>", ".o><^v~%=?*", "><^v*~%"])
    density = rng.choice([0.05, 0.15, 0.3])
    rows = _draw_tiles(rng, files, ranks, kinds, density)
    letters = rng.sample("abcdefghijlmnoqrstuvwxyz", rng.randint(2, 5))
    army = {letter: rng.choice(ARMY_OF_A_RANDOM_WORLD) for letter in letters}
    world = custom_world(
        f"random {seed}",
        files,
        ranks,
        start="",
        tiles="/".join(rows),
        pieces={"k": "K", "p": SLANTED_PAWN if seed % 5 == 4 else CHESS_PIECES["p"], **army},
        promotes_to=tuple(rng.sample(letters, rng.randint(1, 2))),
        # On a short board a double step may promote; the book has no word on its en passant.
        en_passant=ranks > 4,
        stalemate_loses=rng.random() < 0.3,
        repetition=rng.choice([2, 3, 5]),
        fifty_moves=rng.random() < 0.7,
    )
    # The voids of a variant file's start belong to its terrain, so the start adds none.
    return Scene(world.name, replace(world, start=random_fen(world, rng, adds_voids=False)))


def _draw_tiles(rng: random.Random, files: int, ranks: int, kinds: str, density: float) -> list[str]:
    """Return rows with a file that is safe from end to end: the engine refuses variant files in which no pawn
    of a side can ever promote."""
    while True:
        rows = [
            "".join(rng.choice(kinds) if rng.random() < density else "." for _ in range(files))
            for _ in range(ranks)
        ]
        if any(all(row[file] not in UNSAFE_TILES for row in rows) for file in range(files)):
            return rows


def random_fen(world: World, rng: random.Random, chess960: bool = False, adds_voids: bool = True) -> str:
    """Return a position of a world that may be played on, drawn until the model takes one."""
    while True:
        fen = _draw_fen(world, rng, chess960, adds_voids)
        try:
            game = ModelGame(world, fen, chess960)
        except ValueError:
            continue
        if game.legal_moves():
            return game.fen()


def random_fen_of(world: World, rng: random.Random, army: str, voids: int = 0) -> str:
    """Return a position of exactly these pieces, and of this number of voids that the FEN adds."""
    while True:
        squares = rng.sample(_safe_squares(world), len(army) + voids)
        placed = dict(zip(squares, army + "*" * voids, strict=True))
        try:
            return ModelGame(world, f"{_placement(world, placed)} w - - 0 1").fen()
        except ValueError:
            continue


def _draw_fen(world: World, rng: random.Random, chess960: bool, adds_voids: bool) -> str:
    squares = _safe_squares(world)
    rng.shuffle(squares)
    placed: dict[Square, str] = {}
    rights = ""
    if world.castling and rng.random() < 0.4:
        placed, rights = _draw_castling(rng, chess960)
    men = [letter for letter in world.pieces if letter not in "kp"] + ["p"] * rng.choice([0, 2, 4, 16])
    count = min(rng.randint(0, 18), len(squares) // 2)
    army = [king for king in "Kk" if king not in placed.values()]
    army += [rng.choice((str.upper, str.lower))(rng.choice(men)) for _ in range(count)]
    for letter in army:
        free = [at for at in squares if at not in placed]
        if letter in "Pp":
            free = [at for at in free if 0 < at[1] < world.ranks - 1]
        if free:
            placed[free[0]] = letter
    if adds_voids and rng.random() < 0.1:
        placed.update({at: "*" for at in squares[-2:] if at not in placed})
    clock = rng.choice([0, 0, 3, 90])
    return f"{_placement(world, placed)} {rng.choice('wb')} {rights or '-'} - {clock} 50"


def _safe_squares(world: World) -> list[Square]:
    return [
        (file, rank)
        for rank in range(world.ranks)
        for file in range(world.files)
        if world.tiles[world.ranks - 1 - rank][file] not in UNSAFE_TILES
    ]


def _placement(world: World, placed: dict[Square, str]) -> str:
    rows = [
        "".join(placed.get((file, rank), "1") for file in range(world.files))
        for rank in reversed(range(world.ranks))
    ]
    return "/".join(rows)


def _draw_castling(rng: random.Random, chess960: bool) -> tuple[dict[Square, str], str]:
    """Put kings and rooks where they may castle; the model refuses what the terrain does not bear.

    The rights name the rooks by their files, as Shredder does.
    """
    placed: dict[Square, str] = {}
    rights = ""
    for side, rank in ((str.upper, 0), (str.lower, 7)):
        files = sorted(rng.sample(range(8), 3)) if chess960 else [0, 4, 7]
        for file, letter in zip(files, "rkr", strict=True):
            placed[file, rank] = side(letter)
        rights += side("abcdefgh"[files[2]] + "abcdefgh"[files[0]])
    return placed, rights


def random_chess960_start(rng: random.Random) -> str:
    """Return a start array of Chess960: bishops on both colours, the king between the rooks."""
    while True:
        array = "".join(rng.sample("rnbqkbnr", 8))
        rooks = array.index("r"), array.rindex("r")
        bishops = array.index("b") + array.rindex("b")
        if rooks[0] < array.index("k") < rooks[1] and bishops % 2:
            return f"{array}/pppppppp/8/8/8/8/PPPPPPPP/{array.upper()} w KQkq - 0 1"
