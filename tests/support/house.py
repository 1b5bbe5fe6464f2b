"""A whole judge for a test: a real database, a real SMTP listener where it is asked for, Maildirs for the players; only
the clock is set by hand.
"""

from __future__ import annotations

import os
import secrets
import smtplib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Select, event, select

from judge.app import Judge, judge_at
from judge.clock import SetClock
from judge.identity import players
from judge.identity.trust import player_at
from judge.outbox.transport import MaildirTransport, Transport, transport_for
from judge.play import agenda, outage
from judge.settings import Settings, parse_relay
from judge.store import secret
from judge.store.engine import Database
from judge.store.tables import Player
from judge.testing.correspondent import Correspondent, Received
from judge.workers.clerk import Clerk
from judge.workers.courier import Courier
from tests.support import copies
from tests.support.statements import share_compiled
from tests.support.way_in import OF_THE_WAY, Neighbor, WayIn

T = TypeVar("T")
DAY_ONE = datetime(2026, 3, 2, 12, tzinfo=UTC)
# The tokens in mails that were copied from one house to another are good in both.
HOST_SECRET = secret.Secret({1: bytes(range(secret.SECRET_BYTES))})


class House:
    """`settle()` lets the clerk and the courier work until nothing is due; `pass_time` moves the clock and settles.

    `like` names everything that decides what happens here; None where nothing may be copied from another house.
    `by_wire` says that everybody who is met from now on sends mail by SMTP; else it is handed in.
    """

    def __init__(
        self, judge: Judge, clock: SetClock, way_in: WayIn, mailbox: Path, like: tuple[object, ...] | None
    ) -> None:
        self.like = like
        self.judge = judge
        self.clock = clock
        self.way_in = way_in
        self.by_wire = False
        self.mailbox = mailbox
        self.clerk = Clerk(judge)
        self.transport = _hurried_transport(judge.settings)

    def settle(self) -> None:
        is_empty = agenda.is_empty(self.judge)
        done = self.clerk.work_off()
        assert not (is_empty and done), "no tick would have done it"
        Courier(self.judge, self.transport).deliver()

    def pass_time(self, **by: float) -> None:
        """`pass_time(hours=3)`: the judge was awake all the while."""
        self.clock.advance(timedelta(**by))
        outage.note_awake(self.judge)
        self.settle()

    def sleep(self, **by: float) -> None:
        """So much time passes while the judge is down; then it wakes up."""
        self.clock.advance(timedelta(**by))
        self.settle()

    def one(self, query: Select[T]) -> T:
        """The one value in the database that the query finds."""
        with self.judge.db.reading() as session:
            return session.execute(query).scalar_one()

    def zone(self) -> str:
        """The time zone of the one player who is registered."""
        return self.one(select(Player.zone))

    def every(self, query: Select[T]) -> list[T]:
        """All values that it finds, in order."""
        with self.judge.db.reading() as session:
            return list(session.execute(query).scalars())

    @property
    def server(self) -> tuple[str, int]:
        """Host and port of the SMTP listener."""
        return self.way_in.server

    def person(self, name: str) -> Correspondent:
        """Somebody whom the judge does not know yet."""
        return self._neighbor(name, f"{name.lower()}@example.org")

    def _neighbor(self, name: str, address: str, key: str = "") -> Correspondent:
        judge = self.judge.settings.address
        if self.by_wire:
            return Correspondent(name, address, judge, self.server, self.mailbox, key)
        return Neighbor(name, address, judge, ("", 0), self.mailbox, key, way_in=self.way_in)

    def once(
        self, what: tuple[object, ...], play: Callable[[], Mapping[str, Correspondent]]
    ) -> Mapping[str, Correspondent]:
        """The people that `play` brings together in a house where nothing has happened yet. It is played once in a test
        run, and copied into every other house that is like this one; `what` tells it from other beginnings.
        """
        if self.like is None or not copies.are_kept() or not copies.is_untouched(self.judge.db):
            return play()
        where = copies.place(self.like, what)
        if not where.exists():
            people = play()
            copies.save(where, self.judge.db, self.mailbox, people, self.clock.now())
            return people
        now, kept = copies.restore(where, self.judge.db, self.mailbox)
        self.clock.advance(now - self.clock.now())
        made = {call: self._known(person) for call, person in kept.items()}
        for who in made.values():
            copies.read_before(where, who)
        return made

    def _known(self, person: copies.Person) -> Correspondent:
        return self._neighbor(person.name, person.address, person.key)

    def registered(self, name: str) -> Correspondent:
        """Somebody who has registered, proved the address, and noted the KEY."""
        return self.gathered(name)[name]

    def gathered(self, *names: str) -> Mapping[str, Correspondent]:
        """Several who have registered, in this order; whoever is first in several casts registers once."""
        first, last = names[:-1], names[-1]
        return self.once(
            ("gathered", names), lambda: {**(self.gathered(*first) if first else {}), last: self._register(last)}
        )

    def _register(self, name: str) -> Correspondent:
        who = self.person(name)
        with self.judge.db.reading() as session:
            known = player_at(session, who.address) is not None
        if known or self.like is None:
            who.write(f"REGISTER {name}")
            self.settle()
            who.reply(who.last(), "Yes, this is me.")
            self.settle()
        else:  # without their mails, which other tests are about
            self.judge.write(lambda work: players.prove(work, players.enter(work, who.address, name)))
            Courier(self.judge, self.transport).deliver()
        who.key = who.last(lambda mail: mail.key != "").key
        return who

    def tell(self, who: Correspondent, text: str, *, to: Received | None = None, key: bool = True) -> Received:
        """Writes a mail as an answer to `to` (default: the latest mail) and returns the judge's reply to it.

        With the key beside the answer's token hardly anything needs a code; what does is confirmed at once.
        """
        before = len(who.inbox())
        reply = self._answer(who, to or who.last(), text, key=key)
        asking = [mail for mail in who.inbox()[before:] if mail.code]
        return self._answer(who, asking[-1], f"CONFIRM {asking[-1].code}", key=key) if key and asking else reply

    def agree(self, who: Correspondent) -> Received:
        """Somebody agrees to what a GameMaster has asked them (REPLACE, APPOINT, HANDOVER); the judge's reply."""
        asked = who.last(lambda mail: "Will you " in mail.subject)
        return self._answer(who, asked, f"CONFIRM {asked.code}", key=False)

    def _answer(self, who: Correspondent, to: Received, text: str, *, key: bool) -> Received:
        message_id = who.reply(to, text, with_key=key)
        self.settle()
        return who.last(lambda mail: str(mail.message["In-Reply-To"]) == message_id)


