"""Rows D2, D7, O7: a rule system or its templates are at fault. It is installed beside the judge, as a package of its
own, and the judge runs as its host would run it from cron.
"""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path

import pytest

from judge.app import Judge
from judge.clock import SystemClock
from judge.mailbox.intake import Intake
from judge.resources import templates_dir
from judge.settings import Settings
from judge.store import secret
from judge.store.engine import Database
from judge.testing.correspondent import Correspondent, Received
from tests.durability.served import Host
from tests.durability.story import rows
from tests.support import copies
from tests.support.copies import migrated
from tests.support.house import HOST_SECRET
from tests.support.plugin import put_in_place

pytestmark = pytest.mark.both_databases


JUDGE = Settings().address
ORDERS = "A VIE - GAL\nA BUD - SER\nF TRI - ALB"
DUMMIES = "ENGLAND FRANCE GERMANY ITALY RUSSIA TURKEY"


@dataclass
class Game:
    """A game with one player, Anna, and Manus as its GameMaster."""

    host: Host
    database: Database
    intake: Intake
    rules: Path  # the folder of the rule system
    anna: Correspondent
    manus: Correspondent

    def hand_in(self, who: Correspondent, text: str, *, answers: Received | None = None) -> None:
        to = parseaddr(answers.reply_to)[1] if answers else JUDGE
        number = len(rows(self.database)["inbound_mails"])
        head = f"From: {who.address}\nTo: {to}\nMessage-ID: <{number}@example.org>\nSubject: to the judge\n\n"
        raw = (head + (f"KEY {who.key}\n" if who.key else "") + text + "\n").encode()
        self.intake.accept(who.address, (to,), raw)

    def know_keys(self) -> None:
        for who in (self.anna, self.manus):
            who.key = who.last(lambda mail: mail.key != "").key

    def tick(self) -> int:
        return self.host.run("tick").returncode

    def process(self) -> None:
        self.hand_in(self.manus, "PROCESS S1901M", answers=self.manus.last())
        assert self.tick() == 0

    def statuses(self) -> list[str]:
        return [row["status"] for row in rows(self.database)["inbound_mails"]]

    def phases(self) -> list[str]:
        return [row["label"] for row in rows(self.database)["phases"]]


def install(rules: Path) -> None:
    shutil.copytree(Path(__file__).parent / "troubled", rules)
    shutil.copytree(templates_dir() / "diplomacy", rules / "letters")
    put_in_place(rules, "troubled", {"troubled": "troubled:SYSTEM"})


@contextmanager
def opened_game(folder: Path) -> Iterator[Game]:
    url, rules = f"sqlite:///{folder / 'judge.db'}", folder / "installed"
    host = Host(url, folder, path=rules)
    anna, manus = (
        Correspondent(name, f"{name.lower()}@example.org", JUDGE, ("", 0), host.mailbox) for name in ("Anna", "Manus")
    )
    database = Database(url)
    # Accepting takes no letters; the rules are installed for the host's processes and not for this one.
    intake = Intake(Judge(database, Settings(database=url), SystemClock(), HOST_SECRET))
    try:
        yield Game(host, database, intake, rules, anna, manus)
    finally:
        database.close()


def play(folder: Path) -> None:
    url = f"sqlite:///{folder / 'judge.db'}"
    migrated(url)
    secret.write(secret.file_for(Settings(database=url)), HOST_SECRET)
    install(folder / "installed")
    with opened_game(folder) as game:
        both = (game.anna, game.manus)
        for who in both:
            game.hand_in(who, f"REGISTER {who.name}")
        game.tick()
        for who in both:
            game.hand_in(who, "Yes.", answers=who.last())
        game.tick()
        game.know_keys()
        game.hand_in(game.manus, f"CREATE TROUBLED oslo\ndummies {DUMMIES}\nEND CREATE", answers=game.manus.last())
        game.hand_in(game.anna, "JOIN oslo AS AUSTRIA")
        game.tick()
        game.hand_in(game.manus, "START", answers=game.manus.last())
        game.tick()
        assert game.phases() == ["S1901M"], [mail.text for mail in game.manus.inbox()]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    copies.played(("a troubled game",), play, tmp_path / "host")
    with opened_game(tmp_path / "host") as game:
        game.know_keys()
        yield game


def told(who: Correspondent, words: str) -> bool:
    return any(words in " ".join(mail.text.split()) for mail in who.inbox())


def test_d7_a_line_that_crashes_its_reader_is_left_out_and_the_orders_beside_it_are_filed(game: Game) -> None:
    game.hand_in(game.anna, f"STUMBLE\n{ORDERS}")
    assert game.tick() == 0
    found = rows(game.database)
    assert game.statuses()[-1] == "read"
    assert "a fault in the reader" in found["inbound_mails"][-1]["trouble"]
    assert told(game.anna, "That is a fault of mine")
    assert not told(game.anna, "a fault in the reader")
    assert [sorted(row["text"].splitlines()) for row in found["orders"]] == [sorted(ORDERS.splitlines())]


@pytest.mark.parametrize(("words", "ends"), [("FALL DEAD", signal.SIGKILL), ("FALL ASLEEP", signal.SIGPROF)])
def test_d7_a_mail_that_kills_the_judge_three_times_is_quarantined_unread(
    game: Game, words: str, ends: signal.Signals
) -> None:
    game.hand_in(game.anna, words)
    game.hand_in(game.anna, ORDERS)
    assert [game.tick() for _ in range(4)] == [-ends] * 3 + [0]
    assert game.statuses()[-2:] == ["quarantined", "read"]
    assert [row["text"] for row in rows(game.database)["orders"]]


def break_rules(game: Game) -> Callable[[], None]:
    fault = game.rules / "broken"
    fault.touch()
    return fault.unlink


def break_letters(game: Game) -> Callable[[], None]:
    letter = game.rules / "letters" / "results.j2"
    good = letter.read_text()
    more = "{% block news %}{{ a_name_that_nobody_gives }}{% endblock %}"
    letter.write_text('{% extends "diplomacy/results.j2" %}' + more)

    def repair() -> None:
        letter.write_text(good)

    return repair


@pytest.mark.parametrize(
    ("breaks", "fault"), [(break_rules, "a fault in the rules"), (break_letters, "a_name_that_nobody_gives")]
)
def test_d2_o7_a_phase_that_cannot_be_adjudicated_is_kept_and_all_are_told(
    game: Game, breaks: Callable[[Game], Callable[[], None]], fault: str
) -> None:
    game.hand_in(game.anna, ORDERS)
    game.tick()
    repair = breaks(game)
    game.process()
    found = rows(game.database)
    assert [row["status"] for row in found["games"]] == ["suspended"]
    assert game.phases() == ["S1901M"]
    assert not [row for row in found["outbound_mails"] if row["purpose"] == "results"]
    assert told(game.anna, "could not adjudicate this phase")
    assert not told(game.anna, fault)
    assert told(game.manus, fault)
    # Nothing more happens, and nobody is told again, until somebody has put it right.
    letters = len(found["outbound_mails"])
    assert game.tick() == 0
    assert len(rows(game.database)["outbound_mails"]) == letters
    repair()
    game.process()
    assert game.phases() == ["S1901M", "F1901M"]
    assert [row["status"] for row in rows(game.database)["games"]] == ["active"]
