"""Messages about drafts, pictures, worlds and files on the disk: right ones, wrong ones, hostile ones."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tilefish import Game, Library
from tilefish.game.game import adapted_variant, judge_start
from tilefish.rules.files.catalogue import bundled_folder
from tilefish.rules.model.combat import MAX_COOLDOWN, MAX_HP, CombatState
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import Variant
from tilefish.rules.text.fen import MAX_FULLMOVES, MAX_HALFMOVES, MAX_LETTERS, format_fen
from tilefish.web.worlds import Worlds

from .conftest import Page, Server
from .test_analyses import post
from .test_page import PAGE
from .test_watched_file import append
from .test_watched_file import game as pgn

PLAIN = {"world": "", "pieces": ""}
BUNDLED = Library().names()
HOSTILE = [
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "/etc/passwd",
    "chess.toml",
    "\x00",
    "a" * 999,
    "é💥",
]


def world_of(page: Page, variant: str) -> str:
    """The identity of a world, once the page has it."""
    page.send("draft-open", **PLAIN, variant=variant, fen="")
    world: str = page.until("draft")["position"]["world"]
    return world


# --- drafts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "world", "pieces"),
    [
        ("chess", "8/8/8/3~~3/8/8/8/8", ""),
        ("chess", "", "n:NN"),
        ("Chess960", "", ""),
        ("almost", "8/8/8/>7/8/8/8/8", "c:BN"),
    ],
)
def test_a_draft_has_the_board_and_the_pieces_of_its_game(
    tmp_path: Path, variant: str, world: str, pieces: str
) -> None:
    rules = {"variant": variant, "world": world, "pieces": pieces}
    server = Server(tmp_path)
    with server.client, server.page() as page:
        page.send("analyse", **rules)
        assert page.until("analysis")["rules"] == rules
        shown = page.until("node")["position"]
        page.send("draft-put", **rules, fen=shown["fen"], square=12, letter="")
        draft = page.until("draft")
        assert (draft["rules"], draft["problem"]) == (rules, "")
        assert draft["position"]["world"] == shown["world"]
        game = page.begin(**rules, fen=draft["fen"])
        assert (game["rules"], game["position"]["world"]) == (rules, shown["world"])
        assert game["position"]["fen"] == draft["fen"]
        page.send("resign", game=game["id"])
        page.until("game")
        page.send("rematch", game=game["id"])
        assert page.until("game")["rules"] == rules
    again = Server(tmp_path)
    with again.client, again.page() as page:
        page.send("open", game=game["id"])
        assert page.until("game")["rules"] == rules
        assert "8" in page.refusal("new", variant="chess", world="8/8")
        assert "moves are empty" in page.refusal("draft-open", variant="chess", world="", pieces="r:", fen="")


def longest_fen(variant: Variant) -> int:
    """The letters of a board full of pieces with all that these can have, or a few more."""
    squares = range(len(variant.tiles))
    state = None
    letter = max(range(len(variant.kinds)), key=lambda kind: len(_most(variant, kind)))
    if variant.combat is not None:
        hp, cooldown = (int(number) for number in _most(variant, letter).split())
        state = CombatState(
            hp=dict.fromkeys(squares, hp),
            cooldowns=dict.fromkeys(squares, cooldown),
            uses=(9, 9),
            decree=(9, 9),
            interposing=frozenset(squares),
            exposed=(True, True),
        )
    setup = Setup(
        dict.fromkeys(squares, (letter, 0)), halfmove=MAX_HALFMOVES, fullmove=MAX_FULLMOVES, combat=state
    )
    return len(format_fen(variant, setup)) + len("KQk") + len("e3d")


def _most(variant: Variant, kind: int) -> str:
    if variant.combat is None:
        return ""
    fighter = variant.combat.fighters[kind]
    return f"{fighter.hp - 1} {fighter.ability.cooldown if fighter.ability else 0}"


def test_every_fen_of_every_world_may_be_sent(page: Page) -> None:
    longest = {name: longest_fen(Library().load(name)) for name in BUNDLED}
    assert max(longest.values()) <= MAX_LETTERS
    everything = sum(map(len, (64 * "p" + 7 * "/", " w KQkq e3d4 9999 99999 hp: cd: fx:K9,k9,D9,d9,T,t")))
    everything += 64 * len(f"a1={MAX_HP},a1={MAX_COOLDOWN},,Ia1") - 2
    assert everything <= MAX_LETTERS
    name = max(longest, key=lambda each: longest[each])
    variant = Library().load(name)
    assert variant.combat is not None
    start = variant.start
    assert start.combat is not None
    fighters = [square for square, (kind, _) in start.pieces.items() if variant.combat.fighters[kind].ability]
    abilities = {square: variant.combat.fighters[start.pieces[square][0]].ability for square in fighters}
    rests = {
        square: ability.cooldown for square, ability in abilities.items() if ability and ability.cooldown
    }
    hurt = dict.fromkeys(start.pieces, 1)
    setup = replace(start, combat=replace(start.combat, hp=hurt, cooldowns=rests))
    fen = format_fen(variant, setup)
    assert page.begin(name, fen=fen)["position"]["fen"] == fen
    assert re.findall(r'-fen" maxlength="(\d+)"|fen-field" maxlength="(\d+)"', PAGE) == [
        (str(MAX_LETTERS), ""), ("", str(MAX_LETTERS)), (str(MAX_LETTERS), "")
    ]  # fmt: skip


def test_a_draft_is_opened_changed_and_judged(page: Page) -> None:
    page.send("draft-open", **PLAIN, variant="chess", fen="")
    draft = page.until("draft")
    assert (draft["fen"], draft["problem"]) == (Game("chess").fen(), "")
    assert draft["position"]["world"] in page.worlds
    assert [choice["rook"] for choice in draft["castling"]] == [0, 7, 56, 63]
    page.send("draft-put", **PLAIN, variant="chess", fen=draft["fen"], square=4, letter="")
    draft = page.until("draft")
    assert "white has no king" in draft["problem"]
    assert len(draft["position"]["pieces"]) == 31
    page.send("draft-put", **PLAIN, variant="chess", fen=draft["fen"], square=28, letter="K")
    draft = page.until("draft")
    assert (draft["problem"], draft["castling"]) == ("", [
        {"rook": 56, "side": "black", "on": True},
        {"rook": 63, "side": "black", "on": True},
    ])  # fmt: skip
    game = page.begin("chess", fen=draft["fen"])
    assert game["position"]["fen"] == draft["fen"]


@pytest.mark.parametrize("variant", BUNDLED)
def test_every_variant_has_its_draft(page: Page, variant: str) -> None:
    for to in ("empty", "mirror", "start"):
        page.send("draft-reset", **PLAIN, variant=variant, fen="", to=to)
        draft = page.until("draft")
    assert (draft["problem"], draft["fen"]) == ("", Game(variant).fen())
    assert (draft["combat"] is None) == (variant != "exchange")


def test_changes_that_cannot_be_are_refused(page: Page) -> None:
    start = {**PLAIN, "variant": "chess", "fen": ""}
    assert "no variant" in page.refusal("draft-open", **PLAIN, variant="nowhere", fen="")
    assert "ranks" in page.refusal("draft-open", **PLAIN, variant="chess", fen="8/8 w")
    assert "no piece on e4" in page.refusal("draft-move", **start, origin=28, target=29)
    assert "not a piece of chess: expected P/p" in page.refusal("draft-put", **start, square=28, letter="x")
    assert "at most 1 letters" in page.refusal("draft-put", **start, square=28, letter="QQ")
    assert "0 to 63" in page.refusal("draft-put", **start, square=64, letter="Q")
    assert "no such square" in page.refusal(
        "draft-put", **PLAIN, variant="fragments", fen="", square=25, letter="Q"
    )
    assert "no rook" in page.refusal("draft-castling", **start, rook=1, on=True)
    assert "cannot be" in page.refusal("draft-en-passant", **start, text="e3")
    assert "at most 9999" in page.refusal("draft-counters", **start, halfmove=10_000, fullmove=1)
    assert "no hit points" in page.refusal(
        "draft-fighter", **start, square=0, hp=1, cooldown=0, interposing=False
    )
    assert "no hit points" in page.refusal(
        "draft-side", **start, side="white", uses=0, decree=0, exposed=False
    )
    assert "one of" in page.refusal("draft-reset", **start, to="nowhere")
    assert "at most 1300 letters" in page.refusal("draft-open", **PLAIN, variant="chess", fen="8/" * 1001)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_change_nothing(page: Page, text: str) -> None:
    page.refusal("draft-open", **PLAIN, variant=text, fen="")
    page.refusal("draft-open", **PLAIN, variant="chess", fen=text)
    page.refusal("draft-en-passant", **PLAIN, variant="chess", fen="", text=text[:8])
    page.refusal("picture", world=text, fen="")
    page.refusal("picture", world=world_of(page, "chess"), fen=text)
    page.refusal("world-panel", world=text)
    page.refusal("world-panel", variant=text)
    page.send("draft-open", **PLAIN, variant="chess", fen="8/8/8/8/8/8/8/8 " + text)
    assert page.until("draft")["problem"]
    assert page.begin()["position"]["fen"] == Game("chess").fen()


# --- pictures --------------------------------------------------------------------------------------------


def test_a_picture_shows_the_position(page: Page) -> None:
    fen = "4k3/8/8/8/8/8/4q3/4K2R w - - 0 1"
    arrows = [{"origin": 4, "target": 12, "ink": "strong"}, {"origin": 5, "target": 5, "ink": "red"}]
    page.send("picture", world=world_of(page, "chess"), fen=fen, last=[60, 12], arrows=arrows, flipped=True)
    svg = ElementTree.fromstring(page.until("picture")["svg"])
    text = ElementTree.tostring(svg, encoding="unicode")
    assert (text.count("#12805c"), text.count("#a81818")) == (1, 1)
    assert text.count("#e0b400") == 2
    assert "url(#check)" in text
    # Without kings it is drawn all the same.
    page.send("picture", world=world_of(page, "chess"), fen="8/8/8/8/8/8/8/QQQQQQQQ")
    plain = page.until("picture")["svg"]
    assert plain.count('href="#w4" x=') == 8
    beyond = [{"origin": 60, "target": 61, "ink": "faint"}]
    page.send("picture", world=world_of(page, "fragments"), fen="", last=[63], arrows=beyond)
    ElementTree.fromstring(page.until("picture")["svg"])
    assert "at most 128" in page.refusal("picture", world=world_of(page, "chess"), fen="", arrows=arrows * 70)


def test_coordinates_can_be_left_out(page: Page) -> None:
    pictures = []
    for coordinates in (True, False):
        page.send("picture", world=world_of(page, "void_dimension"), fen="", coordinates=coordinates)
        pictures.append(page.until("picture")["svg"])
    assert [">a</text>" in picture for picture in pictures] == [True, False]


# --- the world panel -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", BUNDLED)
def test_every_world_has_a_panel(page: Page, variant: str) -> None:
    page.send("world-panel", variant=variant)
    panel = page.until("world-panel")
    known = Library().load(variant)
    assert [kind["name"] for kind in panel["kinds"]] == [kind.name for kind in known.kinds]
    assert len(panel["tiles"]) == len(set(known.tiles))
    pictures = [*panel["tiles"], *panel["marks"], *(kind["moves"] for kind in panel["kinds"])]
    for picture in pictures:
        ElementTree.fromstring(picture["picture"])
    for kind in panel["kinds"]:
        assert kind["moves"]["words"][0].startswith("From ")
        assert (kind["fighter"] is None) == (known.combat is None)
    heads = [fact["head"] for fact in panel["facts"]]
    assert {"Castling", "Promotion", "End"} <= set(heads)
    assert ("Spawn" in heads) == ("?" in known.tiles)


def test_a_piece_is_shown_from_another_square(page: Page) -> None:
    page.send("piece-moves", variant="pirate_seas", piece=1, side="black", square=9)
    moves = page.until("piece-moves")["moves"]
    assert moves["words"] == ["From b2 it leaps or steps to move or capture: d1, d3, c4."]
    asks = {"variant": "pirate_seas", "side": "white"}
    assert "no piece can stand" in page.refusal("piece-moves", **asks, piece=0, square=24)
    assert "kinds of pieces" in page.refusal("piece-moves", **asks, piece=15, square=9)
    assert "no piece can stand" in page.refusal(
        "piece-moves", variant="fragments", side="white", piece=0, square=25
    )


# --- the watched file ------------------------------------------------------------------------------------


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Page, Path]]:
    path = tmp_path / "match.pgn"
    server = Server(watched=path)
    with server.client, server.page() as page:
        yield page, path


def test_without_a_file_nothing_is_watched(page: Page) -> None:
    for kind, fields in (
        ("watch", {}),
        ("watch-list", {"before": 1}),
        ("watch-game", {"number": 1, "ply": 0}),
    ):
        assert "no file is watched" in page.refusal(kind, **fields)
    page.send("watch-leave")
    assert page.begin()["ply"] == 0


def test_games_come_as_they_are_written(watched: tuple[Page, Path]) -> None:
    page, path = watched
    page.send("watch")
    state = page.until("watched")
    assert (state["name"], state["games"], state["first"]) == ("match.pgn", [], 1)
    assert "no match.pgn yet" in state["problem"]
    append(path, pgn(1) + pgn(2)[:50])
    state = page.until("watched")
    assert (state["problem"], state["first"], [one["white"] for one in state["games"]]) == ("", 1, ["Ann"])
    append(path, pgn(2)[50:])
    state = page.until("watched")
    assert (state["first"], state["total"], len(state["games"])) == (2, 2, 1)
    assert [(row["player"], row["points"], row["games"]) for row in state["standings"]] == [
        ("Ann", 2, 2),
        ("Bob", 0, 2),
    ]
    page.send("watch-game", number=2, ply=1)
    shown = page.until("watch-game")
    assert (shown["ply"], shown["plies"], shown["san"], shown["position"]["last"]) == (1, 2, "e4", [12, 28])
    assert shown["position"]["world"] in page.worlds
    assert (shown["turn"]["side"], shown["turn"]["path"]) == ("white", [12, 28])
    page.send("watch-game", number=2, ply=0)
    assert page.until("watch-game")["turn"] is None
    page.send("watch-game", number=2, ply=999)
    assert page.until("watch-game")["ply"] == 2
    page.send("watch-list", before=2)
    assert [one["number"] for one in page.until("watch-list")["games"]] == [1]
    assert "there is no game 3" in page.refusal("watch-game", number=3, ply=0)
    path.write_text(pgn(1, "Zoe"))
    state = page.until("watched")
    assert (state["first"], state["total"], state["games"][0]["white"]) == (1, 1, "Zoe")
    page.send("watch-leave")
    append(path, pgn(2))
    assert page.begin()["ply"] == 0


def test_games_with_mistakes_are_shown_to_their_mistake(watched: tuple[Page, Path]) -> None:
    page, path = watched
    append(path, pgn(1).replace("e5 ", "Ke4 ") + pgn(2, Variant="../../etc/passwd") + pgn(3, FEN="x"))
    page.send("watch")
    assert page.until("watched")["total"] == 3
    page.send("watch-game", number=1, ply=9)
    shown = page.until("watch-game")
    assert (shown["ply"], shown["plies"]) == (1, 1)
    assert "Ke4" in shown["mistake"]
    assert "unknown variant" in page.refusal("watch-game", number=2, ply=0)
    assert "cannot begin" in page.refusal("watch-game", number=3, ply=0)


def test_a_game_of_the_file_is_analysed(watched: tuple[Page, Path]) -> None:
    page, path = watched
    append(path, pgn(1) + pgn(2, "Cid"))
    page.send("watch")
    page.until("watched")
    page.send("analyse_watched", number=2)
    assert page.until("analysis")["headers"]["White"] == "Cid"
    assert "there is no game 3" in page.refusal("analyse_watched", number=3)


def test_only_the_latest_games_are_sent(watched: tuple[Page, Path]) -> None:
    page, path = watched
    append(path, "".join(pgn(number) for number in range(1, 251)))
    page.send("watch")
    state = page.until("watched")
    assert (state["total"], state["first"], len(state["games"])) == (250, 151, 100)
    page.send("watch-list", before=151)
    earlier = page.until("watch-list")["games"]
    assert (earlier[0]["number"], earlier[-1]["number"]) == (51, 150)


# --- own worlds ------------------------------------------------------------------------------------------

WORLD = 'extends = "chess"\ntitle = "My World"\ntiles = "8/8/8/3%4/8/8/8/8"\n'


def write(path: Path, text: str) -> None:
    """Writes a file as an editor does, with a new time even on a clock of full seconds."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text)
    os.utime(path, ns=(before + 10**9, before + 10**9))


