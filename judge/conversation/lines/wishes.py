"""What people wish for in a sentence, instead of a command: `I vote for a draw`, `I'd like to resign`, `same as last
time`. Nothing is done by such words alone: what can mean one thing only waits for a code, the rest is told its command.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.conversation.lines.more_time import LATE_TELLS, MORE_TIME, ORDERS_LATER, WITHIN_MORE
from judge.games.instants import with_iso_days
from judge.rules.words.said import said

LONGEST = 200
"""Letters of a line that may be such a wish: what is longer is a letter."""


class Wish(NamedTuple):
    """`line`: the command that it is, once a code says so; empty where that is for its writer to say. `said`: what they
    are told.
    """

    line: str
    said: str


_THANKS = said(
    """please|pls|thanks|thank you|sorry|then|now|too|as well|for the record|bitte|danke|s'il vous pla[iî]t|svp|merci
    |per favore|grazie|por favor|gracias|obrigad[oa]|alsjeblieft|alstublieft|graag|bedankt|proszę|dziękuję|tack
    |lütfen"""
)
_BEFORE = (
    rf"\s*(?:(?:{_THANKS}|so|ok(?:ay)?|well|and|also|but|hi|hello|(?:dear\s+)?judge|und|et|e|y|en|och)[\s,:!.]+){{0,4}}"
)
_BEHIND = rf"(?:[\s,]+(?:{_THANKS}))*[\s.!]*"
_I_WANT = "(?:i(?:'d| would) like to|i want to|i wish to|i(?:'ve| have) (?:got )?to|i need to|i must|i(?:'ll| will))"

_DRAW = said(
    """i (?:hereby )?vote (?:for (?:a|the) )?draw|my vote is (?:for )?(?:a )?draw
    |(?:count|put|note|record) my vote for (?:a|the) draw|ich stimme für (?:ein )?(?:unentschieden|remis)
    |je vote (?:pour )?(?:(?:la|une?|le) )?(?:nulle|match nul|partie nulle)|(?:io )?voto per (?:il|un) pareggio
    |(?:io )?voto per la patta|(?:yo )?voto (?:por )?(?:el |un )?(?:empate|tablas)|(?:eu )?voto (?:pelo|por um) empate
    |ik stem voor (?:een )?(?:gelijkspel|remise)|głosuję za remisem|jag röstar (?:för|på) (?:oavgjort|remi)
    |beraberliğe oy veriyorum"""
)
_DRAW_TOLD = said(
    rf"""(?:{_I_WANT} (?:propose|suggest|offer|have|agree to|accept|end (?:this|it|the game) (?:in|with|as))
    |i (?:propose|suggest|offer|want|agree to|accept)|let'?s (?:call it|agree (?:on|to)|have)
    |i(?: a|')m (?:for|in favou?r of)) (?:a|the) draw(?: (?:to|with|between|among) [\w\s,]{{2,40}})?
    |i vote (?:for )?(?:a )?draw (?:with|between|among) [\w\s,]{{2,40}}"""
)
_NO_DRAW = said(
    rf"""(?:(?:i|{_I_WANT}) )?(?:withdraw|cancel|take back|retract)
    \s+my (?:vote(?: (?:for|on) [\w\s]{{3,20}})?|draw)|i vote (?:against|no (?:to|on)) (?:a|the) draw"""
)
_CONCEDE = said(
    rf"""(?:i|{_I_WANT}) (?:concede|give the (?:game|win|victory))(?: the (?:game|win|victory))?(?: to [^\W\d_]+)?"""
)
_RESIGN = said(
    rf"""(?:i|{_I_WANT}) (?:resign|quit|give up|drop out|step down|leave)(?: (?:from )?(?:the|this) game)?
    |i(?: a|')m (?:out|resigning|quitting|dropping out|leaving)(?: (?:(?:of|from) )?(?:the|this) game)?|count me out
    |find (?:a |me a )?(?:replacement|substitute)(?: for me)?|replace me
    |(?:remove|drop|take) me (?:from|out of) (?:the|this) game
    |ich (?:gebe auf|steige aus|höre auf|möchte (?:aufhören|aussteigen))|j'abandonne(?: la partie)?
    |je (?:quitte|abandonne) la partie|je me retire|mi (?:ritiro|arrendo)|abbandono(?: la partita)?
    |(?:yo )?(?:abandono|renuncio)(?: la partida)?|me (?:retiro|rindo)|(?:eu )?desisto|abandono o jogo
    |ik (?:geef(?: het)? op|stop ermee|stap eruit)|rezygnuję|poddaję się|jag (?:ger upp|hoppar av|lämnar spelet)
    |pes ediyorum|çekiliyorum"""
)
_CLEAR = said(
    r"""(?:cancel|delete|withdraw|drop|remove|scrap) (?:all )?(?:of )?my
    \s+(?:(?:last |earlier )?(?:orders|offers|sheet)|bids)
    |(?:alle )?meine (?:befehle|züge|gebote) (?:bitte )?(?:löschen|zurückziehen)
    |(?:annulez|supprimez) (?:tous )?mes (?:ordres|offres)|annull(?:a|ate|i) (?:tutti )?i miei ordini
    |cancel(?:a|e|en) (?:todas )?mis (?:órdenes|ofertas)"""
)
_AGAIN = said(
    r"""(?:i(?:'d like| want) )?(?:(?:use|take|repeat|file|send) )?(?:the )?same
    (?: (?:orders|offers|sheet|bids|thing|plan))?(?: again)? (?:as|like)
    \s+(?:(?:the )?(?:last|previous) (?:time|turn|phase|season|year|round)|before|always|usual|in (?:spring|fall))
    |(?:repeat|resend|reuse) (?:my|the) (?:orders|offers|sheet|bids)(?: (?:of|from) (?:the )?(?:last \w+|spring|fall))?
    |(?:use|take|repeat|resend|reuse) (?:my|the) (?:last|previous|old|earlier|same)(?: (?:turn|phase|season|year)'?s)?
    \s+(?:orders|offers|sheet|bids)(?: again)?|same(?: (?:orders|offers|bids))? again
    |(?:alles |das )?(?:gleiche )?wie (?:beim )?(?:letzte[ns]?|vorige[ns]?) (?:mal|runde|zug)|wie (?:gehabt|immer)
    |(?:la )?même chose que la (?:dernière )?fois|comme la dernière fois|come l'ultima volta|come prima
    |(?:lo mismo|igual) que (?:la última vez|antes)|(?:o mesmo|igual) (?:que|da|à) (?:a )?última vez
    |(?:het )?zelfde als (?:de )?vorige keer|(?:to samo co|jak) ostatnio|samma som (?:förra gången|sist)
    |geçen seferki(?:nin)? (?:gibi|aynısı)"""
)
_KEEPS = said("(?:i )?(?:keep|leave) my (?:orders|offers|sheet|bids)(?: (?:as (?:they are|it is|is)|unchanged))?")

_DRAW_TELLS = "DRAW alone on a line votes for a draw."
_RESIGN_TELLS = "RESIGN alone on a line leaves the game for good."
_AGAIN_TELLS = "Orders are for one phase alone. Write them again for this one."
_ABSENCE_TELLS = "ABSENCE keeps deadlines out of such a time: ABSENCE 2026-12-24 TO 2027-01-02."

_TOLD: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"{_BEFORE}(?:{pattern}){_BEHIND}", re.IGNORECASE), told)
    for pattern, told in (
        (_DRAW_TOLD, f"{_DRAW_TELLS} To write to the others about it, use PRESS."),
        (_NO_DRAW, "NODRAW alone on a line takes your vote back."),
        (_CONCEDE, "CONCEDE TO and a name votes for the victory of that player."),
        (_RESIGN, _RESIGN_TELLS),
        (_CLEAR, "CLEAR alone on a line takes back what is on file."),
        (_AGAIN, _AGAIN_TELLS),
        (_KEEPS, "NO ORDERS alone on a line says that what is on file stands, and that you want no more."),
    )
)
_I = r"\b(?:i|i'(?:d|ll|m)|we|we'(?:d|ll)|please|can you|could you)\b"
_WHEN = r"""\b(?:until|till|from|next|this|tomorrow|tonight|for (?:a|the|some|\w+) (?:days?|weeks?|weekend)
    |over (?:christmas|easter|the holidays?)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d)"""
_WITHIN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(said(pattern), re.IGNORECASE), told)
    for pattern, told in (
        (
            rf"""(?=.*{_I})(?=.*{_WHEN}).*\b(?:away|on (?:holiday|vacation|leave)|absent|offline|out of (?:town|office)
            |travell?ing)\b""",
            _ABSENCE_TELLS,
        ),
        (rf"{_I}.*\b{WITHIN_MORE}\b", LATE_TELLS),
        (ORDERS_LATER, LATE_TELLS),
        (rf"{_I}.*\b(?:vote for|propose|suggest|agree to|want|like|accept) (?:a|the) draw\b", _DRAW_TELLS),
        (rf"{_I}.*\b(?:resign|drop out|quit|leave)(?: (?:from )?(?:the|this) game|[\s.!]*\Z)", _RESIGN_TELLS),
        (
            r"\bsame (?:orders |offers |sheet )?as (?:(?:the )?last (?:time|turn|phase|season|year)|before)\b",
            _AGAIN_TELLS,
        ),
    )
)
"""The same within lines that say other things, too."""
_DRAWS = re.compile(rf"{_BEFORE}(?:{_DRAW}){_BEHIND}", re.IGNORECASE)

_DAY = r"(\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4})"
_TO = said(
    """to|till|until|through|bis(?: zum)?|au|jusqu'au|al|hasta(?: el)?|até(?: o)?|a|tot(?: en met)?|do|til|[-\u2013/]"""
)
_DAYS = re.compile(rf"(?<![\d.-]){_DAY}\s*(?:{_TO})\s*{_DAY}(?![\d-])", re.IGNORECASE)
_OWN_COMMANDS = frozenset(("ABSENCE", "SET", "LATE", "EXTEND", "DEADLINE", "HELP"))
_AWAY = said(
    r"""\b(?:away|absen(?:t|ce|te)|holidays?|vacations?|offline|out of (?:town|office)|travell?ing|on leave|weg|abwesend
    |abwesenheit|urlaub|verreist|vacances|congés?|assente|assenza|vacanza|ferie|ausente|ausencia|ausência|vacaciones
    |férias|afwezig|afwezigheid|vakantie|nieobecn\w+|urlop\w*|wakacj\w+|borta|bortrest|frånvaro|semester|tatil\w*
    |izin\w*|yokum)\b"""
)
_MINE = said(
    r"""\b(?:i|me|my|we|ich|mich|meine?|je|j'\w+|mon|ma|io|mi|yo|mis?|sono|sarò|estoy|estaré|estarei|eu|ik|mijn|jestem
    |będę|moj\w+|jag|min|ben|please|bitte|yokum|olacağım)\b"""
)
_DOUBT = said(
    r"""\b(?:if|unless|not|never|might|maybe|perhaps|may|no longer|was|were|cancel\w*|but|he|she|they|wenn|falls|nicht
    |vielleicht|war|si|peut|ne|pas|se|forse|non|quizás?|no|não|talvez|als|niet|misschien|jeśli|może|nie|om|inte|kanske
    |eğer|değil|belki)\b|n't\b"""
)
_IS_AWAY, _IS_MINE, _IN_DOUBT = (re.compile(each, re.IGNORECASE) for each in (_AWAY, _MINE, _DOUBT))


def wish_in(text: str) -> Wish | None:
    """What this line wishes for, if it says nothing else; None of any other."""
    if len(text) > LONGEST:
        return None
    if MORE_TIME.fullmatch(text):
        return Wish("", LATE_TELLS)
    if _DRAWS.fullmatch(text):
        return Wish("DRAW", "I read this as DRAW.")
    if line := absence_in(text):
        return Wish(line, f"I read this as {line}.")
    told = next((told for pattern, told in _TOLD if pattern.fullmatch(text)), "")
    return Wish("", told) if told else None


def wished_in(text: str) -> str:
    """The command that does what seems to be wished for within this line; empty where nothing is."""
    return next((told for pattern, told in _WITHIN if pattern.search(text)), "")


def absence_in(text: str) -> str:
    """`ABSENCE 2026-12-24 TO 2027-01-02` of a line that says that its writer is away between these two days."""
    days = _DAYS.findall(text) if len(text) <= LONGEST else []
    if len(days) != 1 or text.split(maxsplit=1)[0].upper() in _OWN_COMMANDS or _IN_DOUBT.search(text):
        return ""
    if not (_IS_AWAY.search(text) and _IS_MINE.search(text)):
        return ""
    begins, ends = map(with_iso_days, days[0])
    return f"ABSENCE {begins} TO {ends}" if begins <= ends else ""
