import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('players', '0001_initial'),
        ('rulebook', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='State',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('good', models.BooleanField(null=True)),
                ('details', models.JSONField(default=dict)),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'verbose_name': 'state of the house',
                'verbose_name_plural': 'states of the house',
            },
        ),
        migrations.CreateModel(
            name='Manifest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('files', models.JSONField(verbose_name='files')),
                ('libraries', models.JSONField(db_default={}, default=dict, verbose_name='libraries')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('version', models.CharField(db_default='', max_length=40, verbose_name='version')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'manifest of the house',
                'verbose_name_plural': 'manifests of the house',
                'default_permissions': ('add', 'view'),
            },
        ),
        migrations.CreateModel(
            name='Root',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.BigIntegerField(verbose_name='part')),
                ('number', models.BigIntegerField(verbose_name='number')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('first', models.BigIntegerField(verbose_name='from')),
                ('last', models.BigIntegerField(verbose_name='to')),
                ('rows', models.BigIntegerField(verbose_name='rows')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('events', models.BigIntegerField(default=0, verbose_name='last event')),
                ('head', models.CharField(blank=True, max_length=64, verbose_name='chain of events')),
                ('chain', models.CharField(max_length=64, verbose_name='chain')),
            ],
            options={
                'verbose_name': 'root of the record',
                'verbose_name_plural': 'roots of the record',
                'constraints': [models.UniqueConstraint(models.F('part'), models.F('number'), name='one_root_of_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Certificate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('parts', models.JSONField(verbose_name='parts')),
                ('first', models.DateField(null=True, verbose_name='first day of the quarter')),
                ('last', models.DateField(null=True, verbose_name='last day of the quarter')),
                ('norm', models.CharField(max_length=120, verbose_name='technical norm')),
                ('norm_version', models.CharField(max_length=40, verbose_name='version of the norm')),
                ('body', models.CharField(max_length=120, verbose_name='certification body')),
                ('verifier', models.CharField(max_length=120, verbose_name='verified by')),
                ('reference', models.CharField(max_length=60, verbose_name='number of the certificate')),
                ('reports', models.CharField(max_length=500, verbose_name='reports of tests and audits')),
                ('dated', models.DateField(verbose_name='date of the certificate')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('manifest', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='self_checks.manifest', verbose_name='manifest of the house')),
            ],
            options={
                'verbose_name': 'certificate of the generator',
                'verbose_name_plural': 'certificates of the generator',
                'default_permissions': (),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('first', None), ('last', None), ('manifest__isnull', False)), models.Q(('first__isnull', False), ('first__lte', models.F('last')), ('last__isnull', False), ('last__lte', models.F('dated')), ('manifest', None)), _connector='OR'), name='a_certificate_is_of_a_base_or_of_a_quarter'), models.CheckConstraint(condition=models.Q(models.Q(('norm', ''), _negated=True), models.Q(('norm_version', ''), _negated=True), models.Q(('body', ''), _negated=True), models.Q(('verifier', ''), _negated=True), models.Q(('reference', ''), _negated=True), models.Q(('reports', ''), _negated=True)), name='a_certificate_leaves_nothing_out')],
            },
        ),
        migrations.CreateModel(
            name='PartEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('part', models.CharField(blank=True, max_length=6, verbose_name='part')),
                ('holder', models.CharField(blank=True, max_length=120, verbose_name='responsible')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('change', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='rulebook.rulechange', verbose_name='change of the generator')),
                ('manifest', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='self_checks.manifest', verbose_name='manifest of the house')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'entry in the register of the generator',
                'verbose_name_plural': 'entries in the register of the generator',
                'default_permissions': (),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('change', None), ('manifest', None), models.Q(('part', ''), _negated=True), models.Q(('holder', ''), _negated=True)), models.Q(('change__isnull', False), ('holder', ''), ('manifest__isnull', False), ('part', '')), _connector='OR'), name='an_entry_is_about_a_part_or_a_manifest')],
            },
        ),
        migrations.CreateModel(
            name='Proof',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20, verbose_name='what')),
                ('begun', models.DateTimeField(verbose_name='begun')),
                ('ended', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='ended')),
                ('since', models.DateTimeField(null=True, verbose_name='from')),
                ('rows', models.BigIntegerField(default=0, verbose_name='rows')),
                ('differences', models.BigIntegerField(default=0, verbose_name='differences')),
                ('faults', models.JSONField(default=list, verbose_name='faults')),
                ('complete', models.BooleanField(db_default=True, default=True, verbose_name='complete')),
                ('reached', models.JSONField(db_default={}, default=dict, editable=False)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='requested by')),
            ],
            options={
                'verbose_name': 'proof',
                'verbose_name_plural': 'proofs',
                'default_permissions': ('add', 'view'),
                'indexes': [models.Index(models.F('kind'), models.OrderBy(models.F('id'), descending=True), name='proof_by_kind')],
            },
        ),
    ]
