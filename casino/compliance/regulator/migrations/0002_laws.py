"""The laws of the regulator's files: a file goes forward and never back, what was made of it never changes, and none is taken away."""

from django.db import migrations

LAWS = """
CREATE FUNCTION regulator_file_keeps_the_law() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'due' OR NEW.digest <> '' OR NEW.made IS NOT NULL OR NEW.delivered IS NOT NULL THEN
            RAISE EXCEPTION 'a file is due before it is made' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.sequence > 0 AND NOT EXISTS (
            SELECT FROM regulator_files_regulatorfile
            WHERE family = NEW.family AND since = NEW.since AND until = NEW.until AND sequence = NEW.sequence - 1
        ) THEN
            RAISE EXCEPTION 'a file is made again after it was made' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.family, OLD.day, OLD.hour, OLD.since, OLD.until, OLD.sequence, OLD.name, OLD.deadline, OLD.born, OLD.requested_by_id, OLD.reason)
        IS DISTINCT FROM
       (NEW.id, NEW.family, NEW.day, NEW.hour, NEW.since, NEW.until, NEW.sequence, NEW.name, NEW.deadline, NEW.born, NEW.requested_by_id, NEW.reason)
    THEN
        RAISE EXCEPTION 'what a file is of never changes' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.digest <> '' AND (OLD.digest, OLD.rows, OLD.size, OLD.totals, OLD.seal, OLD.made)
        IS DISTINCT FROM (NEW.digest, NEW.rows, NEW.size, NEW.totals, NEW.seal, NEW.made) THEN
        RAISE EXCEPTION 'what was made never changes: a file is made again under the next number'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.late IS NOT NULL AND NEW.late IS DISTINCT FROM OLD.late THEN
        RAISE EXCEPTION 'a file that was late stays so' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('due', 'made'), ('made', 'validated'), ('validated', 'reconciled'), ('reconciled', 'delivered'),
        ('due', 'failed'), ('made', 'failed'), ('validated', 'failed'), ('reconciled', 'failed')
    ) THEN
        RAISE EXCEPTION 'a file goes forward' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER regulator_file_keeps_the_law BEFORE INSERT OR UPDATE ON regulator_files_regulatorfile
    FOR EACH ROW EXECUTE FUNCTION regulator_file_keeps_the_law();
CREATE TRIGGER regulator_file_stays BEFORE DELETE OR TRUNCATE ON regulator_files_regulatorfile
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON regulator_files_regulatorfile FROM house_app;
GRANT UPDATE (state, late, rows, totals, digest, size, seal, receipt, error, tries, next_try, made, validated, reconciled, delivered)
    ON regulator_files_regulatorfile TO house_app;
"""
UNDO = """
DROP TRIGGER regulator_file_stays ON regulator_files_regulatorfile;
DROP TRIGGER regulator_file_keeps_the_law ON regulator_files_regulatorfile;
DROP FUNCTION regulator_file_keeps_the_law;
"""
# Rounds that ended in an hour are asked for every hour: pages of the table are skipped by their hours, and writing costs nothing.
HOURS = "CREATE INDEX round_by_end ON games_round USING brin (ended) WITH (pages_per_range = 16, autosummarize = on)"


class Migration(migrations.Migration):
    dependencies = [("regulator_files", "0001_initial"), ("casino", "0002_rights"), ("wallet", "0002_laws"), ("games", "0001_initial")]
    operations = [migrations.RunSQL(LAWS, UNDO), migrations.RunSQL(HOURS, "DROP INDEX round_by_end")]
