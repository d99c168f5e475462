"""The laws of identity: what was asked, answered and accepted is only added to; an identity, a document and a sign-in stay,
and so do the addresses that a change names. A value that changes, or is erased, takes the digest for the search with it.
"""

from django.db import migrations

LAWS = """
CREATE TRIGGER identity_check_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_check
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER identity_terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_terms
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER identity_acceptance_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_acceptance
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER identity_testaccount_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity_testaccount
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER identity_identity_stays BEFORE DELETE OR TRUNCATE ON identity_identity
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON identity_check, identity_terms, identity_acceptance, identity_testaccount, identity_paper FROM house_app;
REVOKE DELETE ON identity_identity, identity_paymentaccount, identity_signin, identity_addresschange FROM house_app;
"""

FORGETS = """
CREATE FUNCTION search_marks_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_TABLE_NAME = 'identity_identity' THEN
        IF NEW.nif <> OLD.nif THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'nif';
        END IF;
        IF NEW.document_number <> OLD.document_number THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'document';
        END IF;
    ELSIF NEW.iban <> OLD.iban THEN
        DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'iban';
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION search_marks_forget() FROM PUBLIC;
CREATE TRIGGER identity_identity_search_marks AFTER UPDATE OF nif, document_number ON identity_identity
    FOR EACH ROW EXECUTE FUNCTION search_marks_forget();
CREATE TRIGGER identity_paymentaccount_search_marks AFTER UPDATE OF iban ON identity_paymentaccount
    FOR EACH ROW EXECUTE FUNCTION search_marks_forget();
REVOKE UPDATE ON identity_searchmark FROM house_app;
"""
# The words of a name without accents, in any order (`players.administration.player_search`).
NAME_WORDS = """
CREATE INDEX identity_by_name_words ON identity_identity USING gin (
    to_tsvector('simple', regexp_replace(lower(normalize(name, NFKD)), '[\\u0300-\\u036f]', '', 'g'))
);
"""

UNDO = """
DROP INDEX identity_by_name_words;
DROP TRIGGER identity_paymentaccount_search_marks ON identity_paymentaccount;
DROP TRIGGER identity_identity_search_marks ON identity_identity;
DROP FUNCTION search_marks_forget();
DROP TRIGGER identity_identity_stays ON identity_identity;
DROP TRIGGER identity_testaccount_append_only ON identity_testaccount;
DROP TRIGGER identity_acceptance_append_only ON identity_acceptance;
DROP TRIGGER identity_terms_append_only ON identity_terms;
DROP TRIGGER identity_check_append_only ON identity_check;
"""


class Migration(migrations.Migration):
    dependencies = [("identity", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(LAWS + FORGETS + NAME_WORDS, UNDO)]
