"""No page holds a private byte (fault W4): of running games of every family, and of what was never opened."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.app import Work
from judge.play.public_record import public_stamp, rows_of
from judge.store.tables import Dispatch, Game, OrdersRow
from judge.web.export import export
from judge.web.pages import Site
from tests.support.copies import migrated
from tests.support.house import House, open_house
from tests.support.showcase import HIDDEN, LATE, WORD, Showcase, private, whisper
from tests.support.soaking import stride
from tests.support.table_of_seven import Seven, seven


def exported(house: House, folder: Path) -> dict[str, bytes]:
    """Every file of an export of its own, by its path."""
    export(Site(house.judge), folder)
    root = folder.resolve()
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


SECRET_PARTS = ("offers", "trades", "gifts", "dealings", "payments", "expenditures", "slots", "plan", "ballot", "gift")
"""What is never published as it was written while a game runs."""
PAGES = stride(1, 3)
"""Of so many pages one is made again after each event: another each time."""
TELLING = 5
"""Characters from which a line cannot be there by chance."""


@pytest.fixture(scope="session")
def before_and_after(
    shelf: Showcase, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The export before anybody has written in the open phases, and after everybody has: orders, money, lists, votes,
    letters, articles that are not out.
    """
    folder = tmp_path_factory.mktemp("exports")
    before = exported(shelf.house, folder / "before")
    for name, seats in shelf.seats.items():
        if shelf.here(name) is None:
            continue
        shelf.write_all(name, but=(LATE[1],) if name == LATE[0] else ())
        whisper(shelf, name, *sorted(seats)[1:3])
        shelf.tell(name, sorted(seats)[2], "ARTICLE\nNot out yet, and so nobody's to read.\nEND ARTICLE")
    shelf.tell("oslo", "FRANCE", "TRANSFER 7 TO ENGLAND\nACCEPT FEG?\nPSEUDONYM Moth")
    shelf.tell("fog", "FRANCE", "TRANSFER 7 TO ENGLAND\nACCEPT FEG?")
    shelf.tell("paris", "FRANCE", "NOTE\nABSENCE 2027-01-01 TO 2027-01-03")
    return before, exported(shelf.house, folder / "after")


