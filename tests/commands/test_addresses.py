"""The one address that INVITE, APPOINT, HANDOVER and REPLACE take."""

from __future__ import annotations

import pytest

from judge.commands.words import one_address
from judge.rules.problems import Refused


@pytest.mark.parametrize("text", ["Ann@Example.org", " <ann@example.org> "])
def test_an_address_is_read_with_or_without_brackets_in_lower_case(text: str) -> None:
    assert one_address(text, "INVITE ann@example.org") == "ann@example.org"


@pytest.mark.parametrize(
    "text",
    ["", "ann", "ann@example.org, bob@example.org", "ä@example.org", 'a"b@example.org', "a@b@c", "a" * 300 + "@x.org"],
)
def test_what_no_mail_can_go_to_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused) as refused:
        one_address(text, "INVITE ann@example.org")
    assert refused.value.problem.hint == "INVITE ann@example.org"
