"""A person at a browser whose time is counted: reading, typing, pressing, and waiting for pages.

The model of that time:

- Reading: 250 words a minute. Of each page the person reads what is visible from the top of its content to
  the control that they press: headings, labels, help texts, chosen options, buttons. A text that an earlier
  page had is not read again. Nobody reads navigation, what follows the button, or the whole text of the
  terms; the summary above it is read.
- Typing: 40 words a minute, a word being five keys. The Tab key to the next field is one of them.
- Pressing: 1.5 seconds for each button, link, tick, or change to another window.
- Waiting: what the page really takes here. A page that says «wait» is read meanwhile.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable

from lxml import html
from playwright.sync_api import Locator, Page

from tests.journeys.page_steps import enter

WORDS_A_SECOND = 250 / 60
KEYS_A_SECOND = 40 * 5 / 60
PRESS_SECONDS = 1.5
UNREAD = "nav, svg, script, style, template, noscript, .hidden-text, .terms-text"
# The visible texts of the content before a control and in it. Without a control, those of the page's parts.
TEXTS = """([control, parts, unread]) => {
  const roots = [...document.querySelectorAll(parts)];
  const isBefore = (node) => !control || control.contains(node) ||
    control.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING;
  const texts = [];
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, parent = node.parentElement;
      if (!node.data.trim() || parent.closest(unread) || !isBefore(node)) continue;
      const choice = parent.closest("option");
      if (choice && !choice.selected) continue;
      if (!(choice?.closest("select") ?? parent).checkVisibility({ checkVisibilityCSS: true })) continue;
      texts.push(node.data);
    }
  }
  return texts;
}"""
CONTENT = ".notices, main"
PAGE_TEXTS = """//main//text()[normalize-space()][not(preceding::button[ancestor::main])][not(
  ancestor::nav or ancestor::svg or ancestor::script or ancestor::option[not(@selected)]
  or ancestor::*[contains(@class, "hidden-text") or contains(@class, "terms-text")])]"""


def count_words(text: str) -> int:
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def page_texts(page: str) -> list[str]:
    """The same of a page that no browser has drawn, as far as the first button of its content."""
    return [str(text) for text in html.fromstring(page).xpath(PAGE_TEXTS)]


class ScriptedPerson:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.seconds: Counter[str] = Counter()
        self.presses = 0
        self.keys = 0
        self.words = 0
        self._known: set[str] = set()

    @property
    def total(self) -> float:
        return sum(self.seconds.values())

    def read(self, control: Locator | None = None, parts: str = CONTENT) -> float:
        """Reads to this control, and returns the seconds that it takes."""
        handle = control.element_handle() if control is not None else None
        return self.read_texts(self.page.evaluate(TEXTS, [handle, parts, UNREAD]))

    def read_texts(self, texts: Iterable[str]) -> float:
        words = 0
        for text in texts:
            line = re.sub(r"\s+", " ", text).strip()
            if line not in self._known:
                self._known.add(line)
                words += count_words(line)
        self.words += words
        self.seconds["reading"] += words / WORDS_A_SECOND
        return words / WORDS_A_SECOND

    def write(self, field: Locator, text: str) -> None:
        """Fills in a field in which the cursor is, and goes to the next one."""
        enter(field, text)
        self.count_keys(len(text) + 1)

    def count_keys(self, keys: int) -> None:
        self.keys += keys
        self.seconds["typing"] += keys / KEYS_A_SECOND

    def press(self, control: Locator, until: Callable[[], object], *, reads: bool = True) -> None:
        """Reads as far as this control, presses it, and waits for what it leads to."""
        control.wait_for()
        if reads:
            self.read(control)
        self.count_press()
        started = time.monotonic()
        control.click()
        until()
        self.seconds["waiting"] += time.monotonic() - started

    def tick(self, box: Locator) -> None:
        box.check()
        self.count_press()

    def count_press(self) -> None:
        self.presses += 1
        self.seconds["pressing"] += PRESS_SECONDS

    def wait(self, until: Callable[[], object], parts: str) -> None:
        """Waits for a page that goes on by itself, and reads these parts of it in that time."""
        reading = self.read(parts=parts)
        started = time.monotonic()
        until()
        self.seconds["waiting"] += max(0.0, time.monotonic() - started - reading)

    def report(self) -> str:
        parts = ", ".join(f"{name} {seconds:.1f}" for name, seconds in sorted(self.seconds.items()))
        return f"{self.total:.1f} s ({parts}; {self.words} words, {self.keys} keys, {self.presses} presses)"
