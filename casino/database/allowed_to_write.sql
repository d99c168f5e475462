-- Whether a web process may write this row: from which state to which, and for whom.
--
-- Web processes write most of what people do, and one that was taken over holds all their rights. So each table that they write
-- carries its laws as arguments of one trigger (`tables.sql`), each «what: who». What no law allows is refused.
--
--   what   insert | insert status=asked decided_by_id=null | delete | update column, status asked>done, until null>*
--          A column with «=» or «>» is a condition: the law counts only if the row has this value or takes this step. The columns of a
--          law of changes are those that it allows; `GRANT UPDATE` names the same columns.
--   who    alternatives by « | », each a list of conditions by «, »:
--          player [in column]   the session of this player is open and proven (players/identity/sign_in/proving.py); without «in»: player_id
--          person [in column]   the same of a person; without «in»: person_id
--          new player [in …], new person [in …]   somebody who registers now and has never signed in
--          staff                somebody of staff has proved the session
--          may app.codename     and holds this right by a role that counts today
--          as column            the column names the person of the proved session
--          not column           the column names somebody else: a second person decides
--          confirmed            the session was confirmed within the last minutes
--          if function          this function of the row before and after says so (jsonb, jsonb)
--          anybody (why)        no session is needed
CREATE FUNCTION allowed_to_write() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    before jsonb;
    after jsonb;
    law text;
    what text;
    answer text;
    objection text;
    allowed text[] := '{}';
    refused text;
BEGIN
    IF NOT identity_is_bound(TG_RELID) THEN
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    before := to_jsonb(OLD);
    after := to_jsonb(NEW);
    FOREACH law IN ARRAY TG_ARGV LOOP
        what := split_part(law, ': ', 1);
        CONTINUE WHEN NOT write_is_covered(what, lower(TG_OP), before, after);
        answer := write_objection(substr(law, length(what) + 3), before, coalesce(after, before));
        IF answer IS NULL THEN
            allowed := allowed || write_columns(what);
        END IF;
        objection := coalesce(objection, answer);
    END LOOP;
    IF TG_OP = 'UPDATE' THEN
        SELECT string_agg(key, ', ' ORDER BY key) INTO refused FROM jsonb_each(after)
        WHERE value IS DISTINCT FROM before -> key AND key <> ALL (allowed);
    ELSIF allowed = '{}' THEN
        refused := '';
    END IF;
    IF refused IS NOT NULL THEN
        RAISE EXCEPTION '% in %: % %', coalesce(objection, 'no law allows this'), TG_TABLE_NAME, lower(TG_OP), refused
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
GRANT EXECUTE ON FUNCTION allowed_to_write TO house_app;

-- Whether this law is about such a row: the same operation, and each of its conditions holds. An empty text is written «""».
CREATE FUNCTION write_is_covered(what text, operation text, before jsonb, after jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT split_part(what, ' ', 1) = operation AND NOT EXISTS (
        SELECT FROM regexp_matches(what, '(\w+)(?:=| ([\w*-]+|"")>)([\w*-]+|"")', 'g') AS step (part), LATERAL (
            SELECT coalesce(before ->> part[1], 'null') AS was, coalesce(coalesce(after, before) ->> part[1], 'null') AS is
        ) AS row_
        WHERE part[3] NOT IN ('*', row_.is) AND NOT (part[3] = '""' AND row_.is = '')
            OR part[2] IS NOT NULL AND (
                row_.was = row_.is OR part[2] NOT IN ('*', row_.was) AND NOT (part[2] = '""' AND row_.was = '')
            )
    )
$$;
GRANT EXECUTE ON FUNCTION write_is_covered TO house_app;

-- The columns that this law allows to change; for a row that comes or goes, its operation.
CREATE FUNCTION write_columns(what text) RETURNS text[]
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN what LIKE 'update %'
        THEN ARRAY(SELECT split_part(item, ' ', 1) FROM unnest(string_to_array(substr(what, 8), ', ')) AS i (item))
        ELSE ARRAY[split_part(what, ' ', 1)] END
$$;
GRANT EXECUTE ON FUNCTION write_columns TO house_app;

-- What is missing, or nothing if one of the alternatives holds.
CREATE FUNCTION write_objection(who text, before jsonb, after jsonb) RETURNS text
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
    me bigint := identity_proven_person();
    alternative text;
    condition text;
    word text[];
    place text;
    named bigint;
    holds boolean;
    objection text;
BEGIN
    FOREACH alternative IN ARRAY string_to_array(who, ' | ') LOOP
        holds := true;
        FOREACH condition IN ARRAY string_to_array(alternative, ', ') LOOP
            word := string_to_array(condition, ' ');
            IF condition ~ '^(new )?(player|person)( in \w+)?$' THEN
                place := CASE WHEN condition ~ 'player' THEN 'player' ELSE 'person' END;
                named := (after ->> CASE WHEN condition ~ ' in ' THEN word[cardinality(word)] ELSE place || '_id' END)::bigint;
                IF place = 'player' THEN
                    named := (SELECT person_id FROM players_player WHERE id = named);
                END IF;
                holds := CASE WHEN condition ~ '^new ' THEN identity_is_new(named) ELSE named = me END;
            ELSE
                holds := CASE word[1]
                    WHEN 'anybody' THEN true
                    WHEN 'staff' THEN identity_proves_staff()
                    WHEN 'may' THEN staff_may(me, word[2])
                    WHEN 'as' THEN (after ->> word[2])::bigint = me
                    WHEN 'not' THEN (after ->> word[2])::bigint IS DISTINCT FROM me AND me IS NOT NULL
                    WHEN 'confirmed' THEN identity_confirms(me)
                END;
                IF word[1] = 'if' THEN
                    EXECUTE format('SELECT %I($1, $2)', word[2]) INTO holds USING before, after;
                END IF;
            END IF;
            IF holds IS NOT TRUE THEN
                holds := false;
                objection := CASE
                    WHEN condition = 'confirmed' THEN format('person %s has not confirmed who they are', me)
                    ELSE coalesce(objection, format('no proof of being allowed (%s)', condition))
                END;
                EXIT;
            END IF;
        END LOOP;
        IF holds THEN
            RETURN NULL;
        END IF;
    END LOOP;
    RETURN objection;
END $$;
GRANT EXECUTE ON FUNCTION write_objection TO house_app;

-- Whose session the transaction proves.
CREATE FUNCTION identity_proven_person() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT person_id FROM identity_proven_sessions() LIMIT 1
$$;
GRANT EXECUTE ON FUNCTION identity_proven_person TO house_app;

-- The owner of a table, and a function that runs as the owner, are bound by none of these laws.
CREATE FUNCTION identity_is_bound(place oid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT pg_has_role(current_user, 'house_web', 'USAGE')
        AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = place), 'USAGE')
$$;
GRANT EXECUTE ON FUNCTION identity_is_bound TO house_app;
