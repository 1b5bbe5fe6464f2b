"""From a file of another program to a game of Payola that runs, with its own map: one command, and one mail."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli.main import main
from judge.rules.boards import DRAWINGS, use_boards
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.ground import Ground, load_ground
from tests.support.flat import flat
from tests.support.house import open_house

JDIP = {
    "variants.xml": """<?xml version="1.0"?>
<!DOCTYPE VARIANTS [ <!ELEMENT VARIANTS (VARIANT+)> <!ENTITY big "bigger"> ]>
<VARIANTS><MAP_DEFINITION id="plain" URI="isles_map.svg"/>
<VARIANT name="Another"><MAP adjacencyURI="other.xml"/></VARIANT>
<VARIANT name="Two Isles" aliases="isles"><MAP adjacencyURI="adjacency.xml"><MAP_GRAPHIC ref="plain"/></MAP>
<RULEOPTIONS><RULEOPTION name="OPTION_BUILDS" value="VALUE_BUILDS_ANY_IF_HOME_OWNED"/></RULEOPTIONS>
<POWER name="Red" adjective="Reddish"/><POWER name="Blue" adjective="Bluish"/><POWER name="Idle" active="false"/>
<STARTINGTIME turn="Spring, 1425, Movement"/>
<VICTORYCONDITIONS><WINNING_SUPPLY_CENTERS value="3"/></VICTORYCONDITIONS>
<SUPPLYCENTER province="one" homepower="red" owner="red"/><SUPPLYCENTER province="two" homepower="blue" owner="blue"/>
<SUPPLYCENTER province="thr"/>
<INITIALSTATE power="red" province="one" unit="fleet"/>
<INITIALSTATE power="blue" province="two" unit="fleet" unitcoast="sc"/>
</VARIANT></VARIANTS>""",
    "adjacency.xml": """<PROVINCES>
<PROVINCE shortname="one" fullname="First Isle"><UNIQUENAME name="uno"/>
<ADJACENCY type="mv" refs="thr"/><ADJACENCY type="xc" refs="snd"/></PROVINCE>
<PROVINCE shortname="two" fullname="Second Isle">
<ADJACENCY type="mv" refs="thr"/><ADJACENCY type="sc" refs="snd"/><ADJACENCY type="nc" refs="snd thr"/></PROVINCE>
<PROVINCE shortname="thr" fullname="Third Isle" isConvoyableCoast="true">
<ADJACENCY type="mv" refs="uno two"/><ADJACENCY type="xc" refs="snd two-nc"/></PROVINCE>
<PROVINCE shortname="snd" fullname="The Sound"><ADJACENCY type="xc" refs="uno two/sc two/nc thr"/></PROVINCE>
<PROVINCE shortname="alp" fullname="High Alps"><ADJACENCY type="mv" refs="alp"/></PROVINCE>
</PROVINCES>""",
}
WEB = {
    "install.php": r"""<?php
// array('Nowhere', 'Land', 'Yes', 0, 1, 2, 3, 4)
$territoryRawData=array(
	array('First Isle', 'Coast', 'Yes', 1, 20, 20, 20, 135),
	array('Second Isle', 'Coast', 'Yes', 2, 80, 20, 65, 177),
	array('Second Isle (South Coast)', 'Coast', 'No', 0, 75, 380, 65, 177),
	array('Second Isle (North Coast)', 'Coast', 'No', 0, 75, 380, 65, 177),
	array('Third Isle', 'Coast', 'Yes', 0, 20, 80, 65, 177),
	array('The Sound', 'Sea', 'No', 0, 80, 80, 78, 210),
	array('The Sound (2)', 'Sea', 'No', 0, 145, 440, 78, 210)
);
$bordersRawData=array(
	array('First Isle','Third Isle','No','Yes'), array('Second Isle','Third Isle','No','Yes'),
	array('First Isle','The Sound (2)','Yes','No'), array('Second Isle (South Coast)','The Sound','Yes','No'),
	array('Second Isle (North Coast)','The Sound','Yes','No'),
	array('Third Isle','Second Isle (North Coast)','Yes','No'), array('Third Isle','The Sound','Yes','No')
);
system('echo never run');
""",
    "variant.php": r"""<?php class IslesVariant extends WDVariant {
	public $countries=array('Red','Blue');
	public $supplyCenterTarget = 3;
	function x() { $this->variantClasses['processGame'] = 'Isles'; }
	function turnAsDate($turn) { return (floor($turn/2) + 1425); } }""",
    "classes/adjudicatorPreGame.php": r"""<?php class X { protected $countryUnits = array(
	'Red' => array('First Isle'=>'Fleet'), 'Blue' => array('Second Isle (South Coast)' => 'Fleet',)
	); }""",
}
GODIP = {
    "isles.go": """package isles
