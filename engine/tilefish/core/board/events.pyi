"""What happens in a turn."""

from enum import StrEnum
from typing import NamedTuple

# A stub repeats what its module declares: events.pyx has the same kinds and fields.
class EventKind(StrEnum):
    """What happens to a piece in a turn."""

    MOVED = "moved"
    CASTLED = "castled"
    PROMOTED = "promoted"
    CAPTURED = "captured"
    CARRIED = "carried"
    CRUSHED = "crushed"
    DROWNED = "drowned"
    BURNED = "burned"
    FELL = "fell"
    HURT = "hurt"
    HEALED = "healed"
    KILLED = "killed"
    EXHAUSTED = "exhausted"
    SPAWNED = "spawned"

class Event(NamedTuple):
    """One thing that happened in a turn to a piece of a kind and side, on the square `origin`."""

    kind: EventKind
    origin: int
    target: int | None
    piece: int
    side: int
    amount: int = 0
