"""Words among the orders that take them back: their writer is asked, and nothing is filed until then."""

from __future__ import annotations

import pytest

from judge.play.sanity_checks import corrects_still, hangs, heads_another, what_it_is_for
from judge.reading.second_thoughts import revises, takes_back, thinks_again
from judge.reading.sheet import SheetLine
from judge.rules.registry import find_system
from judge.rules.values import LineRead, Reading
from judge.testing.correspondent import Received
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven

TAKEN_BACK = (
    "Don't file anything yet pls",
    "Hmm no wait, forget the Venice one above. Do not submit this please.",
    "please don’t send these yet",
    "Ignore the above, I am still thinking.",
    "disregard everything above",
    "This is just a draft.",
    "Draft:",
    "These are just ideas for now, nothing final:",
    "Not final yet!",
    "I'm thinking about",
    "at most 12 in total",
    "Insgesamt höchstens 12",
    "No wait, forget the second line, Smyrna should just stay put.",
    "Scratch the order for Smyrna.",
    "please cancel line 2",
    "these are not my real orders",
    "Bitte noch nicht eintragen!",
    "Das ist nur ein Entwurf.",
    "n'enregistrez rien pour l'instant",
    "juste un brouillon",
    "No registres nada todavía",
    "Non registrare nulla per ora",
    "Nog niet indienen svp",
    "É só um rascunho",
    "por favor não registe nada ainda",
    "Não registre isso, por favor",
    "Es solamente un borrador",
    "No registren nada todavía",
    "Ce n'est qu'un brouillon",
    "To tylko szkic, nie zapisujcie jeszcze",
    "Det är bara ett utkast, spara inget än",
    "Bu sadece taslak",
)
STANDS = (
    "Please ignore my earlier mail.",
    "Forget the last sheet, this is the new one.",
    "Don't file my previous orders, use these.",
    "Do not send me HTML, my phone hates it.",
    "I don't count on Italy.",
    "I never trust the French.",
    "Sorry for the late orders, please use these.",
    "Ignore what Russia says.",
    "I'll never forget the offer you made.",
    "Don't forget the second line!",
    "Ignore my previous order.",
)


@pytest.mark.parametrize("text", TAKEN_BACK)
def test_words_that_take_the_orders_beside_them_back(text: str) -> None:
    assert takes_back(text)


@pytest.mark.parametrize("text", STANDS)
def test_words_of_an_earlier_mail_or_of_something_else_take_nothing_back(text: str) -> None:
    assert not takes_back(text)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "If Germany pays me:"),
        (1, "In case Italy moves to Piedmont:"),
        (1, "Only if I get the money:"),
        (4, "but only if I have the money"),
        (4, "unless Germany agrees, then 3"),
        (4, "This only if Italy holds."),
        (3, "or"),
        (3, "Otherwise:"),
    ],
)
def test_a_condition_on_a_line_of_its_own_is_one_for_the_orders_beside_it(number: int, text: str) -> None:
    """The orders were filed, and the condition listed as not read."""
    assert hangs(number, text, [2, 5] if number == 3 else [2, 3] if number == 1 else [1, 2])


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (4, "If Germany pays me:"),  # below everything: what it is for was left out
        (1, "If Germany pays me, all is well"),
        (1, "If anything is unclear, please ask:"),
        (1, "If possible:"),
        (1, "Unless I am mistaken, these are my orders:"),
        (1, "unless Germany agrees"),
        (4, "unless I hear otherwise"),
        (4, "Unless somebody stabs me, see you in the Fall"),
        (4, "Will you come, or not?"),
        (4, "or"),
        (1, "or"),
        (4, "See you at the convention if it takes place"),
    ],
)
def test_an_if_that_is_none_of_the_orders_is_no_condition(number: int, text: str) -> None:
    assert not hangs(number, text, [2, 3])


@pytest.mark.parametrize("word", ["Correction", "Korrektur", "correzione", "Corrección", "Rättelse"])
def test_a_correction_is_known_in_other_languages(word: str) -> None:
    assert revises(f"{word}: the fleet stays")


