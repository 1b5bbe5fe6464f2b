"""What people put around a command or an order on its line: the bullet of a list, the stars of what was bold, `PS:`
before an afterthought, the strokes of a table; a greeting, a `please`: `Dear judge, WAIT`, `HELP OFFERS please`.

Where all in front of a command is courtesy, it is carried out; where a greeting begins the line and somebody's name
goes on, its writer is told how the line would have to stand: it may be talk.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from judge.commands.command import Command, Needs, commands
from judge.mailbox.lines.other_words import LONGEST, Rendered, in_our_words
from judge.rules.registry import find_system, systems
from judge.rules.words.attempts import words
from judge.rules.words.greetings import ASKING, COURTESY, GREETINGS, TURNS
from judge.rules.words.lines import LIST_NUMBER, beginnings

_BOLD = re.compile(r"\s*\*(\S.*[^\s*])\*\s*")  # what is copied from a mail in HTML, as plain text


@cache
def _bullet() -> re.Pattern[str]:
    """Lists as mail programs write them in plain text, or their correctors; by hand only before a number or the
    beginning of an order, since an order that was broken in two goes on with a dash too.
    """
    heads = "|".join(map(re.escape, beginnings())) or "(?!)"
    return re.compile(
        rf" {{2,}}[-*] +(?=\S)| *[-–—] +(?=[$€£]?\d|(?:{heads}) )| *[*•] +(?=(?:{heads}) )", re.IGNORECASE
    )


@cache
def _afterthought() -> re.Pattern[str]:
    """`PS:` before what begins as an order does: an amount and its type, a slot and a word, a unit by its code."""
    heads = "|".join(re.escape(word) for word in beginnings() if len(word) > 1 and word.isupper()) or "(?!)"
    return re.compile(
        rf"\s*[Pp]\.?\s?[Ss](?:[.:,-]|\s)+"
        rf"(?=\d[\d*+#. ]{{0,20}}[:!>@&]|\d{{1,2}}[.)]? [A-Za-z]+ |[AFG] [A-Z]{{3}}\b|(?:{heads}) )"
    )


_ROW = re.compile(r"\s*\|([^|]+(?:\|[^|]+){0,4})\|\s*")
_TIED = re.compile(r"[:!>@&]|\s-|-\s|\A-|[\u2010-\u2015\u2192]")
_UNIT_ALONE = re.compile(r"(?:[AF]|army|fleet)\s+\w+(?:/[A-Z]{2})?", re.IGNORECASE)


def _without_strokes(text: str) -> str:
    """The cells of a table's row with gaps between them: `| 5 | A WAR - GAL |`. In Payola a stroke stands between
    alternatives, too: a row in which a cell beside the order is no number and no unit stays as it is.
    """
    row = _ROW.fullmatch(text)
    cells = [cell.strip() for cell in row[1].split("|")] if row else [""]
    if not all(cells) or not cells[0][0].isalnum():
        return text
    orders = [cell for cell in cells if _TIED.search(cell)]
    others = [cell for cell in cells if cell not in orders]
    if len(orders) > 1 or len(cells) + len(orders) == 1:
        return text
    if orders and not all(cell.isdigit() or _UNIT_ALONE.fullmatch(cell) for cell in others):
        return text
    if orders == cells[:1] and len(others) == 1:
        cells = [*others, *orders]  # its amount behind it
    return "  ".join(cells)


@cache
def _number() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in ("FOR", *sorted(commands(), key=len, reverse=True)))
    return re.compile(rf"{LIST_NUMBER}(?=(?:{names})(?:\s|[.:,!]|\Z))")


def unnumbered(text: str) -> str:
    """The line without its number in a list before a command or a heading in capitals: `2. WAIT`, `3. END PRESS`,
    `1. FOR FRANCE`. What orders of a game do with a number is for its rules to say.
    """
    return _number().sub("", text, count=1) if text.lstrip(" \t(")[:1].isdigit() else text


def undressed(text: str) -> str:
    if "|" in text and (row := _without_strokes(text)) != text:
        return row
    if after := _afterthought().match(text):
        text = text[after.end() :]
    bullet = _bullet().match(text)
    text = text[bullet.end() :] if bullet else text
    bold = _BOLD.fullmatch(text)
    return bold[1] if bold else text


_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_GAP = re.compile(r"[\s,;:.!–—-]+")
_LEADING = re.compile(r"(of|on|for|about|to|with|from|press)\s+(?:the\s+)?(?:game\s+)?(?=\S)", re.IGNORECASE)
_CALLED = re.compile(r"\bgame\b.*\b(?:called|named) \S+\s*\Z", re.IGNORECASE)
_LEADS = GREETINGS | COURTESY | TURNS
_RUNS_ON = ASKING | words("hi hello hey hallo hola ciao bonjour judge ok okay so then now yes")
"""Behind these a command may stand without a sign between: `ok then practice payola`; but `good map`."""
_FOR_LINES_BELOW = frozenset(("GAME", "PHASE", "KEY"))
_TALKS = words(
    """i you he she it we they me us them my your our his her their is are was were am be been has have had do does did
    will would shall should could can might may must if when unless because but not that this what why how who there"""
)
"""Words of sentences: what stands behind a command in small letters has none of them."""
_GOES_ON = re.compile(r"[.!?;]\s+\w")
_MOST_BEHIND = 10
_NAMES = 3
"""Words behind a greeting, up to its comma, that may be somebody's name."""