import "github.com/zond/godip"
const (
	Red  godip.Nation = "Red"
	Blue godip.Nation = "Blue"
)
var Nations = []godip.Nation{Red, Blue}
func SVG() ([]byte, error) { return Asset("svg/islesmap.svg") }
var V = common.Variant{SoloWinner: common.SCCountWinner(3), Parser: BuildAnywhereParser}
func Start() {
	startPhase := classical.NewPhase(1425, godip.Spring, godip.Movement)
	result.SetUnits(map[godip.Province]godip.Unit{"one": godip.Unit{godip.Fleet, Red}, "two/sc": {godip.Fleet, Blue}})
}
func Graph() *graph.Graph {
	return graph.New().
		// First Isle
		Prov("one").Conn("thr", godip.Land).Conn("snd", godip.Sea).Flag(godip.Coast...).SC(Red).
		// Second Isle
		Prov("two").Conn("thr", godip.Land).Flag(godip.Land).SC(Blue).
		// Second Isle (South Coast)
		Prov("two/sc").Conn("snd", godip.Sea).Flag(godip.Sea).
		Prov("two/nc").Conn("snd", godip.Sea).Conn("thr", godip.Sea).Flag(godip.Sea).
		// Third Isle
		Prov("thr").Conn("one", godip.Land).Conn("two", godip.Land).Conn("two/nc", godip.Sea).Conn("snd", godip.Sea).
		Flag(godip.Coast...).SC(godip.Neutral).
		// The Sound
		Prov("snd").Conn("one", godip.Sea).Conn("two", godip.Sea).Conn("two/sc", godip.Sea).Conn("two/nc", godip.Sea).
		Conn("thr", godip.Sea).Flag(godip.Sea).
		Done()
}
""",
}
MAP = {
    "isles.map": """BEGIN SPRING 1425 MOVEMENT
