"""A plug-in that cannot be used suspends its own games, is named where the host looks, and stops nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.cli.tools.correspondent import Correspondent, Received
from judge.store.engine import open_database
from judge.store.migrate import migrate
from judge.store.tables import Game, PhaseRow
from tests.durability.served import Host, Served
from tests.plugin.pages_game import put_in_place

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

    def asked(self, name: str, text: str) -> Received:
        """The answer to a mail that is sent and read while the plug-in is as it is."""
        served, who = Served(self.host), self.people[name]
        try:
            who.server = served.start()
            return who.answer_to(who.reply(who.last(), text, with_key=True))
        finally:
            served.stop()

    def game(self) -> tuple[str, str]:
        """Its status, and why it is so."""
        database = open_database(self.host.database_url)
        with database.reading() as session:
            found = session.execute(select(Game).where(Game.name == "tiny")).scalar_one()
            said = (found.status, found.suspended_why)
        database.close()
        return said


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Plugged:
    folder = tmp_path_factory.mktemp("plugged")
    site = folder / "site"
    put_in_place(site)
    url = f"sqlite:///{folder / 'judge.db'}"
    migrate(url)
    host = Host(url, folder, path=site)
    served = Served(host)
    try:
        people = _playing(host, served.start())
    finally:
        served.stop()
    return Plugged(host, site / "lowest" / "system.py", people)


def _playing(host: Host, server: tuple[str, int]) -> dict[str, Correspondent]:
    people = {
        name: Correspondent(name, f"{name.lower()}@example.org", "judge@judge.localhost", server, host.mailbox)
        for name in ("Manus", "Anna", "Bob", "Cleo")
    }
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
    return people


@pytest.fixture
def plugged(begun: Plugged) -> Iterator[Plugged]:
    good = begun.rules.read_text()
    yield begun
    begun.breaks(good)
    begun.tick()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (BROKEN, "No module named 'a_library_that_was_removed'"),
        ("raise SystemExit(3)\n", "SystemExit"),
        ("SYSTEM = object()\n", "it has no adjudicate"),
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


def test_the_players_of_a_suspended_game_are_told_that_it_waits(plugged: Plugged) -> None:
    plugged.breaks()
    plugged.tick()
    told = plugged.people["Anna"].last(lambda mail: "waits" in mail.subject).text
    assert "your orders are kept" in " ".join(told.split())
    assert "a_library_that_was_removed" not in told
    assert "a_library_that_was_removed" in plugged.people["Manus"].last(lambda mail: "waits" in mail.subject).text


def test_orders_for_a_suspended_game_are_answered_that_it_waits(plugged: Plugged) -> None:
    plugged.breaks()
    plugged.tick()
    for line in ("NUMBER 3", "SHOW", "HISTORY", "ABSENCE 2030-01-01 TO 2030-01-09", "GAME tiny\nRESIGN"):
        said = " ".join(plugged.asked("Anna", line).text.split())
        assert "The rules of lowest cannot be used at this judge now" in said, (line, said)


def test_list_and_my_games_show_a_suspended_game_among_the_others(plugged: Plugged) -> None:
    plugged.breaks()
    plugged.tick()
    told = plugged.asked("Manus", "LIST\nGAMES").text
    assert "oslo" in told
    assert "tiny" in told
    assert "PROBLEM" not in told


def test_the_pages_show_a_suspended_game_and_the_others(plugged: Plugged, tmp_path: Path) -> None:
    plugged.breaks()
    plugged.tick()
    done = plugged.host.run("export", str(tmp_path / "www"))
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
    assert "your number is 3" in plugged.asked("Anna", "NUMBER 3").text


def _deadline(plugged: Plugged) -> float:
    database = open_database(plugged.host.database_url)
    with database.reading() as session:
        at = session.execute(select(PhaseRow.deadline).where(PhaseRow.closed_at.is_(None))).scalar_one()
    database.close()
    return at.timestamp()
