import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0001_initial'),
    ]

    operations = [
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
                'indexes': [models.Index(models.F('destroyed'), condition=models.Q(('destroyed__isnull', False), ('gone', None)), name='person_key_to_destroy')],
                'constraints': [models.UniqueConstraint(fields=('player', 'keeping'), name='one_key_of_a_player_and_a_law'), models.CheckConstraint(condition=models.Q(('gone', None), ('destroyed__isnull', False), _connector='OR'), name='a_key_is_destroyed_before_it_is_gone')],
            },
        ),
    ]
