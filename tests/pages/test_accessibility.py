"""Accessibility of the felts: at double size, with four suit colours, by screen reader, and with a bad
connection.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from casino.services.folder import PROJECT
from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey

FILES = (
    *("baccarat-two-players", "baccarat-macau", "blackjack-ace-up", "blackjack-split-and-double"),
    *("caribbean-stud-two-players", "macau-stud-jackpot", "holdem-heads-up", "holdem-side-pots"),
)
DECIDES = {"blackjack-split-and-double": 2}  # the seat that is asked, where it is not the first
ONE_OF_EACH = (
    "baccarat-two-players",
    "blackjack-split-and-double",
    "caribbean-stud-two-players",
    "macau-stud-jackpot",
    "holdem-side-pots",
)


def game_facts(name: str, **more: Any) -> tuple[dict[str, str], dict[str, Any]]:
    file = golden(name)
    seat = DECIDES.get(name) or min(map(int, file["seats"]))
    return modules(file["system"]), given(
        file["system"], described(file), steps=list(steps(file, seat)), **more
    )


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_at_200_per_cent_nothing_is_cut_off(chromium: Browser, name: str) -> None:
    """A desk of 1280 × 800 at twice the size has 640 × 400 to draw on."""
    names, facts = game_facts(name)
    body = (
        MOUNTED
        + """
      const faults = [];
      for (const step of given.steps) {
        applyStep(step);
        const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
        if (wide > 0) faults.push(`${wide} px too wide`);
        for (const button of document.querySelectorAll(".decision:not([disabled])")) {
          if (!button.checkVisibility() || button.closest("[data-empty]")) continue;
          const box = button.getBoundingClientRect();
          if (box.left < 0 || box.right > innerWidth) faults.push(`${button.dataset.choice} lies outside`);
          if (box.height < 24) faults.push(`${button.dataset.choice} is too low`);
        }
      }
      return [...new Set(faults)];
    """
    )
    with blank(chromium, 640, 400) as page:
        assert run(page, names, body, facts) == []


def test_four_suit_colours_can_be_chosen(page: Page) -> None:
    """Two colours by default. The four colours are distinguishable, and the choice is kept in the browser."""
    names, facts = game_facts("holdem-side-pots")
    body = (
        MOUNTED
        + """
      const table = document.getElementById("table");
      const suitSetting = looks.createAppearance(table);
      const colours = () => ["S", "H", "C", "D"].map((suit) => {
        const one = card.createCard(i18n, `A${suit}`);
        table.append(one);
        const fill = getComputedStyle(one.querySelector(".index")).fill;
        one.remove();
        return fill;
      });
      const two = colours();
      suitSetting.choose("deck", "four");
      const four = colours();
      const again = document.createElement("div");
      looks.createAppearance(again);
      return { two: new Set(two).size, four: new Set(four).size, kept: again.dataset.deck };
    """
    )
    result = run(page, {**names, "looks": "table/appearance.js", "card": "table/cards/card.js"}, body, facts)
    assert result == {"two": 2, "four": 4, "kept": "four"}


@pytest.mark.parametrize("name", FILES)
def test_screen_readers_get_the_same_actions_and_announcements(page: Page, name: str) -> None:
    """The panel offers every decision that the felt offers, each with a name, and says where the round
    stands.
    """
    names, facts = game_facts(name)
    body = (
        MOUNTED
        + """
      document.body.append(game.textView);
      const faults = [], live = game.textView.querySelector("[aria-live]");
      let offered = 0;
      for (const step of given.steps) {
        applyStep(step);
        const open = (node) => !node.closest("[hidden], [data-empty], :disabled");
        const buttons = (root, what) => [...root.querySelectorAll(what)].filter(open);
        const felt = buttons(document, ".decisions:not([hidden]) .decision .decision-label")
          .map((node) => node.textContent);
        const panel = buttons(game.textView, "button").map((node) => node.textContent.trim());
        offered += felt.length;
        for (const label of felt) if (!panel.some((text) => text.startsWith(label)))
          faults.push(`${label} is not in the panel: ${panel}`);
        for (const text of panel) if (!text) faults.push("a button without a name");
        for (const field of game.textView.querySelectorAll("input")) {
          if (!field.labels?.length && !field.getAttribute("aria-label"))
            faults.push("a field without a name");
        }
        if (!live?.textContent.trim()) faults.push("the state of the round is not announced");
      }
      for (const code of missing) faults.push(`no sentence has the code ${code}`);
      return { faults: [...new Set(faults)], offered };
    """
    )
    result = run(page, names, body, facts)
    assert result["faults"] == []
    assert result["offered"] > 0 or name.startswith("baccarat"), "there was something to decide"


CHEERS = """
  const cheered = [];
  for (const step of given.steps) {
    const before = last;
    applyStep(step);
    const result = (seen) => seen?.mine?.game?.result ?? seen?.mine?.game?.outcome;
    if (result(last) && !result(before))
      cheered.push({ net: result(last).net, sounds: heardSounds.splice(0) });
    else heardSounds.length = 0;
  }
  return cheered;