CORRECTED = (
    "Correction: the Venice one is wrong",
    "Hmm, make that 7 AgP for Galicia instead",
    "Change the second offer to 9",
    "Please change line 2 to Galicia",
    "Slot 3 should be a levy",
    "It should be A PAR, not A PIC.",
    "I meant A PAR holds there",
    "Korrektur: München bleibt stehen",
    "Oh, and on reflection I'd rather the army went to Edinburgh.",
    "I would prefer my fleet to stay.",
    "Please swap slots 2 and 3.",
    "Nein, Moment, statt der letzten Zeile lieber 4 : F TRI - ALB.",
    "Au lieu de la dernière ligne : 4 : F TRI - ALB",
    "En lugar de eso, F TRI - ALB",
    "Zamiast tego F TRI - ALB",
    "switch the last two orders",
    "Hmm, thinking about it again: make that last one F BRE - ENG, still for 2. Never trust an Englishman.",
    "make the second order A MAR H please",
    "Change my last offer: 7 instead",
    "Actually, A VIE - TYR",
    "A VIE - TYR instead",
    "A VIE - TYR instead of BOH",
)
NOT_CORRECTED = (
    "I want to make this game fun instead of dull",
    "You should be proud of this judge, not sorry.",
    "I meant to write earlier.",
    "Change is good.",
    "I should be back on Monday, not before.",
    "Make it so!",
    "I'd rather not say.",
    "I'd rather play Payola.",
    "Shall we swap maps?",
    "A correction of the map would be nice",
    "Let us make this first turn of ours a friendly one",
    "I want to make my second game better",
    "Actually, a few words: I am ill",
    "No, A is what I meant",
    "Sorry, a bad day for me",
    "A nice game instead",
)


@pytest.mark.parametrize("text", CORRECTED)
def test_words_that_correct_a_line_beside_them(text: str) -> None:
    assert revises(text)


@pytest.mark.parametrize("text", NOT_CORRECTED)
def test_talk_corrects_nothing(text: str) -> None:
    assert not revises(text)


@pytest.mark.parametrize(
    "text",
    [
        "oops no wait, London should stay at home. London holds.",
        "wait, actually Budapest to Serbia, it's free",
        "actually don't do the London one. thinking about it.",
        "Moment, München bleibt doch lieber stehen",
        "En fait, Paris reste",
        "Anzi, Venezia resta ferma",
        "Bekle, Ankara dursun",
        "No wait, a vie - tyr",
        "Scratch that, build a war",
        "No, A MAR - GAS",
    ],
)
def test_a_line_that_begins_with_a_second_thought(text: str) -> None:
    assert thinks_again(text)


@pytest.mark.parametrize(
    "text",
    [
        "Can't wait to see it!",
        "I actually like Munich",
        "Wait!",
        "WAIT, please",
        "Actually, what is my score? I wonder.",
        "Hello again,",
        "Sam",
    ],
)
def test_other_talk_is_no_second_thought(text: str) -> None:
    assert not thinks_again(text)


@pytest.fixture
def table(house: House) -> Seven:
    return seven(house, "early 1h")


def taken_back(table: Seven, text: str) -> Received:
    france = table.players["FRANCE"]
    return table.house.tell(france, text, to=france.last(lambda mail: mail.subject.startswith("[")), key=False)


def asks_about(reply: Received, said: str) -> bool:
    """Does it ask whether something shall be done in spite of these words?"""
    return f"Not done yet: you wrote `{said}`." in " ".join(reply.text.split())


def on_file(table: Seven) -> str:
    return table.tell("FRANCE", "SHOW").text.partition("ON FILE")[2]


def test_orders_that_are_taken_back_are_asked_about_and_not_filed(table: Seven) -> None:
    reply = taken_back(table, "5 : A PAR - BUR\nTRANSFER 3 TO ITALY\n\nHmm. Don't file anything yet pls")
    assert asks_about(reply, "Hmm. Don't file anything yet pls")
    shown = table.tell("FRANCE", "SHOW\nBALANCE").text
    assert "A PAR - BUR" not in shown
    assert "48 AgP" in shown


def test_orders_beside_a_condition_are_asked_about_and_not_filed(table: Seven) -> None:
    for text, said in (
        ("If Germany pays me:\n5 : A PAR - BUR", "If Germany pays me:"),
        ("5 : A PAR - BUR\nbut only if I have the money", "but only if I have the money"),
    ):
        reply = taken_back(table, text)
        assert asks_about(reply, said)
    assert "A PAR - BUR" not in on_file(table)


