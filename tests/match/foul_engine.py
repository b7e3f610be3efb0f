"""A UCI engine with one bad habit, named on its command line. It needs nothing but Python. Without a habit it
plays the same few moves of chess as White."""

import os
import sys
import time

HABIT = sys.argv[1]
EVER = 60
LARGE = 10_000_000
TWICE = ["e2e4", "d2d4"]
SCORES = {
    "ahead": (12, "cp 300"),
    "calm": (12, "cp 20"),
    "drawing": (12, "cp 0"),
    "mating": (12, "mate 3"),
    "shallow": (1, "cp 20"),
}
"""What an engine says about every position: its depth and its score for the side to move."""


def answer_go() -> None:
    """White's first move of a game of chess, or the bad habit."""
    if HABIT == "crash":
        print("cannot go on", file=sys.stderr)
        sys.exit(3)
    if HABIT == "hang":
        time.sleep(EVER)
    if HABIT == "late":
        time.sleep(0.3)
    if HABIT == "flood":
        while True:
            sys.stdout.write("x" * 65536)
    if HABIT == "chatter":
        while True:
            sys.stdout.write("info depth 1 score cp 1\n" * 1000)
    if HABIT == "long":
        print("info string " + "y" * LARGE)
    if HABIT == "binary":
        sys.stdout.buffer.write(os.urandom(5000) + b"\nbestmove \xff\x00\xfe\n")
        sys.stdout.flush()
        return
    if HABIT in SCORES:
        print(f"info depth {SCORES[HABIT][0]} score {SCORES[HABIT][1]} pv e2e4")
    if HABIT == "twice":
        print(f"bestmove {TWICE.pop(0)}\nbestmove a2a3", flush=True)
        return
    print("bestmove", "e2e5" if HABIT == "illegal" else "e2e4", flush=True)


if HABIT == "exit":
    sys.exit(4)
if HABIT == "complain":
    sys.stderr.write("z" * LARGE)
for line in sys.stdin:
    if line.startswith("uci\n"):
        if HABIT == "mute":
            time.sleep(EVER)
        if HABIT == "variants":
            print("option name UCI_Variant type combo default chess var chess var atomic")
        if HABIT == "trusting":
            print("option name UCI_Variant type string default chess")
        print("id name Foul\nuciok", flush=True)
    elif line.startswith("isready"):
        if HABIT == "unready":
            time.sleep(EVER)
        print("readyok", flush=True)
    elif line.startswith("go"):
        answer_go()
    elif line.startswith("quit"):
        break
