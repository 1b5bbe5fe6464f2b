"""What computer players cost: games among them, a turn of each family's strongest, and a due phase of a judge where six
of them sit, from the mail that makes it due to their sheets for the next one.
"""

from __future__ import annotations

import logging
import tempfile
import time
from pathlib import Path

from sqlalchemy import select

from bench._server import Cost
from judge.arena.series import Series, one_game, options_of
from judge.games.lookup import live_game
from judge.play import computers
from judge.rules.computers import STEADY
from judge.rules.registry import find_system, systems
from judge.store.migrate import migrate
from judge.store.tables import Game, Seat
from tests.support.house import House, open_house

FASTEST = 40
"""Phases of Payola of seven novices a second."""
PHASES, GAMES, ROUNDS = 20, 3, 10


def phases_a_second() -> float:
    """Of Payola, seven novices, on one processor."""
    series = Series("payola", options_of(find_system("payola"), {}, None), ("novice",), GAMES, phases=PHASES)
    begun = time.process_time()
    played = sum(one_game(series, number).played.phases for number in range(GAMES))
    return played / (time.process_time() - begun)


def turns(name: str) -> tuple[float, float]:
    """Seconds of CPU of a turn of this family's strongest, on average and at most."""
    system = find_system(name)
    strength = STEADY if STEADY in system.computers else "novice"
    played = one_game(Series(name, options_of(system, {}, None), (strength,), 1, phases=PHASES), 0).played
    asked = sum(each.asked for each in played.turns.values())
    seconds = sum(each.seconds for each in played.turns.values())
    return seconds / max(1, asked), max(each.slowest for each in played.turns.values())


def due_phases(name: str) -> Cost:
    """Of a game for practice: their mail, the phase that it ends, and what the programs write for the next."""
    logging.getLogger("judge").setLevel(50)
    cost = Cost()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        with open_house(url, Path(folder), replies_per_hour=1_000_000) as house:
            who = house.registered("Stella")
            house.tell(who, f"PRACTICE {name} novice")
            for _ in range(ROUNDS):
                letter = who.last(lambda mail: mail.subject.startswith("[practice-") and "YOUR SHEET" in mail.text)
                if not _is_open(house):
                    break
                who.reply(letter, _sheet(house), with_key=False)
                cost.add(house.judge, house.settle)
                house.pass_time(minutes=1)
    return cost


def _is_open(house: House) -> bool:
    with house.judge.db.reading() as session:
        return session.execute(select(Game.status)).scalar_one() == "active"


def _sheet(house: House) -> str:
    """What a program would write in the place of the only person."""
    with house.judge.db.reading() as session:
        here = live_game(session, session.execute(select(Game)).scalar_one())
        seat = session.execute(select(Seat).where(Seat.player_id.is_not(None))).scalar_one()
        if here is None:
            return "NO ORDERS"
        writing = computers.writing_of(here, computers.past_of(session, here), seat, "novice")
    return "\n".join((*writing.sheets.values(), "NO ORDERS"))


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    found = [("Payola, 7 novices, games in memory", f"{phases_a_second():.0f} phases a second", f"{FASTEST}")]
    for name in sorted(systems()):
        usual, most = turns(name)
        found.append(
            (f"a turn of the strongest, {name}", f"{1000 * usual:.1f} ms, {1000 * most:.0f} at most", "200 ms")
        )
    among = ("payola", "diplomacy", "machiavelli")
    return found + [(f"a due phase among programs, {name}", due_phases(name).each(), "") for name in among]
