"""A new secret for the installation: reply addresses of letters before it prove nothing any more, and no KEY is void.

If the secret is lost, KEYs and codes that were kept under it are void too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from judge.rules.problems import Problem, Refused
from judge.settings import Settings
from judge.store import secret_file
from judge.store.secret import Secret
from judge.store.secret_file import SECRET_BYTES
from judge.store.tables import Host, Player


@dataclass(frozen=True, slots=True)
class Change:
    """The new secret, whether it was written to the file, and how many players have no KEY any more."""

    secret: Secret
    is_written: bool
    without_key: int


def rotate(session: Session, settings: Settings, entropy: Callable[[int], bytes], *, lost: bool) -> Change:
    """Makes a new secret and keeps it, if it is kept in a file. `lost`: the one of this database is not to be had any
    more. Raises Refused where it is said to be lost and is there, and WrongSecret where it is not there.
    """
    host = session.execute(select(Host).with_for_update()).scalar_one_or_none()
    found = secret_file.read(settings)
    if lost and (host is None or secret_file.fits(host, found)):
        raise Refused(Problem("secret/there", "the secret of this database is there", hint="judge secret rotate"))
    if host is not None and not lost:
        secret_file.check(host, found, settings)
    known = dict(found.by_number) if found is not None else {}
    known[max([*known, host.secret_number if host is not None else 0]) + 1] = entropy(SECRET_BYTES)
    new = Secret(known)
    in_file = not settings.secret.get_secret_value()
    if in_file:
        secret_file.write(secret_file.file_for(settings), new)
    if host is not None and (in_file or lost):
        secret_file.remember(host, new)
    return Change(new, in_file, _void_keys(session, new) if lost else 0)


def _void_keys(session: Session, secret: Secret) -> int:
    """No KEY is kept under a secret that nobody has; how many players had one."""
    lost = (Player.key_hash != "") & Player.key_secret.not_in(list(secret.by_number))
    count = session.execute(select(func.count(Player.id)).where(lost)).scalar_one()
    session.execute(update(Player).where(lost).values(key_hash="", key_secret=0))
    return count
