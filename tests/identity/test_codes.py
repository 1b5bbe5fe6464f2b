"""Attacks with a code in hand, and by who has read a player's mail: what REVOKE makes void."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from judge.identity.codes import CODE_LIFE
from judge.store.tables import Address, LedgerRow
from judge.testing.correspondent import Correspondent, Received
from tests.support.house import House, put
from tests.support.table_of_seven import Seven


def _asked(table: Seven) -> Received:
    """The code for a gift of France's to Italy."""
    france = table.players["FRANCE"]
    france.write("TRANSFER 5 TO ITALY", answers=france.last())
    table.house.settle()
    return france.last(lambda mail: mail.code != "")


def _gifts(house: House) -> int:
    """The sum of what has been given away."""
    with house.judge.db.reading() as session:
        given = select(func.sum(LedgerRow.amount)).where(LedgerRow.amount < 0)
        return -(session.execute(given).scalar_one() or 0)


def _confirm(house: House, address: str, asked: Received, name: str) -> None:
    to = asked.reply_to.rpartition("<")[2].strip(">")
    put(house, f"From: {address}\nMessage-ID: <{name}@x>\n\nCONFIRM {asked.code}\n", mail_from=address, to=to)


def test_a_code_acts_once_however_often_it_comes(house: House, table: Seven) -> None:
    asked = _asked(table)
    france = table.players["FRANCE"]
    for name in ("first", "second", "third"):
        _confirm(house, france.address, asked, name)
    assert _gifts(house) == 5
    assert "That code has done its work already" in " ".join(france.last().text.split())


def test_a_code_is_its_players_alone(house: House, table: Seven) -> None:
    asked = _asked(table)
    _confirm(house, table.players["TURKEY"].address, asked, "other")
    assert _gifts(house) == 0


@pytest.mark.parametrize(("late", "given"), [(-1, 5), (1, 0)])
def test_a_code_is_good_for_so_long_and_no_longer(house: House, table: Seven, late: int, given: int) -> None:
    house.tell(table.master, "DEADLINE +1000h")
    asked = _asked(table)
    house.pass_time(hours=CODE_LIFE.total_seconds() / 3600 + late)
    _confirm(house, table.players["FRANCE"].address, asked, "late")
    assert _gifts(house) == given


# Attacks by who has read a player's mail: REVOKE, and a change of address, make void what they have seen.


def _address(house: House) -> str:
    return house.one(select(Address.address))


def _seen(house: House, who: Correspondent, line: str) -> Received:
    """A code that whoever reads this person's mail has seen, too."""
    put(house, f"From: {who.address}\nMessage-ID: <{line}@forged>\n\n{line}\n")
    return who.last(lambda mail: mail.code != "")


def _forge_confirmation(house: House, address: str, code: str) -> None:
    put(house, f"From: {address}\nMessage-ID: <{code}@forged>\n\nCONFIRM {code}\n", mail_from=address)


def test_revoke_makes_the_codes_void_that_were_mailed_before(house: House) -> None:
    ann = house.registered("Ann")
    seen = _seen(house, ann, "ZONE Europe/Rome")
    house.tell(ann, "REVOKE")
    _forge_confirmation(house, ann.address, seen.code)
    assert house.zone() == "UTC"


def test_revoke_ends_a_change_of_address_that_somebody_else_began(house: House) -> None:
    ann, eve = house.registered("Ann"), house.person("Eve")
    house.tell(ann, f"ADDRESS {eve.address}", key=False)
    seen, own = ann.last(lambda mail: mail.code != ""), eve.last()
    house.tell(ann, "REVOKE")
    _forge_confirmation(house, eve.address, own.code)
    _forge_confirmation(house, ann.address, seen.code)
    assert _address(house) == ann.address


@pytest.mark.parametrize("proof", ["code", "letter"])
def test_the_mailbox_that_a_player_has_left_opens_nothing(house: House, proof: str) -> None:
    ann, new = house.registered("Ann"), house.person("Ann.new")
    seen = _seen(house, ann, "ZONE Europe/Rome")
    letter = ann.last()
    house.tell(ann, f"ADDRESS {new.address}", key=False)
    old_code = ann.last(lambda mail: mail.code != "")
    new.reply(new.last(), f"CONFIRM {new.last().code}")
    house.settle()
    ann.reply(old_code, f"CONFIRM {old_code.code}")
    house.settle()
    assert _address(house) == new.address
    if proof == "code":
        _forge_confirmation(house, new.address, seen.code)
    else:
        to = letter.reply_to.rpartition("<")[2].strip(">")
        put(house, f"From: {new.address}\nMessage-ID: <x@forged>\n\nZONE Europe/Rome\n", to=to)
    assert house.zone() == "UTC"


def test_a_change_of_address_mails_no_word_of_the_players_to_the_address_named(house: House) -> None:
    ann, victim = house.registered("Ann"), house.person("Victim")
    house.tell(ann, "PROFILE NAME Cheap pills at evil.example")
    house.tell(ann, f"ADDRESS {victim.address}", key=False)
    (asked,) = victim.inbox()
    assert asked.code
    assert "pills" not in asked.raw.decode("ascii", "replace")
