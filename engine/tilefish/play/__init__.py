"""A game in the terminal: who plays, the clocks, the dice, and the conversation about it."""
