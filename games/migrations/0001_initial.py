import django.db.models.deletion
import django.db.models.functions.datetime
import games.catalogue
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('shard', models.SmallIntegerField(primary_key=True, serialize=False, verbose_name='shard')),
                ('at', models.DateTimeField(verbose_name='time')),
            ],
            options={
                'verbose_name': 'attendance of tables',
                'verbose_name_plural': 'attendance of tables',
            },
        ),
        migrations.CreateModel(
            name='BeaconChain',
            fields=[
                ('name', models.CharField(max_length=30, primary_key=True, serialize=False, verbose_name='name')),
                ('hash', models.CharField(max_length=64, unique=True, verbose_name='hash of the chain')),
                ('public_key', models.CharField(max_length=192, verbose_name='public key')),
                ('genesis', models.BigIntegerField(verbose_name='time of the first value')),
                ('period', models.IntegerField(verbose_name='seconds between values')),
                ('group_hash', models.CharField(max_length=64, verbose_name='hash of the group')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='followed since')),
            ],
            options={
                'verbose_name': 'beacon',
                'verbose_name_plural': 'beacons',
            },
        ),
        migrations.CreateModel(
            name='BeaconWatch',
            fields=[
                ('name', models.CharField(max_length=30, primary_key=True, serialize=False, verbose_name='name')),
                ('at', models.DateTimeField(verbose_name='last check')),
                ('number', models.BigIntegerField(default=0, verbose_name='last value')),
                ('trouble', models.CharField(blank=True, max_length=20, verbose_name='problem')),
                ('since', models.DateTimeField(null=True, verbose_name='since')),
                ('refused', models.BigIntegerField(default=0, verbose_name='refused values')),
                ('refused_at', models.DateTimeField(null=True, verbose_name='last refusal')),
                ('refused_why', models.CharField(blank=True, max_length=20, verbose_name='reason of the last refusal')),
                ('refused_relay', models.CharField(blank=True, max_length=200, verbose_name='relay of the last refusal')),
            ],
            options={
                'verbose_name': 'state of a beacon',
                'verbose_name_plural': 'states of beacons',
            },
        ),
        migrations.CreateModel(
            name='Command',
            fields=[
                ('pk', models.CompositePrimaryKey('player', 'command', blank=True, editable=False, primary_key=True, serialize=False)),
                ('player', models.BigIntegerField(verbose_name='player')),
                ('command', models.UUIDField(verbose_name='command')),
                ('seq', models.BigIntegerField(verbose_name='number')),
                ('digest', models.BigIntegerField(verbose_name='digest of the command')),
            ],
            options={
                'verbose_name': 'command',
                'verbose_name_plural': 'commands',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='HouseKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=20, verbose_name='name')),
                ('public', models.CharField(max_length=64, unique=True, verbose_name='public key')),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='since')),
            ],
            options={
                'verbose_name': 'public key',
                'verbose_name_plural': 'public keys',
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, unique=True, verbose_name='name')),
                ('system', models.CharField(choices=games.catalogue.game_choices, max_length=20, verbose_name='game')),
                ('currency', models.CharField(choices=[('EUR', 'euro'), ('DEMO', 'demonstration credits')], max_length=4, verbose_name='currency')),
                ('status', models.CharField(choices=[('open', 'open'), ('draining', 'closing after this round'), ('closed', 'closed'), ('held', 'on hold')], default='open', max_length=10, verbose_name='status')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('version', models.BigIntegerField(default=0, editable=False, verbose_name='last event')),
                ('chain', models.BinaryField(default=b'')),
                ('round', models.IntegerField(default=0, editable=False, verbose_name='round')),
                ('seated', models.IntegerField(default=0, editable=False, verbose_name='seated')),
                ('partners', models.IntegerField(db_default=0, default=0, editable=False, verbose_name='of which house players')),
                ('waiting', models.IntegerField(default=0, editable=False, verbose_name='waiting for a seat')),
                ('due', models.DateTimeField(editable=False, null=True, verbose_name='next step due')),
                ('inactivity_due', models.DateTimeField(editable=False, null=True, verbose_name='next inactivity check')),
                ('phase', models.CharField(blank=True, db_default='', default='', editable=False, max_length=10, verbose_name='phase')),
                ('recent', models.CharField(blank=True, editable=False, max_length=400, verbose_name='last results')),
                ('snapshot', models.BinaryField(default=b'')),
                ('snapshot_version', models.BigIntegerField(default=0, editable=False)),
            ],
            options={
                'verbose_name': 'table',
                'verbose_name_plural': 'tables',
            },
        ),
        migrations.CreateModel(
            name='ProcessKey',
            fields=[
                ('id', models.CharField(max_length=32, primary_key=True, serialize=False, verbose_name='number')),
                ('kind', models.CharField(choices=[('web', 'web process'), ('croupier', 'croupier'), ('worker', 'worker')], max_length=8, verbose_name='kind')),
                ('key', models.BinaryField(max_length=32, verbose_name='public key')),
                ('started', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='started')),
                ('until', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='until')),
            ],
            options={
                'verbose_name': 'key of a process',
                'verbose_name_plural': 'keys of processes',
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['web', 'croupier', 'worker'])), name='process_key_kinds')],
            },
        ),
        migrations.CreateModel(
            name='RuleSheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('system', models.CharField(choices=games.catalogue.game_choices, max_length=20, verbose_name='game')),
                ('version', models.IntegerField(verbose_name='version')),
                ('status', models.CharField(choices=[('draft', 'draft'), ('in-force', 'in force'), ('superseded', 'superseded')], default='draft', max_length=10, verbose_name='status')),
                ('data', models.TextField(verbose_name='rules')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('reference', models.CharField(blank=True, max_length=60, verbose_name="regulator's reference")),
                ('since', models.DateTimeField(null=True, verbose_name='in force since')),
            ],
            options={
                'verbose_name': 'rule sheet',
                'verbose_name_plural': 'rule sheets',
                'constraints': [models.UniqueConstraint(models.F('system'), models.F('version'), name='one_sheet_of_a_version'), models.UniqueConstraint(models.F('system'), condition=models.Q(('status', 'in-force')), name='one_sheet_in_force')],
            },
        ),
        migrations.CreateModel(
            name='SessionLease',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(null=True, verbose_name='until')),
                ('cause', models.CharField(choices=[('gateway', 'the gateway does not answer'), ('capture', 'an hourly file missed its deadline'), ('safe', 'no file has reached the safe for too long')], db_default='capture', default='capture', max_length=8, verbose_name='cause')),
            ],
            options={
                'verbose_name': 'lease of new play sessions',
                'verbose_name_plural': 'leases of new play sessions',
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_lease')],
            },
        ),
        migrations.CreateModel(
            name='ProvenState',
            fields=[
                ('pk', models.CompositePrimaryKey('table_id', 'seq', 'complete', blank=True, editable=False, primary_key=True, serialize=False)),
                ('seq', models.BigIntegerField(verbose_name='last event')),
                ('at', models.DateTimeField(verbose_name='time of the last event')),
                ('complete', models.BooleanField(verbose_name='everything before it was compared')),
                ('sealed', models.BinaryField()),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('table', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'proven state of a table',
                'verbose_name_plural': 'proven states of tables',
            },
        ),
        migrations.CreateModel(
            name='TableSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts', models.DateTimeField(verbose_name='starts')),
                ('ends', models.DateTimeField(verbose_name='ends, once everybody has had the button')),
                ('status', models.CharField(choices=[('announced', 'announced'), ('open', 'open'), ('closed', 'closed'), ('cancelled', 'cancelled')], default='announced', max_length=10, verbose_name='status')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sessions', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'table session',
                'verbose_name_plural': 'table sessions',
            },
        ),
        migrations.CreateModel(
            name='Registration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='games.tablesession', verbose_name='table session')),
            ],
            options={
                'verbose_name': 'registration',
                'verbose_name_plural': 'registrations',
            },
        ),
        migrations.CreateModel(
            name='TableSetting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.IntegerField(verbose_name='version')),
                ('data', models.TextField(verbose_name='setting')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='settings', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'table setting',
                'verbose_name_plural': 'table settings',
            },
        ),
        migrations.AddField(
            model_name='table',
            name='setting',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.tablesetting', verbose_name='setting'),
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.IntegerField(verbose_name='number')),
                ('status', models.CharField(choices=[('prepared', 'prepared'), ('open', 'open'), ('ended', 'ended'), ('void', 'void')], default='prepared', max_length=10, verbose_name='status')),
                ('engine', models.CharField(blank=True, max_length=64, verbose_name='engine')),
                ('commitment', models.CharField(max_length=64, verbose_name='commitment')),
                ('sealed', models.BinaryField()),
                ('seed', models.CharField(blank=True, max_length=64, verbose_name='seed')),
                ('nonces', models.TextField(default='{}', verbose_name="browsers' shares")),
                ('shares', models.JSONField(db_default={}, default=dict, editable=False, verbose_name="browsers' shares before bets opened, by player")),
                ('shoe', models.IntegerField(default=0, verbose_name='round in which the shoe began')),
                ('root', models.CharField(blank=True, max_length=64, verbose_name='promise of the pack, card by card')),
                ('start', models.BinaryField(default=b'')),
                ('opened', models.DateTimeField(null=True, verbose_name='bets opened')),
                ('ended', models.DateTimeField(null=True, verbose_name='ended')),
                ('outcome', models.CharField(blank=True, max_length=60, verbose_name='outcome')),
                ('cause', models.CharField(blank=True, max_length=60, verbose_name='cause')),
                ('staked', models.BigIntegerField(default=0, verbose_name='staked, in cents')),
                ('returned', models.BigIntegerField(default=0, verbose_name='returned, in cents')),
                ('sheet', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.rulesheet', verbose_name='rule sheet')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='games.table', verbose_name='table')),
                ('setting', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.tablesetting', verbose_name='setting')),
            ],
            options={
                'verbose_name': 'round',
                'verbose_name_plural': 'rounds',
            },
        ),
        migrations.CreateModel(
            name='BeaconValue',
            fields=[
                ('pk', models.CompositePrimaryKey('chain_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.BigIntegerField(verbose_name='number')),
                ('signature', models.CharField(max_length=96, verbose_name='signature')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='stored')),
                ('chain', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.beaconchain', verbose_name='beacon')),
            ],
            options={
                'verbose_name': 'value of a beacon',
                'verbose_name_plural': 'values of beacons',
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='beacon_value_number'), models.CheckConstraint(condition=models.Q(('signature__regex', '^[0-9a-f]{96}$')), name='beacon_value_signature')],
            },
        ),
        migrations.CreateModel(
            name='ChatMute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'chat mute',
                'verbose_name_plural': 'chat mutes',
                'indexes': [models.Index(models.F('player'), models.F('until'), name='mute_by_player')],
            },
        ),
        migrations.CreateModel(
            name='Stake',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session', models.BigIntegerField(verbose_name='play session')),
                ('seat', models.IntegerField(verbose_name='seat')),
                ('staked', models.BigIntegerField(verbose_name='staked, in cents')),
                ('lost', models.BigIntegerField(verbose_name='lost, in cents')),
                ('back', models.BigIntegerField(verbose_name='stakes back, in cents')),
                ('prize', models.BigIntegerField(verbose_name='prizes, in cents')),
                ('held', models.BigIntegerField(verbose_name='carried on, in cents')),
                ('commission', models.BigIntegerField(verbose_name='commission, in cents')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('player', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
                ('round', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='stakes', to='games.round', verbose_name='round')),
            ],
            options={
                'verbose_name': 'stake',
                'verbose_name_plural': 'stakes',
                'indexes': [models.Index(models.F('player'), models.OrderBy(models.F('at'), descending=True), name='stake_by_player'), models.Index(models.F('session'), name='stake_by_session')],
                'constraints': [models.UniqueConstraint(models.F('round'), models.F('player'), name='one_stake_per_round')],
            },
        ),
        migrations.CreateModel(
            name='Incident',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.IntegerField(null=True, verbose_name='round')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('opened', models.DateTimeField(verbose_name='opened')),
                ('proposal', models.CharField(blank=True, max_length=10, verbose_name='proposal')),
                ('proposed', models.DateTimeField(null=True, verbose_name='proposed')),
                ('closed', models.DateTimeField(null=True, verbose_name='closed')),
                ('note', models.TextField(blank=True, verbose_name='note')),
                ('confirmer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='confirmed by')),
                ('proposer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'incident',
                'verbose_name_plural': 'incidents',
                'indexes': [models.Index(models.F('table'), condition=models.Q(('closed', None)), name='incident_open')],
                'constraints': [models.CheckConstraint(condition=models.Q(('confirmer', None), models.Q(('confirmer', models.F('proposer')), _negated=True), _connector='OR'), name='an_incident_needs_two_people'), models.CheckConstraint(condition=models.Q(('closed', None), models.Q(('confirmer__isnull', False), ('proposer__isnull', False)), _connector='OR'), name='an_incident_is_closed_by_two')],
            },
        ),
        migrations.CreateModel(
            name='Favourite',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'favourite table',
                'verbose_name_plural': 'favourite tables',
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('table'), name='a_favourite_once')],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('pk', models.CompositePrimaryKey('table_id', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                ('seq', models.BigIntegerField(verbose_name='number')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('kind', models.CharField(max_length=24, verbose_name='kind')),
                ('data', models.TextField(verbose_name='what happened')),
                ('player', models.BigIntegerField(null=True, verbose_name='player')),
                ('command', models.UUIDField(null=True, verbose_name='command')),
                ('digest', models.BigIntegerField(null=True, verbose_name='digest of the command')),
                ('chain', models.BinaryField(null=True, verbose_name='chain')),
                ('round', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.round', verbose_name='round')),
                ('table', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'indexes': [models.Index(models.F('round'), name='event_of_round')],
            },
        ),
        migrations.CreateModel(
            name='ChatLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.IntegerField(null=True, verbose_name='round')),
                ('alias', models.CharField(max_length=20, verbose_name='name at the tables')),
                ('text', models.CharField(max_length=200, verbose_name='text')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('hidden', models.DateTimeField(null=True, verbose_name='hidden')),
                ('hider', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='hidden by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chat', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'chat line',
                'verbose_name_plural': 'chat lines',
                'indexes': [models.Index(models.F('table'), models.OrderBy(models.F('id'), descending=True), name='chat_by_table'), models.Index(models.F('at'), name='chat_by_age')],
            },
        ),
        migrations.CreateModel(
            name='RoundNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
                ('round', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.round', verbose_name='round')),
            ],
            options={
                'verbose_name': 'note about a round',
                'verbose_name_plural': 'notes about rounds',
                'default_permissions': (),
                'indexes': [models.Index(models.F('at'), name='round_note_by_age')],
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('round'), name='one_note_about_a_round')],
            },
        ),
        migrations.CreateModel(
            name='OpponentNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('colour', models.CharField(blank=True, choices=[('', 'no colour'), ('red', 'red'), ('yellow', 'yellow'), ('green', 'green'), ('blue', 'blue')], max_length=6, verbose_name='colour')),
                ('text', models.CharField(blank=True, max_length=300, verbose_name='text')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='about')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'note about a player',
                'verbose_name_plural': 'notes about players',
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('about'), name='one_note_about_a_player')],
                'indexes': [models.Index(models.F('at'), name='note_by_age')],
            },
        ),
        migrations.AddIndex(
            model_name='tablesession',
            index=models.Index(models.F('starts'), condition=models.Q(('status', 'announced')), name='session_to_come'),
        ),
        migrations.AddConstraint(
            model_name='tablesession',
            constraint=models.CheckConstraint(condition=models.Q(('ends__gt', models.F('starts'))), name='a_session_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='tablesession',
            constraint=models.UniqueConstraint(models.F('table'), models.F('starts'), name='one_session_of_an_hour'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.UniqueConstraint(models.F('session'), models.F('player'), name='one_registration'),
        ),
        migrations.AddConstraint(
            model_name='tablesetting',
            constraint=models.UniqueConstraint(models.F('table'), models.F('version'), name='one_setting_of_a_version'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(models.F('due'), condition=models.Q(('due__isnull', False)), name='table_by_due'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(models.F('inactivity_due'), condition=models.Q(('inactivity_due__isnull', False)), name='table_by_inactivity'),
        ),
        migrations.AddIndex(
            model_name='round',
            index=models.Index(models.F('ended'), models.F('id'), name='round_by_time'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(models.F('table'), models.F('number'), name='one_round_of_a_number'),
        ),
    ]
