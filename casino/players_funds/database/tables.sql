-- Who may write which table, and what stays as it was written. Everything not listed here is refused.

-- Everybody reads the totals. The worker publishes them, and adds the place in the public log once.
GRANT SELECT ON players_funds_daytotal TO house_app;
GRANT INSERT, UPDATE (entry) ON players_funds_daytotal TO house_worker;

-- A total that was published has been seen.
CREATE FUNCTION players_funds_total_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.entry IS NOT NULL OR to_jsonb(NEW) - 'entry' <> to_jsonb(OLD) - 'entry' THEN
        RAISE EXCEPTION 'a total of players'' money stays as it was published' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER players_funds_total_stays
    BEFORE UPDATE ON players_funds_daytotal
    FOR EACH ROW
    EXECUTE FUNCTION players_funds_total_stays();
CREATE TRIGGER players_funds_total_is_kept
    BEFORE DELETE OR TRUNCATE ON players_funds_daytotal
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

-- Trees are written once and deleted as a whole. Web processes make players' proofs from them.
GRANT SELECT ON players_funds_daytree TO house_web, house_worker;
GRANT INSERT, DELETE ON players_funds_daytree TO house_worker;
CREATE TRIGGER players_funds_tree_stays
    BEFORE UPDATE OR TRUNCATE ON players_funds_daytree
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON players_funds_leaftile TO house_web, house_worker;
GRANT INSERT, DELETE ON players_funds_leaftile TO house_worker;
CREATE TRIGGER players_funds_leaves_stay
    BEFORE UPDATE OR TRUNCATE ON players_funds_leaftile
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON players_funds_placetile TO house_web, house_worker;
GRANT INSERT, DELETE ON players_funds_placetile TO house_worker;
CREATE TRIGGER players_funds_places_stay
    BEFORE UPDATE OR TRUNCATE ON players_funds_placetile
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
