"""Riders whose lines lie on those of others: an alfil-rider leaps along a diagonal, a dabbaba-rider along a
rank or file. A piece in between is in the way of some of them only."""

from __future__ import annotations

import pytest

from tilefish import Game


@pytest.mark.parametrize(
    ("pieces", "placement", "answers"),
    [
        # an alfil-rider gives check over the square between, also if it slides there as well
        ("a:A0", "6r1/8/8/8/8/7k/8/K4A2", set()),
        ("a:A0F2", "6r1/8/8/8/8/7k/8/K4A2", set()),
        ("a:F2,c:A0", "6r1/8/8/8/8/7k/8/K4A2", {"g8g2"}),
        # a dabbaba-rider is stopped where it lands, a rook anywhere in between
        ("d:D0", "8/8/8/4k3/8/r7/8/4D2K", {"a3e3"}),
        ("d:D0", "8/8/8/4k3/r7/8/8/4D2K", set()),
        ("d:RD0", "8/8/8/4k3/8/r7/8/4D2K", {"a3e3"}),
        ("d:RD0", "8/8/8/4k3/r7/8/8/4D2K", set()),
        ("d:RD0", "8/8/8/4k3/8/r7/4P3/4D2K", {"a3e3"}),
        ("d:R,c:D0", "8/8/8/4k3/r7/8/8/4D2K", {"a4e4"}),
        # two checks along one line are answered where both are blocked, and not by capturing one
        ("d:D0", "8/8/8/4k3/8/r7/4R3/4D2K", {"a3e3"}),
        ("d:D0", "8/8/8/4k3/r7/8/4R3/4D2K", set()),
        ("d:D0", "8/8/8/4k3/8/8/r3R3/4D2K", set()),
        # a piece that is pinned along two lines stays on both
        ("d:D0", "8/8/8/4k3/8/4r3/8/4D2K", {"e3e1"}),
        ("d:RD0", "8/8/8/4k3/8/4r3/8/4D2K", {"e3e1"}),
        ("d:R,c:D0", "8/8/8/4k3/8/4r3/8/4D2K", {"e3e4", "e3e2", "e3e1"}),
    ],
)
def test_what_answers_checks_and_what_pins_leave(pieces: str, placement: str, answers: set[str]) -> None:
    """All moves but the king's. After each move, the position may stand: no king is left in check."""
    game = Game("chess", f"{placement} b - - 0 1", pieces=pieces)
    for move in game.legal_moves:
        after = game.copy()
        after.push(move)
        assert game.from_position(after.fen()).key == after.key
    assert {move for move in game.legal_moves if game.san(move)[0] != "K"} == answers
