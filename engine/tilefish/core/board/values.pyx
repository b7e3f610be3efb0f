from libc.math cimport lround, sqrt

from tilefish.core.board.rule_tables cimport (
    LIKE_BISHOP, LIKE_FILE_SLIDER, LIKE_HEAVY, LIKE_KNIGHT, LIKE_LIGHT, LIKE_ROOK, NO_KIND, PARTS_OF_PASSED, Rules,
    Weights, core_square,
)
from tilefish.core.board.score cimport PHASES, endgame_of, middlegame_of, score_of
from tilefish.core.types cimport (
    BLACK, FILE_A, MAX_SIDE, RANK_1, SQUARES, STRIDE, WHITE, Bitboard, Kind, Side, Square, bit, file_of, forward_of, pop,
    rank_of, square_at,
)

from tilefish.rules.model.combat_strength import value_factor
from tilefish.rules.errors import InputError
from tilefish.rules.text.fen import check_setup
from tilefish.rules.model.variant import BRIDGE, MAX_CENTIPAWNS, SPAWN, UNLIMITED
from tilefish.rules.model.weights import WEIGHTS

cdef enum:
    MIDDLEGAME = 0
    ENDGAME = 1

# A slide goes on over a square with this chance: boards empty in the endgame. Centipawns a move are chosen so
# that knight, bishop and rook of ordinary chess come out near their well-known values.
cdef double[2] CHANCE_EMPTY = [0.7, 0.85]
cdef double[2] CENTIPAWNS_A_MOVE = [64, 50]
cdef double PAWN_ENDGAME_FACTOR = 1.6     # a pawn is worth more the nearer its promotion
# So that the pieces of the bundled combat game, left without values, come near to what was fitted to its games.
cdef double COMBAT_FACTOR = 1.36
cdef double USUAL_MOVES = 6                # where a move counts as much as any other
cdef double CLEARLY_CHEAPER = 0.8          # of the value of another kind
cdef double FIGHTING_PAWN = 0.5           # how much of a pawn's worth is its own, not what it may become

cdef double[2] SQUARE_SHARE = [0.15, 0.1]  # of what a square's mobility is above the average
cdef double[2] KING_SHARE = [-0.15, 0.15]  # the king hides first, and comes out at the end
cdef double[2] PAWN_ADVANCE = [25, 110]    # centipawns for a pawn one step from promotion


cdef int weigh(Rules* rules, variant) except -1:
    """Fills in the values of all kinds, by phase, and their square tables, by phase and side."""
    cdef double mobility[SQUARES]
    cdef int index, phase
    cdef Side side
    for index, kind in enumerate(variant.kinds):
        for phase in range(2):
            for side in range(2):
                average = _mobility(rules, kind, side, CHANCE_EMPTY[phase], mobility)
                if side == WHITE:
                    rules.value[phase][index] = _value(variant, index, phase, average)
                if kind.squares is None:
                    _place_by_mobility(rules, index, kind, phase, side, average, mobility)
                else:
                    _place_by_file(rules, index, kind.squares[phase], phase, side)
    _join(rules)
    return 0


cdef void _join(Rules* rules) noexcept:
    """Makes the tables that positions add up while pieces come and go."""
    cdef Kind kind
    cdef Side side
    cdef Square square
    cdef int sign
    for kind in range(rules.kinds):
        rules.force[kind] = 0 if kind == rules.pawn or kind == rules.royal else rules.value[0][kind]
        for side in range(2):
            sign = 1 if side == WHITE else -1
            for square in range(SQUARES):
                rules.placed[kind * 2 + side][square] = sign * score_of(
                    rules.value[0][kind] + rules.square_value[0][side][kind][square],
                    rules.value[1][kind] + rules.square_value[1][side][kind][square])


