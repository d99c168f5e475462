"""A table announces its events to screen readers, with animations and with reduced motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import run

pytestmark = pytest.mark.journey

FILES = (
    *("baccarat-two-players", "baccarat-macau"),
    *("blackjack-ace-up", "blackjack-split-and-double", "blackjack-void"),
    *("caribbean-stud-two-players", "caribbean-stud-void", "macau-stud-jackpot", "macau-stud-carried"),
    *("holdem-heads-up", "holdem-side-pots", "holdem-void"),
)
# Every step of a round is heard; between two of them the eyes are given the time that its cards need.
HEARD = """
  let now = performance.now();
  draw(now);
  for (const step of given.steps) {
    applyStep(step, now);
    for (let looks = 0; looks < 400 && draw(now).step !== "live"; looks += 1) now += 25;
    now += 25;
  }
  return announced;
"""


def announced(page: Page, name: str, *, still: bool) -> list[str]:
    file = golden(name)
    seat = min(map(int, file["seats"]))
    texts: list[str] = run(
        page,
        modules(file["system"]),
        MOUNTED + HEARD,
        given(file["system"], described(file), steps=list(steps(file, seat)), still=still),
    )
    return texts


@pytest.mark.parametrize("name", FILES)
def test_reduced_motion_announces_the_same(page: Page, name: str) -> None:
    moving, still = (announced(page, name, still=reduced) for reduced in (False, True))
    assert len(moving) > 3, "there is something to say"
    assert [text for text in moving if text not in still] == []
    assert [text for text in still if text not in moving] == []
