-- Who may write which table, and what stays as it was written. Everything not listed here is refused. Neither the croupier nor
-- compliance reads any of them: nobody may learn whom the house suspects (Lei 83/2017, article 54).

GRANT SELECT ON screening_entry TO house_web, house_worker;
GRANT INSERT, UPDATE (births, countries, digest, kind, names, removed_id, since_id) ON screening_entry TO house_worker;

GRANT SELECT ON screening_listimport TO house_web, house_worker;
GRANT INSERT ON screening_listimport TO house_worker;
CREATE TRIGGER screening_listimport_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON screening_listimport
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON screening_match TO house_web, house_worker;
GRANT UPDATE (answer, decided, decider_id, state) ON screening_match TO house_web;
GRANT INSERT, UPDATE (freed, held, state) ON screening_match TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON screening_match
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'update state open>confirmed, answer, decided, decider_id: may screening.decide_match, as decider_id, not author_id, confirmed',
        'update state open>dismissed, answer, decided, decider_id: may screening.decide_match, as decider_id, not author_id, confirmed',
        'update state confirmed>dismissed, answer, decided, decider_id: may screening.decide_match, as decider_id, not author_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON screening_match
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person open>confirmed: answer decided decider_id',
        'person open>dismissed: answer decided decider_id',
        'person confirmed>dismissed: answer decided decider_id',
        'worker open>gone: ',
        'worker confirmed>confirmed: held',
        'worker dismissed>dismissed: freed'
    );
CREATE TRIGGER screening_match_stays
    BEFORE UPDATE OF player_id, entry_id, kind, player_digest, entry_digest, likeness, made, author_id OR TRUNCATE ON screening_match
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
-- No role may delete a match. It goes with the data of its player, ten years after the account, because it holds words of the name.
CREATE FUNCTION screening_erased() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM screening_match WHERE player_id = NEW.player_id;
    DELETE FROM screening_screened WHERE player_id = NEW.player_id;
    RETURN NULL;
END $$;
CREATE TRIGGER screening_erased
    AFTER UPDATE OF status ON identity_erasure
    FOR EACH ROW
    WHEN (old.status <> 'done' AND new.status = 'done')
    EXECUTE FUNCTION screening_erased();

GRANT SELECT ON screening_screened TO house_worker;
GRANT INSERT, UPDATE (at, digest, until) ON screening_screened TO house_worker;
