"""What no seat signs shows by nothing who wrote it: when it goes out, in which order, and under which number."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from sqlalchemy import select, update

from judge.app import Work
from judge.play.public_record import PublicPress, public_game, rows_of
from judge.press.delivery import quarter_after, quarter_before, send_due, send_veiled
from judge.store.tables import Dispatch, Game, OutboundRow
from judge.testing.correspondent import Correspondent, Received
from judge.web.pages import Site
from tests.support.house import House, open_house
from tests.support.statements import listening
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import write_all

AT_ONCE = ("press choice", "pseudonyms yes", "nmr default")


def seated(house: House, *options: str) -> Seven:
    """A table at which France writes as Nightingale too, two minutes past a quarter."""
    table = seven(house, *AT_ONCE, *options)
    table.tell("FRANCE", "PSEUDONYM Nightingale")
    now = house.clock.now()
    house.clock.advance(quarter_after(now) - now + timedelta(minutes=2))
    return table


def heard(who: Correspondent, words: str) -> list[Received]:
    return [mail for mail in who.inbox() if "Press from" in mail.subject and words in mail.text]


def a_minute_before_the_end(table: Seven) -> None:
    """The phase is due seven minutes past a quarter, and it is six."""
    table.direct("EXTEND 67 minutes")
    here = table.here()
    assert here.row.deadline - quarter_before(here.row.deadline) == timedelta(minutes=7)
    table.house.clock.advance(here.row.deadline - table.house.clock.now() - timedelta(minutes=1))


def on_pages(table: Seven) -> list[PublicPress]:
    with table.house.judge.db.reading() as session:
        rows = rows_of(session, table.name)
        assert rows is not None
        return list(public_game(session, rows).press)


def veiled(house: House) -> list[Dispatch]:
    return house.every(select(Dispatch).where(Dispatch.status == "veiled"))


@pytest.mark.parametrize(
    ("at", "before", "after"), [("12:00:00", 0, 15), ("12:14:59", 0, 15), ("12:15:00", 15, 30), ("12:59:59", 45, 60)]
)
def test_a_quarter_is_a_full_one_and_the_next_is_yet_to_come(at: str, before: int, after: int) -> None:
    noon = datetime(2026, 3, 2, 12, tzinfo=UTC)
    instant = datetime.fromisoformat(f"2026-03-02T{at}+00:00")
    assert quarter_before(instant) == noon + timedelta(minutes=before)
    assert quarter_after(instant) == noon + timedelta(minutes=after)


THREE = "\n".join(
    f"PRESS {way}TO ALL\n{words}\nEND PRESS"
    for way, words in (("", "signed"), ("AS Nightingale ", "masked"), ("GREY ", "bare"))
)


def test_one_mail_of_signed_masked_and_unsigned_press_shows_one_instant_of_its_own(house: House) -> None:
    """The attack: what bears one microsecond, one Date or one id on pages, feed and mails is one writer's."""
    table = seated(house)
    written = house.clock.now()
    table.tell("FRANCE", THREE)
    assert [each.text for each in on_pages(table)] == ["signed"]
    assert not heard(table.players["ITALY"], "masked")
    house.pass_time(minutes=13)
    at = {each.text: each.at for each in on_pages(table)}
    assert at == {"signed": written, "masked": quarter_after(written), "bare": quarter_after(written)}
    dates = {words: parsedate_to_datetime(str(heard(table.players["ITALY"], words)[0].message["Date"])) for words in at}
    assert dates == {words: each.replace(microsecond=0) for words, each in at.items()}
    with house.judge.db.reading() as session:
        rows = session.execute(select(OutboundRow.made_at).where(OutboundRow.purpose == "press")).scalars().all()
        assert set(rows) == {written, quarter_after(written)}
        feed = Site(house.judge).get(session, "games/oslo/feed.xml")
    assert feed is not None
    ids = re.findall(rb"<id>([^<]*)</id>", feed.content)
    assert len(ids) == len(set(ids))
    stamp = f"{quarter_after(written):%Y%m%dT%H%M%S%f}".encode()
    assert sorted(each.partition(b"#")[2] for each in ids if stamp in each) == [stamp, stamp + b"-2"]


def test_press_of_several_writers_goes_out_together_at_the_quarter_and_not_before(house: House) -> None:
    table = seated(house)
    table.tell("FRANCE", "PRESS AS Nightingale TO ITALY: first")
    house.pass_time(minutes=12)
    table.tell("TURKEY", "PRESS GREY TO ITALY: second")
    assert not heard(table.players["ITALY"], "")
    house.pass_time(minutes=1)
    (one,), (other,) = (heard(table.players["ITALY"], words) for words in ("first", "second"))
    assert one.message["Date"] == other.message["Date"]
    assert not veiled(house)


