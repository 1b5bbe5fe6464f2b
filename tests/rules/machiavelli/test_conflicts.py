"""Examples 1 to 4 of the rule text, every case, and what chapter 13 says besides."""

from __future__ import annotations

from tests.rules.machiavelli.field import outcomes, played, standing

EXAMPLE_1 = "MILAN A TIR - COM; FRANCE A COM - TOR; GENOA A TOR - TIR"


def test_example_1_all_three_advance_in_a_ring() -> None:
    assert standing(played(EXAMPLE_1)) == {"MILAN A COM", "FRANCE A TOR", "GENOA A TIR"}


def test_example_1_with_an_austrian_garrison_the_supporter_is_forced_out() -> None:
    found = played("MILAN A TIR S TOR FRANCE; FRANCE A COM - TOR; GENOA A TOR - TIR; AUSTRIA G TIR S TIR GENOA")
    assert {"FRANCE A TOR", "GENOA A TIR", "AUSTRIA G TIR"} <= standing(found)
    assert [line.dislodged for line in found.lines if line.unit == "A TIR"] == [True]
    assert "MILAN A COM" in standing(found) or "MILAN A MIL" in standing(found)


EXAMPLE_2 = """FLORENCE G MAN C A; VENICE A MAN {v}; GENOA A PAR {g}; MILAN A CRE S MAN FLORENCE;
AUSTRIA A VER S MAN PAPACY; TURKEY A FER S MAN PAPACY; PAPACY A BOL - MAN; FRANCE A MOD {r}"""


def example_2(v: str, g: str = "H", r: str = "H") -> set[str]:
    return standing(played(EXAMPLE_2.format(v=v, g=g, r=r)))


def test_example_2_the_garrison_comes_out_and_goes_back() -> None:
    found = example_2("- CRE")
    assert {"PAPACY A MAN", "FLORENCE G MAN", "VENICE A BRE", "MILAN A CRE"} <= found


def test_example_2_with_support_venice_advances_and_florence_retreats_to_brescia() -> None:
    found = example_2("- CRE", g="S CRE VENICE")
    assert {"VENICE A CRE", "PAPACY A MAN", "FLORENCE A BRE"} <= found
    assert not any("MILAN A CRE" in each for each in found)


def test_example_2_a_supported_hold_of_venice_changes_nothing() -> None:
    found = example_2("H", g="S MAN VENICE")
    assert {"PAPACY A MAN", "FLORENCE G MAN", "VENICE A BRE", "MILAN A CRE"} <= found


def test_example_2_florence_and_the_pope_equally_strong_let_the_weaker_stay() -> None:
    found = example_2("H", r="S MAN FLORENCE")
    assert {"PAPACY A BOL", "FLORENCE G MAN", "VENICE A MAN"} <= found


EXAMPLE_3 = "MILAN A PAR - MOD; PAPACY A BOL - MOD; VENICE A MAN - BOL; FLORENCE A FIR S BOL VENICE"
NAPLES = "; NAPLES A PIS - FIR; FRANCE F LIG S PIS TURKEY; TURKEY F WTS - PIS"


def test_example_3_a_unit_forced_out_makes_no_standoff() -> None:
    found = standing(played(EXAMPLE_3))
    assert {"MILAN A MOD", "VENICE A BOL", "FLORENCE A FIR"} <= found
    assert "PAPACY A BOL" not in found


def test_example_3_a_unit_forced_out_cuts_no_support() -> None:
    found = standing(played(EXAMPLE_3 + NAPLES))
    assert {"MILAN A MOD", "VENICE A BOL", "TURKEY F PIS"} <= found


def test_example_3_a_cut_support_stops_it_all() -> None:
    found = standing(played(EXAMPLE_3 + NAPLES + "; GENOA F GEN - LIG"))
    assert {
        "MILAN A PAR",
        "PAPACY A BOL",
        "VENICE A MAN",
        "FLORENCE A FIR",
        "NAPLES A PIS",
        "FRANCE F LIG",
        "TURKEY F WTS",
        "GENOA F GEN",
    } == found


def test_example_4_the_stronger_half_of_a_circle_advances() -> None:
    found = standing(
        played(
            "GENOA A MOD - MAN; AUSTRIA A MAN S FER VENICE; VENICE A VER - FER; PAPACY A FER - BOL; "
            "FLORENCE A BOL S MOD FRANCE; FRANCE A LUC - MOD"
        )
    )
    assert {"FRANCE A MOD", "VENICE A FER", "AUSTRIA A MAN", "FLORENCE A BOL"} <= found
    assert not {"GENOA A MOD", "PAPACY A FER"} & found


def test_example_4_all_supports_are_cut_when_genoa_supports_milan() -> None:
    found = played(
        "GENOA A MOD S MAN MILAN; MILAN A PAR - MAN; AUSTRIA A MAN S FER VENICE; VENICE A VER - FER; "
        "PAPACY A FER - BOL; FLORENCE A BOL S MOD FRANCE; FRANCE A LUC - MOD"
    )
    assert set(outcomes(found).values()) == {"cut", "bounced"}
    assert not any(line.dislodged for line in found.lines)


def test_example_4_total_symmetry_is_a_standoff() -> None:
    found = played(
        "FRANCE A LUC - MOD; FLORENCE A BOL S MOD FRANCE; MILAN A PAR - MAN; GENOA A MOD S MAN MILAN; "
        "PAPACY A FER - BOL; AUSTRIA A MAN S BOL PAPACY"
    )
    assert set(outcomes(found).values()) == {"cut", "bounced"}
    assert not any(line.dislodged for line in found.lines)


FORCED_OUT_OF_THE_LAGOON = """VENICE F VEN H; FERRARA F LAG - VEN; FERRARA F FER S VEN;
DALMATIA F UAD - LAG; DALMATIA F FRI S LAG; DALMATIA F TRV S LAG"""


def test_13_5_who_is_forced_out_of_the_lagoon_drives_nobody_into_the_city_of_venice() -> None:
    found = played(FORCED_OUT_OF_THE_LAGOON)
    assert {"VENICE F VEN", "DALMATIA F LAG", "FERRARA F PAD"} <= standing(found)
    assert [(line.unit, line.retreat) for line in found.lines if line.dislodged] == [("F LAG", "PAD")]
    # Two against the two of the attack on Venice do not force it out, and it gets its way (13.3, 14).
    equal = standing(played(FORCED_OUT_OF_THE_LAGOON.replace("; DALMATIA F TRV S LAG", "")))
    assert {"VENICE G VEN", "FERRARA F LAG", "DALMATIA F UAD"} <= equal


def test_13_5_nor_does_an_army_that_is_forced_out_where_its_transport_begins() -> None:
    found = played(
        """VENICE F VEN H; FERRARA A FER - VEN VIA LAG; FERRARA F LAG T; FERRARA F PAD S VEN;
        DALMATIA A BOL - FER; DALMATIA A VER S FER; DALMATIA A MAN S FER"""
    )
    assert {"VENICE F VEN", "FERRARA F LAG", "DALMATIA A FER"} <= standing(found)
