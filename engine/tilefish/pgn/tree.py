"""`MoveTree`: a game with its variations that can be edited, made from a `GameRecord` and back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Literal

from tilefish.game.game import Game
from tilefish.game.hosting import hosted
from tilefish.pgn.glyphs import toggled
from tilefish.pgn.headers import MOST_HEADERS, checked_header
from tilefish.pgn.move_node import MoveNode, deepest
from tilefish.pgn.reader import DEEPEST_VARIATION
from tilefish.pgn.record import MOST_SHAPES, GameRecord, RecordedMove, Shape, after
from tilefish.pgn.remarks import plain_comment, shapes_in, shapes_text, with_shapes
from tilefish.rules.errors import InputError

MOST_NODES = 10_000
"""The most moves of a tree, with those of its variations."""
MOST_LETTERS = 10_000
"""The most letters of a comment that is written here."""
MOST_UNDONE = 20
"""The most edits that can be undone, the last one first."""

_FULL = f"an analysis has at most {MOST_NODES} moves, with those of its variations"
_TOO_DEEP = f"variations are at most {DEEPEST_VARIATION} deep: there are deep ones already"
EditKind = Literal["delete", "promote", "comment", "glyph", "drawing", "header"]
"""The edits that can be undone."""


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit that can be undone."""

    kind: EditKind
    node: MoveNode
    """The move that it is about; the root for the whole game."""
    home: MoveNode
    """What must be in the tree to undo it: that move, or the one before a deleted one."""
    take_back: Callable[[], list[MoveNode]]
    """Undoes it, and returns the nodes that have changed, each behind its parent."""


