import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_initial'),
        ('players', '0002_person_keys'),
    ]

    operations = [
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
    ]
