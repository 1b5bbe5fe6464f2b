"""Press between players and under pseudonyms, sentence by sentence of what the judge promises of it."""

from __future__ import annotations

import re
import smtplib
from email.message import EmailMessage

import pytest

from judge.rules.machiavelli.system import SYSTEM
from judge.testing.correspondent import Correspondent
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import subjects, write_all


def _press(who: Correspondent, words: str) -> list[str]:
    """The subjects of the press mails with these words, without names of letters."""
    return [without_name(mail.subject) for mail in who.inbox() if "Press from" in mail.subject and words in mail.text]


def without_name(subject: str) -> str:
    """The subject of press without the name by which it is answered, if nobody signed it."""
    return re.sub(r" \(letter [A-Z2-9]{4}\)", "", subject)


def _hears(table: Seven, words: str) -> set[str]:
    return {role for role, player in table.players.items() if _press(player, words)}


def test_to_one_to_several_to_the_gamemaster_to_observers_and_to_all(house: House, table: Seven) -> None:
    wanda = house.registered("Wanda")
    house.tell(wanda, "OBSERVE oslo")
    table.tell("FRANCE", "PRESS TO ITALY: for one")
    table.tell("FRANCE", "PRESS TO ITALY, TUR and RUSSIA: for several")
    table.tell("FRANCE", "PRESS TO MASTER: for you")
    table.tell("FRANCE", "PRESS TO OBSERVERS: for the gallery")
    table.tell("FRANCE", "PRESS TO ALL: for all")
    assert _hears(table, "for one") == {"ITALY"}
    assert _hears(table, "for several") == {"ITALY", "TURKEY", "RUSSIA"}
    assert _hears(table, "for you") == set()
    assert _hears(table, "for the gallery") == set()
    assert _hears(table, "for all") == set(table.players) - {"FRANCE"}
    assert _press(table.master, "for you")
    assert not _press(table.master, "for one"), "the GameMaster reads no private press"
    assert [words for words in ("for the gallery", "for all", "for one") if _press(wanda, words)] == [
        "for the gallery",
        "for all",
    ]


def test_everybody_sees_who_else_got_it(table: Seven) -> None:
    table.tell("FRANCE", "PRESS TO ITALY, TURKEY: hello")
    for role in ("ITALY", "TURKEY"):
        mail = table.players[role].last()
        assert "Italy, Turkey" in mail.text
        assert str(mail.message["To"]).count("@") == 1
        assert mail.message["Cc"] is None
    table.tell("FRANCE", "PRESS TO ALL BUT ITALY: behind his back")
    assert "Italy" not in table.players["TURKEY"].last().text.partition("behind his back")[0].partition("To ")[2]


def test_no_header_of_the_writers_mail_survives(house: House, table: Seven) -> None:
    fleur = table.players["FRANCE"]
    mail = EmailMessage()
    mail["From"] = f'"Fleur du Mal" <{fleur.address}>'
    mail["To"] = table.results("FRANCE").reply_to
    mail["Cc"] = "spy@example.net"
    mail["Bcc"] = "mole@example.net"
    mail["Subject"] = "Psst, Anna: the attack"
    mail["Message-ID"] = "<traceable@laptop.fleur.example>"
    mail["Date"] = "Mon, 02 Mar 2026 21:34:56 +0930"
    mail["Received"] = "from laptop.fleur.example (198.51.100.77)"
    mail["X-Mailer"] = "FleurMail 7.1"
    mail["User-Agent"] = "FleurMail"
    mail["Organization"] = "Fleur & Sons"
    mail.set_content("PRESS TO ITALY\nMeet me in Tyrolia.\nEND PRESS\n-- \nFleur, +33 1 2345\n")
    host, port = house.server
    with smtplib.SMTP(host, port) as relay:
        relay.sendmail(fleur.address, [table.results("FRANCE").reply_to], mail.as_bytes())
    house.settle()
    raw = table.players["ITALY"].last().message.as_string()
    assert "Meet me in Tyrolia." in raw
    for trace in (
        "fleur",
        "spy@",
        "mole@",
        "Psst",
        "traceable",
        "198.51",
        "FleurMail",
        "Sons",
        "+0930",
        "+33",
        "34:56",
    ):
        assert trace.lower() not in raw.lower(), trace
    assert [who.address for who in (house.person("spy"), house.person("mole")) if who.inbox()] == []


