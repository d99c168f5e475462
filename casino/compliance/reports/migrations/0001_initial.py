import django.core.serializers.json
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('games', '0001_initial'),
        ('players', '0001_initial'),
        ('wallet', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReportsFoldedUntil',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
            ],
            options={
                'verbose_name': 'daily summaries of reports',
                'verbose_name_plural': 'daily summaries of reports',
                'db_table': 'reports_upto',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='ClosingSignature',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.DateField(verbose_name='month')),
                ('position', models.SmallIntegerField(verbose_name='signature')),
                ('digest', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('open_points', models.JSONField(default=list, verbose_name='open points')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='signed')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='signed by')),
            ],
            options={
                'verbose_name': 'signature of a month',
                'verbose_name_plural': 'signatures of months',
                'default_permissions': ('add',),
                'constraints': [models.UniqueConstraint(fields=('month', 'position'), name='one_signature_of_a_position'), models.UniqueConstraint(fields=('month', 'person'), name='nobody_signs_a_month_twice'), models.CheckConstraint(condition=models.Q(('position__in', [1, 2])), name='two_people_sign_a_month'), models.CheckConstraint(condition=models.Q(('open_points', []), models.Q(('note', ''), _negated=True), _connector='OR'), name='open_points_are_explained')],
            },
        ),
        migrations.CreateModel(
            name='DailyResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('testing', models.BooleanField()),
                ('rounds', models.IntegerField()),
                ('staked', models.BigIntegerField()),
                ('back', models.BigIntegerField()),
                ('prize', models.BigIntegerField()),
                ('commission', models.BigIntegerField()),
                ('gross', models.BigIntegerField()),
                ('sheet', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.rulesheet')),
                ('table', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table')),
            ],
            options={
                'verbose_name': 'daily summary of play',
                'verbose_name_plural': 'daily summaries of play',
                'db_table': 'reports_played',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('day'), models.F('table'), models.F('sheet'), models.F('testing'), name='one_folded_day_of_a_table', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='DailyTransfers',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('kind', models.CharField(max_length=20)),
                ('testing', models.BooleanField(default=False)),
                ('moves', models.IntegerField()),
                ('cents', models.BigIntegerField()),
                ('sheet', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.rulesheet')),
                ('table', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table')),
            ],
            options={
                'verbose_name': 'daily summary of transfers',
                'verbose_name_plural': 'daily summaries of transfers',
                'db_table': 'reports_moved',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('day'), models.F('table'), models.F('sheet'), models.F('kind'), models.F('testing'), name='one_folded_day_of_a_kind', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='Issue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=30, verbose_name='report')),
                ('parameters', models.JSONField(verbose_name='chosen')),
                ('data', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='rows')),
                ('count', models.IntegerField(verbose_name='number of rows')),
                ('digest', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='issued')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='issued by')),
            ],
            options={
                'verbose_name': 'issued report',
                'verbose_name_plural': 'issued reports',
                'permissions': [('add_reportschedule', 'Can add scheduled report')],
                'default_permissions': ('add', 'view'),
                'constraints': [models.UniqueConstraint(models.F('code'), models.F('parameters'), name='a_report_is_issued_once'), models.CheckConstraint(condition=models.Q(('by', None), models.Q(('reason', ''), _negated=True), _connector='OR'), name='who_issues_says_why')],
            },
        ),
        migrations.CreateModel(
            name='Metered',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('cents', models.BigIntegerField()),
                ('account', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='wallet.account')),
            ],
            options={
                'verbose_name': "daily summary of a jackpot's meter",
                'verbose_name_plural': "daily summaries of jackpots' meters",
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('day'), models.F('account'), name='one_folded_day_of_a_meter')],
            },
        ),
    ]
