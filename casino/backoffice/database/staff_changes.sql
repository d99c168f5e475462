-- Staff come, go and get roles by a proposal that a second person approves; only these functions write who is staff.

-- The house's own roles make nobody staff, and change neither their state nor their address.
CREATE FUNCTION staff_change_by_two_people() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'INSERT' THEN
        IF NEW.is_staff OR NEW.is_superuser THEN
            RAISE EXCEPTION 'a change of staff needs two people' USING ERRCODE = 'insufficient_privilege';
        END IF;
    ELSIF (OLD.is_staff OR NEW.is_staff)
        AND (NEW.is_staff, NEW.is_active, NEW.email, NEW.date_joined) IS DISTINCT FROM (OLD.is_staff, OLD.is_active, OLD.email, OLD.date_joined)
        OR NEW.is_superuser THEN
        RAISE EXCEPTION 'a change of staff needs two people' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
-- Named so that it comes before the other triggers of the table.
CREATE TRIGGER a_staff_change_by_two_people
    BEFORE INSERT OR UPDATE ON players_person
    FOR EACH ROW
    EXECUTE FUNCTION staff_change_by_two_people();

-- Decides a proposal: «approved» and «refused» by a second person, «withdrawn» by the person who proposed it.
CREATE FUNCTION staff_change_decide(change bigint, person bigint, verdict text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    c backoffice_staffchange;
    subject players_person;
    days integer;
BEGIN
    SELECT * INTO c FROM backoffice_staffchange WHERE id = change FOR UPDATE;
    IF c.state IS DISTINCT FROM 'proposed' THEN
        RAISE EXCEPTION 'this change has already been decided' USING ERRCODE = 'FS001';
    END IF;
    SELECT * INTO subject FROM players_person WHERE lower(email) = lower(c.email) FOR UPDATE;
    IF verdict = 'withdrawn' THEN
        IF person <> c.proposed_by_id THEN
            RAISE EXCEPTION 'only its author may withdraw a proposal' USING ERRCODE = 'FS002';
        END IF;
    ELSIF verdict IN ('approved', 'refused') THEN
        IF person = c.proposed_by_id OR person = subject.id THEN
            RAISE EXCEPTION 'a person may not decide their own proposal or what concerns them' USING ERRCODE = 'FS002';
        END IF;
        IF NOT staff_may(person, 'backoffice.approve_staffchange') OR NOT staff_may(c.proposed_by_id, 'backoffice.propose_staffchange') THEN
            RAISE EXCEPTION 'a role is missing' USING ERRCODE = 'FS003';
        END IF;
        SELECT approver_days INTO STRICT days FROM backoffice_staffpolicy;
        IF (SELECT date_joined FROM players_person WHERE id = person) > clock_timestamp() - make_interval(days => days) THEN
            RAISE EXCEPTION 'the account of the person who decides is younger than % days', days USING ERRCODE = 'FS004';
        END IF;
        IF verdict = 'approved' AND c.last_day < (now() AT TIME ZONE 'Europe/Lisbon')::date THEN
            RAISE EXCEPTION 'the last day of the role has passed' USING ERRCODE = 'FS006';
        END IF;
    ELSE
        RAISE EXCEPTION 'unknown decision' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    UPDATE backoffice_staffchange SET state = verdict, decided_by_id = person, decided = clock_timestamp() WHERE id = change;
    IF verdict = 'approved' THEN
        IF c.kind = 'hire' THEN
            IF subject.id IS NOT NULL THEN
                RAISE EXCEPTION 'this address already has an account' USING ERRCODE = 'FS005';
            END IF;
            -- No password fits this one: the new member sets one by the e-mail for forgotten passwords.
            INSERT INTO players_person (password, is_superuser, first_name, last_name, is_staff, is_active, date_joined, email, language)
            VALUES ('!' || md5(random()::text), false, '', '', true, true, clock_timestamp(), lower(c.email), 'pt-pt')
            RETURNING * INTO subject;
        ELSIF subject.id IS NULL OR NOT subject.is_staff THEN
            RAISE EXCEPTION 'no member of staff has this address' USING ERRCODE = 'FS005';
        END IF;
        IF c.kind IN ('hire', 'grant') THEN
            INSERT INTO players_person_groups (person_id, group_id) VALUES (subject.id, c.role_id) ON CONFLICT DO NOTHING;
            -- The newest decision says when the role ends, also for who had it before.
            DELETE FROM players_roleend WHERE person_id = subject.id AND role_id = c.role_id;
            INSERT INTO players_roleend (person_id, role_id, last_day)
            SELECT subject.id, c.role_id, c.last_day WHERE c.last_day IS NOT NULL;
        ELSIF c.kind = 'revoke' THEN
            DELETE FROM players_person_groups WHERE person_id = subject.id AND group_id = c.role_id;
        ELSE
            UPDATE players_person SET is_active = (c.kind = 'restore') WHERE id = subject.id;
        END IF;
    END IF;
    INSERT INTO audit_line (at, kind, person_id, about, details, device)
    VALUES (
        clock_timestamp(), 'staff.change-' || verdict, person, 'staffchange:' || change,
        jsonb_build_object(
            'kind', c.kind, 'email', c.email, 'role', (SELECT name FROM auth_group WHERE id = c.role_id),
            'reason', c.reason, 'proposed_by', c.proposed_by_id
        ) || CASE WHEN c.last_day IS NULL THEN '{}' ELSE jsonb_build_object('last_day', c.last_day) END, ''
    );
END $$;
GRANT EXECUTE ON FUNCTION staff_change_decide TO house_web;

-- The function that decides a change of staff runs as the owner: here the session counts, not the role of the moment.
CREATE FUNCTION staff_change_decider_is_proven() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF NOT identity_proves(NEW.decided_by_id) THEN
        RAISE EXCEPTION 'no proof that this is person %', NEW.decided_by_id USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT identity_confirms(NEW.decided_by_id) THEN
        RAISE EXCEPTION 'person % has not confirmed who they are in %', NEW.decided_by_id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER staff_change_decider_is_proven
    BEFORE UPDATE OF decided_by_id ON backoffice_staffchange
    FOR EACH ROW
    EXECUTE FUNCTION staff_change_decider_is_proven();

-- By somebody who may propose it, and with a last day only where a role is given.
CREATE FUNCTION staff_change_is_a_proposal() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT staff_may(NEW.proposed_by_id, 'backoffice.propose_staffchange') THEN
        RAISE EXCEPTION 'this person may not propose a change of staff' USING ERRCODE = 'FS003';
    END IF;
    IF NEW.last_day IS NOT NULL AND NEW.kind NOT IN ('hire', 'grant') THEN
        RAISE EXCEPTION 'a last day is possible only for giving a role' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.last_day < (now() AT TIME ZONE 'Europe/Lisbon')::date THEN
        RAISE EXCEPTION 'the last day of the role has passed' USING ERRCODE = 'FS006';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER staff_change_is_a_proposal
    BEFORE INSERT ON backoffice_staffchange
    FOR EACH ROW
    EXECUTE FUNCTION staff_change_is_a_proposal();

-- The worker takes roles away after their last day, and learns whom to tell.
CREATE FUNCTION staff_roles_end() RETURNS TABLE (ended_email text, ended_language text, ended_role text, ended_day date)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    e record;
BEGIN
    FOR e IN
        SELECT r.id, r.person_id, r.role_id, r.last_day, p.email, p.language, g.name
        FROM players_roleend AS r
        JOIN players_person AS p ON p.id = r.person_id
        JOIN auth_group AS g ON g.id = r.role_id
        WHERE NOT players_role_counts(r.person_id, r.role_id)
        ORDER BY r.id FOR UPDATE OF r SKIP LOCKED
    LOOP
        DELETE FROM players_person_groups WHERE person_id = e.person_id AND group_id = e.role_id;
        DELETE FROM players_roleend WHERE id = e.id;
        INSERT INTO audit_line (at, kind, about, details, device)
        VALUES (
            clock_timestamp(), 'staff.role-ended', 'person:' || e.person_id,
            jsonb_build_object('email', e.email, 'role', e.name, 'last_day', e.last_day), ''
        );
        ended_email := e.email;
        ended_language := e.language;
        ended_role := e.name;
        ended_day := e.last_day;
        RETURN NEXT;
    END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION staff_roles_end TO house_worker;
