"""Positions that a sentence of RULES.md turns on, each with the tiles it needs.

The tests of the model say what must happen in them; here they are for the engine to agree.
"""

from __future__ import annotations

from .setting_up import FLOOR_8

PINNED_EP = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"

# (what it is about, tile map, FEN)
POSITIONS: list[tuple[str, str, str]] = [
    ("castling over water", "8/8/8/8/8/8/8/5~2", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castling, void under b1", "8/8/8/8/8/8/8/1*6", "4k3/8/8/8/8/8/8/R*2K2R w KQ - 0 1"),
    ("castling lands on a belt", "8/8/8/8/8/8/8/6>1", "4k3/8/8/8/6r1/8/8/4K2R w K - 0 1"),
    ("carried into check", "8/8/8/8/8/8/8/6>1", "4k3/8/8/8/7r/8/8/4K2R w K - 0 1"),
    ("crossing judged before", "8/8/8/8/5>2/8/8/8", "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1"),
    ("castling onto stones", "8/8/8/8/8/8/8/5oo1", "k7/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("e.p.: the pawn is carried", "8/8/8/8/4>3/8/8/8", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"),
    ("e.p.: it falls", "8/8/8/8/4>*2/8/8/8", "4k3/8/8/8/3p1*2/8/4P3/4K3 w - - 0 1"),
    ("e.p.: it is crushed", "8/8/8/8/5<2/8/8/8", "4k3/8/8/8/3p1N2/8/4P3/4K3 w - - 0 1"),
    ("e.p.: the square is filled", "8/8/8/8/8/5<2/8/8", "4k3/8/8/8/3p4/5N2/4P3/4K3 w - - 0 1"),
    ("e.p. onto a belt", "8/8/8/8/8/4>3/8/8", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"),
    ("e.p. onto a stone", "8/8/8/8/8/4o3/8/8", "7k/8/8/8/3p4/8/4P3/K7 w - - 0 1"),
    ("e.p. that pins forbid", FLOOR_8, PINNED_EP),
    ("a pawn carried to its rank", "8/8/8/8/8/4v3/8/8", "4k3/8/8/8/8/4P3/8/K7 w - - 0 1"),
    ("carried over, not stepped", "8/8/8/8/8/4^3/8/8", "7k/8/8/8/3p4/8/4P3/K7 w - - 0 1"),
    ("carried to the last rank", "8/3^4/8/8/8/8/8/8", "7k/3P4/8/8/8/8/8/K7 w - - 0 1"),
    ("three onto one tile", "8/8/3v4/2>1<3/8/8/8/8", "7k/8/3n4/2R1b3/8/8/8/K7 w - - 7 9"),
    ("two and one below", "8/8/8/2>1<3/8/8/8/8", "7k/8/8/2Nbr3/8/8/8/K7 w - - 7 9"),
    ("a ring", "8/8/8/3>v3/3^<3/8/8/8", "6k1/8/8/3NB3/3rq3/8/8/1K6 w - - 0 1"),
    ("the rook's tile is a belt", "8/8/8/8/8/8/8/7^", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("a rook is crushed", "8/8/8/8/8/8/7v/8", "4k3/8/8/8/8/8/7R/R3K2R w KQ - 0 1"),
    ("one rook for the other", "8/8/8/8/8/8/8/6>^", "4k3/8/8/8/8/8/8/4K1RR w K - 0 1"),
    ("the king's tile is a belt", "8/8/8/8/8/8/8/4^3", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("a king about to fall", "8/8/8/8/8/8/8/>*6", "7k/8/8/8/8/8/8/K*6 w - - 0 1"),
    ("the king cannot be saved", "8/8/8/8/8/8/**6/>*6", "7k/8/8/8/8/8/**6/K*5N w - - 0 1"),
    ("a king under its own piece", "8/8/8/8/8/8/v7/8", "7k/8/8/8/8/8/N7/K7 w - - 0 1"),
    ("the other king falls", "7>/8/8/8/8/8/8/8", "7k/8/8/8/8/8/8/K7 w - - 99 80"),
    ("and both might", "7>/8/8/8/8/8/8/<7", "7k/8/8/8/8/8/8/K7 w - - 0 1"),
    ("it falls, but check", "7>/8/8/8/8/8/8/8", "3r3k/8/8/8/8/8/3R4/3K4 w - - 0 1"),
    ("carried into and out of", "8/8/8/8/8/8/>7/8", "1r5k/8/8/8/8/8/8/K7 w - - 0 1"),
    ("a checker carried away", "1>6/8/8/8/8/8/8/8", "1r5k/8/8/8/8/8/8/1K6 w - - 0 1"),
    ("a rook leaps home", "8/8/8/8/8/8/7o/8", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1"),
    ("a king leaps home", "8/8/8/8/8/8/4o3/8", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("captures on two legs", "8/8/8/8/4o3/8/8/8", "7k/8/5p2/8/4p3/2N5/8/K7 w - - 9 9"),
    ("a stone in the corner", "7o/8/8/8/8/8/8/8", "4k2r/8/8/8/8/8/8/B5K1 w k - 0 1"),
    ("a double step onto a stone", "8/8/8/8/4o3/8/8/8", "7k/8/8/8/3p4/8/4P3/K7 w - - 0 1"),
    ("a leap is not a double step", "8/8/8/8/8/4o3/8/8", "7k/8/8/8/8/8/4P3/K7 w - - 0 1"),
    ("a leap is not e.p.", "8/8/8/2o5/8/8/8/8", "7k/3p4/8/4P3/2P5/8/8/K7 b - - 0 1"),
    ("a stone on the last rank", "2o5/8/8/8/8/8/8/8", "7k/2P5/8/8/8/8/8/K7 w - - 0 1"),
    ("a leap to the last rank", "8/2o5/8/8/8/8/8/8", "7k/8/2P5/8/8/8/8/K7 w - - 0 1"),
    ("stone to stone", "8/8/8/3o4/1o2o3/8/8/8", "7k/8/8/8/8/2N5/8/K7 w - - 0 1"),
    ("no glide", "o7/8/8/8/8/8/8/8", "1p5k/PpN5/8/8/8/8/8/K7 w - - 0 1"),
    ("no leap", "2o5/2**4/8/8/8/8/8/8", "1nn4k/1P**4/8/8/8/8/8/K7 w - - 0 1"),
    ("a leap for b7", "2o5/2**4/8/8/8/8/8/8", "2n4k/1P**4/8/8/8/8/8/K7 w - - 0 1"),
    ("pinned, away and back", "8/8/8/3o4/8/8/8/8", "4r2k/8/8/4R3/8/8/8/4K3 w - - 0 1"),
    ("check by a leap", "8/8/8/6o1/8/8/8/8", "4k3/7n/8/8/8/8/4K3/8 w - - 0 1"),
    ("a king safe on its stone", "8/8/8/8/8/8/8/o7", "7k/8/8/8/8/8/PPn5/KN6 w - - 0 1"),
    ("a king not safe on it", "8/8/8/8/8/8/8/o7", "7k/8/8/8/8/8/PPn5/K7 w - - 0 1"),
    ("a glide onto a belt", "8/8/8/3>4/1>2o3/8/8/8", "7k/8/8/8/8/2N5/8/K7 w - - 0 1"),
    ("mate at the last moment, or a draw", FLOOR_8, "7k/4Q3/6K1/8/8/8/8/8 w - - 99 80"),
]
