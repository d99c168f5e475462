import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReturnsFoldedUntil',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('reached', models.JSONField(db_default={}, default=dict, editable=False)),
            ],
            options={
                'verbose_name': 'state of return control',
                'verbose_name_plural': 'state of return control',
                'db_table': 'rtp_monitoring_upto',
            },
        ),
        migrations.CreateModel(
            name='Alarm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scope', models.CharField(max_length=80, verbose_name='chart')),
                ('day', models.DateField(verbose_name='day')),
                ('since', models.DateField(verbose_name='counted from')),
                ('rounds', models.BigIntegerField(verbose_name='rounds')),
                ('staked', models.BigIntegerField(verbose_name='staked, in cents')),
                ('difference', models.BigIntegerField(verbose_name='difference, in cents')),
                ('evidence', models.FloatField(verbose_name='evidence')),
                ('opened', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='opened')),
            ],
            options={
                'verbose_name': 'return alarm',
                'verbose_name_plural': 'return alarms',
                'constraints': [models.UniqueConstraint(models.F('scope'), models.F('since'), name='one_alarm_of_a_count')],
            },
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('day', models.DateField(verbose_name='restarted from')),
                ('reason', models.CharField(max_length=400, verbose_name='reason')),
                ('alarm', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='answer', to='rtp_monitoring.alarm', verbose_name='return alarm')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'answer to a return alarm',
                'verbose_name_plural': 'answers to return alarms',
                'default_permissions': ('add', 'view'),
            },
        ),
        migrations.CreateModel(
            name='Day',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('table', models.BigIntegerField(verbose_name='table')),
                ('system', models.CharField(max_length=20, verbose_name='game')),
                ('sheet', models.BigIntegerField(verbose_name='rule sheet')),
                ('bet', models.CharField(blank=True, max_length=20, verbose_name='bet')),
                ('rounds', models.IntegerField(verbose_name='rounds')),
                ('staked', models.BigIntegerField(verbose_name='staked, in cents')),
                ('returned', models.BigIntegerField(verbose_name='returned, in cents')),
                ('expected', models.FloatField(verbose_name='expected, in cents')),
                ('variance', models.FloatField(verbose_name='variance')),
                ('squares', models.FloatField(verbose_name='sum of the squares')),
                ('spread', models.FloatField(verbose_name='sum of the squared variances')),
            ],
            options={
                'verbose_name': 'day of return control',
                'verbose_name_plural': 'days of return control',
                'indexes': [models.Index(models.F('system'), models.F('bet'), models.F('day'), name='rtp_monitoring_by_game'), models.Index(models.F('table'), models.F('bet'), models.F('day'), name='rtp_monitoring_by_table'), models.Index(models.F('sheet'), models.F('bet'), models.F('day'), name='rtp_monitoring_by_sheet')],
                'constraints': [models.UniqueConstraint(models.F('day'), models.F('table'), models.F('sheet'), models.F('bet'), name='one_day_of_a_bet')],
            },
        ),
        migrations.CreateModel(
            name='Theory',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('system', models.CharField(max_length=20)),
                ('digest', models.CharField(max_length=64)),
                ('case', models.CharField(max_length=64)),
                ('data', models.TextField()),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'verbose_name': 'theory of returns',
                'verbose_name_plural': 'theories of returns',
                'constraints': [models.UniqueConstraint(models.F('system'), models.F('digest'), models.F('case'), name='one_theory_of_a_case')],
            },
        ),
    ]
