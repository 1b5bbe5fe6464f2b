"""Attacks that use up what a player gets, flood others, change things unnoticed, or try all words of a game."""

from __future__ import annotations

import pytest

from judge.commands.players.join import WRONG_WORDS
from judge.outbox.news import MOST_NOTICES
from judge.testing.correspondent import Correspondent, Received
from tests.mailbox.test_leaked_letters import ONE, forge, leaked, letter_of, on_file
from tests.support.flat import flat
from tests.support.house import House, Opening, put
from tests.support.table_of_seven import Seven, seven


def _codes(who: Correspondent) -> list[Received]:
    return [mail for mail in who.inbox() if mail.code]


def _forge(house: House, who: Correspondent, name: object, text: str, to: str = "") -> None:
    put(house, f"From: {who.address}\nMessage-ID: <{name}@forged>\n\n{text}\n", to=to)


def test_a_leaked_reply_address_does_not_mute_its_owner(opened: Opening) -> None:
    house = opened(replies_per_hour=4)
    ann = house.registered("Ann")
    to = leaked(ann.last())
    for number in range(10):
        _forge(house, ann, number, f"ZONE UTC\nZONE bad{number}", to)
    used = len(ann.inbox())
    assert "REVOKE below it" in " ".join(ann.last().text.split()), "the owner is told what it may be, and the way out"
    house.tell(ann, "ZONE Europe/Rome")
    assert house.zone() == "Europe/Rome"
    assert len(ann.inbox()) == used + 1
    ann.write(f"KEY {ann.key}\nREVOKE")
    house.settle()
    house.tell(ann, f"CONFIRM {_codes(ann)[-1].code}", key=False, to=_codes(ann)[-1])
    key = ann.last(lambda mail: mail.key != "").key
    assert key != ann.key
    _forge(house, ann, "late", "ZONE UTC", to)
    assert house.zone() == "Europe/Rome", "what leaked is void"


def test_a_code_reaches_who_answers_a_letter_though_forged_mail_has_used_up_the_replies(opened: Opening) -> None:
    """Somebody without a KEY at hand, on a host whose mail system vouches for nobody."""
    house = opened(replies_per_hour=4)
    ann = house.registered("Ann")
    to = leaked(ann.last())
    for number in range(10):
        _forge(house, ann, number, f"ZONE bad{number}", to)
    assert _codes(ann) == []
    ann.reply(ann.last(), "REVOKE")
    house.settle()
    (asked,) = _codes(ann)
    before = ann.key
    ann.reply(asked, f"CONFIRM {asked.code}")
    house.settle()
    assert ann.last(lambda mail: mail.key != "").key != before


def test_a_leaked_reply_address_does_not_flood_its_owner_with_codes(opened: Opening) -> None:
    house = opened(replies_per_hour=4)
    ann = house.registered("Ann")
    to = leaked(ann.last())
    for number in range(15):
        _forge(house, ann, number, "REVOKE", to)
    assert len(_codes(ann)) <= 4


def test_for_mail_without_proof_one_question_stands_at_a_time_and_an_hour(house: House) -> None:
    ann = house.registered("Ann")
    for number in range(20):
        _forge(house, ann, number, f"ZONE Europe/Rome\nHELP {number}")
        house.pass_time(minutes=2)
    (first,) = _codes(ann)
    assert "I answer one such mail an hour" in " ".join(first.text.split()), "the others are met by silence"
    house.pass_time(minutes=30)
    _forge(house, ann, "later", "ZONE Europe/Paris")
    _, second = _codes(ann)
    ann.reply(first, f"CONFIRM {first.code}")
    house.settle()
    assert house.zone() == "UTC", "another question has taken its place"
    ann.reply(second, f"CONFIRM {second.code}")
    house.settle()
    assert house.zone() == "Europe/Paris"


def test_a_question_that_was_answered_keeps_no_other_from_being_asked(house: House) -> None:
    ann = house.registered("Ann")
    _forge(house, ann, 1, "ZONE Europe/Rome")
    ann.reply(_codes(ann)[-1], f"CONFIRM {_codes(ann)[-1].code}")
    house.settle()
    _forge(house, ann, 2, "ZONE Europe/Paris")
    assert len(_codes(ann)) == 2


