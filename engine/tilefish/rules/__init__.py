"""The definition of a game, from text to data: variants, positions and moves, and the errors in them."""
