-- The register of the generator's parts names only changes that the regulator authorised.

-- Authorised, whether already in force or not.
CREATE FUNCTION self_checks_entry_names_an_approved_change() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.change_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM rulebook_rulechange WHERE id = NEW.change_id AND generator
            AND state IN ('authorised', 'scheduled', 'in-force', 'superseded')
    ) THEN
        RAISE EXCEPTION 'the regulator has not authorised this change of the generator' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER self_checks_entry_names_an_approved_change
    BEFORE INSERT ON self_checks_partentry
    FOR EACH ROW
    EXECUTE FUNCTION self_checks_entry_names_an_approved_change();