def test_mail_without_proof_leaves_the_questions_of_proved_mail_alone(house: House) -> None:
    ann = house.registered("Ann")
    house.tell(ann, "REVOKE", key=False)
    asked = _codes(ann)[-1]
    for hour in range(3):
        _forge(house, ann, hour, "ZONE Europe/Rome")
        house.pass_time(minutes=61)
    ann.reply(asked, f"CONFIRM {asked.code}")
    house.settle()
    assert ann.last(lambda mail: mail.key != "").key != ann.key


def test_forged_confirmations_bring_the_owner_one_answer_an_hour(house: House) -> None:
    ann = house.registered("Ann")
    mails = len(ann.inbox())
    for number in range(20):
        _forge(house, ann, number, f"CONFIRM aaaabbbbccccdd{number:02}")
    assert len(ann.inbox()) == mails + 1
    assert house.tell(ann, "HELP").text


# Attacks by which one player or GameMaster has the judge mail much to everybody in a game.

TOO_SHORT = [
    ("movement 1s", "A phase lasts 5 minutes at least"),
    ("retreats 4m", "A phase lasts 5 minutes at least"),
    ("schedule MON 12:00, MON 12:04", "5 minutes after another at the earliest"),
    ("schedule SUN 23:58, MON 00:01", "5 minutes after another at the earliest"),
    ("movement MON 12:00, MON 12:01", "5 minutes after another at the earliest"),
    ("late 1s", "after an hour at the earliest"),
    ("remind 1h 2h 3h 4h 5h", "4 times of a deadline at most"),
]


@pytest.mark.parametrize(("option", "why"), TOO_SHORT)
def test_a_running_game_gets_no_phases_that_last_seconds(table: Seven, option: str, why: str) -> None:
    before = {role: len(who.inbox()) for role, who in table.players.items()}
    assert why in flat(table.direct(f"SET {option}"))
    table.house.pass_time(minutes=5)
    assert {role: len(who.inbox()) for role, who in table.players.items()} == before


@pytest.mark.parametrize("option", ["movement 5m", "schedule SUN 23:58, MON 00:03", "late 1h", "remind 2d 1d 6h 1h"])
def test_a_game_may_be_as_fast_as_people_read(table: Seven, option: str) -> None:
    assert "at least" not in flat(table.direct(f"SET {option}"))
    assert option.rsplit(maxsplit=1)[-1] in flat(table.direct("SET"))


def test_what_was_filed_in_ones_name_is_told_whatever_else_came(house: House) -> None:
    """The attack: a GameMaster uses up the letters of an hour first, and nobody reads what else they do."""
    table = seven(house, "become yes", "hurry yes", system="diplomacy")
    fleur = table.players["FRANCE"]
    for _ in range(2):
        table.direct("\n".join(f"BROADCAST\nhello {number}\nEND BROADCAST" for number in range(20)))
    assert "More has happened in this game than I mail you within an hour" in flat(fleur.last())
    table.direct("BECOME FRANCE\nA PAR - BUR")
    assert "A PAR - BUR" in flat(fleur.last())
    table.direct("DEADLINE +6m")
    assert "is now due" in flat(fleur.last())


def test_a_leaked_letter_does_not_flood_the_others_by_going_to_and_fro(house: House) -> None:
    table = seven(house, "early 2h", "press none", system="diplomacy")
    for role in table.players:
        table.tell(role, "NO ORDERS", key=False)
    letter, fleur = letter_of(table, "FRANCE"), table.players["FRANCE"]
    before = len(table.players["ITALY"].inbox())
    for _ in range(4):
        forge(house, fleur, letter, "WAIT\nNO WAIT\n" * 25)
    came = table.players["ITALY"].inbox()[before:]
    assert (
        len(came)
        == MOST_NOTICES
        - sum("Everybody has written" in mail.subject for mail in table.players["ITALY"].inbox()[:before])
        + 1
    )
    assert "More has happened in this game than I mail you within an hour" in flat(came[-1])
    house.pass_time(minutes=61)
    forge(house, fleur, letter, "WAIT")
    assert len(table.players["ITALY"].inbox()) == before + len(came) + 1


