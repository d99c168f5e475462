"""A deposit by each payment method and a withdrawal in a real browser, against the sandbox payment service.

The page of the payment is never reloaded by hand: it says by itself how the payment ended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from players.wallet.methods.descriptions import DEPOSIT_CODES
from tests.journeys.page_steps import ERRANDS, PHONE, page_of, release, seen, send, sign_in, until_payment
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]
PASSWORD = "mesa-carla-2015"
ASKS_FOR_PROOF = "4000 0000 0004 9876"


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


def ask(page: Page, method: str, amount: str, password: str = PASSWORD) -> None:
    page.goto("/account/deposit/")
    page.locator(f".method-tile[data-method={method}]").click()
    if method == "mb-way":
        page.fill("#id_phone", "912 345 678")
    page.fill("#id_amount", amount)
    if page.locator("#id_protection").count():  # before the first one
        page.locator("#id_protection").check()
    send(page, "Seguir para o pagamento", password)


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


def fields(page: Page) -> FrameLocator:
    """The frame of the payment service on the page of a card payment."""
    page.wait_for_url(re.compile("/account/payments/"))
    frame = page.frame_locator("#card-fields iframe")
    expect(frame.get_by_label("Número do cartão")).to_be_visible()
    return frame


def on_the_phone(page: Page) -> None:
    expect(page.locator(".to-pay")).to_contain_text("912 345 678")
    seen(page)
    pay_elsewhere(page, "Pagar")


def at_a_cash_machine(page: Page) -> None:
    expect(page.locator(".to-pay")).to_contain_text(re.compile(r"99999\D+\d{9}"))
    seen(page)
    pay_elsewhere(page, "Pagar")


def in_the_fields(page: Page) -> None:
    frame = fields(page)
    seen(page)
    frame.get_by_role("button", name="Pagar", exact=True).click()


def from_an_own_account(page: Page) -> None:
    expect(page.locator(".to-pay")).to_contain_text("PT50000201230000000000154")
    seen(page)
    pay_elsewhere(page, "Pagar")


WALKS: dict[str, Callable[[Page], None]] = {
    "mb-way": on_the_phone,
    "multibanco": at_a_cash_machine,
    "card": in_the_fields,
    "transfer": from_an_own_account,
}


@pytest.mark.parametrize("method", DEPOSIT_CODES)
def test_a_deposit_by_each_method_is_paid_and_the_page_says_so(player: Page, method: str) -> None:
    ask(player, method, "25")
    player.wait_for_url(re.compile("/account/payments/"))
    WALKS[method](player)
    says(player, "Pago")
    expect(player.locator("#card-fields")).to_have_count(0)
    seen(player)


def test_mb_way_is_refused_on_the_phone_with_the_reason(player: Page) -> None:
    ask(player, "mb-way", "26")
    pay_elsewhere(player, "Não pagar", "declined-funds")
    says(player, "Não pago")
    expect(player.locator("body")).to_contain_text("saldo insuficiente")


def test_a_card_is_corrected_and_confirmed_by_keyboard(player: Page) -> None:
    """Every step without a mouse: mistakes at their fields, then the question of the bank (3-D Secure)."""
    ask(player, "card", "35")
    frame = fields(player)
    number = frame.get_by_label("Número do cartão")
    number.focus()
    player.keyboard.press("ControlOrMeta+a")
    player.keyboard.type("4111 1111 1111 1111")
    player.keyboard.press("Enter")
    expect(frame.get_by_role("alert")).to_contain_text("cartões de teste")
    expect(number).to_have_attribute("aria-invalid", "true")
    number.focus()
    player.keyboard.press("ControlOrMeta+a")
    player.keyboard.type(ASKS_FOR_PROOF)
    player.keyboard.press("Enter")
    expect(frame.locator("body")).to_contain_text("3-D Secure")
    frame.get_by_role("button", name="Pagar", exact=True).focus()
    player.keyboard.press("Enter")
    says(player, "Pago")
    expect(player.locator("body")).to_contain_text("···· 9876")
    expect(player.locator(".sums")).to_be_focused()


def test_a_card_whose_confirmation_fails_is_not_paid(player: Page) -> None:
    ask(player, "card", "36")
    frame = fields(player)
    frame.get_by_label("Número do cartão").fill(ASKS_FOR_PROOF)
    frame.get_by_role("button", name="Pagar", exact=True).click()
    frame.get_by_label("Porque não é pago").select_option("declined-proof")
    frame.get_by_role("button", name="Não pagar", exact=True).click()
    says(player, "Não pago")
    expect(player.locator("#card-fields")).to_have_count(0)


def test_the_page_hears_its_frame_alone(player: Page) -> None:
    """A message of this page, or of any window but the frame, changes nothing."""
    ask(player, "card", "37")
    fields(player)
    frame = player.locator("#card-fields iframe")
    expect(frame).not_to_have_attribute("height", "640")
    height = frame.get_attribute("height")
    with player.expect_event("requestfinished", lambda request: request.resource_type == "fetch"):
        player.evaluate(
            """() => { for (const more of [{ height: 7 }, { token: "tok-forged" }])
              postMessage({ kind: "payment-fields", ...more }, "*"); }"""
        )
    assert frame.get_attribute("height") == height
    expect(player.locator(".sums")).to_contain_text("espera do pagamento")
    send(player, "Cancelar o depósito", PASSWORD)
    says(player, "Cancelado")


def test_a_card_without_scripts_is_paid_at_the_service(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house, size=PHONE, java_script_enabled=False)
    sign_in(page, "bruno")
    page.goto("/account/deposit/")
    if "/limits/first/" in page.url:
        send(page, "Guardar e continuar", "mesa-bruno-2015")
    ask(page, "card", "38", "mesa-bruno-2015")
    page.wait_for_url(re.compile("/pay/"))
    page.get_by_role("button", name="Pagar", exact=True).click()
    until_payment(page, "Pago")


def test_a_transfer_with_its_reference_can_be_cancelled_while_it_is_open(player: Page) -> None:
    ask(player, "transfer", "40")
    expect(player.locator(".to-pay")).to_contain_text("PT50000201230000000000154")
    send(player, "Cancelar o depósito", PASSWORD)
    says(player, "Cancelado")


def test_a_withdrawal_goes_out_as_an_instant_transfer_with_its_steps(
    chromium: Browser, house: RunningHouse, player: Page
) -> None:
    """A first one is reviewed. The next one is paid while the player looks on."""
    for amount, is_first in (("20", True), ("21", False)):
        player.goto("/account/withdraw/")
        player.fill("#id_amount", amount)
        send(player, "Levantar", PASSWORD)
        player.wait_for_url(re.compile("/account/payments/"))
        if is_first:
            says(player, "Em análise")
            expect(player.locator(".payout-steps [aria-current=step]")).to_contain_text("Em análise")
            seen(player)
            release(chromium, house, player.url.rstrip("/").rsplit("/", 1)[1])
        says(player, "Pago")
        expect(player.locator(".payout-steps [aria-current=step]")).to_contain_text("Pago")
        seen(player)
