"""What results say, in text and HTML, of all that can happen; their reasons, and what they keep to themselves."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import cycle

import pytest

from judge.letters import write
from judge.letters.briefing import known_of
from judge.letters.renderer import Renderer
from judge.letters.values import Deadline, GameCard, Lots, Reader
from judge.mail.values import Letter
from judge.rules.machiavelli.adjustment import tax_income
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.state import State
from judge.rules.machiavelli.story import comments_on
from judge.rules.machiavelli.system import SYSTEM
from judge.rules.values import MASTER, PUBLIC, Outcome, only
from tests.letters.examples import DUE, NOW
from tests.rules.machiavelli.field import played
from tests.rules.machiavelli.table import EVERYBODY, letter, phase, state, told
from tests.rules.machiavelli.test_by_mail import Italy
from tests.support.house import House

RENDERER = Renderer()
CARD = GameCard("italy", "Italia", "machiavelli", SYSTEM.title, "running", "Manus")


def printed(played: Outcome[State], role: str = "", *, newcomer: bool = False) -> Letter:
    audience = {"": PUBLIC, "MASTER": MASTER}.get(role) or only(role)
    known = known_of(SYSTEM, played.state, CARD, Reader("Ada", "UTC", role, "ada@example.org"), played.events)
    known = replace(known, newcomer=newcomer)
    view = SYSTEM.view(played.state, audience)
    return write.results(RENDERER, known, Deadline(DUE, view.phase), SYSTEM.form(view, {}), NOW)


MANTUA = "FERRARA A MAN H; VENICE A VER; VENICE A BRE; NOBODY G TRN; MILAN A PAR; TURKEY F LAG; VENICE G VEN"
C = "SPR1460C"
TRENTO = "MILAN A TRN; NOBODY G TRN"
LOST = dict.fromkeys(("TOR", "SAV", "NIZ", "SAS"), "MILAN")
BOLOGNA = {"rebellions": {"BOL": "FERRARA"}}
EVENTS = [
    (C, MANTUA, {"VENICE": "A VER - MAN; A BRE S MAN"}, {}, ["A VER - MAN", "advances", "FORCED OUT by A VER"]),
    (C, "NOBODY G MAN; MILAN A MAN; VENICE A VER", {"VENICE": "A VER - MAN"}, {},
     ["advances, helped by G MAN", "FORCED OUT by A VER, retreats to"]),
    (C, "MILAN A MAN; VENICE A VER", {"VENICE": "A VER - MAN"}, {"rebellions": {"MAN": "MILAN"}},
     ["advances, helped by the rebellion there"]),
    # A victim is never helped by the rebellion (11.2).
    (C, "MILAN A MOD; FERRARA A BOL; FERRARA A PAR", {"MILAN": "A MOD - BOL", "FERRARA": "A BOL - MOD; A PAR S MOD"},
     {"rebellions": {"BOL": "FERRARA"}},
     ["fails against A BOL, though helped by the rebellion there", "fails against A MOD"]),
    (C, "MILAN A SIE; PAPACY A PIO; NOBODY G SIE", {"MILAN": "A SIE - PIO", "PAPACY": "A PIO - SIE"},
     {"rebellions": {"PIO": "PAPACY"}},
     ["fails against A PIO, though helped by the rebellion there", "fails against A SIE, though helped by G SIE"]),
    # What everybody is told explains why it gave no support of itself (rulings 12.2 and 12.4).
    (C, "SAVOY A TOR; GENOA A SLZ; NOBODY G SLZ", {"SAVOY": "A TOR - SLZ", "GENOA": "OPERATE G SLZ 3; G SLZ H"}, {},
     ["fails against A SLZ", "G SLZ H", "holds (a bribe told it to)"]),
    (C, MANTUA, {"MILAN": "BUY A MAN 18"}, {}, ["The army of Mantova (Ferrara) now serves Milan."]),
    (C, MANTUA, {"MILAN": "DISBAND A MAN 12"}, {}, ["has dispersed"]),
    (C, MANTUA, {"MILAN": "INDEPENDENT A MAN 9"}, {}, ["has made itself independent"]),
    (C, MANTUA, {"MILAN": "ASSASSINATE FERRARA 30"}, {},
     ["leader of Ferrara", "units of Ferrara hold", "Mantova has risen against"]),
    (C, "VENICE F VEN; TURKEY F LAG; TURKEY F UAD", {"TURKEY": "F LAG - VEN; F UAD S VEN"}, {},
     ["drives F VEN into the city, and stays outside", "FORCED OUT by F LAG, into the city"]),
    (C, "", {"MILAN": "PACIFY BOL"}, BOLOGNA, ["The rebellion in Bologna", "pacified"]),
    (C, "PAPACY A MAN; NOBODY G TRN", {"MILAN": "REBEL TRN"}, {}, ["Trento has risen against the independents"]),
    (C, TRENTO, {"PAPACY": "REBEL PAR", "MILAN": "DISBAND G TRN 6"}, {}, ["The garrison of Trento (independent)"]),
    (C, "", {"MILAN": "PACIFY PER"}, {"rebellions": {"PER": "PAPACY"}}, ["rebellion in Perugia against the Papacy"]),
    (C, "VENICE A MAN - BOL", {"VENICE": "A MAN - BOL"}, BOLOGNA, ["liberated"]),
    (C, TRENTO, {"MILAN": "A TRN B TRN"}, {"sieges": ["TRN"]}, ["Trento has fallen to Milan"]),
    (C, "NOBODY A PAV; MILAN G PAV; SAVOY A TOR", {"SAVOY": "OPERATE A PAV 3; A PAV B PAV"}, {"sieges": ["PAV"]},
     ["Pavia has fallen to the independents"]),
    (C, "NOBODY F LAG; PAPACY F UAD", {"PAPACY": "OPERATE F LAG 3; F LAG B VEN"},
     {"sieges": ["LAG"], "rebellions": {"VEN": "VENICE"}}, ["The independents have broken the rebellion"]),
    (C, TRENTO, {"MILAN": "A TRN B TRN"}, {}, ["siege begins", "Besieged for a season: Trento"]),
    (C, "FERRARA A BOL", {"FERRARA": "A BOL B BOL"}, {"sieges": ["BOL"], "rebellions": {"BOL": "FERRARA"}},
     ["Ferrara has broken the rebellion in the city of Bologna"]),
    (C, MANTUA, {"MILAN": "A PAR - ROM"}, {}, ["not possible, holds (an army cannot go"]),
    (C, "", {"PAPACY": "EXCOMMUNICATE MILAN"}, {}, ["The Pope has excommunicated Milan", "until the end of"]),
    ("FAL1460C", "", {"PAPACY": "EXCOMMUNICATE MILAN"}, {},
     ["from it until the end of the adjustment of Spring 1461.",
      "Excommunicated until the end of the adjustment of Spring 1461: Milan."]),
    ("SPR1460A", "", {"PAPACY": "EXCOMMUNICATE MILAN"}, {}, ["Excommunicated until the end of Spring 1460: Milan."]),
    (C, "", {"PAPACY": "EXCOMMUNICATE TURKEY"}, {}, ["Crusade against Turkey"]),
    (C, "", {}, {"rebellions": {"PIS": "FLORENCE"}}, ["Pisa", "rebellion"]),
    (C, "", {}, {"markers": LOST}, ["Savoy is eliminated", "Out of the"]),
    (C, "", {}, {"markers": dict.fromkeys(("MAR", "LYO", "AVI", "AJA"), "SAVOY")}, ["home country of France"]),
    ("FAL1460C", "", {}, BOLOGNA,
     ["Independent garrisons spring up in", "The rebellion in Bologna against Ferrara is liberated.", "anticipated"]),
    ("SPR1460A", "FLORENCE A PIS", {"FLORENCE": "PAY NOTHING; RAISE A FIR"}, {}, ["Disbanded", "New units", "A FIR"]),
    ("SPR1460A", "", {}, {}, ["A quiet Spring"]),
    ("SPR1460A", "", {"FLORENCE": "TAX PIS"}, {}, ["Florence has taxed Pisa by force for 2 ducats"]),
]  # fmt: skip


@pytest.mark.parametrize(("label", "units", "letters", "more", "words"), EVENTS)
def test_the_gazette_tells_it(
    label: str, units: str, letters: dict[str, str], more: dict[str, object], words: list[str]
) -> None:
    ducats = dict.fromkeys(("MILAN", "VENICE", "FERRARA", "PAPACY"), 60)
    played = phase(units, letters, label, ducats, **more)
    paper = printed(played)
    flat = " ".join(paper.text.split())
    for word in words:
        assert word in flat, paper.text
        assert word.split(" (")[0] in paper.html.replace("\xa0", " ")
    assert "ONLY FOR YOU" not in paper.text


def test_every_line_of_text_fits_a_terminal() -> None:
    played = phase(MANTUA, {"VENICE": "A VER - MAN; A BRE S MAN"}, "FAL1460C")
    assert max(len(line) for line in printed(played, "VENICE").text.splitlines()) <= 78


def test_16_one_garrison_that_springs_up_is_told_as_one() -> None:
    neutral = [area for area in BOARD.provinces if area not in EVERYBODY and area != "SIE"]
    controlled = dict(zip(neutral, cycle(BOARD.countries), strict=False))
    paper = printed(phase("", {}, "FAL1460C", markers=controlled))
    assert "An independent garrison springs up in Siena." in " ".join(paper.text.split())
    assert "An independent garrison springs up in Siena." in " ".join(paper.html.split())


@pytest.mark.parametrize("role", ["", "MILAN", "MASTER"])
def test_the_first_results_explain_their_letters_to_everybody(role: str) -> None:
    explained = printed(phase("", {}), role, newcomer=True)
    assert "A is an army, F a fleet, G a garrison." in " ".join(explained.text.split())
    assert "A is an army, F a fleet, G a garrison." in explained.html.replace("\xa0", " ")
    assert "A is an army" not in printed(phase("", {}), role).text


def test_the_account_is_the_readers_alone() -> None:
    played = phase(MANTUA, {"MILAN": "BUY A MAN 18; GIVE 2 GENOA"}, ducats={"MILAN": 20})
    milan, genoa, venice = (printed(played, role).text for role in ("MILAN", "GENOA", "VENICE"))
    assert "BUY A MAN 18" in milan
    assert "You now have 0 ducats." in milan
    assert "GIFT FROM MILAN" in genoa
    assert "BUY A MAN" not in genoa + venice
    assert "GIFT" not in venice


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("REBEL PST; REBEL CAP", "REBEL BER"),
        ("PACIFY TIV; PACIFY LIP", "PACIFY AOS"),
        ("DISBAND A PAV 12; INDEPENDENT A CRE 9", "DISBAND A FOR 12"),
        # Bribes that fail do not change it either.
        ("DISBAND A PAV 12; INDEPENDENT A CRE 9; DISBAND A FOR 12", "DISBAND A FOR 15; INDEPENDENT A PAV 9"),
        ("ASSASSINATE MILAN 30; REBEL PST", "REBEL CAP; REBEL LUC"),
    ],
)
def test_8_2_the_order_in_which_all_is_told_says_nothing_of_who_has_paid(one: str, other: str) -> None:
    units = "MILAN A PAV; MILAN A CRE; MILAN A FOR; MILAN A PST; MILAN A LUC; VENICE A PIA"
    risen = {"TIV": "PAPACY", "LIP": "SICILY", "AOS": "SAVOY"}
    letters = [
        {"GENOA": one, "TURKEY": other},
        {"GENOA": other, "TURKEY": one},
        {"GENOA": "; ".join(reversed(one.split("; "))), "TURKEY": other},
    ]
    leave = {"VENICE": "ALLOW GENOA BRIBES; ALLOW TURKEY BRIBES"}
    ducats = {"GENOA": 90, "TURKEY": 90}
    papers = [printed(phase(units, {**each, **leave}, C, ducats, rebellions=risen)) for each in letters]
    assert papers[0].text == papers[1].text == papers[2].text
    assert papers[0].html == papers[1].html == papers[2].html
    assert papers[0].text != printed(phase(units, leave, C, ducats, rebellions=risen)).text


def test_8_2_rebellions_that_end_in_the_campaign_in_which_they_began_are_told_in_one_order() -> None:
    units = "MILAN A PST; MILAN A LUC; SAVOY A PIS - LUC; SAVOY A PRA - PST"
    orders = {"SAVOY": "A PIS - LUC; A PRA - PST"}
    papers = [
        printed(phase(units, {**orders, one: "REBEL PST", other: "REBEL LUC"}, C, {"GENOA": 20, "TURKEY": 20})).text
        for one, other in (("GENOA", "TURKEY"), ("TURKEY", "GENOA"))
    ]
    assert papers[0] == papers[1]
    assert "The rebellion in Pistoia against Milan is liberated." in papers[0]


def test_4_3_the_gazette_says_that_rebellions_and_excommunications_end_with_a_player() -> None:
    rome = dict.fromkeys(("ROM", "PER", "URB", "ANC"), "FLORENCE")
    rebels = {"rebellions": {"COM": "PAPACY", "PAV": "SAVOY"}, "banned": {"MILAN": "FAL1460C"}}
    papal, of_savoy = (
        " ".join(printed(phase("", {}, markers=lost, **rebels)).text.split())  # type: ignore[arg-type]
        for lost in (rome | {"COM": "PAPACY"}, LOST)
    )
    said = (
        "any units that it had become independent, one in each area. Its treasury is lost, and rebellions against it "
        "end."
    )
    assert f"The Papacy is eliminated: {said} So do its excommunications." in papal
    assert "Como" not in papal[papal.index("THE MAP") :], papal
    assert "Excommunicated until" not in papal
    assert f"Savoy is eliminated: {said}" in of_savoy
    assert "So do its excommunications" not in of_savoy
    assert "Excommunicated until the end of Fall 1460: Milan." in of_savoy


def test_9_4_a_siege_is_told_only_while_there_is_something_to_besiege() -> None:
    besieged = "FLORENCE A PIS; GENOA G PIS"
    goes_on = phase(besieged, {"GENOA": "PAY G PIS"}, "SPR1460A", sieges=("PIS",))
    assert "Besieged for a season: Pisa." in printed(goes_on).text
    gone = phase(besieged, {"GENOA": "PAY NOTHING"}, "SPR1460A", sieges=("PIS",))
    assert "Besieged" not in printed(gone).text
    assert SYSTEM.position_picture(SYSTEM.view(goes_on.state, PUBLIC)).marks
    assert not SYSTEM.position_picture(SYSTEM.view(gone.state, PUBLIC)).marks


def test_4_3_whoever_is_eliminated_is_told_why_and_what_is_lost() -> None:
    played = phase("SAVOY A PON", {}, C, {"SAVOY": 1}, markers=LOST)
    savoy, milan = (" ".join(printed(played, role).text.split()) for role in ("SAVOY", "MILAN"))
    why = "You are out of the game: others control every city of your home country."
    assert f"{why} Any units that you had are independent now, one in each area, and your 1 ducat is lost." in savoy
    assert why in " ".join(printed(played, "SAVOY").html.replace("\xa0", " ").split())
    assert why not in milan


def test_16_of_two_units_of_the_eliminated_in_one_area_one_stays_and_the_letters_say_so() -> None:
    played = phase("SAVOY A GEN; SAVOY G GEN", {}, C, markers=LOST)
    assert [str(unit) for unit in played.state.position.units_in("GEN")] == ["G GEN"]
    for role in ("SAVOY", "MILAN"):
        assert "independent, one in each area." in " ".join(printed(played, role).text.split())
    assert "Any units that you had are independent now, one in each area" in " ".join(
        printed(played, "SAVOY").text.split()
    )


def test_13_5_only_a_garrison_goes_back_into_its_city() -> None:
    army = phase(
        "MILAN A PIS; VENICE A SIE; VENICE F ETS; VENICE A FIR; VENICE A LUC; VENICE F LIG; VENICE A PST; "
        "VENICE A PIO; VENICE F WTS",
        {"VENICE": "A SIE - PIS; A FIR S PIS"},
    )
    assert ", into the city" in printed(army).text
    assert "back into the city" not in printed(army).text
    garrison = phase(
        "FLORENCE G PIS; VENICE A SIE; VENICE F ETS; VENICE A FIR; VENICE A LUC; VENICE F LIG; VENICE A PST; "
        "VENICE A PIO; VENICE F WTS",
        {"FLORENCE": "G PIS C A", "VENICE": "A SIE - PIS; A FIR S PIS"},
    )
    assert ", back into the city" in printed(garrison).text


@pytest.mark.parametrize("away", ["back into the city", "retreats to Pistoia"])
def test_13_5_a_garrison_that_comes_out_and_must_retreat_at_once_has_converted(away: str) -> None:
    """Example 2: "F will convert", and "converts again into an army", before it goes."""
    around = "VENICE A FIR; VENICE A LUC; VENICE A PIO" + ("; VENICE A PST" if away.startswith("back") else "")
    orders = {"FLORENCE": "G PIS C A", "VENICE": "A SIE - PIS; A FIR S PIS"}
    out = phase(f"FLORENCE G PIS; VENICE A SIE; {around}", orders)
    [campaign] = told(out, "campaign")
    assert [row["outcome"] for row in campaign["orders"] if row["unit"] == "G PIS"] == ["converted"]
    letter = printed(out)
    assert f"converts; FORCED OUT by A SIE, {away}" in " ".join(letter.text.split())
    assert "fails" not in letter.text
    inside = phase("FLORENCE G PIS; VENICE A SIE", {"FLORENCE": "G PIS C A", "VENICE": "A SIE - PIS"})
    assert "G PIS C A" in printed(inside).text
    assert "fails against A SIE" in printed(inside).text


@pytest.mark.parametrize("sieges", [(), ("LAG",)])
def test_14_no_siege_begins_or_goes_on_where_the_garrison_of_venice_has_come_out(sieges: tuple[str, ...]) -> None:
    orders = {"GENOA": "F LAG B VEN", "VENICE": "G VEN C F"}
    out = phase("GENOA F LAG; VENICE G VEN", orders, sieges=sieges)
    assert str(out.state.position.units["VEN"]) == "F VEN"
    assert not out.state.position.sieges
    letter = " ".join(printed(out).text.split())
    assert "siege begins" not in letter
    assert "F LAG B VEN broken up by G VEN" in letter
    kept = phase("GENOA F LAG; GENOA F FER; VENICE G VEN", {**orders, "GENOA": "F LAG B VEN; F FER S VEN"})
    assert "F LAG B VEN siege begins" in " ".join(printed(kept).text.split())


def test_4_3_whoever_has_long_been_out_of_the_game_is_sent_no_empty_account() -> None:
    played = phase("", {}, C, eliminated=(("SAVOY", "SPR1459C"),))
    savoy, milan = printed(played, "SAVOY"), printed(played, "MILAN")
    assert "ONLY FOR YOU" in milan.text
    assert "Only for you" in milan.html
    assert "ONLY FOR YOU" not in savoy.text
    assert "Only for you" not in savoy.html


def test_a_letter_about_where_things_stand_begins_without_blank_lines() -> None:
    played = phase("MILAN A MIL", {}, C)
    known = known_of(SYSTEM, played.state, CARD, Reader("Ada", "UTC", "MILAN", "ada@example.org"), ())
    view = SYSTEM.view(played.state, only("MILAN"))
    paper = write.results(RENDERER, known, Deadline(DUE, view.phase), "", NOW, notice=("You now play Milan",))
    assert "\n\n\n" not in paper.text


def test_the_account_begins_with_what_was_there_and_adds_up_to_what_is() -> None:
    played = phase(MANTUA, {"MILAN": "BUY A MAN 18; COUNTER A MAN 3; GIVE 2 GENOA"}, "FAL1460C", ducats={"MILAN": 40})
    paper = printed(played, "MILAN").text
    own = paper[paper.index("ONLY FOR YOU") : paper.index("You now have")]
    assert re.search(r"You had +40\n", own)
    rows = [int(amount) for amount in re.findall(r"^  .*? {2,}([+-]?\d+)(?:  .*)?$", own, re.MULTILINE)]
    assert f"You now have {sum(rows)} ducats." in " ".join(paper.split())
    assert len(rows) == 5, "what was there, three expenditures, the income"


def test_the_end_is_told_with_the_final_ranking() -> None:
    west = [
        area for area in state("").position.markers if state("").position.markers[area] in ("FRANCE", "SAVOY", "GENOA")
    ]
    played = phase("", {"MILAN": ""}, markers=dict.fromkeys(west, "MILAN"))
    assert played.state.winners == ("MILAN",)
    known = known_of(SYSTEM, played.state, CARD, Reader("Ada", "UTC", "MILAN", "ada@example.org"), played.events)
    paper = write.ended(RENDERER, known, NOW, Lots("bb", "aa"))
    assert "Milan wins." in paper.text
    assert "FINAL RANKING" in paper.text
    assert "Final ranking" in paper.html
    assert SYSTEM.phase(played.state) is None
    assert letter("", "SPR1460C").gifts == ()


def test_4_3_whoever_was_out_before_the_end_is_sent_no_empty_account_with_it() -> None:
    begun = state("").position
    west = [area for area, owner in begun.markers.items() if owner in ("FRANCE", "SAVOY", "GENOA")]
    played = phase("", {"MILAN": ""}, markers=dict.fromkeys(west, "MILAN"), eliminated=(("TURKEY", "SPR1459C"),))

    def end(role: str) -> Letter:
        known = known_of(SYSTEM, played.state, CARD, Reader("Ada", "UTC", role, "ada@example.org"), played.events)
        return write.ended(RENDERER, known, NOW, Lots("bb", "aa"))

    assert "ONLY FOR YOU" not in end("TURKEY").text
    assert "Only for you" not in end("TURKEY").html
    for role in ("MILAN", "SAVOY"):
        assert "ONLY FOR YOU" in end(role).text
        assert "Only for you" in end(role).html


def _won() -> tuple[Outcome[State], Letter]:
    """A campaign by which Milan wins, and its last letter."""
    begun = state("").position
    west = [area for area, owner in begun.markers.items() if owner in ("FRANCE", "SAVOY", "GENOA")]
    played = phase("", {"MILAN": ""}, markers=dict.fromkeys(west, "MILAN"))
    known = known_of(SYSTEM, played.state, CARD, Reader("Ada", "UTC", "MILAN", "ada@example.org"), played.events)
    paper = write.ended(RENDERER, known, NOW, Lots("bb", "aa"))
    return played, paper


def test_4_2_the_final_ranking_shows_the_tax_that_decides_between_equals() -> None:
    played, paper = _won()
    rows = {row["power"]: row for row in told(played, "ended")[0]["ranking"]}
    taxes = tax_income(played.state.position)
    assert {power: row["tax"] for power, row in rows.items()} == {power: taxes.get(power, 0) for power in rows}
    assert re.search(r"^ +cities +provinces +tax +ducats$", paper.text, re.MULTILINE)
    assert re.search(rf"^ 1\. +Milan.* {rows['MILAN']['tax']} +{rows['MILAN']['ducats']}$", paper.text, re.MULTILINE)
    assert re.search(r"provinces</th>.*?tax</th>.*?ducats</th>", paper.html, re.DOTALL)


def test_the_last_letter_says_of_which_season_its_results_are() -> None:
    played, paper = _won()
    title = str(told(played, "campaign")[0]["title"])
    assert title.upper() in paper.text
    assert re.search(rf"<h2[^>]*>{title}</h2>", paper.html)


@pytest.mark.parametrize(
    ("conquered", "words"),
    [
        ({}, "The units of Ferrara hold in this campaign."),
        ({"LUC": "FERRARA"}, "hold in this campaign, and a province that Ferrara has conquered rises."),
        ({"LUC": "FERRARA", "SIE": "FERRARA"}, "in this campaign, and provinces that Ferrara has conquered rise."),
        ({"LIP": "FERRARA"}, "hold in this campaign, and a province that Ferrara has conquered rises."),
    ],
)  # fmt: skip
def test_10_a_murder_tells_of_conquered_provinces_only_where_some_rise(conquered: dict[str, str], words: str) -> None:
    played = phase("FERRARA A FER", {"MILAN": "ASSASSINATE FERRARA 30"}, ducats={"MILAN": 30}, markers=conquered)
    paper = printed(played)
    assert words in " ".join(paper.text.split())
    assert words in re.sub(r"<[^>]+>", "", paper.html)


def test_10_a_rebellion_at_home_that_was_paid_for_is_not_told_as_the_murders() -> None:
    letters = {"MILAN": "ASSASSINATE FERRARA 30", "VENICE": "REBEL MOD"}
    paper = printed(phase("FERRARA A FER", letters, ducats={"MILAN": 30, "VENICE": 15}))
    assert "The units of Ferrara hold in this campaign. Modena has risen" in " ".join(paper.text.split())


def test_10_a_province_that_a_murder_raises_again_is_told_as_pacified_first() -> None:
    letters = {"TURKEY": "ASSASSINATE VENICE 30", "MILAN": "PACIFY MAN"}
    played = phase("VENICE A MAN", letters, C, {"TURKEY": 30}, rebellions={"MAN": "VENICE"})
    assert played.state.position.rebellions == {"MAN": "VENICE"}
    paper = printed(played)
    for words in (paper.text, paper.html):
        assert words.index("is pacified") < words.index("has risen against Venice")


def test_13_6_the_gamemaster_alone_is_told_which_conflict_the_rules_do_not_resolve() -> None:
    board = "MILAN A MAN; MILAN A MOD; VENICE A VER; VENICE A BRE; FRANCE A LUC; FLORENCE A BOL; FLORENCE A PST"
    letters = {
        "MILAN": "A MAN - BOL; A MOD S BOL",
        "VENICE": "A VER - MAN; A BRE S MAN",
        "FRANCE": "A LUC - MOD",
        "FLORENCE": "A BOL S LUC; A PST - LUC",
    }
    played = phase(board, letters)
    words = (
        "The rules do not resolve the conflict of the units in Bologna, Mantova, Modena, Pistoia, Verona. "
        "It counts as a standoff (13.6). Only you are told this."
    )
    master = printed(played, "MASTER")
    for text in (master.text, re.sub(r"<[^>]+>", " ", master.html or "")):
        assert words in " ".join(text.split()), text
    for reader in ("MILAN", "GENOA", ""):
        assert "do not resolve" not in printed(played, reader).text
    assert "do not resolve" not in printed(phase(board, {"MILAN": "A MAN - BOL"}), "MASTER").text


# Results give each order that failed its reason (13.1 to 13.3), and leave the Holds of independents out.


CASES = [
    ("MILAN A PAR - MOD; PAPACY A BOL - MOD", {"A PAR": ["A BOL"], "A BOL": ["A PAR"]}),
    ("MILAN A PAR - MOD; FERRARA A MOD H", {"A PAR": ["A MOD"], "A MOD": []}),
    ("MILAN A PAR - MOD; MILAN A REG S MOD; PAPACY A BOL - MOD", {"A BOL": ["A PAR"], "A PAR": [], "A REG": []}),
    ("MILAN A PAR - MOD; FERRARA A MOD S BOL; PAPACY A BOL H", {"A MOD": ["A PAR"]}),
    ("MILAN A PAR - MOD; MILAN A REG S MOD; FERRARA A MOD - BOL; PAPACY A BOL H", {"A MOD": ["A PAR"]}),
    ("MILAN A MAN H; NOBODY G MAN C A", {"G MAN": ["A MAN"]}),
    (
        "NAPLES A NAP - PIS VIA BON ETS; NAPLES F BON T; NAPLES F ETS T; SICILY F WTS - ETS; SICILY F PAL S ETS",
        {"A NAP": ["F WTS"], "F ETS": ["F WTS"], "F BON": []},
    ),
]


@pytest.mark.parametrize(("board", "causes"), CASES)
def test_13_each_failed_order_names_the_units_that_kept_it_from_being_carried_out(
    board: str, causes: dict[str, list[str]]
) -> None:
    found = {line.unit: list(line.cause) for line in played(board).lines}
    assert {unit: found[unit] for unit in causes} == causes


BY_FORCE = "MILAN A CRE - MAN; NOBODY G MAN S MAN MILAN; FERRARA A BOL - MAN; FERRARA A MOD S MAN; VENICE A VER - MAN"
STANDOFF = "MILAN A PAR - MOD; MILAN A MAN S MOD; GENOA A REG - MOD; GENOA A LUC S MOD; FERRARA A MOD H"


@pytest.mark.parametrize(
    ("board", "causes"),
    [
        (BY_FORCE, {"A CRE": {"A BOL"}, "A BOL": {"A CRE"}, "A VER": {"A BOL", "A CRE"}}),
        (STANDOFF, {"A PAR": {"A REG"}, "A REG": {"A PAR"}}),
        (
            "MILAN A PAR - MOD; MILAN A MAN S MOD; GENOA A REG - MOD; FERRARA A MOD H; FERRARA A BOL S MOD",
            {
                "A PAR": {"A MOD"},
                "A REG": {"A MOD", "A PAR"},
            },
        ),
        ("SICILY A SIR - MES; SICILY F MES - KAL; NAPLES A SAL - KAL", {"A SIR": {"F MES"}, "F MES": {"A SAL"}}),
    ],
)
def test_13_2_no_attack_is_said_to_fail_against_who_is_weaker(board: str, causes: dict[str, set[str]]) -> None:
    found = {line.unit: set(line.cause) for line in played(board).lines}
    assert {unit: found[unit] for unit in causes} == causes


@pytest.mark.parametrize(
    ("board", "attacker", "bars"),
    [
        ("FLORENCE A PAR - FOR; FLORENCE A MOD - PAR; FLORENCE A CRE S PAR; GENOA A FOR", "A MOD", "A PAR"),
        ("VENICE G VEN; MILAN F LAG - VEN; MILAN F FRI S VEN", "F LAG", "G VEN"),
    ],
)
def test_13_4_and_14_whom_no_attack_drives_out_is_named_though_weaker(board: str, attacker: str, bars: str) -> None:
    found = {line.unit: line for line in played(board).lines}
    assert found[attacker].cause == (bars,)
    assert not found[bars].dislodged


def test_14_who_drives_a_unit_of_venice_into_its_city_is_named_and_does_not_fail() -> None:
    board = "VENICE F VEN H; TURKEY F LAG - VEN; TURKEY F UAD S VEN"
    lines = {line.unit: line for line in played(board).lines}
    assert lines["F VEN"].cause == ("F LAG",)
    assert lines["F LAG"].why == "drives F VEN into the city, and stays outside"
    assert lines["F LAG"].cause == ()
    failed = {line.unit: line for line in played("VENICE F VEN H; TURKEY F LAG - VEN").lines}
    assert (failed["F LAG"].why, failed["F LAG"].cause) == ("", ("F VEN",))


@pytest.mark.parametrize(
    ("board", "outcomes"),
    [
        ("PAPACY A ANC - ZAR VIA CAD; PAPACY F CAD T; DALMATIA A ZAR H", {"A ANC": "bounced", "F CAD": "transported"}),
        (
            "PAPACY A ANC - ZAR VIA CAD; PAPACY F CAD T; DALMATIA A BOS - ZAR",
            {"A ANC": "bounced", "F CAD": "transported"},
        ),
        ("PAPACY A ANC - ZAR VIA CAD; PAPACY F CAD T", {"A ANC": "moved", "F CAD": "transported"}),
        ("PAPACY A ANC H; PAPACY F CAD T", {"F CAD": "idle"}),
        ("PAPACY A ANC - TRI VIA CAD UAD; PAPACY F CAD T; PAPACY F UAD H", {"A ANC": "void", "F CAD": "idle"}),
        (
            "NAPLES A NAP - PIS VIA BON ETS; NAPLES F BON T; NAPLES F ETS T; SICILY F WTS - ETS; SICILY F PAL S ETS",
            {"A NAP": "disrupted", "F BON": "disrupted", "F ETS": "disrupted"},
        ),
    ],
)
def test_9_6_a_fleet_has_nothing_to_transport_only_where_no_army_was_to_be_carried(
    board: str, outcomes: dict[str, str]
) -> None:
    found = {line.unit: line.outcome for line in played(board).lines}
    assert {unit: found[unit] for unit in outcomes} == outcomes


@pytest.mark.parametrize(
    ("board", "keeps"),
    [
        ("VENICE G VEN C A; TURKEY F LAG B VEN; TURKEY F FER S VEN", "F LAG"),
        ("VENICE G VEN C F; TURKEY F LAG - VEN; TURKEY F FER S VEN", "F LAG"),
        ("VENICE G VEN C A; TURKEY A PAD - VEN VIA LAG; TURKEY F LAG T; TURKEY F FER S VEN", "A PAD"),
    ],
)
def test_14_who_keeps_a_garrison_of_venice_inside_is_named(board: str, keeps: str) -> None:
    lines = {line.unit: line for line in played(board).lines}
    assert lines["G VEN"].outcome == "bounced"
    assert lines["G VEN"].cause == (keeps,)


def test_results_give_the_reasons_and_leave_out_that_independents_hold(house: House) -> None:
    game = Italy(house, "dummies SAVOY GENOA")
    game.tell("MILAN", "Raise A Parma")
    game.tell("FLORENCE", "Raise A Pistoia")
    game.tell("MILAN", "Raise A Milano")
    game.next_phase()
    game.tell("MILAN", "Milano - Como")
    game.next_phase()
    text = game.gazette("FRANCE").text
    assert "G SIE H" not in text.partition("THE MAP")[0]
    assert "A MIL - COM" in text


# What a player of Absence of Plague might learn from a campaign.


def _comments(units: str, letters: dict[str, str], **more: object) -> tuple[str, ...]:
    played = phase(units, letters, **more)  # type: ignore[arg-type]
    return comments_on([each for each in played.events if each.audience.includes(only("FLORENCE"))], "FLORENCE")


def test_13_what_stood_against_an_advance_is_named() -> None:
    said, _, _ = _comments("FLORENCE A PIS; GENOA A LUC", {"FLORENCE": "A PIS - LUC", "GENOA": "A LUC H"})
    assert said.startswith("A PIS - LUC came to nothing: A LUC stood against it.")


def test_a_support_that_was_cut_is_told_by_whom() -> None:
    letters = {"FLORENCE": "A PST H; A PIS S PST", "GENOA": "A LUC - PIS"}
    said, _, _ = _comments("FLORENCE A PIS; FLORENCE A PST; GENOA A LUC", letters)
    assert said == "A PIS S PST was cut by A LUC. A supporter that nobody can attack is safe."


def test_8_ducats_that_lie_idle_are_counted_and_those_paid_in_vain() -> None:
    _, idle, _ = _comments("FLORENCE A PIS", {"FLORENCE": "A PIS H"}, ducats={"FLORENCE": 14})
    assert idle.startswith("14 ducats lie idle. 6 pay an independent garrison")
    _, used, _ = _comments("FLORENCE A PIS", {"FLORENCE": "A PIS H"}, ducats={"FLORENCE": 2})
    assert used == "You have put your ducats to use."
    letters = {"FLORENCE": "DISBAND A LUC 12", "GENOA": "COUNTER A LUC 9"}
    _, vain, _ = _comments("FLORENCE A PIS; GENOA A LUC", letters, ducats={"FLORENCE": 14})
    assert vain.startswith("You paid 12 ducats for DISBAND A LUC 12, in vain")


def test_13_5_who_was_driven_out_is_told_by_whom() -> None:
    units = "FLORENCE A PIS; GENOA A LUC; GENOA A PIO"
    _, _, said = _comments(units, {"GENOA": "A LUC - PIS; A PIO S PIS"})
    assert said.startswith("A PIS was driven out by A LUC")


def test_who_has_no_unit_is_told_what_one_costs_and_nobody_is_told_anything_who_is_out() -> None:
    assert _comments("GENOA A LUC", {})[0] == "You have no units. A new one costs 3 ducats, in Spring."
    assert _comments("GENOA A LUC", {}, eliminated=(("FLORENCE", "FAL1459C"),)) == ()
