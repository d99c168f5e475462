import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
import players.languages
import players.models
from django.conf import settings
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='ExclusiveWork',
            fields=[
                ('name', models.CharField(max_length=60, primary_key=True, serialize=False, verbose_name='name')),
                ('holder', models.UUIDField(verbose_name='process')),
                ('until', models.DateTimeField(verbose_name='until')),
            ],
            options={
                'verbose_name': 'exclusive work',
                'verbose_name_plural': 'exclusive work',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Person',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='e-mail')),
                ('credential_epoch', models.IntegerField(db_default=0, default=0, editable=False)),
                ('language', models.CharField(choices=players.languages.language_choices, default='pt-pt', max_length=5, verbose_name='language')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'person',
                'verbose_name_plural': 'people',
            },
            managers=[
                ('objects', players.models.PersonManager()),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('alias', models.CharField(max_length=20, unique=True, verbose_name='name at the tables')),
                ('status', models.CharField(choices=[('pending', 'not verified yet'), ('visitor', 'visitor'), ('partner', 'house player'), ('active', 'active'), ('suspended', 'suspended'), ('closed', 'closed')], default='active', max_length=10, verbose_name='status')),
                ('since', models.DateTimeField(auto_now_add=True, verbose_name='since')),
                ('testing', models.BooleanField(default=False, verbose_name='test account')),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='player', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
            },
        ),
        migrations.CreateModel(
            name='PlaySession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.BigIntegerField(verbose_name='table')),
                ('table_name', models.CharField(max_length=40, verbose_name='table name')),
                ('system', models.CharField(max_length=20, verbose_name='game')),
                ('currency', models.CharField(max_length=4, verbose_name='currency')),
                ('started', models.DateTimeField(verbose_name='started')),
                ('ended', models.DateTimeField(null=True, verbose_name='ended')),
                ('cause', models.CharField(blank=True, choices=[('player', 'ended by the player'), ('inactivity', 'ended for inactivity'), ('excluded', 'ended by an exclusion'), ('time', "ended by the player's own time limit"), ('house', 'ended by the house')], max_length=10, verbose_name='how it ended')),
                ('invited', models.DateTimeField(null=True, verbose_name='invited to end')),
                ('warned', models.DateTimeField(null=True, verbose_name='warned')),
                ('rounds', models.IntegerField(default=0, verbose_name='rounds')),
                ('staked', models.BigIntegerField(default=0, verbose_name='staked, in cents')),
                ('returned', models.BigIntegerField(default=0, verbose_name='returned, in cents')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='play_sessions', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'play session',
                'verbose_name_plural': 'play sessions',
            },
        ),
        migrations.CreateModel(
            name='RoleEnd',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('last_day', models.DateField(verbose_name='last day')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='role_ends', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('role', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='auth.group', verbose_name='role')),
            ],
            options={
                'verbose_name': 'end of a role',
                'verbose_name_plural': 'ends of roles',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='PersonKey',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('keeping', models.CharField(choices=[('record', 'record of the house'), ('diligence', 'due diligence')], max_length=10, verbose_name='kept as')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('destroyed', models.DateTimeField(null=True, verbose_name='destroyed')),
                ('gone', models.DateTimeField(null=True, verbose_name='gone from the store')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='person_keys', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'key of a player',
                'verbose_name_plural': 'keys of players',
                'default_permissions': (),
            },
        ),
        migrations.AddIndex(
            model_name='person',
            index=models.Index(models.F('email'), condition=models.Q(('is_staff', True)), name='staff_by_email'),
        ),
        migrations.AddConstraint(
            model_name='person',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_address_for_a_person'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Lower('alias'), 'text_pattern_ops'), name='player_by_alias_beginning'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('alias'), name='one_alias_for_a_player'),
        ),
        migrations.AddIndex(
            model_name='playsession',
            index=models.Index(models.F('player'), models.OrderBy(models.F('id'), descending=True), name='session_by_player'),
        ),
        migrations.AddIndex(
            model_name='playsession',
            index=models.Index(models.F('player'), models.OrderBy(models.F('started'), descending=True), name='session_by_start'),
        ),
        migrations.AddIndex(
            model_name='playsession',
            index=models.Index(models.F('ended'), models.F('id'), name='session_by_end'),
        ),
        migrations.AddIndex(
            model_name='playsession',
            index=models.Index(models.F('started'), name='session_by_beginning'),
        ),
        migrations.AddConstraint(
            model_name='playsession',
            constraint=models.UniqueConstraint(models.F('player'), models.F('table'), condition=models.Q(('ended', None)), name='one_open_session_per_table'),
        ),
        migrations.AddConstraint(
            model_name='roleend',
            constraint=models.UniqueConstraint(models.F('person'), models.F('role'), name='one_end_of_a_role_of_a_person'),
        ),
        migrations.AddIndex(
            model_name='personkey',
            index=models.Index(models.F('destroyed'), condition=models.Q(('destroyed__isnull', False), ('gone', None)), name='person_key_to_destroy'),
        ),
        migrations.AddConstraint(
            model_name='personkey',
            constraint=models.UniqueConstraint(fields=('player', 'keeping'), name='one_key_of_a_player_and_a_law'),
        ),
        migrations.AddConstraint(
            model_name='personkey',
            constraint=models.CheckConstraint(condition=models.Q(('gone', None), ('destroyed__isnull', False), _connector='OR'), name='a_key_is_destroyed_before_it_is_gone'),
        ),
    ]
