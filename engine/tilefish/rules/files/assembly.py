"""From a draft to a variant: all checks and values that need several keys of a file.

Checks go on after a mistake, so that all mistakes of a file are reported at once, but they skip values that
depend on a wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilefish.rules.errors import InputError, nearest
from tilefish.rules.files import orthodox
from tilefish.rules.files.combat_assembly import adapted_values, build_combat, combat_ends
from tilefish.rules.files.draft import Both, CastlingDraft, Draft
from tilefish.rules.files.kinds import are_fit_for_fen, build_kinds, with_initial_squares
from tilefish.rules.files.promotion import has_floor, pawns_arrive
from tilefish.rules.files.reader import ProblemReport
from tilefish.rules.files.spawn_draft import check_spawn
from tilefish.rules.files.toml_lines import KeyPath, row_path
from tilefish.rules.messages import listing, quote
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import FLOOR, SIDE_NAMES, SIDES, WHITE, Castling, Kind, Variant
from tilefish.rules.text.combat_fen import is_combat_field
from tilefish.rules.text.fen import parse_fen
from tilefish.rules.text.tiles import TilesError, parse_tiles

START_KEYS: tuple[KeyPath, ...] = (("start",), ("board",), ("tiles",), ("pieces",), ("castling",), ("pawns",))


@dataclass(frozen=True, slots=True)
class _Board:
    """Everything that depends only on the size of the board."""

    files: int
    ranks: int
    tiles: str | None
    double_step: tuple[tuple[int, ...], tuple[int, ...]]
    """Rank indices, by side."""
    promotion_rank: tuple[int, int]


def assemble(name: str, path: str, draft: Draft, report: ProblemReport) -> Variant | None:
    """The variant, or None where the game itself has problems. Other problems may be in the report."""
    kinds = build_kinds(draft, report)
    if not report.complete:
        return None
    board = _board(draft, report)
    if draft.unread_pieces:
        return None
    promotion_to = _promotion_to(draft.promotion_to, kinds, report)
    _check_pawn_keys(draft, kinds, report)
    if board is None or not are_fit_for_fen(draft, kinds):
        return None
    mistakes = len(report.problems)
    combat = build_combat(draft, kinds, report)
    spawn = None if board.tiles is None else check_spawn(draft.spawn, kinds, board.tiles, report)
    castling = None if combat else _castling(draft.castling, board.files, kinds, report)
    is_sound = len(report.problems) == mistakes
    if combat is not None:
        kinds = adapted_values(draft, kinds, combat)
    variant = Variant(
        name=name,
        title=draft.title or name,
        files=board.files,
        ranks=board.ranks,
        tiles=board.tiles or FLOOR * (board.files * board.ranks),
        kinds=_with_pawn_ranks(kinds, board),
        start=Setup({}),
        promotion_to=promotion_to,
        promotion_rank=board.promotion_rank,
        en_passant=draft.en_passant and combat is None,
        castling=castling,
        end=draft.end if combat is None else combat_ends(draft.end, report),
        combat=combat,
        spawn=spawn,
        evaluation=draft.evaluation,
        win_rate_model=draft.win_rate_model,
        rules=draft.rules,
        source=draft.source,
        path=path,
    )
    fen = orthodox.start(castling) if draft.start is None else draft.start
    variant = _set_up(variant, fen if is_sound else _bare(fen), draft, report)
    if is_sound and board.tiles is not None:
        _check_promotion(variant, board, report)
    return variant if report.is_playable else None


def _bare(start: str) -> str:
    """A start position without the fields for castling and combat: these are wrong, so the whole cannot be
    read."""
    fields = [word for word in start.split() if not is_combat_field(word)]
    return " ".join([*fields[:2], "-", *fields[3:]]) if len(fields) > 2 else " ".join(fields)


def _board(draft: Draft, report: ProblemReport) -> _Board | None:
    if draft.board is None:
        return None
    files, ranks = draft.board
    return _Board(
        files=files,
        ranks=ranks,
        tiles=_tiles(draft, files, ranks, report),
        double_step=_double_step(draft.double_step, ranks, report),
        promotion_rank=_promotion_rank(draft.promotion_rank, ranks, report),
    )


def _set_up(variant: Variant, fen: str, draft: Draft, report: ProblemReport) -> Variant:
    """The variant with its start position, and with what that adds to the terrain and to the pieces."""
    if draft.start is None and (variant.files, variant.ranks) != orthodox.START_BOARD:
        report.add(
            f"a board of {variant.files}x{variant.ranks} needs a start position: start = a FEN, "
            "White's pieces in capitals",
            ("start",),
            ("board",),
        )
        return variant
    try:
        setup = parse_fen(variant, fen)
    except InputError as error:
        report.add(f"the start position: {error}", *START_KEYS)
        return variant
    variant = variant.with_voids(setup.voids)
    kinds = with_initial_squares(variant.kinds, setup.pieces)
    return replace(variant, kinds=kinds, start=replace(setup, voids=frozenset()))


def _tiles(draft: Draft, files: int, ranks: int, report: ProblemReport) -> str | None:
    if draft.tiles is None:
        return FLOOR * (files * ranks)
    try:
        return parse_tiles(draft.tiles, files, ranks)
    except TilesError as error:
        for row, message in error.mistakes:
            places = () if row is None else (row_path(("tiles",), row),)
            report.add(message, *places, ("tiles",), ("board",))
        return None


# --- pawns -----------------------------------------------------------------------------------------------


def _check_pawn_keys(draft: Draft, kinds: Sequence[Kind], report: ProblemReport) -> None:
    """Reports keys about pawns that can have no effect."""
    pawn = next((kind for kind in kinds if kind.pawn), None)
    if pawn is None:
        for key in (("pawns",), ("promotion",)):
            if report.says(key):
                report.add(f"[{key[0]}] has no meaning in a game without a piece with pawn = true", key)
        return
    doubles = draft.double_step is not None and any(draft.double_step.of(side) for side in SIDES)
    double_step: KeyPath = ("pawns", "double_step")
    if doubles and report.says(double_step) and pawn.steps and not any(step.initial for step in pawn.steps):
        report.add(
            f'double_step has no meaning while the moves of {pawn.name} ("{pawn.betza}") have no i part, '
            "such as ifmnD",
            double_step,
        )


def _double_step(
    wanted: Both[tuple[int, ...]] | None, ranks: int, report: ProblemReport
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rank indices from which each side double-steps."""
    if wanted is None:
        return orthodox.double_step_ranks(ranks)
    for side, key in zip(SIDES, SIDE_NAMES, strict=True):
        for rank in wanted.of(side):
            if not 1 <= rank <= ranks:
                _complain_of_rank(("pawns", "double_step"), key, rank, ranks, report)
    white, black = (tuple(rank - 1 for rank in wanted.of(side) if 1 <= rank <= ranks) for side in SIDES)
    return white, black


