"""`CombatBoard`: what Python sees of a position of a combat game. Squares are the rulebook's; actions are the
core's 32-bit integers, and only those that are legal are accepted, with a face of the die where one is rolled."""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from tilefish.core.clock cimport read_flag, write_flag
from tilefish.core.combat_actions cimport (
    CONSECRATION, SKIRMISH, Action, attacks, goes_first, is_sequence, origin_of, promoted_kind, promotes,
    rolls_die, stone_of, tag_of, target_of, uses_ability, victim_of,
)
from tilefish.core.combat_generator cimport is_threatened, list_actions
from tilefish.core.combat_make cimport Roll, act, distinct_rolls
from tilefish.core.combat_perft cimport count_combat_leaves, count_leaves_of
from tilefish.core.combat_position cimport (
    CombatPosition, combat_key_from_scratch, hp_lost, interpose, place, set_cooldown, set_hp,
)
from tilefish.core.combat_rules cimport MAX_FACES, CombatTables
from tilefish.core.combat_stones cimport glides_between
from tilefish.core.endings cimport (
    GOES_ON, KING_DESTROYED, MATERIAL, QUIET_PLIES, REPETITION, STALEMATE, too_little_material,
)
from tilefish.core.position cimport EMPTY, clear
from tilefish.core.squares cimport NO_SQUARE, pop, u64

from typing import NamedTuple

from tilefish.core.board import MAX_PERFT_DEPTH
from tilefish.rulebook.combat import CombatState
from tilefish.rulebook.fen import Setup

REASONS = {
    KING_DESTROYED: "king destroyed",
    STALEMATE: "stalemate",
    REPETITION: "repetition",
    QUIET_PLIES: "no damage",
    MATERIAL: "material",
}


class ActionParts(NamedTuple):
    """An action taken apart, its glide the one with the smallest square. `aside` is where a skirmish ends; `healed`
    is not attacked."""

    origin: int
    ability: bool
    stone: int | None
    glide: int | None
    target: int | None
    victim: int | None
    healed: int | None
    aside: int | None
    promotion: int | None


