"""`python -m tests.interop.milters FOLDER`: Postfix with the milters of `deploy/milters`, whose word the judge
believes. A mail that its writer's domain has signed is believed, and none that only claims so.
"""

from __future__ import annotations

import re
import shutil
import smtplib
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from email.utils import formatdate
from pathlib import Path

import dkim
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from rich.console import Console
from sqlalchemy import select

from judge.identity.trust import player_at
from judge.store.engine import Database
from judge.store.tables import InboundRow
from judge.testing.correspondent import Correspondent
from tests.interop.daemon import judge
from tests.interop.filters import NAME_SERVER, SELECTOR, Filters, opendkim, rspamd
from tests.interop.forgeries import Forgery, injections, odd_fields
from tests.interop.mail_system import DOMAIN, NAME, PATIENCE, Postfix, free_port, postfix
from tests.support.name_server import name_server

JUDGE = f"judge@{DOMAIN}"
ANN, BOB = "ann@example.org", "bob@strict.example.org"
"""Ann's domain signs and says nothing more; Bob's has a DMARC policy, and says which systems send for it."""

OUTSIDE = tuple(f"198.51.100.{number}" for number in range(1, 60))
SIGNED = (b"from", b"to", b"date", b"message-id", b"subject")
BOGUS = b"QUJDREVGR0hJSktMTU5PUA=="
BELIEVED = "sure"
LOST = "it did not come"
UNPROVED = "no proof of its writer, and such a mail was asked about within the hour"
MOST_LOST = 3
"""Mail systems dislike some octets so much that a mail with them ends elsewhere."""


class Signer:
    def __init__(self) -> None:
        made = rsa.generate_private_key(65537, 2048)
        self._pem = made.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        )
        public = made.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        self.record = "v=DKIM1; k=rsa; p=" + b"".join(public.splitlines()[1:-1]).decode()

    def signed(self, mail: bytes, domain: str) -> bytes:
        kinds = (b"relaxed", b"relaxed")
        signature: bytes = dkim.sign(
            mail, b"2026", domain.encode(), self._pem, include_headers=list(SIGNED), canonicalize=kinds
        )
        return signature + mail


def letter(who: str, number: int, zone: str) -> bytes:
    """An honest mail, before it is signed: a new zone for its writer."""
    return (
        f"From: {who.partition('@')[0].title()} <{who}>\r\nTo: {JUDGE}\r\nDate: {formatdate()}\r\n"
        f"Message-ID: <{number}@{who.rpartition('@')[2]}>\r\nSubject: my zone\r\n\r\nZONE {zone}\r\n"
    ).encode()