VICTORY 3
RED (Reddish) ONE
F ONE
BLUE (Bluish) TWO
F TWO/SC
UNOWNED THR
First Isle = one
Second Isle = two
Third Isle = thr
The Sound = snd
COAST ONE ABUTS SND thr
COAST two ABUTS thr
COAST TWO/SC ABUTS SND
COAST TWO/NC ABUTS SND THR
COAST THR ABUTS one two TWO/NC SND
WATER SND ABUTS ONE TWO/SC TWO/NC THR
""",
}
SVG = """<svg viewBox="0 0 100 100"><script>alert(1)</script><rect id="one" width="50" height="50"/>
<path id="two" d="M50 0h50v50h-50z"/><polygon id="thr" points="0 50 50 50 50 100 0 100"/>
<g id="snd" transform="translate(50 50)"><rect width="50" height="50"/></g></svg>"""
_ROWS = [bytes([0, *(1 + x // 50 + 2 * (y // 50) for x in range(100))]) for y in range(100)]
PNG = b"\x89PNG\r\n\x1a\n" + b"".join(
    len(body).to_bytes(4, "big") + kind + body + bytes(4)
    for kind, body in (
        (b"IHDR", struct.pack(">II5B", 100, 100, 8, 3, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(_ROWS))),
    )
)
PICTURES: Mapping[str, Mapping[str, bytes]] = {
    "isles.map": {},
    "variants.xml": {"isles_map.svg": SVG.encode().replace(b'id="', b'id="_')},
    "install.php": {"resources/map.png": PNG},
    "isles.go": {"svg/islesmap.svg": SVG.encode()},
}
"""What lies beside the file of a variant: nothing beside the first, so that its map is schematic."""
CODES = {"FIR": "ONE", "SEC": "TWO", "THI": "THR", "THE": "SND"}
"""Those that a file without codes gets, and what they are called in the other files."""


def _named(text: str) -> str:
    for own, other in CODES.items():
        text = text.replace(own, other)
    return text


def _turned(ground: Ground, at: tuple[int, int]) -> tuple[int, int]:
    """In which quarter of the map this is."""
    return at[0] * 2 // ground.width, at[1] * 2 // ground.height


@pytest.mark.parametrize(
    ("files", "lost"),
    [
        (MAP, ()),
        (JDIP, ("another variant in the file: Another", "VALUE_BUILDS_ANY_IF_HOME_OWNED", "High Alps", "isConvoyable")),
        (WEB, ("the variant's own processGame",)),
        (GODIP, ()),
    ],
    ids=["map", "jdip", "webdiplomacy", "godip"],
)
def test_a_stranger_s_file_is_a_game_in_two_commands(
    files: Mapping[str, str], lost: tuple[str, ...], sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, boards = tmp_path / "isles", tmp_path / "boards"
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    pictures = PICTURES[next(iter(files))]
    for name, picture in pictures.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(picture)
    monkeypatch.setenv("JUDGE_BOARDS", str(boards))
    try:
        result = CliRunner().invoke(main, ["board", "add", str(folder / next(iter(files)))])
        assert "Isles: 2 powers, 4 provinces, 3 centers, 3 to win" in result.output
        assert all(each in result.output for each in lost)
        assert result.output.count("Not carried over") == len(lost)
        board = load_board("isles")
        reach = {
            _named(f"{kind} {place}"): sorted(_named(each) for each in board.borders(kind, place))
            for kind in "AF"
            for place in board.province_of
            if board.fits(kind, place)
        }
        assert reach == {
            "A ONE": ["THR"], "A TWO": ["THR"], "A THR": ["ONE", "TWO"],
            "F ONE": ["SND"], "F TWO/SC": ["SND"], "F TWO/NC": ["SND", "THR"], "F THR": ["SND", "TWO/NC"],
            "F SND": ["ONE", "THR", "TWO/NC", "TWO/SC"],
        }  # fmt: skip
        data = json.loads((boards / "isles.json").read_text(encoding="utf-8"))
        assert data["start"] == "S1425M"
        assert (data.get("builds") == "centers") == (files in (JDIP, GODIP))
        with open_house(sqlite_url, tmp_path, boards=boards, map_width=300) as house:
            people = house.gathered("Manus", "Anna", "Bert")
            house.tell(people["Manus"], "CREATE payola islet\nmap isles\nmovement 24h\nEND CREATE")
            house.tell(people["Anna"], "JOIN islet AS RED")
            house.tell(people["Bert"], "JOIN islet AS BLUE")
            assert "has started" in flat(house.tell(people["Manus"], "GAME islet\nSTART"))
            house.tell(people["Anna"], "F First Isle - The Sound: 5", to=people["Anna"].last())
            house.tell(people["Bert"], "NO ORDERS", to=people["Bert"].last())
            house.pass_time(hours=25)
            fleet = board.start_units["RED"][0]
            assert f"{fleet} - " in flat(people["Bert"].last())
            assert "moved" in flat(people["Bert"].last())
            (image,) = [part for part in people["Bert"].last().message.walk() if part.get_content_type() == "image/png"]
            assert image.get_content().startswith(b"\x89PNG")
        (drawing,) = (boards / DRAWINGS).iterdir()
        ground = load_ground(drawing)
        corners = {code: _turned(ground, area.at) for code, area in ground.areas.items()}
        if pictures:
            assert {_named(code): corner for code, corner in corners.items()} == {
                "ONE": (0, 0), "TWO": (1, 0), "THR": (0, 1), "SND": (1, 1),
            }  # fmt: skip
    finally:
        use_boards(None)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("variants.xml", "<VARIANTS><VARIANT>", "not XML"),
        ("variants.xml", "<VARIANTS/>", "it has no VARIANT"),
        (
            "variants.xml",
            '<V><VARIANT><MAP adjacencyURI="../x.xml"/></VARIANT></V>',
            "../x.xml, which is not beside it",
        ),
        ("install.php", "<?php", "variant.php, which is not beside it"),
        ("isles.go", "package godip", "no provinces"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    name: str, text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_BOARDS", str(tmp_path / "boards"))
    folder = tmp_path / "isles"
    folder.mkdir()
    (tmp_path / "x.xml").write_text("<PROVINCES/>", encoding="utf-8")
    (folder / name).write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["board", "add", str(folder / name)])
    use_boards(None)
    assert result.exit_code == 1
    assert said in result.output
    assert not (tmp_path / "boards").exists()
