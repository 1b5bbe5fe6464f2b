"""Webhooks: what a game's page tells, posted to a real server, signed, tried again, and never within walls."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from base64 import b64decode
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import select

from judge.outbox.transport import Deferred
from judge.outbox.webhooks import WEBHOOK, WebhookTransport, is_public, public_key
from judge.rules.values import PUBLIC
from judge.store.tables import EventRow, OutboundRow
from judge.workers.courier import Courier
from tests.support.flat import flat
from tests.support.house import House, Opening
from tests.support.sockets import Certificates, certificates
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import write_all

__all__ = ["certificates"]  # fixtures

OK = b"HTTP/1.1 204 No Content\r\n\r\n"
MOVED = b"HTTP/1.1 302 Found\r\nLocation: https://localhost/\r\n\r\n"


class Receiver:
    """A web server that gives this answer; `heard` is what was posted to it."""

    def __init__(self, tls: ssl.SSLContext) -> None:
        self.answer = OK
        self.heard: list[bytes] = []
        self._tls = tls
        self._server = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"https://localhost:{self._server.getsockname()[1]}/hook?token=a=b"

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._server.accept()
                with self._tls.wrap_socket(line, server_side=True) as wire:
                    said = b""
                    while b"\r\n\r\n" not in said or not said.endswith(b"}"):
                        said += wire.recv(65536)
                    self.heard.append(said)
                    wire.sendall(self.answer)
            except ssl.SSLError:
                continue
            except OSError:
                return

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self._thread.join()


@pytest.fixture
def receiver(certificates: Certificates) -> Iterator[Receiver]:
    made = Receiver(certificates.server)
    yield made
    made.close()


def poster(house: House, certificates: Certificates) -> Courier:
    """One that also reaches this machine."""
    return Courier(house.judge, WebhookTransport(house.judge, lambda _: True, certificates.client), webhooks=True)


def rows(house: House) -> list[OutboundRow]:
    return house.every(select(OutboundRow).where(OutboundRow.purpose == WEBHOOK).order_by(OutboundRow.id))


def ended_phase(house: House, url: str, *options: str) -> Seven:
    """A game whose webhook is this, with one phase that is over."""
    table = seven(house, *options)
    assert "Public events are posted to" in flat(table.direct(f"WEBHOOK {url}"))
    write_all(table)
    house.pass_time(minutes=1)
    table.direct("PROCESS S1901M")
    return table


def test_results_are_posted_signed_and_hold_what_is_public(
    house: House, receiver: Receiver, certificates: Certificates
) -> None:
    ended_phase(house, receiver.url)
    assert receiver.heard == [], "no courier of letters posts"
    assert poster(house, certificates).deliver() == 1
    (heard,) = receiver.heard
    head, _, body = heard.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /hook?token=a=b HTTP/1.1\r\n")
    fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    key = Ed25519PublicKey.from_public_bytes(b64decode(public_key(house.judge).removeprefix("whpk_")))
    signed = f"{fields['webhook-id']}.{fields['webhook-timestamp']}.".encode() + body
    key.verify(b64decode(fields["webhook-signature"].removeprefix("v1a,")), signed)
    told = json.loads(body)
    assert (told["type"], told["data"]["phase"], told["data"]["open"]) == ("game.results", "S1901M", "F1901M")
    events = house.every(select(EventRow).where(EventRow.phase == "S1901M", EventRow.audience == PUBLIC.kind))
    assert told["data"]["events"] == [{"kind": each.kind, "data": each.data} for each in events]
    assert events
    assert house.every(select(EventRow.id).where(EventRow.phase == "S1901M", EventRow.audience != PUBLIC.kind))
    assert [row.status for row in rows(house)] == ["sent"]
    assert poster(house, certificates).deliver() == 0


def test_it_is_tried_four_times_and_no_redirect_is_followed(
    house: House, receiver: Receiver, certificates: Certificates
) -> None:
    receiver.answer = MOVED
    ended_phase(house, receiver.url)
    letters = len(house.every(select(OutboundRow.id)))
    courier = poster(house, certificates)
    for minutes in (0, 2, 6, 18, 60, 60):
        house.pass_time(minutes=minutes)
        courier.deliver()
    assert len(receiver.heard) == 4
    assert len({heard.partition(b"webhook-id: ")[2][:28] for heard in receiver.heard}) == 1
    (row,) = rows(house)
    assert (row.status, row.trouble) == ("failed", "it answers 'HTTP/1.1 302'")
    assert len(house.every(select(OutboundRow.id))) == letters, "nobody is alarmed"


def test_a_wrong_certificate_is_trusted_with_nothing(house: House, receiver: Receiver) -> None:
    wary = WebhookTransport(house.judge, lambda _: True)
    with pytest.raises(Deferred, match="CERTIFICATE_VERIFY_FAILED"):
        wary.send("", receiver.url, b'{"id": "1"}')
    assert receiver.heard == []


WALLED = [
    *(
        "127.0.0.1",
        "10.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
    ),
    *(
        "::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:1::",
        "fe80::1%eth0",
        "fd00::1",
        "ff02::1",
    ),
]


@pytest.mark.parametrize("address", WALLED)
def test_addresses_within_walls_are_not_reached(address: str) -> None:
    assert not is_public(address)


def test_no_connection_is_opened_to_a_name_that_has_such_an_address(
    house: House, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_public("93.184.216.34")
    assert is_public("2606:2800:220:1::1")
    transport = WebhookTransport(house.judge)
    with pytest.raises(Deferred, match="no address of the Internet"):
        transport.send("", receiver.url, b'{"id": "1"}')
    found = [(2, 1, 6, "", (address, 443)) for address in ("93.184.216.34", "127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(Deferred, match="no address of the Internet"):
        transport.send("", "https://two.example.org/", b'{"id": "1"}')


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 2", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 500 no\r\n\r\n"])
def test_any_other_answer_is_a_failure(
    answer: bytes, house: House, receiver: Receiver, certificates: Certificates
) -> None:
    receiver.answer = answer
    with pytest.raises(Deferred):
        poster(house, certificates).transport.send("", receiver.url, b'{"id": "1"}')


def test_of_a_private_game_nothing_is_posted(house: House) -> None:
    ended_phase(house, "https://example.org/hook", "observers no")
    assert rows(house) == []


def test_results_that_are_undone_are_not_posted(house: House) -> None:
    table = ended_phase(house, "https://example.org/hook")
    table.direct("ROLLBACK S1901M")
    assert [row.status for row in rows(house)] == ["cancelled"]


def test_only_the_gamemaster_sets_it_and_only_to_a_web_address(table: Seven) -> None:
    for wrong in ("http://example.org/", "https://me:secret@example.org/", "https://", "example.org", "ftp://x.org"):
        assert "That is no web address." in flat(table.direct(f"WEBHOOK {wrong}"))
    assert "Nothing is posted anywhere." in flat(table.direct("WEBHOOK"))
    table.tell("FRANCE", "WEBHOOK https://example.org/hook")
    assert table.game().webhook == ""
    table.direct("WEBHOOK https://example.org/hook")
    assert "Nothing is posted any more." in flat(table.direct("WEBHOOK STOP"))
    assert table.game().webhook == ""


def test_the_host_may_forbid_them(opened: Opening) -> None:
    table = seven(opened(webhooks=False))
    assert "The host of this judge allows no webhooks." in flat(table.direct("WEBHOOK https://example.org/hook"))
