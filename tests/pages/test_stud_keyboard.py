"""Macau stud by the keyboard alone: the seat, the ante, the jackpot bet, both decisions, the check of the
draw and the end of the session, each by Tab and Enter or a letter, and each by a typed line.

[MS-2.2] [MS-6.6] [MS-6.7] [MS-10.1] [MS-12.1]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.tables.messages.table import messages_for
from tests.pages.cards import given, golden, steps
from tests.pages.opened_table import OPENED, betting_step, page_facts
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey

NAME, SEAT = "macau-stud-jackpot", 1
betting = partial(betting_step, NAME, SEAT)
WORDS = messages_for("pt", "macau-stud")
# The server of the test accepts every request, and tells of the table what `showStep` gives it.
SERVED = """
  let version = 2, answered = 0;
  const frame = () => new Promise(requestAnimationFrame);
  let shown = { t: "snapshot", table: given.first.table };
  const tell = () => say({ ...shown, v: version++, now: Date.now(), purse: { n: version, cents: 100000 } });
  window.showStep = ({ table, mine }) => {
    const session = { since: Date.now(), rounds: 0, staked: 0, returned: 0 };
    const due = Date.now() + 60000;
    shown = { t: "snapshot", table: { ...table, due, opened: Date.now() }, mine: { ...session, ...mine } };
    tell();
    return window.drawn();
  };
  const answer = () => {
    for (; answered < sent.length; answered += 1) {
      if (sent[answered].id) say({ t: "ok", id: sent[answered].id, v: version - 1 });
    }
  };
  setInterval(tell, 2000); // a silent connection counts as lost
  setInterval(answer, 20);
  // The page draws in the frame after a message: the second frame begins when that is done.
  window.drawn = async () => {
    answer();
    await frame();
    await frame();
  };
  window.requests = () => sent.filter(({ id }) => id).map(({ t, do: command }) => command ?? { t });
"""
REACHED = 60  # presses of Tab, more than the page has controls


@pytest.fixture
def wide_page(chromium: Browser) -> Iterator[Page]:
    """The table of a player who has a seat and bets, as the page opens."""
    with blank(chromium) as page:
        page.emulate_media(reduced_motion="reduce")
        file = golden(NAME)
        opening = betting({})
        facts = given(
            file["system"], {}, facts=page_facts(file), cards=True, first=opening, choosesSeat=False
        )
        run(page, {}, OPENED + SERVED, facts)
        yield page


def deciding() -> dict[str, Any]:
    return next(
        step
        for step in steps(golden(NAME), SEAT)
        if "continue" in (step["mine"]["game"].get("options") or {})
    )


def show(page: Page, step: dict[str, Any]) -> None:
    """Shows the step, and waits until every request is answered and the page has drawn all of it: a key
    pressed before would meet the last step.
    """
    page.evaluate("(step) => showStep(step)", {"table": step["table"], "mine": step["mine"]})
    is_betting = step["table"]["phase"] == "betting"
    expect(page.locator(".tray[data-open]")).to_have_count(1 if is_betting else 0)


def assert_sent(page: Page, command: dict[str, Any]) -> None:
    """That the last request is this one; a command of the game without its envelope."""
    page.wait_for_function(
        """(wanted) => {
          const last = requests().at(-1) ?? {};
          return Object.entries(wanted).every(([name, value]) =>
            JSON.stringify(value) === JSON.stringify(last[name]));
        }""",
        arg=command,
        timeout=5_000,
    )


def tab_to(page: Page, selector: str) -> None:
    for _ in range(REACHED):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def test_each_act_is_reached_by_tab_and_keys(wide_page: Page) -> None:
    page, press = wide_page, wide_page.keyboard.press
    tab_to(page, ".seat-offer button")
    press("Enter")
    assert_sent(page, {"t": "sit"})
    show(page, betting({}))
    tab_to(page, ".seat[data-mine] .spot")
    press("Enter")
    page.wait_for_function("requests().at(-1)?.on?.ante > 0")

    show(page, betting({"ante": 100}))
    tab_to(page, ".seat[data-mine] .box-jackpot")
    press("Enter")
    assert_sent(page, {"t": "bet", "on": {"jackpot": 50}})

    for letter, choice, command in (
        (WORDS["st.keys"].split()[0], "fold", {"t": "fold"}),
        (WORDS["st.keys"].split()[1], "continue", {"t": "continue", "bet": 200}),
    ):
        show(page, betting({"ante": 100, "jackpot": 50}))  # a new decision, which nothing has answered yet
        expect(page.locator(".decisions")).to_be_hidden()
        show(page, deciding())
        button = page.locator(f'.decision[data-choice="{choice}"]')
        expect(button).to_be_enabled()
        page.wait_for_timeout(260)  # a decision that has only just appeared cannot have been read
        press(letter.lower())
        assert_sent(page, command)

    menu = page.locator("#table-menu")
    for label, is_panel in ((WORDS["menu.verify"], True), (WORDS["menu.leave"], False)):
        tab_to(page, ".bar-menu")
        press("Enter")
        expect(menu).to_be_visible()
        page.evaluate(
            "(label) => { window.wanted = [...document.querySelectorAll('#table-menu .menu-item')]"
            ".find((node) => node.textContent === label); wanted.dataset.wanted = ''; }",
            label,
        )
        tab_to(page, "[data-wanted]")
        press("Enter")
        if is_panel:
            expect(page.locator("dialog[open]")).to_be_visible()
            press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)
        page.evaluate("delete window.wanted.dataset.wanted")
    assert_sent(page, {"t": "leave"})


def test_each_act_can_be_typed(wide_page: Page) -> None:
    page, press = wide_page, wide_page.keyboard.press

    def type_line(line: str) -> None:
        page.keyboard.type(line)
        press("Enter")

    press("/")
    expect(page.locator("#command-field")).to_be_focused()
    type_line("sentar")
    page.wait_for_function("requests().filter(({ t }) => t === 'sit').length === 1")
    show(page, betting({}))
    type_line("jackpot")
    expect(page.locator(".refusal[data-shown]")).to_contain_text(WORDS["refused.nothing-bet"])
    assert_sent(page, {"t": "sit"})  # a jackpot bet needs an ante: nothing was sent
    type_line("aposta 2")
    assert_sent(page, {"t": "bet", "on": {"ante": 200}})
    show(page, betting({"ante": 200}))
    type_line("dobrar")
    page.wait_for_function(
        "requests().filter(({ on }) => on?.ante === 200).length === 2"
    )  # as much once more
    type_line("jackpot")
    assert_sent(page, {"t": "bet", "on": {"jackpot": 50}})

    for line, command in (("desistir", {"t": "fold"}), ("continuar", {"t": "continue", "bet": 200})):
        show(page, betting({"ante": 100, "jackpot": 50}))
        expect(page.locator(".decisions")).to_be_hidden()
        show(page, deciding())
        expect(page.locator('.decision[data-choice="fold"]')).to_be_enabled()
        page.wait_for_timeout(260)
        type_line(line)
        assert_sent(page, command)

    type_line("verificar")
    expect(page.locator("dialog[open]")).to_contain_text(WORDS["verify.title"])
    press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("#command-field")).to_be_focused()
    type_line("sair")
    assert_sent(page, {"t": "leave"})
