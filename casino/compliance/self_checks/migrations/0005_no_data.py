"""A check that saw no data is neither good nor wrong."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('watch', '0004_certificates'),
    ]

    operations = [
        migrations.AlterField(
            model_name='state',
            name='good',
            field=models.BooleanField(null=True),
        ),
    ]
