"""What an attacker with a copy of the database can do with its content.

The attacker has every row and none of the keys.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DjangoStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from casino.backoffice import webhooks
from casino.backoffice.models import WebhookAddress, WebhookMessage
from players.identity.models import AddressChange, Draft, Identity, Letter, PaymentAccount, SignIn
from players.identity.registration.email_change import request_email_change
from players.identity.sign_in.emails import queue_letter, send_letter
from players.inbox.models import PushSubscription
from players.inbox.push_encryption import CURVE, authorization, decode, encode, point, private_key
from players.models import Person, Player
from players.protection.models import Exclusion
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in
from tests.players.identity.applicant import PASSWORD, Applicant


def everything() -> str:
    """Every row of every table of the house as text, as a dump shows it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' "
            "AND table_type = 'BASE TABLE'"
        )
        tables = [name for (name,) in cursor.fetchall()]
        parts = []
        for table in tables:
            cursor.execute(f'SELECT coalesce(string_agg(t::text, chr(10)), chr(32)) FROM "{table}" t')
            parts.append(cursor.fetchone()[0])
    return "\n".join(parts)


def test_no_row_holds_the_key_of_a_session(demo: None) -> None:
    victim = signed_in("direcao@feltro.example")
    victim.get("/admin/")
    key = victim.session.session_key or ""
    assert key and key not in everything()


def test_a_stored_session_key_opens_no_session(demo: None) -> None:
    signed_in("direcao@feltro.example").get("/admin/")
    stored = {
        *Session.objects.values_list("session_key", flat=True),
        *SignIn.objects.values_list("session", flat=True),
    }
    assert stored
    for value in stored:
        thief = Client()
        thief.cookies[settings.SESSION_COOKIE_NAME] = value
        assert thief.get("/admin/").status_code == 302, value


def test_a_session_cannot_be_read_or_written_without_the_key_of_the_house(demo: None) -> None:
    victim = signed_in("direcao@feltro.example")
    session = victim.session
    session["note"] = "a reset key lies here for a minute"
    session.save()
    for row in Session.objects.all():
        assert DjangoStore().decode(row.session_data) == {}  # what is only signed is read by anybody
    assert victim.session["note"] == "a reset key lies here for a minute"
    Session.objects.update(session_data="e30:1tTTTT:AAAA")
    assert victim.get("/admin/").status_code == 302


def test_ending_a_sign_in_still_ends_it(demo: None) -> None:
    from players.identity.sign_in.sign_ins import end_sign_in, open_sign_ins

    ana = signed_in("ana@feltro.example")
    assert ana.get("/account/").status_code == 200
    (entry,) = open_sign_ins(Person.objects.get(email="ana@feltro.example"))
    assert end_sign_in(entry=entry, by=Person.objects.get(email="ana@feltro.example"))
    assert ana.get("/account/").status_code == 302


def test_no_row_holds_a_letter_that_waits(demo: None, mailoutbox: list[Any]) -> None:
    written = queue_letter("new@house.example", "email-code", "en", code="314159", minutes=30)
    text = everything()
    assert "314159" not in text
    assert send_letter(written.pk)
    assert "314159" in mailoutbox[-1].body
    assert not Letter.objects.get(pk=written.pk).text


def test_no_row_holds_a_code_to_change_an_address(demo: None) -> None:
    player = Player.objects.get(alias="Ana")
    assert request_email_change(player=player, email="other@house.example")
    change = AddressChange.objects.get(person=player.person)
    assert change.code and not change.code.isdigit()


def test_no_row_holds_a_second_factor(demo: None) -> None:
    person, secret = Person.objects.get(email="ana@feltro.example"), generate_totp_secret()
    TOTP.activate(person, secret)
    codes = RecoveryCodes.activate(person)
    stored = json.dumps([row.data for row in Authenticator.objects.filter(user=person)])
    assert secret not in stored
    unused = codes.get_unused_codes()
    assert unused and codes.validate_code(unused[0])


