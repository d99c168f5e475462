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
  // What is shown or read aloud and is the code of a sentence, for want of the sentence.
  const bareCodes = () => {
    const nodes = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (nodes.nextNode()) texts.push(nodes.currentNode.textContent);
    for (const node of document.querySelectorAll("#table *")) {
      for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        texts.push(node.getAttribute(name) ?? "");
      }
    }
    return texts.map((text) => text.trim()).filter((text) => /^[a-z][a-z-]*([.][a-z0-9:+-]+)+$/.test(text));
  };
  const offer = document.querySelector(".seat-offer") ?? { hidden: true };
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await frames();
  const opened = { asked: sent.some(({ t }) => t === "sit"), isOffered: !offer.hidden,
    height: offer.hidden ? 0 : offer.querySelector("button").getBoundingClientRect().height };
  if (!given.choosesSeat) {
    document.querySelector(given.place).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    opened.isFocused = document.activeElement === offer.querySelector("button");
    document.activeElement.click();
    await until(() => sent.some(({ t }) => t === "sit"));
  }
  const sit = sent.find(({ t }) => t === "sit");
  if (sit) say({ t: "ok", id: sit.id, v: 2 });
  say({ t: "snapshot", v: 2, now: Date.now(), table: given.last.table, mine: given.last.mine,
    purse: { n: 2, cents: 90000 } });
  await until(() => room.hasAttribute("data-seated"));
  const seen = { phase: room.dataset.phase, phrase: document.querySelector(".phrase").textContent,
    balance: document.querySelector('[data-figure="balance"] .figure').textContent };
  const groups = [...document.querySelectorAll('[data-part="middle"] [role="group"]')]
    .map((group) => group.getAttribute("aria-label"));
  const panels = [], bare = bareCodes();
  for (const item of [...document.querySelectorAll(".menu-list button.menu-item:not(.switch)")]) {
    const isPanel = !["menu.leave", "menu.command"].some((name) => item.textContent === given.words[name]);
    if (item.hidden || !isPanel) continue;
    item.click();
    await until(() => document.querySelector("dialog[open]"));
    const dialog = document.querySelector("dialog[open]");
    panels.push(dialog.querySelector(".panel-body").innerText.length > 0);
    bare.push(...bareCodes());
    dialog.close();
    await until(() => !document.querySelector("dialog[open]"));
  }
  server.dispatchEvent(new Event("close"));
  await until(() => room.dataset.link === "lost");
  const banner = document.querySelector(".banner").textContent;
  return { ...seen, opened, isSeatOffered: !offer.hidden, panels, groups, bare: [...new Set(bare)], banner,
    first: sent[0], address: new URL(server.url).pathname };
"""
PLACES = {
    "french-roulette": '.hit[data-place="red"]',
    "american-roulette": '.hit[data-place="red"]',
    "baccarat": ".zone",
}
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
        place=PLACES.get(file["system"], ".spot"),
        first=first,
        last={**last, "mine": {**last["mine"], "since": 0, "rounds": 1, "staked": 0, "returned": 0}},
    )
    result = run(page, {}, OPENED + PLAYED, facts)
    opened = result["opened"]
    assert not opened["asked"], "opening the page takes no seat  [AR-27]"
    assert opened["isOffered"] is (file["system"] != "holdem") and not result["isSeatOffered"]
    if file["system"] != "holdem":
        assert opened["isFocused"], "who wants to bet sits down with the next press"
        assert opened["height"] >= 44
    assert result["first"] == {"t": "look"} and result["address"] == "/ws/table/7/"
    assert result["phase"] == last["table"]["phase"] and result["phrase"]
    assert result["balance"].replace("\u00a0", " ") == "900,00 €"
    assert len(result["panels"]) >= 4 and all(result["panels"])
    assert result["banner"].startswith(facts["words"]["lost.line"])
    assert facts["words"]["felt.name"] in result["groups"], "the layout says what it is"
    assert result["bare"] == []


# A player opens a table, plays a bet out there, and has left.
BARRED = """
  const note = () => {
    const box = document.querySelector('[data-part="foot"] .watching:not(.seat-offer)');
    if (!box) return null;
    const { width, height } = box.getBoundingClientRect();
    return { text: box.textContent, link: box.querySelector("a").getAttribute("href"),
      size: parseFloat(getComputedStyle(box).fontSize), isDrawn: width > 0 && height > 0 };
  };
  const looked = () => ({
    note: note(),
    asked: sent.some(({ t }) => t === "sit"),
    menu: [...document.querySelectorAll(".menu-item")]
      .some((item) => item.textContent === given.words["menu.sit"]),
    seats: document.querySelectorAll(".he-plate:not(:disabled)").length,
    actions: document.querySelectorAll('[data-act="sit"], [data-act="queue"]').length,
  });
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  let version = 2;
  const show = async (step) => {
    say({ t: "snapshot", v: version++, now: Date.now(), table: step.table, mine: step.mine,
      purse: { n: version, cents: 90000 } });
    await until(() => room.hasAttribute("data-seated") === Boolean(step.mine));
    await frames();
  };
  await frames();
  const before = looked();
  await show(given.last);
  const playing = looked();
  await show({ table: given.first.table });
  return { before, playing, after: looked() };
"""
REASON = "Está em pausa até 4 de dezembro de 2026, 10:15. Até lá pode assistir, mas não jogar."


@pytest.mark.parametrize("is_barred", [True, False])
@pytest.mark.parametrize("name", ["roulette-french-prison", "holdem-side-pots"])
def test_a_barred_player_sees_why_and_until_when_and_is_offered_no_seat(
    page: Page, name: str, is_barred: bool
) -> None:
    """[903-B 5.2.1] While a bet is still played out the decisions are there instead of the reason."""
    file = golden(name)
    first, *_, last = steps(file, 1)
    barred = {"message": REASON, "url": "/account/exclusion/"} if is_barred else None
    session = {"since": 0, "rounds": 1, "staked": 0, "returned": 0}
    facts = given(
        file["system"],
        {},
        facts={**page_facts(file), "barred": barred},
        cards="roulette" not in file["system"],
        first={"table": first["table"]},
        last={**last, "mine": {**last["mine"], **session}},
    )
    result = run(page, {}, OPENED + BARRED, facts)
    for moment in ("before", "after"):
        seen = result[moment]
        if not is_barred:
            assert seen["note"] is None and seen["menu"]
            continue
        assert seen["note"]["isDrawn"] and REASON in seen["note"]["text"] and seen["note"]["size"] >= 14
        assert seen["note"]["link"] == "/account/exclusion/"
        assert not seen["asked"] and not seen["menu"] and (seen["seats"], seen["actions"]) == (0, 0)
    if is_barred:
        assert not result["playing"]["note"]["isDrawn"]
    elif file["system"] == "holdem":
        assert result["before"]["seats"] > 0 and result["before"]["actions"] > 0
    else:
        assert not result["before"]["asked"]
