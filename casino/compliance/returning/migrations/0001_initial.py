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
            name='BlockedPerson',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='players.player', verbose_name='player')),
                ('cause', models.CharField(choices=[('suspended', 'account suspended'), ('closed', 'account closed by the house'), ('excluded', 'excluded from play')], max_length=10, verbose_name='cause')),
                ('digest', models.CharField(max_length=40)),
            ],
            options={
                'verbose_name': 'blocked person',
                'verbose_name_plural': 'blocked people',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Resemblance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sealed', models.BinaryField(null=True)),
                ('cause', models.CharField(choices=[('suspended', 'account suspended'), ('closed', 'account closed by the house'), ('excluded', 'excluded from play')], max_length=10, verbose_name='cause')),
                ('player_digest', models.CharField(max_length=40)),
                ('blocked_digest', models.CharField(max_length=40)),
                ('likeness', models.TextField(verbose_name='likeness')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='found')),
                ('state', models.CharField(choices=[('open', 'not decided'), ('same', 'the same person'), ('another', 'another person'), ('gone', 'no longer so: nobody is blocked, or the data changed')], default='open', max_length=8, verbose_name='state')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('applied', models.DateTimeField(null=True, verbose_name='carried out')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='blocked player')),
                ('decider', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='new player')),
            ],
            options={
                'verbose_name': 'new player who resembles a blocked person',
                'verbose_name_plural': 'new players who resemble blocked people',
                'permissions': [('decide_resemblance', 'Can decide whether a blocked person came back')],
                'default_permissions': ('view',),
                'indexes': [models.Index(models.F('state'), models.F('made'), name='resemblance_by_state'), models.Index(models.F('state'), condition=models.Q(('applied', None)), name='resemblance_to_apply')],
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('blocked'), models.F('player_digest'), models.F('blocked_digest'), name='one_resemblance_of_a_pair')],
            },
        ),
        migrations.CreateModel(
            name='Trait',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mark', models.CharField(max_length=40, verbose_name='digest')),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='traits', to='returning.blockedperson', verbose_name='blocked person')),
            ],
            options={
                'verbose_name': 'trait of a blocked person',
                'verbose_name_plural': 'traits of blocked people',
                'default_permissions': (),
                'indexes': [models.Index(models.F('mark'), name='trait_by_mark')],
            },
        ),
    ]
