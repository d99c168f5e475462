"""What a table is doing, for the live line of the lobby. The croupier writes it with the time of the next step."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_bounded_checks")]
    operations = [
        migrations.AddField(
            "table",
            "phase",
            models.CharField("phase", max_length=10, default="", db_default="", blank=True, editable=False),
        ),
    ]
