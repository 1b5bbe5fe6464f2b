"""Relays as the settings name them, with TLS, a login or a quota; no word of the login, no letter too large."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pydantic import ValidationError
from sqlalchemy import select

from judge.app import Work
from judge.cli.main import main
from judge.hosting.doctor import look_at_relay
from judge.identity.trust import player_at
from judge.mail.values import Image, Letter
from judge.maps.png import png_of
from judge.outbox import picture_store
from judge.outbox.delivery import WAITS
from judge.outbox.queue import CUT, LONGEST_HTML, LONGEST_TEXT, post, reader_of
from judge.outbox.transport import Deferred, MaildirTransport, SmtpTransport, transport_for
from judge.settings import MailServer, Settings, parse_relay
from judge.store.tables import Address, OutboundRow
from judge.testing.correspondent import Received
from tests.durability.served import Host, Served
from tests.support.far_relay import Relay
from tests.support.house import House, open_house
from tests.support.sockets import Certificates

RAW = b"Message-ID: <1@example.org>\r\n\r\nResults\r\n"
PASSWORD = "s3cret-of-the-relay"


def test_a_relay_is_named_by_address_or_by_folder(tmp_path: Path) -> None:
    assert parse_relay("smtp://mail.example") == MailServer("mail.example", 25, "offered")
    assert parse_relay("smtp://[::1]:26?tls=required") == MailServer("::1", 26, "required")
    assert parse_relay("smtp://mail.example:587") == MailServer("mail.example", 587, "required")
    assert parse_relay("smtp://127.0.0.1:1587?tls=none") == MailServer("127.0.0.1", 1587, "none")
    assert parse_relay("smtps://mail.example") == MailServer("mail.example", 465, "implicit")
    assert parse_relay(f"maildir:{tmp_path}") == tmp_path
    assert isinstance(transport_for(Settings(relay="smtps://mail.example:465")), SmtpTransport)
    assert isinstance(transport_for(Settings(relay=f"maildir:{tmp_path}")), MaildirTransport)


WRONG = [
    *("", "smtp://", "smtp:mail.example", "maildir:", "http://x", "smtp://x?tls=never", "smtp://x:port"),
    *("smtp://x:0", "smtp://x:65536", "smtps://x?tls=none", "smtp://x:465", f"smtp://me:{PASSWORD}@mail.example:587"),
    f"smtps://me:{PASSWORD}",
]


@pytest.mark.parametrize("relay", WRONG)
def test_what_is_no_relay_is_refused_with_what_would_be_and_never_shown(relay: str) -> None:
    with pytest.raises(ValueError, match="smtps://host") as caught:
        parse_relay(relay)
    assert PASSWORD not in str(caught.value)
    with pytest.raises(ValidationError) as wrong:
        Settings(relay=relay)
    assert PASSWORD not in str(wrong.value)


@pytest.mark.parametrize("command", ["migrate", "doctor", "deliver", "tick", "serve", "receive"])
def test_a_password_in_a_relay_s_url_is_a_settings_error_and_is_not_printed(command: str, sqlite_url: str) -> None:
    env = {"JUDGE_DATABASE": sqlite_url, "JUDGE_RELAY": f"smtp://me:{PASSWORD}@mail.example:587"}
    result = CliRunner().invoke(main, [command], env=env)
    assert result.exit_code in (2, 75)
    assert "relay_user" in result.output
    assert PASSWORD not in result.output


LOGIN = {"relay_user": "judge@mail.example", "relay_password": PASSWORD}


@pytest.mark.parametrize(
    "wrong",
    [
        {"relay": "smtp://mail.example:25"},
        {"relay": "smtp://127.0.0.1:25"},
        {"relay": "smtp://mail.example:587?tls=none"},
        {"relay": "maildir:out"},
        {"relay_password": ""},
        {"relay_password_file": "pass"},
        {"relay_token_command": "token"},
        {"relay_user": ""},
        {"relay_password": f"{PASSWORD}ü"},
    ],
    ids=lambda wrong: str(*wrong.values()),
)
def test_a_login_without_tls_or_with_a_part_missing_is_a_settings_error(wrong: dict[str, str]) -> None:
    right: dict[str, Any] = {"relay": "smtp://mail.example:587", **LOGIN}
    assert PASSWORD not in repr(Settings(**right))
    with pytest.raises(ValidationError) as caught:
        Settings(**{**right, **wrong})
    assert PASSWORD not in str(caught.value)


Start = Callable[..., Relay]


def secured(start: Start, certificates: Certificates, way: str) -> tuple[Relay, str]:
    """A relay that wants a login, with STARTTLS, with TLS from the first octet, or without; and its URL."""
    if way == "starttls":
        relay, url = start(tls_context=certificates.server), "smtp://localhost:{}?tls=required"
    elif way == "implicit":
        relay, url = start(implicit=certificates.server, auth_require_tls=False), "smtps://localhost:{}"
    else:
        relay, url = start(auth_require_tls=False), "smtp://127.0.0.1:{}?tls=none"
    relay.far.user, relay.far.password, relay.far.token = "judge@mail.example", PASSWORD, "ya29.token"
    return relay, url.format(relay.port)


def transport_to(url: str, certificates: Certificates, **settings: Any) -> SmtpTransport:
    chosen = Settings(relay=url, **settings)
    relay = parse_relay(url)
    assert isinstance(relay, MailServer)
    return SmtpTransport(relay, chosen, timeout=60, tls=certificates.client)


@pytest.mark.parametrize("way", ["starttls", "implicit", "local"])
def test_a_relay_that_wants_a_login_gets_it(way: str, relay_with: Start, certificates: Certificates) -> None:
    relay, url = secured(relay_with, certificates, way)
    transport = transport_to(url, certificates, **LOGIN)
    with transport.session() as send:
        for name in ("ann", "bob"):
            send("judge@example.org", f"{name}@example.net", RAW)
    assert [taken[1] for taken in relay.far.taken] == [["ann@example.net"], ["bob@example.net"]]
    assert relay.far.by_tls == [way != "local"] * 2
    assert relay.far.commands[0].startswith("AUTH"), "once a connection, before anything else"
    assert relay.far.connections == 1


def test_a_password_is_read_from_its_file_at_each_connection(
    relay_with: Start, certificates: Certificates, tmp_path: Path
) -> None:
    relay, url = secured(relay_with, certificates, "starttls")
    file = tmp_path / "password"
    transport = transport_to(url, certificates, relay_user="judge@mail.example", relay_password_file=str(file))
    with pytest.raises(Deferred, match="cannot be read: No such file"):
        transport.send("", "ann@example.net", RAW)
    file.write_text("the one before\n")
    with pytest.raises(Deferred, match=r"refuses the login of judge@mail\.example: 535 5\.7\.8"):
        transport.send("", "ann@example.net", RAW)
    file.write_text(f"{PASSWORD}\n")
    transport.send("", "ann@example.net", RAW)
    assert len(relay.far.taken) == 1


def test_xoauth2_logs_in_with_the_token_of_a_command(relay_with: Start, certificates: Certificates) -> None:
    relay, url = secured(relay_with, certificates, "starttls")
    command = f"{sys.executable} -c 'print(\"ya29.token\")'"
    transport = transport_to(url, certificates, relay_user="judge@mail.example", relay_token_command=command)
    transport.send("", "ann@example.net", RAW)
    assert relay.far.commands[:2] == ["AUTH XOAUTH2", "MAIL"]
    relay.far.token = "another"
    with pytest.raises(Deferred, match="refuses the login") as caught:
        transport.send("", "ann@example.net", RAW)
    assert "ya29" not in caught.value.reason


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (f"{sys.executable} -c 'print(\"ya29.token\"); exit(3)'", "CalledProcessError 3"),
        (f"{sys.executable} -c ''", "prints nothing"),
        ("/nowhere/token", "FileNotFoundError"),
        ("an ' open quotation", "ValueError"),
    ],
)
def test_a_command_without_a_token_defers_and_shows_nothing_of_it(
    command: str, reason: str, relay_with: Start, certificates: Certificates
) -> None:
    relay, url = secured(relay_with, certificates, "starttls")
    transport = transport_to(url, certificates, relay_user="judge@mail.example", relay_token_command=command)
    with pytest.raises(Deferred, match=reason) as caught:
        transport.send("", "ann@example.net", RAW)
    assert "ya29" not in caught.value.reason
    assert relay.far.taken == []


def test_no_login_goes_to_a_relay_that_offers_no_tls(relay_with: Start, certificates: Certificates) -> None:
    relay = relay_with(auth_require_tls=False)
    transport = transport_to(f"smtp://localhost:{relay.port}?tls=required", certificates, **LOGIN)
    with pytest.raises(Deferred, match="offers no TLS"):
        transport.send("", "ann@example.net", RAW)
    assert relay.far.commands == []


def looked_at(relay: Relay, **settings: Any) -> tuple[str, str]:
    chosen = Settings(relay=f"smtp://127.0.0.1:{relay.port}?tls=none", host_address="host@example.net", **settings)
    (check,) = look_at_relay(chosen)
    return check.verdict, check.message


def test_the_doctor_tries_a_letter_up_to_its_recipient_and_takes_it_back(relay_with: Start) -> None:
    relay = relay_with(auth_require_tls=False)
    relay.far.user, relay.far.password = "judge@mail.example", PASSWORD
    verdict, message = looked_at(relay, **LOGIN)
    assert (verdict, relay.far.commands) == ("good", ["AUTH PLAIN", "MAIL", "RCPT", "RSET"])
    assert "logs judge@mail.example in" in message
    assert relay.far.taken == []


def test_the_doctor_says_what_a_relay_refuses(relay_with: Start, tmp_path: Path) -> None:
    relay = relay_with(auth_require_tls=False)
    relay.far.user, relay.far.password = "judge@mail.example", PASSWORD
    assert "530 5.7.0 Authentication required" in looked_at(relay)[1]
    verdict, message = looked_at(relay, relay_user="judge@mail.example", relay_password="wrong-one")
    assert (verdict, "535 5.7.8" in message, "wrong-one" in message) == ("bad", True, False)
    relay.far.user, relay.far.rcpt["*"] = "", "550 5.7.1 Relaying denied"
    assert looked_at(relay) == (
        "bad",
        f"127.0.0.1:{relay.port} would not take a letter to host@example.net: 550 5.7.1 Relaying denied",
    )
    file = tmp_path / "password"
    file.write_text(PASSWORD)
    file.chmod(0o644)
    url = f"smtp://127.0.0.1:{relay.port}?tls=none"
    first, _ = look_at_relay(Settings(relay=url, relay_user="me", relay_password_file=file))
    assert f"chmod 600 {file}" in first.message


def test_the_doctor_finds_the_tls_that_is_required(relay_with: Start, certificates: Certificates) -> None:
    relay = relay_with(tls_context=certificates.server)
    (check,) = look_at_relay(Settings(relay=f"smtp://localhost:{relay.port}?tls=required"))
    assert "CERTIFICATE_VERIFY_FAILED" in check.message, "nobody whom this machine trusts has signed it"
    (check,) = look_at_relay(Settings(relay=f"smtp://127.0.0.1:{relay_with().port}?tls=required"))
    assert "offers no TLS" in check.message


# A judge's letters at a real relay that wants a login, has a quota, or insists on its own sender.

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eva", "Fay"]


@pytest.fixture
def house_at(sqlite_url: str, tmp_path: Path, relay_with: Callable[..., Relay]) -> Any:
    """A house whose six letters are on their way to this relay."""

    def start(relay: Relay, **settings: Any) -> Any:
        return open_house(sqlite_url, tmp_path, relay=f"smtp://127.0.0.1:{relay.port}?tls=none", **settings)

    return start


def register(house: House) -> None:
    for name in NAMES:
        house.person(name).write(f"REGISTER {name}")
    house.settle()


def statuses(house: House) -> list[str]:
    return list(house.every(select(OutboundRow.status).where(OutboundRow.purpose == "welcome")))


@pytest.mark.parametrize(
    "answer",
    ["550 5.4.5 Daily sending limit exceeded", "530 5.7.0 Authentication required", "554 5.7.1 Relaying denied"],
)
@pytest.mark.parametrize("where", ["MAIL", "RCPT", "content"])
def test_o1_no_letter_is_lost_and_no_address_blamed_while_the_relay_refuses_the_judge(
    relay: Relay, house_at: Any, answer: str, where: str
) -> None:
    if where == "content" and answer.startswith("554"):
        answer = "550 5.7.1 Daily user sending quota exceeded"
    with house_at(relay) as house:
        if where == "RCPT":
            relay.far.rcpt["*"] = answer
        elif where == "MAIL":
            relay.far.mail = [answer] * 20
        else:
            relay.far.data = [answer] * 20
        register(house)
        house.settle()
        assert statuses(house) == ["queued"] * 6
        assert not house.every(select(Address).where(Address.bounces > 0))
        (alert,) = house.every(select(OutboundRow).where(OutboundRow.purpose == WAITS))
        assert alert.status == "queued"
        relay.far.rcpt.clear()
        relay.far.mail, relay.far.data = [], []
        house.pass_time(minutes=10)
        assert statuses(house) == ["sent"] * 6
        assert len(relay.far.taken) == 7


def test_judge_queue_says_that_the_relay_wants_a_login(relay: Relay, house_at: Any, sqlite_url: str) -> None:
    relay.far.user = "judge@mail.example"
    with house_at(relay) as house:
        register(house)
        result = CliRunner().invoke(main, ["queue"], env={"JUDGE_DATABASE": sqlite_url, "COLUMNS": "250"})
    waiting = [line for line in result.output.splitlines() if "@example.org" in line]
    assert len(waiting) == len(NAMES)
    assert all("530 5.7.0 Authentication required" in line for line in waiting)


def test_a_relay_gets_so_many_letters_an_hour(relay: Relay, house_at: Any) -> None:
    with house_at(relay, relay_per_hour=4) as house:
        register(house)
        assert len(relay.far.taken) == 4
        house.pass_time(minutes=61)
        assert len(relay.far.taken) == 6


def test_a_relay_that_insists_on_its_own_sender_takes_letters_of_the_account(relay: Relay, house_at: Any) -> None:
    relay.far.senders = {"judge@judge.localhost"}
    with house_at(relay) as house:
        register(house)
        assert statuses(house) == ["queued"] * 6
    with house_at(relay, mail_from="account") as house:
        house.pass_time(minutes=10)
        assert statuses(house) == ["sent"] * 6
        assert {sender for sender, _, _ in relay.far.taken} == {"judge@judge.localhost"}


# No letter is so large that mail systems refuse it.


def _posted(house: House, letter: Letter) -> bytes:
    house.registered("Ann")

    def unit(work: Work) -> None:
        ann = player_at(work.session, "ann@example.org")
        assert ann is not None
        post(work, letter, reader_of(ann), purpose="ended", player=ann)

    house.judge.write(unit)
    return house.one(select(OutboundRow.raw).where(OutboundRow.purpose == "ended"))


@pytest.mark.parametrize(("more", "has_html"), [(0, True), (1, False)])
def test_a_letter_of_half_a_megabyte_goes_as_text_alone(house: House, more: int, *, has_html: bool) -> None:
    raw = _posted(house, Letter("The end", "All of it.", "x" * (LONGEST_HTML + more)))
    assert b"All of it." in raw
    assert (b"text/html" in raw) is has_html


def test_a_letter_without_end_is_cut_at_the_end_of_a_line_and_says_so(house: House) -> None:
    line = "ü" * 99 + "\n"
    raw = _posted(house, Letter("The end", line * (LONGEST_TEXT // 50), "<p>all</p>", calendar="x" * LONGEST_HTML * 2))
    text = Received(raw).text.replace("\r\n", "\n")
    assert len(text) <= LONGEST_TEXT + len(CUT) + 1
    assert text.endswith(CUT)
    assert set(text.removesuffix(CUT).split("\n")[:-1]) == {"ü" * 99}
    assert b"text/html" not in raw
    assert b"text/calendar" not in raw


@pytest.mark.parametrize("shown", [["a", "b"], ["a"], []])
def test_pictures_of_megabytes_stay_behind_and_the_words_go(
    shown: list[str], house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = tuple(Image(name, _svg(color), f"a {color} map", 100) for name, color in (("a", "red"), ("b", "blue")))
    fits = sum(len(png_of(image.svg, image.width)) for image in pictures if image.name in shown)
    monkeypatch.setattr(picture_store, "LARGEST", fits)
    _posted(house, Letter("A map", "Paris is French.", "<p>Paris</p>", pictures))
    house.settle()
    mail = house.person("Ann").last()
    assert "Paris is French." in mail.text
    parts = [part for part in mail.message.walk() if part.get_content_type() == "image/png"]
    assert [str(part["Content-ID"])[1:-1] for part in parts if part.get_payload(decode=True)] == shown


def _svg(color: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1,1L8,5L3,8" fill="{color}"/></svg>'


@pytest.mark.both_databases
@pytest.mark.parametrize("step", ["EHLO", "MAIL", "RCPT", "DATA", "DATA!", "QUIT"])
def test_o5_killed_at_any_step_of_the_dialogue_no_letter_is_lost(
    step: str, database_url: str, tmp_path: Path, relay: Relay
) -> None:
    host = Host(database_url, tmp_path)
    host.environment["JUDGE_RELAY"] = f"smtp://127.0.0.1:{relay.port}?tls=none"
    assert host.run("migrate").returncode == 0
    raw = "From: p{0}@example.org\r\nTo: judge@judge.localhost\r\nMessage-ID: <{0}@example.org>\r\n\r\nHELP\r\n"
    for number in range(3):
        arguments = ("receive", "-f", f"p{number}@example.org", "judge@judge.localhost")
        assert host.run(*arguments, given=raw.format(number).encode()).returncode == 0
    relay.far.hold = step
    daemon = Served(host)
    daemon.start()
    assert relay.far.held.wait(60)
    daemon.kill()
    assert host.run("tick").returncode == 0
    got = [(to, re.findall(rb"Message-ID: (\S+)", raw)[0]) for _, (to,), raw in relay.far.taken]
    assert {to for to, _ in got} == {f"p{number}@example.org" for number in range(3)}
    assert len(set(got)) == 3, "what comes twice has the same Message-ID"
    assert len(got) == (4 if step == "DATA!" else 3)
