"""Notes of players, sealed under the key of who wrote them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField("opponentnote", "sealed", models.BinaryField(null=True)),
        migrations.AddField("roundnote", "sealed", models.BinaryField(null=True)),
    ]
