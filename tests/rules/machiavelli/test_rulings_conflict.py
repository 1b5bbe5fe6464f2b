"""Rulings 1 (conflict), 2.3 to 2.7 (rebels in the field), 4 (sieges), 7.1 to 7.4 (Venice), 13.1 to 13.3 (straits)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.rules.machiavelli.field import outcomes, played, standing

# ---- 1


STRONG = "; VENICE A VER - MAN; FERRARA A FER S MAN VENICE"


@pytest.mark.parametrize(
    "board",
    [
        "MILAN A PAR - MAN; MILAN A CRE S MAN; VENICE A MAN H",
        "MILAN A MAN H; MILAN A CRE S MAN" + STRONG,
        "MILAN A MAN B MAN; MILAN A CRE S MAN; FERRARA G MAN H" + STRONG,
    ],
)
def test_ruling_1_1_a_support_attaches_to_area_and_player(board: str) -> None:
    assert "MILAN A MAN" in standing(played(board))


def test_ruling_1_1_a_support_for_a_conversion_into_the_province() -> None:
    found = standing(played("FLORENCE G MAN C A; VENICE A MAN H; MILAN A CRE S MAN FLORENCE"))
    assert "FLORENCE A MAN" in found


def test_ruling_1_1_a_support_counts_for_the_hold_of_a_failed_advance() -> None:
    found = standing(
        played("MILAN A MAN - BOL; FERRARA A BOL H; MILAN A CRE S MAN; VENICE A VER - MAN; VENICE A BRE S MAN")
    )
    assert {"MILAN A MAN", "VENICE A VER"} <= found


def test_ruling_1_1_a_support_for_a_transport_counts() -> None:
    found = standing(played("NAPLES F BON T; NAPLES F NAP S BON; SICILY F MES - BON; SICILY F LIP S BON"))
    assert {"NAPLES F BON", "SICILY F MES"} <= found


def test_ruling_1_1_what_the_supporter_could_not_do_itself_is_a_hold() -> None:
    assert outcomes(played("MILAN A PAR S BOL; MILAN F PIS S FIR; MILAN G CRE S MAN")) == dict.fromkeys(
        ("A PAR", "F PIS", "G CRE"), "void"
    )


def test_ruling_1_2_any_attack_cuts_even_one_that_fails() -> None:
    found = outcomes(played("MILAN A PAR - MAN; MILAN A CRE S MAN; VENICE A MAN H; VENICE A BRE - CRE"))
    assert found["A CRE"] == "cut"
    assert found["A PAR"] == "bounced"


def test_ruling_1_2_a_conversion_out_of_the_city_below_cuts() -> None:
    found = outcomes(played("MILAN A PAR - MAN; MILAN A CRE S MAN; VENICE A MAN H; VENICE G CRE C A"))
    assert found["A CRE"] == "cut"


def test_ruling_1_2_an_attack_from_the_supported_area_does_not_cut() -> None:
    found = outcomes(played("MILAN A PAR - MAN; MILAN A CRE S MAN; VENICE A MAN - CRE"))
    assert found["A CRE"] == "supported"
    assert found["A PAR"] == "moved"


def test_ruling_1_2_nor_if_that_attacker_is_too_strong_to_be_forced_out() -> None:
    found = outcomes(played("MILAN A PAR - MAN; MILAN A CRE S MAN; VENICE A MAN - CRE; VENICE A VER S MAN"))
    assert found["A CRE"] == "supported"
    assert found["A PAR"] == "bounced"


def test_ruling_1_2_but_it_does_when_it_forces_the_supporter_out() -> None:
    found = played("MILAN A PAR - MAN; MILAN A CRE S MAN; VENICE A MAN - CRE; VENICE A BRE S CRE")
    assert outcomes(found)["A CRE"] == "cut"
    assert "VENICE A CRE" in standing(found)


def test_ruling_1_2_neither_a_friend_nor_a_siege_cuts() -> None:
    found = outcomes(played("MILAN A PAR - MAN; MILAN A CRE S MAN; VENICE A MAN H; MILAN A MIL - CRE"))
    assert found["A CRE"] == "supported"
    found = outcomes(played("FERRARA G MOD S MOD VENICE; MILAN A MOD B MOD; VENICE A MAN - MOD"))
    assert found["G MOD"] == "supported"


def test_ruling_1_2_an_army_whose_transport_broke_cuts_nothing() -> None:
    found = outcomes(
        played(
            "NAPLES A NAP - PIS VIA BON ETS; NAPLES F BON T; NAPLES F ETS T; GENOA F WTS - ETS; GENOA F SIE S ETS; "
            "FLORENCE A PIS S FIR; MILAN A BOL - FIR; FLORENCE A FIR H"
        )
    )
    assert found["A NAP"] == "disrupted"
    assert found["A PIS"] == "supported"


def test_ruling_1_3_the_target_of_a_unit_forced_out_is_open_to_retreats() -> None:
    found = standing(
        played("PAPACY A BOL - MOD; VENICE A MAN - BOL; FLORENCE A FIR S BOL VENICE; MILAN A PAR - REG; MILAN G BOL H")
    )
    # The Pope's army, forced out of Bologna, may go where it had in vain been ordered to.
    assert "VENICE A BOL" in found
    assert any(each.startswith("PAPACY A ") for each in found)


def test_ruling_1_4_a_failed_advance_defends_with_the_greater_force() -> None:
    found = outcomes(
        played(
            "MILAN A MAN - BOL; MILAN A MOD S BOL; FERRARA A BOL H; FERRARA A FER S BOL; VENICE A VER - MAN; "
            "VENICE A BRE S MAN"
        )
    )
    assert found["A MAN"] == "bounced"
    assert found["A VER"] == "bounced"


def test_ruling_1_4_a_supporter_always_defends_with_one() -> None:
    found = standing(played("MILAN A MAN S BOL; MILAN A CRE S MAN; VENICE A VER - MAN; VENICE A BRE S MAN"))
    assert "VENICE A MAN" in found


def test_ruling_1_5_equal_attackers_stand_off_and_the_defender_stays() -> None:
    found = played("VENICE A VER - MAN; VENICE A BRE S MAN; FERRARA A FER - MAN; FERRARA A BOL S MAN; MILAN A MAN H")
    assert {"MILAN A MAN", "VENICE A VER", "FERRARA A FER"} <= standing(found)
    assert not any(line.dislodged for line in found.lines)


def test_ruling_1_5_exchanging_places_needs_the_stronger_force() -> None:
    assert set(outcomes(played("MILAN A PAR - MAN; VENICE A MAN - PAR")).values()) == {"bounced"}
    assert "MILAN A MAN" in standing(played("MILAN A PAR - MAN; MILAN A CRE S MAN; VENICE A MAN - PAR"))


def test_ruling_1_5_different_routes_are_no_conflict() -> None:
    found = standing(played("NAPLES A PAT - TIV VIA ETS; NAPLES F ETS T; PAPACY A TIV - PAT"))
    assert {"NAPLES A TIV", "PAPACY A PAT"} <= found


ODD = (
    "MILAN A MAN - BOL; MILAN A MOD S BOL; VENICE A VER - MAN; VENICE A BRE S MAN; FRANCE A LUC - MOD; "
    "FLORENCE A BOL S LUC; FLORENCE A PST - LUC"
)


def test_ruling_1_6_what_cannot_be_resolved_is_a_standoff_and_told() -> None:
    # If Modena's support is given, Bologna is forced out, so Lucca stays and cuts it; if it is cut, Mantova is forced
    # out, so Bologna's support is given, Lucca is forced out and cuts nothing.
    found = played(ODD)
    assert {"MOD", "BOL", "MAN", "PST"} <= set(found.paradox)
    assert not any(line.dislodged for line in found.lines)
    assert outcomes(found) == {
        "A MAN": "bounced",
        "A MOD": "cut",
        "A VER": "bounced",
        "A BRE": "supported",
        "A LUC": "bounced",
        "A BOL": "cut",
        "A PST": "bounced",
    }


def test_ruling_1_6_who_only_follows_forces_nobody_out_whatever_else_is_open() -> None:
    """Example 3, and an army behind M that could take M's place only if M left."""
    found = played(
        "MILAN A PAR - MOD; PAPACY A BOL - MOD; VENICE A MAN - BOL; FLORENCE A FIR S BOL VENICE; GENOA A PON - PAR"
    )
    assert {"MILAN A MOD", "VENICE A BOL", "GENOA A PAR"} <= standing(found)
    assert found.paradox == ()


