"""The source of a mail behind a proxy: what the proxy's PROXY header says, and only a trusted one's."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from judge.smtp.listener import Limits
from tests.smtp.conftest import Keeper, Port
from tests.smtp.wire import MAIL, Wire

Listening = Callable[..., Port]


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
