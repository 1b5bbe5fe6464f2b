"""PRACTICE: from an empty mailbox to results, alone among programs; and nobody else learns anything of it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from sqlalchemy import func, select

from judge.archive.document import read_archive
from judge.archive.verify import verify
from judge.games.lookup import live_game
from judge.games.members import strength_called
from judge.play.archives import archive_of
from judge.play.computers import past_of, writing_of
from judge.play.early_adjudication import LEFT, OUT, SILENT
from judge.play.public_list import names_shown
from judge.play.public_record import rows_of
from judge.rules.registry import find_system, systems
from judge.store.tables import Dispatch, Game, OutboundRow, PhaseRow, Seat
from judge.testing.correspondent import Correspondent, Received
from judge.web.metrics import metrics
from tests.mailbox.test_leaked_letters import forge
from tests.support.flat import flat
from tests.support.house import House, Opening, open_house
from tests.support.soaking import some, stride
from tests.support.table_of_seven import Seven

WHOLE_GAME = 300
PHASES = stride(WHOLE_GAME, 4)
"""So many sheets of theirs at most; in a soak a game is played to its end."""

GREETING = "Hello there,\n\nI would like to try this.\n\n{0}\n\nBest wishes\nStella\n-- \nStella Example\n"


def form(mail: Received) -> str:
    """The sheet that a mail ends with."""
    return mail.text.partition("YOUR SHEET\n")[2].partition("\n-- \n")[0].strip()


def begun(house: House, text: str = "PRACTICE payola AS FRANCE", name: str = "Stella") -> tuple[Correspondent, str]:
    """Somebody registered who practices, and their game's name."""
    who = house.registered(name)
    said = house.tell(who, text)
    assert "has begun" in flat(said), said.text
    with house.judge.db.reading() as session:
        game = session.execute(select(Game).order_by(Game.id.desc()).limit(1)).scalar_one()
        return who, game.name


def proved(house: House, first_mail: str) -> Correspondent:
    """Somebody who has written this first mail, and has answered what came back."""
    stella = house.person("Stella")
    stella.write(first_mail)
    house.settle()
    stella.reply(stella.last(), "Yes.")
    house.settle()
    return stella


def newest(who: Correspondent) -> Received:
    return who.last(lambda mail: mail.subject.startswith("[practice-") and "YOUR SHEET" in mail.text)


def test_from_an_empty_mailbox_to_results_in_three_mails(house: House) -> None:
    house.by_wire = True
    stella = house.person("Stella")
    stella.write(GREETING.format("PRACTICE payola"))
    house.settle()
    assert "Then your practice game begins." in flat(stella.last())
    stella.reply(stella.last(), "")
    house.settle()
    assert "Your practice game comes in a mail of its own: answer that one." in flat(
        stella.last(lambda mail: mail.subject == "Welcome")
    )
    opening = stella.last(lambda mail: "has begun" in mail.subject)
    (line,) = re.findall(r"one line, such as (.+?)\. You can write", flat(opening))
    stella.reply(opening, f"{line}\n")
    house.settle()
    results = stella.last(lambda mail: "Spring 1901" in mail.subject and "results" in mail.subject)
    assert "YOUR SHEET" in results.text
    learned = results.text.partition("WHAT YOU MIGHT LEARN")[2].partition("WHAT IS NEXT")[0].split("\n")
    assert any(line.startswith("* ") for line in learned)
    assert all(line.startswith(("* ", "  ")) for line in learned if line), "it hangs under its star"


def test_a_phase_is_adjudicated_as_soon_as_its_player_has_written(house: House) -> None:
    stella, name = begun(house)
    before = len(stella.inbox())
    house.tell(stella, "WAIT", to=newest(stella))
    house.tell(stella, "5 : A PAR - BUR", to=newest(stella))
    assert not any("results" in mail.subject for mail in stella.inbox())
    house.tell(stella, "NOWAIT", to=newest(stella))
    assert any("results" in mail.subject for mail in stella.inbox()[before:])
    assert not any("GameMaster" in mail.subject for mail in stella.inbox())
    assert name.startswith("practice-")


