"""The conversation with a GUI or a match runner: the Universal Chess Interface."""
