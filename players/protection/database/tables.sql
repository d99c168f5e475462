-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON protection_absenceafterhand TO house_app;
GRANT INSERT, UPDATE (begun, length) ON protection_absenceafterhand TO house_web;
GRANT UPDATE (begun) ON protection_absenceafterhand TO house_worker;
CREATE TRIGGER player_is_proven
    BEFORE INSERT OR UPDATE ON protection_absenceafterhand
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER protection_absenceafterhand_stays
    BEFORE DELETE OR UPDATE OF player_id, kind, asked OR TRUNCATE ON protection_absenceafterhand
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON protection_documentmark TO house_app;
GRANT INSERT, UPDATE, DELETE ON protection_documentmark TO house_web, house_worker;

GRANT SELECT ON protection_exclusion TO house_app;
GRANT INSERT, UPDATE ON protection_exclusion TO house_web, house_worker;
CREATE TRIGGER player_is_proven
    BEFORE INSERT OR UPDATE ON protection_exclusion
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER protection_exclusion_stays
    BEFORE DELETE OR UPDATE OF player_id, source, reference, starts, requested_until OR TRUNCATE ON protection_exclusion
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
ALTER TABLE protection_exclusion ADD CONSTRAINT own_exclusions_last CHECK (source <> 'own' OR ends IS NULL OR (ends AT TIME ZONE 'Europe/Lisbon') >= ((starts AT TIME ZONE 'Europe/Lisbon') + '3 mons'::interval) AND (noticed IS NULL OR NOT ends IS DISTINCT FROM requested_until OR (ends AT TIME ZONE 'Europe/Lisbon') >= ((noticed AT TIME ZONE 'Europe/Lisbon') + '1 mon'::interval)));

GRANT SELECT, INSERT, UPDATE, DELETE ON protection_habits TO house_app;

GRANT SELECT ON protection_limit TO house_app;
GRANT INSERT, UPDATE ON protection_limit TO house_web, house_worker;
CREATE TRIGGER player_is_proven
    BEFORE INSERT OR UPDATE ON protection_limit
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER protection_limit_stays
    BEFORE DELETE OR UPDATE OF player_id, kind, period, value, requested_at, starts OR TRUNCATE ON protection_limit
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON protection_nationalentry TO house_app;
GRANT INSERT, UPDATE, DELETE ON protection_nationalentry TO house_web, house_worker;

GRANT SELECT ON protection_nationalfeed TO house_app;
GRANT INSERT, UPDATE ON protection_nationalfeed TO house_web, house_worker;

GRANT SELECT ON protection_nationallist TO house_app;
GRANT INSERT, UPDATE ON protection_nationallist TO house_web, house_worker;

GRANT SELECT ON protection_pause TO house_app;
GRANT INSERT, UPDATE ON protection_pause TO house_web, house_worker;
CREATE TRIGGER player_is_proven
    BEFORE INSERT OR UPDATE ON protection_pause
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER protection_pause_stays
    BEFORE DELETE OR UPDATE OF player_id, starts, ends OR TRUNCATE ON protection_pause
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
ALTER TABLE protection_pause ADD CONSTRAINT a_pause_is_short CHECK ((ends AT TIME ZONE 'Europe/Lisbon') >= ((starts AT TIME ZONE 'Europe/Lisbon') + '1 day'::interval) AND (ends AT TIME ZONE 'Europe/Lisbon') <= ((starts AT TIME ZONE 'Europe/Lisbon') + '42 days'::interval));

GRANT SELECT, INSERT ON protection_realitycheck TO house_app;
CREATE TRIGGER player_is_proven
    BEFORE INSERT ON protection_realitycheck
    FOR EACH ROW
    EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER protection_realitycheck_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON protection_realitycheck
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON protection_report TO house_app;
GRANT INSERT, UPDATE ON protection_report TO house_web, house_worker;

GRANT SELECT ON protection_staked TO house_app;
