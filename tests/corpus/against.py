"""Mails whose writers expected what a rule or the manual forbids, and why; they count as not understood."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Against(NamedTuple):
    """Why a mail is not understood as its writer expected; `wanted`: what they want is done all the same."""

    why: str
    wanted: bool


AGAINST: Mapping[str, Against] = {
    "frozen-diplomacy-009": Against(
        "expects to be asked, since the page then said that each mail replaces the whole sheet. Today an "
        "order replaces that unit's order only. So what the writer wants, Paris alone changed, is done",
        wanted=True,
    ),
    "frozen-diplomacy-015": Against(
        "expects three orders on one line to be told off, as the page then had it. Each of them is whole by itself, "
        "and they are filed, as the writer wants",
        wanted=True,
    ),
    "frozen-diplomacy-fall-005": Against(
        "wants orders below press filed at once, in an answer to a letter from another player. They "
        "are never filed as they stand. One code files them",
        wanted=False,
    ),
    "frozen-payola-012": Against(
        "wants a support into BUL by A BUD filed. Payola 3.1, item 7, wants a valid, legal order, and A BUD does not "
        "touch BUL (ruling P4)",
        wanted=False,
    ),
    "frozen-payola-026": Against(
        "wants SET NO WAIT told as not understood. What is the same under another name is done, "
        "and the reply names ours (NOWAIT)",
        wanted=True,
    ),
    "frozen-payola-028": Against(
        "expects three offers on one line to be told off, as the page then had it. Each of them is whole by itself, "
        "and they are filed, as the writer wants",
        wanted=True,
    ),
    "second-diplomacy-010": Against(
        "wants NRG told as no place. It is what other judges and sites call the Norwegian Sea, and so it is read; the "
        "reply shows the line as NWG",
        wanted=True,
    ),
    "open-payola-060": Against(
        "expects three offers on one line to be told off, as the page then had it. Each of them is whole by itself, "
        "and they are filed, as the writer wants",
        wanted=True,
    ),
    "open-fresh-diplomacy-11": Against(
        "wants three builds on one line filed, one of them in Marsailles. Of a line with a place misspelled nothing is "
        "filed; the reply takes it apart and asks whether MAR is meant",
        wanted=False,
    ),
    "second-payola-066": Against(
        "expects an offer behind a greeting on its line to be told off. A greeting is harmless, and the offer is filed",
        wanted=True,
    ),
    "open-payola-059": Against(
        "expects an offer behind a word of talk on its line to be told off. The word is harmless, so it is filed",
        wanted=True,
    ),
    "open-people-exchange-018": Against(
        "expects VOTE to be told as no word. A vote with a power and an investor can mean nothing but ELECT",
        wanted=True,
    ),
    "open-further-pirates-04": Against(
        "lets a ballot in German be told, since the judge then knew the words of votes in English "
        "only. Today it is read, and the ballot that it says is filed",
        wanted=True,
    ),
    "open-fresh-empires-10": Against(
        "wants three slots in one sentence filed, the last of them as `whatever I have left`. The word is a doubt, and "
        "nothing of its line is filed",
        wanted=False,
    ),
    "open-further-payola-06": Against(
        "expects four offers on one line, their amounts last, to be told off. Each is whole by itself, and they are "
        "filed, as the writer wants",
        wanted=True,
    ),
    "open-year-payola-17": Against(
        "wants a condition below the offers taken for talk. It names one of them, and its writer is asked",
        wanted=False,
    ),
    "open-fresh-pirates-04": Against(
        "expects that nothing for somebody is talk. It is a share, told as one that stands in a sentence, and the plan "
        "is filed as the writer wants",
        wanted=True,
    ),
}
