"""The seals that were compared with the record. Only the worker adds to it."""

import django.db.models.functions.datetime
from django.db import migrations, models

LAWS = """
CREATE TRIGGER audit_sealcheck_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_sealcheck
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE INSERT, UPDATE, DELETE ON audit_sealcheck FROM house_app;
GRANT INSERT ON audit_sealcheck TO house_worker;
"""
UNDO = """
DROP TRIGGER audit_sealcheck_append_only ON audit_sealcheck;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0002_laws'),
        ('casino', '0001_rights'),
        ('wallet', '0002_laws'),
    ]

    operations = [
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
        migrations.RunSQL(LAWS, UNDO),
    ]
