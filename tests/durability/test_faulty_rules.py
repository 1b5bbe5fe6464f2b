"""Rows D2, D7, O7: a rule system or its templates are at fault. It is installed beside the judge, as a package of its
own, and the judge runs as its host would run it from cron.
"""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path

import pytest

from judge.app import open_judge
from judge.cli.tools.correspondent import Correspondent, Received
from judge.clock import SystemClock
from judge.conversation.intake import Intake
from judge.resources import templates_dir
from judge.settings import Settings
from judge.store.engine import Database
from tests.durability.served import Host
from tests.durability.story import rows

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

    def tick(self) -> int:
        return self.host.run("tick").returncode

    def process(self) -> None:
        self.hand_in(self.manus, "PROCESS S1901M", answers=self.manus.last())
        assert self.tick() == 0

    def statuses(self) -> list[str]:
        return [row["status"] for row in rows(self.database)["inbound_mails"]]

    def phases(self) -> list[str]:
        return [row["label"] for row in rows(self.database)["phases"]]


@pytest.fixture
def game(sqlite_url: str, tmp_path: Path) -> Game:
    rules = tmp_path / "installed"
    shutil.copytree(Path(__file__).parent / "troubled", rules)
    shutil.copytree(templates_dir() / "diplomacy", rules / "letters")
    (rules / "troubled-1.0.dist-info").mkdir()
    (rules / "troubled-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: troubled\nVersion: 1.0\n")
    (rules / "troubled-1.0.dist-info" / "entry_points.txt").write_text("[judge.systems]\ntroubled = troubled:SYSTEM\n")
    host = Host(sqlite_url, tmp_path, path=rules)
    anna, manus = (
        Correspondent(name, f"{name.lower()}@example.org", JUDGE, ("", 0), host.mailbox) for name in ("Anna", "Manus")
    )
    judge = open_judge(Settings(database=sqlite_url), SystemClock())
    game = Game(host, judge.db, Intake(judge), rules, anna, manus)
    for who in (anna, manus):
        game.hand_in(who, f"REGISTER {who.name}")
    game.tick()
    for who in (anna, manus):
        game.hand_in(who, "Yes.", answers=who.last())
    game.tick()
    for who in (anna, manus):
        who.key = who.last(lambda mail: mail.key != "").key
    game.hand_in(manus, f"CREATE TROUBLED oslo\ndummies {DUMMIES}\nEND CREATE", answers=manus.last())
    game.hand_in(anna, "JOIN oslo AS AUSTRIA")
    game.hand_in(manus, "START", answers=manus.last())
    game.tick()
    assert game.phases() == ["S1901M"], [mail.text for mail in manus.inbox()]
    return game


def told(who: Correspondent, words: str) -> bool:
    return any(words in " ".join(mail.text.split()) for mail in who.inbox())


@pytest.mark.fault("D7")
def test_d7_a_mail_that_crashes_its_reader_is_quarantined_and_the_others_go_on(game: Game) -> None:
    game.hand_in(game.anna, "STUMBLE")
    game.hand_in(game.anna, ORDERS)
    assert game.tick() == 0
    assert game.statuses()[-2:] == ["quarantined", "read"]
    assert "a fault in the reader" in rows(game.database)["inbound_mails"][-2]["trouble"]
    assert told(game.anna, "could not read a mail of yours")
    assert not told(game.anna, "a fault in the reader")
    assert [row["text"] for row in rows(game.database)["orders"]]


@pytest.mark.fault("D7")
def test_d7_a_mail_that_kills_the_judge_three_times_is_quarantined_unread(game: Game) -> None:
    game.hand_in(game.anna, "FALL DEAD")
    game.hand_in(game.anna, ORDERS)
    assert [game.tick() for _ in range(4)] == [-signal.SIGKILL] * 3 + [0]
    assert game.statuses()[-2:] == ["quarantined", "read"]
    assert [row["text"] for row in rows(game.database)["orders"]]


def break_rules(game: Game) -> Callable[[], None]:
    fault = game.rules / "broken"
    fault.touch()
    return fault.unlink


def break_letters(game: Game) -> Callable[[], None]:
    letter = game.rules / "letters" / "results.txt.j2"
    good = letter.read_text()
    more = "{% block news %}{{ a_name_that_nobody_gives }}{% endblock %}"
    letter.write_text('{% extends "diplomacy/results.txt.j2" %}' + more)

    def repair() -> None:
        letter.write_text(good)

    return repair


@pytest.mark.fault("D2", "O7")
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
