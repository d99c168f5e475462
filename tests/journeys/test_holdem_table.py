"""Two people at one hold'em table, each in their own browser: they choose a seat, buy in, play a hand with
immediate and pre-selected decisions, have purchases above their balance refused, let the time run out, sit
out, and leave with their stack.

[HE-4a] [HE-7] [HE-8] [HE-9] [HE-10] [HE-12] [HE-34] [HE-43] [HE-44] [HE-45] [HE-61] [HE-68]
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.table_steps import (
    ANA,
    BRUNO,
    DESKTOP,
    FRESH,
    HEAVIEST,
    PHONE,
    ROUND,
    WEIGHT,
    Felt,
    answer,
    balanced,
    figure,
    person,
    playing,
    tables_open,
)
from tests.pages import screen
from tests.running import RunningHouse

pytestmark = [
    pytest.mark.journey,
    pytest.mark.long,
]  # in real time, with real animations: for a machine that does nothing else

# The result lies long enough for what is to be seen of it to be seen on two pages, one after the other.
SLOW = Felt(
    "holdem",
    "Olhão",
    {
        "minimum": 100,
        "small_blind": 50,
        "buy_in": 10_000,
        "rebuys": [5_000, 10_000],
        "seats": 6,
        "rest_seconds": 12,
    },
    ".he-plate",
    "HE-",
    between=True,
)
FACES = "(cards) => cards.map((card) => card.dataset.card)"
TRIES = 4  # hands in which what is to be seen may be seen: a loaded machine lets a decision lapse


class Lapsed(Exception):
    """A decision was not taken in time, and the seat rests: what was to be seen is tried again in another
    hand.
    """


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def seats(chromium: Browser, house: RunningHouse) -> Iterator[tuple[Page, Page]]:
    """Ana on a desk and Bruno on a phone, before they sit down."""
    tables_open(house, (SLOW,))
    with person(chromium, house, ANA, DESKTOP) as ana, person(chromium, house, BRUNO, PHONE) as bruno:
        for page in (ana, bruno):
            page.goto(f"{house.url}/lobby/?game=holdem&money=EUR")
            page.get_by_role("link", name=SLOW.table, exact=True).first.click()
        yield ana, bruno


def act(page: Page, name: str) -> None:
    page.locator(f'[data-act="{name}"]').click(timeout=ROUND)


def cents(page: Page, where: str) -> int:
    """The figure that stands there."""
    return int(re.sub(r"\D", "", page.locator(where).inner_text(timeout=ROUND)))


def has_turn(page: Page) -> bool:
    return page.locator('.decision[data-choice="fold"]:not([disabled]):visible').count() > 0


def resting(page: Page) -> bool:
    return page.locator('[data-act="sit-in"]:visible').count() > 0


def choose(page: Page, choice: str) -> None:
    button = page.locator(f'.decision[data-choice="{choice}"]:not([disabled]):visible')
    end = time.monotonic() + ROUND / 1000
    while not button.count():
        if resting(page) or time.monotonic() > end:
            raise Lapsed(choice)
        page.wait_for_timeout(60)
    page.wait_for_timeout(FRESH)
    button.click()


def deciding(*pages: Page) -> Page:
    """The player in turn, once there is one; players who sit out come back."""
    active: list[Page] = []

    def one() -> bool:
        active.extend(page for page in pages if has_turn(page))
        return bool(active)

    end = time.monotonic() + ROUND / 1000
    while not one():
        assert time.monotonic() < end, "no player has the turn"
        for page in pages:
            if resting(page):
                act(page, "sit-in")
        pages[0].wait_for_timeout(60)
    return active[0]


def new_hand(*pages: Page) -> None:
    """The hand that runs is given up, and another one is dealt to both."""
    before = pages[0].locator(".phrase-detail").inner_text()
    playing(pages, lambda: over(pages[0]))
    playing(
        pages,
        lambda: all(
            page.locator(".he-seat[data-mine] .pcard").count() == 2 and not over(page) for page in pages
        ),
    )
    assert before


def in_some_hand(play: Callable[[], None], *pages: Page) -> None:
    for _ in range(TRIES):
        try:
            play()
        except Lapsed:
            new_hand(*pages)
        else:
            return
    raise AssertionError("every hand lapsed")


def cards(page: Page, where: str) -> list[str]:
    return [str(name) for name in page.locator(f"{where} .pcard:not(.pcard-ghost)").evaluate_all(FACES)]


def over(page: Page) -> bool:
    return page.locator(".he-seat[data-won]").count() > 0


def to_showdown(*pages: Page) -> None:
    """Everybody checks or calls until the pots are paid."""
    playing(pages, lambda: all(over(page) for page in pages), 2 * ROUND)
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
    expect(ana.locator(".phrase")).to_have_text("À espera de outro jogador", timeout=ROUND)
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


def test_a_raise_by_the_part_of_a_pot_is_called_ahead_and_the_hand_goes_to_the_showdown(
    seats: tuple[Page, Page],
) -> None:
    """[HE-34] [HE-34d] [HE-61]"""

    def play() -> None:
        first = deciding(*seats)
        second = next(page for page in seats if page is not first)
        if cards(first, ".he-board"):
            raise Lapsed("the hand is past its first turn of bets")
        expect(second.locator(".ahead-act:visible").first).to_be_visible()
        choose(first, "call")
        if deciding(*seats) is not second:
            raise Lapsed("another hand")
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
        if len(cards(seats[0], ".he-board")) < 5:
            raise Lapsed("the hand ended without a showdown")

    in_some_hand(play, *seats)
    for page in seats:
        expect(page.locator(".he-rake")).to_contain_text("comissão")
        expect(page.locator(".he-board .pcard[data-as=won]").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    ana = seats[0]
    ana.get_by_role("button", name="Explicar").click()
    expect(ana.locator(".explained .rule-id").first).to_contain_text("HE-")
    ana.keyboard.press("Escape")


def test_a_rebuy_above_the_balance_is_refused_and_one_within_it_joins_the_stack(
    seats: tuple[Page, Page],
) -> None:
    """[HE-11b] [HE-12]"""
    ana, _bruno = seats
    balance, bought = figure(ana, "balance"), 0

    def refused() -> bool:
        nonlocal bought
        if ana.locator(".refusal[data-shown]").count():
            return True
        for page in seats:
            answer(page, ("fold",))
        if ana.locator('[data-act="top-up"]:visible').count() and not has_turn(ana):
            ana.locator('[data-act="top-up"]').click(timeout=5_000)
            cost = cents(ana, ".top-up:last-child strong")
            ana.locator(".top-up").last.click(timeout=5_000)
            if cost <= balance - bought:
                bought += cost
                balanced(ana, balance - bought)
        return False

    playing(seats, refused, 4 * ROUND)
    expect(ana.locator(".refusal[data-shown]")).to_contain_text("Saldo insuficiente")
    assert bought > 0


def test_who_lets_the_time_pass_gets_extra_time_and_the_house_decides_and_nothing_more(
    seats: tuple[Page, Page],
) -> None:
    """[HE-43] [HE-44] [HE-45] The seat does not rest for it."""
    page = deciding(*seats)
    other = next(seat for seat in seats if seat is not page)
    expect(page.locator(".decisions[data-called]:visible")).to_be_attached(timeout=ROUND)
    expect(page.locator(".decisions[data-called]:visible")).not_to_be_attached(timeout=ROUND)
    playing((other,), lambda: has_turn(page), 2 * ROUND)
    assert not resting(page)


def test_who_rests_keeps_the_seat_and_comes_back(seats: tuple[Page, Page]) -> None:
    """[HE-68]"""
    page = deciding(*seats)
    act(page, "sit-out")
    expect(page.locator('[data-act="sit-in"]:visible')).to_be_attached(timeout=ROUND)
    act(page, "sit-in")
    expect(page.locator('[data-act="sit-in"]:visible')).not_to_be_attached(timeout=ROUND)


def test_who_leaves_takes_the_stack(seats: tuple[Page, Page]) -> None:
    """[HE-10]"""
    for page in seats:
        page.locator(".bar-menu").click()
        page.get_by_role("button", name="Terminar a sessão").first.click()
        playing(seats, lambda page=page: page.locator("dialog[data-name=statement]").count() > 0)
        assert figure(page, "stake") == 0
