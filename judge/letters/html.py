"""A tree of nodes as the HTML of a letter.

Every style is inline: many mail readers drop style sheets. What most of a letter shares, its font, size and color, is
said once, in shared/_frame.html.j2, and inherited. Classes only serve the dark scheme, which stands there too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from markupsafe import Markup, escape

from judge.letters import tree
from judge.letters.columns import Columns, clean_lines, one_line
from judge.letters.markdown import passages
from judge.letters.text import plain
from judge.letters.tree import Words

MONO = "font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;"
CELL = "padding:5px 12px 5px 0;border-bottom:1px solid #ece7da;"
LEFT = ' align="left"'
ROW = '<tr valign="top">'
LAYOUT = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
TABLE = (
    '<table width="100%" cellpadding="0" cellspacing="0" border="0"'
    ' style="width:100%;margin:0 0 14px 0;border-collapse:collapse;">'
)

SHORT = 60
"""Characters of a text of which is kept how it reads as HTML: names, orders and numbers come again and again."""
ROOM = {2: 20, 3: 14}
MOST_ROOM, LEAST_ROOM = 20, 12
"""Of code, so many characters stay on one line, by the columns of the table: that leaves room beside it on a phone."""
MOST_BELOW = 28
"""Characters of a cell that may stand below another one of its row; a longer one is a row of its own."""
STACKED = 56
"""Characters of a row of more than two cells, beyond which a listing's cells stand below each other."""

TONES = {"good": "#1d6b3a", "warn": "#8a5300", "bad": "#a3201d", "plain": "#6a6357"}
ANSWERS = {
    "ok": ("good", "#7fb894"),
    "warning": ("warn", "#d9a441"),
    "problem": ("bad", "#c0392b"),
    "waiting": ("warn", "#d9a441"),
    "unread": ("plain", "#cfc7b4"),
}
"""What became of a line -> the tone of its word, and the color of the bar beside it."""


def escaped(text: str) -> str:
    """A text, on one line and without control characters, as HTML."""
    return _short(text) if len(text) <= SHORT else str(escape(one_line(text)))


@lru_cache(maxsize=8192)
def _short(text: str) -> str:
    return str(escape(one_line(text)))


def escaped_lines(text: str) -> str:
    """The same with the text's line breaks."""
    return str(escape(clean_lines(text)))


