"""From text to data: variant files, Betza notation, tile maps, FEN, moves, and what to say when they
are wrong."""
