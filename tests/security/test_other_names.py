"""Whoever comes by another name of the house is led to its own, and nowhere else.
[903-B 2.1.1, 2.2.3, 5.1.2.1]
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as house
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory

from casino import env
from casino.operation import deployment_checks
from casino.web.origin import CanonicalHost
from players.identity.models import SignIn

OTHER = "casino.com"
ANA = {"login": "ana@feltro.example", "password": "mesa-ana-2015"}


@pytest.fixture(autouse=True)
def _names(settings: Any) -> None:
    settings.HOUSE_OTHER_NAMES = frozenset({OTHER, "www.casino.pt"})


@pytest.mark.parametrize("host", [OTHER, "CASINO.com", "www.casino.pt"])
@pytest.mark.parametrize("path", ["/", "/lobby/?table=1&x=%2F", "/account/sign-in/", "/admin/", "/nothing/"])
def test_everybody_is_led_to_the_same_page_of_the_house(demo: None, host: str, path: str) -> None:
    answer = Client(headers={"host": host}).get(path)
    assert (answer.status_code, answer["Location"]) == (303, house.HOUSE_URL + path)
    assert answer["Cache-Control"] == "no-store" and "Set-Cookie" not in answer


@pytest.mark.parametrize("country", ["PT", "ES", "", "XX"])
def test_a_visitor_is_led_whatever_is_said_of_where_he_is(demo: None, country: str) -> None:
    """No header keeps anybody from the house's own name."""
    headers = {"host": OTHER, "x-country": country, "cf-ipcountry": country}
    assert Client(headers=headers).get("/").status_code == 303


def test_nobody_signs_in_under_another_name(demo: None) -> None:
    before = SignIn.objects.count()
    client = Client(headers={"host": OTHER})
    answer = client.post("/account/sign-in/", ANA)
    assert answer.status_code == 303 and answer["Location"] == f"{house.HOUSE_URL}/account/sign-in/"
    assert SignIn.objects.count() == before and not client.cookies


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/", "///evil.example", "/%2F/evil.example", "/\\evil.example", "/@evil.example",
        "/?next=https://evil.example", "/.evil.example", "/:80@evil.example",
        "/%0d%0aLocation:%20https://evil.example",
    ],
)  # fmt: skip
def test_no_address_leads_anywhere_else(path: str) -> None:
    request = RequestFactory(headers={"host": OTHER}).get("/")
    bare, _mark, query = path.partition("?")
    request.path = request.path_info = bare
    request.META["QUERY_STRING"] = query

    def unreached(request: Any) -> Any:
        raise AssertionError("a page was shown under another name")

    location = CanonicalHost(unreached)(request)["Location"]
    assert urlsplit(location)[:2] == urlsplit(house.HOUSE_URL)[:2]
    assert location.startswith(f"{house.HOUSE_URL}/") and "\n" not in location and "\r" not in location
    assert not location.removeprefix(house.HOUSE_URL).startswith(("//", "/\\"))


@pytest.mark.parametrize(
    "host", [f"{OTHER}:8443", f"x.{OTHER}", f"{OTHER}.evil.example", "evil.example", f"{OTHER}."]
)
def test_a_name_that_is_not_of_the_house_is_refused(demo: None, host: str) -> None:
    assert Client(headers={"host": host}).get("/").status_code == 400


def test_the_other_names_are_host_names_and_not_the_houses_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(value: str) -> frozenset[str]:
        monkeypatch.setenv("HOUSE_OTHER_NAMES", value)
        return env.other_names("HOUSE_OTHER_NAMES", ("https://casino.pt",))

    assert read("Casino.com, www.casino.pt") == {"casino.com", "www.casino.pt"} and read("") == frozenset()
    for wrong in (
        "https://casino.com",
        "casino.com/",
        "casino.com:8443",
        "casino",
        "*.casino.com",
        "casino.pt",
    ):
        with pytest.raises(ImproperlyConfigured, match="HOUSE_OTHER_NAMES"):
            read(wrong)


def test_a_house_whose_name_does_not_end_as_its_regulator_wants_is_told(settings: Any) -> None:
    settings.HOUSE_URL = "https://casino.com"
    assert [fault.id for fault in deployment_checks.name_of_the_house(None)] == ["casino.W003"]
    settings.HOUSE_URL = "https://casino.pt"
    assert deployment_checks.name_of_the_house(None) == []
    settings.HOUSE_URL = "https://casinopt"
    assert deployment_checks.name_of_the_house(None)


def test_a_name_that_players_cannot_reach_is_no_fault(settings: Any) -> None:
    """Red before: the first `feltro doctor` of the operating guide, at casino.example, ended with 1."""
    settings.HOUSE_URL = "https://casino.example"
    assert deployment_checks.name_of_the_house(None) == []
    settings.HOUSE_URL = "https://example.com"
    assert deployment_checks.name_of_the_house(None)
