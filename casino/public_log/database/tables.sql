-- Who may write which table, and what stays as it was written. Everything not listed here is refused.

-- Web processes serve files and make proofs.
GRANT SELECT ON public_log_head TO house_web, house_worker;
GRANT INSERT, UPDATE (size, root, until, published) ON public_log_head TO house_worker;

-- A log only grows: what was published has been seen.
CREATE FUNCTION public_log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.size < OLD.size OR NEW.until < OLD.until OR NEW.published < OLD.published
        OR (NEW.size = OLD.size AND NEW.root <> OLD.root) THEN
        RAISE EXCEPTION 'The public log only grows.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER public_log_only_grows
    BEFORE UPDATE ON public_log_head
    FOR EACH ROW
    EXECUTE FUNCTION public_log_only_grows();
CREATE TRIGGER public_log_head_stays
    BEFORE DELETE OR TRUNCATE ON public_log_head
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON public_log_stretch TO house_web, house_worker;
GRANT INSERT ON public_log_stretch TO house_worker;
CREATE TRIGGER public_log_stretch_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON public_log_stretch
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON public_log_cosigning TO house_web, house_worker;
GRANT INSERT, UPDATE (size, at, failure, tried) ON public_log_cosigning TO house_worker;
