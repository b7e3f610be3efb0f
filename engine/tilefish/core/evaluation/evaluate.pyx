from libc.string cimport memcpy

from tilefish.core.board.attacks cimport plain_targets, unusual_reach
from tilefish.core.board.endings cimport LIGHT_SQUARES
from tilefish.core.evaluation.endgame cimport FEW_PIECES, FULL_SCALE, Verdict, judge
from tilefish.core.board.position cimport Position, occupied
from tilefish.core.board.rule_tables cimport (
    LIKE_BISHOP, LIKE_FILE_SLIDER, LIKE_HEAVY, LIKE_KNIGHT, LIKE_LIGHT, LIKE_ROOK, NO_KIND, PARTS_OF_PASSED, Rules, Slot,
    Weights,
)
from tilefish.core.board.score cimport PHASES, Score, endgame_of
from tilefish.core.types cimport (
    BLACK, NO_SQUARE, WHITE, Bitboard, Kind, Side, Square, Value, ahead_of, bit, file_of, pop, popcount, rank_of, u64,
)
from tilefish.core.evaluation.complexity cimport complexity
from tilefish.core.evaluation.fills cimport ahead as _ahead, beside as _beside, fill as _fill
from tilefish.core.evaluation.king_safety cimport add_king_safety, add_pawns_before_king, survey_king
from tilefish.core.evaluation.passed_pawns cimport add_ways_of_passed
from tilefish.core.evaluation.pawn_prospects cimport add_pawn_prospects, backward
from tilefish.core.evaluation.space cimport add_space
from tilefish.core.evaluation.terms cimport (
    TERM_COMPLEXITY, TERM_ENDGAME, TERM_IMBALANCE, TERM_MATERIAL, TERM_MOBILITY, TERM_PASSED, TERM_PAWNS, TERM_PIECES,
    TERM_SQUARES, TERM_WORLD, Sum, add as _add, add_parts, add_score as _add_score, add_times as _add_times, balance,
    phase_of as _phase, tapered as _tapered,
)
from tilefish.core.evaluation.threats cimport add_threats


cdef enum:
    FEW_MOVES = 3             # of a rook that is shut in


cdef Value evaluate(const Rules* rules, const Position* at, Trace* trace, bint endgames,
                    PawnTable* pawn_table) noexcept nogil:
    """The score for the side to move. `trace` and `pawn_table` may be NULL. `endgames`: with endgame knowledge and
    tapered to the endgame's values; without, only the middlegame's values count."""
    cdef Sum total
    cdef Verdict verdict
    cdef Side side
    cdef int phase
    cdef Value score
    cdef bint few = endgames and popcount(occupied(at)) <= FEW_PIECES
    # Material and piece-square tables
    begin_sum(&total, rules, at, trace)
    # Pawn structure and pawns before kings, from the pawn hash table
    _pawns_before_kings(&total, _survey_pawns(&total, pawn_table, True))
    # Attacks, mobility and pieces
    for side in range(2):
        survey_king(&total, side)
    for side in range(2):
        _officers(&total, side)
    # Passed pawns, terrain
    for side in range(2):
        if total.passed[side]:
            _passed_pawns(&total, side)
            add_ways_of_passed(&total, side)
        if rules.stones | rules.bridges | rules.belts | rules.near_spawns:
            _world(&total, side)
    # Threats, space, king safety
    for side in range(2):
        add_threats(&total, side)
        add_space(&total, side)
        if at.king[side] != NO_SQUARE:
            add_king_safety(&total, side)
    # Complexity, endgame knowledge
    if endgames and rules.pawn != NO_KIND:
        _add_complexity(&total)
    if few:
        judge(rules, at, total.passed, &verdict)
        for side in range(2):
            _add(&total, TERM_ENDGAME, side, verdict.bonus[side], verdict.bonus[side])
    # Tapered evaluation: middlegame and endgame by phase
    phase = _phase(rules, at) if endgames else PHASES
    if trace != NULL:
        trace_placed(&total)
        trace.phase = phase
    score = _tapered(balance(&total), phase)
    # Scale factor of drawish endgames
    if few:
        score += _scaled_away(&total, &verdict, score)
    # Side to move and tempo
    return (score if at.turn == WHITE else -score) + rules.weights.tempo