RING = "MILAN A PAR - MOD; MILAN A MOD - REG; MILAN A REG - PAR; MILAN A FOR S PAR; GENOA A PON - PAR"
BY_SEA = (
    "AUSTRIA A FRI - TRV; AUSTRIA A TRV - FRI VIA LAG; AUSTRIA F LAG T; SICILY A KAR S FRI AUSTRIA; TURKEY F TRI - FRI"
)


@pytest.mark.parametrize(
    ("board", "move", "weaker"), [(RING, ["A PAR", "A MOD", "A REG"], "A PON"), (BY_SEA, ["A FRI", "A TRV"], "F TRI")]
)
def test_ruling_1_6_who_cannot_get_in_either_way_stops_no_circle_of_friends(
    board: str, move: list[str], weaker: str
) -> None:
    """13.2, 13.4: who comes from outside is weaker than the friend who comes in, and than the friend who would stay."""
    found = played(board)
    assert found.paradox == ()
    assert [outcomes(found)[unit] for unit in move] == ["moved"] * len(move)
    assert outcomes(found)[weaker] == "bounced"
    equal = played(RING.replace("MILAN A FOR S PAR; ", ""))
    assert (equal.paradox, set(outcomes(equal).values())) == ((), {"bounced"}), "equals bar each other (13.3)"


BY_LEAVE = (
    "MILAN A MOD - BOL; MILAN A LUC - MOD; VENICE A BOL - LUC; MILAN F PIS S LUC VENICE; MILAN F LIG - LUC",
    {"BOL": "GENOA"},
)
BY_LEAVE_AND_SEA: tuple[str, dict[str, str]] = (
    (
        "MILAN A FRI - TRI; MILAN A TRI - IST; MILAN F IST - UAD; GENOA F UAD - FRI; MILAN F ZAR S UAD;"
        "MILAN A TRV S FRI GENOA; PAPACY A VIC - FRI"
    ),
    {},
)


@pytest.mark.parametrize(
    ("board", "rebellions", "move", "weaker"),
    [
        (*BY_LEAVE, ["A MOD", "A LUC", "A BOL"], "F LIG"),
        (*BY_LEAVE_AND_SEA, ["A FRI", "A TRI", "F IST", "F UAD"], "A VIC"),
    ],
)
def test_ruling_1_6_who_cannot_get_in_either_way_stops_no_circle_in_which_a_friend_helps_somebody_else(
    board: str, rebellions: dict[str, str], move: list[str], weaker: str
) -> None:
    """13.4: that help counts if the friend there leaves; if not, nobody gets in behind it."""
    found = played(board, rebellions=rebellions)
    assert found.paradox == ()
    assert [outcomes(found)[unit] for unit in move] == ["moved"] * len(move)
    assert outcomes(found)[weaker] == "bounced"


HOLDS_FOR_A_FRIEND = (
    "MILAN A ARE - FIR; FRANCE A FIR H; MILAN A PER S ARE SAVOY; SAVOY A URB - ARE; MILAN A PAT S PER;"
    "NAPLES A ROM - PER; NAPLES A SPO S PER"
)


def test_ruling_1_8_whose_support_is_a_hold_for_a_friend_who_stays_defends_as_one_that_holds() -> None:
    """9.2, 13.4: it has the support that it gets; it was forced out as a supporter is, who has none."""
    found = played(HOLDS_FOR_A_FRIEND)
    assert outcomes(found)["A ROM"] == "bounced"
    leaves = played(HOLDS_FOR_A_FRIEND.replace("FRANCE A FIR H; ", ""))
    assert outcomes(leaves)["A ROM"] == "moved", "where the friend leaves it is a support, which defends with 1"


