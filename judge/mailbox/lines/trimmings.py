"""What people put around a command or an order on its line: a bullet, the stars of what was bold; a greeting, a
`please`: `Dear judge, WAIT`, `HELP OFFERS please`.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from judge.commands.command import Command, Needs, commands
from judge.mailbox.lines.beginnings import words_of_games
from judge.mailbox.lines.wishes import FOR_LINES_BELOW, LONGEST, Rendered, alias_in
from judge.reading.lexer import fold, tokens_of
from judge.reading.lexicon import PLEASE, TALK, phrases_of
from judge.reading.talk import is_of, without_courtesies, words_of

_LONGEST_NUMBER = 4
_GAPS = frozenset(",;:.!-\u2013\u2014")
"""Signs that may stand between courtesies."""
_MOST_LEADS = 24
"""Words and signs among which a command stands behind courtesies."""
_LEADING = frozenset(("of", "on", "for", "about", "to", "with", "from", "press", "the", "game"))
"""Words between a command and what it is about."""
_MOST_BEHIND = 10


def undressed(text: str) -> str:
    """Return a line without the bullet that a mail program gave it, the stars of what was bold, or the strokes of a
    table's row. A dash by hand may be that of an order which was broken in two.
    """
    line = text.strip()
    if line.startswith("|") and line.endswith("|"):
        cells = [cell.strip() for cell in line[1:-1].split("|")]
        tied = [cell for cell in cells if "-" in cell or ":" in cell]
        # In Payola a stroke stands between alternatives, too.
        return "  ".join(cells) if cells[0][:1].isalnum() and not tied[1:] else text
    item = line[2:].lstrip() if text.startswith("  ") and line[:2] in ("- ", "* ") else text
    bold = item.strip()
    is_bold = bold.startswith("*") and bold.endswith("*") and bold[1:2].strip(" *")
    return bold.strip("*") if is_bold else item


def unnumbered(text: str) -> str:
    """Return the line without its number in a list before a command or a heading in capitals: `2. WAIT`,
    `3. END PRESS`, `1. FOR FRANCE`. What orders of a game do with a number is for its rules to say.
    """
    number, _, rest = text.strip().partition(" ")
    if len(number) > _LONGEST_NUMBER or not (number.endswith((".", ")")) and number.strip("(.)").isdigit()):
        return text
    said = [word.rstrip(".:,!") for word in rest.split()[:2]]
    is_command = said[:1] == ["FOR"] or not commands().keys().isdisjoint((*said[:1], " ".join(said)))
    return rest.lstrip() if is_command else text


@cache
def _words(*kinds: str) -> frozenset[str]:
    """Return the words of these kinds in the phrase book: OPENER, RUNS_ON, of SENTENCES."""
    return frozenset(fold(phrase) for kind, _, _, phrase in phrases_of("wishes") if kind in kinds)


@cache
def _leads() -> frozenset[str]:
    """Return the words that may stand before a command: of talk, and those with which talk goes on (`ok then`)."""
    return words_of(*TALK, "AND") | _words("OPENER")


def without_courtesy(text: str) -> Rendered | None:
    """The command that stands behind courtesies on this line, in capitals; None where none does."""
    tokens = tokens_of(text)[:_MOST_LEADS] if len(text) <= LONGEST and text[:1].isalpha() else ()
    for before, token in pairwise(tokens):
        if not (before.word in _leads() if before.shape == "word" else before.text in _GAPS):
            return None
        in_capitals = token.text.isupper()
        if token.shape != "word" or not (in_capitals or before.shape != "word" or _runs_on(before.text)):
            continue
        behind = _without_thanks(text[token.start :])
        meant = alias_in(behind) or _in_capitals(behind) if in_capitals else _in_small(behind)
        if meant is not None and meant.line:
            return meant
    return None


def _runs_on(word: str) -> bool:
    """Tell whether a command may stand behind a word without a sign between: `ok then practice`; but `good map`."""
    return fold(word) in _words("RUNS_ON") or is_of(word, PLEASE)


def bare_rest(command: Command, rest: str) -> str:
    """What stands behind the command's name, without what people write around it: `of oslo, please.` -> `oslo`. Of what
    only shows something a question mark falls away, too: `STATUS oslo?`. As it is where it may be meant (`JOIN oslo
    WITH danke`, `HELP ?`, `CONCEDE TO ITALY`).
    """
    if command.free or command.ends_with or len(rest) > LONGEST:
        return rest
    if not command.takes_a_word and any(map(str.isalpha, rest)) and _without_thanks(f"x {rest}") == "x":
        return ""
    shows = command.looks or command.changes_nothing
    kept = _without_thanks(rest.rstrip(" .!,;?") if shows else rest)
    if kept.upper().endswith((" WITH", " AS", " TO")):
        return rest
    usage = command.usage.upper().split()
    while (led := kept.partition(" "))[2] and led[0].lower() in _LEADING and led[0].upper() not in usage:
        kept = led[2].lstrip()
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
    tokens = tokens_of(rest.removeprefix("me "))  # `register me as Tom Oak`
    goes_on = any(sign.text in ".!?;" and after.spaced for sign, after in pairwise(tokens))
    if len(rest.split()) > _MOST_BEHIND or goes_on or any(each.word in _words("SENTENCE") for each in tokens):
        return None
    asks = command.is_final(rest) or (command.needs >= Needs.SEAT and not command.looks)
    return Rendered(f"{command.name} {rest}".strip(), alias.said if alias is not None else "", asks=asks)


def _without_thanks(text: str) -> str:
    """`HELP OFFERS please.` -> `HELP OFFERS`."""
    line = text.strip()
    return line if line.upper() == "HELP !" else without_courtesies(line).rstrip(" .!,;")  # it asks about that sign
