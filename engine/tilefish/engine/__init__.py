"""Searches and threads at a level of strength, with their limits and clocks; bench."""
