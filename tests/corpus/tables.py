"""The tables at which the writers of the corpus sit: games called bergen that have begun, kept as folders to copy."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from sqlalchemy import select

from judge.app import Work
from judge.games.lookup import LiveGame, live_game
from judge.identity.trust import player_at
from judge.play.membership import join
from judge.rules.machiavelli.board import BOARD
from judge.store.tables import Game
from judge.testing.correspondent import Correspondent, Received
from tests.support.house import DAY_ONE, House, open_house

NAME = "bergen"
MASTER = "MASTER"
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
FRIENDS = ("ANNA", "BOB", "CARL", "DORA", "EMIL", "FRITZ", "GERDA")
STRANGERS = ("HEDDA", "INGO", "JUNO", "KNUT", "LENA", "MILO", "NILS")
INVESTORS = ("ANNA", "BERT", "CARL", "DORA", "EMIL", "FRITZ", "GERDA")
COUNTRIES = ("EA", "NO", "SO", "WE")


@dataclass(frozen=True)
class Setting:
    """How a table is made: the words behind CREATE, the options, its seats, whether these are the players' names,
    how many phases pass before anybody of the corpus writes, how many hours each of them takes, who wrote what in them
    before, and what every package of pirates holds.
    """

    system: str
    options: tuple[str, ...]
    seats: tuple[str, ...]
    named: bool = False
    phases: int = 0
    hours: int = 300
    wrote: tuple[tuple[int, str, str], ...] = ()
    package: int = 30


HURRIED = ("nmr default",)
ARMED = (
    (0, "FLORENCE", "Raise A FIR, A ARE, F PIS"),
    (0, "MILAN", "Raise A MIL, A PAV, G CRE"),
    (0, "VENICE", "Raise F VEN, A PAD, G TRV"),
    (0, "PAPACY", "Raise A ROM, A PER, F ANC"),
    (0, "NAPLES", "Raise A AQU, F NAP, A BAR"),
)
GROWN = (
    (0, "FRANCE", "A MAR - SPA\nA PAR - PIC\nF BRE - MAO"),
    (0, "GERMANY", "F KIE - DEN\nA MUN - RUH\nA BER - KIE"),
    (0, "RUSSIA", "F SEV - RUM"),
    (1, "FRANCE", "A PIC - BEL\nF MAO - POR"),
    (1, "GERMANY", "A RUH - HOL"),
)
LED = (
    (0, "ANNA", "BUY 5 FRANCE\nBUY 2 ITALY\nELECT FRANCE ANNA\nELECT ITALY BERT"),
    (0, "BERT", "BUY 4 ITALY\nELECT ITALY BERT"),
    (0, "CARL", "BUY 6 TURKEY\nBUY 3 GERMANY\nELECT TURKEY CARL\nELECT GERMANY CARL"),
)
RICH = (
    (0, "RUSSIA", "F SEV - RUM\nA MOS - UKR\nF STP/SC - BOT"),
    (1, "RUSSIA", "F BOT - SWE"),
)
BEATEN = (
    (0, "ENGLAND", "F LON - NTH"),
    (0, "FRANCE", "F BRE - ENG"),
    (0, "GERMANY", "F KIE - DEN"),
    (1, "GERMANY", "F DEN - NTH"),
    (1, "FRANCE", "F ENG S F DEN - NTH"),
)
SETTINGS: Mapping[str, Setting] = {
    "payola": Setting("payola", (), POWERS),
    "payola-classic": Setting("payola", ("variant classic",), POWERS),
    "payola-ebayola": Setting("payola", ("variant ebayola",), POWERS),
    "payola-fall": Setting("payola", HURRIED, POWERS, phases=1),
    "diplomacy": Setting("diplomacy", (), POWERS),
    "diplomacy-fall": Setting("diplomacy", HURRIED, POWERS, phases=1),
    "blind": Setting("diplomacy", ("blind yes",), POWERS),
    "machiavelli": Setting("machiavelli", (), tuple(BOARD.countries)),
    "diplomacy-winter": Setting("diplomacy", HURRIED, POWERS, phases=2, wrote=GROWN),
    "diplomacy-builds": Setting("diplomacy", HURRIED, POWERS, phases=2, wrote=RICH),
    "diplomacy-retreats": Setting("diplomacy", HURRIED, POWERS, phases=2, wrote=BEATEN),
    "machiavelli-campaign": Setting("machiavelli", (), tuple(BOARD.countries), phases=1, hours=180, wrote=ARMED),
    "pirates-vote": Setting("pirates", (), (*FRIENDS, *STRANGERS), named=True, phases=1, hours=25),
    "exchange-led": Setting("exchange", (), INVESTORS, named=True, phases=1, hours=80, wrote=LED),
    "empires": Setting("empires", (), COUNTRIES),
    "pirates": Setting("pirates", (), (*FRIENDS, *STRANGERS), named=True),
    "pirates-twenty": Setting("pirates", (), (*FRIENDS, *STRANGERS), named=True, package=20),
    "exchange": Setting("exchange", (), INVESTORS, named=True),
}


class Table:
    """People at a game in a house; `players` by seat, and the GameMaster among them."""

    def __init__(self, house: House, players: Mapping[str, Correspondent]) -> None:
        self.house = house
        self.players = players

    def here(self) -> LiveGame:
        with self.house.judge.db.reading() as session:
            found = live_game(session, session.execute(select(Game)).scalar_one())
            assert found is not None
            return found

    def opening(self, seat: str) -> Received:
        return self.players[seat].last(lambda mail: "has begun" in mail.subject)

    def results(self, seat: str) -> Received:
        return self.players[seat].last(lambda mail: ": results" in mail.subject and not mail.subject.startswith("Re:"))


def _begin(house: House, setting: Setting) -> Table:
    names = {seat: seat.title() if setting.named else f"Player-{seat.title()}" for seat in setting.seats}
    people = house.gathered(MASTER, *names.values())
    master = people[MASTER]
    house.tell(master, "\n".join((f"CREATE {setting.system} {NAME}", *setting.options, "END CREATE")))

    def unit(work: Work) -> None:
        game = work.session.execute(select(Game)).scalar_one()
        for seat, name in names.items():
            player = player_at(work.session, people[name].address)
            assert player is not None
            join(work, game, player, "" if setting.named else seat)

    house.judge.write(unit)
    begun = house.tell(master, f"GAME {NAME}\nSTART")
    assert "has started" in begun.text, begun.text
    if setting.system == "pirates":
        house.judge.write(partial(_without_lots, package=setting.package))
    table = Table(house, {MASTER: master, **{seat: people[name] for seat, name in names.items()}})
    for phase in range(setting.phases):
        for at, seat, words in setting.wrote:
            if at == phase:
                house.tell(table.players[seat], words)
        house.pass_time(hours=setting.hours)
    return table


def _without_lots(work: Work, package: int) -> None:
    """The friends are in one room, and every package holds as much: else nobody could write a plan beforehand."""
    game = work.session.execute(select(Game)).scalar_one()
    rooms = {**dict.fromkeys(FRIENDS, 1), **dict.fromkeys(STRANGERS, 2)}
    game.state = {**(game.state or {}), "rooms": rooms, "opened": dict.fromkeys(rooms, package)}


@dataclass(frozen=True)
class Kept:
    """A table's folder, when it was left, and its people's KEYs."""

    folder: Path
    at: datetime
    keys: Mapping[str, str]


def kept(folder: Path, template: Path, name: str) -> Kept:
    """Plays the table once into the folder."""
    folder.mkdir()
    shutil.copyfile(template, folder / "judge.db")
    with _opened(folder, DAY_ONE) as house:
        table = _begin(house, SETTINGS[name])
        return Kept(folder, house.clock.now(), {seat: who.key for seat, who in table.players.items()})


@contextmanager
def laid(kept_table: Kept, folder: Path, name: str) -> Iterator[Table]:
    """The table again, in a folder of its own."""
    shutil.copytree(kept_table.folder, folder)
    setting = SETTINGS[name]
    with _opened(folder, kept_table.at) as house:
        people = {}
        for seat, key in kept_table.keys.items():
            by_seat = f"Player-{seat.title()}" if seat != MASTER and not setting.named else seat
            people[seat] = house.person(by_seat)
            people[seat].key = key
        yield Table(house, people)


def _opened(folder: Path, start: datetime) -> AbstractContextManager[House]:
    return open_house(f"sqlite:///{folder / 'judge.db'}", folder, start=start, replies_per_hour=10_000)
