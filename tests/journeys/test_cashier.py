"""Deposits, withdrawals and limits in a real browser, against the sandbox payment service."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.page_steps import page_of, release, seen, send, sign_in, until_payment
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]
OWN = (
    "/account/cashier/",
    "/account/deposit/",
    "/account/withdraw/",
    "/account/limits/",
    "/account/exclusion/",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house of its own: here a player is excluded, another changes the language, and balances are exact."""
    with RunningHouse.opened(tmp_path_factory.mktemp("cashier")) as running:
        yield running


def sums(page: Page, wanted: str) -> None:
    """Spaces of every width are written in amounts."""
    expect(page.locator(".sums")).to_contain_text(re.compile(wanted.replace(" ", r"\s")))


def test_limits_then_a_deposit_then_a_withdrawal_held_released_and_paid(
    chromium: Browser, house: RunningHouse
) -> None:
    page = page_of(chromium, house)
    sign_in(page, "carla")
    page.goto("/account/deposit/")
    assert page.url.endswith("/account/limits/first/"), "the limits are asked about before the first deposit"
    seen(page)
    page.fill("#id_deposit-day", "300")
    page.fill("#id_stake-week", "1.000,00")
    page.fill("#id_time-day", "dois")
    send(page, "Guardar e continuar", "mesa-carla-2015")
    # What was typed stays, and what is wrong is said there.
    expect(page.locator("#id_deposit-day")).to_have_value("300")
    expect(page.locator(".errors")).to_contain_text("Escreva horas")
    page.fill("#id_time-day", "2:30")
    send(page, "Guardar e continuar", "mesa-carla-2015")
    page.wait_for_url(re.compile("/account/deposit/"))
    expect(page.locator("main")).to_contain_text("ficar insolvente")
    page.locator("#id_protection").check()
    page.fill("#id_amount", "300,01")
    send(page, "Seguir para o pagamento", "mesa-carla-2015")
    expect(page.locator(".errors")).to_contain_text("limite de depósito")
    page.fill("#id_amount", "120,50")
    send(page, "Seguir para o pagamento", "mesa-carla-2015")
    page.wait_for_url(re.compile("/account/payments/"))
    page.get_by_role("link", name="Página do serviço de pagamento").click()
    page.wait_for_url(re.compile("/pay/"))
    page.get_by_label("duas vezes").check()
    send(page, "Pagar")
    until_payment(page, "Pago")
    sums(page, "1 120,50")

    page.goto("/account/withdraw/")
    page.fill("#id_amount", "600")
    send(page, "Levantar", "mesa-carla-2015")
    until_payment(page, "Em análise")
    seen(page)
    release(chromium, house, page.url.rstrip("/").rsplit("/", 1)[1])
    page.reload()
    until_payment(page, "Pago")
    page.goto("/account/cashier/")
    sums(page, "520,50")


def test_a_withdrawal_is_taken_back_by_keyboard_alone_in_english_on_a_phone(
    chromium: Browser, house: RunningHouse
) -> None:
    page = page_of(chromium, house, size=(360, 740), locale="en-GB", java_script_enabled=True)
    sign_in(page, "david")
    page.locator(".menu > summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="English").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "en-GB")
    page.goto("/account/withdraw/")
    page.locator("#id_amount").focus()
    page.keyboard.type("50")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    if "/confirm/" in page.url:
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
    expect(page.locator(".notices")).to_contain_text("is back in the balance")
    expect(page.locator("body")).to_contain_text("€750.00")


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=["wide", "phone"])
@pytest.mark.parametrize("light", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_the_pages_of_money_and_limits_fit_and_read(
    chromium: Browser, house: RunningHouse, size: tuple[int, int], light: str
) -> None:
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
    send(page, "Excluir-me", "mesa-eva-2015")
    expect(page.locator(".errors").first).to_contain_text("Escolha a duração")
    page.get_by_label("3 meses").check()
    page.get_by_label(re.compile("Quero ser excluído")).check()
    send(page, "Excluir-me", "mesa-eva-2015")
    page.get_by_text(re.compile("Excluído até")).first.wait_for()
    seen(page)
    page.goto("/account/withdraw/")
    # A withdrawal stays possible.
    expect(page.locator("#id_amount")).to_be_visible()
