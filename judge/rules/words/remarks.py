"""A remark behind an order, in brackets or behind a dash: `(the important one!)`, ` -- as promised`.

It is none of the order only where nothing in it could change what was ordered: no condition, no `not` and no `or`, no
number, no question, no word of orders. In doubt it is no remark, and the line is told as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from judge.rules.words.attempts import words
from judge.rules.words.numbers import NUMBERS

_BRACKETS = re.compile(r"(?<=[\w$])[\s.,!]*\(([^()]*)\)[\s.!]*\Z|(?<=[\w$])[\s.,!]*\[([^\[\]]*)\][\s.!]*\Z")
_DASHED = re.compile(r"(?<=[\w$])\s+(?:--+|[\u2013\u2014])\s+([^\u2013\u2014]*?)\Z")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_ONLY = re.compile(r"[\w\s.,!'\u2019;:()\"-]*")
"""A remark has no other signs than these: a question, an arrow and a sum have."""
_HARMLESS = re.compile(
    r"\bfor\s+once\b|\bof\s+course\b|\bat\s+last\b|\b(?:just\s+)?to\s+be\s+(?:sure|safe|certain)\b"
    r"|\bI['\u2019]?m\s+saving\s+up\b|\Anothing\s+(?:else|more)(?:\s+(?:this\s+(?:year|turn|phase|time)|for\s+(?:now|today|me)))?\b(?=[\s.,!]|\Z)",
    re.IGNORECASE,
)
_SORRY = re.compile(
    r"(?:(?:so|very)\s+)?(?:sorry|(?:my\s+)?apologies|d[\u00e9e]sol[\u00e9e]e?s?|pardon|scusate?|mi\s+dispiace|perd[\u00f3o]n|lo\s+siento"
    r"|desculpas?|przepraszam|f\u00f6rl\u00e5t|tut\s+mir\s+leid)\s+(?:for|about|pour|per|por|f\u00fcr|um|dla|f\u00f6r)\s+"
    r"(?:(?:the|la|le|il|die)\s+|l['\u2019])?(?P<whom>[^\W\d_]{4,}(?:\s+[^\W\d_]{4,})?)[\s.!]*",
    re.IGNORECASE,
)
"""An apology to a place: `(sorry for London!)`. With a comma, or `to`, it may correct or lead somewhere."""
_BECAUSE = re.compile(
    r"(?:or\s+else|otherwise|else)\s+(?P<who>[^\W\d_]+)\s+(?:(?:will|would)\s+)?(?:takes?|grabs?|attacks?)\s+(?:it|that|me|us)[\s.!]*",
    re.IGNORECASE,
)
"""What another power would do is why the line stands there: `-- otherwise Austria takes it`."""
_LONGEST = 120
_LONG_WORD = 5

_CONDITIONS = words(
    """
    IF UNLESS WHEN WHENEVER ONCE EITHER OR NOR NOT NO NEVER NONE ONLY BUT EXCEPT INSTEAD ELSE OTHERWISE UNTIL
    TILL AFTER BEFORE WHILE MAYBE PERHAPS PROBABLY POSSIBLY LIKELY HOPEFULLY MIGHT COULD SHOULD CAN CANNOT WOULD
    MAY DEPENDS DEPENDING PROVIDED PROVIDING ASSUMING CASE PENDING SUBJECT WITHOUT RATHER UNSURE SURE TENTATIVE
    TENTATIVELY TBC TBD WENN FALLS SOFERN ODER NICHT NIE KEIN KEINE KEINEN NUR ABER SONST VIELLEICHT BIS STATT
    ERST BEVOR NACHDEM SOBALD OHNE SAUF OU NE PAS SEULEMENT MAIS SINON PEUT PLUTÔT QUAND JAMAIS SANS LORSQUE
    TANT OPPURE NON SOLO ALTRIMENTI FORSE QUANDO INVECE MAI SENZA FINCHÉ PURCHÉ MA SÓLO SOLAMENTE PERO QUIZÁS
    QUIZÁ CUANDO SINO NUNCA SIN EXCEPTO SALVO CASO INDIEN TENZIJ NIET GEEN ALLEEN MAAR ANDERS MISSCHIEN WANNEER
    ZONDER BEHALVE NOOIT JEŚLI JEŻELI GDY LUB ALBO TYLKO ALE CHYBA MOŻE BEZ CHOCIAŻ DOPIERO NÃO SÓ MAS TALVEZ
    SEM SENÃO EXCETO OM ELLER INTE BARA MEN KANSKE NÄR ANNARS UTAN ENDAST HVIS IKKE KUN MÅSKE KANSKJE NÅR UDEN
    UTEN EĞER VEYA DEĞİL DEĞIL AMA BELKİ BELKI SADECE SI SE ALS DAN
    """
)
"""Conditions, refusals and alternatives, in the languages in which people write."""
_TAKES_BACK = words(
    """
    CANCEL CANCELLED CHANGE CHANGED CORRECTION DRAFT IGNORE SCRAP SCRATCH DELETE DROP REMOVE REPLACE REPLACES
    SKIP STRIKE WRONG ERROR MISTAKE TYPO OLD PREVIOUS EARLIER LATER NEXT FORMER BLUFF FAKE JOKE JOKING KIDDING
    TEST EXAMPLE PLAN BACKUP FALLBACK ALTERNATIVE ALTERNATIVELY OPTION OPTIONAL OPTIONALLY CHOICE PRIORITY WAIT
    WAITING HOLDING BELOW ABOVE SEE FIRST SECOND THIRD LAST THEN ALSO TOO AGAIN EACH EVERY PER BOTH TWICE THRICE
    DOUBLE HALF MORE LESS MOST LEAST ALL TOTAL TOGETHER MAX MIN MAXIMUM MINIMUM UP
    """
)
"""What takes a line back, moves it to another place of the sheet, or counts it."""
_OF_ORDERS = words(
    """
    SUPPORT SUPPORTS SUPPORTED SUPPORTING HOLD HOLDS MOVE MOVES MOVING CONVOY CONVOYS CONVOYED CONVOYING VIA
    LAND SEA COAST NORTH SOUTH EAST WEST RETREAT RETREATS DISBAND BUILD WAIVE ARMY ARMIES FLEET FLEETS GARRISON
    CONVERT BESIEGE ATTACK SAVE SAVINGS SAVED GIFT NEGATIVE AGP SILVER GOLD DUCAT DUCATS BID OFFER FREE ZERO BUY
    SELL SHARE SHARES YES
    """
)
_MORE_DOUBT = words(
    """
    BLUFFING FALSE PRETEND PRETENDING CANCELED VOID DELETED REMOVED IGNORED SKIPPED OBSOLETE UNDECIDED CONSIDERING
    THINKING POSSIBLE POSSIBILITY CONDITIONAL CONDITIONALLY PROPOSED PROPOSAL SUGGESTION SUGGESTED IDEA EXPECTED
    EXPECTING WAS INITIALLY ORIGINALLY TEMPORARY TEMPORARILY PLACEHOLDER DEFAULT WHATEVER WHICHEVER ANY ANYWHERE
    SOMEWHERE ELSEWHERE NEITHER GESTRICHEN UNGÜLTIG EVENTUELL EVTL VORLÄUFIG ANNULÉ ANNULÉE ÉVENTUELLEMENT BROUILLON
    ANULADO BORRADOR CANCELADO PROVISIONAL ANNULLATO BOZZA PROVVISORIO VERVALT VOORLOPIG EVENTUEEL CONCEPT ANULOWANE
    EWENTUALNIE RASCUNHO EVENTUELLT UTKAST STRUKEN TASLAK
    FORGET NEVERMIND NVM DISREGARD UNDO REVERSE WITHDRAW WITHDRAWN RETRACT RETRACTED PSYCH OOPS NOPE NAH VERGISS
    OUBLIE OUBLIEZ OLVIDA OLVIDE DIMENTICA ESQUECE ESQUEÇA VERGEET ZAPOMNIJ GLÖM
    BRIBE COUNTERBRIBE COUNTER REBELLION PACIFY ASSASSINATE OPERATE EXPENSE CLEAR RESIGN DRAW CONCEDE TRANSFER ACCEPT
    """
)
"""More of the same: what is no decision yet, or none any more, and words that do something."""
CHANGES_AN_ORDER = _CONDITIONS | words(
    """
    THEN CORRECTION CORRECTED MAKE STATTDESSEN ANSTATT ANDERNFALLS ANSONSTEN AUSSER AUẞER LIEU AUTREMENT MOINS POURVU
    ANZICHÉ MENO CONTRARIO MENOS VEZ LUGAR PLAATS INACZEJ ZAMIAST CONTRÁRIO ISTÄLLET IFALL UTOM ELLERS STEDET
    MEDMINDRE YOKSA YERİNE AKSİ AKSI TAKDİRDE TAKDIRDE HALDE MITS ZONIET STÄLLET DESDE SIEMPRE PATTO CONDIZIONE
    CONDITION CONDICIÓN CONDIÇÃO CONTANTO VORAUSGESETZT FÖRUTSATT FORUDSAT FORUTSATT WARUNKIEM ŞARTIYLA
    """
)
"""Words beside orders with which one of them may hang on another, or stand in its place."""
_COUNTED = frozenset(word.upper() for word in NUMBERS) - {"ONE"}
_IN_DOUBT = CHANGES_AN_ORDER | _TAKES_BACK | _OF_ORDERS | _MORE_DOUBT | _COUNTED
_LETTERS = frozenset("AFGSCH")
_SHOUTED = frozenset(("OK", "LOL", "OMG", "BTW", "GM", "PS"))
_ON_BEHALF = words("FOR FROM TO BY VIA F\u00dcR POUR PER PARA VOOR DLA")


def without_remark_behind(text: str, is_name: Callable[[str], bool], powers: frozenset[str] = frozenset()) -> str:
    """The line without a remark at its end that cannot change it; empty where there is none. `is_name`: is this word,
    in capitals, something of the board that an order could name? `powers`: theirs, which a remark may be about.
    """
    if len(text) > 2 * _LONGEST:
        return ""
    found = _BRACKETS.search(text) or _DASHED.search(text)
    if found is None:
        return ""
    said = next((each for each in found.groups() if each is not None), "")
    return text[: found.start()].rstrip() if is_idle(said, is_name, powers) else ""


def is_idle(said: str, is_name: Callable[[str], bool], powers: frozenset[str] = frozenset()) -> bool:
    """Can these words, in brackets or apart, not change what stands beside them?"""
    if len(said) > _LONGEST:
        return False
    if _only_says_why(said.strip(), powers):
        return True
    bare = _HARMLESS.sub("", said.strip()).strip()
    if _ONLY.fullmatch(bare) is None or any(map(str.isdigit, bare)):
        return False
    spoken = [each.replace("\u2019", "'") for each in _WORD.findall(bare)]
    if not spoken and bare != said.strip():
        return _ONLY.fullmatch(bare) is not None
    if not spoken or (len(spoken) == 1 and len(spoken[0]) < _LONG_WORD):
        return False
    there = {each.upper() for each in spoken} | {part.upper() for each in spoken for part in each.split("'")}
    if there & _IN_DOUBT or any("N'T" in each or is_name(each) for each in there):
        return False
    if any(each.isupper() and 1 < len(each) < _LONG_WORD and each not in _SHOUTED for each in spoken):
        return False  # it may be a place, misspelled
    # `(for Germany)` may say whose line it is.
    return not (there & powers and there & _ON_BEHALF) and not any(each in _LETTERS for each in spoken[1:])


def _only_says_why(said: str, powers: frozenset[str]) -> bool:
    """Is it an apology to a place, or what another power would do?"""
    if because := _BECAUSE.fullmatch(said):
        return because["who"].upper() in powers
    sorry = _SORRY.fullmatch(said)
    return sorry is not None and not any(word.isupper() or word.upper() in _IN_DOUBT for word in sorry["whom"].split())