def test_whoever_writes_is_told_when_it_goes_out(house: House) -> None:
    table = seated(house)
    house.tell(table.players["FRANCE"], "PROFILE ZONE Europe/Berlin")
    reply = " ".join(table.tell("FRANCE", "PRESS AS Nightingale TO ITALY: soon").text.split())
    due = quarter_after(house.clock.now()) + timedelta(hours=1)
    assert f"It goes to Italy on {due:%a} {due.day} {due:%b %Y, %H:%M} CET" in reply
    assert "or earlier if the phase ends first" in reply


def test_the_order_in_which_it_goes_out_tells_nothing(house: House) -> None:
    """Measured: of two letters written one after the other each comes first about as often."""
    table = seated(house)
    first: Counter[str] = Counter()
    lots = 80

    def unit(work: Work) -> None:
        game = work.session.execute(select(Game)).scalar_one()
        for _ in range(lots):
            for player, words in ((1, "earlier"), (2, "later")):
                work.session.add(
                    Dispatch(
                        game_id=game.id,
                        player_id=player,
                        kind="press",
                        signed="",
                        sender="FRANCE",
                        named=None,
                        reach=[],
                        text=words,
                        status="veiled",
                        made_at=work.now,
                        due_at=quarter_after(work.now),
                    )
                )
                work.session.flush()
            send_veiled(work, game)
            work.session.flush()
            out = work.session.execute(select(Dispatch).where(Dispatch.status == "out").order_by(Dispatch.id)).scalars()
            kept = out.all()
            first[kept[0].text] += 1
            for each in kept:
                work.session.delete(each)
            work.session.flush()

    house.judge.write(unit)
    assert table.name
    # Beyond 5 standard deviations: once in a million runs by chance.
    assert abs(first["earlier"] - lots / 2) < 5 * (lots / 4) ** 0.5, first


def test_it_goes_out_before_the_results_where_the_phase_ends_before_the_quarter(house: House) -> None:
    table = seated(house, "movement 72h")
    a_minute_before_the_end(table)
    table.tell("FRANCE", "PRESS AS Nightingale TO ALL: in time")
    house.pass_time(minutes=2)
    subjects = [mail.subject for mail in table.players["ITALY"].inbox()]
    letter = subjects.index("[oslo] Press from Nightingale")
    assert letter < max(place for place, subject in enumerate(subjects) if "results" in subject)
    with house.judge.db.reading() as session:
        (out,) = session.execute(select(Dispatch.out_at).where(Dispatch.text == "in time")).scalars()
        times = session.execute(select(OutboundRow.made_at).where(OutboundRow.purpose == "results")).scalars()
        assert out == max(times)
    house.pass_time(minutes=30)
    assert len(heard(table.players["ITALY"], "in time")) == 1


def test_process_and_early_adjudication_send_first_what_waits(house: House) -> None:
    table = seated(house)
    table.tell("FRANCE", "PRESS GREY TO ITALY: before the battle")
    write_all(table)
    assert not heard(table.players["ITALY"], "before the battle")
    table.direct("PROCESS S1901M")
    subjects = [mail.subject for mail in table.players["ITALY"].inbox()]
    (letter,) = (place for place, subject in enumerate(subjects) if "[oslo] Press from Anonymous" in subject)
    assert letter < next(
        place for place, subject in enumerate(subjects) if "Spring 1901" in subject and "results" in subject
    )


def test_the_end_of_a_game_sends_what_waits(house: House) -> None:
    table = seated(house)
    table.tell("FRANCE", "PRESS GREY TO ITALY: farewell")
    table.direct("END GAME We have seen enough.")
    assert len(heard(table.players["ITALY"], "farewell")) == 1
    assert not veiled(house)


def test_held_results_let_out_what_waits_as_their_phase_closes(house: House) -> None:
    table = seated(house, "results held")
    a_minute_before_the_end(table)
    table.tell("FRANCE", "PRESS GREY TO ITALY: sealed with a kiss")
    house.pass_time(minutes=2)
    assert table.now() is not None
    assert len(heard(table.players["ITALY"], "sealed with a kiss")) == 1


