"""The laws of a table's setting, kept by the database itself: whoever writes, a table plays only under what two people have seen.

What is proposed is born open and unconfirmed, its digest is that of its content, and its content never changes. A table moves to a
setting only from the one that was looked at, along a change of exactly that content; a change that waits for a jackpot keeps the two people who signed it. The first setting of a house's own tables comes
with the house: whoever owns the tables sets it, and the role of the running house cannot.
"""

from django.db import migrations

# What players have paid into a jackpot for is changed by nobody before it is won: the rate, the bet and the minimum wait for the next
# win, the announced sums only go up, and the pot is not taken away.
JACKPOT = """
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
        WHERE a.kind = 'jackpot' AND a."table" = place AND w.kind = 'jackpot-fill' AND w.at > since
    ) THEN
        RETURN false;
    END IF;
    RETURN jsonb_typeof(next) IS DISTINCT FROM 'object' OR was - 'fixed' <> next - 'fixed' OR EXISTS (
        SELECT FROM jsonb_each_text(was -> 'fixed') AS f WHERE (next -> 'fixed' ->> f.key)::bigint < f.value::bigint
    );
END $$;
"""

CHANGE = """
CREATE FUNCTION floor_change_keeps_the_law() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    pace CONSTANT text[] := ARRAY['betting_seconds', 'decision_seconds', 'extra_seconds', 'rest_seconds', 'card_ms', 'languages'];
    was text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'proposed' OR NEW.confirmer_id IS NOT NULL OR NEW.setting_id IS NOT NULL OR NEW.decided IS NOT NULL THEN
            RAISE EXCEPTION 'a change is born open' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.digest <> encode(sha256(convert_to(NEW.data, 'UTF8')), 'hex') THEN
            RAISE EXCEPTION 'a change carries the digest of its content' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.base_id IS NOT NULL THEN
            SELECT data INTO was FROM games_tablesetting WHERE id = NEW.base_id AND table_id = NEW.table_id;
            IF was IS NULL THEN
                RAISE EXCEPTION 'a change starts from a setting of its own table' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
        END IF;
        IF NEW.alone AND (was IS NULL OR was::jsonb - pace <> NEW.data::jsonb - pace) THEN
            RAISE EXCEPTION 'one person sets the pace and the languages alone' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NOT EXISTS (SELECT FROM players_person WHERE id = NEW.author_id AND is_staff AND is_active) THEN
            RAISE EXCEPTION 'a change is proposed by staff' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.table_id, OLD.base_id, OLD.data, OLD.digest, OLD.alone, OLD.author_id, OLD.reason, OLD.at)
        IS DISTINCT FROM (NEW.id, NEW.table_id, NEW.base_id, NEW.data, NEW.digest, NEW.alone, NEW.author_id, NEW.reason, NEW.at) THEN
        RAISE EXCEPTION 'what was proposed never changes' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state NOT IN ('proposed', 'deferred') OR NEW.state = OLD.state THEN
        RAISE EXCEPTION 'a change is decided once' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state = 'deferred' AND (NEW.state NOT IN ('confirmed', 'refused', 'withdrawn') OR NEW.state = 'confirmed'
        AND (NEW.confirmer_id, NEW.decided) IS DISTINCT FROM (OLD.confirmer_id, OLD.decided)) THEN
        RAISE EXCEPTION 'what waits keeps whoever confirmed it, and when' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.state = 'confirmed' AND floor_change_touches_a_jackpot(OLD.base_id, NEW.data, NEW.table_id, OLD.state = 'deferred', OLD.decided) THEN
        RAISE EXCEPTION 'players have paid into this jackpot for what was announced' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.setting_id IS NOT NULL AND (NEW.state NOT IN ('confirmed', 'applied') OR NOT EXISTS (
        SELECT FROM games_tablesetting WHERE id = NEW.setting_id AND table_id = NEW.table_id AND data = NEW.data AND digest = NEW.digest
    )) THEN
        RAISE EXCEPTION 'the version made of a change has its content' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.confirmer_id IS NOT NULL AND NOT EXISTS (SELECT FROM players_person WHERE id = NEW.confirmer_id AND is_staff AND is_active) THEN
        RAISE EXCEPTION 'a change is decided by staff' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER floor_change_keeps_the_law BEFORE INSERT OR UPDATE ON floor_tablechange
    FOR EACH ROW EXECUTE FUNCTION floor_change_keeps_the_law();
CREATE TRIGGER floor_change_stays BEFORE DELETE OR TRUNCATE ON floor_tablechange
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON floor_tablechange FROM house_app;
GRANT UPDATE (state, confirmer_id, decided, answer, setting_id) ON floor_tablechange TO house_app;
"""

