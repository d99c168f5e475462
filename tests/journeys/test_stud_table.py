"""Two people at one table of póquer sem descarte and of Macau stud, each in their own browser: they bet on
their boxes, decide, see the same bank, and are paid. One bet is refused; a player who does not decide is
warned and then folds.

[CS-6a] [CS-14b] [CS-15] [CS-16] [CS-19a] [CS-20] [CS-22] [CS-23] [CS-24] [CS-31] [CS-32] [CS-37] [MS-2.2]
[MS-10.1] [MS-12.1]
"""

from __future__ import annotations

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

WORDS = messages_for("pt", "caribbean-stud")
ROUND = 60_000
SEVERAL = "game=caribbean-stud&money=EUR&mode=multiple"
MACAU = "game=macau-stud&money=EUR&mode=multiple"
ALONE = "game=caribbean-stud&money=EUR&mode=individual"
SIZES = (ViewportSize(width=1280, height=800), ViewportSize(width=360, height=780))
OVER = '#table[data-step="live"][data-phase="resting"]'


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def people(chromium: Browser, house: RunningHouse) -> Iterator[tuple[Page, Page]]:
    """Ana on a desk and Bruno on a phone."""
    contexts = []
    pages = []
    broken: list[str] = []
    for player, size in zip(PLAYERS, SIZES, strict=False):
        context = chromium.new_context(viewport=size, has_touch=size["width"] < 640, locale="pt-PT")
        page = context.new_page()
        page.on("pageerror", lambda error: broken.append(str(error)))
        sign_in(page, house, player.email, player.password)
        contexts.append(context)
        pages.append(page)
    try:
        yield pages[0], pages[1]
    finally:
        for context in contexts:
            context.close()
    assert broken == []


def sit(house: RunningHouse, query: str, *pages: Page) -> None:
    for page in pages:
        page.goto(f"{house.url}{table_of(page, house, query)}")
        sit_down(page)
        expect(page.locator(".seat[data-mine]")).to_be_attached(timeout=ROUND)


def ante(page: Page) -> None:
    page.locator(".seat[data-mine] .spot").click()


def decide(page: Page, choice: str) -> None:
    button = page.locator(f'.decision[data-choice="{choice}"]:not([disabled]):visible')
    expect(button).to_be_visible(timeout=ROUND)
    page.wait_for_timeout(260)  # the bar accepts no decision in the first instant
    button.click()


def bank(page: Page) -> list[str]:
    return [
        str(name)
        for name in page.locator(".bank .pcard").evaluate_all(
            "(cards) => cards.map((card) => card.dataset.card)"
        )
    ]


def test_two_players_play_a_round_against_the_same_bank(
    house: RunningHouse, people: tuple[Page, Page]
) -> None:
    ana, bruno = people
    sit(house, SEVERAL, ana, bruno)
    betting(ana, 8)
    balance = figure(ana, "balance")
    for page in people:
        chip(page, 0)
        ante(page)
        staked(page, 100)
    balanced(ana, balance - 100)
    expect(bruno.locator(".seat:not([data-mine]) .spot .pile")).to_be_attached()  # bets lie open on the table
    expect(ana.locator(".phrase")).to_have_text("Façam as vossas apostas")
    expect(ana.locator(".phrase")).to_have_text(
        "Jogo feito nada mais, cartas em distribuição", timeout=ROUND
    )  # [CS-14b]
    expect(ana.locator(".discarded .pcard")).to_be_attached(timeout=ROUND)  # [CS-19a]
    decide(ana, "continue")
    staked(ana, 300)
    assert bank(ana).count("") == 4  # one card of the bank lies open  [CS-19c]
    expect(ana.locator(".own-hand .pcard")).to_have_count(5)
    expect(ana.locator(".st-prizes tr[data-held]")).to_have_count(1)
    decide(bruno, "fold")
    expect(bruno.locator(".own-hand .pcard")).to_have_count(0)  # [CS-22]
    for page in people:
        expect(page.locator(OVER)).to_be_attached(timeout=ROUND)
    assert bank(ana) == bank(bruno) and "" not in bank(ana)
    expect(ana.locator(".result-mine")).to_contain_text("Apostado 3,00")
    expect(bruno.locator(".result-mine")).to_contain_text("ganho ou perda −1,00")
    ana.get_by_role("button", name="Explicar").click()
    expect(ana.locator(".explained tbody tr")).to_have_count(2)
    expect(ana.locator(".explained .rule-id").last).to_contain_text("CS-")
    assert explained_balance(ana) == (balance, figure(ana, "balance"))
    ana.keyboard.press("Escape")
    assert bruno.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_ante_above_the_maximum_is_refused_with_its_figure_and_its_rule(people: tuple[Page, Page]) -> None:
    ana, _bruno = people
    betting(ana, 8)
    balance = figure(ana, "balance")
    for number in (2, 0):  # 25, and one more than the 25 allow
        chip(ana, number)
        ante(ana)
    expect(ana.locator(".refusal[data-shown]")).to_contain_text(
        "Acima do máximo da caixa «ante»: 25,00\u00a0€. Ainda pode apostar 0,00\u00a0€."
    )
    expect(ana.locator(".refusal .rule-id")).to_contain_text("CS-16")
    balanced(ana, balance - 2_500)
    ana.get_by_role("button", name=WORDS["tray.clear"]).click()
    balanced(ana, balance)
    ana.locator(".bar-menu").click()
    ana.get_by_role("button", name="Mesa em lista").click()
    expect(ana.locator("dialog[open]")).to_contain_text("Ante de 1,00\u00a0€ a 25,00\u00a0€.")
    expect(ana.locator("dialog[open] tbody tr")).to_have_count(7)
    ana.keyboard.press("Escape")


