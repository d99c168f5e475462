"""The beacons that draws may depend on. Only the beacon process writes them, and it may do nothing else.

deploy/roles.sql makes its role.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

LAWS = """
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'house_beacon') THEN
        RAISE EXCEPTION 'Missing database role: house_beacon. Run CREATE ROLE house_beacon LOGIN as the administrator of the database first.';
    END IF;
END $$;
CREATE TRIGGER games_beaconchain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_beaconchain
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER games_beaconvalue_is_final BEFORE UPDATE OR TRUNCATE ON games_beaconvalue
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE INSERT, UPDATE, DELETE ON games_beaconchain, games_beaconvalue, games_beaconwatch FROM house_app;
GRANT SELECT, INSERT ON games_beaconchain TO house_beacon;
GRANT SELECT, INSERT, DELETE ON games_beaconvalue TO house_beacon;
GRANT SELECT, INSERT, UPDATE ON games_beaconwatch TO house_beacon;
"""
UNDO = """
DROP TRIGGER games_beaconvalue_is_final ON games_beaconvalue;
DROP TRIGGER games_beaconchain_append_only ON games_beaconchain;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_house_players'),
        ('casino', '0001_rights'),
        ('wallet', '0002_laws'),
    ]

    operations = [
        migrations.CreateModel(
            name='BeaconChain',
            fields=[
                ('name', models.CharField(max_length=30, primary_key=True, serialize=False, verbose_name='name')),
                ('hash', models.CharField(max_length=64, unique=True, verbose_name='hash of the chain')),
                ('public_key', models.CharField(max_length=192, verbose_name='public key')),
                ('genesis', models.BigIntegerField(verbose_name='time of the first value')),
                ('period', models.IntegerField(verbose_name='seconds between values')),
                ('group_hash', models.CharField(max_length=64, verbose_name='hash of the group')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='followed since')),
            ],
            options={
                'verbose_name': 'beacon',
                'verbose_name_plural': 'beacons',
            },
        ),
        migrations.CreateModel(
            name='BeaconWatch',
            fields=[
                ('name', models.CharField(max_length=30, primary_key=True, serialize=False, verbose_name='name')),
                ('at', models.DateTimeField(verbose_name='last look')),
                ('number', models.BigIntegerField(default=0, verbose_name='last value')),
                ('trouble', models.CharField(blank=True, max_length=20, verbose_name='trouble')),
                ('since', models.DateTimeField(null=True, verbose_name='since')),
                ('refused', models.BigIntegerField(default=0, verbose_name='refused values')),
                ('refused_at', models.DateTimeField(null=True, verbose_name='last refusal')),
                ('refused_why', models.CharField(blank=True, max_length=20, verbose_name='reason of the last refusal')),
                ('refused_relay', models.CharField(blank=True, max_length=200, verbose_name='relay of the last refusal')),
            ],
            options={
                'verbose_name': 'state of a beacon',
                'verbose_name_plural': 'states of beacons',
            },
        ),
        migrations.CreateModel(
            name='BeaconValue',
            fields=[
                ('pk', models.CompositePrimaryKey('chain_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.BigIntegerField(verbose_name='number')),
                ('signature', models.CharField(max_length=96, verbose_name='signature')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='stored')),
                ('chain', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.beaconchain', verbose_name='beacon')),
            ],
            options={
                'verbose_name': 'value of a beacon',
                'verbose_name_plural': 'values of beacons',
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='beacon_value_number'), models.CheckConstraint(condition=models.Q(('signature__regex', '^[0-9a-f]{96}$')), name='beacon_value_signature')],
            },
        ),
        migrations.RunSQL(LAWS, UNDO),
    ]
