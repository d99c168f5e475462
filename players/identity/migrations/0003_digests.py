"""One account for a person whose papers are sealed, and the search of a sealed name."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


def unique(column: str, name: str) -> migrations.SeparateDatabaseAndState:
    """Without a lock, as `AddConstraint` would not make it."""
    return migrations.SeparateDatabaseAndState(
        [
            migrations.RunSQL(
                f"CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS {name} ON identity_identity ({column})",
                f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
            )
        ],
        [migrations.AddConstraint("identity", models.UniqueConstraint(models.F(column), name=name))],
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("identity", "0002_sealed_papers")]

    operations = [
        unique("nif_digest", "one_account_for_a_sealed_tax_number"),
        unique("document_digest", "one_account_for_a_sealed_document"),
        AddIndexConcurrently("identity", GinIndex(fields=["name_digests"], name="identity_by_name_digest")),
    ]