def test_a_player_who_writes_replace_of_a_line_is_told_how_to_change_it(table: Seven) -> None:
    """They were told `Only the GameMaster of the game can do that.`, and nothing else."""
    told = " ".join(table.tell("FRANCE", "Replace 3 : A MAR - SPA with 4 : A MAR - GAS").text.split())
    assert "To change lines of your sheet, send the lines as they should stand." in told
    assert "lines of your sheet" not in table.direct("REPLACE FRANCE WITH nina@example.org").text


def test_the_code_files_them_after_all(table: Seven) -> None:
    taken_back(table, "5 : A PAR - BUR\n\nDon't file anything yet pls")
    assert "A PAR - BUR" not in on_file(table)
    asking = table.players["FRANCE"].last(lambda mail: mail.code != "")
    table.house.tell(table.players["FRANCE"], f"CONFIRM {asking.code}", to=asking, key=False)
    assert "5 : A PAR - BUR" in on_file(table)


def test_a_later_sheet_without_such_words_is_filed(table: Seven) -> None:
    taken_back(table, "5 : A PAR - BUR\n\nDon't file anything yet pls")
    taken_back(table, "6 : A PAR - PIC")
    assert "6 : A PAR - PIC" in on_file(table)


def test_a_correction_that_could_not_be_read_lets_nothing_be_filed_unasked(table: Seven) -> None:
    for said in (
        "Make that A MAR - PIE instead",
        "Make that last one A MAR - PIE, still for 3.",
        "Oops - make that 6 for A MAR - SPA, not 2.",
    ):
        reply = taken_back(table, f"5 : A PAR - BUR\n3 : A MAR - SPA\n\n{said}")
        assert asks_about(reply, said)
        assert "I cannot tell for sure what this changes." in reply.text
    assert "A PAR - BUR" not in on_file(table)


@pytest.mark.parametrize(
    "said",
    [
        "Actually, A MAR - GAS",
        "No, A MAR - GAS",
        "A MAR - GAS instead",
        "EDIT: make Marseilles go to Gascony instead of Spain",
    ],
)
def test_another_order_behind_words_of_second_thoughts_lets_nothing_be_filed_unasked(house: House, said: str) -> None:
    """The order above it was filed, and the line was told as a problem."""
    plain = seven(house, system="diplomacy")
    reply = taken_back(plain, f"A PAR - BUR\nA MAR - SPA\n{said}")
    assert asks_about(reply, said)
    assert "A MAR" not in on_file(plain)


@pytest.mark.parametrize(
    "said",
    [
        "Hmm, let's do this instead:",
        "No wait!",
        "I have changed my mind.",
        "On second thought",
        "Scratch that.",
        "Better:",
        "Hang on, let's make it this instead:",
    ],
)
def test_of_two_sheets_in_one_mail_none_is_filed_unasked(table: Seven, said: str) -> None:
    """Offers add up, so nobody knows how much of the first sheet still counts."""
    reply = taken_back(table, f"5 : A PAR - BUR\n3 : A MAR - SPA\n{said}\n6 : A PAR - PIC")
    assert asks_about(reply, said)
    assert "A PAR" not in on_file(table)


def test_a_correction_above_the_orders_is_of_an_earlier_mail(table: Seven) -> None:
    taken_back(table, "On reflection, more for Marseilles:\n5 : A PAR - BUR\n6 : A MAR - SPA")
    assert "6 : A MAR - SPA" in on_file(table)


def test_a_correction_that_announces_the_lines_below_it_is_carried_out_by_these() -> None:
    said = "On second thoughts, let us do this:"
    for number, text, read, is_doubt in (
        (3, said, (1, 2, 4), False),
        (3, said, (1, 2), True),
        (3, said.replace(":", "."), (1, 2, 4), True),
        (1, said, (2, 4), False),
    ):
        reading = Reading(lines=tuple(LineRead(each, "", "") for each in read))
        assert corrects_still(SheetLine(number, text), reading) is is_doubt


