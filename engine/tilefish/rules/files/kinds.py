"""From the pieces of a file to kinds: letters, moves, the royal piece, the pawn, and their tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilefish.rules.errors import InputError
from tilefish.rules.files.draft import Draft, PieceDraft
from tilefish.rules.files.reader import ProblemReport, is_number
from tilefish.rules.files.toml_lines import row_path
from tilefish.rules.messages import count, listing
from tilefish.rules.model.setup import Pieces
from tilefish.rules.model.variant import MAX_CENTIPAWNS, MAX_KINDS, SIDES, Kind, Step
from tilefish.rules.text.betza import parse_betza

SquareTables = tuple[tuple[int, ...], tuple[int, ...]]
Sides = tuple[frozenset[int], frozenset[int]]
"""Square to (index of the kind, side)."""


def build_kinds(draft: Draft, report: ProblemReport) -> tuple[Kind, ...]:
    """The kinds in their order. A kind with wrong moves has none here, so that the rest of the file can still
    be checked."""
    kinds = tuple(_build_kind(piece, draft, report) for piece in draft.pieces)
    _check_letters(draft.pieces, report)
    if not report.complete or draft.unread_pieces:
        return kinds
    _check_royal(kinds, report)
    _check_pawn(kinds, report)
    if len(kinds) > MAX_KINDS:
        message = f"{count(len(kinds), 'piece')}, {MAX_KINDS} are the most"
        report.add(message, ("pieces", kinds[MAX_KINDS].name), ("pieces",))
    return kinds


def are_fit_for_fen(draft: Draft, kinds: Sequence[Kind]) -> bool:
    """Whether a FEN can be read with these kinds."""
    letters = [piece.letter for piece in draft.pieces]
    unique = None not in letters and len(set(letters)) == len(letters)
    return not draft.unread_pieces and unique and sum(kind.royal for kind in kinds) == 1


def with_initial_squares(kinds: Sequence[Kind], pieces: Pieces) -> tuple[Kind, ...]:
    """The kinds with the squares of their `i` moves: where the start position has them. A pawn keeps its
    ranks."""
    return tuple(
        replace(kind, initial_squares=_home_squares(index, pieces))
        if not kind.pawn and any(step.initial for step in kind.steps)
        else kind
        for index, kind in enumerate(kinds)
    )


def _home_squares(kind: int, pieces: Pieces) -> Sides:
    white, black = (
        frozenset(square for square, piece in pieces.items() if piece == (kind, side)) for side in SIDES
    )
    return white, black


def _build_kind(piece: PieceDraft, draft: Draft, report: ProblemReport) -> Kind:
    moves = piece.moves or ""
    return Kind(
        name=piece.name,
        letter=piece.letter or "",
        betza=moves,
        steps=_parse_moves(piece, report),
        royal=piece.royal,
        pawn=piece.pawn,
        minor=piece.minor,
        value=piece.value,
        squares=_build_squares(piece, draft.board, report),
    )


def _parse_moves(piece: PieceDraft, report: ProblemReport) -> tuple[Step, ...]:
    if piece.moves is None:
        return ()
    try:
        return parse_betza(piece.moves)
    except InputError as error:
        report.add(f"the moves of {piece.name}: {error}", ("pieces", piece.name, "moves"))
        return ()


# --- royal piece and pawn --------------------------------------------------------------------------------


def _check_letters(pieces: Sequence[PieceDraft], report: ProblemReport) -> None:
    owners: dict[str, str] = {}
    for piece in pieces:
        if piece.letter is None:
            continue
        owner = owners.setdefault(piece.letter, piece.name)
        if owner != piece.name:
            message = f'{piece.name} has the letter "{piece.letter}", which is that of {owner} already'
            report.add(message, ("pieces", piece.name, "letter"), ("pieces", owner, "letter"))


def _check_royal(kinds: Sequence[Kind], report: ProblemReport) -> None:
    royal = [kind.name for kind in kinds if kind.royal]
    if not royal:
        message = "no piece is royal: the one that must not be lost, such as the king, needs royal = true"
        report.add(message, ("pieces", "king"), ("pieces",))
    for name in royal[1:]:
        report.add(
            f"{listing(royal)} are royal, one piece can be: write royal = false for the others",
            ("pieces", name, "royal"),
            ("pieces", royal[0], "royal"),
        )


def _check_pawn(kinds: Sequence[Kind], report: ProblemReport) -> None:
    pawns = [kind.name for kind in kinds if kind.pawn]
    for name in pawns[1:]:
        report.add(
            f"{listing(pawns)} are pawns, one kind can be: write pawn = false for the others",
            ("pieces", name, "pawn"),
            ("pieces", pawns[0], "pawn"),
        )
    for kind in kinds:
        if kind.pawn and kind.royal:
            report.add(f"{kind.name} cannot be royal and a pawn", ("pieces", kind.name))


# --- square tables ---------------------------------------------------------------------------------------


def _build_squares(
    piece: PieceDraft, board: tuple[int, int] | None, report: ProblemReport
) -> SquareTables | None:
    if board is None:
        return None
    tables = {
        phase: _build_table(piece.name, phase, rows, board, report) for phase, rows in piece.squares.items()
    }
    middlegame = tables.get("middlegame")
    endgame = tables.get("endgame", middlegame)
    return None if middlegame is None or endgame is None else (middlegame, endgame)


def _build_table(
    name: str, phase: str, rows: list[object], board: tuple[int, int], report: ProblemReport
) -> tuple[int, ...] | None:
    """The numbers from a1."""
    place = ("pieces", name, "squares", phase)
    files, ranks = board
    if len(rows) != ranks:
        message = f"the {phase} squares of {name} have {count(len(rows), 'row')}, the board has {ranks}"
        report.add(message, place, ("board",))
        return None
    table: tuple[int, ...] = ()
    for rank, row in enumerate(reversed(rows), start=1):
        numbers = tuple(value for value in row if _is_centipawns(value)) if isinstance(row, list) else ()
        if not isinstance(row, list) or not len(numbers) == len(row) == files:
            report.add(
                f"rank {rank} in the {phase} squares of {name} must have {files} whole numbers "
                f"from {-MAX_CENTIPAWNS} to {MAX_CENTIPAWNS}",
                row_path(place, ranks - rank),
                place,
                ("board",),
            )
            return None
        table += numbers
    return table


def _is_centipawns(value: object) -> bool:
    return is_number(value) and -MAX_CENTIPAWNS <= value <= MAX_CENTIPAWNS
