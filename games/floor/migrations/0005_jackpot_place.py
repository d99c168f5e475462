"""The law of the jackpot once more: its table has a name of its own, apart from the hour of a transfer."""

from django.db import migrations

DROP = "DROP FUNCTION floor_change_touches_a_jackpot(bigint, text, bigint, boolean, timestamptz);"

LAW = """
CREATE FUNCTION floor_change_touches_a_jackpot(base bigint, will text, place bigint, deferred boolean, since timestamptz)
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
    IF was = next OR NOT EXISTS (
        SELECT FROM wallet_account WHERE kind = 'jackpot' AND "table" = place AND balance > (was ->> 'minimum')::bigint
    ) THEN
        RETURN false;
    END IF;
    IF deferred AND EXISTS (
        SELECT FROM wallet_transfer AS w JOIN wallet_account AS a ON a.id = w.target_id
        WHERE a.kind = 'jackpot' AND a."table" = place AND w.road = 'jackpot-fill' AND w.at > since
    ) THEN
        RETURN false;
    END IF;
    RETURN jsonb_typeof(next) IS DISTINCT FROM 'object' OR was - 'fixed' <> next - 'fixed' OR EXISTS (
        SELECT FROM jsonb_each_text(was -> 'fixed') AS f WHERE (next -> 'fixed' ->> f.key)::bigint < f.value::bigint
    );
END $$;
"""

BEFORE = """
CREATE FUNCTION floor_change_touches_a_jackpot(base bigint, will text, at bigint, deferred boolean, since timestamptz)
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
    IF was = next OR NOT EXISTS (
        SELECT FROM wallet_account WHERE kind = 'jackpot' AND "table" = at AND balance > (was ->> 'minimum')::bigint
    ) THEN
        RETURN false;
    END IF;
    IF deferred AND EXISTS (
        SELECT FROM wallet_transfer AS w JOIN wallet_account AS a ON a.id = w.target_id
        WHERE a.kind = 'jackpot' AND a."table" = at AND w.road = 'jackpot-fill' AND w.at > since
    ) THEN
        RETURN false;
    END IF;
    RETURN jsonb_typeof(next) IS DISTINCT FROM 'object' OR was - 'fixed' <> next - 'fixed' OR EXISTS (
        SELECT FROM jsonb_each_text(was -> 'fixed') AS f WHERE (next -> 'fixed' ->> f.key)::bigint < f.value::bigint
    );
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("floor", "0004_jackpot_laws")]
    operations = [migrations.RunSQL(DROP + LAW, DROP + BEFORE)]
