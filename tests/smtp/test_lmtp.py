"""LMTP as RFC 2033 has it: what the host's own mail system speaks to a judge behind it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from judge.smtp.listener import LmtpDialogue
from tests.smtp.conftest import Keeper, Port
from tests.smtp.wire import MAIL, Wire

Listening = Callable[..., Port]

THREE = (b"judge@example.org", b"judge+abc@example.org", b"postmaster@example.org")


@pytest.fixture
def lmtp(listening: Listening) -> Callable[..., Wire]:
    def connect(accept: Callable[[str, tuple[str, ...], bytes], None], **more: object) -> Wire:
        wire = Wire(listening(accept, dialogue=LmtpDialogue, **more), greet=False)
        wire.banner = wire.reply()
        return wire

    return connect


def envelope(wire: Wire, recipients: tuple[bytes, ...]) -> list[str]:
    wire.ask(b"MAIL FROM:<alice@example.net>\r\n")
    return [wire.ask(b"RCPT TO:<" + recipient + b">\r\n")[:3] for recipient in recipients]


def test_lhlo_greets_and_helo_and_ehlo_are_no_commands(lmtp: Callable[..., Wire], keeper: Keeper) -> None:
    with lmtp(keeper) as wire:
        assert wire.banner.startswith("220 example.org LMTP")
        assert wire.ask(b"EHLO mx\r\n").startswith("500")
        assert wire.ask(b"HELO mx\r\n").startswith("500")
        assert wire.ask(b"MAIL FROM:<a@b.c>\r\n").startswith("503")
        assert wire.ask(b"LHLO mx\r\n").startswith("250")


def test_each_recipient_that_was_taken_has_its_reply(lmtp: Callable[..., Wire], keeper: Keeper) -> None:
    with lmtp(keeper) as wire:
        wire.ask(b"LHLO mx\r\n")
        assert envelope(wire, (*THREE, b"nobody@example.org")) == ["250", "250", "250", "550"]
        wire.ask(b"DATA\r\n")
        wire.send(MAIL + b".\r\n")
        assert [wire.reply()[:3] for _ in THREE] == ["250", "250", "250"]
        assert wire.ask(b"NOOP\r\n").startswith("250"), "and not one reply more"
    assert [mail.recipients for mail in keeper.mails] == [tuple(each.decode() for each in THREE)]


def test_each_recipient_hears_of_trouble(lmtp: Callable[..., Wire]) -> None:
    def fails(mail_from: str, recipients: tuple[str, ...], raw: bytes, source: str) -> None:
        raise OSError("secret")

    with lmtp(fails) as wire:
        wire.ask(b"LHLO mx\r\n")
        envelope(wire, THREE)
        wire.ask(b"DATA\r\n")
        wire.send(MAIL + b".\r\n")
        assert [wire.reply() for _ in THREE] == ["451 4.3.0 The mail could not be taken now; try again later"] * 3


def test_a_refusal_for_many_recipients_is_one_mistake(lmtp: Callable[..., Wire], keeper: Keeper) -> None:
    with lmtp(keeper, max_size=20_000) as wire:
        wire.ask(b"LHLO mx\r\n")
        envelope(wire, THREE * 6)
        wire.ask(b"DATA\r\n")
        wire.send(b"x" * 5000 + b"\r\n.\r\n")
        assert {wire.reply()[:3] for _ in range(18)} == {"500"}
        assert wire.ask(b"NOOP\r\n").startswith("250"), "still connected"


def test_data_without_a_recipient_is_refused_once(lmtp: Callable[..., Wire], keeper: Keeper) -> None:
    with lmtp(keeper) as wire:
        wire.ask(b"LHLO mx\r\n")
        envelope(wire, (b"nobody@example.org",))
        assert wire.ask(b"DATA\r\n").startswith("503")
        assert wire.ask(b"NOOP\r\n").startswith("250")


def test_the_trace_says_lmtp(lmtp: Callable[..., Wire], keeper: Keeper) -> None:
    with lmtp(keeper, now=lambda: datetime(2026, 11, 21, 20, 0, tzinfo=UTC)) as wire:
        wire.ask(b"LHLO mx.example.org\r\n")
        envelope(wire, THREE[:1])
        wire.ask(b"DATA\r\n")
        assert wire.ask(MAIL + b".\r\n").startswith("250")
    assert keeper.mails[0].raw.startswith(
        b"Received: from mx.example.org (own mail system)\r\n\tby example.org with LMTP;\r\n"
    )
