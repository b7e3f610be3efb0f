"""Games as a script has them: lines in, lines out, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.seeds import seeded

from tilefish import Game, Library, Termination
from tilefish.engine.time_control import TimeControl
from tilefish.pgn import read_games
from tilefish.play.clock import Clock, clock_text
from tilefish.play.console import Console
from tilefish.play.players import Cast
from tilefish.play.table import Table

from .piped import play, two

WORLDS = Library(environment=False).names()


def test_only_the_engines_moves_are_written() -> None:
    result = play("e2e4;fen", "--black", "skill0", "--seed", "1")
    move, fen = result.stdout.splitlines()
    game = Game()
    game.push("e2e4")
    assert move in {game.san(uci) for uci in game.legal_moves}
    game.push(game.read_move(move))
    assert (fen, result.exit_code, result.stderr) == (game.fen(), 0, "")


@pytest.mark.parametrize("name", WORLDS)
def test_engines_play_every_world_and_save_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    fens = {"exchange": "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1 hp:e1=2 cd:- fx:-"}
    fen = ("--fen", fens[name]) if name in fens else ()
    options = ("--variant", name, "--white", "act1", "--black", "beginner", "--seed", "2")
    result = play("", *options, *fen, "--save", str(path))
    assert result.exit_code == 0, result.stderr
    *printed, end = result.stdout.splitlines()
    moves = [line for line in printed if not line.startswith("spawn ")]
    (record,) = read_games(path.read_text())
    assert [game.san(played.move) for game, played in record.positions()] == moves
    assert end.startswith(f"result {record.result} ")
    assert record.end().outcome() is not None


def test_pawns_appear_and_are_reported_saved_loaded_and_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    knights = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "a2a3", "a7a6", "h2h3", "h7h6"]
    variant = ("--variant", "twisted_carnival", "--seed", "3")
    first = two(";".join([*knights, "fen", "g1f3", f"save {path}", "undo 2", "fen"]), *variant)
    spawn, fen, taken_back = first.stdout.splitlines()
    assert spawn == f"spawn {fen}"
    assert fen.count("p") + fen.count("P") == 17
    (record,) = read_games(path.read_text())
    assert [bool(played.position) for played in record.moves] == [False] * 9 + [True, False]
    assert record.moves[9].position == fen
    assert "pawn appears on" in record.moves[9].comment
    start = Game("twisted_carnival")
    for move in knights[:9]:
        start.push(move)
    assert taken_back == start.fen()
    again = two(f"undo;fen;undo;fen;save {tmp_path / 'again.pgn'}", *variant, "--load", str(path))
    assert again.stdout.splitlines()[:2] == [fen, start.fen()]


def test_a_seed_gives_the_same_game() -> None:
    options = ("--variant", "fragments", "--white", "skill2", "--black", "skill1", "--seed")
    assert play("", *options, "7").stdout == play("", *options, "7").stdout
    assert play("", *options, "7").stdout != play("", *options, "8").stdout


def test_the_end_of_a_game() -> None:
    assert two("f3;e5;g4;Qh4").stdout == "result 0-1 checkmate\n"
    assert two("resign").stdout == "result 0-1 resignation\n"
    assert two("e4;resign").stdout == "result 1-0 resignation\n"
    assert two("draw;y").stdout == "result 1/2-1/2 agreement\n"
    assert two("draw;n;draw;yes").stdout == "the draw is declined\nresult 1/2-1/2 agreement\n"
    assert play("draw", "--black", "skill0").stdout == "the draw is declined\n"
    assert play("e4;resign", "--black", "skill0").stdout.endswith("result 0-1 resignation\n")


@pytest.mark.parametrize(
    ("queen", "said"), [("Q", "result 1/2-1/2 agreement\n"), ("q", "the draw is declined\n")]
)
def test_an_engine_agrees_to_a_draw_when_it_stands_worse(queen: str, said: str) -> None:
    fen = f"6k1/p7/8/8/8/8/P4K2/{queen}7 w - - 0 40"
    assert play("draw", "--fen", fen).stdout == said


@pytest.mark.parametrize(
    ("pieces", "move", "said"),
    [
        ("qr", "Kf1", "the draw is declined"),  # Black mates at once
        ("QR", "Qa7", "result 1/2-1/2 agreement"),
    ],
)
def test_an_engine_that_is_held_answers_for_itself(pieces: str, move: str, said: str) -> None:
    fen = f"4k3/8/8/8/8/8/{pieces}6/4K3 w - - 0 20"
    asked = play(f"{move};undo 1;draw", "--black", "act1", "--fen", fen)
    assert asked.stdout.splitlines()[-1] == said


def test_moves_of_a_piece_and_of_a_square() -> None:
    assert two("moves p").stdout.split() == sorted(f"{file}{rank}" for file in "abcdefgh" for rank in "34")
    assert two("moves Q").stdout == "no legal move\n"
    assert two("moves g1").stdout.split() == ["Nf3", "Nh3"]
    assert two("mo g1").stdout.split() == ["Nf3", "Nh3"]
    knights = two("moves n", "--variant", "exchange").stdout.split()
    assert {move[:2] for move in knights} == {"b1", "g1"}


def test_moves_with_their_numbers_and_in_large_letters() -> None:
    assert two("1. e4;1... e5;2.NF3;2...NC6;3. F1B5;history").stdout == "1. e4 e5  2. Nf3 Nc6  3. Bb5\n"
    assert two("E4;history").stdout == "1. e4\n"


def test_sequences_are_near_the_stone_they_land_on() -> None:
    said = two("e4", "--variant", "ruined_overworld").stderr
    assert re.search(r"legal moves are e4-\S+, e4-", said)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("e5", '"e5" is not legal; legal moves are e3, e4, '),
        ("e2e5", "the pawn on e2 has e2e3, e2e4"),
        ("Nf9", "legal moves are Nf3, "),
        ("hlep", 'did you mean "help"'),
        ("w", '"w" may be any of why, white'),
        ("undo", "there are 0 moves to take back"),
        ("undo x", 'undo wants a whole number from 1 to 999999999, not "x"'),
        ("load nowhere.pgn", 'cannot read "nowhere.pgn"'),
        ("save", "a file's name is wanted"),
        ("save /nowhere/at/all.pgn", "cannot write"),
        ("level strong", "no engine plays"),
        ("white strong", 'there is no level "strong"'),
        ("black", "black WHO: me for a person"),
        ("new nonsense", "the placement has 1 rank"),
        ("why", "no engine has moved"),
        ("why Nf9", "invalid move"),
        ("resign;resign", "the game is over already"),
        ("resign;draw", "the game is over already"),
        ("resign;e4", "the game is over"),
        ("resign;hint", "the game is over"),
        ("resign;go", "the game is over"),
        ("e7e5", "the pawn on e7 is Black's, it is White's turn"),
        ("R", 'invalid move "r"; the command resign has to be written out'),
        ("moves x", '"x" is neither a square nor a piece; the pieces are B, K, N, P, Q, R'),
        ("undo 100000", "there are 0 moves to take back, not 100000"),
        ("save ~nobody_of_that_name/x.pgn", 'there is no folder "~nobody_of_that_name"'),
        ("load ~nobody_of_that_name/x.pgn", 'there is no folder "~nobody_of_that_name"'),
        (f"save {'x' * 300}", "File name too long"),
        (f"load {'x' * 300}", "File name too long"),
        ("load /dev/zero", "is too large: 64 MB are the most"),
        ("save /dev/full", "No space left on device"),
    ],
)
def test_mistakes_are_reported_on_stderr(lines: str, words: str) -> None:
    result = two(lines)
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--tc", "soon"), 'invalid time control "soon"'),
        (("--white", "strong"), 'there is no level "strong"'),
        (("--load", "nowhere.pgn"), 'cannot read "nowhere.pgn"'),
        (("--save", "/nowhere/at/all.pgn"), 'there is no folder "/nowhere/at"'),
        (("--save", "/"), 'cannot write "/": it is a folder'),
        (("--variant", "nonsuch"), "nonsuch"),
    ],
)
def test_wrong_options(options: tuple[str, ...], words: str) -> None:
    result = play("quit", *options)
    assert result.exit_code == 2
    assert words in result.stderr


def test_undo_and_going_on_otherwise() -> None:
    end = Game()
    end.push("e2e4")
    assert two("d4;undo;e4;fen").stdout == end.fen() + "\n"
    assert two("f3;e5;g4;Qh4;undo 4;e4;fen").stdout.splitlines()[-1] == end.fen()
    assert two("resign;undo 1").stderr == "there are 0 moves to take back, not 1\n"
    assert two("resign;undo;e4;fen").stdout.splitlines()[-1] == end.fen(), "a word is taken back"
    result = play("e4;undo;fen", "--black", "skill0")
    assert result.stdout.splitlines()[-1] == Game().fen(), "against an engine, two moves are taken back"


def test_go_plays_for_a_person() -> None:
    result = two("go;fen")
    move, fen = result.stdout.splitlines()
    game = Game()
    game.push(game.read_move(move))
    assert game.fen() == fen


def test_no_move_is_written_as_uci() -> None:
    result = play("e4;go", "--white", "me", "--black", "skill0", "--seed", "4")
    for move in result.stdout.split():
        assert not re.fullmatch(r"[a-h][1-8][a-h][1-8]", move)


def test_players_may_change() -> None:
    result = two("e4;black skill0;history;level skill3;level")
    answer, history, level, *_ = result.stdout.splitlines()
    assert history.startswith("1. e4 ")
    assert level == "Black: skill3"
    assert result.exit_code == 0
    assert answer


def test_commands_that_show_something() -> None:
    shown = two("moves e2;moves N;board;eval;clock;history;help;help undo;why e4").stdout
    for words in (
        "e3  e4\n",
        "Na3  Nc3  Nf3  Nh3\n",
        "1  R   N   B   Q   K   B   N   R",
        "material",
        "no clocks",
    ):
        assert words in shown
    assert "no move has been played" in shown
    assert "take back your last move" in shown
    assert "Pawn to e4 (score " in shown


def test_stones_and_castling_as_people_write_them() -> None:
    assert two("e4-e3-e4;Nf6", "--variant", "ruined_overworld").stdout == "result 0-1 checkmate\n"
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert two("O-O;0-0-0;history", "--fen", fen).stdout == "1. O-O O-O-O\n"


# --- dice ------------------------------------------------------------------------------------------------

DUEL = ("--variant", "exchange", "--fen", "4k3/8/8/8/5p2/8/8/4K1N1 w - - 0 1 hp:- cd:- fx:K,k")


def test_the_program_rolls() -> None:
    rolled = {two("g1f3xf4", *DUEL, "--seed", str(seed)).stdout for seed in range(12)}
    assert rolled <= {f"g1f3xf4={face}\n" for face in range(1, 7)}
    assert len(rolled) > 2
    assert two("g1f3xf4", *DUEL, "--seed", "3").stdout == two("g1f3xf4", *DUEL, "--seed", "3").stdout
    assert '"g1f3xf4=6" has a die: expected g1f3xf4, since' in two("g1f3xf4=6", *DUEL).stderr


def test_the_user_rolls() -> None:
    typed = ("--dice", "typed")
    asked = two("g1f3xf4;7;4;fen", *DUEL, *typed)
    printed = two("g1f3xf4=4;fen", *DUEL, *typed)
    assert asked.stdout == "g1f3xf4=?\n" + printed.stdout
    assert 'invalid face of the die "7": expected 1 to 6' in asked.stderr
    assert "hp:f4=1" in printed.stdout


# --- clocks ----------------------------------------------------------------------------------------------


def test_times_as_people_read_them() -> None:
    assert [clock_text(seconds) for seconds in (297.9, 3723, 7.36, -2, 19.99)] == [
        "4:57",
        "1:02:03",
        "0:07.3",
        "0:00.0",
        "0:19.9",
    ]


class Watch:
    """Time that passes only on demand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("tilefish.play.clock.time.monotonic", lambda: self.now)


