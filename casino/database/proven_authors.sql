-- A web process writes for somebody, and names an author, only with the proof of that person's open session.
--
-- Web processes write most of what people do, and one that was taken over could name anybody. So the transaction carries the
-- proof of the session (players/identity/proving.py), and triggers on each table (`tables.sql`) compare it. What moves money,
-- decides about a person or opens hands also asks for a session that was confirmed within the last minutes.

-- Players name themselves where they correct their own data.
CREATE FUNCTION author_confirms(place text, named bigint, written jsonb) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE
        WHEN place IN (
            'backoffice_staffchange', 'cashier_adjustment', 'cashier_decision', 'identity_erasure', 'reports_closingsignature'
        ) THEN identity_confirms(named)
        WHEN place IN ('identity_check', 'identity_identity') AND EXISTS (SELECT FROM players_person WHERE id = named AND is_staff)
            THEN identity_confirms(named)
        WHEN place = 'collusion_step' AND written ->> 'verb' = 'hands' THEN identity_confirms(named)
        ELSE true
    END
$$;

-- By the author's own open session; two cases in which somebody else's name is lawful are named below.
CREATE FUNCTION author_is_named_lawfully(place text, named bigint, written jsonb) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF named IS NULL THEN
        RETURN true;
    END IF;
    IF identity_proves(named) THEN
        IF author_confirms(place, named, written) THEN
            RETURN true;
        END IF;
        RAISE EXCEPTION 'person % has not confirmed who they are in %', named, place USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- While somebody registers, nobody has signed in as that person yet.
    IF place IN ('players_player', 'account_emailaddress') THEN
        RETURN identity_is_new(named);
    END IF;
    -- Confirming a step for many tables proposes it at each of them in the name of its author.
    IF place = 'floor_tablechange' THEN
        RETURN EXISTS (
            SELECT FROM floor_bulkchange AS b JOIN games_tablesetting AS s ON s.id = b.source_id
            WHERE b.author_id = named AND b.state = 'proposed' AND b.kind = 'setting'
                AND b.tables @> (written -> 'table_id') AND s.digest = written ->> 'digest'
        );
    END IF;
    RETURN false;
END $$;
GRANT EXECUTE ON FUNCTION author_is_named_lawfully TO house_app;

-- For each column that names an author: a new name in it is proven.
CREATE FUNCTION author_is_proven() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    place text;
    named bigint;
    earlier bigint;
BEGIN
    IF NOT identity_is_bound(TG_RELID) THEN
        RETURN NEW;
    END IF;
    FOREACH place IN ARRAY TG_ARGV LOOP
        EXECUTE format('SELECT ($1).%I', place) USING NEW INTO named;
        IF TG_OP = 'UPDATE' THEN
            EXECUTE format('SELECT ($1).%I', place) USING OLD INTO earlier;
        END IF;
        IF named IS DISTINCT FROM earlier AND NOT author_is_named_lawfully(TG_TABLE_NAME, named, to_jsonb(NEW)) THEN
            RAISE EXCEPTION 'nobody has proved to be person % in %', named, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
        END IF;
    END LOOP;
    RETURN NEW;
END $$;

-- The owner of a table, and a function that runs as the owner, are bound by none of these laws.
CREATE FUNCTION identity_is_bound(place oid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT pg_has_role(current_user, 'house_web', 'USAGE')
        AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = place), 'USAGE')
$$;
GRANT EXECUTE ON FUNCTION identity_is_bound TO house_app;

-- A withdrawal to an account that was changed is asked for by a confirmed session of its player.
CREATE FUNCTION player_confirms_withdrawal() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF identity_is_bound(TG_RELID) AND NOT player_has_confirmed(NEW.player_id) AND EXISTS (
        SELECT FROM identity_paymentaccount WHERE player_id = NEW.player_id AND until IS NULL AND usable IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'player % has not confirmed who they are in %', NEW.player_id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER player_is_proven_and_confirms
    BEFORE INSERT ON cashier_payment
    FOR EACH ROW
    WHEN (new.direction = 'withdrawal' AND new.status <> 'refused')
    EXECUTE FUNCTION player_confirms_withdrawal();

-- A payment account, and a withdrawal to one that was changed. The account of a registration is entered before
-- anybody has signed in.
CREATE FUNCTION player_has_confirmed(player bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT identity_confirms(person_id) OR identity_is_new(person_id) FROM players_player WHERE id = player
$$;
GRANT EXECUTE ON FUNCTION player_has_confirmed TO house_app;

-- The player, somebody of staff, or whoever registers this player now.
CREATE FUNCTION player_is_here(player bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT identity_proves(person_id) OR identity_proves_staff() OR identity_is_new(person_id)
    FROM players_player WHERE id = player
$$;
GRANT EXECUTE ON FUNCTION player_is_here TO house_app;

-- What is written about a player is written for somebody who is here.
CREATE FUNCTION player_is_proven() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF identity_is_bound(TG_RELID) AND NOT player_is_here(NEW.player_id) THEN
        RAISE EXCEPTION 'nobody has proved to act for player % in %', NEW.player_id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
