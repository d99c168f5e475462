"""No shared computer and no proxy caches a personal page; public pages state that they may be cached."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)

PERSONAL = (
    "/account/", "/account/cashier/", "/account/withdraw/", "/account/identity/", "/account/messages/",
    "/account/limits/", "/account/sign-ins/", "/api/v1/account/", "/api/v1/wallets/",
    "/api/v1/movements/?currency=EUR", "/tables/", "/",
)  # fmt: skip
STAFF = (
    "/admin/",
    "/admin/players/player/",
    "/admin/identity/signin/",
    "/admin/players/player/list.csv",
    "/admin/search/?s=ana",
)


@pytest.mark.parametrize("path", PERSONAL)
def test_no_personal_page_is_cached(demo: None, path: str) -> None:
    answer = signed_in("ana@feltro.example").get(path)
    assert "no-store" in answer.get("Cache-Control", ""), (path, answer.status_code)


@pytest.mark.parametrize("path", STAFF)
def test_no_page_of_the_back_office_is_kept(demo: None, path: str) -> None:
    answer = signed_in("direcao@feltro.example").get(path)
    assert answer.status_code == 200
    assert "no-store" in answer.get("Cache-Control", "")


@pytest.mark.parametrize(
    "path", ["/account/sign-in/", "/account/new/access/", "/account/password/forgotten/", "/nothing-here/"]
)
def test_nor_a_form_that_anybody_fills_in(demo: None, path: str) -> None:
    assert "no-store" in Client().get(path).get("Cache-Control", "")


@pytest.mark.parametrize(
    "path", ["/responsible/", "/terms/", "/privacy/", "/complaints/", "/contacts/", "/accessibility/"]
)
def test_a_page_that_says_the_same_to_everybody_may_be_kept_by_a_stranger_alone(
    demo: None, path: str
) -> None:
    assert "no-store" not in Client().get(path).get("Cache-Control", "")
    assert "no-store" in signed_in("ana@feltro.example").get(path).get("Cache-Control", "")
