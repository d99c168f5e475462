"""The laws of staff: nobody is a superuser, and an account of the staff changes only by two people.

A process of the house can write none of it. It may propose a change and ask the database to decide it: the function looks at
both people, applies the change as the owner of the tables, and writes the audit line, all in one transaction.
"""

from django.db import migrations

NO_SUPERUSERS = "ALTER TABLE players_person ADD CONSTRAINT nobody_is_a_superuser CHECK (NOT is_superuser)"

PROTECTED = """
CREATE FUNCTION staff_change_by_two_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'INSERT' THEN
        IF NEW.is_staff OR NEW.is_superuser THEN
            RAISE EXCEPTION 'staff change by two people only' USING ERRCODE = 'insufficient_privilege';
        END IF;
    ELSIF (OLD.is_staff OR NEW.is_staff)
        AND (NEW.is_staff, NEW.is_active, NEW.email, NEW.date_joined) IS DISTINCT FROM (OLD.is_staff, OLD.is_active, OLD.email, OLD.date_joined)
        OR NEW.is_superuser THEN
        RAISE EXCEPTION 'staff change by two people only' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
-- Named so that it comes before the other triggers of the table.
CREATE TRIGGER a_staff_change_by_two_people BEFORE INSERT OR UPDATE ON players_person
    FOR EACH ROW EXECUTE FUNCTION staff_change_by_two_people();
REVOKE INSERT, UPDATE, DELETE ON players_person_groups, players_person_user_permissions, backoffice_staffpolicy FROM house_app;
REVOKE DELETE ON players_person FROM house_app;
REVOKE INSERT, UPDATE, DELETE ON backoffice_staffchange FROM house_app;
GRANT INSERT (kind, email, role_id, reason, state, proposed_by_id) ON backoffice_staffchange TO house_web;
"""

DECISIONS = """
CREATE FUNCTION staff_may(person bigint, code text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person AS p
        JOIN players_person_groups AS g ON g.person_id = p.id
        JOIN auth_group_permissions AS gp ON gp.group_id = g.group_id
        JOIN auth_permission AS a ON a.id = gp.permission_id AND a.codename = code
        JOIN django_content_type AS t ON t.id = a.content_type_id AND t.app_label = 'backoffice'
        WHERE p.id = person AND p.is_active AND p.is_staff
    )
$$;
CREATE FUNCTION staff_change_is_a_proposal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.state <> 'proposed' OR NEW.decided_by_id IS NOT NULL OR NEW.decided IS NOT NULL THEN
        RAISE EXCEPTION 'a change of staff begins as a proposal' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT staff_may(NEW.proposed_by_id, 'propose_staffchange') THEN
        RAISE EXCEPTION 'this person may not propose a change of staff' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER staff_change_is_a_proposal BEFORE INSERT ON backoffice_staffchange
    FOR EACH ROW EXECUTE FUNCTION staff_change_is_a_proposal();

-- Decides a proposal: «approved» and «refused» by a second person, «withdrawn» by whoever proposed it.
CREATE FUNCTION staff_change_decide(change bigint, person bigint, verdict text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    c backoffice_staffchange;
    subject players_person;
    days integer;
BEGIN
    SELECT * INTO c FROM backoffice_staffchange WHERE id = change FOR UPDATE;
    IF c.state IS DISTINCT FROM 'proposed' THEN
        RAISE EXCEPTION 'already decided' USING ERRCODE = 'FS001';
    END IF;
    SELECT * INTO subject FROM players_person WHERE lower(email) = lower(c.email) FOR UPDATE;
    IF verdict = 'withdrawn' THEN
        IF person <> c.proposed_by_id THEN
            RAISE EXCEPTION 'only its author withdraws a proposal' USING ERRCODE = 'FS002';
        END IF;
    ELSIF verdict IN ('approved', 'refused') THEN
        IF person = c.proposed_by_id OR person = subject.id THEN
            RAISE EXCEPTION 'nobody decides what they proposed or what concerns themselves' USING ERRCODE = 'FS002';
        END IF;
        IF NOT staff_may(person, 'approve_staffchange') OR NOT staff_may(c.proposed_by_id, 'propose_staffchange') THEN
            RAISE EXCEPTION 'a role is missing' USING ERRCODE = 'FS003';
        END IF;
        SELECT approver_days INTO STRICT days FROM backoffice_staffpolicy;
        IF (SELECT date_joined FROM players_person WHERE id = person) > clock_timestamp() - make_interval(days => days) THEN
            RAISE EXCEPTION 'the account of who decides is younger than % days', days USING ERRCODE = 'FS004';
        END IF;
    ELSE
        RAISE EXCEPTION 'no such verdict' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    UPDATE backoffice_staffchange SET state = verdict, decided_by_id = person, decided = clock_timestamp() WHERE id = change;
    IF verdict = 'approved' THEN
        IF c.kind = 'hire' THEN
            IF subject.id IS NOT NULL THEN
                RAISE EXCEPTION 'there is an account of this address already' USING ERRCODE = 'FS005';
            END IF;
            -- No password fits this one: the new member sets one by the letter for forgotten passwords.
            INSERT INTO players_person (password, is_superuser, first_name, last_name, is_staff, is_active, date_joined, email, language)
            VALUES ('!' || md5(random()::text), false, '', '', true, true, clock_timestamp(), lower(c.email), 'pt-pt')
            RETURNING * INTO subject;
        ELSIF subject.id IS NULL OR NOT subject.is_staff THEN
            RAISE EXCEPTION 'nobody of the staff has this address' USING ERRCODE = 'FS005';
        END IF;
        IF c.kind IN ('hire', 'grant') THEN
            INSERT INTO players_person_groups (person_id, group_id) VALUES (subject.id, c.role_id) ON CONFLICT DO NOTHING;
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
        ), ''
    );
END $$;
REVOKE EXECUTE ON FUNCTION staff_change_decide FROM PUBLIC;
GRANT EXECUTE ON FUNCTION staff_change_decide TO house_web;
"""
# Claims and shifts end, and notes stay as they were written.
WORK = """
REVOKE DELETE ON backoffice_workclaim, backoffice_shift FROM house_app;
REVOKE UPDATE, DELETE ON backoffice_worknote FROM house_app;
"""

# When each person last opened a page by each right. Only the pages of the back office write it.
RIGHT_USES = """
REVOKE INSERT, UPDATE, DELETE ON backoffice_rightuse FROM house_app;
GRANT INSERT (person_id, permission), UPDATE (at) ON backoffice_rightuse TO house_web;
"""

UNDO = """
DROP FUNCTION staff_change_decide;
DROP TRIGGER staff_change_is_a_proposal ON backoffice_staffchange;
DROP FUNCTION staff_change_is_a_proposal;
DROP FUNCTION staff_may;
DROP TRIGGER a_staff_change_by_two_people ON players_person;
DROP FUNCTION staff_change_by_two_people;
ALTER TABLE players_person DROP CONSTRAINT nobody_is_a_superuser;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("backoffice", "0001_initial"),
        ("players", "0002_laws"),
        ("audit", "0002_laws"),
        ("casino", "0002_rights"),
    ]
    operations = [migrations.RunSQL(NO_SUPERUSERS + ";" + PROTECTED + DECISIONS + WORK + RIGHT_USES, UNDO)]
