"""What a player of hold'em chooses for oneself at the table: the amounts above the slider, a switch to sit
out the next hand, and notes on the others.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from games.rules.holdem.events import SitOut
from tests.pages.cards import MOUNTED, given, modules
from tests.pages.screen import run
from tests.pages.test_holdem_felt import NAMES, WAIT, shown, table, terms
from tests.rules.holdem import play as holdem_play

pytestmark = pytest.mark.journey

WITH_PANELS = MOUNTED.replace(
    "openPanel() {}",
    """openPanel(title, content) {
      const dialog = document.createElement("dialog");
      dialog.append(title, content);
      document.body.append(dialog);
      dialog.showModal();
      return dialog;
    }""",
).replace("requestDraw() {}", "requestDraw() { if (last) queueMicrotask(() => draw()); }")
AMOUNTS = """
  const parts = () => [...document.querySelectorAll(".raise-part:not(.raise-edit)")].map((node) =>
    [node.dataset.part, node.textContent, node.disabled]);
  applyStep(given.step); await wait(260); applyStep(given.step);
"""


def test_the_amounts_above_the_slider_are_chosen_and_kept_in_the_browser(page: Page) -> None:
    """[HE-23] [HE-24b]"""
    (step,) = table()
    body = (
        WITH_PANELS
        + WAIT
        + AMOUNTS
        + """
      const before = parts();
      document.querySelector(".raise-edit").click();
      const [first] = document.querySelectorAll(".preset select");
      first.value = "third"; first.dispatchEvent(new Event("change")); await wait(20);
      const after = parts();
      document.querySelector("dialog").close();
      document.querySelector('[data-part="pot"]').click(); draw();
      return { before, after, kept: localStorage.getItem("feltro.raise-parts"),
        typed: document.querySelector(".raise-typed").value };
    """
    )
    result = run(page, modules("holdem"), body, given("holdem", terms(), step=step))
    offer = step["mine"]["game"]["options"]["raise"]
    assert [name for name, _text, _off in result["before"]] == ["half", "three-quarters", "pot", "max"]
    names = [name for name, _text, _off in result["after"]]
    assert names == ["third", "three-quarters", "pot", "max"] and result["after"][0][1] == "⅓ pote"
    assert result["kept"] == "third three-quarters pot"
    assert result["typed"] == f"{offer['parts']['pot'] / 100:.2f}".replace(".", ",")
    again = run(page, modules("holdem"), WITH_PANELS + WAIT + AMOUNTS + "return parts();",
                given("holdem", terms(), step=step))  # fmt: skip
    assert [name for name, _text, _off in again] == names


@pytest.mark.parametrize("stored", ["", "half", "half pot nonsense", "half half half half"])
def test_an_amount_that_nobody_offers_is_not_taken_from_the_store(page: Page, stored: str) -> None:
    (step,) = table()
    body = "localStorage.setItem('feltro.raise-parts', given.stored);" + WITH_PANELS + WAIT + AMOUNTS
    seen = run(
        page, modules("holdem"), body + "return parts();", given("holdem", terms(), step=step, stored=stored)
    )
    assert [name for name, _text, _off in seen] == ["half", "three-quarters", "pot", "max"]


def resting_step(mine: int) -> list[dict[str, Any]]:
    state = holdem_play.dealt(holdem_play.table([20_000] * 3, 2))
    return [shown(state, mine), shown(holdem_play.did(state, mine, SitOut()), mine)]


def test_HE_68_who_is_dealt_in_sits_out_the_next_hand_by_a_switch_and_plays_this_one(page: Page) -> None:
    body = (
        WITH_PANELS
        + """
      const look = () => {
        const node = document.querySelector('.desk-acts .ahead-act');
        return [node.textContent.trim(), node.ariaPressed, node.dataset.act,
          document.querySelectorAll(".ahead-row[data-shown] .ahead-act:not([hidden])").length];
      };
      applyStep(given.steps[0]); const off = look();
      document.querySelector(".desk-acts .ahead-act").click();
      applyStep(given.steps[1]); const on = look();
      document.querySelector(".desk-acts .ahead-act").click();
      return { off, on, asked };
    """
    )
    result = run(page, modules("holdem"), body, given("holdem", terms(), steps=resting_step(1)))
    assert result["off"] == ["Fora na próxima mão", "false", "sit-out", 2]
    assert result["on"] == ["Fora na próxima mão", "true", "sit-in", 2]
    assert [command["t"] for command in result["asked"]] == ["sit-out", "sit-in"]


NOTED = """
  const posted = [];
  let works = true;
  window.fetch = async (url, options = {}) => {
    const notes = { Bruno: { colour: "red", text: "paciente" } };
    if (options.method !== "POST") return Response.json({ notes });
    posted.push(Object.fromEntries(options.body));
    if (!works) throw new TypeError("offline");
    return Response.json({ note: Object.fromEntries(options.body) });
  };
"""


def test_a_note_on_another_player_is_read_marked_and_written(page: Page) -> None:
    (step,) = table()
    mounted = WITH_PANELS.replace('urls: { last: "/last" }, me: {}',
                                  'urls: { notes: "/notes" }, me: { alias: "Carla", csrf: "x" }')  # fmt: skip
    assert mounted != WITH_PANELS
    body = (
        NOTED
        + mounted
        + WAIT
        + """
      applyStep(given.step); await wait(20); draw();
      const seat = (place) => document.querySelector(`.he-seat[data-place="${place}"]`);
      const marks = [1, 2, 3].map((place) => [seat(place).dataset.note ?? null,
        seat(place).querySelector(".he-plate").disabled, seat(place).ariaLabel.includes("paciente")]);
      seat(1).querySelector(".he-plate").click();
      const form = document.querySelector(".he-note-form");
      form.querySelector("textarea").value = "blefa";
      form.querySelector("[value=blue]").checked = true;
      works = false;
      form.requestSubmit(); await wait(20);
      const failed = [form.querySelector(".he-note-fault").textContent, form.querySelector("textarea").value,
        document.querySelector("dialog").open];
      works = true;
      form.requestSubmit(); await wait(20); draw();
      return { marks, failed, posted, closed: !document.querySelector("dialog").open,
        mark: seat(1).dataset.note, asked, label: seat(1).querySelector(".he-plate").ariaLabel };
    """
    )
    result = run(page, modules("holdem"), body, given("holdem", terms(), step=step))
    assert result["marks"] == [[None, False, False], ["red", False, True], [None, True, False]]
    sentence, kept, is_open = result["failed"]
    assert "não foi guardada" in sentence and kept == "blefa" and is_open
    assert result["posted"] == [{"alias": "Ana", "colour": "blue", "text": "blefa"}] * 2
    assert result["closed"] and result["mark"] == "blue" and "Ana" in result["label"]
    assert result["asked"] == [], "a press on a player asks the house for nothing else"
    assert NAMES[3] == "Carla"
