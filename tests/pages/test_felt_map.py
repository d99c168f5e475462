"""Roulette: on an upright phone the whole layout in small, and how often each number was drawn.
[AR-6d] [FR-6d]
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.pages.cards import given, golden
from tests.pages.opened_table import OPENED, betting_step, page_facts
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey

AT_THE_TABLE = """
  const now = Date.now();
  say({ t: "snapshot", v: 2, now, purse: { n: 2, cents: 90000 },
    table: { ...given.moment.table, due: now + 15000, opened: now },
    mine: { since: now, rounds: 1, staked: 0, returned: 0, ...given.moment.mine } });
  await until(() => room.hasAttribute("data-seated") && document.querySelector(".tool").offsetWidth);
  const map = document.querySelector(".felt-map");
  const paper = map.querySelector("svg");
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
"""
REACHED = """
  const press = (y) => map.dispatchEvent(new PointerEvent("pointerdown", { clientY: y, pointerId: 1 }));
  map.setPointerCapture = () => {};
  const isInSight = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".hit") === node;
  };
  const zones = [...document.querySelectorAll(".hit")];
  const reached = new Set();
  const { top, height } = paper.getBoundingClientRect();
  const parts = [0, 0.25, 0.5, 0.75, 1];
  const sights = [];
  for (const part of parts) {
    press(top + part * height);
    await painted();
    for (const zone of zones) if (isInSight(zone)) reached.add(zone.dataset.place);
    const sight = map.querySelector(".map-sight");
    sights.push(Number(sight.getAttribute("y")));
    const boxOf = (name) => document.querySelector(name).getBoundingClientRect();
    const [bar, line] = [boxOf(".bar"), boxOf(".timeline")];
    if (bar.top !== 0 || line.top < bar.bottom - 1 || line.bottom > innerHeight / 2) sights.push("no clock");
  }
  const { width, height: high } = map.getBoundingClientRect();
  const missed = zones.map((zone) => zone.dataset.place).filter((place) => !reached.has(place));
  const chips = map.querySelectorAll(".map-chip").length;
  return { missed, sights, size: [width, high], chips, sent: sent.filter(({ t }) => t === "do") };
"""


@pytest.mark.parametrize("name", ["roulette-american-two-players", "roulette-french-call-bets"])
def test_every_place_can_be_brought_under_a_finger_and_nothing_is_bet_by_it(
    chromium: Browser, name: str
) -> None:
    file = golden(name)
    moment = betting_step(name, 1, {"red": 100, "straight:17": 100})
    facts = given(file["system"], {}, facts=page_facts(file), first=moment, moment=moment)
    with blank(chromium, 360, 740) as page:
        seen = run(page, {}, OPENED + AT_THE_TABLE + REACHED, facts)
    assert seen["missed"] == []
    assert seen["sights"] == sorted(seen["sights"]) and seen["sights"][0] < seen["sights"][-1]
    assert min(seen["size"]) >= 44
    assert (seen["chips"], seen["sent"]) == (2, [])


def test_only_an_upright_phone_has_it_and_by_keyboard_it_changes_the_half(chromium: Browser) -> None:
    name = "roulette-american-two-players"
    file = golden(name)
    moment = betting_step(name, 1, {})
    facts = given(file["system"], {}, facts=page_facts(file), first=moment, moment=moment)
    toggled = """
      const places = [scrollY];
      for (const _ of [1, 2]) { map.click(); await painted(); places.push(scrollY); }
      return { isShown: map.checkVisibility(), places, label: map.ariaLabel };
    """
    seen = {}
    for width, height in ((1280, 800), (740, 360), (360, 740)):
        with blank(chromium, width, height) as page:
            seen[width] = run(page, {}, OPENED + AT_THE_TABLE + toggled, facts)
    assert {width: each["isShown"] for width, each in seen.items()} == {1280: False, 740: False, 360: True}
    first, below, above = seen[360]["places"]
    assert below > first and above < below
    assert seen[360]["label"] == facts["words"]["felt.map"]


def test_frequencies_stand_on_the_layout_with_the_sentence_that_they_change_nothing(
    chromium: Browser,
) -> None:
    name = "roulette-american-two-players"
    file = golden(name)
    moment = betting_step(name, 1, {})
    facts = given(file["system"], {}, facts=page_facts(file), first=moment, moment=moment)
    shown = """
      const counts = { 50: { 0: 3, 17: 2 }, 100: { 0: 5, 17: 9 } };
      window.fetch = async () => ({ ok: true, json: async () => counts });
      const told = () => [...document.querySelectorAll(".counted text")].map((node) => node.textContent);
      const past = document.querySelector(".felt-past");
      const seen = [[told().length, past.checkVisibility()]];
      document.querySelector(".counts").click();
      const press = () => document.querySelector("dialog .act[aria-pressed]").click();
      await until(() => document.querySelectorAll("dialog .choice").length === 2);
      press();
      seen.push([told().length, past.checkVisibility(), told().filter((text) => text !== "0×")]);
      document.querySelectorAll("dialog .choice")[1].click(); // another span
      seen.push(told().filter((text) => text !== "0×"));
      press();
      seen.push([told().length, past.checkVisibility()]);
      return { seen, sentence: past.textContent, wide: document.documentElement.scrollWidth };
    """
    with blank(chromium, 360, 740) as page:
        result = run(page, {}, OPENED + AT_THE_TABLE + shown, facts)
    numbers = len(facts["facts"]["describe"]["wheel"])
    assert result["seen"] == [[0, False], [numbers, True, ["3×", "2×"]], ["5×", "9×"], [0, False]]
    assert result["sentence"] == facts["words"]["frequencies.honest"]
    assert result["wide"] <= 360
