from tilefish.core.board.attacks cimport is_attacked, targets_of
from tilefish.core.board.endings cimport LIGHT_SQUARES
from tilefish.core.board.position cimport Position, occupied
from tilefish.core.board.rule_tables cimport NO_KIND, NO_WAY, Rules, Slot
from tilefish.core.types cimport (
    NO_SQUARE, RANK_1, Bitboard, Kind, Side, Square, bit, file_of, forward_of, pop, popcount, rank_of, rank_start,
    several,
)

cdef enum:
    # The lone king: centipawns for a hundredth of confinement, a step nearer, few squares.
    EDGE = 2
    CORNER = 80
    NEAR = 30
    FAR_OFF = 8               # steps; beyond them distance makes no difference
    FEW_SQUARES = 20
    # Pawns: centipawns for one that nothing stops, less a push to go, and for a step of the kings.
    RUNNER = 450
    PUSH = 25
    KING_STEP = 6
    OPPOSITION = 15
    # Parts of FULL_SCALE.
    HARDLY = 2                # not won against resistance
    UNLIKELY = 16
    HALF = 32


cdef struct Force:
    # What a side has besides its king.
    Bitboard pawns
    Bitboard minors
    Bitboard majors           # whatever can mate alone with its king
    Bitboard bound            # minors that never leave the colour of their square


cdef Force _muster(const Rules* rules, const Position* at, Side side) noexcept nogil:
    cdef Force force
    cdef Bitboard own = at.by_side[side] & ~at.by_kind[rules.royal]
    cdef Kind kind
    force.pawns = 0 if rules.pawn == NO_KIND else own & at.by_kind[rules.pawn]
    force.minors = force.bound = 0
    for kind in range(rules.kinds):
        if rules.minors >> kind & 1:
            force.minors |= own & at.by_kind[kind]
            if rules.colour_bound >> kind & 1:
                force.bound |= own & at.by_kind[kind]
    force.majors = own & ~force.pawns & ~force.minors
    return force


cdef inline bint _on_one_colour(Bitboard squares) noexcept nogil:
    return not squares & LIGHT_SQUARES or not squares & ~LIGHT_SQUARES


cdef bint _can_mate(const Rules* rules, const Force* force) noexcept nogil:
    """Whether pieces, without pawns, can force a win over a lone king."""
    if force.majors or rules.stalemate_loss and force.minors:
        return True
    if not several(force.minors) or force.bound == force.minors and _on_one_colour(force.bound):
        return False
    return force.bound != 0 or popcount(force.minors) > 2


cdef bint _is_alone(const Rules* rules, const Position* at, Side side, const Force* force) noexcept nogil:
    """Whether a king has nothing beside it but pawns that cannot move."""
    cdef Bitboard pawns = force.pawns
    if force.minors | force.majors:
        return False
    while pawns:
        if targets_of(rules, &rules.slot[rules.pawn], side, pop(&pawns), occupied(at), at.by_side[1 - side]):
            return False
    return True


# --- what kind of endgame it is ------------------------------------------------------------------------------


cdef Endgame classify(const Rules* rules, const Position* at) noexcept nogil:
    """The kind of endgame that a position is."""
    cdef Force forces[2]
    if popcount(occupied(at)) > FEW_PIECES or at.king[0] == NO_SQUARE or at.king[1] == NO_SQUARE:
        return NO_ENDGAME
    forces[0] = _muster(rules, at, 0)
    forces[1] = _muster(rules, at, 1)
    return _kind_of(rules, at, forces)


cdef Endgame _kind_of(const Rules* rules, const Position* at, const Force* forces) noexcept nogil:
    cdef Bitboard majors = forces[0].majors | forces[1].majors, minors = forces[0].minors | forces[1].minors
    if not majors | minors:
        return PAWN_RACE if forces[0].pawns | forces[1].pawns else NO_ENDGAME
    if _hunts(rules, at, forces, 0) or _hunts(rules, at, forces, 1):
        return MATING_ATTACK
    return COMPLEX if majors else MINOR_PIECES


