"""Positions as text: FEN read into a `Setup`, and written from one.

All checks that need only the text and the variant are here. Whether the side that is not to move is in check
needs the rules of movement: the core checks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilefish.rules.errors import FenError
from tilefish.rules.messages import count, quote
from tilefish.rules.model.setup import Pieces, Setup
from tilefish.rules.model.variant import (
    BELTS,
    BLACK,
    SIDE_NAMES,
    SIDES,
    TILE_NAMES,
    VOID,
    WHITE,
    Kind,
    Variant,
    is_double_step,
)
from tilefish.rules.text.combat_fen import (
    FIELDS,
    format_combat_fields,
    is_combat_field,
    mirrored_state,
    parse_combat_fields,
)

MAX_HALFMOVES = 9999
MAX_FULLMOVES = 99999
MAX_LETTERS = 1300
"""The most letters of a FEN that a program need take: a board full of fighters with all that they can have
is some 1200 long."""
TURN_LETTERS = "wb"


def parse_fen(variant: Variant, text: str) -> Setup:
    """Reads a FEN. Fields may be missing from the right; they are then `w - - 0 1`, and in a combat game the
    state at the start. Raises `FenError`."""
    try:
        return _parse_fields(variant, text)
    except FenError as error:
        raise FenError(error.what, text) from None


def _parse_fields(variant: Variant, text: str) -> Setup:
    words = text.split()
    fields = [word for word in words if not is_combat_field(word)]
    if words[: len(fields)] != fields:
        names = ", ".join(f"{name}:" for name in FIELDS)
        raise FenError(f"the fields {names} come behind all others: {quote(text)}")
    if not fields:
        raise FenError(f"the FEN is empty; the start position is: {format_fen(variant, variant.start)}")
    if len(fields) > 6:
        raise FenError(f"a FEN has at most six fields, this one has {len(fields)}: {quote(text)}")
    given = len(fields)
    fields += ["w", "-", "-", "0", "1"][len(fields) - 1 :]
    pieces, voids = parse_placement(variant, fields[0])
    board = variant.with_voids(voids)
    turn = _parse_turn(fields[1])
    _check_terrain(board, pieces)
    _check_kings(board, pieces, turn)
    passed, passing_pawn = parse_en_passant(board, pieces, turn, fields[3])
    return Setup(
        pieces=pieces,
        turn=turn,
        castling=parse_castling(board, pieces, fields[2]),
        en_passant=passed,
        en_passant_pawn=passing_pawn,
        halfmove=_parse_counter(fields[4], "half-move counter", MAX_HALFMOVES),
        fullmove=max(1, _parse_counter(fields[5], "move number", MAX_FULLMOVES)),
        voids=voids,
        combat=parse_combat_fields(variant, words[given:], pieces, turn),
    )


def check_setup(variant: Variant, setup: Setup) -> None:
    """Checks that a position fits on the terrain of a variant with the same board and pieces, such as its
    start on the tile map of another world. Raises `FenError`."""
    _check_terrain(variant, setup.pieces)
    _check_kings(variant, setup.pieces, setup.turn)
    for rook in setup.castling:
        _, side = setup.pieces[rook]
        if rook not in castling_rooks(variant, setup.pieces, side):
            raise FenError(f"the piece on {variant.square_name(rook)} cannot castle on this terrain")
    if setup.en_passant is not None:
        pawns = list(_pawns_past(variant, setup.pieces, 1 - setup.turn, setup.en_passant))
        if setup.en_passant_pawn not in pawns:
            raise FenError(f"no pawn can have passed over {variant.square_name(setup.en_passant)}")


def format_fen(variant: Variant, setup: Setup) -> str:
    """Writes all fields. `variant` is the one whose terrain already has the FEN's voids."""
    fields = [
        format_placement(variant, setup),
        TURN_LETTERS[setup.turn],
        format_castling(variant, setup),
        _format_en_passant(variant, setup),
        str(setup.halfmove),
        str(setup.fullmove),
    ]
    if setup.combat is not None:
        fields.append(format_combat_fields(variant, setup.combat))
    return " ".join(fields)


