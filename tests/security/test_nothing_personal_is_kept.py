"""No shared computer and no proxy caches a page. Those of strangers carry a token of their browser, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from casino.web.headers import NoStore
from players.models import Person
from tests.casino.test_authorization import ADDRESSES, NOBODY, unprinted
from tests.demo_house import signed_in

NO_STORE = "casino.web.headers.NoStore"
__all__ = ["unprinted"]


def routes(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, str]]:
    """Every address outside the back office, with something in the place of each argument, and its name."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if not route.startswith("/admin/"):
                yield from routes(pattern, route)
        elif isinstance(pattern, URLPattern) and not route.startswith("/admin/"):
            yield filled(route), pattern.name or ""


def filled(route: str) -> str:
    plain = re.sub(r"\(\?P<\w+>(\w+)[^)]*\)", r"\1", route)  # the first of the endings of a file
    return "/".join(map(_fill, plain.translate({ord(sign): None for sign in "^$\\"}).split("/")))


def _fill(part: str) -> str:
    if "<" not in part:
        return part
    kind = part.partition("<")[2].partition(":")[0]
    before, after = part.partition("<")[0], part.rpartition(">")[2]
    return before + {"uuid": NOBODY, "int": "1"}.get(kind, "1") + after


ROUTES = sorted(set(routes(get_resolver())))


def keeps(client: Client, path: str) -> bool:
    """Whether a browser or a proxy may keep the answer."""
    client.raise_request_exception = False
    with transaction.atomic():
        answer = client.get(path)
        transaction.set_rollback(True)
    return "no-store" not in answer.get("Cache-Control", "")


def test_no_page_is_kept_for_somebody_who_is_signed_in(demo: None, unprinted: None) -> None:
    """Every address there is: a new one is not left out."""
    paths = [path for path, _name in ROUTES]
    wanted = {"/", "/account/", "/account/messages/", "/api/v1/account/", "/lobby/", "/lobby/together/"}
    assert wanted <= set(paths) and len(paths) > 150
    ana = signed_in("ana@feltro.example")
    assert [path for path in paths if keeps(ana, path)] == []
    assert ana.get("/account/").status_code == 200, "no page has signed her out meanwhile"


def test_no_page_with_a_cookie_or_a_token_is_kept_for_a_stranger(demo: None, unprinted: None) -> None:
    """Red before: the pages that say the same to everybody said nothing of caching, and set the cookie of the
    protection against forged forms. From a shared cache its visitors would have had one token.
    """
    tokens, kept = [], []
    for path, name in ROUTES:
        fresh = Client(raise_request_exception=False)
        with transaction.atomic():
            answer = fresh.get(path)
            transaction.set_rollback(True)
        is_read = not answer.streaming and b"csrfmiddlewaretoken" in answer.content
        if answer.cookies or is_read:
            tokens.append(name)
        if answer.get("Cache-Control") != "private, no-store":
            kept.append((path, answer.get("Cache-Control")))
    assert kept == []
    assert {"home", "lobby"} <= set(tokens), "so it matters"


def test_no_page_of_the_back_office_is_kept(demo: None) -> None:
    """The middleware decides by the address alone, whatever its view answers. A few real answers follow."""
    head = Person.objects.get(email="direcao@feltro.example")
    kept, keep = [], NoStore(lambda request: HttpResponse(headers={"Cache-Control": "public, max-age=600"}))
    for address in ADDRESSES:
        for person in (head, AnonymousUser()):
            request = RequestFactory().get(address.url("1"))
            request.user, request.resolver_match = person, resolve(request.path)
            if "no-store" not in keep(request)["Cache-Control"]:
                kept.append((address.name, str(person)))
    assert kept == [] and len(ADDRESSES) > 150
    assert NO_STORE in settings.MIDDLEWARE


@pytest.mark.parametrize(
    "path",
    [
        "/account/",
        "/admin/",
        "/admin/players/player/",
        "/admin/players/player/list.csv",
        "/admin/search/?s=ana",
    ],
)
def test_a_page_that_is_shown_is_not_kept_either(demo: None, path: str) -> None:
    name = "direcao" if path.startswith("/admin/") else "ana"
    answer = signed_in(f"{name}@feltro.example").get(path)
    assert answer.status_code == 200 and "no-store" in answer.get("Cache-Control", "")


@pytest.mark.parametrize(
    "path", ["/account/sign-in/", "/account/new/access/", "/account/password/forgotten/", "/nothing-here/"]
)
def test_nor_a_form_that_anybody_fills_in(demo: None, path: str) -> None:
    assert "no-store" in Client().get(path).get("Cache-Control", "")


@pytest.mark.parametrize(
    "path", ["/responsible/", "/terms/", "/privacy/", "/complaints/", "/contacts/", "/accessibility/"]
)
def test_a_page_that_says_the_same_to_everybody_has_a_token_of_each(demo: None, path: str) -> None:
    first, second = Client().get(path), Client().get(path)
    assert first.cookies["csrftoken"].value != second.cookies["csrftoken"].value
    assert first["Cache-Control"] == second["Cache-Control"] == "private, no-store"
    assert "no-store" in signed_in("ana@feltro.example").get(path).get("Cache-Control", "")