def test_w4_nothing_that_players_write_shows_before_the_deadline(
    before_and_after: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    """Not that they have written, either: not a byte is another."""
    before, after = before_and_after
    assert sorted(before) == sorted(after)
    assert [path for path in before if before[path] != after[path]] == []


def test_w4_a_search_of_the_whole_export_for_every_secret_of_every_game_finds_nothing(
    shelf: Showcase, before_and_after: tuple[dict[str, bytes], dict[str, bytes]]
) -> None:
    pages = {path: content.decode().lower().encode() for path, content in before_and_after[1].items()}
    everywhere = [WORD, "Not out yet", "Moth"]
    for person in (shelf.master, *shelf.people.values()):
        everywhere += [person.address, person.key]
        everywhere += [mail.reply_to.partition("@")[0].partition("+")[2] for mail in person.inbox()]
        everywhere += [str(mail.message["Message-ID"]).strip("<>") for mail in person.inbox()]
    own: dict[str, list[str]] = {}
    with shelf.house.judge.db.reading() as session:
        for game in session.execute(select(Game).where(Game.name.in_(shelf.seats))).scalars():
            everywhere.append(private(game.name))
            if game.status == "ended":
                continue
            everywhere.append(game.seed.hex())
            rows = session.execute(select(OrdersRow).where(OrdersRow.game_id == game.id)).scalars()
            lines = {line for row in rows if row.part in SECRET_PARTS for line in row.text.splitlines()}
            own[game.name] = sorted(line for line in lines if len(line) >= TELLING)
    whole = b"\n".join(pages.values())  # octets are searched several times as fast as text
    assert [secret for secret in everywhere if secret and secret.lower().encode() in whole] == []
    for name, secrets in own.items():
        whole = b"\n".join(page for path, page in pages.items() if path.startswith(f"games/{name}/") or "/" not in path)
        assert [secret for secret in secrets if secret.lower().encode() in whole] == [], name
    assert len(everywhere) > 500
    assert all(own[name] for name in ("oslo", "fog", "plague", "corner", "hoard"))
    assert not [path for path in pages if path.startswith(f"games/{HIDDEN}/")]


def test_w4_press_does_not_show_who_stands_behind_its_signature(shelf: Showcase, tmp_path: Path) -> None:
    """Were another the writer of what is unsigned or signed by a pseudonym, the pages would be the same."""
    before = exported(shelf.house, tmp_path / "before")

    def swap(work: Work) -> None:
        for row in work.session.execute(select(Dispatch).where(Dispatch.signed != Dispatch.sender)).scalars():
            row.sender, row.player_id = "AUSTRIA", shelf.game("oslo").master_id

    shelf.house.judge.write(swap)
    assert exported(shelf.house, tmp_path / "after") == before


@pytest.mark.fault("P4")
def test_p4_nothing_is_made_anew_because_somebody_has_written(tmp_path: Path) -> None:
    """Else the time that a page takes would tell of it."""
    folder = tmp_path / "own"
    folder.mkdir()
    url = f"sqlite:///{folder / 'judge.db'}"
    migrated(url)
    with open_house(url, folder) as house:
        table = seven(house)

        def stamped() -> str:
            with house.judge.db.reading() as session:
                rows = rows_of(session, table.name)
                assert rows is not None
                return public_stamp(session, rows)

        before = stamped()
        table.tell("FRANCE", "6 : A PAR - BUR\nACCEPT FEG?\nTRANSFER 7 TO ENGLAND\nDRAW")
        table.tell("ITALY", "PRESS TO FRANCE\nFor you alone.\nEND PRESS\nABSENCE 2027-01-01 TO 2027-01-03")
        assert stamped() == before
        table.tell("ITALY", "PRESS TO ALL\nFor everybody.\nEND PRESS")
        assert stamped() != before


def test_what_is_kept_of_a_page_never_outlives_what_it_tells(tmp_path: Path) -> None:
    """Whoever keeps nothing shows the same."""
    folder = tmp_path / "own"
    folder.mkdir()
    url = f"sqlite:///{folder / 'judge.db'}"
    migrated(url)
    with open_house(url, folder) as house:
        table = seven(house)
        keeping = Site(house.judge)

        asked = 0

        def same() -> bool:
            nonlocal asked
            asked += 1
            with house.judge.db.reading() as session:
                fresh = Site(house.judge)
                paths = [*fresh.paths(session)]
                assert paths == [*keeping.paths(session)]
                some = [path for number, path in enumerate(paths) if (number + asked) % PAGES == 0]
                return all(fresh.get(session, path) == keeping.get(session, path) for path in some)

        assert same()
        for role in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA"):
            table.tell(role, f"0 : {table.view(role).own_units[0]} H")
        assert same()
        house.pass_time(hours=80)
        assert same()
        table.tell("TURKEY", "0 : A CON H")
        assert same()
        house.pass_time(hours=80)
        assert same()
        table.direct("EJECT TURKEY")
        assert same()
        table.direct("ROLLBACK S1901M")
        assert same()
        house.pass_time(hours=80)
        assert same()
        table.direct("PAUSE")
        assert same()
        table.direct("END GAME Enough")
        assert same()


SECRETS = {
    "AUSTRIA": ("4 : A VIE - GAL", "9#2 : A VIE - GAL\n3 $  % mine alone\nACCEPT ATRIGFE"),
    "TURKEY": ("5 : F ANK - BLA", "2*3 & F ANK - BLA\n7 : A XXX - YYY\n0 : A VIE H"),
    "RUSSIA": ("5 : A MOS - UKR\n5 : A WAR - LVN", "60 : A MOS - UKR\n60 : A WAR - LVN\n1 ! F SEV - RUM"),
    "GERMANY": ("6 : A MUN - RUH", "6 : A MUN - RUH\nPRESS TO ITALY\nFrance must not know.\nEND PRESS"),
}


def _season(table: Seven, *, other: bool) -> None:
    for role, versions in SECRETS.items():
        table.tell(role, versions[other])
    for role in ("ENGLAND", "FRANCE", "ITALY"):
        table.tell(role, f"0 : {table.view(role).own_units[0]} H")
    if other:
        table.tell("AUSTRIA", "TRANSFER 7 TO TURKEY")
    table.house.pass_time(hours=73)


@pytest.mark.fault("P1", "W4")
def test_p1_w4_no_page_changes_when_only_secrets_do(tmp_path: Path) -> None:
    """The same orders are issued, paid for otherwise: the same export, to the byte."""
    found = []
    for other in (False, True):
        folder = tmp_path / str(other)
        folder.mkdir()
        url = f"sqlite:///{folder / 'judge.db'}"
        migrated(url)
        with open_house(url, folder, entropy=random.Random(8).randbytes) as house:
            table = seven(house)
            _season(table, other=other)
            assert table.game().status == "active"
            found.append(exported(house, folder / "www"))
    assert sorted(found[0]) == sorted(found[1])
    assert [path for path in found[0] if found[0][path] != found[1][path]] == []
