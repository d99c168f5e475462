"""The panel that explains a round: the details of the server, and the balance before and after."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.pages.cards import (
    MOUNTED,
    described,
    finished_round,
    finished_rounds,
    given,
    golden,
    modules,
    steps,
)
from tests.pages.screen import run
from tests.rounds.golden import FOLDER

pytestmark = pytest.mark.journey

OPENED = (
    MOUNTED.replace("openPanel() {}", "openPanel(title, node) { document.body.append(node); }")
    + """
  window.fetch = async () => ({ ok: true, status: 200, json: async () => given.finished });
  for (const step of given.steps) applyStep(step);
  document.querySelector(".result-acts button").click();
  await new Promise((ready) => setTimeout(ready, 50));
  return document.querySelector(".explained").innerText;
"""
)
ROUNDS = {
    "caribbean-stud-two-players": [
        "a banca joga",
        "ganhou com dois pares: 2 × 10,00\u00a0€ = 20,00\u00a0€",
        "CS-28b",
        "CS-12h",
    ],
    "blackjack-split-and-double": ["A banca fica com 18", "BJ-17b"],
}


@pytest.mark.parametrize("name", ROUNDS)
def test_the_settlement_is_explained_stake_by_stake(page: Page, name: str) -> None:
    """[BJ-31] [CS-28a] [CS-28b] [CS-37]"""
    file = golden(name)
    game_steps = list(steps(file, 1))
    last = next(n for n, step in enumerate(game_steps) if step["table"]["game"]["phase"] == "settled")
    facts = {**finished_round(file, 1), "balance": {"before": 100_000, "after": 102_500}}
    text = run(
        page,
        modules(file["system"]),
        OPENED,
        given(file["system"], described(file), steps=game_steps[: last + 1], finished=facts),
    )
    for sentence in [*ROUNDS[name], "1\u00a0000,00\u00a0€ → 1\u00a0025,00\u00a0€"]:
        assert sentence in text


EXPLAINED = (
    MOUNTED
    + """
  applyStep(given.steps[0]);
  const texts_of_rounds = given.rounds.map((round) => game.explain(round).textContent);
  return { missing: [...missing], texts: texts_of_rounds };
"""
)


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_everything_that_an_explanation_says_has_its_words(page: Page, name: str) -> None:
    """[AR-24] [BJ-31] [PB-31] [CS-37]"""
    file = golden(name)
    rounds = [finished for seat in file["seats"] for finished in finished_rounds(file, seat)]
    explained = run(
        page,
        modules(file["system"]),
        EXPLAINED,
        given(file["system"], described(file), steps=[next(steps(file, file["seats"][0]))], rounds=rounds),
    )
    assert rounds and explained["missing"] == []
    assert all(text and "undefined" not in text and "NaN" not in text for text in explained["texts"])
