"""Programs that answer programs: M16 and M17, and the cap that is the last net."""

from __future__ import annotations

import re
import smtplib
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import func, select

from judge.store.tables import InboundRow, OutboundRow
from tests.support.copies import migrated
from tests.support.house import House, Opening, open_house, put


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied",
        "AUTO-SUBMITTED: auto-generated",
        "List-Id: <dip.example.org>",
        "Precedence: BULK",
        "X-Autoreply: yes",
        "X-Judge-Loop: judge@judge.localhost",
        "\n".join(["Received: from a by b; Mon, 2 Mar 2026 11:00:00 +0000"] * 51),
    ],
)
def test_m16_a_program_is_not_answered_and_its_mail_is_kept(house: House, head: str) -> None:
    ann = house.registered("Ann")
    mails = len(ann.inbox())
    put(house, f"From: {ann.address}\nMessage-ID: <1@x>\n{head}\n\nKEY {ann.key}\nSTATUS\n")
    put(house, f"From: stranger@example.org\nMessage-ID: <2@x>\n{head}\n\nREGISTER Loop\n")
    assert len(ann.inbox()) == mails
    assert house.person("Stranger").inbox() == []
    with house.judge.db.reading() as session:
        rows = session.execute(select(InboundRow).order_by(InboundRow.id.desc()).limit(2)).scalars().all()
        assert all(row.status == "read" and row.trouble for row in rows)


@pytest.mark.parametrize("sender", ["MAILER-DAEMON@example.org", "postmaster@example.org"])
def test_m16_a_mail_system_is_not_answered(house: House, sender: str) -> None:
    put(house, f"From: {sender}\nMessage-ID: <1@x>\n\nREGISTER Loop\n")
    assert house.person(sender.partition("@")[0]).inbox() == []


def two_judges(stack: ExitStack, tmp_path: Path) -> tuple[House, House]:
    houses = []
    for name in ("alpha", "beta"):
        folder = tmp_path / name
        folder.mkdir()
        migrated(f"sqlite:///{folder / 'judge.db'}")
        houses.append(
            stack.enter_context(open_house(f"sqlite:///{folder / 'judge.db'}", folder, domain=f"{name}.example"))
        )
    return houses[0], houses[1]


def pass_on(sender: House, receiver: House, *, stripped: bool) -> int:
    """Hands what one judge has written to the other over to it, once; how many mails. `stripped`: by a relay that takes
    every field away that tells a program's mail.
    """
    folder = sender.mailbox / receiver.judge.settings.address / "new"
    mails = sorted(folder.glob("*"), key=lambda path: path.name) if folder.is_dir() else []
    for path in mails:
        raw = path.read_bytes()
        if stripped:
            raw = re.sub(
                rb"(?m)^(Auto-Submitted|X-Auto-Response-Suppress|X-Judge-Loop|List-Id):.*\n(?:[ \t].*\n)*", b"", raw
            )
        with smtplib.SMTP(*receiver.server, timeout=120) as smtp:
            smtp.sendmail(sender.judge.settings.address, [receiver.judge.settings.address], raw.replace(b"\n", b"\r\n"))
        path.unlink()
    receiver.settle()
    return len(mails)


def exchange(one: House, other: House, *, stripped: bool, most: int = 200) -> int:
    """Lets two judges write to each other until they stop; how many mails that took."""
    put(one, f"From: {other.judge.settings.address}\nMessage-ID: <0@x>\n\nREGISTER Loop\n")
    total = 0
    while total < most:
        sent = pass_on(one, other, stripped=stripped) + pass_on(other, one, stripped=stripped)
        if not sent:
            break
        total += sent
    return total


def test_m17_two_judges_that_answer_each_other_stop_after_two_mails(tmp_path: Path) -> None:
    with ExitStack() as stack:
        one, other = two_judges(stack, tmp_path)
        assert 1 <= exchange(one, other, stripped=False) <= 2


def test_m17_without_any_mark_of_a_program_strangers_stop_at_once(tmp_path: Path) -> None:
    with ExitStack() as stack:
        one, other = two_judges(stack, tmp_path)
        assert exchange(one, other, stripped=True) <= 4


def test_m17_the_cap_stops_a_program_that_answers_as_a_player(opened: Opening) -> None:
    """It registers, answers every answer at its reply address, and carries no mark."""
    house = opened(replies_per_hour=8)
    loop = house.registered("Loop")
    for _ in range(20):
        loop.reply(loop.last(), "I am away, I am away.")
        house.settle()
    with house.judge.db.reading() as session:
        query = select(func.count(OutboundRow.id)).where(OutboundRow.recipient == loop.address)
        assert session.execute(query).scalar_one() == 8
    assert "my last answer for a while" in loop.last().text
    house.pass_time(minutes=61)
    assert "last answer" not in house.tell(loop, "STATUS").text


def test_a_ticket_system_without_a_mark_is_answered_once_a_day(house: House) -> None:
    desk = house.registered("Desk")
    house.pass_time(hours=25)

    def write(number: int, text: str) -> int:
        before = len(desk.inbox())
        head = f"From: {desk.address}\nMessage-ID: <{number}@x>\nSubject: [#48213] Your mail\n\nKEY {desk.key}\n"
        put(house, f"{head}{text}\n")
        return len(desk.inbox()) - before

    assert write(1, "Thank you for your mail. Somebody will see to it.") == 1
    assert [write(number, f"Thank you once more ({number}).") for number in range(2, 6)] == [0] * 4
    assert write(6, "ZONE Europe/Rome") == 1
    house.pass_time(hours=25)
    assert write(7, "Thank you for yours of today.") == 1


def test_beyond_the_cap_a_mail_is_still_read(opened: Opening) -> None:
    house = opened(replies_per_hour=1)
    ann = house.registered("Ann")
    for zone in ("Europe/Rome", "Europe/Paris", "Europe/Vienna"):
        ann.write(f"KEY {ann.key}\nZONE {zone}")
        house.settle()
    house.pass_time(minutes=61)
    assert "Vienna" in house.tell(ann, "ZONE Europe/Vienna").text
    with house.judge.db.reading() as session:
        query = select(InboundRow.trouble).where(InboundRow.trouble.like("read, but not answered%"))
        assert len(session.execute(query).all()) == 2
