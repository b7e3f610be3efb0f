"""Means of dice, the Star1 windows that follow from them, and the null windows that decide a roll.

The window of an outcome follows from the bounds of all others: if the roll is at least beta with all others at their
lower bounds, it fails high; if it is at most alpha with all others at their upper bounds, it fails low.
"""

from tilefish.core.search.worker cimport INFINITE, MATE, MATED_SOON
from tilefish.core.types cimport Value


cdef void begin_chance(Chance* chance, const Roll* rolls, int count) noexcept nogil:
    """The outcomes of a die, without bounds yet."""
    cdef Outcome* at
    cdef int i, j
    chance.count = count
    chance.faces = 0
    for i in range(count):
        chance.faces += rolls[i].weight
        j = i
        while j > 0 and chance.outcomes[j - 1].weight < rolls[i].weight:
            chance.outcomes[j] = chance.outcomes[j - 1]
            j -= 1
        at = &chance.outcomes[j]
        at.face, at.weight = rolls[i].face, rolls[i].weight
        at.low, at.high, at.guess = -MATE, MATE, 0


cdef inline int _floor_of(int dividend, int divisor) noexcept nogil:
    """A quotient rounded down, of a positive divisor."""
    return dividend // divisor - (dividend % divisor < 0)


cdef inline int _clamped(Value score) noexcept nogil:
    return KING_WORTH if score > KING_WORTH else -KING_WORTH if score < -KING_WORTH else score


cdef inline int _score(const Chance* chance, bint high) noexcept nogil:
    """The score of the roll with each outcome at its lower, or upper, bound."""
    cdef int i, total = 0, slowest_win = MATE, slowest_loss = -MATE
    cdef Value score
    cdef bint won = True, lost = True
    for i in range(chance.count):
        score = chance.outcomes[i].high if high else chance.outcomes[i].low
        won = won and score >= MATED_SOON
        lost = lost and score <= -MATED_SOON
        slowest_win = min(slowest_win, score)
        slowest_loss = max(slowest_loss, score)
        total += chance.outcomes[i].weight * _clamped(score)
    if won:
        return slowest_win
    if lost:
        return slowest_loss
    return _floor_of(2 * total + chance.faces, 2 * chance.faces)


cdef Value lowest(const Chance* chance) noexcept nogil:
    """The lower bound of the roll's score."""
    return _score(chance, False)


cdef Value highest(const Chance* chance) noexcept nogil:
    """The upper bound of the roll's score."""
    return _score(chance, True)


cdef Window window_of(const Chance* chance, int which, Value alpha, Value beta) noexcept nogil:
    """The window within which an outcome's score matters, for a roll that is neither known to be at most alpha nor
    at least beta: at its alpha and below the roll is worth alpha at most, at its beta and above beta at least. What
    is known of the outcome narrows it."""
    cdef const Outcome* outcome = &chance.outcomes[which]
    cdef Window window
    window.alpha = max(_alpha_of(chance, which, alpha), outcome.low - 1)
    window.beta = min(_beta_of(chance, which, beta), outcome.high + 1)
    return window


cdef inline int _most(const Chance* chance, Value alpha) noexcept nogil:
    """The greatest total of all faces that is rounded to alpha."""
    return _floor_of(chance.faces * (2 * alpha + 1) - 1, 2)


cdef inline int _least(const Chance* chance, Value beta) noexcept nogil:
    """The least total of all faces that is rounded to beta."""
    return -_floor_of(chance.faces * (1 - 2 * beta), 2)


cdef int _alpha_of(const Chance* chance, int which, Value alpha) noexcept nogil:
    """The most that an outcome may be worth for the roll to be worth no more than alpha, whatever the others are
    within their bounds."""
    cdef int i, most, others = 0
    cdef bint others_lost = True
    for i in range(chance.count):
        if i != which:
            others_lost = others_lost and chance.outcomes[i].high <= alpha
            others += chance.outcomes[i].weight * _clamped(chance.outcomes[i].high)
    if alpha >= KING_WORTH:       # only a win for certain is more
        return alpha
    if alpha < -KING_WORTH:       # all must be lost, and fast enough
        return alpha if others_lost else -INFINITE
    most = _most(chance, alpha)
    most = _floor_of(most - others, chance.outcomes[which].weight)
    return most if most >= -KING_WORTH else -INFINITE