cdef inline bint _hunts(const Rules* rules, const Position* at, const Force* forces, Side side) noexcept nogil:
    """Whether a side can mate the other's lone king."""
    return _can_mate(rules, &forces[side]) and _is_alone(rules, at, 1 - side, &forces[1 - side])


cdef void judge(const Rules* rules, const Position* at, const Bitboard* passed, Verdict* verdict) noexcept nogil:
    """What is known about a position. `passed` are each side's passed pawns."""
    cdef Force forces[2]
    cdef Endgame kind
    cdef Side side
    verdict.bonus[0] = verdict.bonus[1] = 0
    verdict.scale[0] = verdict.scale[1] = FULL_SCALE
    if at.king[0] == NO_SQUARE or at.king[1] == NO_SQUARE:
        return
    forces[0] = _muster(rules, at, 0)
    forces[1] = _muster(rules, at, 1)
    kind = _kind_of(rules, at, forces)
    if kind == NO_ENDGAME:
        return
    if kind == MATING_ATTACK:
        side = 0 if _hunts(rules, at, forces, 0) else 1
        verdict.bonus[side] = _attack_on_king(rules, at, side, &forces[side])
        return
    if kind == PAWN_RACE and not several(forces[0].pawns | forces[1].pawns) and _knows_pawns(rules):
        _judge_single_pawn(rules, at, 0 if forces[0].pawns else 1, verdict)
        return
    for side in range(2):
        verdict.bonus[side] += _escort(rules, at, side, passed[side])
        if not forces[1 - side].majors | forces[1 - side].minors:
            verdict.bonus[side] += _free_run(rules, at, side, passed)
        if kind != PAWN_RACE:
            verdict.scale[side] = _winnable(rules, at, side, forces)
    if kind == PAWN_RACE:
        verdict.bonus[1 - at.turn] += _opposition(at)


# --- the lone king -------------------------------------------------------------------------------------------


cdef int _attack_on_king(const Rules* rules, const Position* at, Side side, const Force* force) noexcept nogil:
    """The lone king at the edge, or in the corner where these pieces mate, the other king two or three squares
    off, and few squares left between them."""
    cdef Square king = at.king[side], hunted = at.king[1 - side], corner
    cdef int points = EDGE * rules.confinement[1 - side][hunted]
    points += NEAR * (FAR_OFF - max(2, min(FAR_OFF, rules.walk[side][king][hunted])))
    if not force.majors and force.bound and _on_one_colour(force.bound):
        corner = rules.corner_way[1 - side][(force.bound & LIGHT_SQUARES) != 0][hunted]
        points += CORNER * (FAR_OFF - min(FAR_OFF, corner))
    return points + _few_squares(rules, at, side, hunted)


cdef int _few_squares(const Rules* rules, const Position* at, Side side, Square hunted) noexcept nogil:
    """Two to four squares to go to are what a hunted king should have; none is a stalemate, unless it is
    in check."""
    cdef const Slot* slot = &rules.slot[rules.moved_slot[rules.royal]]
    cdef Bitboard without = occupied(at) & ~bit(hunted)
    cdef Bitboard steps = targets_of(rules, slot, 1 - side, hunted, occupied(at), at.by_side[side])
    cdef int mobility = 0
    while steps:
        mobility += not is_attacked(rules, at, pop(&steps), without, side)
    if mobility == 0 and not rules.stalemate_loss:
        return 0
    return FEW_SQUARES if mobility <= 4 else 0


# --- pawns that race -----------------------------------------------------------------------------------------


cdef inline bint _doubles(const Rules* rules, Side side, Square pawn) noexcept nogil:
    return rules.double_from[side] & bit(pawn) != 0 and rules.pawn_way[side][pawn] > 1


cdef bint _promotes_to_win(const Rules* rules, Side side) noexcept nogil:
    """Whether a pawn becomes something that wins against a lone king."""
    cdef int i
    for i in range(rules.promotion_count[side]):
        if rules.stalemate_loss or not rules.minors >> rules.promotion[side][i] & 1:
            return True
    return False