cdef double _mobility(Rules* rules, kind, Side side, double chance_empty, double* mobility) except -1:
    """Fills in how many moves a piece has on each square, on a board part empty, and returns the average. A
    move that may only go, or only capture, counts half."""
    cdef int turn = 1 if side == WHITE else -1
    cdef Square origin
    cdef int file, rank, dx, dy, left
    cdef double weight, chance, total = 0, squares = 0
    steps = [(step, (step.quiet + step.capture) / 2) for step in kind.steps if not step.initial]
    for origin in range(SQUARES):
        mobility[origin] = 0
        if not rules.safe & bit(origin):
            continue
        squares += 1
        for step, weight in steps:
            dx, dy = turn * <int>step.dx, turn * <int>step.dy
            file, rank = file_of(origin) + dx, rank_of(origin) + dy
            chance = chance_empty if step.lame else 1
            left = MAX_SIDE if step.reach == UNLIMITED else step.reach
            while left and 0 <= file < MAX_SIDE and 0 <= rank < MAX_SIDE and rules.safe & bit(square_at(file, rank)):
                mobility[origin] += weight * chance
                chance *= chance_empty
                file += dx
                rank += dy
                left -= 1
        total += mobility[origin]
    return total / squares if squares else 0


cdef int _value(variant, int index, int phase, double average) except? -1:
    kind = variant.kinds[index]
    if kind.royal:
        return 0
    if kind.value is not None:
        return kind.value[phase]
    if kind.pawn and phase == ENDGAME:
        average *= PAWN_ENDGAME_FACTOR
    if variant.combat is not None:
        average *= _fighting_factor(variant, index)
    return min(MAX_CENTIPAWNS, lround(CENTIPAWNS_A_MOVE[phase] * average))


cdef double _fighting_factor(variant, int index) except? -1:
    """What hit points, damage and ability make of a value by mobility."""
    cdef double factor = value_factor(variant.combat, index)
    if variant.kinds[index].pawn:
        factor = FIGHTING_PAWN * factor + 1 - FIGHTING_PAWN
    return COMBAT_FACTOR * factor


cdef int _place_by_file(Rules* rules, int index, table, int phase, Side side) except -1:
    """A table of the file is White's, from a1; Black sees it upside down."""
    cdef Square square
    cdef int rank, row
    for square in range(SQUARES):
        if rules.board & bit(square):
            rank = rank_of(square)
            row = rank if side == WHITE else rules.ranks - 1 - rank
            rules.square_value[phase][side][index][square] = table[row * rules.files + file_of(square)]
    return 0


cdef int _place_by_mobility(Rules* rules, int index, kind, int phase, Side side, double average,
                            const double* mobility) except -1:
    cdef double share = KING_SHARE[phase] if kind.royal else SQUARE_SHARE[phase]
    cdef Bitboard squares = rules.safe
    cdef Square square
    cdef double bonus
    while squares:
        square = pop(&squares)
        if kind.pawn:
            bonus = PAWN_ADVANCE[phase] * _advance(rules, square, side) ** 2
        else:
            bonus = share * CENTIPAWNS_A_MOVE[phase] * (mobility[square] - average)
        rules.square_value[phase][side][index][square] = lround(bonus)
    return 0


cdef double _advance(Rules* rules, Square square, Side side) noexcept:
    """How far a pawn has come towards its promotion rank: 0 on its first rank, 1 beside the last one; 0 where
    terrain bars the way straight ahead."""
    cdef int forward = forward_of(side)
    cdef int steps = 0, ranks = rules.ranks
    while not rules.promotion_zone[side] & bit(square):
        square += forward
        steps += 1
        if square < 0 or square >= SQUARES or not rules.safe & bit(square):
            return 0
    if steps == 0 or ranks < 3:
        return 1
    return max(0, 1 - (steps - 1) / <double>(ranks - 2))


# --- tables of the evaluation --------------------------------------------------------------------------------


cdef int appraise(Rules* rules, variant) except -1:
    """Fills in what the evaluation needs to know besides the values."""
    rules.weights = {
        weight.name: _field(weight, numbers)
        for weight, numbers in zip(WEIGHTS, variant.evaluation, strict=True)
    }
    _count_start(rules, variant)
    _know_kinds(rules, variant)
    _sort_officers(rules, variant)
    _know_ways(rules)
    _know_areas(rules)
    _know_terrain(rules, variant)
    return 0


cdef _field(weight, numbers):
    """The numbers of a weight as `Weights` has them."""
    if weight.in_phases:
        return score_of(numbers[0], numbers[1])
    return numbers if len(numbers) > 1 else numbers[0]


