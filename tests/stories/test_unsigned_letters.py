"""18.1: who writes unsigned letters is concealed, and answers to them are transmitted."""

from __future__ import annotations

import re

import pytest

from judge.hosting import upkeep
from judge.testing.correspondent import Correspondent, Received
from tests.stories.test_press import without_name
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven

OPTIONS = ("press choice", "pseudonyms yes", "nmr default")


@pytest.fixture
def table(house: House) -> Seven:
    return seven(house, *OPTIONS)


def quarter(table: Seven) -> None:
    table.house.pass_time(minutes=15)


def heard(who: Correspondent, words: str) -> list[Received]:
    return [mail for mail in who.inbox() if "Press from" in mail.subject and words in mail.text]


def unsigned(table: Seven, role: str, to: str, words: str = "Shall we meet?") -> dict[str, Received]:
    """Each reader's copy of a letter that this role does not sign."""
    table.tell(role, f"PRESS GREY TO {to}\n{words}\nEND PRESS")
    quarter(table)
    people = {**table.players, "MASTER": table.master}
    return {reader: found[-1] for reader, who in people.items() if (found := heard(who, words))}


def name_of(letter: Received) -> str:
    found = re.search(r"PRESS TO\sLETTER\s([A-Z2-9]+)", letter.text)
    assert found, letter.text
    assert f"(letter {found[1]})" in letter.subject
    return found[1]


def answer(table: Seven, role: str, letter: Received, words: str) -> Received:
    """Answers the mail itself, and confirms; what the judge says at last."""
    who = table.players.get(role, table.master)
    asked = table.house.tell(who, words, to=letter, key=False)
    assert asked.code, asked.text
    return table.house.tell(who, f"CONFIRM {asked.code}", to=asked)


def test_18_1_an_unsigned_letter_is_answered_by_its_name(table: Seven) -> None:
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    said = table.tell("ITALY", f"PRESS TO LETTER {name}\nGladly.\nEND PRESS")
    assert f"Sent to whoever wrote letter {name}." in flat(said)
    (letter,) = heard(table.players["FRANCE"], "Gladly.")
    assert letter.subject == "[oslo] Press from Italy about your unsigned letter"
    assert "From Italy To Anonymous Re your unsigned letter of Mon 2 Mar 2026, 12:15 UTC, “Shall we meet?”" in flat(
        letter
    )
    html = letter.message.get_body(("html",))
    assert html is not None
    assert "your unsigned letter of Mon 2 Mar 2026, 12:15 UTC, “Shall we meet?”" in html.get_content()
    for role in set(table.players) - {"FRANCE"}:
        assert not heard(table.players[role], "Gladly.")
    assert not heard(table.master, "Gladly.")


def test_18_1_an_unsigned_letter_is_answered_by_answering_the_mail(table: Seven) -> None:
    letter = unsigned(table, "FRANCE", "ITALY, TURKEY")["TURKEY"]
    asked = table.house.tell(table.players["TURKEY"], "Who are you?", to=letter, key=False)
    assert f"It would go to whoever wrote letter {name_of(letter)}, signed by Turkey: “Who are you?”" in flat(asked)
    assert not heard(table.players["FRANCE"], "Who are you?")
    answer(table, "TURKEY", letter, "Who are you?")
    assert len(heard(table.players["FRANCE"], "Who are you?")) == 1
    assert not heard(table.players["ITALY"], "Who are you?")


@pytest.mark.parametrize(("way", "signed"), [("GREY", "Anonymous"), ("AS Owl", "Owl")])
def test_18_1_an_answer_is_signed_as_its_writer_says_and_waits_for_the_quarter_if_by_no_seat(
    table: Seven, way: str, signed: str
) -> None:
    table.tell("ITALY", "PSEUDONYM Owl")
    name = name_of(unsigned(table, "FRANCE", "ITALY, TURKEY")["ITALY"])
    said = table.tell("ITALY", f"PRESS {way} TO LETTER {name}: Gladly.")
    assert f"It goes to whoever wrote letter {name} on Mon 2 Mar 2026, 12:30 UTC" in flat(said)
    assert not heard(table.players["FRANCE"], "Gladly.")
    quarter(table)
    (letter,) = heard(table.players["FRANCE"], "Gladly.")
    assert without_name(letter.subject) == f"[oslo] Press from {signed} about your unsigned letter"


def test_18_1_an_unsigned_answer_is_answered_in_its_turn(table: Seven) -> None:
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    table.tell("ITALY", f"PRESS GREY TO LETTER {name}: Gladly.")
    quarter(table)
    (second,) = heard(table.players["FRANCE"], "Gladly.")
    answer(table, "FRANCE", second, "Tomorrow, then.")
    quarter(table)
    (third,) = heard(table.players["ITALY"], "Tomorrow, then.")
    assert "Press from Anonymous" in third.subject
    assert "about your unsigned letter" in third.subject
    assert "“Gladly.”" in third.text


