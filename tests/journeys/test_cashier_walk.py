"""Money and limits in a real browser, against the payment service that stands in for a real one, on the whole running house."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests import browser
from tests.journeys.test_portal_walk import CONTRAST, NAMELESS, page_of, sign_in
from tests.running import RunningHouse

pytestmark = pytest.mark.journey
OWN = ("/account/cashier/", "/account/deposit/", "/account/withdraw/", "/account/limits/", "/account/exclusion/")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser.found(), args=list(browser.FLAGS))
        yield opened
        opened.close()


def seen(page: Page) -> None:
    """Nothing is too wide, too pale or without a name."""
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, page.url
    assert page.evaluate(CONTRAST) == [], page.url
    assert page.evaluate(NAMELESS) == [], page.url


def confirm(page: Page, name: str) -> None:
    """Money and limits ask once more who is there."""
    if "/confirm/" in page.url:
        page.fill("input[name=password]", f"mesa-{name}-2015")
        page.press("input[name=password]", "Enter")


def status(page: Page, wanted: str) -> None:
    for _ in range(40):
        if page.locator(".sums").get_by_text(wanted, exact=True).count():
            return
        page.wait_for_timeout(500)
        page.reload()
    raise AssertionError(f"{wanted} is not shown: {page.locator('.sums').inner_text()}")


def test_limits_then_a_deposit_then_a_withdrawal_held_released_and_paid(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house)
    sign_in(page, "carla")
    page.goto("/account/deposit/")
    assert page.url.endswith("/account/limits/first/"), "the limits are asked about before the first deposit"
    seen(page)
    page.fill("#id_deposit-day", "300")
    page.fill("#id_stake-week", "1.000,00")
    page.fill("#id_time-day", "dois")
    page.get_by_role("button", name="Definir e continuar").click()
    confirm(page, "carla")
    expect(page.locator("#id_deposit-day")).to_have_value("300")
    assert "Escreva horas" in page.locator(".errors").inner_text(), "what was typed stays, and what is wrong is said there"
    page.fill("#id_time-day", "2:30")
    page.get_by_role("button", name="Definir e continuar").click()
    page.wait_for_url(re.compile("/account/deposit/"))
    page.fill("#id_amount", "300,01")
    page.get_by_role("button", name="Seguir para o pagamento").click()
    assert "limite de depósito" in page.locator(".errors").inner_text()
    page.fill("#id_amount", "120,50")
    page.get_by_role("button", name="Seguir para o pagamento").click()
    page.wait_for_url(re.compile("/account/payments/"))
    seen(page)
    page.get_by_role("link", name="Pagar", exact=True).click()
    page.get_by_label("duas vezes").check()
    page.get_by_role("button", name="Pagar", exact=True).click()
    page.wait_for_url(re.compile("/account/payments/"))
    status(page, "Pago")
    assert "1 120,50" in page.locator(".sums").inner_text().replace("\N{NO-BREAK SPACE}", " ")

    page.goto("/account/withdraw/")
    page.fill("#id_amount", "600")
    page.get_by_role("button", name="Levantar").click()
    page.wait_for_url(re.compile("/account/payments/"))
    status(page, "Em análise")
    seen(page)
    payment = page.url.rstrip("/").rsplit("/", 1)[1]

    office = page_of(chromium, house)
    sign_in(office, "caixa")
    assert (answer := office.goto(f"/admin/cashier/payment/{payment}/change/")) is not None and answer.status == 200
    office.fill("#why-decide", "Documento e conta conferem")
    office.get_by_role("button", name="Autorizar").click()
    assert "o jogador foi informado" in office.content()
    page.reload()
    status(page, "Pago")
    page.goto("/account/cashier/")
    assert "520,50" in page.locator(".sums").inner_text()


def test_a_withdrawal_is_taken_back_by_keyboard_alone_in_english_on_a_phone(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house, size=(360, 740), locale="en-GB", java_script_enabled=True)
    sign_in(page, "david")
    page.get_by_role("button", name="English").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.documentElement.lang === 'en'")
    page.goto("/account/withdraw/")
    page.locator("#id_amount").focus()
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/account/confirm/"))
    page.locator("input[name=password]").focus()
    page.keyboard.type("mesa-david-2015")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/account/payments/"))
    seen(page)
    button = page.get_by_role("button", name="Cancel the withdrawal")
    for _ in range(80):
        if button.evaluate("node => node === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".notices").wait_for()
    assert "are back in the balance" in page.locator(".notices").inner_text() and "€750.00" in page.content()


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=["wide", "phone"])
@pytest.mark.parametrize("light", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_the_pages_of_money_and_limits_fit_and_read(chromium: Browser, house: RunningHouse, size: tuple[int, int], light: str) -> None:
    page = page_of(chromium, house, size=size, color_scheme=light)
    sign_in(page, "bruno")
    for address in OWN:
        answer = page.goto(address)
        assert answer is not None and answer.status == 200, address
        seen(page)


def test_self_exclusion_holds_at_once_and_leaves_the_money(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house)
    sign_in(page, "eva")
    page.goto("/account/exclusion/")
    page.get_by_role("button", name="Excluir-me").click()
    confirm(page, "eva")
    assert "Escolha a duração" in page.locator(".errors").first.inner_text()
    page.get_by_label("3 meses").check()
    page.get_by_label(re.compile("Quero ser excluído")).check()
    page.get_by_role("button", name="Excluir-me").click()
    page.wait_for_load_state()
    confirm(page, "eva")
    page.get_by_text(re.compile("Excluído até")).first.wait_for()
    seen(page)
    page.goto("/account/withdraw/")
    assert page.locator("#id_amount").is_visible(), "a withdrawal stays possible"
