"""What can be seen on a board, whatever is played on it."""

from collections.abc import Iterable

class Sight:
    """What `Look` and `CombatLook` have in common. Squares are numbered as in `rules`."""

    def pieces(self) -> dict[int, tuple[int, int]]: ...
    def attackers(self, square: int, by: int, without: Iterable[int] = ()) -> list[int]: ...
    def targets(self, square: int) -> list[int]: ...
