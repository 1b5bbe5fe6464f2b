"""A plug-in that cannot be used suspends its own games, is named where the host looks, and stops nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.store.engine import Database
from judge.store.migrate import migrate
from judge.store.tables import Game, PhaseRow
from judge.testing.correspondent import Correspondent, Received
from tests.durability.served import Host, Served
from tests.plugin.pages_game import put_in_place
from tests.support import copies

NAMES = ("Manus", "Anna", "Bob", "Cleo")
BEGUN = ("a game of a plug-in",)
BROKEN = "import a_library_that_was_removed\n"


@dataclass
class Plugged:
    """A host with a running game of the plug-in, `tiny`, and one of the judge's own that forms, `oslo`."""

    host: Host
    rules: Path
    people: dict[str, Correspondent]

    def breaks(self, text: str = BROKEN) -> None:
        self.rules.write_text(text)

    def tick(self) -> str:
        """What `judge tick` logs; it must end well."""
        done = self.host.run("tick")
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode() + done.stderr.decode()

    def asked(self, name: str, *texts: str) -> list[Received]:
        """The answers to mails that are sent and read while the plug-in is as it is."""
        served, who = Served(self.host), self.people[name]
        try:
            who.server = served.start()
            return [who.answer_to(who.reply(who.last(), text, with_key=True)) for text in texts]
        finally:
            served.stop()

    def game(self) -> tuple[str, str]:
        """Its status, and why it is so."""
        database = Database(self.host.database_url)
        with database.reading() as session:
            found = session.execute(select(Game).where(Game.name == "tiny")).scalar_one()
            said = (found.status, found.suspended_why)
        database.close()
        return said


def _opened(folder: Path) -> Plugged:
    """What lies in this folder; people still have to be met there."""
    site = folder / "site"
    return Plugged(Host(f"sqlite:///{folder / 'judge.db'}", folder, path=site), site / "lowest" / "system.py", {})


def _person(name: str, host: Host, server: tuple[str, int] = ("", 0)) -> Correspondent:
    return Correspondent(name, f"{name.lower()}@example.org", "judge@judge.localhost", server, host.mailbox)


def _begin(folder: Path) -> None:
    put_in_place(folder / "site")
    host = _opened(folder).host
    migrate(host.database_url)
    served = Served(host)
    try:
        _play(host, served.start())
    finally:
        served.stop()


def _break(folder: Path) -> None:
    folder.rmdir()
    copies.played(BEGUN, _begin, folder)
    plugged = _opened(folder)
    plugged.breaks()
    plugged.tick()


def _play(host: Host, server: tuple[str, int]) -> None:
    people = {name: _person(name, host, server) for name in NAMES}
    for who in people.values():
        who.write(f"REGISTER {who.name}")
        who.reply(who.wait_for(lambda mail: "prove" in mail.subject), "It is me.")
        who.key = who.wait_for(lambda mail: mail.key != "").key
    master = people["Manus"]

    def direct(line: str) -> None:
        master.answer_to(master.reply(master.last(), line, with_key=True))

    direct("CREATE LOWEST tiny\nEND CREATE\nCREATE PAYOLA oslo\nEND CREATE")
    for who in list(people.values())[1:]:
        who.answer_to(who.reply(who.last(), "JOIN tiny", with_key=True))
    direct("GAME tiny\nSTART")
    for who in people.values():
        who.wait_for(lambda mail: "has begun" in mail.subject)


def _copied(what: tuple[object, ...], play: Callable[[Path], None], folder: Path) -> Plugged:
    copies.played(what, play, folder)
    plugged = _opened(folder)
    for name in NAMES:
        who = plugged.people[name] = _person(name, plugged.host)
        who.key = who.last(lambda mail: mail.key != "").key
    return plugged


@pytest.fixture
def plugged(tmp_path: Path) -> Plugged:
    return _copied(BEGUN, _begin, tmp_path / "host")


@pytest.fixture
def suspended(tmp_path: Path) -> Plugged:
    """The same after a tick that has found the plug-in broken."""
    return _copied(("a broken plug-in",), _break, tmp_path / "host")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (BROKEN, "No module named 'a_library_that_was_removed'"),
        ("raise SystemExit(3)\n", "SystemExit"),
        ("SYSTEM = object()\n", "it is no judge.rules.game.Game"),
    ],
)
def test_a_plug_in_that_cannot_be_used_suspends_its_games(plugged: Plugged, text: str, why: str) -> None:
    assert plugged.game()[0] == "active"
    plugged.breaks(text)
    logged = plugged.tick()
    assert "lowest" in logged
    status, said = plugged.game()
    assert status == "suspended"
    assert why in said


def test_the_players_of_a_suspended_game_are_told_that_it_waits(suspended: Plugged) -> None:
    told = suspended.people["Anna"].last(lambda mail: "waits" in mail.subject).text
    assert "Your orders are kept" in " ".join(told.split())
    assert "a_library_that_was_removed" not in told
    assert "a_library_that_was_removed" in suspended.people["Manus"].last(lambda mail: "waits" in mail.subject).text


def test_orders_for_a_suspended_game_are_answered_that_it_waits(suspended: Plugged) -> None:
    lines = ("NUMBER 3", "SHOW", "HISTORY", "ABSENCE 2030-01-01 TO 2030-01-09", "GAME tiny\nRESIGN")
    for line, answer in zip(lines, suspended.asked("Anna", *lines), strict=True):
        said = " ".join(answer.text.split())
        assert "This judge cannot use the rules of lowest now" in said, (line, said)


def test_list_and_my_games_show_a_suspended_game_among_the_others(suspended: Plugged) -> None:
    (answer,) = suspended.asked("Manus", "LIST\nGAMES")
    told = answer.text
    assert "oslo" in told
    assert "tiny" in told
    assert "PROBLEM" not in told


def test_the_pages_show_a_suspended_game_and_the_others(suspended: Plugged, tmp_path: Path) -> None:
    done = suspended.host.run("export", str(tmp_path / "www"))
    assert done.returncode == 0, done.stderr.decode()
    assert "tiny" in (tmp_path / "www/index.html").read_text()
    assert (tmp_path / "www/games/oslo/index.html").exists()
    assert "tiny" in (tmp_path / "www/games/tiny/index.html").read_text()


def test_the_doctor_names_the_plug_in_and_what_is_wrong(plugged: Plugged) -> None:
    plugged.breaks()
    done = plugged.host.run("doctor")
    said = " ".join(done.stdout.decode().split())
    assert "WRONG" in said
    assert "lowest" in said
    assert "a_library_that_was_removed" in said


def test_a_game_goes_on_by_itself_once_its_plug_in_is_mended(plugged: Plugged) -> None:
    good = plugged.rules.read_text()
    before = _deadline(plugged)
    plugged.breaks()
    plugged.tick()
    plugged.breaks(good)
    plugged.tick()
    assert plugged.game() == ("active", "")
    assert _deadline(plugged) > before
    (answer,) = plugged.asked("Anna", "NUMBER 3")
    assert "ON FILE FOR ANNA" in answer.text


def _deadline(plugged: Plugged) -> float:
    database = Database(plugged.host.database_url)
    with database.reading() as session:
        at = session.execute(select(PhaseRow.deadline).where(PhaseRow.closed_at.is_(None))).scalar_one()
    database.close()
    return at.timestamp()
