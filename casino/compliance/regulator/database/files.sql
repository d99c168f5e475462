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

-- What an envelope has in it stays as it was sealed. It is laid down once, then fetched once.
CREATE FUNCTION regulator_envelope_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.laid_down IS NOT NULL OR NEW.fetched IS NOT NULL THEN
            RAISE EXCEPTION 'a new envelope was not laid down yet' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.day, OLD.name, OLD.deadline, OLD.digest, OLD.size, OLD.sealed)
        IS DISTINCT FROM (NEW.id, NEW.day, NEW.name, NEW.deadline, NEW.digest, NEW.size, NEW.sealed)
    THEN
        RAISE EXCEPTION 'an envelope that was sealed cannot change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (OLD.laid_down IS NOT NULL AND NEW.laid_down IS DISTINCT FROM OLD.laid_down)
        OR (OLD.fetched IS NOT NULL AND NEW.fetched IS DISTINCT FROM OLD.fetched)
        OR (OLD.laid_down IS NULL AND NEW.fetched IS NOT NULL)
    THEN
        RAISE EXCEPTION 'an envelope is laid down once, and then fetched once' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER regulator_envelope_keeps_the_law
    BEFORE INSERT OR UPDATE ON regulator_envelope
    FOR EACH ROW
    EXECUTE FUNCTION regulator_envelope_keeps_the_law();

-- Only a file that was delivered leaves, and the regulator answers once, after its envelope was laid down.
CREATE FUNCTION regulator_answer_keeps_the_law() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.verdict <> '' OR NOT EXISTS (
            SELECT FROM regulator_regulatorfile WHERE id = NEW.file_id AND state = 'delivered'
        ) THEN
            RAISE EXCEPTION 'a file in a new envelope was delivered and not answered' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.envelope_id, OLD.file_id) IS DISTINCT FROM (NEW.id, NEW.envelope_id, NEW.file_id) OR OLD.verdict <> '' THEN
        RAISE EXCEPTION 'the regulator answers once, and a file stays in its envelope' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.verdict <> '' AND NOT EXISTS (
        SELECT FROM regulator_envelope WHERE id = NEW.envelope_id AND fetched IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'an envelope is fetched before its files are answered' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER regulator_answer_keeps_the_law
    BEFORE INSERT OR UPDATE ON regulator_envelopedfile
    FOR EACH ROW
    EXECUTE FUNCTION regulator_answer_keeps_the_law();
