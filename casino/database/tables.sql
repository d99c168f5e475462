-- Who may write the tables of the framework and of the house itself. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml. Roles and their rights are written by the owner alone.

GRANT SELECT ON account_emailaddress TO house_app;
GRANT INSERT, UPDATE, DELETE ON account_emailaddress TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF user_id ON account_emailaddress
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('user_id');

GRANT SELECT ON account_emailconfirmation TO house_app;
GRANT INSERT, UPDATE, DELETE ON account_emailconfirmation TO house_web, house_worker;

GRANT SELECT ON auth_group TO house_app;

GRANT SELECT ON auth_group_permissions TO house_app;

GRANT SELECT ON auth_permission TO house_app;

GRANT SELECT, INSERT, UPDATE ON casino_scheduledtask TO house_worker;

GRANT SELECT ON casino_taskrun TO house_app;
GRANT INSERT, UPDATE ON casino_taskrun TO house_worker;

GRANT SELECT ON django_admin_log TO house_app;
GRANT INSERT ON django_admin_log TO house_web, house_worker;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF user_id ON django_admin_log
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('user_id');

GRANT SELECT ON django_content_type TO house_app;

GRANT SELECT ON django_migrations TO house_app;

GRANT SELECT ON django_session TO house_app;
GRANT INSERT, UPDATE, DELETE ON django_session TO house_web, house_worker;

GRANT SELECT ON mfa_authenticator TO house_app;
GRANT INSERT, UPDATE, DELETE ON mfa_authenticator TO house_web, house_worker;
