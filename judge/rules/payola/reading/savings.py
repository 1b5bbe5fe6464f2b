"""Savings as people say them: `And please save 20 for a rainy day`, `20 held back`, `E guardo 15 para a primavera`.

Every word of the line is known here, and there is one amount: a condition, a `not`, a power, a second number or a year
that is over are none of these, and such a line is told.
"""

from __future__ import annotations

import re

from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.spelling import LONGEST_LINE
from judge.rules.words.attempts import words
from judge.rules.words.buried import sentences_of
from judge.rules.words.misspelled import nearly
from judge.rules.words.numbers import NUMBERS

_NUMBER = rf"(?P<amount>[0-9]{{1,4}}|(?:{'|'.join(word for word in NUMBERS if word != 'one')})\b)"
_MONEY = r"(?:\s*(?:AGP|SILVER(?:\s+PIECES?)?|PIECES?(?:\s+OF\s+SILVER)?|COINS?|\$)(?!\w))?"
_PLEASE = (
    "please|pls|bitte|s['\u2019]il\\s+(?:vous|te)\\s+pla[i\u00ee]t|svp|per\\s+favore|por\\s+favor|alsjeblieft|alstublieft|graag"
    "|prosz\u0119|sn\u00e4lla|l\u00fctfen|thanks|thank\\s+you|danke|merci|grazie|gracias|obrigad[oa]|bedankt|dzi\u0119kuj\u0119|tack"
)
_BEFORE = (
    rf"(?:(?:{_PLEASE}|and|also|so|then|oh|und|auch|au\u00dferdem|et|aussi|e|ed|anche|inoltre|y|tambi\u00e9n|adem\u00e1s|tamb\u00e9m|en|ook"
    "|i|a|te\u017c|oraz|och|ocks\u00e5|ve|i(?:['\u2019]ll|['\u2019]d\\s+like\\s+to|\\s+will|\\s+shall|\\s+would\\s+like\\s+to|\\s+want\\s+to"
    "|\\s+wish\\s+to)|we(?:['\u2019]ll|\\s+will)?|let\\s+me|ich(?:\\s+m\u00f6chte|\\s+will)?|je|io|yo|ik|ja|eu|jag|ben)[\\s,:]+){0,5}"
)
_KEEP = (
    "save|keep|reserve|retain|hold\\s+back|keep\\s+back|put\\s+(?:aside|by|away)|set\\s+aside"
    "|behalte|spare|reserviere|garde|\u00e9conomise|\u00e9pargne|r\u00e9serve|conserve|tengo|conservo|risparmio|metto\\s+da\\s+parte"
    "|guardo|ahorro|reservo|poupo|me\\s+quedo\\s+con|fico\\s+com|bewaar|spaar|reserveer|zachowuj\u0119|oszcz\u0119dzam"
    "|odk\u0142adam|zostawiam|sparar|beh\u00e5ller"
)
_PUT = "hold|put|set|leave|lege|halte|hebe|mets|metto|hou(?:d)?|leg|l\u00e4gger|aparto"
"""They save where a word behind the amount says so."""
_BACK = (
    "back|aside|away|by|over|in\\s+reserve|in\\s+savings|as\\s+savings|as\\s+a\\s+reserve|zur\u00fcck|beiseite|zur\\s+seite|auf|de\\s+c\u00f4t\u00e9"
    "|en\\s+r\u00e9serve|da\\s+parte|in\\s+riserva|in\\s+serbo|aparte|en\\s+reserva|de\\s+parte|em\\s+reserva|achter|opzij|apart"
    "|na\\s+bok|w\\s+rezerwie|undan|\u00e5t\\s+sidan|i\\s+reserv"
)
_HELD_BACK = (
    "saved|held\\s+back|hold\\s+back|to\\s+save|(?:in|as)\\s+savings|(?:in|as\\s+a|for)\\s+reserve"
    "|zur\u00fcck(?:ge)?(?:halten|legen|legt)|(?:auf|ge|ein)?spar(?:en|t)|aufheben|(?:als|in)\\s+reserve|behalten"
    "|(?:mis\\s+)?de\\s+c\u00f4t\u00e9|en\\s+r\u00e9serve|\u00e0\\s+(?:garder|\u00e9conomiser)"
    "|da\\s+parte|(?:in|di)\\s+riserva|da\\s+(?:risparmiare|conservare)"
    "|(?:en|de)\\s+reserva|para\\s+ahorrar|ahorrad[oa]s|guardad[oa]s|reservad[oa]s|em\\s+reserva|poupad[oa]s"
    "|(?:achter(?:houden|gehouden)|opzij|bewaren|bewaard)|w\\s+rezerwie|od\u0142o\u017cone|i\\s+reserv|sparas"
    "|sakl\u0131yorum|ay\u0131r\u0131yorum|biriktiriyorum"
)
_SEASONS = (
    "spring|fall|autumn|fr\u00fchling|fr\u00fchjahr|herbst|printemps|automne|primavera|autunno|oto\u00f1o|outono|lente|voorjaar|herfst"
    "|wiosn\u0119|jesie\u0144|v\u00e5ren|h\u00f6sten"
)
_LATER = (
    "later|sp\u00e4ter|plus\\s+tard|la\\s+suite|dopo|pi\u00f9\\s+tardi|despu\u00e9s|m\u00e1s\\s+tarde|luego|depois|mais\\s+tarde|p\u00f3\u017aniej|senare"
    "|rainy\\s+days?|harder\\s+times|emergenc(?:y|ies)|schlechte(?:re)?\\s+zeiten|mauvais\\s+jours|tempi\\s+duri|tiempos\\s+peores"
    "|slechtere\\s+tijden|czarn\u0105\\s+godzin\u0119"
    "|next\\s+(?:turn|phase|season|year|time)|n\u00e4chste[ns]?\\s+(?:mal|runde|jahr)"
)
_FOR = (
    "(?:for|f\u00fcr|pour|per|para|voor|na|till)\\s+(?:(?:a|an|the|my|d(?:en|as|ie|er)|l[ae]s?|il|i|el|o|os|as|de|het)\\s+)?(?:l['\u2019])?"
    rf"(?:(?:next\\s+)?(?:{_SEASONS})|{_LATER})"
)
_END = rf"(?:[\s,]+(?:{_FOR}))?(?:[\s,]+(?:{_PLEASE}))*[\s.!]*"
_SAID = tuple(
    re.compile(said, re.IGNORECASE)
    for said in (
        rf"{_BEFORE}(?:{_KEEP})\s+{_NUMBER}{_MONEY}(?:\s+(?:{_BACK}))?{_END}",
        rf"{_BEFORE}(?:{_PUT})\s+{_NUMBER}{_MONEY}\s+(?:{_BACK}){_END}",
        rf"{_BEFORE}{_NUMBER}{_MONEY}\s+(?:(?:{_FOR})\s+)?(?:{_HELD_BACK}){_END}",
    )
)
_GOES_ON = (
    "back|aside|away|for|in|if|unless|until|till|when|as|and|or|to|from|please|f\u00fcr|wenn|falls|oder|und|pour|si|ou|et|per|se|o|e"
    "|para|y|voor|als|of|en|na|je\u015bli|lub|i|om|eller|och|zur\u00fcck|beiseite|de|da|en"
)
_WISH = re.compile(
    rf"\b(?:(?:{_KEEP})|(?:{_PUT})(?=.*\b(?:{_BACK})\b))\s+{_NUMBER}{_MONEY}(?=[\s,.!;)]*\Z|[\s,]+(?:{_GOES_ON})\b)",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|never|no|nicht|kein\w*|nie|ne|pas|non|niet|geen|nie|n\u00e3o|inte|de\u011fil|you|he|she|they|who)\b|n['\u2019]t\b|\?",
    re.IGNORECASE,
)


