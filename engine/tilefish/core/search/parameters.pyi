"""What Python sees of the search's parameters."""

from collections.abc import Mapping
from typing import NamedTuple

class SearchParameter(NamedTuple):
    """A number of the search, its limits, and the step by which tuning first changes it."""

    name: str
    value: int
    least: int
    most: int
    step: int

SEARCH_PARAMETERS: tuple[SearchParameter, ...]

def parameter_values(changes: Mapping[str, int]) -> tuple[int, ...]: ...
