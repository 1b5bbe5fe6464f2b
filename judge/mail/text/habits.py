"""How mail programs mark what they quote, pass on and sign, in the languages of their users: tables for quotations."""

from __future__ import annotations

import re


def _either(phrases: str) -> str:
    """Phrases, parted by bars and lines, as the alternatives of an expression; blanks in them match any."""
    return "|".join(
        phrase.strip().replace(" ", r"\s+") for phrase in phrases.replace("\n", "|").split("|") if phrase.strip()
    )


# Keys of the rows that stand above a letter quoted or passed on.
_KEYS = {
    "from": """from|de|von|da|van|fra|från|od|от|lähettäjä|kimden|gönderen|expéditeur|remitente|mittente|afzender
        remetente|avsändare|nadawca|отправитель|feladó|odesílatel
        expeditor|από|від|מאת|من|发件人|寄件者|差出人|보낸 사람|보낸사람""",
    "date": """sent|date|gesendet|datum|envoyé|fecha|data|inviato|verzonden|sendt|skickat|dato|wysłano|wysłane
        отправлено|дата|lähetetty|päivämäärä|päiväys|tarih|gönderildi|elküldve|odesláno|enviado|enviada|enviado el
        enviada em|enviado em|data invio
        trimis|ημερομηνία|надіслано|נשלח|תאריך|تاريخ الإرسال|تم الإرسال|التاريخ
        发送时间|日期|寄件日期|送信日時|日付|보낸 날짜|보낸날짜|날짜""",
    "to": """to|an|à|para|a|aan|til|till|do|кому|vastaanottaja|kime|címzett|komu|cc|kopie|copie|bcc|reply-to|reply to
        antwort an|répondre à|către|προς|אל|עותק|إلى|نسخة|收件人|宛先|抄送|받는 사람|받는사람""",
    "subject": """subject|betreff|objet|asunto|assunto|oggetto|onderwerp|emne|ämne|temat|тема|aihe|konu|tárgy|předmět
        sujet|subiect|θέμα|נושא|الموضوع|主题|主旨|件名|제목""",
}
HEADER_KEYS = {
    word.strip(): meaning for meaning, words in _KEYS.items() for word in words.replace("\n", "|").split("|")
}
HEADER_ROW = re.compile(r"[\s*_]{0,8}([^\W\d_][^:：*\n]{0,20}?)\s?[*_]{0,2}[:：]")
# Mails' dates always have one, the dates that press invents hardly ever.
TIME_OF_DAY = re.compile(r"\d{1,2}[:.h時时]\s?\d{2}")

_FENCED = _either(
    """original message|ursprüngliche nachricht|original-nachricht|originalnachricht|original appointment
    message d['’]origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht
    originalmeddelande|ursprungligt meddelande|opprinnelig melding|oprindelig meddelelse|alkuperäinen viesti
    wiadomość oryginalna|oryginalna wiadomość|исходное сообщение|orijinal mesaj|orjinal mesaj|eredeti üzenet
    původní zpráva
    原始邮件|邮件原件|原始郵件|元のメッセージ|원본 메시지
    forwarded message|forwarded message from .{1,200}|weitergeleitete nachricht|message transféré|message transmis
    mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht|vidarebefordrat meddelande
    videresendt melding|videresendt meddelelse|välitetty viesti|wiadomość przekazana dalej|пересылаемое сообщение
    iletilmiş mesaj|转发的消息|轉寄郵件|転送されたメッセージ"""
)
_UNFENCED = _either(
    """begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié
    début du message transféré
    inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht|início da mensagem encaminhada
    początek przekazywanej wiadomości|vidarebefordrat brev|начало переадресованного сообщения"""
)
SEPARATOR = re.compile(
    rf"\*{{0,2}}[-–—_]{{2,20}}\s?(?:{_FENCED})\s?:?[-–—_]{{2,20}}\*{{0,2}}|(?:{_UNFENCED})\s?:", re.IGNORECASE
)
# BlackBerry writes it without a fence.
UNFENCED = re.compile(_FENCED, re.IGNORECASE)
SEPARATOR_ENDS = "-–—_*:"
CLOSING = re.compile(r"[-–—]{2,20}\s?end (?:of )?(?:forwarded|original) message\s?[-–—]{2,20}", re.IGNORECASE)