def _promotion_rank(wanted: Both[int] | None, ranks: int, report: ProblemReport) -> tuple[int, int]:
    usual = orthodox.promotion_ranks(ranks)
    if wanted is None:
        return usual
    white, black = wanted.white, wanted.black
    for rank, key in ((white, "white"), (black, "black")):
        if not 1 <= rank <= ranks:
            _complain_of_rank(("promotion", "rank"), key, rank, ranks, report)
    return (
        white - 1 if 1 <= white <= ranks else usual[0],
        black - 1 if 1 <= black <= ranks else usual[1],
    )


def _complain_of_rank(key: KeyPath, side: str, rank: int, ranks: int, report: ProblemReport) -> None:
    message = f"{key[1]} of {side} is {rank}, the board has the ranks 1 to {ranks}"
    report.add(message, (*key, side), ("board",))


def _with_pawn_ranks(kinds: Sequence[Kind], board: _Board) -> tuple[Kind, ...]:
    """The kinds, with the squares from which the pawn double-steps."""
    white, black = (
        frozenset(
            rank * board.files + file for rank in board.double_step[side] for file in range(board.files)
        )
        for side in SIDES
    )
    return tuple(replace(kind, initial_squares=(white, black)) if kind.pawn else kind for kind in kinds)


# --- promotion -------------------------------------------------------------------------------------------


