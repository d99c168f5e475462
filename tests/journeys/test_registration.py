"""From the first page to a verified account: in both languages and sizes, by keyboard alone, without
scripts.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from players.identity.verification.identifiers import nif_from_digits
from tests.journeys.applicant import Applicant, code_for
from tests.journeys.page_steps import PHONE, WIDE, decent, page_of, send, sign_in
from tests.running import RunningHouse

pytestmark = pytest.mark.journey


@pytest.mark.parametrize(
    ("locale", "size", "keyboard", "light"),
    [
        pytest.param("pt-PT", WIDE, False, "light", id="pt wide", marks=pytest.mark.long),
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
    expect(somebody.page.get_by_role("heading", name=words)).to_be_visible()
    for address in (
        "/account/sign-ins/",
        "/account/security/",
        "/account/identity/address/",
        "/account/terms/",
    ):
        somebody.page.goto(address)
        decent(somebody.page)


@pytest.mark.long
def test_an_account_is_opened_without_scripts(chromium: Browser, house: RunningHouse) -> None:
    somebody = Applicant(chromium, house)
    without_scripts = page_of(chromium, house, java_script_enabled=False)
    without_scripts.goto("/account/new/")
    for step in ("access", "email", "person", "home", "papers", "terms"):
        without_scripts.wait_for_url(re.compile(f"/new/{step}/"))
        for name, value in (
            {"code": code_for(house, somebody.email)} if step == "email" else somebody.form_data[step]
        ).items():
            field = without_scripts.locator(f"main [name={name}]")
            field.check() if value is True else field.fill(str(value))
        send(without_scripts, without_scripts.locator("main form .button").first)
    without_scripts.wait_for_url(re.compile("/account/limits/first/"))  # as soon as the identity is verified


@pytest.mark.long
def test_data_that_do_not_agree_are_corrected_on_the_page(chromium: Browser, house: RunningHouse) -> None:
    somebody = Applicant(chromium, house, "93", size=PHONE)
    somebody.open()
    somebody.until("correct")
    somebody.fill({"nif": nif_from_digits(f"24{Applicant.count:04}00")})
    somebody.go_on()
    somebody.until("verified")


@pytest.mark.long
@pytest.mark.parametrize(
    ("digits", "message"), [("91", "faleceu"), ("92", "18 anos")], ids=["deceased", "minor"]
)
def test_a_refused_applicant_sees_the_reason_and_how_to_complain(
    chromium: Browser, house: RunningHouse, digits: str, message: str
) -> None:
    somebody = Applicant(chromium, house, digits)
    somebody.open()
    somebody.until("refused")
    expect(somebody.page.locator(".standing")).to_contain_text(message)
    expect(somebody.page.locator(".standing").get_by_role("link", name="Reclamações")).to_be_visible()


@pytest.mark.long
def test_an_unavailable_service_is_reported_and_retried(chromium: Browser, house: RunningHouse) -> None:
    somebody = Applicant(chromium, house, "94", locale="en-GB")
    somebody.open()
    somebody.page.get_by_text("is not answering at the moment").wait_for()
    decent(somebody.page)
    somebody.page.get_by_role("link", name="Play at the demonstration tables in the meantime").click()
    expect(somebody.page.locator(".tile").first).to_be_visible()


def test_documents_are_uploaded_and_accepted_by_staff(
    chromium: Browser, house: RunningHouse, tmp_path: Path
) -> None:
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
    office.wait_for_url(re.compile("/change/"))
    expect(office.locator(".office").first).not_to_contain_text("do Percurso")
    office.fill("#why-unmask", "Documento a conferir")
    send(office, office.locator("form[action*=unmask] button"))
    office.get_by_text("Maria do Percurso").first.wait_for()
    office.fill("#why-decide", "Documento conferido")
    send(office, "Aceitar a identidade")
    somebody.page.goto("/account/identity/")
    somebody.until("verified")


def test_a_passkey_is_made_and_opens_the_account_without_a_password(
    chromium: Browser, house: RunningHouse
) -> None:
    """Browsers give passkeys to names and not to addresses: this machine's own name serves."""
    context = chromium.new_context(
        base_url=house.url.replace("127.0.0.1", "localhost"),
        locale="pt-PT",
        viewport={"width": 1280, "height": 800},
    )
    page = context.new_page()
    page.faults = []
    page.on("pageerror", lambda fault: page.faults.append(str(fault)))
    device = context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
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
    expect(page.get_by_role("heading", name="Portátil")).to_be_visible()
    page.goto("/account/sign-out/")
    send(page, page.locator(".account-panel .button"))
    page.goto("/account/sign-in/")
    decent(page)
    page.get_by_role("button", name="Entrar com uma chave de acesso").click()
    page.wait_for_url(re.compile("lobby"))
    expect(page.locator(".menu-name")).to_have_text("Carla")
    # The page reports a device that refuses.
    page.goto("/account/sign-out/")
    send(page, page.locator(".account-panel .button"))
    device.send("WebAuthn.setUserVerified", {"authenticatorId": number, "isUserVerified": False})
    page.goto("/account/sign-in/")
    page.get_by_role("button", name="Entrar com uma chave de acesso").click()
    page.get_by_text("A chave de acesso não foi usada").wait_for()
    context.close()
