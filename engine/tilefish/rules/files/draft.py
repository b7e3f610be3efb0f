"""A variant file, key by key, with types but not yet checked against each other.

`None` stands for what the file leaves to the default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Generic, TypeVar

from tilefish.rules.files.catalogue import NAME
from tilefish.rules.files.combat_draft import FIGHTER_KEYS, read_combat, read_fighter
from tilefish.rules.files.reader import FileSection, ProblemReport, is_number
from tilefish.rules.files.spawn_draft import read_spawn
from tilefish.rules.messages import quote
from tilefish.rules.model.combat import Combat, Fighter
from tilefish.rules.model.spawn import Spawn
from tilefish.rules.model.variant import (
    MAX_CENTIPAWNS,
    MAX_FILES,
    MAX_RANKS,
    SIDE_NAMES,
    WHITE,
    EndRules,
    Material,
)
from tilefish.rules.model.weights import MAX_WEIGHT, WEIGHT_NAMES, WEIGHTS, Numbers, Weight
from tilefish.rules.model.win_rate import MAX_WIN_RATE, WinRateModel

TOP_KEYS = (
    "extends", "title", "rules", "source", "board", "start", "tiles",
    "pieces", "pawns", "promotion", "castling", "end", "combat", "spawn", "evaluation", "odds",
)  # fmt: skip
PIECE_KEYS = ("letter", "moves", "value", "squares", "royal", "pawn", "minor", *FIGHTER_KEYS)
PHASES = ("middlegame", "endgame")
MATERIAL_RULES: tuple[Material, ...] = ("fide", "bare-kings", "none")

MIN_SIDE = 2
MAX_REPETITION = 100

Half = TypeVar("Half")


@dataclass(frozen=True, slots=True)
class Both(Generic[Half]):
    """One value for each side."""

    white: Half
    black: Half

    def of(self, side: int) -> Half:
        return self.white if side == WHITE else self.black


@dataclass(frozen=True, slots=True)
class PieceDraft:
    name: str
    letter: str | None
    moves: str | None
    value: tuple[int, int] | None
    squares: dict[str, list[object]]
    """By phase, rows from the top, their contents unchecked; without an endgame it is like the middlegame."""
    royal: bool
    pawn: bool
    minor: bool
    fighter: Fighter | None
    """None in a game without combat, or when the file's fighter is invalid."""
    valued_as: Fighter | None = None
    """The fighter for which the value was given, if that is another one."""


@dataclass(frozen=True, slots=True)
class CastlingDraft:
    allowed: bool
    king_files: tuple[str, ...] | None = None
    rook_files: tuple[str, ...] | None = None
    partner: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    title: str | None
    rules: str
    source: str
    board: tuple[int, int] | None
    """Files and ranks; None when the file's size is invalid."""
    start: str | None
    tiles: str | None
    pieces: tuple[PieceDraft, ...]
    unread_pieces: bool
    """Whether any pieces could not be read."""
    double_step: Both[tuple[int, ...]] | None
    """Rank numbers, from 1."""
    en_passant: bool
    promotion_to: Both[tuple[str, ...]] | None
    promotion_rank: Both[int] | None
    castling: CastlingDraft | None
    end: EndRules
    combat: Combat | None
    """Without its fighters, which are in the pieces."""
    spawn: Spawn | None
    evaluation: tuple[Numbers, ...]
    win_rate_model: WinRateModel | None


def read_draft(
    data: dict[str, object], report: ProblemReport, valued: dict[str, object] | None = None
) -> Draft:
    """Reads every key; every mistake goes into the report. `valued` has the pieces as they were when they got
    their values, if `data` has changed them since."""
    top = FileSection(data, (), report)
    top.check_keys(TOP_KEYS)
    pawns = _section(top, "pawns", ("double_step", "en_passant"))
    promotion = _section(top, "promotion", ("to", "rank"))
    pieces = _read_pieces(top, valued or {})
    return Draft(
        title=top.text("title", "Pirate Seas"),
        rules=(top.text("rules", "Chess with water in the middle.") or "").strip(),
        source=(top.text("source", "my own") or "").strip(),
        board=_read_board(top),
        start=top.text("start", "k7/8/8/8/8/8/8/K7 w - - 0 1"),
        tiles=top.text("tiles", "8/8/8/3~4/4~3/8/8/8"),
        pieces=tuple(piece for piece in pieces if piece is not None),
        unread_pieces=None in pieces,
        double_step=_read_double_step(pawns),
        en_passant=pawns.flag("en_passant", True),
        promotion_to=_read_promotion_to(promotion),
        promotion_rank=_read_promotion_rank(promotion),
        castling=_read_castling(top),
        end=_read_end(top),
        combat=read_combat(top),
        spawn=read_spawn(top),
        evaluation=_read_evaluation(top),
        win_rate_model=_read_win_rate_model(top),
    )


