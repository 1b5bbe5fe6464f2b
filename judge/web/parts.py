"""What shared/_macros.html.j2 gives to letters, for a page: classes in place of styles. A page is made of hundreds of
these, so they are written here and not as macros.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache

from markupsafe import Markup

from judge.letters import tree
from judge.letters.columns import clean_lines
from judge.letters.html import HtmlWriter, escaped, escaped_lines
from judge.letters.render import as_html
from judge.letters.tree import Words, named
from judge.maps.colors import color_of

WIDE = 3
"""A table of more columns may be wider than a phone, and is moved sideways, by keys too."""


def _markup(text: str) -> Markup:
    return Markup(text)  # noqa: S704 - of text that is escaped already


def heading(text: object) -> Markup:
    return _markup(f"<h3>{as_html(text)}</h3>\n")


def para(text: object) -> Markup:
    return _markup(f"<p>{as_html(text)}</p>\n")


def small(text: object) -> Markup:
    return _markup(f'<p class="small">{as_html(text)}</p>\n')


def pre(text: str) -> Markup:
    return _markup(f"<pre>{as_html(clean_lines(text))}</pre>\n")


@lru_cache(maxsize=2000)
def side(name: str) -> Markup:
    """A power or country, with its color."""
    return swatch(named(name), color_of(name))


def swatch(name: str, color: str) -> Markup:
    return _markup(f'<span class="power {as_html(color.replace("#", "c-"))}">{as_html(name)}</span>')


def badge(word: object, tone: str) -> Markup:
    return _markup(f'<span class="badge {as_html(tone)}">{as_html(word)}</span>')


def grid(
    rows: Sequence[Sequence[object]],
    right: Collection[int] = (),
    head: Sequence[object] = (),
    code: Collection[int] = (),
) -> Markup:
    """Rows of cells; `right` lists the columns set flush right, `head` the titles, `code` those in fixed width."""
    if not rows:
        return Markup()
    out = ['<div class="table"']
    if len(rows[0]) > WIDE:
        label = as_html(next(filter(None, head), "Table"))
        out.append(f' tabindex="0" role="group" aria-label="{label}"')
    out.append("><table>\n")
    if head:
        out.append("<thead><tr>\n")
        for place, title in enumerate(head):
            flush = ' class="number"' if place in right else ""
            out.append(f'<th scope="col"{flush}>{as_html(title)}</th>' if title else "<td></td>")
        out.append("</tr></thead>\n")
    out.append("<tbody>\n")
    for row in rows:
        out.append("<tr>\n")
        for place, value in enumerate(row):
            kind = ' class="number"' if place in right else ' class="code"' if place in code else ""
            out.append(f"<td{kind}>{as_html(value)}</td>\n")
        out.append("</tr>\n")
    out.append("</tbody></table></div>\n")
    return _markup("".join(out))


def grouped(groups: Sequence[tuple[object, Sequence[tuple[object, object]]]]) -> Markup:
    """Groups of (heading, rows of an order and what came of it), each below its heading."""
    out = ['<div class="groups">\n']
    for title, rows in groups:
        out.append(f'<table><thead><tr><th scope="colgroup" colspan="2">{as_html(title)}</th></tr></thead><tbody>\n')
        out += [f'<tr><td class="code">{as_html(one)}</td><td>{as_html(other)}</td></tr>\n' for one, other in rows]
        out.append("</tbody></table>\n")
    out.append("</div>\n")
    return _markup("".join(out))


def link(text: object, to: object) -> Markup:
    return _markup(f'<a href="{as_html(to)}">{as_html(text)}</a>')


PARTS: Mapping[str, Callable[..., Markup]] = {
    each.__name__: each for each in (heading, para, small, pre, side, swatch, badge, grid, grouped, link)
}


class PageWriter(HtmlWriter):
    """Writes a letter's tree as a part of a page: classes in place of styles, and nothing that only a mail needs."""

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
        if len(head or rows[0]) > WIDE:
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
        kind = ' class="code"' if node.code else ""
        out = ['<div class="groups">\n']
        for title, rows in node.groups:
            head = f'<th scope="colgroup" colspan="2">{self.inline(title)}</th>'
            out.append(f"<table><thead><tr>{head}</tr></thead><tbody>\n")
            out += [f"<tr><td{kind}>{self.inline(one)}</td><td>{self.inline(other)}</td></tr>\n" for one, other in rows]
            out.append("</tbody></table>\n")
        out.append("</div>\n")
        return "".join(out)


PAGES = PageWriter()
