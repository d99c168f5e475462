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
            name='Contact',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('method', models.CharField(choices=[('call', 'phone'), ('letter', 'e-mail or letter'), ('chat', 'message in the account'), ('none', 'no contact: still watching')], max_length=10, verbose_name='how')),
                ('notes', models.CharField(max_length=1000, verbose_name='what was said and agreed')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'contact about risk signs',
                'verbose_name_plural': 'contacts about risk signs',
                'default_permissions': ('add', 'view'),
                'indexes': [models.Index(models.F('player'), models.OrderBy(models.F('id'), descending=True), name='contact_by_player')],
            },
        ),
    ]
