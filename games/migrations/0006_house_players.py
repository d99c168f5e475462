"""How many seats of a table house players have: they are no people."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_table_phase'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='partners',
            field=models.IntegerField(db_default=0, default=0, editable=False, verbose_name='of which house players'),
        ),
    ]