@pytest.mark.parametrize(
    ("family", "sheet", "wrong"),
    [
        ("payola", "5 : A PAR - BUR", "4 : A MAR HOLDD"),
        ("payola", "5 : A PAR - BUR", "please sav 10 for the fall"),
        ("exchange", "BUY 1 FRANCE", "BUY 1 FRNACE"),
    ],
)
def test_a_phase_waits_for_its_player_to_mend_lines_that_could_not_be_read(
    house: House, family: str, sheet: str, wrong: str
) -> None:
    as_power = " AS FRANCE" if family == "payola" else ""
    for mended in (
        f"{sheet}\n{wrong.replace('HOLDD', 'HOLD').replace('FRNACE', 'FRANCE').replace('sav ', 'save ')}",
        "NO ORDERS",
    ):
        stella, _ = begun(house, f"PRACTICE {family}{as_power}")
        opening = newest(stella)
        before = len(stella.inbox())
        told = house.tell(stella, f"{sheet}\n{wrong}", to=opening)
        assert "This practice game waits for that. To go on with what is filed, send NO ORDERS." in flat(told)
        assert not any("results" in mail.subject for mail in stella.inbox()[before:])
        house.tell(stella, mended, to=opening)
        assert any("results" in mail.subject for mail in stella.inbox()[before:])


def test_a_newer_sheet_answers_what_was_asked_of_an_earlier_one(house: House) -> None:
    stella, _ = begun(house, "PRACTICE payola AS FRANCE")
    opening = newest(stella)
    assert house.tell(stella, "5 : A PAR - BUR\noops no wait, Marseilles holds", to=opening, key=False).code
    before = len(stella.inbox())
    house.tell(stella, "4 : A PAR - BUR", to=opening)
    assert any("results" in mail.subject for mail in stella.inbox()[before:])


def test_no_orders_beside_a_line_to_mend_does_not_end_the_phase(house: House) -> None:
    stella, _ = begun(house, "PRACTICE payola AS FRANCE")
    before = len(stella.inbox())
    told = flat(house.tell(stella, "5 : A PAR - BUR\n4 : A MAR HOLDD\nNO ORDERS", to=newest(stella)))
    assert "This practice game waits for that." in told
    assert "This is not done, since a line of the sheet beside it has a problem." in told
    assert not any("results" in mail.subject for mail in stella.inbox()[before:])


def test_a_reply_that_ends_the_phase_does_not_say_that_the_sheet_can_be_changed(house: House) -> None:
    stella, _ = begun(house, "PRACTICE diplomacy AS FRANCE")
    opening = newest(stella)
    open_still = flat(house.tell(stella, "A PAR - BUR\nWAIT", to=opening))
    assert "You can change it until" in open_still
    house.tell(stella, "CLEAR\nNOWAIT", to=opening)
    told = flat(house.tell(stella, "A PAR - BUR", to=opening))
    assert "The results of Spring 1901 Movement are on their way." in told
    assert "You can change it" not in told
    assert "Spring 1901 Movement: results" in newest(stella).subject


def test_no_orders_that_ends_the_phase_does_not_say_that_clear_takes_it_back(house: House) -> None:
    stella, _ = begun(house, "PRACTICE diplomacy AS FRANCE")
    opening = newest(stella)
    house.tell(stella, "A PAR - GAS\nF BRE - XYZ", to=opening)
    house.tell(stella, "WAIT", to=opening)
    assert "What you have on file stands. CLEAR takes it back." in flat(house.tell(stella, "NO ORDERS", to=opening))
    house.tell(stella, "CLEAR\nNOWAIT", to=opening)
    house.tell(stella, "A PAR - GAS\nF BRE - XYZ", to=opening)
    told = flat(house.tell(stella, "NO ORDERS", to=opening))
    assert "What you have on file stands." in told
    assert "CLEAR" not in told
    assert "Spring 1901 Movement: results" in newest(stella).subject


def test_status_does_not_say_that_nothing_was_written_while_a_line_is_to_be_mended(house: House) -> None:
    stella, _ = begun(house, "PRACTICE diplomacy AS FRANCE")
    opening = newest(stella)
    assert "Stella has not written Germany" in flat(house.tell(stella, "STATUS", to=opening))
    house.tell(stella, "A PAR - GAS\nF BRE - XYZ", to=opening)
    assert "Stella has not written all Germany" in flat(house.tell(stella, "STATUS", to=opening))
    house.tell(stella, "CLEAR", to=opening)
    assert "Stella has not written Germany" in flat(house.tell(stella, "STATUS", to=opening))


