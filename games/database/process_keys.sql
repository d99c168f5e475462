-- The public key of a process is bound to the database role that registered it, so that no process speaks for another. Nobody
-- takes away a key that is in use.

-- `session_user` is the role that signed in: neither SET ROLE nor a function that runs as its owner changes it.
-- The owner of the table is not bound (tests and development sign in as the owner).
CREATE FUNCTION games_processkey_belongs_to_its_role() RETURNS trigger
    LANGUAGE plpgsql AS $$
DECLARE
    of_the_owner boolean := pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE');
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.until > clock_timestamp() - interval '1 minute' AND NOT of_the_owner THEN
            RAISE EXCEPTION 'the key of a running process cannot be deleted' USING ERRCODE = 'insufficient_privilege';
        END IF;
        RETURN OLD;
    END IF;
    IF session_user <> 'house_' || NEW.kind AND NOT of_the_owner THEN
        RAISE EXCEPTION 'the role % may not register a key of the kind %', session_user, NEW.kind
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF TG_OP = 'UPDATE' AND (NEW.id, NEW.kind, NEW.key, NEW.started) IS DISTINCT FROM (OLD.id, OLD.kind, OLD.key, OLD.started) THEN
        RAISE EXCEPTION 'the key of a process cannot change' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF length(NEW.key) <> 32 THEN
        RAISE EXCEPTION 'a public key has 32 bytes' USING ERRCODE = 'check_violation';
    END IF;
    NEW.until := clock_timestamp() + interval '15 seconds';
    RETURN NEW;
END $$;
CREATE TRIGGER games_processkey_belongs_to_its_role
    BEFORE INSERT OR DELETE OR UPDATE ON games_processkey
    FOR EACH ROW
    EXECUTE FUNCTION games_processkey_belongs_to_its_role();
