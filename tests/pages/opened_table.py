"""The page of a table as a whole in an otherwise empty browser, with a server whose frames the test sends."""

from __future__ import annotations

from typing import Any

import msgspec

from games.catalogue import GAMES
from games.draw.proof import verification_data
from games.rules.shared.draw_terms import DrawTerms
from tests.pages.cards import described, golden, steps

# The page of a table, with a server whose frames the test sends.
OPENED = """
  await Promise.all(given.styles.map((name) => new Promise((ready) => {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/${name}` });
    sheet.addEventListener("load", ready);
    document.head.append(sheet);
  })));
  // Widths are those of the product's own face, not of whichever the machine has.
  await Promise.all(["400 1rem Inter", "600 1rem Inter"].map((face) => document.fonts.load(face)));
  document.body.innerHTML = `<div class="stage table" id="table" ${given.cards ? "data-cards" : ""}
      data-currency="EUR" data-mode="multiple" data-game="${given.system}" data-module="${given.module}"
      data-phase="connecting">
    <header class="bar"><a class="bar-home" href="/lobby"><svg viewBox="0 0 32 32"></svg></a>
      <div class="bar-title"><h1>Mesa</h1><p>${given.system}</p></div>
      <div class="bar-parts" data-part="bar"></div></header>
    <div class="tells" data-part="notices"></div>
    <div class="room" data-part="room"><div class="room-timeline" data-part="timeline"></div>
      <div class="room-side" data-part="side"></div>
      <div class="room-middle" data-part="middle" data-view="felt"></div></div>
    <div class="table-foot" data-part="foot"></div></div>`;
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
      if (tries > 3000) throw new Error(`never: ${condition}`);
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


def betting_step(name: str, seat: int, bets: dict[str, int]) -> dict[str, Any]:
    """What a seat sees in the file's first round while it bets, with these bets."""
    file = golden(name)
    engine: Any = GAMES[file["system"]].engine
    sheet = msgspec.convert(file["sheet"], engine.sheet_type)
    setting = msgspec.convert(file["setting"], engine.setting_type)
    state = engine.begin(sheet, setting, None, file["seats"])
    if bets:
        command = msgspec.convert({"t": "bet", "on": bets}, engine.command_type)
        for event in engine.act(state, seat, command):
            state = engine.apply(state, event)
    table, mine = msgspec.json.decode(
        msgspec.json.encode([engine.view(state, None), engine.view(state, seat)])
    )
    shown = {**next(steps(file, seat))["table"], "phase": "betting", "game": table}
    return {"table": shown, "mine": {"seat": seat, "net": 0, "game": mine}}
