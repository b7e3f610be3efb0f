"""PGN as other people write it, well and badly."""

from __future__ import annotations

import random

import pytest
from tests.seeds import seeded

from tilefish import Game, InputError, Library
from tilefish.pgn import Evaluation, GameRecord, read_games
from tilefish.rules.errors import Problem

SCHOLAR = """\ufeff[Event "Café \\"Régence\\""]
[White "A"]
[Black "B"]
[Result "1-0"]
; a line for people
% a line for programs: 1. a4 e5
{before
it all} 1. e4! {[%eval 0.35,12] [%clk 0:04:30.5] best by test} e5 2.Bc4 Nc6
( 2... Nf6 3. d3 ( 3. Ng1-f3 $2 ) 3... Bc5 )
3. Qh5?! {[%emt 0:00:02]} $10 3... Nf6?? {[%eval #1]} 4. Qxf7# 1-0
"""


def only(text: str, **more: object) -> GameRecord:
    (record,) = read_games(text, **more)  # type: ignore[arg-type]
    return record


def lenient(text: str) -> tuple[list[GameRecord], list[str]]:
    reported: list[Problem] = []
    return list(read_games(text, file="f", report=reported.append)), list(map(str, reported))


def test_everything_that_a_game_says() -> None:
    record = only(SCHOLAR)
    assert [played.move for played in record.moves] == [
        "e2e4",
        "e7e5",
        "f1c4",
        "b8c6",
        "d1h5",
        "g8f6",
        "h5f7",
    ]
    assert record.headers == {"Event": 'Café "Régence"', "White": "A", "Black": "B", "Result": "1-0"}
    assert record.comment == "a line for people before it all"
    first, _, _, knight, queen, blunder, _ = record.moves
    assert (first.nags, first.comment) == ((1,), "best by test")
    assert (first.evaluation, first.clock) == (Evaluation(35, None, 12), 270.5)
    assert (queen.nags, queen.seconds) == ((6, 10), 2.0)
    assert blunder.evaluation is not None
    assert (blunder.evaluation.mate, blunder.nags) == (1, (4,))
    (variation,) = knight.variations
    assert [played.move for played in variation] == ["g8f6", "d2d3", "f8c5"]
    ((inner,),) = variation[1].variations
    assert (inner.move, inner.nags) == ("g1f3", (2,))
    assert record.end().outcome() is not None


def test_several_games_with_and_without_headers_and_results() -> None:
    text = '[Event "1"]\n\n1. e4 e5\n\n[Event "2"]\n1. d4 d5 1/2-1/2 1. c4 *\n[Event "4"]\n[FEN "bad"]\n'
    games, reported = lenient(text)
    assert [[played.move for played in game.moves] for game in games] == [
        ["e2e4", "e7e5"],
        ["d2d4", "d7d5"],
        ["c2c4"],
    ]
    assert [game.result for game in games] == ["*", "1/2-1/2", "*"]
    assert len(reported) == 1
    assert reported[0].startswith("f:7: this game cannot begin: ")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("1. e4 e5 2. Nf5 Nc6", 'f:1: move 2 of white: "Nf5" is not legal; legal moves are '),
        ("1. e4\ne9", 'f:2: move 1 of black: invalid move "e9": squares are a1 to h8'),
        ("1. e4 -- 2. d4", "f:1: move 1 of black: -- is not a move: a side may not pass"),
        ("1. e4 { for ever", "f:1: a comment begins with { and does not end"),
        ("1. e4 ) e5", "f:1: a ) stands where no variation is"),
        ("1. e4 } e5", "f:1: a } stands where no comment is"),
        ("1. e4 ( 1. d4", "f:1: a variation begins with ( and does not end"),
        ("1. e4 ( 1. d5 ) e5", 'f:1: move 1 of white: "d5" is not legal'),
        ("1. Nd2", 'f:1: move 1 of white: "Nd2" is not legal'),
        ("(((((", "f:1: a variation that cannot be read is left out"),
        ("1. e4 {[%fen nonsense]} e5", "f:1: the game cannot go on from there: the placement has 1 rank"),
        ('[Event "unclosed]', 'f:1: [Event "unclosed] is not a header: expected [Name "value"]'),
        ('[Variant "nonsuch"]', 'f:1: this game cannot begin: unknown variant "nonsuch"'),
    ],
)  # fmt: skip
def test_mistakes_are_reported_with_their_line(moves: str, said: str) -> None:
    games, reported = lenient(moves)
    assert len(reported) == 1
    assert reported[0].startswith(said)
    assert [played.move for game in games for played in game.moves][:1] in ([], ["e2e4"])
    with pytest.raises(InputError, match=r"^PGN:\d+: "):
        list(read_games(moves))


