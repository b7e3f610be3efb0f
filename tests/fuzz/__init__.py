"""The fuzzer: random worlds, positions, searches and conversations, each case from a seed of its own.

`python -m tests.fuzz` runs it, for as long as is wanted. `scripts/sanitize.py` runs it on a core that checks
its own memory accesses, arithmetic or threads.
"""
