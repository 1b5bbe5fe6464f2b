"""A host's whole shelf, played by mail: a game of every family that runs and one that has ended, one of each sort of
secrecy, and everywhere secrets that no page may tell.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import select, update

from judge.app import Work
from judge.games.lookup import LiveGame, live_game
from judge.identity.trust import player_at
from judge.play.membership import join
from judge.rules.machiavelli.board import BOARD
from judge.rules.registry import systems
from judge.rules.values import only
from judge.store.tables import Game, Player, Seat
from judge.testing.correspondent import Correspondent, Received
from tests.rules.conformance.scenarios import SCENARIOS
from tests.support.house import House

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
PEOPLE = (
    "Ottokar", "Philippa", "Quirin", "Roswitha", "Sieglinde", "Theobald", "Ulrike", "Volkmar", "Walburga", "Xaver",
    "Yolande", "Zacharias", "Adelheid",
)  # fmt: skip
MASTER = "Manus"
WORD = "opensesame"
WEEK = 168

EVIL = "<script>alert(1)</script>{{7*7}}"
ARTICLE = f"The harvest was poor, & {EVIL}."
MASK = "Nightingale"
LETTER = "A good morning to all of Europe."


@dataclass(frozen=True)
class Plan:
    """A game: its seats in the order of PEOPLE, the options below CREATE, the rounds to play, and whether it ends."""

    name: str
    system: str
    seats: Sequence[str]
    options: tuple[str, ...] = ()
    rounds: int = 2
    ends: bool = False

    def entitled(self, how: str) -> Plan:
        """The same under a title that ends so."""
        options = [f"{each} {how}" if each.startswith("title ") else each for each in self.options]
        return replace(self, options=tuple(options))


PIRATES = ("ANNE", "BLACKBEARD", "CALICO", "DRAKE")
CORNER = ("EA", "NO", "SO", "WE")
CREW = ("players 4", f"aliases {' '.join(PIRATES)}")
PLANS = (
    Plan("oslo", "payola", POWERS, (f"title Silver & Lies {EVIL}", "pseudonyms yes", "press choice"), 2),
    Plan("lisbon", "payola", POWERS, ("title Lisbon Silver", "variant ebayola", "nmr default"), 9, ends=True),
    Plan("bourse", "payola", PEOPLE[:3], ("title The Bourse", "variant exchange", "players 3", "nmr default"), 3),
    Plan(
        "merchant",
        "payola",
        PEOPLE[:3],
        ("title Merchants", "variant exchange", "players 3", "nmr default"),
        3,
        ends=True,
    ),
    Plan("fog", "payola", POWERS, ("title Fog over Trieste", "variant tincup", "nmr default"), 3),
    Plan("mist", "payola", POWERS, ("title Mist", "variant tincup", "nmr default"), 2, ends=True),
    Plan("paris", "diplomacy", POWERS, ("title Paris in Spring", "nmr default"), 4),
    Plan("vienna", "diplomacy", POWERS, ("title The Congress of Vienna", "nmr default"), 7, ends=True),
    Plan("dusk", "diplomacy", POWERS, ("title Dusk", "nmr default", "blind yes"), 2),
    Plan("plague", "machiavelli", tuple(BOARD.countries), ("title Absence of Plague",), 4),
    Plan("borgia", "machiavelli", tuple(BOARD.countries), ("title The Borgias",), 4, ends=True),
    Plan("corner", "empires", CORNER, ("title Four Corners",), 3),
    Plan("rome", "empires", CORNER, ("title Rome",), 4, ends=True),
    Plan("hoard", "pirates", PIRATES, ("title The Hoard", *CREW), 3),
    Plan("tortuga", "pirates", PIRATES, ("title Tortuga", *CREW), 12, ends=True),
    Plan("closed", "diplomacy", POWERS, ("title Behind doors", f"word {WORD}", "nmr default"), 2),
    Plan("bergen", "diplomacy", (), ("title Bergen in Winter",), 0),
)
FEW = 4
SHORT = tuple(
    replace(
        plan,
        seats=plan.seats[:FEW],
        options=plan.options
        + ((f"dummies {' '.join(plan.seats[FEW:])}",) if len(plan.seats) > FEW and plan.system != "empires" else ()),
        rounds=min(plan.rounds, 2),
    )
    for plan in PLANS
    if plan.name != "vienna"
)
"""The same for four people and two rounds, with dummies beside them."""
HIDDEN = "closed"
NAMED = ("bourse", "merchant")
"""Games whose seats bear their players' names by the rules."""
LATE = ("oslo", "AUSTRIA")
"""The game that waits, and for whom."""


