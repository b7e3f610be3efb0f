"""`CombatBoard`: the board of a combat game. Moves are the actions of `actions.pxd`."""

from libc.string cimport memset

from tilefish.core.board.events cimport EventLog
from tilefish.core.combat.actions cimport (
    CONSECRATION, SKIRMISH, Action, attacks, goes_first, is_sequence, origin_of, promoted_kind, promotes,
    rolls_die, stone_of, tag_of, target_of, uses_ability, victim_of,
)
from tilefish.core.combat.generator cimport is_threatened, list_actions
from tilefish.core.combat.make cimport Roll, act_logged, distinct_rolls, pass_turn
from tilefish.core.combat.perft cimport count_combat_leaves, count_leaves_of
from tilefish.core.combat.position cimport (
    CombatPosition, combat_key_from_scratch, hp_lost, interpose, place, set_cooldown, set_hp,
)
from tilefish.core.combat.rule_tables cimport MAX_FACES, CombatTables
from tilefish.core.board.endings cimport too_little_material
from tilefish.core.board.position cimport EMPTY, clear
from tilefish.core.board.stones cimport glides_to
from tilefish.core.types cimport NO_SQUARE, SQUARES, Depth, Kind, Side, Square, u32, u64

from typing import NamedTuple

from tilefish.core.board.board import MoveParts
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


cdef class CombatBoard(AnyBoard):
    """A position of a combat game with its history."""

    def __cinit__(self, CombatTables tables not None, setup):
        self.combat = tables.combat
        self.faces = tables.combat.faces
        self._allocate(tables, sizeof(CombatPosition), tables.combat.action_capacity)

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
        cdef Square square
        cdef Kind kind
        cdef Side side
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
        cdef int tag = tag_of(action)
        cdef Square origin = origin_of(action), target = target_of(action)
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

    def glides(self, Action move):
        """The glide squares that work for a stone sequence, in order; none for any other action."""
        cdef Square origin = origin_of(move)
        if not is_sequence(move):
            return []
        if self.now().base.board[origin] == EMPTY:
            raise ValueError(f"{move} moves no piece")
        return self._squares(glides_to(
            self.rules, self.here(), origin, stone_of(move), target_of(move), 0))

    def path(self, Action move):
        """The way of a legal action's piece: to its target, or aside after a skirmish."""
        cdef Square origin = origin_of(move)
        moves = goes_first(move) or tag_of(move) == SKIRMISH
        glides = self.glides(move)
        return MoveParts(
            origin=self.tables.rules_square(origin),
            target=self.tables.rules_square(target_of(move) if moves else origin),
            stone=self.tables.rules_square(stone_of(move)) if is_sequence(move) else None,
            glide=glides[0] if glides else None,
            promotion=promoted_kind(move) if promotes(move) else None,
            rook=None,
            en_passant=False,
            victim=self.tables.rules_square(victim_of(move)) if attacks(move) else None,
            ability=uses_ability(move),
        )

    cdef bint _rolls(self, Action action) noexcept:
        return rolls_die(action)

    def distinct_rolls(self, Action move):
        """The faces that lead to different positions, each with how many faces lead there; (0, 1) alone where no
        die is rolled."""
        cdef Roll rolls[MAX_FACES]
        cdef int count = distinct_rolls(self.combat, self.now(), self._legal(move), rolls)
        cdef int i
        return [(rolls[i].face, rolls[i].weight) for i in range(count)]

    cdef int _play(self, Action action, int face, EventLog* log) except -1:
        cdef CombatPosition* after = <CombatPosition*>self._append()
        act_logged(self.combat, <const CombatPosition*>self.at(self.length - 2), action, face, after, log)
        return 0

    cdef int _pass(self, EventLog* log) except -1:
        cdef CombatPosition* after = <CombatPosition*>self._append()
        pass_turn(self.combat, <const CombatPosition*>self.at(self.length - 2), after, log)
        return 0

    # --- what there is to know ---------------------------------------------------------------------------

    @property
    def key_from_scratch(self):
        """The same hash, computed anew."""
        return combat_key_from_scratch(self.combat, self.now())

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

    # --- other views of the position ---------------------------------------------------------------------
    # Imported when they are asked for: their modules know boards.

    def query(self):
        """The position, to be asked about its pieces, attacks and passes."""
        from tilefish.core.combat.query import CombatQuery
        return CombatQuery.at_board(self)

    def terms(self):
        """The evaluation, as in `combat_term_table`."""
        from tilefish.core.combat.evaluate import combat_term_table
        return combat_term_table(self)

    def searcher(self, hash_table, pause_gate=None):
        """A new `CombatSearcher`."""
        from tilefish.core.combat.searcher import CombatSearcher
        return CombatSearcher(hash_table, pause_gate)
