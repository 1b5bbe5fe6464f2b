"""Letters as players write them: Example 5's style, names of both languages, what is ambiguous is asked back."""

from __future__ import annotations

from typing import Any

import pytest

from judge.reading.lexicon import phrases_of
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


ASKED = [
    ("PI - FIR", "FLORENCE A PIS; FLORENCE A PST; FLORENCE F PIO", "line/no-order", ()),
    ("Roma conv", "PAPACY A ROM; PAPACY G ROM", "machiavelli/ambiguous", ("A ROM C G", "G ROM C A")),
    ("G ANC conv", "PAPACY G ANC", "machiavelli/ambiguous", ("G ANC C A", "G ANC C F")),
    ("Bribe G SIE for 9", COURT, "machiavelli/which-bribe", ()),
]


@pytest.mark.parametrize(("line", "units", "code", "readings"), ASKED)
def test_what_is_ambiguous_is_asked_back_with_the_readings(
    line: str, units: str, code: str, readings: tuple[str, ...]
) -> None:
    found = read(line, units, "FLORENCE" if units.startswith("FLORENCE") else "PAPACY")
    assert found.parts == {}
    assert [(each.code, set(each.readings)) for each in problems(found)] == [(code, set(readings))]


@pytest.mark.parametrize("line", ["Operate A SAL for 0", "Operate A SAL for 4", "Disband A SAL for 3"])
def test_a_wrong_amount_is_refused_for_units_far_away_too(line: str) -> None:
    """Nobody is next to it yet; what `0` would leave on file could not be read back."""
    found = read(line, "PAPACY A PER; NOBODY A SAL")
    assert found.parts == {}
    assert "it costs" in problems(found)[0].message.lower()
    assert read("Operate A SAL for 3", "PAPACY A PER; NOBODY A SAL").parts == {"expenditures": "OPERATE A SAL 3"}


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


def test_every_area_can_be_supported_into_by_its_code() -> None:
    """HER is Herzegovina, and no pronoun."""
    for target in BOARD.provinces:
        for area in (each for each in BOARD.army[target] if BOARD.stands("A", each) and BOARD.stands("A", target)):
            support = f"A {area} S {target}"
            assert read(support, f"PAPACY A {area}").parts == {"orders": support}


TUSCANY = "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS; MILAN A MOD; NOBODY G SIE"


@pytest.mark.parametrize(
    ("role", "units", "label", "line", "parts"),
    [
        ("PAPACY", "", "SPR1460A", "Armies in Rome and Perugia; fleet at Ancona.",
         {"payments": "RAISE A ROM\nRAISE A PER\nRAISE F ANC"}),
        ("PAPACY", "PAPACY A ROM; PAPACY A PER; PAPACY F ANC", "SPR1460A",
         "Armies in Rome and Perugia; fleet at Ancona.", {"payments": "PAY A ROM\nPAY A PER\nPAY F ANC"}),
        ("TURKEY", "TURKEY F DUR; TURKEY A ALB; TURKEY A BOS", "SPR1460A", "fleet durazzo, army albania, army bosnia",
         {"payments": "PAY F DUR\nPAY A ALB\nPAY A BOS"}),
        ("FLORENCE", "", "SPR1460A", "I'd like to raise an army in Firenze, an army in Arezzo and a fleet in Pisa",
         {"payments": "RAISE A FIR\nRAISE A ARE\nRAISE F PIS"}),
        ("TURKEY", "TURKEY F DUR; TURKEY A ALB; FERRARA A BOS; TURKEY G RAG", "SPR1460C",
         "Advance Durazzo fleet to Lower Adriatic, Albania to Durazzo, Ragusa converts into an army",
         {"orders": "F DUR - LAD\nA ALB - DUR\nG RAG C A"}),
    ],
)  # fmt: skip
def test_17_1_plain_forms_are_read(role: str, units: str, label: str, line: str, parts: dict[str, str]) -> None:
    found = read(line, units, role, label)
    assert (found.parts, problems(found)) == (parts, [])


COUNTING = sorted({phrase for kind, _, _, phrase in phrases_of("machiavelli") if kind in ("BOTH", "EACH")})


