import django.contrib.postgres.fields
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
            name='AnalysisRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('since', models.DateField(verbose_name='first day')),
                ('new_hands', models.IntegerField(verbose_name='hands read for the first time')),
                ('hands', models.IntegerField(verbose_name='hands')),
                ('pairs', models.IntegerField(verbose_name='pairs')),
                ('people', models.IntegerField(verbose_name='players whose decision times were compared')),
                ('findings', models.IntegerField(verbose_name='findings')),
                ('limits', models.JSONField(default=dict, verbose_name='limits')),
            ],
            options={
                'verbose_name': 'check of the record',
                'verbose_name_plural': 'checks of the record',
            },
        ),
        migrations.CreateModel(
            name='AnalysedHand',
            fields=[
                ('round', models.BigIntegerField(primary_key=True, serialize=False, verbose_name='round')),
                ('table', models.BigIntegerField(verbose_name='table')),
                ('day', models.DateField(verbose_name='day')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('minimum', models.BigIntegerField(verbose_name='big blind, in cents')),
                ('players', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None, verbose_name='players')),
                ('nets', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None, verbose_name='won or lost, in cents')),
            ],
            options={
                'verbose_name': 'hand that was read',
                'verbose_name_plural': 'hands that were read',
                'db_table': 'collusion_hand',
                'indexes': [models.Index(models.F('day'), name='hand_read_by_day'), models.Index(models.F('at'), name='hand_read_by_hour')],
            },
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('pair', 'two players together'), ('one', "one player's decision times"), ('report', 'report of a player')], max_length=8, verbose_name='what')),
                ('key', models.CharField(max_length=60, verbose_name='about')),
                ('state', models.CharField(choices=[('open', 'not checked yet'), ('looked-at', 'under review'), ('closed', 'closed by two people')], default='open', max_length=10, verbose_name='state')),
                ('opened', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='opened')),
                ('decision', models.CharField(blank=True, choices=[('no-finding', 'nothing was found'), ('warn', 'warn the players'), ('refer', 'refer to the regulator'), ('suspend', 'propose that the accounts be suspended')], max_length=12, verbose_name='decision')),
                ('reason', models.CharField(blank=True, max_length=500, verbose_name='reason')),
                ('closed', models.DateTimeField(null=True, verbose_name='closed')),
                ('proposer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('signer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='signed by')),
            ],
            options={
                'verbose_name': 'integrity case',
                'verbose_name_plural': 'integrity cases',
                'permissions': [('act_case', 'Can look at, decide and sign cases of integrity'), ('open_hands', 'Can have the hands of a case opened face up')],
            },
        ),
        migrations.CreateModel(
            name='Evidence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('kind', models.CharField(max_length=12, verbose_name='kind')),
                ('chance', models.FloatField(null=True, verbose_name='probability of chance alone')),
                ('figures', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='figures')),
                ('rounds', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None, verbose_name='rounds')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evidence', to='collusion.case', verbose_name='integrity case')),
                ('run', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='collusion.analysisrun', verbose_name='check of the record')),
            ],
            options={
                'verbose_name': 'evidence',
                'verbose_name_plural': 'evidence',
            },
        ),
        migrations.CreateModel(
            name='DecisionTimes',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('player', models.BigIntegerField(verbose_name='player')),
                ('step', models.SmallIntegerField(verbose_name='step')),
                ('came', models.IntegerField(verbose_name='how often the situation occurred')),
            ],
            options={
                'verbose_name': 'decision times of a player',
                'verbose_name_plural': 'decision times of players',
                'constraints': [models.UniqueConstraint(models.F('day'), models.F('player'), models.F('step'), name='one_decision_time_of_a_day')],
            },
        ),
        migrations.CreateModel(
            name='CaseMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='members', to='collusion.case', verbose_name='integrity case')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'player of a case',
                'verbose_name_plural': 'players of a case',
            },
        ),
        migrations.CreateModel(
            name='Step',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verb', models.CharField(choices=[('take', 'took the case'), ('note', 'added a note'), ('hands', 'had hands opened face up'), ('propose', 'proposed a decision'), ('return', 'did not sign'), ('sign', 'signed')], max_length=8, verbose_name='what')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('decision', models.CharField(blank=True, choices=[('no-finding', 'nothing was found'), ('warn', 'warn the players'), ('refer', 'refer to the regulator'), ('suspend', 'propose that the accounts be suspended')], max_length=12, verbose_name='decision')),
                ('round', models.BigIntegerField(null=True, verbose_name='round')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='collusion.case', verbose_name='integrity case')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'step of a case',
                'verbose_name_plural': 'steps of a case',
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('player', models.BigIntegerField(verbose_name='player')),
                ('other', models.BigIntegerField(verbose_name='other player')),
                ('moment', models.CharField(max_length=20, verbose_name='moment')),
                ('came', models.IntegerField(verbose_name='how often the situation occurred')),
                ('done', models.IntegerField(verbose_name='how often they did it')),
            ],
            options={
                'verbose_name': 'tally',
                'verbose_name_plural': 'tallies',
                'constraints': [models.UniqueConstraint(models.F('day'), models.F('player'), models.F('other'), models.F('moment'), name='one_tally_of_a_day')],
            },
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(models.F('state'), models.OrderBy(models.F('id'), descending=True), name='case_by_state'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.UniqueConstraint(models.F('key'), condition=models.Q(('state', 'closed'), _negated=True), name='one_open_case_of_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(('signer', None), models.Q(('proposer__isnull', False), models.Q(('signer', models.F('proposer')), _negated=True)), _connector='OR'), name='a_case_needs_two_people'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed__isnull', False), ('signer__isnull', False), ('state', 'closed'), models.Q(('decision', ''), _negated=True), models.Q(('reason', ''), _negated=True)), models.Q(models.Q(('state', 'closed'), _negated=True), ('closed', None), ('signer', None)), _connector='OR'), name='a_case_is_closed_by_two'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decision', ''), ('proposer', None)), models.Q(('proposer__isnull', False), models.Q(('decision', ''), _negated=True)), _connector='OR'), name='a_decision_has_somebody'),
        ),
        migrations.AddConstraint(
            model_name='casemember',
            constraint=models.UniqueConstraint(models.F('case'), models.F('player'), name='a_case_member_once'),
        ),
    ]
