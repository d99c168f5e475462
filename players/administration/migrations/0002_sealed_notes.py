"""Notes about players, sealed under the key of the player."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("administration", "0001_initial")]

    operations = [
        migrations.AddField("playernote", "sealed", models.BinaryField(null=True)),
    ]
