"""A UCI engine that thinks until it is stopped, and then plays the next of the moves on its command line."""

import sys

MOVES = sys.argv[1:]
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "stop":
        print("bestmove", MOVES.pop(0), flush=True)
    elif word == "quit":
        break
