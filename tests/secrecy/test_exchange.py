"""Exchange Payola (P28): another's trades, votes, offers, decisions and gifts change nothing in an investor's mails."""

from __future__ import annotations

import random
import shutil
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.letters.test_data import data_of
from tests.secrecy.test_non_interference import _plain
from tests.stories.test_exchange import Table
from tests.support.house import open_house

# Who must not notice, and what he does himself: before the exchange is settled, and after. Carl holds a share of Italy;
# Bert leads it.
WITNESSES = {
    "CARL": (
        "BUY 1 ITALY\nELECT ITALY BERT",
        "2 : A MUN - RUH\nFOR FRANCE\n1 : A PAR H\nSHOW\nTRY\n1 : A MOS H\nEND TRY",
    ),
    "BERT": (
        "BUY 3 ITALY\nELECT ITALY BERT",
        "1 : A SEV - UKR\nFOR ITALY\n2 : A VEN - TYR\nACCEPT IF?\nDIVIDEND 1\nSHOW\nFOR FRANCE\nSTATEMENT",
    ),
}

# What the others do, as it was and as it might have been. Either way the same are elected, and the same is ordered.
EXCHANGE = {
    "ANNA": (
        "BUY 4 FRANCE\nELECT FRANCE ANNA",
        "BUY 5 FRANCE\nBUY 2 GERMANY\nELECT FRANCE ANNA\nELECT GERMANY CARL\nSELL 1 FRANCE TO DORA FOR 7\nfoo",
    ),
    "BERT": ("BUY 3 ITALY\nELECT ITALY BERT", "BUY 3 ITALY\nBUY 1 FRANCE\nELECT ITALY BERT\nTRANSFER 2 TO ANNA"),
    "CARL": ("BUY 1 ITALY", "BUY 1 ITALY\nELECT FRANCE ANNA\nTRANSFER 2 TO ANNA\nBUY 1 FRANCE FROM ANNA FOR 7"),
}
OFFERS = {
    "ANNA": (
        "FOR FRANCE\n5 : A PAR - BUR",
        "1 : A PAR - BUR\nFOR FRANCE\n9#2 : A PAR - BUR\n3 $  % mine\nACCEPT FGA?\nDIVIDEND 2\nWORTH PAR 3\nDRAW YES",
    ),
    "BERT": (
        "FOR ITALY\n2 : A VEN - TYR",
        "1 : A VEN - TYR\nTRANSFER 1 TO ANNA\nFOR ITALY\n1 : A VEN - TYR\nWORTH ROM 4\nSHOW\nBALANCE",
    ),
    "CARL": ("2 : A MUN - RUH", "3 : A MUN - RUH\nTRANSFER 3 TO ANNA\nSHOW"),
}


def _season(template: Path, folder: Path, witness: str, *, other: bool) -> list[bytes]:
    folder.mkdir()
    url = f"sqlite:///{folder / 'judge.db'}"
    shutil.copyfile(template, folder / "judge.db")
    # The same seats are drawn in both.
    with open_house(url, folder, entropy=random.Random(1).randbytes) as house:
        table = Table(house)
        table.tell(witness, "PROFILE MAIL DATA")
        before = len(table.players[witness].inbox()) - 1
        for own, others in zip(WITNESSES[witness], (EXCHANGE, OFFERS), strict=True):
            table.tell(witness, own)
            for seat, versions in others.items():
                if seat != witness:
                    table.tell(seat, versions[other])
            table.tell(witness, "STATUS\nBALANCE\nSTATEMENT\nHISTORY\nTRANSFER 99 TO ANNA\nELECT FRANCE NEMO")
            house.pass_time(hours=73)
        return [_plain(mail) for mail in table.players[witness].inbox()[before:]]


@pytest.mark.parametrize("witness", WITNESSES)
def test_p28_no_mail_of_an_investor_changes_when_only_others_secrets_change(
    witness: str, sqlite_template: Path, tmp_path: Path
) -> None:
    one = _season(sqlite_template, tmp_path / "one", witness, other=False)
    two = _season(sqlite_template, tmp_path / "two", witness, other=True)
    assert any(b"Fall 1901 Movement" in mail for mail in one)
    for mine, yours in zip_longest(one, two, fillvalue=b"(no mail)"):
        pairs = zip_longest(mine.splitlines(), yours.splitlines())
        assert [pair for pair in pairs if pair[0] != pair[1]] == []


def test_p38_a_gamemaster_reads_of_no_votes_and_no_money_in_letters_for_programs_either(
    sqlite_template: Path, tmp_path: Path
) -> None:
    shutil.copyfile(sqlite_template, tmp_path / "judge.db")
    with open_house(f"sqlite:///{tmp_path / 'judge.db'}", tmp_path) as house:
        table = Table(house)
        house.tell(table.master, "PROFILE MAIL DATA")
        table.elected()
        table.tell("ANNA", "FOR FRANCE\n5 : A PAR - BUR\nFOR GERMANY\n1 : A MUN H")
        table.tell("BERT", "FOR ITALY\n1 : A VEN H")
        house.pass_time(hours=73)
        letters = [mail for mail in table.master.inbox() if "results" in mail.subject]
        assert len(letters) == 2
        for mail in letters:
            said = data_of(mail)
            assert [event["kind"] for event in said["events"] if not event["public"]] == []
            assert [said["view"][each] for each in ("holdings", "votes", "treasuries")] == [{}, {}, {}]