"""


@pytest.mark.parametrize("name", FILES)
def test_U17_nothing_is_cheered_when_no_more_comes_back_than_was_staked(page: Page, name: str) -> None:
    names, facts = game_facts(name)
    # What the felt asks to be heard, beside what it says.
    mounted = MOUNTED.replace(
        "announced.push(...game.announcements(last, seen).map(({ text }) => text).filter(Boolean))",
        "{ const made = game.announcements(last, seen); "
        "heardSounds.push(...made.map((each) => each.sound).filter(Boolean)); }",
    )
    assert mounted != MOUNTED
    results = run(page, names, "const heardSounds = [];" + mounted + CHEERS, facts)
    assert results, "the round came to its end"
    for result in results:
        assert ("paid" in result["sounds"]) is (result["net"] > 0), result


def test_U07_the_badge_says_how_far_away_the_house_is_and_what_that_means(page: Page) -> None:
    body = """
      const i18n = texts.createI18n(given.words, { language: "pt-PT", currency: "EUR" });
      const opened = [];
      const openDelay = () => opened.push(i18n.t("delay.text"));
      const bar = header.header({ i18n, clock: { since: () => 0 }, openSession() {}, openDelay });
      document.body.append(...bar.nodes);
      const badge = document.querySelector(".bar-delay");
      const seen = { link: "open", purse: { cents: 0 } };
      const shown = (trips, link = "open") => {
        trips.forEach((ms) => bar.observe(ms));
        bar.render({ ...seen, link });
        return [badge.dataset.link, badge.textContent];
      };
      const states = [shown([40, 42, 41]), shown([900, 900, 900, 900]), shown([], "lost")];
      badge.click();
      return { states, text: opened[0], name: badge.getAttribute("aria-label") };
    """
    result = run(page, {"texts": "table/i18n.js", "header": "table/header.js"}, body, given("holdem", {}))
    (near, near_ms), (slow, slow_ms), (lost, lost_ms) = result["states"]
    assert (near, slow, lost) == ("open", "slow", "lost")
    assert near_ms == "41 ms" and int(slow_ms.removesuffix(" ms")) > 250 and lost_ms == "–"
    assert result["name"] == "Atraso da sua ligação" and "com uma ligação lenta" in result["text"]


CONTRAST_SHEETS = (
    "css/tokens.css", "css/base.css", "css/table/header.css", "css/table/result.css", "css/table/tray.css",
)  # fmt: skip
CONTRAST_PAGE = """
  <button class="bar-menu"><i></i></button>
  <label class="tray-chip"><input type="radio" checked></label>
  <a class="here" aria-current="page" href="/">Here</a><a class="there" href="/">There</a>
  <span class="number-tile" style="background: rgb(180, 30, 30)">9</span>
  <p class="soft" style="color: var(--text-soft)">Soft</p><p style="color: var(--text)">Plain</p>
"""


def styles_of(page: Page, selector: str, *names: str) -> list[str]:
    return [
        page.eval_on_selector(selector, f"(node) => getComputedStyle(node).getPropertyValue('{name}')")
        for name in names
    ]


def test_the_readers_own_colours_hide_neither_the_menu_nor_what_is_chosen(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    page.set_content(CONTRAST_PAGE)
    for sheet in CONTRAST_SHEETS:
        page.add_style_tag(path=PROJECT / "static" / sheet)
    assert styles_of(page, ".bar-menu i", "background-color") != styles_of(
        page, ".bar-menu", "background-color"
    )
    assert styles_of(page, ".tray-chip", "outline-style") == ["solid"]
    assert styles_of(page, ".here", "outline-style") == ["solid"]
    assert styles_of(page, ".there", "outline-style") == ["none"]
    assert styles_of(page, ".number-tile", "background-color") == ["rgb(180, 30, 30)"], "red stays red"


def test_more_contrast_leaves_no_soft_print(page: Page) -> None:
    page.emulate_media(contrast="more")
    page.set_content(CONTRAST_PAGE)
    for sheet in CONTRAST_SHEETS:
        page.add_style_tag(path=PROJECT / "static" / sheet)
    assert styles_of(page, ".soft", "color") == styles_of(page, ".soft + p", "color")