class HtmlWriter:
    """Writes letters; a subclass may write the same for a page."""

    name: ClassVar[str] = "html"

    def __init__(self) -> None:
        self._blocks: Mapping[type, Callable[[Any], str]] = {
            tree.Answered: self.answered,
            tree.Grouped: self._groups,
            tree.Heading: lambda node: self.heading(node.words),
            tree.InHtml: lambda node: self.write(node.content),
            tree.InText: lambda _: "",
            tree.Listing: self.listing,
            tree.Paragraph: lambda node: self.paragraph(self.inline(node.words)),
            tree.Picture: self.picture,
            tree.Pre: lambda node: self.pre(node.text),
            tree.Private: self.private,
            tree.Prose: self.prose,
            tree.Shared: self._shared,
            tree.Small: lambda node: self.small(self.inline(node.words)),
            tree.Table: self._narrow_table,
            tree.Verse: lambda node: self.paragraph("<br>".join(map(escaped, node.text.splitlines()))),
        }
        self._inline: Mapping[type, Callable[[Any], str]] = {
            tree.Badge: self.badge,
            tree.Code: self.code,
            tree.LineBreak: lambda _: "<br>",
            tree.Link: self.link,
            tree.Strong: lambda node: f"<strong>{self.inline(node.words)}</strong>",
            tree.Swatch: self.swatch,
        }

    def write(self, content: Words) -> Markup:
        """Block below block."""
        written = (self._blocks[type(each)](each) for each in tree.blocks(content) if each is not None)
        return Markup("".join(written))  # noqa: S704 - all text is escaped

    def line(self, words: Words) -> Markup:
        """Words that stand in a line, without the line itself."""
        return Markup(self.inline(words))  # noqa: S704 - all text is escaped

    def inline(self, words: Words) -> str:
        if isinstance(words, str):
            return escaped(words)
        return "".join(
            escaped(part) if isinstance(part, str) else self._inline[type(part)](part) for part in tree.inline(words)
        )

    def _shared(self, node: tree.Shared) -> str:
        if self.name not in node.written:
            node.written[self.name] = self.write(node.content)
        return node.written[self.name]

    def heading(self, words: Words) -> str:
        return f'<h2 style="margin:30px 0 8px 0;font-size:17px;line-height:23px;">{self.inline(words)}</h2>\n'

    def paragraph(self, html: str) -> str:
        return f'<p style="margin:0 0 12px 0;font-size:16px;line-height:24px;">{html}</p>\n' if html else ""

    def small(self, html: str) -> str:
        style = "margin:0 0 10px 0;font-size:14px;line-height:20px;color:#6a6357;"
        return f'<p class="muted" style="{style}">{html}</p>\n' if html else ""

    def pre(self, text: str) -> str:
        well = "padding:12px 14px;background-color:#f5f2ea;border:1px solid #e2dccd;border-radius:6px;"
        style = f"margin:0;{MONO}line-height:20px;white-space:pre-wrap;word-wrap:break-word;overflow-wrap:anywhere;"
        return (
            f'{LAYOUT} style="margin:0 0 14px 0;"><tr><td class="well" style="{well}">'
            f'<pre style="{style}">{escaped_lines(text)}</pre></td></tr></table>\n'
        )

    def picture(self, node: tree.Picture) -> str:
        style = "width:100%;max-width:600px;height:auto;margin:0 0 14px 0;border:0;"
        name, alt, near = escaped(node.image.name), escaped(node.image.alt), node.image.near
        shown = f'<img src="cid:{name}" alt="{alt}" class="map" width="600" style="display:block;{style}">'
        if near:  # the same picture in its own size, cut off around what is the reader's
            style = f"display:none;mso-hide:all;object-fit:none;object-position:{near};{style}"
            shown += f'<img src="cid:{name}" alt="" class="map near" width="600" style="{style}">'
        return f'<a href="{escaped(node.page)}">{shown}</a>\n' if node.page else f"{shown}\n"

    def _narrow_table(self, node: tree.Table) -> str:
        under = node.under
        if not under:
            return self.table(node) if node.rows else ""
        wide = [place for place in range(max(map(len, node.rows), default=0)) if place not in under]
        rows: list[Sequence[Words]] = []
        for row in node.rows:
            long = [each for each in under if len(plain(row[each])) > MOST_BELOW]  # takes a row of its own
            below = {each: above for each, above in under.items() if each not in long}
            rows.append([_with_below(row, place, below) for place in wide])
            rows += [[*([""] * wide.index(under[each])), row[each]] for each in long]
        head = [_heads(node.head, place, under) for place in wide] if node.head else ()
        right, code = ([wide.index(each) for each in kind if each in wide] for kind in (node.right, node.code))
        return self.table(tree.Table(rows, right, head, code, breaks=node.breaks)) if rows else ""

    def table(self, node: tree.Table) -> str:
        rows, right, code = node.rows, node.right, node.code
        count = max(map(len, (node.head, *rows)))
        room = MOST_ROOM if count < 3 else ROOM.get(count, LEAST_ROOM)
        close = "" if count < 3 else "padding-right:3px;" if count > 4 else "padding-right:8px;"
        apart = [place in right and place + 1 not in right for place in range(count - 1)]  # two numbers read as one
        ends = ["padding-right:18px;" if each else close for each in apart] + ["padding-right:0;"]
        align = [' align="right"' if place in right else "" for place in range(count)]
        out = [f"{TABLE}\n"]
        if node.head:
            style = f"{CELL}border-color:#cfc7b4;font-size:13px;font-weight:600;color:#6a6357;"
            out.append(f"{ROW}\n")
            for place, title in enumerate(node.head):
                flush = f'{align[place] or LEFT} style="{style}{ends[place]}"'
                out.append(f'<th class="muted rule"{flush}>{self.inline(title)}</th>\n')
            out.append("</tr>\n")
        styles = [
            f"{CELL}{MONO if place in code else ''}{ends[place]}"
            f"{'overflow-wrap:anywhere;' if node.breaks and place == count - 1 else ''}"
            for place in range(count)
        ]
        for row in filter(None, rows):
            out.append(f"{ROW}\n")
            last = len(row) - 1
            for place, value in enumerate(row):
                whole = place in right or (place in code and len(plain(value)) <= room)
                span = f' colspan="{count - last}"' if place == last < count - 1 else ""
                style = f"{styles[place]}{'white-space:nowrap;' if whole else ''}"
                out.append(f'<td class="rule"{align[place]}{span} style="{style}">{self.inline(value)}</td>\n')
            out.append("</tr>\n")
        out.append("</table>\n")
        return "".join(out)

    def _groups(self, node: tree.Grouped) -> str:
        if not node.beside:
            return self.grouped(node)
        return self.table(tree.Table([(heading, _lines_of(rows)) for heading, rows in node.groups]))

    def grouped(self, node: tree.Grouped) -> str:
        out = [f"{TABLE}\n"]
        for number, (heading, rows) in enumerate(node.groups):
            style = f"padding:{'14px' if number else '4px'} 0 4px 0;border-bottom:1px solid #ddd6c6;"
            title = self.inline(heading)
            out.append(f'<tr><th class="rule" colspan="2"{LEFT} style="{style}">{title}</th></tr>\n')
            for order, said in rows:
                whole = "white-space:nowrap;" if len(plain(order)) <= MOST_ROOM else ""
                style = f"padding:4px 12px 2px 0;{MONO}{whole}"
                out.append(f'{ROW}\n<td width="46%" style="{style}">{self.inline(order)}</td>\n')
                out.append(f'<td style="padding:4px 0 2px 0;">{self.inline(said)}</td>\n</tr>\n')
        out.append("</table>\n")
        return "".join(out)

    def listing(self, node: tree.Listing) -> str:
        text = node.text
        if not isinstance(text, Columns):
            return self.pre(text)
        rows = [row for row in text.rows if row]
        if max(map(len, rows), default=0) > 2 and max(len("".join(row)) for row in rows) > STACKED:
            return self._stacked(rows)
        return self.table(tree.Table(rows, text.right, breaks=True)) if rows else ""

    def _stacked(self, rows: Sequence[Sequence[str]]) -> str:
        """Rows of too much for columns on a phone: the first cell, the next ones beside it, the last below."""
        style = f"{CELL}padding-right:0;overflow-wrap:anywhere;"
        out = [f"{TABLE}\n"]
        for row in rows:
            beside = "  ".join(filter(None, row[1:-1]))
            cell = f"<strong>{escaped(row[0])}</strong> {escaped(beside)}<br>{escaped(row[-1])}"
            out.append(f'<tr><td class="rule" style="{style}">{cell}</td></tr>\n')
        out.append("</table>\n")
        return "".join(out)

    def prose(self, node: tree.Prose) -> str:
        out = []
        for each in passages(node.text):
            if each.kind == "heading":
                out.append(self.heading(each.text))
            else:
                out.append(self.pre(each.text) if each.kind == "lines" else self.paragraph(escaped(each.text)))
        return "".join(out)

    def private(self, node: tree.Private) -> str:
        frame = (
            "padding:14px 10px 6px 12px;background-color:#fbf5e3;border:1px solid #e5d5a4;"
            "border-left:5px solid #b58a1b;border-radius:6px;"
        )
        style = "margin:0 0 10px 0;font-size:17px;line-height:23px;"
        return (
            f'{LAYOUT} style="margin:28px 0 10px 0;"><tr><td class="private" style="{frame}">\n'
            f'<h2 style="{style}">Only for you: {self.inline(node.whose)}</h2>\n'
            f"{self.write(node.content)}</td></tr></table>\n"
        )

    def answered(self, node: tree.Answered) -> str:
        answer, asked = node.answer, node.asked
        tone, color = ANSWERS[answer.became]
        style = f"padding:1px 0 1px 12px;border-left:4px solid {color};"
        out = [f'{LAYOUT} style="margin:0 0 12px 0;"><tr><td style="{style}">\n']
        if answer.text:
            style = f"margin:0;{MONO}line-height:20px;word-wrap:break-word;overflow-wrap:anywhere;"
            out.append(f'<p style="{style}">{escaped(answer.text)}</p>\n')
        below = "margin:2px 0 0 0;"
        if answer.message or not (asked or answer.became == "unread"):
            quiet = answer.became in ("ok", "unread")
            shown = f' class="muted" style="{below}color:#6a6357;"' if quiet else f' style="{below}"'
            where = f" in line {answer.number}" if answer.number else ""
            word = tree.Badge(f"{answer.became.capitalize()}{where}:", tone)
            begun = "" if quiet or asked else f"{self.badge(word)} "
            out.append(f"<p{shown}>{begun}{escaped(answer.message)}</p>\n")
        if answer.hint:
            out.append(f'<p style="{below}">{escaped(answer.hint)}</p>\n')
        out.append("</td></tr></table>\n")
        return "".join(out)

    def badge(self, node: tree.Badge) -> str:
        bold = "font-weight:700;" if node.tone == "bad" else ""
        style = f"font-size:14px;color:{TONES[node.tone]};{bold}"
        return f'<span class="{node.tone}" style="{style}">{self.inline(node.words)}</span>'

    def code(self, node: tree.Code) -> str:
        return f'<span style="{MONO}">{self.inline(node.words)}</span>'

    def swatch(self, node: tree.Swatch) -> str:
        style = f"border-left:5px solid {escaped(node.color)};padding-left:7px;font-weight:600;white-space:nowrap;"
        return f'<span style="{style}">{self.inline(node.words)}</span>'

    def link(self, node: tree.Link) -> str:
        return f'<a href="{escaped(node.address)}" style="color:#7a2e1d;" class="link">{self.inline(node.words)}</a>'


def _lines_of(rows: Sequence[tuple[Words, Words]]) -> Words:
    """`3 centers: BUD TRI VIE`, a line for each row; a dash says nothing more."""
    pieces: list[Words] = []
    for name, said in rows:
        pieces += [tree.LineBreak()] if pieces else []
        pieces += [name, ": ", said] if said != "-" else [name]
    return tree.joined(pieces)


def _with_below(row: Sequence[Words], place: int, under: Mapping[int, int]) -> Words:
    """The cell of this place, with those that stand below it."""
    below = [row[each] for each, above in under.items() if above == place and plain(row[each]).strip("-")]
    pieces: list[Words] = [row[place]] if plain(row[place]) else []
    for cell in below:
        pieces += [tree.LineBreak(), cell] if pieces else [cell]
    return tree.joined(pieces)


def _heads(head: Sequence[Words], place: int, under: Mapping[int, int]) -> Words:
    titles = (head[each] for each in (place, *(each for each, above in under.items() if above == place)))
    return ", ".join(filter(None, map(plain, titles)))


LETTERS = HtmlWriter()
