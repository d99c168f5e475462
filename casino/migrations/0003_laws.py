"""Laws."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
CREATE FUNCTION duties_entry_keeps_the_law() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    about duties_occurrence%ROWTYPE;
    known text[];
BEGIN
    SELECT * INTO about FROM duties_occurrence WHERE id = NEW.occurrence_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('duties_occurrence', NEW.occurrence_id));
    known := ARRAY(SELECT kind FROM duties_occurrenceentry WHERE occurrence_id = NEW.occurrence_id);
    IF 'closed' = ANY (known) THEN
        RAISE EXCEPTION 'a closed occurrence takes no entry' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.done < about.noticed OR NEW.done > clock_timestamp() + interval '1 minute' THEN
        RAISE EXCEPTION 'nothing is done before it was noticed, nor in the future' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind = 'closed' AND (NEW.person_id = about.person_id OR NOT known @> ARRAY['reported', 'cause', 'solution']) THEN
        RAISE EXCEPTION 'a second person closes an occurrence that was reported, explained and solved'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""
NEW = r"""
CREATE FUNCTION duties_entry_keeps_the_law() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    about duties_occurrence%ROWTYPE;
    known text[];
    needed text[];
BEGIN
    SELECT * INTO about FROM duties_occurrence WHERE id = NEW.occurrence_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('duties_occurrence', NEW.occurrence_id));
    known := ARRAY(SELECT kind FROM duties_occurrenceentry WHERE occurrence_id = NEW.occurrence_id);
    IF 'closed' = ANY (known) THEN
        RAISE EXCEPTION 'a closed occurrence takes no entry' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.done < about.noticed OR NEW.done > clock_timestamp() + interval '1 minute' THEN
        RAISE EXCEPTION 'nothing is done before it was noticed, nor in the future' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    needed := ARRAY['reported', 'cause', 'solution'];
    IF about.kind = 'weakness' THEN
        needed := CASE
            WHEN EXISTS (
                SELECT FROM duties_occurrenceentry
                WHERE occurrence_id = NEW.occurrence_id AND kind = 'solution' AND done <= about.solve_by
            ) THEN ARRAY['cause', 'solution']
            ELSE ARRAY['reported', 'plan', 'cause', 'solution']
        END;
    END IF;
    IF NEW.kind = 'closed' AND (NEW.person_id = about.person_id OR NOT known @> needed) THEN
        RAISE EXCEPTION 'a second person closes an occurrence that was reported, explained and solved'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER regulator_alertfile_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON regulator_alertfile FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER regulator_reportedalert_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON regulator_reportedalert FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
GRANT SELECT ON regulator_alertfile TO house_app;
GRANT INSERT ON regulator_alertfile TO house_worker;
GRANT SELECT ON regulator_reportedalert TO house_app;
GRANT INSERT ON regulator_reportedalert TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("administration", "0001_initial"),
        ("audit", "0001_initial"),
        ("backoffice", "0001_initial"),
        ("bank", "0001_initial"),
        ("bots", "0001_initial"),
        ("care", "0001_initial"),
        ("cashier", "0001_initial"),
        ("casino", "0002_laws"),
        ("collusion", "0001_initial"),
        ("compliance", "0001_initial"),
        ("duties", "0003_severe_weaknesses_validated"),
        ("floor", "0001_initial"),
        ("games", "0001_initial"),
        ("history", "0001_initial"),
        ("identity", "0001_initial"),
        ("inbox", "0001_initial"),
        ("laundering", "0001_initial"),
        ("monitoring", "0001_initial"),
        ("players", "0001_initial"),
        ("protection", "0002_national_push"),
        ("regulator", "0002_data_behind_alerts"),
        ("reports", "0001_initial"),
        ("rtp_monitoring", "0001_initial"),
        ("rulebook", "0001_initial"),
        ("screening", "0001_initial"),
        ("self_checks", "0001_initial"),
        ("wallet", "0001_initial"),
    ]
    operations = [ChangeLaws(OLD, NEW)]
