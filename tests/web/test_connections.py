"""Attacks on the pages' server: connections that never end, and much at once."""

from __future__ import annotations

import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest

from judge.web import server
from judge.web.files import File
from judge.web.pages import Site
from tests.support.house import House, Opening
from tests.support.served import served

OTHER = "127.0.0.2"
"""An address of this machine that is not the host's own."""


@contextmanager
def _wire(base: str, source: str = OTHER) -> Iterator[socket.socket]:
    host, _, port = base.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=60, source_address=(source, 0)) as wire:
        yield wire


def _answer(wire: socket.socket) -> bytes:
    """What comes until the other side closes."""
    got = b""
    while True:
        try:
            more = wire.recv(65536)
        except ConnectionResetError:
            return got
        if not more:
            return got
        got += more


def _status(base: str, path: str = "/", **headers: str) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(base + path, headers=headers), timeout=60) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_a_request_that_is_never_finished_is_not_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(server, "HEADER_SECONDS", 0.3)
    with served(house.judge) as base, _wire(base) as wire:
        wire.sendall(sent)
        assert _answer(wire) == b""


def test_a_request_that_comes_octet_by_octet_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEADER_SECONDS", 0.5)
    with served(house.judge) as base, _wire(base) as wire, pytest.raises(ConnectionError):
        for octet in b"GET / HTTP/1.1\r\nX-Slow: " + b"x" * 1000:
            wire.sendall(bytes([octet]))
            time.sleep(0.05)


def test_a_body_that_never_comes_holds_no_connection(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEADER_SECONDS", 0.5)
    with served(house.judge) as base, _wire(base) as wire:
        wire.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
        assert _answer(wire).startswith(b"HTTP/1.1 200")


def test_seventy_half_open_requests_keep_nobody_out(house: House) -> None:
    with served(house.judge) as base:
        wires = []
        for number in range(70):
            host, _, port = base.removeprefix("http://").partition(":")
            source = (f"127.0.1.{number % 7 + 1}", 0)
            wires.append(socket.create_connection((host, int(port)), timeout=60, source_address=source))
            wires[-1].sendall(b"GET / HT")
        assert _status(base) == 200
        assert _status(base, "/healthz") in (200, 503)
        for wire in wires:
            wire.close()


def test_one_address_has_so_many_connections_and_others_are_served(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "CONNECTIONS_PER_ADDRESS", 3)
    with served(house.judge) as base, _wire(base), _wire(base), _wire(base):
        with _wire(base) as beyond:
            assert _answer(beyond).startswith(b"HTTP/1.1 503")
        assert _status(base) == 200


def test_strangers_connections_leave_those_of_the_server_in_front(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "CONNECTIONS", 3)
    with served(house.judge) as base, _wire(base), _wire(base), _wire(base):
        with _wire(base, "127.0.0.3") as beyond:
            assert _answer(beyond).startswith(b"HTTP/1.1 503")
        assert _status(base) == 200


def test_who_does_not_read_what_they_asked_for_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEADER_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(server, name, 0.5)
    big = File("text/plain", b"x" * 30_000_000)
    monkeypatch.setattr(Site, "get", lambda *_: big)
    left = threading.Event()
    monkeypatch.setattr(server.Doors, "leave", lambda *_: left.set())
    with served(house.judge) as base, _wire(base) as wire:
        wire.sendall(b"GET /index.html HTTP/1.1\r\nHost: x\r\n\r\n")
        assert left.wait(60)
        assert len(_answer(wire)) < len(big.content)


def test_one_reader_asks_for_so_much_at_once_and_others_are_served(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the server in front tells who it is."""
    inside, go_on = threading.Semaphore(0), threading.Event()
    get = Site.get

    def slow(self: Site, *path: object) -> object:
        if path[1] == "icon.svg":
            inside.release()
            go_on.wait(60)
        return get(self, *path)  # type: ignore[arg-type]

    monkeypatch.setattr(Site, "get", slow)
    monkeypatch.setattr(server, "LIMIT_PER_READER", 4)
    with served(house.judge) as base, ThreadPoolExecutor(8) as readers:
        asked = [readers.submit(_status, base, "/icon.svg", **{"X-Forwarded-For": "9.9.9.9"}) for _ in range(4)]
        assert all(inside.acquire(timeout=60) for _ in asked)
        assert _status(base, "/", **{"X-Forwarded-For": "9.9.9.9"}) == 429
        assert _status(base, "/", **{"X-Forwarded-For": "9.9.9.8"}) == 200
        go_on.set()
        assert [each.result() for each in asked] == [200] * 4


def test_a_server_in_front_that_does_not_tell_its_readers_is_not_one_reader(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LIMIT_PER_READER", 0)
    with served(house.judge) as base:
        assert _status(base) == 200
        assert _status(base, "/", **{"X-Forwarded-For": "9.9.9.9"}) == 429


def test_readers_behind_a_bridge_are_not_one_reader(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CONNECTIONS_PER_ADDRESS", 3)
    monkeypatch.setattr(server, "LIMIT_PER_READER", 0)
    bridge = opened(upstream="127.0.0.0/24")
    with served(bridge.judge) as base, ExitStack() as wires:
        for number in range(30):
            wire = wires.enter_context(_wire(base))
            told = f"X-Forwarded-For: 9.9.9.{number}\r\n" if number % 2 else ""
            wire.sendall(f"GET / HTTP/1.1\r\nHost: x\r\n{told}Connection: close\r\n\r\n".encode())
            assert _answer(wire).startswith(b"HTTP/1.1 429" if told else b"HTTP/1.1 200"), (
                "its word for a reader counts"
            )


def test_while_too_much_is_asked_for_health_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, go_on = threading.Semaphore(0), threading.Event()

    def slow(*_: object) -> None:
        inside.release()
        go_on.wait(60)

    monkeypatch.setattr(Site, "get", slow)
    monkeypatch.setattr(server, "LIMIT", server.THREADS)
    house.settle()
    with served(house.judge) as base, ThreadPoolExecutor(server.THREADS) as readers:
        asked = [
            readers.submit(_status, base, "/x.html", **{"X-Forwarded-For": f"9.9.9.{number}"})
            for number in range(server.THREADS)
        ]
        assert all(inside.acquire(timeout=60) for _ in asked)
        assert _status(base, "/index.html", **{"X-Forwarded-For": "9.9.8.1"}) == 503
        assert _status(base, "/healthz") == 200
        assert _status(base, "/metrics") == 200
        go_on.set()
        assert {each.result() for each in asked} == {404}


def test_a_header_without_end_is_refused(house: House) -> None:
    with served(house.judge) as base, _wire(base) as wire:
        wire.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        answer = b""
        try:
            for _ in range(40):
                wire.sendall(b"X-Long: " + b"x" * 8000 + b"\r\n")
        except ConnectionError:
            pass
        answer = _answer(wire)
        assert b"200" not in answer[:20]
        assert _status(base) == 200


def test_parts_of_a_page_are_not_made_one_by_one(house: House) -> None:
    """Range requests by the hundred are one page."""
    with served(house.judge) as base:
        many = "bytes=" + ",".join(f"{start}-{start + 1}" for start in range(0, 2000, 2))
        request = urllib.request.Request(f"{base}/", headers={"Range": many})
        with urllib.request.urlopen(request, timeout=60) as reply, urllib.request.urlopen(f"{base}/") as plain:
            assert (reply.status, reply.read()) == (200, plain.read())


def test_pages_are_only_read(opened: Opening) -> None:
    with served(opened().judge) as base, _wire(base) as wire:
        wire.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi")
        assert _answer(wire).startswith(b"HTTP/1.1 405")