def test_a_clock_runs_for_the_mover(monkeypatch: pytest.MonkeyPatch) -> None:
    watch, clock = Watch(monkeypatch), Clock(TimeControl(60, 2))
    clock.start("white")
    watch.now += 10
    clock.start("white")
    assert clock.both() == (50, 60)
    clock.press("white")
    watch.now += 100
    assert clock.both() == (52, 60)


def test_a_clock_is_renewed_after_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    watch, players = Watch(monkeypatch), {side: Cast().player("me") for side in ("white", "black")}
    table = Table(Game(), players, TimeControl(60, 1, moves=2))
    for move in ("e4", "e5", "Nf3", "Nf6"):
        table.start_clock()
        watch.now += 10
        table.play(move)
    clock = table.clock
    assert clock is not None
    assert clock.both() == (102, 102)
    assert [clock.moves_to_go(side) for side in ("white", "black")] == [2, 2]
    table.undo(1)
    assert clock.both() == (102, 41)
    assert [clock.moves_to_go(side) for side in ("white", "black")] == [2, 1]
    assert players["black"].limits(None, "black", clock).moves_to_go == 1


def test_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    cast = Cast()
    for fen, winner in ((None, "black"), ("k7/8/8/8/8/8/8/KQ6 w - - 0 1", None)):
        table = Table(
            Game("chess", fen), {side: cast.player("me") for side in ("white", "black")}, TimeControl(60)
        )
        table.start_clock()
        watch.now += 59
        assert not table.call_flag()
        watch.now += 2
        assert table.call_flag()
        assert table.outcome is not None
        assert (table.outcome.winner, table.outcome.termination) == (winner, Termination.TIME)


