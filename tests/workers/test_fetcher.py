"""Mail fetched from a mailbox elsewhere: each once, whatever happens between the judge and the server."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from judge.app import Judge
from judge.mailbox.intake import Intake
from judge.settings import MailServer, Settings, parse_account
from judge.store.engine import Database
from judge.store.sealed_mail import as_it_came
from judge.store.tables import InboundRow, OutboundRow
from judge.workers.fetcher import NOT_KEPT, UNREACHABLE, Fetcher
from tests.durability.served import Host, Served
from tests.support.house import House
from tests.support.imap_server import PASSWORD, USER, ImapServer, imap
from tests.support.sockets import Certificates, certificates

__all__ = ["certificates", "imap"]  # fixtures

SINCE = datetime(2026, 2, 3, 12, tzinfo=UTC)
LONG_AGO = datetime(2001, 2, 3, tzinfo=UTC)


def mail(number: int, *, subject: str = "", size: int = 0) -> bytes:
    return (
        f"Return-Path: <p{number}@example.org>\r\nDelivered-To: judge@judge.localhost\r\n"
        f"Received: from a by mx.example.org; Thu, 26 Nov 2026 00:31:24 +0000\r\n"
        f"From: P{number} <p{number}@example.org>\r\nTo: judge@judge.localhost\r\n"
        f"Subject: {subject or number}\r\nMessage-ID: <{number}@example.org>\r\n\r\nHELP\r\n{'x' * size}\r\n"
    ).encode()


def judge_of(house: House, imap: ImapServer, **settings: Any) -> Judge:
    given = {"fetch": imap.url, "fetch_since": SINCE, "fetch_password": SecretStr(PASSWORD), "fetch_seconds": 600.0}
    return replace(house.judge, settings=house.judge.settings.model_copy(update=given | settings))


FetcherOf = Callable[..., Fetcher]


@pytest.fixture
def fetcher_of() -> Iterator[FetcherOf]:
    """Fetchers that are closed in the end."""
    made: list[Fetcher] = []

    def make(house: House, imap: ImapServer, **settings: Any) -> Fetcher:
        judge = judge_of(house, imap, **settings)
        made.append(Fetcher(judge, Intake(judge).accept))
        return made[-1]

    yield make
    for each in made:
        each.close()


def came(house: House, row: InboundRow) -> bytes:
    return as_it_came(row, house.judge.secret).raw


def kept(house: House) -> list[str]:
    """The subjects of all that the judge has accepted."""
    rows = house.every(select(InboundRow).order_by(InboundRow.id))
    return [found[1].decode() for row in rows if (found := re.search(rb"Subject: ([^\r\n]*)", came(house, row)))]


def letters(house: House, purpose: str) -> list[str]:
    rows = house.every(select(OutboundRow).where(OutboundRow.purpose == purpose))
    return [row.raw.decode() for row in rows]


@pytest.mark.both_databases
def test_mail_since_the_set_up_is_answered_and_years_of_old_mail_are_not(
    house: House, imap: ImapServer, fetcher_of: FetcherOf
) -> None:
    for number, at in ((1, LONG_AGO), (2, SINCE - timedelta(hours=3)), (3, SINCE - timedelta(seconds=1)), (4, SINCE)):
        imap.deliver(mail(number), at=at)
    fetcher = fetcher_of(house, imap)
    assert fetcher.fetch(wait=False) == 1, "it came before the first look, and after the set-up"
    imap.deliver(mail(5))
    assert fetcher.fetch(wait=False) == 1
    assert (kept(house), imap.subjects(), imap.subjects("Judge")) == (["4", "5"], [b"1", b"2", b"3"], [b"4", b"5"])


def test_the_envelope_is_that_of_the_fields(house: House, imap: ImapServer, fetcher_of: FetcherOf) -> None:
    imap.deliver(mail(1))
    fetcher_of(house, imap).fetch(wait=False)
    (row,) = house.every(select(InboundRow))
    assert (row.mail_from, row.recipients) == ("p1@example.org", ["judge@judge.localhost"])
    assert came(house, row).startswith(b"Received: from mailbox (own mail system)\r\n\tby judge.localhost with IMAP;")


@pytest.mark.parametrize(
    ("missing", "folder", "moved"),
    [
        ((), "Judge", [b"1"]),
        (("MOVE",), "Judge", [b"1"]),
        (("MOVE", "UIDPLUS"), "Judge", [b"1"]),
        ((), "", []),
        (("UIDPLUS",), "", []),
    ],
)
def test_kept_mail_leaves_the_folder(
    missing: Sequence[str], folder: str, moved: list[bytes], house: House, imap: ImapServer, fetcher_of: FetcherOf
) -> None:
    imap.capabilities -= set(missing)
    imap.deliver(mail(1))
    assert fetcher_of(house, imap, fetch_to=folder).fetch(wait=False) == 1
    assert (kept(house), imap.subjects(), imap.subjects("Judge")) == (["1"], [], moved)


def test_mail_that_a_full_mailbox_cannot_move_is_deleted_for_it_is_kept(
    house: House, imap: ImapServer, fetcher_of: FetcherOf
) -> None:
    imap.full = True
    imap.deliver(mail(1))
    imap.deliver(mail(2))
    assert fetcher_of(house, imap).fetch(wait=False) == 2
    assert (kept(house), imap.subjects(), imap.subjects("Judge")) == (["1", "2"], [], [])


def test_all_folders_are_read(house: House, imap: ImapServer, fetcher_of: FetcherOf) -> None:
    for folder in ("Junk E-mail", "Club, old"):
        imap.deliver(mail(1, subject="old"), folder, at=LONG_AGO)
    url = imap.url.replace("INBOX", "INBOX,Junk%20E-mail,Club%2C%20old")
    fetcher = fetcher_of(house, imap, fetch=url)
    assert fetcher.fetch(wait=False) == 0
    imap.deliver(mail(2), "Junk E-mail")
    imap.deliver(mail(3), "Club, old")
    imap.deliver(mail(4))
    assert fetcher.fetch(wait=False) == 3
    assert sorted(kept(house)) == ["2", "3", "4"]
    assert imap.subjects("Junk E-mail") == imap.subjects("Club, old") == [b"old"]


def test_a_mailbox_that_is_numbered_anew_gives_what_is_new_and_nothing_old(
    house: House, imap: ImapServer, fetcher_of: FetcherOf
) -> None:
    for number in (1, 2, 3):
        imap.deliver(mail(number), at=LONG_AGO)
    fetcher = fetcher_of(house, imap)
    fetcher.fetch(wait=False)
    imap.deliver(mail(4))
    imap.folders["INBOX"].messages.reverse()
    imap.folders["INBOX"].number_anew()
    assert fetcher.fetch(wait=False) == 1
    imap.deliver(mail(5))
    imap.deliver(mail(6), at=LONG_AGO)
    assert fetcher.fetch(wait=False) == 1
    assert (kept(house), imap.subjects()) == (["4", "5"], [b"3", b"2", b"1", b"6"])


def test_kept_mail_that_is_put_back_is_known(house: House, imap: ImapServer, fetcher_of: FetcherOf) -> None:
    fetcher = fetcher_of(house, imap)
    imap.deliver(mail(1))
    fetcher.fetch(wait=False)
    imap.deliver(mail(1))
    assert fetcher.fetch(wait=False) == 1
    assert (kept(house), imap.subjects("Judge")) == (["1"], [b"1", b"1"])


def test_a_mail_that_is_too_large_stays_flagged_and_stops_no_other(
    house: House, imap: ImapServer, fetcher_of: FetcherOf
) -> None:
    imap.deliver(mail(1, size=20_000))
    imap.deliver(mail(2, size=20_000))
    imap.deliver(mail(3))
    fetcher = fetcher_of(house, imap, max_size=10_000)
    assert [fetcher.fetch(wait=False), fetcher.fetch(wait=False)] == [1, 0]
    assert (kept(house), imap.subjects()) == (["3"], [b"1", b"2"])
    assert [each.flags for each in imap.folders["INBOX"].messages] == [{"\\Flagged"}, {"\\Flagged"}]
    (letter,) = letters(house, NOT_KEPT)
    assert "octets" in letter


def test_a_mail_at_which_the_judge_fails_stays_flagged_until_the_host_takes_the_flag_away(
    house: House, imap: ImapServer, fetcher_of: FetcherOf
) -> None:
    fails = [True]
    fetcher = fetcher_of(house, imap)
    accept = fetcher.accept

    def faulty(sender: str, recipients: tuple[str, ...], raw: bytes) -> None:
        if b"Subject: 1" in raw and fails[0]:
            raise KeyError(raw)
        accept(sender, recipients, raw)

    fetcher.accept = faulty
    imap.deliver(mail(1))
    imap.deliver(mail(2))
    assert fetcher.fetch(wait=False) == 1
    assert (kept(house), imap.subjects(), len(letters(house, NOT_KEPT))) == (["2"], [b"1"], 1)
    fails[0] = False
    imap.folders["INBOX"].messages[0].flags.clear()
    assert fetcher.fetch(wait=False) == 1
    assert kept(house) == ["2", "1"]


def test_while_the_database_is_away_no_mail_is_to_blame(house: House, imap: ImapServer, fetcher_of: FetcherOf) -> None:
    fetcher = fetcher_of(house, imap)
    accept = fetcher.accept

    def away(*_mail: object) -> None:
        raise OperationalError("INSERT", {}, Exception("gone"))

    fetcher.accept = away
    imap.deliver(mail(1))
    with pytest.raises(OperationalError):
        fetcher.fetch(wait=False)
    assert [each.flags for each in imap.folders["INBOX"].messages] == [set()]
    fetcher.accept = accept
    assert fetcher.fetch(wait=False) == 1


class Running:
    """A fetcher in its thread, as in the daemon."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._stop = threading.Event()
        fetcher.is_over = self._stop.is_set
        self._fetcher = fetcher
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._fetcher.fetch()
            self._stop.wait(0.02)
        self._fetcher.close()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()


