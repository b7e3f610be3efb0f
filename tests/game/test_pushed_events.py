"""What `Game.push` returns: the events of the turn."""

from tilefish import Event, EventKind, Game


def test_a_move_a_capture_and_a_promotion() -> None:
    game = Game(fen="1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    pawn, knight, queen = (game.variant.kinds.index(kind) for kind in _kinds(game, "pawn", "knight", "queen"))
    assert game.push("a7b8q") == [
        Event(EventKind.CAPTURED, 57, None, knight, 1),
        Event(EventKind.MOVED, 48, 57, pawn, 0),
        Event(EventKind.PROMOTED, 57, None, queen, 0),
    ]


def test_castling_moves_two_pieces() -> None:
    events = Game(fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1").push("e1g1")
    assert [(event.kind, event.origin, event.target) for event in events] == [
        (EventKind.MOVED, 4, 6),
        (EventKind.CASTLED, 7, 5),
    ]


def test_belts_carry_after_the_move() -> None:
    game = Game(world="8/8/8/8/>>>>>>>>/8/8/8", fen="4k3/8/8/8/R6n/8/8/4K3 w - - 0 1")
    assert [(event.kind, event.origin, event.target) for event in game.push("e1d1")] == [
        (EventKind.MOVED, 4, 3),
        (EventKind.FELL, 31, None),
        (EventKind.CARRIED, 24, 25),
    ]


def test_a_hit_says_what_it_costs() -> None:
    game = Game("exchange", "4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1")
    (hit,) = game.push("d1xd4=3")
    assert (hit.kind, hit.origin, hit.side) == (EventKind.HURT, 27, 1)
    assert f"d4={13 - hit.amount}" in game.fen()


def _kinds(game: Game, *names: str) -> list[object]:
    return [game.variant.kind(name) for name in names]