class Run:
    """One set of milters, and all that is sent through it."""

    def __init__(self, console: Console, folder: Path, filters: Filters, mx: Postfix, signer: Signer) -> None:
        self.console, self.folder, self.filters, self.mx, self.signer = console, folder, filters, mx, signer
        self.people = {
            address: Correspondent(
                address.partition("@")[0].title(), address, JUDGE, ("127.0.0.1", mx.port), mx.folder / "mail"
            )
            for address in (ANN, BOB)
        }
        self.number = 0
        self.passed = 0
        self._came_from = iter(())

    def check(self, what: str, seen: bool) -> None:
        self.console.print(f"[{'green' if seen else 'red'}]{'ok  ' if seen else 'FAIL'}[/] {what}", markup=True)
        if not seen:
            raise SystemExit(f"interop failed: {what}")
        self.passed += 1

    def send(self, raw: bytes, *, mail_from: str, source: str, helo: str = "mail.example.org") -> str:
        """As from this address of the world; empty, or what Postfix says where it refuses."""
        with smtplib.SMTP("127.0.0.1", self.mx.port, timeout=PATIENCE) as smtp:
            smtp.ehlo("localhost")
            smtp.docmd("XCLIENT", f"NAME=mail.example.org ADDR={source}")
            for verb, rest in (
                ("EHLO", helo),
                ("MAIL", f"FROM:{mail_from if mail_from.startswith('<') else f'<{mail_from}>'}"),
                ("RCPT", f"TO:<{JUDGE}>"),
            ):
                code, said = smtp.docmd(verb, rest)
                if code >= 400:
                    return f"{verb}: {said.decode('ascii', 'replace')}"
            code, said = smtp.data(raw)
            return said.decode("ascii", "replace") if code >= 400 else ""

    def proofs(self, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
        """How far each of these mails was proved, and what became of it else, once Postfix has handed over all that
        it holds and the judge has read it.
        """
        wanted = set(numbers)
        found: dict[int, tuple[str, str]] = {}
        end = time.monotonic() + PATIENCE
        last = 0
        database = Database(f"sqlite:///{self.folder / 'judge.db'}")
        while wanted - found.keys() and time.monotonic() < end:
            handed_over = not self.mx.holds()
            with database.reading() as session:
                query = select(InboundRow).where(InboundRow.id > last).order_by(InboundRow.id)
                for row in session.execute(query).scalars():
                    if row.status == "new":
                        break
                    last, end = row.id, time.monotonic() + PATIENCE
                    named = re.search(rb"(?im)^message-id:\s*<(\d+)@", row.raw)
                    if named is not None:
                        found[int(named[1])] = (row.proof, row.trouble)
                else:
                    if handed_over:
                        break
                    self.mx.command("flush")  # what the judge put off, because too much waited to be read
            time.sleep(0.3)
        return {number: found.get(number, ("", LOST)) for number in wanted}

    def zone_of(self, who: str) -> str:
        with Database(f"sqlite:///{self.folder / 'judge.db'}").reading() as session:
            player = player_at(session, who)
            assert player is not None
            return player.zone

    def run(self) -> None:
        for who in self.people.values():
            who.write(f"REGISTER {who.name}")
            asked = who.wait_for(lambda mail: "prove" in mail.subject)
            who.reply(asked, "Yes.")
            who.key = who.wait_for(lambda mail: mail.key != "").key
            raw = asked.raw.replace(b"\r\n", b"\n").partition(b"DKIM-Signature:")
            self.check(f"the judge's letter to {who.name} is signed", self._holds(raw[1] + raw[2]))
        self.honest(ANN, "Europe/Rome", "198.51.100.200")
        self.honest(BOB, "Europe/Oslo", "203.0.113.7")
        self.replays()
        self.forged()

    def _holds(self, raw: bytes) -> bool:
        records = {f"{SELECTOR}._domainkey.{DOMAIN}.": self.filters.record.encode()}
        return bool(dkim.verify(raw, dnsfunc=lambda name, timeout=5: records.get(name.decode())))

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def honest(self, who: str, zone: str, source: str) -> None:
        number = self.next_number()
        raw = self.signer.signed(letter(who, number, zone), who.rpartition("@")[2])
        refused = self.send(raw, mail_from=who, source=source)
        proof = (refused, "") if refused else self.proofs([number])[number]
        self.check(f"an honest signed mail of {who} is believed {proof}", proof[0] == BELIEVED)
        self.check("and acts", self.zone_of(who) == zone)

    def replays(self) -> None:
        """What proves something, changed or by somebody else."""
        before = self.zone_of(ANN)
        first, second, third, fourth = (self.next_number() for _ in range(4))
        honest = letter(ANN, first, "Asia/Tokyo")
        mails = {
            first: self.signer.signed(honest, "evil.example"),
            second: self.signer.signed(letter(ANN, second, "Asia/Tokyo"), "example.org").replace(b"Tokyo", b"Seoul"),
            third: self.signer.signed(
                letter(ANN, third, "Asia/Tokyo").replace(f"To: {JUDGE}".encode(), b"To: bob@example.net"),
                "example.org",
            ),
            fourth: letter(BOB, fourth, "Asia/Tokyo"),
        }
        for raw in mails.values():
            self.send(raw, mail_from="eve@evil.example", source="192.0.2.66")
        found = self.proofs(mails)
        self.check(
            "signed by another domain, changed, written to somebody else, not signed: none is believed",
            all(proof != BELIEVED and trouble != LOST for proof, trouble in found.values()),
        )
        self.check("and none acts", self.zone_of(ANN) == before)

    def mails(self) -> Iterator[tuple[Forgery, int, bytes]]:
        words = b"dkim=pass header.d=example.org header.b=%s; dmarc=pass header.from=example.org" % BOGUS[:8]
        signature = (
            b"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=2026;\r\n"
            b"\th=from:to:date:message-id:subject; bh=%s; b=%s\r\n" % (BOGUS, BOGUS)
        )
        forgeries = [*odd_fields(NAME, words), *injections(words)]
        for forgery in forgeries:
            number = self.next_number()
            yield forgery, number, forgery.field + signature + letter(ANN, number, "Asia/Tokyo")
        # The filter repeats what a signature says of itself, too.
        said = words.decode()
        for tag in (
            f'd=example.org"; {said}',
            f"d=example.org) {said} (",
            f's=2026"; {said}',
            f'i="; {said}"@example.org',
        ):
            number = self.next_number()
            odd = signature.replace(b"d=example.org", tag.encode(), 1)
            yield (
                Forgery(f"a signature with {tag[:24]}", b""),
                number,
                odd + signature + letter(ANN, number, "Asia/Tokyo"),
            )

    def forged(self) -> None:
        before = self.zone_of(ANN)
        sent: dict[int, str] = {}
        refused: Counter[str] = Counter()
        begun = time.monotonic()
        for forgery, number, raw in self.mails():
            source = OUTSIDE[number % len(OUTSIDE)]
            said = self.send(raw, mail_from=forgery.mail_from or "eve@evil.example", source=source, helo=forgery.helo)
            if said:
                refused[f"{forgery.what}: {said[:60]}" if not forgery.field else said[:60]] += 1
            else:
                sent[number] = forgery.what
        found = self.proofs(sent)
        took = time.monotonic() - begun
        became = Counter(trouble for _, trouble in found.values())
        for what, count in (*refused.items(), *became.items()):
            self.console.print(f"[dim]{count}: {what}[/dim]")
        believed = [sent[number] for number, (proof, _) in found.items() if proof == BELIEVED]
        self.check(f"of {len(sent)} forged mails none is believed ({took:.0f} s) {believed[:9]}", not believed)
        unread = [sent[number] for number, (_, trouble) in found.items() if trouble == LOST]
        self.check(f"nearly all of them came {unread}", len(unread) < MOST_LOST)
        self.check("and most of them in the player's name", became[UNPROVED] > len(sent) / 2)
        self.check("and none acts", self.zone_of(ANN) == before)


def _in_pieces(text: str) -> str:
    """As a zone file has it: no string of a record is longer than 255 octets."""
    return " ".join(f'"{text[at : at + 250]}"' for at in range(0, len(text), 250))


KINDS = {"opendkim": opendkim, "rspamd": rspamd}


def main() -> None:
    console = Console(highlight=False)
    begun = time.monotonic()
    passed = 0
    for name in sys.argv[2:] or KINDS:
        kind = KINDS[name]
        console.rule(name)
        folder = Path(sys.argv[1]).resolve() / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        signer = Signer()
        lmtp_port = free_port()
        with kind(folder) as filters:
            records = {
                f"2026._domainkey.{domain}": signer.record
                for domain in ("example.org", "strict.example.org", "evil.example")
            }
            records |= {
                f"{SELECTOR}._domainkey.{DOMAIN}": filters.record,
                "_dmarc.strict.example.org": "v=DMARC1; p=reject",
                "strict.example.org": "v=spf1 ip4:203.0.113.7 -all",
                "evil.example": "v=spf1 +all",
            }
            published = {(name, "TXT"): [_in_pieces(text)] for name, text in records.items()}
            more = {**filters.more, "smtpd_authorized_xclient_hosts": "127.0.0.1"}
            with (
                name_server(published, (NAME_SERVER, 53)),
                postfix(folder, lmtp_port, (ANN, BOB), filters.recipe, more) as mx,
                judge(folder, lmtp_port, mx.own_port),
            ):
                run = Run(console, folder, filters, mx, signer)
                run.run()
                passed += run.passed
    console.print(f"{passed} checks passed in {time.monotonic() - begun:.0f} s.")


if __name__ == "__main__":
    main()
