"""An unsigned letter, its name and the answers to it tell nobody who wrote it."""

from __future__ import annotations

import json
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.app import Work
from judge.hosting import personal_data
from judge.store.tables import Dispatch, LetterName, UnsignedLetter
from judge.testing.correspondent import Received
from tests.stories.test_traces import unquoted, without_lots
from tests.stories.test_unsigned_letters import OPTIONS, answer, heard, name_of, quarter, unsigned
from tests.support.flat import flat
from tests.support.house import House, open_house
from tests.support.table_of_seven import Seven, seven
from tests.web.test_secrecy import exported


@pytest.fixture
def table(house: House) -> Seven:
    return seven(house, *OPTIONS)


WRITERS = ("FRANCE", "TURKEY")


def played_by(writer: str, url: str, folder: Path) -> tuple[dict[str, list[str]], dict[str, bytes]]:
    """The same game, in which this role wrote the unsigned letters: everybody's mail, and all pages."""
    with open_house(url, folder) as house:
        table = seven(house, *OPTIONS, "inherit yes")
        table.tell("ITALY", "BLOCK FRANCE")
        letters = unsigned(table, writer, "ALL BUT GERMANY")
        table.tell("ITALY", f"PRESS TO LETTER {name_of(letters['ITALY'])}: Who?")
        table.tell("RUSSIA", f"PRESS GREY TO LETTER {name_of(letters['RUSSIA'])}: Unsigned.")
        table.tell("ENGLAND", f"PRESS LATER TO LETTER {name_of(letters['ENGLAND'])}: Later.")
        answer(table, "MASTER", letters["MASTER"], "Noted.")
        quarter(table)
        answer(table, writer, heard(table.players[writer], "Who?")[0], "You will never know.")
        quarter(table)
        for role in ("ITALY", "RUSSIA"):
            table.tell(role, "STATUS\nSHOW\nHISTORY\nLIST")
        table.direct("AUDIT\nSTATUS")
        house.pass_time(hours=73)
        people = {role: who for role, who in {**table.players, "MASTER": table.master}.items() if role not in WRITERS}
        return {role: [told(mail) for mail in who.inbox()] for role, who in people.items()}, exported(
            house, folder / "pages"
        )


def told(mail: Received) -> str:
    """A mail without what is drawn by lot."""
    text = re.sub(r"<[0-9a-f]{32}@|\b[a-z2-7]{16}\b|\b(?:[a-z2-7]{4}-){3}[a-z2-7]{4}\b", "", without_lots(mail))
    return re.sub(r"\b[0-9a-f]{64}\b", "", text)


def test_nobodys_mail_and_no_page_changes_if_only_the_writer_of_an_unsigned_letter_is_another(
    sqlite_template: Path, tmp_path: Path
) -> None:
    found = []
    for writer in WRITERS:
        folder = tmp_path / writer
        folder.mkdir()
        shutil.copyfile(sqlite_template, folder / "judge.db")
        found.append(played_by(writer, f"sqlite:///{folder / 'judge.db'}", folder))
    (mails, pages), (others, other_pages) = found
    assert mails["ITALY"]
    for role in mails:
        assert mails[role] == others[role], role
    assert {name: without_seed(page) for name, page in pages.items()} == {
        name: without_seed(page) for name, page in other_pages.items()
    }


def without_seed(page: bytes) -> bytes:
    return re.sub(rb"[0-9a-f]{64}", b"", page)


def test_a_made_up_name_and_anothers_are_refused_alike(table: Seven) -> None:
    letters = unsigned(table, "FRANCE", "ITALY, TURKEY")
    said = set()
    for name in (name_of(letters["TURKEY"]), "B2B2"):
        for line in (f"PRESS TO LETTER {name}: x", f"PRESS TO {name}: x", f"BLOCK LETTER {name}", f"BLOCK {name}"):
            said.add((line.replace(name, "NAME"), unquoted(table.tell("ITALY", line)).replace(name, "NAME")))
    assert len(said) == 4
    assert not heard(table.players["FRANCE"], "")


def test_who_wrote_a_letter_has_no_name_for_it_and_no_reader_that_of_another(table: Seven) -> None:
    """The attack: to ask everybody for the name of an unsigned letter, which its writer does not know."""
    letters = unsigned(table, "FRANCE", "ALL")
    names = [name_of(letter) for letter in letters.values()]
    assert len(letters) == len(table.players)  # the GameMaster, and all but one
    assert len(set(names)) > 1, "they are drawn for each reader"
    receipt = table.players["FRANCE"].last(lambda mail: "It goes to" in mail.text)
    assert not [name for name in names if name in receipt.text]


