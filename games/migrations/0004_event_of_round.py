"""The events of a round are found by the round alone.

All events of a round share one entry of this index, which so takes a third of the room of the one with their numbers.
A round has few events: those that are read are sorted.
"""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0003_stakes_for_protection'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='event',
            index=models.Index(models.F('round'), name='event_of_round'),
        ),
        RemoveIndexConcurrently(
            model_name='event',
            name='event_by_round',
        ),
    ]