def test_an_own_world_that_changes(tmp_path: Path) -> None:
    path = tmp_path / "my_world.toml"
    write(path, WORLD)
    library = Library(judge=judge_start)
    server = Server(own=adapted_variant(path, library=library), library=library)
    with server.client, server.page() as page:
        old = page.begin("my_world")
        write(path, WORLD.replace("%", "~"))
        worlds = page.until("worlds")
        assert (worlds["worlds"][0]["name"], worlds["problems"]) == ("my_world", [])
        new = page.begin("my_world")
        tiles = [page.worlds[game["position"]["world"]]["tiles"][35] for game in (old, new)]
        assert tiles == ["lava", "water"]
        write(path, WORLD.replace("8/8/8/3%4", "8/8/8/3X4") + "\nnonsense = 1\n")
        problems = page.until("worlds")["problems"]
        assert any(f"{path}:3: " in problem for problem in problems)
        assert any(f"{path}:5: " in problem for problem in problems)
        again = page.begin("my_world")
        assert again["position"]["world"] == new["position"]["world"]
        page.play(old, "e2e4")
        write(path, WORLD)
        assert page.until("worlds")["problems"] == []
        path.unlink()
        assert page.until("worlds")["problems"]
        assert page.begin("my_world")["position"]["world"] == old["position"]["world"]


