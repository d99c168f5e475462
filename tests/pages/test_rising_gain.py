"""On its way, the gain of a round crosses nothing that says the result."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey
STYLES = ["css/base.css", "css/components.css", "css/table/table.css", "css/table/result.css"]
# The chips that won, from the top of the window: beside the result's line, or with no chips at all.
CHIPS = (None, 70, 100, 130, 160, 200, 260, 500)
BODY = """
  await Promise.all(given.styles.map((name) => new Promise((ready) => {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/${name}` });
    sheet.addEventListener("load", ready);
    document.head.append(sheet);
  })));
  document.body.innerHTML = `<div class="stage table" id="table" style="position: relative">
    <div class="result" style="position: absolute; top: 80px; left: 8px; right: 8px; height: 56px">
      <p class="result-number">17</p></div></div>`;
  const room = document.getElementById("table");
  if (given.chips !== null) {
    const pile = Object.assign(document.createElement("span"), { className: "pile" });
    pile.dataset.as = "prize";
    pile.style.cssText = `position: absolute; left: 160px; top: ${given.chips}px; width: 30px; height: 30px`;
    room.append(pile);
  }
  const i18n = texts.createI18n({}, { language: "pt-PT", currency: "EUR" });
  const gain = rising.risingGain({ room, i18n, reducedMotion: () => given.still });
  const view = (game) => ({ table: { round: 4 }, mine: { game } });
  gain.render(view({}), view({ result: { staked: 1000, net: 1234567 } }));
  const moving = document.querySelector(".rising-gain");
  const [animation] = moving.getAnimations();
  animation.pause();
  const result = room.querySelector(".result").getBoundingClientRect();
  const crossed = [];
  for (let part = 0; part < 1; part += 0.05) {
    animation.currentTime = 2400 * part;
    const { top, bottom, left, right } = moving.getBoundingClientRect();
    const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    if (!isInside || (bottom > result.top && top < result.bottom)) crossed.push([part, top, bottom]);
  }
  return crossed;
"""


@pytest.mark.parametrize("still", [False, True], ids=["moving", "reduced motion"])
def test_U17_on_a_phone_a_gain_crosses_no_result_on_its_way(chromium: Browser, still: bool) -> None:
    names = {"rising": "table/rising_gain.js", "texts": "table/i18n.js"}
    crossed = {}
    for chips in CHIPS:
        with blank(chromium, 360, 740) as page:
            crossed[chips] = run(page, names, BODY, {"styles": STYLES, "chips": chips, "still": still})
    assert {chips: found for chips, found in crossed.items() if found} == {}
