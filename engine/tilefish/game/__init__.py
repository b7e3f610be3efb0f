"""One game under one variant: moves in and out, their notation, and what a host does between them."""
