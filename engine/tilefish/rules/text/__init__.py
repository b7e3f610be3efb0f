"""Notations: Betza, tile maps, FEN, moves and actions, EPD, and the squares of moves."""
