import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):

    dependencies = [
        ('players', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Access',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('read', 'read the file'), ('export', 'took a report out')], max_length=6, verbose_name='what')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'access to a file',
                'verbose_name_plural': 'accesses to files',
                'default_permissions': (),
                'indexes': [models.Index(models.F('player'), models.OrderBy(models.F('id'), descending=True), name='file_access_by_player')],
            },
        ),
        migrations.CreateModel(
            name='Measure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('risk', 'risk class'), ('diligence', 'enhanced due diligence'), ('abstention', 'abstention from an operation'), ('suspension', 'suspension by the authorities')], max_length=10, verbose_name='kind')),
                ('level', models.CharField(blank=True, choices=[('low', 'low risk'), ('medium', 'medium risk'), ('high', 'high risk')], max_length=6, verbose_name='risk class')),
                ('text', models.CharField(max_length=1000, verbose_name='reasons')),
                ('reference', models.CharField(blank=True, max_length=100, verbose_name='reference of the authorities')),
                ('due', models.DateTimeField(verbose_name='due')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='entered')),
                ('ended', models.DateTimeField(null=True, verbose_name='ended')),
                ('outcome', models.CharField(blank=True, choices=[('cleared', 'explained: the money may leave'), ('suspicious', 'not explained: a report follows'), ('expired', 'the time of the law is over'), ('lifted', 'the authorities lifted it')], max_length=10, verbose_name='outcome')),
                ('documents', models.CharField(blank=True, max_length=1000, verbose_name='documents')),
                ('funds', models.CharField(blank=True, max_length=1000, verbose_name='source of funds')),
                ('answer', models.CharField(blank=True, max_length=1000, verbose_name='reason')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
                ('ender', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='ended by')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'measure',
                'verbose_name_plural': 'measures',
                'permissions': [('view_file', 'Can view files of money laundering'), ('act_file', 'Can enter measures and reports of money laundering')],
                'default_permissions': (),
                'indexes': [models.Index(models.F('player'), models.OrderBy(models.F('id'), descending=True), name='measure_by_player'), models.Index(models.F('due'), condition=models.Q(('ended', None), models.Q(('kind', 'risk'), _negated=True)), name='measure_by_due'), models.Index(models.F('kind'), models.OrderBy(models.F('id'), descending=True), name='measure_by_kind')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ended', None), ('kind', 'risk'), models.Q(('level', ''), _negated=True)), models.Q(models.Q(('kind', 'risk'), _negated=True), ('level', '')), _connector='OR'), name='a_risk_class_has_a_level'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'suspension'), _negated=True), models.Q(('reference', ''), _negated=True), _connector='OR'), name='a_suspension_has_its_reference'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('documents', ''), ('ended', None), ('ender', None), ('funds', ''), ('outcome', '')), models.Q(('ended__isnull', False), ('ender__isnull', False), models.Q(('outcome', ''), _negated=True), models.Q(('answer', ''), _negated=True)), _connector='OR'), name='an_ended_measure_says_why'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='a_measure_says_why'), models.UniqueConstraint(models.F('player'), condition=models.Q(('ended', None), ('kind', 'diligence')), name='one_open_diligence')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateField(verbose_name='operations from')),
                ('until', models.DateField(verbose_name='operations to')),
                ('activity', models.CharField(max_length=2000, verbose_name='known activity of the person')),
                ('procedures', models.CharField(max_length=2000, verbose_name='what was examined')),
                ('operations', models.CharField(max_length=2000, verbose_name='the operations')),
                ('factors', models.CharField(max_length=2000, verbose_name='what makes them suspicious')),
                ('document', models.JSONField(verbose_name='document')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='entered')),
                ('communicated', models.DateTimeField(null=True, verbose_name='communicated')),
                ('dciap', models.CharField(blank=True, max_length=100, verbose_name='receipt of DCIAP')),
                ('uif', models.CharField(blank=True, max_length=100, verbose_name='receipt of UIF')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
                ('communicator', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='communicated by')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'report of suspicion',
                'verbose_name_plural': 'reports of suspicion',
                'default_permissions': (),
                'indexes': [models.Index(models.F('player'), models.OrderBy(models.F('id'), descending=True), name='suspicion_by_player'), models.Index(models.F('id'), condition=models.Q(('communicated', None)), name='suspicion_to_send')],
                'constraints': [models.CheckConstraint(condition=models.Q(('since__lte', models.F('until'))), name='a_report_has_its_days'), models.CheckConstraint(condition=models.Q(models.Q(('communicated', None), ('communicator', None), ('dciap', ''), ('uif', '')), models.Q(('communicated__isnull', False), ('communicator__isnull', False), models.Q(('dciap', ''), _negated=True), models.Q(('uif', ''), _negated=True)), _connector='OR'), name='a_communicated_report_has_both_receipts')],
            },
        ),
    ]