def test_it_goes_out_while_the_clock_of_the_game_stands_and_after_its_end(house: House) -> None:
    table = seated(house)
    table.direct("PAUSE")
    table.tell("FRANCE", "PRESS GREY TO ITALY: while we wait")
    house.pass_time(minutes=15)
    assert len(heard(table.players["ITALY"], "while we wait")) == 1
    table.direct("RESUME\nEND GAME Enough.")
    table.tell("FRANCE", "PRESS GREY TO ALL: it was me all along")
    house.pass_time(minutes=15)
    assert len(heard(table.players["ITALY"], "it was me all along")) == 1


def test_what_waited_while_the_judge_was_down_goes_out_together_with_a_quarter_as_its_time(house: House) -> None:
    table = seated(house)
    table.tell("FRANCE", "PRESS GREY TO ITALY: one")
    house.pass_time(minutes=1)
    table.tell("TURKEY", "PRESS GREY TO ITALY: two")
    house.sleep(minutes=100)
    woken = quarter_before(house.clock.now())
    for words in ("one", "two"):
        (letter,) = heard(table.players["ITALY"], words)
        assert parsedate_to_datetime(str(letter.message["Date"])) == woken


@pytest.mark.both_databases
def test_it_goes_out_once_whatever_stops_the_judge_half_way(database_url: str, tmp_path: Path) -> None:
    with open_house(database_url, tmp_path) as house:
        table = seated(house)
        table.tell("FRANCE", "PRESS GREY TO ALL: once")
        table.tell("TURKEY", "PRESS GREY TO ITALY: and for you")
        house.clock.advance(timedelta(minutes=15))
        game = table.game()

        def stopped(work: Work) -> None:
            held = work.session.execute(select(Game).where(Game.id == game.id)).scalar_one()
            assert send_veiled(work, held) == 2
            raise RuntimeError("the plug is pulled")

        with pytest.raises(RuntimeError, match="the plug is pulled"):
            house.judge.write(stopped)
        assert len(veiled(house)) == 2
        assert send_due(house.judge, game.id)
        assert not send_due(house.judge, game.id)  # another judge, or this one again
        house.settle()
        assert len(heard(table.players["ITALY"], "once")) == 1
        assert len(heard(table.players["ITALY"], "and for you")) == 1
        assert [each.text for each in on_pages(table)] == ["once"]


def test_a_game_whose_press_cannot_be_sent_keeps_no_other_waiting(house: House) -> None:
    table = seated(house)
    table.tell("FRANCE", "PRESS GREY TO ITALY: stuck")

    def garble(work: Work) -> None:
        work.session.execute(update(Dispatch).values(reach=7))

    def mend(work: Work) -> None:
        work.session.execute(update(Dispatch).values(reach=["ITALY"]))

    house.judge.write(garble)
    house.pass_time(minutes=15)
    assert len(veiled(house)) == 1
    assert "FRANCE" in table.tell("FRANCE", "SHOW").text.upper()
    house.judge.write(mend)
    house.pass_time(minutes=15)
    assert len(heard(table.players["ITALY"], "stuck")) == 1


def test_who_sits_down_in_the_writers_seat_gets_it_like_the_others(house: House) -> None:
    """The attack: whoever gets nothing of a letter to all sits where it was written."""
    table = seated(house)
    table.tell("FRANCE", "PRESS GREY TO ALL: guess")
    table.tell("FRANCE", "RESIGN")
    successor = house.registered("Fiona")
    house.tell(successor, "TAKEOVER oslo AS FRANCE")
    house.pass_time(minutes=15)
    assert len(heard(successor, "guess")) == len(heard(table.players["ITALY"], "guess")) == 1


def test_the_gamemaster_reads_articles_of_no_seat_at_the_quarter_under_numbers_by_lot(house: House) -> None:
    table = seated(house)
    table.tell("FRANCE", "ARTICLE AS Nightingale\nSpring is here.\nEND ARTICLE\nARTICLE\nSigned.\nEND ARTICLE")
    told = [mail for mail in table.master.inbox() if "may it come out?" in mail.subject]
    assert ["Signed." in mail.text for mail in told] == [True]
    house.pass_time(minutes=15)
    letter = table.master.last(lambda mail: "Spring is here." in mail.text)
    number = letter.text.partition("REFUSE ")[2].split()[0]
    table.direct(f"REFUSE {number} Too long.")
    assert "Too long." in table.players["FRANCE"].last().text


