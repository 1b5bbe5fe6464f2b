"""Mail on its way out: tried again, given up, sent once (rows O)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.exc import OperationalError

from judge.app import Judge
from judge.hosting.upkeep import quarantined, release
from judge.letters.renderer import Renderer
from judge.mail.values import Letter
from judge.outbox import delivery
from judge.outbox.bounces import BOUNCES
from judge.outbox.queue import as_sent
from judge.outbox.transport import Deferred, Rejected, Send
from judge.play import outage
from judge.store.engine import NodeLost
from judge.store.locks import lease
from judge.store.nodes import Node
from judge.store.tables import Address, InboundRow, NodeRow, OutboundRow
from judge.testing.correspondent import Received
from judge.workers import courier
from judge.workers.clerk import Clerk
from judge.workers.courier import Courier
from tests.support.house import House, open_house
from tests.support.statements import listening
from tests.support.table_of_seven import Seven, seven


class Far:
    """The far end of the wire: what it does with each mail, by recipient; and what it has taken."""

    def __init__(self, **answers: Exception) -> None:
        self.answers = answers
        self.taken: list[tuple[str, bytes]] = []
        self.tried: list[str] = []

    def send(self, mail_from: str, recipient: str, raw: bytes) -> None:
        self.tried.append(recipient)
        trouble = self.answers.get(recipient.partition("@")[0])
        if trouble is not None:
            raise trouble
        self.taken.append((recipient, raw))

    @contextmanager
    def session(self) -> Iterator[Send]:
        yield self.send


def rows_of(house: House) -> list[OutboundRow]:
    return house.every(select(OutboundRow).order_by(OutboundRow.id))


def mails_to(house: House, name: str) -> list[OutboundRow]:
    return [row for row in rows_of(house) if row.recipient == f"{name}@example.org"]


def message_of(mail: OutboundRow) -> str:
    received = Received(mail.raw)
    return f"{received.subject}\n{received.text}"


def registered(house: House, far: Far, *names: str) -> None:
    """Mail is on its way to each of them."""
    house.transport = far
    for name in names:
        house.person(name).write(f"REGISTER {name}")
    house.settle()


TROUBLES = {
    "connection refused": Deferred("no connection"),
    "421": Deferred("421 4.3.2 closing"),
    "450": Deferred("450 4.2.1 busy"),
    "silence after DATA": Deferred("no answer to the mail", maybe_sent=True),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_o1_tried_again_with_ever_longer_waits_and_the_same_message_id(house: House, trouble: str) -> None:
    far = Far(ann=TROUBLES[trouble])
    registered(house, far, "Ann")
    tries = [house.clock.now()]
    while len(tries) < 8:
        house.clock.advance(timedelta(minutes=1))
        before = far.tried.count("ann@example.org")
        Courier(house.judge, far).deliver()
        tries += [house.clock.now()] * (far.tried.count("ann@example.org") - before)
    waits = [(later - earlier).total_seconds() / 60 for earlier, later in pairwise(tries)]
    for wait, least in zip(waits, (1, 5, 15, 60, 60, 60, 60), strict=True):
        assert least <= wait <= least * 1.2 + 1, "a fifth of jitter at most, looked at every minute"
    assert mails_to(house, "ann")[0].maybe_sent == (trouble == "silence after DATA")
    far.answers.clear()
    house.pass_time(hours=2)
    (raw,) = (raw for recipient, raw in far.taken if recipient == "ann@example.org")
    assert raw == as_sent(house.judge, mails_to(house, "ann")[0])
    assert mails_to(house, "ann")[0].status == "sent"


@pytest.mark.parametrize("maybe_sent", [False, True])
def test_o1_after_three_days_it_is_given_up_and_the_gamemaster_told(
    house: House, table: Seven, *, maybe_sent: bool
) -> None:
    far = house.transport = Far(fleur=Deferred("timed out", maybe_sent=maybe_sent))
    table.master.reply(table.master.last(), "GAME oslo\nDEADLINE +300h", with_key=True)
    house.settle()
    lost = mails_to(house, "fleur")[-1]
    assert (lost.status, lost.purpose) == ("queued", "notice")
    while mails_to(house, "fleur")[-1].status == "queued":
        house.clock.advance(timedelta(minutes=30))
        Courier(house.judge, far).deliver()
    assert timedelta(days=3) <= house.clock.now() - lost.made_at < timedelta(days=3, hours=2)
    told = mails_to(house, "manus")[-1]
    assert told.purpose == "notice"
    text = " ".join(message_of(told).split())
    assert "I could not deliver a mail to Fleur for three days and have given up" in text
    assert ("It may have arrived all the same" in text) == maybe_sent
    assert "DEADLINE" not in text


def test_o2_one_of_seven_refused_leaves_six_delivered_and_is_scored(house: House) -> None:
    names = ["Ann", "Bob", "Cid", "Dan", "Eva", "Fay", "Guy"]
    far = Far(dan=Rejected("550 5.1.1 no such user"))
    registered(house, far, *names)
    assert sorted(recipient for recipient, _ in far.taken) == [
        f"{name.lower()}@example.org" for name in names if name != "Dan"
    ]
    assert mails_to(house, "dan")[0].status == "failed"
    with house.judge.db.reading() as session:
        query = select(Address.address).where(Address.bounces > 0)
        assert session.execute(query).scalars().all() == ["dan@example.org"]
    house.pass_time(days=1)
    assert far.tried.count("dan@example.org") == 1, "for good is for good"


def test_o2_an_address_that_is_refused_again_and_again_is_suspended_and_the_gamemaster_told(
    house: House, table: Seven
) -> None:
    far = house.transport = Far(fleur=Rejected("550 5.1.1 no such user"))
    for hours in range(BOUNCES + 2):
        table.master.reply(table.master.last(), f"GAME oslo\nDEADLINE +{100 + hours}h", with_key=True)
        house.settle()
    assert far.tried.count("fleur@example.org") == BOUNCES + 1, "and the letter that asks"
    assert [mail.status for mail in mails_to(house, "fleur")][-2:] == ["parked", "parked"]
    titles = [message_of(mail) for mail in mails_to(house, "manus") if "Fleur cannot be reached" in message_of(mail)]
    assert len(titles) == 1


def test_a_mail_refused_for_good_is_not_tried_again_and_told_to_the_host_at_once(house: House, table: Seven) -> None:
    far = house.transport = Far(fleur=Rejected("552 5.3.4 Message too big", the_mail=True))
    for hours in range(BOUNCES + 2):
        table.master.reply(table.master.last(), f"GAME oslo\nDEADLINE +{100 + hours}h", with_key=True)
        house.settle()
    refused = [mail for mail in mails_to(house, "fleur") if mail.status == "failed"]
    assert len(refused) == BOUNCES + 2 == far.tried.count("fleur@example.org"), "the address is not to blame"
    told = [row for row in rows_of(house) if row.purpose == delivery.REFUSED]
    assert len(told) == 1, "not one for each"
    assert (told[0].recipient, told[0].made_at) == (house.judge.settings.host_address, house.clock.now())
    text = " ".join(message_of(told[0]).split())
    assert f"judge resend {refused[0].id}" in text
    assert "552 5.3.4 Message too big" in text
    house.pass_time(hours=80)
    assert mails_to(house, "fleur")[-1].status == "failed"
    assert all(mail.attempts == 1 for mail in refused)


def test_the_host_is_not_told_of_refused_letters_to_strangers_nor_of_refused_letters_to_the_host(house: House) -> None:
    ann = house.registered("Ann")
    far = house.transport = Far(victim=Rejected("550 5.1.1 none"), postmaster=Rejected("550 5.1.1 none"))
    house.person("victim").write("REGISTER Victim")
    ann.reply(ann.last(), "HOST hello")
    house.settle()
    assert {"postmaster@localhost", "victim@example.org"} <= set(far.tried)
    assert not [row for row in rows_of(house) if row.purpose == delivery.REFUSED]


QUOTA = "550 5.4.5 Daily sending limit exceeded for judge@example.org"


def test_o1_letters_behind_a_quota_wait_and_count_against_nobody_and_the_host_is_told_once(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    names = ["Ann", "Bob", "Cid", "Dan", "Eva"]
    quota = Deferred(QUOTA, of_judge=True)
    far = Far(**{name.lower(): quota for name in (*names, "postmaster")})
    registered(house, far, *names)
    Courier(house.judge, far).deliver()
    house.pass_time(hours=23)
    assert {row.status for row in rows_of(house)} == {"queued"}, "the letter to the host among them"
    assert not house.every(select(Address).where(Address.bounces > 0))
    (alert,) = (row for row in rows_of(house) if row.purpose == delivery.WAITS)
    assert QUOTA in " ".join(message_of(alert).split())
    first = [vars(each)["values"] for each in caplog.records if each.message == "mail waits"]
    assert sorted(each["outbound_id"] for each in first) == [row.id for row in rows_of(house)], "one line each"
    assert all("@" not in str(each) and "sending limit exceeded" in each["why"] for each in first)
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == ["the host is told"]
    far.answers.clear()
    house.pass_time(hours=2)
    assert {row.status for row in rows_of(house)} == {"sent"}


def test_o1_a_mail_that_waits_for_its_recipient_s_mail_system_is_told_to_the_host_after_an_hour(house: House) -> None:
    far = Far(ann=Deferred("450 4.2.0 greylisted"))
    registered(house, far, "Ann")
    for _ in range(50):
        house.pass_time(minutes=1)
    assert not [row for row in rows_of(house) if row.purpose == delivery.WAITS]
    house.pass_time(minutes=60)
    assert len([row for row in rows_of(house) if row.purpose == delivery.WAITS]) == 1


class Gap(Renderer):
    """Leaves out what the templates of results and replies need."""

    def render(self, folder: str, purpose: str, **values: object) -> Letter:
        values.pop({"results": "now", "reply": "asked"}.get(purpose, ""), None)
        return super().render(folder, purpose, **values)


def test_o7_results_with_a_gap_in_a_template_suspend_their_game_and_nothing_goes_out_half(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seven(house, "nmr default")
    mended = house.clerk
    with monkeypatch.context() as patch:
        patch.setattr(Judge, "renderer", Gap())
        house.clerk = Clerk(house.judge)
        house.pass_time(hours=100)
    assert table.game().status == "suspended"
    fleur = table.players["FRANCE"]
    assert "delayed" in fleur.last().subject
    assert not [mail for mail in fleur.inbox() if "results" in mail.subject]
    house.clerk = mended
    table.direct("PROCESS S1901M")
    assert len([mail for mail in fleur.inbox() if "results" in mail.subject]) == 1


def test_o7_a_reply_with_a_gap_quarantines_the_mail_and_does_nothing_of_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.registered("Ann")
    mended = house.clerk
    with monkeypatch.context() as patch:
        patch.setattr(Judge, "renderer", Gap())
        house.clerk = Clerk(house.judge)
        ann.reply(ann.last(), "CREATE diplomacy oslo", with_key=True)
        for _ in range(4):
            house.settle()
    assert "was not read" in ann.last().subject
    house.clerk = mended
    assert "There are none yet" in house.tell(ann, "LIST").text
    with house.judge.db.reading() as session:
        (mail,) = quarantined(session)
    house.judge.db.write(lambda session: release(session.get_one(InboundRow, mail.id)))
    house.settle()
    assert "oslo" in house.tell(ann, "LIST").text, "read again, once what failed is mended"


def test_o5_a_crash_between_the_relays_250_and_our_mark_sends_the_same_mail_once_more(house: House) -> None:
    far = Far()
    house.person("Ann").write("REGISTER Ann")
    house.clerk.work_off()
    claims = delivery.claim(house.judge)
    far.send(claims[0].mail_from, claims[0].recipient, claims[0].raw)  # and here it dies
    assert delivery.claim(house.judge) == [], "nobody else sends it meanwhile"
    house.clock.advance(delivery.LEASE + timedelta(seconds=1))
    assert Courier(house.judge, far).deliver() == 1
    assert far.taken[0] == far.taken[1]
    house.clock.advance(timedelta(days=1))
    assert Courier(house.judge, far).deliver() == 0


def test_o6_a_claim_whose_worker_was_killed_expires_and_is_sent_once(house: House) -> None:
    far = Far()
    house.person("Ann").write("REGISTER Ann")
    house.clerk.work_off()
    assert len(delivery.claim(house.judge)) == 1
    assert delivery.claim(house.judge) == []
    house.clock.advance(delivery.LEASE + timedelta(seconds=1))
    assert Courier(house.judge, far).deliver() == 1
    assert len(far.taken) == 1


def test_o6_a_node_that_was_struck_out_a_moment_ago_claims_nothing(postgresql_url: str, tmp_path: Path) -> None:
    with open_house(postgresql_url, tmp_path) as house, Node(house.judge.db) as node:
        house.person("Ann").write("REGISTER Ann")
        house.clerk.work_off()
        with house.judge.db.writing() as session:
            session.execute(delete(NodeRow))
        assert node.is_still(node.number), "it has not been told yet"
        far = Far()
        with pytest.raises(NodeLost):
            Courier(house.judge, far, node=node).deliver()
        assert far.taken == []
        assert Courier(house.judge, far).deliver() == 1, "at once, and not when a lease has run out"


def test_o6_on_sqlite_a_killed_couriers_claim_is_sent_as_soon_as_another_comes(house: House) -> None:
    far = Far()
    house.person("Ann").write("REGISTER Ann")
    house.clerk.work_off()
    assert house.judge.db.file is not None
    with lease(house.judge.db.file, "courier") as is_ours:
        assert is_ours
        assert len(delivery.claim(house.judge)) == 1
        assert Courier(house.judge, far).deliver() == 0, "it lives: nobody else sends meanwhile"
    assert Courier(house.judge, far).deliver() == 1
    assert len(far.taken) == 1


def test_o6_a_worker_that_comes_back_too_late_has_no_say(house: House) -> None:
    house.person("Ann").write("REGISTER Ann")
    house.clerk.work_off()
    (late,) = delivery.claim(house.judge)
    house.clock.advance(delivery.LEASE + timedelta(seconds=1))
    assert Courier(house.judge, Far()).deliver() == 1
    delivery.reject(house.judge, late, "550 no")
    delivery.defer(house.judge, late, "421 later")
    assert mails_to(house, "ann")[0].status == "sent"


def test_o5_what_was_sent_while_the_database_failed_is_marked_before_anything_goes_out_again(house: House) -> None:
    """Rows O5 and S3: a full disk, or a server that is restarted, costs nobody a second copy of each mail."""
    far = Far()
    one = Courier(house.judge, far)
    for name in ("Ann", "Bob"):
        house.person(name).write(f"REGISTER {name}")
    house.clerk.work_off()

    def fail(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if far.taken and statement.startswith("UPDATE"):
            raise OperationalError(statement, {}, Exception("database or disk is full"))

    with listening(house.judge.db, before_cursor_execute=fail):
        for _ in range(3):
            with pytest.raises(OperationalError):
                one.deliver()
    house.clock.advance(delivery.LEASE + timedelta(seconds=1))
    assert one.deliver() == 0
    assert [recipient for recipient, _ in far.taken] == ["ann@example.org", "bob@example.org"]
    assert [mails_to(house, name)[0].status for name in ("ann", "bob")] == ["sent", "sent"]


def test_o2_a_mail_that_comes_back_before_its_batch_is_marked_stays_one_that_came_back(house: House) -> None:
    house.person("Ann").write("REGISTER Ann")
    house.clerk.work_off()
    (claim,) = delivery.claim(house.judge)
    back = update(OutboundRow).where(OutboundRow.id == claim.id).values(status="bounced")
    house.judge.db.write(lambda session: session.execute(back))
    delivery.mark_sent(house.judge, [claim.id])
    assert mails_to(house, "ann")[0].status == "bounced", "`judge resend` looks for those"


def test_o5_a_judge_that_is_stopped_begins_no_further_mail_and_leaves_the_rest_to_be_sent_at_once(house: House) -> None:
    far = Far()
    names = ("Ann", "Bob", "Cid", "Dan")
    for name in names:
        house.person(name).write(f"REGISTER {name}")
    house.clerk.work_off()
    assert Courier(house.judge, far, lambda: len(far.taken) == 2).deliver() == 2
    left = [mails_to(house, name.lower())[0] for name in names]
    assert [(mail.status, mail.attempts) for mail in left] == [("sent", 1), ("sent", 1), ("queued", 0), ("queued", 0)]
    assert Courier(house.judge, far).deliver() == 2
    assert len(far.taken) == 4


def test_o5_what_a_slow_relay_has_taken_is_marked_while_the_rest_is_sent(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courier, "MARK_SECONDS", 0)
    known: list[list[str]] = []

    class Watched(Far):
        def send(self, mail_from: str, recipient: str, raw: bytes) -> None:
            known.append([row.recipient for row in rows_of(house) if row.status == "sent"])
            super().send(mail_from, recipient, raw)

    for name in ("Ann", "Bob", "Cid"):
        house.person(name).write(f"REGISTER {name}")
    house.clerk.work_off()
    assert Courier(house.judge, Watched()).deliver() == 3
    assert known == [[], ["ann@example.org"], ["ann@example.org", "bob@example.org"]]


def test_o1_a_relay_that_is_busy_after_an_outage_of_days_is_tried_again(house: House) -> None:
    far = Far(ann=Deferred("450 4.2.0 greylisted"))
    house.person("Ann").write("REGISTER Ann")
    house.clerk.work_off()
    house.clock.advance(delivery.GIVE_UP + timedelta(hours=1))
    Courier(house.judge, far).deliver()
    assert mails_to(house, "ann")[0].status == "queued"
    far.answers.clear()
    house.clock.advance(timedelta(minutes=2))
    assert Courier(house.judge, far).deliver() == 1


def test_t4_o1_a_mail_put_off_by_a_clock_that_ran_ahead_goes_out_when_the_host_resumes(house: House) -> None:
    far = house.transport = Far(ann=Deferred("450 4.2.0 greylisted"))
    registered(house, far, "Ann")
    house.clock.jump(timedelta(days=30))
    house.settle()
    house.clock.jump(-timedelta(days=30))
    assert house.judge.write(outage.lift_stop)
    far.answers.clear()
    house.settle()
    assert mails_to(house, "ann")[0].status == "sent"
