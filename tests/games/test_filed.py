"""What a role has on file is known after a sheet as it would be read again."""

from __future__ import annotations

from judge.games.lookup import NOTHING_FILED, find_game, on_file, system_of
from judge.store.tables import OrdersRow
from tests.support.house import House

SHEETS: tuple[tuple[dict[str, str], bool], ...] = (
    ({"orders": "A VEN - PAD"}, True),
    ({"gifts": "Give 3 to MILAN"}, True),
    ({"orders": "A VEN H", "gifts": "Give 2 to PAPACY"}, True),
    ({"orders": ""}, False),
    ({"gifts": "", "orders": "A VEN - FRI"}, True),
)


def test_what_is_filed_above_is_what_would_be_read(house: House) -> None:
    house.tell(house.registered("Ann"), "CREATE plague rome")
    with house.judge.db.writing() as session:
        game = find_game(session, "rome")
        assert game is not None
        system, filed = system_of(game), NOTHING_FILED
        assert system.parts == {**system.parts, "gifts": "append", "orders": "replace"}
        for parts, written in SHEETS:
            for part, text in parts.items():
                revision = filed.revisions.get(part, 0) + 1
                where = {"game_id": game.id, "run": 0, "phase": "S1499M", "role": "VENICE"}
                row = OrdersRow(**where, part=part, revision=revision, text=text, written=written, at=house.clock.now())
                session.add(row)
            filed = filed.above(system, parts, written=written)
            read = on_file(session, game, "S1499M", role="VENICE")["VENICE"]
            assert (filed, list(filed.parts)) == (read, list(read.parts))
