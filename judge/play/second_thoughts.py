"""Words among the orders that take them back: `Don't file anything yet`, `just a draft`, `forget the second line`; a
condition on a line of its own; and corrections of them (`judge/rules/words/corrections.py`) that nothing could be made
of.

Nobody knows what was meant then, so that the writer is asked. What is said of an earlier mail takes nothing back. The
same is done where the name of another phase stands above them: orders cannot be sent ahead.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from judge.rules.words.corrections import corrects

LONGEST = 400
"""Letters of a line that are looked at."""

_FILE = r"(?:file|submit|send|enter|process|record|register|use|count|take|execute|act\s+on|put)"
_THESE = (
    r"(?:anything|any\s+of|this|these|that|those|them|it|the\s+(?:above|orders|offers|sheet|lines|list)|yet|"
    r"my\s+(?:orders|offers|sheet))"
)
_ABOVE = r"(?:this|these|(?:the|my)\s+(?:\w+\s+){0,3}above|everything(?:\s+above)?|what\s+i\s+wrote)"
_EARLIER = r"(?!.{0,30}\b(?:earlier|previous|last|old|older|former|first|before)\b)"
_DROP = (
    r"(?<!not\s)(?<!n['’]t\s)(?<!dont\s)(?<!never\s)"
    r"\b(?:ignore|disregard|forget|scrap|scratch|strike|drop|delete|cancel|skip)"
)
_COUNTED = r"(?:first|second|third|fourth|fifth|sixth|last|\d{1,2}(?:st|nd|rd|th)|(?:next|second)\s+to\s+last)"
_TAKEN_BACK = re.compile(
    "|".join(
        (
            rf"\b(?:do\s+not|don['’`]?t|please\s+not|not\s+to|never)\s+(?:yet\s+)?{_FILE}\s+{_THESE}\b{_EARLIER}",
            rf"\b(?:ignore|disregard|forget|scrap|scratch)\s+{_EARLIER}(?:all\s+(?:of\s+)?)?{_ABOVE}\b",
            rf"{_DROP}\s+(?:the|my|that|this)\s+{_COUNTED}\s+(?:line|order|offer|bid|one)s?\b",
            rf"{_DROP}\s+line\s+\d{{1,2}}\b|{_DROP}\s+(?:the|my|that)\s+{_EARLIER}(?:\w+\s+)?(?:line|order|offer|bid)s?\b",
            r"\b(?:just|only)\s+(?:a\s+(?:first\s+)?draft|thinking\s+(?:aloud|out\s+loud)|an\s+idea)\b",
            r"\bnot\s+(?:my\s+)?(?:real|actual)\s+(?:orders|offers|sheet)\b",
            r"\b(?:noch\s+)?nicht\s+(?:ein(?:tragen|reichen)|(?:ab)?(?:speichern|schicken)|werten|ablegen)\b",
            r"\b(?:nur|blo(?:ß|ss))\s+(?:mal\s+)?(?:ein\s+)?(?:erster\s+)?entwurf\b|\bnoch\s+nicht\s+(?:gültig|endgültig\s+ablegen)\b",
            r"\bn['’]?\s?(?:enregistre[zr]?|classe[zr]?|envoie|envoyez|prenez)\s+(?:rien|pas)\b",
            r"\b(?:juste\s+un|seulement\s+un|qu['’]un|un\s+simple)\s+brouillon\b",
            r"\bno\s+(?:archiv(?:es|en)|registr(?:es|en)|env[ií](?:es|en)|cuent(?:es|en)|guard(?:es|en))\s+(?:nada|esto|todav[ií]a|a[uú]n)\b",
            r"\b(?:s[oó]lo|solamente)\s+(?:es\s+)?un\s+borrador\b|\b(?:solo|soltanto)\s+una\s+bozza\b",
            r"\bnon\s+(?:registr(?:are|ate|i|a)|archivi(?:are|ate)|cont(?:are|ate)|invi(?:are|ate))\s+(?:nulla|niente|ancora|questo|questi)\b",
            r"\b(?:apenas|somente|s[oó])\s+(?:é\s+)?um\s+rascunho\b",
            r"\bn[ãa]o\s+(?:regist\w*|arquive|envie|grave|guarde|conte|processe)\s+(?:nada|isto|isso|ainda)\b",
            r"\bnog\s+niet\s+(?:indienen|opslaan|versturen|verwerken)\b|\b(?:alleen|slechts)\s+een\s+(?:concept|klad(?:je)?)\b",
            r"\btylko\s+szkic\b|\bwersja\s+robocza\b|\bnie\s+(?:zapisuj|rejestruj|wysyłaj)(?:cie)?\s+(?:jeszcze|niczego|tego)\b",
            r"\b(?:bara|endast|bare|kun)\s+(?:ett?|en)\s+(?:utkast|udkast)\b|\b(?:registrera|spara|skicka)\s+(?:inget|inte|ingenting)\s+(?:än|ännu|detta|dessa)\b",
            r"\bsadece\s+(?:bir\s+)?taslak\b|\bhenüz\s+(?:kaydetme|gönderme|işleme)\w*",
        )
    ),
    re.IGNORECASE,
)


_HEADING = re.compile(
    r"\W*(?:only\s+)?(?:if|in\s+case|should(?!\s+be\b)|unless|assuming)\b(?!.*\b(?:possible|anything|unclear|questions?|problems?"
    r"|wrong|mistaken|legal|valid|read|understand|needed|necessary)\b).*:\s*",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\W*(?:(?:but|and|this|these|all(?:\s+of)?\s+(?:this|these|that))\s+)*(?:only\s+(?:if|when|in\s+case)|unless|provided\s+that|(?:up)?on\s+condition)\b"
    r"(?!.*\b(?:possible|mistaken|wrong|otherwise|understand|legal|valid)\b)[^,]*(?:,\s*(?:then|else)\b.*)?",
    re.IGNORECASE,
)
_EITHER = re.compile(r"\W*(?:or|or\s+else|otherwise|else)\W*", re.IGNORECASE)


def hangs(number: int, text: str, read: Collection[int]) -> bool:
    """Is this remark a condition for what was read, or a choice within it? `If Italy pays me:` above orders is one, and
    so are `but only if he does` below them and `or` between them. `read`: the numbers of the lines that were read.
    """
    if not read or len(text) > LONGEST or "?" in text:
        return False
    above, below = number < max(read), number > min(read)
    return bool(
        (above and _HEADING.fullmatch(text))
        or (below and _BEHIND.fullmatch(text))
        or (above and below and _EITHER.fullmatch(text))
    )


_FOR_A_PHASE = re.compile(
    r"\W*(?:(?:(?:my|these|the)\s+)?(?:orders?|moves?|sheet|letter|offers?|plan|ballot)\s+for\s+(?:the\s+)?)?(\w.*\w)\W*",
    re.IGNORECASE,
)


def what_it_is_for(text: str) -> str:
    """What stands alone on a line that is no order, without signs and `my orders for` around it: `== Spring 1902 ==` ->
    `Spring 1902`.
    """
    found = _FOR_A_PHASE.fullmatch(text[:LONGEST])
    return found[1] if found else ""


def heads_another(number: int, named: str, read: Collection[int], label: str) -> bool:
    """Does this remark stand above orders that were read and name another phase than the open one? `named`: what the
    labels of those it names begin with, `S1902`; `label`: that of the open one, `F1901M`.
    """
    return named != "" and number < max(read, default=0) and not label.startswith(named)


def takes_back(text: str) -> bool:
    """Does this remark say that the orders beside it are not to be filed, or not yet?"""
    return _TAKEN_BACK.search(text[:LONGEST]) is not None


def corrects_still(number: int, text: str, read: Collection[int]) -> bool:
    """Does this unread line correct one above it, and no line below does what it says? `read`: the numbers of those
    that were read. Above them all it speaks of an earlier mail; with a colon at its end it announces what stands below.
    """
    announces = text.rstrip().endswith(":") and number < max(read, default=0)
    return number > min(read, default=0) and not announces and corrects(text)
