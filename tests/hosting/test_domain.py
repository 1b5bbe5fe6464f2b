"""`judge doctor` asks the name servers about the judge's domain and says which record is missing or wrong."""

from __future__ import annotations

import socket

import pytest

from judge.hosting.dns import look_at_domain, resolver_at
from judge.settings import Settings
from tests.support.name_server import Records, name_server

DOMAIN = "games.example.org"
RIGHT: Records = {
    (DOMAIN, "MX"): ["20 mx2.example.org.", "10 mx.example.org."],
    ("mx.example.org", "A"): ["192.0.2.1"],
    ("mx2.example.org", "AAAA"): ["2001:db8::1"],
    (DOMAIN, "TXT"): ['"v=spf1 mx -all"', '"something-else=1"'],
    (f"judge._domainkey.{DOMAIN}", "TXT"): ['"v=DKIM1; k=rsa; " "p=MIIBIjANBg"'],
    ("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=reject"'],
}
SETTINGS = Settings(domain=DOMAIN, dkim_selector="judge")


def _verdicts(records: Records, settings: Settings = SETTINGS) -> dict[str, tuple[str, str]]:
    with name_server(records) as server:
        return {check.about: (check.verdict, check.message) for check in look_at_domain(settings, resolver_at(server))}


def test_a_domain_with_every_record_is_good_dmarc_of_the_domain_above_counts() -> None:
    found = _verdicts(RIGHT)
    assert {about: verdict for about, (verdict, _) in found.items()} == {
        "MX": "good",
        "SPF": "good",
        "DKIM": "good",
        "DMARC": "good",
    }
    assert found["MX"][1].endswith("mx.example.org, mx2.example.org")


@pytest.mark.parametrize(
    ("about", "key", "records", "verdict", "said"),
    [
        ("MX", (DOMAIN, "MX"), None, "bad", "has no MX record"),
        ("MX", (DOMAIN, "MX"), ["0 ."], "bad", "null MX"),
        ("MX", ("mx.example.org", "A"), None, "bad", "mx.example.org, to which mail"),
        ("SPF", (DOMAIN, "TXT"), None, "odd", '"v=spf1 mx -all"'),
        ("SPF", (DOMAIN, "TXT"), ['"v=spf1 mx -all"', '"v=spf1 a -all"'], "bad", "2 SPF records"),
        ("SPF", (DOMAIN, "TXT"), ['"v=spf1 +all"'], "bad", "lets everybody send"),
        ("DKIM", (f"judge._domainkey.{DOMAIN}", "TXT"), None, "bad", "has no key"),
        ("DKIM", (f"judge._domainkey.{DOMAIN}", "TXT"), ['"v=DKIM1; p="'], "bad", "revoked"),
        ("DMARC", ("_dmarc.example.org", "TXT"), None, "odd", "v=DMARC1; p=none"),
        ("DMARC", (f"_dmarc.{DOMAIN}", "TXT"), ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"'], "bad", "2 records"),
    ],
)
def test_a_record_that_is_missing_or_wrong_is_named(
    about: str, key: tuple[str, str], records: list[str] | None, verdict: str, said: str
) -> None:
    altered = {each: found for each, found in RIGHT.items() if each != key} | ({key: records} if records else {})
    found = _verdicts(altered)
    assert found[about][0] == verdict
    assert said in found[about][1]
    assert {each for each, (is_so, _) in found.items() if is_so != "good"} == {about}


def test_without_a_selector_the_key_cannot_be_looked_up() -> None:
    assert "dkim_selector" in _verdicts(RIGHT, Settings(domain=DOMAIN))["DKIM"][1]


def test_a_name_server_that_does_not_answer_is_no_fault_of_the_domain() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        resolver = resolver_at(f"127.0.0.1:{silent.getsockname()[1]}")
        resolver.lifetime = 0.2
        (check,) = look_at_domain(SETTINGS, resolver)
    assert (check.about, check.verdict) == ("DNS", "odd")


def test_a_domain_for_trying_out_is_not_looked_up() -> None:
    (check,) = look_at_domain(Settings(domain="judge.localhost"), resolver_at("127.0.0.1:9"))
    assert check.verdict == "odd"
