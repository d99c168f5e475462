"""The page of every table as a whole: it connects, takes a seat, draws the server's state and opens its
panels.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from games.draw.proof import verification_data
from games.rules.shared.draw_terms import DrawTerms
from tests.pages.cards import described, given, golden, steps
from tests.pages.screen import run

pytestmark = pytest.mark.journey

# The page of a table, with a server whose frames the test sends.
OPENED = """
  await Promise.all(given.styles.map((name) => new Promise((ready) => {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/${name}` });
    sheet.addEventListener("load", ready);
    document.head.append(sheet);
  })));
  document.body.innerHTML = `<div class="stage table" id="table" ${given.cards ? "data-cards" : ""}
      data-mode="multiple" data-module="${given.module}">
    <header><div data-part="bar"></div></header><div data-part="notices"></div>
    <div class="room" data-part="room"><div data-part="timeline"></div><div data-part="side"></div>
    <div data-part="middle" data-view="felt"></div></div><div data-part="foot"></div></div>`;
  for (const [id, value] of Object.entries({ "table-facts": given.facts, words: given.words })) {
    const block = Object.assign(document.createElement("script"), { type: "application/json", id });
    block.textContent = JSON.stringify(value);
    document.body.append(block);
  }
  window.fetch = async () => ({ ok: false, status: 404 }); // nothing was played before
  const sent = [], sockets = [];
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    static CLOSING = 2;
    readyState = 0;
    constructor(url) { super(); this.url = url; sockets.push(this); }
    send(text) { sent.push(JSON.parse(text)); }
    close() { this.readyState = 3; }
  };
  const room = document.getElementById("table");
  const until = async (condition) => {
    for (let tries = 0; !condition(); tries += 1) {
      if (tries > 500) throw new Error(`never: ${condition}`);
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  await import("/js/table/main.js");
  await until(() => room.hasAttribute("data-ready"));
  const [server] = sockets;
  const say = (frame) => server.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  server.readyState = 1;
  server.dispatchEvent(new Event("open"));
  say({ t: "snapshot", v: 1, now: Date.now(), table: given.first.table, purse: { n: 1, cents: 100000 } });
  await until(() => room.dataset.link === "open");
"""
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


def page_facts(file: dict[str, Any]) -> dict[str, Any]:
    links = (
        "rules",
        "verify",
        "lobby",
        "last",
        "sessions",
        "rounds",
        "complaints",
        "frequencies",
        "fair_play",
    )
    return {
        "table": {"id": 7, "system": file["system"], "currency": "EUR", "mode": "multiple"},
        "language": "pt-pt",
        "describe": described(file),
        "known": verification_data(),
        "draw": msgspec.to_builtins(DrawTerms()),
        "me": {"alias": "ana", "player": 1, "reality": 0, "csrf": "x"},
        "urls": {**{name: f"/{name}" for name in links}, "socket": "/ws/table/7/"},
        "window": False,
    }


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
