"""Certificates of the generator. Web processes alone enter them, in the name of a person who has proved to be
here, and they stay.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

LAWS = """
REVOKE INSERT, UPDATE, DELETE ON watch_certificate FROM house_app;
GRANT INSERT ON watch_certificate TO house_web;
CREATE TRIGGER watch_certificate_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON watch_certificate
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER author_is_proven BEFORE INSERT ON watch_certificate
    FOR EACH ROW EXECUTE FUNCTION author_is_proven(person_id);
"""
UNDO = """
DROP TRIGGER author_is_proven ON watch_certificate;
DROP TRIGGER watch_certificate_append_only ON watch_certificate;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("watch", "0003_part_entries"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Certificate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="at")),
                ("parts", models.JSONField(verbose_name="parts")),
                ("first", models.DateField(null=True, verbose_name="first day of the quarter")),
                ("last", models.DateField(null=True, verbose_name="last day of the quarter")),
                ("norm", models.CharField(max_length=120, verbose_name="technical norm")),
                ("norm_version", models.CharField(max_length=40, verbose_name="version of the norm")),
                ("body", models.CharField(max_length=120, verbose_name="certification body")),
                ("verifier", models.CharField(max_length=120, verbose_name="verified by")),
                ("reference", models.CharField(max_length=60, verbose_name="number of the certificate")),
                ("reports", models.CharField(max_length=500, verbose_name="reports of tests and audits")),
                ("dated", models.DateField(verbose_name="date of the certificate")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                (
                    "manifest",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="watch.manifest",
                        verbose_name="manifest of the house",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
            ],
            options={
                "verbose_name": "certificate of the generator",
                "verbose_name_plural": "certificates of the generator",
                "default_permissions": (),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("first", None), ("last", None), ("manifest__isnull", False)),
                            models.Q(
                                ("first__isnull", False),
                                ("first__lte", models.F("last")),
                                ("last__isnull", False),
                                ("last__lte", models.F("dated")),
                                ("manifest", None),
                            ),
                            _connector="OR",
                        ),
                        name="a_certificate_is_of_a_base_or_of_a_quarter",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("norm", ""), _negated=True),
                            models.Q(("norm_version", ""), _negated=True),
                            models.Q(("body", ""), _negated=True),
                            models.Q(("verifier", ""), _negated=True),
                            models.Q(("reference", ""), _negated=True),
                            models.Q(("reports", ""), _negated=True),
                        ),
                        name="a_certificate_leaves_nothing_out",
                    ),
                ],
            },
        ),
        migrations.RunSQL(LAWS, UNDO),
    ]
