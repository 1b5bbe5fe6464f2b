"""The listeners that the settings ask for."""

from __future__ import annotations

import smtplib
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import trustme
from pydantic import ValidationError

from judge.settings import Settings
from judge.smtp.listener import Listener, listeners_of
from tests.smtp.conftest import Keeper
from tests.support.sockets import LoopThread

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def made(**settings: Any) -> tuple[Listener, ...]:
    return listeners_of(Settings(listen="127.0.0.1:0", **settings), Keeper(), lambda: NOW)


def test_smtp_alone_unless_lmtp_is_wanted() -> None:
    assert len(made()) == 1
    assert len(made(lmtp_listen="127.0.0.1:0")) == 2


def test_the_limits_are_those_of_the_settings() -> None:
    limits = made(
        max_connections=7,
        max_connections_per_source=3,
        max_recipients=4,
        max_errors=5,
        idle_seconds=6,
        upstream="192.0.2.1, ::1",
    )[0].limits
    assert (limits.connections, limits.connections_per_source, limits.recipients) == (7, 3, 4)
    assert (limits.errors, limits.idle_seconds) == (5, 6.0)
    assert "192.0.2.1" in limits.trusted
    assert "127.0.0.1" not in limits.trusted


def test_upstream_takes_networks_and_nothing_that_means_nothing() -> None:
    trusted = Settings(upstream="192.0.2.1 10.89.0.0/16 fd00::/8").upstreams
    for own in ("192.0.2.1", "10.89.255.1", "::ffff:10.89.0.7", "fd12::1", "fd12::1%eth0"):
        assert own in trusted
    for other in ("192.0.2.2", "10.88.0.1", "fe80::1", "", "unix:"):
        assert other not in trusted
    for wrong in ("10.89.0.1/16", "localhost", "10.89.*"):
        with pytest.raises(ValidationError, match="is neither"):
            Settings(upstream=wrong)


def test_a_proxy_is_for_smtp_and_not_for_lmtp() -> None:
    smtp, lmtp = made(lmtp_listen="127.0.0.1:0", proxy_protocol=True)
    assert (smtp.proxied, lmtp.proxied) == (True, False)


def test_starttls_with_the_certificate_that_is_given(tmp_path: Path, loop_thread: LoopThread) -> None:
    authority = trustme.CA()
    issued = authority.issue_cert("judge.localhost", "localhost")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    issued.private_key_pem.write_to_path(key)
    chain.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    (listener,) = made(tls_certificate=chain, tls_key=key, require_tls=True)
    host, port = loop_thread.run(listener.start())
    trust = ssl.create_default_context()
    authority.configure_trust(trust)
    trust.check_hostname = False
    with smtplib.SMTP(host, port) as smtp:
        smtp.ehlo()
        assert smtp.mail("a@b.c")[0] == 530
        smtp.starttls(context=trust)
        smtp.ehlo()
        assert smtp.mail("a@b.c")[0] == 250
    loop_thread.run(listener.stop())


@pytest.mark.parametrize("setting", [{"require_tls": True}, {"tls_key": "key.pem"}])
def test_tls_without_a_certificate_is_refused(setting: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="needs JUDGE_TLS_CERTIFICATE"):
        Settings(**setting)


def test_a_certificate_that_is_not_there_stops_the_start() -> None:
    with pytest.raises(OSError, match="No such file"):
        made(tls_certificate="nowhere.pem")


def test_an_empty_variable_is_no_certificate() -> None:
    assert Settings(tls_certificate="", tls_key="").tls_certificate is None