def test_ruling_1_6_attacks_and_supports_count_not_that_a_fleet_could_transport() -> None:
    """The army cuts the support for the attack on its own fleet, or goes down with it."""
    found = played(
        "AUSTRIA F LAD - ALB; AUSTRIA A RAG S ALB; GENOA F ALB T VENICE; VENICE A DUR - RAG VIA ALB; VENICE F ION H"
    )
    assert found.paradox == ()
    assert outcomes(found) == {
        "F LAD": "moved",
        "A RAG": "supported",
        "F ALB": "disrupted",
        "A DUR": "disrupted",
        "F ION": "held",
    }
    gets_in = played(
        "AUSTRIA F LAD - ALB; AUSTRIA A RAG S ALB; GENOA F ALB T VENICE; VENICE A DUR - RAG VIA ALB; VENICE A HER S RAG"
    )
    assert {"LAD", "RAG", "DUR"} <= set(gets_in.paradox), "the army's own attack counts"
    assert not any(line.dislodged for line in gets_in.lines)


def test_ruling_1_6_a_circle_elsewhere_still_succeeds() -> None:
    found = played(ODD + "; TURKEY A DUR - ALB; DALMATIA A ALB - HER; GENOA A HER - ALB")
    assert outcomes(found)["A DUR"] == "bounced"
    ring = played(ODD + "; TURKEY A ROM - PER; DALMATIA A PER - SPO; GENOA A SPO - ROM")
    assert [outcomes(ring)[unit] for unit in ("A ROM", "A PER", "A SPO")] == ["moved"] * 3
    assert ring.paradox


def test_ruling_1_7_a_garrison_equal_to_the_best_rival_is_a_standoff() -> None:
    found = standing(played("FLORENCE G MAN C A; PAPACY A BOL - MAN"))
    assert found == {"FLORENCE G MAN", "PAPACY A BOL"}


def test_ruling_1_7_a_conversion_into_an_empty_city_cannot_be_stopped() -> None:
    found = standing(played("MILAN A MAN C G; VENICE A VER - MAN; VENICE A BRE S MAN"))
    assert {"MILAN G MAN", "VENICE A MAN"} <= found


def test_ruling_1_7_army_and_garrison_cannot_change_places() -> None:
    found = played("MILAN A MAN C G; VENICE G MAN C A")
    assert standing(found) == {"MILAN A MAN", "VENICE G MAN"}
    assert outcomes(found)["A MAN"] == "void"


@pytest.mark.parametrize(
    ("board", "void"),
    [
        ("MILAN A PAR - MAN; MILAN A CRE - MAN", {"A PAR", "A CRE"}),
        ("MILAN A PAR - MAN; MILAN A MAN H", {"A PAR"}),
        ("MILAN A PAR S MAN VENICE; MILAN A MAN H; VENICE A VER - MAN", {"A PAR"}),
        ("MILAN A PAR - MAN; MILAN G MAN C A", {"A PAR", "G MAN"}),
        ("MILAN A PAR - MAN; MILAN A MAN - PAR", {"A PAR", "A MAN"}),
    ],
)
def test_ruling_1_8_friends_hold_instead_of_attacking_each_other(board: str, void: set[str]) -> None:
    assert {unit for unit, outcome in outcomes(played(board)).items() if outcome == "void"} == void


def test_ruling_1_8_friends_who_would_exchange_places_hold_and_take_no_help_from_who_attacks_them() -> None:
    """13.4: a Hold is no advance, so the Pope alone advances, with the support that is given by itself (2.6, 12.2)."""
    exchange = "MILAN A PAR - MAN; MILAN A MAN - PAR"
    garrison = f"{exchange}; NOBODY G MAN; PAPACY A VER - MAN"
    rebellion = f"{exchange}; PAPACY A VER - MAN"
    assert "PAPACY A MAN" in standing(played(garrison))
    assert "PAPACY A MAN" in standing(played(rebellion, rebellions={"MAN": "MILAN"}))


def test_ruling_1_8_friends_exchange_places_by_different_ways() -> None:
    found = played("MILAN A MAS - LUC VIA LIG; MILAN F LIG T; MILAN A LUC - MAS")
    assert standing(found) == {"MILAN A LUC", "MILAN F LIG", "MILAN A MAS"}
    assert outcomes(found) == {"A MAS": "moved", "F LIG": "transported", "A LUC": "moved"}


def test_ruling_1_8_a_follower_stays_when_its_friend_fails_and_cuts_nothing() -> None:
    found = played("MILAN A PAR - MAN; MILAN A MAN - BOL; FERRARA A BOL H; VENICE A VER - MAN; VENICE A BRE S MAN")
    assert {"MILAN A PAR", "VENICE A MAN"} <= standing(found)
    assert outcomes(found)["A PAR"] == "bounced"


def test_ruling_1_8_a_garrison_stays_inside_when_its_friend_could_not_leave_and_none_is_lost() -> None:
    found = played("MILAN F MAR - AVI; MILAN G MAR C F; FLORENCE A AVI S MAR; FLORENCE A NIZ - MAR")
    assert standing(found) == {"MILAN F LIG", "MILAN G MAR", "FLORENCE A AVI", "FLORENCE A MAR"}
    assert outcomes(found) == {"F MAR": "bounced", "G MAR": "bounced", "A AVI": "supported", "A NIZ": "moved"}


def test_ruling_1_8_a_support_never_helps_against_a_friend_who_was_to_leave_and_could_not() -> None:
    board = "FERRARA A BOL S MAN VENICE; FERRARA A MAN - CRE; VENICE A VER - MAN"
    assert "VENICE A MAN" in standing(played(board)), "he leaves"
    assert "FERRARA A MAN" in standing(played(board + "; MILAN A CRE H")), "he cannot"


