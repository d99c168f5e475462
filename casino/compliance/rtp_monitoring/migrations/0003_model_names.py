"""Models get names of their own; their tables stay."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("returns", "0002_laws")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Upto", "ReturnsFoldedUntil"),
                migrations.AlterModelTable("ReturnsFoldedUntil", "returns_upto"),
            ],
        ),
    ]