def test_quotations_within_press_keep_their_marks_and_outside_they_are_not_read(table: Seven) -> None:
    text = "PRESS TO ITALY\nYou wrote:\n> Let us share Austria.\n> > Or not?\nWe agree.\nEND PRESS\n> A PAR - BUR"
    reply = table.tell("FRANCE", text).text
    letter = table.players["ITALY"].last().text
    assert "  You wrote:\n  > Let us share Austria.\n  > > Or not?\n  We agree." in letter
    assert "Sent to Italy." in reply
    assert "ON FILE" not in reply


def test_press_without_its_end_stops_where_the_quoted_mail_begins(table: Seven) -> None:
    table.tell("FRANCE", "PRESS TO ITALY\nhello\n\n> PRESS TO TURKEY: never sent by me")
    assert "never sent by me" not in table.players["ITALY"].last().text
    assert _hears(table, "never sent by me") == set()


@pytest.mark.parametrize("text", ["x\n" * 301, ("y" * 900 + "\n") * 40])
def test_press_and_articles_have_their_limits(table: Seven, text: str) -> None:
    for words in (f"PRESS TO ITALY\n{text}END PRESS", f"ARTICLE\n{text}END ARTICLE"):
        assert "at most 300 lines and 30000 characters" in " ".join(table.tell("FRANCE", words).text.split())
    assert not _press(table.players["ITALY"], "")


def test_later_press_keeps_its_signature_and_comes_with_the_results(house: House) -> None:
    table = seven(house, "press choice", "nmr default")
    table.tell("FRANCE", "PRESS LATER GREY TO ITALY, TURKEY: the morning after")
    assert not _press(table.players["ITALY"], "the morning after")
    write_all(table)
    house.pass_time(hours=73)
    assert _press(table.players["ITALY"], "the morning after") == ["[oslo] Press from Anonymous"]
    order = subjects(table.players["ITALY"])
    assert any("results" in subject for subject in order[-2:])


def test_grey_games_sign_nothing_and_white_ones_everything(house: House) -> None:
    table = seven(house, "press grey")
    table.tell("FRANCE", "PRESS TO ITALY: from nobody")
    house.pass_time(minutes=15)
    assert _press(table.players["ITALY"], "from nobody") == ["[oslo] Press from Anonymous"]
    assert "rance" not in table.players["ITALY"].last().text.replace("Answer", "")
    table.direct("SET press white")
    table.tell("FRANCE", "PRESS TO ITALY: from me")
    assert _press(table.players["ITALY"], "from me") == ["[oslo] Press from France"]


def test_a_successor_reads_the_press_that_came_before_him_only_where_the_game_says_so(
    house: House, table: Seven
) -> None:
    table.tell("FRANCE", "PRESS TO ITALY: between us")
    for role, inherit in (("ITALY", "no"), ("TURKEY", "yes")):
        table.direct(f"SET inherit {inherit}")
        table.tell("FRANCE", f"PRESS TO {role}\nbetween us\n> as you said\nEND PRESS")
        table.tell(role, "RESIGN")
        successor = house.registered(f"New-{role.title()}")
        house.tell(successor, f"TAKEOVER oslo AS {role}")
        handed = [mail for mail in successor.inbox() if "between us" in mail.text]
        assert len(handed) == (inherit == "yes")
    letter = handed[0]
    assert letter.subject == "[oslo] Press from The Letter Book"
    assert "What came to Turkey before you:" in letter.text
    assert "  between us\n  > as you said" in letter.text
    assert "France" in letter.text


@pytest.mark.parametrize("way", ["GREY", "AS Nightingale"])
def test_18_1_the_heading_of_press_to_all_but_one_does_not_name_its_writer_by_leaving_him_out(
    house: House, way: str
) -> None:
    table = seven(house, "press choice", "pseudonyms yes")
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    table.tell("FRANCE", f"PRESS {way} TO ALL BUT ITALY: who am I?")
    house.pass_time(minutes=15)
    (letter,) = (mail.text for mail in table.players["TURKEY"].inbox() if "who am I?" in mail.text)
    assert "Austria, England, France, Germany, Russia, Turkey" in letter
    assert _hears(table, "who am I?") == set(table.players) - {"FRANCE", "ITALY"}


