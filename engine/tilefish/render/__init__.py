"""Boards as terminal text and SVG: tiles, pieces, arrows, heat."""
