"""What Python sees of the tables."""

from tilefish.rules.model.variant import Variant

class RuleTables:
    """Owns the `Rules` of one variant. Squares in its methods are numbered as in `rules`."""

    variant: Variant
    def __init__(self, variant: Variant) -> None: ...
    def value(self, kind: int) -> tuple[int, int]: ...
    def square_values(self, kind: int, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]: ...
