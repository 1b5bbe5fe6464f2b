"""What mail programs put above the judge's letter goes out with nobody's press, in whatever language they do."""

from __future__ import annotations

from textwrap import indent

import pytest

from judge.mail.text.quotations import REPLY_MARKER, letter_begins, mailboxes, split_quotation, without_letter
from judge.mail.values import TextLine

NAMED = mailboxes("judge@host.example", "amy@example.org")
PRESS = "PRESS GREY TO ITALY\nShall we meet at 10:00 tomorrow?"
LETTER = f"{REPLY_MARKER}\n\nDear Amy, here is your sheet.\n\n5 : A LON - YOR"
JUDGE = "The Judge <judge+abcdefghijklmnopqrstuvwx@host.example>"

# From, Sent, To, Subject, and how the day is written.
ROWS = {
    "en": "From|Sent|To|Subject|Tuesday, May 5, 2026 10:00 AM",
    "af": "Van|Gestuur|Aan|Onderwerp|Dinsdag, 05 Mei 2026 10:00",
    "ar": "من|تاريخ الإرسال|إلى|الموضوع|05 مايو 2026 10:00",
    "be": "Ад|Адпраўлена|Каму|Тэма|5 мая 2026 г. 10:00",
    "bg": "От|Изпратено|До|Относно|05 май 2026 г. 10:00",
    "bn": "প্রেরক|প্রেরিত|প্রাপক|বিষয়|5 মে 2026 10:00",
    "ca": "De|Enviat el|Per a|Tema|dimarts, 5 de maig de 2026 10:00",
    "cs": "Od|Odesláno|Komu|Předmět|úterý 5. května 2026 10:00",
    "cy": "Oddi wrth|Anfonwyd|At|Pwnc|05 Mai 2026 10:00",
    "da": "Fra|Sendt|Til|Emne|5. maj 2026 10:00",
    "de": "Von|Gesendet|An|Betreff|Dienstag, 5. Mai 2026 10:00",
    "el": "Από|Στάλθηκε|Προς|Θέμα|Τρίτη, 5 Μαΐου 2026 10:00 πμ",
    "eo": "De|Sendita|Al|Temo|2026-05-05 10:00",
    "es": "De|Enviado el|Para|Asunto|martes, 5 de mayo de 2026 10:00",
    "et": "Saatja|Saadetud|Adressaat|Teema|5. mai 2026 10:00",
    "eu": "Nork|Noiz|Nori|Gaia|2026(e)ko maiatzaren 5a 10:00",
    "fa": "از|ارسال شده|به|موضوع|5 مه 2026 10:00",
    "fi": "Lähettäjä|Lähetetty|Vastaanottaja|Aihe|tiistai 5. toukokuuta 2026 10.00",
    "fr": "De|Envoyé le|À|Objet|mardi 5 mai 2026 10:00",
    "ga": "Ó|Seolta|Chuig|Ábhar|05 Bealtaine 2026 10:00",
    "gl": "De|Enviado|Para|Asunto|5 de maio de 2026 10:00",
    "he": "מאת|נשלח|אל|נושא|05 מאי 2026 10:00",
    "hi": "प्रेषक|भेजा गया|प्रति|विषय|5 मई 2026 10:00",
    "hr": "Šalje|Poslano|Prima|Predmet|5. svibnja 2026. 10:00",
    "hu": "Feladó|Elküldve|Címzett|Tárgy|2026. május 5. 10:00",
    "hy": "Ումից|Ուղարկվել է|Ում|Թեմա|5 մայիսի 2026 10:00",
    "id": "Dari|Terkirim|Kepada|Subjek|05 Mei 2026 10:00",
    "is": "Frá|Sent|Til|Efni|5. maí 2026 10:00",
    "it": "Da|Inviato|A|Oggetto|martedì 5 maggio 2026 10:00",
    "ja": "差出人|送信日時|宛先|件名|2026年5月5日 10:00",
    "ka": "გამგზავნი|გაგზავნილია|მიმღები|თემა|5 მაისი 2026 10:00",
    "kk": "Кімнен|Жіберілген|Кімге|Тақырып|5 мамыр 2026 10:00",
    "ko": "보낸 사람|보낸 날짜|받는 사람|제목|2026년 5월 5일 10:00",
    "lt": "Nuo|Išsiųsta|Kam|Tema|2026 m. gegužės 5 d. 10:00",
    "lv": "No|Nosūtīts|Kam|Temats|2026. gada 5. maijs 10:00",
    "mk": "Од|Испратено|До|Тема|5 мај 2026 10:00",
    "ms": "Daripada|Dihantar|Kepada|Perkara|05 Mei 2026 10:00",
    "nb": "Fra|Sendt|Til|Emne|tirsdag 5. mai 2026 10:00",
    "nl": "Van|Verzonden|Aan|Onderwerp|dinsdag 5 mei 2026 10:00",
    "pl": "Od|Wysłano|Do|Temat|wtorek, 5 maja 2026 10:00",
    "pt": "De|Enviada em|Para|Assunto|terça-feira, 5 de maio de 2026 10:00",
    "ro": "De la|Trimis|Către|Subiect|marți, 5 mai 2026 10:00",
    "ru": "От|Отправлено|Кому|Тема|5 мая 2026 г. 10:00",
    "sk": "Od|Odoslané|Komu|Predmet|utorok 5. mája 2026 10:00",
    "sl": "Od|Poslano|Za|Zadeva|torek, 05. maj 2026 10:00",
    "sq": "Nga|Dërguar|Për|Subjekti|5 maj 2026 10:00",
    "sr": "Пошиљалац|Послато|Прималац|Наслов|5. мај 2026. 10:00",
    "sv": "Från|Skickat|Till|Ämne|den 5 maj 2026 10:00",
    "sw": "Kutoka|Ilitumwa|Kwa|Mada|05 Mei 2026 10:00",
    "ta": "அனுப்புநர்|அனுப்பிய தேதி|பெறுநர்|பொருள்|5 மே 2026 10:00",
    "th": "จาก|ส่ง|ถึง|เรื่อง|5 พฤษภาคม 2026 10:00",
    "tl": "Mula kay|Ipinadala|Para kay|Paksa|05 Mayo 2026 10:00",
    "tr": "Kimden|Gönderildi|Kime|Konu|5 Mayıs 2026 Salı 10:00",
    "uk": "Від|Надіслано|Кому|Тема|5 травня 2026 р. 10:00",
    "ur": "منجانب|بھیجا گیا|بنام|موضوع|5 مئی 2026 10:00",
    "uz": "Kimdan|Yuborildi|Kimga|Mavzu|5 may 2026 10:00",
    "vi": "Từ|Đã gửi|Tới|Chủ đề|05 Tháng Năm 2026 10:00",
    "zh": "发件人|发送时间|收件人|主题|2026年5月5日 10:00",
    "zh-tw": "寄件者|寄件日期|收件者|主旨|2026年5月5日 上午 10:00",
}

