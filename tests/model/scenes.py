"""The worlds on which model and engine are compared, and how to open each in the engine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from tilefish import Game

from . import WORLDS, ModelGame, World, custom_world, lay_tiles, with_pieces
from .worlds import CHESS_PIECES, CHESS_START, PAWN_OF_ALL_WAYS, SLANTED_PAWN

PIECE_NAMES = {
    "k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn",
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """A world as the model has it, and the words that give the engine the same one.

    Without a `variant` the engine reads the world from a variant file written for it.
    """

    title: str
    world: World
    variant: str | None = None
    tiles: str | None = None
    pieces: str | None = None
    chess960: bool = False

    def model(self, fen: str) -> ModelGame:
        return ModelGame(self.world, fen, chess960=self.chess960)

    def engine(self, folder: Path, fen: str | None) -> Game:
        return Game(
            variant=self.variant or str(write_variant_file(self.world, folder)),
            fen=fen,
            world=self.tiles,
            pieces=self.pieces,
            chess960=self.chess960,
        )


def write_variant_file(world: World, folder: Path) -> Path:
    """Write a world in the format of DESIGN.md, "A variant file"."""
    path = folder / f"{world.name.replace(' ', '_')}.toml"
    lines = [
        f'title = "{world.name}"',
        f'board = "{world.files}x{world.ranks}"',
        f'start = "{world.start}"',
        'tiles = """',
        *world.tiles,
        '"""',
        "",
        "[pieces]",
        *_piece_lines(world),
        "",
        "[promotion]",
        "to = [" + ", ".join(f'"{_piece_name(letter)}"' for letter in world.promotes_to) + "]",
        f"rank = {{ white = {world.promotion_rank['white']}, black = {world.promotion_rank['black']} }}",
        "",
        "[pawns]",
        f"double_step = {{ white = {world.pawn_rank['white']}, black = {world.pawn_rank['black']} }}",
        f"en_passant = {str(world.en_passant).lower()}",
        "",
        "[end]",
        f'stalemate = "{"loss" if world.stalemate_loses else "draw"}"',
        f"repetition = {world.repetition}",
        f"fifty_moves = {str(world.fifty_moves).lower()}",
        f'draw_by_material = "{world.material}"',
    ]
    path.write_text("\n".join(lines) + "\n")
    return path


def _piece_name(letter: str) -> str:
    return PIECE_NAMES.get(letter, f"man_{letter}")


def _piece_lines(world: World) -> list[str]:
    """Return only what differs from the chess pieces that every file starts with."""
    changed = [
        f'{_piece_name(letter)} = {{ letter = "{letter}", moves = "{moves}" }}'
        for letter, moves in world.pieces.items()
        if CHESS_PIECES.get(letter) != moves
    ]
    missing = [f"{PIECE_NAMES[x]} = false" for x in CHESS_PIECES if x not in world.pieces]
    return changed + missing


def laid_on_chess(title: str, tiles: str) -> Scene:
    """Return chess with another tile map."""
    return Scene(title, lay_tiles(WORLDS["chess"], tiles), variant="chess", tiles=tiles)


def _army(title: str, pieces: str, start: str, tiles: str | None = None) -> Scene:
    world = with_pieces(WORLDS["chess"], pieces)
    world = replace(lay_tiles(world, tiles) if tiles else world, start=start)
    return Scene(title, world, variant="chess", tiles=tiles, pieces=pieces)


def _with_pawns(name: str, moves: str, tiles: str | None) -> World:
    return custom_world(
        name, 8, 8, CHESS_START, tiles=tiles, pieces={**CHESS_PIECES, "p": moves}, castling=True
    )


NAMED_SCENES = [
    *(Scene(name, world, variant=name) for name, world in WORLDS.items()),
    Scene("chess960", WORLDS["chess"], variant="chess", chess960=True),
]

