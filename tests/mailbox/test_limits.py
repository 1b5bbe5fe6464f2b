"""Attacks that use up what a player gets: mail in their name never counts against them."""

from __future__ import annotations

from sqlalchemy import select

from judge.cli.tools.correspondent import Correspondent, Received
from judge.store.tables import Player
from tests.support.house import House, Opening, put


def _zone(house: House) -> str:
    return house.one(select(Player.zone))


def _codes(who: Correspondent) -> list[Received]:
    return [mail for mail in who.inbox() if mail.code]


def _forge(house: House, who: Correspondent, name: object, text: str, to: str = "") -> None:
    put(house, f"From: {who.address}\nMessage-ID: <{name}@forged>\n\n{text}\n", to=to)


def _leaked(who: Correspondent) -> str:
    return who.last().reply_to.rpartition("<")[2].strip(">")


def test_a_leaked_reply_address_does_not_mute_its_owner(opened: Opening) -> None:
    house = opened(replies_per_hour=4)
    ann = house.registered("Ann")
    to = _leaked(ann)
    for number in range(10):
        _forge(house, ann, number, f"ZONE UTC\nZONE bad{number}", to)
    used = len(ann.inbox())
    assert "REVOKE below it" in " ".join(ann.last().text.split()), "the owner is told what it may be, and the way out"
    house.tell(ann, "ZONE Europe/Rome")
    assert _zone(house) == "Europe/Rome"
    assert len(ann.inbox()) == used + 1
    ann.write(f"KEY {ann.key}\nREVOKE")
    house.settle()
    house.tell(ann, f"CONFIRM {_codes(ann)[-1].code}", key=False, to=_codes(ann)[-1])
    key = ann.last(lambda mail: mail.key != "").key
    assert key != ann.key
    _forge(house, ann, "late", "ZONE UTC", to)
    assert _zone(house) == "Europe/Rome", "what leaked is void"


def test_a_code_reaches_who_answers_a_letter_though_forged_mail_has_used_up_the_replies(opened: Opening) -> None:
    """Somebody without a KEY at hand, on a host whose mail system vouches for nobody."""
    house = opened(replies_per_hour=4)
    ann = house.registered("Ann")
    to = _leaked(ann)
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
    to = _leaked(ann)
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
    assert _zone(house) == "UTC", "another question has taken its place"
    ann.reply(second, f"CONFIRM {second.code}")
    house.settle()
    assert _zone(house) == "Europe/Paris"


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