def test_ruling_1_8_a_support_against_a_friend_who_could_not_leave_is_a_hold_for_everybody() -> None:
    # Cremona would help the Pope into Mantua, where its own army is stuck: so the Austrians are two against one there.
    board = "SAVOY A MAN - MOD; SAVOY A CRE S MAN PAPACY; PAPACY A VER - MAN; PAPACY A MOD S MAN AUSTRIA; "
    board += "AUSTRIA A BRE - MAN"
    found = played(board)
    (line,) = (each for each in found.lines if each.unit == "A CRE")
    assert (line.outcome, line.why) == ("void", "it would support an attack on its own side")
    assert "AUSTRIA A MAN" in standing(found)


def test_ruling_1_8_nobody_is_said_to_have_cut_a_hold_whose_unit_is_forced_out() -> None:
    board = HOLDS_FOR_A_FRIEND + "; NAPLES A SIE S PER"
    (line,) = (each for each in played(board).lines if each.unit == "A PER")
    assert (line.outcome, line.why) == ("void", "it would support an attack on its own side")
    assert (line.dislodged, line.cause) == (True, ("A ROM",))


def test_ruling_1_8_nobody_helps_who_would_exchange_places_with_a_friend() -> None:
    """13.2, 13.4: the stronger of the two gets through. With the help that only counts if it does not, nobody could."""
    board = "FRANCE A AVI - LYO; FRANCE A SAV S LYO; FRANCE A SLZ S AVI FERRARA; FERRARA A LYO - AVI"
    found = played(board)
    assert outcomes(found) == {"A AVI": "moved", "A SAV": "supported", "A SLZ": "void", "A LYO": "bounced"}
    assert found.paradox == ()
    (line,) = (each for each in found.lines if each.unit == "A SLZ")
    assert line.why == "it would support an attack on its own side"
    elsewhere = "FRANCE A MAS - LUC; FRANCE A REG S MAS GENOA; GENOA A LUC - MAS VIA LIG; GENOA F LIG T"
    assert outcomes(played(elsewhere))["A REG"] == "supported", "they do not meet"


def test_ruling_1_4_who_waits_behind_a_friend_defends_as_a_unit_that_holds() -> None:
    board = "SICILY A AVI - TOR; SICILY A TOR - AOS; SICILY A TIR S TOR; TURKEY A AOS H; FERRARA F TOU - AVI; "
    board += "FERRARA F MAR S AVI"
    assert "FERRARA F AVI" in standing(played(board))


def test_ruling_1_8_independents_are_never_friends() -> None:
    found = outcomes(played("NOBODY A MAN H; NOBODY G MAN C A"))
    assert found["G MAN"] == "bounced"


OUT = "FERRARA G MAN C A; FERRARA A FER S MAN VENICE; VENICE A VER - MAN"


def test_ruling_1_11_nobodys_support_drives_their_own_garrison_out_of_its_city() -> None:
    found = played(OUT)
    (line,) = (each for each in found.lines if each.unit == "A FER")
    assert (line.outcome, line.why) == ("void", "it would support an attack on its own side")
    assert standing(found) == {"FERRARA G MAN", "FERRARA A FER", "VENICE A VER"}


def test_ruling_1_11_nor_is_it_kept_inside_venice_by_one() -> None:
    board = "VENICE G VEN C A; VENICE F PAD S VEN TURKEY; TURKEY F LAG - VEN"
    assert "VENICE A VEN" in standing(played(board))


@pytest.mark.parametrize(
    "board",
    [
        OUT.replace("MAN C A", "MAN H"),
        OUT.replace("FERRARA A", "MILAN A"),
        OUT.replace("VENICE A VER - MAN", "VENICE A MAN H; MILAN A MOD - MAN; MILAN A PAR S MAN"),
        OUT.replace("FERRARA G MAN C A", "FERRARA A CRE - MAN"),
    ],
)
def test_ruling_1_11_any_other_support_for_somebody_else_counts(board: str) -> None:
    found = played(board)
    assert outcomes(found)["A FER"] == "supported"
    assert "VENICE A MAN" in standing(found)


def test_ruling_1_11_where_the_other_only_stays_the_support_counts_against_the_own_garrison_too() -> None:
    board = "FERRARA G MAN C A; MILAN A MOD S MAN FERRARA; VENICE A MAN H"
    assert "FERRARA A MAN" in standing(played(board))
    assert {"FERRARA G MAN", "VENICE A MAN"} <= standing(played(board + "; FERRARA A FER S MAN VENICE"))


def test_ruling_1_11_an_advance_that_is_itself_a_hold_drives_no_garrison_out() -> None:
    """Two of Venice would exchange places and hold: the support is for the one who stays, against the garrison."""
    board = "VENICE A BOL - PST; VENICE A PST - BOL; FERRARA G BOL C A; FERRARA A FER S BOL"
    assert {"VENICE A BOL", "FERRARA G BOL"} <= standing(played(f"{board}; FERRARA A LUC S BOL VENICE"))
    assert "FERRARA A BOL" in standing(played(board))
    behind = "VENICE A BOL H; VENICE A PST - BOL; FERRARA G BOL C A; FERRARA A FER S BOL; FERRARA A LUC S BOL VENICE"
    assert outcomes(played(behind))["A LUC"] == "supported"
    both_in = "FERRARA G MAN C A; FERRARA A CRE - MAN; FERRARA A FER S MAN VENICE; VENICE A VER - MAN"
    assert outcomes(played(both_in))["A FER"] == "void", "the garrison was told to come out"


def test_ruling_1_8_an_advance_to_venice_attacks_its_garrison_and_a_siege_does_not() -> None:
    board = "TURKEY G VEN H; TURKEY F PAD S VEN GENOA; GENOA F LAG - VEN; TURKEY F UAD - LAG; TURKEY F TRV S LAG"
    assert "TURKEY F LAG" in standing(played(board)), "its own side's help keeps nobody in the Lagoon"
    assert outcomes(played(board))["F PAD"] == "void"
    own = board.replace("VEN H", "VEN S VEN GENOA").replace("PAD S VEN GENOA", "PAD H")
    assert outcomes(played(own))["G VEN"] == "void"
    assert "GENOA F LAG" in standing(played(board.replace("LAG - VEN", "LAG B VEN"))), "a siege is no attack (4.5)"