def test_a_registration_holds_hashes_alone(demo: None) -> None:
    """A code has six digits: whoever copied its hash without a key would try them all."""
    applicant = Applicant()
    applicant.submit("access")
    code = applicant.code()
    draft = Draft.objects.get(email=applicant.email)
    assert PASSWORD not in draft.password and len(draft.password) >= 40
    assert code not in draft.code and len(draft.code) >= 40
    unkeyed = {hashlib.new(name, code.encode()).hexdigest() for name in ("md5", "sha1", "sha256", "sha512")}
    assert draft.code not in unkeyed


HOUSE_KEY = encode(bytes(range(1, 33)))
BROWSER_KEY = ec.derive_private_key(7_777_777, CURVE)
SERVICE = "https://fcm.googleapis.com/fcm/send/abc"


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


def test_a_message_to_another_system_holds_nothing_that_is_closed_elsewhere(
    demo: None, settings: Any, tmp_path: Path
) -> None:
    """Each value stands in the row that the message is about. The key and the whole address are files."""
    secret = "whsec_" + base64.b64encode(bytes(range(32))).decode()
    (tmp_path / "secret").write_text(secret)
    (tmp_path / "webhooks.toml").write_text(
        f"[[address]]\nname = 'warehouse'\nurl = 'http://127.0.0.1:9/a-path-nobody-guesses'\n"
        f"secret_file = '{tmp_path / 'secret'}'\ninternal = true\nevents = ['payment', 'exclusion']\n"
    )
    settings.WEBHOOKS_FILE = str(tmp_path / "webhooks.toml")
    webhooks.send_webhooks()
    player, now = Player.objects.get(alias="Ana"), clock.now()
    payment = Payment.objects.create(
        id=uuid4(), player=player, direction="deposit", cents=543, status="asked", changed=now,
        iban="PT50000201231234567890154", holder="Ana de Teste", reference="R-1", url="https://pay.example/7",
    )  # fmt: skip
    exclusion = Exclusion.objects.create(player=player, starts=now, ends=now + timedelta(days=100))
    webhooks.send_webhooks()
    for event, row in (("payment", payment), ("exclusion", exclusion)):
        message = WebhookMessage.objects.get(event=event)
        own = {str(row.pk), str(player.pk), "EUR", *map(str, vars(row).values())}
        own |= {value.isoformat() for value in vars(row).values() if hasattr(value, "isoformat")}
        assert {str(value) for value in message.content.values()} - own == set()
        closed = [player.person.email, player.alias, payment.iban, payment.holder, payment.url]
        closed += [str(v) for v in Identity.objects.filter(player=player).values_list("nif", flat=True)]
        closed += PaymentAccount.objects.filter(player=player).values_list("iban", flat=True)
        assert not any(value in json.dumps(message.content) for value in closed)
    text = everything()
    assert secret not in text and secret.removeprefix("whsec_") not in text
    assert "a-path-nobody-guesses" not in text and WebhookAddress.objects.get().host == "127.0.0.1"


PROMISES_A_SECRET = re.compile(r"secret|password|token|proof|verifier|challenge|^code$|^auth$|session_key")
# Columns with such names, and how each is kept.
KEPT = {
    "players_person.password": "a hash of a hash: what stands there signs nobody in",
    "identity_draft.password": "the same",
    "identity_draft.code": "a digest under a key",
    "identity_addresschange.code": "a digest under a key",
    "identity_codeattempt.code": "sealed",
    "backoffice_providerattempt.code": "sealed, and empty once it was used",
    "backoffice_providerattempt.verifier": "open: of no use without the code",
    "identity_passkeyattempt.challenge": "open: the browser gets it, and it is signed once",
    "django_session.session_key": "a digest under a key",
    "inbox_pushsubscription.secret": "open: decision 0069",
    "identity_check.verifier": "no secret: who was asked",
    "reports_issue.code": "no secret: the name of a report",
    "self_checks_certificate.verifier": "no secret: who signed a certificate",
}


def test_every_column_whose_name_promises_a_secret_is_decided_upon() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns AS c "
            "JOIN information_schema.tables AS t USING (table_schema, table_name) "
            "WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
        )
        columns = {f"{table}.{column}" for table, column in cursor if PROMISES_A_SECRET.search(column)}
    assert columns == KEPT.keys()
