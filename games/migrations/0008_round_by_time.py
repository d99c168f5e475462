"""The rounds of some days are read in the order of their time, without the rounds after them."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0007_stakes_in_play_of_many'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='round',
            index=models.Index(models.F('ended'), models.F('id'), name='round_by_time'),
        ),
    ]
