"""The choices of the language become a function, so that a new language is no migration. The table stays as it is."""

from django.db import migrations, models

import players.models


class Migration(migrations.Migration):
    dependencies = [("players", "0004_role_ends")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "person",
                    "language",
                    models.CharField(
                        choices=players.models.language_choices,
                        default="pt-pt",
                        max_length=5,
                        verbose_name="language",
                    ),
                )
            ]
        )
    ]
