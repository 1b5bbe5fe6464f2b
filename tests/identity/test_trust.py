"""Who wrote a mail: what acts on no proof, one, and two (the table in `judge/identity/trust.py`)."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from judge.identity.rate_limits import GUESSES
from judge.store.tables import InboundRow, Player
from judge.testing.correspondent import Correspondent, Received
from tests.support.house import House, Opening, put

BY_MX = (
    "Authentication-Results: mx.host.org; dkim=pass header.d=example.org header.b=AbCdEfGh\n"
    "Received: from mail.example.org by mx.host.org; Mon, 2 Mar 2026 11:59:00 +0000\n"
    "DKIM-Signature: v=1; d=example.org; h=from:to:date:message-id:subject; bh=x; b=AbCdEfGh\n"
    "To: judge@judge.localhost\nDate: Mon, 2 Mar 2026 11:58:00 +0000\n"
)


def zone_of(house: House, name: str) -> str:
    return house.one(select(Player.zone).where(Player.name == name))


def last_trouble(house: House) -> str:
    return house.one(select(InboundRow.trouble).order_by(InboundRow.id.desc()).limit(1))


def proofs(who: Correspondent, mail: Received, text: str, *, token: bool, key: bool, mta: bool) -> tuple[str, str]:
    """A mail with these proofs, and to whom it goes."""
    secret = f"KEY {who.key}\n" if key else ""
    head = BY_MX if mta else ""
    raw = f"{head}From: {who.address}\nMessage-ID: <{token}{key}{mta}@x>\nSubject: x\n\n{secret}{text}\n"
    return raw, mail.reply_to.rpartition("<")[2].strip(">") if token else who.judge


def revoked(who: Correspondent) -> bool:
    return sum(mail.key != "" for mail in who.inbox()) > 1


@pytest.mark.parametrize(
    ("token", "key", "mta"),
    [(True, False, False), (False, True, False), (False, False, True)],
    ids=["token", "key", "mta"],
)
def test_one_proof_acts_for_orders_and_what_cannot_be_undone_waits(
    opened: Opening, *, token: bool, key: bool, mta: bool
) -> None:
    house = opened(authserv_id="mx.host.org")
    ann = house.registered("Ann")
    raw, to = proofs(ann, ann.last(), "ZONE Europe/Vienna\nREVOKE", token=token, key=key, mta=mta)
    put(house, raw, to=to)
    assert zone_of(house, "Ann") == "Europe/Vienna"
    assert not revoked(ann)
    code = ann.last(lambda mail: mail.code != "").code
    house.tell(ann, f"CONFIRM {code}", key=False)
    assert revoked(ann)


@pytest.mark.parametrize(
    ("token", "key", "mta"),
    [(True, True, False), (False, True, True), (True, False, True)],
    ids=["token+key", "key+mta", "token+mta"],
)
def test_two_proofs_act_at_once(opened: Opening, *, token: bool, key: bool, mta: bool) -> None:
    house = opened(authserv_id="mx.host.org")
    ann = house.registered("Ann")
    raw, to = proofs(ann, ann.last(), "REVOKE", token=token, key=key, mta=mta)
    put(house, raw, to=to)
    assert revoked(ann)


@pytest.mark.parametrize("settings", [{}, {"authserv_id": "mx.host.org", "upstream": "192.0.2.1"}])
def test_m15_the_word_of_a_mail_system_counts_where_it_is_set_and_from_upstream_alone(
    opened: Opening, settings: dict[str, str]
) -> None:
    house = opened(**settings)
    ann = house.registered("Ann")
    raw, to = proofs(ann, ann.last(), "ZONE Europe/Vienna", token=False, key=False, mta=True)
    put(house, raw, to=to)
    assert zone_of(house, "Ann") == "UTC"


def test_no_proof_changes_nothing_and_the_registered_address_is_asked(house: House) -> None:
    ann = house.registered("Ann")
    before = len(ann.inbox())
    raw = f"From: {ann.address}\nReply-To: evil@example.org\nMessage-ID: <1@x>\n\nZONE Europe/Vienna\n"
    put(house, raw, mail_from="evil@example.org")
    assert zone_of(house, "Ann") == "UTC"
    assert ann.last().code
    assert len(ann.inbox()) == before + 1
    assert house.person("Evil").inbox() == [], "P3: never to the sender or Reply-To"
    put(house, f"From: {ann.address}\nMessage-ID: <2@x>\n\nCONFIRM {ann.last().code}\nZONE Europe/Rome\n")
    assert zone_of(house, "Ann") == "Europe/Vienna", "the code lets happen what it was mailed for, and nothing more"


def test_a_token_counts_with_the_address_it_was_sent_to_alone(house: House) -> None:
    """Players forward their reports, and the reply address with them."""
    ann, bob = house.registered("Ann"), house.registered("Bob")
    forwarded = ann.last().reply_to.rpartition("<")[2].strip(">")
    put(house, f"From: {bob.address}\nMessage-ID: <1@x>\n\nZONE Europe/Vienna\n", to=forwarded)
    assert (zone_of(house, "Ann"), zone_of(house, "Bob")) == ("UTC", "UTC")
    assert bob.last().code


@pytest.mark.parametrize("form", [str.upper, lambda to: to.replace("+", "=")], ids=["upper case", "= for +"])
def test_s17_a_reply_address_that_was_changed_on_its_way_still_proves(house: House, form: object) -> None:
    ann = house.registered("Ann")
    assert callable(form)
    to = form(ann.last().reply_to.rpartition("<")[2].strip(">"))
    put(house, f"From: {ann.address}\nMessage-ID: <1@x>\n\nZONE Europe/Vienna\n", to=to)
    assert zone_of(house, "Ann") == "Europe/Vienna"


def test_who_answers_from_another_address_of_his_is_told_which_one_counts(house: House) -> None:
    ann, other = house.registered("Ann"), house.person("Ann.at.work")
    zone = zone_of(house, "Ann")
    for _ in range(2):
        other.write("ZONE Europe/Rome", answers=ann.last())
        house.settle()
        assert len(other.inbox()) == 1, "once a day: whoever has that letter could name anybody as its writer"
        assert "from another address than the one it went to" in " ".join(other.last().text.split())
    assert zone_of(house, "Ann") == zone
    nobody = house.person("Bob")
    nobody.write("ZONE Europe/Rome")
    house.settle()
    assert "another address" not in nobody.last().text


def test_s17_without_its_token_a_reply_is_not_proved(house: House) -> None:
    ann = house.registered("Ann")
    put(house, f"From: {ann.address}\nMessage-ID: <1@x>\nIn-Reply-To: {ann.last().message['Message-ID']}\n\nZONE UTC\n")
    assert ann.last().code


def test_a_token_expires(house: House) -> None:
    ann = house.registered("Ann")
    old = ann.last()
    house.pass_time(days=181)
    ann.reply(old, "ZONE Europe/Vienna")
    house.settle()
    assert zone_of(house, "Ann") == "UTC"
    assert ann.last().code


def test_revoke_makes_the_key_and_every_earlier_token_void(house: House) -> None:
    ann = house.registered("Ann")
    old, old_key = ann.last(), ann.key
    reply = house.tell(ann, "REVOKE")
    new = ann.last(lambda mail: mail.key != "")
    assert new.key != old_key
    for text in (f"KEY {old_key}\nZONE Europe/Vienna", "ZONE Europe/Vienna"):
        ann.reply(old, text)
        house.settle()
        assert zone_of(house, "Ann") == "UTC"
    ann.reply(reply, "ZONE Europe/Vienna")
    house.settle()
    assert zone_of(house, "Ann") == "Europe/Vienna"
    ann.write(f"KEY {new.key}\nZONE Europe/Rome")
    house.settle()
    assert zone_of(house, "Ann") == "Europe/Rome"


def test_wrong_keys_in_a_players_name_lock_nobody_out(house: House) -> None:
    ann = house.registered("Ann")
    mails = len(ann.inbox())
    for number in range(GUESSES + 3):
        put(
            house,
            f"From: {ann.address}\nMessage-ID: <{number}@x>\n\nKEY aaaa-bbbb-cccc-{number:04}\nZONE Europe/Rome\n",
        )
    assert len(ann.inbox()) == mails + 1, "one question, and no flood of them"
    assert zone_of(house, "Ann") == "UTC"
    put(house, f"From: {ann.address}\nMessage-ID: <right@x>\n\nKEY {ann.key}\nZONE Europe/Rome\n")
    assert zone_of(house, "Ann") == "Europe/Rome"


def test_wrong_codes_in_a_players_name_do_not_void_the_right_one(house: House) -> None:
    ann = house.registered("Ann")
    put(house, f"From: {ann.address}\nMessage-ID: <0@x>\n\nZONE Europe/Rome\n")
    code = ann.last().code
    mails = len(ann.inbox())
    for number in range(GUESSES + 3):
        put(house, f"From: {ann.address}\nMessage-ID: <c{number}@x>\n\nCONFIRM aaaabbbbcccc{number:04}\n")
    assert len(ann.inbox()) == mails + 1, "one of them is answered"
    put(house, f"From: {ann.address}\nMessage-ID: <right@x>\n\nCONFIRM {code}\n")
    assert zone_of(house, "Ann") == "Europe/Rome"
    assert len(ann.inbox()) == mails + 2


def test_an_unknown_token_is_no_proof(house: House) -> None:
    ann = house.registered("Ann")
    put(house, f"From: {ann.address}\nMessage-ID: <1@x>\n\nZONE Europe/Rome\n", to=f"judge+{'a2' * 12}@judge.localhost")
    assert zone_of(house, "Ann") == "UTC"
    assert ann.last().code


def test_nobody_is_asked_for_a_code_for_what_would_be_refused(house: House) -> None:
    ann = house.registered("Ann")
    before = len(ann.inbox())
    wrong = house.tell(ann, "CREATE payola oslo\nmovement 72h\nmovements 48h", key=False)
    assert "There is no option 'movements'" in " ".join(wrong.text.split())
    assert len(ann.inbox()) == before + 1
    house.tell(ann, "CREATE payola oslo\nmovement 72h", key=False)
    asked = ann.last(lambda mail: mail.code != "")
    assert "there are none yet" in house.tell(ann, "LIST", key=False).text.lower(), "trying it out has made nothing"
    assert "oslo is created" in house.tell(ann, f"CONFIRM {asked.code}", key=False).text


def test_what_stands_behind_a_line_that_waits_may_depend_on_it(house: House) -> None:
    ann, bob = house.registered("Ann"), house.registered("Bob")
    house.tell(ann, "CREATE payola oslo")
    house.tell(bob, "JOIN oslo AS FRANCE")
    dummies = "\n".join(f"DUMMY {power}" for power in ["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"])
    house.tell(ann, f"GAME oslo\n{dummies}\nSTART", key=False)
    asked = ann.last(lambda mail: mail.code != "")
    assert "PROBLEM" not in house.tell(ann, f"CONFIRM {asked.code}", key=False).text
    assert "Spring 1901" in house.tell(bob, "GAME oslo\nSTATUS").text


def test_a_line_refused_behind_one_that_waits_is_told_to_come_again(house: House) -> None:
    ann = house.registered("Ann")
    wrong = house.tell(ann, "CREATE payola oslo\nEND CREATE\nJOIN oslo AS FRANCE", key=False)
    assert "what waits above" in " ".join(wrong.text.split())
    alone = house.tell(ann, "JOIN oslo AS FRANCE", key=False)
    assert "what waits above" not in " ".join(alone.text.split())
