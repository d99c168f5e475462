"""Permissions: every back office address is requested by every role, with GET and with POST.

`authorization.toml` has one row for each address and one column for each role. An address without a row
fails, and so does a row that differs from the responses. A second person reviews the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.http import HttpResponseForbidden
from django.template.response import SimpleTemplateResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern
from django.views.generic import RedirectView

from players.models import Person
from tests.demo_house import signed_in

TABLE = Path(__file__).parent / "authorization.toml"
# The columns, in the order of the table: the sign-in of each role in the demonstration house.
ROLES = (
    "autor",
    "aprovador",
    "regulador",
    "conformidade",
    "mesas",
    "caixa",
    "apoio",
    "identidade",
    "auditoria",
    "direcao",
    "oficial",
)
NOBODY = "00000000-0000-0000-0000-000000000000"
# Addresses that every member of staff has, whatever the role: one's own password and the way out, words for
# scripts.
OWN = ("logout",)


class Address:
    """One address of the back office with something in the place of each of its arguments."""

    def __init__(self, name: str, route: str, model: Any) -> None:
        self.name, self.route, self.model = name, route, model

    def url(self, pk: str) -> str:
        parts = [self._filled(part, pk) for part in self.route.split("/")]
        return "/" + "/".join(parts)

    @staticmethod
    def _filled(part: str, pk: str) -> str:
        if not part.startswith("<"):
            return part
        kind = part.strip("<>").partition(":")[0]
        return {"uuid": NOBODY, "int": pk if pk.isdigit() else "1"}.get(kind, pk)


def addresses() -> Iterator[Address]:
    """Everything under /admin/, read from the resolver: nothing that is there can be left out."""
    for pattern in get_resolver().url_patterns:
        if isinstance(pattern, (URLResolver, URLPattern)) and str(pattern.pattern).startswith("admin/"):
            yield from _inside(pattern, "")


def _inside(pattern: Any, before: str) -> Iterator[Address]:
    route = before + str(pattern.pattern)
    if isinstance(pattern, URLResolver):
        for inner in pattern.url_patterns:
            yield from _inside(inner, route)
        return
    if getattr(pattern.callback, "view_class", None) is RedirectView:
        return  # leads to another address, and shows nothing itself
    if not isinstance(pattern.pattern, RoutePattern):
        route = route.split("^")[0] + _of_regex(pattern)
    name = pattern.name or "nothing"
    app, _dash, rest = name.partition("_")
    models = {
        model._meta.model_name or "": model for model in apps.get_models() if model._meta.app_label == app
    }
    longest = max(
        (known for known in models if rest.startswith(known)), key=len, default=""
    )  # tablesession, not table
    yield Address(name, route, models.get(longest))


def _of_regex(pattern: Any) -> str:
    """The index of an application, and the catch-all URL."""
    return "games/" if pattern.name == "app_list" else "nothing-here"


ADDRESSES = sorted(
    {address.name: address for address in addresses()}.values(), key=lambda address: address.name
)


def rows() -> dict[str, dict[str, str]]:
    with TABLE.open("rb") as file:
        return tomllib.load(file)


def pk_of(address: Address) -> str:
    """Something that is there, where anything is; else a number that is not."""
    first = address.model.objects.order_by("pk").first() if address.model is not None else None
    return str(first.pk) if first is not None else "999999"


@pytest.fixture
def unprinted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a page is shown is decided before it is printed; that every page prints is seen once, in
    backoffice/test_every_page.py.
    """
    monkeypatch.setattr(SimpleTemplateResponse, "rendered_content", "")
    monkeypatch.setattr("casino.urls.handler403", lambda request, exception=None: HttpResponseForbidden())


def may(client: Client, method: str, url: str) -> bool:
    """Whether the request is allowed: neither forbidden nor redirected to the sign-in."""
    with transaction.atomic():
        response = getattr(client, method)(url)
        transaction.set_rollback(True)
    assert response.status_code < 500, f"{method} {url}: {response.status_code}"
    if url.endswith("/history/"):
        return bool(response.status_code == 200)  # it looks for the thing first, and then for the right
    return response.status_code not in (403, 405) and not response.get("Location", "").startswith("/account/")


