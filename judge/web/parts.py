"""A letter's tree as a part of a page: classes in place of styles."""

from __future__ import annotations

from judge.letters import tree
from judge.letters.html import HtmlWriter, escaped, escaped_lines
from judge.letters.tree import Words

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
