"""From text to data: Betza notation, tile maps, variant files, and what is said when they are wrong."""
