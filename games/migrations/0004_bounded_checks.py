"""The states that proofs of the record have reached. Only the croupier adds to them."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

LAWS = """
CREATE TRIGGER games_provenstate_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_provenstate
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE INSERT, UPDATE, DELETE ON games_provenstate FROM house_app;
GRANT INSERT ON games_provenstate TO house_croupier;
"""
UNDO = """
DROP TRIGGER games_provenstate_append_only ON games_provenstate;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_stakes_for_protection'),
        ('casino', '0001_rights'),
        ('wallet', '0002_laws'),
    ]

    operations = [
        migrations.CreateModel(
            name='ProvenState',
            fields=[
                ('pk', models.CompositePrimaryKey('table_id', 'seq', 'complete', blank=True, editable=False, primary_key=True, serialize=False)),
                ('seq', models.BigIntegerField(verbose_name='last event')),
                ('at', models.DateTimeField(verbose_name='time of the last event')),
                ('complete', models.BooleanField(verbose_name='everything before it was compared')),
                ('sealed', models.BinaryField()),
                ('made', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='made')),
                ('table', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'proven state of a table',
                'verbose_name_plural': 'proven states of tables',
            },
        ),
        migrations.RunSQL(LAWS, UNDO),
    ]
