"""What a clerk does first, and when it stops."""

from __future__ import annotations

from datetime import timedelta
from itertools import groupby

import pytest
from sqlalchemy import select

from judge.mailbox.intake import Intake
from judge.play import outage
from judge.store.tables import InboundRow, OutboundRow
from judge.workers import clerk
from judge.workers.clerk import Clerk
from judge.workers.tick import before_the_next
from tests.support.house import House
from tests.support.table_of_seven import seven
from tests.support.troubles import HOLDS

STRANGER = b"From: zoe%d@example.net\r\nMessage-ID: <%d@example.net>\r\n\r\nWhat is this?\r\n"


def late_game_and_mail(house: House, mails: int) -> None:
    """A phase is due, all of its sheets are in, and mail of strangers has come since."""
    table = seven(house)
    for role, player in table.players.items():
        player.reply(table.results(role), f"1 : {HOLDS[role]} H", with_key=False)
    house.settle()
    house.clock.advance(timedelta(hours=80))
    outage.note_awake(house.judge)
    for number in range(mails):
        Intake(house.judge).accept("zoe@example.net", (house.judge.settings.address,), STRANGER % (number, number))


def written(house: House) -> list[str]:
    """What was queued, in order: what strangers are answered, and results."""
    purposes = house.every(select(OutboundRow.purpose).order_by(OutboundRow.id))
    return [each for each in purposes if each in ("stranger", "results")]


def unread(house: House) -> list[int]:
    """How often each unread mail was begun."""
    return house.every(select(InboundRow.attempts).where(InboundRow.status == "new"))


def test_new_mail_is_answered_before_late_games_that_it_does_not_touch(house: House) -> None:
    late_game_and_mail(house, 2)
    Clerk(house.judge).work_off()
    assert written(house)[:3] == ["stranger", "stranger", "results"]


def test_a_tick_that_has_lasted_until_the_next_leaves_what_has_come_since_it_began(house: House) -> None:
    late_game_and_mail(house, 2)
    until = before_the_next(house.judge, patience=0)
    house.clock.advance(timedelta(seconds=5))
    for number in range(2, 5):
        Intake(house.judge).accept("zoe@example.net", (house.judge.settings.address,), STRANGER % (number, number))
    Clerk(house.judge, until=until).work_off()
    assert written(house).count("stranger") == 2
    assert "results" in written(house)
    assert unread(house) == [0, 0, 0]


def test_a_tick_does_what_comes_while_it_works_too_for_its_first_minute(house: House) -> None:
    late_game_and_mail(house, 2)
    until = before_the_next(house.judge)
    house.clock.advance(timedelta(seconds=5))
    Intake(house.judge).accept("zoe@example.net", (house.judge.settings.address,), STRANGER % (3, 3))
    Clerk(house.judge, until=until).work_off()
    assert unread(house) == []


def test_a_clerk_that_is_told_to_stop_ends_between_two_mails_and_the_others_were_never_begun(house: House) -> None:
    late_game_and_mail(house, 3)
    begun = 0

    def enough() -> bool:
        nonlocal begun
        begun += 1
        return begun > 3  # once before the mails, once before each

    Clerk(house.judge, is_over=enough).work_off()
    assert unread(house)
    assert set(unread(house)) == {0}
    assert "results" not in written(house)
    Clerk(house.judge).work_off()
    assert unread(house) == []
    assert "results" in written(house)


@pytest.mark.parametrize(
    ("seconds", "order"), [(0, ["results", "stranger", "results"]), (1000, ["results", "stranger"])]
)
def test_new_mail_is_looked_for_between_late_games_when_these_take_long(
    house: House, monkeypatch: pytest.MonkeyPatch, seconds: float, order: list[str]
) -> None:
    monkeypatch.setattr(clerk, "LATE_SECONDS", seconds)
    for name in ("oslo", "rome"):
        seven(house, "nmr default", "grace 0", system="diplomacy", name=name)
    house.settle()
    house.clock.advance(timedelta(hours=80))
    outage.note_awake(house.judge)
    begun = len(written(house))

    def mail_comes() -> bool:
        """Once the first game's results are written."""
        if written(house)[begun:] and not unread(house):
            Intake(house.judge).accept("zoe@example.net", (house.judge.settings.address,), STRANGER % (1, 1))
        return False

    Clerk(house.judge, is_over=mail_comes).work_off()
    told = [purpose for purpose, _ in groupby(written(house)[begun:])]
    assert told == order