def _section(top: FileSection, key: str, known: tuple[str, ...]) -> FileSection:
    section = top.table(key, f"[{key}]") or FileSection({}, (key,), top.report)
    section.check_keys(known)
    return section


def _read_board(top: FileSection) -> tuple[int, int] | None:
    if "board" not in top.data:
        return 8, 8
    text = top.text("board", "8x8")
    if text is None:
        return None
    files, cross, ranks = text.strip().partition("x")
    if cross and _is_side(files, MAX_FILES) and _is_side(ranks, MAX_RANKS):
        return int(files), int(ranks)
    top.problem(
        "board",
        f"board is {quote(text)}: expected files x ranks, each from {MIN_SIDE} to {MAX_FILES}, "
        'such as board = "8x8"',
    )
    return None


def _is_side(text: str, most: int) -> bool:
    return text in tuple(str(size) for size in range(MIN_SIDE, most + 1))


# --- pieces ----------------------------------------------------------------------------------------------


def _read_pieces(top: FileSection, valued: dict[str, object]) -> tuple[PieceDraft | None, ...]:
    """The pieces of the game, None for each invalid one."""
    pieces = top.table("pieces", '[pieces] with lines such as rook = { letter = "r", moves = "R" }')
    if pieces is None:
        return (None,)
    combat = "combat" in top.data
    return tuple(
        _read_piece(pieces, name, combat, valued.get(name))
        for name, piece in pieces.data.items()
        if piece is not False
    )


def _read_piece(pieces: FileSection, name: str, combat: bool, valued: object) -> PieceDraft | None:
    if not NAME.fullmatch(name):
        pieces.problem(
            name,
            f"invalid name of a piece {quote(name)}: expected small letters, digits, _ and -, a letter first",
        )
        return None
    example = f'{name} = {{ letter = "{name[0]}", moves = "RN" }}'
    piece = pieces.table(name, f"{example}, or false for a piece that is not in this game")
    if piece is None:
        return None
    piece.check_keys(PIECE_KEYS)
    piece.need("letter", f"{name} has no letter: expected {example}")
    piece.need("moves", f"{name} has no moves: expected {example}")
    value = piece.numbers("value", "[330, 320]", 2, MAX_CENTIPAWNS)
    return PieceDraft(
        name=name,
        letter=_read_letter(piece),
        moves=piece.text("moves", "RN"),
        value=None if value is None else (value[0], value[1]),
        squares=_read_squares(piece),
        royal=piece.flag("royal", False),
        pawn=piece.flag("pawn", False),
        minor=piece.flag("minor", False),
        fighter=read_fighter(piece, name, combat),
        valued_as=_read_valued(valued, name) if combat else None,
    )


def _read_valued(valued: object, name: str) -> Fighter | None:
    """A fighter of another file, without a report of its mistakes; None if it has some."""
    if not isinstance(valued, dict):
        return None
    report = ProblemReport(name, {})
    fighter = read_fighter(FileSection(valued, ("pieces", name), report), name, combat=True)
    return None if report.problems else fighter


def _read_letter(piece: FileSection) -> str | None:
    letter = piece.text("letter", "r")
    if letter is None or (len(letter) == 1 and letter in ascii_lowercase):
        return letter
    lower = letter.lower()
    hint = f", {quote(lower)} would do" if len(letter) == 1 and lower in ascii_lowercase else ""
    piece.problem("letter", f"letter is {quote(letter)}: expected one small letter from a to z{hint}")
    return None


def _read_squares(piece: FileSection) -> dict[str, list[object]]:
    example = "squares = { middlegame = [[0, 5], [5, 0]], endgame = [[0, 9], [9, 0]] }, ranks from the top"
    squares = piece.table("squares", example)
    if squares is None:
        return {}
    squares.check_keys(PHASES)
    squares.need("middlegame", f"{squares.title} has no middlegame: expected {example}")
    tables = {phase: squares.rows(phase) for phase in PHASES}
    return {phase: rows for phase, rows in tables.items() if rows is not None}


# --- rules -----------------------------------------------------------------------------------------------


def _read_double_step(pawns: FileSection) -> Both[tuple[int, ...]] | None:
    example = "double_step = { white = 2, black = 7 }, or false for no double step"
    if pawns.data.get("double_step") is False:
        return Both((), ())
    sides = pawns.table("double_step", example)
    return None if sides is None else _read_both(sides, example, _read_ranks)


