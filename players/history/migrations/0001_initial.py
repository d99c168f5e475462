import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('players', '0001_initial'),
        ('wallet', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='FoldedUntil',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('upto', models.DateField()),
            ],
            options={
                'verbose_name': 'folding',
                'verbose_name_plural': 'foldings',
                'db_table': 'history_folded',
            },
        ),
        migrations.CreateModel(
            name='Copy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('requested_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='requested')),
                ('state', models.CharField(choices=[('asked', 'being made'), ('ready', 'ready'), ('expired', 'expired')], default='asked', max_length=8, verbose_name='status')),
                ('expires', models.DateTimeField(null=True, verbose_name='expires')),
                ('bytes', models.BigIntegerField(default=0, verbose_name='size')),
                ('digest', models.CharField(blank=True, max_length=64, verbose_name='digest')),
                ('data', models.BinaryField(null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='copies', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'copy of personal data',
                'verbose_name_plural': 'copies of personal data',
                'constraints': [models.UniqueConstraint(models.F('player'), condition=models.Q(('state', 'asked')), name='one_copy_at_a_time')],
            },
        ),
        migrations.CreateModel(
            name='DailyMovement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('kind', models.CharField(max_length=20)),
                ('play', models.BooleanField()),
                ('moves', models.IntegerField()),
                ('came', models.BigIntegerField()),
                ('went', models.BigIntegerField()),
                ('account', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='wallet.account')),
            ],
            options={
                'verbose_name': 'day of movements',
                'verbose_name_plural': 'days of movements',
                'db_table': 'history_moved',
                'indexes': [models.Index(models.F('day'), name='moved_by_day')],
                'constraints': [models.UniqueConstraint(models.F('account'), models.F('day'), models.F('kind'), models.F('play'), name='one_day_of_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='DailyPlay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('table', models.BigIntegerField()),
                ('system', models.CharField(max_length=20)),
                ('currency', models.CharField(choices=[('EUR', 'euro'), ('DEMO', 'demonstration credits')], max_length=4)),
                ('rounds', models.IntegerField()),
                ('staked', models.BigIntegerField()),
                ('returned', models.BigIntegerField()),
                ('player', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
            ],
            options={
                'verbose_name': 'day of play',
                'verbose_name_plural': 'days of play',
                'db_table': 'history_played',
                'indexes': [models.Index(models.F('day'), name='played_by_day')],
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('day'), models.F('table'), name='one_day_at_a_table')],
            },
        ),
        migrations.CreateModel(
            name='Statement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(choices=[('EUR', 'euro'), ('DEMO', 'demonstration credits')], max_length=4, verbose_name='currency')),
                ('month', models.DateField(verbose_name='month')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('data', models.JSONField(verbose_name='figures')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='statements', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'monthly statement',
                'verbose_name_plural': 'monthly statements',
                'indexes': [models.Index(models.F('month'), name='statement_by_month')],
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('currency'), models.F('month'), name='one_statement_a_month')],
            },
        ),
    ]