@pytest.mark.parametrize(
    ("game", "label", "same", "other"),
    [
        (
            "diplomacy",
            "F1901M",
            ("Fall 1901", "FALL 1901 MOVEMENT", "Autumn, 1901:", "Orders for Fall 1901", "F1901M", "f1901"),
            (
                "Spring 1902",
                "== Spring 1902 ==",
                "My moves for Winter 1901:",
                "Fall 1901 retreats:",
                "F1901R",
                "S1902M",
            ),
        ),
        ("diplomacy", "S1901R", ("Spring 1901", "Summer of 1901:", "Spring 1901 retreats"), ("Spring 1901 moves",)),
        ("diplomacy", "W1901A", ("Winter 1901", "Fall 1901 builds:"), ("Fall 1901", "Spring 1902 builds")),
        ("payola", "F1901M", ("Offers for Fall 1901:",), ("Offers for Spring 1901:",)),
        ("exchange", "S1902X", ("Spring 1902", "Spring 1902 exchange"), ("Spring 1902 moves", "S1901X")),
        (
            "machiavelli",
            "FAL1460C",
            ("Fall 1460", "Autumn 1460 campaign", "FAL1460C", "fal1460", "My letter for Fall 1460:"),
            ("Summer 1460", "Fall 1461", "SPR1461A", "Spring 1461 payments"),
        ),
        ("machiavelli", "SPR1461A", ("Spring 1461", "Spring 1461 adjustment"), ("Spring 1461 campaign", "SPR1461C")),
        ("pirates", "R2D", ("Round 2", "Round 2, Distribution", "r2d", "My plan for round 2"), ("Round 1", "R2V")),
    ],
)
def test_the_name_of_another_phase_above_orders(game: str, label: str, same: list[str], other: list[str]) -> None:
    system = find_system(game)
    for heads in (same, other):
        for head in heads:
            named = system.phase_named(what_it_is_for(head))
            assert named, head
            assert heads_another(1, named, (2, 3), label) == (heads is other), head
            assert not heads_another(4, named, (2, 3), label), "below all orders it heads none"


@pytest.mark.parametrize("text", ["Fall is here", "Spring 1902 will be hard for you", "Round 3 went well", "1902", "-"])
def test_talk_names_no_phase(text: str) -> None:
    for game in ("diplomacy", "payola", "exchange", "machiavelli", "pirates"):
        assert find_system(game).phase_named(what_it_is_for(text)) == ""


def test_orders_below_the_name_of_another_phase_are_not_filed_unasked(house: House) -> None:
    plain = seven(house, system="diplomacy")
    reply = taken_back(plain, "Spring 1901\nA PAR - BUR\n\nFall 1901\nA MAR - SPA")
    assert asks_about(reply, "Fall 1901")
    assert "A PAR" not in on_file(plain)
    taken_back(plain, "Spring 1901\nA PAR - BUR")
    assert "A PAR - BUR" in on_file(plain)


def test_a_second_thought_about_an_order_asks_and_one_about_nothing_filed_does_not(table: Seven) -> None:
    asked = table.tell("FRANCE", "5 : A PAR - BUR\n4 : A MAR - SPA\noops no wait, Paris should stay at home", key=False)
    assert "Please confirm" in asked.subject
    assert asks_about(asked, "oops no wait, Paris should stay at home")
    assert "on file" in table.tell("FRANCE", "5 : A PAR - BUR\nActually I am ill today, sorry for my handwriting").text


@pytest.mark.parametrize(
    "said",
    [
        "wait, actually Paris to Picardy, it's free",
        "P.S. the 5 for Paris only if the Frenchman didn't send me his coins by then.",
        "Paris nur wenn Italien zahlt",
        "if Germany pays me, that is for Paris",
    ],
)
def test_what_hangs_on_something_below_the_orders_is_asked_about(table: Seven, said: str) -> None:
    reply = taken_back(table, f"5 : A PAR - BUR\n4 : A MAR - SPA\n\n{said}")
    assert asks_about(reply, said)
    assert "A PAR - BUR" not in on_file(table)


@pytest.mark.parametrize("said", ["If Italy goes to Piedmont, A MAR - PIE", "wait", "If only I knew!"])
def test_another_condition_below_the_orders_holds_none_of_them(table: Seven, said: str) -> None:
    taken_back(table, f"5 : A PAR - BUR\n\n{said}")
    assert "5 : A PAR - BUR" in on_file(table)
