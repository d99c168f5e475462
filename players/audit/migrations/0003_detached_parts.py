"""Which months left the database for the archive. Only the owner of the tables writes it."""

import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0002_laws'),
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
        migrations.RunSQL("REVOKE INSERT, UPDATE, DELETE ON audit_detachedpart FROM house_app", migrations.RunSQL.noop),
    ]
