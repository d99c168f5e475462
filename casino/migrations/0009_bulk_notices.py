"""Notices to many players: pages propose and decide, the worker alone sends, and what was proposed never changes.

Who decides has the right to, and is not the author. A player gets a notice once: receipts are the worker's.
"""

from django.db import migrations

LAWS = """
REVOKE INSERT, UPDATE, DELETE ON inbox_bulknotice, inbox_noticereceipt, inbox_marketingconsent FROM house_app;
GRANT INSERT, UPDATE (state, decider_id, decided, answer, stopper_id, stopped) ON inbox_bulknotice TO house_web;
GRANT UPDATE (state, cursor, sent, left_out, ended) ON inbox_bulknotice TO house_worker;
GRANT INSERT ON inbox_noticereceipt TO house_worker;
GRANT INSERT, UPDATE ON inbox_marketingconsent TO house_web;

CREATE FUNCTION inbox_staff_may(person bigint, code text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person AS p
        JOIN players_person_groups AS g ON g.person_id = p.id AND players_role_counts(g.person_id, g.group_id)
        JOIN auth_group_permissions AS gp ON gp.group_id = g.group_id
        JOIN auth_permission AS a ON a.id = gp.permission_id AND a.codename = code
        JOIN django_content_type AS t ON t.id = a.content_type_id AND t.app_label = 'inbox'
        WHERE p.id = person AND p.is_active AND p.is_staff
    )
$$;
REVOKE EXECUTE ON FUNCTION inbox_staff_may(bigint, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION inbox_staff_may(bigint, text) TO house_app;

CREATE FUNCTION inbox_notice_keeps_the_law() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    is_worker boolean := pg_has_role(current_user, 'house_worker', 'USAGE');
    is_owner boolean := pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE');
    step text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF (NEW.state, NEW.cursor, NEW.sent, NEW.left_out) <> ('proposed', 0, 0, '{}'::jsonb)
            OR num_nonnulls(NEW.decider_id, NEW.decided, NEW.stopper_id, NEW.stopped, NEW.ended) > 0 THEN
            RAISE EXCEPTION 'a notice begins as a proposal' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NOT (NEW.texts ?& ARRAY['pt-pt', 'en']) THEN
            RAISE EXCEPTION 'a notice has a text in each language' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NOT is_owner AND NOT inbox_staff_may(NEW.author_id, 'add_bulknotice') THEN
            RAISE EXCEPTION 'this person may not propose a notice' USING ERRCODE = 'insufficient_privilege';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.purpose, OLD.texts, OLD.recipients, OLD.expected, OLD.author_id, OLD.reason, OLD.at)
        IS DISTINCT FROM (NEW.id, NEW.purpose, NEW.texts, NEW.recipients, NEW.expected, NEW.author_id, NEW.reason, NEW.at) THEN
        RAISE EXCEPTION 'what was proposed never changes' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.decider_id IS NOT NULL AND (OLD.decider_id, OLD.decided) IS DISTINCT FROM (NEW.decider_id, NEW.decided) THEN
        RAISE EXCEPTION 'a notice is decided once' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    step := OLD.state || ' ' || NEW.state;
    IF step NOT IN (
        'proposed approved', 'proposed refused', 'proposed withdrawn', 'approved sending', 'approved sent', 'sending sending',
        'sending sent', 'approved stopped', 'sending stopped'
    ) THEN
        RAISE EXCEPTION 'a notice does not take this step: %', step USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF is_owner THEN
        RETURN NEW;
    END IF;
    IF is_worker <> (NEW.state IN ('sending', 'sent')) THEN
        RAISE EXCEPTION 'the role % may not take this step of a notice: %', current_user, step USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF OLD.decider_id IS NULL AND NEW.decider_id IS NOT NULL AND NOT inbox_staff_may(NEW.decider_id, 'approve_bulknotice')
        OR NEW.stopper_id IS NOT NULL AND NOT (
            inbox_staff_may(NEW.stopper_id, 'approve_bulknotice') OR inbox_staff_may(NEW.stopper_id, 'add_bulknotice')
        ) THEN
        RAISE EXCEPTION 'this person may not decide about a notice' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER inbox_notice_keeps_the_law BEFORE INSERT OR UPDATE ON inbox_bulknotice
    FOR EACH ROW EXECUTE FUNCTION inbox_notice_keeps_the_law();
CREATE TRIGGER inbox_notice_stays BEFORE DELETE OR TRUNCATE ON inbox_bulknotice
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER inbox_noticereceipt_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON inbox_noticereceipt
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER author_is_proven BEFORE INSERT OR UPDATE OF author_id, decider_id, stopper_id ON inbox_bulknotice
    FOR EACH ROW EXECUTE FUNCTION author_is_proven(author_id, decider_id, stopper_id);
CREATE TRIGGER player_is_proven BEFORE INSERT OR UPDATE ON inbox_marketingconsent
    FOR EACH ROW EXECUTE FUNCTION player_is_proven();
"""
UNDO = """
DROP TRIGGER player_is_proven ON inbox_marketingconsent;
DROP TRIGGER author_is_proven ON inbox_bulknotice;
DROP TRIGGER inbox_noticereceipt_append_only ON inbox_noticereceipt;
DROP TRIGGER inbox_notice_stays ON inbox_bulknotice;
DROP TRIGGER inbox_notice_keeps_the_law ON inbox_bulknotice;
DROP FUNCTION inbox_notice_keeps_the_law, inbox_staff_may;
REVOKE INSERT, UPDATE, DELETE ON inbox_bulknotice, inbox_noticereceipt, inbox_marketingconsent FROM house_web, house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0008_push"),
        ("inbox", "0004_bulk_notices"),
        ("players", "0004_role_ends"),
    ]
    operations = [migrations.RunSQL(LAWS, UNDO)]
