"""The rules of a combat game as a flat table, beside the `Rules` of its board and pieces.

There, the quiet moves of a kind are where it goes, its captures are whom it attacks.
"""

from tilefish.core.board.rule_tables cimport MAX_KINDS, RuleTables, Rules
from tilefish.core.board.score cimport Score
from tilefish.core.types cimport SQUARES, Bitboard, Side, Square, u8, u16

cdef enum:
    MAX_FACES = 20
    LONGEST_REACH = 7
    MOST_HP = 250
    HIT_MODES = 4             # with a decree or without, at an exposed side or not
    HIT_SCALE = 256

cdef enum Power:
    NO_POWER
    POWER_DECREE
    POWER_OVEREXTEND
    POWER_INTERPOSE
    POWER_CONSECRATION
    POWER_SKIRMISH
    POWER_ADVANCE

cdef struct CombatRules:
    const Rules* base
    int hp[MAX_KINDS]             # at the most
    int damage[MAX_KINDS]
    int most_damage               # of all kinds
    bint strikes_standing[MAX_KINDS]
    bint strikes_after_step[MAX_KINDS]
    Power power[MAX_KINDS]        # the kind's ability
    int cooldown[MAX_KINDS]
    int faces
    int lowest                    # what a roll is clamped to
    int highest
    int exposed_bonus
    int quiet_plies               # 0: no such draw
    int decree_bonus
    int decree_turns
    bint decree_is_limited
    int recoil[MAX_KINDS]         # of those that overextend
    int heal_reach[MAX_KINDS]     # of those that heal
    int threat_penalty[2]         # by side, as all below
    int shield[2]
    bint cautious_king[2]
    bint cools[2]                 # whether abilities have cooldowns
    bint always_exposed[2]
    u8 diagonal[4][SQUARES][LONGEST_REACH + 1]   # way, square: the squares on it, then NO_SQUARE
    int advance_squares[MAX_KINDS]
    Bitboard advance_way[LONGEST_REACH + 1][2][SQUARES]   # squares, side, origin: must be empty, the last included
    u8 advance_to[LONGEST_REACH + 1][2][SQUARES]   # NO_SQUARE where there is no way
    int action_capacity           # no position has more actions
    Score condition[MAX_KINDS][MOST_HP + 1]   # by kind and hit points: the difference to its full value
    u16 hit[HIT_MODES][MAX_KINDS][MOST_HP + 1]    # the average hit by attacker and hit points, times HIT_SCALE
    u16 kill[HIT_MODES][MAX_KINDS][MOST_HP + 1]   # the chance to take them all, times HIT_SCALE
    int hp_price[MAX_KINDS]       # centipawns for a hit point, by HIT_SCALE
    int life_price[MAX_KINDS]     # centipawns for the last one besides
    int shielded_share[2][MAX_KINDS]   # what the side's shield leaves of an attacker's hits, by HIT_SCALE
    int readiness[MAX_KINDS]      # the weight of the kind's ability
    Bitboard centre           # the middle of the board
    Bitboard home[2][MAX_KINDS]   # side, officer: where the start has it


cdef class CombatTables(RuleTables):
    cdef CombatRules* combat
    cdef _compile_fighters(self)
    cdef _compile_diagonals(self)
    cdef _compile_advances(self)
    cdef Square _ahead(self, Square square, Side side)
