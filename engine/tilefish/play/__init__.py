"""A game in the terminal: the players, the clocks, the dice, and the conversation about it."""
