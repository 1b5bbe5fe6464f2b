"""Attacks by who has read a player's mail: REVOKE, and a change of address, make void what they have seen."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from judge.cli.tools.correspondent import Correspondent, Received
from judge.store.tables import Address, Player
from tests.support.house import House, put


def _zone(house: House) -> str:
    return house.one(select(Player.zone))


def _address(house: House) -> str:
    return house.one(select(Address.address))


def _asked(house: House, who: Correspondent, line: str) -> Received:
    """A code that whoever reads this person's mail has seen, too."""
    put(house, f"From: {who.address}\nMessage-ID: <{line}@forged>\n\n{line}\n")
    return who.last(lambda mail: mail.code != "")


def _confirm(house: House, address: str, code: str) -> None:
    put(house, f"From: {address}\nMessage-ID: <{code}@forged>\n\nCONFIRM {code}\n", mail_from=address)


def test_revoke_makes_the_codes_void_that_were_mailed_before(house: House) -> None:
    ann = house.registered("Ann")
    seen = _asked(house, ann, "ZONE Europe/Rome")
    house.tell(ann, "REVOKE")
    _confirm(house, ann.address, seen.code)
    assert _zone(house) == "UTC"


def test_revoke_ends_a_change_of_address_that_somebody_else_began(house: House) -> None:
    ann, eve = house.registered("Ann"), house.person("Eve")
    house.tell(ann, f"ADDRESS {eve.address}", key=False)
    seen, own = ann.last(lambda mail: mail.code != ""), eve.last()
    house.tell(ann, "REVOKE")
    _confirm(house, eve.address, own.code)
    _confirm(house, ann.address, seen.code)
    assert _address(house) == ann.address


@pytest.mark.parametrize("proof", ["code", "letter"])
def test_the_mailbox_that_a_player_has_left_opens_nothing(house: House, proof: str) -> None:
    ann, new = house.registered("Ann"), house.person("Ann.new")
    seen = _asked(house, ann, "ZONE Europe/Rome")
    letter = ann.last()
    house.tell(ann, f"ADDRESS {new.address}", key=False)
    old_code = ann.last(lambda mail: mail.code != "")
    new.reply(new.last(), f"CONFIRM {new.last().code}")
    house.settle()
    ann.reply(old_code, f"CONFIRM {old_code.code}")
    house.settle()
    assert _address(house) == new.address
    if proof == "code":
        _confirm(house, new.address, seen.code)
    else:
        to = letter.reply_to.rpartition("<")[2].strip(">")
        put(house, f"From: {new.address}\nMessage-ID: <x@forged>\n\nZONE Europe/Rome\n", to=to)
    assert _zone(house) == "UTC"


def test_a_change_of_address_mails_no_word_of_the_players_to_the_address_named(house: House) -> None:
    ann, victim = house.registered("Ann"), house.person("Victim")
    house.tell(ann, "PROFILE NAME Cheap pills at evil.example")
    house.tell(ann, f"ADDRESS {victim.address}", key=False)
    (asked,) = victim.inbox()
    assert asked.code
    assert "pills" not in asked.raw.decode("ascii", "replace")
