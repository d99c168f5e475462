-- A file for the regulator is due, then made, then delivered; what was made stays as it is.

-- From due to made to delivered. One that is made again follows the one before.
CREATE FUNCTION regulator_file_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'due' OR NEW.digest <> '' OR NEW.made IS NOT NULL OR NEW.delivered IS NOT NULL THEN
            RAISE EXCEPTION 'a new file must be due, without content' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.sequence > 0 AND NOT EXISTS (
            SELECT FROM regulator_regulatorfile
            WHERE family = NEW.family AND since = NEW.since AND until = NEW.until AND sequence = NEW.sequence - 1
        ) THEN
            RAISE EXCEPTION 'a file can be made again only after it was made' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.family, OLD.day, OLD.hour, OLD.since, OLD.until, OLD.sequence, OLD.name, OLD.deadline, OLD.due_since, OLD.requested_by_id, OLD.reason)
        IS DISTINCT FROM
       (NEW.id, NEW.family, NEW.day, NEW.hour, NEW.since, NEW.until, NEW.sequence, NEW.name, NEW.deadline, NEW.due_since, NEW.requested_by_id, NEW.reason)
    THEN
        RAISE EXCEPTION 'the period, name and deadline of a file cannot change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.digest <> '' AND (OLD.digest, OLD.rows, OLD.size, OLD.totals, OLD.seal, OLD.made)
        IS DISTINCT FROM (NEW.digest, NEW.rows, NEW.size, NEW.totals, NEW.seal, NEW.made) THEN
        RAISE EXCEPTION 'a file that was made cannot change: it is made again under the next number'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.late IS NOT NULL AND NEW.late IS DISTINCT FROM OLD.late THEN
        RAISE EXCEPTION 'the time from which a file was late cannot change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('due', 'made'), ('made', 'validated'), ('validated', 'reconciled'), ('reconciled', 'delivered'),
        ('due', 'failed'), ('made', 'failed'), ('validated', 'failed'), ('reconciled', 'failed')
    ) THEN
        RAISE EXCEPTION 'a file only moves to its next state, or fails' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER regulator_file_keeps_the_law
    BEFORE INSERT OR UPDATE ON regulator_regulatorfile
    FOR EACH ROW
    EXECUTE FUNCTION regulator_file_keeps_the_law();
