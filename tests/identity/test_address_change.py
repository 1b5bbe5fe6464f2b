"""ADDRESS: both addresses must agree (P3)."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from judge.store.tables import OutboundRow
from judge.testing.correspondent import Correspondent
from tests.identity.test_trust import zone_of
from tests.support.house import House, put
from tests.support.table_of_seven import Seven


def asked(house: House, *, new: str = "anna") -> tuple[Correspondent, Correspondent]:
    """Ann wishes to be written to at her new address."""
    ann, there = house.registered("Ann"), house.person(new)
    house.tell(ann, f"ADDRESS {there.address}", key=False)
    return ann, there


def confirm(house: House, who: Correspondent) -> None:
    asking = who.last(lambda mail: mail.code != "")
    who.reply(asking, f"CONFIRM {asking.code}")
    house.settle()


def moved(house: House, there: Correspondent) -> bool:
    """Does the judge take mail from there for a registered player's?"""
    put(house, f"From: {there.address}\nMessage-ID: <{len(there.inbox())}@x>\n\nZONE UTC\n")
    return any("in your name" in mail.text for mail in there.inbox())


@pytest.mark.fault("P3")
def test_p3_an_address_changes_when_both_have_confirmed(house: House) -> None:
    ann, there = asked(house)
    confirm(house, ann)
    confirm(house, there)
    assert "has changed" in ann.last().subject
    assert "has changed" in there.last().subject
    before = len(ann.inbox())
    there.key = ann.key
    there.write(f"KEY {ann.key}\nZONE Europe/Rome")
    house.settle()
    assert zone_of(house, "Ann") == "Europe/Rome"
    assert len(ann.inbox()) == before, "nothing goes to the old address any more"


@pytest.mark.fault("P3")
def test_p3_the_reply_brings_the_code_for_the_old_address(house: House) -> None:
    ann = house.registered("Ann")
    before = len(ann.inbox())
    reply = house.tell(ann, "ADDRESS neu@example.org", key=False)
    assert len(ann.inbox()) == before + 1
    assert reply.subject == "Please confirm: ADDRESS neu@example.org"
    assert reply.code


@pytest.mark.fault("P3")
def test_p3_in_the_other_order_too(house: House) -> None:
    ann, there = asked(house)
    confirm(house, there)
    assert not moved(house, there)
    confirm(house, ann)
    assert moved(house, there)


@pytest.mark.fault("P3")
def test_p3_neither_address_alone_is_enough(house: House) -> None:
    ann, there = asked(house)
    confirm(house, ann)
    assert not moved(house, there)
    bob, elsewhere = house.registered("Bob"), house.person("Bobby")
    house.tell(bob, f"ADDRESS {elsewhere.address}", key=False)
    confirm(house, elsewhere)
    assert not moved(house, elsewhere)


@pytest.mark.fault("P3")
def test_p3_the_codes_are_not_each_others(house: House) -> None:
    ann, there = asked(house)
    old, new = ann.last(lambda mail: mail.code != ""), there.last(lambda mail: mail.code != "")
    assert old.code != new.code
    ann.reply(old, f"CONFIRM {new.code}")
    there.reply(new, f"CONFIRM {old.code}")
    house.settle()
    assert not moved(house, there)


@pytest.mark.fault("P3")
def test_p3_somebody_elses_mail_with_the_new_code_does_not_count(house: House) -> None:
    ann, there = asked(house)
    confirm(house, ann)
    code = there.last(lambda mail: mail.code != "").code
    put(house, f"From: evil@example.org\nMessage-ID: <1@x>\n\nCONFIRM {code}\n")
    assert not moved(house, there)


@pytest.mark.fault("P3")
def test_p3_a_forged_wish_asks_the_registered_address_first(house: House) -> None:
    ann, there = house.registered("Ann"), house.person("Evil")
    put(house, f"From: {ann.address}\nReply-To: {there.address}\nMessage-ID: <1@x>\n\nADDRESS {there.address}\n")
    assert there.inbox() == []
    assert "in your name" in ann.last().text


@pytest.mark.fault("P3")
def test_p3_after_the_change_the_old_mailbox_proves_nothing(house: House) -> None:
    ann, there = asked(house)
    in_old_mailbox = ann.last()
    confirm(house, ann)
    confirm(house, there)
    to = in_old_mailbox.reply_to.rpartition("<")[2].strip(">")
    for sender in (ann.address, there.address):
        put(house, f"From: {sender}\nMessage-ID: <late@{sender}>\n\nZONE Europe/Rome\n", to=to)
    assert zone_of(house, "Ann") == "UTC"