def test_the_articles_of_a_game_are_numbered_from_one_whatever_else_was_written(house: House) -> None:
    """The attack: the GameMaster counts by the numbers how much was written between two articles, and what waits."""
    table = seated(house)
    table.tell("ITALY", "PRESS LATER TO FRANCE: in the evening")
    table.tell("FRANCE", "ARTICLE AS Nightingale\nHidden.\nEND ARTICLE\nARTICLE\nFirst.\nEND ARTICLE")
    table.tell("FRANCE", "PRESS TO ALL: hello\nARTICLE\nSecond.\nEND ARTICLE")
    assert "REFUSE 1 <why>" in table.master.last(lambda mail: "First." in mail.text).text
    assert "REFUSE 2 <why>" in table.master.last(lambda mail: "Second." in mail.text).text
    assert "No article 3 waits for the next issue." in table.direct("REFUSE 3 no").text
    house.pass_time(minutes=15)
    assert "REFUSE 3 <why>" in table.master.last(lambda mail: "Hidden." in mail.text).text
    table.direct("REFUSE 2 no")
    table.tell("ITALY", "ARTICLE\nFourth.\nEND ARTICLE")
    assert table.master.last(lambda mail: "Fourth." in mail.text).subject.endswith(
        "Article 4, by Italy: may it come out?"
    )
    assert "No article 2 waits for the next issue." in table.direct("REFUSE 2 again").text
    a_minute_before_the_end(table)
    table.tell("FRANCE", "ARTICLE UNSIGNED\nUnread.\nEND ARTICLE")
    house.pass_time(minutes=2)
    paper = table.players["ITALY"].last(lambda mail: "The newspaper of" in mail.subject).text
    assert ["First." in paper, "Second." in paper, "Unread." in paper] == [True, False, True]
    table.tell("ITALY", "ARTICLE\nNext.\nEND ARTICLE")
    assert "REFUSE 5 <why>" in table.master.last(lambda mail: "Next." in mail.text).text


def test_an_article_of_no_seat_comes_out_though_the_phase_ends_before_the_gamemaster_has_read_it(house: House) -> None:
    table = seated(house)
    a_minute_before_the_end(table)
    table.tell("FRANCE", "ARTICLE UNSIGNED\nJust in time.\nEND ARTICLE")
    house.pass_time(minutes=2)
    assert "Just in time." in table.players["ITALY"].last(lambda mail: "The newspaper of" in mail.subject).text
    assert not [mail for mail in table.master.inbox() if "may it come out?" in mail.subject]


def test_what_no_seat_signs_comes_behind_signed_press_that_waits_for_the_results(house: House) -> None:
    table = seated(house)
    table.tell("FRANCE", "PRESS LATER GREY TO ALL: behind")
    table.tell("TURKEY", "PRESS LATER TO ALL: in front")
    write_all(table)
    house.pass_time(hours=73)
    assert [each.text for each in on_pages(table)] == ["in front", "behind"]


def test_private_press_that_no_seat_signs_is_kept_under_nobodys_name_once_it_is_sent(house: House) -> None:
    table = seated(house)
    table.tell("FRANCE", "PRESS GREY TO ITALY: burn this")
    house.pass_time(minutes=15)
    assert heard(table.players["ITALY"], "burn this")
    assert house.every(select(Dispatch)) == []


def test_who_blocks_what_nobody_signs_does_not_get_it_at_the_quarter_either(house: House) -> None:
    table = seated(house)
    table.tell("ITALY", "BLOCK ANONYMOUS")
    assert "It goes to Italy" in table.tell("FRANCE", "PRESS GREY TO ITALY: psst").text
    house.pass_time(minutes=15)
    assert not heard(table.players["ITALY"], "psst")


def test_a_game_that_has_moved_to_another_judge_sends_nothing_here(house: House) -> None:
    table = seated(house)
    table.tell("FRANCE", "PRESS GREY TO ITALY: over there")
    for status, letters in (("moved", 0), ("active", 1)):
        with house.judge.db.writing() as session:
            session.execute(update(Game).values(status=status))
        house.pass_time(minutes=15)
        assert len(heard(table.players["ITALY"], "over there")) == letters


def test_whom_a_hidden_name_means_is_looked_up_once_as_press_goes_out(house: House) -> None:
    table = seated(house)
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        asked.extend(re.findall(r"FROM (pseudonyms)\b", statement))

    table.tell("ITALY", "PRESS GREY TO NIGHTINGALE: psst")
    with listening(house.judge.db, before_cursor_execute=note):
        house.pass_time(minutes=15)
    assert len(heard(table.players["FRANCE"], "psst")) == 1
    assert asked.count("pseudonyms") == 1
