"""What leads in to the orders behind its colon: `Hi judge, here are my orders:`, `Snel even vanuit de trein:`.

Each of its words is known here: a greeting, what orders are called, haste and where one writes from. Any other word may
make what follows somebody else's, a thought, or of another time, and then the line is told.
"""

from __future__ import annotations

import re

from judge.rules.words.attempts import words
from judge.rules.words.greetings import COURTESY, GREETINGS

_WORD = re.compile(r"[^\W\d_]+")
_ONLY = re.compile(r"[\w\s.,!'\u2019-]*")
_LONGEST = 80

_GREETS = frozenset(word.upper() for word in GREETINGS | COURTESY)
_ORDERS = words(
    """
    ORDER ORDERS MOVE MOVES OFFER OFFERS BID BIDS SHEET BUILD BUILDS RETREAT RETREATS DISBANDS ADJUSTMENTS
    BEFEHL BEFEHLE ZÜGE GEBOTE ANGEBOTE AUFBAUTEN RÜCKZÜGE ORDRE ORDRES COUPS OFFRES RETRAITES
    ORDINI MOSSE OFFERTE RITIRATE ÓRDENES ORDENES MOVIMIENTOS OFERTAS RETIRADAS ORDENS JOGADAS MOVIMENTOS
    ZETTEN BEVELEN BIEDINGEN BODEN ROZKAZY RUCHY OFERTY DRAG ORDRER TRÆK BUD
    """
)
_AROUND = words(
    """
    MY OUR THE THESE THIS FOLLOWING ARE IS HERE COME COMES FOR NOW WITH TURN PHASE NEW FINAL ALL AND SO
    MEINE UNSERE DIE HIER SIND KOMMEN FÜR DIESE RUNDE MES NOS VOICI LES CE TOUR I MIEI LE MIE ECCO QUESTO TURNO
    MIS LAS ESTAS SON AQUÍ ESTÁN MINHAS MEUS AS OS AQUI ESTÃO MIJN DE ZIJN DEZE BEURT MOJE OTO MINA HÄR ÄR MINE
    """
)
_HASTE = words(
    """
    QUICK QUICKLY QUICKIE SHORT BRIEFLY IN A HURRY HASTE ON FROM BY PHONE MOBILE TRAIN BUS ROAD WORK AIRPORT
    SCHNELL KURZ EBEN AUS DEM ZUG VOM HANDY UNTERWEGS EILE VITE RAPIDEMENT DEPUIS TRAIN TÉLÉPHONE HÂTE
    VELOCE VELOCEMENTE FRETTA DAL TRENO TELEFONO RÁPIDO RÁPIDAMENTE DESDE EL TREN MÓVIL TELÉFONO PRISA
    DEPRESSA DO COMBOIO TELEMÓVEL SNEL EVEN VANUIT TREIN TELEFOON HAAST SZYBKO Z POCIĄGU TELEFONU
    SNABBT FRÅN TÅGET MOBILEN HURTIGT FRA TOGET MOBILEN
    """
)
_KNOWN = _GREETS | _ORDERS | _AROUND | _HASTE


def leads_in(said: str) -> bool:
    """Do these words, before a colon, only greet or lead in to orders?"""
    if len(said) > _LONGEST or not _ONLY.fullmatch(said) or any(map(str.isdigit, said)):
        return False
    spoken = _WORD.findall(said.upper())
    return bool(spoken) and _KNOWN.issuperset(spoken)
