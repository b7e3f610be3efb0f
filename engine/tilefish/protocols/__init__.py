"""Conversations with other programs over the engine."""