def test_18_1_who_answers_an_answer_to_their_unsigned_letter_stays_unsigned(table: Seven) -> None:
    """The trap: the reply of whoever wrote unsigned is signed by their seat."""
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    table.tell("ITALY", f"PRESS TO LETTER {name}: Who are you?")
    (letter,) = heard(table.players["FRANCE"], "Who are you?")
    assert "Or write PRESS GREY TO ITALY: your words." in flat(letter)
    asked = table.house.tell(table.players["FRANCE"], "A friend.", to=letter, key=False)
    assert "It would go to Italy, unsigned: “A friend.”" in flat(asked)
    answer(table, "FRANCE", letter, "A friend.")
    assert not heard(table.players["ITALY"], "A friend.")
    quarter(table)
    (second,) = heard(table.players["ITALY"], "A friend.")
    assert without_name(second.subject) == "[oslo] Press from Anonymous"
    table.direct("SET press white")
    refused = table.house.tell(table.players["FRANCE"], "And another word.", to=letter, key=False)
    assert "In this game press is signed." in flat(refused)


def test_who_answers_a_letter_to_their_pseudonym_writes_under_it(table: Seven) -> None:
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    table.tell("ITALY", "PRESS TO NIGHTINGALE, TURKEY: Who are you?")
    (letter,) = heard(table.players["FRANCE"], "Who are you?")
    assert "To all of them: PRESS AS NIGHTINGALE TO ITALY, TURKEY: your words." in flat(letter)
    asked = table.house.tell(table.players["FRANCE"], "A bird.", to=letter, key=False)
    assert "It would go to Italy, signed by Nightingale: “A bird.”" in flat(asked)
    answer(table, "FRANCE", letter, "A bird.")
    quarter(table)
    assert [mail.subject for mail in heard(table.players["ITALY"], "A bird.")] == ["[oslo] Press from Nightingale"]


def test_an_answer_later_goes_out_with_the_results(table: Seven) -> None:
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    assert "It goes out with the results." in table.tell("ITALY", f"PRESS LATER TO LETTER {name}: Later.").text
    table.house.pass_time(hours=73)
    assert len(heard(table.players["FRANCE"], "Later.")) == 1


def test_an_answer_after_the_end_of_the_game_still_goes_to_the_writer(table: Seven) -> None:
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    table.direct("END GAME Enough.")
    table.tell("ITALY", f"PRESS TO LETTER {name}: Now tell me.")
    assert len(heard(table.players["FRANCE"], "Now tell me.")) == 1


def test_the_gamemaster_answers_an_unsigned_letter_too(table: Seven) -> None:
    letter = unsigned(table, "FRANCE", "MASTER")["MASTER"]
    assert "PRESS GREY" not in flat(letter)
    answer(table, "MASTER", letter, "Noted.")
    (said,) = heard(table.players["FRANCE"], "Noted.")
    assert said.subject == "[oslo] Press from GameMaster about your unsigned letter"
    answer(table, "FRANCE", said, "Thank you.")
    quarter(table)
    assert without_name(heard(table.master, "Thank you.")[0].subject) == "[oslo] Press from Anonymous"


def test_an_observer_who_wrote_to_the_gamemaster_unsigned_is_answered_alone(table: Seven) -> None:
    wanda, olga = table.house.registered("Wanda"), table.house.registered("Olga")
    for who in (wanda, olga):
        table.house.tell(who, "OBSERVE oslo")
    table.house.tell(wanda, "GAME oslo\nPRESS GREY TO MASTER: A question.")
    quarter(table)
    answer(table, "MASTER", heard(table.master, "A question.")[0], "An answer.")
    assert [len(heard(who, "An answer.")) for who in (wanda, olga)] == [1, 0]


def test_an_observer_answers_no_unsigned_letter(table: Seven) -> None:
    wanda = table.house.registered("Wanda")
    table.house.tell(wanda, "OBSERVE oslo")
    letters = unsigned(table, "FRANCE", "ALL")
    (letter,) = heard(wanda, "Shall we meet?")
    assert letter.subject == "[oslo] Press from Anonymous"
    assert "You cannot answer this: who observes a game writes to the GameMaster only." in flat(letter)
    for line in ("Who are you?", f"PRESS TO LETTER {name_of(letters['ITALY'])}: x", "PRESS TO LETTER B2B2: x"):
        reply = table.house.tell(wanda, f"GAME oslo\n{line}", to=letter, key=False)
        assert "Observers write to the GameMaster only." in flat(reply), line


def test_in_a_game_that_signs_nothing_an_answer_is_unsigned(house: House) -> None:
    table = seven(house, "press grey")
    table.tell("FRANCE", "PRESS TO ITALY: Shall we meet?")
    quarter(table)
    (letter,) = heard(table.players["ITALY"], "Shall we meet?")
    assert "Nobody signs them. But whoever wrote this knows who got it." in flat(letter)
    table.tell("ITALY", f"PRESS TO LETTER {name_of(letter)}: Gladly.")
    quarter(table)
    assert without_name(heard(table.players["FRANCE"], "Gladly.")[0].subject) == (
        "[oslo] Press from Anonymous about your unsigned letter"
    )


