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
            name='LimitsQuestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due', models.DateTimeField(verbose_name='due')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('answered', models.DateTimeField(null=True, verbose_name='answered')),
                ('answer', models.CharField(blank=True, choices=[('set', 'set a limit'), ('none', 'wants no limits')], max_length=4, verbose_name='answer')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'question about limits',
                'verbose_name_plural': 'questions about limits',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('due'), name='one_question_about_limits_of_a_time'), models.UniqueConstraint(models.F('player'), condition=models.Q(('answered', None)), name='one_question_about_limits_waits'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered', None)), models.Q(('answered__isnull', False), models.Q(('answer', ''), _negated=True)), _connector='OR'), name='an_answer_about_limits_has_its_time')],
            },
        ),
        migrations.CreateModel(
            name='NationalEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reference', models.CharField(max_length=60, unique=True, verbose_name='reference')),
                ('mark', models.CharField(db_index=True, max_length=64, verbose_name='mark of the document')),
                ('starts', models.DateTimeField(verbose_name='from')),
                ('ends', models.DateTimeField(null=True, verbose_name='until')),
                ('removed', models.DateTimeField(null=True, verbose_name='removed from the list')),
                ('changed', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='changed')),
            ],
            options={
                'verbose_name': 'entry of the national list',
                'verbose_name_plural': 'entries of the national list',
            },
        ),
        migrations.CreateModel(
            name='NationalList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=60, unique=True, verbose_name='number of the list or of the change')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('pushed', models.BooleanField(default=False, verbose_name='pushed')),
                ('entries', models.IntegerField(verbose_name='entries')),
                ('applied', models.IntegerField(verbose_name='players concerned')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
            ],
            options={
                'verbose_name': 'national list received',
                'verbose_name_plural': 'national lists received',
            },
        ),
        migrations.CreateModel(
            name='CareMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('alert', models.BigIntegerField(verbose_name='alert')),
                ('kind', models.CharField(choices=[('message', 'message'), ('question', 'question'), ('pause-offered', 'offer of a pause')], max_length=13, verbose_name='kind')),
                ('texts', models.JSONField(verbose_name='texts')),
                ('required', models.BooleanField(default=False, verbose_name='must be answered before the next bet')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('answered', models.DateTimeField(null=True, verbose_name='answered')),
                ('answer', models.CharField(blank=True, max_length=6, verbose_name='answer')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'message about play',
                'verbose_name_plural': 'messages about play',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('alert'), models.F('kind'), name='one_care_message_of_an_alert'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered', None)), models.Q(('answered__isnull', False), models.Q(('answer', ''), _negated=True)), _connector='OR'), name='an_answer_has_its_time')],
                'indexes': [models.Index(models.F('player'), models.OrderBy(models.F('id'), descending=True), name='care_message_by_player'), models.Index(models.F('player'), condition=models.Q(('answered', None)), name='care_message_unanswered')],
            },
        ),
        migrations.CreateModel(
            name='DepositHold',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('alert', models.BigIntegerField(unique=True, verbose_name='alert')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('released', models.DateTimeField(null=True, verbose_name='released')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
                ('releaser', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='released by')),
            ],
            options={
                'verbose_name': 'hold of deposits',
                'verbose_name_plural': 'holds of deposits',
                'permissions': [('release_deposithold', 'Can release holds of deposits')],
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.F('player'), condition=models.Q(('released', None)), name='one_hold_of_deposits_at_a_time')],
            },
        ),
        migrations.CreateModel(
            name='Exclusion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(choices=[('own', 'own request'), ('national', 'national list')], default='own', max_length=8, verbose_name='source')),
                ('reference', models.CharField(blank=True, max_length=60, verbose_name='reference in the national list')),
                ('starts', models.DateTimeField(verbose_name='from')),
                ('ends', models.DateTimeField(null=True, verbose_name='until')),
                ('requested_until', models.DateTimeField(null=True, verbose_name='requested until')),
                ('noticed', models.DateTimeField(null=True, verbose_name='early end requested')),
                ('notified', models.BooleanField(default=False)),
                ('paid_out', models.DateTimeField(null=True, verbose_name='balance paid out and account closed')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='exclusions', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'exclusion',
                'verbose_name_plural': 'exclusions',
            },
        ),
        migrations.CreateModel(
            name='Habits',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='habits', serialize=False, to='players.player', verbose_name='player')),
                ('reality_minutes', models.IntegerField(default=60, verbose_name='reality check, in minutes')),
                ('limits_answered', models.DateTimeField(null=True, verbose_name='limits asked about and answered')),
            ],
            options={
                'verbose_name': "player's settings",
                'verbose_name_plural': "player's settings",
                'constraints': [models.CheckConstraint(condition=models.Q(('reality_minutes__range', (5, 240))), name='a_reality_check_comes_in_time')],
            },
        ),
        migrations.CreateModel(
            name='Limit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('deposit', 'deposits'), ('stake', 'bets'), ('loss', 'losses'), ('time', 'time at the tables')], max_length=8, verbose_name='kind')),
                ('period', models.CharField(choices=[('day', 'day'), ('week', 'week'), ('month', 'month')], max_length=6, verbose_name='period')),
                ('value', models.BigIntegerField(null=True, verbose_name='value')),
                ('requested_at', models.DateTimeField(verbose_name='requested')),
                ('starts', models.DateTimeField(verbose_name='counts from')),
                ('cancelled', models.DateTimeField(null=True, verbose_name='cancelled')),
                ('notified', models.BooleanField(default=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='limits', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'limit',
                'verbose_name_plural': 'limits',
            },
        ),
        migrations.CreateModel(
            name='NationalFeed',
            fields=[
                ('id', models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('loaded', models.DateTimeField(null=True, verbose_name='last good list')),
                ('tried', models.DateTimeField(null=True, verbose_name='last requested')),
                ('entries', models.IntegerField(default=0, verbose_name='entries')),
                ('trouble', models.CharField(blank=True, max_length=200, verbose_name='problem')),
                ('key', models.CharField(blank=True, max_length=16)),
            ],
            options={
                'verbose_name': 'state of the national list',
                'verbose_name_plural': 'state of the national list',
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_national_list')],
            },
        ),
        migrations.CreateModel(
            name='Pause',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts', models.DateTimeField(verbose_name='from')),
                ('ends', models.DateTimeField(verbose_name='until')),
                ('notified', models.BooleanField(default=False)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pauses', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'pause',
                'verbose_name_plural': 'pauses',
            },
        ),
        migrations.CreateModel(
            name='RealityCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.BigIntegerField(verbose_name='play session')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('minutes', models.IntegerField(verbose_name='minutes at the table')),
                ('net', models.BigIntegerField(verbose_name='net, in cents')),
                ('answer', models.CharField(choices=[('continue', 'continued'), ('history', 'looked at the history'), ('end', 'ended the session')], max_length=8, verbose_name='answer')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reality_checks', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'reality check',
                'verbose_name_plural': 'reality checks',
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('begun', 'exclusion started'), ('changed', 'end brought forward')], max_length=8, verbose_name='kind')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('due', models.DateTimeField(verbose_name='due')),
                ('sent', models.DateTimeField(null=True, verbose_name='sent')),
                ('tries', models.IntegerField(default=0, verbose_name='tries')),
                ('next_try', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='next try')),
                ('trouble', models.CharField(blank=True, max_length=200, verbose_name='last problem')),
                ('exclusion', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='protection.exclusion', verbose_name='exclusion')),
            ],
            options={
                'verbose_name': 'notice to the national list',
                'verbose_name_plural': 'notices to the national list',
            },
        ),
        migrations.CreateModel(
            name='Staked',
            fields=[
                ('pk', models.CompositePrimaryKey('player_id', 'currency', 'day', blank=True, editable=False, primary_key=True, serialize=False)),
                ('currency', models.CharField(max_length=4)),
                ('day', models.DateField()),
                ('cents', models.BigIntegerField()),
                ('lost', models.BigIntegerField(default=0)),
                ('player', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
            ],
            options={
                'verbose_name': 'staked on a day',
                'verbose_name_plural': 'staked on a day',
            },
        ),
        migrations.CreateModel(
            name='AbsenceAfterHand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('pause', 'pause'), ('exclusion', 'exclusion')], max_length=9, verbose_name='kind')),
                ('length', models.IntegerField(null=True, verbose_name='length')),
                ('requested_at', models.DateTimeField(verbose_name='requested')),
                ('begun', models.DateTimeField(null=True, verbose_name='begun')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'absence after the hand',
                'verbose_name_plural': 'absences after the hand',
                'constraints': [models.CheckConstraint(condition=models.Q(('kind', 'exclusion'), ('length__isnull', False), _connector='OR'), name='a_pause_asked_has_a_length'), models.UniqueConstraint(models.F('player'), models.F('kind'), condition=models.Q(('begun', None)), name='one_requested_absence_of_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='DocumentMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mark', models.CharField(db_index=True, max_length=64)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
            ],
            options={
                'verbose_name': 'mark of a document',
                'verbose_name_plural': 'marks of documents',
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('mark'), name='one_mark_of_a_player')],
            },
        ),
        migrations.AddIndex(
            model_name='exclusion',
            index=models.Index(models.F('ends'), condition=models.Q(('notified', False)), name='exclusion_to_tell'),
        ),
        migrations.AddConstraint(
            model_name='exclusion',
            constraint=models.CheckConstraint(condition=models.Q(('ends', None), ('ends__gt', models.F('starts')), _connector='OR'), name='an_exclusion_lasts'),
        ),
        migrations.AddConstraint(
            model_name='exclusion',
            constraint=models.UniqueConstraint(models.F('player'), models.F('reference'), condition=models.Q(('source', 'national')), name='one_exclusion_of_a_reference'),
        ),
        migrations.AddIndex(
            model_name='limit',
            index=models.Index(models.F('player'), models.F('kind'), models.F('period'), models.OrderBy(models.F('starts'), descending=True), name='limit_by_player'),
        ),
        migrations.AddIndex(
            model_name='limit',
            index=models.Index(models.F('starts'), condition=models.Q(('notified', False)), name='limit_to_tell'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(('value__isnull', True), ('value__gte', 0), _connector='OR'), name='a_limit_is_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='limit',
            constraint=models.CheckConstraint(condition=models.Q(('starts__gte', models.F('requested_at'))), name='a_limit_counts_from_when_it_is_asked'),
        ),
        migrations.AddIndex(
            model_name='pause',
            index=models.Index(models.F('ends'), condition=models.Q(('notified', False)), name='pause_to_tell'),
        ),
        migrations.AddConstraint(
            model_name='pause',
            constraint=models.CheckConstraint(condition=models.Q(('ends__gt', models.F('starts'))), name='a_pause_lasts'),
        ),
        migrations.AddIndex(
            model_name='realitycheck',
            index=models.Index(models.F('player'), models.OrderBy(models.F('at'), descending=True), name='reality_check_by_time'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(models.F('next_try'), condition=models.Q(('sent', None)), name='report_to_send'),
        ),
    ]