Start = Callable[[Fetcher], None]


@pytest.fixture
def start() -> Iterator[Start]:
    running: list[Running] = []
    yield lambda fetcher: running.append(Running(fetcher))
    for each in running:
        each.stop()


def test_what_the_server_announces_is_fetched_at_once(
    house: House, imap: ImapServer, fetcher_of: FetcherOf, start: Start
) -> None:
    start(fetcher_of(house, imap))
    for number in (1, 2, 3):
        imap.wait_for_idle()
        imap.deliver(mail(number))
        imap.wait_until_empty()
    assert kept(house) == ["1", "2", "3"]


@pytest.mark.parametrize("trouble", ["it announces nothing", "it has no IDLE"])
def test_what_the_server_does_not_announce_is_fetched_soon(
    trouble: str, house: House, imap: ImapServer, fetcher_of: FetcherOf, start: Start
) -> None:
    imap.deaf = True
    if trouble == "it has no IDLE":
        imap.capabilities.remove("IDLE")
    start(fetcher_of(house, imap, fetch_seconds=0.1))
    imap.wait("SEARCH", 3)
    imap.deliver(mail(1))
    imap.wait_until_empty()
    assert kept(house) == ["1"]


def test_a_connection_that_dies_in_silence_is_given_up(
    house: House, imap: ImapServer, fetcher_of: FetcherOf, start: Start
) -> None:
    fetcher = fetcher_of(house, imap, fetch_seconds=0.1)
    fetcher.timeout = 0.5
    imap.hold = "SEARCH"
    start(fetcher)
    assert imap.held.wait(60)
    imap.hold = ""
    imap.deliver(mail(1))
    imap.wait_until_empty()
    assert kept(house) == ["1"]


