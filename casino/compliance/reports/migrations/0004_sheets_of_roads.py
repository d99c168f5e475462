"""Folded transfers say under which rule sheet they went, and the rounds and seats behind a figure are found a page at a time."""

import django.db.models.deletion
from django.db import migrations, models

# A table's rounds by the hour at which they ended; what is paid for seats has no account of the table, and is found by its own hour.
FOUND = """
CREATE INDEX round_of_table_by_end ON games_round (table_id, ended, id) WHERE ended IS NOT NULL;
CREATE INDEX transfer_of_seats ON wallet_transfer (at, id) WHERE kind IN ('buy-in', 'buy-in-commission', 'cash-out');
"""
UNDO = "DROP INDEX transfer_of_seats; DROP INDEX round_of_table_by_end"


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0002_laws"),
        ("reports", "0003_metered"),
        ("wallet", "0002_laws"),
    ]

    operations = [
        # Days that were folded before do not know their sheets: all are folded once more.
        migrations.RunSQL("DELETE FROM reports_upto; DELETE FROM reports_moved", migrations.RunSQL.noop),
        migrations.RemoveConstraint(model_name="moved", name="one_folded_day_of_a_kind"),
        migrations.AddField(
            model_name="moved",
            name="sheet",
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.rulesheet"),
        ),
        migrations.AddConstraint(
            model_name="moved",
            constraint=models.UniqueConstraint(models.F("day"), models.F("table"), models.F("sheet"), models.F("kind"), name="one_folded_day_of_a_kind", nulls_distinct=False),
        ),
        migrations.RunSQL(FOUND, UNDO),
    ]
