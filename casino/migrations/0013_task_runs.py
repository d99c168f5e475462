"""What became of each task. The worker alone writes it; the back office reads it."""

from django.db import migrations, models

RIGHTS = """
REVOKE INSERT, UPDATE, DELETE ON casino_taskrun FROM house_app;
GRANT INSERT, UPDATE ON casino_taskrun TO house_worker;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('casino', '0012_absences_after_hand'),
    ]

    operations = [
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
            ],
            options={
                'verbose_name': 'run of a task',
                'verbose_name_plural': 'runs of tasks',
                'default_permissions': (),
            },
        ),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
    ]
