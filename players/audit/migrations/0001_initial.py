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
            name='DetachedPart',
            fields=[
                ('until', models.DateTimeField(primary_key=True, serialize=False, verbose_name='up to')),
                ('since', models.DateTimeField(null=True, verbose_name='from')),
                ('name', models.CharField(max_length=20, verbose_name='name')),
                ('events', models.BigIntegerField(verbose_name='events')),
                ('transfers', models.BigIntegerField(verbose_name='transfers')),
                ('archives', models.JSONField(verbose_name='archives')),
                ('heads', models.JSONField(verbose_name='last events')),
                ('detached', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='detached')),
            ],
            options={
                'verbose_name': 'detached part',
                'verbose_name_plural': 'detached parts',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Horizon',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('running', models.JSONField(default=list)),
            ],
            options={
                'verbose_name': 'horizon',
                'verbose_name_plural': 'horizons',
            },
        ),
        migrations.CreateModel(
            name='Seal',
            fields=[
                ('number', models.BigIntegerField(primary_key=True, serialize=False, verbose_name='number')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('since', models.DateTimeField(null=True, verbose_name='from')),
                ('until', models.DateTimeField(verbose_name='to')),
                ('lines', models.BigIntegerField(verbose_name='audit lines')),
                ('lines_digest', models.CharField(max_length=64, verbose_name='digest of the lines')),
                ('transfers', models.BigIntegerField(verbose_name='transfers')),
                ('transfers_digest', models.CharField(max_length=64, verbose_name='digest of the transfers')),
                ('chain', models.CharField(max_length=64, verbose_name='chain')),
            ],
            options={
                'verbose_name': 'seal',
                'verbose_name_plural': 'seals',
            },
        ),
        migrations.CreateModel(
            name='SealCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.BigIntegerField(verbose_name='number')),
                ('chain', models.CharField(max_length=64, verbose_name='chain')),
                ('complete', models.BooleanField(verbose_name='all seals since the first')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
            ],
            options={
                'verbose_name': 'check of the seals',
                'verbose_name_plural': 'checks of the seals',
            },
        ),
        migrations.CreateModel(
            name='Line',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('kind', models.CharField(max_length=60, verbose_name='what happened')),
                ('about', models.CharField(blank=True, max_length=80, verbose_name='about')),
                ('details', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='details')),
                ('address', models.GenericIPAddressField(null=True, verbose_name='network address')),
                ('device', models.CharField(blank=True, max_length=200, verbose_name='device')),
                ('person', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='who did it')),
                ('player', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='whom it concerns')),
            ],
            options={
                'verbose_name': 'audit line',
                'verbose_name_plural': 'audit lines',
                'indexes': [models.Index(models.F('player'), models.OrderBy(models.F('id'), descending=True), name='audit_by_player'), models.Index(models.F('player'), models.OrderBy(models.F('at'), descending=True), name='audit_by_player_and_time'), models.Index(models.F('kind'), models.OrderBy(models.F('id'), descending=True), name='audit_by_kind'), models.Index(models.F('about'), models.OrderBy(models.F('id'), descending=True), name='audit_by_about'), models.Index(models.F('at'), name='audit_by_time')],
            },
        ),
    ]
