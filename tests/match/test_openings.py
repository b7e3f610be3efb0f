"""Openings: drawn by lot and balanced, or from files, with every line that is wrong reported."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tilefish import Game, Library
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits
from tilefish.match.openings import Opening, Openings, drawn_opening, random_game, read_openings
from tilefish.rules.errors import FileError, InputError

LIBRARY = Library(environment=False)


def read(path: Path, text: str, game: Game | None = None, plies: int | None = None) -> list[Opening]:
    path.write_text(text, encoding="utf-8")
    return read_openings(path, game or Game(), plies, LIBRARY)


def problems(path: Path, text: str, game: Game | None = None) -> list[str]:
    with pytest.raises(FileError) as error:
        read(path, text, game)
    return [f"{problem.line}: {problem.message}" for problem in error.value.problems]


def test_a_random_game_is_shorter_where_every_game_is_over_soon() -> None:
    start = Game("chess", "7k/8/8/8/8/8/1q6/K7 w - - 0 1")  # its one move leaves two kings: a draw
    assert len(start.legal_moves) == 1
    assert random_game(start, 6, Random(1)).move_stack == []


def test_pieces_appear_in_drawn_openings(tmp_path: Path) -> None:
    path = tmp_path / "reinforced.toml"
    path.write_text(
        'extends = "chess"\ntitle = "Reinforced"\ntiles = "8/8/8/?6?/?6?/8/8/8"\n'
        '[spawn]\npiece = "queen"\nfirst = 3\nevery = 1000\nside = "white"\n'
    )
    game = Game(path)
    for seed in range(4):
        opening = drawn_opening(game, str(seed), 6)
        assert opening.fen.split()[0].count("Q") == 2
        assert len(opening.moves) == 3
        assert opening == drawn_opening(game, str(seed), 6)
        assert opening.begun(game).setup().fullmove == 4


def test_drawn_openings_are_balanced_and_differ_and_come_back() -> None:
    game = Game("fragments")
    lines = [drawn_opening(game, str(seed), 4) for seed in range(3)]
    assert len(set(lines)) == 3
    assert lines == [drawn_opening(game, str(seed), 4) for seed in range(3)]
    for line in lines:
        assert len(line.moves) == 4
        assert abs(Engine(1).play(line.begun(game), Limits(nodes=4000)).lines[0].score) < 100


def test_dice_of_an_opening_are_part_of_it() -> None:
    game = random_game(Game("exchange", "4k3/8/8/3q4/3Q4/8/8/4K3 w - - 0 1"), 4, Random(2))
    assert any("=" in move for move in game.move_stack)


def test_no_plies_is_the_start() -> None:
    assert drawn_opening(Game("fragments"), "1", 0) == Opening(Game("fragments").fen())


def test_lines_with_a_fen_or_epd(tmp_path: Path) -> None:
    text = (
        "# comments and empty lines are nothing\n\n"
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
        'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm g1f3; id "one; two";\n'
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3 7 ; c0 x;\n"
        "4k3/8/8/8/8/8/P7/4K3 w - - hmvc 4; fmvn 12;\n"
        "4k3/8/8/8/8/8/P7/4K3 w - - fmvn 9\n"
        "4k3/8/8/8/8/8/P7/4K3 w - - ; c0 x;\n"
        "4k3/8/8/8/8/8/P7/4K3 w - - 1 2;\n"
        "  # comments may begin later\n"
    )
    assert [opening.fen for opening in read(tmp_path / "a.epd", text)] == [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3 7",
        "4k3/8/8/8/8/8/P7/4K3 w - - 4 12",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 9",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/P7/4K3 w - - 1 2",
    ]


def test_old_files_in_latin_1(tmp_path: Path) -> None:
    epd, pgn = tmp_path / "a.epd", tmp_path / "a.pgn"
    epd.write_bytes('4k3/8/8/8/8/8/P7/4K3 w - - id "Grünfeld";\n'.encode("latin-1"))
    pgn.write_bytes('[Event "Nürnberg"]\n\n1. d4 Nf6 2. c4 g6 {Grünfeld} 3. Nc3 d5 *\n'.encode("latin-1"))
    assert len(read_openings(epd, Game(), None, LIBRARY)) == 1
    assert len(read_openings(pgn, Game(), None, LIBRARY)[0].moves) == 6


def test_a_position_has_no_plies(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--plies is for"):
        read(tmp_path / "a.epd", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1\n", plies=4)


def test_lines_of_a_combat_game(tmp_path: Path) -> None:
    fen = "4k3/8/8/3q4/3Q4/8/8/4K3 w - - 0 1 hp:d4=3 cd:- fx:K"
    epd = "4k3/8/8/3q4/3Q4/8/8/4K3 w - - hp:d4=3 cd:- fx:K c0 note;"
    openings = read(tmp_path / "a.epd", f"{fen}\n{epd}\n", Game("exchange"))
    assert [opening.fen for opening in openings] == [fen, fen]


def test_all_wrong_lines_are_reported(tmp_path: Path) -> None:
    text = "8/8/8 w - -\n4k3/8/8/8/8/8/P7/4K3 w - -\n\nnonsense\n7k/5QQ1/8/8/8/8/8/K7 b - - 0 1\n\x00\xff\n"
    found = problems(tmp_path / "a.epd", text)
    assert [line.split(":")[0] for line in found] == ["1", "4", "5", "6"]
    assert "over there already: checkmate" in found[2]


def test_of_very_many_mistakes_some_are_reported(tmp_path: Path) -> None:
    found = problems(tmp_path / "a.epd", "nonsense\n" * 500)
    assert len(found) == 11
    assert found[-1].startswith("500: and 490 mistakes more")


def test_beginnings_of_games(tmp_path: Path) -> None:
    text = '1. e4 e5 2. Nf3 Nc6 *\n\n[Event "x"]\n\n1. d4 {a comment} d5 1-0\n'
    assert [opening.moves for opening in read(tmp_path / "a.pgn", text)] == [
        ("e2e4", "e7e5", "g1f3", "b8c6"),
        ("d2d4", "d7d5"),
    ]
    short = read(tmp_path / "a.pgn", text, plies=3)
    assert [opening.moves for opening in short] == [("e2e4", "e7e5", "g1f3"), ("d2d4", "d7d5")]
    assert short[0].begun(Game()).turn == "black"


def test_a_game_that_its_host_has_changed_begins_behind_the_change(tmp_path: Path) -> None:
    fen = "4k3/8/8/2p5/8/8/P7/5K2 b - - 1 1"
    text = f'[FEN "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"]\n\n1. Kf1 {{[%fen {fen}]}} 1... c4 *\n'
    assert read(tmp_path / "a.pgn", text) == [Opening(fen, ("c5c4",))]


def test_games_that_do_not_fit_are_reported(tmp_path: Path) -> None:
    text = (
        '1. e4 e5 *\n[Variant "fragments"]\n\n1. b3 *\n\n[Event "x"]\n\n1. e5 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
    )
    found = problems(tmp_path / "a.pgn", text)
    assert any("game 2 is one of fragments" in line for line in found)
    assert any("e5" in line and line.startswith("8:") for line in found)
    assert any("over there already" in line for line in found)


# --- castling from other squares than usual -----------------------------------------------------------------

KING_ON_G = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
INNER_ROOK = "4k3/8/8/8/8/8/8/R3K1RR w GA - 0 1"


@pytest.mark.parametrize("fen", [KING_ON_G, INNER_ROOK])
def test_castling_of_chess960_is_refused_where_engines_would_not_understand_it(
    tmp_path: Path, fen: str
) -> None:
    ordinary = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    (line,) = problems(tmp_path / "a.epd", f"{ordinary}\n{fen}\n")
    assert line.startswith("2: ")
    assert "--chess960" in line
    assert len(read(tmp_path / "a.epd", fen, Game(chess960=True))) == 1
    without = fen.replace(" HFhf ", " - ").replace(" GA ", " A ")
    assert len(read(tmp_path / "a.epd", without)) == 1


@pytest.mark.parametrize("header", ["", '[Variant "Chess960"]\n'])
def test_so_are_games_of_chess960(tmp_path: Path, header: str) -> None:
    text = f'{header}[FEN "{KING_ON_G}"]\n[SetUp "1"]\n\n1. a3 a6 *\n'
    (line,) = problems(tmp_path / "a.pgn", text)
    assert "game 1" in line
    assert "expected --chess960" in line


def test_castling_is_usual_where_a_variant_starts_with_it(tmp_path: Path) -> None:
    world = tmp_path / "own.toml"
    world.write_text('start = "1r1k1r2/8/8/8/8/8/8/1R1K1R2 w FBfb - 0 1"\n')
    fen = "1r1k1r2/8/8/8/8/8/P7/1R1K1R2 w KQkq - 0 1"
    assert [opening.fen for opening in read(tmp_path / "a.epd", fen, Game(str(world)))] == [fen]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot read"),
        (b"\xff\xfe\x00", "a.epd:1: this is not a position: expected a FEN"),
        (b"# nothing\n", "no opening in it"),
    ],
)
def test_files_that_are_none(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "a.epd"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=words):
        read_openings(path, Game(), None, LIBRARY)


def test_listed_openings_come_in_order_or_shuffled_and_again() -> None:
    listed = tuple(Opening(str(number)) for number in range(10))
    assert [Openings(1, 6, (listed,)).choice(0, number) for number in range(20)] == [*listed, *listed]
    shuffled = [Openings(1, 6, (listed,), shuffled=True).choice(0, number) for number in range(20)]
    assert shuffled[:10] != list(listed)
    assert shuffled[:10] != shuffled[10:]
    assert set(shuffled[:10]) == set(shuffled[10:]) == set(listed)
    assert shuffled == [Openings(1, 6, (listed,), shuffled=True).choice(0, number) for number in range(20)]
    assert shuffled != [Openings(2, 6, (listed,), shuffled=True).choice(0, number) for number in range(20)]


def test_every_variant_has_a_list_of_its_own() -> None:
    openings = Openings(1, 6, ((Opening("a"), Opening("b")), (Opening("c"),)))
    assert [openings.choice(variant, 1) for variant in (0, 1)] == [Opening("b"), Opening("c")]
