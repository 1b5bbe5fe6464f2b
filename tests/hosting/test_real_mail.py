"""`judge doctor --mail`: a real mail with forged words goes through the host's mail system and comes back."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from judge.hosting.doctor import Check, look_at_real_mail
from judge.outbox.transport import Rejected, Send
from tests.support.house import DAY_ONE, House

MARK = "f00dfeedf00dfeed"
RECEIVED = b"Received: from somewhere (x [192.0.2.7]) by mx.judge.example (Postfix); Tue, 5 May 2026 09:59:58 +0000\r\n"
WORD = b"Authentication-Results: mx.judge.example; dkim=none\r\n"
_FORGED = re.compile(rb"(?m)^Authentication-Results:.*\r\n")


@dataclass(frozen=True)
class MailSystem:
    """The far end of the wire: hands on what `treat` makes of a mail, or loses it."""

    house: House
    treat: Callable[[bytes], bytes | None]

    def send(self, mail_from: str, recipient: str, raw: bytes) -> None:
        treated = self.treat(raw)
        if treated is not None:
            with smtplib.SMTP(*self.house.server, timeout=120) as smtp:
                smtp.sendmail(mail_from, [recipient], treated)

    @contextmanager
    def session(self) -> Iterator[Send]:
        yield self.send


def looked_at(house: House, treat: Callable[[bytes], bytes | None], **settings: str) -> dict[str, str]:
    chosen = house.judge.settings.model_copy(update={"authserv_id": "mx.judge.example", **settings})
    waited: list[None] = []
    checks: list[Check] = list(
        look_at_real_mail(chosen, house.judge.db, MailSystem(house, treat), MARK, DAY_ONE, lambda: waited.append(None))
    )
    house.settle()
    return {check.about: check.verdict for check in checks}


def test_a_mail_system_that_takes_out_what_senders_write_is_good(house: House) -> None:
    found = looked_at(house, lambda raw: WORD + RECEIVED + _FORGED.sub(b"", raw), mta_name="mx.judge.example")
    assert found == {"real mail": "good", "forged words": "good"}


def test_forged_words_that_pass_below_its_received_line_are_named_though_they_are_not_believed(house: House) -> None:
    found = looked_at(house, lambda raw: WORD + RECEIVED + raw)
    assert found == {"real mail": "good", "forged words": "odd"}


def test_forged_words_that_are_believed_are_wrong(house: House) -> None:
    def stamps_below(raw: bytes) -> bytes:
        head, middle, rest = raw.partition(b"Received:")
        return head + RECEIVED + middle + rest

    assert looked_at(house, stamps_below)["forged words"] == "bad"


def test_a_mail_system_without_a_word_or_a_stamp_of_its_own_is_told(house: House) -> None:
    found = looked_at(house, lambda raw: RECEIVED + _FORGED.sub(b"", raw), mta_name="mail.judge.example")
    assert found == {"real mail": "good", "forged words": "good", "its word": "odd", "its stamp": "bad"}


def test_a_mail_that_does_not_come_back_is_wrong(house: House) -> None:
    assert looked_at(house, lambda _: None) == {"real mail": "bad"}


def test_a_relay_that_refuses_it_is_wrong(house: House) -> None:
    def refuse(_: bytes) -> bytes:
        raise Rejected("550 no such mailbox")

    assert looked_at(house, refuse) == {"real mail": "bad"}


def test_nobody_is_answered(house: House) -> None:
    looked_at(house, lambda raw: WORD + RECEIVED + raw)
    assert not list(house.mailbox.rglob("new/*"))


@pytest.mark.parametrize("odd", [b"\x0b", b"\x1f", b"\xa0", "\u3000".encode()])
def test_the_mail_holds_the_odd_octets_that_forgers_use(house: House, odd: bytes) -> None:
    seen: list[bytes] = []
    looked_at(house, seen.append)
    assert b"Authentication-Results: " + odd + b"mx.judge.example;" in seen[0]
