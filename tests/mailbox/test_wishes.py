"""What people wish for in a sentence: it waits for a code, or is told its command; and talk that wishes for nothing."""

from __future__ import annotations

import pytest

from judge.mail.values import TextLine
from judge.mailbox.lines.listed import said_of
from judge.mailbox.lines.parsed import Item, split
from judge.testing.correspondent import Received
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


def only_item(text: str) -> Item:
    items, _ = split([TextLine(1, text)])
    assert len(items) == 1
    return items[0]


@pytest.mark.parametrize(
    "text",
    [
        "I vote for a draw.",
        "So, for the record: I vote draw",
        "My vote is for a draw, thanks",
        "Please note my vote for a draw.",
        "Ich stimme für Unentschieden.",
        "Je vote pour la nulle",
        "Voto per il pareggio",
        "Voto por el empate, gracias",
        "Voto pelo empate",
        "Ik stem voor een gelijkspel",
        "Głosuję za remisem",
        "Jag röstar för oavgjort",
        "Beraberliğe oy veriyorum.",
    ],
)
def test_a_vote_for_a_draw_in_a_sentence_waits_for_a_code(text: str) -> None:
    item = only_item(text)
    assert item.command is not None
    assert (item.command.name, item.line.rest, item.asks) == ("DRAW", "", True)


@pytest.mark.parametrize(
    "text",
    [
        "I'll be away from 2026-12-24 to 2027-01-02, could you note that as an absence please? Tx!",
        "I am on holiday 2026-12-24 - 2027-01-02.",
        "Ich bin vom 24.12.2026 bis 2.1.2027 im Urlaub.",
        "Je suis absent du 2026-12-24 au 2027-01-02",
        "Sono in vacanza dal 2026-12-24 al 2027-01-02, grazie",
        "Ik ben afwezig van 2026-12-24 tot 2027-01-02.",
        "Please put me down as absent from 2026-12-24 until 2027-01-02",
    ],
)
def test_an_absence_with_two_whole_days_waits_for_a_code(text: str) -> None:
    item = only_item(text)
    assert item.command is not None
    assert (item.command.name, item.line.rest, item.asks) == ("ABSENCE", "2026-12-24 TO 2027-01-02", True)


@pytest.mark.parametrize(
    "text",
    [
        "I might be away from 2026-12-24 to 2027-01-02",
        "I was away from 2026-01-02 to 2026-01-09, sorry",
        "If I am away from 2026-12-24 to 2027-01-02, what happens?",
        "Italy is away from 2026-12-24 to 2027-01-02",
        "I am not away from 2026-12-24 to 2027-01-02 after all",
        "I am away 2026-12-24 to 2027-01-02 and 2027-02-01 to 2027-02-03",
        "I am away from 2027-01-02 to 2026-12-24",
        "I am away from Christmas to 2027-01-02",
        "My army is here from 2026-12-24 to 2027-01-02",
        "Please cancel my absence from 2026-12-24 to 2027-01-02",
    ],
)
def test_an_absence_that_is_not_sure_is_none(text: str) -> None:
    assert only_item(text).command is None


def test_the_command_itself_is_not_asked_about() -> None:
    for text in ("ABSENCE 2026-12-24 TO 2027-01-02 please", "SET ABSENCE FROM 2026-12-24 TO 2027-01-02"):
        item = only_item(text)
        assert item.command is not None
        assert not item.asks


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("I'd like to propose a draw to everybody.", "DRAW alone"),
        ("I vote for a draw between France and Italy", "DRAW alone"),
        ("Let's call it a draw!", "DRAW alone"),
        ("Please withdraw my vote for a draw", "NODRAW alone"),
        ("I vote against the draw.", "NODRAW alone"),
        ("I concede to Austria", "CONCEDE TO"),
        ("I'd like to resign from this game, sorry", "RESIGN alone"),
        ("Ich gebe auf.", "RESIGN alone"),
        ("J'abandonne la partie", "RESIGN alone"),
        ("mi ritiro", "RESIGN alone"),
        ("Ik stop ermee", "RESIGN alone"),
        ("Please cancel my last orders", "CLEAR alone"),
        ("Bitte meine Befehle löschen", "CLEAR alone"),
        ("Same as last time", "Orders are for one phase"),
        ("same orders as before please", "Orders are for one phase"),
        ("Please use my last orders again", "Orders are for one phase"),
        ("Wie letztes Mal, bitte", "Orders are for one phase"),
        ("Comme la dernière fois, merci", "Orders are for one phase"),
        ("keep my orders as they are", "NO ORDERS alone"),
        ("Please give me two more days", "LATE and how much"),
        ("Necesito más tiempo", "LATE and how much"),
        ("Ik heb meer tijd nodig", "LATE and how much"),
    ],
)
def test_another_wish_in_a_sentence_is_told_its_command(text: str, way: str) -> None:
    item = only_item(text)
    assert item.command is None
    assert item.remark.startswith(way)


