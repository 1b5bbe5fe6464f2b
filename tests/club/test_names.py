"""PROFILE PUBLIC: the pages name players who want it, and nobody else."""

from __future__ import annotations

import re

import pytest

from judge.club import people
from judge.hosting import personal_data
from judge.web.pages import Site
from tests.support.flat import flat
from tests.support.house import House, any_house
from tests.support.table_of_seven import Seven, seven

house = any_house


def _page(house: House, path: str = "games/oslo/index.html") -> str:
    with house.judge.db.reading() as session:
        found = Site(house.judge, "https://judge.example.org/").get(session, path)
    assert found is not None
    return found.content.decode()


def _drawn(table: Seven) -> None:
    for role in table.players:
        table.tell(role, "DRAW")
    assert table.game().status == "ended"


def test_nobody_is_named_who_has_not_agreed(house: House) -> None:
    table = seven(house, system="diplomacy")
    assert "the pages do not name you" in table.tell("FRANCE", "PROFILE").text
    running = _page(house)
    _drawn(table)
    assert not any(name in page for page in (running, _page(house)) for name in ("Fleur", "Anna", "Italo"))


def test_who_agrees_is_named_beside_their_seat_and_as_a_winner_until_they_take_it_back(house: House) -> None:
    table = seven(house, system="diplomacy")
    told = " ".join(table.tell("FRANCE", "PROFILE PUBLIC YES AS Fleur de Lys").text.split())
    assert "The public pages call you Fleur de Lys" in told
    table.tell("ITALY", "PROFILE PUBLIC yes")
    assert "Fleur de Lys" in _page(house)
    _drawn(table)
    ended = _page(house)
    assert "Played by Fleur de Lys (France), Italo (Italy)." in re.sub("<a [^>]*>|</a>", "", ended)
    assert "Anna" not in ended
    table.tell("FRANCE", "PROFILE PUBLIC NO")
    assert "Fleur" not in _page(house)


def test_no_page_of_a_running_game_that_hides_who_plays_names_anybody(house: House) -> None:
    people = house.gathered("Manus", "Anna", "Bob", "Carl", "Dora")
    house.tell(people["Manus"], "CREATE pirates oslo\nplayers 4\naliases RED, BLUE, GREEN, PINK")
    for name in ("Anna", "Bob", "Carl", "Dora"):
        house.tell(people[name], f"PROFILE PUBLIC YES AS {name} of York\nJOIN oslo")
    house.tell(people["Manus"], "GAME oslo\nSTART")
    assert "of York" not in _page(house)
    house.tell(people["Manus"], "GAME oslo\nEND GAME")
    assert "Bob of York" in _page(house)


def test_the_end_names_players_whom_the_game_hid_only_as_they_want_it(house: House) -> None:
    people = house.gathered("Manus", "Anna", "Bob", "Carl", "Dora")
    house.tell(people["Manus"], "CREATE pirates oslo\nplayers 4\naliases RED, BLUE, GREEN, PINK")
    for name in ("Anna", "Bob", "Carl", "Dora"):
        house.tell(people[name], "PROFILE PUBLIC YES AS Bob of York\nJOIN oslo" if name == "Bob" else "JOIN oslo")
    house.tell(people["Manus"], "GAME oslo\nSTART")
    house.tell(people["Manus"], "GAME oslo\nEND GAME")
    told = people["Anna"].last(lambda mail: "is over" in mail.subject).text
    assert "WHO PLAYED" in told
    assert "Bob of York" in told
    assert not any(name in told for name in ("Carl", "Dora"))


def test_the_end_names_those_who_knew_each_other_and_the_next_games(house: House) -> None:
    table = seven(house, system="diplomacy")
    house.tell(table.master, "CREATE payola bergen\nEND CREATE")
    _drawn(table)
    told = table.players["FRANCE"].last(lambda mail: "is over" in mail.subject).text
    assert "France   Fleur (you)" in told
    assert "Italy    Italo" in told
    assert "JOIN bergen  Payola Diplomacy: 7 players are wanted" in told


@pytest.mark.parametrize("name", ["GameMaster", "Fleur", "F1eur", "FLEUR", "Moderator", "."])
def test_nobody_is_called_as_somebody_else_is(house: House, name: str) -> None:
    people = house.gathered("Fleur", "Ann")
    house.tell(people["Fleur"], "PROFILE PUBLIC YES")
    told = house.tell(people["Ann"], f"PROFILE PUBLIC YES AS {name}").text
    assert "PROBLEM" in told, told


def test_nobody_is_called_as_somebody_at_their_tables_or_as_a_gamemaster_is(house: House) -> None:
    table = seven(house, system="diplomacy")
    house.registered("Zoe")
    for name in ("Italo", "1talo", "manus"):
        assert "PROBLEM" in table.tell("FRANCE", f"PROFILE PUBLIC YES AS {name}").text, name
    assert "The pages do not" not in table.tell("FRANCE", "PROFILE PUBLIC YES AS Zoe").text
    assert "call you Zoe" in table.tell("FRANCE", "PROFILE PUBLIC YES AS Zoe").text


