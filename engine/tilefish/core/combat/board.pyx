"""`CombatBoard`: what Python sees of a position of a combat game. Squares are numbered as in `rules`; actions are the
core's 32-bit integers, and only those that are legal are accepted, with a face of the die where one is rolled."""

from libc.string cimport memset

from tilefish.core.combat.actions cimport (
    CONSECRATION, SKIRMISH, Action, attacks, goes_first, is_sequence, origin_of, promoted_kind, promotes,
    rolls_die, stone_of, tag_of, target_of, uses_ability, victim_of,
)
from tilefish.core.combat.generator cimport is_threatened, list_actions
from tilefish.core.combat.make cimport Roll, act, distinct_rolls
from tilefish.core.combat.perft cimport count_combat_leaves, count_leaves_of
from tilefish.core.combat.position cimport (
    CombatPosition, combat_key_from_scratch, hp_lost, interpose, place, set_cooldown, set_hp,
)
from tilefish.core.combat.rule_tables cimport MAX_FACES, CombatTables
from tilefish.core.combat.stones cimport glides_between
from tilefish.core.board.endings cimport too_little_material
from tilefish.core.board.position cimport EMPTY, clear
from tilefish.core.types cimport NO_SQUARE, SQUARES, Depth, Side, Square, u32, u64

from typing import NamedTuple

from tilefish.core.board.position_history import MAX_PERFT_DEPTH
from tilefish.rules.model.combat import CombatState
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.setup import Setup


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


