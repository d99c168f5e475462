"""After the spin a phone shows the number in large figures, wherever the felt is scrolled to."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey
NAME = "roulette-american-two-players"


@pytest.mark.parametrize("width", [360, 1280])
def test_AR_16_the_drawn_number_is_in_sight_on_every_screen(chromium: Browser, width: int) -> None:
    """[AR-16] [FR-R17]"""
    file = golden(NAME)
    game_steps = list(steps(file, file["seats"][0]))
    last = next(n for n, step in enumerate(game_steps) if step["table"]["game"].get("number") is not None)
    body = (
        MOUNTED
        + """
      for (const step of given.steps.slice(0, -1)) applyStep(step);
      document.body.style.minHeight = "3000px";
      scrollTo(0, 700);
      const drawn = given.steps.at(-1);
      for (let at = 0; at < 40; at += 1) {
        if (!at) applyStep(drawn); else draw(performance.now());
        await new Promise((ready) => setTimeout(ready, 50));
      }
      const { top, bottom } = document.querySelector(".result-number").getBoundingClientRect();
      return { top, bottom, high: innerHeight, number: document.querySelector(".result-number").textContent };
    """
    )
    with blank(chromium, width, 740) as page:
        result = run(
            page,
            modules(file["system"]),
            body,
            given(file["system"], described(file), steps=game_steps[: last + 1]),
        )
    assert result["number"] == game_steps[last]["table"]["game"]["number"]
    assert result["top"] >= 0 and result["bottom"] <= result["high"], result
