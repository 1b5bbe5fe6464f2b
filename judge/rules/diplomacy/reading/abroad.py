"""What powers and kinds of units are called in other languages."""

from __future__ import annotations

from judge.rules.diplomacy.board import unaccented

KINDS_AS_WRITTEN = (
    *("Armee", "Armée", "Armata", "Esercito", "Ejército", "Exército", "Leger"),
    *("Flotte", "Flotta", "Flota", "Vloot", "Frota"),
)
"""With these, orders begin in other languages."""
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
