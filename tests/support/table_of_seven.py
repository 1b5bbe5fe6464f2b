"""A game of seven and a GameMaster, played by mail in a house of the judge's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import select

from judge.app import Work
from judge.games.lookup import LiveGame, live_game, missing_roles, on_file, system_of
from judge.identity.trust import player_at
from judge.play.membership import join
from judge.rules.values import Audience, only
from judge.store.tables import Game
from judge.testing.correspondent import Correspondent, Received
from tests.support.bots import Strategies
from tests.support.house import House

PLAYERS = {
    "AUSTRIA": "Anna",
    "ENGLAND": "Edward",
    "FRANCE": "Fleur",
    "GERMANY": "Greta",
    "ITALY": "Italo",
    "RUSSIA": "Rosa",
    "TURKEY": "Timur",
}


MASTER = ""  # among the people of a copy


class Seven:
    """Everybody at one game; `players` by power."""

    def __init__(self, house: House, master: Correspondent, players: dict[str, Correspondent], name: str) -> None:
        self.house = house
        self.master = master
        self.players = players
        self.name = name

    def game(self) -> Game:
        return self.house.one(select(Game).where(Game.name == self.name))

    def now(self) -> LiveGame | None:
        """The game as it stands; None once it has ended."""
        with self.house.judge.db.reading() as session:
            return live_game(session, session.execute(select(Game).where(Game.name == self.name)).scalar_one())

    def here(self) -> LiveGame:
        """The same of a game that has not ended."""
        here = self.now()
        assert here is not None
        return here

    def view(self, role: str) -> Any:
        return self.view_of(only(role))

    def view_of(self, audience: Audience) -> Any:
        game = self.game()
        system = system_of(game)
        return system.view(system.load(game.state), audience)

    def missing(self) -> tuple[str, ...]:
        with self.house.judge.db.reading() as session:
            here = live_game(session, session.execute(select(Game).where(Game.name == self.name)).scalar_one())
            return missing_roles(here.phase, on_file(session, here.game, here.row.label)) if here else ()

    def results(self, role: str) -> Received:
        """The latest mail of the game that can be answered with orders."""
        return self.players[role].last(lambda mail: "results" in mail.subject or "has begun" in mail.subject)

    def tell(self, role: str, text: str, *, key: bool = True) -> Received:
        """A player answers the latest results; the judge's reply."""
        return self.house.tell(self.players[role], text, to=self.results(role), key=key)

    def direct(self, text: str) -> Received:
        """The GameMaster commands; the judge's reply."""
        return self.house.tell(self.master, f"GAME {self.name}\n{text}")

    def send_all(self, strategies: Strategies, roles: Iterable[str]) -> None:
        """The sheets of these roles, all in the mail before the judge reads any."""
        for role in roles:
            self.players[role].reply(self.results(role), strategies[role](self.view(role)), with_key=False)
        self.house.settle()

    def play_phase(self, strategies: Strategies, **length: float) -> None:
        """Everybody who is awaited writes, and the deadline passes."""
        here = self.here()
        self.send_all(strategies, here.phase.wanted)
        late = self.missing()
        assert not late, [self.players[role].last().text for role in late]
        self.house.pass_time(**(length or {"hours": 73}))


class Seated(Seven):
    """A game of any family that has begun, `cast` at its seats and Manus its GameMaster. `wish` is how one joins."""

    def __init__(
        self, house: House, system: str, name: str, cast: Mapping[str, str], *options: str, wish: str = " AS {}"
    ) -> None:
        def begin() -> Mapping[str, Correspondent]:
            everybody = house.gathered("Manus", *cast.values())
            house.tell(everybody["Manus"], "\n".join((f"CREATE {system} {name}", *options, "END CREATE")))
            for seat, person in cast.items():
                house.tell(everybody[person], f"JOIN {name}{wish.format(seat)}")
            house.tell(everybody["Manus"], f"GAME {name}\nSTART")
            return everybody

        people = house.once(("seated", system, name, options, sorted(cast.items())), begin)
        super().__init__(house, people["Manus"], {seat: people[person] for seat, person in cast.items()}, name)

    def newest(self, seat: str) -> Received:
        return self.players[seat].last(lambda mail: mail.subject.startswith(f"[{self.name}]"))

    def tell(self, role: str, text: str, *, key: bool = True, to: Received | None = None) -> Received:
        """A player answers the newest letter of the game; the judge's reply."""
        return self.house.tell(self.players[role], text, to=to or self.newest(role), key=key)


def _seat(house: House, name: str, players: Mapping[str, Correspondent]) -> None:
    """They JOIN, each with one wish; without the mails, which other tests are about."""

    def unit(work: Work) -> None:
        game = work.session.execute(select(Game).where(Game.name == name)).scalar_one()
        for role, who in players.items():
            player = player_at(work.session, who.address)
            assert player is not None
            join(work, game, player, role)

    house.judge.write(unit)


def seven(
    house: House, *options: str, system: str = "payola", name: str = "oslo", cast: Mapping[str, str] = PLAYERS
) -> Seven:
    """Registers a GameMaster and the cast (power -> player; nobody for dummies that an option names), makes a game
    with these options, and starts it with everybody at the seat he likes.
    """
    dummies = " ".join(options).upper()
    cast = {role: person for role, person in cast.items() if role not in dummies}

    def play() -> dict[str, Correspondent]:
        everybody = house.gathered("Manus", *cast.values())
        master = everybody["Manus"]
        house.tell(
            master, "\n".join((f"CREATE {system} {name}", "movement 72h", "retreats 72h", "adjustments 72h", *options))
        )
        _seat(house, name, {role: everybody[person] for role, person in cast.items()})
        reply = house.tell(master, f"GAME {name}\nSTART")
        assert "has started" in reply.text, reply.text
        return {MASTER: master, **{role: everybody[person] for role, person in cast.items()}}

    people = house.once(("seven", system, name, options, sorted(cast.items())), play)
    return Seven(house, people[MASTER], {role: people[role] for role in cast}, name)


def played(house: House, what: tuple[object, ...], play: Callable[[], Seven], *, name: str = "oslo") -> Seven:
    """The table at which `play` has begun and played the house's only game. It is played once in a test run, and copied
    into every other house like this one; `what` tells it from all other plays.
    """

    def people() -> dict[str, Correspondent]:
        table = play()
        return {MASTER: table.master, **table.players}

    found = house.once(("played", name, *what), people)
    return Seven(house, found[MASTER], {role: who for role, who in found.items() if role != MASTER}, name)
