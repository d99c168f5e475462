-- Who may write which table, and what stays as it was written. Everything not listed here is refused. Neither the croupier nor
-- compliance reads any of them: nobody may learn whom the house suspects (Lei 83/2017, article 54).

GRANT SELECT, INSERT, UPDATE (cause, digest), DELETE ON returning_blockedperson TO house_worker;

GRANT SELECT, INSERT, DELETE ON returning_trait TO house_worker;

GRANT SELECT ON returning_resemblance TO house_web, house_worker;
GRANT UPDATE (answer, decided, decider_id, state) ON returning_resemblance TO house_web;
GRANT INSERT, UPDATE (applied, state) ON returning_resemblance TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON returning_resemblance
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'update state open>same, answer, decided, decider_id: may returning.decide_resemblance, as decider_id, not author_id, confirmed',
        'update state open>another, answer, decided, decider_id: may returning.decide_resemblance, as decider_id, not author_id, confirmed'
    );
CREATE TRIGGER decision_takes_its_steps
    BEFORE INSERT OR UPDATE ON returning_resemblance
    FOR EACH ROW
    EXECUTE FUNCTION decision_takes_its_steps(
        'state',
        'person open>same: answer decided decider_id',
        'person open>another: answer decided decider_id',
        'worker open>gone: ',
        'worker same>same: applied',
        'worker another>another: applied',
        'worker gone>gone: applied'
    );
CREATE TRIGGER returning_resemblance_stays
    BEFORE UPDATE OF player_id, blocked_id, cause, player_digest, blocked_digest, likeness, sealed, made, author_id OR TRUNCATE ON returning_resemblance
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
-- No role may delete a case. It goes with the data of either player, because it holds words of both names.
CREATE FUNCTION returning_erased() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM returning_resemblance WHERE NEW.player_id IN (player_id, blocked_id);
    DELETE FROM returning_trait WHERE blocked_id = NEW.player_id;
    DELETE FROM returning_blockedperson WHERE player_id = NEW.player_id;
    RETURN NULL;
END $$;
CREATE TRIGGER returning_erased
    AFTER UPDATE OF status ON identity_erasure
    FOR EACH ROW
    WHEN (old.status <> 'done' AND new.status = 'done')
    EXECUTE FUNCTION returning_erased();