def test_nowait_while_a_line_is_to_be_mended_does_not_say_that_nothing_is_on_file(house: House) -> None:
    stella, _ = begun(house, "PRACTICE diplomacy AS FRANCE")
    opening = newest(stella)
    house.tell(stella, "A PAR - BUR\nA MAR - BURR\nWAIT", to=opening)
    told = flat(house.tell(stella, "NOWAIT", to=opening))
    assert "The game still waits for orders of yours. NO ORDERS goes on with what is on file." in told
    assert "Until your orders are on file" not in told


def test_letters_and_status_say_that_a_phase_ends_with_its_players_sheet(house: House) -> None:
    stella, _ = begun(house, "PRACTICE payola variant tincup AS FRANCE")
    assert "The results come as soon as you have written. WAIT keeps the phase open." in flat(newest(stella))
    status = flat(house.tell(stella, "STATUS", to=newest(stella)))
    assert "Italy computer (steady)" in status
    assert "TAKEOVER" not in status, "nobody can take a seat there"
    assert "It lasts until then" not in status


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("LATE 2 days", "There is no need: this practice game waits for you until"),
        ("EXTEND 24h", "There is no need: this practice game waits for you until"),
        ("PAUSE", "A practice game has no GameMaster"),
        ("What now?", "HINT In a game for PRACTICE, shows what a program would write"),
    ],
)
def test_nothing_is_said_of_a_gamemaster_whom_practice_has_not(house: House, line: str, told: str) -> None:
    stella, _ = begun(house)
    said = flat(house.tell(stella, line, to=newest(stella), key=False))
    assert told in said
    assert "asked the GameMaster" not in said
    assert "LATE Asks" not in said


def test_to_resign_from_practice_ends_it_and_is_told_so_before(house: House) -> None:
    stella, _ = begun(house)
    asked = house.tell(stella, "RESIGN", to=newest(stella), key=False)
    assert "This practice game would end" in flat(asked)
    assert "successor" not in asked.text
    house.tell(stella, f"CONFIRM {asked.code}", to=asked, key=False)
    over = stella.last(lambda mail: "is over" in mail.subject)
    assert LEFT in flat(over)


def test_a_phase_in_which_its_player_can_do_nothing_keeps_nobody_waiting(house: House) -> None:
    """Retreats of a blind game: there is always such a phase, and it tells nothing by its length here."""
    stella, _ = begun(house, "PRACTICE payola variant tincup AS FRANCE")
    house.tell(stella, "NO ORDERS", to=newest(stella))
    labels = house.every(select(PhaseRow.label).order_by(PhaseRow.id))
    assert labels == ["S1901M", "S1901R", "F1901M"]
    assert "lasts until its deadline" not in " ".join(flat(mail) for mail in stella.inbox())


def test_options_board_and_seat_are_chosen_in_the_line(house: House) -> None:
    stella, _ = begun(house, "PRACTICE diplomacy map modern novice AS RUSSIA")
    with house.judge.db.reading() as session:
        game = session.execute(select(Game)).scalar_one()
        seat = session.execute(select(Seat).where(Seat.player_id.is_not(None))).scalar_one()
        assert (game.system, game.options["map"], seat.name) == ("diplomacy", "modern", "RUSSIA")
    assert "Russia" in stella.last(lambda mail: "has begun" in mail.subject).text


@pytest.mark.parametrize("variant", ["loyal", "zerosum", "ebayola"])
def test_a_variant_that_a_switch_is_called_after_is_chosen_in_the_line(house: House, variant: str) -> None:
    begun(house, f"PRACTICE payola map garrisons variant {variant} blind AS FRANCE")
    options = house.one(select(Game.options))
    assert (options["variant"], options["map"], options["blind"]) == (variant, "garrisons", True)