def test_a_connection_that_the_server_ends_is_opened_again(
    house: House, imap: ImapServer, fetcher_of: FetcherOf, start: Start
) -> None:
    start(fetcher_of(house, imap))
    imap.wait_for_idle()
    logins = imap.commands.count("LOGIN")
    imap.cut()
    imap.wait("LOGIN", logins + 1)
    imap.deliver(mail(1))
    imap.wait_until_empty()
    assert kept(house) == ["1"]


def test_a_refused_login_is_tried_seldom_and_told(
    house: House, imap: ImapServer, fetcher_of: FetcherOf, caplog: pytest.LogCaptureFixture
) -> None:
    fetcher = fetcher_of(house, imap, fetch_password=SecretStr("s3cret word"))
    begun_with = imap.commands.count("LOGIN")
    for _ in range(5):
        assert fetcher.fetch(wait=False) == 0
    assert imap.commands.count("LOGIN") - begun_with == 2
    (letter,) = letters(house, UNREACHABLE)
    assert "no such login" in letter
    assert "s3cret" not in letter + str(list(map(vars, caplog.records)))


def test_a_server_that_cannot_be_understood_is_asked_seldom(
    house: House, imap: ImapServer, fetcher_of: FetcherOf
) -> None:
    imap.folders["INBOX"].uid_validity = "none"  # type: ignore[assignment]
    fetcher = fetcher_of(house, imap)
    begun_with = imap.commands.count("LOGIN")
    for _ in range(5):
        with contextlib.suppress(ValueError, KeyError):
            fetcher.fetch(wait=False)
    assert imap.commands.count("LOGIN") - begun_with == 2


def test_a_token_logs_in(house: House, imap: ImapServer, fetcher_of: FetcherOf) -> None:
    imap.token = "ya29.token"
    settings = {"fetch_password": SecretStr(""), "fetch_token_command": "echo ya29.token"}
    fetcher = fetcher_of(house, imap, **settings)
    fetcher.fetch(wait=False)
    assert ("AUTHENTICATE" in imap.commands, "LOGIN" in imap.commands) == (True, False)


