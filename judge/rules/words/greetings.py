"""How a letter begins and ends, in the languages of those who write: greetings, courtesies, thanks, a name below."""

from __future__ import annotations

import re

from judge.rules.words.attempts import words

GREETINGS = words(
    """hi hello hey hiya heya howdy yo dear hallo hoi hej hei hejsan tjena hola olá ola oi ciao salve salut bonjour
    bonsoir buongiorno buonasera buenas buenos dias días tardes bom boa dia tarde noite bon good morning evening
    afternoon day guten gute tag morgen abend moin servus grüezi grüß gott liebe lieber beste geachte goedendag
    goedemorgen goedenavond cher chère querido querida caro cara kära käre kære kjære god dag dzień dobry witam cześć
    drogi szanowny dobrý den ahoj szia jó napot kedves merhaba selam sayın terve moi здравствуйте привет добрый день
    уважаемый γεια σας καλημέρα"""
)
COURTESY = words(
    """please pls plz kindly pretty thanks thank you thx ta cheers bitte danke
    por favor s'il s’il vous te plaît plait svp merci per favore
    piacere grazie gracias obrigado obrigada alstublieft alsjeblieft graag proszę dziękuję prosím kérem tack takk tak
    venligst vennligst snälla lütfen пожалуйста παρακαλώ the judge juge juez juiz giudice rechter richter domare dommer
    sędzio sędzia sudce bíró hakim судья and y und et e"""
)
"""What stands beside a greeting or a command and changes nothing, and what the judge is called."""
ASKING = words(
    """please pls plz kindly bitte plaît plait svp favore favor alstublieft alsjeblieft graag proszę prosím kérem
    venligst vennligst snälla lütfen"""
)
TURNS = words(
    """ok okay okey so then well right alright allright sure yes yep yeah yup fine great now anyway first finally also
    again there everybody everyone all folks guys mr mrs ms sir madam robot bot computer program gamemaster
    ja also gut dann nun jetzt na alors donc bien oui d'accord d’accord allora dunque bene va sì si va bueno entonces
    vale sí pues então bem sim ok dus goed dan nou dobrze więc tak så då bra jo okej tamam evet peki"""
)
"""How what is said next begins, in talk: `ok then: …`, `so, …`, `yes, …`, `hi there, …`."""
_CLOSINGS = words(
    """thanks thank thx tx tnx tnks ty ta cheers regards rgds wishes best yours sincerely faithfully cordially greetings
    bye goodbye cya love hugs xx xxx xoxo cu
    danke dankeschön gruß grüße grüßen grüssen gruessen freundlichen herzlichen gruss
    grüsse gruesse grüßle lg vg mfg bg hg tschüss tschüß ciao servus
    merci cordialement amicalement amitiés salutations bises bisous bien
    gracias saludos saludo abrazo abrazos atentamente cordialmente grazie saluti cordiali distinti
    obrigado obrigada abraço abraços atenciosamente cumprimentos bedankt dank groet groeten groetjes mvg vriendelijke
    pozdrawiam pozdrowienia dziękuję dzięki poważaniem tack tackar hälsningar hälsning mvh vänliga takk tak hilsen mvh
    vennlig venlig kiitos terveisin terveiset ystävällisin díky děkuji pozdravem köszönöm üdvözlettel üdv teşekkürler
    teşekkür saygılar saygılarımla selamlar спасибо уважением ευχαριστώ mulțumesc multumesc"""
)
"""Words with which a letter closes, among the first of their line."""
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019.-][^\W\d_]+)*\.?")
_AMONG_FIRST = 3
_LONGEST_CLOSING = 14
_LONGEST_GREETING = 6
_LONGEST_NAME = 4
_PARTS_OF_NAMES = words("van von de der den del della di da dos du la le el zu zum ten ter bin al & and und et y e i")


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def greets(text: str) -> bool:
    """`Hi judge,`, `Dear Mr. Judge`, `Good morning all!`: it begins with a greeting, and hardly goes on."""
    spoken = _words(text)
    if not spoken or len(spoken) > _LONGEST_GREETING or any(map(str.isdigit, text)) or "=" in text:
        return False
    return spoken[0].lower() in GREETINGS


def signs_off(text: str) -> bool:
    """`Thanks, Gus`, `Mit freundlichen Grüßen`, `Un saludo`: thanks or a goodbye, and nothing that has a number."""
    spoken = _words(text)
    if not spoken or len(spoken) > _LONGEST_CLOSING or any(map(str.isdigit, text)) or "=" in text:
        return False
    return any(word.lower().rstrip(".") in _CLOSINGS for word in spoken[:_AMONG_FIRST])


def is_name(text: str) -> bool:
    """`Gus`, `Gus van der Berg`, `-- J. Smith`: a few words with capitals, or one alone."""
    if any(map(str.isdigit, text)) or any(sign in text for sign in "=:@/"):
        return False
    spoken = _words(text)
    if len(spoken) == 1:
        return True
    capitals = [word for word in spoken if word.lower() not in _PARTS_OF_NAMES]
    return 0 < len(spoken) <= _LONGEST_NAME and bool(capitals) and all(word[0].isupper() for word in capitals)