@pytest.mark.whole
def test_every_address_has_a_row_and_every_row_an_address(demo: None, unprinted: None) -> None:
    named, written = {address.name: address for address in ADDRESSES}, rows()
    missing = []
    for method in ("get", "post"):
        gone = sorted(written[method].keys() - named.keys())
        assert gone == [], f"Take out of [{method}] in tests/casino/authorization.toml, they are gone: {gone}"
        for name in sorted(named.keys() - written[method].keys()):
            clients = [signed_in(f"{role}@feltro.example") for role in ROLES]
            cells = [
                "x" if may(client, method, named[name].url(pk_of(named[name]))) else "." for client in clients
            ]
            missing.append(f'[{method}] "{name}" = "{" ".join(cells)}"')
    assert missing == [], (
        "Write these rows in tests/casino/authorization.toml, under [get] and [post]. They say what each "
        "role may do now; a second person judges whether it should:\n" + "\n".join(missing)
    )


# In every run: the regulator, who may only read, and the roles that change rules and tables. All roles, with
# every switch open: in `make long`.
EVERY_RUN = {("regulador", "get"), ("regulador", "post"), ("autor", "post"), ("mesas", "post")}
REQUESTS = [(role, method) for role in ROLES for method in ("get", "post")]


@pytest.mark.parametrize("opens", [False, pytest.param(True, marks=pytest.mark.long)], ids=["shut", "open"])
@pytest.mark.parametrize(
    ("role", "method"),
    [
        pytest.param(*request, marks=() if request in EVERY_RUN else pytest.mark.long, id="-".join(request))
        for request in REQUESTS
    ],
)
def test_each_role_may_do_exactly_what_the_table_says(
    demo: None,
    unprinted: None,
    role: str,
    method: str,
    opens: bool,
) -> None:
    client, written, column = signed_in(f"{role}@feltro.example"), rows()[method], ROLES.index(role)
    faults = []
    for address in ADDRESSES:
        if address.name in OWN or address.name not in written:
            continue
        is_allowed = written[address.name].split()[column] == "x"
        if is_allowed == opens and may(client, method, address.url(pk_of(address))) != is_allowed:
            faults.append(f"{address.name}: {'refused' if is_allowed else 'allowed'}")
    assert faults == [], (
        f"{role} does otherwise than tests/casino/authorization.toml says at [{method}]. Mend the permission "
        f"of the address, or the row if the right was given on purpose: {faults}"
    )


@pytest.mark.parametrize("email", ["ana@feltro.example", ""])
def test_people_who_are_not_staff_get_no_page(demo: None, email: str) -> None:
    client = signed_in(email) if email else Client()
    for address in (address for address in ADDRESSES if address.name not in OWN):
        for method in ("get", "post"):
            response = getattr(client, method)(address.url("1"))
            assert response.status_code in (302, 403, 404, 405), (
                f"{method} {address.name}: {response.status_code}"
            )
            assert (
                response.status_code != 302
                or "/account/" in response["Location"]
                or "/admin/login" in response["Location"]
            ), address.name


# The apps of compliance have pages under /admin/compliance/ and no lists of the back office. Nothing was ever
# under their labels, so nothing leads from the earlier ones to those of now.
@pytest.mark.parametrize("label", ["watch", "returns", "integrity", "regulator_files"])
@pytest.mark.parametrize("rest", ["", "root/1/change/?all=1", "/evil.example/"])
def test_an_address_under_an_earlier_label_leads_nowhere(demo: None, label: str, rest: str) -> None:
    address = f"/admin/{label}/{rest}"
    for email in ("direcao@feltro.example", "caixa@feltro.example"):
        client = signed_in(email)
        assert (client.get(address).status_code, client.head(address).status_code) == (404, 404)
    for stranger in (Client(), signed_in("ana@feltro.example")):
        response = stranger.get(address)
        assert response.status_code == 302
        assert response["Location"].startswith(("/account/", "/admin/login/"))


@pytest.mark.django_db
def test_an_account_that_was_switched_off_gets_nowhere(demo: None) -> None:
    client = signed_in("direcao@feltro.example")
    Person.objects.filter(email="direcao@feltro.example").update(is_active=False)
    assert client.get("/admin/").status_code == 302


def test_djangos_own_sign_in_page_is_closed(demo: None) -> None:
    client = signed_in("ana@feltro.example")
    response = client.post(
        "/admin/login/", {"username": "direcao@feltro.example", "password": "mesa-direcao-2015"}
    )
    assert response.status_code == 302 and "/account/" in response["Location"]
    assert Person.objects.get(pk=client.session["_auth_user_id"]).email == "ana@feltro.example"
