"""The numbers of the search that games tune: margins, depths, sizes of reductions and of bonuses.

`parameters.pyx` has their values and limits. A worker has its own copy, in this order.
"""

cdef enum Parameter:
    # Reverse futility pruning, razoring
    REVERSE_FUTILITY_DEPTH
    REVERSE_FUTILITY_MARGIN
    RAZORING_MARGIN
    FAIL_MIDDLE               # in cut-offs by the evaluation: the part above beta, in 1/64, that the score leaves out
    # Null move pruning: the reduction in 1/64 of a ply, its growth with each ply of depth, centipawns for a ply more
    NULL_MOVE_REDUCTION
    NULL_MOVE_SLOPE
    NULL_MOVE_VALUE
    # ProbCut
    PROBCUT_DEPTH
    PROBCUT_MARGIN
    # Internal iterative reduction
    INTERNAL_REDUCTION_DEPTH
    # Late move pruning: moves, and moves for each depth squared in 1/64
    LATE_PRUNING_DEPTH
    LATE_PRUNING_MOVES
    LATE_PRUNING_SLOPE
    # Futility pruning, by the depth after late move reductions
    FUTILITY_DEPTH
    FUTILITY_MARGIN
    FUTILITY_SLOPE
    # History pruning, by the same depth
    HISTORY_PRUNING_DEPTH
    HISTORY_PRUNING_SLOPE
    # SEE pruning: centipawns that a move may lose for each ply of depth
    EXCHANGE_DEPTH
    EXCHANGE_QUIET
    EXCHANGE_CAPTURE
    # Extensions: the singular margin in 1/64 of a centipawn for each ply of depth
    SINGULAR_DEPTH
    SINGULAR_MARGIN
    DOUBLE_MARGIN             # below the singular margin, for an extension of two plies
    CHECK_EXTENSION_DEPTH
    # Late move reductions, in 1/1024 of a ply; the history that is worth a ply
    REDUCTION_BASE
    REDUCTION_SLOPE
    REDUCTION_CUT
    REDUCTION_PV
    REDUCTION_WAS_PV
    REDUCTION_IMPROVING
    REDUCTION_CHECKED
    REDUCTION_CHECK
    REDUCTION_NOISY
    REDUCTION_NOISY_TT
    REDUCTION_CUTOFFS
    REDUCTION_CORRECTED       # for each centipawn of the correction
    REDUCTION_HISTORY
    AGAIN_DEEPER_MARGIN
    # Hindsight: by what the evaluation says behind a reduced move, a ply more or less
    HINDSIGHT_REDUCTION
    HINDSIGHT_MARGIN
    # Quiescence search
    DELTA_MARGIN
    # Aspiration window
    ASPIRATION_WIDTH
    # History: bonus by depth squared, by depth, and its limit; quiet checks in the order of moves
    BONUS_SQUARE
    BONUS_SLOPE
    BONUS_MOST
    CHECK_BONUS
    EVALUATION_BONUS          # for each centipawn that a quiet move gained
    EVALUATION_MOST
    # Correction history: the share of an entry that counts, in 1/1024 of a centipawn
    CORRECTION_PAWNS
    CORRECTION_PIECES
    CORRECTION_MOVES
    PARAMETER_COUNT