_SOME = re.compile(
    rf"{_BEFORE}(?:{_KEEP}|(?:{_PUT})(?=.*\b(?:{_BACK})\b))\s+(?:back\s+)?(?:(?:all|some|half|most|a\s+bit|a\s+little|everything)"
    rf"(?:\s+of)?(?:\s+(?:my|the))?(?:\s+(?:money|silver|agp|coins?))?|(?:my|the)\s+(?:money|silver|agp))(?:\s+(?:{_BACK}))?{_END}",
    re.IGNORECASE,
)


def saves_some(body: str) -> bool:
    """Is money to be kept, and not said how much: `hold back some money`, `I keep everything`?"""
    return len(body) <= LONGEST_LINE and _SOME.fullmatch(body) is not None


def as_savings(body: str) -> str:
    """`20 $` of `20 held back`, in several languages; any other line as it is."""
    if len(body) > LONGEST_LINE:
        return body
    found = next((match for said in _SAID if (match := said.fullmatch(body))), None)
    return f"{NUMBERS.get(found['amount'].lower(), found['amount'])} $" if found else body


def amount_kept(body: str) -> str:
    """The amount of a line that says in a sentence that money is kept, with words that may change that; else nothing.
    Who says that they do not, or asks, keeps nothing.
    """
    found = _WISH.search(body) if len(body) <= LONGEST_LINE and not _NOT.search(body) else None
    return str(NUMBERS.get(found["amount"].lower(), found["amount"])) if found else ""