cdef void begin_sum(Sum* total, const Rules* rules, const Position* at, Trace* trace) noexcept nogil:
    """Begins with material and squares, which `Position` keeps incrementally."""
    total.rules = rules
    total.at = at
    total.points[0] = total.points[1] = 0
    total.trace = trace


cdef void add_pawns_and_world(Sum* total) noexcept nogil:
    """The terms that combat games share."""
    cdef const Rules* rules = total.rules
    cdef Side side
    _survey_pawns(total, NULL, False)
    for side in range(2):
        if total.passed[side]:
            _passed_pawns(total, side)
        if rules.stones | rules.bridges | rules.belts | rules.near_spawns:
            _world(total, side)


cdef void trace_placed(Sum* total) noexcept nogil:
    """Traces material and squares piece by piece."""
    cdef const Rules* rules = total.rules
    cdef Bitboard pieces = occupied(total.at)
    cdef Square square
    cdef Kind kind
    cdef Side side
    cdef int phase
    while pieces:
        square = pop(&pieces)
        kind, side = total.at.board[square] >> 1, total.at.board[square] & 1
        for phase in range(2):
            total.trace.terms[<int>TERM_MATERIAL][side][phase] += rules.value[phase][kind]
            total.trace.terms[<int>TERM_SQUARES][side][phase] += rules.square_value[phase][side][kind][square]


cdef inline void _add_complexity(Sum* total) noexcept nogil:
    """Moves the endgame's score towards a draw or away from it, never past one."""
    cdef int score = endgame_of(balance(total))
    cdef int least = -abs(score), more
    if score:
        more = complexity(total)
        _add(total, TERM_COMPLEXITY, WHITE if score > 0 else BLACK, 0, more if more > least else least)


cdef inline int _scaled_away(Sum* total, const Verdict* verdict, Value score) noexcept nogil:
    """What scaling takes from White's score where the advantage is hard to win with."""
    cdef Side side = WHITE if score > 0 else 1 - WHITE
    cdef int lost = score * (FULL_SCALE - verdict.scale[side]) // FULL_SCALE
    _add(total, TERM_ENDGAME, side, -abs(lost), -abs(lost))
    return -lost


# --- pieces --------------------------------------------------------------------------------------------------


cdef struct Survey:
    # A side's officers, while they are looked at one by one. A local variable, so that it stays in registers.
    Bitboard all_pieces
    Bitboard enemies
    Bitboard wanted           # squares that are worth a move
    Bitboard zone             # where the enemy king could go
    Bitboard attacks
    Bitboard twice
    Bitboard rooks
    Score mobility
    int connections           # pairs of rooks that see one another
    int shut_in               # rooks that their own king shuts in
    int zone_attackers        # pieces that attack the zone
    int zone_attacks          # how often its squares are attacked


cdef void _officers(Sum* total, Side side) noexcept nogil:
    """Pieces other than kings and orthodox pawns: their attacks, mobility, pair, pawns in a bishop's way, open and
    half-open files, connected rooks, rooks shut in, outposts, light officers, imbalance."""
    cdef const Rules* rules = total.rules
    cdef const Position* at = total.at
    cdef Bitboard pieces, own = at.by_side[side], straight = 0, light = 0, leapers = 0, heavy = 0
    cdef int i, like
    cdef Kind kind
    cdef Survey found
    _begin_survey(total, side, &found)
    for i in range(rules.officer_count):
        kind = rules.officer[i]
        pieces = at.by_kind[kind] & own
        total.kind_attacks[side][kind] = 0
        if not pieces:
            continue
        like = rules.likes[kind]
        if like & LIKE_BISHOP:
            _colour_bound(total, side, pieces)
        if like & LIKE_LIGHT:
            light |= pieces
        if like & LIKE_HEAVY:
            heavy |= pieces
        if like & LIKE_FILE_SLIDER:
            straight |= pieces
        elif like & LIKE_KNIGHT:
            leapers |= pieces
            if pieces & rules.enemy_half[side]:
                add_outposts(total, side, pieces & rules.enemy_half[side])
        if like & LIKE_ROOK:
            found.rooks |= pieces
        total.kind_attacks[side][kind] = _survey(total, side, kind, pieces, &found)
    _end_survey(total, side, &found)
    total.sliders_on_files[side] = straight
    if straight:
        _sliders_on_files(total, side, straight)
        _add_times(total, TERM_PIECES, side, found.connections, rules.weights.connected_rooks)
        _add_times(total, TERM_PIECES, side, found.shut_in, rules.weights.shut_in)
    if light:
        _light_officers(total, side, light)
    _imbalance(total, side, popcount(leapers), popcount(found.rooks), popcount(heavy))