def format_placement(variant: Variant, setup: Setup) -> str:
    """The first field: pieces, runs of empty squares, and `*` for void."""
    squares = [VOID if tile == VOID else " " for tile in variant.tiles]
    letters = [(kind.letter.upper(), kind.letter) for kind in variant.kinds]
    for square, (kind, side) in setup.pieces.items():
        squares[square] = letters[kind][side]
    files = variant.files
    rows = ("".join(squares[first : first + files]) for first in range(len(squares) - files, -1, -files))
    placement = "/".join(rows)
    for run in range(files, 0, -1):
        placement = placement.replace(" " * run, str(run))
    return placement


def mirrored(variant: Variant, setup: Setup) -> Setup:
    """The same position with the sides exchanged, the board turned upside down."""

    def turn(square: int) -> int:
        rank, file = divmod(square, variant.files)
        return (variant.ranks - 1 - rank) * variant.files + file

    return Setup(
        pieces={turn(square): (kind, 1 - side) for square, (kind, side) in setup.pieces.items()},
        turn=1 - setup.turn,
        castling=frozenset(turn(rook) for rook in setup.castling),
        en_passant=None if setup.en_passant is None else turn(setup.en_passant),
        en_passant_pawn=None if setup.en_passant_pawn is None else turn(setup.en_passant_pawn),
        halfmove=setup.halfmove,
        fullmove=setup.fullmove,
        combat=None
        if setup.combat is None
        else mirrored_state(setup.combat, {square: turn(square) for square in range(len(variant.tiles))}),
    )


# --- placement -------------------------------------------------------------------------------------------


def parse_placement(variant: Variant, text: str) -> tuple[dict[int, tuple[int, int]], frozenset[int]]:
    """The first field: the pieces, and the squares that it marks as void. Raises `FenError`."""
    rows = text.split("/")
    if len(rows) != variant.ranks:
        raise FenError(
            f"the placement has {count(len(rows), 'rank')}, the board of {variant.name} has "
            f"{variant.ranks}: {quote(text)}"
        )
    pieces: dict[int, tuple[int, int]] = {}
    voids: set[int] = set()
    for index, row in enumerate(rows):
        rank = variant.ranks - 1 - index
        for file, symbol in enumerate(_spread_row(variant, row, rank)):
            square = rank * variant.files + file
            if symbol == VOID:
                voids.add(square)
            elif symbol != " ":
                pieces[square] = parse_piece(variant, symbol)
    return pieces, frozenset(voids)


def _spread_row(variant: Variant, row: str, rank: int) -> str:
    """A row with one character a square, blanks for empty squares."""
    spread = re.sub("[1-9]", lambda run: " " * int(run.group()), row)  # no board has more than 8 files
    if len(spread) != variant.files:
        raise FenError(
            f"rank {rank + 1} of the placement ({quote(row)}) has {count(len(spread), 'square')}, "
            f"the board of {variant.name} has {variant.files} files"
        )
    return spread


def parse_piece(variant: Variant, symbol: str) -> tuple[int, int]:
    """The kind and side of a letter. Raises `FenError`."""
    for index, kind in enumerate(variant.kinds):
        if symbol == kind.letter:
            return index, BLACK
        if symbol == kind.letter.upper():
            return index, WHITE
    letters = " ".join(f"{kind.letter.upper()}/{kind.letter}" for kind in variant.kinds)
    hint = (
        f"; a {TILE_NAMES[symbol]} tile belongs to the variant, not to the FEN" if symbol in _TERRAIN else ""
    )
    raise FenError(
        f"{quote(symbol)} is not a piece of {variant.name}: expected {letters} (and * for void){hint}"
    )


_TERRAIN = frozenset("~=%o?") | BELTS.keys()


def _check_terrain(variant: Variant, pieces: Pieces) -> None:
    for square, piece in pieces.items():
        if not variant.is_safe(square):
            tile = TILE_NAMES[variant.tile(square)]
            raise FenError(
                f"the {_name(variant, piece)} on {variant.square_name(square)} stands on {tile}, "
                "where no piece can stand"
            )


def _check_kings(variant: Variant, pieces: Pieces, turn: int) -> None:
    royal = next(index for index, kind in enumerate(variant.kinds) if kind.royal)
    name = variant.kinds[royal].name
    for side in SIDES:
        count = sum(piece == (royal, side) for piece in pieces.values())
        if count > 1:
            raise FenError(f"{SIDE_NAMES[side]} has {count} {name}s: expected exactly one")
        if count == 0 and not _may_have_lost_king(variant, side, turn):
            raise FenError(f"{SIDE_NAMES[side]} has no {name}: expected exactly one")


