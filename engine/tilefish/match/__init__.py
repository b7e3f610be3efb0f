"""Matches between engines, in every world: the entrants, their time control, a referee, and the ratings."""
