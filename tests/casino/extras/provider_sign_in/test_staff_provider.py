"""Staff sign in by a provider of OpenID Connect, over HTTP to one on this machine, and attacks on that.

Pages are answered with the rights of a web process, the worker's part with those of the worker.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.hazmat.primitives.asymmetric import rsa
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.test import Client

from casino.extras.provider_sign_in import provider as provider_module
from casino.extras.provider_sign_in.models import ProviderAttempt, ProviderLink
from players.audit.models import Line
from players.identity.models import SignIn
from players.models import Person, RoleEnd
from players.shared import clock
from tests.casino.extras.provider_sign_in.openid_provider import (
    CLIENT,
    SECRET,
    Provider,
    running_provider,
    signed_es256,
    signed_hs256,
    signed_rs256,
    unsigned,
)

pytestmark = pytest.mark.usefixtures("demo")
GO, RETURN = "/staff/sign-in/", "/staff/sign-in/return/"
EMAIL = "caixa@feltro.example"


@pytest.fixture
def provider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    cache.clear()
    provider_module.kept_documents.clear()
    with running_provider() as running:
        write_file(running, tmp_path, monkeypatch)
        running.account = {"sub": "s-1", "email": EMAIL, "email_verified": True}
        yield running


def write_file(provider: Provider, folder: Path, monkeypatch: pytest.MonkeyPatch, more: str = "") -> None:
    monkeypatch.setenv("OIDC_CLIENT_SECRET", SECRET)
    path = folder / f"{uuid4().hex}.toml"
    path.write_text(f'issuer = "{provider.issuer}"\nclient_id = "{CLIENT}"\nname = "Test login"\n{more}')
    monkeypatch.setattr(provider_module, "OIDC_FILE", str(path))


@pytest.fixture
def trusting(provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Provider:
    write_file(provider, tmp_path, monkeypatch, 'trusted_amr = ["mfa"]\ntrusted_acr = ["gold"]\n')
    return provider


def person(email: str = EMAIL) -> Person:
    return Person.objects.get(email=email)


def browser() -> Client:
    return Client(headers={"accept-language": "en"})


def way_back(provider: Provider, client: Client, page: str = "") -> str:
    """To the provider, and the address to which it sends the browser."""
    answer = client.get(GO, {"next": page} if page else {})
    assert answer["Location"].startswith(f"{provider.issuer}/authorize?"), answer["Location"]
    address = urlsplit(provider.authorize(answer["Location"]))
    assert address.path == RETURN
    return f"{address.path}?{address.query}"


def sign_in(provider: Provider, client: Client, page: str = "") -> Any:
    return client.get(way_back(provider, client, page))


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def refusal() -> str:
    """The code of the last refusal, for the staff who read the audit log."""
    return str(Line.objects.filter(kind="access.provider-refused").latest("pk").details["cause"])


def nobody_signs_in(provider: Provider, reason: str) -> None:
    client, before = browser(), SignIn.objects.count()
    answer = sign_in(provider, client)
    assert answer["Location"] == "/account/sign-in/" and not is_signed_in(client)
    assert SignIn.objects.count() == before
    assert refusal() == reason


# --- the way that works


def test_a_member_of_staff_signs_in_and_is_linked(provider: Provider) -> None:
    client = browser()
    assert "Test login" in client.get("/account/sign-in/").content.decode()
    assert sign_in(provider, client)["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200
    link = ProviderLink.objects.get()
    assert (link.person, link.issuer, link.subject) == (person(), provider.issuer, "s-1")
    assert SignIn.objects.filter(person=person()).latest("pk").method == "provider"
    lines = Line.objects.filter(person=person(), kind__in=["access.provider-accepted", "access.signed-in"])
    assert lines.count() == 2


def test_an_elliptic_curve_signs_as_well(provider: Provider) -> None:
    provider.token = signed_es256
    client = browser()
    sign_in(provider, client)
    assert is_signed_in(client)


def test_the_linked_account_counts_whatever_its_address_has_become(provider: Provider) -> None:
    sign_in(provider, browser())
    provider.account |= {"email": "direcao@feltro.example", "email_verified": False}
    client = browser()
    sign_in(provider, client)
    assert client.session["_auth_user_id"] == str(person().pk)


def test_the_address_may_be_written_in_capitals(provider: Provider) -> None:
    provider.account |= {"email": EMAIL.upper()}
    client = browser()
    sign_in(provider, client)
    assert is_signed_in(client)


def test_without_a_file_there_is_no_such_sign_in(demo: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider_module, "OIDC_FILE", "")
    assert browser().get(GO).status_code == browser().get(RETURN).status_code == 404
    assert "/staff/" not in browser().get("/account/sign-in/").content.decode()


# --- second factors


def test_the_second_factor_of_the_house_is_asked_for(trusting: Provider) -> None:
    TOTP.activate(person(), generate_totp_secret())
    trusting.account |= {"amr": ["pwd"], "acr": "bronze"}
    client = browser()
    assert sign_in(trusting, client)["Location"].startswith("/account/security/authenticate/")
    assert not is_signed_in(client)
    assert client.get("/admin/").status_code == 302


@pytest.mark.parametrize("claim", [{"amr": ["pwd", "mfa"]}, {"acr": "gold"}])
def test_a_factor_that_the_provider_asked_for_is_enough(trusting: Provider, claim: dict[str, Any]) -> None:
    TOTP.activate(person(), generate_totp_secret())
    trusting.account |= claim
    client = browser()
    assert sign_in(trusting, client)["Location"] == "/admin/"
    assert is_signed_in(client)


def test_an_operator_who_trusts_no_word_gets_none(provider: Provider) -> None:
    TOTP.activate(person(), generate_totp_secret())
    provider.account |= {"amr": ["mfa"], "acr": ""}
    client = browser()
    assert sign_in(provider, client)["Location"].startswith("/account/security/authenticate/")


def test_a_step_up_asks_for_the_factor_of_the_house(trusting: Provider) -> None:
    TOTP.activate(person(), generate_totp_secret())
    trusting.account |= {"amr": ["mfa"]}
    client = browser()
    sign_in(trusting, client)
    answer = client.post("/admin/api-tokens/", {"name": "x", "days": "30"})
    assert "reauthenticate" in answer["Location"] or answer.status_code == 403
    Authenticator.objects.filter(user=person()).delete()


# --- whom it lets in


@pytest.mark.parametrize("value", [False, None, "true"])
def test_an_address_that_is_not_verified(provider: Provider, value: Any) -> None:
    provider.account |= {"email_verified": value}
    nobody_signs_in(provider, "unverified-email")
    assert not ProviderLink.objects.exists()


def test_an_address_of_nobody(provider: Provider) -> None:
    before = Person.objects.count()
    provider.account |= {"email": "stranger@feltro.example"}
    nobody_signs_in(provider, "unknown-person")
    assert Person.objects.count() == before, "it makes nobody"


def test_a_player(provider: Provider) -> None:
    provider.account |= {"email": "ana@feltro.example"}
    nobody_signs_in(provider, "not-staff")


def test_a_member_of_staff_who_has_left(provider: Provider) -> None:
    sign_in(provider, browser())
    Person.objects.filter(email=EMAIL).update(is_active=False)
    nobody_signs_in(provider, "not-staff")


def test_a_role_that_has_ended(provider: Provider) -> None:
    sign_in(provider, browser())
    for role in person().groups.all():
        RoleEnd.objects.create(person=person(), role=role, last_day=clock.day_of(clock.now()))
    RoleEnd.objects.filter(person=person()).update(last_day="2020-01-01")
    nobody_signs_in(provider, "not-staff")


def test_staff_without_a_role(provider: Provider) -> None:
    person().groups.clear()
    nobody_signs_in(provider, "not-staff")


def test_it_gives_no_role(provider: Provider) -> None:
    provider.account |= {"groups": ["management"], "roles": ["management"], "is_superuser": True}
    before = set(person().groups.values_list("name", flat=True))
    sign_in(provider, browser())
    assert set(person().groups.values_list("name", flat=True)) == before
    assert Group.objects.filter(name="management", user=person()).count() == 0


def test_another_account_with_the_same_address(provider: Provider) -> None:
    """Somebody got the mailbox of a colleague who is linked already."""
    sign_in(provider, browser())
    provider.account |= {"sub": "s-2"}
    nobody_signs_in(provider, "other-account")


# --- tokens


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"iss": "http://127.0.0.1:1"}, "issuer"),
        ({"aud": "another-client"}, "audience"),
        ({"nonce": "0" * 64}, "nonce"),
        ({"exp": int(time.time()) - 7200, "iat": int(time.time()) - 7500}, "expired"),
    ],
)
def test_a_token_for_somebody_else_or_another_time(
    provider: Provider, change: dict[str, Any], reason: str
) -> None:
    provider.change = lambda claims: claims | change
    nobody_signs_in(provider, reason)


def test_a_key_that_is_not_published(provider: Provider) -> None:
    stranger = rsa.generate_private_key(65537, 2048)
    provider.token = lambda claims: signed_rs256(claims, stranger, kid="stranger")
    nobody_signs_in(provider, "key")
    provider.token = lambda claims: signed_rs256(claims, stranger)
    nobody_signs_in(provider, "signature")


def test_no_signature_and_a_signature_with_a_public_value(provider: Provider) -> None:
    provider.token = lambda claims: unsigned({"alg": "none"}, claims) + "."
    nobody_signs_in(provider, "algorithm")
    for secret in (SECRET.encode(), str(provider.keys[0]["n"]).encode()):
        provider.token = lambda claims, secret=secret: signed_hs256(claims, secret)  # type: ignore[misc]
        nobody_signs_in(provider, "algorithm")


def test_a_provider_that_names_another_issuer(provider: Provider) -> None:
    provider.document["issuer"] = "https://evil.example"
    client = browser()
    page = client.get(GO, follow=True).content.decode()
    assert "The provider does not answer." in page and not is_signed_in(client)


def test_a_provider_with_addresses_that_are_no_https(provider: Provider) -> None:
    for address in ("http://example.com/token", "file:///etc/passwd", "https://user@example.com/"):
        provider.document["token_endpoint"] = address
        assert "does not answer" in browser().get(GO, follow=True).content.decode()


# --- the way back


def test_a_state_of_another_browser(provider: Provider) -> None:
    """An attacker sends a victim to the way back of the attacker's own sign-in."""
    attacker, victim = browser(), browser()
    link = way_back(provider, attacker)
    assert victim.get(link)["Location"] == "/account/sign-in/" and not is_signed_in(victim)
    way_back(provider, victim)
    assert victim.get(link)["Location"] == "/account/sign-in/" and not is_signed_in(victim)


