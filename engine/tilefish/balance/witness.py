"""`Witness`: watches a game and records its facts."""

from __future__ import annotations

from tilefish.balance.facts import (
    ABILITIES,
    APPEARED,
    ATTACKS,
    BEGAN,
    CAPTURES,
    DIED,
    ENTERED,
    LANDED,
    MOVES,
    PROMOTIONS,
    RODE,
    STAYED,
    STOOD,
    Balance,
    Ending,
    GameFacts,
    SpecialEnd,
    phase_of,
)
from tilefish.balance.roster import Member, Roster
from tilefish.core.board.any_board import AnyBoard
from tilefish.core.board.board import MoveParts
from tilefish.explain.condition import conditions
from tilefish.explain.reasons.journeys import BURNS, CAPTURED, CRUSHED, DROWNS, EXHAUSTED, FALLS, Fate
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import WHITE, Variant
from tilefish.rules.text.fen import format_fen

HARDLY_A_MOVE = 2
"""A side is stuck if it is not in check, has more than its king, and has at most this number of legal
moves."""
STANDS_FOR = 2
"""Material counts after it stays the same for this number of plies: not in the middle of an exchange."""

Deed = tuple[int, int]
"""A move of the core, and the face of the die that was rolled for it, or 0."""


class Witness:
    """Plays the moves of one game on its own board, and counts. The board must be at the start."""

    def __init__(self, variant: Variant, board: AnyBoard, facts: GameFacts) -> None:
        self.board = board
        self.facts = facts
        self._variant = variant
        setup = board.setup()
        self._roster = Roster(setup)
        for kind, side in setup.pieces.values():
            facts.events[BEGAN, side, kind] += 1
        self._at_start = len(setup.pieces)
        self._plies_before = 0
        self._stands = 0
        self._count: tuple[int, ...] = ()
        self._seen: set[tuple[int, ...]] = set()
        self._king_fate: Fate | None = None

    def follow(self, deed: Deed) -> None:
        """Plays a move of the opening. It is random, so only the events of pieces count."""
        self._turn(self.board.path(deed[0]), deed)

    def watch(self, deed: Deed) -> None:
        """Plays a move of the game."""
        self._look_around()
        parts = self.board.path(deed[0])
        mover = self._roster.members[parts.origin]
        side, kind = mover.side, mover.kind
        events = self.facts.events
        events[MOVES, side, kind] += 1
        events[ATTACKS, side, kind] += parts.victim is not None
        events[ABILITIES, side, kind] += parts.ability
        self._turn(parts, deed)
        self._weigh()

    def host(self, board: AnyBoard) -> None:
        """Continues with a board on which pieces have appeared."""
        for square, (kind, side) in board.setup().pieces.items():
            if square not in self._roster.members:
                self._roster.add(square, kind, side)
                self.facts.events[APPEARED, side, kind] += 1
                self.facts.places[APPEARED, side, square] += 1
        self._plies_before += self.board.ply
        self.board = board

    @property
    def plies(self) -> int:
        """The number of plies played."""
        return self._plies_before + self.board.ply

    def end(self) -> GameFacts:
        """Ends the record: the game is over or too long."""
        facts = self.facts
        facts.plies = self.plies
        facts.winner, facts.ending = self._ending()
        for member in self._roster.members.values():
            facts.events[STAYED, member.side, member.kind] += 1
        facts.idle = [(m.side, m.kind, m.home) for m in self._roster.began if not m.has_acted]
        return facts

    # --- a turn ------------------------------------------------------------------------------------------

    def _turn(self, parts: MoveParts, deed: Deed) -> None:
        """Plays a move, and counts the events of pieces."""
        before = self._roster.members
        mover, events = before[parts.origin], self.facts.events
        kind = mover.kind
        journey = self._roster.turn(parts, self.board.push(*deed))
        events[CAPTURES, mover.side, kind] += sum(fate.cause == CAPTURED for fate in journey.values())
        if parts.promotion is not None:
            events[PROMOTIONS, mover.side, parts.promotion] += 1
        self._count_steps(parts, mover.side)
        for start, fate in journey.items():
            if fate.square is None or fate.carried:
                self._count_fate(before[start], parts.target if start == parts.origin else start, fate)
        members = self._roster.members
        self.facts.places.update([(STOOD, member.side, place) for place, member in members.items()])

    # --- counting ----------------------------------------------------------------------------------------

    def _look_around(self) -> None:
        """Counts the legal moves of the side to move."""
        side, choices = self.board.turn, len(self.board.legal_moves())
        members = self._roster.members
        self.facts.choices[phase_of(len(members), self._at_start), side, choices] += 1
        if choices > HARDLY_A_MOVE or self.board.in_check(side):
            return
        if sum(member.side == side for member in members.values()) > 1:
            self.facts.stuck[side] += 1
            if self.facts.stuck_at[side] is None:
                self.facts.stuck_at[side] = format_fen(self._variant, self.board.setup())

    def _count_steps(self, parts: MoveParts, side: int) -> None:
        places = self.facts.places
        if parts.stone is not None:
            places[LANDED, side, parts.stone] += 1
            places[ENTERED, side, parts.stone] += 1
        if parts.target != parts.origin:
            places[ENTERED, side, parts.target] += 1

    def _count_fate(self, member: Member, stood: int, fate: Fate) -> None:
        """Counts the fate of a piece that stood on a square after its own move, and was carried or lost."""
        places = self.facts.places
        if fate.square is None:
            self.facts.events[fate.cause, member.side, member.kind] += 1
            places[DIED, member.side, stood] += 1
            if self._variant.kinds[member.kind].royal:
                self._king_fate = fate
        if fate.carried:
            places[RODE, member.side, stood] += 1
            if fate.square is not None:
                places[ENTERED, member.side, fate.square] += 1

    def _weigh(self) -> None:
        """Records material that stayed the same long enough, each balance once."""
        counts = [0] * len(self._variant.kinds)
        for member in self._roster.members.values():
            counts[member.kind] += 1 - 2 * member.side
        count = tuple(counts)
        self._stands = self._stands + 1 if count == self._count else 0
        self._count = count
        if self._stands >= STANDS_FOR and count not in self._seen:
            self._seen.add(count)
            self.facts.balances.append(balance_of(self._variant, self.board.setup()))

    def _ending(self) -> tuple[int | None, Ending]:
        ending = self.board.ending()
        if ending is None:
            return None, SpecialEnd.NO_END
        winner, termination = ending
        if termination is Termination.KING_DESTROYED and self._king_fate is not None:
            return winner, _KING_ENDS[self._king_fate.cause]
        return winner, termination


_KING_ENDS = {
    CAPTURED: SpecialEnd.KING_KILLED,
    EXHAUSTED: SpecialEnd.KING_KILLED,
    DROWNS: SpecialEnd.KING_DROWNED,
    BURNS: SpecialEnd.KING_BURNT,
    FALLS: SpecialEnd.KING_FELL,
    CRUSHED: SpecialEnd.KING_CRUSHED,
}


def balance_of(variant: Variant, setup: Setup) -> Balance:
    """White's pieces less Black's. In a combat game, a piece counts by its share of hit points left."""
    material = [0.0] * len(variant.kinds)
    fighters = conditions(variant, setup)
    for square, (kind, side) in setup.pieces.items():
        share = fighters[square].share if square in fighters else 1.0
        material[kind] += share if side == WHITE else -share
    return tuple(material)
