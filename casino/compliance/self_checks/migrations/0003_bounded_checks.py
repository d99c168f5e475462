"""Where a check of the chains began, and whether it compared all of them."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('watch', '0002_laws'),
    ]

    operations = [
        migrations.AddField(
            model_name='proof',
            name='complete',
            field=models.BooleanField(db_default=True, default=True, verbose_name='complete'),
        ),
        migrations.AddField(
            model_name='proof',
            name='reached',
            field=models.JSONField(db_default={}, default=dict, editable=False),
        ),
    ]
