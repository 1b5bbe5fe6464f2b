"""How the judge's words read: `python -m bench.readability [-v] [PART ...]`; `make readability` brings what it needs.

Each part is a list of paragraphs: a doc's, the manual's, the letters' and pages', what the code says to people. From
each the examples, codes and fields are taken out; what is left is measured. `-v` prints every sentence of more than 20
words, by its part. *Ease* is Flesch's reading ease (60 and more is plain English), *grade* the Flesch-Kincaid grade in
years of school; *he* counts he, his, him and she, where a person is meant or not.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from markdown_it import MarkdownIt
from rich.console import Console
from rich.table import Table

from judge.commands.command import commands
from judge.rules.registry import systems

HOME = Path(__file__).resolve().parent.parent
MOST_WORDS = 20
FEWEST_WORDS = 4  # what is shorter is a heading, a field or a label
CODE = "CODE"  # stands for an example within a sentence
_GENDERED = re.compile(r"\b(he|his|him|himself|she|her|hers|herself)\b", re.IGNORECASE)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])[)\"”']*\s+(?=[A-Z*\"“(])")
_SIGNS = re.compile(r"[^\w\s'.,;:!?()-]")


def parts() -> dict[str, list[str]]:
    """Paragraphs by the part of the project that they stand in, in the order in which a newcomer meets them."""
    found = {file.name: paragraphs(file.read_text()) for file in sorted(HOME.glob("*.md"))}
    for file in sorted((HOME / "docs").rglob("*.md")):
        if file.name != "commands.md":
            found[str(file.relative_to(HOME))] = paragraphs(file.read_text())
    found["HELP: commands and words"] = _manual()
    found["HELP: topics"] = [
        each
        for file in sorted((HOME / "docs" / "games" / "topics").glob("*.toml"))
        for topic in tomllib.loads(file.read_text()).get("topic", ())
        for each in paragraphs(topic["text"])
    ]
    pages = [*(HOME / "templates").rglob("*.html.j2")]
    letters = [file for file in (HOME / "templates").rglob("*.j2") if file not in pages]
    found["templates: letters"] = [line for text in _templates(letters) for line in text.split("\n")]
    found["templates: pages"] = list(_templates(pages))
    said = list(_texts_in_code())
    found["judge/: what it says"] = [text for text, is_docstring in said if not is_docstring]
    found["judge/: docstrings"] = [text for text, is_docstring in said if is_docstring]
    return found


def paragraphs(markdown: str) -> list[str]:
    """The running text of a page: paragraphs, items and cells; without headings and examples, code as one word."""
    found, in_heading = [], False
    for token in MarkdownIt().enable("table").parse(markdown):
        if token.type in ("heading_open", "heading_close"):
            in_heading = token.type == "heading_open"
        elif token.type == "inline" and not in_heading:
            words = (CODE if each.type == "code_inline" else each.content or " " for each in token.children or ())
            found.append("".join(words))
    return found


def sentences(texts: list[str]) -> list[str]:
    """Those of at least four words, each without the signs that no reader speaks."""
    found = (
        " ".join(_SIGNS.sub(" ", each).split())
        for text in texts
        for each in _SENTENCE_ENDS.split(" ".join(text.split()))
    )
    return [each for each in found if len(each.split()) >= FEWEST_WORDS]


def _manual() -> list[str]:
    """What HELP and docs/commands.md say of each word."""
    own = {command.name: command.summary for command in commands().values()}
    return [*own.values(), *dict.fromkeys(word.help for system in systems().values() for word in system.words)]


def _templates(files: Iterable[Path]) -> Iterator[str]:
    """The running text of templates: a field is one word, what steers and what marks up is none."""
    for file in sorted(files):
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}|<(style|script)\b.*?</\1>", "\n", file.read_text(), flags=re.DOTALL)
        text = re.sub(r"</?(?:p|li|td|th|tr|h\d|div|dt|dd|option|label|figcaption|summary|title)\b[^>]*>", "\n\n", text)
        text = re.sub(r"\{\{.*?\}\}", CODE, re.sub(r"<[^>]*>", "", text), flags=re.DOTALL)
        yield from (each for each in re.split(r"\n\s*\n", text) if each.strip())


def _texts_in_code() -> Iterator[tuple[str, bool]]:
    """Every text of the package that reads as a sentence, and whether it is a docstring."""
    for file in sorted((HOME / "judge").rglob("*.py")):
        tree = ast.parse(file.read_text())
        docstrings = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        inner = {id(each) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for each in node.values}
        for node in ast.walk(tree):
            text = _text_of(node) if id(node) not in inner else ""
            if id(node) in docstrings or re.match(r"\S+ \S+ \S+ .*[.?!:]$", text):
                yield text, id(node) in docstrings


def _text_of(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(each.value) if isinstance(each, ast.Constant) else CODE for each in node.values)
    return ""


def _row(texts: list[str]) -> tuple[int, int, float, int, float, float, int]:
    """Sentences, words, words a sentence, sentences that are too long, ease, grade, pronouns of one gender."""
    import textstat  # noqa: PLC0415 - the other measurements do without it

    found = sentences(texts)
    words = [len(each.split()) for each in found]
    text = " ".join(each.rstrip(".!?:; ") + "." for each in found)
    long = sum(1 for each in words if each > MOST_WORDS)
    ease, grade = textstat.flesch_reading_ease(text), textstat.flesch_kincaid_grade(text)
    return len(found), sum(words), sum(words) / max(len(found), 1), long, ease, grade, len(_GENDERED.findall(text))


def table(found: Mapping[str, list[str]]) -> Table:
    drawn = Table("Part", "Sentences", "Words", "A sentence", f"Over {MOST_WORDS}", "Ease", "Grade", "He")
    everything = [each for texts in found.values() for each in texts]
    for name, texts in [*found.items(), ("all", everything)]:
        if sentences(texts):
            count, words, mean, long, ease, grade, gendered = _row(texts)
            share = f"{long} ({100 * long / count:.0f}%)"
            drawn.add_row(
                name, str(count), str(words), f"{mean:.1f}", share, f"{ease:.0f}", f"{grade:.1f}", str(gendered)
            )
    return drawn


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.readability", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("part", nargs="*", help="only the parts whose names hold one of these")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the long sentences too")
    given = parser.parse_args(words)
    found = {
        name: texts
        for name, texts in parts().items()
        if not given.part or any(each.lower() in name.lower() for each in given.part)
    }
    if given.verbose:
        for name, texts in found.items():
            for each in sentences(texts):
                if len(each.split()) > MOST_WORDS or _GENDERED.search(each):
                    print(f"{name}: {each}")
    Console(highlight=False, width=None if sys.stdout.isatty() else 120).print(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
