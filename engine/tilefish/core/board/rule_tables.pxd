"""A variant compiled to flat tables: what the rest of the core looks things up in.

Everything about terrain is already in the tables: a leap's targets are safe squares, a slide's line ends
before the first unsafe tile. No table knows the name of a variant.
"""

from tilefish.core.board.lines cimport LineAt
from tilefish.core.board.score cimport Score
from tilefish.core.types cimport MAX_SIDE, SQUARES, Bitboard, Kind, Side, Square, square_at, u8, u16, u32

cdef enum:
    MAX_KINDS = 16
    MAX_SLOTS = 32   # each kind as it starts, and, where that differs, as a piece that has moved
    MAX_AXES = 24    # every direction that Betza's atoms can slide in, both ways as one
    NO_KIND = 255
    PAWNS_PART = 2   # both sides' pawns; the other pieces of a side are the part with its number
    PARTS = 3
    PARTS_OF_PASSED = 1024
    NO_WAY = SQUARES     # more steps than any way has

cdef enum Material:
    MATERIAL_NONE
    MATERIAL_BARE_KINGS
    MATERIAL_FIDE

cdef struct PartialSlide:
    # A slide that is limited in range or direction, or that only moves or only captures: by side and square,
    # the part of the line that it may use, and the squares from which it may come.
    Bitboard quiet[2][SQUARES]
    Bitboard capture[2][SQUARES]
    Bitboard quiet_from[2][SQUARES]
    Bitboard capture_from[2][SQUARES]

cdef struct Slide:
    int axis
    const PartialSlide* partial   # NULL: both ways to the end, moving and capturing

cdef struct Lame:
    # A leap that needs every square of `path` empty.
    Bitboard path
    u8 origin
    u8 target
    u8 quiet
    u8 capture

cdef struct LameLeaps:
    Lame* leaps
    u16 begin[2][SQUARES + 1]          # by side: where the leaps of a square begin; the next square's is their end

cdef struct Slot:
    # How one kind of piece moves.
    Bitboard quiet[2][SQUARES]   # leaps: side, square
    Bitboard capture[2][SQUARES]
    Bitboard quiet_from[2][SQUARES]   # the same, by target
    Bitboard capture_from[2][SQUARES]
    const LineAt* lines[SQUARES]   # of a plain slot, by square: those of its slides, side by side
    Slide slides[MAX_AXES]
    int slide_count
    bint plain                # moves and captures alike, every slide is a full one, and their axes are neighbours
    bint has_lame
    LameLeaps lame            # by origin
    LameLeaps lame_onto       # by target

cdef struct PartialRider:
    Kind kind
    const PartialSlide* partial

cdef struct Sheaf:
    # Neighbouring axes that the same kinds slide along, so that these are looked for only once.
    int first_axis
    int axis_end
    u8 full[MAX_KINDS]        # the kinds that slide to the end, both ways, capturing
    int full_count
    bint is_unusual           # not one or two kinds that all slide so; where it is one, it is listed twice
    PartialRider partial[MAX_KINDS]   # where there are any, the sheaf is a single axis
    int partial_count
    Bitboard lines[SQUARES]   # by square: all of its lines

cdef struct StoneDanger:
    # For a stone, and a kind and side: what there could be on an empty board.
    Bitboard origins          # where a landing on the stone may come from
    Bitboard ends             # where a leap from the stone's ring may capture

cdef enum Like:
    LIKE_BISHOP = 1           # never leaves the colour of its square
    LIKE_FILE_SLIDER = 2      # slides along files and only straight
    LIKE_ROOK = 4             # and along ranks as well
    LIKE_KNIGHT = 8           # only leaps; neither the pawn nor the royal one
    LIKE_LIGHT = 16           # an officer clearly cheaper than the dearest one; slides along files do not go with it
    LIKE_HEAVY = 32           # the dearest officer of the start, and rooks

