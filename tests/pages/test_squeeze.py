"""Ponto e banca: the first two cards of a hand uncovered slowly, for those who chose it.

Nothing of the round changes: the same steps at the same times, for whoever chose it and whoever did not.
[PB-18] [PB-2c]
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import blank, run
from tests.pages.test_table_settings import OPEN_SETTINGS, facts_of, opened

pytestmark = pytest.mark.journey
NAME = "baccarat-two-players"
TURN = 900  # ms that everybody has to see a hand turned

# Plays the first round, each step when the one before has been shown, and looks every 50 ms.
WATCHED = """
  if (given.chosen) room.dataset.squeeze = given.chosen;
  const covers = () => [...document.querySelectorAll(".pcard-cover")];
  const openings = () => covers().map((cover) => Number(cover.style.getPropertyValue("--open")));
  const seen = [];
  let at = 1000;
  const look = () => {
    draw(at);
    seen.push({ at, step: room.dataset.step, open: openings(),
      scores: [...document.querySelectorAll(".hand-score")].map((node) => node.textContent),
      cards: [...document.querySelectorAll('.pb-hand[data-hand="punto"] .pair-cards .pcard')]
        .map((node) => node.dataset.card) });
  };
  for (const step of given.steps) {
    applyStep(step, at);
    for (let ms = 0; ms < 2500; ms += 50) { at += 50; look(); }
  }
  return seen;
"""
# Shows the turn of the first hand, and stops at its beginning.
BEGUN = """
  room.dataset.squeeze = "slow";
  let at = 1000;
  for (const step of given.steps) {
    applyStep(step, at);
    if (step.news.some((event) => event.t === "hand-turned")) break;
    at += 5000;
  }
  draw(at + 1);
  const pair = document.querySelector(".pair-cards[data-covered]");
  const openings = () => [...pair.querySelectorAll(".pcard-cover")]
    .map((cover) => Number(cover.style.getPropertyValue("--open")));
"""


def first_round() -> list[dict[str, Any]]:
    file = golden(NAME)
    return [step for step in steps(file, file["seats"][0]) if step["table"]["round"] == 1]


def begun(page: Page, body: str, **more: Any) -> Any:
    facts = given("baccarat", described(golden(NAME)), steps=first_round(), still=False, **more)
    return run(page, modules("baccarat"), MOUNTED + BEGUN + body, facts)


def watched(chromium: Browser, chosen: str, *, still: bool = False) -> list[dict[str, Any]]:
    facts = given("baccarat", described(golden(NAME)), steps=first_round(), still=still, chosen=chosen)
    with blank(chromium, 360, 740) as page:
        seen: list[dict[str, Any]] = run(page, modules("baccarat"), MOUNTED + WATCHED, facts)
    return seen


def test_it_changes_no_step_and_no_time_of_a_round(chromium: Browser) -> None:
    usual, slow = watched(chromium, ""), watched(chromium, "slow")
    assert [(each["at"], each["step"], each["cards"]) for each in usual] == [
        (each["at"], each["step"], each["cards"]) for each in slow
    ]
    assert {each["step"] for each in usual} > {"deal", "turn", "collect"}
    assert all(each["open"] == [] for each in usual), "nobody has it who did not choose it"


def test_both_cards_of_a_hand_open_one_after_the_other_within_the_time_of_everybody(
    chromium: Browser,
) -> None:
    seen = watched(chromium, "slow")
    covered = [each for each in seen if each["open"]]
    assert covered and {each["step"] for each in covered} == {"turn"}
    assert {len(each["open"]) for each in covered} == {2}
    spans = [each["at"] for each in covered]
    assert max(spans) - min(spans) < len(spans) * 50 + 2500, "punto's and banco's hand"
    for first, second in (each["open"] for each in covered):
        assert first == 1 or second == 0, "one after the other"
    growing = [sum(each["open"]) for each in covered]
    assert any(later > sooner for sooner, later in zip(growing, growing[1:], strict=False))
    assert len(covered) <= 2 * TURN // 50


def test_no_score_is_read_before_its_cards_are_open(chromium: Browser) -> None:
    first = next(each for each in watched(chromium, "slow") if each["open"])
    assert first["scores"][0] == "" and all(first["cards"])


def test_with_less_motion_cards_are_turned_at_once(chromium: Browser) -> None:
    assert all(each["open"] == [] for each in watched(chromium, "slow", still=True))


def test_a_finger_draws_the_cards_up_and_ends_nothing_else(chromium: Browser) -> None:
    with blank(chromium, 360, 740) as page:
        before, place = begun(
            page,
            """
          window.opened = openings;
          window.drawn = (ms) => { draw(at + ms); return openings(); };
          const { x, y, width, height } = pair.getBoundingClientRect();
          return [openings(), [x + width / 2, y + height / 2, height]];
        """,
        )
        x, y, height = place
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - height * 1.1, steps=4)
        page.mouse.up()
        after = page.evaluate("drawn(20)")
        over = page.evaluate(f"drawn({TURN + 50})")
    assert sum(before) < 0.1
    assert after[0] == 1 and 0 < after[1] < 0.5, "by its height one card, and the second begins"
    assert over == [], "at the end of the time they are open for everybody"


def test_the_arrow_key_opens_them_sooner_and_a_click_at_once(chromium: Browser) -> None:
    with blank(chromium, 360, 740) as page:
        by_key, clicked = begun(
            page,
            """
          const press = () => document.dispatchEvent(
            new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true, cancelable: true }));
          press();
          press();
          draw(at + 10);
          const byKey = openings();
          pair.click();
          draw(at + 20);
          return [byKey, openings()];
        """,
        )
    assert by_key[0] == 1 and by_key[1] < 0.1
    assert clicked == []


def test_it_is_chosen_among_the_settings_of_this_game_alone_and_is_off(chromium: Browser) -> None:
    body = (
        opened("EUR")
        + OPEN_SETTINGS
        + """
      const before = room.dataset.squeeze;
      const choices = [...document.querySelectorAll("input[name=look-squeeze]")].map((node) => node.value);
      if (choices.length) choose("squeeze", "slow");
      return { before, choices, after: room.dataset.squeeze, kept: localStorage.getItem("feltro.squeeze") };
    """
    )
    with blank(chromium) as page:
        own = run(page, {}, body, facts_of(NAME))
    with blank(chromium) as page:
        other = run(page, {}, body, facts_of("blackjack-split-and-double"))
    assert own == {"before": "once", "choices": ["once", "slow"], "after": "slow", "kept": "slow"}
    assert other["choices"] == []
