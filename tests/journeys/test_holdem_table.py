"""Two people at one hold'em table, each in a browser of their own: they choose a place, buy in, play a hand against each other with
decisions taken and chosen ahead, are refused what their balance does not allow, let the time pass, rest, and leave with the stack.

[HE-4a] [HE-7] [HE-8] [HE-9] [HE-10] [HE-12] [HE-34] [HE-43] [HE-44] [HE-45] [HE-61] [HE-68]
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from casino.management.demo import PLAYERS
from tests.journeys.test_roulette_table import HEAVIEST, WEIGHT, balanced, figure, leave, sign_in, table_of
from tests.pages import screen
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]  # in real time, with real animations: for a machine that does nothing else

ROUND = 60_000
HOLDEM = "game=holdem&money=EUR&mode=multiple"
SIZES = (ViewportSize(width=1280, height=800), ViewportSize(width=360, height=780))
FACES = "(cards) => cards.map((card) => card.dataset.card)"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def seats(chromium: Browser, house: RunningHouse) -> Iterator[tuple[Page, Page]]:
    """Ana on a desk and Bruno on a phone, before they sit down."""
    contexts = []
    pages = []
    broken: list[str] = []
    for player, size in zip(PLAYERS, SIZES, strict=False):
        context = chromium.new_context(viewport=size, has_touch=size["width"] < 640, locale="pt-PT")
        page = context.new_page()
        page.on("pageerror", lambda error: broken.append(str(error)))
        sign_in(page, house, player.email, player.password)
        page.goto(f"{house.url}{table_of(page, house, HOLDEM)}")
        contexts.append(context)
        pages.append(page)
    try:
        yield pages[0], pages[1]
    finally:
        for context in contexts:
            context.close()
    assert broken == []


def act(page: Page, name: str) -> None:
    page.locator(f'[data-act="{name}"]').click(timeout=ROUND)


def cents(page: Page, where: str) -> int:
    """The figure that stands there."""
    return int(re.sub(r"\D", "", page.locator(where).inner_text(timeout=ROUND)))


def asked(page: Page) -> bool:
    return page.locator('.decision[data-choice="fold"]:not([disabled]):visible').count() > 0


def choose(page: Page, choice: str) -> None:
    button = page.locator(f'.decision[data-choice="{choice}"]:not([disabled]):visible')
    expect(button).to_be_visible(timeout=ROUND)
    page.wait_for_timeout(260)  # nobody decides in the first instant, and the bar would not take it
    button.click()


def deciding(*pages: Page) -> Page:
    """Whose turn it is, once somebody is asked."""
    end = time.monotonic() + ROUND / 1000
    while time.monotonic() < end:
        for page in pages:
            if asked(page):
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def cards(page: Page, where: str) -> list[str]:
    return [str(name) for name in page.locator(f"{where} .pcard:not(.pcard-ghost)").evaluate_all(FACES)]


def over(page: Page) -> bool:
    return page.locator(".he-seat[data-won]").count() > 0


def to_showdown(*pages: Page) -> None:
    """Everybody checks or calls until the pots are paid."""
    end = time.monotonic() + ROUND / 1000
    while time.monotonic() < end and not all(over(page) for page in pages):
        for page in pages:
            if asked(page):
                choose(page, "check" if page.locator('[data-choice="check"]:visible').count() else "call")
        pages[0].wait_for_timeout(60)
    for page in pages:
        expect(page.locator(".he-seat[data-won]").first).to_be_attached(timeout=ROUND)


def test_they_choose_their_places_buy_in_and_wait_for_each_other(seats: tuple[Page, Page]) -> None:
    """[HE-7] [HE-8] [HE-9]"""
    ana, bruno = seats
    expect(ana.locator(".he-seat[data-open]")).to_have_count(6, timeout=ROUND)
    assert ana.evaluate(WEIGHT) < HEAVIEST
    balance = figure(ana, "balance")
    ana.locator('.he-plate[data-seat="3"]').click()
    price = cents(ana, '[data-act="buy-in"] .desk-detail')
    act(ana, "buy-in")
    expect(ana.locator(".phrase")).to_have_text("A mesa espera por outro jogador", timeout=ROUND)
    own = '.he-seat[data-mine][data-place="3"] .he-stack'
    expect(ana.locator(own)).to_have_text(re.compile(r"\d"), timeout=ROUND)
    assert cents(ana, own) == price
    balanced(ana, balance - price)
    assert figure(ana, "stake") == price
    expect(bruno.locator('.he-seat[data-place="3"]')).not_to_have_attribute("data-open", "", timeout=ROUND)
    bruno.locator('.he-plate[data-seat="5"]').click()
    act(bruno, "buy-in")
    for page in seats:
        expect(page.locator(".he-seat[data-mine] .pcard")).to_have_count(2, timeout=ROUND)
    hands = [cards(page, ".he-seat[data-mine]") for page in seats]
    assert all(hands[0]) and not set(hands[0]) & set(hands[1])
    assert cards(ana, '.he-seat[data-place="5"]') == ["", ""], "what the other holds has no face here"


def test_a_raise_by_the_part_of_a_pot_is_called_ahead_and_the_hand_goes_to_the_showdown(seats: tuple[Page, Page]) -> None:
    """[HE-34] [HE-34d] [HE-61]"""
    first = deciding(*seats)
    second = next(page for page in seats if page is not first)
    expect(second.locator(".ahead-act:visible").first).to_be_visible()
    choose(first, "call")
    deciding(second)
    least = second.locator(".raise-typed").input_value()
    second.locator('[data-part="pot"]').click()
    raised = second.locator(".raise-typed").input_value()
    assert raised != least
    choose(second, "raise")
    expect(first.locator(".he-says").filter(has_text=raised)).to_be_visible(timeout=ROUND)
    choose(first, "call")
    deciding(*seats)
    boards = [cards(page, ".he-board") for page in seats]
    assert boards[0] == boards[1] and len(boards[0]) == 3
    to_showdown(*seats)
    for page in seats:
        expect(page.locator(".he-rake")).to_contain_text("comissão")
        expect(page.locator(".he-board .pcard[data-as=won]").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    ana = seats[0]
    ana.get_by_role("button", name="Explicar").click()
    expect(ana.locator(".explained .rule-id").first).to_contain_text("HE-")
    ana.keyboard.press("Escape")


def test_a_rebuy_above_the_balance_is_refused_and_one_within_it_joins_the_stack(seats: tuple[Page, Page]) -> None:
    """[HE-11b] [HE-12]"""
    ana, _bruno = seats
    end = time.monotonic() + ROUND / 1000
    balance, bought = figure(ana, "balance"), 0
    while not ana.locator(".refusal[data-shown]").count() and time.monotonic() < end:
        for page in seats:
            if asked(page):
                choose(page, "fold")
        if ana.locator('[data-act="top-up"]:visible').count():
            ana.locator('[data-act="top-up"]').click(timeout=2_000)
            cost = cents(ana, ".top-up:last-child strong")
            ana.locator(".top-up").last.click()
            if cost <= balance - bought:
                bought += cost
                balanced(ana, balance - bought)
        ana.wait_for_timeout(80)
    expect(ana.locator(".refusal[data-shown]")).to_contain_text("O saldo não chega")
    assert bought > 0


def test_who_lets_the_time_pass_gets_extra_time_the_house_decides_and_the_seat_rests(seats: tuple[Page, Page]) -> None:
    """[HE-43] [HE-44] [HE-45] [HE-68]"""
    page = deciding(*seats)
    expect(page.locator(".decisions[data-called]:visible")).to_be_attached(timeout=35_000)
    expect(page.locator(".decisions:visible")).to_have_count(0, timeout=30_000)
    if page.locator('[data-act="sit-out"]').count():
        act(page, "sit-out")
    expect(page.locator(".he-desk .decision-title")).to_have_text("Está a descansar", timeout=ROUND)
    act(page, "sit-in")
    expect(page.locator(".he-desk .decision-title")).not_to_have_text("Está a descansar", timeout=ROUND)


def test_who_leaves_takes_the_stack(seats: tuple[Page, Page]) -> None:
    """[HE-10]"""
    for page in seats:
        leave(page)
        expect(page.locator("dialog[data-name=statement]")).to_be_visible(timeout=ROUND)
        assert figure(page, "stake") == 0
