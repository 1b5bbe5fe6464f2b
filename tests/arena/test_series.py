"""Many games: seeds, seats, processors, archives, strengths, and what is told of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.archive.document import read_archive
from judge.archive.verify import verify
from judge.arena.contestant import InProcess
from judge.arena.play import Played
from judge.arena.series import (
    Results,
    Series,
    contestant_of,
    lineup_of,
    mean_of,
    one_game,
    options_of,
    play_series,
    seats_of,
    table_of,
)
from judge.cli.main import main
from judge.club.ratings import interval
from judge.rules.computers import NOVICE, FormFiller
from judge.rules.registry import find_system, systems
from judge.rules.values import Result
from tests.support.soaking import WHOLE

DIPLOMACY = systems()["diplomacy"]
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "player.py"


def _series(system: str = "diplomacy", *lineup: str, games: int = 2, **more: object) -> Series:
    options = options_of(find_system(system), {}, None)
    return Series(system, options, lineup or (NOVICE,), games, phases=3, **more)  # type: ignore[arg-type]


def test_everybody_moves_on_by_one_seat_each_game() -> None:
    seats = ("X", "Y", "Z")
    sat = [[table_of(seats, ("a", "b", "c"), game)[seat] for seat in seats] for game in range(3)]
    assert sat == [["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"]]
    assert table_of(seats, ("a", "b"), 0) == {"X": "a", "Y": "b", "Z": "a"}


def test_a_number_behind_a_name_repeats_it() -> None:
    assert lineup_of(["steady", "novice:2"]) == ["steady", "novice", "novice"]
    with pytest.raises(ValueError, match="1 to 100 times"):
        lineup_of(["novice:0"])


def test_games_are_functions_of_the_seed_on_one_processor_and_on_two() -> None:
    one, two, other = (
        [finished.archive for finished in play_series(series, jobs)]
        for series, jobs in (
            (_series(archived=True), 1),
            (_series(archived=True), 2),
            (_series(archived=True, seed="2"), 1),
        )
    )
    assert one == two
    assert one[0] not in (one[1], other[0])


@pytest.mark.parametrize("name", sorted(systems()))
def test_every_games_archive_replays(name: str) -> None:
    made_as, chosen = ("payola", {"variant": "exchange"}) if name == "exchange" else (name, {})
    options = options_of(find_system(made_as), chosen, None)
    found = read_archive(one_game(Series(made_as, options, (NOVICE,), 1, phases=3, archived=True), 0).archive)
    assert (found.broken, verify(found.archive).findings) == ((), ())


def test_a_game_that_ends_by_its_rules_is_no_game_broken_off() -> None:
    options = options_of(find_system("pirates"), {}, 4)
    finished = one_game(Series("pirates", options, (NOVICE,), 1, archived=True), 0)
    found = read_archive(finished.archive)
    assert finished.played.result is not None
    assert (found.archive.phases[-1].closed_by, verify(found.archive).findings) == ("adjudication", ())


def test_seats_can_be_left_to_nobody() -> None:
    payola = find_system("payola")
    five = options_of(payola, {}, 5)
    assert seats_of(payola, five) == seats_of(payola, options_of(payola, {}, None))[:5]
    assert options_of(payola, {"variant": "exchange"}, 4)["players"] == 4
    with pytest.raises(ValueError, match="has 7 seats"):
        options_of(payola, {}, 8)
    with pytest.raises(ValueError, match="no option 'colour'"):
        options_of(payola, {"colour": "red"}, None)


def test_an_object_of_python_takes_part() -> None:
    mine = InProcess("mine", FormFiller(DIPLOMACY))
    played = one_game(_series("diplomacy", "mine", NOVICE), 0, {"mine": mine}).played
    assert set(played.players.values()) == {"mine", NOVICE}


def test_contestants_are_strengths_files_and_commands(tmp_path: Path) -> None:
    assert contestant_of(DIPLOMACY, NOVICE, 1) == InProcess(NOVICE, DIPLOMACY.computers[NOVICE])
    assert contestant_of(DIPLOMACY, str(EXAMPLE), 1).name == "player.py"
    assert contestant_of(DIPLOMACY, f"python3 {EXAMPLE}", 1).name == "player.py"
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(ValueError, match="cannot be run"):
        contestant_of(DIPLOMACY, str(tmp_path / "notes.txt"), 1)
    with pytest.raises(ValueError, match="no file and no strength; diplomacy has random, novice, steady"):
        contestant_of(DIPLOMACY, "clever", 1)


def _played(*centers: int, winners: tuple[str, ...] = ()) -> Played:
    seats = [f"S{number}" for number in range(len(centers))]
    names = {seat: "mine" if seat == "S0" else NOVICE for seat in seats}
    tally = {seat: {"centers": number} for seat, number in zip(seats, centers, strict=True)}
    from judge.arena.play import Turns  # noqa: PLC0415

    result = Result(winners, "") if winners else None
    return Played("g1", names, 5, "W1905A", result, tally, {seat: Turns() for seat in seats}, None)


def test_above_the_median_is_above_half_of_the_others() -> None:
    results = Results()
    for game in (_played(5, 1, 2, 6, 9), _played(4, 1, 2, 6, 9), _played(3, 1, 2, 6, 9)):
        results.add(game)
    assert (results.lines["mine"].above, results.lines["mine"].seatings) == (1, 3)


def test_a_shared_victory_is_shared() -> None:
    results = Results()
    results.add(_played(5, 5, 1, winners=("S0", "S1")))
    assert (results.lines["mine"].wins, results.lines[NOVICE].wins) == (0.5, 0.5)


def test_who_wins_is_rated_higher_and_more_games_make_it_surer() -> None:
    results = Results()
    results.add(_played(9, 1, 2))
    first = results.ratings()
    for _ in range(9):
        results.add(_played(9, 1, 2))
    last = results.ratings()
    assert last["mine"].value > first["mine"].value > first[NOVICE].value
    assert last["mine"].error < first["mine"].error


def test_intervals_hold_what_they_should() -> None:
    assert interval(95, 100) == [0.8882, 0.9785]
    assert interval(0, 0) == [0.0, 1.0]
    assert mean_of([1, 2, 3]) == {"mean": 2.0, "error": 1.132}


def test_the_command_tells_a_table_or_json_and_names_faults(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("raise SystemExit('no ideas')")
    said = ["arena", "diplomacy", NOVICE, str(bad), "--games", "1", "--phases", "2", "--jobs", "1"]
    ran = CliRunner().invoke(main, said)
    assert ran.exit_code == 0
    assert "1 games, 2 phases" in ran.stdout
    assert "g00001 S1901M: bad.py (ENGLAND) lost a turn: it ended with code 1: no ideas" in ran.stderr
    told = json.loads(CliRunner().invoke(main, [*said, "--json"]).stdout)
    assert told["contestants"]["bad.py"]["lost_turns"][0][:3] == ["g00001", "ENGLAND", "S1901M"]
    assert told["games"][0]["tally"]["RUSSIA"]["centers"] >= 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess", "novice"], "no rule system 'chess'"),
        (["diplomacy", "clever"], "'clever' is no file and no strength"),
        (["diplomacy", "novice:8"], "8 contestants for 7 seats"),
        (["diplomacy", "novice", "--set", "map"], "'map' sets nothing"),
        (["diplomacy", "novice", "--set", "blind=perhaps"], "blind is yes or no"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_can(words: list[str], said: str) -> None:
    ran = CliRunner().invoke(main, ["arena", *words])
    assert (ran.exit_code, said in ran.output) == (2, True)


def test_the_example_plays_payola_and_diplomacy() -> None:
    for system in ("payola", "diplomacy"):
        played = one_game(_series(system, str(EXAMPLE)), 0).played
        assert [turns.lost + turns.unread for turns in played.turns.values()] == [[]] * 7


def test_archives_are_put_where_they_are_wanted(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    said = ["arena", "pirates", NOVICE, "--games", "2", "--phases", "1", "--seats", "4", "--archives", str(folder)]
    CliRunner().invoke(main, [*said, "--jobs", "1"])
    assert sorted(path.name for path in folder.iterdir()) == ["g00001.json", "g00002.json"]


# A stronger computer player beats weaker ones: short games of fixed seeds.

SHORT = [
    ("diplomacy", ["steady", "random:6"], 7, "S1904M", 7),
    ("payola", ["steady", "random:6"], 7, "S1904M", 7),
    ("empires", ["steady", "novice:3"], 12, "", 9),
    ("exchange", ["steady", "novice:6"], 7, "S1903X", 5),
    ("pirates", ["steady", "random:13"], 7, "", 7),
    ("machiavelli", ["novice", "random:12"], 7, "SPR1462A", 5),
]
"""One of each family."""
LONG = [
    ("diplomacy", ["steady", "novice:6"], 7, "S1905M", 6),
    ("payola", ["steady", "novice:6"], 7, "S1905M", 6),
    ("empires", ["steady", "random:3"], 12, "", 11),
    ("machiavelli", ["steady", "novice:12"], 7, "SPR1463A", 5),
]


@pytest.mark.parametrize(("system", "lineup", "games", "until", "least"), SHORT + LONG if WHOLE else SHORT[::2])
def test_who_thinks_more_ends_above_the_median(
    system: str, lineup: list[str], games: int, until: str, least: int
) -> None:
    options = options_of(find_system(system), {}, None)
    results = Results()
    for finished in play_series(Series(system, options, tuple(lineup_of(lineup)), games, until=until)):
        results.add(finished.played)
    assert results.lines[lineup[0]].above >= least
    assert [line.lost + line.unread for line in results.lines.values()] == [[], []]
