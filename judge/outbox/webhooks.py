"""Webhooks: a game's public events, posted as JSON to the address that its GameMaster has named.

A webhook is a row of the outgoing mail, and has a courier of its own: a slow address holds up no letter. It is signed
as Standard Webhooks say (`v1a`, Ed25519), by a key that follows from the installation's secret.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import ipaddress
import json
import re
import socket
import ssl
from base64 import b64encode
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import select

from judge.app import Judge, Work
from judge.games.lookup import is_shown, open_phase
from judge.outbox.transport import Deferred, Send
from judge.rules.values import PUBLIC
from judge.store.tables import EventRow, Game, OutboundRow

WEBHOOK = "webhook"
"""The purpose of such rows."""
TRIES = 4
"""Within 21 minutes. What happens next in a game tells all that matters then."""
SECONDS = 10.0
"""So long each step of a post may take."""
URL = re.compile(
    r"https://[a-z0-9](?:[a-z0-9.-]{0,120}[a-z0-9])?(?::[0-9]{1,5})?(?:/[\x21-\x7e]{0,120})?", re.IGNORECASE
)
_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")


def queue(work: Work, game: Game, event: str, phase: str) -> None:
    """Queue what the world may know of an event (started, results, ended), if the GameMaster wants that and the host
    allows it.
    """
    if not game.webhook or not work.settings.webhooks or not is_shown(game):
        return
    work.session.flush()
    public = EventRow.game_id == game.id, EventRow.run == game.run, EventRow.audience == PUBLIC.kind
    query = select(EventRow.kind, EventRow.data).where(*public, EventRow.phase == phase).order_by(EventRow.id)
    open_row = open_phase(work.session, game) if game.status == "active" else None
    base = work.settings.web_base.rstrip("/")
    number = f"msg_{work.judge.entropy(12).hex()}"
    told = {
        "id": number,
        "type": f"game.{event}",
        "timestamp": work.now.isoformat(),
        "data": {
            "judge": work.settings.address,
            "game": game.name,
            "title": game.title,
            "phase": phase,
            "events": [{"kind": kind, "data": data} for kind, data in work.session.execute(query)],
            "open": open_row.label if open_row else None,
            "deadline": open_row.deadline.isoformat() if open_row else None,
            "page": f"{base}/games/{game.name}/index.html" if base else None,
        },
    }
    row = OutboundRow(
        game_id=game.id, purpose=WEBHOOK, recipient=game.webhook,
        message_id=number, raw=json.dumps(told).encode(), status="queued", next_try=work.now, made_at=work.now,
    )  # fmt: skip
    work.session.add(row)


def _key(judge: Judge) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hmac.digest(judge.secret.key, b"judge webhook\0", hashlib.sha256))


def public_key(judge: Judge) -> str:
    """Return the key by which a receiver tells the judge's webhooks from others'."""
    return f"whpk_{b64encode(_key(judge).public_key().public_bytes_raw()).decode()}"


def is_public(address: str) -> bool:
    """Is it an address of the Internet, behind which no machine or network of the host's own lies?"""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and (found not in _GLOBAL_UNICAST or found.sixtofour or found.teredo):
        return False
    return found.is_global and not found.is_multicast


class WebhookTransport:
    """Posts rows. It follows no redirect, and connects to no address that `may_reach` refuses. Each failure is a
    Deferred.
    """

    def __init__(
        self, judge: Judge, may_reach: Callable[[str], bool] = is_public, tls: ssl.SSLContext | None = None
    ) -> None:
        self._judge, self._may_reach = judge, may_reach
        self._tls = tls

    @contextlib.contextmanager
    def session(self) -> Iterator[Send]:
        yield self.send

    def send(self, mail_from: str, recipient: str, raw: bytes) -> None:  # noqa: ARG002 - a post has no sender
        self._tls = self._tls or ssl.create_default_context()
        url = urlsplit(recipient)
        number, at = json.loads(raw)["id"], str(int(self._judge.clock.now().timestamp()))
        signature = b64encode(_key(self._judge).sign(f"{number}.{at}.".encode() + raw)).decode()
        head = (
            f"POST {url._replace(scheme='', netloc='').geturl() or '/'} HTTP/1.1\r\nHost: {url.netloc}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(raw)}\r\nConnection: close\r\n"
            f"webhook-id: {number}\r\nwebhook-timestamp: {at}\r\nwebhook-signature: v1a,{signature}\r\n\r\n"
        )
        try:
            # To the very address that was looked at: a name may have another a moment later.
            address = self._reachable(url.hostname or "", url.port or 443)
            with (
                socket.create_connection(address, SECONDS) as line,
                self._tls.wrap_socket(line, server_hostname=url.hostname) as wire,
            ):
                wire.sendall(head.encode("ascii") + raw)
                said = wire.recv(64)
        except (OSError, ValueError) as error:
            raise Deferred(f"{type(error).__name__}: {error}") from error
        if not re.match(rb"HTTP/1\.\d 2\d\d\b", said):
            raise Deferred(f"it answers {said[:12].decode('ascii', 'replace')!a}")

    def _reachable(self, host: str, port: int) -> tuple[str, int]:
        found = {str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
        if not all(map(self._may_reach, found)):
            raise Deferred(f"{host} is no address of the Internet")
        return min(found), port