def test_games_of_an_own_world_open_with_it_as_it_is_now(tmp_path: Path) -> None:
    path = tmp_path / "my_world.toml"
    write(path, WORLD)
    library = Library(judge=judge_start)
    server = Server(own=adapted_variant(path, library=library), library=library)
    with server.client, server.page() as page:
        text = '[Variant "my_world"]\n\n1. e4 e5 *\n'
        tiles = []
        for terrain in ("%", "~"):
            write(path, WORLD.replace("%", terrain))
            if terrain == "~":
                page.until("worlds")
            identity = post(server, text, {}).json()["analysis"]
            page.send("open_analysis", analysis=identity)
            world = page.until("node")["position"]["world"]
            tiles.append(page.worlds[world]["tiles"][35])
        assert tiles == ["lava", "water"]
        assert "unknown variant" in post(server, text.replace("my_world", str(path)), {}).json()["text"]


def test_worlds_of_a_folder_and_what_they_extend(tmp_path: Path) -> None:
    write(tmp_path / "base.toml", WORLD)
    write(tmp_path / "child.toml", 'extends = "base"\ntitle = "Child"\n')
    worlds = Worlds(Library([tmp_path], environment=False), None)
    assert not worlds.poll()
    child = worlds.find("child")
    assert worlds.is_current(Game(child, "4k3/8/8/8/8/8/8/*3K3 w").variant)
    write(tmp_path / "base.toml", WORLD.replace("3%4", "4%3"))
    assert worlds.poll()
    assert not worlds.poll()
    assert not worlds.is_current(child)
    assert (child.tile(35), worlds.find("child").tile(35)) == ("%", ".")
    write(tmp_path / "base.toml", "title = [")
    assert worlds.poll()
    assert any("base.toml:1:" in problem for problem in worlds.problems)
    assert worlds.find("child").tile(36) == "%"
    assert {"base", "child"} <= {variant.name for variant in worlds.all()}
    write(tmp_path / "third.toml", 'extends = "chess"\ntitle = "Third"\n')
    write(tmp_path / "base.toml", WORLD)
    assert worlds.poll()
    assert (worlds.problems, worlds.find("third").title) == ((), "Third")


def test_a_broken_file_at_the_start_hides_only_itself(tmp_path: Path) -> None:
    write(tmp_path / "broken.toml", "title = [")
    worlds = Worlds(Library([tmp_path], environment=False), None)
    assert len(worlds.all()) == len(BUNDLED)
    assert "broken.toml:1:" in worlds.problems[0]


def test_bundled_files_are_not_watched() -> None:
    worlds = Worlds(Library(environment=False), Library().load("fragments"))
    assert worlds._stamps == {}
    assert not worlds.poll()
    assert bundled_folder().is_dir()
