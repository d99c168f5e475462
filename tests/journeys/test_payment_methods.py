"""A deposit by each payment method in a real browser, against the sandbox payment service.

The page of the payment is never reloaded by hand: it says by itself how the payment ended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.page_steps import ERRANDS, PHONE, page_of, seen, send, sign_in
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]
PASSWORD = "mesa-carla-2015"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with RunningHouse.opened(tmp_path_factory.mktemp("methods")) as running:
        yield running


@pytest.fixture(scope="module")
def player(chromium: Browser, house: RunningHouse) -> Page:
    """Signed in on a phone, with the question about limits answered."""
    page = page_of(chromium, house, size=PHONE)
    sign_in(page, "carla")
    page.goto("/account/limits/first/")
    page.fill("#id_deposit-day", "5000")
    send(page, "Guardar e continuar", PASSWORD)
    page.wait_for_url(re.compile("/account/deposit/"))
    seen(page)
    return page


def ask(page: Page, method: str, amount: str) -> None:
    page.goto("/account/deposit/")
    page.locator(f".method-tile[data-method={method}]").click()
    if method == "mb-way":
        page.fill("#id_phone", "912 345 678")
    page.fill("#id_amount", amount)
    if page.locator("#id_protection").count():  # before the first one
        page.locator("#id_protection").check()
    send(page, "Seguir para o pagamento", PASSWORD)


def says(page: Page, status: str) -> None:
    """Without a reload: the page looks again by itself."""
    expect(page.locator(".sums")).to_contain_text(status, timeout=ERRANDS * 1000)


def pay_elsewhere(page: Page, button: str, choose: str = "") -> None:
    """On another device, at the page of the payment service."""
    address = page.get_by_role("link", name="Página do serviço de pagamento").get_attribute("href")
    assert address is not None
    other = page.context.browser.new_context(locale="pt-PT").new_page()
    other.goto(address)
    if choose:
        other.get_by_label("Porque não é pago").select_option(choose)
    other.get_by_role("button", name=button, exact=True).click()
    other.wait_for_load_state()
    other.context.close()


def test_mb_way_is_accepted_on_the_phone_and_the_page_says_so(player: Page) -> None:
    ask(player, "mb-way", "25")
    player.wait_for_url(re.compile("/account/payments/"))
    expect(player.locator(".to-pay")).to_contain_text("912 345 678")
    seen(player)
    pay_elsewhere(player, "Pagar")
    says(player, "Pago")
    seen(player)


def test_mb_way_is_refused_on_the_phone_with_the_reason(player: Page) -> None:
    ask(player, "mb-way", "26")
    pay_elsewhere(player, "Não pagar", "declined-funds")
    says(player, "Não pago")
    expect(player.locator("body")).to_contain_text("saldo insuficiente")


def test_a_multibanco_reference_is_shown_and_paid_later(player: Page) -> None:
    ask(player, "multibanco", "30")
    expect(player.locator(".to-pay")).to_contain_text(re.compile(r"99999\D+\d{9}"))
    seen(player)
    pay_elsewhere(player, "Pagar")
    says(player, "Pago")


def test_a_card_whose_bank_asks_for_a_confirmation(player: Page) -> None:
    ask(player, "card", "35")
    player.wait_for_url(re.compile("/pay/"))
    player.get_by_label(re.compile("9876")).check()
    player.get_by_role("button", name="Pagar", exact=True).click()
    expect(player.locator("body")).to_contain_text("3-D Secure")
    player.get_by_role("button", name="Pagar", exact=True).click()
    says(player, "Pago")
    expect(player.locator("body")).to_contain_text("···· 9876")


def test_a_transfer_with_its_reference_can_be_cancelled_while_it_is_open(player: Page) -> None:
    ask(player, "transfer", "40")
    expect(player.locator(".to-pay")).to_contain_text("PT50000201230000000000154")
    send(player, "Cancelar o depósito", PASSWORD)
    says(player, "Cancelado")
