"""The play sessions that began in an hour are read without those of years."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('players', '0006_session_by_end'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='playsession',
            index=models.Index(models.F('started'), name='session_by_beginning'),
        ),
    ]
