"""A small IMAP server (RFC 3501, with IDLE, MOVE and UIDPLUS) on a real socket, whose troubles a test chooses."""

from __future__ import annotations

import contextlib
import re
import socket
import socketserver
import ssl
import threading
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

USER, PASSWORD = "judge@example.org", 'app "pass" word'
SECONDS = 60


@dataclass
class Message:
    uid: int
    raw: bytes
    at: datetime
    flags: set[str] = field(default_factory=set)


@dataclass
class Folder:
    uid_validity: int = 1
    uid_next: int = 1
    messages: list[Message] = field(default_factory=list)

    def add(self, raw: bytes, at: datetime, flags: tuple[str, ...] = ()) -> None:
        self.messages.append(Message(self.uid_next, raw, at, set(flags)))
        self.uid_next += 1

    def number_anew(self) -> None:
        """Another UIDVALIDITY: all numbers are others."""
        self.uid_validity += 1
        for number, message in enumerate(self.messages, 1):
            message.uid = number
        self.uid_next = len(self.messages) + 1


class ImapServer(socketserver.ThreadingTCPServer):
    """`capabilities` can be taken away. `deaf`: IDLE announces nothing. `full`: nothing can be moved or copied.
    `hold`: the command (`MOVE`) at which it falls silent, before it is done or, with `!` behind, after that; `held` is
    set then. `commands`: all that it was told. `tls`: of its STARTTLS or, where `implicit`, of each connection.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.folders = {"INBOX": Folder()}
        self.capabilities = {"IMAP4rev1", "IDLE", "MOVE", "UIDPLUS"}
        self.deaf = self.full = False
        self.token = ""
        self.tls: ssl.SSLContext | None = None
        self.implicit = False
        self.hold = ""
        self.held = threading.Event()
        self.released = threading.Event()
        self.commands: list[str] = []
        self.idling = 0
        self.news = threading.Condition()
        self.lines: list[_Connection] = []

    @property
    def url(self) -> str:
        return f"imap://{USER}@127.0.0.1:{self.server_address[1]}/INBOX?tls=none"

    def deliver(
        self, raw: bytes, folder: str = "INBOX", at: datetime | None = None, flags: tuple[str, ...] = ()
    ) -> None:
        with self.news:
            self.folders.setdefault(folder, Folder()).add(raw, at or datetime.now(UTC), flags)
            self.news.notify_all()

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that trusts no certificate of ours has gone."""

    def said(self, command: str) -> None:
        with self.news:
            self.commands.append(command)
            self.news.notify_all()

    def wait(self, what: str, times: int = 1) -> None:
        """Until this command has come so often."""
        with self.news:
            assert self.news.wait_for(lambda: self.commands.count(what) >= times, SECONDS), self.commands

    def wait_until_empty(self, folder: str = "INBOX") -> None:
        with self.news:
            assert self.news.wait_for(lambda: not self.folders[folder].messages, SECONDS), self.commands

    def wait_for_idle(self) -> None:
        with self.news:
            assert self.news.wait_for(lambda: self.idling > 0, SECONDS), self.commands

    def subjects(self, folder: str = "INBOX") -> list[bytes]:
        with self.news:
            kept = self.folders.get(folder, Folder()).messages
            return [found[1] if (found := re.search(rb"Subject: ([^\r\n]*)", each.raw)) else b"" for each in kept]

    def cut(self) -> None:
        """All connections are lost."""
        for line in list(self.lines):
            with contextlib.suppress(OSError):
                line.request.shutdown(socket.SHUT_RDWR)