@dataclass
class Showcase:
    """`people` by name; `seats`: game -> seat -> who sits there."""

    house: House
    master: Correspondent
    people: Mapping[str, Correspondent]
    seats: dict[str, dict[str, Correspondent]] = field(default_factory=dict)
    drawn: random.Random = field(default_factory=lambda: random.Random(11))

    def game(self, name: str) -> Game:
        return self.house.one(select(Game).where(Game.name == name))

    def here(self, name: str) -> LiveGame | None:
        with self.house.judge.db.reading() as session:
            return live_game(session, session.execute(select(Game).where(Game.name == name)).scalar_one())

    def newest(self, name: str, seat: str) -> Received:
        """The newest mail of this game to this seat that can be answered with orders."""
        return self.seats[name][seat].last(lambda mail: mail.subject.startswith(f"[{name}]"))

    def tell(self, name: str, seat: str, text: str) -> str:
        """Somebody answers the newest mail of this game; the judge's reply."""
        return self.house.tell(self.seats[name][seat], text, to=self.newest(name, seat)).text

    def direct(self, text: str) -> str:
        return self.house.tell(self.master, text).text

    def make(self, plan: Plan) -> None:
        """Creates and fills the game, and starts it if somebody plays."""
        lengths = [f"{kind} {WEEK}h" for kind in systems()[plan.system].lengths if kind.isalpha()]
        self.direct("\n".join((f"CREATE {plan.system} {plan.name}", *lengths, *plan.options)))
        self.house.judge.write(lambda work: self._seat(work, plan))
        if not plan.seats:
            return
        reply = self.direct(f"GAME {plan.name}\nSTART")
        assert "has started" in reply, reply
        by_id = {}
        with self.house.judge.db.reading() as session:
            query = select(Player.name, Seat.name).join(Seat, Seat.player_id == Player.id).join(Game)
            for player, seat in session.execute(query.where(Game.name == plan.name)):
                by_id[seat] = self.people[player.partition(" ")[0]]
        self.seats[plan.name] = by_id

    def _seat(self, work: Work, plan: Plan) -> None:
        """They JOIN, without the mails, which other tests are about."""
        game = work.session.execute(select(Game).where(Game.name == plan.name)).scalar_one()
        for seat, name in zip(plan.seats, PEOPLE, strict=False):
            player = player_at(work.session, self.people[name].address)
            assert player is not None
            join(work, game, player, "" if plan.system == "pirates" or plan.name in NAMED else seat)

    def write_all(self, name: str, but: Sequence[str] = ()) -> None:
        """Everybody who may write, but these, files a sheet at random for the open phase."""
        here = self.here(name)
        if here is None:
            return
        for seat, person in self.seats[name].items():
            parts = []
            for role in here.roles_of(seat) if seat not in but else ():
                sheet = SCENARIOS[here.system.name].sheet(here.system.view(here.state, only(role)), role, self.drawn)
                parts.append(sheet if role == seat else f"FOR {role}\n{sheet}")
            if parts:
                person.reply(self.newest(name, seat), "\n".join(parts), with_key=False)
        self.house.settle()


def showcase(house: House, plans: Sequence[Plan] = PLANS, *, known_for: str = "") -> Showcase:
    """Registers everybody and plays all of these: what runs in the end began so many rounds before. `known_for`: what
    all their names end in, and the titles of their games.
    """
    people = PEOPLE[: max(len(plan.seats) for plan in plans)]
    shelf = Showcase(house, house.registered(MASTER), {name: house.registered(name) for name in people})
    if known_for:
        plans = [plan.entitled(known_for) for plan in plans]
        with house.judge.db.writing() as session:
            session.execute(update(Player).values(name=Player.name + f" {known_for}"))
    rounds = max(plan.rounds for plan in plans)
    for number in range(rounds + 1):
        for plan in plans:
            if number == (0 if plan.ends else rounds - plan.rounds):
                shelf.make(plan)
            elif plan.ends and number == plan.rounds and shelf.here(plan.name) is not None:
                shelf.direct(f"GAME {plan.name}\nEND GAME Ended by consent")
        if number < rounds:
            for name in shelf.seats:
                shelf.write_all(name, but=(LATE[1],) if (number, name) == (rounds - 1, LATE[0]) else ())
            _talk(shelf, last=number == rounds - 1)
            house.pass_time(hours=WEEK + 1)
    return shelf


def _talk(shelf: Showcase, *, last: bool) -> None:
    """Press and articles, in the games that run now: for everybody, and for nobody else."""
    if "oslo" in shelf.seats:
        shelf.tell("oslo", "FRANCE", f"PRESS TO ALL\n{LETTER}\n{EVIL}\nEND PRESS")
        shelf.tell("oslo", "ENGLAND", f"ARTICLE\n{ARTICLE}\nEND ARTICLE")
        shelf.tell("oslo", "ENGLAND", "PRESS GREY TO ALL\nNobody knows who writes this.\nEND PRESS")
        shelf.tell("oslo", "GERMANY", f"PSEUDONYM {MASK}")
        shelf.tell("oslo", "GERMANY", f"PRESS AS {MASK} TO ALL\nThe night is long.\nEND PRESS")
    if last:
        for name, seats in shelf.seats.items():
            if shelf.here(name) is not None:
                whisper(shelf, name, *sorted(seats)[:2])


def whisper(shelf: Showcase, name: str, one: str, two: str) -> None:
    """Somebody writes to somebody else, now and with the results."""
    for how in ("", "LATER "):
        shelf.tell(name, one, f"PRESS {how}TO {two}\n{private(name)}\nEND PRESS")


def private(name: str) -> str:
    """What somebody in this game has written to somebody else."""
    return f"Meet me behind the arras, {name}-wards."
