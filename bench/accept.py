"""Mails a second, accepted durably: real sockets, the real listener, the real store on SQLite.

The client is a process of its own, with as many connections as said, and waits for each reply before its next command,
as Postfix's `smtp-source` does. Where Postfix is installed, and this is root, it takes the same mails in the same run.
Its queue lies beside the judge's database, and what it has taken is discarded.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
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
CONNECTIONS = (1, 10)
TRIES = 3
BIG = 900_000  # octets of an attached picture
POSTFIX = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/mail.log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mydestination =
local_recipient_maps =
relay_domains = judge.localhost
relay_transport = discard
smtpd_peername_lookup = no
"""
SERVICES = """\
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
anvil unix - - n - 1 anvil
discard unix - - n - - discard
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
"""
SHEET = "".join(f"{amount} > A PAR - BUR ; a line of an offer sheet as players write them\r\n" for amount in range(20))


def measure(accept: Accept, connections: int, seconds: float = 3.0) -> tuple[float, float]:
    """Mails a second that a listener with this accept function takes over so many connections; CPU (ms) of each."""
    return asyncio.run(_measure(accept, connections, seconds))


async def _measure(accept: Accept, connections: int, seconds: float) -> tuple[float, float]:
    listener = Listener(accept, address=ADDRESS, now=SystemClock().now)
    host, port = await listener.start()
    start = time.process_time()
    client = await asyncio.create_subprocess_exec(*_client_at(host, port, connections, seconds), stdout=PIPE)
    rate = float((await client.communicate())[0])
    spent = time.process_time() - start
    await listener.stop()
    return rate, spent / listener.counts["accepted"] * 1000


def _client_at(host: str, port: int, connections: int, seconds: float) -> tuple[str, ...]:
    return sys.executable, "-m", "bench.accept", "client", host, str(port), str(connections), str(seconds)


@contextmanager
def postfix(folder: Path) -> Iterator[int | None]:
    """The port of a Postfix; None where it is not installed, or cannot be started."""
    if shutil.which("postfix") is None or os.geteuid() != 0:
        yield None
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    for name in ("queue", "data", "etc"):
        (folder / name).mkdir()
    folder.chmod(0o755)
    shutil.chown(folder / "data", "postfix")
    (folder / "etc" / "main.cf").write_text(POSTFIX.format(folder=folder))
    (folder / "etc" / "master.cf").write_text(SERVICES.format(port=port))
    command = ("postfix", "-c", str(folder / "etc"))
    subprocess.run((*command, "start"), check=True, capture_output=True)
    try:
        yield port
    finally:
        subprocess.run((*command, "stop"), check=True, capture_output=True)


def of_postfix(connections: int, seconds: float) -> float | None:
    """Mails a second that Postfix takes of the same client."""
    with tempfile.TemporaryDirectory() as folder, postfix(Path(folder)) as port:
        if port is None:
            return None
        client = _client_at("127.0.0.1", port, connections, seconds)
        return float(subprocess.run(client, check=True, capture_output=True).stdout)


def of_a_picture(folder: Path) -> float:
    """CPU (ms) of keeping a mail with an attached picture of BIG octets."""
    accept, spent = durable(folder), 0.0
    for number in range(TRIES):
        picture = random.Random(number).randbytes(BIG * 57 // 78)
        mail = EmailMessage()
        mail["From"], mail["Message-ID"] = "alice@example.net", f"<{number}@example.net>"
        mail.set_content(SHEET)
        mail.add_attachment(picture, "image", "png", filename="map.png")
        start = time.process_time()
        accept("alice@example.net", (ADDRESS,), mail.as_bytes(policy=SMTP), "127.0.0.1")
        spent += time.process_time() - start
    return spent / TRIES * 1000


def durable(folder: Path) -> Accept:
    """The judge's own way of keeping mail, on a fresh SQLite database."""
    settings = Settings(database=f"sqlite:///{folder}/judge.db")
    migrate(settings.database)
    judge = Judge(Database(settings.database), settings, SystemClock(), Secret({1: bytes(32)}))
    return Intake(judge).accept


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
    for connections in CONNECTIONS:
        theirs = of_postfix(connections, seconds)
        with tempfile.TemporaryDirectory() as folder:
            rate, spent = measure(durable(Path(folder)), connections, seconds)
        what = f"mails accepted durably, {connections} connection{'s' if connections > 1 else ''}"
        target = f"{theirs:.0f} a second (Postfix in this run)" if theirs else ""
        found.append((what, f"{rate:.0f} a second, {spent:.2f} ms CPU a mail", target))
    with tempfile.TemporaryDirectory() as folder:
        found.append((f"a mail of {BIG // 1000} kB accepted", f"{of_a_picture(Path(folder)):.0f} ms CPU", "100 ms"))
    return found


if __name__ == "__main__":
    if sys.argv[1:2] == ["client"]:
        print(_client(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])))
