import django.db.models.functions.datetime
from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Cosigning',
            fields=[
                ('witness', models.CharField(max_length=200, primary_key=True, serialize=False, verbose_name='witness')),
                ('size', models.BigIntegerField(default=0, verbose_name='entries')),
                ('at', models.DateTimeField(null=True, verbose_name='signed')),
                ('failure', models.CharField(blank=True, max_length=200, verbose_name='failure')),
                ('tried', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='tried')),
            ],
            options={
                'verbose_name': 'witness of the public log',
                'verbose_name_plural': 'witnesses of the public log',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Head',
            fields=[
                ('number', models.SmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ('size', models.BigIntegerField(verbose_name='entries')),
                ('root', models.CharField(max_length=64, verbose_name='root')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('published', models.BigIntegerField(verbose_name='published entries')),
            ],
            options={
                'verbose_name': 'head of the public log',
                'verbose_name_plural': 'head of the public log',
                'default_permissions': (),
                'constraints': [models.CheckConstraint(condition=models.Q(('number', 1)), name='the_log_has_one_head'), models.CheckConstraint(condition=models.Q(('published__lte', models.F('size'))), name='only_entries_are_published')],
            },
        ),
        migrations.CreateModel(
            name='Stretch',
            fields=[
                ('first', models.BigIntegerField(primary_key=True, serialize=False, verbose_name='first entry')),
                ('count', models.IntegerField(verbose_name='entries')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('until', models.DateTimeField(verbose_name='until')),
            ],
            options={
                'verbose_name': 'stretch of the public log',
                'verbose_name_plural': 'stretches of the public log',
                'default_permissions': (),
                'indexes': [models.Index(models.F('until'), name='stretch_of_the_log_by_time')],
                'constraints': [models.CheckConstraint(condition=models.Q(('count__gt', 0)), name='a_stretch_of_the_log_has_entries')],
            },
        ),
    ]
