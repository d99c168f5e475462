"""The laws of a case, kept by the database itself: what was found and done stays, and a case is closed by two of the staff.

Where a case stands follows from its steps: it moves only together with the step that says so, of the person whom it names.
"""

from django.db import migrations

CASE = """
CREATE FUNCTION integrity_case_keeps_the_law() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last record;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'open' OR NEW.proposer_id IS NOT NULL OR NEW.signer_id IS NOT NULL OR NEW.decision <> '' THEN
            RAISE EXCEPTION 'a case is born open' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.kind, OLD.key, OLD.opened) IS DISTINCT FROM (NEW.id, NEW.kind, NEW.key, NEW.opened) THEN
        RAISE EXCEPTION 'what a case is about never changes' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state = 'closed' THEN
        RAISE EXCEPTION 'a case is closed once' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state = 'open' AND NEW.state = 'closed' OR OLD.state = 'looked-at' AND NEW.state = 'open' THEN
        RAISE EXCEPTION 'a case is open, is looked at, is closed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    SELECT verb, person_id, decision, reason INTO last FROM integrity_step
    WHERE case_id = NEW.id AND verb IN ('look', 'propose', 'return', 'sign') ORDER BY id DESC LIMIT 1;
    IF last.verb IS NULL
        OR NEW.state <> OLD.state AND last.verb <> (CASE NEW.state WHEN 'closed' THEN 'sign' ELSE 'look' END)
        OR NEW.state = 'closed' AND (NEW.signer_id, NEW.proposer_id, NEW.decision) IS DISTINCT FROM (last.person_id, OLD.proposer_id, OLD.decision)
        OR NEW.state <> 'closed' AND NEW.proposer_id IS NOT NULL AND (OLD.proposer_id IS NOT NULL
            OR last.verb <> 'propose' OR (NEW.proposer_id, NEW.decision, NEW.reason) IS DISTINCT FROM (last.person_id, last.decision, last.reason))
        OR NEW.state <> 'closed' AND NEW.proposer_id IS NULL AND OLD.proposer_id IS NOT NULL AND last.verb <> 'return' THEN
        RAISE EXCEPTION 'a case moves by its steps' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER integrity_case_keeps_the_law BEFORE INSERT OR UPDATE ON integrity_case
    FOR EACH ROW EXECUTE FUNCTION integrity_case_keeps_the_law();
CREATE TRIGGER integrity_case_stays BEFORE DELETE OR TRUNCATE ON integrity_case
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON integrity_case FROM house_app;
GRANT UPDATE (state, decision, reason, proposer_id, signer_id, closed) ON integrity_case TO house_app;
"""
STEP = """
CREATE FUNCTION integrity_step_is_of_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM players_person WHERE id = NEW.person_id AND is_staff AND is_active) THEN
        RAISE EXCEPTION 'a step of a case is taken by staff' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF length(btrim(NEW.reason)) < 8 THEN
        RAISE EXCEPTION 'a step of a case has its reason' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER integrity_step_is_of_staff BEFORE INSERT ON integrity_step
    FOR EACH ROW EXECUTE FUNCTION integrity_step_is_of_staff();
"""
KEPT = ("step", "evidence", "party", "look", "hand")
RECORD = "".join(
    f"""
CREATE TRIGGER integrity_{name}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON integrity_{name}
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON integrity_{name} FROM house_app;
"""
    for name in KEPT
)
UNDO = "".join(f"DROP TRIGGER integrity_{name}_append_only ON integrity_{name};" for name in KEPT) + """
DROP TRIGGER integrity_step_is_of_staff ON integrity_step;
DROP FUNCTION integrity_step_is_of_staff;
DROP TRIGGER integrity_case_stays ON integrity_case;
DROP TRIGGER integrity_case_keeps_the_law ON integrity_case;
DROP FUNCTION integrity_case_keeps_the_law;
"""


class Migration(migrations.Migration):
    dependencies = [("integrity", "0001_initial"), ("casino", "0002_rights"), ("wallet", "0002_laws"), ("inbox", "0001_initial")]
    operations = [migrations.RunSQL(CASE + STEP + RECORD, UNDO)]
