"""One game of each family, and of what differs much within one, as they have always been played: every line is here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from judge.testing.correspondent import Received
from tests.frozen.table import MASTER, OBSERVER, Table, form

Play = Callable[[Table], None]

DAYS = ("movement 72h", "retreats 24h", "adjustments 24h")


def diplomacy(table: Table) -> None:
    """A first year with a retreat and builds, an autumn in which a seat changes hands, and a victory by concession."""
    table.create(
        "diplomacy",
        "paris",
        (
            "title Paris in Spring",
            *DAYS,
            "remind 24h",
            "nmr wait",
            "votes public",
            "dummies ENGLAND ITALY RUSSIA TURKEY",
        ),
        {"Anna": "AUSTRIA", "Fleur": "FRANCE", "Greta": "GERMANY"},
    )
    table.tell("paris", "Anna", "A VIE - BOH\nA BUD - SER\nA TRI - ALB\nF TRI - ALB\nA BDU - RUM\nSHOW")
    table.tell("paris", "Fleur", "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - ENG\nWAIT")
    table.tell("paris", "Greta", "PRESS TO FRANCE: Stay out of Burgundy.\nPRESS TO ALL\nPeace in our time!\nEND PRESS")
    table.wait(49)
    table.wait(24)
    table.tell("paris", "Greta", "LATE 12h the trains are late")
    table.tell("paris", MASTER, "EXTEND 12h the trains are late")
    table.tell("paris", "Greta", "A MUN - RUH\nF KIE - DEN\nA BER - KIE")
    table.wait(24)
    table.post(
        "paris",
        {
            "Anna": "A BOH - MUN\nA SER S F ALB - GRE\nF ALB - GRE",
            "Fleur": "A BUR S A BOH - MUN\nA MAR - SPA\nF ENG - BEL",
            "Greta": "A RUH - BEL\nF DEN - SWE\nA KIE - HOL",
        },
    )
    table.tell("paris", "Anna", "STATUS\nINFO\nGAMES\nHISTORY\nSUMMARY\nRULES\nMAP\nHELP\nHELP BUILD\nLIST")
    table.wait(73)
    table.post(
        "paris",
        {"Anna": "BUILD A VIE\nBUILD A BUD\nBUILD F TRI", "Fleur": "BUILD A PAR\nWAIVE", "Greta": "BUILD A BER"},
    )
    table.wait(73)
    table.post(
        "paris",
        {
            "Anna": "A MUN H\nA SER - BUL\nF GRE S A SER - BUL",
            "Fleur": "A BUR S A MUN\nA SPA - POR\nF BEL H",
            "Greta": "A BER - MUN\nA HOL - BEL\nF SWE - NWY\nA KIE S A BER - MUN\nA RUH S A BER - MUN",
        },
    )
    table.wait(73)
    zoe = table.house.registered("Zoe")
    table.people["Zoe"] = zoe
    table.tell("paris", "Greta", "RESIGN")
    table.tell("paris", MASTER, f"REPLACE GERMANY WITH {zoe.address}")
    table.house.agree(zoe)
    table.tell("paris", MASTER, "PREVIEW\nAUDIT\nSTATUS")
    table.tell("paris", "Zoe", "CONCEDE TO FRANCE")
    table.tell("paris", "Anna", "CONCEDE TO FRANCE")


def blind(table: Table) -> None:
    """Diplomacy of which everybody sees another part; it comes to nothing."""
    table.create(
        "diplomacy",
        "dusk",
        ("title Dusk", *DAYS, "blind yes", "nmr default", "dummies ENGLAND ITALY RUSSIA TURKEY"),
        {"Anna": "AUSTRIA", "Fleur": "FRANCE", "Greta": "GERMANY"},
    )
    table.post("dusk", {"Anna": "A VIE - TYR", "Fleur": "A PAR - BUR\nA MAR - PIE", "Greta": "A MUN - BUR"})
    table.wait(73)
    table.post("dusk", {"Anna": "A TYR - VEN", "Fleur": "A PIE S A TYR - VEN", "Greta": "A MUN - TYR"})
    table.wait(73)
    table.wait(73)
    table.wait(73)
    table.tell("dusk", "Anna", "HISTORY\nMAP")
    table.tell("dusk", MASTER, "TERMINATE Nobody saw anything.")


def payola(table: Table) -> None:
    """A year with silver, gifts, press, a late sheet, an article, a rollback and a draw."""
    table.create(
        "payola",
        "oslo",
        (
            "title Silver & Lies",
            *DAYS,
            "remind 24h",
            "nmr wait",
            "press choice",
            "pseudonyms yes",
            "dummies GERMANY ITALY RUSSIA TURKEY",
        ),
        {"Anna": "AUSTRIA", "Edward": "ENGLAND", "Fleur": "FRANCE"},
    )
    table.tell("oslo", "Anna", "TRANSFER 5 TO FRANCE\nACCEPT AF?\n3 : A VIE - GAL", key=False)
    asked = table.people["Anna"].last(lambda mail: mail.code != "")
    table.tell("oslo", "Anna", f"CONFIRM {asked.code}", key=False)
    table.tell(
        "oslo",
        "Anna",
        "3 : A VIE - GAL | - TYR\n2*4#1 ! F TRI - ALB\n10 $  % for a rainy day\n9 : A MUN - RUH\n"
        "5 : A ATLANTIS - YOR\nSHOW",
    )
    table.tell(
        "oslo", "Edward", "6 : F LON - NTH\n1 : A LVP - YOR\n2 > F KIE - DEN\nTRY\n40 : A PAR - PIC\nEND TRY\nBALANCE"
    )
    table.tell("oslo", "Edward", "PSEUDONYM Nightingale\nPRESS AS Nightingale TO ALL\nThe night is long.\nEND PRESS")
    table.tell(
        "oslo", "Fleur", "ARTICLE\nThe harvest was poor, & <b>dear</b>.\nEND ARTICLE\nPRESS TO MASTER: Am I late?"
    )
    table.wait(49)
    table.wait(25)
    table.tell("oslo", "Fleur", "4 : A PAR - BUR\n4 & A MAR - SPA\n2 @ F BRE - MAO")
    table.wait(1)
    table.post(
        "oslo",
        {
            "Anna": "5 : A GAL - RUM\n4 : F ALB - GRE\n3 : A BUD - SER",
            "Edward": "7 : F NTH - NWY\n2 : F EDI - NWG\n5 : A MUN - BUR",
            "Fleur": "6 : A BUR - BEL\n5 : A SPA - POR\n9 : A RUH - HOL",
        },
    )
    table.tell("oslo", "Fleur", "BALANCE\nSTATEMENT\nSUMMARY\nHISTORY S1901M\nRULES")
    table.wait(73)
    table.tell("oslo", MASTER, "ROLLBACK F1901M a sheet went astray")
    table.tell("oslo", "Fleur", "8 : A MUN - RUH\n6 : A BUR - BEL\n5 : A SPA - POR")
    table.wait(73)
    table.post(
        "oslo", {"Anna": "BUILD A VIE\nBUILD F TRI", "Edward": "BUILD F LON", "Fleur": "BUILD A PAR\nBUILD A MAR"}
    )
    table.wait(73)
    for who in ("Anna", "Edward", "Fleur"):
        table.tell("oslo", who, "DRAW")


def variations(table: Table) -> None:
    """What each variation of Payola tells that the others do not: an opening, a season or a year, and an end."""
    seats = {"Anna": "AUSTRIA", "Fleur": "FRANCE"}
    out = "dummies ENGLAND GERMANY ITALY RUSSIA TURKEY"
    for variant, name in (("zerosum", "zurich"), ("tincup", "fog"), ("ebayola", "lisbon"), ("loyal", "bern")):
        table.create("payola", name, (f"variant {variant}", *DAYS, "nmr default", out), seats, watched=False)
    for name in ("zurich", "fog", "lisbon"):
        table.post(name, {"Anna": "4 : F TRI - ALB\n5 : A VEN - PIE", "Fleur": "4 : A PAR - BUR\n9 : A VEN - TYR"})
    table.post(
        "bern", {"Anna": "F TRI - ALB\n5 : A VEN - PIE", "Fleur": "A PAR - BUR\n2 : A VEN - TYR\n3 : A VIE - GAL"}
    )
    table.wait(73)
    table.tell("lisbon", MASTER, "END GAME DRAW AUSTRIA FRANCE: by consent")
    table.tell("bern", MASTER, "END GAME WIN FRANCE: by far")
    for name in ("zurich", "fog"):
        table.post(name, {"Anna": "6 : F ALB - GRE\n4 : A VEN - TYR", "Fleur": "6 : A BUR - BEL\n3 : F KIE - DEN"})
    for _ in range(3):
        table.wait(73)
    for name in ("zurich", "fog"):
        table.tell(name, MASTER, "END GAME DRAW AUSTRIA FRANCE: by consent")


def exchange(table: Table) -> None:
    """Investors who elect, trade and lead powers for a year."""
    table.create(
        "payola",
        "bourse",
        ("title The Bourse", "variant exchange", "players 3", *DAYS, "exchange 24h", "nmr default"),
        dict.fromkeys(("Anna", "Bert", "Carl"), ""),
    )
    table.post(
        "bourse",
        {
            "Anna": "BUY 4 FRANCE\nBUY 3 GERMANY\nELECT FRANCE ANNA\nELECT GERMANY ANNA\nBUY 2 ATLANTIS",
            "Bert": "BUY 3 ITALY\nBUY 1 FRANCE\nELECT ITALY BERT\nSELL 1 FRANCE TO CARL FOR 5",
            "Carl": "BUY 1 FRANCE FROM BERT FOR 5\nTRANSFER 3 TO ANNA",
        },
    )
    table.tell("bourse", "Anna", "SHOW\nBALANCE")
    table.wait(25)
    table.tell(
        "bourse",
        "Anna",
        "7 : A VIE - GAL\nFOR FRANCE\n5 : A PAR - BUR\nACCEPT FG?\nDIVIDEND 2\nWORTH PAR 9\nFOR GER\n1 : A MUN - TYR",
    )
    table.tell("bourse", "Bert", "FOR ITALY\n1 : A VEN - TYR\nSHOW")
    table.wait(73)
    table.post("bourse", {"Anna": "FOR FRANCE\n5 : A BUR - BEL\n4 : A MAR - SPA", "Bert": "FOR ITALY\n3 : A ROM - VEN"})
    for _ in range(3):
        table.wait(73)
    table.post("bourse", {"Anna": "BUY 2 RUSSIA\nELECT RUSSIA ANNA", "Bert": "SELL 1 ITALY TO ANNA FOR 4"})
    table.wait(25)
    table.wait(73)
    table.tell("bourse", MASTER, "END GAME WIN FRANCE: its shareholders have won")


def letter_in(mail: Received) -> str:
    """The name of an unsigned letter, as its subject has it."""
    return mail.subject.partition("(letter ")[2][:4]


def machiavelli(table: Table) -> None:
    """A year of intrigue between four, their gazette, incomes, one who leaves, and a draw of those who are left."""
    table.create(
        "machiavelli",
        "italy",
        ("title The Borgias", "dummies FRANCE SAVOY GENOA NAPLES SICILY DALMATIA TURKEY FERRARA AUSTRIA"),
        {"Anna": "FLORENCE", "Bert": "VENICE", "Carl": "MILAN", "Dora": "PAPACY"},
    )
    table.post(
        "italy",
        {
            "Anna": "Raise army in Firenze, army in Arezzo\nGive 3 ducats to the Pope",
            "Bert": "Raise F Venezia\nRaise A Verona\nRaise G Padova\nSell Friuli to Milan for 4",
            "Carl": "Raise A Milano, A Cremona\nTax Como by force\nBuy Friuli from Venice for 4",
            "Dora": "New units: A Perugia, A Urbino, F Ancona\nRaise F Atlantis",
        },
    )
    table.wait(200)
    table.post(
        "italy",
        {
            "Anna": "A ARE H\nA FIR - PST\nGive 1 ducat to Milan\nAllow Milan bribes",
            "Bert": "Venezia - Lagoon; A VER - Mantova\nBodyguard for 3",
            "Carl": "A MIL - PAV\nA CRE - MAN\nAssassinate Venice for 30\nRebellion in Padova",
            "Dora": "Ducat expenditures:\n1. Buying the Sienese garrison for 9 ducats.\n"
            "2. Hiring a bodyguard for 3 ducats.\n\n"
            "Military orders:\nArmies: Urbino --> Arezzo, Perugia supp. Arezzo.\nFleets: Ancona --> Adr. Sup.",
        },
    )
    table.tell("italy", "Dora", "Excommunicate Milan\nSHOW\nBALANCE")
    table.tell("italy", "Carl", "PRESS GREY TO FLORENCE, PAPACY: Who is next, if not Venice?")
    table.wait(1)
    table.tell("italy", "Anna", f"PRESS GREY TO LETTER {letter_in(table.newest('italy', 'Anna'))}: Whoever asks.")
    table.wait(1)
    table.tell("italy", "Carl", f"PRESS TO LETTER {letter_in(table.newest('italy', 'Carl'))}: I, Milan, do.")
    table.wait(198)
    table.post("italy", {"Anna": "A PST - PIS\nDisband G SIE for 6", "Carl": "A PAV B PAV\nA CRE H", "Dora": "A URB H"})
    table.tell("italy", "Bert", "RESIGN")
    table.wait(200)
    table.post("italy", {"Anna": "A PIS B PIS", "Dora": "A ARE B ARE\nPacify Urbino"})
    table.wait(200)
    table.tell("italy", MASTER, "DUMMY VENICE")
    for who in ("Anna", "Carl", "Dora"):
        table.tell("italy", who, "DRAW YES")


def empires(table: Table) -> None:
    """Three turns on the corners: growth, a battle, ships, a dispersal, messages, and the end of the last turn."""
    table.create(
        "empires", "corner", ("title Four Corners", "dummies SO", "limit 4"), {"Edda": "EA", "Nora": "NO", "Wim": "WE"}
    )
    table.post(
        "corner",
        {
            "Nora": "1 MOVE AKE CAL AB-1\n2 ATTACK CAL MID 3\n15 ORDER 3\nMESSAGE EA Shall we?\nMESSAGE ALL Onward!",
            "Edda": "1 LEVY ELM\n2 BASE ELM ESE\n16 ORDER\n17 GROW ELM",
            "Wim": "TURN 1\nCOUNTRY WE\n1 LEVY KEL\n2 GROW KEL\n3 FORTIFY KEL\n4 ARMY -- -- 1",
        },
    )
    table.tell("corner", "Wim", "SHOW\nSTATUS\nBALANCE")
    table.wait(168)
    for turn in range(2, 5):
        table.post(
            "corner",
            {
                "Nora": "1 LEVY AKE\n2 ATTACK AKE ULM ALL\n3 RESERVE AKE -- 2\n4 BUILD AKE -- 1\n5 MOVE AKE NSE 1",
                "Edda": form(table.newest("corner", "Edda")) + "\n1 GROW FEN",
                "Wim": "1 LEVY KEL\n2 ATTACK KEL MID ALL\n3 SEAMOVE KEL WSE ALL\n4 DISOWN KEL",
            },
        )
        table.wait(168)
        if turn == 2:
            table.tell("corner", "Edda", "RESIGN")
            table.tell("corner", MASTER, f"REPLACE EA WITH {table.people[OBSERVER].address}")
            table.house.agree(table.people[OBSERVER])


def pirates(table: Table) -> None:
    """A match of four to its reckoning: the plan that each letter offers, garnets, changes of rooms, one who leaves."""
    crew = ("Anna", "Bob", "Carl", "Dora")
    table.create(
        "pirates",
        "hoard",
        ("title The Hoard", "players 4", "garnets 1", "aliases RED BLUE GREEN PINK"),
        dict.fromkeys(crew, ""),
    )
    for number in range(1, 7):
        for stage in "DV":
            if table.is_over("hoard"):
                return
            sheets = {who: form(table.newest("hoard", who)) for who in crew}
            if (number, stage) == (1, "D"):
                sheets["Anna"] = "GARNET 1\nself 12\ngive 1 to the others"
            if (number, stage) == (2, "V"):
                sheets["Bob"] += "\nMOVE"
            if (number, stage) == (3, "D"):
                table.tell("hoard", "Dora", "RESIGN")
            if (number, stage) == (4, "D"):
                table.tell("hoard", MASTER, f"REPLACE {seat_of(table, 'Dora')} WITH {table.people[OBSERVER].address}")
                table.house.agree(table.people[OBSERVER])
            if number > 2:
                del sheets["Dora"]
            table.post("hoard", sheets)
            table.wait(24)


def seat_of(table: Table, who: str) -> str:
    """The alias of somebody in the match."""
    return table.newest("hoard", who).text.partition("ONLY FOR YOU: ")[2].split()[0]


FAMILIES: Mapping[str, tuple[tuple[str, ...], tuple[Play, ...]]] = {
    "diplomacy": (("Anna", "Fleur", "Greta"), (diplomacy, blind)),
    "payola": (("Anna", "Edward", "Fleur"), (payola, variations)),
    "exchange": (("Anna", "Bert", "Carl"), (exchange,)),
    "machiavelli": (("Anna", "Bert", "Carl", "Dora"), (machiavelli,)),
    "empires": (("Edda", "Nora", "Wim"), (empires,)),
    "pirates": (("Anna", "Bob", "Carl", "Dora"), (pirates,)),
}
"""The people at each table, and what they play there one after the other."""
