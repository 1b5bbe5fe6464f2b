"""The button that mail programs show for List-Unsubscribe ends letters that nobody has to have."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from email.message import EmailMessage
from urllib.parse import parse_qs, urlsplit

from sqlalchemy import select

from judge.store.tables import Observer, Player
from judge.testing.correspondent import Correspondent, Received
from tests.stories.test_practice import begun, newest
from tests.support.flat import flat
from tests.support.house import House, Opening, put
from tests.support.served import served
from tests.support.table_of_seven import Seven, seven
from tests.support.troubles import write_all


def button(letter: Received) -> str:
    """What the field names; empty where there is none."""
    return str(letter.message["List-Unsubscribe"] or "").partition(",")[0].strip("<>")


def press_button(house: House, who: Correspondent, letter: Received) -> Received:
    """As a mail program does it: a new mail, by the address, subject and body of the field. Return the answer."""
    where = urlsplit(button(letter))
    asked = parse_qs(where.query)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = who.address, where.path, asked["subject"][0]
    mail["Message-ID"] = "<unsubscribe@example.org>"
    mail.set_content(asked["body"][0])
    put(house, mail.as_bytes(), mail_from=who.address, to=where.path)
    return who.last(lambda answer: str(answer.message["In-Reply-To"]) == "<unsubscribe@example.org>")


def test_an_observer_leaves_by_the_button(table: Seven) -> None:
    olga = table.house.registered("Olga")
    reply = table.house.tell(olga, "OBSERVE oslo")
    assert button(reply) == "", "an answer is no list"
    table.direct("BROADCAST\nHello\nEND BROADCAST")
    letter = olga.last()
    assert letter.reply_to.partition("<")[2].strip(">") in button(letter), "its reply address proves who leaves"
    answer = press_button(table.house, olga, letter)
    assert "OBSERVE oslo STOP" in answer.text
    assert "PROBLEM" not in flat(answer)
    before = len(olga.inbox())
    table.direct("BROADCAST\nAgain\nEND BROADCAST")
    assert len(olga.inbox()) == before


def test_an_issue_of_the_newspaper_has_the_button_for_observers_alone(table: Seven) -> None:
    olga = table.house.registered("Olga")
    table.house.tell(olga, "OBSERVE oslo")
    table.tell("FRANCE", "ARTICLE\nSpring is here.\nEND ARTICLE")
    write_all(table)
    table.house.pass_time(minutes=1)
    table.direct("PROCESS S1901M")
    issues = [who.last(lambda mail: "The newspaper of" in mail.subject) for who in (olga, table.players["ITALY"])]
    assert [bool(button(issue)) for issue in issues] == [True, False]
    assert "OBSERVE oslo STOP" in press_button(table.house, olga, issues[0]).text


def test_a_practice_game_ends_by_the_button(house: House) -> None:
    stella, name = begun(house)
    answer = press_button(house, stella, newest(stella))
    assert "PRACTICE STOP" in answer.text
    assert answer.code, "the end of a game takes more than one proof"
    assert f"{name} has ended" in flat(house.tell(stella, f"CONFIRM {answer.code}", to=answer, key=False))


def test_the_weekly_news_end_by_the_button(house: House) -> None:
    ann = house.registered("Ann")
    house.tell(ann, "PROFILE NEWS WEEKLY")
    house.tell(house.registered("Bob"), "SEAT ME payola")
    house.pass_time(days=8)
    answer = press_button(house, ann, ann.last(lambda mail: "Tables that wait" in mail.subject))
    assert "You get no weekly news." in flat(answer)
    assert house.one(select(Player.news_at).where(Player.name == "Ann")) is None


def test_who_plays_or_directs_has_no_such_button(table: Seven) -> None:
    table.direct("BROADCAST\nHello\nEND BROADCAST")
    for who in (*table.players.values(), table.master):
        assert all(button(letter) == "" for letter in who.inbox())


def test_words_of_a_letter_get_no_token_of_its_reply_address(table: Seven) -> None:
    olga = table.house.registered("Olga")
    table.house.tell(olga, "OBSERVE oslo")
    trap = f"List-Unsubscribe: <mailto:judge+{'0' * 24}@judge.localhost>"
    table.direct(f"BROADCAST\n{trap}\nEND BROADCAST")
    assert "0" * 24 in olga.last().text


def _posted(base: str, path: str, method: str = "POST") -> int:
    request = urllib.request.Request(f"{base}/{path}", b"List-Unsubscribe=One-Click", method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as error:
        return error.code


def _observers(house: House) -> list[str]:
    return [str(name) for name in house.every(select(Player.name).join(Observer, Observer.player_id == Player.id))]


def test_one_click_ends_observing_where_pages_are_served(opened: Opening) -> None:
    house = opened(web_listen="127.0.0.1:0", web_base="https://judge.example/")
    table = seven(house)
    olga = house.registered("Olga")
    house.tell(olga, "OBSERVE oslo")
    table.direct("BROADCAST\nHello\nEND BROADCAST")
    letter = olga.last()
    (page,) = re.findall(r"<https://judge\.example/(leave/[a-z2-7]{24})>", str(letter.message["List-Unsubscribe"]))
    assert letter.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    token = letter.reply_to.partition("+")[2].partition("@")[0]
    assert page != f"leave/{token}", "it opens nothing else"
    with served(house.judge) as base:
        for wrong in (f"leave/{'a' * 24}", "leave/x", f"leave/{token}"):
            assert _posted(base, wrong) == 404
        assert _posted(base, page, "GET") == 404, "whoever looks where a link leads ends nothing"
        assert _observers(house) == ["Olga"]
        assert _posted(base, page) == 200
        assert _observers(house) == []
        assert _posted(base, page) == 200, "again, and nothing happens"
    assert not any(each.message["List-Unsubscribe-Post"] for who in table.players.values() for each in who.inbox())


def test_one_click_ends_the_weekly_news(opened: Opening) -> None:
    house = opened(web_listen="127.0.0.1:0", web_base="https://judge.example/")
    ann = house.registered("Ann")
    house.tell(ann, "PROFILE NEWS WEEKLY")
    house.tell(house.registered("Bob"), "SEAT ME payola")
    house.pass_time(days=8)
    letter = ann.last(lambda mail: "Tables that wait" in mail.subject)
    (page,) = re.findall(r"<https://judge\.example/(leave/[a-z2-7]{24})>", str(letter.message["List-Unsubscribe"]))
    with served(house.judge) as base:
        assert _posted(base, page) == 200
    assert house.one(select(Player.news_at).where(Player.name == "Ann")) is None


def test_no_page_is_named_where_none_is_served(opened: Opening) -> None:
    house = opened(web_base="https://judge.example/")
    table = seven(house)
    olga = house.registered("Olga")
    house.tell(olga, "OBSERVE oslo")
    table.direct("BROADCAST\nHello\nEND BROADCAST")
    assert button(olga.last())
    assert olga.last().message["List-Unsubscribe-Post"] is None
    assert "https" not in str(olga.last().message["List-Unsubscribe"])
