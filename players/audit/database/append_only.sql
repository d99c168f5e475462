-- What is on the record stays as it was written. Triggers on each table (`tables.sql`) call these functions.

-- Refuses. The trigger names what may not be done, and to which columns.
CREATE FUNCTION record_is_append_only() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the record is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- A trigger that lets nothing through but the one function below: it runs as the owner of the tables, and no process is the owner.
CREATE FUNCTION record_stays_until_erased() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('feltro.erasing', true) = 'yes'
       AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the record is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
