"""A phone held sideways, 740 × 360: every button is as large as a finger, and no word on it is cut off."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey

# The round, the seat, and whether that seat decides, or bets.
MOMENTS = (
    ("roulette-american-two-players", 1, False),
    ("roulette-french-call-bets", 1, False),
    ("baccarat-two-players", 1, False),
    ("blackjack-split-and-double", 2, False),
    ("blackjack-split-and-double", 2, True),
    ("caribbean-stud-two-players", 1, True),
    ("holdem-heads-up", 2, True),
)
LEAST = 44  # px
TARGETS = ".tray-chip, .tool, .decision, .raise-part, .raise-typed, .result-acts .act, .choice, .ahead-act"
LOOK = """
  for (const step of given.steps) { applyStep(step); applyStep(step); }
  const faults = [];
  const shown = (node) => node.checkVisibility({ checkVisibilityCSS: true }) && !node.closest("[data-empty]");
  const targets = [...document.querySelectorAll(given.targets)].filter(shown);
  for (const node of targets) {
    const { width, height, left, right } = node.getBoundingClientRect();
    const name = `${node.className} ${node.textContent.trim()}`;
    if (width < given.least || height < given.least) faults.push(`${name}: ${width} × ${height}`);
    if (left < 0 || right > innerWidth) faults.push(`${name} lies outside`);
    const label = document.createRange();
    label.selectNodeContents(node.querySelector(".decision-label") ?? node);
    const words = node.matches(".decision, .raise-part") ? label.getBoundingClientRect() : null;
    if (words && (words.left < left || words.right > right)) faults.push(`${name} is cut off`);
  }
  const spot = document.querySelector(".seat[data-mine] .spot");
  if (spot) {
    const { x, y, width, height } = spot.getBoundingClientRect();
    const [above, below] = [-21, 21].map((away) =>
      document.elementFromPoint(x + width / 2, y + height / 2 + away)?.closest("button"));
    if (above !== spot && below !== spot) faults.push("the own spot is smaller than a finger");
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`${wide} px too wide`);
  return { faults, count: targets.length };
"""


@pytest.mark.parametrize(("name", "seat", "decides"), MOMENTS)
def test_every_button_is_as_large_as_a_finger(chromium: Browser, name: str, seat: int, decides: bool) -> None:
    file = golden(name)
    seen = list(steps(file, seat))
    last = next(at for at, step in enumerate(seen) if is_moment(step, decides))
    facts = given(file["system"], described(file), steps=seen[: last + 1], targets=TARGETS, least=LEAST)
    with blank(chromium, 740, 360) as page:
        result = run(page, modules(file["system"]), MOUNTED + LOOK, facts)
    assert result["faults"] == []
    assert result["count"] > 3


def is_moment(step: dict[str, Any], decides: bool) -> bool:
    options = step["mine"]["game"].get("options") or {}
    if decides:
        return bool({"choices", "continue", "fold"} & options.keys())
    return step["table"]["phase"] == "betting"
