-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON backoffice_alert TO house_app;
GRANT INSERT, UPDATE, DELETE ON backoffice_alert TO house_worker;

GRANT SELECT ON backoffice_providerattempt TO house_worker;

GRANT SELECT ON backoffice_rightuse TO house_app;
GRANT INSERT (permission, person_id), UPDATE (at) ON backoffice_rightuse TO house_web;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON backoffice_rightuse
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');

GRANT SELECT ON backoffice_savedfilter TO house_app;
GRANT INSERT, UPDATE, DELETE ON backoffice_savedfilter TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON backoffice_savedfilter
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');

GRANT SELECT ON backoffice_shift TO house_app;
GRANT INSERT, UPDATE ON backoffice_shift TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON backoffice_shift
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');

GRANT SELECT ON backoffice_staffchange TO house_app;
GRANT INSERT (email, kind, last_day, proposed_by_id, reason, role_id, state) ON backoffice_staffchange TO house_web;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF proposed_by_id ON backoffice_staffchange
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('proposed_by_id');

GRANT SELECT ON backoffice_staffpolicy TO house_app;

GRANT SELECT ON backoffice_webhookaddress TO house_app;
GRANT INSERT, UPDATE, DELETE ON backoffice_webhookaddress TO house_worker;

GRANT SELECT ON backoffice_webhookmessage TO house_app;
GRANT INSERT, UPDATE, DELETE ON backoffice_webhookmessage TO house_worker;

GRANT SELECT ON backoffice_webhookprogress TO house_app;
GRANT INSERT, UPDATE ON backoffice_webhookprogress TO house_worker;

GRANT SELECT ON backoffice_workclaim TO house_app;
GRANT INSERT, UPDATE ON backoffice_workclaim TO house_web, house_worker;

GRANT SELECT ON backoffice_worknote TO house_app;
GRANT INSERT ON backoffice_worknote TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON backoffice_worknote
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');