def _may_have_lost_king(variant: Variant, side: int, turn: int) -> bool:
    """In a combat game, and where belts run, the side to move may have lost its king to the other side's last
    move. In a combat game where belts run, no side has to save its king, so that either may be gone, or
    both."""
    belts = any(tile in BELTS for tile in variant.tiles)
    if variant.combat is not None and belts:
        return True
    return side == turn and (variant.combat is not None or belts)


# --- the other fields ------------------------------------------------------------------------------------


def _parse_turn(text: str) -> int:
    if text not in ("w", "b"):
        raise FenError(f"the side to move is {quote(text)}: expected w or b")
    return TURN_LETTERS.index(text)


def _parse_counter(text: str, what: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) <= most):
        raise FenError(f"the {what} is {quote(text)}: expected a whole number from 0 to {most}")
    return int(text)


# --- en passant ------------------------------------------------------------------------------------------


def parse_en_passant(variant: Variant, pieces: Pieces, turn: int, text: str) -> tuple[int | None, int | None]:
    """The passed-over square and the pawn that passed over it. Behind a slanted double step the field names
    the pawn's square, too, because several pawns may have moved there. Raises `FenError`."""
    if text == "-" or (text.isdecimal() and not variant.en_passant):  # a count, as others write for Makruk
        return None, None
    passed, named = variant.square_of(text[:2]), variant.square_of(text[2:])
    if passed is None or (named is None and len(text) != 2):
        raise FenError(f'the en passant field is {quote(text)}: expected "-" or a square such as e3')
    pawns = list(_pawns_past(variant, pieces, 1 - turn, passed))
    straight = passed + (variant.files if turn == BLACK else -variant.files)
    if named is not None or straight in pawns:
        wanted = straight if named is None else named
        pawns = [pawn for pawn in pawns if pawn == wanted]
    if not pawns:
        raise FenError(
            f"en passant on {text} cannot be: no {SIDE_NAMES[1 - turn]} pawn can just have "
            "double-stepped over it"
        )
    if len(pawns) > 1:
        both = " or ".join(text + variant.square_name(pawn) for pawn in pawns)
        raise FenError(f"en passant on {text} leaves open which pawn has double-stepped: expected {both}")
    return passed, pawns[0]


def en_passant_choices(variant: Variant, pieces: Pieces, turn: int) -> dict[tuple[int, int], str]:
    """All that the fourth field may say besides `-`: by the passed-over square and its pawn, as text."""
    found = {}
    for passed in range(len(variant.tiles)):
        for pawn in _pawns_past(variant, pieces, 1 - turn, passed):
            found[passed, pawn] = _en_passant_text(variant, passed, pawn)
    return found


def _pawns_past(variant: Variant, pieces: Pieces, side: int, passed: int) -> Iterator[int]:
    """The pawns of a side that may have just double-stepped over an empty square."""
    index = next((index for index, kind in enumerate(variant.kinds) if kind.pawn), None)
    if index is None or not variant.en_passant or passed in pieces or not variant.is_safe(passed):
        return
    forward = 1 if side == WHITE else -1
    rank, file = divmod(passed, variant.files)
    for step in variant.kinds[index].steps:
        if not is_double_step(step):
            continue
        aside = step.dx // 2 * forward
        start = variant.square_at(file - aside, rank - forward)
        end = variant.square_at(file + aside, rank + forward)
        if end is None or pieces.get(end) != (index, side):
            continue
        if start in variant.kinds[index].initial_squares[side]:
            yield end


def _format_en_passant(variant: Variant, setup: Setup) -> str:
    if setup.en_passant is None or setup.en_passant_pawn is None:
        return "-"
    return _en_passant_text(variant, setup.en_passant, setup.en_passant_pawn)


def _en_passant_text(variant: Variant, passed: int, pawn: int) -> str:
    slanted = (passed - pawn) % variant.files != 0
    return variant.square_name(passed) + (variant.square_name(pawn) if slanted else "")


