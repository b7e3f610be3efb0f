"""Opening books: Polyglot files, EPD text, and the choice of a move."""
