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
        RAISE EXCEPTION 'the last event of a table never goes back' USING ERRCODE = 'integrity_constraint_violation';
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
CREATE TRIGGER games_table_plays_what_was_confirmed
    BEFORE INSERT OR UPDATE OF setting_id ON games_table
    FOR EACH ROW
    EXECUTE FUNCTION games_table_plays_what_was_confirmed();