def test_what_comes_behind_a_mistake_is_not_kept_and_the_next_game_is_read() -> None:
    games, reported = lenient("1. e4 e5 2. Ke3 Nc6 3. Nf3 (3. d4) $1 {x} 1-0\n\n1. d4 *")
    assert [len(game.moves) for game in games] == [2, 1]
    assert games[0].mistake.startswith('move 2 of white: "Ke3" is not legal')
    assert not games[1].mistake
    assert len(reported) == 1


def test_ambiguous_moves_are_refused() -> None:
    fen = '[FEN "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"]\n'
    assert only(fen + "1. Raf1").moves[0].move == "a1f1"
    with pytest.raises(InputError, match='"Rf1" may be any of Raf1, Rhf1'):
        list(read_games(fen + "1. Rf1"))
    with pytest.raises(InputError, match='"e8" may be any of'):
        list(read_games('[FEN "7k/4P3/8/8/8/8/8/K7 w - - 0 1"]\n1. e8'))


@pytest.mark.parametrize(
    ("name", "variant", "is_chess960"),
    [
        ("Standard", "chess", False),
        ("From Position", "chess", False),
        ("fischerandom", "chess", True),
        ("Chess960", "chess", True),
        ("Pirate Seas", "pirate_seas", False),
        ("fragments", "fragments", False),
    ],
)
def test_other_programs_names_for_variants(name: str, variant: str, is_chess960: bool) -> None:
    start = only(f'[Variant "{name}"]\n*').start
    assert (start.variant.name, start.chess960) == (variant, is_chess960)


def test_a_variant_of_ones_own_is_played_where_the_text_names_none_or_that() -> None:
    usual = Library().load("fragments")
    assert only("*", usual=usual).start.variant.name == "fragments"
    assert only('[Variant "fragments"]\n*', usual=usual).start.variant is usual
    assert only('[Variant "Standard"]\n*', usual=usual).start.variant.name == "chess"


def test_castling_as_king_takes_rook_and_with_zeros() -> None:
    fen = '[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n'
    assert [played.move for played in only(fen + "1. 0-0 O-O-O").moves] == ["e1g1", "e8c8"]
    chess960 = '[Variant "Chess960"]\n' + fen
    assert [played.move for played in only(chess960 + "1. O-O-O+ e8h8").moves] == ["e1a1", "e8h8"]


def test_dice_are_read_or_rolled() -> None:
    text = '[Variant "exchange"]\n1. e2!e4 {!} d7d5 2. e4xd5=5 e7e6 $2 3. b1c3xc4=1'
    games, reported = lenient(text)
    assert [played.move for played in games[0].moves] == ["e2!e4", "d7d5", "e4xd5=5", "e7e6"]
    assert games[0].moves[3].nags == (2,)
    assert len(reported) == 1
    bare = '[Variant "exchange"]\n1. e2!e4 d7d5 2. e4xd5'
    with pytest.raises(InputError, match="rolls a die"):
        list(read_games(bare))
    rolled = only(bare, rng=random.Random(1)).moves[2].move
    assert rolled in [f"e4xd5={face}" for face in range(1, 7)]


def test_a_position_changed_by_the_host() -> None:
    spawned = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".replace("8/8/4P3", "8/2P5/4P3")
    record = only(f"1. e4 {{[%fen {spawned}]}} (1. d4 d5) 1... d6 2. cxd6 (2. c6)")
    assert [played.move for played in record.moves] == ["e2e4", "d7d6", "c5d6"]
    assert record.moves[0].position == spawned
    assert record.moves[0].variations[0][0].move == "d2d4"
    assert record.end().fen() == "rnbqkbnr/ppp1pppp/3P4/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"
    before = [game.fen() for game, _ in record.positions()]
    assert before[0] == Game().fen()
    assert before[1] == spawned


def test_a_file_is_read_while_it_goes_on() -> None:
    def endless() -> object:
        while True:
            yield "1. e4 e5 *\n"

    games = read_games(endless())  # type: ignore[arg-type]
    assert [len(next(games).moves) for _ in range(3)] == [2, 2, 2]


def test_random_text_ends_in_messages() -> None:
    rng = seeded("text")
    words = '[FEN "x"] [Variant "chess"] { } ( ) ; % 1. 1... e4 e5 Nf3 $1 $999 1-0 * \\ " \0 ! ?? O-O e8=Q'
    pieces = [*words.split(" "), "\n", "\n\n", "{[%eval x]}", "{[%clk 9:99:99]}", "9" * 5000]
    for _ in range(100):
        text = " ".join(rng.choices(pieces, k=rng.randrange(60)))
        games, _ = lenient(text)
        for game in games:
            assert game.end() is not None
