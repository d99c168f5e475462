from django.db import migrations, models

from players.shared.first_migration import FirstMigration


class Migration(FirstMigration):
    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='ScheduledTask',
            fields=[
                ('name', models.CharField(max_length=60, primary_key=True, serialize=False, verbose_name='name')),
                ('sent', models.DateTimeField(verbose_name='sent')),
            ],
            options={
                'verbose_name': 'scheduled task',
                'verbose_name_plural': 'scheduled tasks',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='TaskRun',
            fields=[
                ('name', models.CharField(max_length=100, primary_key=True, serialize=False, verbose_name='name')),
                ('known', models.DateTimeField(verbose_name='known since')),
                ('started', models.DateTimeField(null=True, verbose_name='last started')),
                ('succeeded', models.DateTimeField(null=True, verbose_name='last succeeded')),
                ('failed', models.DateTimeField(null=True, verbose_name='last failed')),
                ('failing', models.DateTimeField(null=True, verbose_name='failing since')),
                ('error', models.CharField(blank=True, db_default='', max_length=200, verbose_name='last error')),
                ('worker', models.CharField(blank=True, db_default='', max_length=200, verbose_name='worker of the last start')),
                ('lost', models.DateTimeField(null=True, verbose_name='last lost')),
            ],
            options={
                'verbose_name': 'run of a task',
                'verbose_name_plural': 'runs of tasks',
                'default_permissions': (),
            },
        ),
    ]
