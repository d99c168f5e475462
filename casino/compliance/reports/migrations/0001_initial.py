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
            name='ReportSchedule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('report', models.CharField(max_length=30, verbose_name='report')),
                ('period', models.CharField(max_length=20, verbose_name='period')),
                ('file', models.CharField(choices=[('pdf', 'PDF'), ('xlsx', 'XLSX'), ('csv', 'CSV')], max_length=4, verbose_name='file')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('ended', models.DateTimeField(null=True, verbose_name='ended')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='made by')),
                ('ended_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='ended by')),
                ('role', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='auth.group', verbose_name='role')),
            ],
            options={
                'verbose_name': 'scheduled report',
                'verbose_name_plural': 'scheduled reports',
                'default_permissions': ('add',),
            },
        ),
        migrations.CreateModel(
            name='ReportMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateField(verbose_name='from')),
                ('until', models.DateField(verbose_name='until')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('next_try', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='next try')),
                ('tries', models.SmallIntegerField(default=0, verbose_name='tries')),
                ('outcome', models.CharField(choices=[('waiting', 'waiting to be sent'), ('sent', 'was sent'), ('refused', 'not sent: the recipient had lost the right'), ('failed', 'not sent: the mail server refused it')], default='waiting', max_length=7, verbose_name='outcome')),
                ('ended', models.DateTimeField(null=True, verbose_name='ended')),
                ('trouble', models.CharField(blank=True, max_length=200, verbose_name='problem')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='sent by')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='to')),
                ('role', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='auth.group', verbose_name='role')),
                ('schedule', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='mails', to='reports.reportschedule', verbose_name='schedule')),
            ],
            options={
                'verbose_name': 'e-mail of a report',
                'verbose_name_plural': 'e-mails of reports',
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
        migrations.AddConstraint(
            model_name='reportschedule',
            constraint=models.UniqueConstraint(condition=models.Q(('ended', None)), fields=('report', 'period', 'role', 'file'), name='one_open_schedule_of_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='reportschedule',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended', None), ('ended_by', None)), models.Q(('ended__isnull', False), ('ended_by__isnull', False)), _connector='OR'), name='an_ended_schedule_says_who_ended_it'),
        ),
        migrations.AddIndex(
            model_name='reportmail',
            index=models.Index(models.F('next_try'), condition=models.Q(('outcome', 'waiting')), name='report_mail_to_send'),
        ),
        migrations.AddConstraint(
            model_name='reportmail',
            constraint=models.UniqueConstraint(condition=models.Q(('schedule__isnull', False)), fields=('schedule', 'until', 'person'), name='one_mail_of_a_scheduled_period'),
        ),
        migrations.AddConstraint(
            model_name='reportmail',
            constraint=models.UniqueConstraint(condition=models.Q(('schedule', None)), fields=('since', 'until', 'person'), name='one_mail_of_a_closed_month'),
        ),
    ]
