"""Runs whose worker was killed: which worker began each run, and when one was last found lost."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('casino', '0013_task_runs'),
    ]

    operations = [
        migrations.AddField(
            model_name='taskrun',
            name='worker',
            field=models.CharField(blank=True, db_default='', max_length=200, verbose_name='worker of the last start'),
        ),
        migrations.AddField(
            model_name='taskrun',
            name='lost',
            field=models.DateTimeField(null=True, verbose_name='last lost'),
        ),
    ]
