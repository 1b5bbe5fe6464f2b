"""Pages, receipts, letters, queues and numbers tell nobody who wrote, in games that hide it and in press that does."""

from __future__ import annotations

import re
import smtplib
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.outbox.queue import as_sent
from judge.store.tables import OutboundRow
from judge.testing.correspondent import Correspondent, Received
from judge.web.metrics import DISK_STEP, metrics
from tests.rules.pirates.test_by_mail import FOUR, Crew, sheet_below
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven
from tests.web.test_secrecy import exported

OPTIONS = ("press choice", "pseudonyms yes", "nmr default")


@pytest.fixture
def table(house: House) -> Seven:
    made = seven(house, *OPTIONS)
    made.tell("FRANCE", "PSEUDONYM Nightingale")
    return made


def press_to(who: Correspondent, words: str) -> Received:
    return who.last(lambda mail: "Press from" in mail.subject and words in mail.text)


def without_lots(mail: Received) -> str:
    """A letter without what is drawn by lot for each: Message-ID, the address to answer to, what parts it, its name.

    Quoted-printable may break a line in the middle of any of these.
    """
    lots = r"<[0-9a-f]{24}@|judge\+[a-z2-7]{24}@|=_[0-9a-f]{24}|(?<=letter )[A-Z2-9]{4}|(?<=LETTER)\s[A-Z2-9]{4}"
    return re.sub(lots, "", mail.raw.decode().replace("=\n", ""))


def unquoted(reply: Received) -> str:
    """An answer without what it says of the letter that was quoted to it."""
    return re.sub(r"\(\d+ lines? that you\s+quoted[^)]*\)", "", reply.text)


def sent_by(table: Seven, role: str, way: str) -> str:
    """The letter to Italy, as it is if this power writes it."""
    table.house.pass_time(minutes=15)
    table.tell(role, f"PRESS {way} TO ALL BUT GERMANY\nWho am I?\nEND PRESS")
    table.house.pass_time(minutes=15)
    return re.sub(r"\nDate: .*", "", without_lots(press_to(table.players["ITALY"], "Who am I?")))


def test_a_letter_that_no_seat_signs_is_the_same_whoever_wrote_it(table: Seven) -> None:
    """Subject, threads, fields, boundaries, size: to the octet."""
    assert sent_by(table, "FRANCE", "GREY") == sent_by(table, "TURKEY", "GREY")


LETTERS = 60


