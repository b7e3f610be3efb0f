from libc.string cimport memset

from tilefish.core.board.attacks cimport capture_origins, reach_of
from tilefish.core.combat.board cimport CombatBoard
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport (
    HIT_SCALE, POWER_DECREE, POWER_OVEREXTEND, POWER_SKIRMISH, CombatRules,
)
from tilefish.core.evaluation.evaluate cimport add_outposts, add_pawns_and_world, begin_sum, trace_placed
from tilefish.core.board.position cimport occupied
from tilefish.core.board.rule_tables cimport LIKE_BISHOP, LIKE_KNIGHT, Rules, Slot, Weights
from tilefish.core.board.score cimport PHASES, Score
from tilefish.core.types cimport (
    NO_SQUARE, SQUARES, WHITE, Bitboard, Kind, Side, Square, Value, bit, pop, popcount, several,
)
from tilefish.core.evaluation.terms cimport (
    TERM_ABILITIES, TERM_HIT_POINTS, TERM_KING, TERM_MATERIAL, TERM_MOBILITY, TERM_PASSED, TERM_PAWNS,
    TERM_PIECES, TERM_POSTING, TERM_SAFETY, TERM_SQUARES, TERM_STRIKES, TERM_WORLD, Sum, Trace, add, add_score,
    add_times, balance, phase_of, tapered,
)

cdef enum:
    FARTHEST = 7              # steps from the enemy king; larger distances count as this
    PERCENT = 100

TERMS_OF_COMBAT = {
    "material": TERM_MATERIAL,
    "hit points": TERM_HIT_POINTS,
    "squares": TERM_SQUARES,
    "strikes": TERM_STRIKES,
    "safety": TERM_SAFETY,
    "mobility": TERM_MOBILITY,
    "posting": TERM_POSTING,
    "abilities": TERM_ABILITIES,
    "pawns": TERM_PAWNS,
    "passed pawns": TERM_PASSED,
    "pieces": TERM_PIECES,
    "king": TERM_KING,
    "world": TERM_WORLD,
}


cdef struct Front:
    # What one side attacks.
    Bitboard threats          # tiles that its pieces could attack from where they stand
    Bitboard victims          # pieces that it could attack in its turn, also after a step or by an ability
    int gain[SQUARES]         # by victim: the expected gain of the best attack; unset elsewhere
    Bitboard officers         # all but pawns and the king
    Bitboard steps[SQUARES]   # by officer: where it can go


cdef Value evaluate_combat(const CombatRules* rules, const CombatPosition* position) noexcept nogil:
    return explain_combat(rules, position, NULL)


cdef Value explain_combat(const CombatRules* rules, const CombatPosition* position, Trace* trace) noexcept nogil:
    """The score for the side to move. `trace`, all zeros, gets the terms; it may be NULL."""
    cdef const Rules* base = rules.base
    cdef Sum total
    cdef Front fronts[2]
    cdef Side side
    cdef int phase
    cdef Value score
    # Material and piece-square tables, pawns, terrain
    begin_sum(&total, base, &position.base, trace)
    add_pawns_and_world(&total)
    # Attacks of both sides
    for side in range(2):
        _survey(&total, rules, position, side, &fronts[side])
    # Terms
    for side in range(2):
        _hit_points(&total, rules, position, side)
        _strikes(&total, &fronts[side], side)
        _safety(&total, rules, fronts, side)
        _officers(&total, fronts, side)
        _posting(&total, rules, side)
        _abilities(&total, rules, position, side)
        if position.base.king[side] != NO_SQUARE:
            _king(&total, position, &fronts[1 - side], side)
    # Tapered evaluation, side to move, tempo
    phase = phase_of(base, &position.base)
    if trace != NULL:
        trace_placed(&total)
        trace.phase = phase
    score = tapered(balance(&total), phase)
    return (score if position.base.turn == WHITE else -score) + base.weights.tempo