LAID_SCENES = [
    laid_on_chess("water beside belts", "8/8/~>>>><<~/8/8/~^^vv^^~/8/8"),
    laid_on_chess("belts into lava and off the board", "8/8/<%>%<%>%/8/8/>>>>>>>>/8/8"),
    laid_on_chess("a ring of belts", "8/8/2>>>v2/2^2v2/2^2v2/2^<<<2/8/8"),
    laid_on_chess("belts onto the same tile", "8/8/1>1<>1<1/3v4/8/1>1<^1<1/8/8"),
    laid_on_chess("facing belts", "8/8/><><><></8/8/v^v^v^v^/^v^v^v^v/8"),
    laid_on_chess("belts that crush", "8/8/1>3<2/3v3>/<2^4/2>3<1/8/8"),
    laid_on_chess("vertical belts", "8/8/v^v^v^v^/2^2v2/2v2^2/^v^v^v^v/8/8"),
    laid_on_chess("belts under the army", "2>2<2/2v2^2/8/3^v3/3v^3/8/2^2v2/2<2>2"),
    laid_on_chess("belts under kings and rooks", "^6v/8/8/4>3/8/8/8/>2<v2<"),
    laid_on_chess("stones at the edge", "8/8/8/o6o/o6o/8/8/8"),
    laid_on_chess("stones beside belts", "8/8/8/1o>o<o2/2<ov1o1/8/8/8"),
    laid_on_chess("stones under the army", "o3o1o1/3o4/8/3o4/8/8/4o3/o3o1o1"),
    laid_on_chess("stones on the pawns' way", "8/8/1o3o2/4o3/3o4/2o3o1/8/8"),
    laid_on_chess("a bit of everything", "8/8/%=~*~=%?/o6>/2o>1^o1/1~==~<%1/8/8"),
]

ARMY_SCENES = [
    _army(
        "lame knights and short rooks",
        "n:nN,r:R3",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    _army(
        "camels and amazons",
        "c:C,q:RBN",
        "rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1",
    ),
    _army(
        "split movers among stones",
        "h:mRcB,g:fRbB",
        "rhgqkghr/pppppppp/8/8/8/8/PPPPPPPP/RHGQKGHR w KQkq - 0 1",
        "8/8/8/1o4o1/4o3/8/8/8",
    ),
    _army(
        "lame leapers on belts and water",
        "z:nZ,a:nAnD,c:nC",
        "rzaqkacr/pppppppp/8/8/8/8/PPPPPPPP/RZAQKACR w KQkq - 0 1",
        "8/8/1>>~<<2/8/8/2>>~<<1/8/8",
    ),
    _army(
        "forward and sideways",
        "s:fFsW,l:ffNbbN,d:vRsD",
        "rsldksnr/pppppppp/8/8/8/8/PPPPPPPP/RSLDKSNR w KQkq - 0 1",
    ),
]

FILE_SCENES = [
    Scene(title, world)
    for title, world in (
        ("3x3", custom_world("three", 3, 3, "k1r/2P/1K1 w - - 0 1", stalemate_loses=True)),
        (
            "4x8",
            custom_world("narrow", 4, 8, "rkbn/pppp/4/4/4/4/PPPP/RKBN w - - 0 1", tiles="4/4/4/>o.</4/4/4/4"),
        ),
        (
            "7x5",
            custom_world(
                "wide",
                7,
                5,
                "rnbqkbn/ppppppp/7/PPPPPPP/RNBQKBN w - - 0 1",
                tiles="7/7/o1~v~1o/7/7",
                promotes_to=("q", "n"),
                repetition=4,
                fifty_moves=False,
            ),
        ),
        (
            "6x7 with amazons and short queens",
            custom_world(
                "armies",
                6,
                7,
                "racqkn/pppppp/6/6/6/PPPPPP/RACQKN w - - 0 1",
                tiles="6/6/2%%2/1>o^1./6/6/6",
                pieces={**CHESS_PIECES, "a": "QN", "c": "C", "q": "Q2", "n": "nN"},
                promotes_to=("a", "c"),
            ),
        ),
        *(
            (f"{name} double steps{where}", _with_pawns(f"{name}{where}", pawn, tiles))
            for name, pawn in (("slanted", SLANTED_PAWN), ("straight and slanted", PAWN_OF_ALL_WAYS))
            for where, tiles in (
                ("", None),
                (" beside belts", "8/8/1>1<1>1</3v4/4^3/1>1<1>1</8/8"),
                (" among stones", "8/8/2o2o2/8/o6o/2o2o2/8/8"),
            )
        ),
    )
]
