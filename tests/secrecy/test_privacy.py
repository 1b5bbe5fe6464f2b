"""Nobody reads what is another's to know (rows P); the mails themselves are compared in tests/secrecy (P1)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.letters.briefing import Misdirected
from judge.letters.values import MASTER_ROLE
from judge.logs import set_up_logs
from judge.mail.values import Letter
from judge.outbox.queue import post, reader_of
from judge.store.tables import Game, OutboundRow, Player, Seat
from tests.support.house import House, put
from tests.support.table_of_seven import PLAYERS, Seven, seven

LETTER = Letter("Secrets", "The GameMaster's view.\n", "")


def player(session: Session, name: str) -> Player:
    return session.execute(select(Player).where(Player.name == name)).scalar_one()


@pytest.mark.fault("P1")
def test_p1_no_log_line_holds_what_anybody_wrote(house: House, table: Seven, capfd: pytest.CaptureFixture[str]) -> None:
    set_up_logs("debug")
    table.tell("FRANCE", "17 : A PAR - BUR % a secret\nTRANSFER 3 TO ITALY\nXYZZY of France\nPRESS TO ITALY: psst")
    house.pass_time(hours=80)
    house.tell(table.master, "GAME oslo\nPROCESS S1901M")
    written = "".join(capfd.readouterr())
    for secret in ("PAR", "BUR", "secret", "17 :", "XYZZY", "psst", "TRANSFER"):
        assert secret not in written
    assert "adjudicated" in written


@pytest.mark.fault("P1")
def test_p1_a_mail_to_one_player_goes_to_nobody_else(table: Seven) -> None:
    table.tell("FRANCE", "8 : A PAR - BUR")
    for who in (*table.players.values(), table.master):
        for mail in who.inbox():
            assert f"<{who.address}>" in str(mail.message["To"]) or str(mail.message["To"]) == who.address
            assert mail.message["Cc"] is None
            assert mail.message["Bcc"] is None


@pytest.mark.fault("P2")
def test_p2_who_has_left_a_seat_acts_there_no_more_and_reads_nothing_new(house: House, table: Seven) -> None:
    fleur = table.players["FRANCE"]
    opening = table.results("FRANCE")
    table.tell("FRANCE", "RESIGN")
    told = len(fleur.inbox())
    nina = house.registered("Nina")
    table.direct(f"REPLACE FRANCE WITH {nina.address}")
    house.agree(nina)
    house.tell(nina, "9 : A PAR - BUR\nPRESS TO ALL: bonjour")
    table.direct("DEADLINE +90h")
    assert [mail.subject for mail in fleur.inbox()[told:]] == []
    reply = house.tell(fleur, "SHOW\nBALANCE\nSTATUS\n5 : A PAR - PIC", to=opening)
    assert "9 :" not in reply.text
    assert "PAR - PIC" in reply.text, "her own line, refused"
    assert reply.text.count("PROBLEM") == 4 or "no running game" in reply.text
    shown = house.tell(nina, "SHOW", to=nina.last(lambda mail: "oslo" in mail.subject)).text
    assert "PAR - BUR" in shown
    assert "PIC" not in shown


@pytest.mark.fault("P2")
def test_p2_two_players_of_one_mailbox_get_separate_mails(house: House, table: Seven) -> None:
    """Two addresses that lead into one mailbox: each mail still has one reader, and one secret reply address."""
    table.tell("FRANCE", "8 : A PAR - BUR")
    france, italy = (table.players[role].inbox() for role in ("FRANCE", "ITALY"))
    tokens = [mail.reply_to for mail in (*france, *italy)]
    assert len(set(tokens)) == len(tokens)
    answer = table.results("ITALY").reply_to.rpartition("<")[2].strip(">")
    before = table.tell("FRANCE", "SHOW").text
    put(house, f"From: {table.players['FRANCE'].address}\nMessage-ID: <1@x>\n\n3 : A ROM - APU\n", to=answer)
    assert "APU" not in table.tell("FRANCE", "SHOW").text
    assert "BUR" in before


@pytest.mark.fault("P3")
def test_p3_results_go_to_the_registered_address_wherever_replies_are_wanted(house: House, table: Seven) -> None:
    fleur, enemy = table.players["FRANCE"], house.person("Enemy")
    to = table.results("FRANCE").reply_to.rpartition("<")[2].strip(">")
    raw = (
        f"From: {fleur.address}\nReply-To: {enemy.address}\nReturn-Path: <{enemy.address}>\nSender: {enemy.address}\n"
        "Message-ID: <1@x>\n\n8 : A PAR - BUR\n"
    )
    put(house, raw, mail_from=enemy.address, to=to)
    assert "PAR - BUR" in fleur.last().text
    house.pass_time(hours=80)
    table.direct("PROCESS S1901M")
    assert enemy.inbox() == []


@pytest.mark.fault("P4")
def test_p4_neither_replies_nor_status_tell_how_much_the_others_wrote(house: House, table: Seven) -> None:
    opening = table.results("ITALY")
    quiet = house.tell(table.players["ITALY"], "STATUS", to=opening, key=False)
    for amount in range(1, 6):
        table.tell("FRANCE", f"{amount} : A PAR - BUR\n{amount} : F BRE - MAO\n{amount} : A MAR - SPA")
    loud = house.tell(table.players["ITALY"], "STATUS", to=opening, key=False)
    assert loud.text == quiet.text
    assert len(loud.message.as_bytes()) == len(quiet.message.as_bytes())


@pytest.mark.fault("P5")
@pytest.mark.parametrize("name", ["Fleur", "Nina"])
def test_p5_a_gamemasters_letter_to_anybody_else_is_stopped_at_the_outbox(house: House, name: str) -> None:
    seven(house)
    house.registered("Nina")

    def misdirect(work: Work) -> None:
        game = work.session.execute(select(Game)).scalar_one()
        reader = reader_of(player(work.session, name), MASTER_ROLE)
        post(
            work, LETTER, reader, purpose="results", player=player(work.session, name), game=game)  # fmt: skip

    with pytest.raises(Misdirected, match="GameMaster's letter"):
        house.judge.write(misdirect)


@pytest.mark.fault("P5")
def test_p5_a_letter_for_a_seat_or_to_an_address_of_another_is_stopped_at_the_outbox(house: House) -> None:
    seven(house)

    def to_the_wrong_seat(work: Work) -> None:
        game = work.session.execute(select(Game)).scalar_one()
        seat = work.session.execute(select(Seat).where(Seat.name == "ITALY")).scalar_one()
        fleur = player(work.session, PLAYERS["FRANCE"])
        reader = reader_of(fleur, "ITALY")
        post(
            work, LETTER, reader, purpose="results", player=fleur, game=game, seat=seat)  # fmt: skip

    def to_the_wrong_address(work: Work) -> None:
        fleur, italo = player(work.session, PLAYERS["FRANCE"]), player(work.session, PLAYERS["ITALY"])
        reader = replace(reader_of(fleur), address=reader_of(italo).address)
        post(work, LETTER, reader, purpose="notice", player=fleur)

    before = _count(house)
    for misdirect in (to_the_wrong_seat, to_the_wrong_address):
        with pytest.raises(Misdirected):
            house.judge.write(misdirect)
    assert _count(house) == before


def _count(house: House) -> int:
    with house.judge.db.reading() as session:
        return len(session.execute(select(OutboundRow.id)).all())