def test_who_sits_at_a_table_that_hides_them_is_not_found_out_by_a_name(house: House) -> None:
    told = []
    people = house.gathered("Manus", "Anna", "Bob", "Carl", "Dora", "Emil")
    house.tell(people["Manus"], "CREATE pirates oslo\nplayers 4\naliases RED, BLUE, GREEN, PINK")
    for name in ("Anna", "Bob", "Carl", "Dora"):
        house.tell(people[name], "JOIN oslo")
    for start in ("STATUS", "START"):
        house.tell(people["Manus"], f"GAME oslo\n{start}")
        told += [house.tell(people["Anna"], f"PROFILE PUBLIC YES AS {name}").text for name in ("Bob", "Emil")]
    assert all("The public pages call you" in " ".join(text.split()) for text in told)


def _person(house: House, name: str) -> str | None:
    with house.judge.db.reading() as session:
        site = Site(house.judge, "https://judge.example.org/")
        assert (people.page_of(name) in site.paths(session)) is (site.get(session, people.page_of(name)) is not None)
        found = site.get(session, people.page_of(name))
    return found.content.decode() if found is not None else None


def test_who_wants_it_has_a_page_with_their_games_and_results(house: House) -> None:
    table = seven(house, system="diplomacy")
    table.tell("FRANCE", "PROFILE PUBLIC YES AS Fleur de Lys")
    page = _person(house, "Fleur de Lys")
    assert page is not None
    assert re.search(r'Running.*games/oslo/index.html">oslo.*<td>France</td>', page, re.DOTALL)
    assert "Finished" not in page
    assert "it does not prove who they are" in page
    _drawn(table)
    page = _person(house, "Fleur de Lys")
    assert page is not None
    assert "Running" not in page
    assert re.search(r"<td>France</td><td>One of 7 winners<br>", page)
    assert f'<a href="../../{people.page_of("Fleur de Lys")}">Fleur de Lys</a>' in _page(house)
    table.tell("FRANCE", "PROFILE PUBLIC YES AS Lily")
    assert _person(house, "Fleur de Lys") is None
    assert "games/oslo/index.html" in str(_person(house, "Lily"))
    table.tell("FRANCE", "PROFILE PUBLIC NO")
    assert _person(house, "Lily") is None


def test_nobody_has_a_page_who_has_not_agreed_or_is_forgotten(house: House) -> None:
    table = seven(house, system="diplomacy")
    table.tell("FRANCE", "PROFILE PUBLIC YES")
    _drawn(table)
    assert _person(house, "Italo") is None
    assert _person(house, "Fleur") is not None
    address = table.players["FRANCE"].address
    house.judge.db.write(lambda session: personal_data.forget(session, address, house.clock.now(), house.judge.secret))
    assert _person(house, "Fleur") is None
    assert _person(house, "") is None


def test_a_page_tells_of_no_running_game_that_hides_who_plays_or_is_private(house: House) -> None:
    people = house.gathered("Manus", "Anna", "Bob", "Carl", "Dora")
    told = []
    for name, options in (("oslo", "aliases RED, BLUE, GREEN, PINK"), ("bergen", "word sesame")):
        house.tell(people["Manus"], f"CREATE pirates {name}\nplayers 4\n{options}")
        for each in ("Anna", "Bob", "Carl", "Dora"):
            house.tell(people[each], f"PROFILE PUBLIC YES AS {each} of York\nJOIN {name} WITH sesame")
        assert "has started" in house.tell(people["Manus"], f"GAME {name}\nSTART").text
        told.append(_person(house, "Anna of York"))
        assert name not in str(told[-1])
        house.tell(people["Manus"], f"GAME {name}\nEND GAME")
        assert name in str(_person(house, "Anna of York"))


def test_what_a_name_holds_stays_words(house: House) -> None:
    table = seven(house, system="diplomacy")
    table.tell("FRANCE", "PROFILE PUBLIC YES AS Fleur & lt")
    for page in (_page(house), str(_person(house, "Fleur & lt"))):
        assert "Fleur &amp; lt" in page


def test_whoever_is_forgotten_is_named_nowhere(house: House) -> None:
    table = seven(house, system="diplomacy")
    table.tell("FRANCE", "PROFILE PUBLIC YES AS Fleur de Lys")
    _drawn(table)
    address = table.players["FRANCE"].address
    house.judge.db.write(lambda session: personal_data.forget(session, address, house.clock.now(), house.judge.secret))
    assert "Fleur" not in _page(house)


@pytest.mark.parametrize(
    ("create", "enter", "told"),
    [
        ("CREATE pirates oslo\nplayers 4", "JOIN oslo", True),
        ("CREATE exchange oslo", "JOIN oslo", True),
        ("CREATE TOURNAMENT oslo\ntables exchange 3d", "JOIN oslo", True),
        ("", "SEAT ME exchange 3d", True),
        ("CREATE pirates oslo\nplayers 4\naliases RED BLUE", "JOIN oslo", False),
        ("CREATE pirates oslo\nplayers 4\nobservers no", "JOIN oslo", False),
        ("CREATE payola oslo", "JOIN oslo", False),
    ],
)
def test_whoever_joins_is_told_where_the_pages_show_their_name_as_that_of_a_seat(
    house: House, create: str, enter: str, told: bool
) -> None:
    who = house.gathered("Manus", "Anna")
    if create:
        house.tell(who["Manus"], create)
    assert ("Your seat will bear your name, also on the public pages." in flat(house.tell(who["Anna"], enter))) is told
