"""`CombatQuery`: one position of a combat game, for explanations and pictures. Squares are numbered as
in `rules`; actions are the core's integers, and only those that are legal are accepted."""

from libc.stdlib cimport free, malloc

from tilefish.core.combat.actions cimport (
    OVEREXTEND, SKIRMISH, Action, attacks, goes_first, is_sequence, origin_of, rolls_die, stone_of, tag_of,
    target_of, victim_of,
)
from tilefish.core.combat.board cimport CombatBoard
from tilefish.core.combat.chance cimport KING_WORTH
from tilefish.core.combat.generator cimport list_actions
from tilefish.core.combat.make cimport Aim, Loss, act_logged, loss_of, pass_turn, prospect_of, take_aim
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatTables
from tilefish.core.board.rule_tables cimport MAX_KINDS
from tilefish.core.types cimport NO_SQUARE, SQUARES, Kind, Square

from typing import NamedTuple

DECREE, EXPOSED, THREAT, SHIELD, INTERPOSE = "decree", "exposed", "threat", "shield", "interpose"


class Strike(NamedTuple):
    """A legal action that attacks. Chances and losses are the means over the faces of the die, hit points no more
    than there are to lose; `gain` is centipawns for the attacker, what it takes from itself deducted: half of a
    piece's value lies in its hit points, half in being there. `counted` are the modifiers that change its
    result, with what they add."""

    move: int
    origin: int
    stands: int
    stone: int | None
    victim: int
    helper: int | None
    kill: float
    damage: float
    helper_kill: float
    helper_damage: float
    recoil: int
    gain: int
    counted: tuple[tuple[str, int], ...]

    @property
    def taken(self):
        """Whom it is aimed at, as of a capture."""
        return (self.victim,)


# `PositionQuery` begins alike: both own a position and a buffer of moves, each of its own type, which Cython has no
# templates for.
cdef class CombatQuery(BoardQuery):
    """A position without a history."""

    def __cinit__(self, CombatTables tables not None):
        self.rules = tables.combat
        self.seen = &self.at.base
        self.count = -1
        self.actions = <Action*>malloc(self.rules.action_capacity * sizeof(Action))
        if self.actions == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.actions)

    @staticmethod
    def at_board(CombatBoard board not None):
        """The position that a board shows."""
        cdef CombatQuery query = CombatQuery(board.tables)
        query.at = board.now()[0]
        return query

    # --- other positions ---------------------------------------------------------------------------------

    def played(self, Action move, int face=0):
        """The position after a legal action, for which that face was rolled."""
        cdef CombatQuery query = CombatQuery(self.tables)
        cdef int faces = self.rules.faces if rolls_die(self._legal(move)) else 0
        if not min(faces, 1) <= face <= faces:
            raise ValueError(f"{face} cannot be rolled for this action")
        act_logged(self.rules, &self.at, move, face, &query.at, &query.log)
        return query

    def passed(self):
        """The position after a pass: no piece acts, the world has its effects."""
        cdef CombatQuery query = CombatQuery(self.tables)
        pass_turn(self.rules, &self.at, &query.at, &query.log)
        return query

    # --- what there is to see ----------------------------------------------------------------------------

    def hit_points(self, int square):
        """What is left of the piece of a square."""
        return self.at.hp[self.tables.core_square(square) & (SQUARES - 1)]

    def strikes(self):
        """The legal actions of the side to move that attack."""
        cdef int i
        return [self._strike(self.actions[i]) for i in range(self._find_actions()) if attacks(self.actions[i])]

    def healing(self, Action action):
        """The hit points that a legal action that heals gives in the mean."""
        return prospect_of(self.rules, &self.at, self._legal(action)).hits / <double>self.rules.faces

    # --- inside ------------------------------------------------------------------------------------------

    cdef int _find_actions(self) except -1:
        if self.count < 0:
            self.count = list_actions(self.rules, &self.at, self.actions)
        return self.count

    cdef Action _legal(self, Action action) except? 0:
        cdef int i
        for i in range(self._find_actions()):
            if self.actions[i] == action:
                return action
        raise ValueError(f"{action} is not a legal action here")

    def _recoil(self, Action action):
        """What the attacker takes from itself, no more than it has."""
        cdef Square origin = origin_of(action)
        if tag_of(action) != OVEREXTEND:
            return 0
        return min(self.rules.recoil[self.at.base.board[origin] >> 1], <int>self.at.hp[origin])

    cdef object _strike(self, Action action):
        cdef Aim aim = take_aim(self.rules, &self.at, action)
        cdef Loss loss
        cdef int face, faces = self.rules.faces, kills = 0, harm = 0, helper_kills = 0, helper_harm = 0
        cdef int recoil = self._recoil(action)
        cdef Square origin = origin_of(action)
        cdef double gain = 0
        cdef bint moves = goes_first(action) or tag_of(action) == SKIRMISH
        for face in range(1, faces + 1):
            loss = loss_of(self.rules, &self.at, &aim, face)
            kills += loss.victim == self.at.hp[aim.victim]
            harm += loss.victim
            gain += self._price(aim.victim, loss.victim)
            if aim.helper != NO_SQUARE:
                helper_kills += loss.helper == self.at.hp[aim.helper]
                helper_harm += loss.helper
                gain += self._price(aim.helper, loss.helper)
        return Strike(
            move=action,
            origin=self.square(origin),
            stands=self.square(target_of(action) if moves else origin),
            stone=self.square(stone_of(action)) if is_sequence(action) else None,
            victim=self.square(aim.victim),
            helper=None if aim.helper == NO_SQUARE else self.square(aim.helper),
            kill=kills / <double>faces,
            damage=harm / <double>faces,
            helper_kill=helper_kills / <double>faces,
            helper_damage=helper_harm / <double>faces,
            recoil=recoil,
            gain=round(gain / faces - self._price(origin, recoil)),
            counted=self._counted(&aim),
        )

    cdef double _price(self, Square square, int loss):
        """Centipawns that lost hit points are worth."""
        cdef Kind kind = self.at.base.board[square] >> 1
        cdef int i
        cdef double half = self.rules.base.value[0][kind] / 2.0, whole = half
        if kind == self.rules.base.royal:
            for i in range(MAX_KINDS):
                half = max(half, self.rules.base.value[0][i] / 2.0)     # wounds like those of the dearest piece
            whole = KING_WORTH
        return half * loss / self.rules.hp[kind] + (whole if loss == self.at.hp[square] else 0)

    cdef object _counted(self, const Aim* aim):
        """The parts of an aim without which the faces of the die would do something else."""
        cdef long harm = self._harm(aim)
        cdef Aim other
        found = []
        for name, amount in (
                (DECREE, aim.decree), (EXPOSED, aim.exposed), (THREAT, aim.threat), (SHIELD, -aim.shield),
                (INTERPOSE, 0)):
            other = aim[0]
            if name == DECREE:
                other.decree = 0
            elif name == EXPOSED:
                other.exposed = 0
            elif name == THREAT:
                other.threat = 0
            elif name == SHIELD:
                other.shield = 0
            else:
                other.helper = NO_SQUARE
            if self._harm(&other) != harm:
                found.append((name, amount))
        return tuple(found)

    cdef long _harm(self, const Aim* aim):
        """What all faces together do to the victim."""
        cdef int face
        cdef long harm = 0
        for face in range(1, self.rules.faces + 1):
            harm += loss_of(self.rules, &self.at, aim, face).victim
        return harm
