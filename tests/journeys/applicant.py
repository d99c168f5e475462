"""An applicant who opens an account: what is entered at each step, by mouse or by keyboard alone, and the
code from the confirmation e-mail.
"""

from __future__ import annotations

import re
import time
from typing import Any, ClassVar

from playwright.sync_api import Browser

from players.identity.verification.identifiers import nif_from_digits
from tests.journeys.page_steps import ERRANDS, decent, enter, page_of, send
from tests.running import RunningHouse

PASSWORD = "uma-frase-comprida-9"
GO_ON = "main form .button:not([type=button])"


def code_for(house: RunningHouse, email: str) -> str:
    """As its owner reads it: this house writes its mail on its own output."""
    end = time.monotonic() + ERRANDS
    while time.monotonic() < end:
        log = house.read_log()
        at = log.rfind(f"To: {email}")
        if at >= 0 and (
            match := re.search(r"^(?:worker\s*\|\s*)?(\d{6})\s*$", log[at : at + 3000], re.MULTILINE)
        ):
            return match[1]
        time.sleep(0.3)
    raise AssertionError(f"no code for {email}")


class Applicant:
    """A person at a browser; by keyboard alone if asked to."""

    count = int(time.time()) % 5000

    def __init__(
        self,
        chromium: Browser,
        house: RunningHouse,
        answer: str = "00",
        *,
        keyboard: bool = False,
        **options: Any,
    ) -> None:
        Applicant.count += 1
        number = Applicant.count
        self.house, self.page, self.keyboard = house, page_of(chromium, house, **options), keyboard
        self.email = f"percurso{number}@correio.example"
        self.form_data: dict[str, dict[str, Any]] = {
            "access": {"email": self.email, "password": PASSWORD, "alias": f"Percurso {number}"},
            "person": {"first_name": "Maria", "last_name": "do Percurso", "birth": "1990-02-28",
                       "profession": "Arquiteta"},
            "home": self.HOME,
            "papers": self.papers_of(number, answer),
            "terms": {"accept": True, "allowed": True},
        }  # fmt: skip

    HOME: ClassVar[dict[str, str]] = {
        "address": "Rua da Prova, 1", "postcode": "1000-001", "town": "Lisboa",
        "district": "Lisboa", "telephone": "912 345 678",
    }  # fmt: skip

    @staticmethod
    def papers_of(number: int, answer: str = "00") -> dict[str, str]:
        return {
            "document_number": f"{number:08}5ZX4", "nif": nif_from_digits(f"23{number:04}{answer}"),
            "iban": "PT50 0002 0123 1234 5678 9015 4",
        }  # fmt: skip

    def fill(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            target = f"main [name={name}]:not(button)"  # buttons with amounts have the name of their field
            field = self.page.locator(target)
            if not self.keyboard:
                enter(field, value)
                continue
            self.tab_to(target)
            if value is True:
                self.page.keyboard.press("Space")
            elif name == "birth":
                field.fill(str(value))  # the parts of a date are in the order of the machine's own language
            else:
                self.page.keyboard.type(str(value))

    def tab_to(self, target: str) -> None:
        for _ in range(80):
            if self.page.evaluate("(what) => document.activeElement?.matches(what)", target):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} is not reached by the keyboard")

    def go_on(self) -> None:
        if not self.keyboard:
            send(self.page, self.page.locator(GO_ON).first)
            return
        self.tab_to(GO_ON)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def open(self) -> None:
        self.page.goto("/account/new/")
        decent(self.page)
        self.go_on()
        self.page.locator("[aria-invalid]").first.wait_for()
        decent(self.page)  # with a reason at every field
        for step in ("access", "email", "person", "home", "papers", "terms"):
            self.page.wait_for_url(re.compile(f"/new/{step}/"))
            decent(self.page)
            self.fill({"code": code_for(self.house, self.email)} if step == "email" else self.form_data[step])
            self.go_on()
        self.page.wait_for_url(re.compile("/account/(identity|limits)/"))

    def until(self, state: str) -> None:
        """The page reloads automatically, without scripts, and leads a new player on to the limits."""
        standing = self.page.locator(f'.standing[data-state="{state}"]')
        first_limits = self.page.locator(".limits[data-first]")
        standing.or_(first_limits).first.wait_for()
        if first_limits.count():
            decent(self.page)
            self.page.goto("/account/identity/")
            standing.wait_for()
        decent(self.page)
