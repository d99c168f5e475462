"""The migrations of the first release are a clean set. Every later one can run while the release before
still does (tests/migration_rules.py).
"""

from __future__ import annotations

from typing import ClassVar

import pytest
from django.apps import apps
from django.contrib.postgres.operations import AddIndexConcurrently
from django.core.management import CommandError
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from casino.management.pending_migrations import migrate_pending
from players.shared.first_migration import FirstMigration
from players.shared.law_operations import LoadLaws
from players.shared.laws import ORDER, extra_of_file, files
from tests.migration_rules import faults

PACKAGES = ("casino", "games", "players")
DISK = MigrationLoader(None).disk_migrations
LABELS = {config.label for config in apps.get_app_configs() if config.name.startswith(PACKAGES)}
OWN = {
    label: {name: one for (app, name), one in DISK.items() if app == label}
    for label in sorted(LABELS & {app for app, _ in DISK})
}
FIRST = {"0001_initial", "0002_laws"}


@pytest.mark.parametrize("app", OWN)
def test_the_first_release_has_one_migration_for_each_app(app: str) -> None:
    assert isinstance(OWN[app]["0001_initial"], FirstMigration)


def test_the_laws_of_the_core_are_loaded_by_one_migration() -> None:
    loaded = [
        (app, name, operation)
        for app, own in OWN.items()
        for name, one in own.items()
        for operation in one.operations
        if isinstance(operation, LoadLaws)
    ]
    core = [(app, name, operation) for app, name, operation in loaded if not operation.app]
    assert {(app, name) for app, name, _ in core} == {("casino", "0002_laws")}
    assert sorted(kind for *_, operation in core for kind in operation.kinds) == sorted(ORDER)


@pytest.mark.parametrize("app", sorted({app for file in files() if (app := extra_of_file(file))}))
def test_an_extra_loads_the_laws_of_its_own_tables(app: str) -> None:
    label = next(config.label for config in apps.get_app_configs() if config.name == app)
    [operation] = OWN[label]["0002_laws"].operations
    assert isinstance(operation, LoadLaws) and operation.app == app and set(operation.kinds) == set(ORDER)


def test_later_migrations_leave_the_release_before_alone() -> None:
    faults_by_migration = {
        f"{app}.{name}": wrong
        for app, own in OWN.items()
        for name, migration in own.items()
        if name not in FIRST and (wrong := list(faults(migration)))
    }
    assert faults_by_migration == {}
    assert len(OWN) >= 21


@pytest.mark.django_db
def test_a_database_from_before_the_first_release_is_refused() -> None:
    """Its migrations are no longer there: what was applied under the same names did less."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE django_migrations SET name = '0001_rights' WHERE (app, name) = ('casino', '0001_initial')"
        )
    with pytest.raises(CommandError, match="before the first release"):
        migrate_pending()


@pytest.mark.django_db
def test_a_database_with_an_app_under_an_earlier_label_is_refused() -> None:
    """Its tables have other names."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET app = 'watch' WHERE app = 'self_checks'")
    with pytest.raises(CommandError, match="before the first release"):
        migrate_pending()


@pytest.mark.whole
@pytest.mark.django_db
def test_a_database_in_which_the_core_made_the_tables_of_an_extra_is_refused() -> None:
    """Its tables are there, and no migration of the extra."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'webhooks'")
    with pytest.raises(CommandError, match="before the first release"):
        migrate_pending()


@pytest.mark.django_db
def test_a_database_whose_laws_lack_a_later_table_is_refused() -> None:
    """Red before: a house of the day before ended with Django's traceback."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE (app, name) = ('protection', '0002_national_push')"
        )
    with pytest.raises(CommandError, match="before the first release"):
        migrate_pending()


@pytest.mark.django_db
def test_a_database_with_migrations_of_a_later_release_is_accepted() -> None:
    """After a rollback."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('casino', '0099_later', now())"
        )
    assert migrate_pending() == 0


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
