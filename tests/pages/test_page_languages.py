"""The page of every table in every language: no text on it is left in English.  [MS-2.2] [HE-11d]"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from games.tables.messages.table import messages_for
from players.languages import HOUSE_LANGUAGES, SOURCE_LANGUAGE, language_of
from tests.pages.cards import given, golden, steps
from tests.pages.opened_table import OPENED, page_facts
from tests.pages.screen import run
from tests.pages.test_table_page import FILES
from tests.spread import spread

pytestmark = pytest.mark.journey

LANGUAGES = [language.code for language in HOUSE_LANGUAGES if language.code != SOURCE_LANGUAGE]
# Every text and label that the page holds while the player decides and after the round is over.
READ = """
  const texts = new Set();
  const read = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest("script, style, noscript")) continue;
      texts.add(walker.currentNode.textContent.trim());
    }
    for (const name of ["aria-label", "title", "placeholder"]) {
      for (const node of document.querySelectorAll(`[${name}]`)) texts.add(node.getAttribute(name));
    }
  };
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  let version = 2;
  for (const { table, mine } of given.shown) {
    say({ t: "snapshot", v: version++, now: Date.now(), table, mine, purse: { n: version, cents: 90000 } });
    await frames();
    read();
  }
  return [...texts].filter(Boolean);
"""


def pattern_of(message: str) -> re.Pattern[str]:
    """What a message looks like on the page: any text may stand for its figures."""
    return re.compile(".+".join(re.escape(part) for part in re.split(r"\{[\w-]+\}", message)))


def english_only(system: str, language: str) -> list[re.Pattern[str]]:
    """The English messages of a table that read otherwise in this language."""
    english, own = messages_for(SOURCE_LANGUAGE, system), messages_for(language, system)
    shown = {
        text for code, text in english.items() if not code.startswith("typed.") and text not in own.values()
    }
    return [pattern_of(text) for text in shown if re.search(r"[A-Za-z]{3}", re.sub(r"\{[\w-]+\}", "", text))]


@pytest.mark.parametrize(("name", "language"), spread(FILES, LANGUAGES))
def test_no_text_of_a_table_is_left_in_english(page: Page, name: str, language: str) -> None:
    file = golden(name)
    first, *played = steps(file, 1)
    session = {"since": 0, "rounds": 1, "staked": 0, "returned": 0}
    shown: list[dict[str, Any]] = [
        {"table": step["table"], "mine": {**step["mine"], **session}} for step in played if step.get("mine")
    ]
    facts = given(
        file["system"],
        {},
        language,
        facts={**page_facts(file), "language": language_of(language).tag},
        cards="roulette" not in file["system"],
        first=first,
        shown=shown,
    )
    texts = run(page, {}, OPENED + READ, facts)
    patterns = english_only(file["system"], language)
    assert [text for text in texts if any(pattern.fullmatch(text) for pattern in patterns)] == []
    assert len(texts) > 30 and len(patterns) > 100
