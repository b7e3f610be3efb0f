"""Compiles a `Variant` to the tables of `Rules`."""

from libc.stdlib cimport calloc, free

from tilefish.core.board.events cimport BURNED, DROWNED, FELL
from tilefish.core.types cimport (
    BLACK, NO_SQUARE, RANK_1, SQUARES, STRIDE, WHITE, Bitboard, Kind, Side, Square, bit, displaced, file_of, pop,
    popcount, rank_of, u32,
)
from tilefish.core.board.lines cimport compile_line, slide_along
from tilefish.core.board.walks cimport survey
from tilefish.core.board.values cimport appraise, weigh

from tilefish.rules.model.paths import lame_path
from tilefish.rules.model.variant import BELTS, LAVA, STONE, UNLIMITED, UNSAFE, VOID, WATER, Step, is_double_step


def _same_axis(dx, dy):
    """The direction that stands for both ways of a line."""
    return (dx, dy) if (dy, dx) > (0, 0) else (-dx, -dy)


ORTHODOX_PAWN = {
    # (dx, dy), quiet, capture, lame, initial
    ((0, 1), True, False, False, False),
    ((-1, 1), False, True, False, False),
    ((1, 1), False, True, False, False),
}
DOUBLE_STEP = ((0, 2), True, False, True, True)


def _pawn_steps(kind):
    return {((s.dx, s.dy), s.quiet, s.capture, s.lame, s.initial) for s in kind.steps if s.reach == 1}