@pytest.mark.parametrize(
    ("line", "signed"),
    [
        ("PRESS TO ITALY UNSIGNED", "Anonymous"),
        ("press to Italy, unsigned", "Anonymous"),
        ("PRESS TO ITALY (anonymously)", "Anonymous"),
        ("PRESS TO ITALY GREY", "Anonymous"),
        ("PRESS UNSIGNED TO ITALY", "Anonymous"),
        ("PRESS TO ITALY AS Nightingale", "Nightingale"),
        ("PRESS TO ITALY (as nightingale)", "Nightingale"),
    ],
)
def test_how_a_letter_is_signed_stands_before_its_addressees_or_behind_them(
    house: House, line: str, signed: str
) -> None:
    table = seven(house, "press choice", "pseudonyms yes")
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    table.tell("FRANCE", f"{line}\nwho am I?\nEND PRESS")
    house.pass_time(minutes=15)
    assert _hears(table, "who am I?") == {"ITALY"}
    assert without_name(table.players["ITALY"].last().subject) == f"[oslo] Press from {signed}"


def test_a_letter_that_may_not_go_out_unsigned_is_not_sent_signed(house: House) -> None:
    table = seven(house, "press white")
    assert "In this game press is signed." in table.tell("FRANCE", "PRESS TO ITALY UNSIGNED: who am I?").text
    assert _hears(table, "who am I?") == set()


def test_a_seat_that_is_called_grey_is_written_to(house: House) -> None:
    master, *players = house.gathered("Manus", "Anna", "Bob", "Carl", "Dora").values()
    house.tell(master, "CREATE pirates hoard\nplayers 4\naliases GREY BLUE PINK RED\npress choice\nEND CREATE")
    for who in players:
        house.tell(who, "JOIN hoard")
    assert "has started" in house.tell(master, "GAME hoard\nSTART").text
    writer = next(who for who in players if "ONLY FOR YOU: PINK" in who.last().text)
    said = house.tell(writer, "PRESS TO BLUE, GREY: ahoy").text
    assert "Sent to Blue and Grey." in said


def test_press_to_the_gamemaster_is_signed_as_its_writer_says_or_not_sent(house: House) -> None:
    table = seven(house, "press choice", "pseudonyms yes")
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    for words, signed in (
        ("PRESS AS Nightingale TO MASTER: masked", "Nightingale"),
        ("PRESS GREY TO MASTER: masked", "Anonymous"),
        ("PRESS TO MASTER: masked", "France"),
    ):
        table.tell("FRANCE", words)
        house.pass_time(minutes=15)
        assert without_name(table.master.last().subject) == f"[oslo] Press from {signed}"
    table.direct("SET press white")
    assert "In this game press is signed." in table.tell("FRANCE", "PRESS GREY TO MASTER: unheard").text
    assert not _press(table.master, "unheard")


def test_the_gamemaster_writes_under_his_office_only(house: House) -> None:
    table = seven(house, "press choice", "pseudonyms yes")
    assert "Only whoever has a seat" in table.direct("PSEUDONYM Owl").text
    assert "The GameMaster signs as GameMaster." in table.direct("PRESS AS Owl TO ALL: hoot").text
    assert "The GameMaster signs as GameMaster." in table.direct("PRESS GREY TO ALL: hoot").text
    assert _hears(table, "hoot") == set()


def test_18_1_that_a_pseudonym_is_nobodys_any_more_is_not_told(house: House) -> None:
    table = seven(house, "pseudonyms yes")
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    table.tell("FRANCE", "RESIGN")
    assert "Sent to Nightingale." in table.tell("ITALY", "PRESS TO NIGHTINGALE: are you there?").text


@pytest.mark.parametrize("to", ["ALL (BUT ITALY)", "ALL NOT ITALY", "ALL, ITALY", "ALL BUT", "ALL - ITALY"])
def test_all_beside_other_words_is_never_taken_for_all(table: Seven, to: str) -> None:
    assert "To whom?" in table.tell("FRANCE", f"PRESS TO {to}: behind his back").text
    assert _hears(table, "behind his back") == set()


@pytest.mark.parametrize("to", ["the enemies of Italy", "friends of Italy, Turkey", "the King of Italy"])
def test_any_other_word_beside_a_seat_keeps_press_from_everybody(table: Seven, to: str) -> None:
    assert "There is no seat" in table.tell("FRANCE", f"PRESS TO {to}: behind his back").text
    assert _hears(table, "behind his back") == set()


