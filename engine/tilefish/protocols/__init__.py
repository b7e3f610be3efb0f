"""Protocols for other programs to use the engine."""
