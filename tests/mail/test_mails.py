"""Mails as people's programs write them: each file of tests/mails/ yields the sheet beside it (M8, M10 to M14)."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.mail.read import read_mail
from judge.mail.values import InboundMail

MAILS = sorted((Path(__file__).parent.parent / "mails").glob("*.eml"))
JUDGE = "judge@judge.example"
TOKEN = "geydambqgaydambq"
REFUSED = "REFUSED: "


def read(path: Path) -> InboundMail:
    return read_mail(path.read_bytes(), [f"judge+{TOKEN}@judge.example"], address=JUDGE)


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_mail_yields_its_sheet(path: Path) -> None:
    """The text beside the mail holds its new lines to the letter, or what its refusal must say."""
    wanted = path.with_suffix(".txt").read_text(encoding="utf-8").rstrip("\n")
    mail = read(path)
    assert (mail.sender, mail.tokens, mail.automatic) == ("ann@example.org", (TOKEN,), "")
    if wanted.startswith(REFUSED):
        assert wanted.removeprefix(REFUSED) in mail.refusal
        assert not mail.lines
    else:
        assert not mail.refusal
        assert "\n".join(line.text for line in mail.lines) == wanted


def test_the_corpus_is_not_empty() -> None:
    assert len(MAILS) >= 60


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_what_is_not_read_is_listed(path: Path) -> None:
    """No line counts twice; and the judge's own words, which every answer quotes, are among those listed as dropped."""
    mail = read(path)
    kept, dropped = {line.number for line in mail.lines}, {line.number for line in mail.dropped}
    assert not kept & dropped
    if b"Your balance is 48 AgP." in path.read_bytes():
        assert any("Your balance is 48 AgP." in line.text for line in mail.dropped)
