"""The listeners that the settings ask for: with STARTTLS (rows S7 and S8), behind a proxy, and for tests."""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
import struct
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import trustme
from pydantic import ValidationError
from sqlalchemy import select

from judge.settings import Settings
from judge.smtp.listener import Limits, Listener, listeners_of
from judge.store.sealed_mail import as_it_came
from judge.store.tables import InboundRow
from tests.smtp.conftest import Keeper, Port
from tests.smtp.wire import MAIL, Wire
from tests.support.house import House
from tests.support.sockets import Certificates, LoopThread

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def made(**settings: Any) -> tuple[Listener, ...]:
    return listeners_of(Settings(listen="127.0.0.1:0", **settings), Keeper(), lambda: NOW)


def test_smtp_alone_unless_lmtp_is_wanted() -> None:
    assert len(made()) == 1
    assert len(made(lmtp_listen="127.0.0.1:0")) == 2


def test_the_limits_are_those_of_the_settings() -> None:
    limits = made(max_connections=7, upstream="192.0.2.1, ::1")[0].limits
    assert limits.connections == 7
    assert "192.0.2.1" in limits.trusted
    assert "127.0.0.1" not in limits.trusted


def test_upstream_takes_networks_and_nothing_that_means_nothing() -> None:
    trusted = Settings(upstream="192.0.2.1 10.89.0.0/16 fd00::/8").upstreams
    for own in ("192.0.2.1", "10.89.255.1", "::ffff:10.89.0.7", "fd12::1", "fd12::1%eth0"):
        assert own in trusted
    for other in ("192.0.2.2", "10.88.0.1", "fe80::1", "", "unix:"):
        assert other not in trusted
    for wrong in ("10.89.0.1/16", "localhost", "10.89.*"):
        with pytest.raises(ValidationError, match="is neither"):
            Settings(upstream=wrong)


def test_a_proxy_is_for_smtp_and_not_for_lmtp() -> None:
    smtp, lmtp = made(lmtp_listen="127.0.0.1:0", proxy_protocol=True)
    assert (smtp.proxied, lmtp.proxied) == (True, False)


def test_starttls_with_the_certificate_that_is_given(tmp_path: Path, loop_thread: LoopThread) -> None:
    authority = trustme.CA()
    issued = authority.issue_cert("judge.localhost", "localhost")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    issued.private_key_pem.write_to_path(key)
    chain.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    (listener,) = made(tls_certificate=chain, tls_key=key, require_tls=True)
    host, port = loop_thread.run(listener.start())
    trust = ssl.create_default_context()
    authority.configure_trust(trust)
    trust.check_hostname = False
    with smtplib.SMTP(host, port) as smtp:
        smtp.ehlo()
        assert smtp.mail("a@b.c")[0] == 530
        smtp.starttls(context=trust)
        smtp.ehlo()
        assert smtp.mail("a@b.c")[0] == 250
    loop_thread.run(listener.stop())


@pytest.mark.parametrize("setting", [{"require_tls": True}, {"tls_key": "key.pem"}])
def test_tls_without_a_certificate_is_refused(setting: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="needs JUDGE_TLS_CERTIFICATE"):
        Settings(**setting)


def test_a_certificate_that_is_not_there_stops_the_start() -> None:
    with pytest.raises(OSError, match="No such file"):
        made(tls_certificate="nowhere.pem")


def test_an_empty_variable_is_no_certificate() -> None:
    assert Settings(tls_certificate="", tls_key="").tls_certificate is None


# Rows S7 and S8: STARTTLS as the listener offers it.

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


def test_a_handshake_that_fails_ends_that_connection_alone_and_is_no_error_of_the_judges(
    listening: Listening, keeper: Keeper, certificates: Certificates, caplog: pytest.LogCaptureFixture
) -> None:
    port = listening(keeper, tls=certificates.server)
    with Wire(port) as wire:
        assert wire.ask(b"STARTTLS\r\n").startswith("220")
        wire.send(b"MAIL FROM:<a@b.c>\r\n" * 20)
        while wire.socket.recv(4096):
            pass
    with Wire(port) as wire:
        assert wire.ask(b"NOOP\r\n").startswith("250")
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


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


# The source of a mail behind a proxy: what the proxy's PROXY header says, and only a trusted one's.


def now() -> datetime:
    return datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def connect(port: Port, header: bytes) -> Wire:
    wire = Wire(port, greet=False)
    wire.send(header)
    wire.banner = wire.reply()
    return wire


def version_1(source: str) -> bytes:
    return f"PROXY TCP4 {source} 192.0.2.25 40000 25\r\n".encode()


