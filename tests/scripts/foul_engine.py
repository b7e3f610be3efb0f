"""A UCI engine with one bad habit, named on its command line. It needs nothing but Python."""

import sys
import time

HABIT = sys.argv[1]


def answer_go() -> None:
    """White's first move of a game of chess, or the bad habit."""
    if HABIT == "crash":
        sys.exit(1)
    if HABIT == "hang":
        time.sleep(60)
    if HABIT == "late":
        time.sleep(0.3)
    print("bestmove", "e2e5" if HABIT == "illegal" else "e2e4", flush=True)


for line in sys.stdin:
    if line.startswith("uci\n"):
        print("id name Foul\nuciok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        answer_go()
    elif line.startswith("quit"):
        break