# Above unmarked text and above `>`.
DRESS = {
    "Outlook": "________________________________\n{0}: {from_}\n{1}: {sent}\n{2}: amy@example.org\n{3}: lisbon\n",
    "without addresses": "{0}: The Judge\n{1}: {sent}\n{2}: Amy Smith\n{3}: lisbon\n",
    "spaced, French": "{0} : {from_}\n{1} : {sent}\n{2} : amy@example.org\n{3} : lisbon\n",
    "starred": "*{0}:* {from_}\n*{1}:* {sent}\n*{2}:* Amy <amy@example.org>\n*{3}:* lisbon\n",
    "in another order": "{1}: {sent}\n{0}: {from_}\n{2}: amy@example.org\n",
    "two rows": "{0}: {from_}\n{2}: amy@example.org\n",
    "folded": "{0}: The Judge\n   <judge@host.example>\n{1}: {sent}\n{2}: amy@example.org\n",
    "fenced": "-------- {3} --------\n{0}: {from_}\n{1}: {sent}\n{2}: amy@example.org\n",
}


def new(text: str) -> list[str]:
    lines = [TextLine(number, line) for number, line in enumerate(text.split("\n"), 1)]
    return [line.text for line in split_quotation(lines, NAMED)[0]]


@pytest.mark.parametrize("marked", [False, True], ids=["bare", "marked"])
@pytest.mark.parametrize("dress", DRESS)
@pytest.mark.parametrize("language", ROWS)
def test_header_rows_in_any_language_are_the_mail_programs(language: str, dress: str, *, marked: bool) -> None:
    *keys, sent = ROWS[language].split("|")
    head = DRESS[dress].format(*keys, from_=JUDGE, sent=sent)
    letter = indent(LETTER, "> ", lambda _: True) if marked else LETTER
    assert new(f"{PRESS}\n\n{head}\n{letter}") == PRESS.split("\n")