@pytest.mark.parametrize(
    "text",
    [
        "I will not vote for a draw",
        "I voted for a draw last year",
        "I vote for a draw if Italy does",
        "Do you vote for a draw?",
        "Will Italy vote for a draw?",
        "I never resign",
        "I nearly resigned last year",
        "Italy resigned",
        "I leave it to you",
        "Same to you",
        "I'm out of ideas",
        "We drew last time",
        "I gave up smoking",
    ],
)
def test_talk_of_such_things_does_and_tells_nothing(text: str) -> None:
    assert only_item(text) == Item(None, only_item(text).line, "")


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("Hello, who is winning?", "STATUS"),
        ("When is the deadline?", "STATUS"),
        ("How much money do I have?", "BALANCE"),
        ("What are my orders?", "SHOW"),
        ("Could you send me the map?", "MAP"),
        ("By the way, I'll be away until Friday.", "ABSENCE"),
        ("We move house this week, so can I have a bit more time?", "LATE"),
        ("Please give me two more days if you can.", "LATE"),
        ("Honestly, I would like a draw here.", "DRAW"),
        ("It is no fun any more, and I want to leave the game.", "RESIGN"),
        ("My plan is the same as last time, more or less", "Orders are for one phase"),
        ("Please wait for my offers!", "WAIT"),
        ("Please tell Italy that I agree.", "PRESS TO"),
        ("Does a fleet carry an army in the same turn?", "PRESS TO MASTER"),
        ("Quick question: are retreats secret? I'd guess so.", ""),
        ("signoff tbergen", "Nothing to do here"),
    ],
)
def test_a_line_that_was_not_read_says_what_does_what_it_asks_for(text: str, way: str) -> None:
    said = said_of(text)
    assert way in said
    assert said


@pytest.mark.parametrize(
    "text",
    [
        "How are you?",
        "I was away last week, sorry.",
        "Thanks for the extension!",
        "No need for more time",
        "Please give me two more days if Italy asks.",
        "I don't want a draw",
        "If I resign, what then!",
        "> When is the deadline?",
        "Please let me know",
        "Sent from my phone",
        "Shall we meet on Friday?",
        "What a turn!",
    ],
)
def test_talk_is_listed_without_a_word(text: str) -> None:
    assert said_of(text) == ""


def asked(table: Seven, text: str) -> Received:
    """With two proofs, which would be enough for the command itself."""
    france = table.players["FRANCE"]
    france.reply(table.results("FRANCE"), text, with_key=True)
    table.house.settle()
    asking = france.last()
    assert asking.code
    return asking


def test_a_vote_in_a_sentence_is_cast_by_its_code_alone(table: Seven) -> None:
    asking = asked(table, "I vote for a draw.")
    assert "I read this as DRAW." in asking.text
    assert "FRANCE" not in table.tell("ITALY", "STATUS").text.partition("draw")[2]
    table.players["FRANCE"].reply(asking, f"CONFIRM {asking.code}")
    table.house.settle()
    assert "> I vote for a draw." in table.players["FRANCE"].last().text.partition("what you have confirmed")[2]


def test_an_absence_in_a_sentence_moves_nothing_before_its_code(table: Seven) -> None:
    asking = asked(table, "I'm on holiday from 2026-03-05 to 2026-03-12, please note that.")
    assert "I read this as ABSENCE 2026-03-05 TO 2026-03-12." in " ".join(asking.text.split())
    assert "Deadline Thu 5 Mar 2026" in table.tell("FRANCE", "STATUS").text
    table.players["FRANCE"].reply(asking, f"CONFIRM {asking.code}")
    table.house.settle()
    assert "Deadline Fri 13 Mar 2026" in table.tell("FRANCE", "STATUS").text


def test_what_a_question_asks_about_is_no_problem_and_said_once(table: Seven) -> None:
    reply = table.tell(
        "FRANCE",
        "5 : A PAR - BUR\n\nDoes a fleet in Brest carry an army to Spain? I'd guess not.\nAnd is a support secret?",
    )
    assert "PROBLEM" not in reply.text
    assert reply.text.count("PRESS TO MASTER") == 1


@pytest.mark.parametrize(
    "line",
    [
        "Could you move my army in Paris to Burgundy?",
        "Is it too late? Army Marseilles to Spain then.",
        "How about army Marseilles to Spain?",
        "What if A MAR - SPA?",
    ],
)
def test_a_wish_or_an_order_in_a_question_is_told(table: Seven, line: str) -> None:
    assert "PROBLEM" in table.tell("FRANCE", f"5 : A PAR - BUR\n{line}").text


@pytest.mark.parametrize(
    "text",
    [
        "Because of an unexpected obstacle I will send my orders by Friday 12:00 GMT.",
        "My orders will be sent by Friday.",
        "I can only send my orders next Tuesday",
    ],
)
def test_17_2_who_tells_a_later_deadline_is_told_late(text: str) -> None:
    assert said_of(text).startswith("LATE and how much")


@pytest.mark.parametrize("text", ["I sent my orders on Friday", "I will send my orders", "Send my orders to Milan"])
def test_17_2_who_tells_no_later_deadline_is_told_nothing_of_it(text: str) -> None:
    assert "LATE" not in said_of(text)


def test_the_way_without_a_code_is_one_that_asks_for_none(house: House) -> None:
    table = seven(house, system="diplomacy")
    for said, command, keyed in (
        ("I vote for a draw.", "DRAW", True),
        ("I'll be away from 2026-12-24 to 2027-01-02", "ABSENCE 2026-12-24 TO 2027-01-02", False),
    ):
        asking = " ".join(table.tell("RUSSIA", said, key=False).text.split())
        assert (
            f"Without a code: write {command} alone on a line{', and your KEY on another' if keyed else ''}." in asking
        )
        results = table.results("RUSSIA")
        table.players["RUSSIA"].reply(results, command, with_key=keyed)
        house.settle()
        assert "CONFIRM" not in table.players["RUSSIA"].last().text
