"""The columns that the reading role can see.

The attack: a report, an export or leaked credentials of that role query everything.
"""

from __future__ import annotations

import tomllib

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.db.models import BinaryField

from casino.compliance.reading import COLUMNS_FILE, PACKAGES, ROLE, reading
from tests.installed_tables import tables_of_the_house

# Credentials, and hints to them.
SECRETS = (
    ("players_person", "password"),
    ("identity_signin", "session"),
    ("identity_queuedemail", "text"),
    ("identity_queuedemail", "to"),
    ("identity_draft", "password"),
    ("identity_draft", "code"),
    ("identity_draft", "answers"),
    ("identity_draft", "email"),
    ("identity_addresschange", "code"),
    ("cashier_payment", "url"),
    ("django_session", "session_key"),
    ("django_session", "session_data"),
    ("mfa_authenticator", "data"),
    ("account_emailconfirmation", "key"),
)
# Bytes that open nothing: the heads of the chains of events, and what is sealed under keys of players, which
# the role has not; reports and files for the regulator open it in processes that have them.
OPEN_BYTES = {
    ("games_event", "chain"), ("games_table", "chain"),
    ("identity_identity", "sealed"), ("identity_identity", "papers"), ("identity_uploadeddocument", "sealed"),
    ("identity_paymentaccount", "sealed"), ("inbox_complaintmessage", "sealed"), ("care_contact", "sealed"),
    ("administration_playernote", "sealed"),
}  # fmt: skip


def columns() -> dict[tuple[str, str], object]:
    by_table: dict[tuple[str, str], object] = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_config.name.partition(".")[0] in PACKAGES and model._meta.managed:
            by_table |= {
                (model._meta.db_table, field.column): field
                for field in model._meta.concrete_fields
                if field.column
            }
    return by_table


def listed(part: str) -> set[tuple[str, str]]:
    with COLUMNS_FILE.open("rb") as file:
        return {
            (table, column) for table, names in tomllib.load(file)[part].items() for column in names.split()
        }


def granted() -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid "
            "WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') "
            "AND a.attnum > 0 "
            "AND NOT a.attisdropped AND has_column_privilege(%s, c.oid, a.attnum, 'SELECT')",
            [ROLE],
        )
        return set(cursor.fetchall())


@pytest.mark.whole
def test_every_column_is_decided_upon() -> None:
    shown, hidden = listed("shown"), listed("hidden")
    assert shown & hidden == set()
    undecided, gone = set(columns()) - shown - hidden, (shown | hidden) - set(columns())
    assert not undecided, (
        "May compliance read these columns? Write each under its table in [shown] or [hidden] of "
        f"casino/compliance/reading.toml: {named(undecided)}"
    )
    assert not gone, f"Take these out of casino/compliance/reading.toml, they are gone: {named(gone)}"


def named(places: set[tuple[str, str]]) -> str:
    return ", ".join(sorted(f"{table}.{column}" for table, column in places))


def test_no_bytes_are_shown_that_open_anything() -> None:
    shown = listed("shown")
    assert {
        place for place, field in columns().items() if isinstance(field, BinaryField) and place in shown
    } == OPEN_BYTES


@pytest.mark.django_db
def test_the_database_grants_exactly_the_list() -> None:
    assert granted() == {place for place in listed("shown") if place[0] in tables_of_the_house()}


@pytest.mark.django_db
@pytest.mark.parametrize(("table", "column"), SECRETS)
def test_no_secret_is_within_its_reach(table: str, column: str) -> None:
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic(), reading() as cursor:
        cursor.execute(f'SELECT "{column}" FROM "{table}"')
