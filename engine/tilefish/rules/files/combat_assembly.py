"""The combat game of a variant file: its section and its pieces put together, and checked against the
rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilefish.rules.files.draft import Draft
from tilefish.rules.files.reader import ProblemReport
from tilefish.rules.messages import listing
from tilefish.rules.model.combat import Combat, Fighter
from tilefish.rules.model.combat_strength import worth_ratio
from tilefish.rules.model.variant import MAX_CENTIPAWNS, EndRules, Kind


def build_combat(draft: Draft, kinds: Sequence[Kind], report: ProblemReport) -> Combat | None:
    """The rules of combat with all fighters; None for a game without."""
    if draft.combat is None:
        return None
    fighters = tuple(piece.fighter for piece in draft.pieces if piece.fighter is not None)
    _check_abilities(kinds, fighters, report)
    _check_other_rules(draft, report)
    return replace(draft.combat, fighters=fighters)


def adapted_values(draft: Draft, kinds: Sequence[Kind], combat: Combat) -> tuple[Kind, ...]:
    """The kinds, with changed values where they were given for another fighter."""
    return tuple(
        replace(kind, value=_adapted(kind.value, piece.valued_as, fighter, combat))
        if kind.value is not None and piece.valued_as not in (None, fighter)
        else kind
        for kind, piece, fighter in zip(kinds, draft.pieces, combat.fighters, strict=True)
    )


def _adapted(value: tuple[int, int], before: Fighter | None, now: Fighter, combat: Combat) -> tuple[int, int]:
    factor = 1.0 if before is None else worth_ratio(now, before, combat)
    middlegame, endgame = (
        min(MAX_CENTIPAWNS, round(number * factor)) if number > 0 else number for number in value
    )
    return middlegame, endgame


def combat_ends(end: EndRules, report: ProblemReport) -> EndRules:
    """The ends of a combat game: its own rules replace two of chess."""
    if report.says(("end", "fifty_moves")) and end.fifty_moves:
        message = (
            "fifty_moves has no meaning in a combat game: quiet_plies in [combat] counts plies without damage"
        )
        report.add(message, ("end", "fifty_moves"))
    if report.says(("end", "draw_by_material")) and end.material == "fide":
        message = 'draw_by_material = "fide" is for chess: expected "bare-kings" or "none" in a combat game'
        report.add(message, ("end", "draw_by_material"))
    return replace(end, fifty_moves=False, material="bare-kings" if end.material == "fide" else end.material)


def _check_abilities(kinds: Sequence[Kind], fighters: Sequence[Fighter], report: ProblemReport) -> None:
    decrees = []
    for kind, fighter in zip(kinds, fighters, strict=True):
        name = fighter.ability.name if fighter.ability else ""
        if name == "royal-decree":
            decrees.append(kind.name)
        if name == "overextend" and kind.royal:
            message = f"{kind.name} is royal and cannot have overextend, which would let it end its own game"
            report.add(message, ("pieces", kind.name, "ability"), ("pieces", kind.name))
    if len(decrees) > 1:
        report.add(
            f"{listing(decrees)} have royal-decree, one kind of piece can have it",
            *(("pieces", name, "ability") for name in decrees),
        )


def _check_other_rules(draft: Draft, report: ProblemReport) -> None:
    """Reports rules in the file that a combat game does not have."""
    if draft.castling is not None and draft.castling.allowed and report.says(("castling",)):
        report.add("a combat game has no castling, leave [castling] out", ("castling",))
    if draft.en_passant and report.says(("pawns", "en_passant")):
        report.add("a combat game has no en passant, leave it out", ("pawns", "en_passant"))
