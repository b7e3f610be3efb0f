"""Players of all kinds, draws, rematches, premoves, and what is known about a fight, over messages alone."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from tests.match.fouls import TILEFISH, foul
from tests.seeds import seeded

from tilefish import Game, Library
from tilefish.match.control import Control
from tilefish.match.players import Entrant

from .conftest import Message, Page, Server

GOOD = Entrant("Guest", TILEFISH, control=Control(nodes=200))
BARE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 20"


def server_with(*entrants: Entrant, folder: Path | None = None) -> Server:
    return Server(folder, entrants=entrants)


# --- programs ---------------------------------------------------------------------------------------------


def test_programs_play_in_every_pairing() -> None:
    server = server_with(GOOD)
    with server.client, server.page() as page:
        for white, black in (("me", "Guest"), ("Guest", "skill0"), ("Guest", "Guest")):
            game = page.begin("fragments", white=white, black=black)
            assert game["players"]["black"]["is_engine"]
            if white == "me":
                page.send("move", game=game["id"], ply=0, move=game["position"]["moves"][0]["uci"])
            sides = [page.until("moved")["side"] for _ in range(4 if white != "me" else 2)]
            assert sides == ["white", "black"] * (len(sides) // 2)
            if white != "me":
                page.send("pause", game=game["id"], on=True)
            page.send("close", game=game["id"])


def test_programs_play_worlds_and_fights_with_our_dice() -> None:
    server = server_with(GOOD)
    with server.client, server.page() as page:
        for world in ("exchange", "ruined_overworld", "fear_factory"):
            game = page.begin(world, black="Guest")
            game = page.play(game, game["position"]["moves"][0]["uci"])
            while game["ply"] < 2:
                game = page.until("game")
            assert [played["side"] for played in game["history"]] == ["white", "black"]


def test_a_program_gets_the_clock() -> None:
    server = server_with(Entrant("Guest", TILEFISH))
    with server.client, server.page() as page:
        game = page.begin(white="Guest", control="30+1")
        assert page.until("moved")["side"] == "white"
        clocks = page.until("game")["clocks"]
        assert clocks["running"] == "black"
        assert 0 < clocks["white"] < 31
        assert game["id"]


@pytest.mark.parametrize(
    ("habit", "complaint"),
    [
        ("crash", 'it has ended: exit code 3, "cannot go on"'),
        ("exit", "it has ended: exit code 4"),
        ("illegal", 'it answers "e2e5": expected a legal move'),
        ("binary", ": expected a legal move"),
        ("variants", "it is not able to: it cannot play fragments"),
    ],
)
def test_a_bad_program_holds_its_game_and_no_other(habit: str, complaint: str) -> None:
    variant = "fragments" if habit == "variants" else "chess"
    server = server_with(foul(habit))
    with server.client, server.page() as page, server.page() as other:
        page.send("new", variant=variant, white=habit, black="me")
        game = page.until("game")
        while (message := page.receive())["type"] != "refused":
            pass
        assert message["text"].startswith(f"{habit} cannot move: ")
        assert complaint in message["text"]
        state = page.until("game")
        assert (state["paused"], state["thinking"], state["outcome"]) == (True, False, None)
        quiet = other.begin("fragments", black="skill0")
        other.send("move", game=quiet["id"], ply=0, move=quiet["position"]["moves"][0]["uci"])
        assert [other.until("moved")["side"] for _ in range(2)] == ["white", "black"]
        page.send("pause", game=game["id"], on=False)  # once more
        while (message := page.receive())["type"] != "refused":
            pass
        assert complaint in message["text"]


def test_a_program_that_hangs_can_be_held_and_left() -> None:
    server = server_with(foul("hang"))
    with server.client, server.page() as page:
        game = page.begin(white="hang", black="me")
        assert game["thinking"]
        page.send("now", game=game["id"])
        page.send("pause", game=game["id"], on=True)
        while not (state := page.until("game"))["paused"]:
            pass
        assert not state["thinking"]
        page.send("resign", game=game["id"])
        assert page.until("game")["outcome"]["winner"] == "white"


def test_programs_are_ended_when_no_game_needs_them(tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = tmp_path / "engine.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'uci': print('uciok', flush=True)\n"
        "    if word == 'isready': print('readyok', flush=True)\n"
        "    if word == 'go': print('bestmove e7e5', flush=True)\n"
        "    if word == 'quit': break\n"
        f"open({str(log)!r}, 'a').write('ended ')\n"
    )
    server = server_with(Entrant("Guest", shlex.join([sys.executable, "-S", str(script)])))
    with server.client, server.page() as page:
        game = page.begin(black="Guest")
        page.send("move", game=game["id"], ply=0, move="e4")
        while page.until("game")["ply"] < 2:
            pass
        assert not log.exists()
        page.send("resign", game=game["id"])
        page.until("game")
        game = page.begin(black="Guest")
        page.send("move", game=game["id"], ply=0, move="d4")
        while page.until("game")["ply"] < 2:
            pass
    assert log.read_text().split() == ["ended", "ended"]


def test_a_saved_game_whose_engine_is_not_there(tmp_path: Path) -> None:
    first = server_with(GOOD, folder=tmp_path)
    with first.client, first.page() as page:
        game = page.begin("fragments", black="Guest")
    second = Server(tmp_path)
    with second.client, second.page() as page:
        page.send("open", game=game["id"])
        state = page.until("game")
        assert state["players"]["black"]["name"] == "Guest"
        assert state["players"]["black"]["is_engine"]
        text = page.refusal("move", game=game["id"], ply=0, move=state["position"]["moves"][0]["uci"])
        assert "no --engine of that name" in text
        assert page.until("game")["paused"]


def test_the_greeting_names_the_engines() -> None:
    server = server_with(GOOD)
    assert server.lobby.greeting().engines == ("Guest",)
    with server.client, server.page() as page:
        assert "cmd=" in page.refusal("new", variant="chess", white="cmd=stockfish")
        assert "guest2" in page.refusal("new", variant="chess", white="Guest2")


# --- engines with each other --------------------------------------------------------------------------------


def test_engines_go_step_by_step_and_at_a_speed(page: Page) -> None:
    game = page.begin("chess", white="full", black="full")  # each thinks for a second
    page.send("pause", game=game["id"], on=True)
    while not (state := page.until("game"))["paused"] or state["thinking"]:
        pass
    page.send("pace", game=game["id"], seconds=0.05)
    assert page.until("game")["pace"] == 0.05
    for _ in range(3):
        page.send("step", game=game["id"])
        assert page.until("moved")["ply"] == state["ply"] + 1
        state = page.until("game")
        assert (state["paused"], state["thinking"]) == (True, False)
    page.send("pause", game=game["id"], on=False)
    page.until("moved")
    assert "that is held" in page.refusal("step", game=game["id"])


def test_speed_is_for_engines_without_a_clock(page: Page) -> None:
    game = page.begin()
    assert "only a game between engines" in page.refusal("pace", game=game["id"], seconds=1)
    assert "only a game between engines" in page.refusal("step", game=game["id"])
    assert "number from 0 to 60" in page.refusal("pace", game=game["id"], seconds=-1)
    game = page.begin(white="skill0", black="skill0", control="60")
    assert "without a clock" in page.refusal("pace", game=game["id"], seconds=1)


def test_a_move_adds_its_increment_and_a_clock_is_not_held(page: Page) -> None:
    game = page.begin("fragments", black="skill0", control="100+50")
    assert "cannot be held" in page.refusal("pause", game=game["id"], on=True)
    game = page.play(game, game["position"]["moves"][0]["uci"])
    assert 100 < game["clocks"]["white"] <= 150
    while game["ply"] < 2:
        game = page.until("game")
    assert 100 < game["clocks"]["black"] <= 150
    assert game["clocks"]["running"] == "white"
    page.send("undo", game=game["id"])
    assert page.until("game")["clocks"]["white"] <= 100  # the clocks are taken back, too


# --- draws and rematches ------------------------------------------------------------------------------------


def draw(page: Page, game: Message, deed: str) -> Message:
    page.send("draw", game=game["id"], deed=deed)
    return page.until("game")


def test_persons_agree_to_a_draw(page: Page) -> None:
    game = page.begin()
    assert "no draw is offered" in page.refusal("draw", game=game["id"], deed="accept")
    assert draw(page, game, "offer")["draw_offer"] == "white"
    assert draw(page, game, "decline")["draw_offer"] is None
    draw(page, game, "offer")
    game = page.play(game, "e4")
    assert game["draw_offer"] == "white"  # the offer stands until the other side has moved
    game = page.play(game, "e5")
    assert game["draw_offer"] is None
    draw(page, game, "offer")
    over = draw(page, game, "accept")
    assert over["outcome"] == {"text": "Draw by agreement (1/2-1/2)", "winner": None}
    assert "over already" in page.refusal("draw", game=game["id"], deed="offer")


def test_engines_accept_a_draw_as_they_do_in_the_terminal(page: Page) -> None:
    game = page.begin(black="skill0")
    page.send("draw", game=game["id"], deed="offer")
    assert page.until("note")["text"] == "Tilefish (skill0) declines the draw."  # in the opening
    assert "was declined" in page.refusal("draw", game=game["id"], deed="offer")
    game = page.begin(black="skill0", fen="4k3/8/8/8/8/8/8/Q3K3 w - - 0 20")
    page.send("draw", game=game["id"], deed="offer")
    assert "accepts" in page.until("note")["text"]
    game = page.begin(black="skill0", fen="q3k3/8/8/8/8/8/8/4K3 w - - 0 20")
    page.send("draw", game=game["id"], deed="offer")
    assert "declines" in page.until("note")["text"]


def test_rematch_changes_the_colours(page: Page) -> None:
    game = page.begin("fragments", black="skill0", control="60+1")
    assert "not over" in page.refusal("rematch", game=game["id"])
    page.send("resign", game=game["id"])
    page.until("game")
    page.send("rematch", game=game["id"])
    again = page.until("game")
    assert again["id"] != game["id"]
    assert again["players"] == {"white": game["players"]["black"], "black": game["players"]["white"]}
    assert again["position"]["fen"] == game["position"]["fen"]
    assert page.until("moved")["side"] == "white"


def test_rematch_begins_where_the_game_began(page: Page) -> None:
    game = page.begin(fen=BARE)
    page.play(game, "e4")
    page.send("resign", game=game["id"])
    page.until("game")
    page.send("rematch", game=game["id"])
    assert page.until("game")["position"]["fen"] == BARE


# --- premoves and fights ------------------------------------------------------------------------------------


def test_premoves_are_the_moves_after_a_pass_and_recaptures(page: Page) -> None:
    game = page.begin(black="full", control="3600")
    assert game["premoves"] is None  # it is one's own turn
    game = page.play(game, "e4")
    premoves = game["premoves"]
    assert premoves["side"] == "white"
    ucis = {move["uci"] for move in premoves["moves"]}
    assert {"e4e5", "d1h5", "g1f3"} <= ucis
    assert [1, 11] in [move["path"] for move in premoves["moves"]]  # the knight guards d2
    page.send("resign", game=game["id"])
    assert page.until("game")["premoves"] is None


@pytest.mark.parametrize("world", Library().names())
def test_premoves_are_there_in_every_world(page: Page, world: str) -> None:
    random = seeded("premoves", world)
    game = page.begin(world, black="full", control="3600")
    move = random.choice(game["position"]["moves"])["uci"]
    page.send("move", game=game["id"], ply=0, move=move)
    game = page.until("game")
    if game["outcome"] is None:
        assert game["premoves"]["side"] == "white"
    page.send("pause", game=game["id"], on=True)


def test_actions_say_what_they_do_on_each_leg(page: Page) -> None:
    game = page.begin("exchange", fen="4k3/8/8/3p4/2p5/1N6/8/4K3 w - - 0 1")
    moves = {move["uci"]: move for move in game["position"]["moves"]}
    assert moves["b3d4xd5"]["kinds"] == ["move", "attack"]
    assert moves["b3d4"]["kinds"] == ["move"]
    assert moves["e1!"]["kinds"] == ["use"]
    assert moves["b3d4xd5"]["kill"] == 33
    assert moves["b3d4"]["kill"] is None
    ability = next(piece for piece in game["position"]["pieces"] if piece["kind"] == "knight")["ability"]
    assert (ability["name"], ability["rests"], ability["is_spent"]) == ("Skirmish", 0, False)


def test_the_battle_is_told_with_its_dice(page: Page) -> None:
    game = page.begin("exchange", fen="4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1")
    page.send("move", game=game["id"], ply=0, move="d1xd4")
    battle = page.until("moved")["battle"]
    assert (battle["side"], battle["square"], battle["faces"]) == ("white", 27, 6)
    assert 1 <= battle["face"] <= 6
    assert battle["text"].startswith(f"white queen d1 attacks black rook d4: die {battle['face']}")
    assert "rook d4" in battle["text"].rpartition(": ")[2]
    game = page.until("game")
    assert game["history"][0]["battle"] == battle
    game = page.play(game, "e8!")
    assert game["history"][1]["battle"]["text"] == "black king e8 uses Royal Decree"
    badges = {
        piece["kind"]: piece["badges"] for piece in game["position"]["pieces"] if piece["side"] == "black"
    }
    assert {"kind": "decree", "turns": 2} in badges["king"]


def test_the_battle_is_still_told_after_a_restart(tmp_path: Path) -> None:
    first = Server(tmp_path)
    with first.client, first.page() as page:
        game = page.begin("exchange", fen="4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1")
        game = page.play(game, "d1xd4")
    second = Server(tmp_path)
    with second.client, second.page() as page:
        page.send("open", game=game["id"])
        assert page.until("game")["history"] == game["history"]


def test_every_action_of_a_fight_has_its_words(page: Page) -> None:
    game = page.begin("exchange")
    random = seeded("battle")
    for _ in range(60):
        if game["outcome"] is not None:
            break
        actions = [move for move in game["position"]["moves"] if move["kinds"] != ["move"]]
        move = random.choice(actions or game["position"]["moves"])
        assert len(move["kinds"]) == max(1, len(move["path"]) - 1)
        game = page.play(game, move["uci"])
        battle = game["history"][-1]["battle"]
        if "=" in game["history"][-1]["uci"] or "!" in move["uci"]:
            assert battle is not None
            assert battle["text"]
    assert Game("exchange").variant.combat is not None


def test_reasons_have_their_squares(page: Page) -> None:
    game = page.begin(fen="4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1")
    page.play(game, "Nxd5")
    page.send("why", game=game["id"], ply=1)
    why = page.until("why")
    assert why["reasons"]
    assert {square for reason in why["reasons"] for square in reason["squares"]} == set(why["squares"])
