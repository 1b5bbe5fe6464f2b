"""A greeting is no problem in any game, and changes nothing of what is read; an order that failed is told as one."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from judge.rules.registry import systems
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of

REMARKS = {
    "en": """Hello,
        Hi Judge, hope all is well
        Thanks, Fleur
        A nice day to all
        I support you, Italy!
        See you in F1902
        Hold on, Anna…
        Accept my apologies
        Sent from my iPhone 15
        Give my regards to Italy
        Pay attention, everyone
        Retreat is not an option
        The war is over!
        Well, that was a quiet spring. Now:
        Subject: [bergen] bergen has begun
        France (Paris)
        10 Downing Street
        Country music for the holidays""",
    "de": """Viele Grüße
        Mit freundlichen Grüßen aus Berlin
        Hallo zusammen,
        Tel. +49 30 1234567
        anbei meine Gebote:
        Hauptstr. 5, 10115 Berlin
        Schönen Abend noch!
        Ich melde mich am 5. Mai""",
    "fr": """À bientôt,
        Merci beaucoup, Jules
        12 rue de la Paix, 75001 Paris
        Voici mes ordres pour le printemps :
        Envoyé de mon iPhone
        Bonne chance à tous""",
    "es": """Saludos,
        Un abrazo, Tomás
        Hola, ¿qué tal?
        A todos, buena suerte
        Con cariño
        Muchas gracias por todo""",
    "it": """A presto
        Con affetto
        a domani
        Ci vediamo
        Ecco i miei ordini
        Grazie mille!""",
    "nl": """Met vriendelijke groet,
        Tot ziens!
        Hoi, hier zijn mijn orders
        Groetjes, Femke""",
    "pl": """Dzień dobry,
        Pozdrawiam,
        Z poważaniem
        Do zobaczenia wkrótce""",
    "sv": """Hej hej,
        Med vänlig hälsning
        Ha det bra
        Tack så mycket!""",
    "pt": """Olá,
        Um abraço
        Obrigada!
        Até logo""",
    "tr": """Merhaba,
        Saygılarımla,
        Kolay gelsin
        Tel. 0555 12 34""",
    "ru": """Доброе утро,
        С уважением,
        Спасибо и до связи!
        А теперь приказы:""",
    "ja": """どうぞよろしく
        お世話になっております。春の入札です。
        以上です。""",
}

ATTEMPTS = {
    "diplomacy": """so A PAR - BUR then
        F kie - hol bitte
        A KEI - DEN
        F KEI H
        A PAR-BRU
        PAR - BUR
        par-bur
        Paris to Burgundy
        Fleet Naples to the Ionian Sea
        army munich support army berlin to kiel
        A PAR -> Burgundi
        BUILD A PAR
        Build F Brest
        WAIVE
        DISBAND A MUN
        RETREAT
        A CON -
        - BUL
        BUL
        F STP/SC - BOT
        PAR H
        hold Paris
        5 : A PAR - BUR""",
    "payola": """5 : A CON
        5 : XYZ
        3 > …
        10#3
        15 $
        3*5
        ACCEPT AEFG
        accept aefg
        ACEPT AEF
        ACCEPT
        ACCEPT France, Italy
        SAVE 5
        HOLD BACK 10
        TRANSFER 5 FRNCE
        Pay 5 to France
        give Italy 5
        TRANSFER lots to Italy
        send 3 AGP to Turkey
        so A PAR - BUR then
        A KEI - DEN""",
    "exchange": """BUY 2 GERMNAY
