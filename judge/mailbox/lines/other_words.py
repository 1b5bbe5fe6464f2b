"""What people write in other words than the judge's: players of other judges and sites, people who know no judge, and
what they wish for in a sentence: `I vote for a draw`, `I'd like to resign`, `same as last time`.

What is the same thing under another name is carried out, and the reply names ours. By a wish alone nothing is done:
what can mean one thing only waits for a code. Of the rest one line tells the way here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from judge.commands.seats.sheet import no_orders
from judge.games.calendar import with_iso_days
from judge.mailbox.lines.more_time import LATE_TELLS, MORE_TIME, ORDERS_LATER, WITHIN_MORE
from judge.rules.registry import systems
from judge.rules.words.attempts import words as words_of
from judge.rules.words.courtesies import without_courtesies
from judge.rules.words.said import said

LONGEST = 200
"""Letters of a line that may be one in other words: what is longer is a letter."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """`line`: as it would be written here; empty where this line does nothing. `said`: what its writer is told; `asks`:
    it is done only once a code has said so.
    """

    line: str
    said: str
    asks: bool = False


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

_WISHES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
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
_WE = r"\b(?:i|i'(?:d|ll|m|ve)|we|we'(?:d|ll|re|ve))\b"
_WHEN = r"""\b(?:until|till|from|next|this|tomorrow|tonight|for (?:a|the|some|\w+) (?:days?|weeks?|weekend)
    |over (?:christmas|easter|the holidays?)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d)"""
_WITHIN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(said(pattern), re.IGNORECASE), told)
    for pattern, told in (
        (
            rf"""(?=.*{_WE})(?=.*{_WHEN}).*\b(?:away|on (?:holiday|vacation|leave)|absent|offline|out of (?:town|office)
            |travell?ing)\b""",
            _ABSENCE_TELLS,
        ),
        (rf"{_I}.*\b{WITHIN_MORE}\b", LATE_TELLS),
        (ORDERS_LATER, LATE_TELLS),
        (
            rf"{_I}.*\b(?:vote for|propose|suggest|agree (?:to|with|on)|want|like|accept) (?:(?:a|the) )?draw\b",
            _DRAW_TELLS,
        ),
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


def _wish_in(text: str) -> Rendered | None:
    """What this line wishes for, if it says nothing else; None of any other."""
    if MORE_TIME.fullmatch(text):
        return Rendered("", LATE_TELLS)
    if _DRAWS.fullmatch(text):
        return Rendered("DRAW", "I read this as DRAW.", asks=True)
    if line := absence_in(text):
        return Rendered(line, f"I read this as {line}.", asks=True)
    told = next((told for pattern, told in _WISHES if pattern.fullmatch(text)), "")
    return Rendered("", told) if told else None


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


_WHO = "INFO and the game's name shows who plays."
_SEATS = "Write JOIN, the game's name, AS and the seats that you would like, best first: JOIN oslo AS ITALY, FRANCE, ?"
_PAGES = "HELP lists the commands. RULES explains the words of your game. MANUAL and a game's name mails you its page."
_SENT = "Nothing has to be submitted: sending the mail files its orders."
_NO_PRESS = "No press was open above it, so there was nothing to end."

TOLD: Mapping[str, str] = {
    "PASSWORD": (
        "There are no passwords here. An answer to one of my mails counts as yours. Any other mail needs a "
        "line with your KEY."
    ),
    "SET PASSWORD": "There are no passwords here. REVOKE makes your KEY void and mails you a new one.",
    "PREFERENCE": _SEATS,
    "PREF": _SEATS,
    "SET PREFERENCE": _SEATS,
    "SET PREF": _SEATS,
    "VOTE": "DRAW votes for a draw. CONCEDE TO and a name votes for a victory.",
    "PROPOSE": "DRAW votes for a draw. CONCEDE TO and a name votes for a victory.",
    "WITHDRAW": "RESIGN leaves the game.",
    "WHOIS": _WHO,
    "WHO IS": _WHO,
    "GET": _PAGES,
    "VERSION": "RULES shows how your game is played. HELP shows what this judge can do.",
    "POSTAL": "PRESS LATER TO sends press with the results.",
    "ENDPRESS": _NO_PRESS,
    "END PRESS": _NO_PRESS,
    "ENDBROADCAST": _NO_PRESS,
    "END BROADCAST": _NO_PRESS,
    "SUBMIT": _SENT,
    "SUBMIT ORDERS": _SENT,
    "SAVE ORDERS": _SENT,
    "SEND ORDERS": _SENT,
    "END ORDERS": _SENT,
    "SET ADDRESS": "ADDRESS and your new address changes it.",
}
_IN_ANY_CASE = frozenset({"ENDPRESS", "END PRESS", "ENDBROADCAST", "END BROADCAST"})
"""What nobody writes in a sentence; the rest must stand in capitals, or it may be talk."""

_SHOWN = re.compile(
    r"""\s*show\s+(?:me\s+)?(?:(?:the|my)\s+)?
    (?P<what>map|games|status|deadlines?|info|rules|history|summary|prices|statement|balance|borders)
    (?P<rest>(?:\s+\S+){0,3}?)[\s.!?]*""",
    re.IGNORECASE | re.VERBOSE,
)
_SAME: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\s*{theirs}[\s.!]*", re.IGNORECASE), ours)
    for theirs, ours in (
        (r"SET\s+WAIT", "WAIT"),
        (r"(?:SET\s+NO\s?WAIT|NO\s+WAIT)", "NOWAIT"),
        (r"(?-i:READY|FINALI[SZ]E(?:\s+ORDERS)?)", "NOWAIT"),
        (r"(?:(?:SET|VOTE)\s+DRAW|PROPOSE\s+(?:A\s+)?DRAW|VOTE\s+FOR\s+(?:A\s+)?DRAW)", "DRAW"),
        (r"SET\s+DRAW\s+(?P<rest>\S.*?)", "DRAW {}"),
        (r"(?:SET|VOTE)\s+NO\s?(?:DRAW|CONC(?:EDE)?)", "NODRAW"),
        (r"(?:SET|VOTE)\s+CONC(?:EDE)?(?:\s+TO)?\s+(?P<rest>\S+)", "CONCEDE TO {}"),
        (r"(?:SET|VOTE)\s+CONC(?:EDE)?", "CONCEDE"),
        (r"SET\s+NO\s?(?:ABSENCE|HOLIDAY|VACATION)", "ABSENCE CANCEL"),
        # SET absence and a length is an option of the GameMaster's.
        (r"SET\s+(?:ABSENCE|HOLIDAY|VACATION)\s+(?:ON\s+|FOR\s+)?(?P<rest>(?:\S.*\s)?(?:TO|UNTIL)\s.*?)", "ABSENCE {}"),
        (r"SET\s+ADDRESS\s+(?P<rest>\S+@\S+?)", "ADDRESS {}"),
        (r"SET\s+DEADLINE\s+(?P<rest>\S.*?)", "DEADLINE {}"),
        (r"(?:RESUME|UNPAUSE)\s+(?:(?:THE|THIS)\s+)?GAME", "RESUME"),
        (r"PAUSE\s+(?:(?:THE|THIS)\s+)?GAME", "PAUSE"),
        (r"(?:START|BEGIN)\s+(?:(?:THE|THIS)\s+)?GAME", "START"),
        (r"(?:PUBLISH|RELEASE)\s+(?:(?:THE\s+)?RESULTS|NOW)", "PUBLISH"),
        (r"HOLD\s+(?:THE\s+)?RESULTS", "HOLD"),
        (r"NO\s+DRAW", "NODRAW"),
        (r"(?:THE\s+)?DEADLINE\s*\?", "STATUS"),
        (r"(?:SET\s+)?(?:MY\s+)?TIME\s?ZONE\s+(?:TO\s+|IS\s+|=\s*)?(?P<rest>[A-Za-z]+/\S+?)", "ZONE {}"),
        (r"PRACTI[CS]E\s+(?:A\s+)?GAME\s+(?:OF\s+)?(?P<rest>\S.*?)", "PRACTICE {}"),
        (r"PRACTISE\s+(?P<rest>\S.*?)", "PRACTICE {}"),
        (r"(?:STOP|END|QUIT|CANCEL)\s+(?:(?:THE|MY|THIS|OUR)\s+)?PRACTI[CS]E(?:\s+GAME)?", "PRACTICE STOP"),
        (r"HELP\s+ME", "HELP"),
        (r"HAND\s+OVER\s+TO\s+(?P<rest>\S+@\S+?)", "HANDOVER TO {}"),
        (
            r"(?:HOLIDAYS?|VACATION|ABSENT|AWAY)\s+(?:FROM\s+)?(?P<rest>[\d.-]{8,}\s*(?:TO|UNTIL|-)\s*[\d.-]{8,})",
            "ABSENCE {}",
        ),
        (r"WHO\s?GAME", "INFO"),
        (r"WHO\s?GAME\s+(?P<rest>\S+)", "INFO {}"),
    )
)
_BEGINNINGS = words_of(
    """SET NO NOTHING NOTHING. NOTHING, READY READY. READY! WHO WHOGAME RESUME UNPAUSE PAUSE START BEGIN SHOW PUBLISH
    RELEASE HOLD HELP HAND HOLIDAY HOLIDAYS VACATION ABSENT AWAY THE DEADLINE DEADLINE? MY TIME TIMEZONE
    PRACTISE PRACTICE STOP END QUIT CANCEL"""
)
"""With what else the lines of `_SAME` and `_SHOWN` begin."""
_NOTHING = re.compile(
    r"\s*(?:no\s+(?:more\s+|new\s+|further\s+)?(?:orders?|offers)|nothing)"
    r"(?:\s+(?:from\s+me|(?:for\s+|in\s+)?(?:now|this|the)(?:\s+\w+)?)){0,2}"
    r"(?:[\s,]+(?:please|pls|sorry|thanks|thank\s+you|bitte|danke|merci|grazie|gracias|obrigad[oa]))*[\s.!]*",
    re.IGNORECASE,
)
_MAP_OF = re.compile(
    r"\s*(?:(?:please|pls)\s+)?(?:(?:show|send)\s+(?:me\s+)?)?(?:(?:the|a)\s+)?map\s+of\s+(?:the|this|our|my)\s+"
    r"(?:game|board|position|present|current)(?:\s+position)?(?:[\s,]+(?:please|pls|thanks|thank\s+you))*[\s.!?]*",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\s*(REPORT|HOST)\s+(?:was|is|were|are|has|had|will|would|did|does|looks?|looked|seems?|seemed|came|arrived|says?|said"
    r"|reads?|shows?|on|of|from|for|at|in|and)\b",
    re.IGNORECASE,
)
_LETTERS_TO = {"REPORT": "the GameMaster", "HOST": "the people who run this judge"}
"""Commands that mail the words behind them: talk may begin with these too, `Host was very kind`."""


def in_our_words(text: str) -> Rendered | None:
    """What this line of another judge's is here; None where it is none, or a game has a word of its own for it."""
    if len(text) > LONGEST:
        return None
    if wish := _wish_in(text):
        return wish
    if _MAP_OF.fullmatch(text):
        return Rendered("MAP", "")
    if (found := _SAYS.match(text)) and not found[1].isupper():
        name = found[1].upper()
        return Rendered(
            "", f"Not sent. To write to {_LETTERS_TO[name]}, begin with {name} and a colon: {name}: your words"
        )
    words = text.split(maxsplit=2)
    if words and words[0].upper() in _first_words():
        return _rendered(text, words)
    return None


