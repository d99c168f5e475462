"""A second factor in a running house: the page hands the code to the worker and waits for what it finds."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time

from tests.running import RunningHouse
from tests.signing import Visitor

pytestmark = pytest.mark.house
# Nobody whose passkey another journey leaves behind.
EMAIL, PASSWORD = "david@feltro.example", "mesa-david-2015"


def code_of(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def test_an_app_is_set_up_and_its_code_signs_in_once(house: RunningHouse) -> None:
    person = Visitor(house.url)
    person.sign_in(EMAIL, PASSWORD)
    activate = "/account/security/totp/activate/"
    person.send("/account/confirm/", "/account/confirm/", password=PASSWORD, next=activate)
    page = person.get(activate)
    secret = re.search(r"\b([A-Z2-7]{32})\b", page)
    assert secret is not None, page
    # The page makes another key each time it is shown.
    person.send("/account/confirm/", activate, code=code_of(secret[1]))
    codes = re.findall(r"\b\d{8}\b", person.get("/account/security/recovery-codes/"))
    assert len(codes) == 10
    for code, is_right in ((codes[0], True), (codes[0], False), (codes[1], True)):
        other = Visitor(house.url)
        other.send("/account/sign-in/", "/account/sign-in/", login=EMAIL, password=PASSWORD)
        step = "/account/security/authenticate/"
        other.send(step, step, code=code)
        assert ("David" in other.get("/account/")) is is_right
    person.post("/account/security/totp/deactivate/")
    other = Visitor(house.url)
    other.sign_in(EMAIL, PASSWORD)
    assert "David" in other.get("/account/"), "others find the player as it was"
