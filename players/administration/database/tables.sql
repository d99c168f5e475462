-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON administration_playernote TO house_app;
GRANT INSERT ON administration_playernote TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON administration_playernote
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may administration.add_playernote, as by_id');
CREATE TRIGGER administration_playernote_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON administration_playernote
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_stays_until_erased();

GRANT SELECT ON administration_playertag TO house_app;
GRANT INSERT, DELETE ON administration_playertag TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON administration_playertag
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: may administration.add_playernote, as by_id',
        'delete: may administration.add_playernote'
    );
