"""What was said in a contact, sealed under the key of the player."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("care", "0001_initial")]

    operations = [
        migrations.AddField("contact", "sealed", models.BinaryField(null=True)),
    ]
