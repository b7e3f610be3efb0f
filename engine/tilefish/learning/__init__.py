"""What finished games teach: a store of results by position and move, its formats, and search hints."""
