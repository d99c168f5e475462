"""The kind of a transfer, in databases that still call it `road`."""

from __future__ import annotations

import importlib

import pytest
from django.db import connection

from players.wallet import ledger
from players.wallet.models import Transfer
from tests.room import players_with

pytestmark = pytest.mark.django_db

OLD = """
ALTER TABLE wallet_transfer RENAME COLUMN kind TO road;
DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('cashier_post_adjustment'::regproc), '(id, kind,', '(id, road,');
    EXECUTE regexp_replace(pg_get_functiondef('wallet_kinds_have_their_writers'::regproc), '\\mkind\\M', 'road', 'g');
END $$;
"""
OLD_FUNCTIONS = (
    "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc ~ '\\mroad\\M'"
)


def test_the_old_column_and_every_function_that_names_it_are_renamed() -> None:
    migration = importlib.import_module("players.wallet.migrations.0004_transfer_kind")
    with connection.cursor() as cursor:
        cursor.execute(OLD)
        cursor.execute(OLD_FUNCTIONS)
        assert len(cursor.fetchall()) == 2
        cursor.execute(migration.RENAME)
        cursor.execute(OLD_FUNCTIONS)
        assert cursor.fetchall() == []
    players_with(1_000, 1)
    assert Transfer.objects.latest("at").kind == "deposit"
    assert ledger.total()["EUR"] == 0
