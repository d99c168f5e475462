-- A table plays only under what two people have seen, whichever process writes.
--
-- Its steps are in tables.sql. games/floor/changes.py asks the same questions for the pages; this is the law.

-- The digest of a change is that of its content, it is decided by staff, and none lowers or removes what players were promised.
CREATE FUNCTION floor_change_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql AS $$
DECLARE
    pace CONSTANT text[] := ARRAY['betting_seconds', 'decision_seconds', 'extra_seconds', 'rest_seconds', 'card_ms', 'languages'];
    was text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.digest <> encode(sha256(convert_to(NEW.data, 'UTF8')), 'hex') THEN
            RAISE EXCEPTION 'the digest does not match the content of the change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.base_id IS NOT NULL THEN
            SELECT data INTO was FROM games_tablesetting WHERE id = NEW.base_id AND table_id = NEW.table_id;
            IF was IS NULL THEN
                RAISE EXCEPTION 'the setting before the change belongs to another table' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
        END IF;
        IF NEW.alone AND (was IS NULL OR was::jsonb - pace <> NEW.data::jsonb - pace) THEN
            RAISE EXCEPTION 'one person may change only pace and languages' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NOT EXISTS (SELECT FROM players_person WHERE id = NEW.author_id AND is_staff AND is_active) THEN
            RAISE EXCEPTION 'only staff may propose a change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.state = 'confirmed' AND floor_change_touches_a_jackpot(OLD.base_id, NEW.data, NEW.table_id, OLD.state = 'deferred', OLD.decided) THEN
        RAISE EXCEPTION 'players have paid into this jackpot on the announced terms' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.setting_id IS NOT NULL AND (NEW.state NOT IN ('confirmed', 'applied') OR NOT EXISTS (
        SELECT FROM games_tablesetting WHERE id = NEW.setting_id AND table_id = NEW.table_id AND data = NEW.data AND digest = NEW.digest
    )) THEN
        RAISE EXCEPTION 'the setting made from a change must have the content of the change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.confirmer_id IS NOT NULL AND NOT EXISTS (SELECT FROM players_person WHERE id = NEW.confirmer_id AND is_staff AND is_active) THEN
        RAISE EXCEPTION 'only staff may decide a change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER floor_change_keeps_the_law
    BEFORE INSERT OR UPDATE ON floor_tablechange
    FOR EACH ROW
    EXECUTE FUNCTION floor_change_keeps_the_law();

-- What players have paid into a jackpot for is changed by nobody before it is won: the rate, the bet and the minimum wait for the next
-- win, the announced sums only go up, and the pot is not taken away.
CREATE FUNCTION floor_change_touches_a_jackpot(
    base bigint, will text, place bigint, deferred boolean, since timestamp with time zone
) RETURNS boolean
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
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
GRANT EXECUTE ON FUNCTION floor_change_touches_a_jackpot TO house_app;

-- Whether players have paid into the jackpot since it began.
CREATE FUNCTION floor_pot_has_contributions(place bigint) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
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
GRANT EXECUTE ON FUNCTION floor_pot_has_contributions TO house_app;

-- The second person of a step for many tables takes it at each of them: then a change is proposed in the name of the first.
CREATE FUNCTION floor_change_is_of_a_bulk_change(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM floor_bulkchange AS b
        LEFT JOIN games_tablesetting AS s ON s.id = b.source_id
        LEFT JOIN games_table AS t ON t.id = (later ->> 'table_id')::bigint
        LEFT JOIN games_tablesetting AS own ON own.id = t.setting_id
        WHERE b.author_id = (later ->> 'author_id')::bigint AND b.author_id <> identity_proven_person()
            AND b.state = 'proposed' AND b.tables @> (later -> 'table_id')
            AND CASE b.kind
                WHEN 'setting' THEN s.digest = later ->> 'digest'
                WHEN 'minimum' THEN (later ->> 'data')::jsonb = own.data::jsonb || jsonb_build_object('minimum', b.value)
                ELSE false
            END
    )
$$;
GRANT EXECUTE ON FUNCTION floor_change_is_of_a_bulk_change TO house_app;

-- The next version of a table's setting is made of its open change, by a person who may decide it.
CREATE FUNCTION table_setting_is_decided(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM floor_tablechange AS c
        WHERE c.table_id = (later ->> 'table_id')::bigint AND c.state = 'proposed' AND c.data = later ->> 'data'
            AND c.digest = later ->> 'digest' AND c.author_id = (later ->> 'author_id')::bigint
            AND CASE
                WHEN c.alone AND c.author_id = identity_proven_person() THEN true
                WHEN c.alone THEN identity_confirms(identity_proven_person()) AND floor_change_is_of_a_bulk_change(NULL, to_jsonb(c))
                ELSE identity_confirms(identity_proven_person()) AND c.author_id <> identity_proven_person()
            END
    ) AND (later ->> 'version')::int = 1 + coalesce((
        SELECT max(version) FROM games_tablesetting WHERE table_id = (later ->> 'table_id')::bigint
    ), 0)
$$;
GRANT EXECUTE ON FUNCTION table_setting_is_decided TO house_app;
