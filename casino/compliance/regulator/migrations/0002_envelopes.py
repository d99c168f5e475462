import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('regulator', '0001_initial'),
    ]

    operations = [
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
