"""The words of plans and ballots in other languages, put into ours: `ich behalte 12, die anderen bekommen je 3`."""

from __future__ import annotations

import re

_KEEP = (
    r"ich\s+behalte|je\s+(?:garde|prends)|(?:mi\s+)?tengo(?:\s+per\s+me)?|(?:yo\s+)?me\s+quedo(?:\s+con)?|ik\s+(?:houd|hou|neem)"
    r"|(?:eu\s+)?fico\s+com|jag\s+behåller|zatrzymuję|zachowuję"
)
_REST = r"den\s+rest|de\s+rest|le\s+reste|il\s+resto|el\s+resto|o\s+resto|resten|resztę"
_OTHERS = (
    r"(?:(?:alle|den|die|de)\s+)?anderen|(?:(?:à\s+)?tous\s+)?(?:les|aux)\s+autres|(?:tutti\s+)?(?:gli|agli)\s+altri"
    r"|(?:a\s+)?(?:todos\s+)?los\s+(?:demás|otros)|(?:a?os)\s+outros|de\s+andra|(?:wszyscy\s+)?pozosta(?:li|łym)|diğerleri(?:ne)?"
)
_FOR_ME = r"für\s+mich|pour\s+moi|per\s+me|para\s+m(?:í|im)|voor\s+mij|för\s+m(?:ig|ej)|dla\s+mnie"
_GET = (
    r"bekommen|bekommt|kriegen|kriegt|erhalten|erhält|reçoi(?:vent|t)|ricevono|riceve|reciben|recibe|krijgen|krijgt|recebem"
    r"|recebe|får|dostaj(?:ą|e)|alır(?:lar)?"
)
_EACH = r"chacune?|jeweils|ciascuno|a\s+testa|cada\s+u(?:no|m)|(?:per\s+|voor\s+)?(?:elk|ieder)|vardera|var|każdemu"
_GOLD = r"(?:pièces?\s+)?d['’]or|oro|ouro|goud|guld|złota|altın"
_LONGEST = 400
_OURS = tuple(
    (re.compile(abroad, re.IGNORECASE), ours)
    for abroad, ours in (
        (rf"(?<!\w)(?:{_KEEP})(?!\w)", "I keep"),
        (rf"(?<!\w)(?:{_REST})(?!\w)", "the rest"),
        (rf"(?<!\w)(?:{_OTHERS})(?!\w)", "the others"),
        (rf"(?<!\w)(?:{_FOR_ME})(?!\w)", "for me"),
        (rf"(?<!\w)(?:{_GET})(?!\w)", "get"),
        (r"(?<=the others)\s+(?:haben|ont|hanno|tienen|hebben|têm|har|mają)(?=\s.*\d)", " get"),
        (rf"(?<=\d)\s*(?:{_GOLD})(?!\w)", " gold"),
        (rf"(?<=\d)\s*(?:{_EACH})(?!\w)|(?<=gold)\s+(?:{_EACH})(?!\w)", " each"),
        (r"(?<!\w)(?:je|jeweils|cada\s+u(?:no|m)|ciascuno|chacun|elk|ieder|po|var)\s+(?=\d+)", ""),
        (r"\A\s*(?:ich|moi|yo|ik|jag)\s*(?=[:=]\s*\d)", "Self"),
        (r"(?<=\d)\s+(?:und|et|e|y|en|och|i|ve)\s+(?=\d|the (?:others|rest)\b)", " and "),
    )
)


def in_our_words(text: str) -> str:
    """The line with ours for these words; nothing else of it changes. Only a line with an amount is one of a plan."""
    if len(text) > _LONGEST or (not any(map(str.isdigit, text)) and "rest" not in text.lower()):
        return text
    for abroad, ours in _OURS:
        text = abroad.sub(ours, text)
    return text
