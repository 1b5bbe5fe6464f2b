"""A relay at the far end of the wire: a real SMTP server whose answers a test chooses."""

from __future__ import annotations

import asyncio
import ssl
import threading
from base64 import b64decode
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult

from tests.support.sockets import LoopThread


class Far:
    """The far end of the wire: a real server whose answers are written down beforehand, one a mail; then 250.
    `user`, `password`, `token`: who may log in, and whoever sends must. `senders`: whose mail it takes; empty: all.
    `deliver`: what it does with each mail that it takes. `hold`: the command at which it falls silent until the client
    has gone (EHLO, MAIL, RCPT, DATA, QUIT; `DATA!`: when it has the mail); `held` is set then.
    """

    def __init__(self) -> None:
        self.user, self.password, self.token = "", "", ""
        self.senders: set[str] = set()
        self.commands: list[str] = []
        self.mail: list[str] = []
        self.rcpt: dict[str, str] = {}
        self.data: list[str] = []
        self.taken: list[tuple[str, list[str], bytes]] = []
        self.deliver: Callable[[str, bytes], None] = lambda _recipient, _raw: None
        self.connections = 0
        self.by_tls: list[bool] = []
        self.hold = ""
        self.held = threading.Event()
        self.hang_up_after_mail = False
        self.hung_up = threading.Event()

    async def handle_EHLO(
        self, server: Any, session: Any, envelope: Any, hostname: str, replies: list[str]
    ) -> list[str]:
        session.host_name = hostname
        await self._fall_silent("EHLO")
        return replies

    def authenticate(self, _server: Any, _session: Any, _envelope: Any, mechanism: str, data: Any) -> AuthResult:
        self.commands.append(f"AUTH {mechanism}")
        good = (data.login, data.password) == (self.user.encode(), self.password.encode())
        return AuthResult(success=good, handled=False)

    async def auth_XOAUTH2(self, server: Any, args: list[str]) -> AuthResult:
        self.commands.append("AUTH XOAUTH2")
        said = b64decode(args[1]).decode()
        if said != f"user={self.user}\1auth=Bearer {self.token}\1\1":
            assert await server.challenge_auth('{"status":"401"}') == b""
            return AuthResult(success=False, handled=False)
        return AuthResult(success=True)

    async def handle_RSET(self, server: Any, session: Any, envelope: Any) -> str:
        self.commands.append("RSET")
        return "250 OK"

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        self.commands.append("MAIL")
        await self._fall_silent("MAIL")
        answer = self.mail.pop(0) if self.mail else "250 OK"
        if self.user and not session.authenticated:
            answer = "530 5.7.0 Authentication required"
        if self.senders and address not in self.senders:
            answer = "553 5.7.1 Not your address"
        if answer.startswith("250"):
            envelope.mail_from = address
        return answer

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        self.commands.append("RCPT")
        await self._fall_silent("RCPT")
        answer = self.rcpt.get(address, self.rcpt.get("*", "250 OK"))
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        await self._fall_silent("DATA")
        answer = self.data.pop(0) if self.data else "250 OK"
        if answer == "silence":
            server.transport.close()
            return "250 OK"
        if answer.startswith("250"):
            self.taken.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
            for recipient in envelope.rcpt_tos:
                self.deliver(recipient, envelope.content)
            self.by_tls.append(server.transport.get_extra_info("ssl_object") is not None)
        await self._fall_silent("DATA!")
        if self.hang_up_after_mail:
            server.loop.call_later(0.01, self._hang_up, server)
        return answer

    async def handle_QUIT(self, server: Any, session: Any, envelope: Any) -> str:
        await self._fall_silent("QUIT")
        return "221 Bye"

    async def _fall_silent(self, step: str) -> None:
        if self.hold == step:
            self.hold = ""
            self.held.set()
            await asyncio.Event().wait()

    def _hang_up(self, server: Any) -> None:
        server.transport.close()
        server.loop.call_soon(self.hung_up.set)  # behind the closing of the socket


class Relay:
    def __init__(self, far: Far, port: int) -> None:
        self.far = far
        self.port = port


@pytest.fixture
def relay_with(loop_thread: LoopThread) -> Iterator[Callable[..., Relay]]:
    servers: list[Any] = []

    def start(host: str = "127.0.0.1", *, implicit: ssl.SSLContext | None = None, **more: Any) -> Relay:
        far = Far()

        def connection() -> SMTP:
            far.connections += 1
            return SMTP(far, hostname="relay.example", loop=loop_thread.loop, authenticator=far.authenticate, **more)

        async def open_port() -> Any:
            return await loop_thread.loop.create_server(connection, host, 0, ssl=implicit)

        server = loop_thread.run(open_port())
        servers.append(server)
        return Relay(far, server.sockets[0].getsockname()[1])

    yield start
    for server in servers:
        loop_thread.loop.call_soon_threadsafe(server.close)


@pytest.fixture
def relay(relay_with: Callable[..., Relay]) -> Relay:
    return relay_with()