def _read_promotion_to(promotion: FileSection) -> Both[tuple[str, ...]] | None:
    example = '["queen", "rook"]'
    if isinstance(promotion.data.get("to"), dict):
        sides = promotion.table("to", f"to = {{ white = {example}, black = {example} }}")
        return None if sides is None else _read_both(sides, f"white = {example}", _read_kinds)
    kinds = promotion.words("to", example)
    return None if kinds is None else Both(kinds, kinds)


def _read_promotion_rank(promotion: FileSection) -> Both[int] | None:
    example = "rank = { white = 8, black = 1 }"
    sides = promotion.table("rank", example)
    return None if sides is None else _read_both(sides, example, _read_rank)


def _read_both(
    sides: FileSection, example: str, read: Callable[[FileSection, str], Half | None]
) -> Both[Half] | None:
    sides.check_keys(SIDE_NAMES)
    for side in SIDE_NAMES:
        sides.need(side, f"{sides.title} says nothing of {side}: expected {example}")
    white, black = (read(sides, side) for side in SIDE_NAMES)
    return None if white is None or black is None else Both(white, black)


def _read_rank(sides: FileSection, side: str) -> int | None:
    rank = sides.data.get(side)
    if rank is None or is_number(rank):
        return rank
    sides.wrong(side, f"the number of a rank, such as {side} = 2")
    return None


def _read_ranks(sides: FileSection, side: str) -> tuple[int, ...] | None:
    """A rank, a list of ranks, or false."""
    value = sides.data.get(side)
    if value is None:
        return None
    ranks = value if isinstance(value, list) else [] if value is False else [value]
    numbers = tuple(rank for rank in ranks if is_number(rank))
    if len(numbers) == len(ranks):
        return numbers
    sides.wrong(side, f"the number of a rank, a list of them, or false, such as {side} = 2")
    return None


def _read_kinds(sides: FileSection, side: str) -> tuple[str, ...] | None:
    return sides.words(side, '["queen", "rook"]')


def _read_castling(top: FileSection) -> CastlingDraft | None:
    if "castling" not in top.data:
        return None
    if top.data["castling"] is False:
        return CastlingDraft(allowed=False)
    castling = top.table("castling", '[castling] with king_files = ["g", "c"], or castling = false for none')
    if castling is None:
        return None
    castling.check_keys(("king_files", "rook_files", "partner"))
    return CastlingDraft(
        allowed=True,
        king_files=castling.words("king_files", '["g", "c"]'),
        rook_files=castling.words("rook_files", '["f", "d"]'),
        partner=castling.text("partner", "rook"),
    )


def _read_end(top: FileSection) -> EndRules:
    end = _section(top, "end", ("stalemate", "repetition", "fifty_moves", "draw_by_material"))
    usual = EndRules()
    return EndRules(
        stalemate_loss=end.choice("stalemate", ("draw", "loss")) == "loss",
        repetition=_read_repetition(end, usual.repetition),
        fifty_moves=end.flag("fifty_moves", usual.fifty_moves),
        material=end.choice("draw_by_material", MATERIAL_RULES) or usual.material,
    )


def _read_repetition(end: FileSection, usual: int) -> int:
    value = end.data.get("repetition", usual)
    if value is False:
        return 0
    if isinstance(value, int) and is_number(value) and 2 <= value <= MAX_REPETITION:
        return value
    end.wrong("repetition", f"a number from 2 to {MAX_REPETITION}, or false for no such draw")
    return usual


# --- evaluation ------------------------------------------------------------------------------------------


def _read_evaluation(top: FileSection) -> tuple[Numbers, ...]:
    combat = "combat" in top.data
    section = _section(top, "evaluation", WEIGHT_NAMES)
    return tuple(_read_weight(section, weight, combat) or weight.usual for weight in WEIGHTS)


def _read_weight(section: FileSection, weight: Weight, combat: bool) -> Numbers | None:
    """The file's value of a weight. A weight for the other sort of game is ignored if it is inherited, and a
    mistake if it is the file's own."""
    if not weight.counts_in(combat) and section.report.says((*section.path, weight.name)):
        game = "a combat game" if combat else "a game without a section [combat]"
        section.problem(weight.name, f"{weight.name} has no meaning in {game}")
    if len(weight.usual) > 1:
        return section.numbers(weight.name, weight.example, len(weight.usual), MAX_WEIGHT)
    number = section.number(weight.name, weight.example, MAX_WEIGHT)
    return None if number is None else (number,)


def _read_win_rate_model(top: FileSection) -> WinRateModel | None:
    numbers = top.numbers("odds", "[250, 90]", 2, MAX_WIN_RATE)
    if numbers is None:
        return None
    even, spread = numbers
    if even < 0 or spread <= 0:
        top.problem("odds", f"odds are {even} and {spread}: expected a number from 0 and one from 1")
        return None
    return WinRateModel(even, spread)
