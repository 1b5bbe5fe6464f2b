"""`judge board check FILE` and `judge board add FILE`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli.main import main
from judge.rules.boards import DRAWINGS, use_boards
from judge.rules.diplomacy.boardfile import BOARDS, load_board
from judge.rules.ground import load_ground


def check(path: Path) -> Result:
    return CliRunner().invoke(main, ["board", "check", str(path)])


def test_a_board_of_the_judges_own_has_no_mistake() -> None:
    result = check(BOARDS / "four-seas.json")
    assert result.exit_code == 0
    assert "4 powers, 21 provinces, 13 centers, 7 to win" in result.output


def test_every_mistake_is_named_and_the_exit_code_is_1(tmp_path: Path) -> None:
    data = json.loads((BOARDS / "four-seas.json").read_text(encoding="utf-8"))
    data["victory"] = 0
    data["powers"]["JADE"]["letter"] = "I"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    result = check(file)
    assert result.exit_code == 1
    for said in ("must be 'mine'", "`victory` is 0", "IVORY: another power", "JADE: another power", "4 mistakes"):
        assert said in result.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "board: an object with name"),
        ('{"name": "mine", "name": "x"}', "`name` stands twice"),
        ('{"name": "mine", "based_on": "mars"}', "based on 'mars'"),
        ('{"name": "mine"}', "board.provinces is missing"),
    ],
)
def test_a_file_that_is_no_board(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(text, encoding="utf-8")
    result = check(file)
    assert result.exit_code == 1
    assert said in result.output


def test_a_board_may_say_only_how_it_differs_from_another(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"name": "mine", "title": "Short", "based_on": "standard", "victory": 12}', encoding="utf-8")
    result = check(file)
    assert result.exit_code == 0, result.output
    assert "Short: 7 powers, 75 provinces, 34 centers, 12 to win" in result.output


ISLES = """
BEGIN SPRING 1901 MOVEMENT
RULE BUILD_ANY PORTAGE
RED (Reddish:R) ONE
F ONE
BLUE (Bluish) TWO
F TWO/SC
UNOWNED THR
First Isle = one isle+one
Second Isle = two
Second Isle (south coast) = two/sc
Third Isle = thr
The Sound = snd sound
Fog = fog
COAST ONE ABUTS SND thr
COAST two ABUTS THR SND
COAST TWO/SC ABUTS SND
COAST THR ABUTS one two SND FOG
WATER SND ABUTS ONE TWO/SC THR
SHUT FOG ABUTS THR
"""


@pytest.fixture
def boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("JUDGE_BOARDS", str(tmp_path / "boards"))
    yield tmp_path / "boards"
    use_boards(None)


def add(path: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["board", "add", str(path), *more])


def test_a_board_of_the_e_mail_judges_is_read_and_what_is_lost_of_it_named(boards: Path, tmp_path: Path) -> None:
    file = tmp_path / "Three_Isles.map"
    file.write_text(ISLES, encoding="utf-8")
    result = add(file)
    assert result.exit_code == 0, result.output
    assert "Not carried over: special rules: PORTAGE." in result.output
    assert "Three Isles: 2 powers, 4 provinces, 3 centers, 2 to win" in result.output
    data = json.loads((boards / "three-isles.json").read_text(encoding="utf-8"))
    assert data["builds"] == "centers"
    assert data["powers"]["BLUE"] == {"letter": "B", "adjective": "Bluish", "homes": ["TWO"], "units": ["F TWO/SC"]}
    provinces = data["provinces"]
    assert provinces["ONE"] == {
        "name": "First Isle", "kind": "coast", "center": True, "also": ["isle one"], "army": "THR", "fleet": "SND",
    }  # fmt: skip
    assert (provinces["TWO"]["army"], provinces["TWO"]["fleet"]) == ("THR", {"SC": "SND"})
    assert provinces["SND"]["fleet"] == "ONE THR TWO/SC"
    assert load_board("three-isles").powers == ("BLUE", "RED")


def test_a_border_that_leads_one_way_only_is_kept(boards: Path, tmp_path: Path) -> None:
    file = tmp_path / "isles.map"
    file.write_text(ISLES.replace("COAST THR ABUTS one two", "COAST THR ABUTS two"), encoding="utf-8")
    assert add(file).exit_code == 0
    data = json.loads((boards / "isles.json").read_text(encoding="utf-8"))
    assert (data["provinces"]["ONE"]["army"], data["provinces"]["THR"]["army"]) == (">THR", "TWO")
    assert ("THR" in load_board("isles").army["ONE"], "ONE" in load_board("isles").army["THR"]) == (True, False)


def test_a_variant_of_a_map_beside_it(boards: Path, tmp_path: Path) -> None:
    (tmp_path / "isles.map").write_text(ISLES, encoding="utf-8")
    file = tmp_path / "short.map"
    file.write_text("MAP isles\nUNPLAYED RED\nVICTORY 1\nGREEN (Green) ONE\nA ONE\n", encoding="utf-8")
    assert "Short: 2 powers, 4 provinces, 3 centers, 1 to win" in add(file).output
    file.write_text("MAP ../isles\n", encoding="utf-8")
    assert "it builds on ../isles.map, which is not beside it" in add(file, "--name", "other").output
    assert sorted(each.name for each in boards.iterdir()) == ["drawings", "short.json"]


def test_a_map_may_lie_in_several_files_and_say_what_no_board_holds(boards: Path, tmp_path: Path) -> None:
    first, rest = ISLES.split("UNOWNED")
    (tmp_path / "isles.politics").write_text(first, encoding="utf-8")
    (tmp_path / "isles.geography").write_text(f"UNOWNED{rest}", encoding="utf-8")
    file = tmp_path / "isles.map"
    lines = (
        "USE isles.politics",
        "NOTIFY somebody@example.org",
        "FLAGS standard",
        "FLOW B.C.:MOVEMENT",
        "RED -ONE THR",
    )
    file.write_text(
        "\n".join((*lines, "OWNS ONE THR", "USE isles.geography")).replace("UNOWNED THR", ""), encoding="utf-8"
    )
    result = add(file)
    assert "Not carried over: the line `FLOW B.C.:MOVEMENT`." in result.output
    assert "NOTIFY" not in result.output
    board = load_board("isles")
    assert (board.homes["RED"], board.start_centers["RED"]) == (("THR",), ("ONE", "THR"))


def test_a_picture_that_does_not_serve_is_named_and_the_map_is_schematic(boards: Path, tmp_path: Path) -> None:
    file, picture = tmp_path / "isles.map", tmp_path / "isles.svg"
    file.write_text(ISLES, encoding="utf-8")
    picture.write_text('<svg viewBox="0 0 9 9"><rect id="one" width="9" height="9"/></svg>', encoding="utf-8")
    result = add(file)
    assert result.exit_code == 0
    assert "isles.svg does not become its map: the SVG has no outline with the id of SND, THR, TWO." in result.output
    assert load_ground(boards / DRAWINGS / "isles.json").areas.keys() - {"-"} == {"ONE", "TWO", "THR", "SND"}


def test_a_picture_may_lie_anywhere(boards: Path, tmp_path: Path) -> None:
    file, picture = tmp_path / "isles.map", tmp_path / "elsewhere" / "any.svg"
    file.write_text(ISLES, encoding="utf-8")
    picture.parent.mkdir()
    rows = [
        f'<rect id="{code}" y="{9 * row}" width="40" height="9"/>'
        for row, code in enumerate(("one", "two", "thr", "snd"))
    ]
    picture.write_text(f'<svg viewBox="0 0 40 36">{"".join(rows)}</svg>', encoding="utf-8")
    assert "does not become" not in add(file, "--picture", str(picture)).output
    areas = load_ground(boards / DRAWINGS / "isles.json").areas
    assert [areas[code].at[1] for code in ("ONE", "TWO", "THR", "SND")] == sorted(area.at[1] for area in areas.values())


def test_a_board_that_is_there_is_never_changed(boards: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    text = '{"name": "mine", "title": "Short", "based_on": "standard", "victory": 12}'
    file.write_text(text, encoding="utf-8")
    assert add(file).exit_code == 0
    assert add(file).exit_code == 0
    file.write_text(text.replace("12", "13"), encoding="utf-8")
    assert "there is another board called mine" in add(file).output
    assert (boards / "mine.json").read_text(encoding="utf-8") == text
    file.write_text(text.replace('"mine"', '"chaos"'), encoding="utf-8")
    assert "there is another board called chaos" in add(file, "--name", "chaos").output


def test_a_board_with_mistakes_is_not_added(boards: Path, tmp_path: Path) -> None:
    file = tmp_path / "isles.map"
    file.write_text(ISLES.replace("F TWO/SC", "F TWO"), encoding="utf-8")
    result = add(file)
    assert result.exit_code == 1
    assert "BLUE: 'F TWO' cannot stand there" in result.output
    assert not boards.exists()


def test_without_a_folder_for_boards_the_setting_is_named(tmp_path: Path) -> None:
    file = tmp_path / "isles.map"
    file.write_text(ISLES, encoding="utf-8")
    assert "`boards` names no folder" in add(file).output


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["board", *words])


def test_a_board_is_shown_as_a_table_and_as_a_picture(boards: Path, tmp_path: Path) -> None:
    (tmp_path / "isles.map").write_text(ISLES, encoding="utf-8")
    add(tmp_path / "isles.map")
    result = run("show", "isles", "--picture", str(tmp_path / "isles.svg"))
    assert result.exit_code == 0, result.output
    assert "ONE, First Isle: land on the coast, supply center, home of Red, owned by Red." in result.output
    assert "A fleet at TWO/SC (south coast) goes to SND." in result.output
    assert 'id="area-ONE"' in (tmp_path / "isles.svg").read_text(encoding="utf-8")


def test_boards_are_compared_area_by_area_and_unit_by_unit(boards: Path) -> None:
    result = run("diff", "standard", "fleet-rome")
    assert result.exit_code == 1
    assert result.output.splitlines()[-2:] == ["-Italy: F NAP, A ROM, A VEN", "+Italy: F NAP, F ROM, A VEN"]
    assert run("diff", "standard", "standard").output == "standard and standard are alike.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "mars"), "not 'mars'"),
        (("diff", "mars", "x"), "'mars'"),
    ],
)
def test_a_board_that_is_not_there_cannot_be_shown(words: tuple[str, ...], said: str, boards: Path) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert said in result.output


def test_a_new_board_is_whole_and_can_be_added(boards: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    assert run("new", str(file)).exit_code == 0
    assert "No mistake found." in check(file).output
    assert "Added: games are made on it with  map mine" in add(file).output
    assert "there already" in run("new", str(file)).output
