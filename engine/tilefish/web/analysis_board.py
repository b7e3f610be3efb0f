"""`AnalysisBoard`: one analysis on the page, a tree of moves and the pages that look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Protocol
from urllib.parse import urlencode

from tilefish.analysis.verdicts import model_of
from tilefish.explain.aftermath import aftermath
from tilefish.explain.scores import Score, numbered
from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.pgn import Evaluation, GameRecord, MoveNode, MoveTree, RecordedMove
from tilefish.pgn.record import Colour, Shape
from tilefish.rules.errors import InputError
from tilefish.rules.model.variant import Variant
from tilefish.web.messages.analyses import (
    AnalysisClosed,
    AnalysisEntry,
    AnalysisState,
    ChooseFace,
    EvaluationData,
    FaceData,
    HeadersChanged,
    NodeData,
    NodesChanged,
    NodeShown,
    ShapeData,
    TurnData,
)
from tilefish.web.messages.answers import Answer
from tilefish.web.position_view import as_side, ending_data, events_data, path_of, position_data, rules_data

_UNKNOWN = ("", "?")


class Watcher(Protocol):
    """A page that looks at an analysis."""

    def send(self, answer: Answer) -> None:
        """Sends an answer."""

    def show_world(self, variant: Variant) -> None:
        """Sends a world, if the page does not have it."""


class AnalysisBoard:
    """An analysis. Each page looks at a node of its own. Methods raise `InputError` for what is not possible,
    and change nothing then."""

    def __init__(
        self,
        identity: str,
        tree: MoveTree,
        changed: Callable[[AnalysisBoard], None],
        latest: MoveNode,
        begun_as: str = "",
    ) -> None:
        """`latest` is the node with which pages begin, `begun_as` names what it began with."""
        self.identity = identity
        self.tree = tree
        self._changed = changed
        self._begun_as = begun_as
        self._rng = Random()
        self._cursors: dict[Watcher, MoveNode] = {}
        self.latest = latest
        """The node that was shown last."""

    # --- watching ----------------------------------------------------------------------------------------

    def watch(self, page: Watcher) -> None:
        """Sends the analysis and a position, and from now on all that changes."""
        page.send(self.state())
        self._show(page, self.latest)

    def leave(self, page: Watcher) -> None:
        """Sends no more of it."""
        self._cursors.pop(page, None)

    def close(self) -> None:
        """Says that the analysis is no longer there."""
        for page in tuple(self._cursors):
            page.send(AnalysisClosed(self.identity))
        self._cursors.clear()

    def is_watched_by(self, page: Watcher) -> bool:
        """Whether a page shows it."""
        return page in self._cursors

    @property
    def is_idle(self) -> bool:
        """Whether no page shows it."""
        return not self._cursors

    def entry(self) -> AnalysisEntry:
        """The analysis in the list of analyses."""
        title, players = self.tree.start.variant.title, players_text(self.tree.headers)
        return AnalysisEntry(self.identity, title, players, self.tree.size, self._begun_as)

    def state(self) -> AnalysisState:
        """The whole analysis."""
        variant = self.tree.start.variant
        return AnalysisState(
            id=self.identity,
            title=variant.title,
            variant=variant.name,
            rules=rules_data(self.tree.start),
            headers=self.tree.headers,
            has_host=variant.spawn is not None,
            undo=self.tree.undoable,
            nodes=tuple(map(self._node_data, self.tree.nodes())),
        )

    def record(self) -> GameRecord:
        """The analysis as data."""
        return self.tree.record()

    # --- looking and editing -----------------------------------------------------------------------------

    def go_to(self, page: Watcher, identity: int) -> None:
        """Shows a page the position of a node."""
        self._show(page, self.tree.node(identity))

    def add_move(self, page: Watcher, identity: int, text: str, *, rolls: bool) -> None:
        """Plays a move behind a node, or follows it, and shows its position. Asks for the face of its die if
        that is neither named nor to be rolled."""
        parent = self.tree.node(identity)
        game = self.tree.game(parent)
        move = game.read_move(text)
        faces = {} if move.face or rolls else game.rolls(move)
        if len(faces) > 1 or any(each.face for each in faces):
            page.send(self._question(parent, game, move, faces))
            return
        size = self.tree.size
        node = self.tree.add(parent, move, self._rng)
        if self.tree.size > size:
            self.latest = node
            self._publish((parent, node))
        self._show(page, node)

    def delete_move(self, identity: int) -> None:
        """Deletes a move and all that follow it. Pages that look at one of these go back."""
        node = self.tree.node(identity)
        gone = set(node.subtree())
        parent = node.parent
        self.tree.delete(node)
        assert parent is not None
        if self.latest in gone:
            self.latest = parent
        self._publish((parent,), deleted=identity)
        for page, cursor in tuple(self._cursors.items()):
            if cursor in gone:
                self._show(page, parent)

    def promote(self, identity: int, *, to_main: bool) -> None:
        """Makes the variation of a node the main line around it, or that of the whole game."""
        self._publish(self.tree.promote(self.tree.node(identity), to_main=to_main))

    def write_comment(self, identity: int, text: str) -> None:
        """Writes a comment, or deletes it with an empty text."""
        node = self.tree.node(identity)
        self.tree.set_comment(node, text)
        self._publish((node,))

    def toggle_glyph(self, identity: int, nag: int) -> None:
        """Adds a glyph, or removes it."""
        node = self.tree.node(identity)
        self.tree.toggle_nag(node, nag)
        self._publish((node,))

    def draw_shape(self, identity: int, colour: Colour, origin: int, target: int) -> None:
        """Draws an arrow, or a circle if both squares are the same, or takes it away."""
        node = self.tree.node(identity)
        name = self.tree.start.variant.square_name
        self.tree.toggle_shape(node, Shape(colour, name(origin), name(target)))
        self._publish((node,))

    def clear_shapes(self, identity: int) -> None:
        """Takes all arrows and circles of a position away."""
        node = self.tree.node(identity)
        self.tree.clear_shapes(node)
        self._publish((node,))

    def write_header(self, name: str, value: str) -> None:
        """Writes a header of the game, or deletes it with an empty value."""
        self.tree.set_header(name, value)
        self._publish_headers()

    def undo(self, page: Watcher) -> None:
        """Undoes the last edit, and shows the page the position of its move."""
        kind = self.tree.undoable
        try:
            node, nodes = self.tree.undo()
        except InputError:
            self._publish(())  # what can be undone is another edit now
            raise
        if kind == "header":
            self._publish_headers()
            return
        self._publish(nodes)
        if self._cursors.get(page) is not node:
            self._show(page, node)

    def annotator(self) -> Callable[[Sequence[tuple[RecordedMove, RecordedMove]]], None]:
        """What takes the annotations of the main line as it is now, each move without and with them. Moves
        that are gone are left out."""
        line = self.tree.main_line()
        return lambda annotations: self._annotate(line, annotations)

    def _annotate(
        self, line: list[MoveNode], annotations: Sequence[tuple[RecordedMove, RecordedMove]]
    ) -> None:
        changed: dict[int, MoveNode] = {}
        for node, (before, after) in zip(line, annotations, strict=False):
            if self.tree.find(node.identity) is node:
                nodes = self.tree.annotate(node, before, after)
                changed |= {each.identity: each for each in nodes}
        self._publish(changed.values())

    def evaluate(self, evaluations: Iterable[tuple[int, Evaluation]]) -> None:
        """Notes the evaluations of nodes. Those of nodes that are gone are dropped."""
        nodes = []
        for identity, evaluation in evaluations:
            node = self.tree.find(identity)
            if node is not None and node.parent is not None:
                node.evaluation = evaluation
                nodes.append(node)
        self._publish(nodes, is_by_engine=True)

    def let_host_act(self, identity: int) -> None:
        """Lets pieces appear behind the last move of a line, by the rule of the world."""
        node = self.tree.node(identity)
        if not self.tree.let_host_act(node, self._rng):
            raise InputError("nothing appears here")
        self._publish((node,))
        for page, cursor in tuple(self._cursors.items()):
            if cursor is node:
                self._show(page, node)

    # --- messages ----------------------------------------------------------------------------------------

    def _publish(
        self, nodes: Iterable[MoveNode], deleted: int | None = None, *, is_by_engine: bool = False
    ) -> None:
        if not is_by_engine:
            self._begun_as = ""
        data = tuple(map(self._node_data, nodes))
        self._send(NodesChanged(self.identity, data, deleted, self.tree.undoable))

    def _publish_headers(self) -> None:
        self._begun_as = ""
        self._send(HeadersChanged(self.identity, self.tree.headers, self.tree.undoable))

    def _send(self, message: Answer) -> None:
        for page in tuple(self._cursors):
            page.send(message)
        self._changed(self)

    def _show(self, page: Watcher, node: MoveNode) -> None:
        self._cursors[page] = self.latest = node
        if node.parent is None:
            game, turn, status = self.tree.start.copy(), None, ""
        else:
            before = self.tree.game(node.parent)
            game = before.copy()
            events = game.push(node.move)
            path = tuple(path_of(before.variant, node.move))
            turn = TurnData(as_side(before.turn), path, events_data(events))
            status = _status(before, node)
            if node.position is not None:
                game = game.from_position(node.position)
        page.show_world(game.variant)
        page.send(self._shown(node, game, turn, status))

    def _shown(self, node: MoveNode, game: Game, turn: TurnData | None, status: str) -> NodeShown:
        outcome = game.outcome()
        ending = None if outcome is None else ending_data(outcome)
        return NodeShown(
            analysis=self.identity,
            node=node.identity,
            position=position_data(game, turn.path if turn else ()),
            turn=turn,
            status=". ".join(filter(None, (status, ending.text if ending else ""))),
            outcome=ending,
            link=self._link(node),
        )

    def _link(self, node: MoveNode) -> str:
        """The words of an address that opens the line to a node on another page."""
        line = node.line()
        changed = max((at for at, each in enumerate(line, 1) if each.position is not None), default=0)
        start = self.tree.game(line[changed - 1]) if changed else self.tree.start
        rules = rules_data(start)
        words = {
            "variant": rules.variant,
            "fen": "" if start.is_standard_start else start.root_fen,
            "world": rules.world,
            "pieces": rules.pieces,
            "moves": " ".join(each.move for each in line[changed:]),
        }
        return urlencode({name: word for name, word in words.items() if word})

    def _node_data(self, node: MoveNode) -> NodeData:
        return NodeData(
            id=node.identity,
            parent=None if node.parent is None else node.parent.identity,
            children=tuple(child.identity for child in node.children),
            number=node.number,
            side=as_side(node.side or "white"),
            san=node.san,
            uci=node.move,
            comment=node.comment,
            nags=node.nags,
            evaluation=None if node.evaluation is None else self._evaluation_data(node.evaluation),
            clock=node.clock,
            shapes=tuple(map(self._shape_data, node.shapes)),
            is_hosted=node.position is not None,
        )

    def _shape_data(self, shape: Shape) -> ShapeData:
        origin, target = map(self.tree.start.variant.square_of, (shape.origin, shape.target))
        assert origin is not None
        assert target is not None
        return ShapeData(shape.colour, origin, target)

    def _evaluation_data(self, found: Evaluation) -> EvaluationData:
        score = Score(found.score, found.mate)
        expected = score.expected(model_of(self.tree.start.variant))
        return EvaluationData(found.score, found.mate, found.depth, score.text(), round(expected, 4))

    def _question(self, node: MoveNode, game: Game, move: Move, faces: Mapping[Move, int]) -> ChooseFace:
        total = sum(faces.values())
        return ChooseFace(
            self.identity,
            node.identity,
            move,
            tuple(
                FaceData(each.uci, "; ".join(aftermath(game, each)), share / total)
                for each, share in faces.items()
            ),
        )


def _status(before: Game, node: MoveNode) -> str:
    """A move in words: `2... Qh4#`, with the effect of its die."""
    changes = aftermath(before, node.move)
    return numbered(before, node.san) + (f": {'; '.join(changes)}" if changes else "")


def players_text(headers: Mapping[str, str]) -> str:
    """`Ann – Bob`, or empty if no player is known."""
    names = [headers.get(side, "") for side in ("White", "Black")]
    return "" if all(name in _UNKNOWN for name in names) else " – ".join(name or "?" for name in names)
