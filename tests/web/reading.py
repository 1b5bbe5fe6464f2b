"""A page as its tags."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """`tags`: (name, attributes) of every element, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
