"""Programs at the seats of real games: who sees that, when they write, and that their votes count for nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.games.lookup import live_game, missing_roles, on_file
from judge.play.archives import archive_of
from judge.resources import templates_dir
from judge.rules.computers import Message, Situation, Writing
from judge.rules.payola.system import Payola
from judge.rules.registry import systems
from judge.store.tables import Game, OrdersRow, Seat
from tests.support.bots import holds
from tests.support.house import House, open_house
from tests.support.plugin import installed
from tests.support.table_of_seven import PLAYERS, Seven, seven

PROGRAMS = ("GERMANY", "ITALY", "RUSSIA", "TURKEY")


def a_table(house: House, *options: str, system: str = "payola") -> Seven:
    """Three people, and programs at the four other seats."""
    table = _joined(house, *options, system=system)
    assert "has started" in table.direct("START").text
    return table


def _joined(house: House, *options: str, system: str = "payola") -> Seven:
    """The same before it starts."""
    people = {role: name for role, name in PLAYERS.items() if role not in PROGRAMS}
    everybody = house.gathered("Manus", *people.values())
    master = everybody["Manus"]
    house.tell(master, "\n".join((f"CREATE {system} oslo", "movement 72h", *options)))
    for role in PROGRAMS:
        assert "will play" in house.tell(master, f"GAME oslo\nCOMPUTER {role} novice").text
    for role, name in people.items():
        house.tell(everybody[name], f"JOIN oslo AS {role}")
    return Seven(house, master, {role: everybody[name] for role, name in people.items()}, "oslo")


def _written(table: Seven) -> set[str]:
    with table.house.judge.db.reading() as session:
        here = live_game(session, session.execute(select(Game)).scalar_one())
        assert here is not None
        filed = on_file(session, here.game, here.row.label)
        return {role for role in here.phase.wanted if role not in missing_roles(here.phase, filed)}


def _play(table: Seven) -> None:
    """The people write, and the deadline passes."""
    table.send_all(dict.fromkeys(PLAYERS, holds), table.players)
    table.house.pass_time(hours=73)


def test_everybody_sees_that_a_program_plays_a_seat(house: House) -> None:
    table = a_table(house)
    opening = table.players["FRANCE"].last(lambda mail: "has begun" in mail.subject)
    assert "computer (novice)" in opening.text
    said = table.tell("FRANCE", "STATUS\nLIST\nSUMMARY").text
    assert said.count("computer (novice)") >= 2 * len(PROGRAMS)
    assert "4 computers" in said


def test_programs_write_before_a_mail_is_read_that_was_taken_with_the_one_that_begins_the_game(house: House) -> None:
    table = _joined(house)
    # Nobody takes two mails of one writer at once.
    for who, text in ((table.master, "START"), (table.players["FRANCE"], "1 : A PAR H")):
        who.reply(who.last(), f"GAME oslo\n{text}", with_key=True)
    house.settle()
    *programs, last = house.every(select(OrdersRow.role).order_by(OrdersRow.id))
    assert set(programs) == set(PROGRAMS)
    assert last == "FRANCE"


def test_a_program_files_once_as_the_phase_opens_by_the_path_of_a_mail(house: House) -> None:
    table = a_table(house)
    assert _written(table) == set(PROGRAMS)
    with house.judge.db.reading() as session:
        rows = session.execute(select(OrdersRow)).scalars().all()
        assert {row.role for row in rows} == set(PROGRAMS)
        assert {(row.revision, row.mail_id) for row in rows} == {(1, None)}
    house.pass_time(hours=1)
    assert len(house.judge.db.write(lambda session: session.execute(select(OrdersRow)).all())) == len(rows)


def test_early_processing_waits_for_the_people_alone(house: House) -> None:
    table = a_table(house, "early 1h")
    for role in table.players:
        table.players[role].reply(table.results(role), holds(table.view(role)), with_key=False)
    house.settle()
    assert any(mail.subject.endswith("Everybody has written") for mail in table.players["FRANCE"].inbox())
    house.pass_time(hours=2)
    assert "results" in table.players["FRANCE"].last().subject


def test_a_programs_vote_counts_for_nothing(house: House) -> None:
    table = a_table(house)
    for role in ("AUSTRIA", "ENGLAND"):
        table.tell(role, "DRAW")
    assert table.game().status == "active"
    table.tell("FRANCE", "CONCEDE TO AUSTRIA")
    assert table.game().status == "active"
    said = table.tell("FRANCE", "DRAW").text
    assert "the game is over" in said
    assert table.game().status == "ended"


def test_a_person_takes_the_seat_of_a_program_at_any_time(house: House) -> None:
    table = a_table(house)
    zoe = house.registered("Zoe")
    said = house.tell(zoe, "TAKEOVER oslo AS ITALY").text
    assert "You now play Italy" in said
    _play(table)
    assert _written(table) == {"GERMANY", "RUSSIA", "TURKEY"}
    with house.judge.db.reading() as session:
        italy = session.execute(select(Seat).where(Seat.name == "ITALY")).scalar_one()
        assert (italy.status, italy.computer) == ("taken", "")


def test_a_program_plays_a_seat_that_is_lost_where_the_game_says_so(house: House) -> None:
    table = seven(house, "nmr wait", "abandon 24h", "lost computer")
    others = [role for role in PLAYERS if role != "ITALY"]
    table.send_all(dict.fromkeys(PLAYERS, holds), others)
    house.pass_time(hours=100)
    assert "A program plays Italy" in table.players["FRANCE"].last(lambda mail: "program" in mail.subject).subject
    assert any("results" in mail.subject for mail in table.players["FRANCE"].inbox())
    assert "computer (" in table.tell("FRANCE", "STATUS").text


def test_a_gamemaster_gives_a_vacant_seat_to_a_program_and_no_other(table: Seven) -> None:
    refused = table.direct("COMPUTER ITALY").text
    assert "Italy is played" in " ".join(refused.split())
    table.tell("ITALY", "RESIGN")
    assert "A program plays Italy now" in " ".join(table.direct("COMPUTER ITALY novice").text.split())
    assert _written(table) == {"ITALY"}
    wrong = " ".join(table.direct("COMPUTER ITALY genius").text.split())
    assert "No computer player is called genius" in wrong
    assert "novice" in wrong


def test_a_game_with_programs_replays_from_its_archive(house: House) -> None:
    table = a_table(house)
    _play(table)
    for role in table.players:
        table.tell(role, "DRAW")
    with house.judge.db.reading() as session:
        game = session.execute(select(Game)).scalar_one()
        assert game.status == "ended"
        archive = archive_of(session, game)  # replayed before it is handed out
        assert set(PROGRAMS) <= set(archive.phases[0].orders)


class _Raising:
    def write(self, situation: Situation) -> Writing:
        raise ZeroDivisionError(situation.seat)


class _Stumbling(Payola):
    """Payola whose computer player raises."""

    name = "stumbling"
    aliases = ()
    templates = templates_dir() / "payola"
    computers = {"novice": _Raising()}  # noqa: RUF012


STUMBLING = _Stumbling()


@pytest.fixture
def _with_stumbling(tmp_path: Path) -> Iterator[None]:
    with installed(tmp_path / "site", "stumbling", {"stumbling": "tests.stories.test_computers:STUMBLING"}):
        yield


@pytest.mark.usefixtures("_with_stumbling")
def test_a_program_that_raises_stops_no_game_and_the_host_is_told(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, host_address="host@example.org") as house:
        table = a_table(house, "nmr wait", system="stumbling")
        assert _written(table) == set(PROGRAMS)
        _play(table)
        assert any("results" in mail.subject for mail in table.players["FRANCE"].inbox())
        told = house.person("Host").last(lambda mail: "computer player of" in mail.subject)
        assert "ZeroDivisionError" in told.text


def test_there_is_a_program_for_every_game() -> None:
    assert all(system.opponents for system in systems().values())


class _Answering:
    """Answers press in a word, and writes to nobody first."""

    def write(self, situation: Situation) -> Writing:
        sheets = dict.fromkeys(situation.views, f"{situation.turn} : A VEN H")
        words = [each.text for each in situation.recent()]
        messages = tuple(Message((each.sender,), f"I read: {each.text}") for each in situation.recent()[-1:])
        return Writing(sheets, messages, f"{len(words)}")


class _Talkative(Payola):
    """Payola whose computer player answers."""

    name = "talkative"
    aliases = ()
    templates = templates_dir() / "payola"
    computers = {"novice": _Answering()}  # noqa: RUF012


TALKATIVE = _Talkative()


@pytest.fixture
def _with_talkative(tmp_path: Path) -> Iterator[None]:
    with installed(tmp_path / "site", "talkative", {"talkative": "tests.stories.test_computers:TALKATIVE"}):
        yield


@pytest.mark.usefixtures("_with_talkative")
def test_a_program_reads_press_to_it_answers_and_may_change_its_sheet(house: House) -> None:
    table = a_table(house, system="talkative")
    france, england = table.players["FRANCE"], table.players["ENGLAND"]
    for number in range(5):
        said = table.tell("FRANCE", f"PRESS TO ITALY: letter {number}").text
        assert "Sent to Italy" in " ".join(said.split())
    answers = [mail for mail in france.inbox() if "I read: letter" in mail.text]
    assert len(answers) == 3, "and then it has said enough in this phase"
    assert not [mail for mail in england.inbox() if "I read" in mail.text]
    with house.judge.db.reading() as session:
        rows = session.execute(select(OrdersRow).where(OrdersRow.mail_id.is_(None))).scalars().all()
        assert max(row.revision for row in rows if row.role == "ITALY") == 4
        assert max(row.revision for row in rows if row.role == "RUSSIA") == 1


@pytest.mark.usefixtures("_with_talkative")
def test_press_to_all_reaches_programs_and_their_answer_goes_to_the_writer_alone(house: House) -> None:
    table = a_table(house, system="talkative")
    table.tell("FRANCE", "PRESS TO ALL: hello")
    assert len([mail for mail in table.players["FRANCE"].inbox() if "I read: hello" in mail.text]) == len(PROGRAMS)
    assert not [mail for mail in table.players["ENGLAND"].inbox() if "I read" in mail.text]


# The example that lives in a mailbox: it reads letters of a real judge, and answers them by SMTP.

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "by_mail.py"


def _look_through_the_mail(house: House, table: Seven, power: str) -> str:
    """Runs the program on this player's mailbox; what it says."""
    who = table.players[power]
    host, port = house.server
    command = [sys.executable, str(EXAMPLE), str(house.mailbox / who.address), f"{host}:{port}", who.address]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    house.settle()
    return done.stdout


def test_a_program_plays_by_mail_alone(house: House) -> None:
    table = seven(house, "nmr default")
    table.tell("FRANCE", "PROFILE MAIL DATA")
    _look_through_the_mail(house, table, "FRANCE")
    house.pass_time(hours=73)
    said = _look_through_the_mail(house, table, "FRANCE")
    assert said.count("answered") == 1
    assert "8 : A PAR H" in table.tell("FRANCE", "SHOW").text
    assert _look_through_the_mail(house, table, "FRANCE") == ""
