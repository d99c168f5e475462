"""The public and account pages of the gallery: who opens each, its address, and what is done before the
picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any

from django.template import Context
from django.template.loader import get_template
from django.utils import translation
from msgspec import Struct
from playwright.sync_api import Page

from casino.services.folder import PROJECT
from games.catalogue import GAMES
from players.identity.models import Draft
from players.identity.verification.identifiers import nif_from_digits
from players.languages import language_of
from players.models import Player
from players.protection.exclusions import begin_exclusion
from players.shared import clock
from tests.gallery.player_data import PlayerData
from tests.gallery.round import table_of

Act = Callable[[Page], Any]


class GalleryPage(Struct, frozen=True):
    """One page: its name and phase in the manifest, its address, who looks, and what is done there first."""

    name: str
    address: str
    who: str = ""
    phase: str = "whole"
    act: Act | None = None
    quiet: tuple[str, ...] = ()
    paper: bool = False
    before: Callable[[], None] | None = None


def fill(**fields: str) -> Act:
    """A form filled and sent as it is: the browser's own checks stay out, so that the house's answer is
    seen.
    """

    def act(page: Page) -> None:
        form = page.locator(f"form:has([name='{next(iter(fields))}'])" if fields else "main form").first
        for name, value in fields.items():
            field = form.locator(f"[name='{name}']").first
            if field.evaluate("(node) => node.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        form.evaluate("(form) => form.setAttribute('novalidate', '')")
        with page.expect_navigation():
            form.evaluate("(form) => form.requestSubmit()")

    return act


def sent(page: Page) -> None:
    fill()(page)


APPLICANT = {
    "access": {"email": "rita.percurso@correio.example", "password": "uma-frase-comprida-9",
               "alias": "Rita do Percurso"},
    "person": {"first_name": "Rita", "last_name": "do Percurso", "birth": "1990-02-28",
               "profession": "Arquiteta"},
    "home": {"address": "Rua da Prova, 1", "postcode": "1000-001", "town": "Lisboa", "district": "Lisboa",
             "telephone": "912 345 678"},
    "papers": {"document_number": "00004711 5ZX4",
               "nif": nif_from_digits("23471100"), "iban": "PT50 0002 0123 1234 5678 9015 4"},
}  # fmt: skip


def applied(step: str) -> Act:
    """A registration as far as this step; the code of the letter is taken as entered."""

    def act(page: Page) -> None:
        for name, answers in APPLICANT.items():
            if f"/new/{step}/" in page.url:
                return
            if f"/new/{name}/" in page.url:
                fill(**answers)(page)
            if "/new/email/" in page.url:
                draft = Draft.objects.filter(player=None).latest("changed")
                Draft.objects.filter(pk=draft.pk).update(confirmed=clock.now(), step="person")
                page.goto("/account/new/person/")

    return act


def eva_excluded() -> None:
    begin_exclusion(Player.objects.get(alias="Eva"), 6)


def papers_refused(page: Page) -> None:
    """A number with a wrong digit, and one that is missing."""
    applied("papers")(page)
    fill(**APPLICANT["papers"] | {"nif": "123456780", "iban": ""})(page)


def public(player_data: PlayerData) -> Iterator[GalleryPage]:
    yield GalleryPage("home", "/")
    yield GalleryPage("lobby", "/lobby/")
    yield GalleryPage("lobby", "/lobby/?game=holdem&money=DEMO&mode=individual", phase="empty")
    yield GalleryPage("table-sessions", "/lobby/sessions/")
    yield GalleryPage("together", "/lobby/together/", "ana")
    yield GalleryPage("rules", "/rules/")
    for system in GAMES:
        yield GalleryPage(f"rules-of.{system}", f"/rules/{system}/")
    yield GalleryPage("rules-version", "/rules/blackjack/1/")
    # One with reconstructed rules, one with tables and repaired spots.
    for system in ("french-roulette", "baccarat"):
        yield GalleryPage(f"regulation.{system}", f"/rules/{system}/text/")
    yield GalleryPage("rules-of.paper", "/rules/blackjack/", paper=True)
    for name in (
        "fairness",
        "verify",
        "fair-play",
        "responsible",
        "complaints",
        "contacts",
        "rights",
        "payments",
        "terms",
        "privacy",
        "accessibility",
        "glossary",
        "offline",
    ):
        yield GalleryPage(name, f"/{name}/")
    yield GalleryPage("players-money", "/players-money/")
    yield GalleryPage("receipt-check", "/verify/receipt/")
    yield GalleryPage("verify-round", f"/verify/{player_data.rounds['american-roulette']}/")
    yield GalleryPage("account_login", "/account/sign-in/")
    yield GalleryPage(
        "account_login",
        "/account/sign-in/",
        phase="refused",
        act=fill(login="ninguem@feltro.example", password="errada-123"),
    )
    yield GalleryPage("account_reset_password", "/account/password/forgotten/")
    yield GalleryPage("account_reset_password_done", "/account/password/forgotten/sent/")
    yield GalleryPage("account_inactive", "/account/closed/")
    yield GalleryPage("account_signup", "/account/new/")
    yield GalleryPage("account_signup", "/account/new/", phase="refused", act=sent, quiet=("422",))
    # One registration after the other: a browser goes on with the one that it began.
    yield GalleryPage("register", "/account/new/", phase="person", act=applied("person"))
    yield GalleryPage("register", "/account/new/", phase="home", act=applied("home"))
    yield GalleryPage("register", "/account/new/", phase="papers", act=applied("papers"))
    yield GalleryPage("register", "/account/new/", phase="refused", act=papers_refused, quiet=("422",))
    yield GalleryPage("register", "/account/new/", phase="terms", act=applied("terms"))
    yield GalleryPage("404", "/nowhere/", quiet=("404",))
    yield GalleryPage("api-docs", "/api/v1/docs/")
    yield GalleryPage("socket-docs", "/api/v1/socket/docs/")


ACCOUNT = {
    "account": "", "cashier": "cashier/", "deposit": "deposit/", "withdraw": "withdraw/", "limits": "limits/",
    "exclusion": "exclusion/", "movements": "movements/", "statements": "statements/",
    "own-money": "players-money/", "rounds": "rounds/",
    "sessions": "sessions/", "review": "review/", "personal-data": "data/", "account-close": "close/",
    "notifications": "notifications/", "inbox": "messages/",
    "own-complaints": "complaints/", "complaint-new": "complaints/new/",
    "identity": "identity/",
    "identity-home": "identity/address/", "identity-payment": "identity/payment-account/",
    "identity-email": "identity/e-mail/", "accept-terms": "terms/", "sign-ins": "sign-ins/",
    "api-tokens": "api-tokens/",
    "mfa_index": "security/", "mfa_activate_totp": "security/totp/activate/",
    "mfa_list_webauthn": "security/webauthn/", "mfa_add_webauthn": "security/webauthn/add/",
    "account_change_password": "password/", "account_reauthenticate": "confirm/",
    "account_logout": "sign-out/",
}  # fmt: skip
EMPTY = ("account", "cashier", "movements", "statements", "rounds", "sessions", "review",
         "inbox", "own-complaints")  # fmt: skip


def account(player_data: PlayerData) -> Iterator[GalleryPage]:
    for name, address in ACCOUNT.items():
        yield GalleryPage(name, f"/account/{address}", "ana")
    for name in EMPTY:
        yield GalleryPage(name, f"/account/{ACCOUNT[name]}", "eva", phase="empty")
    yield GalleryPage("limits-first", "/account/limits/first/", "eva")
    yield GalleryPage("my-play", "/account/my-play/", "david")
    yield GalleryPage("my-play", "/account/my-play/", "eva", phase="empty")
    yield GalleryPage("care-message", "/account/care-message/", "david")
    yield GalleryPage("care-message", "/account/care-message/", "eva", phase="empty")
    for system, round_id in player_data.rounds.items():
        yield GalleryPage(f"round.{system}", f"/account/rounds/{round_id}/", "ana")
        yield GalleryPage(f"replay.{system}", f"/account/rounds/{round_id}/replay/", "ana")
    yield GalleryPage("report-player", f"/table/{table_of('holdem')}/report/", "ana")
    yield GalleryPage("session", f"/account/sessions/{player_data.session}/", "ana")
    yield GalleryPage("statement", f"/account/statements/{player_data.statement}/", "ana")
    yield GalleryPage("statement.paper", f"/account/statements/{player_data.statement}/", "ana", paper=True)
    yield GalleryPage("payment", f"/account/payments/{player_data.deposit}/", "ana", phase="paid")
    yield GalleryPage("payment", f"/account/payments/{player_data.withdrawal}/", "ana", phase="held")
    yield GalleryPage("complaint", f"/account/complaints/{player_data.complaint}/", "ana")
    yield GalleryPage("message", f"/account/messages/{player_data.message}/", "ana")
    yield GalleryPage("deposit", "/account/deposit/", "carla", phase="first")
    yield GalleryPage(
        "deposit", "/account/deposit/", "ana", phase="refused", act=fill(amount="1"), quiet=("422",)
    )
    yield GalleryPage(
        "withdraw", "/account/withdraw/", "ana", phase="refused", act=fill(amount="999999"), quiet=("422",)
    )
    yield GalleryPage(
        "complaint-new", "/account/complaints/new/", "ana", phase="refused", act=sent, quiet=("422",)
    )
    unsure = fill(occupation="")
    yield GalleryPage("exclusion", "/account/exclusion/", "ana", phase="refused", act=unsure, quiet=("422",))
    # The last page: what Eva may do before is shown above.
    yield GalleryPage("exclusion", "/account/exclusion/", "eva", phase="excluded", before=eva_excluded)


# --- letters, as text: what they would say of figures made up here

LETTER_FIGURES: dict[str, Any] = {
    "cents": 12_345, "balance": 187_655, "amount": 12_345, "number": "R-2026-000123", "iban": "0154",
    "table": "Coimbra", "reason": "limit-day", "minutes": 15, "device": "Firefox, Linux",
    "address": "192.0.2.7", "before": 5_000, "code": "482 913", "outcome": "upheld", "held": True,
    "ending": "0154", "after": "ana.nova@feltro.example",
    "link": "https://feltro.example/account/unlock/abc/",
    "limits": [{"kind": "deposit", "period": "day", "value": 20_000, "later": False},
               {"kind": "stake", "period": "week", "value": None, "later": True}],
    "limit": {"kind": "deposit", "period": "day", "value": 20_000, "later": False},
}  # fmt: skip
MOMENTS = ("at", "until", "ends", "starts", "due", "expires", "when", "hour", "day")


def letters(language: str) -> str:
    """Every letter of the house one below the other, as an e-mail program shows plain text."""
    pieces = []
    now = clock.now()
    values = LETTER_FIGURES | dict.fromkeys(MOMENTS, now)
    with translation.override(language_of(language).code):
        for folder in (Path("portal/inbox/texts"), Path("portal/identity/mail")):
            for file in sorted((PROJECT / "templates" / folder).glob("*.txt")):
                template = get_template(f"{folder}/{file.name}").template
                text = template.render(Context(values, autoescape=False))
                subject, _, body = text.strip().partition("\n")
                pieces.append(
                    f"<article><h2>{escape(subject.strip())}</h2><p>{escape(body.strip())}</p></article>"
                )
    style = (
        "main{max-width:42rem;margin:0 auto;padding:0 1rem}"
        "article{margin:1.5rem 0;overflow-wrap:anywhere}p{white-space:pre-wrap}"
    )
    return (
        f'<!doctype html><html lang="{language_of(language).tag}"><head>'
        '<meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark"><title>Feltro</title>'
        f"<style>{style} body{{font:16px/1.5 sans-serif}}</style></head><body>"
        f"<main><h1>Feltro</h1>{''.join(pieces)}</main></body></html>"
    )
