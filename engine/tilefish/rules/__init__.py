"""What a game is, from text to data: variants, positions and moves, and what is wrong with them."""
