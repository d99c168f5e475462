"""A pause or an exclusion that a player asks for during a hand begins when the hand is over."""

import django.db.models.deletion
from django.db import migrations, models

RECORD = """
CREATE TRIGGER protection_absenceafterhand_stays BEFORE UPDATE OF player_id, kind, asked OR DELETE OR TRUNCATE
    ON protection_absenceafterhand FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
"""
UNDO = "DROP TRIGGER protection_absenceafterhand_stays ON protection_absenceafterhand;"


class Migration(migrations.Migration):
    dependencies = [("protection", "0003_eligibility"), ("players", "0007_session_by_beginning")]
    operations = [
        migrations.CreateModel(
            name="AbsenceAfterHand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("pause", "pause"), ("exclusion", "exclusion")], max_length=9, verbose_name="kind"
                    ),
                ),
                ("length", models.IntegerField(null=True, verbose_name="length")),
                ("asked", models.DateTimeField(verbose_name="asked")),
                ("begun", models.DateTimeField(null=True, verbose_name="begun")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "absence after the hand",
                "verbose_name_plural": "absences after the hand",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind", "exclusion"), ("length__isnull", False), _connector="OR"),
                        name="a_pause_asked_has_a_length",
                    ),
                    models.UniqueConstraint(
                        models.F("player"),
                        models.F("kind"),
                        condition=models.Q(("begun", None)),
                        name="one_absence_asked_of_a_kind",
                    ),
                ],
            },
        ),
        migrations.RunSQL(RECORD, UNDO),
    ]