def test_ruling_1_9_a_chain_of_fleets_transports_and_an_equal_attack_does_not_break_it() -> None:
    found = standing(played("NAPLES A NAP - PAT VIA BON ETS; NAPLES F BON T; NAPLES F ETS T; GENOA F WTS - ETS"))
    assert "NAPLES A PAT" in found


@pytest.mark.parametrize(
    "board",
    [
        "NAPLES A NAP - PAT VIA BON ETS; NAPLES F BON T SICILY; NAPLES F ETS T",
        "NAPLES A NAP - PAT VIA BON ETS; NAPLES F BON H; NAPLES F ETS T",
        "NAPLES A NAP - PAT VIA BON ETS; NAPLES F BON T",
        "NAPLES A NAP - PAT VIA ETS; NAPLES F ETS T",
        "NAPLES A AQU - PAT VIA BON ETS; NAPLES F BON T; NAPLES F ETS T",
        "NAPLES A NAP - PAT VIA BON ETS; NAPLES A SAL - TIV VIA BON; NAPLES F BON T; NAPLES F ETS T",
    ],
)
def test_ruling_1_9_an_incomplete_chain_is_a_hold(board: str) -> None:
    found = played(board)
    assert "NAPLES A PAT" not in standing(found)
    assert [line.outcome for line in found.lines if line.order.count("VIA")] == ["void"] * board.count("VIA")


def test_ruling_1_9_others_transport_when_they_name_the_player() -> None:
    found = standing(played("NAPLES A NAP - PAT VIA BON ETS; SICILY F BON T NAPLES; GENOA F ETS T NAPLES"))
    assert "NAPLES A PAT" in found


def test_ruling_1_10_an_impossible_or_missing_order_is_a_hold() -> None:
    found = played("MILAN A PAR - ROM; VENICE A VER")
    assert standing(found) == {"MILAN A PAR", "VENICE A VER"}
    assert outcomes(found) == {"A PAR": "void", "A VER": "held"}


# ---- 2, in the field


def rebels(board: str, *, sieges: Iterable[str] = (), stunned: Iterable[str] = ()) -> dict[str, str]:
    return dict(played(board, rebellions={"BOL": "FERRARA"}, sieges=sieges, stunned=stunned).position.rebellions)


def test_ruling_2_3_a_given_hold_puts_down_unless_a_city_rebels() -> None:
    assert rebels("FERRARA A BOL H; FERRARA G BOL H") == {}
    assert rebels("FERRARA A BOL H") == {"BOL": "FERRARA"}, "the city rebels too"
    assert rebels("FERRARA A BOL H; FERRARA G BOL H; VENICE A MAN - BOL") == {}, "a failed attack does not hinder"


@pytest.mark.parametrize("order", ["", "- MAN", "- ROM", "S MAN"])
def test_ruling_2_3_other_holds_do_not_put_down(order: str) -> None:
    assert rebels(f"FERRARA A BOL {order}; FERRARA G BOL H; VENICE A MAN H") == {"BOL": "FERRARA"}


def test_ruling_2_3_nor_the_hold_of_an_assassinated_leaders_unit() -> None:
    assert rebels("FERRARA A BOL H; FERRARA G BOL H", stunned=["FERRARA"]) == {"BOL": "FERRARA"}


def test_ruling_2_3_nor_one_forced_out_nor_a_garrisons() -> None:
    assert ("BOL", "FERRARA", "put down") not in played(
        "FERRARA A BOL H; FERRARA G BOL H; VENICE A MAN - BOL; VENICE A MOD S BOL", rebellions={"BOL": "FERRARA"}
    ).ended
    assert rebels("FERRARA G BOL H") == {"BOL": "FERRARA"}


def test_ruling_2_4_a_rebelling_fortified_city_wants_a_siege_of_two_seasons() -> None:
    first = played("FERRARA A BOL B BOL", rebellions={"BOL": "FERRARA"})
    assert first.position.rebellions
    assert first.position.sieges == {"BOL"}
    assert rebels("FERRARA A BOL B BOL", sieges=["BOL"]) == {}


def test_ruling_2_4_a_fleet_can_do_it_only_at_a_port() -> None:
    assert outcomes(played("NAPLES F SAL B SAL", rebellions={"SAL": "NAPLES"})) == {"F SAL": "void"}
    assert outcomes(played("NAPLES F NAP B NAP", rebellions={"NAP": "NAPLES"})) == {"F NAP": "besieging"}


def test_ruling_2_5_another_players_unit_liberates() -> None:
    found = played("VENICE A MAN - BOL", rebellions={"BOL": "FERRARA"})
    assert found.ended == (("BOL", "FERRARA", "liberated"),)
    assert found.position.control("BOL") == "VENICE"


def test_ruling_2_5_so_does_a_retreat() -> None:
    found = played("PAPACY A FIR H; FLORENCE A PIS - FIR; FLORENCE A PST S FIR", rebellions={"BOL": "FERRARA"})
    assert "PAPACY A BOL" in standing(found), "category 2 of Appendix A before the others here"
    assert found.ended == (("BOL", "FERRARA", "liberated"),)


def test_ruling_2_6_the_rebellion_supports_the_only_player_who_advances() -> None:
    assert "VENICE A BOL" in standing(played("FERRARA A BOL H; VENICE A MAN - BOL", rebellions={"BOL": "FERRARA"}))
    two = "FERRARA A BOL H; VENICE A MAN - BOL; MILAN A MOD - BOL"
    assert "FERRARA A BOL" in standing(played(two, rebellions={"BOL": "FERRARA"}))


def test_ruling_2_6_never_the_victim_whose_advance_cancels_it_too() -> None:
    found = standing(played("FERRARA A FER - BOL; VENICE A MAN - BOL", rebellions={"BOL": "FERRARA"}))
    assert {"FERRARA A FER", "VENICE A MAN"} == found


