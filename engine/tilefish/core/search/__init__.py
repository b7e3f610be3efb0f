"""Transposition table, clock and pause, workers, move ordering, the search, and Python's `Searcher`."""
