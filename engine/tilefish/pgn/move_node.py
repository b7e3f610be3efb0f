"""`MoveNode`: a move of a `MoveTree` with its annotations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tilefish.pgn.record import Evaluation, RecordedMove, Shape


@dataclass(slots=True, eq=False)
class MoveNode:
    """A move of a tree with its annotations, or the root: the position before the first move. The first of
    its `children` is the main line, the others are variations."""

    identity: int
    parent: MoveNode | None = None
    move: str = ""
    """In the form for `Game.push`, with its die."""
    san: str = ""
    number: int = 0
    """Of the full move."""
    side: str = ""
    """The side that moves."""
    comment: str = ""
    nags: tuple[int, ...] = ()
    evaluation: Evaluation | None = None
    seconds: float | None = None
    clock: float | None = None
    position: str | None = None
    """The position from which the game goes on, if its host changed something."""
    shapes: tuple[Shape, ...] = ()
    """What is drawn on the board."""
    children: list[MoveNode] = field(default_factory=list)

    @property
    def is_main(self) -> bool:
        """Whether it is the root, or the main move in the position before it."""
        return self.parent is None or self.parent.children[0] is self

    def line(self) -> list[MoveNode]:
        """The moves from the start to this one, itself included."""
        moves: list[MoveNode] = []
        node = self
        while node.parent is not None:
            moves.append(node)
            node = node.parent
        moves.reverse()
        return moves

    def main_end(self) -> MoveNode:
        """The end of the main line behind it."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    def place(self) -> list[int]:
        """Where it is in the tree: which of the children leads to it, from the root on."""
        return [node.parent.children.index(node) for node in self.line() if node.parent is not None]

    def subtree(self) -> Iterator[MoveNode]:
        """The node and all that follow, each behind its parent, main lines first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    @property
    def depth(self) -> int:
        """The number of variations, each in the one before it, in which the node is."""
        return sum(not node.is_main for node in self.line())

    def recorded(self, variations: tuple[tuple[RecordedMove, ...], ...] = ()) -> RecordedMove:
        """The move as data."""
        return RecordedMove(
            self.move,
            self.comment,
            self.nags,
            self.evaluation,
            self.seconds,
            self.clock,
            self.position,
            variations,
            self.shapes,
            self.san,
        )


def deepest(node: MoveNode) -> int:
    """The greatest number of variations, each in the one before it, behind a node."""
    depths = {node.identity: 0}
    deepest = 0
    for each in node.subtree():
        if each is node or each.parent is None:
            continue
        depth = depths[each.parent.identity] + (not each.is_main)
        depths[each.identity] = depth
        deepest = max(deepest, depth)
    return deepest
