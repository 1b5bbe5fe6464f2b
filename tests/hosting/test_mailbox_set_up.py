"""`judge init` and `judge doctor --mail` on a mailbox: they log in, and learn from two letters what comes in there."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pydantic import SecretStr

from judge.cli.hosting.init import provider_of
from judge.cli.main import main
from judge.hosting.doctor import Check
from judge.hosting.imap import look_at_mailbox
from judge.outbox.transport import transport_for
from judge.settings import Settings, parse_account, parse_relay
from tests.support.far_relay import Far, Relay, relay_with
from tests.support.imap_server import PASSWORD, USER, ImapServer, imap
from tests.support.name_server import name_server
from tests.support.sockets import loop_thread

__all__ = ["imap", "loop_thread", "relay_with"]  # fixtures

HOST = "host@example.net"
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
Treat = Callable[[str, bytes], None]


@dataclass
class Provider:
    """A relay with a login, and the mailbox into which it delivers."""

    relay: Relay
    imap: ImapServer

    @property
    def far(self) -> Far:
        return self.relay.far

    @property
    def relay_url(self) -> str:
        return f"smtp://127.0.0.1:{self.relay.port}?tls=none"

    @property
    def imap_url(self) -> str:
        return f"imap://127.0.0.1:{self.imap.server_address[1]}?tls=none"

    def settings(self, **more: object) -> Settings:
        secrets = {"relay_password": SecretStr(PASSWORD), "fetch_password": SecretStr(PASSWORD)}
        given = {"domain": "example.org", "host_address": HOST, "relay": self.relay_url, "relay_user": USER}
        return Settings.model_validate({**given, **secrets, "fetch": self.imap.url, "fetch_since": NOW, **more})

    def look(self, patience: float = 60, **more: object) -> tuple[dict[str, str], str]:
        """The verdicts of what was found, and what `reply_address` should be."""
        settings = self.settings(**more)
        checks, form = look_at_mailbox(settings, transport_for(settings), NOW, patience)
        return verdicts(checks), form


def verdicts(checks: list[Check]) -> dict[str, str]:
    return {check.about: check.verdict for check in checks}


@pytest.fixture
def provider(relay_with: Callable[..., Relay], imap: ImapServer) -> Provider:
    relay = relay_with(auth_require_tls=False)
    relay.far.user, relay.far.password = USER, PASSWORD
    relay.far.deliver = lambda _recipient, raw: imap.deliver(raw)
    return Provider(relay, imap)


def init(folder: Path, *answers: str) -> Result:
    return CliRunner().invoke(main, ["init", str(folder / "judge.toml")], input="\n".join(answers) + "\n")


def test_a_mailbox_is_set_up_in_a_conversation(
    provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = datetime.now(UTC).replace(microsecond=0)
    provider.imap.folders["Junk"] = type(provider.imap.folders["INBOX"])()
    servers = (provider.imap_url, provider.relay_url, "")
    result = init(tmp_path, "mailbox", USER, HOST, *servers, PASSWORD, "sqlite:///x.db", "*", "")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "judge.toml").read_text()
    written = tomllib.loads(text)
    assert written["reply_address"] == "plus"
    assert written["check_dkim"]
    assert PASSWORD not in text + result.output
    assert (tmp_path / "judge.password").stat().st_mode & 0o077 == 0
    monkeypatch.setenv("JUDGE_CONFIG", str(tmp_path / "judge.toml"))
    settings = Settings()
    assert (settings.address, settings.mail_from) == (USER, "letter")
    assert parse_account(settings.fetch).folders == ("INBOX", "Junk")
    assert settings.fetch_since is not None
    assert begun <= settings.fetch_since <= datetime.now(UTC), "what comes from the set-up on is read"
    found, form = look_at_mailbox(settings, transport_for(settings), NOW)
    assert (verdicts(found), form) == ({"mailbox": "good", "reply address": "good"}, "plus")
    assert provider.imap.subjects() == [], "its own letters are taken out"


def test_a_wrong_password_and_wrong_servers_are_asked_for_again(provider: Provider, tmp_path: Path) -> None:
    right = (provider.imap_url, provider.relay_url, "")
    wrong = ("imap://127.0.0.1:1?tls=none", provider.relay_url, "")
    plain = (provider.imap_url, "smtp://mail.example.org:25", "")
    answers = (*right, "nonsense-word", *wrong, PASSWORD, *plain, PASSWORD, *right, PASSWORD)
    result = init(tmp_path, "mailbox", USER, HOST, *answers, "sqlite:///x.db", "*", "")
    assert result.exit_code == 0, result.output
    for said in ("no such login", "refused", "logs in by TLS alone"):
        assert said in result.output
    assert "nonsense-word" not in result.output
    assert (tmp_path / "judge.password").read_text() == f"{PASSWORD}\n"


def test_a_relay_that_insists_on_its_user_gets_it_as_sender(provider: Provider, tmp_path: Path) -> None:
    provider.far.senders = {USER}
    servers = (provider.imap_url, provider.relay_url, "")
    init(tmp_path, "mailbox", USER, HOST, *servers, PASSWORD, "sqlite:///x.db", "*", "")
    written = tomllib.loads((tmp_path / "judge.toml").read_text())
    assert (written["mail_from"], written["reply_address"]) == ("account", "plus")


def refuse(provider: Provider) -> None:
    provider.far.rcpt = {"*": "550 5.1.1 no such mailbox", USER: "250 OK", HOST: "250 OK"}


def return_it(provider: Provider) -> None:
    def deliver(recipient: str, raw: bytes) -> None:
        report = b"From: MAILER-DAEMON@example.org\r\nSubject: Undelivered Mail Returned to Sender\r\n\r\n"
        provider.imap.deliver(raw if recipient == USER else report + raw)

    provider.far.deliver = deliver


def swallow(provider: Provider) -> None:
    provider.far.deliver = lambda recipient, raw: provider.imap.deliver(raw) if recipient == USER else None


@pytest.mark.parametrize(("way", "patience"), [(refuse, 60), (return_it, 60), (swallow, 0)])
def test_a_mailbox_without_plus_addresses_is_known(
    way: Callable[[Provider], None], patience: float, provider: Provider
) -> None:
    way(provider)
    assert provider.look(patience) == ({"mailbox": "good", "reply address": "bad"}, "none")
    assert provider.look(patience, reply_address="none")[0] == {"mailbox": "good", "reply address": "good"}


def test_a_mailbox_that_takes_more_than_the_settings_say_is_told(provider: Provider) -> None:
    assert provider.look(reply_address="none") == ({"mailbox": "good", "reply address": "odd"}, "plus")
    found, form = provider.look(reply_address="equals")
    assert (found["reply address"], form) == ("good", "equals")
    assert any(f"{USER.partition('@')[0]}=" in to for _, (to,), _ in provider.far.taken)


def test_letters_that_come_late_are_heard_of_by_the_server(provider: Provider) -> None:
    def late(_recipient: str, raw: bytes) -> None:
        def wait_and_deliver() -> None:
            provider.imap.wait_for_idle()
            provider.imap.deliver(raw)

        threading.Thread(target=wait_and_deliver).start()

    provider.far.deliver = late
    assert provider.look() == ({"mailbox": "good", "reply address": "good"}, "plus")
    assert "IDLE" in provider.imap.commands


def test_letters_in_another_folder_are_found_and_told(provider: Provider) -> None:
    provider.imap.deliver(b"Subject: old\r\n\r\n", "Junk")
    provider.far.deliver = lambda _recipient, raw: provider.imap.deliver(raw, "Junk")
    fetch = provider.imap.url.replace("INBOX", "INBOX,Junk")
    assert provider.look(fetch=fetch)[0] == {"mailbox": "odd", "reply address": "good"}
    assert provider.imap.subjects("Junk") == [b"old"]


def test_a_relay_that_gives_letters_another_message_id_is_told(provider: Provider) -> None:
    provider.far.deliver = lambda _recipient, raw: provider.imap.deliver(
        raw.replace(b"example.org>\r\nDate", b"relay.example>\r\nDate")
    )
    assert provider.look()[0]["Message-ID"] == "odd"
    refuse(provider)
    assert provider.look()[0]["Message-ID"] == "bad", "answers cannot be told by it"


def test_letters_that_do_not_come_are_told(provider: Provider) -> None:
    provider.far.deliver = lambda _recipient, _raw: None
    assert provider.look(0) == ({"mailbox": "bad"}, "")
    assert provider.look(fetch_password=SecretStr("other")) == ({"mailbox": "bad"}, "")


def test_forged_words_that_the_provider_lets_pass_are_told(provider: Provider) -> None:
    provider.far.deliver = lambda _recipient, raw: provider.imap.deliver(
        b"Received: from x by mx.example.org; Fri, 1 May 2026 11:59:58 +0000\r\n" + raw
    )
    found, _ = provider.look(authserv_id="mx.example.org")
    assert (found["forged words"], found["its word"]) == ("odd", "odd")


def test_doctor_tries_the_mailbox_and_says_what_to_set(provider: Provider, tmp_path: Path) -> None:
    refuse(provider)
    env = {
        "JUDGE_DATABASE": f"sqlite:///{tmp_path / 'none.db'}",
        "JUDGE_DOMAIN": "example.org",
        "JUDGE_HOST_ADDRESS": HOST,
        "JUDGE_LISTEN": "127.0.0.1:1",
        "JUDGE_RELAY": provider.relay_url,
        "JUDGE_RELAY_USER": USER,
        "JUDGE_RELAY_PASSWORD": PASSWORD,
        "JUDGE_FETCH": provider.imap.url,
        "JUDGE_FETCH_PASSWORD": PASSWORD,
        "JUDGE_FETCH_SINCE": "2026-11-26",
        "COLUMNS": "300",
    }
    with name_server({}) as server:
        result = CliRunner().invoke(main, ["doctor", "--mail", "--name-server", server], env=env)
    assert 'reply_address = "none"' in result.output
    assert PASSWORD not in result.output


def test_what_is_known_of_providers_is_of_the_right_kind() -> None:
    known = [provider_of(domain) for domain in ("gmail.com", "gmx.de", "web.de", "outlook.com", "icloud.com")]
    for each in known:
        parse_relay(each["relay"])
        assert each.get("oauth") or each["password"]
        for domain in each["domains"]:
            assert provider_of(domain) == each
    assert provider_of("example.org") == {}
