"""The whole lifecycle of a player in a real browser: from registration to exclusion, with money, a round
and its statement.

In both languages, on a desktop and on a phone, by mouse and by keyboard alone. [AR-26] [AR-27]
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.journeys.applicant import PASSWORD, Applicant
from tests.journeys.page_steps import PHONE, WIDE, accessible, release, until_payment
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]
ROUND = 60_000  # ms in which a whole round, and the one under way before it, is surely over
WORDS = {
    "pt": {
        "set": "Guardar e continuar", "to payment": "Seguir para o pagamento", "pay": "Pagar",
        "paid": "Pago", "held": "Em análise",
        "menu": "Menu da mesa", "leave": "Terminar a sessão", "withdraw": "Levantar",
        "ended": "terminada pelo jogador",
        "exclude": "Excluir-me", "months": "3 meses", "excluded": "Excluído até",
        "no deposit": "excluído do jogo",
    },
    "en": {
        "set": "Save and continue", "to payment": "Go to payment", "pay": "Pay",
        "paid": "Paid", "held": "Being looked at",
        "menu": "Menu of the table", "leave": "End session", "withdraw": "Withdraw",
        "ended": "ended by the player",
        "exclude": "Exclude me", "months": "3 months", "excluded": "Excluded until",
        "no deposit": "excluded from play",
    },
}  # fmt: skip
# At a seat, and bets are open for long enough yet.
OPEN = """() => document.querySelector("#table[data-seated][data-phase=betting]")
  && Number(document.querySelector(".ring-seconds").textContent) >= 6"""
STAKED = """() =>
  document.querySelector("[data-figure=stake] .figure").textContent.replace(/\\D/g, "") === "050" """


class Somebody(Applicant):
    """Goes on where the registration ends, with the same hand: a mouse, or the keyboard alone."""

    language = "pt"

    def word(self, name: str) -> str:
        return WORDS[self.language][name]

    def press(self, control: Locator) -> None:
        if not self.keyboard:
            control.click()
            return
        for _ in range(200):
            if control.evaluate("(node) => node === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{control} is not reached by the keyboard")

    def tick(self, field: Locator) -> None:
        if not self.keyboard:
            field.check()
            return
        name = field.get_attribute("name")
        self.tab_to(f"main [name={name}]")
        for _ in range(10):
            if field.evaluate("(node) => node === document.activeElement"):
                break
            self.page.keyboard.press("ArrowDown")  # from one of a group to the next
        self.page.keyboard.press("Space")
        expect(field).to_be_checked()

    def send(self, name: str) -> None:
        """Money and limits ask for the password again if it was not entered in the last minutes."""
        with self.page.expect_navigation():
            self.press(self.page.get_by_role("button", name=self.word(name), exact=True))
        if "/confirm/" in self.page.url:
            self.fill({"password": PASSWORD})
            self.page.keyboard.press("Enter")
            self.page.wait_for_url(lambda url: "/confirm/" not in url)

    def sums(self, wanted: str) -> None:
        expect(self.page.locator(".sums")).to_contain_text(re.compile(wanted))

    def sets_limits_and_deposits(self) -> None:
        self.page.goto("/account/deposit/")
        assert self.page.url.endswith("/account/limits/first/"), (
            "limits are asked about before the first deposit"
        )
        accessible(self.page)
        self.fill({"deposit-day": "200", "stake-week": "100", "time-day": "2:00"})
        self.send("set")
        self.page.wait_for_url(re.compile("/account/deposit/"))
        accessible(self.page)
        self.press(self.page.locator("#id_protection"))
        self.fill({"amount": "150"})
        self.send("to payment")
        self.page.wait_for_url(re.compile("/account/payments/"))
        fields = self.page.frame_locator("#card-fields iframe")
        self.press(fields.get_by_role("button", name=self.word("pay"), exact=True))
        until_payment(self.page, self.word("paid"))
        self.sums("150")
        accessible(self.page)

    def plays_one_round(self) -> None:
        self.page.goto("/lobby/?game=american-roulette&money=EUR&mode=multiple")
        self.press(self.page.locator('a[href^="/table/"]').first)
        self.press(self.page.locator(".seat-offer button:enabled"))
        self.page.wait_for_function(OPEN, timeout=ROUND)
        if self.keyboard:
            self.tab_to(".hit")
            for key in ("ArrowRight", "ArrowDown", "Enter"):
                self.page.keyboard.press(key)
        else:
            self.page.locator('.hit[data-place="red"]').click(force=True)
        self.page.wait_for_function(STAKED)
        expect(self.page.locator('#table[data-step="live"][data-phase="resting"]')).to_be_attached(
            timeout=ROUND
        )

    def ends_the_session(self) -> None:
        self.press(self.page.get_by_role("button", name=self.word("menu")))
        self.press(self.page.get_by_role("button", name=self.word("leave")).first)
        statement = self.page.locator("dialog[open]")
        expect(statement.locator(".tally")).to_be_visible(timeout=ROUND)
        expect(statement.locator(".tally")).to_contain_text(re.compile(r"0[.,]50"))
        self.page.goto("/account/sessions/")
        expect(self.page.locator("main")).to_contain_text(self.word("ended"))
        self.press(self.page.locator('main a[href*="/account/sessions/"]:not([href*="?"])').last)
        self.sums("0[.,]50")  # the statement is kept with its figures
        accessible(self.page)

    def asks_for_money(self) -> str:
        """The first withdrawal waits for staff, whatever its amount."""
        self.page.goto("/account/withdraw/")
        accessible(self.page)
        self.fill({"amount": "100"})
        self.send("withdraw")
        until_payment(self.page, self.word("held"))
        accessible(self.page)
        return self.page.url.rstrip("/").rsplit("/", 1)[1]

    def excludes_himself(self) -> None:
        self.page.goto("/account/exclusion/")
        accessible(self.page)
        self.tick(self.page.get_by_label(self.word("months")))
        self.tick(self.page.locator("main [name=sure]"))
        self.send("exclude")
        self.page.get_by_text(re.compile(self.word("excluded"))).first.wait_for()
        accessible(self.page)
        self.page.goto("/account/deposit/")
        expect(self.page.locator("main")).to_contain_text(self.word("no deposit"))
        self.page.goto("/account/withdraw/")
        expect(self.page.locator("#id_amount")).to_be_visible()


@pytest.mark.parametrize("keyboard", [False, True], ids=["hand", "keyboard"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "360"])
@pytest.mark.parametrize("locale", ["pt-PT", "en-GB"], ids=["pt", "en"])
def test_from_the_first_page_to_the_exclusion(
    chromium: Browser, house: RunningHouse, locale: str, size: tuple[int, int], keyboard: bool
) -> None:
    somebody = Somebody(chromium, house, locale=locale, size=size, keyboard=keyboard)
    somebody.language = locale[:2]
    somebody.open()
    somebody.until("verified")
    somebody.sets_limits_and_deposits()
    somebody.plays_one_round()
    somebody.ends_the_session()
    payment = somebody.asks_for_money()
    release(chromium, house, payment)
    somebody.page.reload()
    until_payment(somebody.page, somebody.word("paid"))
    somebody.excludes_himself()
    somebody.page.context.close()