@pytest.mark.parametrize(
    ("line", "system", "seat"),
    [
        ("PRACTICE Payola, please!", "payola", None),
        ("Practice a game of Diplomacy as Italy. Thanks!", "diplomacy", "ITALY"),
        ("PRACTICE Payola Diplomacy AS FRANCE please", "payola", "FRANCE"),
        ("PRACTICE Absence of Plague", "machiavelli", None),
        ("practice payola against the computer", "payola", None),
        ("practice payola against novices as Italy", "payola", "ITALY"),
        ("PRACTICE Pirates’ Proposal.", "pirates", None),
    ],
)
def test_a_wish_is_read_with_its_courtesies_and_by_a_games_title(
    house: House, line: str, system: str, seat: str | None
) -> None:
    begun(house, line)
    with house.judge.db.reading() as session:
        assert session.execute(select(Game.system)).scalar_one() == system
        sat = session.execute(select(Seat.name).where(Seat.player_id.is_not(None))).scalar_one()
        assert seat in (None, sat)


def test_a_strangers_wish_that_cannot_be_read_is_put_right_by_an_answer(house: House) -> None:
    stella = proved(house, GREETING.format("PRACTICE payola variant tincupp"))
    told = stella.last(lambda mail: mail.subject == "Your practice game has not begun")
    assert "variant is one of standard, classic, tincup" in flat(told)
    assert "has begun" in flat(house.tell(stella, "PRACTICE payola variant tincup", to=told, key=False))


def test_a_stranger_is_told_which_lines_beside_practice_were_not_read(house: House) -> None:
    stella = proved(house, GREETING.format("PRACTICE payola\nZONE Europe/Berlin\nLIST\n5 : A PAR - BUR"))
    told = stella.last(lambda mail: mail.subject == "Some lines of your first mail were not read")
    assert "I read the PRACTICE line alone. What I did not read: ZONE, LIST and 1 line of orders." in flat(told)


def test_register_and_practice_in_a_first_mail_are_both_done(house: House) -> None:
    stella = proved(house, GREETING.format("REGISTER Stella Oak\nPRACTICE payola AS FRANCE"))
    assert "Welcome, Stella Oak." in flat(stella.last(lambda mail: mail.subject == "Welcome"))
    assert "You play France." in flat(stella.last(lambda mail: "has begun" in mail.subject))


def test_a_stranger_is_told_which_lines_beside_register_were_not_read(house: House) -> None:
    stella = proved(house, GREETING.format("REGISTER Stella\nJOIN oslo AS FRANCE"))
    told = stella.last(lambda mail: mail.subject == "Some lines of your first mail were not read")
    assert "I read the REGISTER line alone. What I did not read: JOIN." in flat(told)


def test_the_welcome_tells_how_to_try_a_game_alone(house: House) -> None:
    house.registered("Stella")
    welcome = house.person("Stella").last(lambda mail: mail.subject == "Welcome")
    assert "PRACTICE payola" in welcome.text
    assert "PRACTICE payola" in welcome.html


@pytest.mark.parametrize(("said", "name"), [("and Stella Oak", "Stella Oak"), ("and your name", "Stella")])
def test_register_takes_no_word_of_its_explanation_for_a_name(house: House, said: str, name: str) -> None:
    stella = proved(house, f"REGISTER {said}")
    assert f"Welcome, {name}." in flat(stella.last(lambda mail: mail.subject == "Welcome"))


def test_a_greeting_beside_practice_is_nothing_to_tell_of(house: House) -> None:
    stella, _ = begun(house, "PRACTICE payola")
    assert not any("not read" in mail.subject for mail in stella.inbox())


@pytest.mark.parametrize("family", sorted(systems()))
def test_the_opening_says_what_a_practice_game_is_and_what_to_write_first(house: House, family: str) -> None:
    stella, _ = begun(house, f"PRACTICE {family}")
    opening = stella.last(lambda mail: "has begun" in mail.subject)
    title = find_system(family).title
    assert f"Your practice game of {title} has begun" in opening.subject
    said = flat(opening)
    assert f"This is a practice game of {title}: you play alone against programs, and nobody else can see it." in said
    assert "To begin, answer this mail with" in said
    assert "YOUR SHEET" in said
    assert "Welcome to" not in said


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("PRACTICE", "PRACTICE payola"),
        ("PRACTICE chess", "payola"),
        ("PRACTICE payola colour red", "variant"),
        ("PRACTICE payola variant glass", "tincup"),
        ("PRACTICE payola AS SWEDEN", "FRANCE"),
    ],
)
def test_what_cannot_be_practiced_is_refused_with_what_there_is(house: House, line: str, told: str) -> None:
    stella = house.registered("Stella")
    said = flat(house.tell(stella, line))
    assert "PROBLEM" in said
    assert told.casefold() in said.casefold()
    assert house.one(select(func.count(Game.id))) == 0


