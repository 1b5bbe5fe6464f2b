"""Letters as players write them: Example 5's style, names of both languages, what is ambiguous is asked back."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.reading.letter import read_sheet
from judge.rules.problems import Problem
from judge.rules.values import Reading, sheet_of
from tests.rules.machiavelli.table import state

POPE = "PAPACY A PER; PAPACY A URB; PAPACY F ANC; PAPACY G ROM; NOBODY G SIE"
COURT = POPE + "; FLORENCE A FIR; FLORENCE A ARE; FLORENCE G ARE; MILAN A FER; NAPLES F KAL"


def read(text: str, units: str = COURT, role: str = "PAPACY", phase: str = "SPR1460C", **more: object) -> Reading:
    filed = more.pop("filed", None)
    start = state(units, phase, **more)  # type: ignore[arg-type]
    return read_sheet(start.position, start.label, role, sheet_of(text, filed))  # type: ignore[arg-type]


def problems(reading: Reading) -> list[Problem]:
    return [each for each in reading.problems if not each.warning]


EXAMPLE_5 = """Ducat expenditures:
1. Buying the Sienese garrison for 9 ducats.
2. Hiring a bodyguard for 3 ducats.

Military orders:
Armies: Urbino --> Arezzo, Perugia supp. Arezzo.
Fleets: Ancona --> Adr. Sup.
Garrisons: both conv.
"""


def test_example_5_reads_as_the_text_explains_it() -> None:
    found = read(EXAMPLE_5, POPE)
    assert found.parts == {
        "expenditures": "BUY G SIE 9\nBODYGUARD PAPACY 3",
        "orders": "A URB - ARE\nA PER S ARE\nF ANC - UAD\nG ROM C A\nG SIE C A",
    }
    assert problems(found) == []
    assert found.written


ORDERS = [
    ("Urbino → Arezzo", "A URB - ARE"),
    ("Army Urbino is to advance into Arezzo", "A URB - ARE"),
    ("Advance Urbino to Arezzo", "A URB - ARE"),
    ("F Ancona --> Adriatico Superiore", "F ANC - UAD"),
    ("Ancona > Upp Adr", "F ANC - UAD"),
    ("Hold Perugia", "A PER H"),
    ("Urbino, Perugia: hold", "A URB H\nA PER H"),
    ("all armies hold", "A PER H\nA URB H"),
    ("F ANC T FLORENCE", "F ANC T FLORENCE"),
    ("Ancona transports the Florentine army", "F ANC T FLORENCE"),
    ("Ancona transp.", "F ANC T"),
    ("Allow Florence to bribe", "ALLOW FLORENCE BRIBES"),
    ("Permission for Florence to bribe A FER", "ALLOW FLORENCE BRIBES A FER"),
    ("Crusade against the Turk", "EXCOMMUNICATE TURKEY"),
]


@pytest.mark.parametrize(("line", "meaning"), ORDERS)
def test_orders_as_people_write_them(line: str, meaning: str) -> None:
    found = read(line)
    assert found.parts.get("orders") == meaning, found.problems
    assert problems(found) == []


SPENT = [
    ("Buying the Sienese garrison for 9 ducats", "BUY G SIE 9"),
    ("2) Bribe the garrison of Siena to join us for nine ducats", "BUY G SIE 9"),
    ("Disband A ARE for 12d", "DISBAND A ARE 12"),
    ("Make the army in Arezzo independent for 9", "INDEPENDENT A ARE 9"),
    ("Operate the Sienese garrison for 3", "OPERATE G SIE 3"),
    ("Operate the independent garrison in Siena for 3", "OPERATE G SIE 3"),
    ("counterbribe the army of Perugia with 3 ducats", "COUNTER A PER 3"),
    ("Assassinate the Duke of Milan for 30", "ASSASSINATE MILAN 30"),
    ("Bodyguard 3", "BODYGUARD PAPACY 3"),
    ("Hire a bodyguard for the King of Naples for 6 ducats", "BODYGUARD NAPLES 6"),
    ("1. Start a rebellion in Bologna for 15 ducats", "REBEL BOL"),
    ("Pacify Lucca", "PACIFY LUC"),
]


@pytest.mark.parametrize(("line", "meaning"), SPENT)
def test_expenditures_as_people_write_them(line: str, meaning: str) -> None:
    found = read(line, rebellions={"LUC": "GENOA"})
    assert found.parts.get("expenditures") == meaning, found.problems
    assert problems(found) == []


@pytest.mark.parametrize(
    "line",
    [
        "Send Florence 5d",
        "- Transfer 5 to Florence",
    ],
)
def test_gifts_as_people_write_them(line: str) -> None:
    assert read(line).parts == {"gifts": "GIVE 5 FLORENCE"}


SPRING = [
    ("Buy from Milan Como for 3", "dealings", "BUY COM MILAN 3"),
    ("Forced taxation: Prato, Arezzo", "dealings", "TAX PRA\nTAX ARE"),
    ("Pay: G FIR, A PIS", "payments", "PAY G FIR\nPAY A PIS"),
    ("also pay all, please", "payments", "PAY G FIR\nPAY A PIS"),
    ("I will pay all", "payments", "PAY G FIR\nPAY A PIS"),
    ("Also tax Prato by force, thx", "dealings", "TAX PRA"),
    ("Maintain the army in Pisa and the garrison in Florence", "payments", "PAY A PIS\nPAY G FIR"),
    ("New units: A FIR, G PIS", "payments", "PAY G FIR\nPAY A PIS\nRAISE A FIR\nRAISE G PIS"),
    ("New units: A FIR – and G PIS", "payments", "PAY G FIR\nPAY A PIS\nRAISE A FIR\nRAISE G PIS"),
    ("Pay 5 ducats to Genoa", "gifts", "GIVE 5 GENOA"),
]


@pytest.mark.parametrize(("line", "part", "meaning"), SPRING)
def test_spring_as_people_write_it(line: str, part: str, meaning: str) -> None:
    found = read(line, "FLORENCE A PIS; FLORENCE G FIR", "FLORENCE", "SPR1460A")
    assert found.parts == {part: meaning}, found.problems


ASKED = [
    ("PI - FIR", "FLORENCE A PIS; FLORENCE A PST; FLORENCE F PIO", "line/no-order", ()),
    ("Roma conv", "PAPACY A ROM; PAPACY G ROM", "machiavelli/ambiguous", ("A ROM C G", "G ROM C A")),
    ("G ANC conv", "PAPACY G ANC", "machiavelli/ambiguous", ("G ANC C A", "G ANC C F")),
    ("Bribe G SIE for 9", COURT, "machiavelli/which-bribe", ("BUY G SIE 9", "DISBAND G SIE 9", "OPERATE G SIE 9")),
]


@pytest.mark.parametrize(("line", "units", "code", "readings"), ASKED)
def test_what_is_ambiguous_is_asked_back_with_the_readings(
    line: str, units: str, code: str, readings: tuple[str, ...]
) -> None:
    found = read(line, units, "FLORENCE" if units.startswith("FLORENCE") else "PAPACY")
    assert found.parts == {}
    assert [(each.code, set(each.readings)) for each in problems(found)] == [(code, set(readings))]


WRONG = [
    ("Perugai - Arezzo", "did you mean Perugia?"),
    ("A PER - ROM VIA LAG", "no fleet could go"),
    ("A PER - NAP", "cannot go from Perugia to Napoli from PER it can go to ARE, PAT, ROM, SIE, SPO and URB"),
    ("Buy G SIE for 10", "it costs 9 ducats or 3, 6"),
    ("Buy G SIE", "how many ducats"),
    ("Bodyguard 2", "at least 3"),
    ("Buy A PER 18", "of your own"),
    ("Garrisons: both hold", "you have not so many"),
]


@pytest.mark.parametrize(("line", "why"), WRONG)
def test_errors_teach(line: str, why: str) -> None:
    (problem,) = problems(read(line))
    assert why.lower() in f"{problem.message} {problem.hint}".lower()
    assert problem.line == 1


@pytest.mark.parametrize(("line", "over_sea"), [("A PAT - PIS", True), ("A PAT - FIR", False), ("F PAT - PIS", False)])
def test_9_3_who_could_be_carried_over_sea_is_told_how(line: str, *, over_sea: bool) -> None:
    (problem,) = problems(read(line, f"PAPACY {line[:5]}"))
    hint = "fleets can carry it over sea: A PAT - PIS VIA their areas, and T for each of them"
    assert (hint in problem.hint) == over_sea


@pytest.mark.parametrize("line", ["Operate A SAL for 0", "Operate A SAL for 4", "Disband A SAL for 3"])
def test_a_wrong_amount_is_refused_for_units_far_away_too(line: str) -> None:
    """Nobody is next to it yet; what `0` would leave on file could not be read back."""
    found = read(line, "PAPACY A PER; NOBODY A SAL")
    assert found.parts == {}
    assert "it costs" in problems(found)[0].message.lower()
    assert read("Operate A SAL for 3", "PAPACY A PER; NOBODY A SAL").parts == {"expenditures": "OPERATE A SAL 3"}


FORNOVA = [
    ("Pay A FOR", "SPR1460A", "PAY A FOR"),
    ("Pay: A PAR and A FOR", "SPR1460A", "PAY A PAR\nPAY A FOR"),
    ("Pay for FOR", "SPR1460A", "PAY A FOR"),
    ("Pay for all armies", "SPR1460A", "PAY A FOR\nPAY A PAR"),
    ("Allow Florence bribes A FOR", "SPR1460C", "ALLOW FLORENCE BRIBES A FOR"),
    ("Allow Florence to bribe FOR", "SPR1460C", "ALLOW FLORENCE BRIBES A FOR"),
    ("Allow Florence to bribe for all", "SPR1460C", "ALLOW FLORENCE BRIBES"),
    ("Counter-bribe FOR for 3", "SPR1460C", "COUNTER A FOR 3"),
]


@pytest.mark.parametrize(("line", "label", "meaning"), FORNOVA)
def test_for_may_be_fornova(line: str, label: str, meaning: str) -> None:
    found = read(line, "MILAN A FOR; MILAN A PAR", "MILAN", label)
    assert sorted("\n".join(found.parts.values()).splitlines()) == sorted(meaning.splitlines()), found.problems


@pytest.mark.parametrize("kind", ["A", "F", "G"])
def test_no_areas_code_is_taken_for_another_word(kind: str) -> None:
    """What the judge answers reads back to the same, wherever the unit stands."""
    for area in (area for area in BOARD.areas if BOARD.stands(kind, area)):
        near = [f"{kind} {area} - {there}" for there in sorted(BOARD.reach(kind, area))]
        for text in (f"{kind} {area} H", *near, f"ALLOW FLORENCE BRIBES {kind} {area}"):
            assert read(text, f"MILAN {kind} {area}", "MILAN").parts == {"orders": text}
        assert read(f"PAY {kind} {area}", f"MILAN {kind} {area}", "MILAN", "SPR1460A").parts == {
            "payments": f"PAY {kind} {area}"
        }


BUYER = "PAPACY G PER; PAPACY A URB"
BOUGHT = "Raise G Roma\nTax Roma by force\nBuy Roma from Florence for 3"


def test_rulings_8_and_9_a_buyer_may_tax_and_raise_in_what_this_letter_buys() -> None:
    markers = {"ROM": "FLORENCE"}
    found = read(BOUGHT, BUYER, phase="SPR1460A", markers=markers)
    assert (found.parts, found.problems) == (
        {"payments": "PAY G PER\nPAY A URB\nRAISE G ROM", "dealings": "TAX ROM\nBUY ROM FLORENCE 3"},
        (),
    )
    on_file = {"dealings": "BUY ROM FLORENCE 3"}
    raised = read("Raise G Roma", BUYER, phase="SPR1460A", markers=markers, filed=on_file)
    assert raised.parts == {"payments": "PAY G PER\nPAY A URB\nRAISE G ROM"}


@pytest.mark.parametrize(
    ("letter", "filed"),
    [
        ("Raise G Roma\nTax Roma by force", {}),
        ("Raise G Roma\nDealings: none", {"dealings": "BUY ROM FLORENCE 3"}),
        ("Tax Roma by force", {"dealings": "BUY ROM FLORENCE 3"}),  # it would take the place of the purchase
    ],
)
def test_rulings_8_and_9_but_not_where_nothing_buys_it(letter: str, filed: dict[str, str]) -> None:
    found = read(letter, BUYER, phase="SPR1460A", markers={"ROM": "FLORENCE"}, filed=filed)
    assert not any("ROM" in text for text in found.parts.values())
    assert any("do not control" in each.message for each in problems(found))


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A PAV S FOR GENOA", "A PAV S FOR GENOA"),
        ("Pavia S FOR Genoa", "A PAV S FOR GENOA"),
        ("Pavia supports Fornova for Genoa", "A PAV S FOR GENOA"),
        ("Pavia supports for Genoa in Milano", "A PAV S MIL GENOA"),
        ("Pavia supports for Genoa Fornova", "A PAV S FOR GENOA"),
        ("Pavia supports FOR", "A PAV S FOR"),
    ],
)
def test_fornova_is_supported_by_its_code_among_codes_and_by_its_name(line: str, order: str) -> None:
    assert read(line, "MILAN A PAV; GENOA A FOR", "MILAN").parts == {"orders": order}


def test_rulings_8_and_9_a_tax_of_what_an_earlier_letter_buys_is_told_to_stand_in_one_letter_with_it() -> None:
    more: dict[str, Any] = {"phase": "SPR1460A", "markers": {"ROM": "FLORENCE"}}
    on_file = {"dealings": "BUY ROM FLORENCE 3"}
    for letter in ("Tax Roma by force", "Tax Roma by force\nSell Perugia to Florence for 2"):
        told = problems(read(letter, "PAPACY A URB", **more, filed=on_file))
        (hint,) = (each.hint for each in told if "control" in each.message)
        assert hint == "to tax what you buy, write both in one letter: BUY ROM FLORENCE 3; TAX ROM"
    whole = read(hint.partition(": ")[2], "PAPACY A URB", **more, filed=on_file)
    assert (whole.parts, problems(whole)) == ({"dealings": "BUY ROM FLORENCE 3\nTAX ROM"}, [])


def test_a_bad_line_loses_no_good_one() -> None:
    found = read("Dear Judge, here we go\nA URB - ARE\nzzz\nF ANC H")
    assert found.parts["orders"] == "A URB - ARE\nF ANC H"
    assert [each.text for each in found.remarks or ()] == ["Dear Judge, here we go", "zzz"]


def test_ruling_1_10_two_orders_for_one_unit_are_both_kept_and_warned_of() -> None:
    found = read("A URB - ARE\nA URB H")
    assert [each.code for each in found.problems] == ["machiavelli/ordered-twice"]


@pytest.mark.parametrize(
    ("letter", "code"),
    [
        ("Buy G SIE 9\nDisband G SIE 6", "machiavelli/contradicts"),
        ("Buy G SIE 9\nBuy G SIE 12", "machiavelli/paid-twice"),
        ("Bodyguard 3\nBodyguard 6", "machiavelli/paid-twice"),
        ("Bodyguard 3\nBodyguard for Milan 6", ""),
        ("Buy G SIE 9\nCounter-bribe G SIE for 3", ""),
        ("Buy G SIE 9\nBuy G SIE 9", ""),
    ],
)
def test_ruling_3_9_two_bribes_for_one_unit_are_warned_of(letter: str, code: str) -> None:
    assert [each.code for each in read(letter).problems] == ([code] if code else [])


@pytest.mark.parametrize(
    ("units", "role", "letter", "warned"),
    [
        ("FLORENCE A PRA; MILAN A PST", "VENICE", "Buy A PRA 18", "Milan must write ALLOW VENICE BRIBES"),
        ("FLORENCE A PRA; MILAN A PST; GENOA A FIR", "VENICE", "Disband A PRA 12", "Genoa or Milan must write"),
        ("FLORENCE F PIO; FLORENCE G PIS; GENOA F ETS", "GENOA", "Buy G PIS 18", "unless they let you pass."),
        ("GENOA F ETS; FLORENCE A PIS; NAPLES F PIO", "FLORENCE", "Buy F ETS 18",
         "unless they let you pass. ALLOW FLORENCE BRIBES from Naples will do, too"),
        ("TURKEY F ION; NAPLES F BON; SICILY F MES; GENOA F OTR", "MILAN", "Disband F ION 12",
         "ALLOW MILAN BRIBES; or Naples must write ALLOW MILAN BRIBES, and Sicily ALLOW MILAN STRAITS, or the bribe"),
        ("TURKEY F KAL; SICILY F MES", "MILAN", "Disband F KAL 12",
         "Sicily must write ALLOW MILAN BRIBES, and ALLOW MILAN STRAITS, or the bribe is lost"),
        ("TURKEY F ION; NOBODY F MES; NAPLES F BON", "MILAN", "Disband F ION 12",
         "next to it, and independents keep the strait between, and never let anybody pass: the bribe is lost"),
        ("TURKEY F ION; NOBODY F MES; NAPLES F BON", "NAPLES", "Disband F ION 12",
         "As the board stands: independents keep the strait between, and never let anybody pass: the bribe is lost"),
        ("TURKEY F ION; NOBODY F MES; NAPLES F BON; GENOA F OTR", "NAPLES", "Disband F ION 12",
         "never let anybody pass. Genoa must write ALLOW NAPLES BRIBES, or the bribe is lost"),
        ("FLORENCE A PRA; MILAN A PST", "MILAN", "Buy A PRA 18", ""),
        ("FLORENCE A PRA; MILAN A PST", "VENICE", "Counter-bribe A PRA 3", ""),
    ],
)  # fmt: skip
def test_ruling_3_4_whoever_needs_a_permission_for_a_bribe_is_told_whose(
    units: str, role: str, letter: str, warned: str
) -> None:
    found = read(letter, units, role)
    assert found.parts["expenditures"]
    told = " ".join(each.message for each in found.problems)
    assert warned in told
    assert bool(told) is bool(warned)


def test_a_way_with_commas_that_cannot_be_gone_is_told_of_once() -> None:
    found = read("A OTR - NAP via ION, KAL\nF ION T, F KAL T", "NAPLES A OTR; NAPLES F ION; NAPLES F KAL", "NAPLES")
    assert [each.code for each in found.problems] == ["machiavelli/illegal"]
    assert found.parts["orders"] == "F ION T\nF KAL T"


@pytest.mark.parametrize(
    ("letter", "orders"),
    [
        ("A VNT - PIS via LIG, WTS", "A VNT - PIS VIA LIG WTS"),
        ("A VNT - PIS via F LIG, F WTS", "A VNT - PIS VIA LIG WTS"),
        ("A VNT - PIS via F LIG F WTS", "A VNT - PIS VIA LIG WTS"),
        ("A VNT - PIS via F LIG", "A VNT - PIS VIA LIG"),
        ("A VNT - PIS via fleet LIG and the fleet in WTS", "A VNT - PIS VIA LIG WTS"),
        ("A VNT - PIS via F LIG, F WTS, F LIG T, F WTS T", "A VNT - PIS VIA LIG WTS\nF LIG T\nF WTS T"),
        ("A VNT - PIS via F LIG, F WTS, A GEN - FOR", "A VNT - PIS VIA LIG WTS\nA GEN - FOR"),
        ("A VNT - PIS via F LIG, F WTS T, F LIG T", "A VNT - PIS VIA LIG\nF WTS T\nF LIG T"),
        ("A VNT - PIS by LIG, WTS", "A VNT - PIS VIA LIG WTS"),
        ("Ventimiglia --> Pisa via Ligurian Sea, WTS, F LIG T, F WTS T", "A VNT - PIS VIA LIG WTS\nF LIG T\nF WTS T"),
        ("A VNT - PIS via LIG, WTS, A GEN - FOR", "A VNT - PIS VIA LIG WTS\nA GEN - FOR"),
        ("A VNT - PIS via LIG, WTS, Genova - Fornova", "A VNT - PIS VIA LIG WTS\nA GEN - FOR"),
        ("A VNT - PIS via LIG, WTS T, LIG T", "A VNT - PIS VIA LIG\nF WTS T\nF LIG T"),
        ("A VNT - PIS via LIG, WTS, LIG transport", "A VNT - PIS VIA LIG\nF WTS T\nF LIG T"),
        ("A VNT - LUC via LIG, Genova, Monferrato hold", "A VNT - LUC VIA LIG\nA GEN H\nA MON H"),
    ],
)
def test_9_3_every_area_of_a_way_with_commas_is_gone_through_also_where_the_first_would_do(
    letter: str, orders: str
) -> None:
    units = "GENOA A VNT; GENOA F LIG; GENOA F WTS; GENOA A GEN; GENOA A MON"
    found = read(letter, units, "GENOA")
    assert found.problems == ()
    assert found.parts["orders"] == orders


def test_ruling_3_8_orders_for_units_hoped_for() -> None:
    assert read("Buy G SIE 9\nG SIE C A").problems == ()
    assert [each.code for each in read("G SIE C A").problems] == ["machiavelli/not-yours"]
    assert read("Operate G SIE 3\nG SIE supp. Siena").parts["orders"] == "G SIE S SIE PAPACY"


def test_ruling_10_2_the_answer_says_who_is_disbanded() -> None:
    found = read("Pay G FIR", "FLORENCE A PIS; FLORENCE G FIR", "FLORENCE", "SPR1460A")
    assert found.notes == ("These units are not in your list, so they are disbanded: A PIS.",)


def test_ruling_13_6_the_last_letter_counts_but_gifts_stay() -> None:
    first = read("Give 5 to Florence\nBodyguard 3\nA PER H")
    second = read("A PER - ARE\nBodyguard 6", filed=dict(first.parts))
    assert second.parts == {"orders": "A PER - ARE", "expenditures": "BODYGUARD PAPACY 6"}
    assert any("replaces your earlier orders" in note for note in second.notes)


def test_ruling_13_6_an_excommunication_or_a_permission_alone_leaves_the_orders_on_file() -> None:
    filed = {"orders": "A URB - ARE\nEXCOMMUNICATE VENICE"}
    banned = read("Excommunicate Milan", filed=filed)
    assert banned.parts == {"orders": "A URB - ARE\nEXCOMMUNICATE MILAN"}
    replaced = "This replaces EXCOMMUNICATE VENICE by EXCOMMUNICATE MILAN: one excommunication in each phase."
    assert banned.notes == (replaced,)
    assert read("Excommunicate Venice", filed=filed).notes == ()
    dealings = read("Excommunicate Milan", phase="SPR1460A", filed={"dealings": "EXCOMMUNICATE VENICE"})
    assert dealings.notes == (replaced,)
    allowed = read("Allow Milan bribes", filed=filed)
    assert allowed.parts == {"orders": "A URB - ARE\nEXCOMMUNICATE VENICE\nALLOW MILAN BRIBES"}


def test_ruling_13_6_a_corrected_letter_does_not_give_twice() -> None:
    filed = {"gifts": "GIVE 5 FLORENCE"}
    again = read("Give 5 to Florence\nGive 3 to Milan", filed=filed)
    assert again.parts == {"gifts": "GIVE 3 MILAN"}
    assert any("counted once" in note for note in again.notes)
    assert read("Give 5 more to Florence", filed=filed).parts == {"gifts": "GIVE 5 FLORENCE"}


@pytest.mark.parametrize("again", ["5 more to Florence", "Gifts:\n5 more to Florence", "5 more to the Florentines."])
def test_ruling_13_6_what_the_judge_says_to_write_gives_a_gift_again(again: str) -> None:
    filed = {"gifts": "GIVE 5 FLORENCE"}
    (note,) = (note for note in read("Give 5 to Florence", filed=filed).notes if "counted once" in note)
    assert "write `5 more to Florence`" in note
    found = read(again, filed=filed)
    assert found.parts == {"gifts": "GIVE 5 FLORENCE"}
    assert not any("counted once" in note for note in found.notes)
    assert read("5 more to Florence, 3 more to Milan").parts == {"gifts": "GIVE 5 FLORENCE\nGIVE 3 MILAN"}
    assert read("Give 5 more to Florence and 3 more to Milan").parts == {"gifts": "GIVE 5 FLORENCE\nGIVE 3 MILAN"}


@pytest.mark.parametrize("country", [each for each in BOARD.countries if each != "GENOA"])
def test_ruling_13_6_the_judge_says_how_that_very_gift_is_given_again(country: str) -> None:
    """It said `5 more to Florence` of every gift, which would have been another's, and another sum."""
    filed = {"gifts": f"GIVE 2 {country}"}
    (note,) = (note for note in read(f"Give 2 to {country}", COURT, "GENOA", filed=filed).notes if "counted" in note)
    again = note.partition("write `")[2].partition("`")[0]
    assert again == f"2 more to {BOARD.countries[country].name}"
    assert read(again, COURT, "GENOA", filed=filed).parts == filed
    assert not read("5 more to come").parts