# An attribution names a day or an address; "On second thoughts, Munich wrote:" does not.
DATED = re.compile(r"\d|@")
_ATTRIBUTIONS = _either(
    r"""on .*\b(wrote\|writes)
    am .*\bschrieb.*
    le .*\ba écrit
    el .*\bescribi[óo]
    em .*\bescreveu
    (il\|in data\|lo) .*\bha scritto
    op .*\b(schreef.*\|geschreven)
    (den\|på) .*\bskrev.*
    (w dniu\|dnia) .*(napisał\|napisała\|pisze)
    \w.*\b(пишет\|написала?\|написал\(а\)\|napisał\(a\))
    .*\bkirjoitti
    .*\btarihinde.*\byazdı
    (dne\|v) .*\bnapsal.*
    .*\bodesílatel .*\bnapsala?
    .*\bezt írta.*
    în .*\ba scris
    .*\bέγραψε
    .*\d.*(写道\|寫道\|编写\|来信\|のメール\|님이 작성)
    .*\d{1,2}[:.h]\d{2}.*<[^<>]{3,120}>.{0,60}
    .*<[^<>]{3,120}>.*\d{1,2}[:.h]\d{2}.{0,20}""".replace(r"\|", "\0")
).replace("\0", "|")
ATTRIBUTION = re.compile(rf"(?:{_ATTRIBUTIONS})\s?[:：]", re.IGNORECASE)
# Without an opening word: `Judge <judge@host> wrote:`, `Judge schrieb am 05.05.2026 um 10:12:`.
BARE_ATTRIBUTION = re.compile(
    r"\b(?:wrote|writes|a écrit|schrieb|escribió|escreveu|ha scritto|schreef|skrev|napisała?|пишет|пише|написала?"
    r"|yazdı)\b"
    r"[^:：]{0,80}(?::\d\d[^:：]{0,20})?\s?[:：]$",
    re.IGNORECASE,
)

_DEVICES = _either(
    r"""sent from my
    sent from (a\|the\|yahoo\|proton\|outlook\|aol\|mail\|samsung\|gmail\|iphone\|ipad\|android\|mobile)\b
    sent (via\|with\|using) \[?(my\|the\|a\|yahoo\|proton\|outlook\|mail\|samsung\|gmail\|fairemail\|k-9\|spark)\b
    get (outlook\|bluemail) for|.{1,40}<https?://aka\.ms/.{1,80}
    von meine[mr]\b.{0,60}gesendet|diese nachricht wurde von mein.{0,80}gesendet|von (outlook\|yahoo) .{0,30}
    gesendet (von\|mit\|über) (mein\|der\|yahoo\|outlook\|proton\|mail\|iphone\|ipad).{0,40}|hol.{0,20} outlook für
    envoyé (de\|depuis\|avec) |envoyé à partir d|télécharge[rz] outlook
    enviado (desde\|do\|com\|via) |enviado a partir d|obtener outlook|obter o outlook
    inviato (da\|con) |scarica outlook|ottieni outlook
    verstuurd (vanaf\|met) |verzonden (vanaf\|met) |outlook voor
    skickat från |skickades från |hämta outlook|sendt fra |hent outlook
    lähetetty .{0,20}(iphone\|puhelime\|androidi)|wysłan[eo] z |pobierz outlook
    virus-free\b|<#dab4fad8-.{0,60}>|<?https?://www\.avast\.com\b|.{0,60}checked for viruses by
    отправлено (с\|из) |скачать outlook|iphone['’]?umdan gönderildi
    .{0,20}から送信|发自我的|发自|從我的|.{0,20}에서 보냄""".replace(r"\|", "\0")
).replace("\0", "|")
DEVICE_LINE = re.compile(rf"\W{{0,3}}(?:{_DEVICES})", re.IGNORECASE)

# What mail systems put on top of the mails that pass them: how it begins, and what it is about.
_BANNERS = _either(
    r"""outside (of )?(the\|your\|our\|this) |external (e-?mail\|sender\|message\|source)|often get e-?mail from
    externe[nrs]? (absender\|e-?mail\|quelle\|nachricht)|außerhalb (der\|ihrer\|unserer\|des)
    (oft\|häufig) e-?mails von
    (expéditeur\|message\|courriel) externe|l['’]extérieur de|pas souvent (d['’]e-?mails?\|de courriers?)
    (remitente\|correo) externo|fuera de (la\|su\|nuestra) |no suele recibir
    mittente esterno|l['’]esterno del|remetente externo|fora da |extern(e afzender\| avsändare)|buiten (de\|uw\|onze)
    utanför""".replace(r"\|", "\0")
).replace("\0", "|")
BANNER = re.compile(
    rf"""\W{{0,3}}(?:\[?external\]?|(?:caution|warning|attention|notice|alert|external|extern|achtung|vorsicht|hinweis
    |atención|advertencia|precaución|attenzione|atenção|let\ op|waarschuwing|varning|obs|this\ (?:e-?mail|message)|you
    |some\ people|diese\ |sie\ |ce\ |vous\ |este\ |no\ suele|questo\ |questa\ |esta\ |dit\ |deze\ |detta\ )
    .{{0,200}}(?:{_BANNERS}).*)""",
    re.IGNORECASE | re.VERBOSE,
)
BANNER_ADVICE = re.compile(
    r"\D{0,80}\b(?:click|klick\w*|links?|attachments?|anhänge|cliquez|liens|pièces jointes|enlaces|adjuntos)\b[^\d:]*",
    re.IGNORECASE,
)
