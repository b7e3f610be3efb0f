"""One game under one variant: moves in and out, their notation, and the host's changes between them."""