@pytest.mark.parametrize(
    ("order", "outcome"), [("- MAN", "moved"), ("B BOL", "besieging"), ("S MAN", "void"), ("C G", "void")]
)
def test_ruling_2_7_what_the_victims_unit_may_do(order: str, outcome: str) -> None:
    assert outcomes(played(f"FERRARA A BOL {order}", rebellions={"BOL": "FERRARA"}))["A BOL"] == outcome


# ---- 4


def test_ruling_4_1_a_siege_takes_two_seasons_and_may_change_owners() -> None:
    first = played("MILAN A MAN B MAN; NOBODY G MAN H")
    assert outcomes(first)["A MAN"] == "besieging"
    assert first.position.sieges == {"MAN"}
    second = played("VENICE A MAN B MAN; NOBODY G MAN H", sieges=["MAN"])
    assert standing(second) == {"VENICE A MAN"}
    assert second.taken == (("MAN", "VENICE", ""),)
    assert second.position.control("MAN") == "VENICE"
    assert second.position.sieges == frozenset()


def test_ruling_4_1_a_besieger_forced_out_has_no_siege_and_the_last_support_counts() -> None:
    found = played("MILAN A MAN B MAN; FERRARA G MAN S MAN VENICE; VENICE A VER - MAN", sieges=["MAN"])
    assert {"VENICE A MAN", "FERRARA G MAN"} <= standing(found)
    assert found.position.sieges == frozenset()
    found = played(
        "MILAN A MAN B MAN; FERRARA G MAN S MAN FERRARA; FERRARA A FER - MAN; MILAN A CRE S MAN", sieges=["MAN"]
    )
    assert "FERRARA G MAN" not in standing(found)


@pytest.mark.parametrize("order", ["- VER", "S VER", "C G"])
def test_ruling_4_2_in_the_second_season_other_orders_are_a_hold(order: str) -> None:
    found = played(f"MILAN A MAN {order}; NOBODY G MAN H", sieges=["MAN"])
    assert outcomes(found)["A MAN"] == "void"
    assert found.position.sieges == frozenset()


def test_ruling_4_2_free_choice_only_when_the_garrison_is_gone() -> None:
    assert outcomes(played("MILAN A MAN - VER", sieges=["MAN"]))["A MAN"] == "moved"
    assert outcomes(played("MILAN A MAN B MAN; MILAN G MAN H", sieges=["MAN"]))["A MAN"] == "void"


def test_ruling_4_3_a_besieged_garrison_may_come_out_if_it_beats_the_besieger() -> None:
    assert "FERRARA A MAN" in standing(
        played("MILAN A MAN B MAN; FERRARA G MAN C A; FERRARA A FER S MAN", sieges=["MAN"])
    )
    alone = standing(played("MILAN A MAN B MAN; FERRARA G MAN C A", sieges=["MAN"]))
    assert alone == {"MILAN A MAN"}


def test_ruling_4_5_a_support_of_the_garrisons_owner_counts_for_who_besieges_it() -> None:
    relief = "FERRARA G MAN H; MILAN A MAN B MAN; VENICE A VER - MAN; VENICE A BRE S MAN"
    assert standing(played(relief, sieges=["MAN"])) >= {"FERRARA G MAN", "VENICE A MAN"}
    helped = played(relief + "; FERRARA A FER S MAN MILAN", sieges=["MAN"])
    assert outcomes(helped)["A FER"] == "supported"
    assert standing(helped) == {"MILAN A MAN", "FERRARA A FER", "VENICE A VER", "VENICE A BRE"}


def test_ruling_4_5_such_a_support_keeps_the_garrison_of_venice_inside() -> None:
    board = "VENICE G VEN C A; TURKEY F LAG B VEN"
    assert "VENICE A VEN" in standing(played(board))
    assert "VENICE G VEN" in standing(played(board + "; VENICE F PAD S VEN TURKEY"))


# ---- 7


def test_ruling_7_1_conversions_in_venice_only_change_the_kind() -> None:
    assert standing(played("VENICE A VEN C G")) == {"VENICE G VEN"}
    assert standing(played("VENICE G VEN C F")) == {"VENICE F VEN"}


@pytest.mark.parametrize(("more", "result"), [("", "VENICE A VEN"), ("; TURKEY F UAD S VEN", "VENICE G VEN")])
def test_ruling_7_1_a_garrison_comes_out_unless_the_force_from_the_lagoon_is_superior(more: str, result: str) -> None:
    assert result in standing(played("VENICE G VEN C A; TURKEY F LAG B VEN" + more))
    assert result in standing(played("VENICE G VEN C A; TURKEY F LAG - VEN" + more))


@pytest.mark.parametrize("board", ["TURKEY F LAG - VEN", "TURKEY A FER - VEN VIA LAG; TURKEY F LAG T"])
def test_ruling_7_2_whoever_converts_into_the_city_of_venice_is_not_forced_out(board: str) -> None:
    found = played(f"VENICE F VEN C G; {board}; TURKEY F UAD S VEN")
    assert "VENICE G VEN" in standing(found)
    told = {line.unit: (line.outcome, line.dislodged, line.retreat, line.why, line.cause) for line in found.lines}
    assert told["F VEN"] == ("converted", False, "", "", ()), "it goes in by itself (13.5)"
    attacker = "A FER" if "FER" in board else "F LAG"
    assert told[attacker] == ("bounced", False, "", "", ("F VEN",))


def test_ruling_7_2_a_superior_attack_from_the_lagoon_drives_the_defender_into_the_city() -> None:
    found = played("VENICE F VEN H; TURKEY F LAG - VEN; TURKEY F UAD S VEN")
    assert standing(found) == {"VENICE G VEN", "TURKEY F LAG", "TURKEY F UAD"}
    assert [line.retreat for line in found.lines if line.unit == "F VEN"] == ["city"]


