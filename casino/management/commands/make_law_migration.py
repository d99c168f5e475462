"""Make the migration of a changed law: `manage.py make_law_migration <app> <name>`.

Change the file in `<package>/database/` first. The database must be as the migrations leave it: its text is
the old one, that of the file the new one.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from players.shared.extras import extra_of
from players.shared.laws import ORDER, Difference, Laws, dependents, differences, laws_of, written_laws

TEXT = '''"""{what}"""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
{old}"""
NEW = r"""
{new}"""


class Migration(migrations.Migration):
    dependencies = {dependencies}
    operations = [ChangeLaws(OLD, NEW)]
'''


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("app", help="the label of the app that gets the migration")
        parser.add_argument("name", help="its name, in a few words with underscores")

    def handle(self, *args: Any, app: str, name: str, **options: Any) -> None:
        if MigrationExecutor(connection).migration_plan(MigrationLoader(connection).graph.leaf_nodes()):
            raise CommandError("Migrate the database first: its laws are the old ones.")
        with connection.cursor() as cursor:
            changed = [one for one in differences(cursor) if concerns(app, one)]
        if not changed:
            raise CommandError("No law has changed.")
        path = write_migration(app, name, changed)
        for difference in changed:
            self.stdout.write(str(difference.name))
        self.stdout.write(f"wrote {path.name}; say in it what changes and why")


def extra_of_app(label: str) -> str:
    return extra_of(apps.get_app_config(label).name)


def concerns(app: str, difference: Difference) -> bool:
    """Whether the law is in a file of this app's part of the house. What no file has may be of any."""
    return difference.written is None or difference.name in laws_of(extra_of_app(app))


def write_migration(app: str, name: str, changed: list[Difference], folder: Path | None = None) -> Path:
    loader = MigrationLoader(None)
    leaves = sorted(loader.graph.leaf_nodes())
    [own] = [leaf for _, leaf in loader.graph.leaf_nodes(app)]
    folder = folder or Path(apps.get_app_config(app).path) / "migrations"
    path = folder / f"{int(own[:4]) + 1:04}_{name}.py"
    # The core depends on no optional app, and each of those on the core and itself.
    labels = {one.label for one in own_apps() if extra_of(one.name) in ("", extra_of_app(app))}
    own_leaves = [leaf for leaf in leaves if leaf[0] in labels]
    old = {one.name: one.in_force for one in changed if one.in_force is not None}
    new = {one.name: one.written for one in changed if one.written is not None}
    unchanged = dependents(old, new, written_laws())
    path.write_text(
        TEXT.format(
            what=f"{name.replace('_', ' ').capitalize()}.",
            old=printed(old | unchanged),
            new=printed(new | unchanged),
            dependencies=own_leaves,
        ),
        "utf-8",
    )
    return path


def own_apps() -> list[Any]:
    return [one for one in apps.get_app_configs() if one.name.split(".")[0] in ("casino", "games", "players")]


def printed(laws: Laws) -> str:
    ordered = sorted(laws, key=lambda name: (ORDER.index(name.kind), name))
    return "".join(f"{laws[name]}\n" for name in ordered)