def _promotion_to(
    wanted: Both[tuple[str, ...]] | None, kinds: Sequence[Kind], report: ProblemReport
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    possible = promotable(kinds)
    if any(kind.pawn for kind in kinds):
        for side, key in zip(SIDES, SIDE_NAMES, strict=True):
            chosen = possible if wanted is None else wanted.of(side)
            _check_choice(chosen, possible, [kind.name for kind in kinds], key, report)
    return (possible, possible) if wanted is None else (wanted.white, wanted.black)


def promotable(kinds: Sequence[Kind]) -> tuple[str, ...]:
    """The names of all promotions of a pawn, in the order in which they are offered."""
    names = [kind.name for kind in kinds if not kind.royal and not kind.pawn]
    usual = [name for name in orthodox.PROMOTION_ORDER if name in names]
    return tuple(usual + [name for name in names if name not in usual])


def _check_choice(
    chosen: Sequence[str], possible: Sequence[str], known: Sequence[str], side: str, report: ProblemReport
) -> None:
    places: tuple[KeyPath, ...] = (("promotion", "to", side), ("promotion", "to"))
    if not chosen:
        report.add("a pawn on its last rank has nothing to promote to", *places, ("pieces",))
    if len(set(chosen)) != len(chosen):
        report.add("promotion names a piece twice", *places)
    for name in chosen:
        if name in possible:
            continue
        what = "is royal or the pawn itself" if name in known else "is not a piece of this game"
        hint = nearest(name, possible) or f"; possible are {listing(possible)}"
        report.add(f"promotion to {quote(name)}, which {what}{hint}", *places, ("pieces", name))


def _check_promotion(variant: Variant, board: _Board, report: ProblemReport) -> None:
    """Reports promotion ranks that pawns cannot reach."""
    pawn = next((kind for kind in variant.kinds if kind.pawn), None)
    if pawn is None or not pawn.steps:
        return
    for side, key in zip(SIDES, SIDE_NAMES, strict=True):
        rank = variant.promotion_rank[side]
        complaint = ""
        if not has_floor(variant, rank):
            complaint = "has no tile that a piece can stand on"
        elif not all(_is_ahead(rank, start, side) for start in board.double_step[side]):
            complaint = "is not ahead of its pawn rank"
        elif not pawns_arrive(variant, pawn, side, _squares_of(variant, pawn, side)):
            complaint = "can be reached by none of its pawns"
        if complaint:
            places: tuple[KeyPath, ...] = (("promotion", "rank", key), ("pawns", "double_step", key))
            message = f"rank {rank + 1}, where {key} promotes, {complaint}: set rank in [promotion]"
            report.add(message, *places, ("tiles",), ("start",), ("board",), ("pieces", pawn.name))


def _is_ahead(rank: int, start: int, side: int) -> bool:
    return rank > start if side == WHITE else rank < start


def _squares_of(variant: Variant, kind: Kind, side: int) -> list[int]:
    piece = variant.kinds.index(kind), side
    return [square for square, standing in variant.start.pieces.items() if standing == piece]


# --- castling --------------------------------------------------------------------------------------------


def _castling(
    wanted: CastlingDraft | None, files: int, kinds: Sequence[Kind], report: ProblemReport
) -> Castling | None:
    usual = orthodox.castling(files)
    names = [kind.name for kind in kinds if not kind.royal and not kind.pawn]
    if wanted is None:
        return usual if usual is not None and usual.partner in names else None
    if not wanted.allowed:
        return None
    partner = wanted.partner or "rook"
    if partner not in names:
        hint = nearest(partner, names) or f"; possible are {listing(names)}"
        message = f"castling with {quote(partner)}, which is not a piece of this game that could{hint}"
        report.add(message, ("castling", "partner"), ("castling",))
    king_files = _castling_files(
        "king_files", wanted.king_files, usual.king_files if usual else None, files, report
    )
    rook_files = _castling_files(
        "rook_files", wanted.rook_files, usual.rook_files if usual else None, files, report
    )
    if king_files is None or rook_files is None:
        return None
    if king_files[0] == rook_files[0] or king_files[1] == rook_files[1]:
        report.add("castling ends with king and partner on the same file", ("castling",))
    return Castling(king_files, rook_files, partner)


def _castling_files(
    key: str,
    wanted: tuple[str, ...] | None,
    usual: tuple[int, int] | None,
    files: int,
    report: ProblemReport,
) -> tuple[int, int] | None:
    if wanted is None and usual is not None:
        return usual
    letters = "abcdefgh"[:files]
    indices = [letters.find(file) if len(file) == 1 else -1 for file in wanted or ()]
    if len(indices) == 2 and -1 not in indices:
        return indices[0], indices[1]
    found = "missing" if wanted is None else listing(wanted)
    report.add(
        f"{key} are {found}: expected two files from a to {letters[-1]}, the king's side first, such as "
        f'{key} = ["{letters[-2]}", "{letters[min(2, files - 1)]}"]',
        ("castling", key),
        ("castling",),
        ("board",),
    )
    return None
