import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
        ('players', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='PushChoice',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='players.player', verbose_name='player')),
                ('turn', models.BooleanField(default=False)),
                ('seat', models.BooleanField(default=False)),
                ('session', models.BooleanField(default=False)),
                ('payment', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'choice of notifications',
                'verbose_name_plural': 'choices of notifications',
                'db_table': 'inbox_pushchoice',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='PushNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'it is your turn at a table'), ('seat', 'a seat you wait for is free'), ('session', 'a session you registered for starts'), ('payment', 'a withdrawal has been paid')], max_length=8)),
                ('table', models.BigIntegerField()),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'notice for a player',
                'verbose_name_plural': 'notices for players',
                'db_table': 'inbox_pushnotice',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=500, unique=True)),
                ('point', models.CharField(max_length=90)),
                ('secret', models.CharField(max_length=24)),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'browser with notifications',
                'verbose_name_plural': 'browsers with notifications',
                'db_table': 'inbox_pushsubscription',
                'default_permissions': (),
            },
        ),
        migrations.AddIndex(
            model_name='pushnotice',
            index=models.Index(models.F('at'), name='push_notice_by_time'),
        ),
    ]
