"""Changes of the national list that a web process takes and the worker applies."""

import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("protection", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="NationalPush",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="at")),
                ("signature", models.CharField(max_length=100)),
                ("body", models.BinaryField()),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "waiting"),
                            ("applied", "applied"),
                            ("forged", "wrong signature"),
                            ("unreadable", "cannot be read"),
                        ],
                        max_length=10,
                        verbose_name="outcome",
                    ),
                ),
                ("changed", models.IntegerField(default=0, verbose_name="players concerned")),
            ],
            options={
                "verbose_name": "push of the national list",
                "verbose_name_plural": "pushes of the national list",
                "default_permissions": (),
            },
        ),
    ]