def test_a_round_of_macau_stud_with_a_jackpot_bet_moves_the_meter(
    house: RunningHouse, people: tuple[Page, Page]
) -> None:
    """Keys alone decide at the desk; no hint and no last results stand at this table.  [MS-10.1] [MS-12.1]"""
    ana, bruno = people
    sit(house, MACAU, ana, bruno)
    assert ana.evaluate(WEIGHT) < HEAVIEST
    betting(ana, 8)
    pot = ana.locator(".meter-figure").inner_text()
    for page in people:
        # With an ante only.
        expect(page.locator('.seat[data-mine] .box-jackpot[aria-disabled="true"]')).to_be_attached()
        chip(page, 0)
        ante(page)
        staked(page, 100)
        page.locator(".seat[data-mine] .box-jackpot").click()
        staked(page, 200)
    expect(ana.locator(".decisions:visible")).to_be_attached(timeout=ROUND)
    expect(ana.locator(".st-prizes tr[data-held]")).to_have_count(0)
    expect(ana.locator(".st-lasts")).to_have_count(0)
    expect(ana.locator(".st-forbidden li")).to_have_count(3)
    ana.wait_for_timeout(260)
    ana.keyboard.press("c")
    staked(ana, 400)
    decide(bruno, "continue")
    for page in people:
        expect(page.locator(OVER)).to_be_attached(timeout=ROUND)
    assert ana.locator(".meter-figure").inner_text() == bruno.locator(".meter-figure").inner_text() != pot
    assert bruno.evaluate("document.documentElement.scrollWidth") <= 360


def test_who_does_not_decide_is_warned_gets_extra_time_and_gives_up_the_hand(
    chromium: Browser, house: RunningHouse
) -> None:
    """At a table of one: the player starts the deal and says nothing.  [CS-15] [CS-31] [CS-32]"""
    context = chromium.new_context(viewport=SIZES[1], has_touch=True, locale="pt-PT")
    page = context.new_page()
    try:
        carla = PLAYERS[2]
        sign_in(page, house, carla.email, carla.password)
        sit(house, ALONE, page)
        expect(page.locator(".seat[data-mine][data-open]")).to_be_attached(timeout=ROUND)
        ante(page)
        page.get_by_role("button", name="Dar as cartas").click()
        expect(page.locator(".decisions[data-called]:visible")).to_be_attached(timeout=ROUND)
        expect(page.locator(".phrase-detail")).to_contain_text("Tempo suplementar")
        expect(page.locator(OVER)).to_be_attached(timeout=25_000)
        expect(page.locator(".own-hand .pcard")).to_have_count(0)
        expect(page.locator(".result-mine")).to_contain_text("ganho ou perda −1,00")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        context.close()
