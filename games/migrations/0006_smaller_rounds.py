"""A round takes less room: one link of the chain for each transaction, and no index that nothing reads.

Rounds are found by their table and number, and stakes by their round and player; both have an index that begins so. Nothing looks
for the rounds of a sheet or a setting, neither of which is ever deleted.
"""

import django.db.models.deletion
from django.db import migrations, models

INDEXES = (
    ("games_round_table_id_5be85f68", "games_round", "table_id"),
    ("games_round_sheet_id_bbc73252", "games_round", "sheet_id"),
    ("games_round_setting_id_14496ae8", "games_round", "setting_id"),
    ("games_stake_round_id_43316e04", "games_stake", "round_id"),
)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0005_prizes_follow_a_stake'),
    ]

    operations = [
        migrations.AlterField(
            model_name='event',
            name='chain',
            field=models.BinaryField(null=True, verbose_name='chain'),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
                    f"CREATE INDEX CONCURRENTLY {name} ON {table} ({column})",
                )
                for name, table, column in INDEXES
            ],
            state_operations=[
                migrations.AlterField(
                    model_name='round',
                    name='table',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='games.table', verbose_name='table'),
                ),
                migrations.AlterField(
                    model_name='round',
                    name='sheet',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.rulesheet', verbose_name='rule sheet'),
                ),
                migrations.AlterField(
                    model_name='round',
                    name='setting',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.tablesetting', verbose_name='setting'),
                ),
                migrations.AlterField(
                    model_name='stake',
                    name='round',
                    field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='stakes', to='games.round', verbose_name='round'),
                ),
            ],
        ),
    ]
