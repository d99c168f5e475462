"""How long a newcomer takes to the first bet: with credits, and with money, the registration included.

The time is that of a person, as `scripted_person.py` counts it.
"""

from __future__ import annotations

import re
from statistics import median

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.applicant import Applicant, code_for
from tests.journeys.page_steps import page_of, until_payment
from tests.journeys.scripted_person import ScriptedPerson
from tests.journeys.table_steps import ROUND
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]

DEMO_PRESSES, DEMO_SECONDS = 3, 3.0
MONEY_SECONDS = 180.0
OWN_SECONDS = 165.0  # without the waiting, which depends on the machine
VISITS = 3
TABLE_PARTS = ".bar, .table-ribbon, .tells, .room-timeline, .coach"
ACCEPTED = '.pile[data-as="accepted"]'
OPEN = '#table[data-seated][data-phase="betting"]'
SIT = ".seat-offer button:enabled"
RED = '.hit[data-place="red"]'


def first_bet_with_credits(chromium: Browser, house: RunningHouse) -> tuple[int, float]:
    """Presses, and the seconds that pages and the table take between them."""
    page = page_of(chromium, house, locale="en-GB")
    page.goto("/")
    guest = ScriptedPerson(page)
    red = page.locator(RED)
    guest.press(page.get_by_role("button", name="Play free", exact=True).first, red.wait_for)
    page.locator(OPEN).wait_for(state="attached", timeout=ROUND)  # of an earlier guest: not counted
    guest.press(red, lambda: expect(page.locator(ACCEPTED)).to_have_count(1, timeout=ROUND), reads=False)
    page.context.close()
    return guest.presses, guest.seconds["waiting"]


def test_the_first_bet_with_credits(chromium: Browser, house: RunningHouse) -> None:
    """[AR-30] [FR-R31]"""
    visits = [first_bet_with_credits(chromium, house) for _ in range(VISITS)]
    print("with credits:", visits)
    assert all(presses <= DEMO_PRESSES for presses, _seconds in visits)
    assert median(seconds for _presses, seconds in visits) <= DEMO_SECONDS, visits


class Newcomer(ScriptedPerson):
    """Opens an account with usual data, sets one limit, deposits, and bets at the first table."""

    def __init__(self, page: Page, house: RunningHouse) -> None:
        super().__init__(page)
        Applicant.count += 1
        self.house, self.number = house, Applicant.count
        self.email = f"maria.reis{self.number}@mail.example"
        self.notes: list[str] = []

    def note(self, step: str) -> None:
        self.notes.append(f"{step}: {self.report()}")

    def field(self, name: str, text: str) -> None:
        self.write(self.page.locator(f"main [name={name}]"), text)

    def go_on(self, name: str, address: str) -> None:
        button = self.page.locator("main").get_by_role("button", name=name, exact=True)
        self.press(button, lambda: self.page.wait_for_url(re.compile(address)))

    def register(self) -> None:
        page = self.page
        page.goto("/")
        self.read(parts=".hero-words")
        self.press(
            page.locator(".masthead-open"),
            lambda: page.wait_for_url(re.compile("/new/access/")),
            reads=False,
        )
        self.note("home")
        self.field("email", self.email)
        self.field("password", "chuva-em-marco-7")
        self.field("alias", f"Maria R {self.number}")
        self.go_on("Continue", "/new/email/")
        self.note("access")
        self.count_press()  # to the mail and back
        code = code_for(self.house, self.email)
        self.read_texts([f"Feltro: your code is {code}"])
        self.count_press()
        self.field("code", code)
        self.go_on("Confirm", "/new/person/")
        self.note("email")
        self.field("first_name", "Maria")
        self.field("last_name", "dos Reis")
        page.locator("main [name=birth]").fill("1990-02-28")
        self.count_keys(len("28021990") + 1)
        self.field("profession", "Arquiteta")
        self.go_on("Continue", "/new/home/")
        self.note("person")
        for name, text in Applicant.HOME.items():
            self.field(name, text)
        self.go_on("Continue", "/new/papers/")
        self.note("home")
        for name, text in Applicant.papers_of(self.number).items():
            self.field(name, text.replace(" ", "") if name == "iban" else text)
        self.go_on("Continue", "/new/terms/")
        self.note("papers")
        for name in ("accept", "allowed"):
            self.tick(page.locator(f"main [name={name}]"))
        self.go_on("Open the account", "/account/(identity|limits/first)/")
        self.note("terms")
        self.wait(lambda: page.wait_for_url(re.compile("/account/limits/first/")), ".standing")
        self.note("identity")

    def deposit(self) -> None:
        self.field("deposit-month", "100")
        self.go_on("Save and continue", "/account/deposit/")
        self.note("limits")
        self.tick(self.page.locator("main [name=protection]"))
        self.go_on("€20.00", "/account/payments/")
        self.note("deposit")
        fields = self.page.frame_locator("#card-fields iframe")
        pay = fields.get_by_role("button", name="Pay", exact=True)
        pay.wait_for()
        self.read()
        self.read_texts(fields.locator("body").inner_text().splitlines())
        self.press(pay, lambda: until_payment(self.page, "Paid"), reads=False)
        self.note("payment service")

    def bet(self) -> None:
        page = self.page
        self.press(
            page.get_by_role("link", name="To the tables"),
            lambda: page.wait_for_url(re.compile("/lobby/")),
        )
        self.note("payment")
        self.press(
            page.locator('.tile [data-live="way"]').first,
            lambda: page.locator(SIT).wait_for(timeout=ROUND),
        )
        self.press(page.locator(SIT), lambda: page.locator(OPEN).wait_for(state="attached", timeout=ROUND))
        self.note("lobby")
        self.read(parts=TABLE_PARTS)
        self.press(page.locator(RED), lambda: expect(page.locator(ACCEPTED)).to_have_count(1), reads=False)
        self.note("table")


def test_the_first_bet_with_money(chromium: Browser, house: RunningHouse) -> None:
    page = page_of(chromium, house, locale="en-GB")
    maria = Newcomer(page, house)
    maria.register()
    maria.deposit()
    maria.bet()
    print(*maria.notes, sep="\n")
    assert page.faults == []
    assert maria.total - maria.seconds["waiting"] <= OWN_SECONDS, maria.report()
    assert maria.total <= MONEY_SECONDS, maria.report()