_VERBS = ("save", "keep", "hold", "reserve", "retain")
_NO_SLIPS = words(
    "have gave same sale cave wave pave rave deep seep weep peep jeep keen kept saved saves keeps hole hood told sold"
    " cold gold bold old holds holy deserve reverse observe reserved remain detain retail"
)
"""Words that look like these verbs, and are none of them."""
_WORD = re.compile(r"[^\W\d_]+")
_VERB_AT = 6
"""Words of a line among which such a verb is looked for."""


def nearly_saves(body: str) -> tuple[str, str, str]:
    """(word, verb, amount) of `please sav 10 for later`, which would hold back an amount if it were written right; else
    three times nothing.
    """
    if len(body) <= LONGEST_LINE and any(map(str.isdigit, body)):
        for word in list(_WORD.finditer(body))[:_VERB_AT]:
            for verb in () if word[0].lower() in _NO_SLIPS else nearly(word[0].lower(), _VERBS):
                meant = f"{body[: word.start()]}{verb}{body[word.end() :]}"
                if amount := as_savings(meant).removesuffix(" $") if is_said(meant) else amount_kept(meant):
                    return word[0], verb, amount
    return "", "", ""


def is_said(body: str) -> bool:
    """Are savings said in a sentence here, rather than written as a line of the sheet?"""
    return as_savings(body) != body


def said_beside(line: str) -> str:
    """The amount that one sentence of several on the line holds back, where the others say nothing of amounts."""
    said = sentences_of(line) if len(line) <= LONGEST_LINE else []
    found = [each for each in said if is_said(each)]
    if len(found) != 1 or any(map(str.isdigit, line.replace(found[0], ""))):
        return ""
    return as_savings(found[0]).removesuffix(" $")


def refuse_savings_said(text: str) -> None:
    """A sentence about money that is kept, with words that may change what it says."""
    if saves_some(text.strip()):
        raise BadOrder("payola/bad-savings", "how much do you want to hold back?", "write `20 $`")
    amount = amount_kept(text)
    if amount:
        message = "I cannot tell for sure how much you want to hold back"
        raise BadOrder("payola/bad-savings", message, f"write `{amount} $` alone on the line")
    word, verb, amount = nearly_saves(text)
    if word:
        message = f"`{word}` is nearly `{verb}`, so nothing is held back"
        raise BadOrder("payola/bad-savings", message, f"write `{amount} $`")