def without_courtesy(text: str) -> Rendered | None:
    """The command that stands behind courtesies on this line, in capitals and else whole; None where none does. In
    small letters it must be all that the line says: what cannot be undone is asked about then.
    """
    if len(text) > LONGEST:
        return None
    spoken = tuple(_WORD.finditer(text))
    if not spoken or text[: spoken[0].start()].strip() or spoken[0][0].lower() not in _LEADS:
        return None
    strange = 0
    for before, word in pairwise(spoken):
        gap = text[before.end() : word.start()]
        if not _GAP.fullmatch(gap):
            return None
        behind = text[word.start() :]
        if word[0].lower() == "create" and _CALLED.search(_without_thanks(behind)):
            behind = behind.replace(word[0], "CREATE", 1)  # that can mean nothing else
        meant = _meant(behind) if behind[: len(word[0])].isupper() else None
        if meant is not None and (not strange or "," in gap):
            return meant if not strange else _told(meant)
        if meant is None and ("," in gap if strange else gap.strip() or before[0].lower() in _RUNS_ON):
            small = _meant_in_small(behind)
            if small is not None:
                return _told(small) if strange else small
        if word[0].lower() not in _LEADS:
            strange += 1
        if strange > _NAMES:
            return None
    return None


def alone_before_thanks(text: str) -> str:
    """`Help please` -> `Help`: a word alone, with courtesies behind it and no lines below; else the text as it is."""
    if len(text) > LONGEST or " " not in text.strip():
        return text
    line = _without_thanks(text)
    command = commands().get(line.upper())
    alone = command is not None and not command.ends_with and not command.takes_a_word
    return line if alone else text


def bare_rest(command: Command, rest: str) -> str:
    """What stands behind the command's name, without what people write around it: `of oslo, please.` -> `oslo`. Of what
    only shows something a question mark falls away, too: `STATUS oslo?`. As it is where it may be meant (`JOIN oslo
    WITH danke`, `HELP ?`, `CONCEDE TO ITALY`).
    """
    if command.free or command.ends_with or len(rest) > LONGEST:
        return rest
    shows = command.looks or command.changes_nothing
    kept = _without_thanks(rest.rstrip(" .!,;?") if shows else rest)
    if kept.upper().endswith((" WITH", " AS", " TO")):
        return rest
    while (led := _LEADING.match(kept)) and led[1].upper() not in command.usage.upper().split():
        kept = kept[led.end() :]
    return kept if kept or command.name != "HELP" else rest


def asks(text: str) -> bool:
    """Does a `please` stand on the line, in any language? Then something is asked for."""
    return any(word[0].lower() in ASKING for word in _WORD.finditer(text))


def _meant(text: str) -> Rendered | None:
    """The command that begins this text, without the courtesies behind it."""
    line = _without_thanks(text)
    theirs = in_our_words(line)
    if theirs is not None:
        return theirs if theirs.line else None
    name, _, rest = line.partition(" ")
    if rest and name in words_at_once():
        return Rendered(line, "")
    command = commands().get(name)
    if command is None or name == "KEY" or (command.stands_alone and rest):
        return None
    return Rendered(line, "") if _is_whole(command, rest) else None


def _meant_in_small(text: str) -> Rendered | None:
    """The same of a command in small letters, where the rest of the line can be what stands behind it."""
    line = _without_thanks(text)
    theirs = in_our_words(line)
    if theirs is not None:
        if not theirs.line:
            return None
        line = theirs.line
    name, _, rest = line.partition(" ")
    command = commands().get(line.upper()) or commands().get(name.rstrip(":,.!?").upper())
    if command is None or command.ends_with or command.name in _FOR_LINES_BELOW:
        return None
    rest = "" if line.upper() == command.name else rest.strip(" .!?")
    if (command.takes_a_word and not rest) or (command.usage == command.name and rest):
        return None
    said = [word[0].lower() for word in _WORD.finditer(rest)]
    said = said[1:] if said[:1] == ["me"] else said  # `register me as Tom Oak`
    if len(rest.split()) > _MOST_BEHIND or not _TALKS.isdisjoint(said) or _GOES_ON.search(rest):
        return None
    asks = command.is_final(rest) or (command.needs >= Needs.SEAT and not command.looks)
    return Rendered(f"{command.name} {rest}".strip(), theirs.said if theirs else "", asks=asks)


@cache
def words_at_once(system: str = "") -> frozenset[str]:
    """The words of this game's own (empty: of any game's) that take effect at once, as commands do."""
    those = (find_system(system),) if system else systems().values()
    return frozenset(word.name for each in those for word in each.words if word.at_once)


def _is_whole(command: Command, rest: str) -> bool:
    """A block takes all lines below it: it must be plain that one is meant."""
    if not (command.ends_with and command.block_if(rest)):
        return True
    if command.name == "CREATE":
        return len(rest.split()) == len(command.usage.split()) - 1 or _CALLED.search(rest) is not None
    return " TO " in f" {rest.upper()} " if command.name == "PRESS" else not rest


def _without_thanks(text: str) -> str:
    """`HELP OFFERS please.` -> `HELP OFFERS`."""
    line = text.strip()
    if line.upper() == "HELP !":
        return line  # it asks about that sign
    while True:
        line = line.rstrip(" .!,;")
        head, _, last = line.rpartition(" ")
        if not head or last.lower() not in COURTESY or last.isupper():
            return line
        line = head


def _told(meant: Rendered) -> Rendered:
    return Rendered("", f"If this is a command, write only: {meant.line}")
