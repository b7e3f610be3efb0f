"""The referee: who breaks the rules or the clock loses, and the match goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.match.fouls import TILEFISH, foul, foul_command

from tilefish import Game
from tilefish.engine.levels import ACTS, FULL
from tilefish.engine.time_control import TimeControl
from tilefish.match.adjudication import DrawRule, Judge, ResignRule
from tilefish.match.control import Control, Turn
from tilefish.match.players import Entrant, Program, Resident, TimedMove
from tilefish.match.referee import Luck, Terms, play
from tilefish.match.thought import Thought, thought_in

LUCK = Luck("test")
CLOCK = Control(TimeControl(0.2))
TERMS = Terms((CLOCK, CLOCK), patience=0.3)


def few_nodes(nodes: int = 300, **others: object) -> Terms:
    return Terms((Control(nodes=nodes), Control(nodes=nodes)), **others)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def tilefish() -> Iterator[Program]:
    player = Program(Entrant("tilefish", TILEFISH, options=("Hash=1",)))
    yield player
    player.close()


class Script:
    """Plays the moves of its script."""

    def __init__(self, *answers: str | TimedMove) -> None:
        self._answers = list(answers)
        self.turns: list[Turn] = []

    def begin(self, game: Game, seed: int) -> None:
        """It needs no preparation."""

    def move(self, game: Game, turn: Turn) -> TimedMove:
        self.turns.append(turn)
        answer = self._answers.pop(0)
        return answer if isinstance(answer, TimedMove) else TimedMove(answer)

    def kill(self) -> None:
        """It cannot break down."""

    def close(self) -> None:
        """It needs nothing."""


@pytest.mark.parametrize(
    ("habit", "reason", "detail"),
    [
        ("late", "time loss", "ms over"),
        ("illegal", "illegal move", "e2e5 is not legal"),
        ("binary", "illegal move", "invalid move"),
        ("crash", "crash", 'exit code 3, "cannot go on"'),
        ("hang", "hang", "no bestmove"),
        ("exit", "crash", "exit code 4"),
        ("mute", "hang", "no uciok"),
        ("unready", "hang", "no readyok"),
    ],
)
def test_a_foul_loses_and_the_next_game_is_played(habit: str, reason: str, detail: str) -> None:
    player = Program(foul(habit, starting=0.4 if habit in ("mute", "unready") else 30))
    try:
        for _ in range(2):  # the second time the engine is started anew, if it has to be
            verdict = play((player, Script("e7e5")), Game(), TERMS, LUCK).verdict
            assert (verdict.white, verdict.reason, verdict.culprit) == (0.0, reason, "white")
            assert detail in verdict.detail
    finally:
        player.kill()


def test_a_command_that_cannot_be_started_loses() -> None:
    missing = Program(Entrant("missing", "no-such-engine --at-all"))
    verdict = play((Script("e2e4"), missing), Game(), TERMS, LUCK).verdict
    assert (verdict.white, verdict.reason, verdict.culprit) == (1.0, "crash", "black")
    assert "cannot be started" in verdict.detail


def test_an_engine_that_does_not_know_the_variant_loses() -> None:
    player = Program(foul("none"))
    try:
        verdict = play((player, Script()), Game("fragments"), TERMS, LUCK).verdict
        assert (verdict.white, verdict.reason) == (0.0, "unable")
        assert verdict.detail == 'it cannot play fragments: it has no option "UCI_Variant"'
    finally:
        player.close()


def test_so_does_one_that_declares_other_variants() -> None:
    player = Program(foul("variants"))
    try:
        verdict = play((player, Script()), Game("fragments"), TERMS, LUCK).verdict
        assert (verdict.white, verdict.reason) == (0.0, "unable")
        assert verdict.detail == (
            'it cannot play fragments: UCI_Variant has no "fragments"; it has chess, atomic'
        )
    finally:
        player.close()


def test_variants_that_an_engine_has_learned_since_are_not_held_against_it(tmp_path: Path) -> None:
    world = tmp_path / "own_world.toml"
    world.write_text('extends = "chess"\ntiles = "8/8/8/2~~~~2/8/8/8/8"\n')
    player = Program(Entrant("tilefish", TILEFISH, options=("Hash=1", f"VariantPath={tmp_path}")))
    try:
        player.begin(Game(str(world)), 0)
    finally:
        player.close()


def test_an_engine_that_does_not_know_its_options_loses() -> None:
    player = Program(Entrant("foul", foul_command("variants"), options=("Hash=1",)))
    verdict = play((player, Script()), Game(), TERMS, LUCK).verdict
    assert (verdict.white, verdict.reason, verdict.detail) == (0.0, "unable", 'it has no option "Hash"')


def test_an_engine_that_names_no_variants_is_trusted() -> None:
    player = Program(foul("trusting"))
    try:
        player.begin(Game("fragments"), 0)
    finally:
        player.close()


def test_a_second_answer_is_not_taken_as_the_next_one() -> None:
    player = Program(foul("twice"))
    try:
        terms = Terms((Control(), Control()), longest=3)
        played = play((player, Script("e7e5")), Game(), terms, LUCK)
        assert [move.move for move in played.moves] == ["e2e4", "e7e5", "d2d4"]
    finally:
        player.close()


def test_the_overstep_is_measured_and_a_margin_forgives_it() -> None:
    player = Program(foul("late"))
    try:
        forgiving = Terms((CLOCK, CLOCK), margin=5.0, longest=1)
        played = play((player, Script()), Game(), forgiving, LUCK)
        assert (played.verdict.white, played.verdict.reason) == (0.5, "adjudicated at 1 plies")
        assert 0.1 <= played.oversteps[0] < 5
        assert played.moves[0].seconds is not None
        assert played.moves[0].seconds >= 0.3
        assert played.moves[0].clock == 0.0
    finally:
        player.close()


def test_a_whole_game_ends_by_the_rules(tilefish: Program) -> None:
    game = Game()
    for move in ("f2f3", "e7e5", "g2g4"):
        game.push(move)
    played = play((Resident(FULL, 1), tilefish), game, few_nodes(500), LUCK)
    assert (played.verdict.white, played.verdict.reason, played.verdict.culprit) == (0.0, "checkmate", None)
    assert [move.move for move in played.moves] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert played.moves[-1].evaluation is None  # a mate is given, not to come
    assert len(game.move_stack) == 3  # what was given is as it was


def test_programs_get_world_pieces_and_variant(tilefish: Program) -> None:
    for game in (
        Game("chess", world="8/8/8/1o4o1/4o3/8/8/8", pieces="c:BN"),
        Game("void_dimension"),
        Game("chess", chess960=True),
        Game(),
    ):
        played = play((tilefish, tilefish), game, few_nodes(50, longest=12), LUCK)
        assert played.verdict.culprit is None, played.verdict  # a player of another game plays illegal moves


# --- clocks ----------------------------------------------------------------------------------------------


def test_clocks_run_down_and_get_their_increment() -> None:
    white, black = Script(TimedMove("e2e4", 1.5), TimedMove("d2d4", 2.0)), Script(TimedMove("e7e5", 0.5))
    terms = Terms((Control(TimeControl(10, 0.5)), Control(TimeControl(5))), longest=3)
    played = play((white, black), Game(), terms, LUCK)
    assert [move.clock for move in played.moves] == [9.0, 4.5, 7.5]
    assert white.turns[1].go() == "go wtime 9000 btime 4500 winc 500 binc 0"
    assert black.turns[0].limits().clock == 5


def test_a_clock_is_filled_again_after_its_moves() -> None:
    white, black = Script(*(TimedMove(move, 1) for move in ("e2e4", "d2d4", "a2a3"))), Script("e7e5", "d7d6")
    played = play(
        (white, black), Game(), Terms((Control(TimeControl(3, moves=2)), Control()), longest=5), LUCK
    )
    assert [move.clock for move in played.moves[::2]] == [2.0, 4.0, 3.0]
    assert [turn.moves_to_go for turn in white.turns] == [2, 1, 2]
    assert white.turns[0].go() == "go wtime 3000 btime 0 winc 0 binc 0 movestogo 2"
    assert black.turns[0].go() == "go"


@pytest.mark.parametrize("left", [0.0, 0.0004])
def test_a_clock_that_has_almost_run_out_is_sent(left: float) -> None:
    turn = Turn(Control(TimeControl(1)), is_white=False, clocks=(2.0, left))
    assert turn.go() == "go wtime 2000 btime 1 winc 0 binc 0"


def test_an_illegal_move_is_reported_as_it_was_written() -> None:
    verdict = play((Script("E2E5"), Script()), Game(), TERMS, LUCK).verdict
    assert verdict.detail == '"E2E5": e2e5 is not legal'


def test_who_has_used_up_the_clock_loses_and_the_move_is_not_played() -> None:
    played = play((Script(TimedMove("e2e4", 0.21)), Script()), Game(), TERMS, LUCK)
    assert (played.verdict.white, played.verdict.reason) == (0.0, "time loss")
    assert played.moves == ()


# --- adjudication ----------------------------------------------------------------------------------------


def judged(judge: Judge, *scores: tuple[int | None, int | None]) -> object:
    for pair in scores:
        for side, score in enumerate(pair):
            judge.hear(side, None if score is None else Thought(score))
    return judge.verdict(50)


def test_a_draw_is_adjudicated_when_both_have_seen_nothing_for_long_enough() -> None:
    rule = DrawRule(first=40, count=2, score=10)
    assert judged(Judge(rule, None), (5, -10), (0, 10)) == (0.5, "adjudicated a draw")
    assert judged(Judge(rule, None), (5, -10), (0, 11)) is None
    assert judged(Judge(rule, None), (5, -10), (0, None)) is None
    early = Judge(rule, None)
    judged(early, (0, 0), (0, 0))
    assert early.verdict(39) is None


def test_a_loss_is_adjudicated_by_who_is_behind_or_by_both() -> None:
    assert judged(Judge(None, ResignRule(2, 600)), (700, -600), (650, -900)) == (1.0, "adjudicated a win")
    assert judged(Judge(None, ResignRule(2, 600)), (-700, 10), (-600, 10)) == (0.0, "adjudicated a win")
    assert judged(Judge(None, ResignRule(2, 600)), (-700, 10), (-599, 10)) is None
    both = ResignRule(2, 600, twosided=True)
    assert judged(Judge(None, both), (-700, 10), (-600, 10)) is None
    assert judged(Judge(None, both), (-700, 800), (-600, 600)) == (0.0, "adjudicated a win")


def test_adjudication_ends_a_game() -> None:
    even = [TimedMove(move, thought=Thought(0, depth=3)) for move in ("g1f3", "f3g1", "g1f3")]
    other = [TimedMove(move, thought=Thought(0)) for move in ("g8f6", "f6g8", "g8f6")]
    terms = few_nodes(draw=DrawRule(first=1, count=2, score=5))
    played = play((Script(*even), Script(*other)), Game(), terms, LUCK)
    assert (played.verdict.white, played.verdict.reason, len(played.moves)) == (0.5, "adjudicated a draw", 4)


# --- what engines say ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "thought"),
    [
        (["info depth 7 score cp -35 nodes 5 pv e2e4"], Thought(-35, None, 7)),
        (["info depth 9 seldepth 12 score mate 3 pv e2e4"], Thought(30000, 3, 9)),
        (["info depth 9 score mate -3"], Thought(-30000, -3, 9)),
        (["info depth 9 score mate 0"], Thought(-30000, 0, 9)),
        (["info depth 2 multipv 1 score cp 9", "info depth 2 multipv 2 score cp -9"], Thought(9, None, 2)),
        (["info depth 2 score cp 9", "info depth 3 currmove e2e4", "bestmove e2e4"], Thought(9, None, 2)),
        (["info string score cp 9", "bestmove e2e4"], None),
        (["info depth 5 score cp 99999999999999999999"], None),
        (["info score cp"], None),
        (["info depth 3 pv e2e4 score cp 4"], None),
    ],
)
def test_thoughts_are_read(lines: list[str], thought: Thought | None) -> None:
    assert thought_in(lines) == thought


# --- dice and spawn tiles --------------------------------------------------------------------------------


def test_dice_are_the_arbiters_and_come_from_the_seed() -> None:
    level = ACTS["1"]
    games = [
        [move.move for move in play((Resident(level, 1), Resident(level, 1)), Game("exchange"),
                                    few_nodes(longest=40), Luck(seed)).moves]
        for seed in ("a", "a", "b")
    ]  # fmt: skip
    assert games[0] == games[1] != games[2]
    assert len({move[-1] for move in games[0] if "=" in move}) > 2


def test_a_die_that_an_engine_names_does_not_count() -> None:
    game = Game("exchange", "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1")
    claims = Random("dice test").randint(1, 6) % 6 + 1
    played = play((Script(f"e2xd3={claims}"), Script()), game, few_nodes(longest=1), LUCK)
    assert played.moves[0].move == f"e2xd3={Random('dice test').randint(1, 6)}"


def test_pawns_appear_in_a_game_and_the_record_says_so() -> None:
    engines = (Resident(FULL, 1), Resident(FULL, 1))
    played = play(engines, Game("twisted_carnival"), few_nodes(longest=22), LUCK)
    changed = [(place, move) for place, move in enumerate(played.moves, 1) if move.position]
    assert [place for place, _ in changed] == [10, 20]
    for _, move in changed:
        assert "pawn appears on" in move.comment
    again = play(engines, Game("twisted_carnival"), few_nodes(longest=22), LUCK)
    assert [(move.move, move.position) for move in again.moves] == [
        (move.move, move.position) for move in played.moves
    ]


@pytest.mark.parametrize(("name", "plays"), [("chess", True), ("walls", False)])
def test_an_engine_with_a_name_of_its_own_for_a_variant_gets_no_file(
    tmp_path: Path, name: str, plays: bool
) -> None:
    world = tmp_path / "walls.toml"
    world.write_text('extends = "chess"\nstart = "4k3/8/8/3**3/8/8/4P3/4K3 w - - 0 1"\n')
    player, game = Program(Entrant("tilefish", TILEFISH, options=("Hash=1",), variant=name)), Game(str(world))
    terms = Terms((Control(nodes=100), Control()), longest=1)
    try:
        verdict = play((player, Script()), game, terms, LUCK).verdict
        assert verdict.reason == ("adjudicated at 1 plies" if plays else "unable"), verdict
    finally:
        player.close()