def test_expenditures_can_be_taken_back_gifts_cannot() -> None:
    found = read("Ducat expenditures: none", filed={"expenditures": "BODYGUARD PAPACY 3", "gifts": "GIVE 5 MILAN"})
    assert found.parts == {"expenditures": ""}


def test_the_judges_own_words_are_never_ambiguous() -> None:
    units = "PAPACY A FIR; GENOA F GEN; FLORENCE A PIS"
    assert read("F GEN T FLORENCE", units, "GENOA").parts == {"orders": "F GEN T FLORENCE"}
    assert read("F GEN transports the army in Florence", units, "GENOA").parts == {"orders": "F GEN T PAPACY"}


def test_what_is_shown_reads_back_to_the_same() -> None:
    parts = dict(read(EXAMPLE_5 + "Give 3 ducats to Milan\nAllow Genoa straits").parts)
    assert read("\n".join(parts.values())).parts == parts


def test_every_area_can_be_supported_into_by_its_code() -> None:
    """HER is Herzegovina, and no pronoun."""
    for target in BOARD.provinces:
        for area in (each for each in BOARD.army[target] if BOARD.stands("A", each) and BOARD.stands("A", target)):
            support = f"A {area} S {target}"
            assert read(support, f"PAPACY A {area}").parts == {"orders": support}