@pytest.mark.parametrize(
    ("label", "line"),
    [
        *(
            ("SUM1460C", line)
            for line in ("{} A FIR - PRA", "A FIR {} - PRA", "bodyguard for 3 {}", "give 5 to Milan {}")
        ),
        *(("SPR1460A", line) for line in ("raise {} G FIR", "raise G FIR {}", "pay {} A FIR")),
    ],
)
def test_17_1_a_word_for_several_beside_one_is_told(label: str, line: str) -> None:
    """These words are doubts beside any other order, and count units within one."""
    for word in COUNTING:
        found = read(line.format(word), TUSCANY, "FLORENCE", label)
        assert found.parts == {}, word
        assert problems(found) or found.remarks, word


AROUND_SIENA = (
    "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS; FLORENCE G PST; FLORENCE G FIR; MILAN A MOD; MILAN A PER; "
    "NOBODY G SIE; GENOA F LIG"
)
UNITS = "FLORENCE A FIR; FLORENCE A ARE; FLORENCE F PIS; FLORENCE G FIR"


def test_a_price_behind_a_comma_belongs_to_what_stands_before_it() -> None:
    assert read("Sell Pistoia to Genoa, 5d", UNITS, "FLORENCE", "SPR1460A").parts == {"dealings": "SELL PST GENOA 5"}
    assert read("Give Genoa 5, Milan 3", UNITS, "FLORENCE", "SPR1460A").parts["gifts"].startswith("GIVE 5 GENOA")


def test_a_unit_that_cannot_be_raised_there_is_told_where_some_can() -> None:
    (problem,) = problems(read("Raise garrison in Como", AROUND_SIENA, "FLORENCE", "SPR1460A"))
    assert problem.message == "G COM cannot be raised: there is no city in Como"
    assert problem.hint == "for example: raise G ARE, G PIS, A PST"
    line = problem.hint.removeprefix("for example: ")
    assert not problems(read(line, AROUND_SIENA, "FLORENCE", "SPR1460A")), "the hint can be sent as it stands"


@pytest.mark.parametrize(
    ("line", "also"), [("Raise F Pistoia", "Raise A Pistoia"), ("Raise A Arezzo", "Raise G Arezzo")]
)
def test_7_2_where_one_kind_cannot_be_raised_nobody_is_told_that_no_unit_can(line: str, also: str) -> None:
    (problem,) = problems(read(line, AROUND_SIENA, "FLORENCE", "SPR1460A"))
    assert "no unit" not in problem.message
    assert not problems(read(also, AROUND_SIENA, "FLORENCE", "SPR1460A"))


def test_7_2_with_an_army_in_each_city_garrisons_can_be_raised_and_the_hint_says_so() -> None:
    armies = "FLORENCE A FIR; FLORENCE A ARE; FLORENCE A PIS; FLORENCE A PST"
    (problem,) = problems(read("Raise A Firenze", armies, "FLORENCE", "SPR1460A"))
    assert problem.hint == "for example: raise G FIR, G ARE, G PIS, G PST"
    assert not problems(read(problem.hint.removeprefix("for example: "), armies, "FLORENCE", "SPR1460A"))
    full = "; ".join(f"FLORENCE {kind} {area}" for kind in "AG" for area in ("FIR", "ARE", "PIS", "PST"))
    (problem,) = problems(read("Raise A Firenze", full, "FLORENCE", "SPR1460A"))
    assert problem.hint == "you can raise no unit now"


def test_14_a_conversion_into_an_army_with_one_letter_too_many_is_read() -> None:
    """The reading broke off."""
    assert read("FIR conv. A a", "FLORENCE G FIR", "FLORENCE").parts == {"orders": "G FIR C A"}
    told = read("FIR conv. A a", "FLORENCE A FIR", "FLORENCE")
    assert not told.parts
    assert problems(told)


@pytest.mark.parametrize(
    ("line", "units", "said", "hint"),
    [
        (
            "The army moves to Arezzo",
            COURT,
            "which of them?",
            "your armies: A PER, A URB. Name each of them that you mean.",
        ),
        ("The fleet moves to Upper Adriatic", "PAPACY A PER", "you have no fleets", "your units: A PER"),
        ("My army holds", "", "you have no armies", "you have no unit"),
        (
            "The garrison converts",
            f"{COURT}; PAPACY G PER",
            "which of them?",
            "your garrisons: G ROM, G PER. Name each of them that you mean.",
        ),
    ],
)
def test_17_1_which_unit_is_meant_is_asked_where_there_is_none_or_several(
    line: str, units: str, said: str, hint: str
) -> None:
    found = read(line, units)
    assert not found.parts
    assert [(each.message, each.hint) for each in problems(found)] == [(said, hint)]


