import django.contrib.postgres.fields
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
            name='Screened',
            fields=[
                ('player', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='players.player', verbose_name='player')),
                ('digest', models.CharField(max_length=32)),
                ('until', models.BigIntegerField(default=0)),
                ('at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'screened player',
                'verbose_name_plural': 'screened players',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='ListImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='list')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('state', models.CharField(choices=[('imported', 'imported'), ('unchanged', 'unchanged'), ('refused', 'refused')], max_length=10, verbose_name='state')),
                ('digest', models.CharField(blank=True, max_length=64, verbose_name='digest of the file')),
                ('entries', models.IntegerField(default=0, verbose_name='people on the list')),
                ('added', models.IntegerField(default=0, verbose_name='added')),
                ('changed', models.IntegerField(default=0, verbose_name='changed')),
                ('removed', models.IntegerField(default=0, verbose_name='removed')),
                ('line', models.IntegerField(null=True, verbose_name='line')),
                ('fault', models.CharField(blank=True, max_length=20, verbose_name='fault')),
            ],
            options={
                'verbose_name': 'reading of a list',
                'verbose_name_plural': 'readings of lists',
                'default_permissions': ('view',),
                'indexes': [models.Index(models.F('name'), models.OrderBy(models.F('id'), descending=True), name='list_import_by_name')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('list_name', models.CharField(max_length=40, verbose_name='list')),
                ('key', models.CharField(max_length=255, verbose_name='key in the list')),
                ('kind', models.CharField(choices=[('sanction', 'sanctions'), ('pep', 'politically exposed'), ('other', 'other lists')], max_length=8, verbose_name='kind')),
                ('names', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None, verbose_name='names')),
                ('births', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=10), default=list, size=None, verbose_name='birth dates')),
                ('countries', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=8), default=list, size=None, verbose_name='countries')),
                ('digest', models.CharField(max_length=32)),
                ('removed', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='screening.listimport', verbose_name='removed')),
                ('since', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='screening.listimport', verbose_name='since')),
            ],
            options={
                'verbose_name': 'person on a list',
                'verbose_name_plural': 'people on lists',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('sanction', 'sanctions'), ('pep', 'politically exposed'), ('other', 'other lists')], max_length=8, verbose_name='kind')),
                ('player_digest', models.CharField(max_length=32)),
                ('entry_digest', models.CharField(max_length=32)),
                ('likeness', models.JSONField(verbose_name='likeness')),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='found')),
                ('state', models.CharField(choices=[('open', 'not decided'), ('confirmed', 'the same person'), ('dismissed', 'another person'), ('gone', 'no longer so: the list or the player changed')], default='open', max_length=10, verbose_name='state')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('held', models.DateTimeField(null=True, verbose_name='account suspended')),
                ('freed', models.DateTimeField(null=True, verbose_name='suspension ended')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='proposed by')),
                ('decider', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('entry', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='screening.entry', verbose_name='person on the list')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'match with a list',
                'verbose_name_plural': 'matches with lists',
                'permissions': [('decide_match', 'Can decide about matches with lists')],
                'default_permissions': ('view',),
            },
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(models.F('list_name'), models.F('key'), name='one_entry_of_a_key'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('state'), models.F('made'), name='match_by_state'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(models.F('entry'), name='match_by_entry'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(models.F('player'), models.F('entry'), models.F('player_digest'), models.F('entry_digest'), name='one_match_of_a_pair'),
        ),
    ]
