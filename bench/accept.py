"""Mails a second, accepted durably: real sockets, the real listener, the real store on SQLite.

    python -m bench.accept [seconds]

The client is a process of its own, with as many connections as said, and waits for each reply before its next command,
as Postfix's `smtp-source` does. Postfix on a machine like the one the targets were set on takes 480 mails a second over
one connection and 730 over ten, each durable.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from judge.app import Judge
from judge.clock import SystemClock
from judge.mailbox.intake import Intake
from judge.settings import Settings
from judge.smtp.listener import Accept, Listener
from judge.store.engine import Database
from judge.store.migrate import migrate
from judge.store.secret import Secret

ADDRESS = "judge@judge.localhost"
TARGETS = {1: 480, 10: 730}  # Postfix
SHEET = "".join(f"{amount} > A PAR - BUR ; a line of an offer sheet as players write them\r\n" for amount in range(20))


def measure(accept: Accept, connections: int, seconds: float = 3.0) -> float:
    """Mails a second that a listener with this accept function takes over so many connections."""
    return asyncio.run(_measure(accept, connections, seconds))


async def _measure(accept: Accept, connections: int, seconds: float) -> float:
    listener = Listener(accept, address=ADDRESS, now=SystemClock().now)
    host, port = await listener.start()
    arguments = ("-m", "bench.accept", "client", host, str(port), str(connections), str(seconds))
    client = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=subprocess.PIPE)
    said, _ = await client.communicate()
    await listener.stop()
    return float(said)


def durable(folder: Path) -> Accept:
    """The judge's own way of keeping mail, on a fresh SQLite database."""
    settings = Settings(database=f"sqlite:///{folder}/judge.db")
    migrate(settings.database)
    judge = Judge(Database(settings.database), settings, SystemClock(), Secret({1: bytes(32)}))
    return Intake(judge).accept


def _nothing(mail_from: str, recipients: tuple[str, ...], raw: bytes, source: str) -> None:
    """The listener alone."""


def _client(host: str, port: int, connections: int, seconds: float) -> float:
    """Send mails until the time is up; how many a second had their 250."""
    counts = [0] * connections
    ready = threading.Barrier(connections + 1)
    end = [0.0]

    def send(number: int) -> None:
        with socket.create_connection((host, port)) as wire, wire.makefile("rb") as replies:
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

            def ask(octets: bytes) -> bytes:
                wire.sendall(octets)
                line = replies.readline()
                while line[3:4] == b"-":
                    line = replies.readline()
                return line

            replies.readline()
            ask(b"EHLO bench.localhost\r\n")
            ready.wait()
            while time.perf_counter() < end[0]:
                ask(b"MAIL FROM:<alice@example.net>\r\n")
                ask(b"RCPT TO:<judge+aaaabbbbccccddddeeeeffff@judge.localhost>\r\n")
                ask(b"DATA\r\n")
                head = (
                    f"From: alice@example.net\r\nMessage-ID: <{counts[number]}.{number}.{end[0]}@example.net>\r\n\r\n"
                )
                if not ask(f"{head}{SHEET}.\r\n".encode("ascii")).startswith(b"250"):
                    raise SystemExit("a mail was not accepted")
                counts[number] += 1

    threads = [threading.Thread(target=send, args=(number,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    begun = time.perf_counter()
    end[0] = begun + seconds
    ready.wait()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - begun)


def rows(seconds: float = 3.0) -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    found = []
    for connections, target in TARGETS.items():
        with tempfile.TemporaryDirectory() as folder:
            kept = measure(durable(Path(folder)), connections, seconds)
        what = f"mails accepted durably, {connections} connection{'s' if connections > 1 else ''}"
        found.append((what, f"{kept:.0f} a second", f"{target} a second"))
    return found


def main(seconds: float = 3.0) -> None:
    print("mails a second, each durable before its 250 (SQLite, WAL, synchronous=FULL)")
    for connections, target in TARGETS.items():
        with tempfile.TemporaryDirectory() as folder:
            kept = measure(durable(Path(folder)), connections, seconds)
        alone = measure(_nothing, connections, seconds)
        print(f"  {connections:2} connections  {kept:7.0f}   Postfix {target}   the listener alone {alone:.0f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["client"]:
        print(_client(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])))
    else:
        main(*map(float, sys.argv[1:2]))
