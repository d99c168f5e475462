import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('players', '0001_initial'),
    ]

    operations = [
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
                'db_table': 'reports_reportschedule',
                'default_permissions': (),
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
                ('schedule', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='mails', to='scheduled_reports.reportschedule', verbose_name='schedule')),
            ],
            options={
                'verbose_name': 'e-mail of a report',
                'verbose_name_plural': 'e-mails of reports',
                'db_table': 'reports_reportmail',
                'default_permissions': (),
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