cdef inline void _begin_survey(const Sum* total, Side side, Survey* found) noexcept nogil:
    found.all_pieces = occupied(total.at)
    found.enemies = total.at.by_side[1 - side]
    found.wanted = ~total.at.by_side[side] & ~total.pawn_attacks[1 - side]
    found.zone = total.king_attacks[1 - side]
    found.attacks = total.attacks[side]
    found.twice = total.twice[side]
    found.rooks = 0
    found.mobility = 0
    found.connections = found.shut_in = found.zone_attackers = found.zone_attacks = 0


cdef inline Bitboard _survey(const Sum* total, Side side, Kind kind, Bitboard pieces, Survey* found) noexcept nogil:
    """Counts the moves of a kind's pieces and adds their attacks to those of the side. Returns these attacks. Rooks are
    connected with those that come later in the order of squares or kinds."""
    cdef const Rules* rules = total.rules
    cdef const Slot* slot = &rules.slot[kind]
    cdef bint is_rook = pieces & found.rooks != 0, is_pawn = kind == rules.pawn
    cdef Bitboard attacks = 0, reached, quiet, unusual
    cdef Square square
    cdef int moves, aimed
    while pieces:
        square = pop(&pieces)
        if slot.plain:
            quiet = reached = plain_targets(slot, side, square, found.all_pieces)
        else:
            reached = unusual_reach(rules, slot, side, square, found.all_pieces, &unusual)
            quiet = unusual & ~found.all_pieces | reached & found.enemies
        found.twice |= found.attacks & reached
        found.attacks |= reached
        attacks |= reached
        aimed = popcount(reached & found.zone)
        found.zone_attacks += aimed
        found.zone_attackers += aimed != 0
        if is_pawn:
            continue
        moves = popcount(quiet & found.wanted)
        found.mobility += rules.mobility[kind][moves]
        if is_rook:
            found.connections += popcount(reached & found.rooks & ~pieces)
            found.shut_in += moves <= FEW_MOVES and _is_beyond_king(total, side, square)
    return attacks


cdef inline void _end_survey(Sum* total, Side side, const Survey* found) noexcept nogil:
    total.attacks[side] = found.attacks
    total.twice[side] = found.twice | found.attacks & total.king_attacks[side]
    total.zone_attackers[1 - side] = found.zone_attackers
    total.zone_attacks[1 - side] = found.zone_attacks
    total.mobility[side] = found.mobility
    _add_score(total, TERM_MOBILITY, side, found.mobility)


cdef inline bint _is_beyond_king(const Sum* total, Side side, Square rook) noexcept nogil:
    """Whether a rook stands between the edge and its own king on their rank, and cannot castle."""
    cdef Square king = total.at.king[side]
    cdef int file = file_of(king)
    if king == NO_SQUARE or rank_of(king) != rank_of(rook) or total.at.castling & bit(rook):
        return False
    return file >= (total.rules.files + 1) // 2 if rook > king else file < total.rules.files // 2


cdef inline void _colour_bound(Sum* total, Side side, Bitboard bishops) noexcept nogil:
    """Pieces that never leave the colour of their square: a pair of them, own pawns on their colour."""
    cdef Bitboard pawns = total.pawns[side]
    cdef int light = popcount(bishops & LIGHT_SQUARES), dark = popcount(bishops & ~LIGHT_SQUARES)
    if light + dark > 1:
        _add_times(total, TERM_PIECES, side, 1, total.rules.weights.pair)
    _add_times(total, TERM_PIECES, side, light * popcount(pawns & LIGHT_SQUARES)
               + dark * popcount(pawns & ~LIGHT_SQUARES), total.rules.weights.bad_bishop)


cdef inline void _light_officers(Sum* total, Side side, Bitboard light) noexcept nogil:
    """Light officers right behind pawns, and those that are far from their king."""
    cdef const Rules* rules = total.rules
    cdef Square king = total.at.king[side]
    cdef Bitboard sheltered = light & ahead_of(total.pawns[0] | total.pawns[1], 1 - side)
    _add_times(total, TERM_PIECES, side, popcount(sheltered), rules.weights.behind_pawn)
    if king != NO_SQUARE:
        _add_times(total, TERM_PIECES, side, popcount(light & ~rules.near_king[0][king])
                   + popcount(light & ~rules.near_king[1][king]), rules.weights.far_from_king)


