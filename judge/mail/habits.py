"""How mail programs mark what they quote, in the languages that their users read: tables for the reader of quotations."""

from __future__ import annotations

import re

# Key of a header row, as programs print them above a letter that they quote or pass on, to what it means.
_KEYS = {
    "from": "from de von da van fra från od от lähettäjä kimden gönderen 发件人 寄件者 差出人 보낸사람 feladó odesílatel expéditeur remitente mittente afzender remetente avsändare nadawca"
    " отправитель",
    "date": "sent date gesendet datum envoyé fecha data inviato verzonden sendt skickat dato wysłano wysłane отправлено дата lähetetty päivämäärä päiväys tarih gönderildi"
    " 发送时间 日期 寄件日期 送信日時 日付 보낸날짜 날짜 elküldve odesláno enviado enviada",
    "to": "to an à para a aan til till do кому vastaanottaja kime 收件人 宛先 받는사람 címzett komu cc kopie bcc reply-to antwort antworten 抄送",
    "subject": "subject betreff objet asunto assunto oggetto onderwerp emne ämne temat тема aihe konu 主题 主旨 件名 제목 tárgy předmět sujet",
}
HEADER_KEYS = {word: meaning for meaning, words in _KEYS.items() for word in words.split(" ")} | {
    "enviado el": "date",
    "enviada em": "date",
    "enviado em": "date",
    "data invio": "date",
    "reply to": "to",
    "antwort an": "to",
    "répondre à": "to",
    "보낸 사람": "from",
    "보낸 날짜": "date",
    "받는 사람": "to",
}
HEADER_ROW = re.compile(r"[\s*_]{0,8}([^\W\d_][^:：*\n]{0,20}?)\s?[*_]{0,2}[:：]")
# In mails' dates always, in the dates that press invents hardly ever.
TIME_OF_DAY = re.compile(r"\d{1,2}[:.h時时]\s?\d{2}")

_PASSED_ON = (
    "original message|original-nachricht|ursprüngliche nachricht|originalnachricht|original appointment|message d'origine|message d’origine|message original"
    "|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|originalmeddelande|ursprungligt meddelande|opprinnelig melding|oprindelig meddelelse"
    "|alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|исходное сообщение|пересылаемое сообщение|orijinal mesaj|orjinal mesaj|原始邮件|邮件原件|原始郵件|元のメッセージ|원본 메시지|eredeti üzenet"
    "|původní zpráva"
    "|forwarded message(?: from .{1,200})?|weitergeleitete nachricht|message transféré|message transmis|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht"
    "|vidarebefordrat meddelande|videresendt melding|videresendt meddelelse|välitetty viesti|wiadomość przekazana dalej|пересылаемое сообщение|iletilmiş mesaj|转发的消息|轉寄郵件|転送されたメッセージ"
)
_APPLE_FORWARD = (
    "begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié|début du message transféré|inicio del mensaje reenviado|inizio messaggio inoltrato"
    "|begin doorgestuurd bericht|início da mensagem encaminhada|początek przekazywanej wiadomości|vidarebefordrat brev|начало переадресованного сообщения"
)
SEPARATOR = re.compile(
    rf"\*{{0,2}}[-–—_]{{2,20}}\s?(?:{_PASSED_ON})\s?:?[-–—_]{{2,20}}\*{{0,2}}|(?:{_APPLE_FORWARD})\s?:", re.IGNORECASE
)
CLOSING = re.compile(r"[-–—]{2,20}\s?end (?:of )?(?:forwarded|original) message\s?[-–—]{2,20}", re.IGNORECASE)

# An attribution names a day or an address; "On second thoughts, Munich wrote:" does not.
DATED = re.compile(r"\d|@")
_ATTRIBUTIONS = (
    r"on .*\b(?:wrote|writes|schrieb)",
    r"am .*\bschrieb.*",
    r"le .*\ba écrit",
    r"el .*\b(?:escribió|escribio).*",
    r"em .*\bescreveu.*",
    r"(?:il|in data|lo) .*\bha scritto",
    r"op .*\bschreef.*",
    r"(?:den|på|on) .*\b(?:skrev|skrifaði).*",
    r"(?:w dniu|dnia) .*(?:napisał|pisze).*",
    r"\D.*\b(?:пишет|написала?|написал\(а\))",
    r".*\b(?:kirjoitti).*",
    r".*\btarihinde.*\byazdı",
    r"(?:dne|v) .*\bnapsal.*",
    r".*\b(?:ezt írta|írta).*",
    r"în .*\ba scris",
    r"在?.*\d.*(?:写道|寫道|编写|来信)",
    r".*\d.*(?:のメール|作成|님이 작성|wrote)",
    # Japanese, Chinese and Korean Gmail and Apple Mail: a date and a name with its address.
    r"\d{4}[年/.-].{0,60}\d{1,2}:\d{2}.{0,100}<[^<>]{3,120}>",
)
ATTRIBUTION = re.compile(rf"(?:{'|'.join(_ATTRIBUTIONS)})\s?[:：]", re.IGNORECASE)
# Without an opening word: `Judge <judge@host> wrote:`, `Judge schrieb am 05.05.2026 um 10:12:`.
BARE_ATTRIBUTION = re.compile(
    r"\b(?:wrote|writes|a écrit|schrieb|escribió|escreveu|ha scritto|schreef|skrev|napisał|napisała|пишет|написал|kirjoitti|yazdı)\b[^:：]{0,80}(?::\d\d[^:：]{0,20})?\s?[:：]$",
    re.IGNORECASE,
)

DEVICE_LINE = re.compile(
    r"\W{0,3}(?:sent (?:from|via|with|using) (?:my|the|a|yahoo|proton|outlook|mail|samsung|gmail|iphone|ipad|android|mobile|fairemail|k-9|bluemail|spark|mailbird|hey|fastmail)\b"
    r"|get (?:outlook|bluemail) for|sent from (?:yahoo|aol|outlook)"
    r"|von meinem .{0,60}gesendet|diese nachricht wurde von mein.{0,80}gesendet|gesendet (?:von|mit|über) (?:mein|der|yahoo|outlook|proton|mail|iphone|ipad)|von (?:outlook|meinem iphone|yahoo)|hol(?:en sie sich)? .{0,10}outlook für"
    r"|envoyé (?:de|depuis|à partir d)|envoyé avec|télécharge[rz] outlook"
    r"|enviado (?:desde|do|com|a partir d|via)|obtener outlook|obter o outlook|get outlook"
    r"|inviato (?:da|con)|scarica outlook|ottieni outlook"
    r"|verstuurd (?:vanaf|met)|verzonden (?:vanaf|met)|outlook voor|download outlook"
    r"|skickat från|skickades från|sendt fra|hent outlook|hämta outlook|lähetetty .{0,20}(?:iphone|puhelime|androidi)|wysłane? z\b|pobierz (?:aplikację )?outlook"
    r"|отправлено (?:с|из)\b|скачать outlook|iphone.?(?:から送信|'umdan gönderildi|’umdan gönderildi)|.{0,20}から送信|发自我的|发自|從我的|나의 iphone에서 보냄|.{0,20}에서 보냄)",
    re.IGNORECASE,
)