class MoveTree:
    """A start and the moves from there. Nodes are found by their identities, numbers that are never used
    again. Edits raise `InputError`, and change nothing then."""

    def __init__(self, start: Game, headers: Mapping[str, str] | None = None) -> None:
        self.start = start
        self.headers = dict(headers or {})
        self.root = MoveNode(0)
        self._nodes = {0: self.root}
        self._last = 0
        self._edits: deque[Edit] = deque(maxlen=MOST_UNDONE)
        self._reached = self.root, start.copy()
        """The node whose game was asked for last, and that game: mostly the next one is behind it."""

    @classmethod
    def of(cls, record: GameRecord) -> MoveTree:
        """The tree of a game. Variations that begin with the same moves share these."""
        tree = cls(record.start, record.headers)
        tree.root.comment = plain_comment(record.comment)
        tree.root.shapes = _on_board(record.start, shapes_in(record.comment))
        tree._add_line(tree.root, record.moves, record.start.copy())
        return tree

    def record(self) -> GameRecord:
        """The game as data."""
        comment = " ".join(filter(None, (shapes_text(self.root.shapes), self.root.comment)))
        return GameRecord(self.start, _recorded_line(self.root), dict(self.headers), comment)

    @property
    def size(self) -> int:
        """The number of moves."""
        return len(self._nodes) - 1

    def find(self, identity: int) -> MoveNode | None:
        """The node with an identity, or None if it is gone."""
        return self._nodes.get(identity)

    def node(self, identity: int) -> MoveNode:
        """The node with an identity. Raises `InputError`."""
        found = self.find(identity)
        if found is None:
            raise InputError("this move is no longer in the tree")
        return found

    def main_line(self) -> list[MoveNode]:
        """The moves of the main line."""
        moves: list[MoveNode] = []
        node = self.root
        while node.children:
            node = node.children[0]
            moves.append(node)
        return moves

    def at(self, place: Iterable[int]) -> MoveNode:
        """The node in a place, or the last one on the way there that the tree has."""
        node = self.root
        for index in place:
            if not 0 <= index < len(node.children):
                break
            node = node.children[index]
        return node

    def nodes(self) -> Iterator[MoveNode]:
        """All nodes, each behind its parent."""
        return self.root.subtree()

    def game(self, node: MoveNode) -> Game:
        """The game after the moves up to a node, as a copy."""
        reached, game = self._reached
        if reached is not node:
            steps = [node]
            if reached is not node.parent:
                steps, game = node.line(), self.start.copy()
            for move in steps:
                game = after(game, move.recorded())
            self._reached = node, game
        return game.copy()

    # --- moves -------------------------------------------------------------------------------------------

    def add(self, parent: MoveNode, text: str, rng: Random | None = None) -> MoveNode:
        """The node behind a move, in either notation. A move that is there already is followed. With `rng`, a
        die that the text does not name is rolled."""
        game = self.game(parent)
        move = game.read_move(text)
        if rng is not None:
            move = game.roll(move, rng)
        game.copy().push(move)
        known = next((child for child in parent.children if child.move == move.uci), None)
        if known is not None:
            return known
        if parent.children and parent.depth >= DEEPEST_VARIATION:
            raise InputError(f"variations are at most {DEEPEST_VARIATION} deep, each in the one before it")
        return self._append(parent, RecordedMove(move.uci), game)

    def delete(self, node: MoveNode) -> None:
        """Removes a move and all that follow it."""
        parent = _parent(node, "the start cannot be deleted")
        place = parent.children.index(node)
        for gone in node.subtree():
            del self._nodes[gone.identity]
        parent.children.remove(node)
        self._note("delete", node, partial(self._restore, parent, place, node), parent)

    def promote(self, node: MoveNode, *, to_main: bool = False) -> list[MoveNode]:
        """Makes the variation of a node the main line of the variation around it, or with `to_main` of the
        whole game. Returns the nodes whose children have another order now."""
        branches = [each for each in reversed(node.line()) if not each.is_main]
        if not branches:
            raise InputError("this is the main line already")
        promoted = branches if to_main else branches[:1]
        around = 0 if to_main else promoted[-1].depth - 1
        parents = [_parent(each, "") for each in promoted]
        for parent in parents:
            if around + 1 + deepest(parent.children[0]) > DEEPEST_VARIATION:
                raise InputError(
                    f"variations are at most {DEEPEST_VARIATION} deep: the main line has deep ones already"
                )
        order = [list(parent.children) for parent in parents]
        for parent, each in zip(parents, promoted, strict=True):
            parent.children.remove(each)
            parent.children.insert(0, each)
        self._note("promote", node, partial(self._demote, parents, order))
        return parents

    def let_host_act(self, node: MoveNode, rng: Random) -> bool:
        """Lets pieces appear behind the last move of a line, by the rule of the world. Returns whether any
        have."""
        _parent(node, "nothing appears before the first move")
        if node.children or node.position is not None:
            raise InputError("pieces appear behind the last move of a line, once")
        change = hosted(self.game(node), rng)
        if change is None:
            return False
        node.position = change.game.fen()
        self._reached = self.root, self.start.copy()
        node.comment = plain_comment(f"{node.comment} {change.remark}")
        return True

    # --- annotations -------------------------------------------------------------------------------------

    def set_comment(self, node: MoveNode, text: str) -> None:
        """Writes a comment, or deletes it with an empty text."""
        if len(text) > MOST_LETTERS:
            raise InputError(f"a comment has at most {MOST_LETTERS} letters, not {len(text)}")
        before, node.comment = node.comment, plain_comment(text)
        last = self._edits[-1] if self._edits else None
        is_typed_on = before and node.comment.startswith(before)
        if not (is_typed_on and last is not None and (last.kind, last.node) == ("comment", node)):
            self._note("comment", node, partial(_set_back, node, "comment", before))

    def toggle_nag(self, node: MoveNode, nag: int) -> None:
        """Adds a glyph, or removes it."""
        _parent(node, "glyphs belong to moves")
        self._note("glyph", node, partial(_set_back, node, "nags", node.nags))
        node.nags = toggled(node.nags, nag)

    def toggle_shape(self, node: MoveNode, shape: Shape) -> None:
        """Draws an arrow or a circle, or takes it away if it is there in that colour."""
        if not _on_board(self.start, (shape,)):
            raise InputError("there is no such square on this board")
        if shape in node.shapes:
            self._draw(node, tuple(other for other in node.shapes if other != shape))
        elif len(node.shapes) >= MOST_SHAPES:
            raise InputError(f"a position has at most {MOST_SHAPES} arrows and circles")
        else:
            self._draw(node, with_shapes(node.shapes, (shape,)))

    def clear_shapes(self, node: MoveNode) -> None:
        """Takes all arrows and circles of a position away."""
        if node.shapes:
            self._draw(node, ())

    def _draw(self, node: MoveNode, shapes: tuple[Shape, ...]) -> None:
        self._note("drawing", node, partial(_set_back, node, "shapes", node.shapes))
        node.shapes = shapes

    def set_header(self, name: str, value: str) -> None:
        """Writes a header of the game, or deletes it with an empty value."""
        value = checked_header(name, value)
        if value and name not in self.headers and len(self.headers) >= MOST_HEADERS:
            raise InputError(f"a game has at most {MOST_HEADERS} headers")
        before = dict(self.headers)
        if value:
            self.headers[name] = value
        else:
            self.headers.pop(name, None)
        self._note("header", self.root, partial(self._set_headers_back, before))

    def annotate(self, node: MoveNode, before: RecordedMove, after: RecordedMove) -> list[MoveNode]:
        """Gives a move the annotations that a program has added to its record, where nothing else has changed
        meanwhile: comment, glyphs, evaluation and variations. Returns the nodes that are new or have
        changed."""
        parent = _parent(node, "annotations belong to moves")
        if node.comment == plain_comment(before.comment):
            node.comment = plain_comment(after.comment)
        if node.nags == before.nags:
            node.nags = after.nags
        node.evaluation = after.evaluation
        last = self._last
        with suppress(InputError):  # the tree is full
            for variation in after.variations:
                if variation not in before.variations:
                    self._add_line(parent, variation, self.game(parent))
        return [parent, node, *(self._nodes[each] for each in range(last + 1, self._last + 1))]

    # --- undoing -----------------------------------------------------------------------------------------

    @property
    def undoable(self) -> EditKind | None:
        """The edit that `undo` would undo."""
        while self._edits and not self._has(self._edits[-1].home):
            self._edits.pop()  # it was joined with another move
        return self._edits[-1].kind if self._edits else None

    def undo(self) -> tuple[MoveNode, list[MoveNode]]:
        """Undoes the last edit that is not undone. Returns the move that it was about and the nodes that have
        changed, each behind its parent. What cannot be undone any more is forgotten."""
        if self.undoable is None:
            raise InputError("there is nothing to undo")
        edit = self._edits.pop()
        nodes = edit.take_back()
        return (edit.node if self._has(edit.node) else edit.home), nodes

    def _has(self, node: MoveNode) -> bool:
        return self.find(node.identity) is node

    def _note(
        self,
        kind: EditKind,
        node: MoveNode,
        take_back: Callable[[], list[MoveNode]],
        home: MoveNode | None = None,
    ) -> None:
        self._edits.append(Edit(kind, node, home or node, take_back))

    def _restore(self, parent: MoveNode, place: int, node: MoveNode) -> list[MoveNode]:
        """Puts a deleted move back, with all that follow it. Moves that were played again meanwhile are
        joined with those that they repeat."""
        if self.size + sum(1 for _ in node.subtree()) > MOST_NODES:
            raise InputError(_FULL)
        if parent.depth + deepest(parent) + deepest(node) + 2 > DEEPEST_VARIATION:
            raise InputError(_TOO_DEEP)
        changed: dict[int, MoveNode] = {}
        waiting = [(parent, place, node)]
        while waiting:
            home, place, back = waiting.pop()
            changed[home.identity] = home
            known = self._known(home, back.move, back.position)
            if known is None:
                back.parent = home
                home.children.insert(place, back)
                changed |= {each.identity: each for each in back.subtree()}
            else:
                _join(known, back.recorded(), back.shapes)
                changed[known.identity] = known
                waiting.extend((known, MOST_NODES, child) for child in reversed(back.children))
        self._nodes |= changed
        return list(changed.values())

    def _demote(self, parents: list[MoveNode], order: list[list[MoveNode]]) -> list[MoveNode]:
        """Undoes a promotion. Moves that were played since stay behind the others."""
        promoted = [list(parent.children) for parent in parents]
        _arrange(parents, order)
        if deepest(self.root) > DEEPEST_VARIATION:
            _arrange(parents, promoted)
            raise InputError(_TOO_DEEP)
        return [parent for parent in parents if self._has(parent)]

    def _set_headers_back(self, headers: dict[str, str]) -> list[MoveNode]:
        self.headers = headers
        return [self.root]

    # --- building ----------------------------------------------------------------------------------------

    def _add_line(self, parent: MoveNode, moves: Sequence[RecordedMove], game: Game) -> None:
        """Adds moves, and their variations, behind a node. Plays them on the game."""
        for recorded in moves:
            node = self._known(parent, recorded.move, recorded.position)
            if node is None:
                node = self._append(parent, recorded, game)
            else:
                _join(node, recorded, _on_board(game, recorded.shapes))
            for variation in recorded.variations:
                self._add_line(parent, variation, game.copy())
            game = after(game, recorded)
            parent = node

    def _append(self, parent: MoveNode, recorded: RecordedMove, game: Game) -> MoveNode:
        """Adds a node behind its parent, whose position is that of the game."""
        if self.size >= MOST_NODES:
            raise InputError(_FULL)
        self._last += 1
        node = MoveNode(
            self._last,
            parent,
            recorded.move,
            game.san(recorded.move),
            game.setup().fullmove,
            game.turn,
            plain_comment(recorded.comment),
            recorded.nags,
            recorded.evaluation,
            recorded.seconds,
            recorded.clock,
            recorded.position,
            _on_board(game, recorded.shapes),
        )
        self._nodes[node.identity] = node
        parent.children.append(node)
        return node

    @staticmethod
    def _known(parent: MoveNode, move: str, position: str | None) -> MoveNode | None:
        """The node of a move behind a parent; None if there is none."""
        same = (child for child in parent.children if (child.move, child.position) == (move, position))
        return next(same, None)


