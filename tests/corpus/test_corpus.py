"""What people mean is what is filed: the corpus, a part of it in every run, all of it in a soak."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.corpus.against import AGAINST
from tests.corpus.meant import Written, mails, send
from tests.corpus.tables import Kept, kept, laid
from tests.support import soaking

NOT_UNDERSTOOD = (
    "open-fresh-diplomacy-07",
    "open-later-diplomacy-fall-001",
    "open-later-payola-008",
    "open-year-diplomacy-01",
    "open-year-diplomacy-17",
    "open-year-payola-01",
    "open-year-payola-10",
    "open-year-payola-16",
    "open-dawn-diplomacy-01",
    "open-dawn-diplomacy-10",
    "open-dawn-diplomacy-15",
    "open-dawn-payola-02",
    "open-dawn-payola-04",
    "open-dawn-plague-01",
    *(
        f"open-{each}"
        for each in (
            "fresh-diplomacy-04",
            "night-diplomacy-007",
            "year-diplomacy-13",
            "dawn-diplomacy-09",
            "newest-payola-16",
            "night-payola-006",
        )
    ),
    *(
        f"open-{each}"
        for each in (
            "newest-diplomacy-05",
            "later-payola-001",
            "unseen-payola-25",
            "year-payola-06",
            "year-payola-07",
            "unseen-exchange-02",
            "later-exchange-004",
            "fresh-exchange-01",
            "further-exchange-04",
            "fresh-diplomacy-12",
        )
    ),
    "second-diplomacy-fall-006",
    "second-payola-065",
    "open-later-payola-016",
    "open-fresh-pirates-01",
    "open-people-pirates-014",
    "open-fresh-empires-06",
    "open-further-empires-06",
)
"""A remark behind an order that names a place, or holds a `not`, and one without a sign before it: these may change the
order, and the line is told. A correction that leaves its line open is asked about. A sentence of French with three
orders in it is told, too, a gift within a sentence, offers without a type, and several orders that were dictated
without a comma. A vote with its reasons behind it is told its command, and a long paragraph of talk with an
order in it is told as one that could not be read.

Dropped on purpose with the one reader: corrections that are carried out (the first six of the inner lists, and the
first mail of Empires); remarks with words or names that are not known to be harmless; sentences of other matters on the
line of an order; dictated sheets. All are told.

Of new writers, who know the players' page alone, in Absence of Plague: `s sie`, a lone `if`, and cities in other
languages. All are told or listed as not read.
"""

ONE_OF = soaking.stride(1, 37)
OPEN = [
    mail
    for number, mail in enumerate(mails("open"))
    if number % ONE_OF == 0 and mail.id not in (*AGAINST, *NOT_UNDERSTOOD)
]
FROZEN = [
    mail
    for part in ("frozen", "second", "novices")
    for number, mail in enumerate(mails(part))
    if number % ONE_OF == 0 and mail.id not in (*AGAINST, *NOT_UNDERSTOOD)
]
FRESH = list(mails("fresh"))[:: min(ONE_OF, 5)]
"""What people who know the players' pages alone write: understood, asked about or reported as each mail tells."""


@pytest.fixture(scope="module")
def table_of(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Callable[[Written], Kept]:
    folder = tmp_path_factory.mktemp("tables")
    tables: dict[str, Kept] = {}

    def made(mail: Written) -> Kept:
        if mail.table not in tables:
            tables[mail.table] = kept(folder / mail.table, sqlite_template, mail.table)
        return tables[mail.table]

    return made


@pytest.mark.parametrize("mail", [*OPEN, *FROZEN, *FRESH], ids=lambda mail: mail.id)
def test_it_is_understood(mail: Written, table_of: Callable[[Written], Kept], tmp_path: Path) -> None:
    with laid(table_of(mail), tmp_path / "table", mail.table) as table:
        verdict = send(table, mail)
    assert not verdict.missed, verdict.reply


def test_there_are_three_hundred_in_ten_languages_and_a_third_of_these_is_frozen() -> None:
    everything = [*mails("open"), *mails("frozen")]
    assert len(everything) >= 300
    assert len({mail.id for mail in everything}) == len(everything)
    assert len({mail.given["language"] for mail in everything}) >= 10
    first = [
        mail
        for mail in everything
        if not mail.id.startswith(
            (
                "open-people-",
                "open-unseen-",
                "open-fresh-",
                "open-further-",
                "open-newest-",
                "open-later-",
                "open-year-",
                "open-night-",
                "open-dawn-",
                "open-ordinary-",
                "open-last-",
                "open-threshold-",
            )
        )
    ]  # the others came once it was frozen
    assert 3 * len(list(mails("frozen"))) >= len(first)


def test_the_second_frozen_part_has_a_hundred_and_ten_in_ten_languages() -> None:
    second = list(mails("second"))
    assert len(second) >= 110
    assert len({mail.id for mail in second}) == len(second)
    assert len({mail.given["language"] for mail in second}) >= 10
