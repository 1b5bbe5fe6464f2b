"""A game is made whole or not at all (row C4), with its dummies from the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.commands.command import Line
from judge.commands.options_below import Options, options_below
from judge.mail.values import TextLine
from tests.support.house import House, open_house


def test_c4_a_create_that_is_refused_half_way_leaves_no_game(database_url: str, tmp_path: Path) -> None:
    with open_house(database_url, tmp_path) as house:
        manus = house.registered("Manus")
        refused = house.tell(manus, "CREATE DIPLOMACY oslo\ndummies ITALY ATLANTIS\nEND CREATE\nZONE Europe/Oslo")
        assert "no seat ATLANTIS" in " ".join(refused.text.split())
        assert "Europe/Oslo" in refused.text  # the good line of the same mail is kept
        made = house.tell(manus, "CREATE DIPLOMACY oslo\ndummies ITALY\nEND CREATE")
        assert "oslo is created" in made.text


def test_p29_a_game_with_dummies_from_the_start_wants_players_for_the_others_only(
    database_url: str, tmp_path: Path
) -> None:
    with open_house(database_url, tmp_path) as house:
        manus, anna = house.registered("Manus"), house.registered("Anna")
        dummies = "ENGLAND FRANCE GERMANY ITALY RUSSIA TURKEY"
        house.tell(manus, f"CREATE PAYOLA oslo\ndummies {dummies}\nEND CREATE")
        house.tell(anna, "JOIN oslo AS AUSTRIA")
        assert "oslo has started" in house.tell(manus, "START").text
        status = house.tell(manus, "STATUS").text
        assert status.count("dummy") == 6


def test_a_start_that_comes_too_early_names_a_seat_of_that_game_where_one_can_be_a_dummy(house: House) -> None:
    manus = house.registered("Manus")
    house.tell(manus, "CREATE PAYOLA oslo\nmap four-seas\nEND CREATE")
    told = " ".join(house.tell(manus, "GAME oslo\nSTART").text.split())
    seat = told.partition("make seats dummies: DUMMY ")[2].split()[0].rstrip(".")
    done = house.tell(manus, f"GAME oslo\nDUMMY {seat}\nINFO")
    assert seat != "ITALY"
    assert f"dummies {seat}" in " ".join(done.text.split())
    house.tell(manus, "CREATE EXCHANGE tortuga")
    told = " ".join(house.tell(manus, "GAME tortuga\nSTART").text.split())
    assert "Wait for players" in told
    assert "dumm" not in told


CREATES = "CREATE diplomacy oslo"


def below(text: str) -> Options:
    """What is made of the lines below a CREATE."""
    block = tuple(TextLine(number, line) for number, line in enumerate(text.splitlines(), 2))
    return options_below(Line(1, CREATES, "diplomacy oslo", block), "diplomacy")


@pytest.mark.parametrize(
    "around",
    [
        "{}\nThanks, Gus",
        "{}\nThanks!\nGus",
        "{}\n\nBest regards\n\nGus Gustavsson\nOslo",
        "{}\nViele Grüße\nGus",
        "{}\nSent from my phone",
        "Hi judge,\n\n{}\n\nCheers, G.",
        "Lieber Richter,\n{}\nMit freundlichen Grüßen",
        "Thanks in advance!\n{}",
        "Bonjour,\n{}\nBien à vous,\nGus",
        "{}\nKEY ········\nMvh Gus",
        "{}\n~~~\nUn saludo\nGus",
        "{}\nPozdrawiam\n-- Gus",
        "{}\nс уважением\nГус",
    ],
)
def test_a_greeting_above_and_thanks_below_the_options_of_create_are_passed_over(around: str) -> None:
    found = below(around.format("movement 71h\nblind yes"))
    assert [option[1:] for option in found.chosen] == [("movement", "71h"), ("blind", "yes")]
    assert found.passed_over == ()


@pytest.mark.parametrize(
    ("signature", "told"),
    [
        ("Vriendelijke groeten,\nGus van der Berg, tel. 06-1234567", "Gus van der Berg, tel. 06-1234567"),
        ("Regards\nGus\nOslo University, Dept. 4\nhttp://gus.example.org/?a=b", "Oslo University, Dept. 4"),
        ("~Gus~\nPhone 555 1234", "Phone 555 1234"),
        ("Thank you for making the press less of a burden", "Thank you for making the press less of a burden"),
        ("Please set it up like this:", "Please set it up like this:"),
        ("See you all on 5 March!", "See you all on 5 March!"),
        ("Мой дом", "Мой дом"),
    ],
)
def test_what_create_passes_over_is_told_but_for_greetings_and_thanks(signature: str, told: str) -> None:
    found = below(f"movement 71h\n{signature}")
    assert [option[1:] for option in found.chosen] == [("movement", "71h")]
    assert told in found.passed_over


@pytest.mark.parametrize(
    "written", ["movement 71h, thanks", "movement: 71h", "movement=71h please", "movement 71h // three days"]
)
def test_what_stands_behind_the_value_of_an_option_is_no_part_of_it(written: str) -> None:
    assert below(written).chosen == ((2, "movement", "71h"),)


def test_several_options_on_a_line_of_create_are_read_where_each_is_named() -> None:
    assert [each[1:] for each in below("movement 48h, retreats 24h and adjustments 24h").chosen] == [
        ("movement", "48h"),
        ("retreats", "24h"),
        ("adjustments", "24h"),
    ]
    assert below("schedule MON,THU 20:00").chosen == ((2, "schedule", "MON,THU 20:00"),)
    assert below("title Press, map and zone").chosen == ((2, "title", "Press, map and zone"),)


def test_a_create_that_is_left_open_ends_at_the_next_command(house: House) -> None:
    gus = house.registered("Gus")
    house.tell(gus, f"{CREATES}\nmovement 71h\nThanks\nZONE Europe/Oslo\nCREATE payola lund\nblind yes\nSTATUS\nGus")
    told = " ".join("".join(mail.text for mail in gus.inbox()).split())
    assert "oslo is created" in told
    assert "the time of Europe/Oslo" not in told, "the option `zone` was meant"
    assert "lund is created" in told
    assert "STATUS OF" in told


@pytest.mark.parametrize(
    "wrong", ["thanks 72h", "Thanks, Gus\nblind maybe", "movemnt best", "variant chaos", "Cheers\ntimezone Europe/Oslo"]
)
def test_create_refuses_what_may_be_meant_for_an_option(house: House, wrong: str) -> None:
    told = house.tell(house.registered("Gus"), f"{CREATES}\nmovement 71h\n\n{wrong}").text
    assert "oslo is created" not in told
    assert "option" in told or "blind is yes or no" in told


@pytest.mark.parametrize(
    "words", ["Gus", "Gus Oak", "I hope that this works!", "Let me know if anything is missing.\n\nGus"]
)
def test_create_says_which_words_below_its_options_it_passed_over(house: House, words: str) -> None:
    gus = house.registered("Gus")
    mail = f"{CREATES}\nmovement 71h\n\n{words}\n\nThanks\nG."
    passed_over = " / ".join(line for line in words.splitlines() if line)
    gus.write(f"KEY {gus.key}\n{mail}")
    house.settle()
    foretold = " ".join(gus.last().text.split())
    assert f"I would pass over “{passed_over}”: it names no option." in foretold
    told = " ".join(house.tell(gus, mail).text.split())
    assert "oslo is created" in told
    assert f"I passed over “{passed_over}”: it names no option." in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "CREATE payola oslo\n* movement: 71h\n- press: grey\n3. title: The end\nEND CREATE",
            ("71h", "grey", "The end"),
        ),
        ("CREATE diplomacy oslo\nblind\nmovement 71h\nEND CREATE", ("blind yes", "71h")),
        ("CREATE diplomacy oslo movement 71h", ("71h",)),
        ("create payola oslo variant Tin Cup\nmovement 71h\n\nGus", ("tincup", "71h")),
    ],
)
def test_create_takes_options_as_people_write_them(house: House, text: str, told: tuple[str, ...]) -> None:
    said = " ".join(house.tell(house.registered("Gus"), text).text.split())
    assert "oslo is created" in said
    for each in told:
        assert each in said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("CREATE oslo", "A game needs its rules and a name of one word. CREATE PAYOLA oslo."),
        ("CREATE payola", "CREATE PAYOLA oslo. HELP CREATE lists the games."),
        ("CREATE diplomacy my game", "CREATE PAYOLA oslo. Its options stand below that."),
        ("CREATE payola oslo\ndeadline 48h\nEND CREATE", "How long a phase lasts is set by its kind: movement 48h."),
        ("CREATE plague oslo\nturns 3 days\nEND CREATE", "The other kinds are spring campaign and campaign."),
        ("CREATE payola oslo\ndeadlines every Mon, Thu 20:00\nEND CREATE", "Weekly deadlines: schedule MON,THU 20:00."),
        ("CREATE payola oslo\nretreat 1 day\nEND CREATE", "Did you mean retreats?"),
        ("CREATE payola oslo\nmovement\nEND CREATE", "'movement' is not an option."),
    ],
)
def test_a_create_that_is_refused_is_told_what_would_have_been_right(house: House, text: str, told: str) -> None:
    said = " ".join(house.tell(house.registered("Gus"), text).text.split())
    assert "is created" not in said
    assert told in said