cdef struct Weights:
    # Centipawns of the evaluation's terms, by the names of rules/model/weights.py, which says what they mean. A pair
    # (middlegame, endgame) is a `Score`.
    int tempo
    Score mobility
    Score freedom
    Score scarce_mobility
    Score trapped
    Score shut_in
    Score pair
    Score open_file
    Score half_open_file
    Score connected_rooks
    Score outpost
    Score bad_bishop
    Score behind_pawn
    Score far_from_king
    Score leaper_pawns
    Score rook_pawns
    Score heavy_pairs
    int space
    Score pawn_threat
    Score push_threat
    Score lesser_threat
    Score weak_attacked
    Score hanging
    Score king_threat
    Score contested
    Score doubled
    Score isolated
    Score backward
    Score supported
    Score phalanx
    Score supported_far
    Score phalanx_far
    Score weak_open
    Score lever
    Score candidate
    Score passed
    Score passed_own_king
    Score passed_enemy_king
    Score passed_free
    Score passed_safe
    Score passed_guarded
    Score passed_behind
    int shield
    int shield_far
    int open_shield
    int storm[3]              # enemy pawns ahead of the king: two steps, three, four
    int king_friends[3]       # beside the king: none, one, more
    Score pawnless_flank
    Score flank_attack
    int king_attackers
    int king_attack
    int king_weak
    int safe_check
    int unsafe_check
    int king_flank
    int king_mobility
    int no_heavy
    int king_in_stone_reach
    int complexity
    int complex_pawns
    int complex_passed
    int complex_wings
    int complex_kings
    int complex_advance
    int complex_bare
    int on_stone
    int beside_stone
    int on_bridge
    int on_belt
    int near_spawn
    int hit_point
    int vitality
    int king_life
    int first_strike
    int later_strike
    int more_strikes
    int king_in_danger[2]     # of the side not to move, of the side to move
    Score king_ring
    int king_exposed
    Score threatened
    Score defended
    int shielded
    Score centre
    int undeveloped
    Score closeness
    int decree_ready
    int decree_turn
    int overextend_ready
    int interpose_ready
    int consecration_ready
    int skirmish_ready
    int advance_ready