TWO = "FLORENCE A FIR; FLORENCE F PIS"
SPRING_FILE = {"dealings": "TAX PRA\nSELL PST GENOA 3", "payments": "PAY A FIR\nPAY F PIS\nRAISE A ARE"}
CAMPAIGN_FILE = {"expenditures": "BODYGUARD FLORENCE 3\nBUY G SIE 9", "orders": "A FIR H\nF PIS H\nALLOW GENOA BRIBES"}


@pytest.mark.parametrize(
    ("line", "phase", "parts"),
    [
        ("New units: none", "SPR1460A", {"payments": "PAY A FIR\nPAY F PIS"}),
        ("Raise: none", "SPR1460A", {"payments": "PAY A FIR\nPAY F PIS"}),
        ("Taxes: none", "SPR1460A", {"dealings": "SELL PST GENOA 3"}),
        ("Trades: none", "SPR1460A", {"dealings": "TAX PRA"}),
        ("Dealings: none", "SPR1460A", {"dealings": ""}),
        ("Gifts: none", "SPR1460A", {}),
        ("Ducat exchange: none", "SPR1460A", {}),
        ("Excommunication: none", "SPR1460A", {}),
        ("Payments: none", "SPR1460A", {"payments": "PAY NOTHING"}),
        ("Gifts: none", "SPR1460C", {}),
        ("Permissions: none", "SPR1460C", {"orders": "A FIR H\nF PIS H"}),
        ("Fleets: none", "SPR1460C", {"orders": "A FIR H\nALLOW GENOA BRIBES"}),
        ("Garrisons: none", "SPR1460C", {}),
        ("Military orders: none", "SPR1460C", {"orders": ""}),
        ("Bribes: none", "SPR1460C", {"expenditures": "BODYGUARD FLORENCE 3"}),
        ("Ducat expenditures: none", "SPR1460C", {"expenditures": ""}),
        ("Ducats: none", "SPR1460C", {"expenditures": ""}),
    ],
)
def test_17_1_none_takes_back_what_its_heading_names(line: str, phase: str, parts: dict[str, str]) -> None:
    found = read(line, TWO, "FLORENCE", phase, filed=SPRING_FILE if phase.endswith("A") else CAMPAIGN_FILE)
    assert (found.parts, problems(found)) == (parts, [])


@pytest.mark.parametrize("phase", ["SPR1460A", "SPR1460C"])
@pytest.mark.parametrize("line", ["Gifts: none", "Ducat transfers: nothing"])
def test_17_1_whoever_wants_no_gifts_is_told_which_stay(line: str, phase: str) -> None:
    given = {"gifts": "GIVE 3 GENOA\nGIVE 2 MILAN"}
    found = read(line, TWO, "FLORENCE", phase, filed=given)
    assert not found.parts
    assert found.notes == ("You cannot take gifts back. On file stays: GIVE 3 GENOA; GIVE 2 MILAN.",)
    assert not read(line, TWO, "FLORENCE", phase, filed={}).notes, "there is none to take back"


def test_7_3_nobody_is_told_that_payments_are_taken_back_by_paying_nothing() -> None:
    notes = " ".join(read("Give 1 ducat to Genoa", TWO, "FLORENCE", "SPR1460A", filed=SPRING_FILE).notes)
    assert "`Dealings: none` takes" in notes
    alone = read("Give 1 ducat to Genoa", TWO, "FLORENCE", "SPR1460A", filed={"payments": "PAY A FIR"}).notes
    assert "Your earlier payments stand. Another list, such as `Pay all`, replaces them." in alone


# ---- who is left out of a list, and who is not


GENOESE = "GENOA A PIS; GENOA A SAV; GENOA F LIG; GENOA G GEN; MILAN A PAR; NOBODY G SIE"


def test_12_leave_for_a_unit_of_ones_own_is_warned_of() -> None:
    found = read("Allow Genoa bribes A PAR", GENOESE, "MILAN")
    assert [each.message for each in found.problems if each.warning] == [
        "A PAR is yours, and nobody needs your permission to bribe it."
    ]
    assert not [each for each in read("Allow Genoa bribes G SIE", GENOESE, "MILAN").problems if "leave" in each.code]


def test_15_an_excommunication_on_file_is_taken_back() -> None:
    filed = {"orders": "EXCOMMUNICATE MILAN"}
    for heading in ("Excommunication: none", "Excommunications: none"):
        assert read(heading, GENOESE, "PAPACY", "SUM1460C", filed=filed).parts == {"orders": ""}
