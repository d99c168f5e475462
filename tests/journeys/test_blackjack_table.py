"""Two people at one blackjack table, each in their own browser: they bet, decide, see the same bank, and
are paid. One bet is refused; a player who does not answer is asked again and then passed over.

[BJ-4a] [BJ-7] [BJ-9] [BJ-12b] [BJ-14b] [BJ-17] [BJ-24a] [BJ-30] [BJ-31] [BJ-32]
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from casino.demo.sample_data import PLAYERS
from games.tables.messages.table import messages_for
from tests.journeys.table_steps import (
    HEAVIEST,
    WEIGHT,
    balanced,
    betting,
    chip,
    explained_balance,
    figure,
    sign_in,
    sit_down,
    staked,
    table_of,
)
from tests.pages import screen
from tests.running import RunningHouse

pytestmark = [
    pytest.mark.journey,
    pytest.mark.long,
]  # in real time, with real animations: for a machine that does nothing else

WORDS = messages_for("pt", "blackjack")
ROUND = 60_000
SEVERAL = "game=blackjack&money=EUR&mode=multiple"
ALONE = "game=blackjack&money=EUR&mode=individual"
ASKED = """() => document.querySelector(".decisions:not([hidden])") ||
  document.querySelector('#table[data-phase="resting"]')"""
SIZES = (ViewportSize(width=1280, height=800), ViewportSize(width=360, height=780))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def seats(chromium: Browser, house: RunningHouse) -> Iterator[tuple[Page, Page]]:
    """Ana on a desk and Bruno on a phone, at the same table for several players."""
    contexts = []
    pages = []
    broken: list[str] = []
    for player, size in zip(PLAYERS, SIZES, strict=False):
        context = chromium.new_context(viewport=size, has_touch=size["width"] < 640, locale="pt-PT")
        page = context.new_page()
        page.on("pageerror", lambda error: broken.append(str(error)))
        sign_in(page, house, player.email, player.password)
        page.goto(f"{house.url}{table_of(page, house, SEVERAL)}")
        sit_down(page)
        contexts.append(context)
        pages.append(page)
    try:
        yield pages[0], pages[1]
    finally:
        for context in contexts:
            context.close()
    assert broken == []


def lay(page: Page, place: str) -> None:
    page.locator(f'.spot[data-place="{place}"]').click()


def own_place(page: Page) -> str:
    """The place of the player's own seat."""
    place = page.locator(".seat[data-mine]").first.get_attribute("data-place")
    assert place is not None
    return place


def decide(*pages: Page) -> list[str]:
    """Everybody answers what they are asked, in turn, until the round is settled; answers what was
    decided.
    """
    decided: list[str] = []
    end = time.monotonic() + ROUND / 1000
    while time.monotonic() < end:
        for page in pages:
            for choice in ("decline", "stand", "hit"):
                button = page.locator(f'.decision[data-choice="{choice}"]:not([disabled]):visible')
                if button.count():
                    page.wait_for_timeout(260)  # the bar accepts no decision in the first instant
                    button.click()
                    decided.append(choice)
                    break
        if all(page.locator('#table[data-step="live"][data-phase="resting"]').count() for page in pages):
            return decided
        pages[0].wait_for_timeout(60)
    raise AssertionError(f"the round does not end: {decided}")


def cards_of_bank(page: Page) -> list[str]:
    return [
        str(name)
        for name in page.locator(".bank .pcard").evaluate_all(
            "(cards) => cards.map((card) => card.dataset.card)"
        )
    ]


