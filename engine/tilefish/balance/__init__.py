"""What many quick games show about a world: the favoured side, how games end, what is used and worth."""
