"""Trees of moves: edited by chance they are the same after writing and reading."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.seeds import Tries, seeded

from tilefish import Game, InputError
from tilefish.pgn import Evaluation, GameRecord, MoveNode, MoveTree, RecordedMove, read_games, write_game
from tilefish.pgn.headers import MOST_HEADERS
from tilefish.pgn.reader import DEEPEST_VARIATION
from tilefish.pgn.record import MOST_SHAPES, Shape
from tilefish.pgn.remarks import plain_comment
from tilefish.pgn.tree import MOST_UNDONE

SQUARES = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
VARIANTS = ("chess", "fragments", "ruined_overworld", "fear_factory", "exchange")


def shape(node: MoveNode) -> object:
    """All that a node and those behind it hold, but their identities."""
    return node.recorded(), node.san, node.number, node.side, [shape(child) for child in node.children]


def tree_of(pgn: str) -> MoveTree:
    (record,) = read_games(pgn)
    return MoveTree.of(record)


def movetext(tree: MoveTree) -> str:
    return " ".join(write_game(tree.record()).split("\n\n", 1)[1].split())


def check_invariants(tree: MoveTree) -> None:
    nodes = list(tree.nodes())
    assert len(nodes) == tree.size + 1
    for node in nodes:
        assert tree.node(node.identity) is node
        assert all(child.parent is node for child in node.children)
        assert node.depth <= DEEPEST_VARIATION
    (again,) = read_games(write_game(tree.record()))
    assert shape(MoveTree.of(again).root) == shape(tree.root)
    assert MoveTree.of(again).headers.items() >= tree.headers.items()


def edit(tree: MoveTree, rng: Random, text: str) -> None:
    """One edit by chance, which may be refused."""
    node = rng.choice(list(tree.nodes()))
    kind = rng.randrange(16)
    if kind < 6:
        legal = tree.game(node).legal_moves
        if legal:
            tree.add(node, rng.choice(legal), rng)
    elif kind == 6:
        tree.delete(node)
    elif kind == 7:
        tree.promote(node, to_main=rng.random() < 0.5)
    elif kind == 8:
        tree.let_host_act(node, rng)
    elif kind == 9:
        tree.toggle_nag(node, rng.randrange(1, 256))
    elif kind == 10:
        tree.undo()
    elif kind == 11:
        tree.clear_shapes(node)
    elif kind in (12, 13):
        origin, target = rng.choice(SQUARES), rng.choice(SQUARES)
        tree.toggle_shape(node, Shape(rng.choice(("green", "red", "blue", "yellow")), origin, target))
    elif kind == 14:
        tree.set_header(rng.choice(("White", "Annotator", "Remark")), text)
    else:
        tree.set_comment(node, text)


@settings(deadline=None, max_examples=25)
@given(
    variant=st.sampled_from(VARIANTS),
    rng=st.randoms(use_true_random=False),
    texts=st.lists(
        st.one_of(
            st.text(max_size=30),
            st.text(alphabet="[]%{}();$ evalfncmtk0.1:!\n", max_size=40),
            st.sampled_from(
                [
                    "[%eval 0.5,3] x",
                    "[%fen 8/8/8/8] b",
                    "[%ev[%emt 0:0:1]al 1]",
                    "[%csl Gd4]",
                    "[%csl Gz9] [%cal Ra1b2,Gh8h7]",
                ]
            ),
        ),
        min_size=4,
        max_size=40,
    ),
)
def test_random_edits_survive_writing_and_reading(variant: str, rng: Random, texts: list[str]) -> None:
    tree = MoveTree(Game(variant), {"White": "Ann", "Event": 'a "b" \\'})
    for text in texts:
        before = shape(tree.root)
        try:
            edit(tree, rng, text)
        except InputError:
            assert shape(tree.root) == before
    check_invariants(tree)


@settings(deadline=None, max_examples=25)
@given(
    variant=st.sampled_from(VARIANTS),
    rng=st.randoms(use_true_random=False),
    texts=st.lists(st.text(max_size=20), min_size=1, max_size=MOST_UNDONE),
)
def test_edits_are_undone_one_after_the_other(variant: str, rng: Random, texts: list[str]) -> None:
    tree = MoveTree(Game(variant))
    for _ in range(30):
        node = rng.choice(list(tree.nodes()))
        legal = tree.game(node).legal_moves
        if legal and node.depth < 3:
            tree.add(node, rng.choice(legal), rng)
    states: list[tuple[object, dict[str, str]]] = []
    for text in texts:
        node = rng.choice(list(tree.nodes()))
        before = shape(tree.root), dict(tree.headers)
        try:
            match rng.randrange(6):
                case 4:
                    tree.toggle_shape(node, Shape("red", "a1", rng.choice(SQUARES)))
                case 0:
                    tree.delete(node)
                case 1:
                    tree.promote(node, to_main=rng.random() < 0.5)
                case 2:
                    tree.toggle_nag(node, rng.randrange(1, 256))
                case 3:
                    tree.set_header("Event", text)
                case _:
                    tree.set_comment(node, f"{len(states)} {text}")  # not typed on
        except InputError:
            continue
        states.append(before)
    while states:
        tree.undo()
        assert (shape(tree.root), tree.headers) == states.pop()
        check_invariants(tree)
    assert tree.undoable is None
    with pytest.raises(InputError, match="nothing to undo"):
        tree.undo()


def test_moves_that_were_played_again_are_joined_with_deleted_ones() -> None:
    tree = tree_of("1. e4 {old} e5 $1 2. Nf3 (2. f4) *")
    e4 = tree.root.children[0]
    tree.set_comment(e4.children[0], "gone with its move")
    tree.delete(e4)
    again = tree.add(tree.root, "e4")
    reply = tree.add(again, "c5")
    tree.add(tree.add(again, "e5"), "Bc4")
    node, changed = tree.undo()
    assert node is tree.root
    assert changed[0] is tree.root
    assert (
        movetext(tree)
        == "1. e4 { old } 1... c5 (1... e5 $1 { gone with its move } 2. Bc4 (2. Nf3) (2. f4)) *"
    )
    assert again.children[0] is reply
    check_invariants(tree)
    assert tree.undoable is None  # the comment's move was joined with another one


def test_a_comment_that_is_typed_is_one_edit() -> None:
    tree = tree_of("1. e4 *")
    e4 = tree.root.children[0]
    for text in ("A", "A good", "A good move", "", "Best", "Best by test"):
        tree.set_comment(e4, text)
    undone = []
    while tree.undoable:
        tree.undo()
        undone.append(e4.comment)
    assert undone == ["", "A good move", ""]


def test_only_the_last_edits_can_be_undone() -> None:
    tree = tree_of("1. e4 *")
    for nag in range(30, 30 + MOST_UNDONE + 5):
        tree.toggle_nag(tree.root.children[0], nag)
    for _ in range(MOST_UNDONE):
        tree.undo()
    assert tree.undoable is None
    assert tree.root.children[0].nags == (30, 31, 32, 33, 34)


def test_what_would_be_too_large_or_too_deep_is_not_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = tree_of("1. e4 e5 2. Nf3 (2. f4) *")
    tree.delete(tree.root.children[0])
    tree.add(tree.root, "d4")
    before = shape(tree.root)
    with monkeypatch.context() as changed:
        changed.setattr("tilefish.pgn.tree.MOST_NODES", 4)
        with pytest.raises(InputError, match="at most"):
            tree.undo()
    assert shape(tree.root) == before
    assert tree.undoable is None
    tree.delete(tree.add(tree.add(tree.root, "d4"), "d5"))
    monkeypatch.setattr("tilefish.pgn.tree.DEEPEST_VARIATION", 1)
    with pytest.raises(InputError, match="deep"):
        tree.undo()
    assert shape(tree.root) == before


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("Result", "2-0", "expected"),
        ("Date", "20.11.2026", "such as 2026.11.20"),
        ("Date", "2026.13.01", "Date"),
        ("Date", "2026.02.30", "Date"),
        ("WhiteElo", "strong", "a number"),
        ("FEN", "8/8/8/8/8/8/8/8 w - - 0 1", "follows from the start"),
        ("Variant", "chess", "follows from the start"),
        ("no name", "x", "not the name of a header"),
        ("A" * 65, "x", "not the name of a header"),
        ("Event", "x" * 201, "at most 200 letters"),
    ],
)
def test_headers_that_are_refused(name: str, value: str, complaint: str) -> None:
    tree = tree_of('[Event "Here"]\n\n1. e4 *')
    before = dict(tree.headers)
    with pytest.raises(InputError, match=complaint):
        tree.set_header(name, value)
    assert (tree.headers, tree.undoable) == (before, None)


def test_headers_are_written_and_deleted() -> None:
    tree = tree_of('[Event "Here"]\n\n1. e4 *')
    for name, value in (
        ("White", 'Ann "the\nknight" \\ \ud800]'),
        ("Date", "2024.02.??"),
        ("Date", "????.02.29"),
        ("Result", "1-0"),
        ("BlackElo", "1850"),
        ("Event", ""),
    ):
        tree.set_header(name, value)
    assert tree.headers == {
        "White": 'Ann "the knight" \\ ]', "Date": "????.02.29", "Result": "1-0", "BlackElo": "1850"
    }  # fmt: skip
    check_invariants(tree)
    for number in range(MOST_HEADERS - len(tree.headers)):
        tree.set_header(f"Header{number}", "x")
    with pytest.raises(InputError, match="at most"):
        tree.set_header("Another", "x")
    tree.set_header("White", "Bea")


def test_positions_of_a_host_stay() -> None:
    changed = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"
    moves = (
        RecordedMove("e2e4", position=changed, variations=((RecordedMove("d2d4"),),)),
        RecordedMove("e8e7", variations=((RecordedMove("e8d7"), RecordedMove("a1a7")),)),
    )
    tree = MoveTree.of(GameRecord(Game(), moves))
    check_invariants(tree)
    (first, _) = tree.root.children
    assert tree.game(first).fen() == changed
    assert tree.add(first, "Ke7").parent is first
    assert tree.add(tree.root, "e4") is first


def test_the_host_acts_behind_a_move() -> None:
    rng = seeded("host")
    tree, node = MoveTree(Game("twisted_carnival")), MoveNode(0)
    tries = Tries(1)
    while tries.go_on(node.position is not None):
        node = tree.root
        while node.position is None and (legal := tree.game(node).legal_moves) and len(node.line()) < 40:
            node = tree.add(node, rng.choice(legal), rng)
            has_acted = not node.children and node.position is None and tree.let_host_act(node, rng)
            assert has_acted <= ("appears on" in node.comment)
    assert tree.game(node).fen() == node.position
    with pytest.raises(InputError, match="once"):
        tree.let_host_act(node, rng)
    check_invariants(tree)


def test_moves_are_added_and_followed() -> None:
    tree = MoveTree(Game())
    e4 = tree.add(tree.root, "e4")
    assert tree.add(tree.root, "e2e4") is e4
    d4 = tree.add(tree.root, "d4")
    e5 = tree.add(e4, "e5")
    assert (e5.san, e5.number, e5.side, e5.line()) == ("e5", 1, "black", [e4, e5])
    assert movetext(tree) == "1. e4 (1. d4) 1... e5 *"
    assert [tree.game(node).ply for node in (tree.root, e4, d4, e5)] == [0, 1, 1, 2]
    with pytest.raises(InputError):
        tree.add(e5, "Ke4")
    assert tree.size == 3
    nf3 = tree.add(e5, "Nf3")
    for node in (nf3, e4, tree.root, d4, nf3, e5):
        game = tree.start.copy()
        for each in node.line():
            game.push(each.move)
        assert tree.game(node).fen() == game.fen()
        tree.game(node).push(tree.game(node).legal_moves[0])  # a copy: nothing is changed


def test_a_die_is_chosen_or_rolled() -> None:
    tree = MoveTree(Game("exchange", "4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1"))
    with pytest.raises(InputError, match="die"):
        tree.add(tree.root, "d1xd4")
    chosen = tree.add(tree.root, "d1xd4=2")
    assert chosen.move == "d1xd4=2"
    rolled = {tree.add(tree.root, "d1xd4", seeded("die", number)).move for number in range(40)}
    assert len(rolled) > 1
    assert {child.move for child in tree.root.children} == rolled | {chosen.move}
    check_invariants(tree)


def test_promotion_goes_one_variation_up_or_to_the_top() -> None:
    tree = tree_of("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. d4 *")
    d5 = next(node for node in tree.nodes() if node.san == "d5")
    assert d5.depth == 2
    tree.promote(d5)
    assert movetext(tree) == "1. e4 e5 (1... c5 2. c3 (2. Nf3 d6) 2... d5) 2. d4 *"
    tree.promote(d5)
    assert movetext(tree) == "1. e4 c5 (1... e5 2. d4) 2. c3 (2. Nf3 d6) 2... d5 *"
    with pytest.raises(InputError, match="main line already"):
        tree.promote(d5)
    tree = tree_of("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. d4 *")
    d5 = next(node for node in tree.nodes() if node.san == "d5")
    assert len(tree.promote(d5, to_main=True)) == 2
    assert d5.depth == 0


def test_deleting_takes_what_follows() -> None:
    tree = tree_of("1. e4 e5 (1... c5 2. Nf3) 2. d4 *")
    c5 = next(node for node in tree.nodes() if node.san == "c5")
    gone = c5.children[0].identity
    tree.delete(c5)
    assert movetext(tree) == "1. e4 e5 2. d4 *"
    with pytest.raises(InputError, match="no longer"):
        tree.node(gone)
    with pytest.raises(InputError, match="start"):
        tree.delete(tree.root)
    tree.delete(tree.root.children[0])
    assert (movetext(tree), tree.size) == ("*", 0)


def test_glyphs_of_one_kind_replace_each_other() -> None:
    tree = tree_of("1. e4 $1 $44 *")
    (e4,) = tree.root.children
    for nag, expected in ((4, (44, 4)), (14, (44, 4, 14)), (16, (44, 4, 16)), (4, (44, 16)), (44, (16,))):
        tree.toggle_nag(e4, nag)
        assert e4.nags == expected
    with pytest.raises(InputError):
        tree.toggle_nag(tree.root, 1)


def test_equal_variations_are_merged_with_their_annotations() -> None:
    tree = tree_of("1. e4 $1 {one} (1. e4 $3 {two} c5) (1. d4) (1. d4 {[%eval 0.2,7]} d5) 1... e5 *")
    e4, d4 = tree.root.children
    assert (e4.comment, e4.nags, [child.san for child in e4.children]) == ("one two", (1, 3), ["c5", "e5"])
    assert (d4.evaluation, d4.children[0].san) == (Evaluation(20, None, 7), "d5")


def test_variations_are_not_too_deep() -> None:
    tree = MoveTree(Game())
    node = tree.root
    for _ in range(DEEPEST_VARIATION):
        main, other = tree.game(node).legal_moves[:2]
        tree.add(node, main)
        node = tree.add(node, other)
    assert node.depth == DEEPEST_VARIATION
    main, other = tree.game(node).legal_moves[:2]
    tree.add(node, main)
    with pytest.raises(InputError, match="deep"):
        tree.add(node, other)
    tree.promote(node.line()[0])
    assert tree.add(node, other).depth == DEEPEST_VARIATION
    with pytest.raises(InputError, match="deep"):
        tree.promote(tree.root.children[1])
    check_invariants(tree)


def test_comments_are_as_they_will_be_read() -> None:
    tree = tree_of("1. e4 *")
    (e4,) = tree.root.children
    tree.set_comment(e4, "  two\nlines {and} \x00 [%fen 8/8/8/8/8/8/8/8 w - -] [%csl Gd4] [%mdl 9]  ")
    assert e4.comment == "two lines (and) [%mdl 9]"
    with pytest.raises(InputError, match="letters"):
        tree.set_comment(e4, "x" * 100_000)
    nested = "[%fen " * 1000 + "]" * 1000
    assert plain_comment(plain_comment(nested)) == plain_comment(nested)
    assert "[%fen" not in plain_comment(nested)


def test_shapes_are_read_and_written() -> None:
    tree = tree_of("{ [%csl Ra1] before } 1. e4 { [%csl Ge4,Rd5][%cal Gd2d4,Yg1f3] [%csl Be4] good } e5 *")
    e4 = tree.root.children[0]
    assert tree.root.shapes == (Shape("red", "a1", "a1"),)
    assert (tree.root.comment, e4.comment) == ("before", "good")
    assert e4.shapes == (
        Shape("blue", "e4", "e4"),
        Shape("red", "d5", "d5"),
        Shape("green", "d2", "d4"),
        Shape("yellow", "g1", "f3"),
    )
    assert movetext(tree) == (
        "{ [%csl Ra1] before } 1. e4 { [%csl Be4,Rd5] [%cal Gd2d4,Yg1f3] good } 1... e5 *"
    )
    tree.toggle_shape(e4, Shape("green", "d2", "d4"))
    tree.toggle_shape(e4, Shape("green", "e4", "e4"))
    tree.clear_shapes(tree.root)
    assert movetext(tree) == "{ before } 1. e4 { [%csl Ge4,Rd5] [%cal Yg1f3] good } 1... e5 *"
    for _ in range(3):
        assert tree.undoable == "drawing"
        tree.undo()
    assert "[%csl Ra1] before" in movetext(tree)
    assert "[%csl Be4,Rd5] [%cal Gd2d4,Yg1f3]" in movetext(tree)


@pytest.mark.parametrize(
    "command",
    [
        "[%csl Xe4]",
        "[%csl e4]",
        "[%csl Gd2d4]",
        "[%csl Gi9]",
        "[%csl GE4]",
        "[%csl ]",
        "[%cal Gd2]",
        "[%cal Ga1a1]",
        "[%cal Gd2d4,]",
        "[%cal Gd2d4,Gd2d\u0664]",
    ],
)
def test_shapes_that_cannot_be_read_stay_in_the_text(command: str) -> None:
    tree = tree_of(f"1. e4 {{ {command} fine }} *")
    e4 = tree.root.children[0]
    assert (e4.shapes, e4.comment) == ((), plain_comment(f"{command} fine"))
    assert command[:5] in e4.comment
    check_invariants(tree)


def test_shapes_have_the_squares_of_their_board_and_a_limit() -> None:
    small = next(name for name in VARIANTS if Game(name).variant.files < 8)
    first = str(Game(small).legal_moves[0])
    tree = tree_of(f'[Variant "{small}"]\n\n1. {first} {{ [%csl Ga1,Gh8] [%cal Ra1h8] }} *')
    node = tree.root.children[0]
    assert node.shapes == (Shape("green", "a1", "a1"),)
    with pytest.raises(InputError, match="no such square"):
        tree.toggle_shape(node, Shape("green", "h8", "h8"))
    every = ",".join(f"G{origin}{target}" for origin in SQUARES for target in SQUARES if origin != target)
    tree = tree_of(f"1. e4 {{ [%cal {every}] }} *")
    node = tree.root.children[0]
    assert len(node.shapes) == MOST_SHAPES
    check_invariants(tree)
    with pytest.raises(InputError, match="at most"):
        tree.toggle_shape(node, Shape("green", "h8", "h8"))
    tree.toggle_shape(node, node.shapes[0])
    assert len(node.shapes) == MOST_SHAPES - 1
