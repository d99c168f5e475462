"""A letter that waits is sealed: it may hold a code. Those that were written before are not sent any more."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("identity", "0002_laws")]
    operations = [
        migrations.RemoveField("letter", "body"),
        migrations.RemoveField("letter", "subject"),
        migrations.AddField("letter", "text", models.BinaryField(default=bytes)),
    ]
