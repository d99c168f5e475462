import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayedDay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('player', models.BigIntegerField(verbose_name='player')),
                ('decisions', models.BinaryField(verbose_name='decisions')),
            ],
            options={
                'verbose_name': 'decisions of a day',
                'verbose_name_plural': 'decisions of days',
                'default_permissions': (),
                'indexes': [models.Index(models.F('day'), name='decisions_by_day')],
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('day'), name='one_row_of_decisions_of_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Finding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('alone', 'signs of a program'), ('alike', 'accounts that play as one')], max_length=5, verbose_name='kind')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('figures', models.JSONField(verbose_name='figures')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'finding about a bot',
                'verbose_name_plural': 'findings about bots',
                'default_permissions': (),
                'indexes': [models.Index(models.F('player'), models.OrderBy(models.F('at'), descending=True), name='bot_finding_by_player'), models.Index(models.F('at'), name='bot_finding_by_time')],
            },
        ),
    ]