def test_moves_taken_back_give_their_time_back(monkeypatch: pytest.MonkeyPatch) -> None:
    watch, cast = Watch(monkeypatch), Cast()
    table = Table(Game(), {side: cast.player("me") for side in ("white", "black")}, TimeControl(60, 1))
    for move in ("e4", "e5", "Nf3"):
        table.start_clock()
        watch.now += 10
        table.play(move)
    assert table.clock is not None
    assert table.clock.both() == (42, 51)
    table.undo(2)
    assert table.clock.both() == (51, 50)
    assert [played.clock for played in table.record().moves] == [51]


def test_nobodys_time_runs_while_an_engine_is_held_or_dice_are_thrown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Watch(monkeypatch)
    read = Console.read

    def slowly(console: Console, prompt: str, seconds: float | None = None) -> str:
        watch.now += 3600 if seconds is None else 1
        return read(console, prompt, seconds)

    monkeypatch.setattr(Console, "read", slowly)
    held = play("e4;undo 1;clock;history;clock", "--black", "skill1", "--tc", "10:00")
    assert "White 9:59, Black 10:00" in held.stdout
    dice = two("g1f3xf4;4;clock", *DUEL, "--dice", "typed", "--tc", "10:00")
    assert dice.stdout.splitlines()[-1] == "White 9:59, Black 9:59"
    draw = two("draw;n;clock", "--tc", "10:00")
    assert draw.stdout.splitlines()[-1] == "White 9:58, Black 10:00"


def test_an_engine_keeps_to_its_clock() -> None:
    result = play("e4;clock", "--tc", "0:02")
    _, clocks = result.stdout.splitlines()
    assert "Black 0:0" in clocks
    assert "result" not in result.stdout


# --- nonsense --------------------------------------------------------------------------------------------


def test_nonsense_is_answered() -> None:
    rng = seeded("play")
    words = [
        "e4",
        "undo",
        "load",
        "save",
        "/",
        "why",
        "moves",
        "new",
        "level",
        "white",
        "me",
        "99",
        "-1",
        "é",
        "=",
        "O-O",
    ]
    words += [
        "flip",
        "a" * 3000,
        "\x00",
        "e2e4=3",
        "draw",
        "resign",
        "fen",
        "history",
        "black",
        "x!",
        "clock",
    ]
    lines = [" ".join(rng.choices(words, k=rng.randint(1, 4))) for _ in range(150)]
    result = two(";".join(line for line in lines if not line.startswith("save")))
    assert "Traceback" not in result.output
    assert result.exit_code == 2
