"""What players have paid into a pot is counted since it last began, and not told from its balance.

After a prize a pot may stand below its minimum and still hold what players paid. Every transfer from the bank leaves a pot that has
begun: the bank adds to a prize only what the pot lacks, so that nothing is left of it (A47). Contributions whose months are in the archive
alone count where no later beginning is known.
"""

from django.db import migrations

LAW = """
CREATE FUNCTION floor_pot_has_contributions(place bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    WITH pot AS (
        SELECT a.id, (
            SELECT w.at FROM wallet_transfer AS w WHERE w.target_id = a.id AND w.kind = 'jackpot-fill' ORDER BY w.at DESC LIMIT 1
        ) AS began
        FROM wallet_account AS a WHERE a.kind = 'jackpot' AND a."table" = place AND a.balance > 0
    )
    SELECT EXISTS (
        SELECT FROM pot JOIN wallet_transfer AS w ON w.target_id = pot.id AND w.at > coalesce(pot.began, '-infinity')
            AND w.kind IN ('jackpot-share', 'jackpot-held-share')
    ) OR EXISTS (
        SELECT FROM pot JOIN wallet_detachedsum AS d ON d.account_id = pot.id AND pot.began IS NULL
            AND d.kind IN ('jackpot-share', 'jackpot-held-share') AND d.moves > 0
    )
$$;
CREATE OR REPLACE FUNCTION floor_change_touches_a_jackpot(base bigint, will text, place bigint, deferred boolean, since timestamptz)
RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
    was jsonb;
    next jsonb;
BEGIN
    SELECT data::jsonb -> 'jackpot' INTO was FROM games_tablesetting WHERE id = base;
    IF was IS NULL OR jsonb_typeof(was) <> 'object' THEN
        RETURN false;
    END IF;
    next := will::jsonb -> 'jackpot';
    IF was = next OR NOT floor_pot_has_contributions(place) THEN
        RETURN false;
    END IF;
    IF deferred AND EXISTS (
        SELECT FROM wallet_transfer AS w JOIN wallet_account AS a ON a.id = w.target_id
        WHERE a.kind = 'jackpot' AND a."table" = place AND w.kind = 'jackpot-fill' AND w.at > since
    ) THEN
        RETURN false;
    END IF;
    RETURN jsonb_typeof(next) IS DISTINCT FROM 'object' OR was - 'fixed' <> next - 'fixed' OR EXISTS (
        SELECT FROM jsonb_each_text(was -> 'fixed') AS f WHERE (next -> 'fixed' ->> f.key)::bigint < f.value::bigint
    );
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("floor", "0002_laws"), ("wallet", "0005_detached_sums")]
    # Going back leaves the function that the release before does not name.
    operations = [migrations.RunSQL(LAW, migrations.RunSQL.noop)]
