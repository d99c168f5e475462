"""Commission on a buy-in that a test account paid is told apart from what players paid."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("reports", "0004_sheets_of_roads")]

    operations = [
        # Days that were folded before do not know who paid: all are folded once more.
        migrations.RunSQL("DELETE FROM reports_upto; DELETE FROM reports_moved", migrations.RunSQL.noop),
        migrations.RemoveConstraint(model_name="moved", name="one_folded_day_of_a_kind"),
        migrations.AddField(model_name="moved", name="testing", field=models.BooleanField(default=False)),
        migrations.AddConstraint(
            model_name="moved",
            constraint=models.UniqueConstraint("day", "table", "sheet", "kind", "testing", name="one_folded_day_of_a_kind", nulls_distinct=False),
        ),
    ]