KING_STEPS = {Step(dx, dy, 1, True, True) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {Step(0, 0, 1, True, True)}


cdef class RuleTables:
    """Owns the `Rules` of one variant. Squares in its Python methods are numbered as in `rules`."""

    def __cinit__(self, variant):
        self.rules = <Rules*>calloc(1, sizeof(Rules))
        if self.rules == NULL:
            raise MemoryError

    def __init__(self, variant):
        self.variant = variant
        self._compile_board()
        self._compile_axes()
        self._compile_kinds()
        self._gather_sheaves()
        self._compile_pawns()
        self._compile_terrain()
        self._compile_ends()
        _find_reach(self.rules)
        weigh(self.rules, variant)
        appraise(self.rules, variant)
        survey(self.rules)

    def __dealloc__(self):
        cdef int slot, i
        if self.rules == NULL:
            return
        for slot in range(MAX_SLOTS):
            free(self.rules.slot[slot].lame.leaps)
            free(self.rules.slot[slot].lame_onto.leaps)
            for i in range(self.rules.slot[slot].slide_count):
                free(<void*>self.rules.slot[slot].slides[i].partial)
        free(self.rules.lines)
        free(self.rules)

    cdef Square core_square(self, Square square) noexcept:
        """The core's number of a square of `rules`."""
        return core_square(self.rules, square)

    cdef Square rules_square(self, Square square) noexcept:
        """The number in `rules` of a square of the core."""
        return rank_of(square) * self.rules.files + file_of(square)

    cdef Bitboard mask(self, squares):
        """A bitboard of squares that are numbered as in `rules`."""
        cdef Bitboard bits = 0
        for square in squares:
            bits |= bit(self.core_square(square))
        return bits

    def value(self, int kind):
        """What a kind is worth in centipawns: (middlegame, endgame)."""
        if not 0 <= kind < self.rules.kinds:
            raise IndexError(f"{kind} is not a kind of this variant")
        return self.rules.value[0][kind], self.rules.value[1][kind]

    def square_values(self, int kind, int side):
        """The square tables of a kind and side in centipawns, from a1: (middlegame, endgame)."""
        if not (0 <= kind < self.rules.kinds and side in (WHITE, BLACK)):
            raise IndexError(f"kind {kind}, side {side} are not of this variant")
        squares = range(self.rules.files * self.rules.ranks)
        return tuple(
            tuple(self.rules.square_value[phase][side][kind][self.core_square(square)] for square in squares)
            for phase in range(2)
        )

    def belt_turns(self, int square):
        """The number of turns after which belts destroy a piece that stays on a square; None if they never do."""
        return self.rules.belt_turns[self.core_square(square) & (SQUARES - 1)] or None

    def _compile_board(self):
        cdef Rules* rules = self.rules
        variant = self.variant
        rules.files = variant.files
        rules.ranks = variant.ranks
        rules.kinds = len(variant.kinds)
        squares = range(variant.files * variant.ranks)
        rules.board = self.mask(squares)
        rules.safe = self.mask(square for square in squares if variant.tiles[square] not in UNSAFE)

    # --- lines and leaps ---------------------------------------------------------------------------------

    def _compile_axes(self):
        cdef Rules* rules = self.rules
        cdef Square square
        cdef int axis
        cdef int dx, dy
        directions = self._directions()
        rules.axis_count = len(directions)
        rules.lines = <LineAt*>calloc(SQUARES * rules.axis_count + 1, sizeof(LineAt))
        if rules.lines == NULL:
            raise MemoryError
        for axis, (dx, dy) in enumerate(directions):
            for square in range(SQUARES):
                compile_line(&rules.lines[square * rules.axis_count + axis], square, dx, dy, rules.safe)

    def _directions(self):
        directions = {
            _same_axis(step.dx, step.dy)
            for kind in self.variant.kinds
            for step in kind.steps
            if step.reach != 1
        }
        if len(directions) > MAX_AXES:
            raise ValueError(f"pieces slide in {len(directions)} directions, {MAX_AXES} is the most")
        return sorted(directions, key=lambda step: (abs(step[0]) + abs(step[1]), step))

    def _compile_kinds(self):
        cdef Rules* rules = self.rules
        cdef int next_slot = rules.kinds
        for index, kind in enumerate(self.variant.kinds):
            self._compile_slot(index, kind, kind.steps)
            rules.moved_slot[index] = index
            moved = tuple(step for step in kind.steps if not step.initial)
            if moved != kind.steps:
                rules.moved_slot[index] = next_slot
                self._compile_slot(next_slot, kind, moved)
                next_slot += 1
            self._index_attacks(index)
            if kind.royal:
                rules.royal = index
                rules.king_steps = set(kind.steps) == KING_STEPS

    def _compile_slot(self, int slot, kind, steps):
        self.rules.slot[slot].plain = True
        self._compile_leaps(slot, kind, [step for step in steps if step.reach == 1 and not step.lame])
        self._compile_lame(slot, kind, [step for step in steps if step.lame])
        self._compile_slides(slot, kind, [step for step in steps if step.reach != 1])

    def _compile_leaps(self, int slot, kind, steps):
        cdef Slot* table = &self.rules.slot[slot]
        cdef Side side
        cdef Square origin, target
        for side in range(2):
            for step in steps:
                for origin in self._origins(kind, step, side):
                    target = self._target(origin, step, side)
                    if target == NO_SQUARE:
                        continue
                    if step.quiet:
                        table.quiet[side][origin] |= bit(target)
                        table.quiet_from[side][target] |= bit(origin)
                    if step.capture:
                        table.capture[side][origin] |= bit(target)
                        table.capture_from[side][target] |= bit(origin)
            for origin in range(SQUARES):
                if table.quiet[side][origin] != table.capture[side][origin]:
                    table.plain = False

    def _origins(self, kind, step, int side):
        """The core's squares from which a piece of that side has the step."""
        cdef Bitboard origins = self.rules.safe
        if step.initial:
            origins &= self.mask(kind.initial_squares[side])
        squares = []
        while origins:
            squares.append(pop(&origins))
        return squares

    cdef Square _target(self, Square origin, step, Side side):
        """Where a single step ends, or NO_SQUARE where nothing can stand. Black sits opposite White."""
        cdef int turn = 1 if side == WHITE else -1
        cdef Square target = displaced(origin, turn * <int>step.dx, turn * <int>step.dy)
        if target == NO_SQUARE or not self.rules.safe & bit(target):
            return NO_SQUARE
        return target

    def _compile_lame(self, int slot, kind, steps):
        """Lame leaps, listed twice: by where they begin and by where they end."""
        cdef Slot* table = &self.rules.slot[slot]
        found = [[], []]
        for side in range(2):
            for step in steps:
                for origin in self._origins(kind, step, side):
                    leap = self._lame_leap(origin, step, side)
                    if leap is not None:
                        found[side].append(leap)
        if not (found[0] or found[1]):
            return
        table.has_lame = True
        table.plain = False
        self._store_lame(&table.lame, found, key=lambda leap: leap[1])
        self._store_lame(&table.lame_onto, found, key=lambda leap: leap[2])

    def _lame_leap(self, int origin, step, int side):
        cdef Square target = self._target(origin, step, side)
        cdef int turn = 1 if side == WHITE else -1
        cdef Square passed
        cdef Bitboard path = 0
        if target == NO_SQUARE:
            return None
        for dx, dy in lame_path(step.dx, step.dy):
            passed = displaced(origin, turn * <int>dx, turn * <int>dy)
            if not self.rules.safe & bit(passed):
                return None
            path |= bit(passed)
        return path, origin, target, step.quiet, step.capture

    cdef _store_lame(self, LameLeaps* store, found, key):
        cdef Lame* leap
        cdef Side side
        cdef Square square
        cdef int index = 0
        store.leaps = <Lame*>calloc(len(found[0]) + len(found[1]) + 1, sizeof(Lame))
        if store.leaps == NULL:
            raise MemoryError
        for side in range(2):
            square = 0
            for entry in sorted(found[side], key=key):
                while square <= key(entry):
                    store.begin[side][square] = index
                    square += 1
                leap = &store.leaps[index]
                leap.path, leap.origin, leap.target, leap.quiet, leap.capture = entry
                index += 1
            while square <= SQUARES:
                store.begin[side][square] = index
                square += 1

    def _compile_slides(self, int slot, kind, steps):
        cdef Slot* table = &self.rules.slot[slot]
        cdef Slide* slide
        cdef Square square
        for axis, direction in enumerate(self._directions()):
            along = [step for step in steps if _same_axis(step.dx, step.dy) == direction]
            if not along:
                continue
            slide = &table.slides[table.slide_count]
            table.slide_count += 1
            slide.axis = axis
            slide.partial = NULL
            if axis - table.slides[0].axis != table.slide_count - 1:
                table.plain = False
            if not _is_full(along):
                table.plain = False
                slide.partial = self._partial_slide(kind, along)
        for square in range(SQUARES):
            table.lines[square] = line_through(self.rules, square, table.slides[0].axis)

    cdef const PartialSlide* _partial_slide(self, kind, steps) except NULL:
        cdef PartialSlide* partial = <PartialSlide*>calloc(1, sizeof(PartialSlide))
        cdef Side side
        cdef Square target, origin
        cdef int taken
        if partial == NULL:
            raise MemoryError
        for side in range(2):
            for step in steps:
                for origin in self._origins(kind, step, side):
                    taken = 0
                    target = self._target(origin, step, side)
                    while target != NO_SQUARE and (step.reach == UNLIMITED or taken < step.reach):
                        if step.quiet:
                            partial.quiet[side][origin] |= bit(target)
                            partial.quiet_from[side][target] |= bit(origin)
                        if step.capture:
                            partial.capture[side][origin] |= bit(target)
                            partial.capture_from[side][target] |= bit(origin)
                        taken += 1
                        target = self._target(target, step, side)
        return partial

    cdef _index_attacks(self, Kind kind):
        """Enters a kind in the lists that attack detection goes through."""
        cdef Rules* rules = self.rules
        cdef Slot* table = &rules.slot[kind]
        cdef int i
        cdef Bitboard capturing = 0
        for i in range(SQUARES):
            capturing |= table.capture[WHITE][i] | table.capture[BLACK][i]
        if capturing:
            rules.leaper[rules.leaper_count] = kind
            rules.leaper_count += 1
        if any(step.lame and step.capture for step in self.variant.kinds[kind].steps):
            rules.lame_capturer[rules.lame_capturer_count] = kind
            rules.lame_capturer_count += 1

    def _gather_sheaves(self):
        cdef Rules* rules = self.rules
        cdef Sheaf* sheaf
        cdef int axis
        cdef Square square
        before = None
        for axis in range(rules.axis_count):
            riders = [
                (kind, i)
                for kind in range(rules.kinds)
                for i in range(rules.slot[kind].slide_count)
                if rules.slot[kind].slides[i].axis == axis
            ]
            full = [kind for kind, i in riders if rules.slot[kind].slides[i].partial == NULL]
            if before is None or full != before or len(full) < len(riders):
                rules.sheaf_count += 1
                self._begin_sheaf(axis, riders)
            sheaf = &rules.sheaf[rules.sheaf_count - 1]
            sheaf.axis_end = axis + 1
            for square in range(SQUARES):
                sheaf.lines[square] |= line_through(rules, square, axis).line
            before = full if len(full) == len(riders) else None

    cdef _begin_sheaf(self, int axis, riders):
        cdef Sheaf* sheaf = &self.rules.sheaf[self.rules.sheaf_count - 1]
        cdef const PartialSlide* partial
        cdef Kind kind
        cdef int i
        sheaf.first_axis = axis
        sheaf.is_unusual = len(riders) > 2
        for kind, i in riders:
            partial = self.rules.slot[kind].slides[i].partial
            if partial == NULL:
                sheaf.full[sheaf.full_count] = kind
                sheaf.full_count += 1
            else:
                sheaf.partial[sheaf.partial_count].kind = kind
                sheaf.partial[sheaf.partial_count].partial = partial
                sheaf.partial_count += 1
                sheaf.is_unusual = True
        if len(riders) == 1:
            sheaf.full[1] = sheaf.full[0]

    # --- pawns, promotion, castling ----------------------------------------------------------------------

    def _compile_pawns(self):
        cdef Rules* rules = self.rules
        cdef Side side
        cdef int index
        variant = self.variant
        names = [kind.name for kind in variant.kinds]
        rules.pawn = next((names.index(kind.name) for kind in variant.kinds if kind.pawn), NO_KIND)
        for index in range(rules.kinds):
            for side in range(2):
                rules.part[2 * index + side] = PAWNS_PART if index == rules.pawn else side
        rules.orthodox_pawn = False
        if rules.pawn != NO_KIND:
            pawn = variant.kinds[rules.pawn]
            steps = _pawn_steps(pawn)
            rules.orthodox_pawn = len(steps) == len(pawn.steps) and steps - {DOUBLE_STEP} == ORTHODOX_PAWN
            self._compile_double_steps(pawn)
        rules.en_passant = variant.en_passant
        for side in range(2):
            rules.promotion_zone[side] = RANK_1 << STRIDE * <int>variant.promotion_rank[side]
            for name in variant.promotion_to[side]:
                rules.promotion[side][rules.promotion_count[side]] = names.index(name)
                rules.promotion_count[side] += 1
        for index in range(rules.kinds):
            if index != rules.royal and not (index == rules.pawn and rules.orthodox_pawn):
                rules.officer[rules.officer_count] = index
                rules.officer_count += 1
        if variant.castling is not None:
            rules.castle_king_file[0], rules.castle_king_file[1] = variant.castling.king_files
            rules.castle_rook_file[0], rules.castle_rook_file[1] = variant.castling.rook_files

    cdef _compile_double_steps(self, pawn):
        """The steps that may be captured en passant: two ranks ahead, over the one square between."""
        cdef Rules* rules = self.rules
        cdef Side side
        cdef Square origin, target
        for step in pawn.steps:
            if not is_double_step(step):
                continue
            for side in range(2):
                if step.dx == 0:
                    rules.double_from[side] = self.mask(pawn.initial_squares[side])
                for origin in self._origins(pawn, step, side):
                    target = self._target(origin, step, side)
                    if target != NO_SQUARE:
                        rules.double_targets[side][origin] |= bit(target)

    # --- terrain -----------------------------------------------------------------------------------------

    def _compile_terrain(self):
        cdef Rules* rules = self.rules
        variant = self.variant
        squares = range(variant.files * variant.ranks)
        rules.stones = self.mask(square for square in squares if variant.tiles[square] == STONE)
        self._compile_rings()
        for square in squares:
            if variant.tiles[square] in BELTS:
                dx, dy = BELTS[variant.tiles[square]]
                self._compile_belt(self.core_square(square), dx, dy)
        rules.needs_legality_test = rules.belts != 0 or rules.stones != 0 or rules.lame_capturer_count != 0

    def _compile_rings(self):
        cdef Rules* rules = self.rules
        cdef Square square, to
        cdef Bitboard stones
        for square in range(SQUARES):
            for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
                to = displaced(square, dx, dy)
                if to != NO_SQUARE and rules.safe & bit(to):
                    rules.ring[square] |= bit(to)
        stones = rules.stones
        while stones:
            square = pop(&stones)
            self._compile_stone_dangers(square)
            self._compile_stone_lines(square)

    cdef _compile_stone_dangers(self, Square stone):
        cdef Rules* rules = self.rules
        cdef StoneDanger* danger
        cdef Bitboard ring
        cdef Kind kind
        cdef Side side
        for kind in range(rules.kinds):
            for side in range(2):
                danger = &rules.stone_danger[stone][kind][side]
                danger.origins = self._reach(kind, side, stone, True)
                ring = rules.ring[stone]
                while ring:
                    danger.ends |= self._reach(rules.moved_slot[kind], side, pop(&ring), False)

    cdef Bitboard _reach(self, int slot, Side side, Square square, bint from_there):
        """The squares that a piece might capture on, or (`from_there`) move or capture from, at the most."""
        cdef const Slot* table = &self.rules.slot[slot]
        cdef const LameLeaps* lame = &table.lame_onto if from_there else &table.lame
        cdef Bitboard reach = table.capture[side][square]
        cdef int i
        if from_there:
            reach = table.quiet_from[side][square] | table.capture_from[side][square]
        for i in range(table.slide_count):
            reach |= line_through(self.rules, square, table.slides[i].axis).line
        if table.has_lame:
            for i in range(lame.begin[side][square], lame.begin[side][square + 1]):
                reach |= bit(lame.leaps[i].origin if from_there else lame.leaps[i].target)
        return reach

    cdef _compile_stone_lines(self, Square stone):
        cdef Rules* rules = self.rules
        cdef const LineAt* line
        cdef Square king, square
        cdef int i
        cdef Bitboard ring
        for king in range(SQUARES):
            ring = rules.ring[stone]
            rules.stone_lines[stone][king] = ring
            while ring:
                square = pop(&ring)
                for i in range(rules.axis_count):
                    line = line_through(rules, square, i)
                    if line.line & bit(king):
                        rules.stone_lines[stone][king] |= slide_along(line, bit(king)) & slide_along(
                            line_through(rules, king, i), bit(square))

    cdef _compile_belt(self, Square square, int dx, int dy):
        cdef Rules* rules = self.rules
        cdef Square to = displaced(square, dx, dy)
        rules.belts |= bit(square)
        if to != NO_SQUARE and not rules.board & bit(to):
            to = NO_SQUARE
        if to == NO_SQUARE or not rules.safe & bit(to):
            rules.belt_fatal |= bit(square)
            tile = VOID if to == NO_SQUARE else self.variant.tile(self.rules_square(to))
            rules.belt_end[square] = DROWNED if tile == WATER else BURNED if tile == LAVA else FELL
        rules.belt_target[square] = to

    # --- ends --------------------------------------------------------------------------------------------

    def _compile_ends(self):
        cdef Rules* rules = self.rules
        cdef int stones = popcount(rules.stones)
        variant = self.variant
        rules.stalemate_loss = variant.end.stalemate_loss
        rules.repetition = variant.end.repetition
        rules.quiet_plies = 100 if variant.end.fifty_moves else 0
        rules.material = {
            "none": MATERIAL_NONE,
            "bare-kings": MATERIAL_BARE_KINGS,
            "fide": MATERIAL_FIDE,
        }[variant.material_rule]
        for index, kind in enumerate(variant.kinds):
            if kind.minor:
                rules.minors |= <u32>1 << <int>index
            if all((step.dx + step.dy) % 2 == 0 for step in kind.steps):
                rules.colour_bound |= <u32>1 << <int>index
        # At most n * (65 - n) <= 1056 pairs of a piece and a target, of which 8 targets a piece may promote,
        # and a few dozen castlings and captures in passing; a stone multiplies that by itself.
        promotions = max(len(names) for names in variant.promotion_to)
        rules.move_capacity = (1 + stones) * (1120 + 512 * (promotions - 1 if promotions else 0))


def _is_full(steps):
    """Whether slides along one axis amount to a full one: both ways to the end, moving and capturing."""
    ways = {
        (step.dx, step.dy)
        for step in steps
        if step.reach == UNLIMITED and step.quiet and step.capture and not step.initial
    }
    return len(ways) == 2


cdef void _find_reach(Rules* rules) noexcept:
    """From where a square could be attacked, and where pieces could go, if the board were empty."""
    cdef const Slot* slot
    cdef Side side
    cdef Square square
    cdef Kind kind
    cdef int i
    for side in range(2):
        for square in range(SQUARES):
            for i in range(rules.axis_count):
                rules.exposed[side][square] |= line_through(rules, square, i).line
            for kind in range(rules.kinds):
                slot = &rules.slot[kind]
                rules.exposed[side][square] |= slot.capture_from[1 - side][square]
                rules.reach[kind][side][square] = slot.quiet[side][square] | slot.capture[side][square]
                for i in range(slot.slide_count):
                    rules.reach[kind][side][square] |= line_through(rules, square, slot.slides[i].axis).line
