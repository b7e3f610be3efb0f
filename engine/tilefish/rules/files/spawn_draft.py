"""The section `[spawn]` of a variant file: the pieces that appear on spawn tiles, and when."""

from __future__ import annotations

from collections.abc import Sequence

from tilefish.rules.errors import nearest
from tilefish.rules.files.reader import FileSection, ProblemReport
from tilefish.rules.messages import listing, quote
from tilefish.rules.model.spawn import SPAWN_SIDES, Spawn
from tilefish.rules.model.variant import SPAWN, Kind

SPAWN_KEYS = ("piece", "every", "first", "chance", "count", "side", "most")

MAX_PLIES = 1000
MAX_COUNT = 16


def read_spawn(top: FileSection) -> Spawn | None:
    """The section; None where there is none, or where a file switches off the inherited one."""
    if top.data.get("spawn") is False:
        return None
    section = top.table("spawn", "[spawn] with lines such as every = 10, or spawn = false for none")
    if section is None:
        return None
    section.check_keys(SPAWN_KEYS)
    usual = Spawn()
    every = section.between("every", usual.every, 1, MAX_PLIES)
    return Spawn(
        piece=section.text("piece", usual.piece) or usual.piece,
        every=every,
        first=section.between("first", every, 1, MAX_PLIES),
        chance=section.between("chance", usual.chance, 1, 100),
        count=section.between("count", usual.count, 1, MAX_COUNT),
        side=section.choice("side", SPAWN_SIDES) or usual.side,
        most=section.between("most", usual.most, 1, usual.most),
    )


def check_spawn(
    spawn: Spawn | None, kinds: Sequence[Kind], tiles: str, report: ProblemReport
) -> Spawn | None:
    """The rule, if the game has its pieces and tiles: None on a board without spawn tiles, which is a mistake
    only in a file that sets both."""
    if spawn is None:
        return None
    names = [kind.name for kind in kinds if not kind.royal]
    if spawn.piece not in names:
        hint = nearest(spawn.piece, names) or f"; possible are {listing(names)}"
        what = (
            "is royal" if any(kind.name == spawn.piece for kind in kinds) else "is not a piece of this game"
        )
        report.add(
            f"{quote(spawn.piece)} cannot appear: it {what}{hint}",
            ("spawn", "piece"),
            ("spawn",),
            ("pieces",),
        )
        return None
    if SPAWN in tiles:
        return spawn
    if report.says(("spawn",)):
        report.add(f"[spawn] has no meaning on a board without spawn tiles ({SPAWN})", ("spawn",), ("tiles",))
    return None
