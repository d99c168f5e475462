"""The reading database role can write nothing and cannot read a seed."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction

from casino.compliance.reading import ROLE, readable_columns, reading, rows, write_grants

pytestmark = pytest.mark.django_db

SECRETS = (
    "SELECT sealed FROM games_round",
    "SELECT start FROM games_round",
    "SELECT * FROM games_round",
    "SELECT snapshot FROM games_table",
    "SELECT password FROM players_person",
    "SELECT * FROM mfa_authenticator",
    "SELECT * FROM django_session",
)


def test_every_table_is_shut_to_its_writing() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, p.privilege "
            "FROM pg_class AS c, unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS p (privilege) "
            "WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace "
            "AND (has_table_privilege(%s, c.oid, p.privilege) "
            "OR (p.privilege IN ('INSERT', 'UPDATE') AND has_any_column_privilege(%s, c.oid, p.privilege)))",
            [ROLE, ROLE],
        )
        assert cursor.fetchall() == []


@pytest.mark.parametrize("sql", SECRETS)
def test_seeds_snapshots_and_keys_are_out_of_its_reach(sql: str) -> None:
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic(), reading() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO audit_line (kind, at, about, details, device) VALUES ('x.y', now(), '', '{}', '')",
        "UPDATE games_round SET outcome = 'x'",
        "DELETE FROM players_player",
        "SELECT nextval('audit_line_id_seq')",
        "CREATE TABLE reader_was_here (id int)",
    ],
)
def test_it_writes_nothing(sql: str) -> None:
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic(), reading() as cursor:
        cursor.execute(sql)


def test_later_queries_have_the_previous_role() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        before = cursor.fetchone()
        assert rows("SELECT current_user AS who") == [{"who": ROLE}]
        with pytest.raises(DatabaseError), transaction.atomic(), reading() as read:
            read.execute("SELECT sealed FROM games_round")
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == before


def test_it_reads_the_record_of_every_part_of_the_house() -> None:
    ours = {
        model._meta.db_table
        for model in apps.get_models()
        if model.__module__.partition(".")[0] in ("players", "games", "casino")
    }
    assert ours - set(readable_columns()) <= {
        "compliance_workspace",
        # How far the public log has come: it is in its files for everybody.
        "public_log_cosigning",
        "public_log_head",
        "public_log_stretch",
        # Leaves of the tree of balances: a player sees their own, and nobody the others'.
        "players_funds_daytree",
        "players_funds_leaftile",
        "players_funds_placetile",
        # The worker alone compares how people play.
        "bots_playedday",
        # An alert about money laundering is seen with its own right alone.
        "monitoring_alert",
        "monitoring_case",
        "monitoring_playerstate",
        "monitoring_rulereplay",
        "monitoring_ruleversion",
        "monitoring_shard",
        # What followed is read on the pages of its case.
        "protection_caremessage",
        "protection_deposithold",
        # Nobody may learn whom the house suspects (Lei 83/2017, article 54).
        "laundering_access",
        "laundering_measure",
        "laundering_report",
        "identity_legalhold",
        "returning_blockedperson",
        "returning_resemblance",
        "returning_trait",
        "screening_entry",
        "screening_listimport",
        "screening_match",
        "screening_screened",
        "identity_queuedemail",
        "identity_codeattempt",
        "identity_factorsecret",
        "identity_passkeyattempt",
        "identity_resettoken",
        "identity_searchmark",
        "identity_signinevidence",
        "identity_apitoken",
        "inbox_bulknotice",
        "inbox_marketingconsent",
        "inbox_noticereceipt",
        "inbox_pushchoice",
        "inbox_pushnotice",
        "inbox_pushsubscription",
        "backoffice_homelayout",
        "backoffice_providerattempt",
        "backoffice_providerlink",
        "backoffice_savedfilter",
        "backoffice_webhookaddress",
        "backoffice_webhookattempt",
        "backoffice_webhookmessage",
        "backoffice_webhookprogress",
        "casino_scheduledtask",
        "players_exclusivework",
    }
    assert readable_columns()["games_event"].count("chain") == 1


def test_a_manually_granted_privilege_is_revoked_by_the_next_migration() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"GRANT UPDATE ON games_round TO {ROLE}")
        write_grants()
        cursor.execute("SELECT has_table_privilege(%s, 'games_round', 'UPDATE')", [ROLE])
        assert cursor.fetchone() == (False,)
