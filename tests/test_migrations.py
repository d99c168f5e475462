"""Every migration after the first release can run while the release before still does
(tests/migration_rules.py).
"""

from __future__ import annotations

from typing import ClassVar

import pytest
from django.apps import apps
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from tests.migration_rules import faults

# The last migration of each app in the first release. What came before had no release beside it.
FIRST_RELEASE = {
    "casino": "0002", "players": "0004", "wallet": "0003", "cashier": "0002", "identity": "0003",
    "protection": "0002", "audit": "0002", "inbox": "0002", "history": "0002", "games": "0003",
    "floor": "0002", "rulebook": "0002", "compliance": "0001", "reports": "0002", "regulator_files": "0002",
    "returns": "0002", "integrity": "0002", "watch": "0002", "care": "0002", "backoffice": "0002",
    "administration": "0000",
}  # fmt: skip
OWN = sorted(
    config.label
    for config in apps.get_app_configs()
    if config.name.startswith(("casino", "games", "players")) and config.label in FIRST_RELEASE
)


def test_later_migrations_leave_the_release_before_alone() -> None:
    faults_by_migration = {
        f"{app}.{name}": wrong
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if app in FIRST_RELEASE and name[:4] > FIRST_RELEASE[app] and (wrong := list(faults(migration)))
    }
    assert faults_by_migration == {}


def test_every_app_is_included() -> None:
    with_migrations = {app for app, _ in MigrationLoader(None).disk_migrations}
    own = {
        config.label
        for config in apps.get_app_configs()
        if config.name.startswith(("casino", "games", "players"))
    }
    assert own & with_migrations == set(FIRST_RELEASE)


def migration(*operations: Operation, name: str = "0009_more", atomic: bool = True) -> migrations.Migration:
    class Planted(migrations.Migration):
        pass

    planted = Planted(name, "games")
    planted.operations, planted.atomic = list(operations), atomic
    return planted


class TestPlanted:
    INDEX: ClassVar = models.Index(fields=["number"], name="round_by_number")

    @pytest.mark.parametrize(
        "operation",
        [
            migrations.RemoveField("round", "outcome"),
            migrations.RenameField("round", "outcome", "result"),
            migrations.DeleteModel("Attendance"),
            migrations.AddField("round", "note", models.TextField(default="")),
            migrations.AddIndex("round", INDEX),
            migrations.AddConstraint(
                "round", models.CheckConstraint(condition=models.Q(number__gt=0), name="positive")
            ),
            migrations.RunSQL("SELECT 1"),
            migrations.RunSQL(
                "CREATE INDEX round_note ON games_round (note)", "DROP INDEX CONCURRENTLY round_note"
            ),
            migrations.RunSQL("ALTER TABLE games_round DROP COLUMN outcome", "SELECT 1"),
            migrations.RunSQL("ALTER TABLE games_round ADD CONSTRAINT c CHECK (number > 0)", "SELECT 1"),
            migrations.RunSQL("ALTER TABLE games_round ALTER COLUMN note SET NOT NULL", "SELECT 1"),
            migrations.RunPython(lambda apps, editor: None),
            AddIndexConcurrently("round", INDEX),  # in a transaction
        ],
        ids=lambda operation: operation.describe()[:50],
    )
    def test_a_fault_is_found(self, operation: Operation) -> None:
        assert len(list(faults(migration(operation)))) == 1

    @pytest.mark.parametrize(
        "operation",
        [
            migrations.AddField("round", "note", models.TextField(db_default="")),
            migrations.AddField("round", "note", models.TextField(null=True)),
            migrations.CreateModel(
                "Note", [("id", models.BigAutoField(primary_key=True)), ("text", models.TextField())]
            ),
            migrations.RunSQL(
                "CREATE INDEX CONCURRENTLY n ON games_round (note)", "DROP INDEX CONCURRENTLY n"
            ),
            migrations.RunSQL(
                "ALTER TABLE games_round ADD CONSTRAINT c CHECK (number > 0) NOT VALID",
                "ALTER TABLE games_round DROP CONSTRAINT c",
            ),
            migrations.RunSQL(
                "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN LOCK TABLE x; END $$",
                "DROP FUNCTION f",
            ),
        ],
        ids=lambda operation: operation.describe()[:50],
    )
    def test_an_expanding_step_is_none(self, operation: Operation) -> None:
        assert list(faults(migration(operation))) == []

    def test_an_index_without_a_lock_needs_no_transaction(self) -> None:
        assert list(faults(migration(AddIndexConcurrently("round", self.INDEX), atomic=False))) == []

    def test_a_later_release_takes_away_what_is_not_used(self) -> None:
        removal = migrations.RemoveField("round", "outcome")
        assert list(faults(migration(removal, name="0010_contract_outcome"))) == []

    def test_a_table_of_ones_own_may_be_changed_at_will(self) -> None:
        created = migrations.CreateModel("Note", [("id", models.BigAutoField(primary_key=True))])
        index = migrations.AddIndex("note", models.Index(fields=["id"], name="note_by_id"))
        assert list(faults(migration(created, index))) == []