def test_a_player_has_two_at_most_and_a_host_may_allow_none(opened: Opening) -> None:
    house = opened(creators="")
    stella, _ = begun(house)
    house.tell(stella, "PRACTICE pirates")
    assert "2 practice games already" in flat(house.tell(stella, "PRACTICE payola"))
    assert "has ended" in flat(house.tell(stella, "PRACTICE STOP", to=newest(stella)))
    assert "has begun" in flat(house.tell(stella, "PRACTICE payola"))


def test_a_host_may_switch_practice_off(opened: Opening) -> None:
    house = opened(practice=0)
    stella = house.registered("Stella")
    assert "no practice games" in flat(house.tell(stella, "PRACTICE payola"))


def test_where_nobody_may_practice_no_letter_offers_it(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, practice=0) as house:
        stella = house.registered("Stella")
        house.person("Tom").write("Hello?")
        house.settle()
        letters = (*stella.inbox(), house.tell(stella, "Hello?"), *house.person("Tom").inbox())
        assert len(letters) >= 3
        assert not [mail.text for mail in letters if "PRACTICE" in mail.text]


def test_fourteen_days_of_silence_end_it_and_it_can_be_looked_at_afterwards(house: House) -> None:
    stella, name = begun(house)
    house.tell(stella, "5 : A PAR - BUR", to=newest(stella))
    assert "PRACTICE STOP ends it." in flat(house.tell(stella, f"ARCHIVE {name}"))
    house.pass_time(days=13)
    assert "is over" not in stella.last().subject
    house.pass_time(days=2)
    over = stella.last(lambda mail: "is over" in mail.subject)
    assert "14 days" in flat(over)
    house.tell(stella, f"ARCHIVE {name}")
    mail = stella.last(lambda mail: "archive" in mail.subject)
    [text] = [part.get_payload(decode=True) for part in mail.message.walk() if part.get_filename() == "archive.json"]
    assert isinstance(text, bytes)
    archive = read_archive(text.decode()).archive
    assert verify(archive).findings == ()
    assert set(archive.phases[0].orders) > {"FRANCE"}


def test_a_hint_tells_what_a_program_would_write_and_why(house: House) -> None:
    stella, _ = begun(house)
    said = house.tell(stella, "HINT", to=newest(stella)).text
    block = said.partition("WOULD WRITE FOR FRANCE")[2]
    assert " : " in block
    assert "." in block.partition(" : ")[0], "and why"
    table = house.tell(stella, "HELP HINT").text
    assert "PRACTICE" in table


@pytest.mark.parametrize("name", sorted(systems()))
def test_a_hint_can_be_mailed_back_as_it_stands_with_its_reason(name: str, house: House) -> None:
    stella, _ = begun(house, f"PRACTICE {name}")
    hint = house.tell(stella, "HINT", to=newest(stella)).text
    block = hint.partition("WOULD WRITE FOR")[2].partition("\n-- ")[0].partition("\n")[2].strip()
    assert re.match(r"(?:// .+\n)+\n", block), block
    said = house.tell(stella, block, to=newest(stella), key=False).text
    assert "PROBLEM" not in said, said
    assert "NOT READ" not in said, said


def test_a_hint_shows_the_press_that_a_program_would_write_until_it_is_sent(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, entropy=random.Random(1).randbytes) as house:
        stella, _ = begun(house, "PRACTICE payola steady AS AUSTRIA")
        opening = newest(stella)
        assert "4 for A BUD S A WAR - GAL." in flat(stella.last(lambda mail: "Press from Russia" in mail.subject))
        hint = house.tell(stella, "HINT", to=opening).text
        press = re.search(r"^PRESS TO RUSSIA\n.*A BUD.*\nEND PRESS$", hint, re.MULTILINE)
        assert press, hint
        assert "Sent to Russia." in flat(house.tell(stella, press[0], to=opening)), "it can be mailed as it stands"
        assert "PRESS TO" not in house.tell(stella, "HINT", to=opening).text