cdef inline void _imbalance(Sum* total, Side side, int leapers, int rooks, int heavy) noexcept nogil:
    """What pieces are worth by the number of own pawns, and what several heavy ones are worth less."""
    cdef const Weights* weights = &total.rules.weights
    cdef int pawns = popcount(total.pawns[side]) - total.rules.usual_pawns
    _add_times(total, TERM_IMBALANCE, side, leapers * pawns, weights.leaper_pawns)
    _add_times(total, TERM_IMBALANCE, side, rooks * pawns, weights.rook_pawns)
    _add_times(total, TERM_IMBALANCE, side, heavy * (heavy - 1) // 2, weights.heavy_pairs)


cdef inline void _sliders_on_files(Sum* total, Side side, Bitboard sliders) noexcept nogil:
    """Open and half-open files of rook-like pieces."""
    cdef Bitboard without_own = sliders & ~total.pawn_files[side]
    cdef Bitboard enemy_files = total.pawn_files[1 - side]
    _add_times(total, TERM_PIECES, side, popcount(without_own & ~enemy_files), total.rules.weights.open_file)
    _add_times(total, TERM_PIECES, side, popcount(without_own & enemy_files), total.rules.weights.half_open_file)


cdef void add_outposts(Sum* total, Side side, Bitboard knights) noexcept nogil:
    """Outposts: knight-like pieces in the enemy's half that a pawn guards and no enemy pawn can ever attack."""
    cdef const Rules* rules = total.rules
    cdef Bitboard standing = knights & total.pawn_attacks[side]
    if standing:
        standing &= ~_beside(_ahead(total.pawns[1 - side], 1 - side))
        _add_times(total, TERM_PIECES, side, popcount(standing), rules.weights.outpost)


# --- pawns ---------------------------------------------------------------------------------------------------


cdef PawnFacts* _survey_pawns(Sum* total, PawnTable* table, bint chess) noexcept nogil:
    """Pawn structure and the pawn bitboards of later terms, from the pawn hash table if it has them; without the terms
    of `chess` alone if not wanted. Returns the entry, or NULL if none is used."""
    cdef const Rules* rules = total.rules
    cdef PawnFacts* facts = NULL
    cdef Bitboard white, black
    cdef Score before = balance(total)
    total.pawns[0] = total.pawns[1] = 0
    if rules.pawn != NO_KIND:
        total.pawns[0] = total.at.by_kind[rules.pawn] & total.at.by_side[0]
        total.pawns[1] = total.at.by_kind[rules.pawn] & total.at.by_side[1]
    white, black = total.pawns[0], total.pawns[1]
    total.pawn_attacks[0] = ahead_of(_beside(white), WHITE) if rules.orthodox_pawn else 0
    total.pawn_attacks[1] = ahead_of(_beside(black), BLACK) if rules.orthodox_pawn else 0
    if table != NULL and total.trace == NULL:
        facts = &table.facts[((white * <u64>0x9E3779B97F4A7C15) ^ (black * <u64>0xC2B2AE3D27D4EB4F)) >> PAWN_SHIFT]
        if facts.pawns[0] == white and facts.pawns[1] == black:
            total.points[0] += facts.score
            memcpy(total.pawn_files, facts.files, sizeof(facts.files))
            memcpy(total.passed, facts.passed, sizeof(facts.passed))
            return facts
    _evaluate_pawns(total, chess)
    if facts != NULL:
        memcpy(facts.pawns, total.pawns, sizeof(facts.pawns))
        memcpy(facts.files, total.pawn_files, sizeof(facts.files))
        memcpy(facts.passed, total.passed, sizeof(facts.passed))
        facts.score = balance(total) - before
        facts.kings = 0
    return facts


cdef inline void _pawns_before_kings(Sum* total, PawnFacts* facts) noexcept nogil:
    """Pawns before both kings, from the entry of the pawn hash table if it has them."""
    cdef Score before = balance(total)
    cdef int kings = total.at.king[0] << 8 | total.at.king[1]
    cdef Side side
    if not total.pawns[0] | total.pawns[1]:
        return
    if facts != NULL and facts.kings == kings:
        total.points[0] += facts.before_kings
        return
    for side in range(2):
        if total.at.king[side] != NO_SQUARE:
            add_pawns_before_king(total, side)
    if facts != NULL:
        facts.kings = kings
        facts.before_kings = balance(total) - before


cdef void _evaluate_pawns(Sum* total, bint chess) noexcept nogil:
    cdef Bitboard pawns
    cdef Side side
    for side in range(2):
        pawns = total.pawns[side]
        total.pawn_files[side] = _fill(pawns, WHITE) | _fill(pawns, 1 - WHITE)
    for side in range(2):
        total.passed[side] = 0
        if total.pawns[side]:
            _pawns(total, side)
            if chess:
                add_pawn_prospects(total, side)


cdef void _pawns(Sum* total, Side side) noexcept nogil:
    """Doubled, isolated, backward, supported and phalanx pawns; finds passed pawns."""
    cdef const Rules* rules = total.rules
    cdef const Weights* weights = &rules.weights
    cdef Bitboard pawns = total.pawns[side], enemy_pawns = total.pawns[1 - side]
    cdef Bitboard isolated = pawns & ~_beside(total.pawn_files[side]), passed
    cdef Square square
    _add_times(total, TERM_PAWNS, side, popcount(pawns & _ahead(pawns, 1 - side)), weights.doubled)
    _add_times(total, TERM_PAWNS, side, popcount(isolated), weights.isolated)
    _add_times(total, TERM_PAWNS, side, popcount(backward(total, side) & ~isolated), weights.backward)
    _add_times(total, TERM_PAWNS, side, popcount(pawns & total.pawn_attacks[side]), weights.supported)
    _add_times(total, TERM_PAWNS, side, popcount(pawns & _beside(pawns)), weights.phalanx)
    passed = pawns & ~_ahead(enemy_pawns | _beside(enemy_pawns), 1 - side)
    while passed:
        square = pop(&passed)
        if rules.pawn_way[side][square]:      # not barred by terrain
            total.passed[side] |= bit(square)


cdef void _passed_pawns(Sum* total, Side side) noexcept nogil:
    """Passed pawns, by how far they have come; less in the endgame if an enemy piece is ahead of them."""
    cdef const Rules* rules = total.rules
    cdef const Weights* weights = &rules.weights
    cdef Bitboard passed = total.passed[side]
    cdef Square square
    cdef int part
    while passed:
        square = pop(&passed)
        part = rules.passed_part[rules.pawn_way[side][square]]
        add_parts(total, TERM_PASSED, side, part, weights.passed)
        if _ahead(bit(square), side) & total.at.by_side[1 - side]:
            part = rules.barred_part[rules.pawn_way[side][square]]
            _add(total, TERM_PASSED, side, 0, -endgame_of(weights.passed) * part // PARTS_OF_PASSED)


# --- the world -----------------------------------------------------------------------------------------------


cdef void _world(Sum* total, Side side) noexcept nogil:
    """Terrain: pieces on or beside stones, on bridges, near spawn tiles and on belts."""
    cdef const Rules* rules = total.rules
    cdef const Weights* weights = &rules.weights
    cdef Bitboard own = total.at.by_side[side], riding = own & rules.belts
    cdef int count, left
    cdef Square square
    cdef Kind kind
    count = popcount(own & rules.stones)
    _add(total, TERM_WORLD, side, count * weights.on_stone, count * weights.on_stone)
    count = popcount(own & rules.beside_stones & ~rules.stones)
    _add(total, TERM_WORLD, side, count * weights.beside_stone, count * weights.beside_stone)
    count = popcount(own & rules.bridges)
    _add(total, TERM_WORLD, side, count * weights.on_bridge, count * weights.on_bridge)
    count = popcount(own & rules.near_spawns)
    _add(total, TERM_WORLD, side, count * weights.near_spawn, count * weights.near_spawn)
    while riding:
        square = pop(&riding)
        kind = total.at.board[square] >> 1
        left = rules.belt_turns[square]
        _add(total, TERM_WORLD, side, weights.on_belt, weights.on_belt)
        if left:
            left += total.at.turn == side   # it can still step off
            _add(total, TERM_WORLD, side, -rules.value[0][kind] // left, -rules.value[1][kind] // left)
