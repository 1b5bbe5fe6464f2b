"""A letter's tree as a part of a page: classes in place of styles."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import FileSystemLoader
from markupsafe import Markup, escape

from judge.club.people import page_of
from judge.letters import tree
from judge.letters.briefing import Known
from judge.letters.dates import when
from judge.letters.html import HtmlWriter, escaped, escaped_lines
from judge.letters.renderer import SHARED, environment, grown, letter_trees, parts_of
from judge.letters.tree import Fragment, Swatch, Words
from judge.letters.values import GameCard, Lots, Reader
from judge.maps.plot import height_of
from judge.play.public_list import in_words
from judge.play.public_record import PublicPress
from judge.resources import templates_dir
from judge.rules.values import Event, View

WIDE = 3
"""A table of more columns may be wider than a phone, and is moved sideways, by keys too."""


class PageWriter(HtmlWriter):
    """Leaves out what only a mail needs: its pictures, and answers to lines."""

    name = "page"

    def heading(self, words: Words) -> str:
        return f"<h3>{self.inline(words)}</h3>\n"

    def paragraph(self, html: str) -> str:
        return f"<p>{html}</p>\n" if html else ""

    def small(self, html: str) -> str:
        return f'<p class="small">{html}</p>\n' if html else ""

    def pre(self, text: str) -> str:
        return f"<pre>{escaped_lines(text)}</pre>\n"

    def picture(self, node: tree.Picture) -> str:  # noqa: ARG002
        return ""

    def answered(self, node: tree.Answered) -> str:  # noqa: ARG002
        return ""

    def private(self, node: tree.Private) -> str:
        title = self.inline(node.whose)
        return f'<section class="well">\n<h3>Only for you: {title}</h3>\n{self.write(node.content)}</section>\n'

    def swatch(self, node: tree.Swatch) -> str:
        return f'<span class="power {escaped(node.color.replace("#", "c-"))}">{self.inline(node.words)}</span>'

    def badge(self, node: tree.Badge) -> str:
        return f'<span class="badge {node.tone}">{self.inline(node.words)}</span>'

    def code(self, node: tree.Code) -> str:
        return f"<code>{self.inline(node.words)}</code>"

    def link(self, node: tree.Link) -> str:
        return f'<a href="{escaped(node.address)}">{self.inline(node.words)}</a>'

    def table(self, node: tree.Table) -> str:
        rows, right, code, head = node.rows, node.right, node.code, [self.inline(title) for title in node.head]
        out = ['<div class="table"']
        if max(map(len, (head, *rows))) > WIDE:
            label = next(filter(None, head), "Table")
            out.append(f' tabindex="0" role="group" aria-label="{label}"')
        out.append("><table>\n")
        if head:
            out.append("<thead><tr>\n")
            for place, title in enumerate(head):
                flush = ' class="number"' if place in right else ""
                out.append(f'<th scope="col"{flush}>{title}</th>' if title else "<td></td>")
            out.append("</tr></thead>\n")
        out.append("<tbody>\n")
        for row in rows:
            out.append("<tr>\n")
            for place, value in enumerate(row):
                kind = ' class="number"' if place in right else ' class="code"' if place in code else ""
                out.append(f"<td{kind}>{self.inline(value)}</td>\n")
            out.append("</tr>\n")
        out.append("</tbody></table></div>\n")
        return "".join(out)

    def grouped(self, node: tree.Grouped) -> str:
        out = ['<div class="groups">\n']
        for title, rows in node.groups:
            head = f'<th scope="colgroup" colspan="2">{self.inline(title)}</th>'
            out.append(f"<table><thead><tr>{head}</tr></thead><tbody>\n")
            out += [
                f'<tr><td class="code">{self.inline(one)}</td><td>{self.inline(other)}</td></tr>\n'
                for one, other in rows
            ]
            out.append("</tbody></table>\n")
        out.append("</div>\n")
        return "".join(out)


PAGES = PageWriter()


def mail_links(address: str) -> Callable[..., Markup]:
    """What writes such a link to the judge of this address."""

    def link(command: str, lines: str = "", label: str = "") -> Markup:
        """The command as a link, or the `label` in place of it. `lines`: what the mail says instead, where there is
        something to fill in.
        """
        to = f"mailto:{quote(address, safe='@')}?subject={quote(command)}&body={quote(lines or command)}"
        if label:
            return Markup('<a class="mail" href="{}">{}</a>').format(to, label)
        return Markup('<a class="mail" href="{}"><code>{}</code></a>').format(to, command)

    return link


WORLD = Reader("", "UTC", "", "")
"""Whoever reads the pages: nobody in particular."""


def _moment(at: datetime) -> Markup:
    """An instant for people and programs; a small script tells it in the reader's own zone."""
    return Markup('<time datetime="{}">{}</time>').format(_instant(at), when(at, "UTC"))


