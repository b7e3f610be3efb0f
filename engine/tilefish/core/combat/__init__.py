"""The combat game: its own rules, positions, generator, chance, evaluation and search."""
