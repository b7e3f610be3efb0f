"""Changes to a variant for the length of a game: another terrain, other pieces."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_lowercase

from tilefish.rules.errors import InputError
from tilefish.rules.files.kinds import with_initial_squares
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import MAX_KINDS, SIDES, Kind, Variant
from tilefish.rules.text.betza import parse_betza
from tilefish.rules.text.fen import castling_rooks
from tilefish.rules.text.tiles import parse_tiles

PIECES_EXAMPLE = '"r:RN,c:BN"'


def apply_world(variant: Variant, tiles: str) -> Variant:
    """The variant on a tile map that replaces all of its terrain; on its own terrain if the map is empty.

    The start position keeps its pieces, also on tiles where no piece can stand: then it cannot be set up, but
    other positions can. Raises `InputError` for a map that does not fit the board.
    """
    if not tiles.strip():
        return variant
    world = variant.with_tiles(parse_tiles(tiles, variant.files, variant.ranks))
    pieces, castling = variant.start.pieces, variant.start.castling
    rooks = {rook for side in SIDES for rook in castling_rooks(world, pieces, side)}
    return replace(world, start=replace(variant.start, castling=castling & rooks))


def apply_pieces(variant: Variant, pieces: str) -> Variant:
    """The variant with pieces added or changed, such as "r:RN,c:BN": a letter and the moves of its piece.

    A changed piece keeps its name and place; its value and square tables are computed anew. A new one is
    available in FENs; the promotions stay the same. The pawn cannot be changed: its moves depend on ranks and
    promotion, which need a variant file. FIDE's draws by material belong to FIDE's pieces: with others, only
    bare kings draw.
    """
    if not pieces.strip():
        return variant
    if variant.end.material == "fide":
        variant = replace(variant, end=replace(variant.end, material="bare-kings"))
    changes: dict[str, str] = {}
    for entry in pieces.split(","):
        letter, moves = _parse_entry(entry)
        if letter in changes:
            raise InputError(f'the letter "{letter}" is there twice in the pieces {quote(pieces)}')
        changes[letter] = moves
    for letter, moves in changes.items():
        variant = _with_piece(variant, letter, moves)
    return replace(variant, win_rate_model=None)


def _parse_entry(entry: str) -> tuple[str, str]:
    letter, colon, moves = (part.strip() for part in entry.partition(":"))
    if not colon:
        raise InputError(
            f"invalid piece {quote(entry)}: expected letter, colon and moves, as in {PIECES_EXAMPLE}"
        )
    letter = letter.lower()
    if len(letter) != 1 or letter not in ascii_lowercase:
        raise InputError(f"invalid letter {quote(letter)}: expected one from a to z, as in {PIECES_EXAMPLE}")
    return letter, moves


def _with_piece(variant: Variant, letter: str, moves: str) -> Variant:
    try:
        steps = parse_betza(moves)
    except InputError as error:
        raise InputError(f'the piece "{letter}": {error}') from None
    known = variant.kind_of_letter(letter)
    if known is not None and known.pawn:
        raise InputError(
            f'"{letter}" is the {known.name} of {variant.name}, whose moves belong to its pawn ranks and '
            "promotion: a variant file can change them together"
        )
    if known is None:
        return _with_new_kind(variant, Kind(_free_name(variant, letter), letter, moves, steps))
    changed = replace(known, betza=moves, steps=steps, minor=False, value=None, squares=None)
    kinds = (changed if kind is known else kind for kind in variant.kinds)
    return _with_kinds(variant, tuple(kinds))


def _with_new_kind(variant: Variant, kind: Kind) -> Variant:
    if variant.combat is not None:
        raise InputError(
            f'the piece "{kind.letter}" has no hit points, which {variant.name} is played with: '
            "a variant file can give it some"
        )
    if len(variant.kinds) == MAX_KINDS:
        raise InputError(f'the piece "{kind.letter}" is one too many: {MAX_KINDS} kinds are the most')
    return _with_kinds(variant, (*variant.kinds, kind))


def _with_kinds(variant: Variant, kinds: tuple[Kind, ...]) -> Variant:
    return replace(variant, kinds=with_initial_squares(kinds, variant.start.pieces))


def _free_name(variant: Variant, letter: str) -> str:
    name = f"piece-{letter}"
    while variant.kind(name) is not None:
        name += "-"
    return name