@pytest.mark.parametrize("to", ["ALL, OBSERVERS", "ALL and MASTER", "MASTER, OBSERVERS, ALL"])
def test_all_may_be_named_beside_those_whom_it_reaches_anyway(table: Seven, to: str) -> None:
    table.tell("FRANCE", f"PRESS TO {to}: in the open")
    assert _hears(table, "in the open") == set(table.players) - {"FRANCE"}
    assert any("in the open" in mail.text for mail in table.master.inbox())


def test_all_except_one_is_all_but_him_and_no_observer(house: House, table: Seven) -> None:
    wanda = house.registered("Wanda")
    house.tell(wanda, "OBSERVE oslo")
    table.tell("FRANCE", "PRESS TO ALL EXCEPT ITALY: behind his back")
    assert _hears(table, "behind his back") == set(table.players) - {"FRANCE", "ITALY"}
    assert not _press(wanda, "behind his back")
    assert "Observers write to the GameMaster only" in house.tell(wanda, "PRESS TO FRANCE: hello").text


def test_games_with_public_press_or_none_let_no_private_letter_through(house: House) -> None:
    table = seven(house, "press public")
    opening = table.players["FRANCE"].last(lambda mail: "has begun" in mail.subject)
    assert "PRESS TO ALL" in opening.text
    assert "PRESS TO AUSTRIA" not in opening.text
    assert "press is for everybody" in table.tell("FRANCE", "PRESS TO OBSERVERS, ITALY: between us").text
    assert _hears(table, "between us") == set()
    table.tell("FRANCE", "PRESS TO ALL: for all")
    assert _hears(table, "for all") == set(table.players) - {"FRANCE"}
    table.direct("SET press none")
    assert "has no press" in table.tell("FRANCE", "PRESS TO ALL: hear me").text
    assert "Sent to the GameMaster" in table.tell("FRANCE", "PRESS TO MASTER: may I?").text


@pytest.mark.parametrize("end", ["END PRESS.", "End press", "END", "End.", "--"])
def test_orders_below_press_never_go_along_however_its_end_is_written(table: Seven, end: str) -> None:
    table.tell("FRANCE", f"PRESS TO ITALY\nhello\n{end}\n3 : A PAR - BUR")
    letter = table.players["ITALY"].last().text
    assert "hello" in letter
    assert "BUR" not in letter


def test_whom_to_block_is_asked_where_nobody_is_named(table: Seven) -> None:
    assert "Whose press?" in table.tell("FRANCE", "BLOCK").text
    assert "Whose press?" in table.tell("FRANCE", "UNBLOCK").text


# Nobody writes under a name that readers, or those who answer, would take for somebody else's.


@pytest.fixture
def masked(house: House) -> Seven:
    return seven(house, "press choice", "pseudonyms yes")


def test_a_pseudonym_is_no_word_by_which_letters_name_their_readers_and_writers(masked: Seven) -> None:
    words = [
        "Everybody",
        "Everyone",
        "Anonymous",
        "Anon",
        "Hidden",
        "Unsigned",
        "Observer",
        "Gray",
        "Public",
        "Players",
        "Host",
    ]
    told = masked.tell("FRANCE", "\n".join(f"PSEUDONYM {word}" for word in words)).text
    assert told.count("cannot be taken") == len(words)
    masked.tell("FRANCE", "PSEUDONYM Nightingale")
    before = len(masked.players["FRANCE"].inbox())
    masked.tell("ITALY", "PRESS TO PLAYERS: for all of you\nPRESS TO ANONYMOUS: for whoever wrote it")
    assert len(masked.players["FRANCE"].inbox()) == before, "such words are nobody's name"


def test_nobody_is_called_what_stands_between_names_nor_nearly_as_a_seat(masked: Seven) -> None:
    """The attack: `PRESS TO ENGLAND not ITALY` reaches whoever is called Not, and Italy."""
    names = ("Not", "Only", "Please", "Both", "Nur", "Private", "Vertraulich", "bcc", "Frnace", "Aut", "Egypt")
    told = masked.tell("FRANCE", "\n".join(f"PSEUDONYM {name}" for name in names)).text
    assert told.count("cannot be taken") == len(names) - 1, told


@pytest.mark.parametrize("name", ["Nigthingale", "Nightingales", "Niqhtingale", "Nightingale"])
def test_nobody_is_called_nearly_as_somebody_else_writes(masked: Seven, name: str) -> None:
    masked.tell("FRANCE", "PSEUDONYM Nightingale")
    assert "cannot be taken" in masked.tell("ITALY", f"PSEUDONYM {name}").text


