"""Rule tables, positions, attacks, making and generating moves, ends, perft, and Python's `Board`."""
