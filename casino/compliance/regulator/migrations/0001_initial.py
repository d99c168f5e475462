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
    ]