def test_a_hint_pays_once_what_was_promised(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, entropy=random.Random(1).randbytes) as house:
        stella, _ = begun(house, "PRACTICE payola steady AS AUSTRIA")
        opening = newest(stella)
        house.pass_time(minutes=1)
        house.tell(stella, "PRESS TO RUSSIA: Agreed: 1 for A WAR - GAL.", to=opening)
        house.tell(stella, "30 : A WAR - GAL", to=opening)
        hint = house.tell(stella, "HINT", to=newest(stella)).text
        assert "TRANSFER 1 TO RUSSIA" in hint
        house.tell(stella, "WAIT\nTRANSFER 1 TO RUSSIA", to=newest(stella))
        assert "TRANSFER" not in house.tell(stella, "HINT", to=newest(stella)).text.partition("WOULD WRITE")[2]


PROPOSAL = re.compile(r"(\d+) for ([AF] [^.]+)\. I pay by transfer once it is done")


def test_a_program_pays_in_the_next_phase_what_it_promised_by_press(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, entropy=random.Random(1).randbytes) as house:
        stella, _ = begun(house, "PRACTICE payola steady AS AUSTRIA")
        opening = newest(stella)
        asked = stella.last(lambda mail: "Press from Russia" in mail.subject)
        amount, order = PROPOSAL.findall(flat(asked))[0]
        house.pass_time(minutes=1)
        house.tell(stella, f"PRESS TO RUSSIA: Agreed: {amount} for {order}.", to=opening)
        house.tell(stella, f"30 : {order}", to=opening)
        shown = flat(house.tell(stella, "STATEMENT"))
        assert re.search(rf"\+{amount} \d+ AgP transfer from Russia", shown), shown


def test_a_program_answers_an_offer_once(house: House) -> None:
    stella, _ = begun(house, "PRACTICE payola steady AS AUSTRIA")
    for words in ("900 for A MUN H", "What do you think?"):
        house.tell(stella, f"PRESS TO GERMANY: {words}", to=newest(stella))
    assert len([mail for mail in stella.inbox() if "Agreed: 900 for A MUN H." in mail.text]) == 1
    kept = select(func.count(Dispatch.id))
    assert house.one(kept) >= 3
    house.tell(stella, "PRACTICE STOP", to=newest(stella))
    assert house.one(kept) == 0, "when all is over it has nothing to keep to"


def test_hints_are_for_practice_alone(table: Seven) -> None:
    assert "Here you play people" in flat(table.tell("FRANCE", "HINT"))


def test_nobody_else_learns_of_a_practice_game(house: House) -> None:
    stella, name = begun(house)
    other = house.registered("Olga")
    house.tell(stella, "5 : A PAR - BUR", to=newest(stella))
    for over in (False, True):
        if over:
            house.tell(stella, "PRACTICE STOP", to=newest(stella))
            house.pass_time(hours=2)  # Olga asks more than one hour's answers hold
        for line in ("LIST", "GAMES"):
            assert name not in house.tell(other, line).text
        for command in ("STATUS", "INFO", "HISTORY", "SUMMARY", "MAP", "RULES", "PRICES", "OBSERVE", "JOIN", "TAKEOVER",
                        "GAME", "ARCHIVE", "BORDERS"):  # fmt: skip
            asked, none = (house.tell(other, f"{command} {each}").text for each in (name, "practice-zzzzz"))
            assert _without(asked, name) == _without(none, "practice-zzzzz"), command
        with house.judge.db.reading() as session:
            assert names_shown(session) == []
            assert rows_of(session, name) is None
        assert name not in metrics(house.judge).decode()
        assert b'judge_games{state="active"}' not in metrics(house.judge)
    with house.judge.db.reading() as session:
        game = session.execute(select(Game)).scalar_one()
        readers = session.execute(select(OutboundRow.recipient).where(OutboundRow.game_id == game.id)).scalars()
        assert set(readers) == {stella.address}


def _without(text: str, name: str) -> list[str]:
    head = text.replace(name, "(name)").replace(name.upper(), "(name)").partition("\n-- \n")[0]
    return [line for line in head.splitlines() if line.strip()]


