"""Attacks on what tells a player that something was changed in their name, with a letter in hand that was passed on."""

from __future__ import annotations

from tests.mailbox.test_leaked_letters import ONE, forge, letter_of, on_file
from tests.support.flat import flat
from tests.support.house import House, Opening, put
from tests.support.table_of_seven import seven

TITLE = "Mail in your name has changed something"


def test_who_uses_up_the_replies_changes_nothing_unnoticed(opened: Opening) -> None:
    house = opened(replies_per_hour=4)
    oslo = seven(house, ONE, system="diplomacy")
    fleur, letter = oslo.players["FRANCE"], letter_of(oslo, "FRANCE")
    house.pass_time(hours=2)
    for number in range(6):
        forge(house, fleur, letter, f"HELP {number}")
    (told,) = forge(house, fleur, letter, "A PAR - BUR")
    assert on_file(house, "oslo") == ["A PAR - BUR"]
    assert told.subject == TITLE
    assert "A PAR - BUR" in told.text
    assert "REVOKE" in told.text


def test_what_is_changed_without_a_reply_floods_nobody(opened: Opening) -> None:
    house = opened(replies_per_hour=4)
    oslo = seven(house, ONE, system="diplomacy")
    fleur, letter = oslo.players["FRANCE"], letter_of(oslo, "FRANCE")
    house.pass_time(hours=2)
    for number in range(6):
        forge(house, fleur, letter, f"HELP {number}")
    assert len(forge(house, fleur, letter, "A PAR - BUR")) == 1
    before = len(fleur.inbox())
    for where in ("GAS", "PIC", "BUR", "GAS", "BRE"):
        assert forge(house, fleur, letter, f"A PAR - {where}") == []
    house.pass_time(minutes=11)
    (more,) = fleur.inbox()[before:]
    assert more.subject == TITLE, "and of those that came since, one letter tells"
    house.pass_time(minutes=11)
    assert len(fleur.inbox()) == before + 1
    assert forge(house, fleur, letter, "SHOW\nSTATUS") == [], "what only shows changes nothing"


def test_the_reply_to_a_forged_mail_bears_no_subject_of_the_forgers(house: House) -> None:
    """One that its reader's filters take out, or that nobody would open."""
    oslo = seven(house, ONE, system="diplomacy")
    fleur, letter = oslo.players["FRANCE"], letter_of(oslo, "FRANCE")
    (told,) = forge(house, fleur, letter, "A PAR - BUR", subject="***SPAM*** cheap pills")
    assert "pills" not in told.raw.decode("ascii", "replace")
    assert flat(told.subject) == f"Re: {flat(letter.subject).partition(';')[0]}"


def test_the_reply_to_a_forged_mail_joins_no_thread_of_the_forgers(house: House) -> None:
    """Such as one that its reader's mail program was told to hide."""
    oslo = seven(house, ONE, system="diplomacy")
    fleur, letter = oslo.players["FRANCE"], letter_of(oslo, "FRANCE")
    (told,) = forge(house, fleur, letter, "A PAR - BUR", subject="x\nReferences: <muted@elsewhere.org>")
    assert "muted" not in str(told.message["References"])
    assert "forged" not in str(told.message["References"]), "nor by a Message-ID that is a hidden mail's"
    assert str(letter.message["Message-ID"]) in str(told.message["References"])


def test_the_reply_to_a_mail_without_proof_holds_no_word_and_no_thread_of_its_writers(house: House) -> None:
    ann = house.registered("Ann")
    head = f"From: {ann.address}\nMessage-ID: <silenced@elsewhere.org>\nReferences: <hidden@elsewhere.org>\n"
    put(house, f"{head}Subject: cheap pills\n\nCONFIRM aaaabbbbccccdd22\n")
    told = ann.last()
    assert "That is no code of yours" in flat(told.text)
    for word in ("pills", "silenced", "hidden"):
        assert word not in told.raw.decode("ascii", "replace")


def test_who_answers_with_their_key_keeps_the_subject_that_they_chose(house: House) -> None:
    oslo = seven(house, ONE, system="diplomacy")
    fleur = oslo.players["FRANCE"]
    fleur.write(f"KEY {fleur.key}\nGAME oslo\nA PAR - BUR", subject="My orders")
    house.settle()
    assert "My orders" in fleur.last().subject
