"""Reasons for a move: facts that are true on the board, found by comparing it before and after the move."""