@pytest.mark.parametrize("to", ["FRANCE hush", "hush FRANCE", "ITALY, FRANCE (hush)", "FRANCE & ITALY hush"])
def test_a_word_beside_a_seat_is_never_a_pseudonym(masked: Seven, to: str) -> None:
    """The attack: to be called Hush, and to read what others write to `FRANCE hush`."""
    masked.tell("TURKEY", "PSEUDONYM Hush")
    before = len(masked.players["TURKEY"].inbox())
    told = masked.tell("ENGLAND", f"PRESS TO {to}: the plan").text
    assert "PROBLEM" in told
    assert len(masked.players["TURKEY"].inbox()) == before
    assert "PROBLEM" not in masked.tell("ENGLAND", "PRESS TO FRANCE, Hush: the plan").text


def test_a_pseudonym_looks_like_no_seat_and_no_office(masked: Seven) -> None:
    names = [
        "Eng1and",
        "Engiand",
        "ltaly",
        "Italy2",
        "The-Judge",
        "Judge1",
        "Game-Master",
        "1TALY",
        "Ru55ia",
        "King-Of-Turkey",
    ]
    told = masked.tell("FRANCE", "\n".join(f"PSEUDONYM {name}" for name in names)).text
    assert told.count("cannot be taken") + told.count("is no pseudonym") == len(names)
    taken = masked.tell("ITALY", "PSEUDONYM Owl\nPSEUDONYM Grey-Wolf\nPSEUDONYM Francesca").text
    assert taken.count("You can write PRESS AS") == 3
    assert (
        "cannot be taken" in masked.tell("FRANCE", "PSEUDONYM 0wl").text + masked.tell("FRANCE", "PSEUDONYM Ow1").text
    )


def test_a_pseudonym_is_no_seat_in_another_language_and_no_player_of_the_game(masked: Seven) -> None:
    names = ["Frankreich", "Inglaterra", "Turchia", "Italo", "ltalo", "Fleur", "Referee"]
    told = masked.tell("RUSSIA", "\n".join(f"PSEUDONYM {name}" for name in names)).text
    assert told.count("cannot be taken") == len(names)
    masked.tell("RUSSIA", "PRESS TO Frankreich: bonjour")
    assert _hears(masked, "bonjour") == {"FRANCE"}


def test_18_1_press_to_nobody_s_name_and_under_a_long_one_is_told_why_it_fails(masked: Seven) -> None:
    told = masked.tell("ITALY", "PRESS TO ANONYMOUS: who are you?\nPRESS AS Il Lupo TO FRANCE: beware").text
    assert "Which unsigned letter do you answer?" in told
    assert "Il Lupo is no pseudonym: it is one word." in told
    assert "There is no seat" not in told


def test_18_1_nobody_is_called_what_letters_call_a_party_by(house: House) -> None:
    master, *players = house.gathered("Manus", "Anna", "Bert").values()
    others = set(SYSTEM.seating({}).names) - {"FLORENCE", "VENICE"}
    house.tell(master, f"CREATE machiavelli italy\ndummies {' '.join(sorted(others))}\nEND CREATE")
    for who, seat in zip(players, ("FLORENCE", "VENICE"), strict=True):
        house.tell(who, f"JOIN italy AS {seat}")
    assert "has started" in house.tell(master, "GAME italy\nSTART").text
    words = ["Pope", "P0pe", "The-Pope", "Pope2", "Emperor", "Sultan", "Turk", "Turks", "Papal", "Holy-See", "Rome"]
    words += ["Venetians", "Habsburg", "Ottomans", "Independent", "Gamemaster"]
    told = " ".join(house.tell(players[0], "\n".join(f"PSEUDONYM {word}" for word in words)).text.split())
    assert told.count("cannot be taken") == len(words), told
    assert "You can write PRESS AS Il-Lupo" in house.tell(players[0], "PSEUDONYM Il-Lupo").text


def test_nobody_is_called_as_a_letter_is(masked: Seven) -> None:
    told = masked.tell("ITALY", "PSEUDONYM K7F3\nPSEUDONYM Letter\nPSEUDONYM Letters").text
    assert told.count("cannot be taken") == 3


def test_a_pseudonym_and_a_way_may_stand_side_by_side(masked: Seven) -> None:
    masked.tell("ITALY", "PSEUDONYM Owl")
    told = masked.tell("ITALY", "PRESS AS Owl LATER TO FRANCE: hoo").text
    assert "PROBLEM" not in told
