"""What an attacker with a copy of the database can do with its content.

The attacker has every row and none of the keys.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DjangoStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from players.identity.models import AddressChange, Draft, QueuedEmail, SignIn
from players.identity.registration.email_change import request_email_change
from players.identity.sign_in.emails import queue_email, send_queued_email
from players.models import Person, Player
from tests.demo_house import signed_in
from tests.installed_tables import tables_of_the_house
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
    written = queue_email("new@house.example", "email-code", "en", code="314159", minutes=30)
    text = everything()
    assert "314159" not in text
    assert send_queued_email(written.pk)
    assert "314159" in mailoutbox[-1].body
    assert not QueuedEmail.objects.get(pk=written.pk).text


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


PROMISES_A_SECRET = re.compile(r"secret|password|token|proof|verifier|challenge|^code$|^auth$|session_key")
# Columns with such names, and how each is kept.
KEPT = {
    "players_person.password": "a hash of a hash: what stands there signs nobody in",
    "cashier_payment.token": "the provider's token of a card: it pays nothing without the house's key there",
    "cashier_payoutstep.code": "no secret: the name of a step",
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
    "players_funds_daytree.secret": "sealed, and deleted with the tree",
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
    assert columns == {column for column in KEPT if column.partition(".")[0] in tables_of_the_house()}
