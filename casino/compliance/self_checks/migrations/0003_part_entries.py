"""Entries in the register of the generator's parts, and the libraries of a manifest.

Web processes alone enter, in the name of a person who has proved to be here. An entry names a change of the
generator only if the regulator authorised it.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

LAWS = """
REVOKE INSERT, UPDATE, DELETE ON watch_partentry FROM house_app;
GRANT INSERT ON watch_partentry TO house_web;
CREATE TRIGGER watch_partentry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON watch_partentry
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER author_is_proven BEFORE INSERT ON watch_partentry
    FOR EACH ROW EXECUTE FUNCTION author_is_proven(person_id);
CREATE FUNCTION watch_entry_names_an_approved_change() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.change_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM rulebook_rulechange WHERE id = NEW.change_id AND generator
            AND state IN ('authorised', 'scheduled', 'in-force', 'superseded')
    ) THEN
        RAISE EXCEPTION 'no change of the generator that the regulator authorised' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER watch_entry_names_an_approved_change BEFORE INSERT ON watch_partentry
    FOR EACH ROW EXECUTE FUNCTION watch_entry_names_an_approved_change();
"""
UNDO = """
DROP TRIGGER watch_entry_names_an_approved_change ON watch_partentry;
DROP FUNCTION watch_entry_names_an_approved_change;
DROP TRIGGER author_is_proven ON watch_partentry;
DROP TRIGGER watch_partentry_append_only ON watch_partentry;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0010_staff_provider"),
        ("rulebook", "0003_role_ends"),
        ("watch", "0002_laws"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="manifest",
            name="libraries",
            field=models.JSONField(db_default={}, default=dict, verbose_name="libraries"),
        ),
        migrations.CreateModel(
            name="PartEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="at")),
                ("part", models.CharField(blank=True, max_length=6, verbose_name="part")),
                ("holder", models.CharField(blank=True, max_length=120, verbose_name="answers for it")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                (
                    "change",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rulebook.rulechange",
                        verbose_name="change of the generator",
                    ),
                ),
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
                "verbose_name": "entry in the register of the generator",
                "verbose_name_plural": "entries in the register of the generator",
                "default_permissions": (),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("change", None),
                                ("manifest", None),
                                models.Q(("part", ""), _negated=True),
                                models.Q(("holder", ""), _negated=True),
                            ),
                            models.Q(
                                ("change__isnull", False), ("holder", ""), ("manifest__isnull", False), ("part", "")
                            ),
                            _connector="OR",
                        ),
                        name="an_entry_is_about_a_part_or_a_manifest",
                    )
                ],
            },
        ),
        migrations.RunSQL(LAWS, UNDO),
    ]
