"""The board of one position."""

from collections.abc import Iterable

class BoardQuery:
    """What `PositionQuery` and `CombatQuery` have in common. Squares are numbered as in `rules`."""

    def pieces(self) -> dict[int, tuple[int, int]]: ...
    def attackers(self, square: int, by: int, without: Iterable[int] = ()) -> list[int]: ...
    def targets(self, square: int) -> list[int]: ...