@contextmanager
def open_house(
    database_url: str,
    folder: Path,
    *,
    start: datetime = DAY_ONE,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    **settings: Any,
) -> Iterator[House]:
    """A judge on this migrated database, with its Maildirs below `folder`; its clock stands at `start`."""
    chosen: dict[str, Any] = {
        "creators": "*",
        "listen": "127.0.0.1:0",
        "relay": f"maildir:{folder / 'mail'}",
        "map_width": 0,
        "final_pause_seconds": 0,  # the clock stands while they write
        "newcomers_games": 0,  # everybody is new, and plays in many games
        **settings,
    }
    clock = SetClock(start)
    read = _settings(database_url, chosen)
    if entropy is secrets.token_bytes and secret.read(read) is None:
        secret.write(secret.file_for(read), HOST_SECRET)
    database = Database(database_url)
    for engine in database.engines:
        event.listen(engine, "connect", _hurried)
    share_compiled(database)
    judge = judge_at(database, read, clock, entropy)
    alike = entropy is secrets.token_bytes and "relay" not in settings
    like = (judge.db.dialect, start, sorted(_decide(settings).items(), key=str)) if alike else None
    way_in = WayIn(judge)
    try:
        house = House(judge, clock, way_in, folder / "mail", like)
        house.by_wire = any(each in settings for each in OF_THE_WAY)
        yield house
    finally:
        way_in.close()
        judge.db.close()


MANY_REPLIES = 10_000
"""An hour: the clock stands while everybody writes."""


@pytest.fixture
def generous_house(sqlite_url: str, tmp_path: Path) -> Iterator[House]:
    """A judge on SQLite that answers as many mails an hour as a test writes."""
    with open_house(sqlite_url, tmp_path, replies_per_hour=MANY_REPLIES) as opened:
        yield opened


@pytest.fixture
def any_house(database_url: str, tmp_path: Path) -> Iterator[House]:
    """The same on the kind of database on which the test runs."""
    with open_house(database_url, tmp_path, replies_per_hour=MANY_REPLIES) as opened:
        yield opened


def _decide(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """Of these settings those that decide how a game begins: no beginning comes near a bound that is not a low one, and
    none outlasts the judge's sleep.
    """
    usual = Settings.model_fields["replies_per_hour"].default
    free = {"settle_hours"} | ({"replies_per_hour"} if settings.get("replies_per_hour", usual) >= usual else set())
    return {name: value for name, value in settings.items() if name not in free}


_checked: dict[str, Settings] = {}


def _settings(database_url: str, chosen: dict[str, Any]) -> Settings:
    """Read and checked once for all houses that differ in nothing but where they are."""
    place = {"database": database_url, "relay": chosen["relay"]}
    environment = {name: value for name, value in os.environ.items() if name.upper().startswith("JUDGE_")}
    if not chosen["relay"].startswith("maildir:"):
        return Settings(database=database_url, **chosen)
    alike = repr((sorted(environment.items()), sorted({**chosen, "relay": ""}.items(), key=str)))
    if alike not in _checked:
        _checked[alike] = Settings(database=database_url, **chosen)
    return _checked[alike].model_copy(update=place)


Opening = Callable[..., House]
"""`opened(**settings)` opens a house."""


def put(house: House, raw: str | bytes, *, mail_from: str = "someone@elsewhere.org", to: str = "") -> None:
    """A mail as it is on the wire, LF for CRLF; then everybody works."""
    octets = (raw.encode() if isinstance(raw, str) else raw).replace(b"\n", b"\r\n")
    recipient = to or house.judge.settings.address
    if house.by_wire:
        with smtplib.SMTP(*house.server, timeout=120) as smtp:
            smtp.sendmail(mail_from, [recipient], octets)
    else:
        house.way_in.hand_in(mail_from.strip("<>"), recipient, octets)
    house.settle()


class _HurriedMaildir(MaildirTransport):
    def _sync(self, handle: int) -> None:
        """The same as below, of what is sent."""


def _hurried_transport(settings: Settings) -> Transport:
    relay = parse_relay(settings.relay)
    return _HurriedMaildir(relay) if isinstance(relay, Path) else transport_for(settings)


def _hurried(connection: Any, _record: object) -> None:
    """No test pulls the plug: what the judge writes need not have reached the disk."""
    if hasattr(connection, "isolation_level") and type(connection).__module__ == "sqlite3":
        connection.execute("PRAGMA synchronous=OFF").close()
