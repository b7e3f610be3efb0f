"""Lines of UCI as they should not be sent: nonsense, accidents, and sense at the wrong time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

LINES = (
    "uci",
    "isready",
    "ucinewgame",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1 a6e2",
    "position fen nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1",
    "position startpos moves e2e4,e4e3,e3e4",
    "go depth 3",
    "go nodes 500 searchmoves e2e4 d2d4",
    "go movetime 5",
    "go wtime 100 btime 100 winc 1 binc 1 movestogo 3",
    "go infinite",
    "go ponder wtime 50 btime 50",
    "go mate 2 depth 3",
    "go perft 2",
    "stop",
    "ponderhit",
    "setoption name UCI_Variant value fragments",
    "setoption name UCI_Variant value fear_factory",
    "setoption name UCI_Variant value chess",
    "setoption name UCI_Chess960 value true",
    "setoption name World value 8/8/8/1o4o1/4o3/8/8/8",
    "setoption name World value",
    "setoption name Pieces value r:RN,c:BN",
    "setoption name Pieces value",
    "setoption name Hash value 2",
    "setoption name Clear Hash",
    "setoption name MultiPV value 3",
    "setoption name Threads value 2",
    "setoption name Act value Final",
    "setoption name Act value Off",
    "setoption name Difficulty value Beginner",
    "setoption name Difficulty value Off",
    "setoption name Skill Level value 0",
    "setoption name Skill Level value 20",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Elo value 1500",
    "setoption name UCI_AnalyseMode value true",
    "setoption name Agent value Standard",
    "setoption name VariantPath value",
    "d",
    "eval",
    "flip",
    "help",
)
ALPHABET = "abcdefgh12345678 /-wKQkq,:*~=%o><^v?\0\t\x1b\u202e\U0001f600é"
OPTIONS = {
    "UCI_Chess960": ("true", "false"),
    "Threads": ("1", "2", "4"),
    "Hash": ("1", "2"),
    "Clear Hash": ("",),
    "MultiPV": ("1", "2", "5", "500"),
    "Ponder": ("true", "false"),
    "Move Overhead": ("0", "20", "5000"),
    "UCI_AnalyseMode": ("true", "false"),
    "UCI_ShowWDL": ("true", "false"),
    "Skill Level": ("0", "7", "20"),
    "UCI_LimitStrength": ("true", "false"),
    "UCI_Elo": ("1350", "1500", "2500"),
    "Difficulty": ("Beginner", "Easy", "Medium", "Hard", "Grandmaster", "Off"),
    "Act": ("1", "2", "3", "Final", "Off"),
    "Agent": ("Full", "Endgame", "Quiescence", "Standard"),
    "Explain": ("true", "false"),
    "World": (
        "",
        "8/8/2o2o2/1o4o1/4o3/>>>>>>>>/8/8",
        "8/8/v<<<<<<%/1o4o1/4o3/~>>>>>>^/8/8",
        "5/2o2/5/>>^<</5",
    ),
    "Pieces": ("", "r:RN,c:BN", "q:W0F0D0A0H0G0N0", "n:nN"),
}
"""Values that the options take, small enough to be tried thousands of times."""


def mutated(rng: Random, lines: Sequence[str] = LINES) -> str:
    """A line, or what is left of it after some accidents."""
    line = rng.choice(lines)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 6])):
        place, size = rng.randrange(len(line) + 1), rng.choice([0, 1, 1, 2, 9])
        new = "".join(rng.choice(ALPHABET) for _ in range(rng.choice([0, 1, 1, 3])))
        if rng.random() < 0.1:
            new = rng.choice(lines)
        line = line[:place] + new + line[place + size :]
    return line


def is_harmless(line: str) -> bool:
    """Whether a line can neither take all memory, nor touch files, nor count for hours."""
    words = line.lower().split()
    harmful = ["log", "variantpath", "hash", "threads", "bookfile", "learnfile", "learning", "bench", "perft"]
    return not any(word in words for word in harmful) or line in LINES


def random_option(rng: Random, variants: Sequence[str]) -> str:
    """A line that sets an option to a value that it takes."""
    name = rng.choice([*OPTIONS, *["UCI_Variant"] * 4])
    value = rng.choice(variants if name == "UCI_Variant" else OPTIONS[name])
    return f"setoption name {name} value {value}".strip()


def random_go(rng: Random, moves: Sequence[str]) -> str:
    """A search of one kind or another. Without an end of its own, the next lines end it."""
    words = rng.choice(
        [
            f"depth {rng.randint(1, 6)}",
            f"nodes {rng.choice([1, 2, 127, 128, 129, 1000, 5000])}",
            f"movetime {rng.choice([1, 5, 20])}",
            f"wtime {rng.choice([1, 50, 300])} btime {rng.choice([1, 50, 300])} winc 5 binc 5",
            "infinite",
            f"ponder wtime {rng.choice([1, 100])} btime {rng.choice([1, 100])}",
            f"mate {rng.randint(1, 3)} nodes 2000",
            f"perft {rng.randint(1, 2)}",
        ]
    )
    if moves and rng.random() < 0.2:
        words += " searchmoves " + " ".join(rng.sample(moves, min(len(moves), rng.randint(1, 5))))
    return f"go {words}"