@pytest.mark.parametrize("change", [{"state": "0" * 64}, {"state": ""}, {"state": "x\ud800"}, {"code": ""}])
def test_a_state_or_a_code_that_is_wrong(provider: Provider, change: dict[str, str]) -> None:
    client = browser()
    query = parse_qs(urlsplit(way_back(provider, client)).query)
    fields = {name: values[0] for name, values in query.items()}
    text = {name: value.encode("utf-8", "surrogatepass") for name, value in (fields | change).items()}
    answer = client.get(RETURN, text)
    assert answer.status_code in (302, 400) and not is_signed_in(client)


def test_the_way_back_works_once(provider: Provider) -> None:
    client = browser()
    link = way_back(provider, client)
    client.get(link)
    assert is_signed_in(client)
    cookies = client.cookies
    client.logout()
    repeated = browser()
    repeated.cookies = cookies
    for replay in (repeated, browser()):
        replay.get(link)
        assert not is_signed_in(replay)


def test_a_code_that_was_used_at_the_provider(provider: Provider) -> None:
    client = browser()
    link = way_back(provider, client)
    provider.codes.clear()
    assert client.get(link)["Location"] == "/account/sign-in/" and not is_signed_in(client)
    assert refusal() == "unreachable"


def test_a_code_of_another_attempt(provider: Provider) -> None:
    """PKCE and nonce: a stolen code is worth nothing in another browser."""
    victim, thief = browser(), browser()
    stolen = parse_qs(urlsplit(way_back(provider, victim)).query)["code"][0]
    state = parse_qs(urlsplit(way_back(provider, thief)).query)["state"][0]
    thief.get(RETURN, {"code": stolen, "state": state})
    assert not is_signed_in(thief)


def test_an_answer_of_another_provider(provider: Provider) -> None:
    client = browser()
    client.get(f"{way_back(provider, client)}&iss=https%3A%2F%2Fevil.example")
    assert not is_signed_in(client)


def test_an_attempt_that_has_ended(provider: Provider) -> None:
    client = browser()
    link = way_back(provider, client)
    ProviderAttempt.objects.update(until=clock.now())
    client.get(link)
    assert not is_signed_in(client)


def test_who_cancels_is_sent_back_to_the_sign_in(provider: Provider) -> None:
    client = browser()
    page = client.get(RETURN, {"error": "access_denied", "state": "x"}, follow=True).content.decode()
    assert "cancelled at the provider" in page


@pytest.mark.parametrize(
    "page", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "\\\\evil"]
)
def test_it_leads_to_no_foreign_page(provider: Provider, page: str) -> None:
    assert sign_in(provider, browser(), page)["Location"] == "/admin/"


def test_it_leads_to_the_page_that_was_wanted(provider: Provider) -> None:
    assert sign_in(provider, browser(), "/admin/work/?x=1")["Location"] == "/admin/work/?x=1"
