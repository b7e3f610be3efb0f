"""What decision records of combat games say must hold: random games, looked at through `Game`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

import pytest
from tests.seeds import Tries, seeded

from tilefish import Game, Library, Termination
from tilefish.explain.reasons.combat_view import CombatView
from tilefish.explain.reasons.registry import COMBAT_FINDERS
from tilefish.explain.record import DecisionRecord, decision_record
from tilefish.rules.model.combat import Combat
from tilefish.rules.model.variant import BELTS, Variant

EXCHANGE = Library(environment=False).load("exchange")
BELTS_AND_STONES = "8/8/v<<<<<<%/1o4o1/4o3/~>>>>>>^/8/8"


def ruled(**rules: object) -> Variant:
    assert isinstance(EXCHANGE.combat, Combat)
    return replace(EXCHANGE, combat=replace(EXCHANGE.combat, **rules))  # type: ignore[arg-type]


BOSS = ruled(
    shield=(0, 1),
    cooldowns=(True, False),
    cautious_king=(True, False),
    threat_penalty=(-2, -1),
    king_always_exposed=(True, False),
)
OTHER_DICE = ruled(die=3, clamp=(0, 9), exposed_bonus=2, quiet_plies=20)

GAMES: dict[str, Callable[[], Game]] = {
    "exchange": lambda: Game(EXCHANGE),
    "boss": lambda: Game(BOSS),
    "dice": lambda: Game(OTHER_DICE),
    "belts and stones": lambda: Game(EXCHANGE, world=BELTS_AND_STONES),
}


class Turn:
    """An action, its record, and the games after it for every face of the die."""

    def __init__(self, game: Game, action: str) -> None:
        self.game, self.action = game, action
        self.setup = game.setup()
        self.us = self.setup.turn
        self.record: DecisionRecord = decision_record(game, [action])
        self.squares = {r.code: [self.square(name) for name in r.squares] for r in self.record.reasons}
        self.texts = {reason.code: reason.text for reason in self.record.reasons}

    def square(self, name: str) -> int:
        found = self.game.variant.square_of(name)
        assert found is not None
        return found

    @cached_property
    def after(self) -> list[Game]:
        faces = range(1, self.die + 1)
        texts = [f"{self.action}={face}" for face in faces] if self.rolls else [self.action]
        games = []
        for text in texts:
            games.append(self.game.copy())
            games[-1].push(text)
        return games

    @property
    def die(self) -> int:
        combat = self.game.variant.combat
        assert combat is not None
        return combat.die

    @property
    def rolls(self) -> bool:
        return "x" in self.action or self.record.action == "consecration"

    @property
    def runs_belts(self) -> bool:
        return any(tile in BELTS for tile in self.game.variant.tiles)

    def hit_points(self, game: Game, square: int) -> int:
        setup, combat = game.setup(), game.variant.combat
        assert setup.combat is not None
        assert combat is not None
        if square not in setup.pieces:
            return 0
        return setup.combat.hp.get(square, combat.fighters[setup.pieces[square][0]].hp)


def odds_hold(turn: Turn) -> bool:
    """Kill and damage are those of playing every face."""
    odds = turn.record.odds
    if odds is None:
        return "x" not in turn.action
    if turn.runs_belts:
        return True
    victim = turn.square(re.findall("x(..)", turn.action)[0])
    before = turn.hit_points(turn.game, victim)
    left = [turn.hit_points(game, victim) for game in turn.after]
    kill = Fraction(left.count(0), len(left))
    damage = Fraction(sum(before - hp for hp in left), len(left))
    return odds.kill == round(float(kill), 4) and odds.damage == round(float(damage), 4)


def healing_holds(turn: Turn) -> bool:
    if turn.runs_belts or "heals" not in turn.squares:
        return turn.record.action != "consecration" or turn.runs_belts
    [friend] = turn.squares["heals"]
    gains = [turn.hit_points(game, friend) - turn.hit_points(turn.game, friend) for game in turn.after]
    match = re.search(r"by ([\d.]+)$", turn.texts["heals"])
    if match is None:
        return len({turn.hit_points(game, friend) for game in turn.after}) == 1
    return float(match[1]) == round(sum(gains) / len(gains), 1)


def verdicts_hold(turn: Turn) -> bool:
    """An attack is a good, an even or a bad trade, and kills for certain, likely, perhaps or not."""
    trades = [code for code in ("good_trade", "even_trade", "bad_trade") if code in turn.squares]
    kills = [code for code in ("kills_king", "kills", "likely_kill", "may_kill") if code in turn.squares]
    odds = turn.record.odds
    return len(trades) == (odds is not None) and len(kills) == (odds is not None and odds.kill > 0)


def ends_hold(turn: Turn) -> bool:
    outcomes = [game.outcome() for game in turn.after]
    won = all(
        o is not None and o.termination is Termination.KING_DESTROYED and o.winner == turn.game.turn
        for o in outcomes
    )
    drawn = all(o is not None and o.winner is None for o in outcomes)
    same = len({o.termination.value for o in outcomes if o}) == 1
    by_us = "kills_king" in turn.squares or "destroys_king" in turn.squares
    return by_us == won and ("draws" in turn.squares) == (drawn and same)


def safety_holds(turn: Turn) -> bool:
    """No piece attacks what is called safe, whatever falls; what may be hit can be, and what may be lost can
    be hit on some face."""
    attacked = [
        {turn.square(name) for move in game.legal_moves for name in re.findall("x(..)", move)}
        for game in turn.after
    ]
    safe, in_reach = (
        {square for code in codes for square in turn.squares.get(code, ())}
        for codes in (("safe_square", "unanswered", "covers", "out_of_reach"), ("within_reach",))
    )
    lost = {square for code in ("into_danger", "leaves") for square in turn.squares.get(code, ())}
    return (
        not any(safe & squares for squares in attacked)
        and all(in_reach <= squares for squares in attacked)
        and lost <= set().union(*attacked)
    )


def rescues_hold(turn: Turn) -> bool:
    """No attack kills a piece that is saved: more on the die is never less, so the highest face decides."""
    saved = {square for code in ("saves", "to_safety") for square in turn.squares.get(code, ())}
    if turn.runs_belts:
        return True
    for game in turn.after if saved else ():
        for move in game.legal_moves:
            victims = {turn.square(name) for name in re.findall("x(..)", move)} & saved
            if victims:
                later = game.copy()
                later.push(f"{move}={turn.die}")
                if any(square not in later.setup().pieces for square in victims):
                    return False
    return True


def pieces_stand_where_they_are_said_to(turn: Turn) -> bool:
    """On every face of the die."""
    theirs = ("attacks", "forks", "discovers", "stone_threat", "threatens_king", "readies")
    ours = (
        "saves",
        "leaves",
        "lowers_risk",
        "covers",
        "out_of_reach",
        "within_reach",
        "into_danger",
        "to_safety",
        "guards",
        "exposes_king",
        "shelters_king",
        "opens_line",
        "defends",
    )
    return all(
        game.setup().pieces[square][1] == side
        for game in turn.after
        for side, codes in ((1 - turn.us, theirs), (turn.us, ours))
        for code in codes
        for square in turn.squares.get(code, ())
    )


def texts_name_pieces_that_exist(turn: Turn) -> bool:
    """`the rook on d4` stood there, or stands there on some face."""
    setups = [turn.setup, *(game.setup() for game in turn.after)]
    kinds = turn.game.variant.kinds
    standing = {(kinds[kind].name, square) for setup in setups for square, (kind, _) in setup.pieces.items()}
    named = re.findall(r"the (\w+) on ([a-h][1-8])", " ".join(turn.texts.values()))
    tiles = {"bridge", "tile"}  # "the stepping stone on", "the spawn tile on"
    return all((name, turn.square(square)) in standing for name, square in named if name not in tiles)


def every_piece_is_followed(turn: Turn) -> bool:
    """The fates of each outcome lead all pieces to where the core has them."""
    view = CombatView(turn.game, turn.action)
    for outcome in view.outcomes:
        followed = {
            fate.square: turn.setup.pieces[start]
            for start, fate in outcome.journey.items()
            if fate.square is not None
        }
        if outcome.square is not None and outcome.parts.promotion is not None:
            followed[outcome.square] = (outcome.parts.promotion, turn.us)
        if followed != {
            square: (view.variant.kinds.index(p.kind), p.side) for square, p in outcome.pieces.items()
        }:
            return False
    return True


INVARIANTS: tuple[Callable[[Turn], bool], ...] = (
    odds_hold,
    healing_holds,
    verdicts_hold,
    ends_hold,
    safety_holds,
    rescues_hold,
    pieces_stand_where_they_are_said_to,
    texts_name_pieces_that_exist,
    every_piece_is_followed,
)


def check(game: Game, action: str) -> Turn:
    turn = Turn(game, action)
    for invariant in INVARIANTS:
        assert invariant(turn), f"{invariant.__name__}: {game.fen()} {action} {turn.texts}"
    return turn


def play_out(name: str, seed: str, plies: int) -> Counter[str]:
    """Plays at random, attacks more often, and checks every record. Returns the codes that were seen."""
    rng = seeded(name, seed)
    game = GAMES[name]()
    seen: Counter[str] = Counter()
    for _ in range(plies):
        if game.outcome():
            break
        actions = game.legal_moves
        weights = [6 if "x" in action or "!" in action else 1 for action in actions]
        [action] = rng.choices(actions, weights)
        seen.update(check(game, action).squares.keys())
        game.push(game.roll(action, rng))
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_records_hold(name: str) -> None:
    play_out(name, "short", 50)


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_has_a_record(name: str) -> None:
    """Whatever is legal on the way through a random game, none of which need be good."""
    rng = seeded("every", name)
    game = GAMES[name]()
    for ply in range(48):
        if game.outcome():
            break
        if ply % 12 == 11:
            for action in game.legal_moves:
                record = decision_record(game, [action], 17)
                assert record.as_text().startswith("Best: ")
                assert record.move == action
        attacks = [action for action in game.legal_moves if "x" in action] or game.legal_moves
        game.push(game.roll(rng.choice(attacks), rng))


@pytest.mark.long
def test_records_hold_in_many_games() -> None:
    seen: Counter[str] = Counter()
    tries = Tries(4)
    while tries.go_on(len(seen) > len(COMBAT_FINDERS) * 3 // 4):
        number = tries.number
        for name in GAMES:
            seen += play_out(name, str(number), 120)
    assert len(seen) > len(COMBAT_FINDERS) * 3 // 4