def parse_castling(variant: Variant, pieces: Pieces, text: str) -> frozenset[int]:
    """The third field: the squares of the rooks that may castle. Raises `FenError`."""
    if text == "-":
        return frozenset()
    if variant.castling is None:
        raise FenError(
            f'the castling field is {quote(text)}, but {variant.name} has no castling: expected "-"'
        )
    if len(set(text)) != len(text) or len(text) > 4:
        raise FenError(
            f'the castling field is {quote(text)}: expected "-" or up to four different letters such as KQkq'
        )
    rooks: set[int] = set()
    for letter in text:
        rooks.add(_castling_rook(variant, pieces, letter))
    if len(rooks) != len(text):
        raise FenError(f'the castling field "{text}" names the same rook twice')
    _check_wings(variant, pieces, rooks, text)
    return frozenset(rooks)


def _castling_rook(variant: Variant, pieces: Pieces, letter: str) -> int:
    side = WHITE if letter.isupper() else BLACK
    candidates = castling_rooks(variant, pieces, side)
    king = royal_square(variant, pieces, side)
    wanted = letter.lower()
    rook: int | None = None
    if king is not None and wanted == "k":
        rook = next((square for square in reversed(candidates) if square > king), None)
    elif king is not None and wanted == "q":
        rook = next((square for square in candidates if square < king), None)
    elif king is not None:
        rook = next((square for square in candidates if _file_letter(variant, square) == wanted), None)
    if rook is None:
        raise FenError(
            f"castling right {quote(letter)} cannot be: {SIDE_NAMES[side]} has no such rook beside its king "
            "on its first rank"
        )
    return rook


def _check_wings(variant: Variant, pieces: Pieces, rooks: set[int], text: str) -> None:
    wings = set()
    for rook in rooks:
        side = pieces[rook][1]
        wing = (side, rook > (royal_square(variant, pieces, side) or 0))
        if wing in wings:
            raise FenError(
                f'the castling field "{text}" names two rooks on the same side of the {SIDE_NAMES[side]} king'
            )
        wings.add(wing)


def format_castling(variant: Variant, setup: Setup) -> str:
    """The third field: the castling rights."""
    letters = (
        ""
        if not setup.castling
        else "".join(
            letter.upper() if side == WHITE else letter
            for side in SIDES
            for letter in _castling_letters(variant, setup, side)
        )
    )
    return letters or "-"


def _castling_letters(variant: Variant, setup: Setup, side: int) -> list[str]:
    """King's side first; `k` and `q` for outermost rooks, else the letter of the file."""
    rooks = castling_rooks(variant, setup.pieces, side)
    king = royal_square(variant, setup.pieces, side)
    letters = []
    for rook in sorted((square for square in rooks if square in setup.castling), reverse=True):
        kings_side = king is not None and rook > king
        outermost = rook == (rooks[-1] if kings_side else rooks[0])
        wing = "k" if kings_side else "q"
        letters.append(wing if outermost else _file_letter(variant, rook))
    return letters


def castling_rooks(variant: Variant, pieces: Pieces, side: int) -> list[int]:
    """The castling partners that stand on the king's rank if that is the side's first, from the a-file."""
    king = royal_square(variant, pieces, side)
    partner = _castling_partner(variant)
    if king is None or partner is None:
        return []
    rank = king // variant.files
    if rank != first_rank(variant, side):
        return []
    squares = range(rank * variant.files, (rank + 1) * variant.files)
    return [square for square in squares if pieces.get(square) == (partner, side)]


def first_rank(variant: Variant, side: int) -> int:
    """The rank nearest to a side's edge with a tile that is not void."""
    ranks = range(variant.ranks) if side == WHITE else reversed(range(variant.ranks))
    for rank in ranks:
        row = variant.tiles[rank * variant.files : (rank + 1) * variant.files]
        if any(tile != VOID for tile in row):
            return rank
    return 0


def royal_square(variant: Variant, pieces: Pieces, side: int) -> int | None:
    """The square of a side's royal piece."""
    for square, (kind, owner) in pieces.items():
        if owner == side and variant.kinds[kind].royal:
            return square
    return None


def _castling_partner(variant: Variant) -> int | None:
    for index, kind in enumerate(variant.kinds):
        if variant.castling is not None and kind.name == variant.castling.partner:
            return index
    return None


def _file_letter(variant: Variant, square: int) -> str:
    return chr(ord("a") + square % variant.files)


def _name(variant: Variant, piece: tuple[int, int]) -> str:
    kind: Kind = variant.kinds[piece[0]]
    return f"{SIDE_NAMES[piece[1]]} {kind.name}"
