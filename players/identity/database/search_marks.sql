-- Marks by which staff find people without the marks telling who they are.

-- With what they were made of. Of what is sealed nobody here can say which part has changed: all are made anew.
CREATE FUNCTION search_marks_forget() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_TABLE_NAME = 'identity_identity' THEN
        IF NEW.nif <> OLD.nif OR NEW.papers IS DISTINCT FROM OLD.papers THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'nif';
        END IF;
        IF NEW.document_number <> OLD.document_number OR NEW.papers IS DISTINCT FROM OLD.papers THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'document';
        END IF;
    -- The number of an account changes only when it is sealed, which keeps its mark, or taken away.
    ELSIF NEW.sealed IS NULL THEN
        DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'iban';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER identity_identity_search_marks
    AFTER UPDATE OF nif, document_number, papers ON identity_identity
    FOR EACH ROW
    EXECUTE FUNCTION search_marks_forget();
CREATE TRIGGER identity_paymentaccount_search_marks
    AFTER UPDATE OF iban, sealed ON identity_paymentaccount
    FOR EACH ROW
    EXECUTE FUNCTION search_marks_forget();