class _Connection(socketserver.StreamRequestHandler):
    server: ImapServer

    def setup(self) -> None:
        if self.server.implicit:
            self._secure()
        super().setup()
        self.folder = Folder()
        self.server.lines.append(self)

    def finish(self) -> None:
        self.server.lines.remove(self)
        self.rfile.close()
        self.request.close()

    def _secure(self) -> None:
        assert self.server.tls is not None
        self.request = self.server.tls.wrap_socket(self.request, server_side=True)

    def handle(self) -> None:
        try:
            self._say("* OK ready")
            while line := self.rfile.readline():
                tag, _, rest = self._whole(line).partition(" ")
                if not self._obey(tag, rest):
                    return
        except (OSError, ValueError):
            return

    def _whole(self, line: bytes) -> str:
        """A command with its literals."""
        text = line.decode().rstrip("\r\n")
        while found := re.search(r"\{(\d+)\}$", text):
            self._say("+ go on")
            literal = self.rfile.read(int(found[1])).decode()
            quoted = literal.replace("\\", "\\\\").replace('"', '\\"')
            text = f'{text[: found.start()]}"{quoted}"' + self.rfile.readline().decode().rstrip("\r\n")
        return text

    def _say(self, text: str | bytes) -> None:
        self.wfile.write((text.encode() if isinstance(text, str) else text) + b"\r\n")

    def _obey(self, tag: str, rest: str) -> bool:
        name, _, arguments = rest.partition(" ")
        name = name.upper()
        if name == "UID":
            name, _, arguments = arguments.partition(" ")
            name = name.upper()
        if name == self.server.hold:
            self._fall_silent()
        words = [found[0] or found[1] for found in re.findall(r'"((?:[^"\\]|\\.)*)"|([^\s"]+)', arguments)]
        words = [re.sub(r"\\(.)", r"\1", word) for word in words]
        with self.server.news:
            answer = getattr(self, f"_{name.lower()}", self._unknown)(tag, words)
        if f"{name}!" == self.server.hold:
            self._fall_silent()
        self.server.said(name)
        if name == "IDLE":
            self._idle_on()
        self._say(f"{tag} {answer or 'OK done'}")
        if name == "STARTTLS" and not answer:
            self._secure()
            super().setup()
        return name != "LOGOUT"

    def _fall_silent(self) -> None:
        self.server.held.set()
        self.server.released.wait(SECONDS)

    def _unknown(self, _tag: str, _words: list[str]) -> str:
        return "BAD unknown"

    def _capability(self, _tag: str, _words: list[str]) -> None:
        self._say(f"* CAPABILITY {' '.join(sorted(self.server.capabilities))}")

    def _starttls(self, _tag: str, _words: list[str]) -> str:
        return "" if self.server.tls else "BAD no TLS"

    def _login(self, _tag: str, words: list[str]) -> str:
        return "" if words == [USER, PASSWORD] else "NO [AUTHENTICATIONFAILED] no such login"

    def _authenticate(self, _tag: str, _words: list[str]) -> str:
        self._say("+ ")
        said = b64decode(self.rfile.readline()).decode()
        return "" if said == f"user={USER}\1auth=Bearer {self.server.token}\1\1" else "NO no such token"

    def _list(self, _tag: str, words: list[str]) -> None:
        for name in self.server.folders:
            if words[1] in (name, "*"):
                self._say(f'* LIST () "/" "{name}"')

    def _create(self, _tag: str, words: list[str]) -> None:
        self.server.folders.setdefault(words[0], Folder())

    def _select(self, _tag: str, words: list[str]) -> str:
        if words[0] not in self.server.folders:
            return "NO [NONEXISTENT] no such folder"
        self.folder = self.server.folders[words[0]]
        self._say(f"* {len(self.folder.messages)} EXISTS")
        self._say(f"* OK [UIDVALIDITY {self.folder.uid_validity}] fine")
        self._say(f"* OK [UIDNEXT {self.folder.uid_next}] fine")
        return "OK [READ-WRITE] selected"

    def _chosen(self, numbers: str) -> list[Message]:
        first, _, last = numbers.partition(":")
        kept = self.folder.messages
        if last == "*":
            return [each for each in kept if each.uid >= int(first)] or kept[-1:]
        return [each for each in kept if str(each.uid) in numbers.split(",")]

    def _search(self, _tag: str, words: list[str]) -> None:
        day = datetime.strptime(words[words.index("SINCE") + 1], "%d-%b-%Y").replace(tzinfo=UTC)
        found = [each for each in self.folder.messages if each.at >= day]
        if "UNFLAGGED" in words:
            found = [each for each in found if "\\Flagged" not in each.flags]
        if "TEXT" in words:
            found = [each for each in found if words[words.index("TEXT") + 1].encode() in each.raw]
        self._say(" ".join(("* SEARCH", *(str(each.uid) for each in found))))

    def _fetch(self, _tag: str, words: list[str]) -> None:
        for number, each in enumerate(self.folder.messages, 1):
            if each in self._chosen(words[0]):
                head = f"* {number} FETCH (UID {each.uid} "
                if "BODY.PEEK[]" in " ".join(words):
                    self._say(f"{head}BODY[] {{{len(each.raw)}}}\r\n".encode() + each.raw + b")")
                else:
                    at = each.at.strftime("%d-%b-%Y %H:%M:%S +0000")
                    self._say(f'{head}RFC822.SIZE {len(each.raw)} INTERNALDATE "{at}")')

    def _store(self, _tag: str, words: list[str]) -> None:
        for each in self._chosen(words[0]):
            each.flags.update(re.findall(r"\\?\w+", " ".join(words[2:])))
            each.flags = {f"\\{flag.lstrip(chr(92))}" for flag in each.flags}

    def _copy(self, _tag: str, words: list[str]) -> str:
        if self.server.full:
            return "NO [OVERQUOTA] full"
        for each in self._chosen(words[0]):
            self.server.folders[words[1]].add(each.raw, each.at)
        return ""

    def _move(self, tag: str, words: list[str]) -> str:
        return self._copy(tag, words) or self._remove(self._chosen(words[0]))

    def _expunge(self, _tag: str, words: list[str]) -> str:
        chosen = self._chosen(words[0]) if words else self.folder.messages
        return self._remove([each for each in chosen if "\\Deleted" in each.flags])

    def _remove(self, gone: list[Message]) -> str:
        for each in gone:
            number = self.folder.messages.index(each) + 1
            self.folder.messages.remove(each)
            self._say(f"* {number} EXPUNGE")
        self.server.news.notify_all()
        return ""

    def _noop(self, _tag: str, _words: list[str]) -> None:
        pass

    def _logout(self, _tag: str, _words: list[str]) -> None:
        self._say("* BYE")

    def _idle(self, _tag: str, _words: list[str]) -> None:
        self.seen = len(self.folder.messages)
        self._say("+ idling")

    def _idle_on(self) -> None:
        done = threading.Event()

        def announce() -> None:
            with self.server.news:
                while not done.is_set():
                    if len(self.folder.messages) > self.seen and not self.server.deaf:
                        self.seen = len(self.folder.messages)
                        self._say(f"* {self.seen} EXISTS")
                    self.server.news.wait()

        teller = threading.Thread(target=announce)
        teller.start()
        with self.server.news:
            self.server.idling += 1
            self.server.news.notify_all()
        try:
            self.rfile.readline()
        finally:
            with self.server.news:
                self.server.idling -= 1
                done.set()
                self.server.news.notify_all()
            teller.join()


@pytest.fixture
def imap() -> Iterator[ImapServer]:
    server = ImapServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield server
    server.released.set()
    server.shutdown()
    server.cut()
    server.server_close()
    thread.join()
