"""When each person last opened a page by each right. Only the pages of the back office write it."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

RIGHTS = """
REVOKE INSERT, UPDATE, DELETE ON backoffice_rightuse FROM house_app;
GRANT INSERT (person_id, permission), UPDATE (at) ON backoffice_rightuse TO house_web;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('backoffice', '0004_alerts'),
        ('casino', '0001_rights'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='RightUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('permission', models.CharField(max_length=100, verbose_name='right')),
                ('first', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='first used')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='last used')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'use of a right',
                'verbose_name_plural': 'uses of rights',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('person', 'permission'), name='one_last_use_of_a_right')],
            },
        ),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
    ]