@cache
def _first_words() -> frozenset[str]:
    """The words with which lines of other judges begin, without those of any game."""
    theirs = {key.split()[0] for key in TOLD}
    theirs |= _BEGINNINGS
    theirs |= {word + stop for word in ("FINALIZE", "FINALISE") for stop in ("", ".", "!")}
    games = {word.name.upper() for system in systems().values() for word in system.words}
    return frozenset(theirs - (games - {"NO"}))


def _rendered(text: str, words: list[str]) -> Rendered | None:
    if _NOTHING.fullmatch(text):
        return Rendered(no_orders.name, "")
    if shown := _SHOWN.fullmatch(text):
        what = shown["what"].upper()
        line = without_courtesies(f"{'STATUS' if what.startswith('DEADLINE') else what}{shown['rest']}")
        return Rendered(line, f"I read this as {line}.")
    for pattern, ours in _SAME:
        if match := pattern.fullmatch(text):
            line = ours.format(match["rest"]) if "rest" in match.groupdict() else ours
            theirs = " ".join(text[: match.start("rest")].split() if "rest" in match.groupdict() else text.split())
            return Rendered(line, f"{theirs.upper().rstrip(' .!')} is {ours.partition(' {')[0]} here.")
    key = next((each for each in (" ".join(words[:2]).upper(), words[0].upper()) if each in TOLD), "")
    if not key or not (key in _IN_ANY_CASE or words[0].isupper()):
        return None
    return Rendered("", TOLD[key])
