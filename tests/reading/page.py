"""The words of each language as a page: `python -m tests.reading.page > docs/languages.md`."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from judge.reading.lexicon import WORDS, phrases_of

LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "it": "Italian",
    "es": "Spanish",
    "pt": "Portuguese",
    "nl": "Dutch",
    "pl": "Polish",
    "sv": "Swedish",
    "tr": "Turkish",
}
FIRST, LAST = "orders", "talk"
GAMES = tuple(sorted({file.stem for file in WORDS.glob("*.toml")} - {FIRST, LAST}))
FILES = (FIRST, *GAMES, LAST)
"""The files of words, in the order of the page."""
ELSEWHERE = "other"
"""Stands for all other languages: their courtesies alone."""

_HEAD = """\
# Languages

You may write orders and offers in ten languages, and mix them. Accents and capitals count for nothing. The judge also
knows what places and powers are called in these languages. The words of commands, such as `REGISTER` and `SHOW`, are
English ([all commands](commands.md)).

{languages}.

The sentences are examples: the judge reads each as the code beside it. Below them stand the words, by what they mean.

- `FILLER` may stand anywhere within an order, and `ARTICLE` beside one too.
- `HARMLESS` may stand beside an order. Any other word that the judge does not know is reported.
- `DOUBT` holds an order back: the judge files nothing of that line, and asks you what you mean. A condition below
  orders holds back those that it names.
- `SECOND_THOUGHT` at the beginning of a line that orders nothing takes back what it speaks of, `RETRACTION` all, and
  `REVISION` the line that it speaks of: the judge asks.
- Sentences may stand for [commands](commands.md), too: `DRAW?` waits for a code, `tells RESIGN` does nothing and tells
  how to resign, and `talk` is talk.
- `COAST.NC` is a north coast, and `COAST.SC`, `COAST.EC` and `COAST.WC` are the others.

## Add a language or a word

The words are data: nobody needs to program to add one. A language is one line in each of their tables, and its
sentences are tests. [Working on the judge](../CONTRIBUTING.md) says where they stand.
"""


@cache
def examples_of(file: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return the examples of one file: language -> (sentence, what it means, in canonical words)."""
    found = tomllib.loads((WORDS / f"{file}.toml").read_text(encoding="utf-8")).get("examples", {})
    return {language: [(said, meant) for said, meant in pairs] for language, pairs in found.items()}


def page() -> str:
    """Return the page as Markdown."""
    parts = [_HEAD.format(languages=", ".join(f"[{each}](#{each.lower()})" for each in LANGUAGES.values())).rstrip()]
    for language, name in LANGUAGES.items():
        parts += [f"\n## {name}\n", *_examples(language)]
        for file in FILES:
            parts += [f"\n### {file.title().replace('_', ' ')} in {name}\n", *_words(file, language)]
    parts += ["\n## Courtesies of other languages\n", *_words(LAST, ELSEWHERE)]
    return "\n".join(parts) + "\n"


def _examples(language: str) -> Iterator[str]:
    yield from ("| You write | The judge reads |", "| --- | --- |")
    for file in FILES:
        yield from (f"| {said} | `{meant}` |" for said, meant in examples_of(file).get(language, ()))


def _words(file: str, language: str) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for kind, value, spoken, phrase in phrases_of(file):
        if spoken == language:
            row = f"{kind}.{value}" if value and not value.isdigit() else kind
            found.setdefault(row, []).append(f"{phrase} ({value})" if value.isdigit() else phrase)
    yield from (f"- `{kind}`: {', '.join(phrases)}" for kind, phrases in found.items())


if __name__ == "__main__":
    sys.stdout.write(page())