cdef int _run(const Rules* rules, const Position* at, Side side, Square pawn) noexcept nogil:
    """The pushes to promotion of a pawn that the other king cannot catch: it is outside the pawn's square.
    NO_WAY for others, and where something stands in the way."""
    cdef int left = rules.pawn_way[side][pawn]
    cdef Square goal = pawn + left * forward_of(side), to = pawn
    cdef int pushes = left - _doubles(rules, side, pawn)
    if left == 0 or not _promotes_to_win(rules, side):
        return NO_WAY
    if rules.walk[1 - side][at.king[1 - side]][goal] <= pushes + (at.turn != side):
        return NO_WAY
    if rules.walk[1 - side][at.king[1 - side]][pawn] <= (at.turn != side) < rules.walk[side][at.king[side]][pawn]:
        return NO_WAY             # taken before it runs
    while to != goal:
        to += forward_of(side)
        if occupied(at) & bit(to):
            return NO_WAY
    return pushes


cdef int _fastest(const Rules* rules, const Position* at, Side side, Bitboard passed) noexcept nogil:
    cdef int pushes = NO_WAY
    while passed:
        pushes = min(pushes, _run(rules, at, side, pop(&passed)))
    return pushes


cdef int _free_run(const Rules* rules, const Position* at, Side side, const Bitboard* passed) noexcept nogil:
    """An unstoppable pawn; nothing if the other side's is as fast."""
    cdef int own = _fastest(rules, at, side, passed[side])
    cdef Side other
    if own == NO_WAY:
        return 0
    other = _fastest(rules, at, 1 - side, passed[1 - side])
    if 2 * own - (at.turn == side) + 1 >= 2 * other - (at.turn != side):
        return 0
    return RUNNER - PUSH * own


cdef int _escort(const Rules* rules, const Position* at, Side side, Bitboard passed) noexcept nogil:
    """Passed pawns want their own king near and the other one far from the square before them."""
    cdef int points = 0, before
    cdef Square pawn
    while passed:
        pawn = pop(&passed)
        if rules.pawn_way[side][pawn]:
            before = pawn + forward_of(side)
            points += KING_STEP * (min(5, rules.walk[1 - side][at.king[1 - side]][before])
                                   - min(5, rules.walk[side][at.king[side]][before]))
    return points


cdef int _opposition(const Position* at) noexcept nogil:
    """For the side that is not to move: the kings face each other, and the other one has to give way."""
    cdef int files = file_of(at.king[0]) - file_of(at.king[1]), ranks = rank_of(at.king[0]) - rank_of(at.king[1])
    return OPPOSITION if files * files + ranks * ranks == 4 else 0


# --- king and pawn against king ------------------------------------------------------------------------------


cdef inline bint _knows_pawns(const Rules* rules) noexcept nogil:
    """Whether what is known of kings and ordinary pawns holds: where nothing carries or lifts pieces."""
    return rules.orthodox_pawn and rules.king_steps and not rules.belts and not rules.stones


cdef void _judge_single_pawn(const Rules* rules, const Position* at, Side side, Verdict* verdict) noexcept nogil:
    cdef Square pawn = _pawn_of(rules, at, side)
    cdef int left = rules.pawn_way[side][pawn]
    if left and _promotes_to_win(rules, side) and _pawn_wins(rules, at, side, pawn):
        verdict.bonus[side] = RUNNER - PUSH * left
    else:
        verdict.scale[side] = UNLIKELY if left and _promotes_to_win(rules, side) else HARDLY


cdef inline Square _pawn_of(const Rules* rules, const Position* at, Side side) noexcept nogil:
    cdef Bitboard pawns = at.by_kind[rules.pawn] & at.by_side[side]
    return pop(&pawns)


