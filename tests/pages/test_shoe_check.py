"""The check of a kept shoe from its first round, where a player asks for it: at the table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from games.catalogue.signature_script import STATIC_PATH
from games.draw.proof import verification_data
from tests.games.rounds.proof import shoe_chains
from tests.games.rounds.proof.test_beacon_check import KEYS, kept_shoe
from tests.pages import screen

pytestmark = pytest.mark.journey

PANEL = {"panel": "table/verification/panel.js"}
OPENED = """
  const requested = [];
  window.fetch = async (url) => {
    requested.push(url);
    return { ok: given.loaded !== null, json: async () => given.loaded };
  };
  const t = (code, figures = {}) => `${code} ${JSON.stringify(figures)}`;
  const root = panel.verificationPanel({
    i18n: { t }, published: given.published, known: given.known, page: "/verify/",
    witness: (round) => given.seen[round] ?? {}, draw: { terms: { beacon: "none" } },
  });
  document.body.replaceChildren(root);
  const until = async (find) => {
    for (let tries = 0; tries < 500; tries += 1) {
      if (find()) return find();
      await new Promise((done) => setTimeout(done, 10));
    }
    return null;
  };
  await until(() => root.querySelector(".verdict-all"));
  const button = root.querySelector("button");
  if (!button) return null;
  button.click();
  const result = button.nextElementSibling;
  await until(() => result.hasChildNodes());
  return {
    requested, text: result.textContent, isOpen: result.querySelector("details")?.open ?? null,
    verdict: result.querySelector(".verdict-all")?.dataset.agrees ?? null,
    lines: [...result.querySelectorAll("details > ol > li")].filter((line) => !line.closest("li details"))
      .map((line) => line.dataset.agrees),
  };
"""


def checked(page: Page, loaded: Any, published: dict[str, Any], **seen: dict[str, str]) -> Any:
    given = {
        "loaded": loaded,
        "published": published,
        "known": verification_data() | {"signatures": f"/{STATIC_PATH}", "keys": KEYS},
        "seen": {number.removeprefix("round_"): facts for number, facts in seen.items()},
    }
    return screen.run(page, PANEL, OPENED, json.loads(json.dumps(given)))


@pytest.mark.parametrize("rounds", [kept_shoe(), shoe_chains.shoe("baccarat")], ids=["beacon", "without"])
def test_the_shoe_is_loaded_when_it_is_asked_for_and_checked_from_its_first_round(
    page: Page, rounds: list[dict[str, Any]]
) -> None:
    last = rounds[-1]
    result = checked(page, rounds, last)
    assert result["requested"] == [f"/verify/shoe/{last['table']}/{last['round']}/"]
    assert result["verdict"] == "true" and result["text"].startswith("verify.good.shoe")
    assert result["isOpen"] is False
    assert result["lines"] == ["true"] * (1 + len(rounds)), "the chain, and each round"


def test_a_round_that_was_left_out_is_missed(page: Page) -> None:
    first, _second, third = kept_shoe()
    result = checked(page, [first, third], third)
    assert (result["verdict"], result["isOpen"]) == ("false", True)
    assert result["lines"] == ["false", "true", "true"]
    assert f'figure.broken {{"broken":{third["round"]}}}' in result["text"]


def test_the_round_itself_is_the_one_that_the_table_sent(page: Page) -> None:
    """Not the one that comes with the list."""
    first, second, third = kept_shoe()
    unlike = shoe_chains.drawn_anew(third, dealt=third["dealt"][:-1])
    assert checked(page, [first, second, third], unlike)["verdict"] == "false"
    assert checked(page, [first, second, unlike], third)["verdict"] == "true"


def test_a_promise_that_this_browser_saw_otherwise_is_found_in_an_earlier_round(page: Page) -> None:
    first, second, third = kept_shoe()
    kept = {"commitment": first["commitment"]}
    result = checked(page, [first, second, third], third, round_10=kept)
    assert result["verdict"] == "true" and result["lines"] == ["true"] * 5
    result = checked(page, [first, second, third], third, round_10=kept, round_11={"commitment": "0" * 64})
    assert result["verdict"] == "false" and result["lines"] == ["false", *["true"] * 4]


def test_what_cannot_be_loaded_is_said(page: Page) -> None:
    result = checked(page, None, kept_shoe()[-1])
    assert result["text"].startswith("verify.shoe.failed") and result["verdict"] is None


def test_the_first_round_of_a_shoe_needs_no_other(page: Page) -> None:
    assert checked(page, [], kept_shoe()[0]) is None
