"""What a hostile script sends about notifications, and what a copy of the database is worth to a thief."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from players.extras.push.encryption import CURVE, authorization, decode, encode, point, private_key
from players.extras.push.models import PushSubscription
from players.extras.push.subscriptions import (
    BrowserSubscription,
    InvalidSubscription,
    SubscriptionKeys,
    check_subscription,
)
from players.shared import clock
from tests.demo_house import signed_in
from tests.players.extras.push.test_push import BROWSER_KEY, HOUSE_KEY, SERVICE, URL
from tests.security.test_hostile_input import ADDRESSES, NESTED, OBJECTS, quiet, status_of
from tests.security.test_secrets_at_rest import everything
from tests.security.test_text_that_cannot_be_stored import SURROGATE

HOSTILE = [NESTED, OBJECTS, '{"x": ' + NESTED + "}", '"\ud800"', '"\\ud800"', "\xff"]
STRANGE = ["a\0bcd efgh", f"{SURROGATE}abcd efgh"]


@pytest.fixture
def offered(demo: None, settings: Any) -> None:
    settings.PUSH_KEY, settings.PUSH_PUBLIC_KEY = HOUSE_KEY, encode(point(private_key(HOUSE_KEY)))


@pytest.mark.parametrize("body", HOSTILE)
def test_no_script_breaks_the_registration_of_a_browser(offered: None, body: str) -> None:
    status = status_of(quiet(signed_in("ana@feltro.example")), "POST", URL, body)
    assert 400 <= status < 500 and status != 404


@pytest.mark.parametrize("text", STRANGE, ids=["nul", "surrogate"])
def test_no_text_that_cannot_be_stored_breaks_it(offered: None, text: str) -> None:
    ana = quiet(signed_in("ana@feltro.example"))
    for content in ({"endpoint": text, "keys": {"p256dh": text, "auth": text}}, text):
        answer = ana.post(URL, json.dumps(content), content_type="application/json")
        assert 400 <= answer.status_code < 500 and answer.status_code not in (404, 405)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_push_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(InvalidSubscription):
        check_subscription(BrowserSubscription(address, SubscriptionKeys("AA", "AA")))


def is_accepted(header: str, subscribed_for: bytes) -> bool:
    """What a push service decides: the signature must be of the key for which the browser subscribed."""
    parts = re.fullmatch(r"vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)", header)
    assert parts is not None
    signed, signature, key = parts[1], decode(parts[2]), decode(parts[3])
    r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, subscribed_for).verify(
            encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256())
        )
    except InvalidSignature:
        return False
    return key == subscribed_for


def test_a_copied_browser_gets_no_notification_of_a_thief(demo: None, settings: Any) -> None:
    """The keys of browsers lie open, because they are of no use without the key of the house (ADR 0069)."""
    settings.PUSH_KEY, settings.PUSH_PUBLIC_KEY = HOUSE_KEY, encode(point(private_key(HOUSE_KEY)))
    ana, secret = signed_in("ana@feltro.example"), encode(bytes(range(16)))
    body = {"endpoint": SERVICE, "keys": {"p256dh": encode(point(BROWSER_KEY)), "auth": secret}}
    answer = ana.post("/account/notifications/browser/", json.dumps(body), content_type="application/json")
    assert answer.status_code < 300
    row, text, at = PushSubscription.objects.get(endpoint=SERVICE), everything(), int(clock.now().timestamp())
    assert SERVICE in text
    for spelled in (HOUSE_KEY, decode(HOUSE_KEY).hex(), base64.b64encode(decode(HOUSE_KEY)).decode()):
        assert spelled not in text
    browsers = encode(BROWSER_KEY.private_numbers().private_value.to_bytes(32))
    assert browsers not in text, "what reads a notification never leaves the browser"
    house = private_key(HOUSE_KEY)
    assert is_accepted(authorization(house, row.endpoint, "mailto:x", at), point(house))
    for thief in (ec.generate_private_key(CURVE), private_key(encode(bytes(16) + decode(row.secret)))):
        header = authorization(thief, row.endpoint, "mailto:x", at)
        claimed = header.partition(", k=")[0] + f", k={settings.PUSH_PUBLIC_KEY}"
        assert not is_accepted(header, point(house)) and not is_accepted(claimed, point(house))
