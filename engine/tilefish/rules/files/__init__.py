"""Variant files: found, read, laid over each other, checked and assembled into a `Variant`."""