def test_ruling_7_2_an_army_transported_over_the_lagoon_stays_where_it_started() -> None:
    found = standing(played("VENICE F VEN H; TURKEY A PAD - VEN VIA LAG; TURKEY F LAG T; TURKEY F UAD S VEN"))
    assert {"VENICE G VEN", "TURKEY A PAD"} <= found


def test_ruling_7_3_a_siege_from_the_lagoon_names_venice_and_gives_control_by_marker() -> None:
    first = played("VENICE G VEN H; TURKEY F LAG B VEN")
    assert first.position.sieges == {"LAG"}
    second = played("VENICE G VEN H; TURKEY F LAG B VEN", sieges=["LAG"])
    assert standing(second) == {"TURKEY F LAG"}
    assert second.position.control("VEN") == "TURKEY"
    assert outcomes(played("VENICE G VEN H; TURKEY F LAG B LAG"))["F LAG"] == "void"


def test_ruling_7_3_strength_and_supports_of_the_siege_count_at_venice() -> None:
    attack = "; MILAN F FER - LAG; MILAN F PAD S LAG"
    assert "TURKEY F LAG" not in standing(played("VENICE G VEN H; TURKEY F LAG B VEN; TURKEY F TRV S LAG" + attack))
    assert "TURKEY F LAG" in standing(played("VENICE G VEN H; TURKEY F LAG B VEN; TURKEY F TRV S VEN" + attack))


@pytest.mark.parametrize(
    ("lagoon", "outcome"),
    [("", "supported"), ("TURKEY F LAG H;", "supported"), ("GENOA F LAG H;", "supported"), ("NOBODY F LAG H;", "void"),
     ("MILAN F LAG H;", "void")],
)  # fmt: skip
def test_ruling_7_4_support_across_the_lagoon(lagoon: str, outcome: str) -> None:
    assert outcomes(played(f"{lagoon} TURKEY F FER S VEN GENOA; GENOA F VEN H"))["F FER"] == outcome
    assert outcomes(played(f"{lagoon} TURKEY F VEN S FER GENOA; GENOA F FER H"))["F VEN"] == outcome


# ---- 13


@pytest.mark.parametrize(
    ("board", "unit"),
    [
        ("NAPLES F KAL - MES; SICILY F MES - PAL", "F KAL"),
        ("NAPLES F BON - ION; SICILY F MES H", "F BON"),
        ("GENOA F ETS S PIS; FLORENCE F PIO H", "F ETS"),
        ("NAPLES F BON - ION; NOBODY F MES H", "F BON"),
        ("NAPLES A NAP - PIS VIA BON ETS; NAPLES F BON T; NAPLES F ETS T; GENOA F PIO H", "A NAP"),
        ("NAPLES A NAP - OTR VIA BON ION; NAPLES F BON T; NAPLES F ION T; SICILY F MES H", "A NAP"),
    ],
)
def test_ruling_13_1_a_fleet_controls_the_straits_even_as_it_leaves(board: str, unit: str) -> None:
    assert outcomes(played(board))[unit] == "void"


def test_ruling_13_1_permission_names_the_player_and_bonifacio_is_free() -> None:
    allowed = [("SICILY", "NAPLES")]
    assert outcomes(played("NAPLES F BON - ION; SICILY F MES H", allowed=allowed))["F BON"] == "moved"
    assert outcomes(played("GENOA F BON - ION; SICILY F MES H", allowed=allowed))["F BON"] == "void"
    assert outcomes(played("FRANCE F AJA - SAS; GENOA F TOU H"))["F AJA"] == "moved"
    assert outcomes(played("NAPLES F BON - ION; SICILY G MES H"))["F BON"] == "moved", "a garrison keeps no strait"


def test_ruling_13_1_a_transport_asks_leave_for_the_army_and_not_for_its_fleets() -> None:
    board = "FLORENCE A PAT - PIS VIA ETS; GENOA F ETS T FLORENCE; NAPLES F PIO H"
    assert outcomes(played(board, allowed=[("NAPLES", "FLORENCE")]))["A PAT"] == "moved"
    assert outcomes(played(board, allowed=[("NAPLES", "GENOA")]))["A PAT"] == "void"
    keepers = "FLORENCE A PAT - PIS VIA ETS; NAPLES F ETS T FLORENCE; NAPLES F PIO H"
    assert outcomes(played(keepers))["A PAT"] == "void", "to transport it is no leave"
    assert outcomes(played("NAPLES A PAT - PIS VIA ETS; GENOA F ETS T NAPLES; NAPLES F PIO H"))["A PAT"] == "moved"


def test_ruling_13_1_independents_do_not_let_each_other_pass() -> None:
    board = "NOBODY F PIO H; NOBODY F ETS S PIS GENOA; GENOA F LIG - PIS; PAPACY F PIS H"
    assert outcomes(played(board)) == {"F PIO": "held", "F ETS": "void", "F LIG": "bounced", "F PIS": "held"}
    keeper = "NOBODY F MES S KAL GENOA; GENOA F SAL - KAL; PAPACY F KAL H"
    assert "GENOA F KAL" in standing(played(keeper)), "who keeps the strait passes it"


def test_ruling_13_2_a_fleet_in_kalabria_is_on_both_coasts_but_its_transport_passes_the_strait() -> None:
    keeper = "; SICILY F MES H"
    assert outcomes(played("NAPLES F KAL - ION" + keeper))["F KAL"] == "moved"
    assert outcomes(played("NAPLES F KAL - BON" + keeper))["F KAL"] == "moved"
    assert outcomes(played("NAPLES F OTR - KAL" + keeper))["F OTR"] == "moved"
    through = "NAPLES A NAP - DUR VIA BON KAL ION; NAPLES F BON T; NAPLES F KAL T; NAPLES F ION T"
    assert outcomes(played(through))["A NAP"] == "moved"
    assert outcomes(played(through + keeper))["A NAP"] == "void"


