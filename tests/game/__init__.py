"""`Game`, the Python face, and the facts of the rules as its user meets them."""