@pytest.mark.fault("P3")
def test_p3_a_registered_players_address_cannot_be_taken_and_he_is_not_bothered(house: House) -> None:
    ann, bob = house.registered("Ann"), house.registered("Bob")
    before = len(bob.inbox())
    reply = house.tell(ann, f"ADDRESS {bob.address}", key=False)
    assert len(bob.inbox()) == before
    assert "The new address is mailed a code of its own." in " ".join(reply.text.split()), (
        "who is registered is not told"
    )


@pytest.mark.fault("P3")
def test_p3_a_code_of_an_older_wish_is_void(house: House) -> None:
    ann, there = asked(house)
    first = there.last(lambda mail: mail.code != "")
    house.tell(ann, f"ADDRESS {there.address}", key=False)
    there.reply(first, f"CONFIRM {first.code}")
    house.settle()
    confirm(house, ann)
    assert not moved(house, there)


@pytest.mark.parametrize("own", ["judge@judge.localhost", "Judge+abc@judge.localhost", "postmaster@judge.localhost"])
def test_nobody_lives_where_mail_comes_to_the_judge(house: House, own: str) -> None:
    ann = house.registered("Ann")
    before = len(house.every(select(OutboundRow.id)))
    assert "Mail to that address comes to me." in house.tell(ann, f"ADDRESS {own}").text
    house.tell(ann, "CREATE payola paris")
    assert "Mail to that address comes to me." in house.tell(ann, f"GAME paris\nINVITE {own}").text
    assert len(house.every(select(OutboundRow.id))) == before + 3, "these answers alone"


def test_what_is_no_address_is_refused(house: House) -> None:
    reply = house.tell(house.registered("Ann"), "ADDRESS nowhere\nADDRESS ann@example.org")
    assert "That is no address" in reply.text
    assert "your address already" in reply.text


@pytest.mark.fault("P3")
def test_p3_nobody_is_flooded_with_codes_that_others_ask_for(house: House) -> None:
    ann, victim = house.registered("Ann"), house.person("Victim")
    reply = house.tell(ann, "\n".join([f"ADDRESS {victim.address}"] * 20), key=False)
    assert len(victim.inbox()) == 3
    assert "at most 3 times a day" in " ".join(reply.text.split())
    bob = house.registered("Bob")
    house.tell(bob, f"ADDRESS {victim.address}", key=False)
    assert len(victim.inbox()) == 3
    house.tell(ann, f"ADDRESS {house.person('Other').address}", key=False)
    assert house.person("Other").inbox() == []
    house.pass_time(days=1, hours=1)
    house.tell(bob, f"ADDRESS {victim.address}", key=False)
    assert len(victim.inbox()) == 4


@pytest.mark.fault("P3")
def test_p3_an_address_that_is_somebodys_is_refused_as_often_as_any_other(house: House) -> None:
    ann, bob = house.registered("Ann"), house.registered("Bob")
    before = len(bob.inbox())
    replies = [house.tell(ann, f"ADDRESS {bob.address}", to=ann.inbox()[-1], key=False).text for _ in range(4)]
    assert ["at most 3 times" in " ".join(text.split()) for text in replies] == [False, False, False, True]
    assert len(bob.inbox()) == before


@pytest.mark.fault("P3")
def test_p3_what_waits_beside_an_address_is_told_in_the_same_letter_with_a_code_each(
    house: House, table: Seven
) -> None:
    anna, there = table.players["AUSTRIA"], house.person("elsewhere")
    before = len(anna.inbox())
    anna.reply(table.results("AUSTRIA"), f"TRANSFER ALL TO ITALY\nADDRESS {there.address}", with_key=True)
    house.settle()
    asking = anna.last()
    assert len(anna.inbox()) == before + 1
    for_money, for_address = re.findall(r"CONFIRM (\S+)", asking.text)
    assert asking.text.index("48 AgP go from you") < asking.text.index(for_money)
    assert asking.text.index(for_money) < asking.text.index("Both addresses must agree")
    house.pass_time(hours=1)
    anna.reply(asking, f"CONFIRM {for_address}")
    house.settle()
    assert table.view("AUSTRIA").balance == 48
    anna.reply(asking, f"CONFIRM {for_money}")
    house.settle()
    assert table.view("AUSTRIA").balance == 0
    confirm(house, there)
    assert moved(house, there)
