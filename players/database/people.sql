-- Who is a player, who is staff, and what a role gives.

-- Nobody can sign in as a house player: the person of one is inactive and stays so, whichever process asks.
CREATE FUNCTION a_partner_cannot_sign_in() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    signs_in boolean;
BEGIN
    IF TG_TABLE_NAME = 'players_person' THEN
        signs_in := EXISTS (SELECT FROM players_player WHERE person_id = NEW.id AND status = 'partner');
    ELSE
        signs_in := EXISTS (SELECT FROM players_person WHERE id = NEW.person_id AND is_active);
    END IF;
    IF signs_in THEN
        RAISE EXCEPTION 'nobody can sign in as a house player' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_partner_cannot_sign_in
    BEFORE UPDATE OF is_active ON players_person
    FOR EACH ROW
    WHEN (new.is_active AND NOT old.is_active)
    EXECUTE FUNCTION a_partner_cannot_sign_in();
CREATE TRIGGER a_partner_is_nobody
    BEFORE INSERT ON players_player
    FOR EACH ROW
    WHEN (new.status = 'partner')
    EXECUTE FUNCTION a_partner_cannot_sign_in();

-- Nor does anybody become one.
CREATE FUNCTION a_partner_stays_one() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the status of a practice partner cannot be given or taken away' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER a_partner_stays_one
    BEFORE UPDATE OF status ON players_player
    FOR EACH ROW
    WHEN (old.status IS DISTINCT FROM new.status AND ('partner' = old.status OR 'partner' = new.status))
    EXECUTE FUNCTION a_partner_stays_one();

-- A practice partner, if there is none of this address. The croupier makes nobody else.
CREATE FUNCTION practice_partner_make(address text, name_at_tables text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    made bigint;
BEGIN
    IF address !~ '^partner-[0-9]+@partner\.invalid$' THEN
        RAISE EXCEPTION 'this is not the address of a practice partner' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM players_person WHERE email = address) THEN
        RETURN NULL;
    END IF;
    INSERT INTO players_person (password, is_superuser, first_name, last_name, is_staff, is_active, date_joined, email, language)
    VALUES ('!', false, '', '', false, false, clock_timestamp(), address, 'pt-pt') RETURNING id INTO made;
    INSERT INTO players_player (person_id, alias, status, since, testing)
    VALUES (made, name_at_tables, 'partner', clock_timestamp(), false) RETURNING id INTO made;
    RETURN made;
END $$;
GRANT EXECUTE ON FUNCTION practice_partner_make TO house_croupier;

-- A role that is given or taken ends what was signed in before.
CREATE FUNCTION players_role_changed() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    UPDATE players_person SET credential_epoch = credential_epoch + 1
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.person_id ELSE NEW.person_id END;
    RETURN NULL;
END $$;
CREATE TRIGGER players_role_changed
    AFTER INSERT OR DELETE ON players_person_groups
    FOR EACH ROW
    EXECUTE FUNCTION players_role_changed();

-- Until the end of its last day in Lisbon.
CREATE FUNCTION players_role_counts(person bigint, role integer) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT NOT EXISTS (
        SELECT FROM players_roleend AS e
        WHERE e.person_id = person AND e.role_id = role AND e.last_day < (now() AT TIME ZONE 'Europe/Lisbon')::date
    )
$$;
GRANT EXECUTE ON FUNCTION players_role_counts TO house_app, house_reader;

-- With the role goes its last day.
CREATE FUNCTION players_role_end_goes() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM players_roleend WHERE person_id = OLD.person_id AND role_id = OLD.group_id;
    RETURN NULL;
END $$;
CREATE TRIGGER players_role_end_goes
    AFTER DELETE ON players_person_groups
    FOR EACH ROW
    EXECUTE FUNCTION players_role_end_goes();

-- Staff hold no account to play with.
CREATE FUNCTION players_staff_do_not_play() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    -- The person's row is locked by whichever comes first, so that two at once cannot pass each other.
    IF TG_TABLE_NAME = 'players_player' THEN
        IF (SELECT is_staff OR is_superuser FROM players_person WHERE id = NEW.person_id FOR NO KEY UPDATE) THEN
            RAISE EXCEPTION 'staff may not hold a player account' USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_do_not_play';
        END IF;
    ELSIF (NEW.is_staff OR NEW.is_superuser) AND EXISTS (SELECT FROM players_player WHERE person_id = NEW.id AND status <> 'closed') THEN
        RAISE EXCEPTION 'a player may not be staff' USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_do_not_play';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER players_players_are_no_staff
    BEFORE UPDATE OF is_staff, is_superuser ON players_person
    FOR EACH ROW
    WHEN (new.is_staff OR new.is_superuser)
    EXECUTE FUNCTION players_staff_do_not_play();
CREATE TRIGGER players_staff_do_not_play
    BEFORE INSERT OR UPDATE OF person_id ON players_player
    FOR EACH ROW
    EXECUTE FUNCTION players_staff_do_not_play();

-- Whether a person of staff has this right («cashier.add_adjustment») by a role that counts today. A role gives the right, and
-- nothing else does: being a superuser is not a role. Row security does not bind the owner, so the role is asked here.
CREATE FUNCTION staff_may(person bigint, permission text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person AS p
        JOIN players_person_groups AS g ON g.person_id = p.id AND players_role_counts(g.person_id, g.group_id)
        JOIN auth_group_permissions AS gp ON gp.group_id = g.group_id
        JOIN auth_permission AS a ON a.id = gp.permission_id
        JOIN django_content_type AS t ON t.id = a.content_type_id
        WHERE p.id = person AND p.is_active AND p.is_staff AND permission = t.app_label || '.' || a.codename
    )
$$;
GRANT EXECUTE ON FUNCTION staff_may TO house_app;
