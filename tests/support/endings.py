"""The end of a game by mail: a draw that all agree on, and an archive that replays."""

from __future__ import annotations

from sqlalchemy import select

from judge.archive.document import read_archive, write_archive
from judge.archive.verify import verify
from judge.lifecycle.archives import archived
from judge.store.tables import Game
from tests.support.house import House
from tests.support.table_of_seven import Seven


def archive_replays(house: House) -> None:
    """The only game of the house, which is over, gives an archive in which nothing is found."""
    with house.judge.db.reading() as session:
        text = write_archive(archived(session, session.execute(select(Game)).scalar_one()))
    found = read_archive(text)
    assert found.broken == ()
    assert list(map(str, verify(found.archive).findings)) == []


def all_agree_on_a_draw(table: Seven) -> None:
    """Everybody left votes, everybody is written to, and everything may be read."""
    here = table.now()
    assert here is not None
    living = [role for role in here.phase.roles if role not in table.view(role).eliminated]
    for role in living:
        assert table.game().status == "active"
        table.tell(role, "DRAW")
    game = table.game()
    assert game.status == "ended"
    assert game.result is not None
    assert sorted(game.result["winners"]) == sorted(living)
    for player in table.players.values():
        assert game.seed.hex() in player.last(lambda mail: "is over" in mail.subject).text
    archive_replays(table.house)