ATTRIBUTIONS = [
    f"On Tue, May 5, 2026 at 10:00 AM {JUDGE} wrote:",
    f"On 5 May 2026, at 10:00, {JUDGE} wrote:",
    "On May 5, 2026, at 10:00 AM, The Judge <judge@host.example> wrote:",
    "On Tuesday, May 5, 2026 at 10:00 AM, The Judge wrote:",
    f"On Tue, May 5, 2026 at 10:00 AM The Judge\n{JUDGE.removeprefix('The Judge ')}\nwrote:",
    "On Tue, 5 May 2026 10:00:00 +0200\nThe Judge <judge@host.example> wrote:",
    "On 2026-05-05 10:00, The Judge wrote:",
    "On 05/05/2026 10:00, The Judge wrote:",
    "On 5/5/26 10:00 AM, The Judge wrote:",
    f"At 10:00 AM 5/5/2026, {JUDGE} wrote:",
    'At 2026-05-05 10:00:00, "The Judge" <judge@host.example> wrote:',
    f"---- On Tue, 05 May 2026 10:00:00 +0200 {JUDGE} wrote ----",
    "---- On Tue, 05 May 2026 10:00:00 +0200 The Judge wrote ----",
    "------- Original Message -------\nOn Tuesday, May 5th, 2026 at 10:00, The Judge <judge@host.example> wrote:",
    f"{JUDGE} wrote:",
    f"{JUDGE} writes:",
    f"Quoting {JUDGE}:",
    f"Zitat von {JUDGE}:",
    f"Citando {JUDGE}:",
    f"{JUDGE} hat am 05.05.2026 10:00 geschrieben:",
    f"* {JUDGE} [2026-05-05 10:00]:",
    "The Judge <judge@host.example>, 05.05.2026, 10:00 yazdı:",
    "* The Judge (judge@host.example) wrote:",
    "The Judge (2026-05-05 10:00) wrote:",
    "Tue, 5 May 2026 10:00:00 +0200 - The Judge <judge@host.example>:",
    "Am 05.05.2026 um 10:00 schrieb The Judge:",
    f"Am 05.05.2026 um 10:00 schrieb {JUDGE}:",
    f"Am Di., 5. Mai 2026 um 10:00 Uhr schrieb {JUDGE}:",
    "Am Dienstag, den 5. Mai 2026 um 10:00 Uhr schrieb The Judge\n<judge@host.example",
    "Am 05.05.2026 10:00, schrieb The Judge:",
    f"{JUDGE} schrieb am Di., 5. Mai 2026, 10:00:",
    f"Le mar. 5 mai 2026 à 10:00, {JUDGE} a écrit :",
    "Le 05/05/2026 à 10:00, The Judge a écrit :",
    "Le 5 mai 2026 à 10 h 00, The Judge <judge@host.example> a écrit :",
    f"El mar, 5 may 2026 a las 10:00, {JUDGE} escribió:",
    "El 05/05/2026 a las 10:00, The Judge escribió:",
    f"Em ter., 5 de mai. de 2026 às 10:00, {JUDGE} escreveu:",
    f"{JUDGE} escreveu (terça, 5/05/2026 à(s) 10:00):",
    f"Il giorno mar 5 mag 2026 alle ore 10:00 {JUDGE} ha scritto:",
    "Il 05/05/2026 10:00, The Judge ha scritto:",
    f"Op di 5 mei 2026 om 10:00 schreef {JUDGE}:",
    "Op 05-05-2026 om 10:00 schreef The Judge:",
    f"Den tis 5 maj 2026 kl 10:00 skrev {JUDGE}:",
    f"tirs. 5. mai 2026 kl. 10:00 skrev {JUDGE}:",
    f"ti 5. toukok. 2026 klo 10.00 {JUDGE} kirjoitti:",
    "The Judge kirjoitti 5.5.2026 klo 10.00:",
    "5.5.2026 10.00, The Judge kirjoitti:",
    f"wt., 5 maj 2026 o 10:00 {JUDGE} napisał(a):",
    "W dniu 05.05.2026 o 10:00, The Judge pisze:",
    f"út 5. 5. 2026 v 10:00 odesílatel {JUDGE}\nnapsal:",
    "Dne 05. 05. 26 v 10:00 The Judge napsal(a):",
    f"ut 5. 5. 2026 o 10:00 {JUDGE} napísal(a):",
    "The Judge <judge@host.example> ezt írta (időpont: 2026. máj. 5., K, 10:00):",
    "2026.05.05. 10:00 keltezéssel, The Judge írta:",
    f"În mar., 5 mai 2026 la 10:00, {JUDGE} a scris:",
    f"вт, 5 мая 2026 г. в 10:00, {JUDGE}:",
    "05.05.2026 10:00, The Judge пишет:",
    f"вт, 5 трав. 2026 р. о 10:00 {JUDGE} пише:",
    f"На вт, 5.05.2026 г. в 10:00 {JUDGE} написа:",
    "Στις Τρί 5 Μαΐ 2026 στις 10:00 π.μ., ο/η The Judge\n<judge@host.example> έγραψε:",
    "Στις 5/5/2026 10:00, ο The Judge έγραψε:",
    "The Judge <judge@host.example>, 5 May 2026 Sal, 10:00\ntarihinde şunu yazdı:",
    "05.05.2026 10:00 tarihinde The Judge yazdı:",
    f"{JUDGE} 于2026年5月5日周二 10:00写道：",
    '在 2026-05-05 10:00:00，"The Judge" <judge@host.example> 写道：',
    "在2026年5月5日 10:00，The Judge写道：",
    f"{JUDGE} 於 2026年5月5日 週二 上午10:00寫道：",
    "2026年5月5日(火) 10:00 The Judge <judge@host.example>:",
    "The Judge さんは書きました (2026/05/05 10:00)：",
    "2026년 5월 5일 (화) 오전 10:00, The Judge <judge@host.example>님이 작성:",
    "ב-5 במאי 2026, בשעה 10:00, The Judge <judge@host.example> כתב/ה:",
    "في الثلاثاء، 5 مايو 2026 في 10:00 ص تمت كتابة ما يلي بواسطة The Judge <judge@host.example>:",
    "Vào Th 3, 5 thg 5, 2026 vào lúc 10:00 The Judge <judge@host.example> đã viết:",
    "Pada tanggal Sel, 5 Mei 2026 pukul 10.00 The Judge <judge@host.example> menulis:",
    "เมื่อ อ. 5 พ.ค. 2026 เวลา 10:00 The Judge <judge@host.example> เขียนว่า:",
    "V V tor., 5. maj 2026 ob 10:00 je oseba The Judge <judge@host.example> napisala:",
    "uto, 5. svi 2026. u 10:00 The Judge <judge@host.example> je napisao/la:",
    "El dt., 5 de maig 2026 a les 10:00, The Judge <judge@host.example> va escriure:",
    "Kuupäev T, 5. mai 2026 kell 10:00 kirjutas The Judge <judge@host.example>:",
    "2026-05-05, an, 10:00 The Judge <judge@host.example> rašė:",
    "otrd., 2026. g. 5. maijs, plkst. 10:00 — lietotājs The Judge (<judge@host.example>) rakstīja:",
    "On Tue, 5 May 2026, 10:00 The Judge, <judge@host.example> wrote:",
    '------ Original Message ------\nFrom "The Judge" <judge@host.example>\nTo amy@example.org\nDate 05.05.2026 10:00',
    "amy@example.org skrifaði:",
]
BELOW = {
    "marked": "\n> {}",
    "marked at once": "> {}",
    "its end alone": ">:\n> {}",
    "of initials": "\nTJ> {}",
    "bare": "\n{}",
}


