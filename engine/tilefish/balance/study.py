"""`study`: adds up the facts of many games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean, quantiles

from tilefish.balance.advice import advise
from tilefish.balance.estimates import MeanEstimate, elo_of, mean_of, share_of
from tilefish.balance.facts import (
    ABILITIES,
    APPEARED,
    ATTACKS,
    BEGAN,
    CAPTURES,
    DIED,
    ENTERED,
    LANDED,
    MOVES,
    PHASES,
    PROMOTIONS,
    RODE,
    STAYED,
    STOOD,
    GameFacts,
)
from tilefish.balance.games import LONGEST, GamesPlan
from tilefish.balance.report import (
    FORMAT,
    Advantage,
    Choices,
    DrawRules,
    End,
    Idler,
    Length,
    Loss,
    PieceUse,
    Report,
    SquareUse,
    Stuck,
    TileUse,
    Worths,
)
from tilefish.balance.witness import balance_of
from tilefish.balance.worth import Observation, worths
from tilefish.explain.reasons.journeys import BURNS, CAPTURED, CRUSHED, DROWNS, EXHAUSTED, FALLS
from tilefish.game.game import Game
from tilefish.rules.messages import count
from tilefish.rules.model.variant import BLACK, SIDE_NAMES, SIDES, SPAWN, TILE_NAMES, WHITE, Variant
from tilefish.rules.text.tiles import format_tiles

BY_THE_WORLD = (DROWNS, BURNS, FALLS, CRUSHED)
MOST_BINS = 24


def study(
    plan: GamesPlan, games: Sequence[GameFacts], interrupted: bool = False, all_openings: bool = False
) -> Report:
    """The results of the games of a plan, from all openings of the world or some of them. Needs at least one
    game of each effort."""
    ordered = sorted(games, key=lambda game: (game.opening, game.effort))
    return _Study(plan, ordered).report(interrupted, all_openings)


class _Study:
    def __init__(self, plan: GamesPlan, games: Sequence[GameFacts]) -> None:
        self._plan = plan
        self._games = games
        game = Game(plan.variant, plan.fen)
        self._variant: Variant = game.variant
        self._begins_even = not any(balance_of(game.variant, game.setup()))
        self._values = game.piece_values()
        self._events: Counter[tuple[str, int, int]] = Counter()
        self._places: Counter[tuple[str, int, int]] = Counter()
        for facts in games:
            self._events.update(facts.events)
            self._places.update(facts.places)
        self._plies = sum(facts.plies for facts in games)

    def report(self, interrupted: bool, all_openings: bool) -> Report:
        """Everything."""
        overall = self._advantage("all", self._games)
        efforts = tuple(map(str, self._plan.efforts))
        report = Report(
            format=FORMAT,
            variant=self._variant.name,
            title=self._variant.title,
            start=self._plan.fen,
            seed=self._plan.seed,
            openings=overall.score.openings,
            games=len(self._games),
            all_openings=all_openings,
            interrupted=interrupted,
            draw_rules=draw_rules(self._variant),
            efforts=efforts,
            favoured=favoured(overall.score),
            overall=overall,
            by_effort=tuple(
                self._advantage(name, [game for game in self._games if game.effort == effort])
                for effort, name in enumerate(efforts)
            ),
            trend=self._trend(),
            draws=self._share(lambda game: game.winner is None),
            length=length_of([game.plies for game in self._games]),
            ends=tuple(self._ends()),
            losses=tuple(self._losses()),
            loss_difference=mean_of(self._by_opening(_loss_difference)),
            pieces=tuple(self._pieces()),
            idlers=tuple(self._idlers()),
            tiles=tuple(self._tiles()),
            squares=tuple(map(self._square, self._safe_squares())),
            never_visited=tuple(self._never_visited()),
            choices=tuple(self._choices()),
            stuck=tuple(map(self._stuck, SIDES)),
            worths=self._worths(),
            remarks=tuple(self._remarks()),
        )
        return replace(report, advice=tuple(advise(report)))

    # --- results -----------------------------------------------------------------------------------------

    def _by_opening(
        self, value: Callable[[GameFacts], float], games: Sequence[GameFacts] | None = None
    ) -> list[float]:
        """The mean of something over the games of each opening."""
        found: dict[int, list[float]] = defaultdict(list)
        for game in self._games if games is None else games:
            found[game.opening].append(value(game))
        return [fmean(values) for values in found.values()]

    def _share(self, question: Callable[[GameFacts], bool]) -> MeanEstimate:
        """The share of games for which a question is answered with yes."""
        return share_of(self._by_opening(lambda game: float(question(game))))

    def _advantage(self, name: str, games: Sequence[GameFacts]) -> Advantage:
        score = share_of(self._by_opening(points_of, games))
        return Advantage(
            effort=name,
            white=sum(game.winner == WHITE for game in games),
            draws=sum(game.winner is None for game in games),
            black=sum(game.winner == BLACK for game in games),
            score=score,
            elo=(elo_of(score.value), elo_of(score.low), elo_of(score.high)),
        )

    def _trend(self) -> MeanEstimate | None:
        """Openings are compared with themselves, so that the difference is more precise than either score."""
        if len(self._plan.efforts) < 2:
            return None
        last = len(self._plan.efforts) - 1
        points = {(game.opening, game.effort): points_of(game) for game in self._games}
        openings = sorted({game.opening for game in self._games})
        return mean_of([points[opening, last] - points[opening, 0] for opening in openings], most=1)

    def _ends(self) -> Iterator[End]:
        """The commonest first."""
        endings = Counter(game.ending for game in self._games)
        for ending, _ in sorted(endings.items(), key=lambda item: (-item[1], str(item[0]))):
            winners = Counter(game.winner for game in self._games if game.ending is ending)
            share = self._share(lambda game, ending=ending: game.ending is ending)  # type: ignore[misc]
            yield End(ending, winners[WHITE], winners[None], winners[BLACK], share)

    # --- pieces ------------------------------------------------------------------------------------------

    def _a_game(self, number: float) -> float:
        return round(number / len(self._games), 4)

    def _losses(self) -> Iterator[Loss]:
        for side in SIDES:
            for kind, piece in enumerate(self._variant.kinds):
                for cause in BY_THE_WORLD:
                    if lost := self._events[cause, side, kind]:
                        yield Loss(SIDE_NAMES[side], piece.name, cause, self._a_game(lost))

    def _pieces(self) -> Iterator[PieceUse]:
        moves = [sum(self._events[MOVES, side, kind] for kind in self._kinds) for side in SIDES]
        for side in SIDES:
            for kind, piece in enumerate(self._variant.kinds):
                counts = {what: self._events[what, side, kind] for what in _COUNTED_OF_PIECES}
                there = self._there(side, kind)
                if not there:
                    continue
                yield PieceUse(
                    side=SIDE_NAMES[side],
                    piece=piece.name,
                    began=self._a_game(counts[BEGAN]),
                    move_share=round(counts[MOVES] / moves[side], 4) if moves[side] else 0.0,
                    captures=self._a_game(counts[CAPTURES]),
                    promotions=self._a_game(counts[PROMOTIONS]),
                    appeared=self._a_game(counts[APPEARED]),
                    captured=self._a_game(counts[CAPTURED]),
                    exhausted=self._a_game(counts[EXHAUSTED]),
                    destroyed=self._a_game(sum(counts[cause] for cause in BY_THE_WORLD)),
                    survival=round(counts[STAYED] / there, 4),
                    attacks=self._a_game(counts[ATTACKS]),
                    abilities=self._a_game(counts[ABILITIES]),
                )

    def _there(self, side: int, kind: int) -> int:
        """The number of pieces that were ever on the board."""
        return sum(self._events[what, side, kind] for what in (BEGAN, PROMOTIONS, APPEARED))

    @property
    def _kinds(self) -> range:
        return range(len(self._variant.kinds))

    def _idlers(self) -> Iterator[Idler]:
        """Those that act least first."""
        pieces = sorted({piece for game in self._games for piece in game.idle})
        found = [(piece, self._share(lambda game, piece=piece: piece in game.idle)) for piece in pieces]  # type: ignore[misc]
        for (side, kind, square), share in sorted(found, key=lambda item: (-item[1].value, item[0])):
            name = self._variant.kinds[kind].name
            yield Idler(SIDE_NAMES[side], name, self._variant.square_name(square), share)

    def _worths(self) -> Worths:
        """If the sides begin with different pieces, an advantage besides material cannot be separated from
        theirs."""
        there = [kind for kind in self._kinds if any(self._there(side, kind) for side in SIDES)]
        found = worths(self._variant, self._values, there, list(self._observations()))
        return found if self._begins_even else replace(found, edge=None)

    def _observations(self) -> Iterator[Observation]:
        for game in self._games:
            for balance in game.balances:
                yield game.opening, balance, points_of(game)

    # --- tiles -------------------------------------------------------------------------------------------

    def _safe_squares(self) -> list[int]:
        return [square for square in range(len(self._variant.tiles)) if self._variant.is_safe(square)]

    def _tiles(self) -> Iterator[TileUse]:
        safe = self._safe_squares()
        average = self._sum(ENTERED, safe) / len(safe)
        stood = self._sum(STOOD, safe)
        for tile, name in TILE_NAMES.items():
            squares = [square for square in safe if self._variant.tile(square) == tile]
            if not squares:
                continue
            entered = self._sum(ENTERED, squares)
            yield TileUse(
                tile=tile,
                name=name,
                squares=len(squares),
                entered=self._a_game(entered),
                popularity=round(entered / len(squares) / average, 4) if average else None,
                stood=round(self._sum(STOOD, squares) / stood, 4) if stood else 0.0,
                died=self._a_game(self._sum(DIED, squares)),
                appeared=self._a_game(self._sum(APPEARED, squares)),
                landings=self._a_game(self._sum(LANDED, squares)),
                rides=self._a_game(self._sum(RODE, squares)),
            )

    def _sum(self, what: str, squares: Iterable[int]) -> int:
        return sum(self._places[what, side, square] for square in squares for side in SIDES)

    def _square(self, square: int) -> SquareUse:
        return SquareUse(
            square=self._variant.square_name(square),
            white=self._a_game(self._places[ENTERED, WHITE, square]),
            black=self._a_game(self._places[ENTERED, BLACK, square]),
            stood=round(self._sum(STOOD, [square]) / self._plies, 4),
            died=self._a_game(self._sum(DIED, [square])),
        )

    def _never_visited(self) -> Iterator[str]:
        for square in self._safe_squares():
            if not self._sum(STOOD, [square]) and not self._sum(ENTERED, [square]):
                yield self._variant.square_name(square)

    # --- choices -----------------------------------------------------------------------------------------

    def _choices(self) -> Iterator[Choices]:
        total: Counter[tuple[int, int, int]] = Counter()
        for game in self._games:
            total.update(game.choices)
        for phase, phase_name in enumerate(PHASES):
            for side in SIDES:
                found = sorted((n, times) for (p, s, n), times in total.items() if (p, s) == (phase, side))
                if found:
                    positions = sum(times for _, times in found)
                    mean = sum(n * times for n, times in found) / positions
                    yield Choices(
                        phase_name, SIDE_NAMES[side], positions, round(mean, 2), _median(found), found[-1][0]
                    )

    def _stuck(self, side: int) -> Stuck:
        turns = sum(turns_of(game, side) for game in self._games)
        stuck = sum(game.stuck[side] for game in self._games)
        return Stuck(
            side=SIDE_NAMES[side],
            games=self._share(lambda game: game.stuck[side] > 0),
            turns=round(stuck / turns, 4) if turns else 0.0,
            example=next((fen for game in self._games if (fen := game.stuck_at[side])), None),
        )

    # --- what is left out --------------------------------------------------------------------------------

    def _remarks(self) -> Iterator[str]:
        variant = self._variant
        if not variant.plain_floor:
            yield f"The terrain: {format_tiles(variant.tiles, variant.files, variant.ranks)}"
        if SPAWN in variant.tiles and variant.spawn is None:
            yield "Nothing appears on the spawn tiles: the variant does not say what and when."
        if variant.combat is not None:
            yield "A piece counts by the share of hit points that it has left where values are fitted."
        broken_off = sum(game.plies >= LONGEST for game in self._games)
        if broken_off:
            yield f"{count(broken_off, 'game')} went on for {LONGEST} plies and counted as drawn."


_COUNTED_OF_PIECES = (
    BEGAN, MOVES, CAPTURES, PROMOTIONS, APPEARED, CAPTURED, EXHAUSTED, STAYED, ATTACKS, ABILITIES,
    *BY_THE_WORLD
)  # fmt: skip


def draw_rules(variant: Variant) -> DrawRules:
    """The rules of the variant that end very long games."""
    return DrawRules(variant.end.repetition, variant.end.fifty_moves, variant.quiet_plies)


def points_of(game: GameFacts) -> float:
    """White's."""
    return 0.5 if game.winner is None else 1.0 - game.winner