BYE 2 AUSTRIA
        Buy three shares of France
        SELL 2 FRANCE ANNA 15
        sell France
        ELECT FRNCE ANNA
        ELECT FRANCE
        vote for Anna
        DIVIDEND 2 FRANCE
        DIVIDENT FRANCE 2
        DIVIDEND
        WORTH 9 PAR
        worth Paris: 9 please
        I would like to buy 3 France
        5 : A PAR -
        ACCEPT AEFG
        TRANSFER 5 TO ANA""",
    "machiavelli": """Pay 5 to Florenz
        Pay A XYZ
        Raise army in Pissa
        Raise
        RAISE
        Rebellion in Pissa
        Rebellion in Pisa please
        Buy the Sienese garrison
        Buy G SIE for some ducats
        Give 5 ducats to Florenz
        give Florence 5 or 6
        A VEN - ROM
        Venezia --> Roma or so
        Perugia supports the neighbours
        army in Siena besieges
        Tax Pisa gently
        Excommunicate the duke of Milan
        Assassinate Milano for 30
        Bodyguard for three or 4""",
    "empires": """1 ATACK AKE CAL 1
        LEVY AKE
        1 LEVI AKE
        3 MOVE AKE
        17 LEVY AKE
        attack CAL from AKE
        ARMY 3
        ORDER 2
        MESSAGE XX hello
        Message all
        TURN X
        COUNTRY QQ
        5) convoi AKE CAL 3
        fortify AKE please
        AKE to CAL with 3
        GROW""",
    "pirates": """ANNA 3000000 gold each
        ANNNA 3
        BOBB: 4
        ZOE 3
        Zebedee: 500
        3 to each of the pirates
        rest 2 or so
        ANNA YES BOB
        Yes: Annna
        no to Bobby and Anna
        I vote no
        NO
        GARNET
        GARNETS many
        use 2 garnets please
        MOVE NOW
        I want to move to the other room
        STAY PUT
        GIVE TOKEN
        token to Anna please""",
}

SHEETS = {
    "diplomacy": "A PAR - BUR\nF BRE - MAO\nA MAR - SPA",
    "payola": "5 : A PAR - BUR\n3#2 ! F BRE - MAO\n10 $",
    "exchange": "BUY 3 FRANCE\nBUY 2 GERMANY",
    "machiavelli": "Pay:\nA VEN\nF VEN\nGive 5 ducats to Florence",
    "empires": "1 ARMY -- -- 1\n15 ORDER 2\n16 ORDER",
    "pirates": "ANNA 3, rest 2",
}
ROLES = {"diplomacy": "FRANCE", "payola": "FRANCE", "machiavelli": "VENICE", "empires": "NO"}
PEOPLE = ("ANNA", "BOB", "CLEO", "DORA", "EVE", "FAY", "GUS", "HUGO", "IDA", "JOE", "KIM", "LEA", "MAX", "NED")


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


SAID = [line for text in REMARKS.values() for line in lines_of(text)]


@cache
def seen(name: str) -> tuple[Any, Any, str]:
    """(the system, the view of one player of a game that has begun, the role)."""
    system = systems()[name]
    seats = system.seating({}).names
    if name in ("pirates", "exchange"):
        seats = PEOPLE[: len(seats)]
    state = system.start({}, seats, Rng(b"attempts", "0")).state
    role = ROLES.get(name, "ANNA")
    return system, system.view(state, only(role)), role


def test_the_remarks_are_of_ten_languages_and_more_than_sixty() -> None:
    assert len(REMARKS) >= 10
    assert len(SAID) >= 60


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("line", SAID)
def test_a_remark_is_no_attempt(name: str, line: str) -> None:
    system, view, _ = seen(name)
    assert not system.is_attempt(view, line)


@pytest.mark.parametrize(("name", "line"), [(name, line) for name in ATTEMPTS for line in lines_of(ATTEMPTS[name])])
def test_an_order_that_failed_is_an_attempt(name: str, line: str) -> None:
    system, view, _ = seen(name)
    assert system.is_attempt(view, line)


@pytest.mark.parametrize("name", SHEETS)
def test_there_are_enough_attempts_of_every_game(name: str) -> None:
    assert len(lines_of(ATTEMPTS[name])) >= 15


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("line", SAID)
def test_a_remark_changes_nothing_of_what_is_read(name: str, line: str) -> None:
    system, view, role = seen(name)
    orders = SHEETS[name].splitlines()
    meant = dict(system.read(view, role, sheet_of("\n".join(orders))).parts)
    for at in range(len(orders) + 1):
        text = "\n".join((*orders[:at], line, *orders[at:]))
        assert dict(system.read(view, role, sheet_of(text)).parts) == meant


def test_the_name_of_the_writers_country_below_a_list_of_payments_pays_nobody() -> None:
    system, view, role = seen("machiavelli")
    signed, unsigned = (system.read(view, role, sheet_of(f"Pay A VEN\n{name}")).parts for name in ("Venice", ""))
    assert signed == unsigned


def test_an_address_fills_no_slot_of_a_turn() -> None:
    system, view, role = seen("empires")
    assert "DOWNING" not in str(system.read(view, role, sheet_of("1 ARMY -- -- 1\n10 Downing Street")).parts)


def test_a_salutation_is_no_vote_for_a_plan() -> None:
    system, view, _ = seen("pirates")
    state = system.start({}, PEOPLE, Rng(b"attempts", "0")).state
    voting = system.adjudicate(state, {}, Rng(b"attempts", "1")).state
    reading = system.read(system.view(voting, only("ANNA")), "ANNA", sheet_of("For Anna"))
    assert not reading.lines
    assert view.phase.label != system.phase(voting).label
