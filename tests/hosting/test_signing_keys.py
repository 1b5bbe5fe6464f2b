"""The keys with which mails are signed are asked of the name servers, and remembered."""

from __future__ import annotations

import dns.exception
import dns.resolver
import pytest
from pydantic import ValidationError

from judge.hosting.dns import check_of, keys_of, resolver_at
from judge.settings import Settings
from tests.support.name_server import name_server

KEY = ("2026._domainkey.x.org", "TXT")


def test_a_key_is_asked_for_once_and_its_pieces_are_put_together() -> None:
    with name_server({KEY: ['"v=DKIM1; " "p=MIIB"']}) as server:
        keys = keys_of(resolver_at(server))
        assert keys(b"2026._domainkey.x.org.", timeout=60) == b"v=DKIM1; p=MIIB"
    assert keys(b"2026._domainkey.x.org.", timeout=60) == b"v=DKIM1; p=MIIB"


def test_where_there_is_no_key_there_is_none_and_where_nobody_answers_that_is_raised() -> None:
    with name_server({KEY: ['"v=DKIM1; p=MIIB"']}) as server:
        keys = keys_of(resolver_at(server))
        assert keys(b"2027._domainkey.x.org.", timeout=60) is None
    with pytest.raises(dns.exception.DNSException):
        keys(b"2028._domainkey.x.org.", timeout=0.2)


def test_nothing_is_checked_unless_the_host_wants_it() -> None:
    def unasked() -> dns.resolver.Resolver:
        raise AssertionError

    assert check_of(Settings(), unasked) is None


def test_a_check_writes_down_what_it_found() -> None:
    with name_server({KEY: ['"v=DKIM1; p=MIIB"']}) as server:
        check = check_of(Settings(domain="judge.example", check_dkim=True), lambda: resolver_at(server))
        assert check is not None
        signature = b"DKIM-Signature: v=1; a=rsa-sha256; d=x.org; s=2026; h=from; bh=AAAA; b=AAAABBBB\r\n"
        found = check(signature + b"From: ann@x.org\r\n\r\nSHOW\r\n")
    assert found == b"Authentication-Results: judge.example; dkim=fail header.d=x.org header.b=AAAABBBB\r\n"


def test_without_the_library_the_setting_is_refused_by_the_name_of_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("judge.settings.find_spec", lambda name: None if name == "dkim" else object())
    with pytest.raises(ValidationError, match=r"pip install pbem-judge\[dkim\]"):
        Settings(check_dkim=True)
