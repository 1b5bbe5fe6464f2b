"""A raw SMTP client, for what a well-behaved one would never send."""

from __future__ import annotations

import socket
import time
from types import TracebackType

from tests.smtp.conftest import Port


class Wire:
    """One connection; `ask` sends octets as they are and gives the last line of the reply."""

    def __init__(self, port: Port, *, greet: bool = True, source: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection((port.host, port.port), timeout=60, source_address=(source, 0))
        self._buffer = b""
        self.banner = self.reply() if greet else ""
        if greet and self.banner.startswith("220"):
            self.hello = self.ask(b"EHLO client.example\r\n")

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.socket.close()

    def send(self, octets: bytes) -> None:
        self.socket.sendall(octets)

    def line(self) -> str:
        """The next line; empty when the other side has closed."""
        while b"\r\n" not in self._buffer:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                return ""
            self._buffer += more
        line, _, self._buffer = self._buffer.partition(b"\r\n")
        return line.decode("ascii")

    def reply(self) -> str:
        line = self.line()
        while line[3:4] == "-":
            line = self.line()
        return line

    def ask(self, octets: bytes) -> str:
        self.send(octets)
        return self.reply()

    def data(self, recipient: bytes = b"judge@example.org", sender: bytes = b"alice@example.net") -> str:
        """Up to the 354."""
        self.ask(b"MAIL FROM:<" + sender + b">\r\n")
        self.ask(b"RCPT TO:<" + recipient + b">\r\n")
        return self.ask(b"DATA\r\n")


MAIL = b"From: alice@example.net\r\nMessage-ID: <1@example.net>\r\n\r\nA PAR - BUR\r\n"


def until(condition: object, seconds: float = 60.0) -> bool:
    """Wait until the callable gives true."""
    assert callable(condition)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.005)
    return bool(condition())
