"""Rows S7 and S8: STARTTLS as the listener offers it."""

from __future__ import annotations

import smtplib
import socket
import struct
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from judge.smtp.listener import Limits
from tests.smtp.conftest import Keeper, Port
from tests.smtp.wire import MAIL, Wire
from tests.support.sockets import Certificates

Listening = Callable[..., Port]


def test_a_mail_by_tls_is_kept_and_its_trace_says_so(
    listening: Listening, keeper: Keeper, certificates: Certificates
) -> None:
    port = listening(keeper, tls=certificates.server, now=lambda: datetime(2026, 11, 21, tzinfo=UTC))
    with smtplib.SMTP(port.host, port.port) as smtp:
        smtp._host = "example.org"  # type: ignore[attr-defined]
        smtp.starttls(context=certificates.client)
        smtp.ehlo("client.example")
        assert not smtp.has_extn("starttls")
        assert not smtp.has_extn("auth")
        smtp.sendmail("alice@example.net", "judge@example.org", MAIL)
    assert keeper.mails[0].raw.startswith(
        b"Received: from client.example (own mail system)\r\n\tby example.org with ESMTPS;\r\n"
    )


def test_s7_what_is_sent_ahead_of_tls_is_discarded(
    listening: Listening, keeper: Keeper, certificates: Certificates
) -> None:
    with Wire(listening(keeper, tls=certificates.server)) as wire:
        wire.send(b"STARTTLS\r\nMAIL FROM:<evil@x.y>\r\nRCPT TO:<judge@example.org>\r\n")
        assert wire.reply().startswith("220")
        wire.socket = certificates.client.wrap_socket(wire.socket, server_hostname="example.org")
        assert wire.ask(b"EHLO client.example\r\n").startswith("250")
        assert wire.ask(b"RCPT TO:<judge@example.org>\r\n").startswith("503")
        assert wire.ask(b"NOOP\r\n").startswith("250")
    assert keeper.calls == 0


@pytest.mark.parametrize(
    "command", [b"MAIL FROM:<a@b.c>\r\n", b"RCPT TO:<judge@example.org>\r\n", b"DATA\r\n", b"VRFY x\r\n"]
)
def test_s8_without_the_tls_that_is_required_nothing_is_taken(
    listening: Listening, keeper: Keeper, certificates: Certificates, command: bytes
) -> None:
    with Wire(listening(keeper, tls=certificates.server, require_tls=True)) as wire:
        assert wire.ask(command).startswith("530")


def test_s8_with_the_tls_that_is_required_mail_is_taken(
    listening: Listening, keeper: Keeper, certificates: Certificates
) -> None:
    with Wire(listening(keeper, tls=certificates.server, require_tls=True)) as wire:
        assert wire.ask(b"STARTTLS\r\n").startswith("220")
        wire.socket = certificates.client.wrap_socket(wire.socket, server_hostname="example.org")
        wire.ask(b"EHLO client.example\r\n")
        wire.data()
        assert wire.ask(MAIL + b".\r\n").startswith("250")
    assert len(keeper.mails) == 1


def test_a_handshake_that_fails_ends_that_connection_alone(
    listening: Listening, keeper: Keeper, certificates: Certificates
) -> None:
    port = listening(keeper, tls=certificates.server)
    with Wire(port) as wire:
        assert wire.ask(b"STARTTLS\r\n").startswith("220")
        wire.send(b"MAIL FROM:<a@b.c>\r\n" * 20)
        while wire.socket.recv(4096):
            pass
    with Wire(port) as wire:
        assert wire.ask(b"NOOP\r\n").startswith("250")


@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
def test_s15_connections_lost_in_the_handshake_are_not_counted_for_ever(
    listening: Listening, keeper: Keeper, certificates: Certificates, reset: bool
) -> None:
    port = listening(keeper, tls=certificates.server)
    for _ in range(60):
        with Wire(port) as wire:
            assert wire.ask(b"STARTTLS\r\n").startswith("220")
            if reset:
                wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    with Wire(port) as wire:
        assert wire.banner.startswith("220")


def test_s15_a_handshake_that_does_not_begin_is_cut_off(
    listening: Listening, keeper: Keeper, certificates: Certificates
) -> None:
    port = listening(keeper, tls=certificates.server, limits=Limits(connections=1, idle_seconds=1))
    with Wire(port) as wire:
        wire.ask(b"STARTTLS\r\n")
        while wire.socket.recv(4096):
            pass
    with Wire(port) as wire:
        assert wire.banner.startswith("220")
