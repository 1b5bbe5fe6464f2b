"""The installation's secret, and what the database holds only hidden by it: whoever has a copy of that opens no seat.
It is the key of reply addresses, KEYs and codes, of which hashes are kept, and it seals mails that wait
(`judge.store.sealed_mail`).

Of several secrets the newest counts. Those before it prove nothing any more; KEYs that were kept under them do.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.settings import Settings
from judge.store.engine import BadDatabaseUrl, WrongSchema, file_of, url_of
from judge.store.tables import Host

NONCE_BYTES = 16

NUMBER_OCTETS = 4
"""So many octets, before what was hidden, say with which secret."""

# So that no two uses of a secret ever yield the same octets; tokens of reply addresses have purposes of their own.
_HASH = b"judge keyed hash\0"
_CHECK = b"judge secret check\0"
_PAD = b"judge sealed letter\0"


@dataclass(frozen=True, slots=True)
class Secret:
    """`by_number`: every secret that there has been, at least one; the one of the highest number counts."""

    by_number: Mapping[int, bytes] = field(repr=False)

    @property
    def number(self) -> int:
        return max(self.by_number)

    @property
    def key(self) -> bytes:
        return self.by_number[self.number]

    @property
    def earlier(self) -> tuple[bytes, ...]:
        """Those that count no more, newest first."""
        return tuple(self.by_number[number] for number in sorted(self.by_number, reverse=True)[1:])

    def keyed(self, digest: str, number: int | None = None) -> str:
        """The hash under which a KEY or code of this digest is kept: with the newest secret, or that of a number; empty
        where there is none of that number.
        """
        key = self.by_number.get(self.number if number is None else number)
        return hmac.new(key, _HASH + digest.encode(), hashlib.sha256).hexdigest() if key else ""

    def keyed_ever(self, digest: str) -> tuple[str, ...]:
        """The same with each secret that there has been."""
        return tuple(self.keyed(digest, number) for number in self.by_number)

    def check(self, number: int) -> str:
        """What is kept in the database of the secret of this number, to know it again; it tells nothing of it. Empty
        where there is none of that number.
        """
        key = self.by_number.get(number)
        return hmac.new(key, _CHECK, hashlib.sha256).hexdigest()[:16] if key else ""

    def covered(self, text: str, nonce: bytes) -> bytes:
        """This short text (ASCII, 32 octets at most) unreadable to who has not the secret. `nonce`: NONCE_BYTES, others
        for each.
        """
        return self.number.to_bytes(NUMBER_OCTETS, "big") + nonce + _crossed(text.encode("ascii"), self.key, nonce)

    def uncovered(self, octets: bytes) -> str:
        """That text again; empty if it was covered with a secret that is not there."""
        key = self.by_number.get(int.from_bytes(octets[:NUMBER_OCTETS], "big"))
        nonce, text = octets[NUMBER_OCTETS : NUMBER_OCTETS + NONCE_BYTES], octets[NUMBER_OCTETS + NONCE_BYTES :]
        return _crossed(text, key, nonce).decode("ascii", "replace") if key else ""

    def text(self) -> str:
        """As it stands in the file or the environment, newest first."""
        numbers = sorted(self.by_number, reverse=True)
        return "\n".join(f"{number}:{self.by_number[number].hex()}" for number in numbers)


def _crossed(octets: bytes, key: bytes, nonce: bytes) -> bytes:
    pad = hmac.new(key, _PAD + nonce, hashlib.sha256).digest()
    return bytes(octet ^ cover for octet, cover in zip(octets, pad, strict=False))


SECRET_BYTES = 32
DEFAULT_NAME = "judge.secret"

_ENTRY = re.compile(r"([1-9]\d{0,8}):([0-9a-f]{64,})", re.IGNORECASE)
_HEAD = (
    "# The secret of a judge: who has it and a copy of the database can write for any player.\n"
    "# Keep a copy apart from the backups of the database. The highest number counts.\n"
)


class WrongSecret(WrongSchema):
    """The installation's secret is missing, or not the one that this database was used with."""


def read_text(text: str, where: str) -> Secret:
    """The secret of a file's or variable's text; raises WrongSecret, which names `where` and shows nothing of it."""
    lines = (line.partition("#")[0] for line in text.splitlines())
    found: dict[int, bytes] = {}
    for word in " ".join(lines).replace(",", " ").split():
        entry = _ENTRY.fullmatch(word)
        if entry is None or len(entry[2]) % 2 or int(entry[1]) in found:
            raise WrongSecret(f"{where} is no secret of a judge: it has a number, a colon and hex digits on each line")
        found[int(entry[1])] = bytes.fromhex(entry[2])
    if not found:
        raise WrongSecret(f"there is no secret in {where}")
    return Secret(found)


def file_for(settings: Settings) -> Path:
    """Where the secret is kept: the file that is named, else beside an SQLite database, else in the present folder."""
    if settings.secret_file is not None:
        return settings.secret_file
    try:
        database = file_of(url_of(settings.database))
    except BadDatabaseUrl:
        database = None
    return database.parent / DEFAULT_NAME if database is not None else Path(DEFAULT_NAME)


def place_of(settings: Settings) -> str:
    """The same in words."""
    return "JUDGE_SECRET" if settings.secret.get_secret_value() else str(file_for(settings))


def read(settings: Settings) -> Secret | None:
    """The secret as it stands now; None where the file is not there. Raises WrongSecret."""
    if given := settings.secret.get_secret_value():
        return read_text(given, "JUDGE_SECRET")
    file = file_for(settings)
    try:
        return read_text(file.read_text("ascii", "replace"), str(file))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WrongSecret(f"the secret in {file} cannot be read: {error.strerror or error}") from None


def write(file: Path, secret: Secret) -> None:
    """Keeps the secret there, for its owner alone, whole or not at all. Raises WrongSecret."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        unfinished.unlink(missing_ok=True)
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as written:
            written.write(f"{_HEAD}{secret.text()}\n")
            written.flush()
            os.fsync(written.fileno())
        unfinished.replace(file)
    except OSError as error:
        message = f"the secret cannot be written to {file}: {error.strerror or error}. Name another file: secret_file"
        raise WrongSecret(message) from None


def settle(session: Session, settings: Settings, entropy: Callable[[int], bytes]) -> Secret:
    """The secret with which this database is used, made where both are new. Raises WrongSecret where it is another than
    before, or is not there.
    """
    host = session.scalar(select(Host))
    found = read(settings)
    if host is None:
        if found is None:
            found = Secret({1: entropy(SECRET_BYTES)})
            write(file_for(settings), found)
        session.add(Host(id=1, secret_number=found.number, secret_check=found.check(found.number), last_seen=None))
        session.flush()
        return found
    known = check(host, found, settings)
    remember(host, known)
    return known


def remember(host: Host, secret: Secret) -> None:
    """From now on the database is used with this secret."""
    host.secret_number, host.secret_check = secret.number, secret.check(secret.number)


def fits(host: Host, secret: Secret | None) -> bool:
    """Is the secret with which the database was used last among these?"""
    return secret is not None and secret.check(host.secret_number) == host.secret_check


def check(host: Host, secret: Secret | None, settings: Settings) -> Secret:
    """The secret, if it is the one with which the database was used last or stands above it. Raises WrongSecret."""
    if secret is not None and fits(host, secret):
        return secret
    what = "holds another one" if secret is not None else "is not there"
    raise WrongSecret(
        f"this database was used with the judge's secret number {host.secret_number}, and {place_of(settings)} {what}. "
        "Put that secret there again (secret_file or JUDGE_SECRET say where); if it is lost: judge secret rotate --lost"
    )
