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
        migrations.CreateModel(
            name='SystemChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=120, verbose_name='change')),
                ('components', models.JSONField(verbose_name='components')),
                ('description', models.CharField(max_length=2000, verbose_name='description')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('category', models.CharField(choices=[('routine', 'routine'), ('ordinary', 'ordinary'), ('large', 'large: much work, or many components'), ('urgent', 'of extreme urgency, such as a security fault')], max_length=8, verbose_name='category')),
                ('others', models.CharField(max_length=500, verbose_name='other components and documents that it may affect')),
                ('effect', models.CharField(max_length=500, verbose_name='expected effect')),
                ('risk', models.CharField(max_length=500, verbose_name='risk')),
                ('conformity', models.CharField(max_length=500, verbose_name='effect on what the licence asks')),
                ('confidentiality', models.SmallIntegerField(verbose_name='confidentiality')),
                ('integrity', models.SmallIntegerField(verbose_name='integrity')),
                ('availability', models.SmallIntegerField(verbose_name='availability')),
                ('traceability', models.SmallIntegerField(verbose_name='traceability')),
                ('relevance', models.SmallIntegerField(verbose_name='relevance')),
                ('changes_data_model', models.BooleanField(verbose_name='changes the use of the data model')),
                ('examples', models.CharField(blank=True, max_length=200, verbose_name='examples of the records')),
                ('planned', models.DateField(verbose_name='planned for')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
            ],
            options={
                'verbose_name': 'change of the technical system',
                'verbose_name_plural': 'changes of the technical system',
                'permissions': [('approve_systemchange', 'Can approve change of the technical system')],
                'default_permissions': ('add', 'view'),
            },
        ),
        migrations.CreateModel(
            name='SystemChangeStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('approved', 'approved'), ('rejected', 'rejected'), ('notified', 'shown to the regulator'), ('authorised', 'authorised by the regulator'), ('made', 'made'), ('verified', 'verified')], max_length=10, verbose_name='step')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('reference', models.CharField(blank=True, max_length=60, verbose_name='reference')),
                ('earliest', models.DateTimeField(null=True, verbose_name='not before')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='self_checks.systemchange', verbose_name='change of the technical system')),
                ('manifest', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='self_checks.manifest', verbose_name='manifest of the house')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'step of a change of the technical system',
                'verbose_name_plural': 'steps of changes of the technical system',
                'default_permissions': (),
            },
        ),
        migrations.AddConstraint(
            model_name='systemchange',
            constraint=models.CheckConstraint(condition=models.Q(('availability__gte', 1), ('confidentiality__gte', 1), ('integrity__gte', 1), ('relevance__gte', django.db.models.functions.comparison.Greatest('confidentiality', 'integrity', 'availability', 'traceability')), ('relevance__range', (1, 3)), ('traceability__gte', 1)), name='the_greatest_criterion_classifies_a_change'),
        ),
        migrations.AddConstraint(
            model_name='systemchange',
            constraint=models.CheckConstraint(condition=models.Q(('changes_data_model', False), models.Q(('examples', ''), _negated=True), _connector='OR'), name='another_use_of_the_data_model_has_examples'),
        ),
        migrations.AddConstraint(
            model_name='systemchangestep',
            constraint=models.UniqueConstraint(models.F('change'), models.F('kind'), name='a_change_takes_each_step_once'),
        ),
        migrations.AddConstraint(
            model_name='systemchangestep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['notified', 'authorised']), ('manifest', None), models.Q(('reference', ''), _negated=True)), models.Q(('kind', 'made'), ('manifest__isnull', False)), models.Q(('kind__in', ['approved', 'rejected', 'verified']), ('manifest', None)), _connector='OR'), name='a_step_says_what_proves_it'),
        ),
        migrations.AddConstraint(
            model_name='systemchangestep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('earliest__isnull', False), ('kind', 'notified')), models.Q(('kind', 'notified'), _negated=True), _connector='OR'), name='a_notice_says_from_when'),
        ),
    ]