cdef struct Rules:
    int kinds
    int files
    int ranks
    Bitboard board            # squares of the board
    Bitboard safe             # squares where a piece can stand
    Slot slot[MAX_SLOTS]
    u8 moved_slot[MAX_KINDS]  # how a kind moves once it has moved
    LineAt* lines             # by square and axis: see `line_through`
    int axis_count
    Sheaf sheaf[MAX_AXES]
    int sheaf_count
    u8 leaper[MAX_KINDS]      # kinds with a capturing leap
    int leaper_count
    u8 lame_capturer[MAX_KINDS]
    int lame_capturer_count
    u8 officer[MAX_KINDS]     # kinds that the general generator moves (not the royal one, not orthodox pawns)
    int officer_count
    Kind royal
    Kind pawn                 # NO_KIND where the game has none
    u8 part[MAX_KINDS * 2]    # of a position, by piece: what teaches something about the evaluation by itself
    bint king_steps           # the royal piece goes and captures one step in every direction
    bint orthodox_pawn        # its moves are fmWfcF and ifmnD
    bint en_passant
    Bitboard double_from[2]   # where pawns have a double step straight ahead
    Bitboard double_targets[2][SQUARES]   # side, square: where a pawn's double steps end, slanted ones too
    Bitboard promotion_zone[2]
    u8 promotion[2][MAX_KINDS]
    int promotion_count[2]
    int castle_king_file[2]   # king's side, queen's side
    int castle_rook_file[2]
    Bitboard exposed[2][SQUARES]   # side, square: from where pieces of the other side could ever capture there
    Bitboard reach[MAX_KINDS][2][SQUARES]   # where a kind could ever go, lame leaps left out: kind, side, square
    Bitboard stones
    Bitboard ring[SQUARES]    # the eight neighbours, where safe
    StoneDanger stone_danger[SQUARES][MAX_KINDS][2]
    Bitboard stone_lines[SQUARES][SQUARES]   # tile, king: the tile's ring, and all squares between it and the king
    Bitboard belts
    Bitboard belt_fatal       # belts that carry to destruction
    u8 belt_target[SQUARES]   # NO_SQUARE off the board
    u8 belt_end[SQUARES]      # of the fatal ones: how they destroy, an `EventTag`
    bint needs_legality_test  # belts, stones or lame captures can expose a king in ways of their own
    bint stalemate_loss
    int repetition            # 0: no such draw
    int quiet_plies           # 0: no such draw
    Material material
    u32 minors                # kinds that cannot mate alone with their king
    u32 colour_bound          # kinds that never leave the colour of their square
    int move_capacity         # no position has more moves
    short value[2][MAX_KINDS]                  # centipawns: phase (middlegame, endgame), kind
    short square_value[2][2][MAX_KINDS][SQUARES]   # phase, side, kind, square
    Score placed[MAX_KINDS * 2][SQUARES]   # the two together, by piece; Black's count against White
    int force[MAX_KINDS]      # middlegame values, nothing for the king and for pawns
    Weights weights
    int full_force            # of all pieces of the start
    long long phase_share     # what a unit of force is of it: see `phase_of`
    int usual_mobility[MAX_KINDS]
    Score mobility[MAX_KINDS][SQUARES + 1]   # what a piece's moves are worth against its kind's usual: kind, moves
    u8 officer_by_value[MAX_KINDS]   # officers from the cheapest
    u8 clearly_cheaper[MAX_KINDS]    # how many of them, from the first, are clearly cheaper than the one at a place
    Kind heaviest             # the dearest officer of the start, or NO_KIND
    u8 by_value[MAX_KINDS]    # kinds from the cheapest, the royal one last
    u8 likes[MAX_KINDS]       # what the evaluation takes a kind for, several `Like`s at once
    int usual_pawns           # of a side: five eighths of those at the start
    Bitboard enemy_half[2]    # by side: the ranks beyond the middle, as it goes
    Bitboard space_area[2]    # by side: the middle files of its half but its first rank
    Bitboard flank[2][MAX_SIDE]      # side, file: the files up to two from it, up to a rank beyond the middle
    Bitboard wings[2]         # the files left and right of the middle
    Bitboard near_king[2][SQUARES]   # the squares up to two steps away, and up to four, over any terrain
    int passed_part[MAX_SIDE]        # by pushes left: the worth of a passed pawn, in PARTS_OF_PASSED
    int barred_part[MAX_SIDE]        # by pushes left: what an enemy piece ahead of it takes
    u8 pawn_way[2][SQUARES]   # side, square: pushes left to promotion; 0: no way
    Bitboard bridges
    Bitboard beside_stones
    Bitboard near_spawns      # spawn tiles and the squares beside them
    u8 belt_turns[SQUARES]    # turns until a belt destroys what stays on it; 0: it never does
    u8 walk[2][SQUARES][SQUARES]   # side: a king's steps between squares of the empty board; NO_WAY: none lead there
    u8 confinement[2][SQUARES]   # side: how far out of the way a square is for a king, 0 to 100
    u8 corner_way[2][2][SQUARES]   # side, colour (1: light): a king's steps to the nearest corner


cdef inline const LineAt* line_through(const Rules* rules, Square square, int axis) noexcept nogil:
    """The line through a square along an axis; that of the next axis is its neighbour in memory."""
    return &rules.lines[square * rules.axis_count + axis]


cdef inline Square core_square(const Rules* rules, Square square) noexcept:
    """The core's number of a square of `rules`."""
    return square_at(square % rules.files, square // rules.files)


cdef class RuleTables:
    cdef Rules* rules
    cdef readonly object variant
    cdef Square core_square(self, Square square) noexcept
    cdef Square rules_square(self, Square square) noexcept
    cdef Bitboard mask(self, squares)
    cdef Square _target(self, Square origin, step, Side side)
    cdef _compile_double_steps(self, pawn)
    cdef _store_lame(self, LameLeaps* store, found, key)
    cdef const PartialSlide* _partial_slide(self, kind, steps) except NULL
    cdef _index_attacks(self, Kind kind)
    cdef _begin_sheaf(self, int axis, riders)
    cdef _compile_stone_dangers(self, Square stone)
    cdef Bitboard _reach(self, int slot, Side side, Square square, bint from_there)
    cdef _compile_stone_lines(self, Square stone)
    cdef _compile_belt(self, Square square, int dx, int dy)
