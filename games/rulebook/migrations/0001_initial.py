import django.db.models.deletion
import django.db.models.functions.datetime
import games.catalogue
import uuid
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
            name='Impact',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('system', models.CharField(choices=games.catalogue.game_choices, max_length=20, verbose_name='game')),
                ('base', models.CharField(max_length=64, verbose_name='digest of the rules in force')),
                ('content', models.CharField(max_length=64, verbose_name='digest of the proposed rules')),
                ('settings', models.CharField(max_length=64, verbose_name="digest of the tables' settings")),
                ('state', models.CharField(choices=[('waiting', 'waiting for calculation'), ('counting', 'being calculated'), ('done', 'calculated'), ('stopped', 'stopped'), ('failed', 'could not be calculated')], default='waiting', max_length=10, verbose_name='standing')),
                ('percent', models.PositiveSmallIntegerField(default=0, verbose_name='calculated so far, per cent')),
                ('doing', models.CharField(blank=True, max_length=20, verbose_name='being calculated')),
                ('requested_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='requested')),
                ('touched', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='last sign of life')),
                ('data', models.TextField(blank=True, verbose_name='figures')),
            ],
            options={
                'verbose_name': 'impact of a rule change',
                'verbose_name_plural': 'impacts of rule changes',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('system'), models.F('base'), models.F('content'), models.F('settings'), name='one_impact_of_a_content')],
            },
        ),
        migrations.CreateModel(
            name='KeptEdges',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('system', models.CharField(choices=games.catalogue.game_choices, max_length=20, verbose_name='game')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('case', models.CharField(max_length=64, verbose_name='variant of table settings')),
                ('data', models.TextField(verbose_name='figures')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='calculated')),
            ],
            options={
                'verbose_name': 'house edge, calculated',
                'verbose_name_plural': 'house edges, calculated',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('system'), models.F('digest'), models.F('case'), name='edges_are_counted_once')],
            },
        ),
        migrations.CreateModel(
            name='RuleContent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('system', models.CharField(choices=games.catalogue.game_choices, max_length=20, verbose_name='game')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('data', models.TextField(verbose_name='rules')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='written')),
            ],
            options={
                'verbose_name': 'content of specific rules',
                'verbose_name_plural': 'contents of specific rules',
                'constraints': [models.UniqueConstraint(models.F('system'), models.F('digest'), name='one_content_of_a_digest')],
            },
        ),
        migrations.CreateModel(
            name='RuleChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('system', models.CharField(choices=games.catalogue.game_choices, max_length=20, verbose_name='game')),
                ('title', models.CharField(max_length=120, verbose_name='what changes')),
                ('reason', models.TextField(blank=True, max_length=2000, verbose_name='why')),
                ('state', models.CharField(choices=[('draft', 'draft'), ('returned', 'returned to its author'), ('submitted', 'waiting for a second person'), ('endorsed', 'with the regulator'), ('authorised', 'authorised'), ('scheduled', 'scheduled'), ('in-force', 'in force'), ('superseded', 'superseded'), ('refused', 'refused by the regulator'), ('withdrawn', 'withdrawn'), ('expired', 'expired')], default='draft', max_length=10, verbose_name='standing')),
                ('generator', models.BooleanField(default=False, verbose_name='changes the random generator too')),
                ('category', models.CharField(blank=True, db_default='', default='', max_length=120, verbose_name='category of the change')),
                ('other_parts', models.CharField(blank=True, db_default='', default='', max_length=500, verbose_name='other parts and documents that it may affect')),
                ('risk', models.TextField(blank=True, db_default='', default='', max_length=2000, verbose_name='effect and risk')),
                ('created', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='begun')),
                ('changed', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='last step')),
                ('earliest', models.DateTimeField(null=True, verbose_name='not before')),
                ('moment', models.DateTimeField(null=True, verbose_name='takes effect')),
                ('reference', models.CharField(blank=True, max_length=60, verbose_name="regulator's reference")),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('base', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.rulesheet', verbose_name='changes version')),
                ('reinstated', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.rulesheet', verbose_name='goes back to version')),
                ('sheet', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.rulesheet', verbose_name='became version')),
                ('content', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='rulebook.rulecontent', verbose_name='proposed rules')),
            ],
            options={
                'verbose_name': 'rule change',
                'verbose_name_plural': 'rule changes',
                'permissions': [('endorse_rulechange', 'Can endorse a rule change'), ('authorise_rulechange', 'Can authorise a rule change')],
                'default_permissions': ('add', 'view'),
            },
        ),
        migrations.CreateModel(
            name='RuleDocument',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('name', models.CharField(max_length=120, verbose_name='file')),
                ('type', models.CharField(max_length=20, verbose_name='type')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('data', models.BinaryField()),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='rulebook.rulechange', verbose_name='rule change')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'document of a rule change',
                'verbose_name_plural': 'documents of rule changes',
            },
        ),
        migrations.CreateModel(
            name='RuleStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('verb', models.CharField(max_length=10, verbose_name='step')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('reason', models.CharField(blank=True, max_length=500, verbose_name='reason')),
                ('reference', models.CharField(blank=True, max_length=60, verbose_name="regulator's reference")),
                ('dated', models.DateField(null=True, verbose_name='date of the decision')),
                ('moment', models.DateTimeField(null=True, verbose_name='moment')),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='rulebook.rulechange', verbose_name='rule change')),
                ('document', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='rulebook.ruledocument', verbose_name='document')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'step of a rule change',
                'verbose_name_plural': 'steps of rule changes',
            },
        ),
        migrations.AddIndex(
            model_name='rulechange',
            index=models.Index(models.F('moment'), condition=models.Q(('state', 'scheduled')), name='rules_to_come'),
        ),
        migrations.AddIndex(
            model_name='rulechange',
            index=models.Index(models.F('state'), models.OrderBy(models.F('changed'), descending=True), name='rules_by_state'),
        ),
        migrations.AddConstraint(
            model_name='rulechange',
            constraint=models.UniqueConstraint(models.F('system'), condition=models.Q(('state__in', ('draft', 'returned', 'submitted', 'endorsed', 'authorised', 'scheduled'))), name='one_open_change_of_a_game'),
        ),
        migrations.AddConstraint(
            model_name='rulechange',
            constraint=models.UniqueConstraint(models.F('system'), condition=models.Q(('state', 'in-force')), name='one_change_in_force_of_a_game'),
        ),
        migrations.AddConstraint(
            model_name='rulechange',
            constraint=models.UniqueConstraint(models.F('sheet'), name='one_change_of_a_sheet'),
        ),
        migrations.AddIndex(
            model_name='rulestep',
            index=models.Index(models.F('change'), models.F('id'), name='steps_of_change'),
        ),
    ]