cdef bint _pawn_wins(const Rules* rules, const Position* at, Side side, Square pawn) noexcept nogil:
    """Whether a single pawn promotes: the enemy king cannot catch it, or its own king holds a key square or gets there
    first."""
    cdef Side other = 1 - side
    cdef Square king = at.king[side], hunted = at.king[1 - side]
    cdef bint waits = at.turn != side
    cdef int own_way = rules.walk[side][king][pawn], key
    cdef Bitboard keys
    if _run(rules, at, side, pawn) != NO_WAY:
        return True
    if own_way > rules.walk[other][hunted][pawn] + 1 - waits:     # it is lost
        return False
    if rules.stalemate_loss:      # pushed on to the end of its way, it takes the last square from the king
        return True
    keys = _key_squares(rules, side, pawn)
    while keys:
        key = pop(&keys)
        if king == key or rules.walk[other][hunted][key] > rules.walk[side][king][key] + waits:
            return True
    return waits and _leads_and_faces(rules, at, side, pawn)


cdef bint _leads_and_faces(const Rules* rules, const Position* at, Side side, Square pawn) noexcept nogil:
    """Whether a king leads its pawn by a rank and the other one stands in front of it: that one, to move, must
    give way. At the edge it need not."""
    cdef Square king = at.king[side], ahead = pawn + forward_of(side)
    cdef Square goal = pawn + rules.pawn_way[side][pawn] * forward_of(side)
    if at.king[1 - side] != king + 2 * forward_of(side) or not several(_abreast(rules, goal)):
        return False
    return (_abreast(rules, ahead) | bit(ahead)) & bit(king) != 0


cdef inline Bitboard _abreast(const Rules* rules, Square square) noexcept nogil:
    """The squares beside a square where a king can stand."""
    return rules.ring[square] & RANK_1 << rank_start(square)


cdef Bitboard _key_squares(const Rules* rules, Side side, Square pawn) noexcept nogil:
    """Where its king has to be for a pawn to get through."""
    cdef int left = rules.pawn_way[side][pawn], forward = forward_of(side)
    cdef Square goal = pawn + left * forward, ahead = pawn + forward
    cdef Bitboard keys
    if left == 1 or not several(_abreast(rules, goal)):     # at the edge, only beside the end of the way
        return _abreast(rules, goal) | _abreast(rules, goal - forward)
    keys = _abreast(rules, ahead + forward) | bit(ahead + forward)
    if left <= 3:
        keys |= _abreast(rules, ahead) | bit(ahead)
    return keys & rules.safe


# --- what cannot be won --------------------------------------------------------------------------------------


cdef int _worth(const Rules* rules, const Position* at, Bitboard pieces) noexcept nogil:
    cdef Kind kind
    cdef int worth = 0
    for kind in range(rules.kinds):
        worth += rules.value[1][kind] * popcount(at.by_kind[kind] & pieces)
    return worth


cdef int _dearest_minor(const Rules* rules) noexcept nogil:
    cdef Kind kind
    cdef int worth = 0
    for kind in range(rules.kinds):
        if rules.minors >> kind & 1:
            worth = max(worth, rules.value[1][kind])
    return worth


cdef int _winnable(const Rules* rules, const Position* at, Side side, const Force* forces) noexcept nogil:
    """How much an advantage of a side counts, given what it has left to win with."""
    cdef const Force* own = &forces[side]
    cdef const Force* other = &forces[1 - side]
    cdef int more
    if rules.stalemate_loss:
        return FULL_SCALE
    if not own.pawns:
        if not _can_mate(rules, own):
            return HARDLY
        more = _worth(rules, at, own.majors | own.minors) - _worth(rules, at, other.majors | other.minors)
        return UNLIKELY if more <= _dearest_minor(rules) else FULL_SCALE
    if own.majors | other.majors:
        return FULL_SCALE
    if _faces_other_colour(own, other):
        return HALF
    if not several(own.pawns) and other.minors and not several(own.minors):
        return HALF               # the last pawn can be had for a piece
    return FULL_SCALE


cdef bint _faces_other_colour(const Force* own, const Force* other) noexcept nogil:
    """Whether both sides have one piece left, bound to different colours."""
    cdef Bitboard bound = own.bound | other.bound
    return own.minors == own.bound and other.minors == other.bound and (
        popcount(own.bound) == 1 and popcount(other.bound) == 1 and not _on_one_colour(bound))
