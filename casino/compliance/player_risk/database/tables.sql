-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON care_contact TO house_app;
GRANT INSERT ON care_contact TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON care_contact
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may care.add_contact, as person_id');
CREATE TRIGGER care_contact_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON care_contact
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();
