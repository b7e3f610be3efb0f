"""Matches between engines, in every world: who plays, on which terms, under a referee, and the ratings."""