@pytest.mark.parametrize("scheme", ["imaps", "imap"])
def test_tls_is_verified(
    scheme: str,
    house: House,
    imap: ImapServer,
    fetcher_of: FetcherOf,
    certificates: Certificates,
    caplog: pytest.LogCaptureFixture,
) -> None:
    imap.tls, imap.implicit = certificates.server, scheme == "imaps"
    imap.capabilities.add("STARTTLS")
    url = f"{scheme}://{USER}@localhost:{imap.server_address[1]}/INBOX"
    wary, trusting = (fetcher_of(house, imap, fetch=url) for _ in range(2))
    trusting.tls = certificates.client
    wary.fetch(wait=False)
    assert "CERTIFICATE_VERIFY_FAILED" in str(list(map(vars, caplog.records)))
    assert "LOGIN" not in imap.commands
    trusting.fetch(wait=False)
    assert "LOGIN" in imap.commands


def test_a_server_without_tls_gets_no_password(house: House, imap: ImapServer, fetcher_of: FetcherOf) -> None:
    imap.capabilities.add("STARTTLS")
    fetcher_of(house, imap, fetch=imap.url.replace("?tls=none", "")).fetch(wait=False)
    assert "STARTTLS" in imap.commands
    assert "LOGIN" not in imap.commands


def test_a_mailbox_is_named_by_a_url() -> None:
    assert parse_account("imaps://me@x.org@imap.x.org") == MailServer(
        "imap.x.org", 993, "implicit", "me@x.org", ("INBOX",)
    )
    assert parse_account("imap://me%40x.org@[::1]:144/A%2CB,Junk%20E-mail?tls=none") == MailServer(
        "::1", 144, "none", "me@x.org", ("A,B", "Junk E-mail")
    )
    assert parse_account("imap://me@imap.x.org/").tls == "required"


SECRET = "s3cret-of-the-mailbox"
WRONG: list[dict[str, Any]] = [
    {"fetch": f"imaps://me:{SECRET}@imap.x.org"},
    {"fetch": "imaps://imap.x.org/INBOX"},
    {"fetch": "imap://me@imap.x.org/INBOX?tls=none"},
    {"fetch": "imaps://me@imap.x.org:0"},
    {"fetch": "pop3://me@imap.x.org"},
    {"fetch_password": ""},
    {"fetch_since": ""},
    {"fetch_since": "yesterday"},
    {"fetch_token_command": "token"},
    {"fetch_password_file": "file"},
    {"fetch_password": f"{SECRET}ü"},
    {"fetch_seconds": 601},
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(*wrong))
def test_a_wrong_mailbox_is_a_settings_error_and_no_password_is_shown(wrong: dict[str, Any]) -> None:
    right: dict[str, Any] = {"fetch": "imaps://me@imap.x.org", "fetch_password": SECRET, "fetch_since": "2026-11-26"}
    assert SECRET not in repr(Settings(**right))
    with pytest.raises(ValidationError) as caught:
        Settings(**{**right, **wrong})
    assert SECRET not in str(caught.value)


STEPS = [
    "LOGIN",
    "SELECT",
    "SEARCH",
    "FETCH",
    "FETCH!",
    "MOVE",
    "MOVE!",
    "COPY",
    "COPY!",
    "STORE!",
    "EXPUNGE",
    "EXPUNGE!",
]


@pytest.mark.both_databases
@pytest.mark.parametrize("step", STEPS)
def test_killed_at_any_step_each_mail_is_kept_once_and_moved(
    step: str, database_url: str, tmp_path: Path, imap: ImapServer
) -> None:
    if step[:4] in ("COPY", "STOR", "EXPU"):
        imap.capabilities.remove("MOVE")
    host = Host(database_url, tmp_path)
    fetch = {"JUDGE_FETCH": imap.url, "JUDGE_FETCH_PASSWORD": PASSWORD, "JUDGE_FETCH_SINCE": SINCE.isoformat()}
    host.environment |= fetch
    imap.deliver(mail(1))
    imap.deliver(mail(2))
    imap.hold = step
    daemon = Served(host)
    daemon.start()
    assert imap.held.wait(60)
    daemon.kill()
    imap.hold = ""
    imap.released.set()
    daemon.start()
    imap.wait_until_empty()
    daemon.stop()
    assert host.run("tick").returncode == 0
    assert set(imap.subjects("Judge")) == {b"1", b"2"}
    database = Database(database_url)
    with database.reading() as session:
        assert len(session.execute(select(InboundRow)).all()) == 2
    database.close()
    assert [len([*host.mailbox.glob(f"p{number}@example.org/new/*")]) for number in (1, 2)] == [1, 1]
