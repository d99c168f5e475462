"""Changes of the national list that a web process takes and the worker applies."""

import django.db.models.functions.datetime
from django.db import migrations, models

from players.shared.law_operations import ChangeLaws

RIGHTS = """
GRANT SELECT (id, at, outcome, changed), INSERT ON protection_nationalpush TO house_web;
GRANT SELECT, UPDATE (body, changed, outcome), DELETE ON protection_nationalpush TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_nationalpush
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert outcome="" changed=0: anybody (the register has no session and the worker verifies)');
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0002_laws"), ("protection", "0001_initial")]

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
        ChangeLaws("", RIGHTS),
    ]
