import django.contrib.postgres.fields
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
            name='Shard',
            fields=[
                ('number', models.SmallIntegerField(primary_key=True, serialize=False)),
                ('until', models.DateTimeField(null=True)),
                ('versions', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
            ],
            options={
                'verbose_name': 'position in the record',
                'verbose_name_plural': 'positions in the record',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='PlayerState',
            fields=[
                ('player', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='players.player', verbose_name='player')),
                ('shard', models.SmallIntegerField()),
                ('states', models.BinaryField()),
                ('wake', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'state of the rules',
                'verbose_name_plural': 'states of the rules',
                'default_permissions': (),
                'indexes': [models.Index(models.F('shard'), models.F('wake'), condition=models.Q(('wake__isnull', False)), name='state_to_wake')],
            },
        ),
        migrations.CreateModel(
            name='RuleVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='rule')),
                ('number', models.IntegerField(verbose_name='version')),
                ('kind', models.CharField(choices=[('care', 'player protection'), ('laundering', 'money laundering'), ('bots', 'bots')], max_length=10, verbose_name='kind')),
                ('source', models.TextField(verbose_name='text of the rule')),
                ('state', models.CharField(choices=[('proposed', 'waiting for a second person'), ('in-force', 'in force'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='proposed', max_length=10, verbose_name='state')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='proposed')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='answer')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('decider', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
            ],
            options={
                'verbose_name': 'version of a rule',
                'verbose_name_plural': 'versions of rules',
                'permissions': [('approve_ruleversion', 'Can approve versions of rules')],
                'default_permissions': ('add', 'view'),
            },
        ),
        migrations.CreateModel(
            name='RuleReplay',
            fields=[
                ('version', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='replay', serialize=False, to='monitoring.ruleversion', verbose_name='rule')),
                ('state', models.CharField(choices=[('waiting', 'waits for the worker'), ('running', 'running'), ('finished', 'finished'), ('stopped', 'stopped')], default='waiting', max_length=10, verbose_name='state')),
                ('begun', models.DateTimeField(null=True, verbose_name='begun')),
                ('ended', models.DateTimeField(null=True, verbose_name='ended')),
                ('done', models.IntegerField(default=0, verbose_name='players read')),
                ('players', models.IntegerField(default=0, verbose_name='players who have moved money')),
                ('flagged', models.IntegerField(default=0, verbose_name='players flagged')),
                ('alerts', models.IntegerField(default=0, verbose_name='alerts')),
                ('evidence', models.JSONField(default=list, verbose_name='evidence')),
            ],
            options={
                'verbose_name': 'replay of a rule',
                'verbose_name_plural': 'replays of rules',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Alert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('care', 'player protection'), ('laundering', 'money laundering'), ('bots', 'bots')], max_length=10, verbose_name='kind')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('since', models.DateTimeField(verbose_name='seen since')),
                ('event', models.CharField(max_length=30, verbose_name='event')),
                ('key', models.CharField(blank=True, max_length=60, verbose_name='row of the record')),
                ('figures', models.JSONField(verbose_name='figures')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='raised')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
                ('version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='monitoring.ruleversion', verbose_name='rule')),
            ],
            options={
                'verbose_name': 'alert',
                'verbose_name_plural': 'alerts',
                'permissions': [('view_care_alert', 'Can view alerts of player protection'), ('view_laundering_alert', 'Can view alerts of money laundering'), ('view_bots_alert', 'Can view alerts of bots')],
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('care', 'player protection'), ('laundering', 'money laundering'), ('bots', 'bots')], max_length=10, verbose_name='kind')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('opened', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='opened')),
                ('closed', models.DateTimeField(null=True, verbose_name='closed')),
                ('outcome', models.CharField(blank=True, choices=[('confirmed', 'confirmed'), ('dismissed', 'dismissed')], max_length=10, verbose_name='outcome')),
                ('reason', models.CharField(blank=True, max_length=1000, verbose_name='reason')),
                ('alert', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='monitoring.alert', verbose_name='alert')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'case',
                'verbose_name_plural': 'cases',
                'permissions': [('decide_care_case', 'Can decide cases of player protection'), ('decide_laundering_case', 'Can decide cases of money laundering'), ('decide_bots_case', 'Can decide cases of bots')],
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('kind'), condition=models.Q(('closed', None)), name='one_open_case_about_a_player'), models.CheckConstraint(condition=models.Q(models.Q(('closed', None), ('outcome', ''), ('person', None), ('reason', '')), models.Q(('closed__isnull', False), ('person__isnull', False), models.Q(('outcome', ''), _negated=True), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='a_closed_case_says_why')],
                'indexes': [models.Index(models.F('kind'), models.F('since'), condition=models.Q(('closed', None)), name='open_case_by_time'), models.Index(models.F('kind'), models.OrderBy(models.F('closed'), descending=True), name='closed_case_by_time')],
            },
        ),
        migrations.AddConstraint(
            model_name='ruleversion',
            constraint=models.UniqueConstraint(models.F('name'), models.F('number'), name='one_version_of_a_number'),
        ),
        migrations.AddConstraint(
            model_name='ruleversion',
            constraint=models.UniqueConstraint(models.F('name'), condition=models.Q(('state', 'proposed')), name='one_proposal_of_a_rule'),
        ),
        migrations.AddIndex(
            model_name='alert',
            index=models.Index(models.F('kind'), models.OrderBy(models.F('at'), descending=True), name='alert_by_time'),
        ),
        migrations.AddIndex(
            model_name='alert',
            index=models.Index(models.F('player'), models.OrderBy(models.F('at'), descending=True), name='alert_by_player'),
        ),
        migrations.AddConstraint(
            model_name='alert',
            constraint=models.UniqueConstraint(models.F('player'), models.F('version'), models.F('at'), name='one_alert_of_a_moment'),
        ),
    ]
