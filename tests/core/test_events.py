"""What happens in a turn, as boards and queries report it: one case for each kind of event.

`tests/model` holds the events of random games against the slow model.
"""

from __future__ import annotations

import pytest

from tilefish import Game
from tilefish.core.board.events import Event, EventKind


def described(game: Game, events: list[Event]) -> list[str]:
    """`captured d5 P`, `moved e4 d5 P`: kind, squares, piece, and the hit points."""
    name = game.variant.square_name
    return [
        " ".join(
            [
                event.kind,
                name(event.origin),
                *([] if event.target is None else [name(event.target)]),
                _letter(game, event),
                *([str(event.amount)] if event.amount else []),
            ]
        )
        for event in events
    ]


def _letter(game: Game, event: Event) -> str:
    letter = game.variant.kinds[event.piece].letter
    return letter if event.side else letter.upper()


def events_of(game: Game, move: str) -> list[str]:
    found = game.read_move(move)
    board = game.board.copy()
    return described(game, board.push(found.number, found.face))


@pytest.mark.parametrize(
    ("placement", "world", "move", "expected"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - -", "", "e2e4", "moved e2 e4 P"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "", "e4d5", "captured d5 p; moved e4 d5 P"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "", "e5d6", "captured d5 p; moved e5 d6 P"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - -", "", "e7d8q", "captured d8 r; moved e7 d8 P; promoted d8 Q"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q -", "", "e1c1", "moved e1 c1 K; castled a1 d1 R"),
        ("r3k3/8/8/8/8/8/8/4K3 b q -", "", "e8c8", "moved e8 c8 k; castled a8 d8 r"),
        ("4k3/8/8/8/3b4/8/8/4K2R w - -", "8/8/8/8/3o4/8/8/8", "h1h2", "moved h1 h2 R"),
        ("4k3/8/8/8/p2p3r/8/4K3/R7 w - -", "8/8/8/8/o7/8/8/8", "a1a4,a4b4,b4d4",
         "captured a4 p; captured d4 p; moved a1 d4 R"),
        # belts: at the end of the turn, all at once
        ("4k3/8/8/8/N7/8/8/4K3 w - -", "8/8/8/8/>7/8/8/8", "e1e2", "moved e1 e2 K; carried a4 b4 N"),
        ("4k3/8/8/8/Nn6/8/8/4K3 w - -", "8/8/8/8/>7/8/8/8", "e1e2",
         "moved e1 e2 K; crushed b4 n; carried a4 b4 N"),
        ("4k3/8/8/8/Nn6/8/8/4K3 w - -", "8/8/8/8/><6/8/8/8", "e1e2",
         "moved e1 e2 K; carried a4 b4 N; carried b4 a4 n"),
        ("4k3/8/8/8/N1n5/8/8/4K3 w - -", "8/8/8/8/>1<5/8/8/8", "e1e2",
         "moved e1 e2 K; carried a4 b4 N; crushed c4 b4 n"),
        ("4k3/8/8/8/N7/8/8/4K3 w - -", "8/8/8/8/>~6/8/8/8", "e1e2", "moved e1 e2 K; drowned a4 b4 N"),
        ("4k3/8/8/8/N7/8/8/4K3 w - -", "8/8/8/8/>%6/8/8/8", "e1e2", "moved e1 e2 K; burned a4 b4 N"),
        ("4k3/8/8/8/N7/8/8/4K3 w - -", "8/8/8/8/>*6/8/8/8", "e1e2", "moved e1 e2 K; fell a4 b4 N"),
        ("4k3/8/8/8/N7/8/8/4K3 w - -", "8/8/8/8/<7/8/8/8", "e1e2", "moved e1 e2 K; fell a4 N"),
        ("4k3/8/8/n7/4N3/8/8/4K3 w - -", "8/8/8/>7/8/8/8/8", "e4c3", "moved e4 c3 N; carried a5 b5 n"),
        ("4k3/8/8/8/1n6/8/2N5/4K3 w - -", "8/8/8/8/1>6/8/8/8", "c2b4",
         "captured b4 n; moved c2 b4 N; carried b4 c4 N"),
    ],
)  # fmt: skip
def test_a_move_tells_what_happens(placement: str, world: str, move: str, expected: str) -> None:
    game = Game("chess", f"{placement} 0 1", world=world or None)
    assert "; ".join(events_of(game, move)) == expected


