"""The text of a version of the terms as staff read it: headings, points and paragraphs, without markup."""

from __future__ import annotations

from html.parser import HTMLParser

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

BLOCKS = ("h2", "h3", "li", "p")


class TermsBlocks(HTMLParser):
    """The blocks of the stored text, each with its element. Nothing else of the markup is printed."""

    def __init__(self, stored: str) -> None:
        super().__init__()
        self.blocks: list[tuple[str, str]] = []
        self.feed(stored)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in BLOCKS:
            self.blocks.append((tag, ""))

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text and self.blocks:
            tag, before = self.blocks[-1]
            self.blocks[-1] = (tag, f"{before} {text}".strip())


def terms_blocks(stored: str, language: str) -> SafeString:
    blocks = TermsBlocks(stored).blocks or [("p", stored)]
    shown = format_html_join("", '<p class="terms-{}">{}</p>', blocks)
    return format_html('<div class="office-terms" lang="{}">{}</div>', language, shown)