def test_two_players_play_a_round_against_the_same_bank(seats: tuple[Page, Page]) -> None:
    ana, bruno = seats
    betting(ana, 8)
    balance = figure(ana, "balance")
    places = {page: own_place(page) for page in seats}
    assert len(set(places.values())) == 2
    for page, place in places.items():
        chip(page, 0)
        lay(page, place)
        staked(page, 500)
    free = ana.locator(".seat[data-open]:not([data-mine])").first.get_attribute("data-place")
    assert free is not None
    lay(ana, free)  # one player on two places  [BJ-7]
    staked(ana, 1000)
    balanced(ana, balance - 1000)
    expect(bruno.locator(f'.seat[data-place="{free}"] .pile')).to_be_attached()  # bets lie open on the table
    expect(ana.locator(".phrase")).to_have_text("Façam as vossas apostas")
    expect(ana.locator(".phrase")).to_have_text(
        "Jogo feito nada mais, cartas em distribuição", timeout=ROUND
    )  # [BJ-12b]
    expect(ana.locator(".bank .pcard[data-down]")).to_be_attached(timeout=ROUND)  # [BJ-14b]

    decide(ana, bruno)
    banks = [cards_of_bank(page) for page in seats]
    assert banks[0] == banks[1] and len(banks[0]) >= 1
    expect(ana.locator(".hand")).to_have_count(3)
    expect(ana.locator(".result-mine")).to_contain_text("Apostado 10,00")
    ana.get_by_role("button", name="Explicar").click()
    expect(ana.locator(".explained tbody tr")).to_have_count(2)
    expect(ana.locator(".explained .rule-id").first).to_contain_text("BJ-")
    assert explained_balance(ana) == (balance, figure(ana, "balance"))
    ana.keyboard.press("Escape")
    assert bruno.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_bet_above_the_maximum_is_refused_with_its_figure_and_its_rule(seats: tuple[Page, Page]) -> None:
    ana, _bruno = seats
    betting(ana, 8)
    balance, place = figure(ana, "balance"), own_place(ana)
    for number in (2, 1, 2):  # 100, 25, and 100 more than the 200 allow
        chip(ana, number)
        lay(ana, place)
    expect(ana.locator(".refusal[data-shown]")).to_contain_text("Acima do máximo: 200,00\u00a0€.")
    expect(ana.locator(".refusal .rule-id")).to_contain_text("BJ-9")
    balanced(ana, balance - 12_500)
    ana.get_by_role("button", name=WORDS["tray.clear"]).click()
    balanced(ana, balance)


def test_the_four_colour_deck_and_the_table_as_a_list_are_in_the_menu(seats: tuple[Page, Page]) -> None:
    ana, _bruno = seats
    ana.locator(".bar-menu").click()
    ana.get_by_role("switch", name="Baralho de quatro cores").click()
    expect(ana.locator('#table[data-deck="four"]')).to_be_attached()
    ana.get_by_role("button", name="Mesa em lista").click()
    expect(ana.locator("dialog[open] tbody tr")).to_have_count(7)
    expect(ana.locator("dialog[open]")).to_contain_text("De 5,00\u00a0€ a 200,00\u00a0€ em cada lugar.")
    ana.keyboard.press("Escape")
    ana.reload(wait_until="networkidle")
    assert ana.evaluate(WEIGHT) < HEAVIEST
    expect(ana.locator('#table[data-deck="four"]')).to_be_attached()


def test_who_does_not_answer_gets_extra_time_and_is_then_passed_over(
    chromium: Browser, house: RunningHouse
) -> None:
    """At a table for one: the player starts the deal and does not decide; the hand continues without input.

    [BJ-13] [BJ-30]
    """
    context = chromium.new_context(viewport=SIZES[1], has_touch=True, locale="pt-PT")
    page = context.new_page()
    try:
        carla = PLAYERS[2]
        sign_in(page, house, carla.email, carla.password)
        page.goto(f"{house.url}{table_of(page, house, ALONE)}")
        sit_down(page)
        for _ in range(4):  # a blackjack of the player leaves nothing to decide
            expect(page.locator(".seat[data-open]").first).to_be_attached(timeout=ROUND)
            lay(page, own_place(page))
            page.get_by_role("button", name="Dar as cartas").click()
            page.wait_for_function(ASKED, timeout=ROUND)
            if page.locator(".decisions:visible").count():
                break
        expect(page.locator(".decisions[data-called]:visible")).to_be_attached(timeout=25_000)
        cards = page.locator(".hand .pcard").count()
        expect(page.locator(".decisions[data-called]:visible")).to_have_count(0, timeout=15_000)
        assert page.locator(".hand .pcard").count() >= cards
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        context.close()