def test_a_king_and_a_rook_that_change_places() -> None:
    game = Game("chess", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    assert events_of(game, "f1g1") == ["moved f1 g1 K", "castled g1 f1 R"]


def test_the_edge_of_a_small_board_is_no_square() -> None:
    game = Game("fragments")
    variant = game.variant
    assert (variant.files, variant.ranks) != (8, 8)
    twin = Game("fragments", world="/".join([f">{variant.files - 2}>"] * variant.ranks))
    fell = [event for event in twin.board.query().passed().events() if event.kind is EventKind.FELL]
    assert fell
    assert {event.target for event in fell} == {None}


@pytest.mark.parametrize(
    ("placement", "move", "expected"),
    [
        ("4k3/8/8/8/8/8/3R4/4K3 w", "d2d5", "moved d2 d5 R"),
        ("4k3/8/8/8/3r4/8/8/3QK3 w hp:d4=9", "d1xd4=1", "hurt d4 r 4"),
        ("4k3/8/8/8/3r4/8/8/3QK3 w hp:d4=9", "d1xd4=6", "killed d4 r 9"),
        (
            "4k3/8/8/3r4/8/8/8/3QK3 w hp:d1=2,d5=4",
            "d1!d3xd5=1",
            "moved d1 d3 Q; killed d5 r 4; exhausted d3 Q 2",
        ),
        ("4k3/8/8/3r4/8/8/8/3QK3 w hp:d1=9,d5=4", "d1!d3xd5=1", "moved d1 d3 Q; killed d5 r 4; hurt d3 Q 2"),
    ],
)
def test_an_action_tells_what_happens(placement: str, move: str, expected: str) -> None:
    rows, turn, *fields = placement.split()
    hp = fields[0] if fields else "hp:-"
    game = Game("exchange", f"{rows} {turn} - - 0 1 {hp} cd:- fx:-")
    assert "; ".join(events_of(game, move)) == expected


def test_fighters_keep_what_they_have_on_belts() -> None:
    world, fields = "8/8/8/8/>>6/8/8/7>", "hp:a4=3,b4=4 cd:- fx:-"
    game = Game("exchange", f"4k3/8/8/8/NnP5/8/8/4K2B w - - 0 1 {fields}", world=world)
    board = game.board.copy()
    expected = ["fell h1 B", "carried a4 b4 N", "crushed c4 P", "carried b4 c4 n"]
    assert described(game, board.pass_turn()) == expected
    assert described(game, game.board.query().passed().events()) == expected
    assert board.key == board.key_from_scratch
    hp = board.setup().combat
    assert hp is not None
    assert {game.variant.square_name(square): left for square, left in hp.hp.items()} == {"b4": 3, "c4": 4}


def test_queries_tell_the_same() -> None:
    game = Game("fear_factory")
    query = game.board.query()
    assert query.events() == []
    for move in game.legal_moves:
        assert query.played(move.number).events() == game.board.copy().push(move.number)
    assert query.passed().events() == game.board.copy().pass_turn()


def test_all_pieces_of_a_full_board_may_have_events() -> None:
    belts = "/".join([">>>>>>>>"] * 8)
    rows = "k" + "n" * 7 + "/" + "/".join(["nnnnnnnn"] * 6) + "/NNNNNNNK"
    game = Game("chess", f"{rows} w - - 0 1", world=belts)
    events = game.board.query().passed().events()
    assert len(events) == 64
    assert sum(event.kind is EventKind.FELL for event in events) == 8
