"""Talk is told from everything else: greetings, courtesies, and its writer's name."""

from __future__ import annotations

import pytest

from judge.reading.talk import greets, is_talk, signatures, signs_off, without_courtesies


@pytest.mark.parametrize(
    "line",
    [
        *("Hello judge,", "Thanks!", "Anna", "Best regards, Anna", "-- Anna Berg", "Dear Sir or Madam,", "Hi all :)"),
        *(
            "Bonjour à tous,",
            "Merci et bonne soirée,",
            "Mit freundlichen Grüßen",
            "Un saludo, Anna",
            "Yours faithfully,",
        ),
    ],
)
def test_a_line_of_greetings_courtesies_and_ones_own_name_is_talk(line: str) -> None:
    assert is_talk(line, ("Anna Berg",))


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Bob",
            "Thanks, Bob",
            "Hello judge, A PAR - BUR",
            "Thanks for nothing",
            "Best regards, Anna 5",
            "Hold, please",
        ),
        *("Here are your orders:", "Hello?", "and", "---", "Yes please", "no thanks", "", "thanks " * 100),
    ],
)
def test_anything_else_is_none(line: str) -> None:
    assert not is_talk(line, ("Anna Berg",))


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("the map, please", "the map"),
        ("please the map", "the map"),
        ("oslo thank you ;-)", "oslo"),
        ("72h. Good luck to all!", "72h"),
        ("72h, bitte. Danke!", "72h"),
    ],
)
def test_courtesies_at_the_ends_of_a_line_are_none_of_it(line: str, bare: str) -> None:
    assert without_courtesies(line) == bare


@pytest.mark.parametrize("line", ["thank you", "please", "", "the map", "oslo.", "the good luck", "A PAR to you"])
def test_what_is_more_or_nothing_else_stays_as_it_is(line: str) -> None:
    assert without_courtesies(line) == line


def test_a_letter_begins_and_ends_in_many_ways() -> None:
    assert all(map(greets, ("Hi judge,", "Dear Mr. Judge", "Good morning all!", "Guten Tag")))
    assert not any(map(greets, ("Judge, hi", "Hi 5", "map = standard", "")))
    assert all(map(signs_off, ("Thanks, Gus", "Mit freundlichen Grüßen", "Un saludo", "Many thanks")))
    assert not any(map(signs_off, ("Gus", "72h, thanks", "the end of it all, thanks")))


@pytest.mark.parametrize(
    "lines",
    [
        ["Cheers, Tom"],
        ["Many thanks", "Tom"],
        ["Mvh", "João Silva"],
        ["Hi judge,", "Best wishes,", "Tom"],
        ["Saludos, Tom"],
        ["Met vriendelijke groet,", "Wim de Boer"],
        ["Bien cordialement,", "Jean-Pierre Morel"],
    ],
)
def test_whoever_signs_a_goodbye_or_below_it_is_talk(lines: list[str]) -> None:
    assert all(is_talk(line, signatures(lines)) for line in lines)


@pytest.mark.parametrize("lines", [["Thanks,", "Paris to Burgundy"], ["Hi", "Tom"], ["Thanks, and 5 for Burgundy"]])
def test_what_is_more_than_a_name_below_a_goodbye_is_none(lines: list[str]) -> None:
    assert not is_talk(lines[-1], signatures(lines))


@pytest.mark.parametrize("code", ["qcyalipyhsvsf5tx", "ijzzswyxruxe54ty", "flpt2aucjkrso2ta", "mnbv-cxy2-3456-qw5ty"])
def test_no_code_ends_with_thanks(code: str) -> None:
    assert without_courtesies(f"CONFIRM {code}") == f"CONFIRM {code}"
    assert without_courtesies(f"CONFIRM {code} ty") == f"CONFIRM {code}"
