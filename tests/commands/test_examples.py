"""Every command's example, as the manual prints it, is mailed to a real judge and carried out.

The stages are set in one story, so that each example finds what it needs; a command without a place in it fails.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from judge.commands.command import commands
from judge.games.lookup import find_game
from judge.testing.correspondent import Correspondent
from tests.support.house import House, open_house
from tests.support.table_of_seven import PLAYERS, Seven
from tests.support.troubles import write_all

# What an example cannot know: a code and a KEY that were mailed, and what its mail calls for.
UNKNOWABLE = {"CONFIRM", "KEY"}


class Story:
    """Mails examples and keeps account of them. `ok` says whether the example's line was done."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.seen: set[str] = set()

    def run(self, who: Correspondent, name: str, *, game: str = "", first: str = "") -> str:
        example = commands()[name].example
        self.seen.add(name)
        head = "\n".join(filter(None, (f"GAME {game}" if game else "", first)))
        text = self.house.tell(who, f"{head}\n{example}".strip(), to=who.last()).text
        flat = " ".join(text.split())
        assert "PROBLEM" not in text, f"{example}\n{text}"
        assert "not read as orders" not in flat, f"{example}\n{text}"
        return flat


def _lobby(house: House) -> tuple[Correspondent, dict[str, Correspondent], dict[str, Correspondent]]:
    guests = {"ann": "Ann", "new.player": "New.Player"}
    master = house.registered("Manus")
    return (
        master,
        {role: house.registered(name) for role, name in PLAYERS.items()},
        {name: house.registered(shown) for name, shown in guests.items()},
    )


def test_every_example_of_the_manual_is_carried_out(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        story = Story(house)
        stranger = house.person("Stella")
        stranger.write(commands()["REGISTER"].example)
        house.settle()
        story.seen.add("REGISTER")
        assert "reply" in stranger.last().text

        master, players, guests = _lobby(house)
        ann = guests["ann"]
        for name in ("PROFILE", "ZONE", "LIST", "SEAT", "HOST", "HELP"):
            if name != "HELP":
                story.run(ann, name)
        story.run(master, "CREATE")
        house.tell(master, "CREATE TOURNAMENT autumn payola 3d")
        story.run(ann, "TOURNAMENT")
        story.run(master, "SET", game="oslo")
        house.tell(
            master,
            "GAME oslo\nSET pseudonyms yes\nSET become yes\nSET decisions yes\nSET press choice\nSET movement 72h",
        )
        story.run(players["ITALY"], "JOIN")
        for name in ("INVITE", "BROADCAST"):
            story.run(master, name, game="oslo")
        for role, player in players.items():
            if role != "ITALY":
                house.tell(player, f"JOIN oslo AS {role}")
        house.tell(ann, "INFO oslo")
        story.run(ann, "INFO")
        # A seventh player leaves no seat for a dummy; another game has one.
        house.tell(master, "CREATE payola rome\nmovement 72h\nEND CREATE")
        story.run(master, "COMPUTER", game="rome")
        house.tell(master, "GAME rome\nCOMPUTER ITALY OFF")
        story.run(master, "DUMMY", game="rome")
        story.run(master, "TERMINATE", game="rome")
        story.run(master, "START", game="oslo")
        table = Seven(house, master, players, "oslo")
        _opening(story, table, ann)
        _time(story, table)
        house.agree(ann)  # to be GameMaster beside the first
        _later(story, table, guests)
        assert story.seen | UNKNOWABLE == {command.name for command in commands().values()}


def _opening(story: Story, table: Seven, ann: Correspondent) -> None:
    austria, france = table.players["AUSTRIA"], table.players["FRANCE"]
    story.run(ann, "OBSERVE")
    for name in (
        "HELP",
        "GAME",
        "GAMES",
        "RECORD",
        "RATING",
        "STATUS",
        "SHOW",
        "BALANCE",
        "STATEMENT",
        "MAP",
        "RULES",
        "SUMMARY",
        "BORDERS",
        "MANUAL",
    ):
        story.run(austria, name, game="oslo" if name in ("SHOW", "BALANCE", "STATEMENT", "HELP") else "")
    for name in (
        "PRESS",
        "PSEUDONYM",
        "BLOCK",
        "UNBLOCK",
        "REPORT",
        "LATE",
        "WAIT",
        "NOWAIT",
        "VOTE",
        "DRAW",
        "CONCEDE",
        "NODRAW",
        "ABSENCE",
        "CLEAR",
        "NO ORDERS",
    ):
        story.run(austria, name)
    story.run(france, "TRY")
    for _ in range(5):
        story.run(austria, "ARTICLE")
    for _ in range(2):
        story.run(france, "ARTICLE")
    story.run(table.master, "REFUSE")


def _time(story: Story, table: Seven) -> None:
    for name in (
        "GAMES",
        "PAUSE",
        "RESUME",
        "EXTEND",
        "DEADLINE",
        "PREVIEW",
        "HOLD",
        "PUBLISH",
        "BECOME",
        "AUDIT",
        "APPOINT",
    ):
        story.run(table.master, name, game="oslo")
    write_all(table)
    story.run(table.master, "PROCESS", game="oslo")
    story.run(table.players["FRANCE"], "PHASE")
    write_all(table)
    story.house.pass_time(minutes=1)
    table.direct("PROCESS F1901M")
    story.run(table.players["FRANCE"], "HISTORY")
    story.run(table.players["FRANCE"], "PRICES")
    story.run(table.master, "ROLLBACK", game="oslo")
    story.run(table.master, "ROLLFORWARD", game="oslo")


def _later(story: Story, table: Seven, guests: dict[str, Correspondent]) -> None:
    master, house = table.master, story.house
    story.run(master, "WEBHOOK", game="oslo")
    story.run(master, "EJECT", game="oslo")
    story.run(guests["new.player"], "TAKEOVER")
    house.tell(guests["new.player"], "GAME oslo\nRESIGN")
    story.run(master, "REPLACE", game="oslo")
    house.agree(guests["new.player"])
    story.run(table.players["TURKEY"], "RESIGN")
    house.tell(master, "GAME oslo\nAPPOINT ann@example.org STOP")
    story.run(master, "HANDOVER", game="oslo")
    house.agree(guests["ann"])
    story.run(guests["ann"], "END", game="oslo")
    with house.judge.db.reading() as session:
        game = find_game(session, "oslo")
        assert game is not None
        assert game.status == "ended"
    story.run(guests["ann"], "ARCHIVE")
    story.run(guests["ann"], "PRACTICE")
    story.run(guests["ann"], "HINT", first="WAIT")
    for name, run in _OF_THEMSELVES.items():
        if name in commands():
            run(story, guests["new.player"])


def _alone(name: str) -> Callable[[Story, Correspondent], object]:
    return lambda story, who: story.run(who, name)


_OF_THEMSELVES: dict[str, Callable[[Story, Correspondent], object]] = {
    name: _alone(name) for name in ("ADDRESS", "REVOKE")
}
"""Commands about the writer himself, which any player can give at any time."""
