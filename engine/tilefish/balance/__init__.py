"""What many quick games tell about a world: who is favoured, how games end, what is used and worth."""
