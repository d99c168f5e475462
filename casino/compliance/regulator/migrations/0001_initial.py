import django.core.serializers.json
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
            name='RegulatorFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('family', models.CharField(max_length=8, verbose_name='family')),
                ('day', models.DateField(verbose_name='day')),
                ('hour', models.CharField(blank=True, max_length=3, verbose_name='hour')),
                ('since', models.DateTimeField(verbose_name='from')),
                ('until', models.DateTimeField(verbose_name='to')),
                ('sequence', models.IntegerField(default=0, verbose_name='sequence')),
                ('name', models.CharField(max_length=40, unique=True, verbose_name='name')),
                ('state', models.CharField(choices=[('due', 'due'), ('made', 'made'), ('validated', 'validated'), ('reconciled', 'reconciled'), ('delivered', 'delivered'), ('failed', 'failed')], default='due', max_length=10, verbose_name='state')),
                ('deadline', models.DateTimeField(verbose_name='deadline')),
                ('late', models.DateTimeField(null=True, verbose_name='late since')),
                ('rows', models.IntegerField(null=True, verbose_name='rows')),
                ('totals', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='totals')),
                ('digest', models.CharField(blank=True, max_length=64, verbose_name='digest')),
                ('size', models.BigIntegerField(null=True, verbose_name='bytes')),
                ('seal', models.BigIntegerField(null=True, verbose_name='seal of the record')),
                ('receipt', models.CharField(blank=True, max_length=120, verbose_name='receipt')),
                ('error', models.TextField(blank=True, verbose_name='what is wrong')),
                ('tries', models.IntegerField(default=0, verbose_name='tries')),
                ('next_try', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='next try')),
                ('due_since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='due since')),
                ('made', models.DateTimeField(null=True, verbose_name='made')),
                ('validated', models.DateTimeField(null=True, verbose_name='validated')),
                ('reconciled', models.DateTimeField(null=True, verbose_name='reconciled')),
                ('delivered', models.DateTimeField(null=True, verbose_name='delivered')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('requested_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='requested by')),
            ],
            options={
                'verbose_name': 'regulator file',
                'verbose_name_plural': 'regulator files',
                'permissions': [('reprocess_regulatorfile', 'Can have a regulator file made again')],
                'default_permissions': ('view',),
                'indexes': [models.Index(models.F('day'), name='regulator_file_by_day'), models.Index(models.F('state'), models.F('since'), name='regulator_file_by_state')],
                'constraints': [models.UniqueConstraint(models.F('family'), models.F('since'), models.F('sequence'), name='one_file_of_a_sequence'), models.CheckConstraint(condition=models.Q(('until__gt', models.F('since'))), name='a_file_is_of_some_time'), models.CheckConstraint(condition=models.Q(('state__in', ['due', 'failed']), models.Q(('rows__isnull', False), ('size__isnull', False), models.Q(('digest', ''), _negated=True)), _connector='OR'), name='a_file_that_is_made_is_described'), models.CheckConstraint(condition=models.Q(('sequence', 0), models.Q(('requested_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='a_file_made_again_says_why')],
            },
        ),
        migrations.CreateModel(
            name='Envelope',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('name', models.CharField(max_length=60, unique=True, verbose_name='name')),
                ('deadline', models.DateTimeField(verbose_name='deadline')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('size', models.BigIntegerField(verbose_name='bytes')),
                ('sealed', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='signed')),
                ('laid_down', models.DateTimeField(null=True, verbose_name='laid down')),
                ('fetched', models.DateTimeField(null=True, verbose_name='fetched')),
                ('receipt', models.CharField(blank=True, max_length=120, verbose_name='receipt')),
                ('error', models.TextField(blank=True, verbose_name='what is wrong')),
                ('tries', models.IntegerField(default=0, verbose_name='tries')),
                ('next_try', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='next try')),
            ],
            options={
                'verbose_name': 'envelope for the regulator',
                'verbose_name_plural': 'envelopes for the regulator',
                'default_permissions': (),
                'indexes': [models.Index(models.F('day'), name='envelope_by_day')],
                'constraints': [models.CheckConstraint(condition=models.Q(('fetched', None), ('laid_down__isnull', False), _connector='OR'), name='an_envelope_is_fetched_where_it_lies')],
            },
        ),
        migrations.CreateModel(
            name='EnvelopedFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verdict', models.CharField(blank=True, choices=[('', 'no answer yet'), ('accepted', 'accepted'), ('rejected', 'rejected')], max_length=8, verbose_name='answer')),
                ('reason', models.TextField(blank=True, verbose_name='reason')),
                ('answered', models.DateTimeField(null=True, verbose_name='answered')),
                ('envelope', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='files', to='regulator.envelope', verbose_name='envelope for the regulator')),
                ('file', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='enveloped', to='regulator.regulatorfile', verbose_name='regulator file')),
            ],
            options={
                'verbose_name': 'file in an envelope',
                'verbose_name_plural': 'files in envelopes',
                'default_permissions': (),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('answered', None), ('reason', ''), ('verdict', '')), models.Q(('answered__isnull', False), ('verdict__in', ['accepted', 'rejected'])), _connector='OR'), name='an_answered_file_has_its_time'), models.CheckConstraint(condition=models.Q(models.Q(('verdict', 'rejected'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_rejection_says_why')],
            },
        ),
        migrations.CreateModel(
            name='RegulatorAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('outcome', models.CharField(choices=[('taken', 'taken'), ('malformed', 'it cannot be read'), ('unsigned', 'the regulator has not signed it'), ('other', 'it is about a file that the house has not laid down'), ('late', 'it comes too late'), ('doubled', 'it was answered before')], max_length=9, verbose_name='outcome')),
                ('detail', models.TextField(blank=True, verbose_name='what is wrong')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='received')),
                ('envelope', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='regulator.envelope', verbose_name='envelope for the regulator')),
            ],
            options={
                'verbose_name': 'answer of the regulator',
                'verbose_name_plural': 'answers of the regulator',
                'default_permissions': (),
                'indexes': [models.Index(models.F('at'), name='regulator_answer_by_time')],
            },
        ),
    ]