def _on_board(game: Game, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """The shapes whose squares the board has."""
    square_of = game.variant.square_of
    return tuple(shape for shape in shapes if None not in (square_of(shape.origin), square_of(shape.target)))


def _join(node: MoveNode, recorded: RecordedMove, shapes: tuple[Shape, ...]) -> None:
    """Adds the annotations of the same move to those of a node."""
    comment = plain_comment(recorded.comment)
    if comment not in node.comment:
        node.comment = plain_comment(f"{node.comment} {comment}")
    node.nags = tuple(dict.fromkeys((*node.nags, *recorded.nags)))
    node.evaluation = node.evaluation or recorded.evaluation
    node.shapes = with_shapes(node.shapes, shapes)


def _arrange(parents: list[MoveNode], order: list[list[MoveNode]]) -> None:
    """Puts the children of nodes into an order. Those that it does not have stay behind the others."""
    for parent, children in zip(parents, order, strict=True):
        places = {child.identity: at for at, child in enumerate(children)}
        parent.children.sort(key=lambda child: places.get(child.identity, MOST_NODES))


def _set_back(node: MoveNode, name: str, value: object) -> list[MoveNode]:
    """Gives a node an annotation back that it had."""
    setattr(node, name, value)
    return [node]


def _parent(node: MoveNode, message: str) -> MoveNode:
    """The node before a move. Raises `InputError` with the message for the root."""
    if node.parent is None:
        raise InputError(message)
    return node.parent


def _recorded_line(node: MoveNode) -> tuple[RecordedMove, ...]:
    """The main line behind a node, with its variations."""
    moves = []
    while node.children:
        main, *others = node.children
        variations = tuple((other.recorded(), *_recorded_line(other)) for other in others)
        moves.append(main.recorded(variations))
        node = main
    return tuple(moves)