cdef int _count_start(Rules* rules, variant) except -1:
    """How much there is besides kings and pawns when a game begins, and how many pawns are usual later."""
    cdef Kind kind
    cdef int pawns = 0
    rules.full_force = 0
    for kind, _ in start_pieces(variant).values():
        rules.full_force += rules.force[kind]
        pawns += kind == rules.pawn
    rules.full_force = max(1, rules.full_force)
    rules.usual_pawns = 5 * pawns // 16
    rules.phase_share = ((<long long>PHASES << 32) + rules.full_force - 1) // rules.full_force
    return 0


def start_pieces(variant):
    """The pieces of the start position by square; none where a world laid over the board makes it impossible."""
    try:
        check_setup(variant, variant.start)
    except InputError:
        return {}
    return variant.start.pieces


cdef int _know_kinds(Rules* rules, variant) except -1:
    cdef double mobility[SQUARES]
    cdef int index
    prices = [1 << 20 if kind.royal else rules.value[0][i] for i, kind in enumerate(variant.kinds)]
    for index, kind in enumerate(sorted(range(rules.kinds), key=prices.__getitem__)):
        rules.by_value[index] = kind
    for index, kind in enumerate(variant.kinds):
        rules.usual_mobility[index] = lround(0.6 * _mobility(rules, kind, WHITE, CHANCE_EMPTY[0], mobility))
        slides = {(abs(step.dx), abs(step.dy)) for step in kind.steps if step.reach == UNLIMITED}
        if (0, 1) in slides and (1, 1) not in slides:
            rules.likes[index] |= LIKE_FILE_SLIDER
            if (1, 0) in slides:
                rules.likes[index] |= LIKE_ROOK
        if all(step.reach == 1 for step in kind.steps) and not kind.pawn and not kind.royal:
            rules.likes[index] |= LIKE_KNIGHT
        if rules.colour_bound >> index & 1:
            rules.likes[index] |= LIKE_BISHOP
        _know_mobility(rules, index)
    return 0


cdef void _know_mobility(Rules* rules, Kind kind) noexcept:
    """What a piece's moves are worth against its kind's usual: each one alike, more of a kind that has few, and by how
    much the first ones count more than the last ones."""
    cdef const Weights* weights = &rules.weights
    cdef double usual = sqrt(1 + rules.usual_mobility[kind]), more, scarce
    cdef int moves, change
    for moves in range(SQUARES + 1):
        change = moves - rules.usual_mobility[kind]
        more = 2 * sqrt(USUAL_MOVES) * (sqrt(1 + moves) - usual) - change
        scarce = change * (USUAL_MOVES / (1 + rules.usual_mobility[kind]) - 1)
        rules.mobility[kind][moves] = change * weights.mobility + score_of(
            lround(more * middlegame_of(weights.freedom) + scarce * middlegame_of(weights.scarce_mobility)),
            lround(more * endgame_of(weights.freedom) + scarce * endgame_of(weights.scarce_mobility)))
    rules.mobility[kind][0] += weights.trapped


cdef int _sort_officers(Rules* rules, variant) except -1:
    """Who is clearly cheaper than whom, and which piece of the start is the dearest."""
    cdef int place, cheaper = 0
    cdef Kind kind
    at_start = {kind for kind, _ in start_pieces(variant).values()}
    officers = sorted(
        [rules.officer[place] for place in range(rules.officer_count)], key=[*rules.by_value[:rules.kinds]].index)
    rules.heaviest = NO_KIND
    for place, kind in enumerate(officers):
        rules.officer_by_value[place] = kind
        while cheaper < place and (
                rules.value[0][rules.officer_by_value[cheaper]] < CLEARLY_CHEAPER * rules.value[0][kind]):
            cheaper += 1
        rules.clearly_cheaper[place] = cheaper
        if kind in at_start:
            rules.heaviest = kind
    for kind in officers:
        if kind == rules.pawn or rules.heaviest == NO_KIND:
            continue
        if kind == rules.heaviest or rules.likes[kind] & LIKE_ROOK:
            rules.likes[kind] |= LIKE_HEAVY
        elif not rules.likes[kind] & LIKE_FILE_SLIDER and (
                rules.value[0][kind] < CLEARLY_CHEAPER * rules.value[0][rules.heaviest]):
            rules.likes[kind] |= LIKE_LIGHT
    return 0