def version_2(source: str) -> bytes:
    addresses = socket.inet_aton(source) + socket.inet_aton("192.0.2.25") + struct.pack("!HH", 40000, 25)
    return b"\r\n\r\n\0\r\nQUIT\n" + b"\x21\x11" + struct.pack("!H", len(addresses)) + addresses


def test_mail_comes_through_a_proxy_of_either_version(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, proxied=True, now=now)
    for header in (version_1("198.51.100.7"), version_2("198.51.100.8")):
        with connect(port, header) as wire:
            assert wire.banner.startswith("220")
            wire.ask(b"EHLO client.example\r\n")
            wire.data()
            assert wire.ask(MAIL + header.hex().encode() + b"\r\n.\r\n").startswith("250")
    assert len(keeper.mails) == 2
    assert all(mail.raw.startswith(b"Received: from client.example\r\n") for mail in keeper.mails), "no own mail system"


def test_the_limit_of_a_source_holds_for_the_source_that_the_proxy_tells(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, proxied=True, limits=Limits(connections_per_source=2))
    held = [connect(port, version_1("198.51.100.7")) for _ in range(3)]
    other = connect(port, version_1("198.51.100.8"))
    assert [wire.banner[:3] for wire in (*held, other)] == ["220", "220", "421", "220"]
    for wire in (*held, other):
        wire.socket.close()


def test_without_its_header_a_connection_is_closed(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, proxied=True)
    with connect(port, b"EHLO client.example\r\n") as wire:
        assert wire.banner == ""
    with connect(port, version_1("198.51.100.7")) as wire:
        assert wire.banner.startswith("220"), "and the next one served"


def test_nobody_but_the_proxy_may_connect(listening: Listening, keeper: Keeper) -> None:
    port = listening(keeper, proxied=True, limits=Limits(trusted=frozenset({"192.0.2.9"})))
    with connect(port, version_1("198.51.100.7")) as wire:
        assert wire.banner.startswith("421 4.7.0")


LOCAL = b"\r\n\r\n\0\r\nQUIT\n" + b"\x20\x00" + struct.pack("!H", 0)
UNTOLD = {
    "UNKNOWN": b"PROXY UNKNOWN\r\n",
    "UNKNOWN, with the proxy's address behind it": b"PROXY UNKNOWN 127.0.0.1 127.0.0.1 40000 25\r\n",
    "LOCAL": LOCAL,
}


@pytest.mark.parametrize("header", UNTOLD.values(), ids=UNTOLD)
def test_who_comes_through_a_proxy_that_does_not_tell_who_is_served_as_a_stranger(
    listening: Listening, keeper: Keeper, header: bytes
) -> None:
    port = listening(keeper, proxied=True, now=now, limits=Limits(connections_per_source=1))
    with connect(port, header) as wire, connect(port, header) as another:
        assert wire.banner.startswith("220"), "it may be the proxy that looks whether the judge lives"
        assert another.banner.startswith("421"), "with connections of a stranger"
        wire.ask(b"EHLO client.example\r\n")
        wire.data()
        assert wire.ask(MAIL + b"\r\n.\r\n").startswith("250")
    (mail,) = keeper.mails
    assert mail.raw.startswith(b"Received: from client.example\r\n"), "no own mail system"


# What tests hand in behind the listener is what the listener would have handed in.


def kept(house: House, name: str, text: str, *, by_wire: bool) -> tuple[str, object, bytes]:
    """Sender, recipients and octets of the mail that somebody writes, without what makes it that one: its Message-ID,
    its Date, and what the machine calls itself.
    """
    house.by_wire = by_wire
    message_id = house.person(name).write(text, subject=text[:20].partition("\n")[0])
    row = house.one(select(InboundRow).order_by(InboundRow.id.desc()).limit(1))
    came = as_it_came(row, house.judge.secret).raw
    assert message_id.encode() in came
    bare = re.sub(rb"\AReceived: from \S+|\r\nDate: [^\r]+", b"", came.replace(message_id.encode(), b"<>"))
    return row.mail_from, row.recipients, bare


@pytest.mark.parametrize(
    "text",
    [
        "REGISTER Anna",
        "One line\n.\n..\n.hidden\n\nFrom here on\n",
        "Zürich, Łódź, Αθήνα\n" + "long " * 300,
        " \n\ttabbed\t\n= equals =\n\n\n",
        "",
    ],
    ids=["plain", "dots", "other letters", "blanks", "nothing"],
)
def test_a_mail_that_is_handed_in_is_kept_as_one_that_comes_by_smtp(house: House, text: str) -> None:
    assert kept(house, "Anna", text, by_wire=False) == kept(house, "Anna", text, by_wire=True)