def test_what_stands_in_letters_counts_nothing_up(table: Seven) -> None:
    """Measured: Message-IDs and addresses to answer to are in no order, so that their numbers tell of no other mail."""
    for _ in range(LETTERS // 6):
        table.tell("FRANCE", "PRESS TO ALL: good morning")
    with table.house.judge.db.reading() as session:
        rows = session.execute(select(OutboundRow).order_by(OutboundRow.id)).scalars().all()
        sent = [(row.message_id, as_sent(table.house.judge, row)) for row in rows]
    ids = [message_id for message_id, _ in sent]
    tokens = [re.findall(rb"\nReply-To: .*?\+([a-z2-7]{24})@", raw)[0] for _, raw in sent if raw is not None]
    for numbers in (ids, tokens):
        assert len(set(numbers)) == len(numbers) >= LETTERS
        rises = sum(one < other for one, other in pairwise(numbers))
        expected, deviation = (len(numbers) - 1) / 2, ((len(numbers) + 1) / 12) ** 0.5
        assert abs(rises - expected) < 5 * deviation


def test_no_two_readers_see_by_the_order_of_their_letters_who_was_left_out(table: Seven) -> None:
    """The attack: England and Germany, whose letters always follow each other's but for that to France, compare."""
    orders = set()
    for _ in range(8):
        table.tell("FRANCE", "PRESS GREY TO ALL: in which order?")
        last = max(table.house.every(select(OutboundRow.id)))
        table.house.pass_time(minutes=15)
        with table.house.judge.db.reading() as session:
            query = select(OutboundRow.recipient).where(OutboundRow.id > last, OutboundRow.purpose == "press")
            orders.add(tuple(session.execute(query.order_by(OutboundRow.id)).scalars()))
    assert len(orders) >= 7  # of 5,040 orders: two of them are alike once in 180 times, by chance


INVISIBLE = "Bon\u00adjour\u00a0! \u200bWe meet\u202f: in Tyrolia.\ufeff \t"


def test_nothing_invisible_of_a_mail_program_goes_along_with_what_no_seat_signs(table: Seven) -> None:
    """The attack: one program leaves narrow blanks, marks of no width or blanks at the ends of lines."""
    table.tell(
        "FRANCE", f"PRESS GREY TO ITALY\n{INVISIBLE}\nNext \u00a0\nEND PRESS\nPRESS LATER GREY TO ITALY: {INVISIBLE}"
    )
    table.house.pass_time(minutes=15)
    body = press_to(table.players["ITALY"], "jour").message.get_body(("plain",))
    assert body is not None
    text = body.get_content()
    assert "\n  Bonjour ! We meet : in Tyrolia.\n  Next\n" in text.replace("\r\n", "\n")


def test_who_blocks_a_seat_does_not_learn_by_what_still_comes_whose_pseudonym_it_is(table: Seven) -> None:
    table.tell("ITALY", "BLOCK FRANCE")
    table.tell("FRANCE", "PRESS AS Nightingale TO ITALY: still here")
    table.house.pass_time(minutes=15)
    assert press_to(table.players["ITALY"], "still here").subject == "[oslo] Press from Nightingale"


def test_the_answer_to_press_to_a_pseudonym_is_the_same_whoever_is_behind_it(table: Seven) -> None:
    table.tell("TURKEY", "PSEUDONYM Blackbird")
    said = []
    for name in ("NIGHTINGALE", "BLACKBIRD"):
        reply = unquoted(table.tell("ITALY", f"PRESS TO {name}, FRANCE: are you there?"))
        said.append(reply.upper().replace(name, "NAME"))
    assert said[0] == said[1]


def test_a_successor_is_not_told_which_pseudonym_the_seat_wrote_under(house: House) -> None:
    """The attack: to take over a seat of a game that hands its press on, and to read what came for a pseudonym."""
    table = seven(house, *OPTIONS, "inherit yes")
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    for to in ("NIGHTINGALE", "NIGHTINGALE, ITALY", "FRANCE", "ENGLAND, FRANCE", "ALL", "ALL BUT ITALY"):
        table.tell("TURKEY", f"PRESS TO {to}: this is to {to.lower()}")
    table.tell("FRANCE", "RESIGN")
    successor = house.registered("Fiona")
    house.tell(successor, "TAKEOVER oslo AS FRANCE")
    (book,) = (mail for mail in successor.inbox() if "Letter Book" in mail.subject)
    assert "nightingale" not in book.text.lower()
    said = [line.strip() for line in book.text.splitlines() if "this is to " in line]
    assert said == ["this is to france", "this is to england, france", "this is to all", "this is to all but italy"]


def spoken(house: House, to: str) -> bytes:
    with smtplib.SMTP(*house.server, timeout=120) as smtp:
        smtp.ehlo("elsewhere.org")
        smtp.mail("spy@elsewhere.org")
        code, text = smtp.rcpt(to)
    return b"%d %s" % (code, text)


def test_the_listener_says_the_same_to_every_address_to_answer_to(table: Seven) -> None:
    """The attack: to ask for addresses until one is somebody's, or to see which still count."""
    own = table.results("FRANCE").reply_to
    other = table.results("ITALY").reply_to
    invented = own.replace(own.partition("+")[2][:24], "a" * 24)
    table.tell("FRANCE", "RESIGN")
    assert len({spoken(table.house, to) for to in (own, other, invented, "judge@judge.localhost")}) == 1


def test_the_listener_offers_no_reports_of_delivery(house: House) -> None:
    """The attack: to have the judge report what becomes of a mail, and when it is read."""
    with smtplib.SMTP(*house.server, timeout=120) as smtp:
        smtp.ehlo("elsewhere.org")
        assert "dsn" not in smtp.esmtp_features
        smtp.mail("spy@elsewhere.org")
        assert smtp.rcpt("judge@judge.localhost", ["NOTIFY=SUCCESS"])[0] // 100 == 5


def test_what_is_free_on_the_disk_is_told_in_steps_that_no_mail_makes(house: House) -> None:
    (line,) = (each for each in metrics(house.judge).decode().splitlines() if each.startswith("judge_disk_free_bytes "))
    assert int(float(line.split()[1])) % DISK_STEP == 0
    assert house.judge.settings.max_size < DISK_STEP


def test_numbers_for_prometheus_do_not_change_as_somebody_writes(house: House) -> None:
    """The attack: to read the metrics each second, and to see by a mail that waits that one has come."""
    table = seven(house)
    before = _moving(house)
    table.players["FRANCE"].write("SHOW")
    house.clock.advance(timedelta(seconds=20))  # unread
    assert _moving(house) == before
    house.clerk.work_off()
    assert _moving(house) == before  # the reply is queued now
    house.settle()
    assert _moving(house) == before
    table.players["FRANCE"].write("SHOW")
    house.clock.advance(timedelta(minutes=6))
    assert _moving(house) != before  # the host learns of what is stuck


def _moving(house: House) -> list[str]:
    lines = metrics(house.judge).decode().splitlines()
    return [line for line in lines if line.startswith(("judge_inbound", "judge_outbound"))]


def test_nobody_sees_in_a_match_under_aliases_that_somebody_has_written(house: House, tmp_path: Path) -> None:
    """Neither players nor the GameMaster, the world or whoever reads the metrics: all is the same to the octet."""
    match = Crew(house, FOUR, "aliases RED BLUE GREEN BLACK")
    reader, *writers = match.players.values()

    def looked(number: int) -> tuple[object, ...]:
        asked = [unquoted(match.house.tell(reader, "GAME hoard\nSTATUS\nSUMMARY\nLIST"))]
        asked.append(unquoted(match.house.tell(match.master, "GAME hoard\nSTATUS\nAUDIT")))
        pages = exported(match.house, tmp_path / f"pages{number}")
        return asked, pages, _moving(match.house), [len(each.inbox()) for each in writers]

    before = looked(0)
    for number, who in enumerate(writers, 1):
        letter = who.last(lambda mail: mail.subject.startswith("[hoard]"))
        assert "is on file." in match.house.tell(who, sheet_below(letter), to=letter).text
        before[-1][writers.index(who)] += 1  # type: ignore[index]
        assert looked(number) == before


@pytest.mark.parametrize(
    ("system", "option", "sheet"),
    [("diplomacy", "blind yes", "A PAR - BUR\nA MAR H\nF BRE H"), ("payola", "variant tincup", "3 : A PAR - BUR")],
)
def test_nobody_sees_in_a_blind_game_that_somebody_has_written(
    house: House, tmp_path: Path, system: str, option: str, sheet: str
) -> None:
    table = seven(house, option, "nmr default", system=system)

    def looked(number: int) -> tuple[object, ...]:
        asked = [unquoted(table.tell("ITALY", "GAME oslo\nSTATUS\nSUMMARY\nLIST"))]
        asked.append(unquoted(house.tell(table.master, "GAME oslo\nAUDIT")))
        letters = [len(who.inbox()) for role, who in table.players.items() if role not in ("FRANCE", "ITALY")]
        return asked, exported(house, tmp_path / f"pages{number}"), _moving(house), letters

    before = looked(0)
    assert "is on file." in table.tell("FRANCE", sheet).text
    assert looked(1) == before
