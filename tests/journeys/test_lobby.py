"""The lobby in a real browser: it updates without a reload, players and visitors keep favourites, a seat of a
scheduled session is registered and cancelled, and several hold'em tables share one window.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from casino.demo.sample_data import PLAYERS
from tests.journeys.page_steps import PHONE, WIDE, accessible, page_of, send, sign_in
from tests.journeys.table_steps import ROUND, Felt, answer, buy_in, person, sit_down, tables_open
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]

SMALL = {"minimum": 100, "small_blind": 50, "buy_in": 10_000, "rebuys": [5_000], "seats": 2}
TWO = tuple(Felt("holdem", name, SMALL, ".he-plate", "HE-", between=True) for name in ("Alvor", "Sagres"))


def tile(page: Page, name: str) -> str:
    return f'.tile:has(.tile-name a:text-is("{name}"))'


def test_seats_change_while_the_lobby_is_open(chromium: Browser, house: RunningHouse) -> None:
    looking = page_of(chromium, house)
    looking.goto("/lobby/?game=blackjack&money=EUR")
    state = looking.locator(f"{tile(looking, 'Coimbra')} [data-live=state]")
    expect(state).to_have_text(re.compile(r"^\d de \d sentados$"))
    before = int(state.inner_text()[0])
    with person(chromium, house, PLAYERS[3]) as david:
        david.goto(f"{house.url}/lobby/?game=blackjack&money=EUR&mode=multiple")
        david.get_by_role("link", name="Coimbra", exact=True).first.click()
        expect(david.locator('#table[data-link="open"]')).to_be_attached(timeout=ROUND)
        expect(state).to_have_text(f"{before} de 7 sentados")  # who only watches takes no seat
        sit_down(david)
        expect(state).to_have_text(f"{before + 1} de 7 sentados", timeout=ROUND)
        david.locator(".bar-menu").click()
        david.get_by_role("button", name="Terminar a sessão").first.click()
        expect(state).to_have_text(f"{before} de 7 sentados", timeout=ROUND)
    assert looking.faults == []


def test_favourites_are_kept_in_the_browser_of_a_visitor_and_in_the_house_for_a_player(
    chromium: Browser, house: RunningHouse
) -> None:
    visitor = page_of(chromium, house, size=PHONE)
    visitor.goto("/lobby/?money=DEMO")
    star = visitor.get_by_role("button", name="Favorita: Guincho")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    visitor.reload()
    expect(star).to_have_attribute("aria-pressed", "true")
    visitor.locator(".filter-sheet > summary").click()
    visitor.get_by_label("Só as minhas favoritas").check()
    expect(visitor.locator(".tile:visible")).to_have_count(1)
    accessible(visitor)

    eva = page_of(chromium, house)
    sign_in(eva, "eva")
    eva.goto("/lobby/?money=EUR")
    star = eva.get_by_role("button", name="Favorita: Póvoa")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    other = page_of(chromium, house)
    sign_in(other, "eva")
    other.goto("/lobby/?money=EUR&favourites=1")
    expect(other.locator(".tile-name")).to_have_text(["Póvoa"])
    other.get_by_role("button", name="Favorita: Póvoa").click()
    expect(other.get_by_role("button", name="Favorita: Póvoa")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_guest_bets_at_most_three_clicks_after_the_home_page(
    chromium: Browser, house: RunningHouse, size: tuple[int, int]
) -> None:
    """[AR-30] [FR-R31]"""
    guest = page_of(chromium, house, size=size)
    guest.goto("/")
    clicks = (
        guest.get_by_role("button", name="Jogar grátis", exact=True).first,
        guest.locator('.hit[data-place="red"]'),
    )
    assert len(clicks) <= 3
    clicks[0].click()
    clicks[1].click(force=True, timeout=ROUND)  # before the seat is there, if the page is faster
    expect(guest.locator('.pile[data-as="accepted"]')).to_have_count(1, timeout=ROUND)
    expect(guest.locator(".coach")).to_contain_text("3 de 3")


def test_a_press_on_the_felt_takes_a_seat_and_lays_the_chip(chromium: Browser, house: RunningHouse) -> None:
    """[AR-30] [FR-R31]"""
    guest = page_of(chromium, house)
    guest.goto("/lobby/?game=american-roulette&money=DEMO")
    guest.locator(".tile-name a").first.click()
    guest.locator('.hit[data-place="black"]').click(force=True)
    expect(guest.locator("#table[data-seated]")).to_be_attached(timeout=ROUND)
    expect(guest.locator('.pile[data-as="accepted"]')).to_have_count(1, timeout=ROUND)
    assert guest.faults == []


def test_the_first_table_is_on_the_first_screen_of_a_phone(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house, size=PHONE)
    page.goto("/lobby/")
    box = page.locator(".tile").first.bounding_box()
    assert box is not None and box["y"] + box["height"] <= PHONE[1], box
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    small = page.evaluate(
        """() => [...document.querySelectorAll('main a, main button, main summary')]
          .filter((node) => node.checkVisibility() && !node.closest('p, dl, .section-head, .tile-name'))
          .map((node) => [node.textContent.trim(), node.getBoundingClientRect()])
          .filter(([, box]) => box.height < 43.5 || box.width < 43.5).map(([text]) => text)"""
    )
    assert small == [], small


def test_a_seat_of_a_session_is_registered_and_given_back_without_scripts(
    chromium: Browser, house: RunningHouse
) -> None:
    """[HE-2m] [HE-6b]"""
    page = page_of(chromium, house, java_script_enabled=False)
    page.goto("/account/sign-in/")
    page.fill("input[name=login]", "eva@feltro.example")
    page.fill("input[name=password]", "mesa-eva-2015")
    page.press("input[name=password]", "Enter")
    page.goto("/lobby/sessions/")
    expect(page.locator(".meeting")).to_contain_text("Viana")
    send(page, page.get_by_role("button", name="Inscrever-me na sessão da mesa Viana"))
    expect(page.locator(".meeting")).to_contain_text("Está inscrito")
    send(page, page.get_by_role("button", name="Anular a inscrição na sessão da mesa Viana"))
    expect(page.locator(".meeting")).to_contain_text("6 lugares livres")


@pytest.mark.long
def test_of_two_tables_in_one_window_the_one_with_a_decision_comes_to_the_front(
    chromium: Browser, house: RunningHouse
) -> None:
    """[HE-9]"""
    tables_open(house, TWO)
    with person(chromium, house, PLAYERS[0]) as ana, person(chromium, house, PLAYERS[1]) as bruno:
        ana.goto(f"{house.url}/lobby/?game=holdem&money=EUR")
        numbers = [ana.get_by_role("link", name=felt.table, exact=True).get_attribute("href") for felt in TWO]
        ana.goto(
            f"{house.url}/lobby/together/?" + "&".join(f"t={str(number).split('/')[2]}" for number in numbers)
        )
        windows = [
            next(frame for frame in ana.frames if f"{number}window/" in frame.url) for number in numbers
        ]
        others = [bruno, bruno.context.new_page()]
        for felt, window, other in zip(TWO, windows, others, strict=True):
            window.locator('.he-plate[data-seat="1"]:enabled').click(timeout=ROUND)
            window.locator('[data-act="buy-in"]').click(timeout=ROUND)
            other.goto(f"{house.url}/lobby/?game=holdem&money=EUR")
            other.get_by_role("link", name=felt.table, exact=True).first.click()
            other.locator('.he-plate[data-seat="2"]:enabled').click(timeout=ROUND)
            buy_in(other)
        turn = ana.locator(".together-tab[data-turn]")
        for _ in range(200):
            for other in others:
                answer(other)
            if turn.count():
                break
            ana.wait_for_timeout(200)
        expect(turn.first).to_have_attribute("data-front", "")
        expect(ana).to_have_title(re.compile("É a sua vez na mesa"))
        expect(ana.locator(".together-status")).to_contain_text("É a sua vez na mesa")
        # Closing a table's window does not hide a seat; each table has a key.
        expect(ana.locator(".tab-close").first).to_be_disabled()
        ana.locator(".together-tab .tab").first.focus()
        ana.keyboard.press("Alt+2")
        expect(ana.locator(".together-tab").nth(1)).to_have_attribute("data-front", "")
        ana.set_viewport_size({"width": 360, "height": 780})
        expect(ana.locator(".together-table:visible")).to_have_count(1)
        assert ana.evaluate("document.documentElement.scrollWidth") <= 360