def _day(at: datetime) -> Markup:
    """Only the day of it."""
    return Markup('<time datetime="{}" class="day">{}</time>').format(_instant(at), f"{at.astimezone(UTC):%-d %b %Y}")


def _capitalized(text: str) -> Markup:
    """With a capital, and without a full stop: help is written as a clause or as a sentence, and words within backticks
    as one writes them.
    """
    said = str(escape(text[:1].upper() + text[1:].removesuffix(".")))
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", said))  # noqa: S704 - escaped


def _shape(size: tuple[int, int]) -> str:
    """Of a map of this width and height: how the style sheet gives it room before it is there."""
    part = size[0] / size[1]
    return "tall" if part < 0.85 else "wide" if part > 1.2 else "square"


def _board(name: str) -> str:
    """`fleet-rome` as people write it: Fleet Rome."""
    return name.replace("-", " ").title()


def _swatch(name: str, color: str) -> Markup:
    return PAGES.line(Swatch(name, color))


def _instant(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


class Dress:
    """`folders`: each system's template folder; `address`: for mails to the judge; `base` and `name`: of the pages."""

    def __init__(self, folders: Mapping[str, Path], address: str = "", base: str = "", name: str = "") -> None:
        self._folders = folders
        self._trees = letter_trees(tuple(folders.items()))
        self._environment = environment({"web": FileSystemLoader(templates_dir() / "web")})
        self._parts = {
            f"{name}/pages/{path.name}" for name, folder in folders.items() for path in folder.glob("pages/*.j2")
        }
        self._environment.filters["plot_height"] = height_of
        self._environment.filters.update(
            utc=_moment,
            day=_day,
            lasting=in_words,
            capitalized=_capitalized,
            shape=_shape,
            person=page_of,
            board=_board,
        )
        self._environment.globals.update(
            base=base, address=address, site=name, mail=mail_links(address), swatch=_swatch
        )

    def page(self, name: str, **values: Any) -> bytes:
        """The whole page of this template in templates/web."""
        return self._environment.get_template(f"web/{name}.html.j2").render(values).encode()

    def results(self, card: GameCard, view: View, events: Sequence[Event], now: datetime, title: str) -> Markup:
        """Return what the letter of results tells everybody, below a `title`. Raises Misdirected for secrets."""
        body = self._letter(card, view, events, "results", now=now, form="", picture=None)
        return PAGES.write(tree.without_title(body, title))

    def ended(self, card: GameCard, view: View, events: Sequence[Event], now: datetime, lots: Lots) -> Markup:
        """The same of the letter that tells the end, with all that it opens."""
        return PAGES.write(self._letter(card, view, events, "ended", now=now, **lots.for_templates))

    def part(self, system: str, name: str, **values: Any) -> Markup:
        """Return the words of this name that a system has for pages of its games; empty where it has none."""
        if not self.has(name, system):
            return Markup()
        return PAGES.write(grown(self._trees.get_template(f"{system}/pages/{name}.j2"), **values))

    def has(self, name: str, system: str) -> bool:
        """Has this system words of this name for pages of its games?"""
        return f"{system}/pages/{name}.j2" in self._parts

    def written(self, written: Sequence[PublicPress]) -> str:
        """What people wrote, as HTML."""
        return self._environment.get_template("web/written.html.j2").render(written=written)

    def picture(self, system: str) -> str:
        """The SVG that a family without a map shows of itself; empty if none."""
        file = self._folders[system] / "pages" / "picture.svg" if system in self._folders else None
        return file.read_text(encoding="utf-8") if file is not None and file.is_file() else ""

    def _letter(self, card: GameCard, view: View, events: Sequence[Event], purpose: str, **values: Any) -> Fragment:
        template = self._trees.select_template([f"{folder}/{purpose}.j2" for folder in (card.system, SHARED)])
        known = Known(WORLD, card, view, tuple(events))
        return parts_of(grown(template, **values, **known.for_templates))["body"]