TABLE = """
CREATE FUNCTION games_table_plays_what_was_confirmed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    was bigint;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        was := OLD.setting_id;
        IF NEW.setting_id IS NOT DISTINCT FROM was THEN
            RETURN NEW;
        END IF;
    END IF;
    IF NEW.setting_id IS NULL THEN
        IF was IS NOT NULL THEN
            RAISE EXCEPTION 'a table keeps a setting' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF EXISTS (
        SELECT FROM floor_tablechange AS c JOIN games_tablesetting AS s ON s.id = c.setting_id
        WHERE c.setting_id = NEW.setting_id AND c.table_id = NEW.id AND c.base_id IS NOT DISTINCT FROM was
          AND s.table_id = NEW.id AND s.data = c.data AND s.digest = c.digest
          AND (c.state = 'confirmed' AND c.confirmer_id <> c.author_id OR c.state = 'applied' AND c.alone)
    ) THEN
        RETURN NEW;
    END IF;
    -- The tables that a house opens with, set by whoever made the house, before anything was played at them.
    IF was IS NULL AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'games_table'::regclass), 'MEMBER')
        AND EXISTS (SELECT FROM games_tablesetting WHERE id = NEW.setting_id AND table_id = NEW.id AND version = 1 AND author_id IS NULL)
        AND NOT EXISTS (SELECT FROM games_round WHERE table_id = NEW.id) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a table plays under a setting that was confirmed' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER games_table_plays_what_was_confirmed BEFORE INSERT OR UPDATE OF setting_id ON games_table
    FOR EACH ROW EXECUTE FUNCTION games_table_plays_what_was_confirmed();
"""

# Manual suspensions. While one lasts, nothing opens the table: not a person, the opening hours, a table session or an incident.
SUSPENSIONS = """
CREATE FUNCTION floor_suspended_stays_shut() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM floor_tablesuspension WHERE table_id = NEW.id AND ended IS NULL) THEN
        NEW.status := 'draining';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_suspended_table_stays_shut BEFORE UPDATE OF status ON games_table
    FOR EACH ROW WHEN (NEW.status = 'open') EXECUTE FUNCTION floor_suspended_stays_shut();
REVOKE DELETE ON floor_tablesuspension FROM house_app;
REVOKE UPDATE ON floor_tablesuspension FROM house_app;
GRANT UPDATE (ended, released_by_id, release_reason) ON floor_tablesuspension TO house_app;
"""

# Steps for many tables, by two people. Only pages write them, and what was proposed never changes.
BULK_CHANGES = """
REVOKE INSERT, UPDATE, DELETE ON floor_bulkchange FROM house_app;
GRANT INSERT, UPDATE (state, confirmer_id, decided, answer, results) ON floor_bulkchange TO house_web;
"""

UNDO = """
DROP TRIGGER a_suspended_table_stays_shut ON games_table;
DROP FUNCTION floor_suspended_stays_shut;
DROP TRIGGER games_table_plays_what_was_confirmed ON games_table;
DROP FUNCTION games_table_plays_what_was_confirmed;
DROP TRIGGER floor_change_stays ON floor_tablechange;
DROP TRIGGER floor_change_keeps_the_law ON floor_tablechange;
DROP FUNCTION floor_change_keeps_the_law;
DROP FUNCTION floor_change_touches_a_jackpot;
"""


class Migration(migrations.Migration):
    dependencies = [("floor", "0001_initial"), ("casino", "0002_rights"), ("players", "0001_initial")]
    operations = [migrations.RunSQL(JACKPOT + CHANGE + TABLE + SUSPENSIONS + BULK_CHANGES, UNDO)]