# --- attacks -------------------------------------------------------------------------------------------------


cdef void _survey(Sum* total, const CombatRules* rules, const CombatPosition* at, Side side,
                  Front* front) noexcept nogil:
    """Attacks of a side, shared by several terms."""
    cdef const Rules* base = rules.base
    cdef Bitboard own = at.base.by_side[side], enemies = at.base.by_side[1 - side], pieces, victims
    cdef Kind kind
    front.threats = front.victims = front.officers = 0
    for kind in range(base.kinds):
        pieces = at.base.by_kind[kind] & own
        if not pieces:
            continue
        if kind == base.pawn and base.orthodox_pawn and rules.strikes_standing[kind]:
            front.threats |= total.pawn_attacks[side]
            victims = total.pawn_attacks[side] & enemies
        else:
            victims = _survey_kind(total, rules, at, side, kind, pieces, front)
        if victims:
            _aim(rules, at, side, kind, victims, front)


cdef Bitboard _survey_kind(const Sum* total, const CombatRules* rules, const CombatPosition* at, Side side, Kind kind,
                           Bitboard pieces, Front* front) noexcept nogil:
    """The pieces that a kind could attack. Stones and belts are ignored; pawns are not worth an Overextend."""
    cdef const Slot* slot = &rules.base.slot[kind]
    cdef Bitboard enemies = at.base.by_side[1 - side], all_pieces = occupied(&at.base)
    cdef Bitboard steps, strikes, victims = 0, ends = 0, worthy = enemies
    cdef bint stands = rules.strikes_standing[kind], ready
    cdef Square square
    if kind != rules.base.royal and kind != rules.base.pawn:
        front.officers |= pieces
    while pieces:
        square = pop(&pieces)
        reach_of(rules.base, slot, side, square, all_pieces, &steps, &strikes)
        steps &= ~all_pieces
        ready = at.cooldown[square] == 0
        front.steps[square] = steps
        front.threats |= strikes
        if stands or (ready and rules.power[kind] == POWER_SKIRMISH):
            victims |= strikes & enemies
        if rules.strikes_after_step[kind] or (ready and rules.power[kind] == POWER_OVEREXTEND):
            ends |= steps
    if not rules.strikes_after_step[kind]:
        worthy &= ~total.pawns[1 - side]
    if ends:
        victims |= _within_reach(rules, at, side, slot, ends, worthy & ~victims)
    return victims


cdef Bitboard _within_reach(const CombatRules* rules, const CombatPosition* at, Side side, const Slot* slot,
                            Bitboard ends,
                            Bitboard enemies) noexcept nogil:
    """The enemies that the kind could attack from one of the squares `ends`."""
    cdef Bitboard all_pieces = occupied(&at.base), found = 0
    cdef bint leaps_alone = slot.slide_count == 0 and not slot.has_lame
    cdef Square square
    while enemies:
        square = pop(&enemies)
        if slot.capture_from[side][square] & ends or (
                not leaps_alone and capture_origins(rules.base, slot, square, all_pieces, side) & ends):
            found |= bit(square)
    return found


cdef void _aim(const CombatRules* rules, const CombatPosition* at, Side side, Kind kind, Bitboard victims,
               Front* front) noexcept nogil:
    """Raises the expected gain on each victim to that of a kind's attacks."""
    cdef int mode = _mode(rules, at, side)
    cdef Square square
    cdef int gain
    while victims:
        square = pop(&victims)
        gain = _expected_gain(rules, at, side, kind, square, mode)
        if not front.victims & bit(square) or gain > front.gain[square]:
            front.gain[square] = gain
        front.victims |= bit(square)


cdef inline int _mode(const CombatRules* rules, const CombatPosition* at, Side side) noexcept nogil:
    """The modifiers of a side's rolls: the index of `CombatRules.hit`."""
    cdef int mode = 1 if at.decree[side] else 0
    if at.exposed[1 - side] or rules.always_exposed[1 - side]:
        mode |= 2
    return mode


