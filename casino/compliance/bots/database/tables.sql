-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON bots_finding TO house_web, house_worker;
GRANT INSERT ON bots_finding TO house_worker;
CREATE TRIGGER bots_finding_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON bots_finding
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

-- Days that no comparison needs any more are deleted. All of it follows from the record.
GRANT SELECT ON bots_playedday TO house_worker;
GRANT INSERT, UPDATE (decisions), DELETE ON bots_playedday TO house_worker;
