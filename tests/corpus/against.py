"""Mails whose writers expected what a rule or the manual forbids, and why; they count as not understood."""

from __future__ import annotations

from collections.abc import Mapping

_ONE_A_LINE = (
    "The pages want each order on a line of its own, as Payola 3.1 does, and two mails of the first frozen part expect "
    "such a line to be told"
)

AGAINST: Mapping[str, str] = {
    "frozen-payola-012": (
        "wants a support into BUL by A BUD filed. Payola 3.1, item 7, wants a valid, legal order, and A BUD does not "
        "touch BUL (ruling P4)"
    ),
    "frozen-payola-026": (
        "wants SET NO WAIT told as not understood. What is the same under another name is done, "
        "and the reply names ours (NOWAIT)"
    ),
    "frozen-diplomacy-009": (
        "expects to be asked, since the page then said that each mail replaces the whole sheet. Today an "
        "order replaces that unit's order only. So what the writer wants, Paris alone changed, is done"
    ),
    "frozen-diplomacy-fall-005": (
        "wants orders below press filed at once, in an answer to a letter from another player. They "
        "are never filed as they stand. One code files them"
    ),
    "second-diplomacy-001": f"wants three orders on one line filed. {_ONE_A_LINE}",
    "second-winter-003": f"wants two builds on one line filed. {_ONE_A_LINE}",
    "second-payola-054": f"wants four offers on one line filed. {_ONE_A_LINE}",
    "open-fresh-diplomacy-08": f"wants three orders on one line filed. {_ONE_A_LINE}",
    "open-fresh-diplomacy-11": f"wants three builds on one line filed. {_ONE_A_LINE}",
    "open-fresh-payola-03": f"wants three offers on one line filed. {_ONE_A_LINE}",
    "open-fresh-empires-10": "wants three slots on one line filed. The manual wants each on its own, as chapter 6 does",
    "second-diplomacy-010": (
        "wants NRG told as no place. It is what other judges and sites call the Norwegian Sea, and so it is read; the "
        "reply shows the line as NWG"
    ),
}
