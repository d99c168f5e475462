"""What the gallery checks on every page: its width, its language, and the findings of axe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

from babel.messages.pofile import read_po
from playwright.sync_api import Page

from casino.languages.translations import po_file
from players.languages import HOUSE_LANGUAGES, language_of

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Every piece of text that is seen or read aloud, with where it stands; what is said in another language on
# purpose is marked as such.
SPOKEN = """() => {
  const found = new Set(), here = document.documentElement.lang.slice(0, 2);
  const foreign = (node) => node.closest('[lang]')?.lang.slice(0, 2) !== here
    || node.closest('code, pre, script, style, noscript, textarea, .material-symbols-outlined');
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.data.replace(/\\s+/g, ' ').trim(), at = walk.currentNode.parentElement;
    if (text.length > 2 && at.checkVisibility() && !foreign(at)) found.add(text);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const node of document.querySelectorAll(`[${name}]`))
      if (node.checkVisibility() && !foreign(node))
        found.add(node.getAttribute(name).replace(/\\s+/g, ' ').trim());
  return [...found];
}"""
# The separators with which a line begins. Those of a masked number stand together.
BEGINNING = """() => {
  const found = [], inline = (node) => getComputedStyle(node).display.startsWith('inline');
  const place = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getClientRects()[0];
  };
  const texts = (root) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), all = [];
    while (walk.nextNode()) all.push(walk.currentNode);
    return all;
  };
  for (const node of texts(document.body)) {
    if (node.parentElement.closest('script, style, textarea, option, .hidden-text')) continue;
    for (const match of node.data.matchAll(/(?<!\\S)·(?!\\S)/g)) {
      const dot = place(node, match.index);
      if (!dot || !dot.width || !node.parentElement.checkVisibility()) continue;
      let block = node.parentElement;
      while (inline(block)) block = block.parentElement;
      const others = texts(block).filter((other) => other !== node);
      const before = others.filter((other) => other.compareDocumentPosition(node) & 4);
      const read = [...before.map((other) => [other, other.data]), [node, node.data.slice(0, match.index)]];
      const last = read.findLast(([, text]) => text.trim());
      const end = last && place(last[0], last[1].trimEnd().length - 1);
      if (end && end.bottom > dot.top + 1) continue;
      found.push(block.textContent.replace(/\\s+/g, ' ').trim().slice(0, 60));
    }
  }
  return found;
}"""
AUDIT = """() => {
  window.audit = null;
  axe.run(document, { resultTypes: ['violations'] }).then((found) => { window.audit = found; });
}"""
PLACE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
WORD = re.compile(r"[^\W\d_]{3,}")
# The languages share these, or a table, a person or a sum is called so.
SHARED = frozenset({"Feltro", "Menu", "PIN", "IBAN", *(language.name for language in HOUSE_LANGUAGES)})


def _plain(text: str) -> str:
    return " ".join(text.replace("%%", "%").split())


def _words(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(PLACE.sub(" ", text))}


def _pattern(text: str) -> re.Pattern[str] | None:
    """A sentence with places for figures, as what may be read of it; none where too little of it is its
    own.
    """
    pieces = PLACE.split(_plain(text))
    if len("".join(pieces)) < 12:
        return None
    return re.compile(".+".join(re.escape(piece) for piece in pieces))


class Catalogue:
    """What is written in English, and what the same is in another language."""

    def __init__(self, pairs: list[tuple[str, str]], translated: str = "pt") -> None:
        self.others = {"en": translated, translated: "en"}
        kept = [(one, other) for one, other in pairs if one and other and _plain(one) != _plain(other)]
        self.exact: dict[str, set[str]] = {language: set() for language in self.others}
        self.patterns: dict[str, list[re.Pattern[str]]] = {language: [] for language in self.others}
        words = {"en": _words(one for one, _ in pairs), translated: _words(other for _, other in pairs)}
        for english, translation in kept:
            for language, other, text in (("en", translated, english), (translated, "en", translation)):
                if PLACE.search(text):
                    # A sentence of words that both languages share does not show its language.
                    if (pattern := _pattern(text)) is not None and not _words([text]) <= words[other]:
                        self.patterns[language].append(pattern)
                else:
                    self.exact[language].add(_plain(text))
        alike = {
            _plain(one) for one, other in pairs if one and _plain(one) == _plain(other)
        }  # in one place at least
        shared = self.exact["en"] & self.exact[translated] | alike | SHARED
        for language in self.exact:
            self.exact[language] -= shared

    def foreign(self, language: str, texts: Iterable[str]) -> list[str]:
        """What stands on a page of this language and belongs to the other."""
        other = self.others[language]
        return sorted(text for text in texts if self._is(other, text) and not self._is(language, text))

    def _is(self, language: str, text: str) -> bool:
        return text in self.exact[language] or any(
            pattern.fullmatch(text) for pattern in self.patterns[language]
        )


@cache
def catalogue(translated: str) -> Catalogue:
    with po_file(language_of(translated)).open("rb") as file:
        messages = list(read_po(file))
    pairs: list[tuple[str, str]] = []
    for message in messages:
        ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
        translations = message.string if isinstance(message.string, tuple | list) else (message.string,)
        pairs += zip(ids, translations, strict=False)
    return Catalogue(pairs, translated)


def too_wide(page: Page) -> str | None:
    over = page.evaluate(OVERFLOW)
    return f"{over} px too wide" if over > 0 else None


def beginning_separators(page: Page) -> list[str]:
    return [f"a line begins with «·»: {text!r}" for text in page.evaluate(BEGINNING)]


def untranslated(page: Page, language: str) -> list[str]:
    return catalogue("pt" if language == "en" else language).foreign(language, page.evaluate(SPOKEN))


def audited(page: Page, tick: Callable[[], None]) -> list[str]:
    """What axe finds that is serious, with the contrast of every text; `tick` lets the page's clock go on,
    which may stand still.
    """
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(_axe())
    page.evaluate(AUDIT)
    for _ in range(600):
        if page.evaluate("Boolean(window.audit)"):
            break
        tick()
    violations: list[dict[str, Any]] = page.evaluate("window.audit.violations")
    return [
        f"{fault['id']}: {[node['html'][:90] for node in fault['nodes']][:3]}"
        for fault in violations
        if fault["impact"] in ("serious", "critical")
    ]


@lru_cache(maxsize=1)
def _axe() -> str:
    from axe_playwright_python.base import AXE_FILE_PATH  # half a megabyte of script, for those who use it

    return str(AXE_FILE_PATH.read_text("utf-8"))