cdef void _know_ways(Rules* rules) noexcept:
    """Where the enemy's half begins, and how far pawns have to go, straight ahead."""
    cdef Side side
    cdef Square square, to
    cdef int pushes, left
    cdef int longest = max(1, rules.ranks - 1)   # pushes from the first rank to promotion
    for left in range(longest + 1):
        rules.passed_part[left] = PARTS_OF_PASSED * (longest - left) * (longest - left) // (longest * longest)
        rules.barred_part[left] = PARTS_OF_PASSED * (longest - left) // (4 * longest)
    rules.enemy_half[WHITE] = rules.board & ~((<Bitboard>1 << STRIDE * ((rules.ranks + 1) // 2)) - 1)
    rules.enemy_half[BLACK] = rules.board & ((<Bitboard>1 << STRIDE * (rules.ranks // 2)) - 1)
    for side in range(2):
        for square in range(SQUARES):
            rules.pawn_way[side][square] = 0
            to, pushes = square, 0
            while 0 <= to < SQUARES and rules.safe & bit(to):
                if rules.promotion_zone[side] & bit(to):
                    rules.pawn_way[side][square] = pushes
                    break
                to += forward_of(side)
                pushes += 1


cdef void _know_areas(Rules* rules) noexcept:
    """Parts of the board: the middle, where pieces want space, the squares around kings, the wings."""
    cdef int half = rules.ranks // 2, edge = rules.files // 4, file, far
    cdef Square square, other
    cdef Bitboard middle = _files(rules, edge, rules.files - 1 - edge)
    rules.space_area[WHITE] = middle & rules.safe & _ranks(rules, 1, half - 1)
    rules.space_area[BLACK] = middle & rules.safe & _ranks(rules, rules.ranks - half, rules.ranks - 2)
    rules.wings[0] = _files(rules, 0, rules.files // 2 - 1)
    rules.wings[1] = _files(rules, (rules.files + 1) // 2, rules.files - 1)
    for file in range(MAX_SIDE):
        rules.flank[WHITE][file] = _files(rules, file - 2, file + 2) & _ranks(rules, 0, half)
        rules.flank[BLACK][file] = _files(rules, file - 2, file + 2) & _ranks(rules, rules.ranks - 1 - half, rules.ranks - 1)
    for square in range(SQUARES):
        for other in range(SQUARES):
            far = max(abs(file_of(square) - file_of(other)), abs(rank_of(square) - rank_of(other)))
            if far <= 2:
                rules.near_king[0][square] |= bit(other)
            if far <= 4:
                rules.near_king[1][square] |= bit(other)


cdef Bitboard _files(const Rules* rules, int begin, int end) noexcept:
    """The squares of some files, those beyond the board left out."""
    cdef Bitboard squares = 0
    cdef int file
    for file in range(max(0, begin), min(end, rules.files - 1) + 1):
        squares |= FILE_A << file
    return squares & rules.board


cdef Bitboard _ranks(const Rules* rules, int begin, int end) noexcept:
    """The squares of some ranks, those beyond the board left out."""
    cdef Bitboard squares = 0
    cdef int rank
    for rank in range(max(0, begin), min(end, rules.ranks - 1) + 1):
        squares |= RANK_1 << rank * STRIDE
    return squares & rules.board


cdef int _know_terrain(Rules* rules, variant) except -1:
    cdef Bitboard stones = rules.stones
    cdef Square square, to
    cdef int turns
    for square, tile in enumerate(variant.tiles):
        if tile == BRIDGE:
            rules.bridges |= bit(core_square(rules, square))
        elif tile == SPAWN:
            to = core_square(rules, square)
            rules.near_spawns |= bit(to) | rules.ring[to]
    while stones:
        rules.beside_stones |= rules.ring[pop(&stones)]
    for square in range(SQUARES):
        to, turns = square, 0
        while turns < SQUARES and rules.belts & bit(to):
            turns += 1
            if rules.belt_fatal & bit(to):
                rules.belt_turns[square] = turns
                break
            to = rules.belt_target[to]
    return 0
