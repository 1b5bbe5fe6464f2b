"""The words of orders in other languages, squeezed and without accents: `Armee Berlin nach Kiel`.

Each is a whole word that means one thing only; a letter such as the French `à` stands for an army here.
"""

from __future__ import annotations

from judge.rules.diplomacy.board import unaccented


def _words(text: str) -> tuple[str, ...]:
    """The longest first: of two that begin alike the longer one is meant."""
    return tuple(sorted(text.split(), key=len, reverse=True))


KINDS_ABROAD = dict.fromkeys(_words("ARMEE ARMATA ESERCITO EJERCITO EXERCITO LEGER ARMIA ORDU"), "A") | dict.fromkeys(
    _words("FLOTTE FLOTTA FLOTA VLOOT FROTA DONANMA FILO"), "F"
)
_FLEETS_AS_WRITTEN = ("Flotte", "Flotta", "Flota", "Vloot", "Frota")
KINDS_AS_WRITTEN = (
    "Armee",
    "Armée",
    "Armata",
    "Esercito",
    "Ejército",
    "Exército",
    "Leger",
    "Armia",
    *_FLEETS_AS_WRITTEN,
)
HOLDS_ABROAD = _words(
    "HALT HAELT BLEIBT BLEIBTSTEHEN TIENT RESTE RESTA FERMA MANTIENE SEMANTIENE AGUANTA HOUDT HOUDTSTAND BLIJFT"
    " BLIJFTSTAAN STOI MANTEM FICA STANNAR HALLER"
)
MOVES_ABROAD = _words(
    "NACH GEHTNACH ZIEHTNACH FAHRTNACH FAEHRTNACH VERS VAVERS VERSO VAVERSO HACIA VAHACIA NAAR GAATNAAR VAARTNAAR PARA"
    " VAPARA VAIPARA TILL GARTILL"
)
SUPPORTS_ABROAD = _words(
    "UNTERSTUTZT UNTERSTUETZT SOUTIENT APPUIE APPOGGIA SUPPORTA APOYA APOIA STEUNT ONDERSTEUNT WSPIERA STODER DESTEKLER"
)
CONVOYS_ABROAD = _words("KONVOYIERT KONVOIERT CONVOIE CONVOGLIA CONVOYEERT KONWOJUJE")
ALL_HOLD_ABROAD = """
    (?:alle(?: (?:meine|anderen|übrigen))?(?: einheiten)?|alles|der rest) (?:halten|hält|bleiben|bleibt)(?: stehen)?
    |(?:toutes(?: (?:mes|les)(?: autres)?)?(?: unités)?|tout|le reste) (?:tien(?:nen)?t|reste(?:nt)?(?: sur place)?)
    |(?:tutte(?: le(?: mie)?)?(?: unità)?|tutto|il resto) (?:tengono|tiene|mantengono|restano|ferm[aeo])
    |(?:todas(?: (?:mis|las|as|as minhas))?(?: unidades)?|el resto) (?:se )?(?:mantienen?|aguantan?|mantêm|ficam)
    |(?:alle(?: mijne?)?(?: eenheden)?|de rest) (?:houdt|houden|blijft|blijven)(?: (?:stand|staan))?
    |(?:wszystkie(?: (?:moje )?jednostki)?|wszystko|reszta) (?:stoją|stoi)
    |(?:alla(?: (?:mina )?enheter)?|allt|resten) (?:håller|stannar|står(?: still)?)
"""
"""All units hold, as `said` has it; the first letter is in any case."""
ARTICLES_ABROAD = _words("LA LE IL EL DIE DAS DEN HET")
POWERS_ABROAD = {
    abroad: power
    for power, names in {
        "AUSTRIA": "OSTERREICH OESTERREICH AUTRICHE OOSTENRIJK OSTERRIKE AVUSTURYA",
        "ENGLAND": "ANGLETERRE INGHILTERRA INGLATERRA ENGELAND ANGLIA INGILTERE",
        "FRANCE": "FRANKREICH FRANCIA FRANKRIJK FRANCJA FRANCA FRANKRIKE FRANKRIG FRANSA",
        "GERMANY": "DEUTSCHLAND ALLEMAGNE GERMANIA ALEMANIA ALEMANHA DUITSLAND NIEMCY TYSKLAND ALMANYA",
        "ITALY": "ITALIEN ITALIE ITALIA WLOCHY ITALYA",
        "RUSSIA": "RUSSLAND RUSSIE RUSIA RUSLAND ROSJA RYSSLAND RUSYA",
        "TURKEY": "TURKEI TUERKEI TURQUIE TURCHIA TURQUIA TURKIJE TURCJA TURKIET TYRKIET TURKIYE",
    }.items()
    for abroad in names.split()
}
"""What the powers are called, without accents."""


def named_abroad(text: str) -> str:
    """The power that is called so, in English or in one of these languages; empty where none is."""
    name = unaccented(text.strip()).upper()
    return name if name in POWERS_ABROAD.values() else POWERS_ABROAD.get(name, "")
