"""Why a move: reasons that are true on the board, found by looking at it before and after the move."""