def test_absences_that_come_and_go_flood_nobody(house: House) -> None:
    table = seven(house, "absence 30", system="diplomacy")
    letter, italo = letter_of(table, "FRANCE"), table.players["ITALY"]
    before = len(italo.inbox())
    for month in ("04", "05", "06", "07", "08", "09", "10", "11"):
        forge(
            house, table.players["FRANCE"], letter, f"ABSENCE 2026-{month}-03 TO 2026-{month}-04\nABSENCE CANCEL\n" * 20
        )
    came = italo.inbox()[before:]
    assert 0 < len(came) <= MOST_NOTICES


def test_nobody_keeps_a_broadcast_or_word_of_who_left_from_others_by_money_in_small_pieces(house: House) -> None:
    table = seven(house)
    fleur = table.players["FRANCE"]
    table.tell("ITALY", "TRANSFER 1 TO FRANCE\n" * 32)
    assert "More has happened in this game than I mail you within an hour" in flat(fleur.last())
    table.direct("BROADCAST\nHappy new year\nEND BROADCAST")
    assert "Happy new year" in flat(fleur.last())
    table.tell("TURKEY", "RESIGN")
    assert "Turkey has left" in flat(fleur.last())


# Attacks on what tells a player that something was changed in their name, with a letter in hand that was passed on.

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


# Attacks on the word of a private game: by trying all words that there are.

RIGHT = "JOIN oslo WITH sesame"


def wrong(*numbers: int) -> str:
    return "\n".join(f"JOIN oslo WITH word{number}" for number in numbers)


def _private(house: House) -> Correspondent:
    house.tell(house.registered("Manus"), "CREATE DIPLOMACY oslo\nmovement 72h\nword sesame\nEND CREATE")
    return house.registered("Ann")


def test_the_word_of_a_private_game_is_not_found_by_trying(house: House) -> None:
    ann = _private(house)
    told = house.tell(ann, f"{wrong(*range(40))}\n{RIGHT}")
    assert told.text.count("That game is private") == WRONG_WORDS
    assert "You have joined" not in told.text, "the right one among them tells nothing"
    for _ in range(3):
        told = house.tell(ann, f"{wrong(41)}\n{RIGHT}")
        assert "That game is private" not in told.text
        assert "You have joined" not in told.text
    house.pass_time(days=1.1)
    assert "You have joined" in house.tell(ann, RIGHT).text


def test_words_that_are_called_passwords_are_counted_too(house: House) -> None:
    ann = _private(house)
    for number in range(WRONG_WORDS):
        house.tell(ann, f"join oslo password: guess{number}" if number % 2 else f"join oslo password guess{number}")
    told = house.tell(ann, RIGHT)
    assert "You have tried too many wrong words today." in told.text
    assert "You have joined" not in told.text


def test_words_in_wide_letters_are_counted_too(house: House) -> None:
    ann = _private(house)
    for number in range(WRONG_WORDS):
        house.tell(ann, f"JOIN oslo \uff37\uff29\uff34\uff28 word{number}")
    assert "You have tried too many wrong words today." in house.tell(ann, RIGHT).text


def test_who_mistypes_the_word_joins_with_the_right_one(house: House) -> None:
    ann = _private(house)
    for number in range(WRONG_WORDS - 1):
        house.tell(ann, wrong(number))
        house.tell(ann, "JOIN oslo")
    assert "You have joined" in house.tell(ann, RIGHT).text


def test_what_is_tried_with_a_leaked_letter_does_not_keep_its_owner_out(house: House) -> None:
    ann = _private(house)
    welcome = ann.last(lambda mail: mail.key != "")
    for number in range(3):
        forge(house, ann, welcome, wrong(*range(number * 10, number * 10 + 9)))
    assert "You have joined" in house.tell(ann, RIGHT).text
