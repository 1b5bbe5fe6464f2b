"""What people put around a command or an order on its line: the bullet of a list, the stars of what was bold, the
strokes of a table; a greeting, a `please`: `Dear judge, WAIT`, `HELP OFFERS please`.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from judge.commands.command import Command, Needs, commands
from judge.mailbox.lines.beginnings import LIST_NUMBER, beginnings, words_of_games
from judge.mailbox.lines.wishes import FOR_LINES_BELOW, LONGEST, Rendered, alias_in
from judge.reading.lexer import fold
from judge.reading.lexicon import PLEASE, TALK, phrases_of
from judge.reading.talk import is_of, without_courtesies, words_of

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
    bullet = _bullet().match(text)
    text = text[bullet.end() :] if bullet else text
    bold = _BOLD.fullmatch(text)
    return bold[1] if bold else text


_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_GAP = re.compile(r"[\s,;:.!–—-]+")
_LEADING = re.compile(r"(?:of|on|for|about|to|with|from|press)\s+(?:the\s+)?(?:game\s+)?(?=\S)", re.IGNORECASE)
_MOST_BEHIND = 10


@cache
def _words(*kinds: str) -> frozenset[str]:
    """Return the words of these kinds in the phrase book: OPENER, RUNS_ON, of SENTENCES."""
    return frozenset(fold(phrase) for kind, _, _, phrase in phrases_of("wishes") if kind in kinds)


@cache
def _leads() -> frozenset[str]:
    """Return the words that may stand before a command: of talk, and those with which talk goes on (`ok then`)."""
    return words_of(*TALK, "AND") | _words("OPENER")


_MOST_LEADS = 12
"""Words among which a command stands behind courtesies."""
_GOES_ON = re.compile(r"[.!?;]\s+\w")


def without_courtesy(text: str) -> Rendered | None:
    """The command that stands behind courtesies on this line, in capitals and else whole; None where none does. In
    small letters it must be all that the line says: what cannot be undone is asked about then.
    """
    spoken = tuple(_WORD.finditer(text)) if len(text) <= LONGEST else ()
    if not spoken or text[: spoken[0].start()].strip():
        return None
    for before, word in pairwise(spoken[:_MOST_LEADS]):
        gap = text[before.end() : word.start()]
        if fold(before[0]) not in _leads() or not _GAP.fullmatch(gap):
            return None
        behind = _without_thanks(text[word.start() :])
        if word[0].isupper():
            meant = alias_in(behind) or _in_capitals(behind)
        else:
            meant = _in_small(behind) if gap.strip() or _runs_on(before[0]) else None
        if meant is not None and meant.line:
            return meant
    return None


def _runs_on(word: str) -> bool:
    """Tell whether a command may stand behind a word without a sign between: `ok then practice`; but `good map`."""
    return fold(word) in _words("RUNS_ON") or is_of(word, PLEASE)


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
    while (led := _LEADING.match(kept)) and led[0].split()[0].upper() not in command.usage.upper().split():
        kept = kept[led.end() :]
    return kept if kept or command.name != "HELP" else rest


def _in_capitals(line: str) -> Rendered | None:
    """The line, if a command or a word of a game begins it. A block takes all lines below it: it must be plain that one
    is meant.
    """
    name, _, rest = line.partition(" ")
    command = commands().get(name)
    if rest and name in words_of_games(at_once=True):
        return Rendered(line, "")
    if command is None or name == "KEY" or (command.stands_alone and rest):
        return None
    if command.ends_with and command.block_if(rest):
        named = {"CREATE": len(rest.split()) == len(command.usage.split()) - 1, "PRESS": " TO " in f" {rest.upper()} "}
        return Rendered(line, "") if named.get(name, not rest) else None
    return Rendered(line, "")


def _in_small(line: str) -> Rendered | None:
    """The same of a command in small letters, where the rest of the line can be what stands behind it."""
    alias = alias_in(line)
    line = alias.line if alias is not None else line
    name, _, rest = line.partition(" ")
    command = commands().get(line.upper()) or commands().get(name.rstrip(":,.!?").upper())
    if command is None or command.ends_with or command.name in FOR_LINES_BELOW:
        return None
    rest = "" if line.upper() == command.name else rest.strip(" .!?")
    if (command.takes_a_word and not rest) or (command.usage == command.name and rest):
        return None
    said = [word[0].lower() for word in _WORD.finditer(rest.removeprefix("me "))]  # `register me as Tom Oak`
    if len(rest.split()) > _MOST_BEHIND or not _words("SENTENCE").isdisjoint(said) or _GOES_ON.search(rest):
        return None
    asks = command.is_final(rest) or (command.needs >= Needs.SEAT and not command.looks)
    return Rendered(f"{command.name} {rest}".strip(), alias.said if alias is not None else "", asks=asks)


def _without_thanks(text: str) -> str:
    """`HELP OFFERS please.` -> `HELP OFFERS`."""
    line = text.strip()
    if line.upper() == "HELP !":
        return line  # it asks about that sign
    return without_courtesies(line.rstrip(" .!,;"))