def test_where_press_has_been_forbidden_since_no_letter_is_answered(table: Seven) -> None:
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    for setting, told in (("none", "This game has no press."), ("public", "In this game press is for everybody.")):
        table.direct(f"SET press {setting}")
        assert told in flat(table.tell("ITALY", f"PRESS TO LETTER {name}: Gladly."))
    assert not heard(table.players["FRANCE"], "Gladly.")


@pytest.mark.parametrize(
    "to",
    [
        "LETTER {name}",
        "letter {name}",
        "LETTER “{name}”",
        "THE WRITER OF LETTER {name}",
        "ANONYMOUS (LETTER {name})",
        "Anonymous, letter {name}",
        "(letter {name})",
        "{name}",
        "the unsigned letter {name}",
    ],
)
def test_the_name_of_a_letter_is_read_as_people_write_it(table: Seven, to: str) -> None:
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    said = table.tell("ITALY", f"PRESS TO {to.format(name=name)}: Gladly.")
    assert f"Sent to whoever wrote letter {name}." in flat(said)
    assert len(heard(table.players["FRANCE"], "Gladly.")) == 1


@pytest.mark.parametrize("word", ["GREY", "UNSIGNED", "ANONYMOUS"])
def test_whether_the_letter_is_unsigned_or_the_answer_is_asked_where_either_can_be_meant(
    table: Seven, word: str
) -> None:
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    said = flat(table.tell("ITALY", f"PRESS TO {word} LETTER {name}: Gladly."))
    assert "Is that letter unsigned, or is your answer?" in said
    assert f"PRESS GREY TO LETTER {name} by nobody." in said
    assert not heard(table.players["FRANCE"], "Gladly.")
    for line in (f"PRESS {word} TO LETTER {name}: Gladly.", f"PRESS TO LETTER {name} {word}: Gladly."):
        assert "with all press that no seat signs" in flat(table.tell("ITALY", line))


@pytest.mark.parametrize("to", ["LETTER {name}, TURKEY", "LETTER {name}, MASTER", "ALL BUT LETTER {name}"])
def test_an_answer_goes_to_the_writer_and_to_nobody_else(table: Seven, to: str) -> None:
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    said = table.tell("ITALY", f"PRESS TO {to.format(name=name)}: Gladly.")
    assert "What answers an unsigned letter goes to whoever wrote it, and to nobody else." in flat(said)
    assert not [role for role, who in table.players.items() if heard(who, "Gladly.")]


def test_who_blocks_a_seat_does_not_get_its_answers_and_nobody_is_told(table: Seven) -> None:
    table.tell("FRANCE", "BLOCK ITALY")
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    assert f"Sent to whoever wrote letter {name}." in flat(table.tell("ITALY", f"PRESS TO LETTER {name}: Gladly."))
    assert not heard(table.players["FRANCE"], "Gladly.")


def test_a_program_reads_no_unsigned_letter_and_its_successor_has_no_name_for_one(house: House) -> None:
    table = seven(house, *OPTIONS)
    table.tell("ITALY", "RESIGN")
    table.direct("COMPUTER ITALY novice")
    table.tell("FRANCE", "PRESS GREY TO ITALY, TURKEY: Shall we meet?")
    quarter(table)
    name = name_of(heard(table.players["TURKEY"], "Shall we meet?")[0])
    fiona = house.registered("Fiona")
    house.tell(fiona, "TAKEOVER oslo AS ITALY")
    assert f"no unsigned letter {name}" in flat(house.tell(fiona, f"GAME oslo\nPRESS TO LETTER {name}: x"))
    table.tell("TURKEY", f"PRESS TO LETTER {name}: Gladly.")
    assert len(heard(table.players["FRANCE"], "Gladly.")) == 1


def test_in_a_blind_game_an_unsigned_letter_is_answered_alike(house: House) -> None:
    table = seven(house, "blind yes", "press choice", system="diplomacy")
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    table.tell("ITALY", f"PRESS TO LETTER {name}: Gladly.")
    assert len(heard(table.players["FRANCE"], "Gladly.")) == 1


def test_two_who_are_one_player_now_are_answered_as_before(table: Seven) -> None:
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    other = table.house.registered("Olga")
    fleur = table.players["FRANCE"].address
    table.house.judge.db.write(lambda session: upkeep.merge(session, other.address, fleur))
    table.tell("ITALY", f"PRESS TO LETTER {name}: Gladly.")
    assert len(heard(other, "Gladly.")) == 1


def test_an_article_is_no_letter_and_has_no_name(table: Seven) -> None:
    table.tell("FRANCE", "ARTICLE UNSIGNED\nSpring is here.\nEND ARTICLE")
    table.house.pass_time(hours=73)
    issue = table.players["ITALY"].last(lambda mail: "The newspaper of" in mail.subject)
    assert "LETTER" not in issue.text
