"""A whole round of each family of games by the keyboard and the command line alone: a seat, a bet, every
decision, and the result, all heard from the one live region.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from games.tables.messages.table import messages_for
from tests.journeys.table_steps import ANA, BRUNO, FELTS, ROUND, Felt, answer, person, tables_open
from tests.pages import screen
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]

LINES = {
    "american-roulette": "aposta 2 encarnado",
    "blackjack": "aposta 5",
    "baccarat": "aposta 2 na banca",
    "caribbean-stud": "aposta 2",
    "holdem": "",
}
# What is typed when a decision comes, the first that the table offers.
DECISIONS = ("não", "ficar", "continuar", "passar", "acompanhar")
HEAR = """() => {
  window.heard = [];
  const region = document.querySelector("#table > .hidden-text[aria-live=polite]");
  new MutationObserver(() => heard.push(region.textContent.trim()))
    .observe(region, { childList: true, characterData: true, subtree: true });
}"""
FIELD = "#command-field"


@pytest.fixture(scope="module")
def ana(house: RunningHouse) -> Iterator[tuple[Page, Page]]:
    """Ana, who has no mouse, and Bruno, who plays the hands between players with her."""
    tables_open(house, tuple(felt for felt in FELTS if felt.system in LINES))
    with (
        screen.chromium() as chromium,
        person(chromium, house, ANA) as player,
        person(chromium, house, BRUNO) as other,
    ):
        yield player, other


def open_table(page: Page, house: RunningHouse, felt: Felt) -> None:
    page.goto(f"{house.url}/lobby/?game={felt.system}&money=EUR&mode=multiple")
    address = page.get_by_role("link", name=felt.table, exact=True).first.get_attribute("href")
    page.goto(f"{house.url}{address}")
    expect(page.locator('#table[data-link="open"]')).to_be_attached(timeout=ROUND)
    page.evaluate(HEAR)
    page.keyboard.press("/")
    expect(page.locator(FIELD)).to_be_focused()
    if not felt.between:
        type_line(page, "sentar")
        expect(page.locator("#table[data-seated]")).to_be_attached(timeout=ROUND)


def type_line(page: Page, line: str) -> None:
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    expect(page.locator(FIELD)).to_have_value("")
    expect(page.locator(FIELD)).to_be_focused()


def leave(page: Page) -> None:
    """The statement of the session opens over the line, and takes the focus."""
    page.keyboard.type("sair")
    page.keyboard.press("Enter")
    expect(page.locator(FIELD)).to_have_value("")


def wait_for(page: Page, pattern: str, since: int = 0) -> str:
    """The first sentence of the live region that fits, heard after that many others."""
    page.wait_for_function(
        "([pattern, since]) => heard.slice(since).some((text) => new RegExp(pattern, 'i').test(text))",
        arg=[pattern, since],
        timeout=ROUND,
    )
    heard: list[str] = page.evaluate("heard")
    return next(text for text in heard[since:] if re.search(pattern, text, re.IGNORECASE))


def decide(page: Page, ends: str, other: Page | None = None) -> None:
    """Types a lawful decision whenever one is asked for, until one was typed and a result is heard."""
    typed: list[str] = []
    end = time.monotonic() + 2 * ROUND / 1000
    while not (
        typed and page.evaluate("(ends) => heard.some((text) => new RegExp(ends, 'i').test(text))", ends)
    ):
        assert time.monotonic() < end, page.evaluate("heard")
        if page.locator(".decision:not([disabled]):visible").count():
            page.wait_for_timeout(300)  # the time to read a new decision
            offered = page.locator(".decision:not([disabled]):visible").evaluate_all(
                "(nodes) => nodes.map((node) => node.dataset.choice)"
            )
            line = next((word for word in DECISIONS if meaning(word) in offered), "")
            if line:
                type_line(page, line)
                typed.append(line)
        if other:
            answer(other)
            for player in (page, other):
                if player.locator('[data-act="sit-in"]:visible').count():
                    type_line(player, "voltar ao jogo")
        page.wait_for_timeout(100)


def meaning(word: str) -> str:
    names = ("decline", "stand", "continue", "check", "call")
    return names[DECISIONS.index(word)]


@pytest.mark.parametrize("system", [system for system in LINES if system != "holdem"])
def test_a_round_against_the_bank(ana: tuple[Page, Page], house: RunningHouse, system: str) -> None:
    page, _ = ana
    felt = next(felt for felt in FELTS if felt.system == system)
    words = messages_for("pt", system)
    open_table(page, house, felt)
    type_line(page, "ajuda")
    wait_for(page, "Agora pode escrever")
    page.keyboard.press("Escape")
    expect(page.locator(".command-line")).to_be_hidden()
    page.keyboard.press("/")
    type_line(page, "voar")
    wait_for(page, "«voar» não é um comando desta mesa")
    page.keyboard.press("4")  # the key of the balance, in the empty field
    wait_for(page, "^Saldo: [\\d\\s]+,\\d\\d")
    page.wait_for_function(
        "() => document.getElementById('table').dataset.phase === 'betting' "
        "&& Number(document.querySelector('.ring-seconds').textContent) >= 5",
        timeout=ROUND,
    )
    type_line(page, LINES[system])
    wait_for(page, "Aceite. As suas apostas: [25],00")
    type_line(page, "apostas")
    wait_for(page, "^As suas apostas: .* Total [25],00")
    if felt.decides:
        decide(page, "Apostado ")
    wait_for(page, "Apostado ")
    leave(page)
    expect(page.locator("#table:not([data-seated])")).to_be_attached(timeout=ROUND)
    assert words["menu.leave"] in wait_for(page, words["menu.leave"])


def test_a_hand_between_players(ana: tuple[Page, Page], house: RunningHouse) -> None:
    page, other = ana
    felt = next(felt for felt in FELTS if felt.system == "holdem")
    for player in (page, other):
        open_table(player, house, felt)
        type_line(player, "sentar")
        expect(player.locator('[data-act="buy-in"]')).to_be_visible(timeout=ROUND)
        type_line(player, "entrar em jogo")
    wait_for(page, "As suas cartas")
    type_line(page, "cartas")
    wait_for(page, "^As suas cartas|^Tem ")
    decide(page, "A sua jogada", other)
    for player in (page, other):
        leave(player)
