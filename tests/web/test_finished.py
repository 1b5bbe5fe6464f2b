"""The pages of finished games: made once by the daemon, written by every export, never another's than they would be."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from judge.app import Work
from judge.archive.document import read_archive
from judge.hosting import personal_data
from judge.identity.trust import player_at
from judge.maps.draw import draw
from judge.maps.units import Stands
from judge.play.transfer import import_archive
from judge.rules.drawing import Picture
from judge.store.engine import Database
from judge.store.tables import EventRow, FinishedRow, Game
from judge.web import game_pages
from judge.web.export import export
from judge.web.page_cache import Finisher, are_wanted, keep, made
from judge.web.pages import Site, sources
from tests.archive.played import other_game, short_game
from tests.durability.served import Host, Served
from tests.support.bots import gambles
from tests.support.house import DAY_ONE, House, open_house
from tests.support.table_of_seven import PLAYERS, Seven

BASE = "https://judge.example.org/"
ANOTHER = other_game(1)


@pytest.fixture
def house(sqlite_url: str, tmp_path: Path) -> Iterator[House]:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000, web_base=BASE) as house:
        yield house


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Picture]:
    """Every map that is drawn from now on."""
    found: list[Picture] = []

    def noted(picture: Picture, stands: Stands) -> str:
        found.append(picture)
        return draw(picture, stands)

    monkeypatch.setattr(game_pages, "draw", noted)
    return found


def _over(house: House, name: str, text: str = "") -> None:
    """A finished game of this name is taken in."""
    archive = read_archive(text or short_game())
    house.judge.write(lambda work: import_archive(Work(house.judge, work.session, DAY_ONE), archive, name).name)


def _files(house: House, folder: Path) -> dict[str, bytes]:
    export(Site(house.judge, BASE), folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _kept(house: House) -> list[str]:
    """The games whose pages are kept."""
    with house.judge.db.reading() as session:
        games = select(Game.name).join(FinishedRow, FinishedRow.game_id == Game.id)
        return sorted(session.execute(games).scalars())


def test_an_export_draws_nothing_of_a_game_whose_pages_were_made_as_it_ended(
    house: House, tmp_path: Path, drawn: list[Picture]
) -> None:
    _over(house, "oslo")
    _over(house, "bergen", ANOTHER)
    before = _files(house, tmp_path / "before")
    assert Finisher(house.judge).finish() == 2
    drawn.clear()
    assert _files(house, tmp_path / "after") == before
    assert drawn == []
    assert Finisher(house.judge).finish() == 0, "what was made stays as it is"


def test_a_game_that_runs_is_left_to_the_export(house: House, table: Seven, tmp_path: Path) -> None:
    table.play_phase({role: gambles(random.Random(1)) for role in PLAYERS})
    assert Finisher(house.judge).finish() == 0
    for role in PLAYERS:
        table.tell(role, "DRAW")
    assert table.game().status == "ended"
    assert Finisher(house.judge).finish() == 1
    assert _kept(house) == ["oslo"]


def test_nobody_s_game_for_practice_is_among_them(house: House) -> None:
    _over(house, "oslo")
    house.judge.db.write(lambda session: session.execute(update(Game).values(practice=True)))
    assert Finisher(house.judge).finish() == 0


def test_what_has_changed_in_a_finished_game_since_is_never_hidden_by_the_pages_of_before(
    house: House, tmp_path: Path
) -> None:
    _over(house, "oslo")
    Finisher(house.judge).finish()
    changed = update(Game).values(title="The end of silver", version=Game.version + 1)
    house.judge.db.write(lambda session: session.execute(changed))
    now = _files(house, tmp_path / "www")
    assert b"The end of silver" in now["games/oslo/index.html"]
    assert Finisher(house.judge).finish() == 1
    assert _files(house, tmp_path / "fresh") == now


@pytest.mark.parametrize(
    "name", ["corners.txt", "terrain.txt", "plague.json", "page_cache.py", "index.html.j2", "pages.md"]
)
def test_pages_are_another_edition_where_any_file_has_changed_that_they_are_made_of(name: str) -> None:
    assert name in {path.name for path in sources()}


@pytest.mark.both_databases
def test_pages_made_by_another_version_of_the_judge_are_made_anew(
    database_url: str, tmp_path: Path, drawn: list[Picture]
) -> None:
    with open_house(database_url, tmp_path, web_base=BASE) as house:
        _over(house, "oslo")
        Finisher(house.judge).finish()
        house.judge.db.write(lambda session: session.execute(update(FinishedRow).values(edition="of before")))
        drawn.clear()
        _files(house, tmp_path / "www")
        assert drawn
        assert Finisher(house.judge).finish() == 1
        assert _kept(house) == ["oslo"]


def test_a_finished_game_that_cannot_be_shown_keeps_no_other_from_being_made(house: House) -> None:
    _over(house, "oslo")
    _over(house, "bergen", ANOTHER)
    broken = update(EventRow).where(EventRow.game_id == select(Game.id).where(Game.name == "oslo").scalar_subquery())
    house.judge.db.write(lambda session: session.execute(broken.values(data={})))
    finisher = Finisher(house.judge)
    assert finisher.finish() == 1
    assert _kept(house) == ["bergen"]
    assert finisher.finish() == 0


def test_a_forgotten_person_stands_in_no_kept_page(house: House, table: Seven, tmp_path: Path) -> None:
    for role in PLAYERS:
        table.tell(role, "DRAW")
    assert Finisher(house.judge).finish() == 1
    master = table.master
    assert master.name.encode() in _files(house, tmp_path / "www")["games/oslo/index.html"]
    house.judge.db.write(
        lambda session: personal_data.forget(session, master.address, house.clock.now(), house.judge.secret)
    )
    assert _kept(house) == []
    assert Finisher(house.judge).finish() == 1
    assert master.name.encode() not in _files(house, tmp_path / "fresh")["games/oslo/index.html"]


def test_pages_that_were_being_made_while_somebody_was_forgotten_are_not_kept(house: House, table: Seven) -> None:
    for role in PLAYERS:
        table.tell(role, "DRAW")
    site = Site(house.judge, BASE)
    before = made(site, "oslo")
    assert before is not None
    house.judge.db.write(
        lambda session: personal_data.forget(session, table.master.address, house.clock.now(), house.judge.secret)
    )
    assert not keep(site, before)
    assert _kept(house) == []


def test_what_others_wrote_of_a_forgotten_person_leaves_the_exported_pages_too(
    house: House, table: Seven, tmp_path: Path
) -> None:
    """The same folder again, whose pages would be linked, and a fresh one."""
    fleur = table.players["FRANCE"]
    table.tell("GERMANY", f"PRESS TO ALL\nI shall miss {fleur.name} Dubois-Lang.\nEND PRESS")
    house.judge.db.write(lambda session: _rename(session, fleur.address, f"{fleur.name} Dubois-Lang"))
    for role in PLAYERS:
        table.tell(role, "DRAW")
    www = tmp_path / "www"
    assert b"Dubois-Lang" in _files(house, www)["games/oslo/press.html"]
    house.judge.db.write(
        lambda session: personal_data.forget(session, fleur.address, house.clock.now(), house.judge.secret)
    )
    for folder in (www, tmp_path / "fresh"):
        assert b"Dubois-Lang" not in b"".join(_files(house, folder).values())


def _rename(session: Session, address: str, name: str) -> None:
    player = player_at(session, address)
    assert player is not None
    player.name = name


def test_the_daemon_makes_them_where_the_pages_are_exported_and_not_served(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, web_base=BASE) as house:
        _over(house, "oslo")
        assert are_wanted(house.judge.settings)
        assert not are_wanted(house.judge.settings.model_copy(update={"web_listen": "127.0.0.1:0"}))
        assert not are_wanted(house.judge.settings.model_copy(update={"web_base": ""}))
    host = Host(sqlite_url, tmp_path)
    host.environment["JUDGE_WEB_BASE"] = BASE
    daemon = Served(host)
    daemon.start()
    database = Database(sqlite_url)
    try:
        for _ in range(1200):
            with database.reading() as session:
                if session.execute(select(FinishedRow.id)).first() is not None:
                    break
            time.sleep(0.1)
        else:
            raise AssertionError(host.log.read_text())
    finally:
        database.close()
        assert daemon.stop() == 0
