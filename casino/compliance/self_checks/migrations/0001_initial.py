import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='State',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('good', models.BooleanField()),
                ('details', models.JSONField(default=dict)),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'verbose_name': 'state of the house',
                'verbose_name_plural': 'states of the house',
            },
        ),
        migrations.CreateModel(
            name='Manifest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('files', models.JSONField(verbose_name='files')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'manifest of the house',
                'verbose_name_plural': 'manifests of the house',
                'default_permissions': ('add', 'view'),
            },
        ),
        migrations.CreateModel(
            name='Root',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.BigIntegerField(verbose_name='part')),
                ('number', models.BigIntegerField(verbose_name='number')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('first', models.BigIntegerField(verbose_name='from')),
                ('last', models.BigIntegerField(verbose_name='to')),
                ('rows', models.BigIntegerField(verbose_name='rows')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('events', models.BigIntegerField(default=0, verbose_name='last event')),
                ('head', models.CharField(blank=True, max_length=64, verbose_name='chain of events')),
                ('chain', models.CharField(max_length=64, verbose_name='chain')),
            ],
            options={
                'verbose_name': 'root of the record',
                'verbose_name_plural': 'roots of the record',
                'constraints': [models.UniqueConstraint(models.F('part'), models.F('number'), name='one_root_of_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Proof',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20, verbose_name='what')),
                ('begun', models.DateTimeField(verbose_name='begun')),
                ('ended', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='ended')),
                ('since', models.DateTimeField(null=True, verbose_name='from')),
                ('rows', models.BigIntegerField(default=0, verbose_name='rows')),
                ('differences', models.BigIntegerField(default=0, verbose_name='differences')),
                ('faults', models.JSONField(default=list, verbose_name='faults')),
                ('complete', models.BooleanField(db_default=True, default=True, verbose_name='complete')),
                ('reached', models.JSONField(db_default={}, default=dict, editable=False)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='asked by')),
            ],
            options={
                'verbose_name': 'proof',
                'verbose_name_plural': 'proofs',
                'default_permissions': ('add', 'view'),
                'indexes': [models.Index(models.F('kind'), models.OrderBy(models.F('id'), descending=True), name='proof_by_kind')],
            },
        ),
    ]
