"""The play sessions of some days are read in the order of their end."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('players', '0005_language_choices'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='playsession',
            index=models.Index(models.F('ended'), models.F('id'), name='session_by_end'),
        ),
    ]
