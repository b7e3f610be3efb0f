"""The weights of the evaluation: their names, their meanings, and their defaults.

This is the one list of them: variant files, the core's `Weights` (filled by name), the tuner and
docs/variant-files.md use it. The defaults of games without combat are those that were fitted to chess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MAX_WEIGHT = 2000
"""Centipawns. The core's sums do not overflow even if every weight has this size."""

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Weight:
    """One weight: a number, a pair (middlegame, endgame), or one number for each case."""

    name: str
    usual: Numbers
    meaning: str
    games: Literal["all", "chess", "combat"] = "all"
    """The games where it counts: all, those without combat, or combat games only."""
    by_case: bool = False
    """Whether two numbers are for two cases, not for middlegame and endgame."""

    @property
    def in_phases(self) -> bool:
        """Whether it has a number for the middlegame and one for the endgame."""
        return len(self.usual) == 2 and not self.by_case

    def counts_in(self, combat: bool) -> bool:
        """Whether it counts in combat games, or in games without combat."""
        return self.games in ("all", "combat" if combat else "chess")

    @property
    def example(self) -> str:
        """The default numbers in the notation of a file."""
        return str(self.usual[0]) if len(self.usual) == 1 else str(list(self.usual))


WEIGHTS: tuple[Weight, ...] = (
    Weight("tempo", (51,), "being to move"),
    # pieces
    Weight("mobility", (2, 5), "each move of a piece beyond its kind's usual, to where no enemy pawn guards"),
    Weight("freedom", (7, 11), "by how much its first moves count more than its last ones", "chess"),
    Weight("scarce_mobility", (3, -7), "each such move, more or less the fewer its kind has", "chess"),
    Weight("trapped", (-2, -3), "an officer that has no such move", "chess"),
    Weight("shut_in", (-16, -12), "a rook or its like beyond its king, with up to three such moves", "chess"),
    Weight("pair", (43, 46), "two pieces of a kind that never leaves the colour of its square"),
    Weight("open_file", (50, 2), "a rook or its like on a file without pawns", "chess"),
    Weight("half_open_file", (22, 12), "the same on a file without own pawns", "chess"),
    Weight("connected_rooks", (-2, 12), "two rooks or their like that see each other along a line", "chess"),
    Weight("outpost", (15, 13), "a guarded knight in the enemy's half that no pawn can ever attack"),
    Weight("bad_bishop", (-2, -4), "each own pawn on the colour of a piece that never leaves it", "chess"),
    Weight("behind_pawn", (7, 14), "a light officer right behind a pawn", "chess"),
    Weight("far_from_king", (-3, -1), "a light officer over two (twice: four) steps from its king", "chess"),
    # material
    Weight("leaper_pawns", (13, -3), "a knight, for each own pawn more than usual", "chess"),
    Weight("rook_pawns", (15, -9), "a rook or its like, for the same", "chess"),
    Weight("heavy_pairs", (-2, -37), "each pair of heavy officers", "chess"),
    # space
    Weight("space", (9,), "each safe square in the middle of the own half, with sixteen pieces", "chess"),
    # threats
    Weight("pawn_threat", (71, 22), "an officer that a pawn on a safe square attacks", "chess"),
    Weight("push_threat", (25, 12), "an officer that a pawn could attack after a safe push", "chess"),
    Weight("lesser_threat", (48, 7), "an officer that a clearly cheaper one attacks", "chess"),
    Weight("weak_attacked", (11, 13), "an attacked officer that no pawn nor two pieces guard", "chess"),
    Weight("hanging", (19, 35), "the same or a pawn, without a guard or attacked twice", "chess"),
    Weight("king_threat", (0, 18), "one of these beside the enemy king", "chess"),
    Weight("contested", (7, 0), "a square that both sides attack, not well guarded by the enemy", "chess"),
    # pawns
    Weight("doubled", (1, -23), "a pawn with an own pawn ahead on its file"),
    Weight("isolated", (-6, -1), "a pawn without own pawns on the files beside it"),
    Weight("backward", (-2, -1), "a pawn behind all its neighbours, its next square guarded by a pawn"),
    Weight("supported", (15, 3), "a pawn guarded by an own pawn"),
    Weight("phalanx", (6, -4), "a pawn with an own pawn right beside it"),
    Weight("supported_far", (27, 16), "a guarded pawn, just before it promotes; less further back", "chess"),
    Weight("phalanx_far", (30, 64), "a pawn beside an own pawn, for the same", "chess"),
    Weight("weak_open", (-8, -11), "an isolated or backward pawn with no enemy pawn ahead", "chess"),
    Weight("lever", (-12, -14), "an enemy pawn that pawns attack and none guards", "chess"),
    Weight("candidate", (10, 35), "a pawn that exchanges may make a passed one; less further back", "chess"),
    Weight("passed", (56, 136), "a pawn that no pawn can stop, just before it promotes; less further back"),
    Weight("passed_own_king", (1, -47), "each step of its king to the square ahead, up to five", "chess"),
    Weight("passed_enemy_king", (-11, 59), "the same of the enemy king", "chess"),
    Weight("passed_free", (21, 18), "an empty square ahead of a passed pawn", "chess"),
    Weight("passed_safe", (20, 106), "the same, and no enemy attacks its way", "chess"),
    Weight("passed_guarded", (28, 73), "an empty square ahead that an own piece guards", "chess"),
    Weight("passed_behind", (22, 30), "a rook or its like behind a passed pawn", "chess"),
    # the king
    Weight("shield", (13,), "each own pawn beside the king, up to three; middlegame only"),
    Weight("king_friends", (-6, 4, 2), "no own piece beside the king, one, two or more; middlegame only"),
    Weight("shield_far", (3,), "each own pawn two steps ahead of the king or beside that", "chess"),
    Weight("open_shield", (-18,), "each of the three files around the king without own pawns ahead", "chess"),
    Weight("storm", (-20, -1, 2), "each enemy pawn two, three, four steps ahead, on these files", "chess"),
    Weight("pawnless_flank", (-11, -66), "a king on a flank without pawns", "chess"),
    Weight("flank_attack", (-4, 0), "each attack of the enemy on the king's flank", "chess"),
    Weight("king_attackers", (51,), "danger: pieces that attack where the king could go, squared", "chess"),
    Weight("king_attack", (-13,), "danger: each time that such a square is attacked", "chess"),
    Weight("king_weak", (45,), "danger: each such square that only the king guards", "chess"),
    Weight("safe_check", (318,), "danger: a kind with a safe check; more for several squares", "chess"),
    Weight("unsafe_check", (39,), "danger: each square of another check", "chess"),
    Weight("king_flank", (7,), "danger: each attack on the king's flank", "chess"),
    Weight("king_mobility", (63,), "danger: percent of what the enemy's moves are worth more", "chess"),
    Weight("no_heavy", (-390,), "danger: the enemy has none of the dearest kind", "chess"),
    Weight("king_in_stone_reach", (-200,), "a king that a stone brings an enemy to, unless barred", "chess"),
    # endgames
    Weight("complexity", (-98,), "being better in the endgame, in games with pawns", "chess"),
    Weight("complex_pawns", (13,), "the same, for each pawn", "chess"),
    Weight("complex_passed", (6,), "the same, for each passed pawn", "chess"),
    Weight("complex_wings", (27,), "the same, with pawns on both wings", "chess"),
    Weight("complex_kings", (0,), "the same, for each file between the kings, less each rank", "chess"),
    Weight("complex_advance", (8,), "the same, with a king in its enemy's half", "chess"),
    Weight("complex_bare", (53,), "the same, without officers", "chess"),
    # the world
    Weight("on_stone", (50,), "each own piece on a stepping stone"),
    Weight("beside_stone", (10,), "each own piece beside a stepping stone"),
    Weight("on_bridge", (40,), "each own piece on a bridge"),
    Weight("on_belt", (-15,), "each own piece on a belt"),
    Weight("near_spawn", (3,), "each own piece on a spawn tile or beside one"),
    # fighters
    Weight("hit_point", (2,), "each hit point of a piece", "combat"),
    Weight("vitality", (50,), "percent of a piece's value that it loses with its hit points", "combat"),
    Weight("king_life", (1000,), "the king's value, where hit points and attacks are counted", "combat"),
    Weight("first_strike", (50,), "percent of what the best attack takes, of the side to move", "combat"),
    Weight("later_strike", (20,), "the same of the other side", "combat"),
    Weight("more_strikes", (5,), "percent of what either side could take from all others", "combat"),
    Weight("king_in_danger", (-300, -200), "a king under attack, at once or a turn later", "combat", True),
    Weight("king_ring", (-8, -4), "each tile beside the king that the enemy threatens", "combat"),
    Weight("king_exposed", (-15,), "a king that stood on a threatened tile as its turn ended", "combat"),
    Weight("threatened", (-8, -8), "each own piece on a tile that the enemy threatens", "combat"),
    Weight("defended", (4, 4), "each own piece on a tile that its own side threatens", "combat"),
    Weight("shielded", (6,), "each own piece beside another, for each point of the shield", "combat"),
    Weight("centre", (8, 4), "each own piece but the king in the middle of the board", "combat"),
    Weight("undeveloped", (-10,), "each own officer where its kind began; middlegame only", "combat"),
    Weight("closeness", (2, 5), "each step that an officer is nearer to the enemy king than seven", "combat"),
    Weight("decree_ready", (40,), "a Royal Decree that can still be used", "combat"),
    Weight("decree_turn", (25,), "each turn for which a Royal Decree is still active", "combat"),
    Weight("overextend_ready", (20,), "an ability that is there; less while its counter falls", "combat"),
    Weight("interpose_ready", (10,), "the same", "combat"),
    Weight("consecration_ready", (10,), "the same", "combat"),
    Weight("skirmish_ready", (12,), "the same", "combat"),
    Weight("advance_ready", (3,), "the same", "combat"),
)  # fmt: skip

WEIGHT_NAMES: tuple[str, ...] = tuple(weight.name for weight in WEIGHTS)
USUAL_WEIGHTS: tuple[Numbers, ...] = tuple(weight.usual for weight in WEIGHTS)