@pytest.mark.parametrize("below", BELOW)
@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_an_attribution_in_any_language_is_the_mail_programs(attribution: str, below: str) -> None:
    mark, _, _ = BELOW[below].rpartition("\n")[2].partition("{}")
    letter = BELOW[below].format(indent(LETTER, mark, lambda _: True).removeprefix(mark))
    assert new(f"{PRESS}\n\n{attribution}\n{letter}") == PRESS.split("\n")


@pytest.mark.parametrize(
    "own",
    [
        "CREATE DIPLOMACY lund\nmovement: 72h\ndeadlines: 20:00\nzone: Europe/Berlin",
        "DEADLINE 2026-05-05 20:00",
        "INVITE bob@example.com",
        "ADDRESS amy@example.com",
        "PRESS TO ITALY: hello",
        "HOST Please write to <amy@example.com>, I was not there at 10:00.",
        "5 : A LON - YOR // not before 10:00",
        "PRESS TO ITALY:\nSee you at 10:00.",
        "Italy: yes\nFrance: no",
    ],
)
@pytest.mark.parametrize("heading", ["", "\nThe Judge <judge@host.example> wrote:\n", "\nFrom: The Judge\nTo: Amy\n"])
def test_what_its_writer_says_right_above_the_letter_stays(own: str, heading: str) -> None:
    assert new(f"{own}\n{heading}\n> {REPLY_MARKER}\n> 5 : A LON - YOR") == own.split("\n")


def test_the_letter_begins_with_what_its_mail_program_put_above_it() -> None:
    texts = ["hello", "", "> a friend's words", "De : The Judge", "Envoyé : 10:00", "", f"> {REPLY_MARKER}", "> x", "y"]
    lines = [TextLine(number, line) for number, line in enumerate(texts, 1)]
    assert letter_begins(*split_quotation(lines, NAMED), NAMED) == 4
    assert letter_begins(*split_quotation(lines[:3], NAMED), NAMED) == 0


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_an_attribution_is_not_listed_as_not_read(attribution: str) -> None:
    letter = indent(LETTER, "> ", lambda _: True)
    lines = [TextLine(number, line) for number, line in enumerate(f"{attribution}\n{letter}".split("\n"), 1)]
    names = ("judge@host.example", "The Judge")
    begins = letter_begins(*split_quotation(lines, NAMED), NAMED)
    assert not without_letter(lines, LETTER.split("\n"), names, str, begins)[0]
