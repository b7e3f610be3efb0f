"""Every mistake of a variant file is reported with its line, all of them at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tilefish.rules.errors import VariantError
from tilefish.rules.files.toml_file import MAX_BYTES
from tilefish.rules.model.weights import WEIGHTS

from .files import load, problems_of, write

BARE_START = 'start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"'
(EXAMPLE,) = (f"such as mobility = {weight.example}" for weight in WEIGHTS if weight.name == "mobility")


ONE_MISTAKE = [
    # TOML itself
    ('title = "a"\nboard 8x8', 2, ["not valid TOML", "column 7"]),
    ('title = "a', 1, ["not valid TOML", "end of the file"]),
    ('title = "a"\n[pieces', 2, ["not valid TOML", "end of the file"]),
    ('title = "a"\ntitle = "b"', 2, ["not valid TOML", "overwrite"]),
    ("x = " + "[" * 3000 + "]" * 3000, 0, ["nested too deeply"]),
    ("x = " + "9" * 5000, 0, ["not valid TOML"]),
    ("a." * 200 + "a = 1", 1, ["more than 100 dots"]),
    # keys
    ('\n\ntitel = "a"', 3, ['a variant has no key "titel"', 'did you mean "title"']),
    ('title = "x"\nquirk = 1', 2, ['no key "quirk"', "known are extends title rules"]),
    ("[pieces]\nrook.valu = [1, 2]", 2, ['[pieces.rook] has no key "valu"', '"value"']),
    ("[pawns]\ndouble_steps = false", 2, ["[pawns]", "double_step"]),
    ("[pawns.double_step]\nwhite = 2\nblack = 7\nred = 3", 4, ['[pawns.double_step] has no key "red"']),
    ("[promotion]\nranks = 1", 2, ["[promotion]", '"rank"']),
    ("[promotion]\nto = { white = [\"queen\"], black = [\"queen\"], blue = [] }", 2, ['no key "blue"']),
    ("[castling]\nkingfiles = []", 2, ["[castling]", '"king_files"']),
    ("[end]\nfifty_move = false", 2, ["[end]", '"fifty_moves"']),
    ("pieces.rook.squares.opening = []\npieces.rook.squares.middlegame = " + str([[0] * 8] * 8), 1,
     ['no key "opening"']),
    ('"ti\\ntle" = 1', 1, ['no key "ti\\ntle"']),
    # types
    ("title = 3", 1, ["title is the number 3", 'such as title = "Pirate Seas"']),
    ("rules = ['a']", 1, ["rules is a list of 1", "a text"]),
    ("source = 1979-05-27", 1, ["source is a date or time"]),
    ("title = '" + "x" * 30000 + "'", 1, ["longer than"]),
    ("board = 8", 1, ["board is the number 8", '"8x8"']),
    ('pieces = ["rook"]', 1, ["pieces is a list of 1", "a table"]),
    ("pawns = false", 1, ["pawns is false", "a table"]),
    ("end = 3", 1, ["end is the number 3", "a table"]),
    ("castling = true", 1, ["castling is true", "castling = false"]),
    ("[pieces]\nrook = true", 2, ["rook is true", 'rook = { letter = "r"', "false for a piece that is not"]),
    ("[pieces]\nrook = 'R'", 2, ['rook is the text "R"']),
    ("[pieces]\nrook.moves = 3", 2, ["moves is the number 3"]),
    ("[pieces]\nrook.minor = 1", 2, ["minor is the number 1", "true or false"]),
    ("[pieces]\nrook.value = 500", 2, ["value is the number 500", "2 whole numbers", "[330, 320]"]),
    ("[pieces]\nrook.value = [500]", 2, ["value is a list of 1", "2 whole numbers"]),
    ("[pieces]\nrook.value = [500, 1.5]", 2, ["2 whole numbers"]),
    ("[pieces]\nrook.value = [500, true]", 2, ["2 whole numbers"]),
    ("[pieces]\nrook.value = [500, 99999]", 2, ["from -10000 to 10000"]),
    ("[pawns]\nen_passant = 'no'", 2, ['en_passant is the text "no"', "true or false"]),
    ("[pawns]\ndouble_step = 2", 2, ["double_step is the number 2", "{ white = 2, black = 7 }", "false"]),
    ("[pawns]\ndouble_step = { white = 2 }", 2, ["says nothing of black"]),
    ("[pawns]\ndouble_step = { white = '2', black = 7 }", 2, ['white is the text "2"', "a rank"]),
    ("[pawns]\ndouble_step = { white = [2, 2.5], black = 7 }", 2, ["white is a list of 2"]),
    ("[pawns]\ndouble_step = { white = true, black = 7 }", 2, ["white is true"]),
    ("[promotion]\nto = 'queen'", 2, ['to is the text "queen"', "a list of texts"]),
    ("[promotion]\nto = ['queen', 3]", 2, ["the number 3 in it"]),
    ("[promotion]\nto = { white = ['queen'] }", 2, ["says nothing of black"]),
    ("[promotion]\nrank = 8", 2, ["rank is the number 8", "{ white = 8, black = 1 }"]),
    ("[promotion]\nrank = { white = 8, black = [1] }", 2, ["black is a list of 1"]),
    ("[promotion]\nrank = { white = 8 }", 2, ["says nothing of black"]),
    ("[end]\nstalemate = 'win'", 2, ['stalemate is "win"', 'one of "draw", "loss"']),
    ("[end]\nstalemate = true", 2, ["stalemate is true", "a text"]),
    ("[end]\ndraw_by_material = 'fida'", 2, ['"fida"', 'did you mean "fide"']),
    ("[end]\nrepetition = 1", 2, ["repetition is the number 1", "2 to 100", "false"]),
    ("[end]\nrepetition = true", 2, ["repetition is true"]),
    ("[end]\nfifty_moves = 50", 2, ["fifty_moves is the number 50", "true or false"]),
    ("evaluation = 3", 1, ["evaluation is the number 3", "a table"]),
    ("[evaluation]\ntempo = 'fast'", 2, ['tempo is the text "fast"', "a whole number from -2000 to 2000"]),
    ("[evaluation]\ntempo = true", 2, ["tempo is true", "such as tempo = "]),
    ("[evaluation]\ntempo = 1.5", 2, ["tempo is the number 1.5"]),
    ("[evaluation]\n\ntempo = 2001", 3, ["tempo is the number 2001", "from -2000 to 2000"]),
    ("[evaluation]\ntempo = [10, 10]", 2, ["tempo is a list of 2", "a whole number"]),
    ("[evaluation]\nmobility = 4", 2, ["mobility is the number 4", "2 whole numbers", EXAMPLE]),
    ("[evaluation]\nmobility = [4, -2001]", 2, ["mobility is a list of 2", "from -2000 to 2000"]),
    ("[evaluation]\nking_friends = [1, 2]", 2, ["king_friends is a list of 2", "3 whole numbers"]),
    ("[evaluation]\nmobilty = [4, 4]", 2, ['[evaluation] has no key "mobilty"', 'did you mean "mobility"']),
    ("[evaluation]\nvitality = 50", 2, ["vitality has no meaning in a game without a section [combat]"]),
    ("[evaluation]\nquirk = 1", 2, ['no key "quirk"', "known are tempo mobility", " more"]),
    ("odds = 200", 1, ["odds is the number 200", "2 whole numbers", "odds = [250, 90]"]),
    ("odds = [200, 0]", 1, ["odds are 200 and 0", "a number from 0 and one from 1"]),
    ("odds = [-1, 90]", 1, ["odds are -1 and 90"]),
    ("odds = [1, 10001]", 1, ["odds is a list of 2", "to 10000"]),
    # board, tiles, start
    ("\nboard = '9x8'", 2, ['board is "9x8"', "from 2 to 8"]),
    ("board = '8*8'", 1, ['board is "8*8"']),
    ("board = '8x'", 1, ['board is "8x"']),
    ("board = '08x8'", 1, ['board is "08x8"']),
    ("board = '5x5'", 1, ["5x5 needs a start position"]),
    ("board = '8x7'\nstart = '4k3/8/8/8/8/8/8/4K3 w - - 0 1'", 2, ["the start position", "8 ranks", "7"]),
    ("tiles = '8/8'", 1, ["the tile map has 2 ranks, the board has 8"]),
    ("\ntiles = '''\n........\n.....\n" + "........\n" * 6 + "'''", 4, ['rank 7 of the tile map (".....")']),
    ("tiles = '8/8/8/8/8/8/8/7x'", 1, ['"x" on rank 1', "not a tile"]),
    ("start = 'banana'", 1, ["the start position", "1 rank"]),
    ("\nstart = '4k3/8/8/8/8/8/8/8 w - - 0 1'", 2, ["the start position: white has no king"]),
    ("start = '4k3/8/8/8/8/8/8/K3K3 w - - 0 1'", 1, ["white has 2 kings"]),
    ("start = '4x3/8/8/8/8/8/8/4K3 w - - 0 1'", 1, ['"x"', "P/p"]),
    ("start = '4k3/8/8/8/8/8/8/4K3 w KQ - 0 1'", 1, ['castling right "K"']),
    (BARE_START + "\ntiles = '8/8/8/8/8/8/8/4~3'", 1, ["the white king on e1 stands on water"]),
    ("tiles = '8/8/8/8/8/8/8/%7'", 1, ["the white rook on a1 stands on lava"]),
    # pieces
    ("[pieces]\ncat = { moves = 'WA' }", 2, ["cat has no letter", 'cat = { letter = "c", moves = "RN" }']),
    ("[pieces]\ncat = { letter = 'c' }", 2, ["cat has no moves"]),
    ("[pieces]\ncat = { letter = 'C', moves = 'WA' }", 2, ['letter is "C"', '"c" would do']),
    ("[pieces]\ncat = { letter = 'ct', moves = 'WA' }", 2, ['letter is "ct"', "one small letter"]),
    ("[pieces]\ncat = { letter = '', moves = 'WA' }", 2, ['letter is ""']),
    ("[pieces]\ncat = { letter = 'é', moves = 'WA' }", 2, ['letter is "é"']),
    ("[pieces]\ncat = { letter = 'r', moves = 'WA' }", 2, ['the letter "r"', "that of rook already"]),
    ("[pieces]\nrook.letter = 'b'", 2, ['the letter "b"', "that of bishop already"]),
    ("[pieces]\nCat = { letter = 'c', moves = 'WA' }", 2, ['invalid name of a piece "Cat"']),
    ('[pieces]\n"big cat" = { letter = "c", moves = "WA" }', 2, ['invalid name of a piece "big cat"']),
    ("[pieces]\ncat = { letter = 'c', moves = 'WXA' }", 2, ["the moves of cat", 'letter 2 ("X")']),
    ("[pieces]\nrook.moves = ''", 2, ["the moves of rook", "empty"]),
    ("[pieces]\nking.royal = false", 2, ["no piece is royal"]),
    ("[pieces]\nqueen.royal = true", 2, ['"queen", "king" are royal']),
    ("[pieces]\nknight.pawn = true", 2, ['"pawn", "knight" are pawns']),
    ("[pieces]\nking.pawn = true\npawn.pawn = false", 2, ["king cannot be royal and a pawn"]),
    ("[pieces]\n" + "".join(f"{name}x = {{ letter = '{name}', moves = 'W' }}\n" for name in "acdefghijlm"),
     12, ["17 pieces, 16 are the most"]),
    ("[pieces]\nrook.squares = [1]", 2, ["squares is a list of 1", "a table"]),
    ("[pieces]\nrook.squares = { }", 2, ["no middlegame"]),
    ("[pieces]\nrook.squares.middlegame = [[1]]", 2, ["middlegame squares of rook have 1 row, the"]),
    ("[pieces]\nrook.squares.middlegame = " + str([[0] * 8] * 7 + [[0]]), 2, ["rank 1", "8 whole numbers"]),
    ("[pieces]\nrook.squares.middlegame = " + str([[0] * 7 + ["a"]] + [[0] * 8] * 7), 2, ["rank 8"]),
    ("[pieces]\nrook.squares.middlegame = " + str([0] * 8), 2, ["rank 1", "8 whole numbers"]),
    # pawns and promotion
    ("[pawns]\ndouble_step = { white = 9, black = 7 }", 2, ["double_step of white is 9", "ranks 1 to 8"]),
    ("[pawns]\ndouble_step = { white = [2, 0], black = 7 }", 2, ["double_step of white is 0"]),
    ("[pieces]\npawn.moves = 'fmWfcF'\n[pawns]\ndouble_step = { white = 2, black = 7 }", 4, ["no i part"]),
    (BARE_START + "\npieces.pawn = false\n[pawns]\nen_passant = false", 3, ["[pawns] has no meaning"]),
    (BARE_START + "\npieces.pawn = false\n[promotion]\nto = ['queen']", 3, ["[promotion] has no meaning"]),
    ("[promotion]\nto = ['qeen']", 2, ['"qeen"', "not a piece of this game", 'did you mean "queen"']),
    ("[promotion]\nto = ['king']", 2, ['"king"', "royal or the pawn itself"]),
    ("[promotion]\nto = { white = ['pawn'], black = ['queen'] }", 2, ['"pawn"', "royal or the pawn itself"]),
    ("[promotion]\nto = ['queen', 'queen']", 2, ["a piece twice"]),
    ("[promotion]\nto = []", 2, ["nothing to promote to"]),
    ("[promotion]\nrank = { white = 9, black = 1 }", 2, ["rank of white is 9", "ranks 1 to 8"]),
    ("[promotion]\nrank = { white = 2, black = 1 }", 2, ["rank 2, where white promotes", "not ahead"]),
    ("[promotion]\nrank = { white = 8, black = 8 }", 2, ["rank 8, where black promotes", "not ahead"]),
    ("pieces.pawn.moves = 'fmWfcFifmD'\ntiles = '8/8/~~~~~~~~/8/8/8/8/8'\n[promotion]\n"
     "rank = { white = 6, black = 1 }\n", 4, ["rank 6, where white promotes", "no tile"]),
    # castling
    ("[castling]\npartner = 'knigt'", 2, ['"knigt"', 'did you mean "knight"']),
    ("[castling]\npartner = 'king'", 2, ['castling with "king"']),
    ("[castling]\nking_files = ['g']", 2, ['king_files are "g"', "two files from a to h"]),
    ("[castling]\nking_files = ['g', 'i']", 2, ['"g", "i"', "from a to h"]),
    ("[castling]\nking_files = [7, 3]", 2, ["king_files has the number 7 in it"]),
    ("[castling]\nrook_files = ['g', 'd']", 1, ["same file"]),
    # extends
    ("title = 'a'\nextends = 'ches'", 2, ['extends "ches"', 'did you mean "chess"']),
    ("extends = 'zzz'", 1, ['extends "zzz"', "known are ai-wok almost amazon"]),
    ("extends = '../chess'", 1, ["no such variant"]),
    ("extends = 5", 1, ["extends must be the name of a variant"]),
    ("extends = 'mine'", 1, ['extends "mine", but there is no such variant']),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "fragments"), ONE_MISTAKE)
def test_a_mistake_is_reported_with_its_line(
    tmp_path: Path, text: str, line: int, fragments: list[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    problems = problems_of(path)
    assert [place for place, _ in problems] == [line], problems
    for fragment in fragments:
        assert fragment in problems[0][1]
    assert "\n" not in problems[0][1]


def test_unreachable_promotion(tmp_path: Path) -> None:
    moat = "8/8/8/~~~~~~~~/8/8/8/8"
    problems = problems_of(write(tmp_path, "mine.toml", f'title = "Moat"\ntiles = "{moat}"'))
    assert [line for line, _ in problems] == [2, 2]
    assert "rank 8, where white promotes, can be reached by none of its pawns" in problems[0][1]
    assert "rank 1, where black promotes" in problems[1][1]


@pytest.mark.parametrize(
    ("tiles", "moves", "arrives"),
    [
        ("8/8/8/~~~~~~~~/8/8/8/8", "fmWfcFifmnD", False),
        ("8/8/8/8/8/~~~~~~~~/8/8", "fmWfcFifmnD", False),
        ("8/8/8/8/8/~~~~~~~~/8/8", "fmWfcFifmD", True),
        ("8/8/8/~~~~~~~=/8/8/8/8", "fmWfcFifmnD", True),
        ("8/8/8/8/^~~~~~~~/~~~~~~~~/8/8", "fmWfcFifmD", True),
        ("8/8/8/8/~~~~~~~~/o~~~~~~~/8/8", "fmWfcFifmnD", False),
    ],
)
def test_pawns_and_terrain(tmp_path: Path, tiles: str, moves: str, arrives: bool) -> None:
    path = write(tmp_path, "mine.toml", f'tiles = "{tiles}"\npieces.pawn.moves = "{moves}"')
    complaints = [message for _, message in problems_of(path) if "where white promotes" in message]
    assert bool(complaints) != arrives


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    problems = problems_of(write(tmp_path, "mine.toml", """
        titel = "Wrong"
        board = "8x8"
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKXNR w KQkq - 0 1"
        tiles = "8/8/8/7/8/8/8/8"

        [pieces]
        cat = { letter = "c", moves = "Wm" }
        rook = { value = [1, 2, 3], colour = "red" }

        [promotion]
        to = ["cat", "dog"]
        rank = { white = 80, black = 1 }

        [end]
        repetition = 0
    """))  # fmt: skip
    assert [line for line, _ in problems] == [1, 3, 4, 7, 8, 8, 11, 12, 15]


def test_the_start_is_checked_when_only_other_things_are_wrong(tmp_path: Path) -> None:
    problems = problems_of(write(tmp_path, "mine.toml", """
        start = "8/8/8/8/8/8/8/4K3 w - - 0 1"
        [pieces]
        rook = { moves = "X" }
    """))  # fmt: skip
    assert [line for line, _ in problems] == [1, 3]


# --- where inherited mistakes are reported ---------------------------------------------------------------


def test_mistakes_of_the_base_are_reported_there(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", 'titel = "x"\npieces.rook.moves = "X"\n')
    with pytest.raises(VariantError) as caught:
        load(write(tmp_path, "mine.toml", 'extends = "base"\nrulez = "y"'))
    places = [(Path(problem.file).name, problem.line) for problem in caught.value.problems]
    assert places == [("base.toml", 1), ("base.toml", 2), ("mine.toml", 2)]


def test_what_a_change_makes_wrong_is_reported_at_the_change(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", '[promotion]\nto = ["rook"]\n[pawns]\ndouble_step={white=2,black=7}')
    problems = problems_of(write(tmp_path, "mine.toml", """
        extends = "base"
        board = "8x6"
        start = "4k3/8/8/8/8/4K3 w - - 0 1"
        [pieces]
        rook = false
    """))  # fmt: skip
    assert problems[0][0] == 2
    assert "double_step of black is 7" in problems[0][1]
    assert problems[1][0] == 5
    assert 'promotion to "rook"' in problems[1][1]


def test_a_base_that_is_not_toml(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", "= 1")
    problems = problems_of(
        write(tmp_path, "mine.toml", 'extends = "base"\n[pieces]\ncat = { value = [1, 2] }\nx = 1')
    )
    assert problems[0][0] == -1
    assert [line for line, _ in problems[1:]] == [4], "what the base may have given is not called missing"


def test_circles(tmp_path: Path) -> None:
    write(tmp_path, "one.toml", 'extends = "two"')
    write(tmp_path, "two.toml", 'extends = "three"\n')
    path = write(tmp_path, "three.toml", 'extends = "one"')
    with pytest.raises(
        VariantError, match=r"two\.toml:1: a circle: three extends one extends two extends three"
    ):
        load(path)


def test_long_lines_of_files_end(tmp_path: Path) -> None:
    for number in range(30):
        write(tmp_path, f"v{number}.toml", f'extends = "v{number + 1}"')
    with pytest.raises(VariantError, match="more than 20 files"):
        load(tmp_path / "v0.toml")


# --- files that are none ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "fragment"),
    [
        (b"\x00\x01\x02", "mine.toml:1: not valid TOML"),
        (b'title = "a"\n# \xff\xfe', "mine.toml:2: the text is not UTF-8"),
        (b"#" * (MAX_BYTES + 1), "mine.toml: the file is larger than 64 KiB"),
    ],
)
def test_files_that_are_no_text(tmp_path: Path, content: bytes, fragment: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(VariantError) as caught:
        load(path)
    assert fragment in str(caught.value)


@pytest.mark.parametrize(
    ("name", "fragment"),
    [("absent.toml", "there is no such file"), ("folder.toml", "not a file"),
     ("x" * 300 + ".toml", "cannot be read"), ("nul\0.toml", "there is no such file"),
     ("absent.toml/mine.toml", "there is no such file")],
)  # fmt: skip
def test_files_that_are_not_there(tmp_path: Path, name: str, fragment: str) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(VariantError, match=fragment):
        load(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_files_that_may_not_be_read(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.toml", "")
    path.chmod(0)
    with pytest.raises(VariantError, match="cannot be read"):
        load(path)


def test_endless_files_are_not_read() -> None:
    with pytest.raises(VariantError, match="not a file"):
        load(Path("/dev/zero"))


@pytest.mark.parametrize("name", ["Mine", "my game", "2d", "name", "default", "größe", ".toml"])
def test_names_that_others_cannot_read(tmp_path: Path, name: str) -> None:
    problems = problems_of(write(tmp_path, f"{name}.toml", ""))
    assert [line for line, _ in problems] == [0]
    assert "invalid variant name" in problems[0][1]
