-- A table's number only grows, it plays only a setting that two people have confirmed, and a suspended one stays shut.

-- Manual suspensions. While one lasts, nothing opens the table: not a person, the opening hours, a table session or an incident.
CREATE FUNCTION floor_suspended_stays_shut() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM floor_tablesuspension WHERE table_id = NEW.id AND ended IS NULL) THEN
        NEW.status := 'draining';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_suspended_table_stays_shut
    BEFORE UPDATE OF status ON games_table
    FOR EACH ROW
    WHEN (new.status = 'open')
    EXECUTE FUNCTION floor_suspended_stays_shut();

-- The last event of a table never goes back, but for the owner.
CREATE FUNCTION games_table_only_advances() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RAISE EXCEPTION 'the number of the last event of a table cannot decrease' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER games_table_only_advances
    BEFORE UPDATE OF version ON games_table
    FOR EACH ROW
    WHEN (new.version < old.version)
    EXECUTE FUNCTION games_table_only_advances();

-- A table moves to a setting only from the one that was looked at, along a confirmed change of exactly that content. The
-- first setting of a house's own tables comes with the house.
CREATE FUNCTION games_table_plays_what_was_confirmed() RETURNS trigger
    LANGUAGE plpgsql AS $$
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
            RAISE EXCEPTION 'a table cannot be left without a setting' USING ERRCODE = 'integrity_constraint_violation';
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
    -- The tables that a house opens with, set by the process that made the house, before anything was played at them.
    IF was IS NULL AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = 'games_table'::regclass), 'MEMBER')
        AND EXISTS (SELECT FROM games_tablesetting WHERE id = NEW.setting_id AND table_id = NEW.id AND version = 1 AND author_id IS NULL)
        AND NOT EXISTS (SELECT FROM games_round WHERE table_id = NEW.id) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the setting of this table has not been confirmed' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER games_table_plays_what_was_confirmed
    BEFORE INSERT OR UPDATE OF setting_id ON games_table
    FOR EACH ROW
    EXECUTE FUNCTION games_table_plays_what_was_confirmed();

-- What the laws of tables ask of other rows (tables.sql).

-- A table has a setting to open with.
CREATE FUNCTION table_has_a_setting(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT later ->> 'setting_id' IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION table_has_a_setting TO house_app;

-- No incident of the table is open.
CREATE FUNCTION table_incidents_are_closed(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT NOT EXISTS (SELECT FROM games_incident WHERE table_id = (later ->> 'id')::bigint AND closed IS NULL)
$$;
GRANT EXECUTE ON FUNCTION table_incidents_are_closed TO house_app;

-- Nobody sits there, and no round runs.
CREATE FUNCTION table_is_empty(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT later ->> 'seated' = '0' AND NOT EXISTS (
        SELECT FROM games_round
        WHERE table_id = (later ->> 'id')::bigint AND number = (later ->> 'round')::int AND status = 'open'
    )
$$;
GRANT EXECUTE ON FUNCTION table_is_empty TO house_app;

-- A new table is closed, has no setting, and nothing has happened there.
CREATE FUNCTION table_is_new(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT later - ARRAY['id', 'name', 'system', 'currency'] = jsonb_build_object(
        'status', 'closed', 'reason', '', 'setting_id', NULL, 'version', 0, 'chain', '\x', 'round', 0, 'seated', 0, 'partners', 0,
        'waiting', 0, 'due', NULL, 'inactivity_due', NULL, 'phase', '', 'recent', '', 'snapshot', '\x', 'snapshot_version', 0
    )
$$;
GRANT EXECUTE ON FUNCTION table_is_new TO house_app;

-- Somebody has suspended the table.
CREATE FUNCTION table_is_suspended(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM floor_tablesuspension WHERE table_id = (later ->> 'id')::bigint AND ended IS NULL)
$$;
GRANT EXECUTE ON FUNCTION table_is_suspended TO house_app;

-- Whoever is here ends the table's suspension in this transaction.
CREATE FUNCTION table_suspension_ends(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM floor_tablesuspension
        WHERE table_id = coalesce(later ->> 'table_id', later ->> 'id')::bigint
            AND ended >= transaction_timestamp() AND released_by_id = identity_proven_person()
    )
$$;
GRANT EXECUTE ON FUNCTION table_suspension_ends TO house_app;
