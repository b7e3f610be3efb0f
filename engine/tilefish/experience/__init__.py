"""What was learned from finished games: a store of results by position and move, its text formats, what a
search is told of it, and opening books."""
