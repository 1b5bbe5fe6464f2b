"""Press that no seat signs does not name its writer by what a mail program or the writer themselves put into it."""

from __future__ import annotations

from textwrap import indent

import pytest
from sqlalchemy import select

from judge.store.tables import Dispatch
from judge.testing.correspondent import Received
from tests.mail.test_headings import DRESS, ROWS
from tests.mailbox.test_leaked_letters import letter_of
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


@pytest.fixture
def table(house: House) -> Seven:
    table = seven(house, "press choice", "pseudonyms yes", "paper yes", "nmr default")
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    return table


UNSIGNED = ("PRESS GREY TO ITALY", "PRESS AS Nightingale TO ITALY", "ARTICLE UNSIGNED")


def kept(table: Seven) -> list[str]:
    return table.house.every(select(Dispatch.text).order_by(Dispatch.id))


def headed(table: Seven, language: str, dress: str) -> str:
    *keys, sent = ROWS[language].split("|")
    fleur = table.players["FRANCE"].address
    from_ = f"The Judge <{table.house.judge.settings.address}>"
    return DRESS[dress].format(*keys, from_=from_, sent=sent).replace("amy@example.org", fleur).replace("Amy", "Fleur")


@pytest.mark.parametrize("command", UNSIGNED)
@pytest.mark.parametrize("dress", ["spaced, French", "two rows"])
@pytest.mark.parametrize("language", ["fr", "lt", "th"])
def test_rows_above_the_judges_letter_go_out_with_no_press(
    table: Seven, language: str, dress: str, command: str
) -> None:
    letter = letter_of(table, "FRANCE")
    for quoted in (letter.text, indent(letter.text, "> ", lambda _: True)):
        text = f"{command}\nWho dares?\n\n{headed(table, language, dress)}\n{quoted}"
        reply = table.house.tell(table.players["FRANCE"], text, to=letter, key=False)
        assert "Not read" not in reply.text
    assert kept(table) == ["Who dares?", "Who dares?"]


@pytest.mark.parametrize("command", UNSIGNED)
def test_an_end_below_the_judges_letter_sends_nothing_of_it(table: Seven, command: str) -> None:
    letter = letter_of(table, "FRANCE")
    quoted = indent(f"{headed(table, 'en', 'starred')}\n{letter.text}", "> ", lambda _: True)
    end = f"END {command.split(maxsplit=1)[0]}"
    text = f"{command}\nWho dares?\n\n{quoted}\n\n{end}\n"
    reply = table.house.tell(table.players["FRANCE"], text, key=False, to=letter)
    assert "problem" not in reply.text
    assert kept(table) == ["Who dares?"]


@pytest.mark.parametrize("end", ["", "END PRESS"])
def test_ends_of_quoted_lines_that_a_program_broke_go_out_with_no_press(table: Seven, end: str) -> None:
    """In a mail that answers no letter the judge cannot know which these are."""
    fleur = table.players["FRANCE"]
    letter = letter_of(table, "FRANCE")
    quoted = (
        indent(letter.text, "> ", lambda _: True) + "\n> Your secret balance is what you see here:\nand nobody else\n"
    )
    fleur.write(f"KEY {fleur.key}\nGAME oslo\nPRESS GREY TO ITALY\nWho dares?\n{quoted}\n{end}")
    table.house.settle()
    assert kept(table) == ["Who dares?"]


NAMING = ["Yours, Fleur", "To: fleur@example.org", "fleur+games@example.org", "Reply to {reply}"]


@pytest.mark.parametrize("command", UNSIGNED)
@pytest.mark.parametrize("spot", NAMING)
def test_unsigned_press_that_names_its_writer_waits_for_a_code(table: Seven, spot: str, command: str) -> None:
    letter = letter_of(table, "FRANCE")
    spot = spot.format(reply=letter.reply_to)
    end = f"END {command.split(maxsplit=1)[0]}"
    reply = table.house.tell(table.players["FRANCE"], f"{command}\nWho dares?\n{spot}\n{end}", to=letter, key=False)
    assert not kept(table)
    assert "line 3 tells who you are" in flat(reply), reply.text
    assert spot[:8] in flat(reply).partition("tells who you are")[2]
    table.house.tell(table.players["FRANCE"], f"CONFIRM {reply.code}", to=reply)
    (sent,) = kept(table)
    assert sent.startswith(f"Who dares?\n{spot[:8]}")


def test_signed_press_may_name_its_writer(table: Seven) -> None:
    table.tell("FRANCE", "PRESS TO ITALY\nWrite to fleur@example.org. Fleur\nEND PRESS", key=False)
    assert heard(table, "Write to fleur@example.org. Fleur")


def test_unsigned_press_may_name_anybody_else(table: Seven) -> None:
    table.tell("FRANCE", "PRESS GREY TO ITALY\nItalo, write to timur@example.org about flowers.\nEND PRESS", key=False)
    assert kept(table)


def heard(table: Seven, words: str) -> list[Received]:
    return [mail for mail in table.players["ITALY"].inbox() if words in flat(mail)]
