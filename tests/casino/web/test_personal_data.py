"""The privacy page says of every table what it keeps about people."""

from __future__ import annotations

from django.apps import apps
from django.db import models
from django.utils import translation

from casino.web.personal_data import GROUPS
from players.identity.staff.sealing_rows import sealed_models
from players.models import Person, Player
from players.shared.keeping import DILIGENCE, RECORD, RULES

WORDS = (
    models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField, models.BinaryField,
)  # fmt: skip
# Columns of rows that name a person and say nothing about one, and why.
NOT_PERSONAL = {
    "secrets, and what is compared with them": """
        identity_apitoken.digest identity_apitoken.start identity_addresschange.code identity_codeattempt.code
        identity_codeattempt.session identity_draft.code identity_draft.password identity_factorsecret.sealed
        identity_passkeyattempt.answer identity_passkeyattempt.challenge identity_passkeyattempt.session
        identity_resettoken.digest identity_signin.session identity_signinevidence.session
        mfa_authenticator.data
        players_person.password inbox_pushsubscription.point inbox_pushsubscription.secret
        cashier_payment.token cashier_payment.url""",
    "codes of the house": """
        audit_line.kind cashier_payment.method cashier_payment.instructions
        cashier_protectionconfirmation.version cashier_protectionconfirmation.words history_played.system
        history_statement.digest identity_acceptance.language identity_check.answer identity_check.verifier
        identity_draft.step identity_identity.reason identity_signin.method identity_uploadeddocument.type
        inbox_complaint.number inbox_complaint.table_name inbox_message.kind monitoring_alert.event
        players_playsession.currency players_playsession.system players_playsession.table_name
        protection_staked.currency screening_match.entry_digest screening_match.player_digest
        history_copy.digest""",
}
# Rows of these belong to no player: what members of staff decide about the house in their work.
OF_THE_HOUSE = (
    "backoffice_", "bank_", "cashier_ceiling", "django_admin_log", "duties_", "floor_", "games_incident",
    "games_tablesetting", "inbox_bulknotice", "monitoring_ruleversion", "regulator_", "reports_",
    "rtp_monitoring_", "rulebook_", "self_checks_",
)  # fmt: skip


def declared_columns() -> set[str]:
    """Each personal column as `table.column`."""
    columns: set[str] = set()
    for group in GROUPS:
        table = ""
        for word in group.columns.replace("/", " ").split():
            if word.endswith(":"):
                table = word.removesuffix(":")
            else:
                columns.add(f"{table}.{word}")
    return columns


def columns_with_words() -> set[str]:
    """Each column that can hold words, of every table whose rows name a person."""
    found: set[str] = set()
    for model in apps.get_models():
        fields = model._meta.concrete_fields
        names_somebody = any(
            field.is_relation and field.related_model in (Person, Player) for field in fields
        )
        if names_somebody or model in (Person, Player):
            words = (field for field in fields if isinstance(field, WORDS) and not field.choices)
            found |= {f"{model._meta.db_table}.{field.column}" for field in words}
    return found


def test_each_column_that_can_hold_words_is_in_a_group_or_says_nothing_about_anybody() -> None:
    innocent = {column for columns in NOT_PERSONAL.values() for column in columns.split()}
    left = columns_with_words() - declared_columns() - innocent
    unknown = {column for column in left if not column.startswith(OF_THE_HOUSE)}
    assert not unknown, "Say in casino.web.personal_data.py why the house keeps them."
    assert not innocent & declared_columns()


def test_what_the_page_declares_exists_and_what_is_sealed_is_declared() -> None:
    known = {
        f"{model._meta.db_table}.{field.column}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
    }
    assert not declared_columns() - known
    for model in sealed_models():
        assert {f"{model._meta.db_table}.{name}" for name in model.PERSONAL} <= declared_columns()


def test_the_times_of_the_page_are_those_by_which_keys_are_destroyed() -> None:
    years = [(rule.keeping, rule.years, rule.since.isoformat()) for rule in RULES]
    assert years == [(RECORD, 10, "2015-01-01"), (DILIGENCE, 7, "2015-01-01"), (DILIGENCE, 5, "2027-07-10")]
    with translation.override("en"):
        told = {str(group.kept) for group in GROUPS}
    assert "Ten years after the account closes" in told
    assert (
        "Seven years after the account closes; five years for accounts that close from 10 July 2027 on"
        in told
    )
