"""The drawn roulette wheel and table: every betting place can be touched, and every spin ends on the drawn
number.

[AR-2b] [AR-6c-37] [AR-6c-38] [AR-6d] [AR-8] [AR-9] [FR-2b] [FR-6c] [FR-6d] [FR-9] [FR-10]
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from games.rules.roulette.engine import ENGINE as ROULETTE
from games.rules.roulette.layout import LAYOUT_OF, PLACES
from games.rules.roulette.sheet import Setting, Sheet
from games.tables.messages.table import messages_for
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey

SHEETS = {
    "37": {"system": "american-roulette", "zero_option": "lose-all", "variants": ["37"]},
    "38": {"system": "american-roulette", "zero_option": "lose-all", "variants": ["38"]},
    "FR": {
        "system": "french-roulette",
        "zero_option": "la-partage",
        "variants": ["FR"],
        "calls": ["voisins", "tiers", "finals"],
    },
}
DRAWN = """
  const i18n = texts.createI18n(given.words, { language: "pt-PT", currency: "EUR" });
  const laid = [];
  const figures = () => ({ mine: {}, all: {}, chip: 50 });
  const cloth = felt.felt({ layout: layout.readLayout(given.describe), i18n,
    placeChip: (id) => laid.push(id), figures, key: () => false });
  cloth.turn(given.upright);
  const sheet = Object.assign(document.createElement("link"),
    { rel: "stylesheet", href: "/css/games/roulette/felt.css" });
  document.head.append(sheet);
  await new Promise((ready) => sheet.addEventListener("load", ready));
  document.body.append(cloth.root);
"""
MODULES = {"texts": "table/i18n.js", "felt": "games/roulette/felt.js", "layout": "games/roulette/layout.js"}


def described(variant: str) -> dict[str, Any]:
    sheet = msgspec.convert(SHEETS[variant], Sheet)
    setting = msgspec.convert({"variant": variant, "minimum": 50}, Setting)
    return ROULETTE.describe(sheet, setting)


def test_the_card_of_a_place_follows_the_stakes(chromium: Browser) -> None:
    """It showed the stakes of the moment in which the pointer came: a second click changed nothing, and the
    stake of one round was still there in the next.
    """
    moving = DRAWN.replace(
        "const figures = () => ({ mine: {}, all: {}, chip: 50 });",
        "let mine = {}; const figures = () => ({ mine, all: {}, chip: 50 });",
    )
    body = (
        moving
        + """
      const draw = () => cloth.render({ piles: {}, mine, number: undefined, won: null, open: true });
      draw();
      const zone = document.querySelector('.hit[data-place="red"]');
      zone.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse" }));
      return [{ red: 100 }, { red: 250 }, {}].map((stakes) => {
        mine = stakes;
        draw();
        return document.querySelector(".card-rows").textContent;
      });
    """
    )
    given = {
        "describe": described("37"), "words": messages_for("pt", "american-roulette"), "upright": False,
    }  # fmt: skip
    with blank(chromium, 1280, 1100) as page:
        texts = run(page, MODULES, body, given)
    assert "1,00" in texts[0] and "2,50" in texts[1] and "1,00" not in texts[1]
    assert "2,50" not in texts[2], "the next round begins without a stake"


@pytest.mark.parametrize("variant", ["37", "38", "FR"])
@pytest.mark.parametrize(("width", "height"), [(1280, 1100), (360, 1100)])
def test_every_legal_place_can_be_touched_where_it_is_drawn(
    chromium: Browser, variant: str, width: int, height: int
) -> None:
    """At the middle of each place's own zone a pointer finds that place, on a screen and on a phone."""
    with blank(chromium, width, height) as page:
        body = (
            DRAWN
            + """
          const missed = [];
          for (const zone of document.querySelectorAll(".hit")) {
            const { x, y, width, height } = zone.getBoundingClientRect();
            // A square's middle is its own; of a zone that others overlap, some point must be.
            const points = [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5]];
            const found = points.some(([a, b]) =>
              document.elementFromPoint(x + a * width, y + b * height) === zone);
            if (!found) missed.push(zone.dataset.place);
          }
          const places = [...document.querySelectorAll(".hit")].map((zone) => zone.dataset.place);
          return { missed, places, wide: document.documentElement.scrollWidth };
        """
        )
        given = {
            "describe": described(variant),
            "words": messages_for("pt", "american-roulette"),
            "upright": width < 640,
        }
        result = run(page, MODULES, body, given)
    assert result["missed"] == []
    assert sorted(result["places"]) == sorted(PLACES[LAYOUT_OF[variant]])
    assert result["wide"] <= width


