"""Programs that play on the page, good ones and bad ones, without a page."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path

import pytest
from tests.match.fouls import TILEFISH, foul, foul_command

from tilefish import Game
from tilefish.engine.time_control import parse_time_control
from tilefish.match.control import Control, Turn
from tilefish.match.players import Entrant
from tilefish.match.uci_process import EngineError, Failure
from tilefish.play.clock import Clock
from tilefish.play.players import Cast
from tilefish.rules.errors import InputError
from tilefish.web.processors import Processors
from tilefish.web.programs import Programs
from tilefish.web.thinking import Thinker

FIXED = Turn(Control(depth=1), is_white=True, patience=60)
SEAT = ("game", "white")


def logging_engine(folder: Path) -> Entrant:
    """A good engine that writes down when it begins and ends."""
    script = folder / "engine.py"
    log = folder / "log"
    script.write_text(
        "import sys\n"
        f"log = open({str(log)!r}, 'a', buffering=1)\n"
        "print('begun', file=log)\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'uci': print('uciok', flush=True)\n"
        "    if word == 'isready': print('readyok', flush=True)\n"
        "    if word == 'go': print('info depth 3 score cp 25 pv e2e4\\nbestmove e2e4', flush=True)\n"
        "    if word == 'quit': break\n"
        "print('ended', file=log)\n"
    )
    return Entrant("Logger", shlex.join([sys.executable, "-S", str(script)]))


def log_of(folder: Path) -> list[str]:
    return (folder / "log").read_text().split()


def test_a_program_plays_and_stays_for_the_next_move(tmp_path: Path) -> None:
    entrant = logging_engine(tmp_path)

    async def play() -> None:
        programs = Programs()
        for _ in range(3):
            answer = await programs.move(SEAT, entrant, Game("chess"), FIXED)
            assert answer.move == "e2e4"
            assert answer.thought is not None
            assert (answer.thought.score, answer.thought.depth) == (25, 3)
        assert len(programs) == 1
        await programs.close()

    asyncio.run(play())
    assert log_of(tmp_path) == ["begun", "ended"]


@pytest.mark.parametrize(
    ("habit", "failure"),
    [
        ("exit", Failure.CRASH),
        ("crash", Failure.CRASH),
        ("chatter", Failure.HANG),
        ("hang", Failure.HANG),
        ("variants", Failure.UNABLE),
    ],
)
def test_a_bad_program_fails_alone(habit: str, failure: Failure, tmp_path: Path) -> None:
    good = logging_engine(tmp_path)
    variant = "fragments" if habit == "variants" else "chess"
    turn = Turn(Control(movetime=0.01), is_white=True, patience=0.3 if failure is Failure.HANG else 60)

    async def play() -> None:
        programs = Programs()
        with pytest.raises(EngineError) as error:
            await programs.move(SEAT, foul(habit), Game(variant), turn)
        if habit != "chatter":  # a flood or a hang, as the machine is quick or slow
            assert error.value.failure is failure
        assert len(programs) == 0
        assert (await programs.move(("other", "white"), good, Game("chess"), FIXED)).move == "e2e4"
        await programs.close()

    asyncio.run(play())


def test_while_one_hangs_the_others_play(tmp_path: Path) -> None:
    good = logging_engine(tmp_path)
    endless = Turn(Control(movetime=0.01), is_white=True, patience=600)

    async def play() -> None:
        programs = Programs()
        hanging = asyncio.create_task(programs.move(SEAT, foul("hang"), Game("chess"), endless))
        answer = await programs.move(("other", "white"), good, Game("chess"), FIXED)
        assert answer.move == "e2e4"
        assert not hanging.done()
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        assert len(programs) == 1
        await programs.close()

    asyncio.run(play())


def test_a_program_that_is_released_while_it_thinks_is_cut_off() -> None:
    endless = Turn(Control(movetime=0.01), is_white=True, patience=36_000)

    async def play() -> None:
        programs = Programs()
        hanging = asyncio.create_task(programs.move(SEAT, foul("hang"), Game("chess"), endless))
        while not hanging.done():  # at first it is being started
            programs.release(SEAT)
            await asyncio.sleep(0.05)
        assert isinstance(hanging.exception(), EngineError)
        assert len(programs) == 0
        await programs.close()

    asyncio.run(play())


def test_no_more_than_so_many_run(tmp_path: Path) -> None:
    good = logging_engine(tmp_path)
    endless = Turn(Control(movetime=0.01), is_white=True, patience=600)

    async def play() -> None:
        programs = Programs(most=2)
        for game in ("a", "b", "c"):
            await programs.move((game, "white"), good, Game("chess"), FIXED)
            assert len(programs) <= 2
        busy = [
            asyncio.create_task(programs.move((game, "black"), foul("hang"), Game("chess"), endless))
            for game in ("d", "e")
        ]
        await asyncio.sleep(0)
        with pytest.raises(EngineError, match="the most"):
            await programs.move(("f", "white"), good, Game("chess"), FIXED)
        for task in busy:
            task.cancel()
        await asyncio.wait(busy)
        await programs.close()

    asyncio.run(play())


def test_a_program_stops_when_asked_even_before_it_has_started() -> None:
    endless = Turn(Control(movetime=3600), is_white=True, patience=60)
    tilefish = Entrant("Tilefish", TILEFISH)

    async def play() -> None:
        programs = Programs()
        assert not programs.stop(SEAT)
        thinking = asyncio.create_task(programs.move(SEAT, tilefish, Game("fragments"), endless))
        await asyncio.sleep(0)
        assert programs.stop(SEAT)
        assert (await thinking).move in Game("fragments").legal_moves
        await programs.close()

    asyncio.run(play())


def test_move_now_reaches_a_program_whose_search_has_only_been_asked_for() -> None:
    # It answers to `stop` alone; without one it counts as hung.
    patient = shlex.join([sys.executable, "-S", str(Path(__file__).with_name("patient_engine.py")), "e2e4"])
    cast = Cast(hash_megabytes=1, entrants=(Entrant("Patient", patient, control=Control(movetime=0.01)),))

    async def play() -> None:
        programs, at_once = Programs(), asyncio.Event()
        thinker = Thinker("game", Processors(1), programs)
        choice = thinker.choose(cast.player("Patient"), Game("chess"), None, None, at_once, lambda *_: None)
        thinking = asyncio.create_task(choice)
        at_once.set()  # before the task has run at all
        thinker.stop("white")
        assert (await thinking).move == "e2e4"
        await programs.close()

    asyncio.run(play())


def test_seats_of_entrants() -> None:
    cast = Cast(
        hash_megabytes=1,
        entrants=(
            Entrant("SF", foul_command("good"), control=Control(nodes=500)),
            Entrant("Weak", level="skill3", options=("Hash=2",)),
        ),
    )
    program, level, person = cast.player("SF"), cast.player("Weak"), cast.player("me")
    assert (program.is_person, level.is_person, person.is_person) == (False, False, True)
    assert program.turn(None, "white", None, 1).go() == "go nodes 500"
    clock = Clock(parse_time_control("60+2"))
    assert (
        program.turn(None, "black", clock, 1).go()
        == "go wtime 60000 btime 60000 winc 2000 binc 2000 nodes 500"
    )
    assert level.engine is not None
    assert (level.name, level.level_name) == ("Weak", "skill3")
    with pytest.raises(InputError):
        cast.player("sf")
