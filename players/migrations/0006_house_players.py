"""A practice partner is called a house player. The database knows no labels."""

from django.db import migrations, models

STATUSES = [
    ("pending", "not verified yet"),
    ("visitor", "visitor"),
    ("partner", "house player"),
    ("active", "active"),
    ("suspended", "suspended"),
    ("closed", "closed"),
]


class Migration(migrations.Migration):
    dependencies = [("players", "0005_player_page_indexes")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "player",
                    "status",
                    models.CharField(choices=STATUSES, default="active", max_length=10, verbose_name="status"),
                )
            ]
        )
    ]