cdef int _beta_of(const Chance* chance, int which, Value beta) noexcept nogil:
    """The least that an outcome must be worth for the roll to be worth beta, whatever the others are."""
    cdef int i, least, others = 0
    cdef bint others_won = True
    for i in range(chance.count):
        if i != which:
            others_won = others_won and chance.outcomes[i].low >= beta
            others += chance.outcomes[i].weight * _clamped(chance.outcomes[i].low)
    if beta <= -KING_WORTH:       # only a loss for certain is less
        return beta
    if beta > KING_WORTH:         # all must be won, and fast enough
        return beta if others_won else INFINITE
    least = _least(chance, beta)
    least = -_floor_of(others - least, chance.outcomes[which].weight)
    return least if least <= KING_WORTH else INFINITE


cdef void update_bounds(Outcome* outcome, Value score, const Window* window) noexcept nogil:
    """Updates the bounds of an outcome by the score of a search within a window."""
    if score > window.alpha:
        outcome.low = max(outcome.low, score)
    if score < window.beta:
        outcome.high = min(outcome.high, score)


# --- null windows --------------------------------------------------------------------------------------------


cdef void set_guess(Outcome* outcome, Value guess) noexcept nogil:
    """Sets the expected score of an outcome, within its bounds."""
    outcome.guess = max(max(outcome.low, -KING_WORTH), min(min(outcome.high, KING_WORTH), guess))


cdef bint next_question(const Chance* chance, Value alpha, Value beta, Question* question) noexcept nogil:
    """The next question about a roll in a null window: which outcome reaches what score? Guesses say whether the
    roll is expected to reach beta. What they have to spare is shared by the outcomes, so that all answers together
    decide the roll if they are as expected. False if guesses leave no question."""
    cdef const Outcome* outcome
    cdef int i, guessed = 0, spare, share, weight = 0, bound
    cdef bint upwards
    for i in range(chance.count):
        guessed += chance.outcomes[i].weight * chance.outcomes[i].guess
    question.upwards = upwards = guessed >= _least(chance, beta)
    guessed = guessed - _least(chance, beta) if upwards else _most(chance, alpha) - guessed
    # what bounds that are known leave to the others; if that is too little, they are asked for once more
    spare = guessed
    for i in range(chance.count):
        outcome = &chance.outcomes[i]
        if _is_asked(outcome, upwards):
            spare -= outcome.weight * _missing(outcome, upwards)
        else:
            weight += outcome.weight
    if weight and spare >= 0:
        share = spare // weight
    else:
        weight = 0
        share = guessed // chance.faces
    for i in range(chance.count):
        outcome = &chance.outcomes[i]
        if not _is_asked(outcome, upwards) if weight else _missing(outcome, upwards) > share:
            question.which = i
            if upwards:
                question.window.beta = max(outcome.guess - share, 1 - KING_WORTH)
                question.window.alpha = question.window.beta - 1
            else:
                question.window.alpha = min(outcome.guess + share, KING_WORTH - 1)
                question.window.beta = question.window.alpha + 1
            return True
    return False


cdef inline bint _is_asked(const Outcome* outcome, bint upwards) noexcept nogil:
    """Whether the lower bound (upwards) or the upper bound of an outcome is known."""
    return outcome.low > -MATE if upwards else outcome.high < MATE


cdef inline int _missing(const Outcome* outcome, bint upwards) noexcept nogil:
    """By how much the bound of an outcome is worse than its guess."""
    return outcome.guess - _clamped(outcome.low) if upwards else _clamped(outcome.high) - outcome.guess


cdef void update_by_answer(Outcome* outcome, Value score, const Question* question) noexcept nogil:
    """Updates bounds and guess of an outcome by the score of the search that a question asks for."""
    update_bounds(outcome, score, &question.window)
    set_guess(outcome, outcome.guess)