def test_names_are_drawn_by_lot(table: Seven) -> None:
    """Measured: in no order, whoever writes, so that two letters of one writer are not known by them."""
    for number in range(10):
        table.tell("FRANCE" if number % 2 else "TURKEY", "PRESS GREY TO ALL: once more")
    quarter(table)
    names = table.house.every(select(LetterName.name).order_by(LetterName.id))
    assert len(names) == 70
    rises = sum(one < other for one, other in pairwise(names))
    expected, deviation = (len(names) - 1) / 2, ((len(names) + 1) / 12) ** 0.5
    assert abs(rises - expected) < 5 * deviation
    assert len({name[0] for name in names}) > 8


def test_no_two_readers_know_one_writer_by_the_names_of_their_letters(table: Seven) -> None:
    others = [role for role in table.players if role != "FRANCE"]
    names = {name_of(unsigned(table, "FRANCE", role)[role]) for role in others}
    assert len(names) >= len(others) - 1  # by chance two are alike once in 1,500 runs


def test_two_letters_of_one_reader_never_have_one_name(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(18):
        table.tell("FRANCE", "PRESS GREY TO ITALY: and another")
    monkeypatch.setattr("judge.press.anonymity._CONSONANTS", "BC")
    monkeypatch.setattr("judge.press.anonymity._DIGITS", "23")
    quarter(table)
    letters = heard(table.players["ITALY"], "and another")
    assert len({name_of(letter) for letter in letters}) == 18, "there are 16 of the shortest"


@pytest.mark.parametrize("way", ["", "GREY ", "LATER "])
def test_18_1_whoever_takes_the_writers_seat_reads_no_answer_and_that_nobody_does_is_not_told(
    house: House, way: str
) -> None:
    table = seven(house, *OPTIONS, "inherit yes")
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    table.tell("ITALY", f"PRESS TO LETTER {name}: before they left")
    waits = way and table.tell("ITALY", f"PRESS {way}TO LETTER {name}: as they left")
    table.tell("FRANCE", "RESIGN")
    gone = unquoted(table.tell("ITALY", f"PRESS {way}TO LETTER {name}: as they left"))
    assert not waits or gone == unquoted(waits)
    assert "nobody" not in gone.lower()
    fiona = house.registered("Fiona")
    house.tell(fiona, "TAKEOVER oslo AS FRANCE")
    assert unquoted(table.tell("ITALY", f"PRESS {way}TO LETTER {name}: as they left")) == gone
    house.pass_time(hours=73)
    assert not [mail for mail in fiona.inbox() if "they left" in mail.text]
    assert not heard(table.players["FRANCE"], "as they left")


@pytest.mark.parametrize("way", ["GREY", "LATER"])
def test_whoever_takes_the_seat_of_a_pseudonym_does_not_get_what_waited_for_it(table: Seven, way: str) -> None:
    """The attack: to write what waits to a pseudonym, and to see who leaves, and whom it reaches."""
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    table.tell("ITALY", f"PRESS {way} TO NIGHTINGALE, ENGLAND: are you there?")
    table.tell("FRANCE", "RESIGN")
    fiona = table.house.registered("Fiona")
    table.house.tell(fiona, "TAKEOVER oslo AS FRANCE")
    table.house.pass_time(hours=73)
    assert not heard(fiona, "are you there?")
    assert len(heard(table.players["ENGLAND"], "are you there?")) == 1


def test_who_has_left_the_seat_to_which_a_letter_came_answers_it_no_more_nor_does_their_successor(house: House) -> None:
    table = seven(house, *OPTIONS, "inherit yes")
    letter = unsigned(table, "FRANCE", "ITALY")["ITALY"]
    name = name_of(letter)
    table.tell("ITALY", "RESIGN")
    fiona = house.registered("Fiona")
    house.tell(fiona, "TAKEOVER oslo AS ITALY")
    book = fiona.last(lambda mail: "Letter Book" in mail.subject)
    assert "Shall we meet?" in book.text
    assert name not in book.text
    assert f"no unsigned letter {name}" in flat(house.tell(fiona, f"GAME oslo\nPRESS TO LETTER {name}: x"))
    italo = table.players["ITALY"]
    table.tell("GERMANY", "RESIGN")
    house.tell(italo, "TAKEOVER oslo AS GERMANY")
    assert f"no unsigned letter {name}" in flat(house.tell(italo, f"GAME oslo\nPRESS TO LETTER {name}: x"))
    assert "no longer valid" in flat(house.tell(italo, "Who are you?", to=letter))
    assert not heard(table.players["FRANCE"], "")


@pytest.mark.parametrize("way", ["TO LETTER {name}", "TO NIGHTINGALE"])
def test_a_complaint_about_an_answer_does_not_tell_the_gamemaster_what_it_answers(table: Seven, way: str) -> None:
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    table.tell("ITALY", f"PRESS {way.format(name=name)}: You are a fool.")
    (letter,) = heard(table.players["FRANCE"], "You are a fool.")
    table.house.tell(table.players["FRANCE"], "REPORT This is abuse.", to=letter)
    complaint = table.master.last(lambda mail: "complains" in mail.subject)
    assert "You are a fool." in complaint.text
    assert "From Italy" in flat(complaint)
    for word in ("Anonymous", "unsigned", "Nightingale", "NIGHTINGALE", "Shall we meet?"):
        assert word not in complaint.text


def test_a_program_that_answers_is_told_no_more_than_its_player(table: Seven) -> None:
    for role in ("ITALY", "FRANCE"):
        table.tell(role, "PROFILE MAIL DATA")
    letter = unsigned(table, "FRANCE", "ITALY")["ITALY"]
    data = data_of(letter)
    assert (data["from"], data["name"], data["about"]) == ("ANONYMOUS", name_of(letter), "")
    answered = answer(table, "ITALY", letter, "Gladly.")
    assert "FRANCE" not in json.dumps(data_of(answered)).upper()
    of_writer = data_of(heard(table.players["FRANCE"], "Gladly.")[0])
    assert (of_writer["name"], of_writer["about"][:20]) == ("", "your unsigned letter")


def data_of(mail: Received) -> dict[str, str]:
    (part,) = (each for each in mail.message.walk() if each.get_filename() == "letter.json")
    found: dict[str, str] = json.loads(part.get_payload(decode=True) or b"")  # type: ignore[arg-type]
    return found


def test_what_a_person_is_given_of_what_the_judge_knows_does_not_tell_who_wrote_to_them(table: Seven) -> None:
    unsigned(table, "FRANCE", "ITALY")
    with table.house.judge.db.reading() as session:
        files = personal_data.everything_about(session, table.players["ITALY"].address, table.house.judge.secret)
        writer = session.execute(select(UnsignedLetter)).scalar_one().player_id
    kept = json.loads(files["data.json"])
    assert len(kept["letter_names"]) == 1
    assert writer not in kept["letter_names"][0].values()
    assert kept["unsigned_letters"] == []


def test_a_letter_whose_writer_was_forgotten_is_answered_as_before(table: Seven) -> None:
    name = name_of(unsigned(table, "FRANCE", "ITALY")["ITALY"])
    before = unquoted(table.tell("ITALY", f"PRESS TO LETTER {name}: Who are you?"))
    table.tell("FRANCE", "RESIGN")
    fleur = table.players["FRANCE"].address
    table.house.judge.db.write(
        lambda session: personal_data.forget(session, fleur, table.house.clock.now(), table.house.judge.secret)
    )
    assert table.house.every(select(UnsignedLetter.opening)) == [""]
    assert unquoted(table.tell("ITALY", f"PRESS TO LETTER {name}: Who are you?")) == before


@pytest.mark.both_databases
def test_answers_reach_their_writers_on_either_database(database_url: str, tmp_path: Path) -> None:
    with open_house(database_url, tmp_path) as house:
        table = seven(house, *OPTIONS)
        letters = {role: unsigned(table, role, "ITALY", f"This is {role}.")["ITALY"] for role in ("FRANCE", "TURKEY")}
        for role, letter in letters.items():
            table.tell("ITALY", f"PRESS GREY TO LETTER {name_of(letter)}: Are you {role}?")
        with house.judge.db.reading() as session:
            waiting = session.execute(select(Dispatch).order_by(Dispatch.id)).scalars().all()
            assert [each.reach for each in waiting] == [[], []]
        quarter(table)
        for role in letters:
            assert len(heard(table.players[role], f"Are you {role}?")) == 1
            assert len(heard(table.players[role], "Are you ")) == 1

        def unit(work: Work) -> list[int]:
            return [each.id for each in work.session.execute(select(Dispatch)).scalars()]

        assert house.judge.write(unit) == []
