"""Notations: Betza, tile maps, FEN, moves and actions, EPD, and how messages quote a stranger's text."""
