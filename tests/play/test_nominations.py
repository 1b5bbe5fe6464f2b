"""A GameMaster makes nobody play or run a game who has not agreed: REPLACE, APPOINT and HANDOVER ask first."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from judge.games.members import masters
from judge.hosting import upkeep
from judge.play import nominations
from judge.store.tables import Game, OutboundRow, Seat
from judge.testing.correspondent import Correspondent
from tests.mailbox.test_leaked_letters import forge
from tests.support.flat import flat
from tests.support.house import House, put
from tests.support.table_of_seven import Seven, seven


@pytest.fixture(name="table")
def _table(house: House) -> Seven:
    return seven(house, "dummies AUSTRIA ENGLAND GERMANY RUSSIA", system="diplomacy")


@pytest.fixture(name="nora")
def _nora(house: House) -> Correspondent:
    return house.registered("Nora")


def _player(table: Seven, name: str) -> str:
    with table.house.judge.db.reading() as session:
        seat = session.execute(select(Seat).where(Seat.game_id == table.game().id, Seat.name == name)).scalar_one()
        address = select(OutboundRow.recipient).where(OutboundRow.player_id == seat.player_id).limit(1)
        return session.execute(address).scalar_one() if seat.player_id is not None else ""


def _masters(table: Seven) -> list[str]:
    with table.house.judge.db.reading() as session:
        game = session.execute(select(Game).where(Game.name == table.name)).scalar_one()
        return [master.name for master in masters(session, game)]


def _said(text: str) -> str:
    return " ".join(text.split())


def test_a_gamemaster_seats_nobody_who_has_not_agreed(table: Seven, nora: Correspondent) -> None:
    before, letters = _player(table, "ITALY"), len(nora.inbox())
    told = table.direct(f"REPLACE ITALY WITH {nora.address}")
    assert "I have asked Nora" in _said(told.text)
    assert "Until then Italy stays with its player." in _said(told.text)
    assert _player(table, "ITALY") == before
    assert len(nora.inbox()) == letters + 1, "one letter asks"
    assert "F NAP" not in nora.last().text, "nothing of the game stands in it"
    assert "Nora is asked to play Italy, until Mon 9 Mar" in _said(table.direct("STATUS").text)
    assert "is asked to" not in table.tell("FRANCE", "STATUS").text
    table.house.pass_time(hours=80)
    assert not [mail for mail in nora.inbox()[letters + 1 :] if f"[{table.name}]" in mail.subject]


def test_a_player_who_agrees_has_the_seat_and_its_gamemaster_is_told(table: Seven, nora: Correspondent) -> None:
    table.direct(f"REPLACE ITALY WITH {nora.address}")
    told = table.house.agree(nora)
    assert "You now play Italy" in _said(told.text)
    assert _player(table, "ITALY") == nora.address
    assert "Nora now plays Italy" in _said(table.master.last(lambda mail: "has agreed" in mail.subject).text)
    assert "replaced" in table.players["ITALY"].last().subject


def test_what_nobody_agrees_to_expires_and_its_gamemaster_is_told_once(table: Seven, nora: Correspondent) -> None:
    before = _player(table, "ITALY")
    table.direct(f"REPLACE ITALY WITH {nora.address}")
    asked = nora.last(lambda mail: "Will you" in mail.subject)
    for _ in range(9):
        table.house.pass_time(hours=24)
    over = [mail for mail in table.master.inbox() if "has not agreed" in mail.subject]
    assert len(over) == 1
    assert "Nothing has changed" in _said(over[0].text)
    told = table.house.tell(nora, f"CONFIRM {asked.code}", to=asked, key=False)
    assert "open no more" in _said(told.text)
    assert _player(table, "ITALY") == before


@pytest.mark.parametrize(
    ("line", "after"), [("APPOINT {address}", ["Manus", "Nora"]), ("HANDOVER TO {address}", ["Nora"])]
)
def test_a_gamemaster_gives_an_office_to_nobody_who_has_not_agreed(
    table: Seven, nora: Correspondent, line: str, after: list[str]
) -> None:
    before = _masters(table)
    table.direct(line.format(address=nora.address))
    assert _masters(table) == before
    table.house.agree(nora)
    assert [name for name in _masters(table) if name == "Nora"] == ["Nora"]
    assert len(_masters(table)) == len(after)


def test_who_runs_the_game_already_follows_at_once(table: Seven, nora: Correspondent) -> None:
    table.direct(f"APPOINT {nora.address}")
    table.house.agree(nora)
    letters = len([mail for mail in nora.inbox() if "Will you" in mail.subject])
    table.direct(f"HANDOVER TO {nora.address}")
    assert _masters(table) == ["Nora"]
    assert len([mail for mail in nora.inbox() if "Will you" in mail.subject]) == letters


def test_no_gamemaster_takes_a_seat_of_a_game_that_they_run_after_reading_what_all_have_ordered(table: Seven) -> None:
    before = _player(table, "ITALY")
    said = flat(table.direct(f"PREVIEW\nREPLACE ITALY WITH {table.master.address}").text)
    assert "Who is or was a GameMaster of a running game cannot take a seat in it" in said
    assert _player(table, "ITALY") == before
    italy = table.players["ITALY"]
    table.direct(f"APPOINT {italy.address}")
    table.house.agree(italy)
    table.house.tell(italy, "GAME oslo\nEJECT ITALY")
    table.house.tell(italy, f"GAME oslo\nPREVIEW\nREPLACE ITALY WITH {italy.address}")
    assert _player(table, "ITALY") == ""


def test_whoever_has_handed_the_game_over_takes_no_seat_of_it_either(table: Seven, nora: Correspondent) -> None:
    table.direct(f"EJECT ITALY\nPREVIEW\nHANDOVER TO {nora.address}")
    table.house.agree(nora)
    assert _masters(table) == ["Nora"]
    said = flat(table.house.tell(table.master, "TAKEOVER oslo AS ITALY"))
    assert "Who is or was a GameMaster of a running game cannot take a seat in it" in said
    assert _player(table, "ITALY") == ""


def test_nobody_is_asked_more_than_three_times_a_day(table: Seven, nora: Correspondent) -> None:
    for seat in ("ITALY", "FRANCE", "TURKEY"):
        table.direct(f"REPLACE {seat} WITH {nora.address}")
    again = table.direct(f"REPLACE ITALY WITH {nora.address}")
    assert "has been asked, and has until" in _said(again.text)
    letters = len(nora.inbox())
    assert "3 times today" in _said(table.direct(f"APPOINT {nora.address}").text)
    assert len(nora.inbox()) == letters
    table.house.pass_time(hours=25)
    assert "I have asked Nora" in _said(table.direct(f"APPOINT {nora.address}").text)


def test_a_gamemaster_asks_so_many_people_a_day_and_no_more(
    table: Seven, nora: Correspondent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nominations, "ASKS_A_DAY", 1)
    table.direct(f"REPLACE ITALY WITH {nora.address}")
    bob = table.house.registered("Bob")
    letters = len(bob.inbox())
    assert "You have asked 1 people today" in _said(table.direct(f"REPLACE FRANCE WITH {bob.address}").text)
    assert len(bob.inbox()) == letters


def test_another_nomination_of_the_seat_takes_the_place_of_the_first(table: Seven, nora: Correspondent) -> None:
    table.direct(f"REPLACE ITALY WITH {nora.address}")
    bob = table.house.registered("Bob")
    table.direct(f"REPLACE ITALY WITH {bob.address}")
    assert "open no more" in _said(table.house.agree(nora).text)
    table.house.agree(bob)
    assert _player(table, "ITALY") == bob.address


def test_a_nomination_of_somebody_who_runs_the_game_no_more_counts_no_more(table: Seven, nora: Correspondent) -> None:
    bob = table.house.registered("Bob")
    table.direct(f"REPLACE ITALY WITH {nora.address}")
    table.direct(f"HANDOVER TO {bob.address}")
    table.house.agree(bob)
    assert "open no more" in _said(table.house.agree(nora).text)


def test_the_code_of_a_nomination_is_its_readers_alone_and_no_programs(table: Seven, nora: Correspondent) -> None:
    before = _player(table, "ITALY")
    table.direct(f"REPLACE ITALY WITH {nora.address}")
    asked = nora.last(lambda mail: "Will you" in mail.subject)
    table.house.tell(table.players["FRANCE"], f"CONFIRM {asked.code}", key=False)
    put(table.house, f"From: {nora.address}\nMessage-ID: <v@x>\nAuto-Submitted: auto-replied\n\nCONFIRM {asked.code}\n")
    forge(table.house, nora, asked, "yes, gladly")
    assert _player(table, "ITALY") == before
    forge(table.house, nora, asked, f"CONFIRM {asked.code}")
    assert _player(table, "ITALY") == nora.address


def test_a_nomination_that_the_host_sends_again_brings_another_code(table: Seven, nora: Correspondent) -> None:
    table.direct(f"REPLACE ITALY WITH {nora.address}")
    asked = nora.last(lambda mail: "Will you" in mail.subject)
    number = _newest_to(table, nora)
    table.house.judge.write(lambda work: upkeep.resend(work, (number,), "", set_aside=False))
    table.house.settle()
    again = nora.last(lambda mail: "Will you" in mail.subject)
    assert again.code not in ("", asked.code)
    forge(table.house, nora, asked, f"CONFIRM {asked.code}")
    assert _player(table, "ITALY") != nora.address
    forge(table.house, nora, again, f"CONFIRM {again.code}")
    assert _player(table, "ITALY") == nora.address


def _newest_to(table: Seven, who: Correspondent) -> int:
    with table.house.judge.db.reading() as session:
        query = select(OutboundRow.id).where(OutboundRow.recipient == who.address, OutboundRow.encloses == "named")
        return session.execute(query).scalar_one()
