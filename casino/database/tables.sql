-- Who may write the tables of the framework and of the house itself. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml. Roles and their rights are written by the owner alone.

GRANT SELECT ON account_emailaddress TO house_web, house_worker;
GRANT INSERT, UPDATE (email) ON account_emailaddress TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON account_emailaddress
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: new person in user_id',
        'update email: person in user_id, confirmed, if address_is_being_changed'
    );

GRANT SELECT ON account_emailconfirmation TO house_web;

GRANT SELECT ON auth_group TO house_app;

GRANT SELECT ON auth_group_permissions TO house_app;

GRANT SELECT ON auth_permission TO house_app;

GRANT SELECT, INSERT, UPDATE (sent) ON casino_scheduledtask TO house_worker;

GRANT SELECT ON casino_taskrun TO house_app;
GRANT INSERT, UPDATE (error, failed, failing, known, lost, started, succeeded, worker) ON casino_taskrun TO house_worker;

GRANT SELECT, INSERT ON django_admin_log TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON django_admin_log
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: staff, as user_id');

GRANT SELECT ON django_content_type TO house_app;

GRANT SELECT ON django_migrations TO house_app;

GRANT SELECT ON django_session TO house_web, house_worker;
GRANT SELECT (expire_date, session_key) ON django_session TO house_croupier;
GRANT INSERT, UPDATE (expire_date, session_data), DELETE ON django_session TO house_web;
GRANT DELETE ON django_session TO house_worker;

GRANT SELECT ON mfa_authenticator TO house_web, house_worker;
GRANT INSERT, UPDATE (data, last_used_at), DELETE ON mfa_authenticator TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON mfa_authenticator
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: person in user_id, confirmed',
        'update last_used_at: anybody (a factor is shown before anybody has signed in)',
        'update data: person in user_id',
        'delete: person in user_id, confirmed'
    );