cdef int _expected_gain(const CombatRules* rules, const CombatPosition* at, Side side, Kind kind, Square square,
                        int mode) noexcept nogil:
    """The expected gain of an attack in centipawns: hit points, and the chance to kill."""
    cdef int victim = at.base.board[square] >> 1, hp = at.hp[square]
    cdef Bitboard beside = rules.base.ring[square] & at.base.by_side[1 - side]
    cdef long long gain = <long long>rules.hit[mode][kind][hp] * rules.hp_price[victim] // HIT_SCALE
    gain += <long long>rules.kill[mode][kind][hp] * rules.life_price[victim]
    if beside and rules.shield[1 - side]:
        gain = gain * rules.shielded_share[1 - side][kind] // HIT_SCALE
    if beside & at.interposing:
        gain //= 2                # the helper's half is rarely what matters
    return <int>(gain // HIT_SCALE)


# --- terms ---------------------------------------------------------------------------------------------------


cdef void _hit_points(Sum* total, const CombatRules* rules, const CombatPosition* at, Side side) noexcept nogil:
    """Lost hit points lower the value of a piece."""
    cdef Bitboard pieces = at.base.by_side[side]
    cdef Score sum = 0
    cdef Square square
    while pieces:
        square = pop(&pieces)
        sum += rules.condition[at.base.board[square] >> 1][at.hp[square]]
    add_score(total, TERM_HIT_POINTS, side, sum)


cdef void _strikes(Sum* total, const Front* front, Side side) noexcept nogil:
    """Expected gains: the best attack counts most, and more for the side to move."""
    cdef const Weights* weights = &total.rules.weights
    cdef Bitboard victims = front.victims
    cdef Value best = 0
    cdef int others = 0, gain, share
    while victims:
        gain = front.gain[pop(&victims)]
        others += gain
        best = max(best, gain)
    share = weights.first_strike if total.at.turn == side else weights.later_strike
    gain = (best * share + (others - best) * weights.more_strikes) // PERCENT
    add(total, TERM_STRIKES, side, gain, gain)


cdef void _safety(Sum* total, const CombatRules* rules, const Front* fronts, Side side) noexcept nogil:
    """Threatened, defended and shielded pieces."""
    cdef const Weights* weights = &rules.base.weights
    cdef Bitboard own = total.at.by_side[side], left = own
    cdef Bitboard lesser = own & ~total.at.by_kind[rules.base.royal]
    cdef int shielded = 0
    add_times(total, TERM_SAFETY, side, popcount(lesser & fronts[1 - side].threats), weights.threatened)
    add_times(total, TERM_SAFETY, side, popcount(lesser & fronts[side].threats), weights.defended)
    if rules.shield[side]:
        while left:
            shielded += rules.base.ring[pop(&left)] & own != 0
        shielded *= rules.shield[side] * weights.shielded
        add(total, TERM_SAFETY, side, shielded, shielded)


cdef void _officers(Sum* total, const Front* fronts, Side side) noexcept nogil:
    """Safe mobility, and closeness to the enemy king."""
    cdef const Rules* rules = total.rules
    cdef Bitboard officers = fronts[side].officers, safe = ~fronts[1 - side].threats
    cdef Square king = total.at.king[1 - side], square
    cdef Kind kind
    cdef int moves = 0, nearer = 0
    while officers:
        square = pop(&officers)
        kind = total.at.board[square] >> 1
        moves += popcount(fronts[side].steps[square] & safe) - rules.usual_mobility[kind]
        if king != NO_SQUARE:
            nearer += FARTHEST - min(<int>rules.walk[side][square][king], <int>FARTHEST)
    add_times(total, TERM_MOBILITY, side, moves, rules.weights.mobility)
    add_times(total, TERM_POSTING, side, nearer, rules.weights.closeness)


cdef void _posting(Sum* total, const CombatRules* rules, Side side) noexcept nogil:
    """Centre, development, bishop pair, outposts."""
    cdef const Rules* base = rules.base
    cdef const Weights* weights = &base.weights
    cdef Bitboard own = total.at.by_side[side], pieces
    cdef Kind kind
    cdef int waiting = 0
    add_times(total, TERM_POSTING, side, popcount(own & rules.centre & ~total.at.by_kind[base.royal]),
              weights.centre)
    for kind in range(base.kinds):
        pieces = total.at.by_kind[kind] & own
        waiting += popcount(pieces & rules.home[side][kind])
        if base.likes[kind] & LIKE_BISHOP and several(pieces):
            add_times(total, TERM_PIECES, side, 1, weights.pair)
        elif base.likes[kind] & LIKE_KNIGHT and pieces & base.enemy_half[side]:
            add_outposts(total, side, pieces & base.enemy_half[side])
    add(total, TERM_POSTING, side, waiting * weights.undeveloped, 0)


cdef void _abilities(Sum* total, const CombatRules* rules, const CombatPosition* at, Side side) noexcept nogil:
    """Ready abilities, less for those with a cooldown, and a decree in force."""
    cdef Bitboard pieces, cooling
    cdef Kind kind
    cdef Square square
    cdef int wait, worth = at.decree[side] * rules.base.weights.decree_turn
    for kind in range(rules.base.kinds):
        pieces = at.base.by_kind[kind] & at.base.by_side[side]
        if not (pieces and rules.readiness[kind]):
            continue
        if rules.power[kind] == POWER_DECREE and rules.decree_is_limited:
            worth += at.uses[side] * rules.readiness[kind]
            continue
        cooling = pieces & at.cooling
        worth += popcount(pieces ^ cooling) * rules.readiness[kind]
        while cooling:
            square = pop(&cooling)
            wait = max(rules.cooldown[kind], <int>at.cooldown[square])
            worth += rules.readiness[kind] * (wait - at.cooldown[square]) // (wait + 1)
    add(total, TERM_ABILITIES, side, worth, worth)


cdef void _king(Sum* total, const CombatPosition* at, const Front* enemy, Side side) noexcept nogil:
    """King safety: own pieces beside the king, threatened tiles there, attacks on the king."""
    cdef const Rules* rules = total.rules
    cdef const Weights* weights = &rules.weights
    cdef Bitboard ring = rules.ring[at.base.king[side]], friends = ring & at.base.by_side[side]
    cdef int shield = popcount(friends & total.pawns[side]), company = popcount(friends), danger
    add(total, TERM_KING, side, weights.shield * (shield if shield < 3 else 3), 0)
    add(total, TERM_KING, side, weights.king_friends[company if company < 2 else 2], 0)
    add_times(total, TERM_KING, side, popcount(ring & enemy.threats), weights.king_ring)
    if enemy.victims & bit(at.base.king[side]):
        danger = weights.king_in_danger[1 if at.base.turn == side else 0]
        add(total, TERM_KING, side, danger, danger)
    if at.exposed[side]:
        add(total, TERM_KING, side, weights.king_exposed, weights.king_exposed)


# --- for Python ----------------------------------------------------------------------------------------------


def combat_term_table(CombatBoard board not None):
    """The evaluation term by term, {name: ((White's middlegame, endgame), (Black's ...))}, the phase as the
    share of the middlegame, and the score for the side to move."""
    cdef Trace trace
    cdef Value score
    memset(&trace, 0, sizeof(Trace))
    score = explain_combat(board.combat, board.now(), &trace)
    terms = {
        name: tuple((trace.terms[term][side][0], trace.terms[term][side][1]) for side in range(2))
        for name, term in TERMS_OF_COMBAT.items()
    }
    return terms, <double>trace.phase / PHASES, score