def _as_a_program_would(house: House) -> str:
    """The sheet that a steady program would write in the place of the only person."""
    with house.judge.db.reading() as session:
        here = live_game(session, session.execute(select(Game)).scalar_one())
        assert here is not None
        seat = session.execute(select(Seat).where(Seat.player_id.is_not(None))).scalar_one()
        sheets = writing_of(here, past_of(session, here), seat, strength_called(here.system, "")).sheets
        offices = here.phase.offices
    lines = [f"FOR {role}\n{text}" if role in offices else text for role, text in sheets.items()]
    return "\n".join((*lines, "NO ORDERS"))


@pytest.mark.parametrize("name", some(sorted(systems()), 2))
def test_a_whole_game_of_each_family_is_played_to_its_end(name: str, sqlite_url: str, tmp_path: Path) -> None:
    """Whoever plays as a steady program does, among novices, comes to the end that the rules know."""
    entropy = random.Random(name).randbytes
    with open_house(sqlite_url, tmp_path, entropy=entropy, replies_per_hour=1_000_000) as house:
        options = {"exchange": " players 3"}.get(name, "")
        stella, _ = begun(house, f"PRACTICE {name}{options} novice")
        for _ in range(PHASES):
            with house.judge.db.reading() as session:
                if session.execute(select(Game.status)).scalar_one() == "ended":
                    break
            house.pass_time(minutes=1)
            said = house.tell(stella, _as_a_program_would(house), to=newest(stella), key=False)
            assert "PROBLEM" not in said.text, said.text
        else:
            assert PHASES < WHOLE_GAME, "it has come to no end"
            house.tell(stella, "PRACTICE STOP", to=newest(stella))
        assert any("is over" in mail.subject for mail in stella.inbox())
        assert any("WHAT YOU MIGHT LEARN" in mail.text for mail in stella.inbox())
        with house.judge.db.reading() as session:
            game = session.execute(select(Game)).scalar_one()
            over = func.count(PhaseRow.id)
            phases = session.execute(select(over).where(PhaseRow.closed_at.is_not(None))).scalar_one()
            assert phases > 3
            assert len(archive_of(session, game, whole=True).phases) >= phases, "it replays to the same game"
        if PHASES == WHOLE_GAME:
            assert game.result is not None
            assert game.result["summary"] not in (LEFT, SILENT, OUT), game.result


def test_a_flood_of_practice_is_bounded_by_the_hours_budget(opened: Opening) -> None:
    house = opened(practice=20)
    stella = house.registered("Stella")
    many = flat(house.tell(stella, "\n".join(f"PRACTICE pirates players {5 + number}" for number in range(6))))
    assert "One mail may ask for so much and no more" in many
    for number in range(14):
        house.tell(stella, f"PRACTICE pirates players {5 + number}")
    assert 3 < house.one(select(func.count(Game.id))) <= 10
    assert "within an hour" in flat(house.tell(stella, "PRACTICE pirates"))


def test_a_leaked_letter_of_a_practice_game_mails_its_owner_so_much_an_hour(opened: Opening) -> None:
    house = opened(replies_per_hour=8)
    stella, _ = begun(house, "PRACTICE diplomacy AS FRANCE")

    def results() -> int:
        return sum("results" in mail.subject and "Re:" not in mail.subject for mail in stella.inbox())

    for _ in range(12):
        forge(house, stella, newest(stella), "NO ORDERS")
    assert 2 <= results() <= 4, "half as many phases an hour as replies"
    before = results()
    house.pass_time(minutes=61)
    assert results() > before, "it goes on by itself"


def test_strangers_who_flood_practice_begin_no_game_before_they_answer(opened: Opening) -> None:
    house = opened(strangers_per_hour=5)
    for number in range(12):
        house.person(f"Stranger{number}").write(GREETING.format("PRACTICE payola"))
    house.settle()
    with house.judge.db.reading() as session:
        assert session.execute(select(func.count(Game.id))).scalar_one() == 0
        assert session.execute(select(func.count(OutboundRow.id))).scalar_one() <= 5


def test_all_practice_games_together_are_bounded(opened: Opening) -> None:
    house = opened(practice_games=1)
    begun(house)
    other = house.registered("Olga")
    assert "As many people practice here" in flat(house.tell(other, "PRACTICE pirates"))