@pytest.mark.parametrize("variant", ["37", "38", "FR"])
def test_AR_10_no_card_promises_the_prize_of_a_stake_above_the_maximum(page: Page, variant: str) -> None:
    """[AR-10] [AR-11a-i] [FR-R11] Whatever chip is in the hand, the card tells what the largest stake that is
    taken would earn.
    """
    body = """
      const i18n = texts.createI18n(given.words, { language: "pt-PT", currency: "EUR" });
      const told = layout.readLayout(given.describe);
      const shown = card.card(told, i18n);
      document.body.append(shown.root);
      const box = { x: 100, top: 300, bottom: 320 };
      return ["straight:17", "red"].flatMap((id) => [50, 1_000_000].map((chip) => {
        const place = told.places.get(id);
        shown.show(place, { mine: {}, all: {}, chip }, box, { width: 900, ceiling: 0, top: 0 });
        const [won, staked] = told.kinds[place.kind].prize;
        const stake = Math.min(chip, told.kinds[place.kind].max);
        const sentence = i18n.t("card.prize.of",
          { stake: i18n.money(stake), prize: i18n.money(Math.ceil(stake * won / staked)) });
        return [shown.root.textContent.includes(sentence), stake];
      }));
    """
    result = run(
        page,
        {**MODULES, "card": "games/roulette/place_card.js"},
        body,
        {"describe": described(variant), "words": messages_for("pt", "american-roulette")},
    )
    assert [right for right, _ in result] == [True] * 4 and result[1][1] < 1_000_000


def test_arrow_keys_reach_every_place_and_enter_bets(page: Page) -> None:
    body = (
        DRAWN
        + """
      const first = document.querySelector('.hit[tabindex="0"]');
      const seen = new Set([first.dataset.place]);
      const waiting = [first.dataset.place];
      const press = (key) => document.activeElement
        .dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      while (waiting.length) {
        const from = waiting.pop();
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
          const zone = document.querySelector(`.hit[data-place="${from}"]`);
          zone.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          zone.focus();
          press(key);
          const to = document.activeElement.dataset.place;
          if (to && !seen.has(to)) { seen.add(to); waiting.push(to); }
        }
      }
      laid.length = 0;
      press("Enter");
      return { seen: [...seen], laid, at: document.activeElement.dataset.place };
    """
    )
    result = run(
        page,
        MODULES,
        body,
        {"describe": described("38"), "words": messages_for("pt", "american-roulette"), "upright": False},
    )
    assert sorted(result["seen"]) == sorted(PLACES["00"])
    assert result["laid"] == [result["at"]]


def test_the_wheel_is_drawn_in_the_order_that_the_page_was_sent(page: Page) -> None:
    body = """
      const made = wheel.wheel({ order: given.wheel, colours: given.colours });
      const [pockets, numbers] = [".pocket", ".pocket-number"]
        .map((name) => [...made.root.querySelectorAll(name)]);
      return numbers.map((number, index) => [number.textContent, pockets[index].dataset.colour]);
    """
    for variant in ("37", "38", "FR"):
        given = described(variant)
        result = run(page, {"wheel": "games/roulette/wheel.js"}, body, given)
        assert result == [[number, given["colours"][number]] for number in given["wheel"]]