cdef class CombatBoard(PositionHistory):
    """A position of a combat game with its history."""

    def __cinit__(self, CombatTables tables not None, setup):
        self.combat = tables.combat
        self._make_room(tables, sizeof(CombatPosition), tables.combat.action_capacity)

    cdef int _find_moves(self) noexcept:
        return list_actions(self.combat, self.now(), self.scratch)

    cdef u64 _count_leaves(self, const void* start, Depth depth, u32 first, u32* buffer) noexcept nogil:
        cdef const CombatPosition* at = <const CombatPosition*>start
        if first:
            return count_leaves_of(self.combat, at, first, depth, buffer, &self.cancelled)
        return count_combat_leaves(self.combat, at, depth, buffer, &self.cancelled)

    # --- setting up --------------------------------------------------------------------------------------

    def reset(self, setup):
        """Sets up a position, without a history."""
        cdef CombatPosition* at = <CombatPosition*>self.positions
        cdef int square, kind, side
        memset(at, 0, sizeof(CombatPosition))
        clear(&at.base)
        for square, (kind, side) in setup.pieces.items():
            place(self.combat, at, kind * 2 + side, self.tables.core_square(square))
        at.base.turn = setup.turn
        at.base.halfmove = setup.halfmove
        at.base.fullmove = setup.fullmove
        self._set_up_state(setup.combat)
        at.base.key = combat_key_from_scratch(self.combat, at)
        self.length = 1

    cdef _set_up_state(self, state):
        cdef CombatPosition* at = <CombatPosition*>self.positions
        cdef Side side
        for square, hp in state.hp.items():
            set_hp(self.combat, at, self.tables.core_square(square), hp)
        for square, turns in state.cooldowns.items():
            set_cooldown(at, self.tables.core_square(square), turns)
        for square in state.interposing:
            interpose(at, self.tables.core_square(square))
        for side in range(2):
            at.uses[side] = state.uses[side]
            at.decree[side] = state.decree[side]
            at.exposed[side] = state.exposed[side]

    def setup(self):
        """The position as data."""
        cdef const CombatPosition* at = self.now()
        pieces = self._pieces()
        lost = {name: hp_lost(self.combat, at, self.tables.core_square(name)) for name in pieces}
        return Setup(
            pieces=pieces,
            turn=at.base.turn,
            halfmove=at.base.halfmove,
            fullmove=at.base.fullmove,
            combat=CombatState(
                hp={name: at.hp[self.tables.core_square(name)] for name in pieces if lost[name]},
                cooldowns={name: at.cooldown[self.tables.core_square(name)] for name in self._squares(at.cooling)},
                uses=(at.uses[0], at.uses[1]),
                decree=(at.decree[0], at.decree[1]),
                interposing=frozenset(self._squares(at.interposing)),
                exposed=(at.exposed[0] != 0, at.exposed[1] != 0),
            ),
        )

    # --- actions -----------------------------------------------------------------------------------------

    def parts(self, Action action):
        """A legal action taken apart."""
        cdef int tag = tag_of(action), origin = origin_of(action), target = target_of(action)
        victim = self.tables.rules_square(victim_of(action))
        goal = self.tables.rules_square(target)
        glides = self.glides(action)
        return ActionParts(
            origin=self.tables.rules_square(origin),
            ability=uses_ability(action),
            stone=self.tables.rules_square(stone_of(action)) if is_sequence(action) else None,
            glide=glides[0] if glides else None,
            target=goal if goes_first(action) else None,
            victim=victim if attacks(action) else None,
            healed=victim if tag == CONSECRATION else None,
            aside=goal if tag == SKIRMISH and target != origin else None,
            promotion=promoted_kind(action) if promotes(action) else None,
        )

    def glides(self, Action action):
        """The glide squares that work for a stone sequence, in order; none for any other action."""
        cdef Square origin = origin_of(action)
        if not is_sequence(action):
            return []
        if self.now().base.board[origin] == EMPTY:
            raise ValueError(f"{action} moves no piece")
        return self._squares(glides_between(
            self.combat, self.now(), origin, stone_of(action), target_of(action)))

    @property
    def faces(self):
        """The faces of the die."""
        return self.combat.faces

    def rolls(self, Action action):
        """Whether a die is rolled for an action."""
        return rolls_die(action)

    def distinct_rolls(self, Action action):
        """The faces that lead to different positions, each with how many faces lead there; (0, 1) alone where no
        die is rolled."""
        cdef Roll rolls[MAX_FACES]
        cdef int count = distinct_rolls(self.combat, self.now(), self._known(action), rolls)
        cdef int i
        return [(rolls[i].face, rolls[i].weight) for i in range(count)]

    def push(self, Action action, int face=0):
        """Plays a legal action. `face` is what was rolled, 0 where nothing is."""
        cdef int faces = self.combat.faces if rolls_die(self._known(action)) else 0
        cdef CombatPosition* after
        if not min(faces, 1) <= face <= faces:
            raise ValueError(f"{face} cannot be rolled for this action")
        after = <CombatPosition*>self._append()
        act(self.combat, <const CombatPosition*>self.at(self.length - 2), action, face, after)

    # --- what there is to know ---------------------------------------------------------------------------

    @property
    def key_from_scratch(self):
        """The same hash, computed anew."""
        return combat_key_from_scratch(self.combat, self.now())

    def in_check(self, int side):
        """There is no check."""
        return False

    def threatens(self, int side, int square):
        """Whether a piece of that side could attack one that stood on a square of the board."""
        return is_threatened(self.combat, self.now(), self.tables.core_square(square) & (SQUARES - 1), side)

    def repetitions(self):
        """How often this position has been on the board, this time included. Healing can undo damage, so that
        the whole history counts."""
        return self._repetitions_since(0)

    def ending(self):
        """(winner or None, termination) if the game is over here, else None."""
        termination = self._termination()
        if termination is None:
            return None
        if termination is Termination.KING_DESTROYED:
            return self._last_king(), termination
        lost = termination is Termination.STALEMATE and self.rules.stalemate_loss
        return (1 - self.turn if lost else None), termination

    def _last_king(self):
        """The side that still has a king, or None: belts may destroy both at once."""
        kings = [side for side in range(2) if self.now().base.king[side] != NO_SQUARE]
        return kings[0] if kings else None

    def _termination(self):
        cdef const CombatPosition* at = self.now()
        cdef int repetition = self.rules.repetition, quiet_plies = self.combat.quiet_plies
        if at.base.king[0] == NO_SQUARE or at.base.king[1] == NO_SQUARE:
            return Termination.KING_DESTROYED
        if not self._find_moves():
            return Termination.STALEMATE
        if repetition and self.repetitions() >= repetition:
            return Termination.REPETITION
        if quiet_plies and at.base.halfmove >= quiet_plies:
            return Termination.NO_DAMAGE
        return Termination.MATERIAL if too_little_material(self.rules, &at.base) else None

    # --- perft -------------------------------------------------------------------------------------------

    def perft_of(self, Action action, int depth):
        """The leaves of what begins with one legal action, each face of a die counted."""
        if not 1 <= depth <= MAX_PERFT_DEPTH:
            raise ValueError(f"depth {depth} is not from 1 to {MAX_PERFT_DEPTH}")
        return self._perft(depth, self._known(action))