def favoured(score: MeanEstimate) -> str | None:
    """The side for which an even game is outside of the error bars."""
    if not score.excludes(0.5):
        return None
    return SIDE_NAMES[WHITE if score.value > 0.5 else BLACK]


def turns_of(game: GameFacts, side: int) -> int:
    """The number of a side's turns after the opening."""
    return sum(times for (_, mover, _), times in game.choices.items() if mover == side)


def _loss_difference(game: GameFacts) -> float:
    return sum(
        times * (1 if side == WHITE else -1)
        for (what, side, _), times in game.events.items()
        if what in BY_THE_WORLD
    )


def _median(found: Sequence[tuple[int, int]]) -> int:
    """The median of values, given as sorted pairs of value and count."""
    half = sum(times for _, times in found) / 2
    passed = 0
    for value, times in found:
        passed += times
        if passed >= half:
            return value
    return found[-1][0]


def length_of(plies: Sequence[int]) -> Length:
    """How long games are."""
    quarter, median, three_quarters = (
        quantiles(plies, n=4, method="inclusive") if len(plies) > 1 else [plies[0]] * 3
    )
    width = next(width for width in (1, 2, 5, 10, 20, 50) if max(plies) // width < MOST_BINS)
    bins = Counter(number // width for number in plies)
    return Length(
        shortest=min(plies),
        quarter=quarter,
        median=median,
        three_quarters=three_quarters,
        longest=max(plies),
        bin_width=width,
        bins=tuple(bins[index] for index in range(max(bins) + 1)),
    )
