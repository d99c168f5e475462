"""A proposal may name the last day of the role that it gives, and a function takes roles away that have ended.

The database decides both: a proposal names no day that is over, nobody approves one after its last day, and a role that has ended
proposes and approves nothing. The worker calls `staff_roles_end`, which writes the audit lines as well.
"""

from django.db import migrations, models

RIGHTS = """
REVOKE INSERT, UPDATE, DELETE ON players_roleend FROM house_app;
GRANT INSERT (last_day) ON backoffice_staffchange TO house_web;
REVOKE EXECUTE ON FUNCTION players_role_counts(bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION players_role_counts(bigint, integer) TO house_app, house_reader;
"""
DECISIONS = """
CREATE OR REPLACE FUNCTION staff_may(person bigint, code text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person AS p
        JOIN players_person_groups AS g ON g.person_id = p.id AND players_role_counts(g.person_id, g.group_id)
        JOIN auth_group_permissions AS gp ON gp.group_id = g.group_id
        JOIN auth_permission AS a ON a.id = gp.permission_id AND a.codename = code
        JOIN django_content_type AS t ON t.id = a.content_type_id AND t.app_label = 'backoffice'
        WHERE p.id = person AND p.is_active AND p.is_staff
    )
$$;
CREATE OR REPLACE FUNCTION staff_change_is_a_proposal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.state <> 'proposed' OR NEW.decided_by_id IS NOT NULL OR NEW.decided IS NOT NULL THEN
        RAISE EXCEPTION 'a change of staff begins as a proposal' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT staff_may(NEW.proposed_by_id, 'propose_staffchange') THEN
        RAISE EXCEPTION 'this person may not propose a change of staff' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.last_day IS NOT NULL AND NEW.kind NOT IN ('hire', 'grant') THEN
        RAISE EXCEPTION 'only a role that is given has a last day' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.last_day < (now() AT TIME ZONE 'Europe/Lisbon')::date THEN
        RAISE EXCEPTION 'the last day of the role is over' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION staff_change_decide(change bigint, person bigint, verdict text) RETURNS void
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
        IF verdict = 'approved' AND c.last_day < (now() AT TIME ZONE 'Europe/Lisbon')::date THEN
            RAISE EXCEPTION 'the last day of the role is over' USING ERRCODE = 'FS006';
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
"""
ENDS = """
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
REVOKE EXECUTE ON FUNCTION staff_roles_end() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION staff_roles_end() TO house_worker;
"""


# As migration 0002 made them.
UNDO = """
CREATE OR REPLACE FUNCTION staff_may(person bigint, code text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person AS p
        JOIN players_person_groups AS g ON g.person_id = p.id
        JOIN auth_group_permissions AS gp ON gp.group_id = g.group_id
        JOIN auth_permission AS a ON a.id = gp.permission_id AND a.codename = code
        JOIN django_content_type AS t ON t.id = a.content_type_id AND t.app_label = 'backoffice'
        WHERE p.id = person AND p.is_active AND p.is_staff
    )
$$;
CREATE OR REPLACE FUNCTION staff_change_is_a_proposal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.state <> 'proposed' OR NEW.decided_by_id IS NOT NULL OR NEW.decided IS NOT NULL THEN
        RAISE EXCEPTION 'a change of staff begins as a proposal' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT staff_may(NEW.proposed_by_id, 'propose_staffchange') THEN
        RAISE EXCEPTION 'this person may not propose a change of staff' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION staff_change_decide(change bigint, person bigint, verdict text) RETURNS void
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
DROP FUNCTION staff_roles_end;
"""


class Migration(migrations.Migration):
    dependencies = [("backoffice", "0003_webhooks"), ("players", "0004_role_ends"), ("casino", "0004_proven_authors")]
    operations = [
        migrations.AddField(
            model_name="staffchange",
            name="last_day",
            field=models.DateField(blank=True, null=True, verbose_name="last day"),
        ),
        migrations.RunSQL(RIGHTS + DECISIONS + ENDS, UNDO),
    ]
