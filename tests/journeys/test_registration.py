"""From the first page to a verified account in a real browser: both languages, both sizes, by keyboard alone, and with each answer."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from players.identity.numbers import nif_with
from tests import browser
from tests.journeys.test_portal_walk import CONTRAST, NAMELESS, page_of, sign_in
from tests.running import RunningHouse

pytestmark = pytest.mark.journey
PASSWORD = "uma-frase-comprida-9"
WIDE, PHONE = (1280, 800), (360, 740)
# What a screen reader would stumble over: fields without a label, ids twice, references to nothing, headings that skip, no language.
STUMBLES = """() => {
  const faults = [], all = (what) => [...document.querySelectorAll(what)].filter((node) => node.checkVisibility());
  const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
  ids.filter((id, at) => ids.indexOf(id) !== at).forEach((id) => faults.push(`id twice: ${id}`));
  for (const field of all('input:not([type=hidden]), select, textarea'))
    if (!field.labels?.length && !field.getAttribute('aria-label') && !field.getAttribute('aria-labelledby')) faults.push(`no label: ${field.name}`);
  for (const name of ['aria-describedby', 'aria-labelledby', 'for'])
    for (const node of document.querySelectorAll(`[${name}]`))
      for (const id of node.getAttribute(name).split(/\\s+/)) if (id && !document.getElementById(id)) faults.push(`${name} to nothing: ${id}`);
  for (const field of all('[aria-invalid=true]')) if (!field.getAttribute('aria-describedby')) faults.push(`refused without a reason: ${field.name}`);
  let level = 0;
  for (const head of all('h1, h2, h3, h4')) { const now = +head.tagName[1]; if (now > level + 1) faults.push(`heading skips to ${now}: ${head.innerText}`); level = now; }
  if (all('h1').length !== 1) faults.push(`${all('h1').length} headings of the first level`);
  if (all('main').length !== 1) faults.push('no main');
  if (!document.documentElement.lang || !document.title.trim()) faults.push('no language or title');
  for (const node of document.querySelectorAll('[role]')) if (!/^(alert|status|region|img|group|dialog|presentation)$/.test(node.getAttribute('role'))) faults.push(`role ${node.getAttribute('role')}`);
  for (const node of all('button, .button, input:not([type=checkbox], [type=radio], [type=hidden]), select')) {
    const box = node.getBoundingClientRect();
    if (box.height < 24 || box.width < 24) if (!node.classList.contains('link-button') && !node.closest('.languages')) faults.push(`too small: ${node.outerHTML.slice(0, 60)}`);
  }
  return faults;
}"""  # noqa: E501


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser.found(), args=list(browser.FLAGS))
        yield opened
        opened.close()


def decent(page: Page) -> None:
    """Nothing that a person with other eyes or other hands would stumble over."""
    where = page.url
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0, f"{where} is {overflow} px too wide"
    for look in (CONTRAST, NAMELESS, STUMBLES):
        assert page.evaluate(look) == [], where
    faults = [fault for fault in page.faults if "422" not in fault]  # type: ignore[attr-defined]
    assert faults == [], where


def code_for(house: RunningHouse, email: str) -> str:
    """As its owner reads it: this house writes its mail on its own output."""
    end = time.monotonic() + 40
    while time.monotonic() < end:
        said = house.said()
        at = said.rfind(f"To: {email}")
        if at >= 0 and (found := re.search(r"^(?:worker\s*\|\s*)?(\d{6})\s*$", said[at : at + 3000], re.MULTILINE)):
            return found[1]
        time.sleep(0.3)
    raise AssertionError(f"no code for {email}")


class Applicant:
    """Somebody in front of a browser; by keyboard alone if asked to."""

    count = int(time.time()) % 5000

    def __init__(self, chromium: Browser, house: RunningHouse, answer: str = "00", *, keyboard: bool = False, **told: Any) -> None:
        Applicant.count += 1
        number = Applicant.count
        self.house, self.page, self.keyboard = house, page_of(chromium, house, **told), keyboard
        self.email = f"percurso{number}@correio.example"
        self.said: dict[str, dict[str, Any]] = {
            "access": {"email": self.email, "password": PASSWORD, "again": PASSWORD, "alias": f"Percurso {number}"},
            "person": {"first_name": "Maria", "last_name": "do Percurso", "birth": "1990-02-28", "profession": "Arquiteta"},
            "papers": {"address": "Rua da Prova, 1", "postcode": "1000-001", "town": "Lisboa", "document_number": f"{number:08}5ZX4",
                       "nif": nif_with(f"23{number:04}{answer}")},
            "payment": {"iban": "PT50 0002 0123 1234 5678 9015 4", "own": True},
            "terms": {"accept": True, "allowed": True},
        }  # fmt: skip

    def fill(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            field = self.page.locator(f"main [name={name}]")
            if not self.keyboard:
                field.check() if value is True else field.fill(str(value))
                continue
            self.tab_to(f"main [name={name}]")
            if value is True:
                self.page.keyboard.press("Space")
            elif name == "birth":
                field.fill(str(value))  # the parts of a date are in the order of the machine's own language
            else:
                self.page.keyboard.type(str(value))

    def tab_to(self, what: str) -> None:
        for _ in range(80):
            if self.page.evaluate("(what) => document.activeElement?.matches(what)", what):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} is not reached by the keyboard")

    def go_on(self) -> None:
        if self.keyboard:
            self.tab_to("main form .button")
            self.page.keyboard.press("Enter")
        else:
            self.page.locator("main form .button").first.click()

    def open(self) -> None:
        self.page.goto("/account/new/")
        decent(self.page)
        self.go_on()
        self.page.locator("[aria-invalid]").first.wait_for()
        decent(self.page)  # with a reason at every field
        for step in ("access", "email", "person", "papers", "payment", "terms"):
            self.page.wait_for_url(re.compile(f"/new/{step}/"))
            decent(self.page)
            self.fill({"code": code_for(self.house, self.email)} if step == "email" else self.said[step])
            self.go_on()
        self.page.wait_for_url(re.compile("/account/identity/"))

    def until(self, state: str) -> None:
        """The page looks again by itself, without scripts."""
        self.page.locator(f'.standing[data-state="{state}"]').wait_for(timeout=30_000)
        decent(self.page)


@pytest.mark.parametrize(
    ("locale", "size", "keyboard", "light"),
    [
        pytest.param("pt-PT", WIDE, False, "light", id="pt wide"),
        pytest.param("en-GB", WIDE, True, "light", id="en wide by keyboard", marks=pytest.mark.long),
        pytest.param("en-GB", PHONE, False, "light", id="en phone", marks=pytest.mark.long),
        pytest.param("pt-PT", PHONE, True, "dark", id="pt phone by keyboard, dark"),
    ],
)
def test_an_account_is_opened_and_verified(
    chromium: Browser, house: RunningHouse, locale: str, size: tuple[int, int], keyboard: bool, light: str
) -> None:
    somebody = Applicant(chromium, house, locale=locale, size=size, keyboard=keyboard, color_scheme=light)
    somebody.open()
    somebody.until("verified")
    words = "Identidade verificada" if locale == "pt-PT" else "Identity verified"
    assert somebody.page.get_by_role("heading", name=words).is_visible()
    for address in ("/account/sign-ins/", "/account/security/", "/account/identity/address/", "/account/terms/"):
        somebody.page.goto(address)
        decent(somebody.page)


@pytest.mark.long
def test_an_account_is_opened_without_scripts(chromium: Browser, house: RunningHouse) -> None:
    somebody = Applicant(chromium, house)
    bare = page_of(chromium, house, java_script_enabled=False)
    bare.goto("/account/new/")
    for step in ("access", "email", "person", "papers", "payment", "terms"):
        bare.wait_for_url(re.compile(f"/new/{step}/"))
        for name, value in ({"code": code_for(house, somebody.email)} if step == "email" else somebody.said[step]).items():
            field = bare.locator(f"main [name={name}]")
            field.check() if value is True else field.fill(str(value))
        bare.locator("main form .button").first.click()
    bare.locator('.standing[data-state="verified"]').wait_for(timeout=30_000)


@pytest.mark.long
def test_data_that_do_not_agree_are_corrected_on_the_page(chromium: Browser, house: RunningHouse) -> None:
    somebody = Applicant(chromium, house, "93", size=PHONE)
    somebody.open()
    somebody.until("correct")
    somebody.fill({"nif": nif_with(f"24{Applicant.count:04}00")})
    somebody.go_on()
    somebody.until("verified")


@pytest.mark.long
@pytest.mark.parametrize(("digits", "said"), [("91", "faleceu"), ("92", "18 anos")], ids=["deceased", "minor"])
def test_who_may_not_play_is_told_why_and_where_to_complain(chromium: Browser, house: RunningHouse, digits: str, said: str) -> None:
    somebody = Applicant(chromium, house, digits)
    somebody.open()
    somebody.until("refused")
    assert said in somebody.page.locator(".standing").inner_text()
    assert somebody.page.locator(".standing").get_by_role("link", name="Reclamações").is_visible()


@pytest.mark.long
def test_a_service_that_is_asleep_is_said_to_be_and_asked_again(chromium: Browser, house: RunningHouse) -> None:
    somebody = Applicant(chromium, house, "94", locale="en-GB")
    somebody.open()
    somebody.page.get_by_text("does not answer at the moment").wait_for(timeout=30_000)
    decent(somebody.page)
    somebody.page.get_by_role("link", name="Demonstration tables meanwhile").click()
    assert somebody.page.locator(".tile").count() > 0


def test_documents_are_sent_and_somebody_of_the_house_accepts_them(chromium: Browser, house: RunningHouse, tmp_path: Path) -> None:
    somebody = Applicant(chromium, house, "90")
    somebody.open()
    somebody.until("documents")
    paper = tmp_path / "cartao.pdf"
    paper.write_bytes(b"%PDF-1.7\n" + b"0" * 500)
    somebody.page.set_input_files("input[type=file]", paper)
    somebody.go_on()
    somebody.until("queued")
    office = page_of(chromium, house)
    sign_in(office, "identidade")
    office.goto("/admin/identity/identity/?state__exact=queued")
    office.get_by_role("link", name=f"Percurso {Applicant.count}").first.click()
    assert "do Percurso" not in office.locator(".office").first.inner_text()
    office.fill("#why-unmask", "Documento a conferir")
    office.locator(".office-act button").first.click()
    office.get_by_text("Maria do Percurso").first.wait_for()
    office.fill("#why-decide", "Documento conferido")
    office.get_by_role("button", name="Aceitar a identidade").click()
    office.wait_for_load_state()
    somebody.page.goto("/account/identity/")
    somebody.until("verified")


def test_a_passkey_is_made_and_opens_the_account_without_a_password(chromium: Browser, house: RunningHouse) -> None:
    """Browsers give passkeys to names and not to addresses: this machine's own name serves."""
    context = chromium.new_context(
        base_url=house.url.replace("127.0.0.1", "localhost"), locale="pt-PT", viewport={"width": 1280, "height": 800}
    )
    page = context.new_page()
    page.faults = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda fault: page.faults.append(str(fault)))  # type: ignore[attr-defined]
    device = context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
               "automaticPresenceSimulation": True}  # fmt: skip
    number = device.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    sign_in(page, "carla")
    page.goto("/account/security/")
    page.get_by_role("link", name="Nova chave de acesso").click()
    page.fill("[name=password]", "mesa-carla-2015")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("webauthn/add"))
    decent(page)
    page.fill("[name=name]", "Portátil")
    page.get_by_role("button", name="Criar a chave de acesso").click()
    page.get_by_text("A chave de acesso está pronta").wait_for()
    decent(page)
    page.goto("/account/security/webauthn/")
    decent(page)
    assert page.get_by_role("heading", name="Portátil").is_visible()
    page.goto("/account/sign-out/")
    page.locator(".door .button").click()
    page.goto("/account/sign-in/")
    decent(page)
    page.get_by_role("button", name="Entrar com uma chave de acesso").click()
    page.wait_for_url(re.compile("lobby"))
    assert page.locator(".menu-name").inner_text() == "Carla"
    # A device that refuses is told about on the page.
    page.goto("/account/sign-out/")
    page.locator(".door .button").click()
    device.send("WebAuthn.setUserVerified", {"authenticatorId": number, "isUserVerified": False})
    page.goto("/account/sign-in/")
    page.get_by_role("button", name="Entrar com uma chave de acesso").click()
    page.get_by_text("A chave de acesso não foi usada").wait_for()
    context.close()
