"""Matches between engines, in every world: who plays, by which terms, under a referee, and what it shows."""