@pytest.mark.parametrize(
    ("board", "unit"),
    [
        ("NAPLES F BON - ION", "F BON"),
        ("NAPLES A NAP - OTR VIA BON ION; NAPLES F BON T; NAPLES F ION T", "A NAP"),
    ],
)
def test_ruling_13_3_a_fleet_that_arrives_closes_the_strait_from_the_next_campaign_on(board: str, unit: str) -> None:
    found = played(f"{board}; SICILY F PAL - MES")
    assert outcomes(found) | {unit: "moved", "F PAL": "moved"} == outcomes(found)
    assert outcomes(played(f"{board}; SICILY F MES H"))[unit] == "void", "the one that has arrived"


@pytest.mark.ruling("12.2")
def test_12_2_an_independent_garrison_supports_the_only_advance_against_a_player() -> None:
    assert "VENICE A MAN" in standing(played("NOBODY G MAN; MILAN A MAN H; VENICE A VER - MAN"))
    two = standing(played("NOBODY G MAN; MILAN A MAN H; VENICE A VER - MAN; FERRARA A FER - MAN"))
    assert "MILAN A MAN" in two
    bribed = standing(played("NOBODY G MAN S MAN FERRARA; MILAN A MAN H; VENICE A VER - MAN"))
    assert "MILAN A MAN" in bribed, "the bribed order takes its place"
    quiet = "NOBODY G MAN H; MILAN A MAN H; VENICE A VER - MAN"
    assert "MILAN A MAN" in standing(played(quiet)), "so does a Hold that somebody has paid for"


FORCED_OUT = (
    "VENICE A VER - MAN; MILAN A MAN H; MILAN A CRE S MAN; TURKEY A BRE - VER; TURKEY A PAD S VER; TURKEY A TRN S VER"
)


def _helped(text: str, **more: object) -> dict[str, tuple[str, ...]]:
    return {line.unit: line.help for line in played(text, **more).lines if line.help}  # type: ignore[arg-type]


@pytest.mark.ruling("12.4")
@pytest.mark.parametrize(
    ("fight", "rebels", "told"),
    [
        ("NOBODY G MAN; MILAN A MAN H; VENICE A VER - MAN", "", {"A VER": ("G MAN",)}),
        ("MILAN A MAN H; VENICE A VER - MAN", "MAN", {"A VER": ("rebellion",)}),
        ("NOBODY G MAN; MILAN A MAN H; VENICE A VER - MAN", "MAN", {"A VER": ("rebellion", "G MAN")}),
        # It helped, whether that was needed and enough or not.
        ("NOBODY G MAN; MILAN A MAN H; VENICE A VER - MAN; VENICE A BRE S MAN", "", {"A VER": ("G MAN",)}),
        ("NOBODY G MAN; MILAN A MAN H; MILAN A CRE S MAN; VENICE A VER - MAN", "", {"A VER": ("G MAN",)}),
        ("MILAN G MAN C A; VENICE A VER - MAN", "MAN", {"A VER": ("rebellion",)}),
        ("MILAN A MAN - VER; VENICE A VER - MAN", "MAN", {"A VER": ("rebellion",)}),
        ("NOBODY G MAN H; MILAN A MAN H; VENICE A VER - MAN", "", {}),  # bribed to hold: gives none
        ("MILAN A MAN H; VENICE A VER - MAN; FERRARA A FER - MAN", "MAN", {}),  # two players: it helps neither
        (FORCED_OUT, "MAN", {}),  # its order is void
        ("VENICE A VER - MAN; VENICE A MAN - CRE; TURKEY A CRE H", "MAN", {}),  # waits behind a friend: a Hold
        ("NAPLES A PAT - PIS VIA ETS; NAPLES F ETS H", "PIS", {}),  # no fleet carries it
    ],
)
def test_12_4_an_advance_says_who_supports_it_by_itself(
    fight: str, rebels: str, told: dict[str, tuple[str, ...]]
) -> None:
    assert _helped(fight, rebellions=dict.fromkeys(filter(None, [rebels]), "MILAN")) == told


@pytest.mark.ruling("12.2")
@pytest.mark.parametrize(
    ("unit", "why"), [("NOBODY G SLZ H", "a bribe told it to"), ("NOBODY G SLZ", ""), ("GENOA G SLZ H", "")]
)
def test_12_2_it_is_told_that_a_bribe_told_an_independent_unit_to_hold(unit: str, why: str) -> None:
    (line,) = played(unit).lines
    assert (line.outcome, line.why) == ("held", why)


def test_ruling_4_2_a_siege_remembers_what_it_is_of() -> None:
    rebelling = {"BOL": "FERRARA"}
    first = played("MILAN A BOL B BOL; FERRARA G BOL H").position
    assert (first.sieges, first.of_rebels) == (frozenset({"BOL"}), frozenset())
    victim = played("FERRARA A BOL B BOL", rebellions=rebelling).position
    assert (victim.sieges, victim.of_rebels) == (frozenset({"BOL"}), frozenset({"BOL"}))
    # The garrison is gone before F, so the city rebels with its province: nothing of the siege is left.
    gone: frozenset[str] = frozenset()
    free = played("FERRARA A BOL - MOD", rebellions=rebelling, sieges=["BOL"], of_rebels=gone)
    assert outcomes(free)["A BOL"] == "moved"
    anew = played("FERRARA A BOL B BOL", rebellions=rebelling, sieges=["BOL"], of_rebels=gone)
    assert outcomes(anew)["A BOL"] == "besieging"
    assert anew.position.of_rebels == frozenset({"BOL"})
    bound = played("FERRARA A BOL - MOD", rebellions=rebelling, sieges=["BOL"], of_rebels=frozenset({"BOL"}))
    assert outcomes(bound)["A BOL"] == "void"
    done = played("FERRARA A BOL B BOL", rebellions=rebelling, sieges=["BOL"], of_rebels=frozenset({"BOL"}))
    assert outcomes(done)["A BOL"] == "taken"


def test_ruling_4_2_the_siege_of_rebels_is_over_when_a_garrison_has_come() -> None:
    found = played("TURKEY F LAG - UAD; VENICE G VEN H", sieges=["LAG"], of_rebels=frozenset({"LAG"}))
    assert outcomes(found)["F LAG"] == "moved"
