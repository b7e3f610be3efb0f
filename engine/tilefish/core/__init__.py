"""The compiled core: positions, moves, effects, and counting. It never allocates or holds the GIL while it
works through a tree, and reads no text."""
