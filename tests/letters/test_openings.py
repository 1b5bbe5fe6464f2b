"""The opening of each game: what it is about, examples that the reader could send, and what is no player's left out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest

from judge.letters import write
from judge.letters.briefing import known_of
from judge.letters.renderer import Renderer
from judge.letters.values import MASTER_ROLE, Deadline, GameCard, Lots, Reader
from judge.mail.values import Letter
from judge.play.position import form_of
from judge.rules.diplomacy.boardfile import board_names, load_board
from judge.rules.game import AnySystem
from judge.rules.problems import Problem
from judge.rules.registry import playing
from judge.rules.rng import Rng
from judge.rules.values import GameState, Json, only, sheet_of

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
RENDERER = Renderer()
WORDS_OF_THE_JUDGE = ("PRESS TO", "SHOW", "CLEAR", "STATUS", "DRAW", "HELP", "BALANCE", "FOR ", "DIVIDEND", "10 $")
"""How lines begin that no rules read, or that mean something below another line only."""


class Opened(NamedTuple):
    """A game that has begun: who plays, and the state."""

    system: AnySystem
    state: GameState
    seats: Sequence[str]

    def letter(self, role: str, *, title: str = "Oslo", practice: bool = False, press: str = "white") -> Letter:
        """The opening for whoever plays this, for the GameMaster, or (empty) for an observer."""
        phase = self.system.phase(self.state)
        assert phase is not None
        rules, called = self.system.name, self.system.title
        card = GameCard("oslo", title, rules, called, "active", title, practice=practice, press=press)
        reader = Reader("Anna", "UTC", role, "anna@example.org")
        known = known_of(self.system, self.state, card, reader)
        form = form_of(self.system, self.state, [role], {}) if role in self.seats else ""
        due = Deadline(NOW + timedelta(days=3), phase)
        players = tuple((seat, f"{seat.title()}'s player") for seat in self.seats)
        return write.started(RENDERER, known, due, form, NOW, Lots("ab" * 32), players=players)


def opened(name: str, options: Mapping[str, Json], seats: Sequence[str]) -> Opened:
    system = playing(name, options)
    return Opened(system, system.start(options, seats, Rng(b"opening", "0")).state, seats)


GREAT = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
THREE = ("AUSTRIA", "FRANCE", "GERMANY")
PEOPLE = ("ANNA", "BERT", "CARL", "DORA")
GAMES: Mapping[str, tuple[str, Mapping[str, Json], Sequence[str]]] = {
    "diplomacy": ("diplomacy", {}, THREE),
    "diplomacy blind": ("diplomacy", {"blind": True}, GREAT),
    "payola": ("payola", {}, GREAT),
    "payola with dummies": ("payola", {}, THREE),
    "classic": ("payola", {"variant": "classic"}, GREAT),
    "tincup": ("payola", {"variant": "tincup"}, THREE),
    "ebayola": ("payola", {"variant": "ebayola"}, GREAT),
    "loyal": ("payola", {"variant": "loyal"}, THREE),
    "zerosum": ("payola", {"variant": "zerosum"}, GREAT),
    "increasing": ("payola", {"income": "increasing 5", "cap": 60, "pays": ["SPRING", "FALL"]}, GREAT),
    "table": ("payola", {"income": "PAR 9, LON 4"}, GREAT),
    "exchange": ("payola", {"variant": "exchange", "players": 4}, PEOPLE),
    "machiavelli": ("machiavelli", {}, ("FLORENCE", "MILAN", "PAPACY", "SICILY", "TURKEY", "VENICE")),
    "empires": ("empires", {}, ("EA", "NO", "WE")),
    "pirates": ("pirates", {"players": 4, "garnets": 1}, PEOPLE),
    **{f"diplomacy on {name}": ("diplomacy", {"map": name}, load_board(name).powers[:4]) for name in board_names()},
    **{f"payola on {name}": ("payola", {"map": name}, load_board(name).powers[:4]) for name in board_names()},
}


@pytest.mark.parametrize("name", sorted({name for name, *_ in GAMES.values()}))
@pytest.mark.parametrize("practice", [False, True])
def test_no_title_and_no_name_can_write_html(name: str, *, practice: bool) -> None:
    system, options, seats = GAMES[name]
    letter = opened(system, options, seats).letter(seats[0], title="<b>Tom & I</b>", practice=practice)
    assert "<b>Tom" not in letter.html
    assert practice or "&lt;b&gt;Tom &amp; I&lt;/b&gt;" in letter.html


def section(letter: Letter, heading: str) -> str:
    """What stands below a heading, up to the next one."""
    found = re.search(rf"\n{re.escape(heading)}\n\n(.*?)\n\n(?=[A-Z][A-Z ,]+\n|=====)", letter.text, re.DOTALL)
    return found[1] if found else ""


def examples(letter: Letter) -> list[str]:
    """The lines that the opening shows, without what it says of them."""
    rows = section(letter, "HOW TO PLAY").partition("\n\nNow:")[0].splitlines()
    return [row.split("  ")[1] for row in rows if row.startswith("  ") and not row.startswith("   ")]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Opened:
    return opened(*GAMES[request.param])


def test_the_opening_tells_in_about_ten_lines_what_the_game_is_about_and_how_one_wins(game: Opened) -> None:
    told = section(game.letter(game.seats[0]), "WHAT THIS GAME IS ABOUT")
    assert len([line for line in told.splitlines() if line]) <= 17
    assert re.search(r"\bwins?\b|\bmost gold\b", told)


def test_every_example_of_the_opening_is_one_that_its_reader_could_send(game: Opened) -> None:
    for role in game.seats:
        view = game.system.view(game.state, only(role))
        shown = [line for line in examples(game.letter(role)) if not line.startswith(WORDS_OF_THE_JUDGE)]
        bad = {line for line in shown if _faulty(game.system.read(view, role, sheet_of(line)).problems)}
        assert not {line for line in bad if not _of_another_phase(game, line)}, (role, bad)


def _faulty(problems: Sequence[Problem]) -> bool:
    """Is anything wrong with the line itself? That a plan of one share is no whole plan is not, nor is a warning."""
    return any(each.line and not each.warning for each in problems)


def _of_another_phase(game: Opened, line: str) -> bool:
    """Pirates vote when plans are made, investors offer once leaders are elected, and the first units of Machiavelli
    have to be raised before they move.
    """
    later = {
        "pirates": r".* YES|MOVE",
        "exchange": r"BUY .* FROM|SELL|\d+ : ",
        "machiavelli": r"A |Buy G|Rebellion|Bodyguard",
    }
    return re.match(later.get(game.system.name, "(?!)"), line) is not None


def test_an_example_names_nobody_but_others_who_play(game: Opened) -> None:
    for role in game.seats:
        named = {
            line.split()[-1].upper() for line in examples(game.letter(role)) if re.search(r"(?i) to [A-Z]\w+$", line)
        }
        assert named <= {seat for seat in game.seats if seat != role} | {"OTHERS"}


def test_a_gamemaster_who_does_not_play_reads_what_they_can_do_instead(game: Opened) -> None:
    letter = game.letter(MASTER_ROLE)
    assert "EXTEND 24h why" in section(letter, "WHAT YOU CAN DO")
    assert "HOW TO PLAY" not in letter.text
    assert "Now:" not in letter.text
    assert "HOW TO PLAY" not in game.letter("").text


def test_the_opening_speaks_of_press_only_as_the_game_has_it(game: Opened) -> None:
    signed, public, silent = (game.letter(game.seats[0], press=press) for press in ("white", "public", "none"))
    if "PRESS TO" in signed.text:
        assert examples(public).count("PRESS TO ALL") == 1
        assert len(examples(public)) == len(examples(signed)) == len(examples(silent)) + 1
    for part in (silent.text, silent.html):
        assert "PRESS" not in part


def test_nothing_comes_behind_the_sheet(game: Opened) -> None:
    """Whoever copies the sheet copies on to the end, and prose has lines that begin with `list` or `end`."""
    for role in (game.seats[0], MASTER_ROLE):
        text = game.letter(role).text
        assert text.index("\nCHANCE\n") < text.index("\nWHAT IS NEXT\n")
    headings = re.findall(r"(?m)^[A-Z ]+$(?=\n\n)", game.letter(game.seats[0]).text.partition("\n-- \n")[0])
    assert headings[-1] == "YOUR SHEET"


def test_text_and_html_of_an_opening_say_the_same(game: Opened) -> None:
    letter = game.letter(game.seats[0])
    page = " ".join(re.sub(r"<[^>]+>", " ", letter.html.partition("<body")[2]).split())
    for paragraph in section(letter, "WHAT THIS GAME IS ABOUT").split("\n\n"):
        said = " ".join(paragraph.split()).replace("'", "&#39;")
        assert said in page
    for line in examples(letter):
        assert line.replace("'", "&#39;").replace("&", "&amp;") in page.replace("&amp;", "&").replace("&", "&amp;")


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("payola", "17 AgP for the first, 16 for the second, and so on"),
        ("payola on four-seas", "6 AgP for the first, 5 for the second, and so on"),
        ("classic", "Each Spring each of your centers earns you 7 AgP"),
        ("increasing", "Each Spring and Fall your centers earn you money: 5 AgP for the first, 6 for the second"),
        ("increasing", "but at most 60 AgP in all"),
        ("table", "Each Spring some centers earn money: LON 4, PAR 9"),
        ("zerosum", "there are no taxes"),
        ("loyal", "Your own units obey you"),
        ("diplomacy", "There is no money"),
        ("exchange", "You have 105 silver pieces (AgP) to invest"),
        ("machiavelli", "trade brings you 4"),
        ("empires", "turn 20 at the latest"),
        ("pirates", "every 50 gold earn you one"),
        ("diplomacy on modern", "You win with 33 centers"),
    ],
)
def test_the_opening_tells_the_numbers_of_this_game(case: str, said: str) -> None:
    game = opened(*GAMES[case])
    assert said in " ".join(section(game.letter(game.seats[0]), "WHAT THIS GAME IS ABOUT").split())


def test_only_the_gamemaster_of_a_blind_game_is_told_that_they_see_the_board() -> None:
    game = opened(*GAMES["tincup"])
    assert "You see the whole board" in " ".join(game.letter(MASTER_ROLE).text.split())
    assert "whole board" not in game.letter("AUSTRIA").text
