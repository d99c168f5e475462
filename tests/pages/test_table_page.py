"""The page of every table as a whole: it connects, takes a seat, draws the server's state and opens its
panels.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.pages.cards import given, golden, steps
from tests.pages.opened_table import OPENED, page_facts
from tests.pages.screen import run

pytestmark = pytest.mark.journey

PLAYED = """
  if (!given.choosesSeat) await until(() => sent.some(({ t }) => t === "sit"));
  const sit = sent.find(({ t }) => t === "sit");
  if (sit) say({ t: "ok", id: sit.id, v: 2 });
  say({ t: "snapshot", v: 2, now: Date.now(), table: given.last.table, mine: given.last.mine,
    purse: { n: 2, cents: 90000 } });
  await until(() => room.hasAttribute("data-seated"));
  const seen = { phase: room.dataset.phase, phrase: document.querySelector(".phrase").textContent,
    balance: document.querySelector('[data-figure="balance"] .figure').textContent };
  const panels = [];
  for (const item of [...document.querySelectorAll(".menu-list button.menu-item:not(.switch)")]) {
    const isPanel = !["menu.leave", "menu.command"].some((name) => item.textContent === given.words[name]);
    if (item.hidden || !isPanel) continue;
    item.click();
    await until(() => document.querySelector("dialog[open]"));
    const dialog = document.querySelector("dialog[open]");
    panels.push(dialog.querySelector(".panel-body").innerText.length > 0);
    dialog.close();
    await until(() => !document.querySelector("dialog[open]"));
  }
  server.dispatchEvent(new Event("close"));
  await until(() => room.dataset.link === "lost");
  const banner = document.querySelector(".banner").textContent;
  return { ...seen, panels, banner, first: sent[0], address: new URL(server.url).pathname };
"""
FILES = [
    "roulette-french-prison",
    "roulette-american-two-players",
    "blackjack-split-and-double",
    "baccarat-two-players",
    "caribbean-stud-two-players",
    "macau-stud-jackpot",
    "holdem-side-pots",
]


@pytest.mark.parametrize("name", FILES)
def test_a_table_plays_from_the_first_frame_to_a_lost_connection(page: Page, name: str) -> None:
    file = golden(name)
    first, *_, last = steps(file, 1)
    facts = given(
        file["system"],
        {},
        facts=page_facts(file),
        cards="roulette" not in file["system"],
        choosesSeat=file["system"] == "holdem",
        first=first,
        last={**last, "mine": {**last["mine"], "since": 0, "rounds": 1, "staked": 0, "returned": 0}},
    )
    result = run(page, {}, OPENED + PLAYED, facts)
    assert result["first"] == {"t": "look"} and result["address"] == "/ws/table/7/"
    assert result["phase"] == last["table"]["phase"] and result["phrase"]
    assert result["balance"].replace("\u00a0", " ") == "900,00 €"
    assert len(result["panels"]) >= 4 and all(result["panels"])
    assert result["banner"].startswith(facts["words"]["lost.line"])
