"""The end of a game by mail: a draw that all agree on, and an archive that replays."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from judge.app import Work
from judge.archive.document import read_archive, write_archive
from judge.archive.verify import verify
from judge.games.lookup import live_game
from judge.identity.trust import player_at
from judge.play.acts import act
from judge.play.archives import archive_of
from judge.rules.values import VOTE, Act
from judge.store.tables import Game
from tests.support.house import House
from tests.support.table_of_seven import Seven


def archive_replays(house: House) -> None:
    """The only game of the house, which is over, gives an archive in which nothing is found."""
    with house.judge.db.reading() as session:
        text = write_archive(archive_of(session, session.execute(select(Game)).scalar_one()))
    found = read_archive(text)
    assert found.broken == ()
    assert list(map(str, verify(found.archive).findings)) == []


def _agree(work: Work, table: Seven, roles: Sequence[str]) -> None:
    """They vote for it, without the mails that others have written."""
    here = live_game(work.session, work.session.get_one(Game, table.game().id))
    for role in roles:
        assert here is not None
        voter = player_at(work.session, table.players[role].address)
        here = act(work, here, role, Act(VOTE, {"draw": True}), mail_id=None, actor=voter)


def all_agree_on_a_draw(table: Seven) -> None:
    """Everybody left votes, everybody is written to, and everything may be read."""
    here = table.here()
    living = [role for role in here.phase.roles if role not in table.view(role).eliminated]
    table.tell(living[0], "DRAW")
    table.house.judge.write(lambda work: _agree(work, table, living[1:-1]))
    assert table.game().status == "active"
    table.tell(living[-1], "DRAW")
    game = table.game()
    assert game.status == "ended"
    assert game.result is not None
    assert sorted(game.result["winners"]) == sorted(living)
    for player in table.players.values():
        assert game.seed.hex() in player.last(lambda mail: "is over" in mail.subject).text
    archive_replays(table.house)