cdef class CombatBoard:
    """A position of a combat game with its past."""

    def __cinit__(self, CombatTables tables not None, setup):
        self.tables = tables
        self.capacity = 16
        self.history = <CombatPosition*>calloc(self.capacity, sizeof(CombatPosition))
        self.scratch = <Action*>malloc(tables.combat.action_capacity * sizeof(Action))
        if self.history == NULL or self.scratch == NULL:
            raise MemoryError

    def __init__(self, CombatTables tables not None, setup):
        self.reset(setup)

    def __dealloc__(self):
        free(self.history)
        free(self.scratch)

    cdef const CombatPosition* now(self) noexcept:
        return &self.history[self.length - 1]

    # --- setting up --------------------------------------------------------------------------------------

    def reset(self, setup):
        """Sets up a position, without a past."""
        cdef CombatPosition* at = &self.history[0]
        cdef CombatTables tables = self.tables
        cdef int square, kind, side
        memset(at, 0, sizeof(CombatPosition))
        clear(&at.base)
        for square, (kind, side) in setup.pieces.items():
            place(tables.combat, at, kind * 2 + side, tables.core_square(square))
        at.base.turn = setup.turn
        at.base.halfmove = setup.halfmove
        at.base.fullmove = setup.fullmove
        self._set_up_state(setup.combat)
        at.base.key = combat_key_from_scratch(tables.combat, at)
        self.length = 1

    cdef _set_up_state(self, state):
        cdef CombatPosition* at = &self.history[0]
        cdef CombatTables tables = self.tables
        cdef int side
        for square, hp in state.hp.items():
            set_hp(tables.combat, at, tables.core_square(square), hp)
        for square, turns in state.cooldowns.items():
            set_cooldown(at, tables.core_square(square), turns)
        for square in state.interposing:
            interpose(at, tables.core_square(square))
        for side in range(2):
            at.uses[side] = state.uses[side]
            at.decree[side] = state.decree[side]
            at.exposed[side] = state.exposed[side]

    def setup(self):
        """The position as data."""
        cdef const CombatPosition* at = self.now()
        cdef u64 squares = at.base.by_side[0] | at.base.by_side[1]
        cdef int square
        pieces = {}
        hp = {}
        while squares:
            square = pop(&squares)
            name = self.tables.rulebook_square(square)
            pieces[name] = (at.base.board[square] >> 1, at.base.board[square] & 1)
            if hp_lost(self.tables.combat, at, square):
                hp[name] = at.hp[square]
        return Setup(
            pieces=pieces,
            turn=at.base.turn,
            halfmove=at.base.halfmove,
            fullmove=at.base.fullmove,
            combat=CombatState(
                hp=hp,
                cooldowns={self.tables.rulebook_square(square): at.cooldown[square]
                           for square in _squares(at.cooling)},
                uses=(at.uses[0], at.uses[1]),
                decree=(at.decree[0], at.decree[1]),
                interposing=frozenset(
                    self.tables.rulebook_square(square) for square in _squares(at.interposing)),
                exposed=(at.exposed[0] != 0, at.exposed[1] != 0),
            ),
        )

    def copy(self):
        """The same position with the same past, to go on from separately."""
        cdef CombatBoard twin = CombatBoard(self.tables, self.setup())
        while twin.capacity < self.length:
            twin._grow()
        memcpy(twin.history, self.history, self.length * sizeof(CombatPosition))
        twin.length = self.length
        return twin

    # --- actions -----------------------------------------------------------------------------------------

    def legal_moves(self):
        """All legal actions."""
        cdef int found = list_actions(self.tables.combat, self.now(), self.scratch)
        cdef int i
        return [self.scratch[i] for i in range(found)]

    def parts(self, Action action):
        """A legal action taken apart."""
        cdef int tag = tag_of(action), origin = origin_of(action), target = target_of(action)
        victim = self.tables.rulebook_square(victim_of(action))
        goal = self.tables.rulebook_square(target)
        glides = self.glides(action)
        return ActionParts(
            origin=self.tables.rulebook_square(origin),
            ability=uses_ability(action),
            stone=self.tables.rulebook_square(stone_of(action)) if is_sequence(action) else None,
            glide=glides[0] if glides else None,
            target=goal if goes_first(action) else None,
            victim=victim if attacks(action) else None,
            healed=victim if tag == CONSECRATION else None,
            aside=goal if tag == SKIRMISH and target != origin else None,
            promotion=promoted_kind(action) if promotes(action) else None,
        )

    def glides(self, Action action):
        """The glide squares that work for a stone sequence, in order; none for any other action."""
        cdef int origin = origin_of(action)
        if not is_sequence(action):
            return []
        if self.now().base.board[origin] == EMPTY:
            raise ValueError(f"{action} moves no piece")
        return [self.tables.rulebook_square(square) for square in _squares(glides_between(
            self.tables.combat, self.now(), origin, stone_of(action), target_of(action)))]

    def rolls(self, Action action):
        """Whether a die is rolled for an action."""
        return rolls_die(action)

    def distinct_rolls(self, Action action):
        """The faces that lead to different positions, each with how many faces lead there; (0, 1) alone where no
        die is rolled."""
        cdef Roll rolls[MAX_FACES]
        cdef int count = distinct_rolls(self.tables.combat, self.now(), self._known(action), rolls)
        cdef int i
        return [(rolls[i].face, rolls[i].weight) for i in range(count)]

    cdef Action _known(self, Action action) except? 0:
        cdef int found = list_actions(self.tables.combat, self.now(), self.scratch)
        cdef int i
        for i in range(found):
            if self.scratch[i] == action:
                return action
        raise ValueError(f"{action} is no legal action here")

    def push(self, Action action, int face=0):
        """Plays a legal action. `face` is what was rolled, 0 where nothing is."""
        self._known(action)
        if not (1 if rolls_die(action) else 0) <= face <= (self.tables.combat.faces if rolls_die(action) else 0):
            raise ValueError(f"{face} cannot be rolled for this action")
        if self.length == self.capacity:
            self._grow()
        act(self.tables.combat, &self.history[self.length - 1], action, face, &self.history[self.length])
        self.length += 1

    def pop(self):
        """Takes the last action back."""
        if self.length == 1:
            raise IndexError("no action to take back")
        self.length -= 1

    cdef int _grow(self) except -1:
        cdef CombatPosition* larger = <CombatPosition*>realloc(
            self.history, 2 * self.capacity * sizeof(CombatPosition))
        if larger == NULL:
            raise MemoryError
        self.history = larger
        self.capacity *= 2
        return 0

    # --- what there is to know ---------------------------------------------------------------------------

    @property
    def turn(self):
        """The side to move."""
        return self.now().base.turn

    @property
    def ply(self):
        """How many actions have been pushed."""
        return self.length - 1

    @property
    def key(self):
        """The hash of all that counts for repetition, kept action by action."""
        return self.now().base.key

    @property
    def key_from_scratch(self):
        """The same hash, computed anew."""
        return combat_key_from_scratch(self.tables.combat, self.now())

    def kind_on(self, int square):
        """The index of the kind of piece on a square of the board, or None."""
        cdef int piece = self.now().base.board[self.tables.core_square(square) & 63]
        return None if piece == EMPTY else piece >> 1

    def in_check(self, int side):
        """There is no check."""
        return False

    def threatens(self, int side, int square):
        """Whether a piece of that side could attack one that stood on a square of the board."""
        return is_threatened(self.tables.combat, self.now(), self.tables.core_square(square) & 63, side)

    def repetitions(self):
        """How often this position has been on the board, this time included. Healing can undo damage, so that
        the whole past counts."""
        cdef int back, count = 1
        for back in range(self.length - 3, -1, -2):
            if self.history[back].base.key == self.now().base.key:
                count += 1
        return count

    def ending(self):
        """(winner or None, reason) if the game is over here, else None."""
        cdef int ending = self._ending()
        if ending == GOES_ON:
            return None
        lost = ending == STALEMATE and self.tables.rules.stalemate_loss
        winner = self._last_king() if ending == KING_DESTROYED else 1 - self.turn if lost else None
        return winner, REASONS[ending]

    def _last_king(self):
        """The side that still has a king, or None: belts may destroy both at once."""
        kings = [side for side in range(2) if self.now().base.king[side] != NO_SQUARE]
        return kings[0] if kings else None

    def _ending(self):
        cdef const CombatPosition* at = self.now()
        cdef int repetition = self.tables.rules.repetition, quiet_plies = self.tables.combat.quiet_plies
        if at.base.king[0] == NO_SQUARE or at.base.king[1] == NO_SQUARE:
            return KING_DESTROYED
        if not list_actions(self.tables.combat, at, self.scratch):
            return STALEMATE
        if repetition and self.repetitions() >= repetition:
            return REPETITION
        if quiet_plies and at.base.halfmove >= quiet_plies:
            return QUIET_PLIES
        return MATERIAL if too_little_material(self.tables.rules, &at.base) else GOES_ON

    # --- perft -------------------------------------------------------------------------------------------

    def perft(self, int depth):
        """The number of sequences of that length, each face of a die counted."""
        if not 0 <= depth <= MAX_PERFT_DEPTH:
            raise ValueError(f"depth {depth} is not from 0 to {MAX_PERFT_DEPTH}")
        cdef CombatTables tables = self.tables
        cdef const CombatPosition* at = self.now()
        cdef u64 leaves
        cdef Action* room = <Action*>malloc((depth + 1) * tables.combat.action_capacity * sizeof(Action))
        if room == NULL:
            raise MemoryError
        with nogil:
            leaves = count_combat_leaves(tables.combat, at, depth, room, &self.cancelled)
        free(room)
        self._check_cancelled()
        return leaves

    def perft_of(self, Action action, int depth):
        """The same for what begins with one legal action."""
        if not 1 <= depth <= MAX_PERFT_DEPTH:
            raise ValueError(f"depth {depth} is not from 1 to {MAX_PERFT_DEPTH}")
        cdef CombatTables tables = self.tables
        cdef const CombatPosition* at = self.now()
        cdef u64 leaves
        self._known(action)
        cdef Action* room = <Action*>malloc(depth * tables.combat.action_capacity * sizeof(Action))
        if room == NULL:
            raise MemoryError
        with nogil:
            leaves = count_leaves_of(tables.combat, at, action, depth, room, &self.cancelled)
        free(room)
        self._check_cancelled()
        return leaves

    def _check_cancelled(self):
        if read_flag(&self.cancelled):
            raise InterruptedError("the count was cancelled")

    def cancel(self):
        """Ends the counts of this board, the running one and all to come, from any thread."""
        write_flag(&self.cancelled, 1)


def _squares(u64 squares):
    """Lists the core's squares of a bitboard."""
    found = []
    while squares:
        found.append(pop(&squares))
    return found
