"""The statements of the last month are read without those of years."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('history', '0002_laws'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='statement',
            index=models.Index(models.F('month'), name='statement_by_month'),
        ),
    ]
