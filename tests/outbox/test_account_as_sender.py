"""Letters that go out from the relay's account: what comes back is known by the Message-ID in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from judge.hosting.doctor import look_at_relay
from judge.mail.automatic import returned_message_ids
from judge.outbox.bounces import BETWEEN_PROBES, BOUNCES
from judge.settings import Settings
from judge.store.tables import OutboundRow
from judge.testing.correspondent import Correspondent
from tests.mail.test_bounces import QMAIL, VACATION, dsn
from tests.outbox.test_bounces import address_of, statuses, troubled
from tests.support.far_relay import Relay
from tests.support.house import House, open_house, put
from tests.workers.test_courier import Far


@pytest.fixture
def account(sqlite_url: str, tmp_path: Path) -> Iterator[House]:
    with open_house(sqlite_url, tmp_path, mail_from="account") as house:
        yield house


def names(house: House, who: Correspondent) -> list[str]:
    """The Message-IDs of the letters to this person, oldest first."""
    query = select(OutboundRow.message_id).where(OutboundRow.recipient == who.address).order_by(OutboundRow.id)
    return list(house.every(query))


def test_the_sender_is_the_account_s_address() -> None:
    relay: dict[str, Any] = {"relay": "smtps://mail.example", "relay_password": "x", "domain": "games.example"}
    assert Settings(**relay, relay_user="me@mail.example").account == "me@mail.example"
    assert Settings(**relay, relay_user="me").account == "judge@games.example"


def test_every_letter_goes_out_from_the_account(account: House) -> None:
    class Envelopes(Far):
        def send(self, mail_from: str, recipient: str, raw: bytes) -> None:
            self.tried.append(mail_from)

    far = account.transport = Envelopes()
    account.person("Ann").write("REGISTER Ann")
    account.settle()
    assert far.tried == [account.judge.settings.address]


REPORTS: dict[str, Callable[[str], str]] = {
    "DSN with headers": lambda name: dsn("failed", "5.1.1", returned=f"Subject: x\nMessage-ID: {name}\n"),
    "DSN with a folded header": lambda name: dsn("failed", "5.1.1", returned=f"Message-Id:\n {name}\n"),
    "X-Original-Message-ID": lambda name: dsn("failed", "5.1.1", returned=f"X-Original-Message-ID: {name}\n"),
    "In-Reply-To": lambda name: f"In-Reply-To: {name}\n" + dsn("failed", "5.1.1"),
    "References": lambda name: f"References: <oslo@judge.localhost>\n {name}\n" + dsn("failed", "5.1.1"),
    "qmail": lambda name: f"{QMAIL}Message-ID: {name}\n",
    "quoted": lambda name: f"{QMAIL}\n> Message-ID: {name}\n",
}


@pytest.mark.parametrize("form", REPORTS)
def test_m18_a_bounce_is_known_by_the_message_id_in_it(account: House, form: str) -> None:
    ann = account.registered("Ann")
    report = REPORTS[form](names(account, ann)[-1])
    put(account, report, mail_from="<>")
    assert address_of(account, ann).bounces == 1
    assert statuses(account, ann)[-1] == "bounced"
    put(account, f"X: again\n{report}", mail_from="<>")
    assert address_of(account, ann).bounces == 1, "a letter counts once"


def test_m18_the_letter_that_is_returned_counts_and_not_those_that_it_answers(account: House) -> None:
    ann = account.registered("Ann")
    account.tell(ann, "STATUS")
    first, last = names(account, ann)[0], names(account, ann)[-1]
    returned = f"References: {first}\nIn-Reply-To: {first}\nMessage-ID: {last}\n"
    put(account, dsn("failed", "5.1.1", returned=returned), mail_from="<>")
    assert [each == "bounced" for each in statuses(account, ann)] == [False] * (len(names(account, ann)) - 1) + [True]
    assert returned_message_ids(b"References: <a@x> <b@x>\n\nMessage-ID: <c@x>\n") == ("<c@x>", "<b@x>", "<a@x>")


@pytest.mark.parametrize(
    "report", [VACATION, dsn("delayed", "4.2.2"), dsn("delivered", "2.0.0")], ids=["vacation", "delayed", "delivered"]
)
def test_m18_what_is_no_bounce_counts_nothing(account: House, report: str) -> None:
    ann = account.registered("Ann")
    put(account, f"In-Reply-To: {names(account, ann)[-1]}\n{report}", mail_from="<>")
    assert address_of(account, ann).bounces == 0


def test_m18_where_each_letter_has_its_own_sender_a_message_id_counts_nothing(house: House) -> None:
    ann = house.registered("Ann")
    put(house, dsn("failed", "5.1.1", returned=f"Message-ID: {names(house, ann)[-1]}\n"), mail_from="<>")
    assert address_of(house, ann).bounces == 0


def come_back(house: House, name: str) -> None:
    report = dsn("failed", "5.1.1", message_id=f"Message-ID: <{name[1:9]}@forged>\n", returned=f"Message-ID: {name}\n")
    put(house, report, mail_from="<>")


def test_invented_reports_with_message_ids_hold_no_mail(account: House) -> None:
    _, ann = troubled(account)
    account.tell(ann, "STATUS oslo")
    letters = len(ann.inbox())
    passed_on = [str(mail.message["Message-ID"]) for mail in ann.inbox()]
    assert len(passed_on) > BOUNCES
    for name in passed_on:
        come_back(account, name)
    assert len(ann.inbox()) == letters + 1
    assert ann.last().subject == "Does my mail reach you?"
    assert address_of(account, ann).suspended_at is None
    account.clock.advance(BETWEEN_PROBES)
    come_back(account, names(account, ann)[-1])
    assert address_of(account, ann).suspended_at is not None, "its letter has come back, which nobody else has seen"


def test_the_doctor_finds_a_relay_that_insists_on_its_own_sender(relay: Relay) -> None:
    relay.far.senders = {"judge@judge.localhost"}
    url = f"smtp://127.0.0.1:{relay.port}"
    first, second = look_at_relay(Settings(relay=url, host_address="host@example.net"))
    assert (first.verdict, "553 5.7.1 Not your address" in first.message) == ("bad", True)
    assert 'set `mail_from = "account"`' in second.message
    (check,) = look_at_relay(Settings(relay=url, host_address="host@example.net", mail_from="account"))
    assert check.verdict == "good"
