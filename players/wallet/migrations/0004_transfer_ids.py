"""The ids of transfers outside play are unique in all months, by a table of their own.

Only the database writes it, with the balances. The ids of play follow from the number of the event that causes the transfer.
"""

from django.db import migrations, models

IDS = """
CREATE TRIGGER wallet_transferid_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_transferid
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE INSERT, UPDATE, DELETE ON wallet_transferid FROM house_app;
INSERT INTO wallet_transferid
SELECT id FROM wallet_transfer
WHERE kind IN ('opening', 'deposit', 'withdrawal', 'withdrawal-paid', 'withdrawal-back', 'adjustment');
"""
BALANCES = """
CREATE OR REPLACE FUNCTION wallet_balances_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    reached bigint;
    wanted bigint;
    house bigint[];
BEGIN
    -- An account of the other currency, or none at all, is not reached, and then the whole set falls.
    WITH moved AS (
        SELECT account, currency, sum(cents) AS cents, count(*) AS moves
        FROM (
            SELECT source_id AS account, currency, -cents AS cents FROM posted
            UNION ALL
            SELECT target_id, currency, cents FROM posted
        ) AS sides
        GROUP BY account, currency
    ), written AS (
        UPDATE wallet_account AS a SET balance = a.balance + moved.cents, moves = a.moves + moved.moves
        FROM moved WHERE a.id = moved.account AND a.currency = moved.currency
        RETURNING a.id, a.player_id
    )%s
    SELECT count(*), (SELECT count(*) FROM moved), coalesce(array_agg(id) FILTER (WHERE player_id IS NULL), '{}')
    FROM written INTO reached, wanted, house;
    IF reached <> wanted THEN
        RAISE EXCEPTION 'a transfer names an account that is not there, or joins two currencies'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- Nearly every transfer has an account of the house on one side; only the others are looked at one by one.
    IF EXISTS (SELECT FROM posted WHERE source_id <> ALL (house) AND target_id <> ALL (house)) AND EXISTS (
        SELECT FROM posted
        JOIN wallet_account AS source ON source.id = posted.source_id
        JOIN wallet_account AS target ON target.id = posted.target_id
        WHERE source.player_id <> target.player_id
    ) THEN
        RAISE EXCEPTION 'money does not go from one player to another' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
"""
WRITES_IDS = """, ids AS (
        INSERT INTO wallet_transferid (id) SELECT id FROM posted
        WHERE kind IN ('opening', 'deposit', 'withdrawal', 'withdrawal-paid', 'withdrawal-back', 'adjustment')
    )"""


class Migration(migrations.Migration):

    dependencies = [
        ('wallet', '0003_accounts_of_a_kind'),
    ]

    operations = [
        migrations.CreateModel(
            name='TransferId',
            fields=[
                ('id', models.UUIDField(primary_key=True, serialize=False)),
            ],
            options={
                'verbose_name': 'id of a transfer',
                'verbose_name_plural': 'ids of transfers',
                'default_permissions': (),
            },
        ),
        migrations.RunSQL(BALANCES % WRITES_IDS, BALANCES % ""),
        migrations.RunSQL(IDS, "DROP TRIGGER wallet_transferid_append_only ON wallet_transferid"),
    ]
