import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('games', '0001_initial'),
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='ComponentSpan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('component', models.CharField(choices=[('gateway', 'gateway'), ('capture', 'hourly capture'), ('safe', 'safe')], max_length=8, verbose_name='component')),
                ('is_up', models.BooleanField(verbose_name='up')),
                ('since', models.DateTimeField(verbose_name='from')),
                ('until', models.DateTimeField(verbose_name='last measured')),
            ],
            options={
                'verbose_name': 'time of a component',
                'verbose_name_plural': 'availability of the reporting chain',
                'default_permissions': ('view',),
                'constraints': [models.UniqueConstraint(models.F('component'), models.F('since'), models.F('is_up'), name='one_span_from_a_moment'), models.CheckConstraint(condition=models.Q(('until__gte', models.F('since'))), name='a_span_ends_after_it_began')],
            },
        ),
        migrations.CreateModel(
            name='Occurrence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('loss', 'loss of data'), ('wrong', 'wrong data'), ('disaster', 'disaster'), ('security', 'security incident'), ('error', 'error'), ('breach', 'breach of a rule')], max_length=8, verbose_name='kind')),
                ('title', models.CharField(max_length=120, verbose_name='what happened')),
                ('facts', models.CharField(max_length=2000, verbose_name='facts and their effect')),
                ('occurred', models.DateTimeField(null=True, verbose_name='when it happened')),
                ('noticed', models.DateTimeField(verbose_name='when it was noticed')),
                ('report_by', models.DateTimeField(verbose_name='to be reported by')),
                ('solve_by', models.DateTimeField(null=True, verbose_name='to be solved by')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='entered')),
                ('incident', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.incident', verbose_name='incident at a table')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
            ],
            options={
                'verbose_name': 'occurrence for the regulator',
                'verbose_name_plural': 'occurrences for the regulator',
                'default_permissions': ('add', 'view'),
            },
        ),
        migrations.CreateModel(
            name='OccurrenceEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('reported', 'reported to the regulator'), ('plan', 'plan of action'), ('cause', 'cause'), ('solution', 'solution'), ('closed', 'closed')], max_length=8, verbose_name='entry')),
                ('text', models.CharField(max_length=2000, verbose_name='text')),
                ('reference', models.CharField(blank=True, max_length=60, verbose_name='reference')),
                ('done', models.DateTimeField(verbose_name='done')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='entered')),
                ('occurrence', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='duties.occurrence', verbose_name='occurrence')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
            ],
            options={
                'verbose_name': 'entry about an occurrence',
                'verbose_name_plural': 'entries about occurrences',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='CalendarFeed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('revoked', models.DateTimeField(null=True, verbose_name='revoked')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'calendar address',
                'verbose_name_plural': 'calendar addresses',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('person'), condition=models.Q(('revoked', None)), name='one_calendar_address_of_a_person')],
            },
        ),
        migrations.CreateModel(
            name='Filing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('duty', models.CharField(max_length=30, verbose_name='duty')),
                ('period', models.DateField(verbose_name='first day of the period')),
                ('dated', models.DateField(verbose_name='done on')),
                ('reference', models.CharField(max_length=200, verbose_name='proof of filing')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='entered')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
            ],
            options={
                'verbose_name': 'filed duty',
                'verbose_name_plural': 'calendar of duties',
                'default_permissions': ('add', 'view'),
                'indexes': [models.Index(models.F('period'), models.F('duty'), name='filing_by_period')],
            },
        ),
        migrations.AddConstraint(
            model_name='occurrence',
            constraint=models.CheckConstraint(condition=models.Q(('report_by__gt', models.F('noticed')), models.Q(('solve_by', None), ('solve_by__gt', models.F('noticed')), _connector='OR'), models.Q(('occurred', None), ('occurred__lte', models.F('noticed')), _connector='OR')), name='the_clocks_of_an_occurrence_follow_it'),
        ),
        migrations.AddConstraint(
            model_name='occurrenceentry',
            constraint=models.UniqueConstraint(models.F('occurrence'), condition=models.Q(('kind', 'closed')), name='an_occurrence_is_closed_once'),
        ),
        migrations.CreateModel(
            name='Question',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reference', models.CharField(max_length=60, verbose_name="the regulator's reference")),
                ('purpose', models.CharField(max_length=500, verbose_name='purpose')),
                ('asked', models.DateField(verbose_name='asked on')),
                ('due', models.DateField(verbose_name='to be answered by')),
                ('query', models.JSONField(verbose_name='query')),
                ('is_personal', models.BooleanField(verbose_name='with personal data')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='entered')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
            ],
            options={
                'verbose_name': 'question of the regulator',
                'verbose_name_plural': 'questions of the regulator',
                'permissions': [('release_question', 'Can release question of the regulator')],
                'default_permissions': ('add', 'view'),
            },
        ),
        migrations.CreateModel(
            name='QuestionEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('released', 'released'), ('refused', 'refused'), ('run', 'run'), ('answered', 'answered')], max_length=8, verbose_name='entry')),
                ('text', models.CharField(blank=True, max_length=200, verbose_name='text')),
                ('format', models.CharField(blank=True, choices=[('page', 'page'), ('csv', 'CSV'), ('xlsx', 'XLSX'), ('json', 'JSON')], max_length=4, verbose_name='format')),
                ('count', models.IntegerField(null=True, verbose_name='number of rows')),
                ('digest', models.CharField(blank=True, max_length=64, verbose_name='SHA-256')),
                ('position', models.CharField(blank=True, max_length=200, verbose_name='position')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='entered')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
                ('question', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='duties.question', verbose_name='question of the regulator')),
            ],
            options={
                'verbose_name': 'entry about a question',
                'verbose_name_plural': 'entries about questions',
                'default_permissions': (),
            },
        ),
        migrations.AddConstraint(
            model_name='question',
            constraint=models.CheckConstraint(condition=models.Q(('due__gte', models.F('asked')), models.Q(('reference', ''), _negated=True), models.Q(('purpose', ''), _negated=True)), name='a_question_has_its_purpose_and_its_day'),
        ),
        migrations.AddConstraint(
            model_name='questionentry',
            constraint=models.UniqueConstraint(models.F('question'), condition=models.Q(('kind__in', ['released', 'refused'])), name='a_question_is_decided_once'),
        ),
        migrations.AddConstraint(
            model_name='questionentry',
            constraint=models.UniqueConstraint(models.F('question'), condition=models.Q(('kind', 'answered')), name='a_question_is_answered_once'),
        ),
        migrations.AddConstraint(
            model_name='questionentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('count__isnull', False), ('kind', 'run'), models.Q(('format', ''), _negated=True), models.Q(('digest', ''), _negated=True)), models.Q(('count', None), ('digest', ''), ('format', ''), ('kind__in', ['released', 'refused', 'answered'])), _connector='OR'), name='a_run_says_what_it_gave'),
        ),
    ]
