-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON protection_absenceafterhand TO house_app;
GRANT INSERT, UPDATE (begun, length) ON protection_absenceafterhand TO house_web;
GRANT UPDATE (begun) ON protection_absenceafterhand TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_absenceafterhand
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert kind=pause begun=null: player',
        'insert kind=exclusion begun=null: player, confirmed',
        'update length: player, if absence_is_longer',
        'update begun null>*: player, if absence_has_begun'
    );
CREATE TRIGGER protection_absenceafterhand_stays
    BEFORE DELETE OR UPDATE OF player_id, kind, requested_at, reason, occupation OR TRUNCATE ON protection_absenceafterhand
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON protection_caremessage TO house_app;
GRANT UPDATE (answer, answered) ON protection_caremessage TO house_web;
GRANT INSERT ON protection_caremessage TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_caremessage
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('update answered null>*, answer: player');
CREATE TRIGGER protection_caremessage_stays
    BEFORE DELETE OR UPDATE OF player_id, alert, kind, texts, required, at OR TRUNCATE ON protection_caremessage
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON protection_deposithold TO house_web, house_worker;
GRANT UPDATE (reason, released, releaser_id) ON protection_deposithold TO house_web;
GRANT INSERT ON protection_deposithold TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_deposithold
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('update released null>*, releaser_id, reason: may protection.release_deposithold, as releaser_id, confirmed');
CREATE TRIGGER protection_deposithold_stays
    BEFORE DELETE OR UPDATE OF player_id, alert, at OR TRUNCATE ON protection_deposithold
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON protection_documentmark TO house_web, house_worker;
GRANT INSERT ON protection_documentmark TO house_web;
GRANT INSERT, DELETE ON protection_documentmark TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_documentmark
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: player | new player');

GRANT SELECT ON protection_exclusion TO house_app;
GRANT INSERT, UPDATE (ends, noticed, notified) ON protection_exclusion TO house_web;
GRANT INSERT, UPDATE (ends, notified, paid_out) ON protection_exclusion TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_exclusion
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert source=own noticed=null paid_out=null: player, confirmed',
        'insert source=national noticed=null paid_out=null: if exclusion_is_listed',
        'update source=own, noticed null>*, ends: player, confirmed, if early_end_is_asked_now',
        'update source=national, ends, notified: if exclusion_follows_the_list'
    );
CREATE TRIGGER protection_exclusion_stays
    BEFORE DELETE OR UPDATE OF player_id, source, reference, starts, requested_until, reason, occupation OR TRUNCATE ON protection_exclusion
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
ALTER TABLE protection_exclusion ADD CONSTRAINT own_exclusions_last CHECK (source <> 'own' OR ends IS NULL OR (ends AT TIME ZONE 'Europe/Lisbon') >= ((starts AT TIME ZONE 'Europe/Lisbon') + '3 mons'::interval) AND (noticed IS NULL OR NOT ends IS DISTINCT FROM requested_until OR (ends AT TIME ZONE 'Europe/Lisbon') >= ((noticed AT TIME ZONE 'Europe/Lisbon') + '1 mon'::interval)));

GRANT SELECT ON protection_habits TO house_app;
GRANT INSERT, UPDATE (limits_answered, reality_minutes) ON protection_habits TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_habits
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: player',
        'update limits_answered null>*: player',
        'update reality_minutes: player'
    );

GRANT SELECT ON protection_limit TO house_app;
GRANT INSERT, UPDATE (cancelled, notified) ON protection_limit TO house_web;
GRANT UPDATE (notified) ON protection_limit TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_limit
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert cancelled=null: player, confirmed, if limit_waits_if_higher',
        'update cancelled null>*, notified: player, if limit_still_waits'
    );
CREATE TRIGGER protection_limit_stays
    BEFORE DELETE OR UPDATE OF player_id, kind, period, value, requested_at, starts OR TRUNCATE ON protection_limit
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON protection_limitsquestion TO house_web, house_worker;
GRANT UPDATE (answer, answered) ON protection_limitsquestion TO house_web;
GRANT INSERT ON protection_limitsquestion TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_limitsquestion
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('update answered null>*, answer: player');
CREATE TRIGGER protection_limitsquestion_stays
    BEFORE DELETE OR UPDATE OF player_id, due, at OR TRUNCATE ON protection_limitsquestion
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON protection_nationalentry TO house_web, house_worker;
GRANT INSERT, UPDATE (changed, ends, mark, removed, starts) ON protection_nationalentry TO house_worker;

GRANT SELECT ON protection_nationalfeed TO house_app;
GRANT INSERT, UPDATE (entries, key, loaded, tried, trouble) ON protection_nationalfeed TO house_worker;

GRANT SELECT ON protection_nationallist TO house_web, house_worker;
GRANT INSERT, UPDATE (applied, digest, entries) ON protection_nationallist TO house_worker;

GRANT SELECT (id, at, outcome, changed), INSERT ON protection_nationalpush TO house_web;
GRANT SELECT, UPDATE (body, changed, outcome), DELETE ON protection_nationalpush TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_nationalpush
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert outcome="" changed=0: anybody (the register has no session and the worker verifies)');

GRANT SELECT ON protection_pause TO house_app;
GRANT INSERT ON protection_pause TO house_web;
GRANT INSERT, UPDATE (notified) ON protection_pause TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_pause
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: player');
CREATE TRIGGER protection_pause_stays
    BEFORE DELETE OR UPDATE OF player_id, starts, ends OR TRUNCATE ON protection_pause
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
ALTER TABLE protection_pause ADD CONSTRAINT a_pause_is_short CHECK ((ends AT TIME ZONE 'Europe/Lisbon') >= ((starts AT TIME ZONE 'Europe/Lisbon') + '1 day'::interval) AND (ends AT TIME ZONE 'Europe/Lisbon') <= ((starts AT TIME ZONE 'Europe/Lisbon') + '42 days'::interval));

GRANT SELECT ON protection_realitycheck TO house_web, house_worker;
GRANT INSERT ON protection_realitycheck TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_realitycheck
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: player');
CREATE TRIGGER protection_realitycheck_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON protection_realitycheck
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON protection_report TO house_web, house_worker;
GRANT INSERT ON protection_report TO house_web;
GRANT INSERT, UPDATE (next_try, sent, tries, trouble) ON protection_report TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON protection_report
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert sent=null tries=0: if exclusion_of_the_player');

GRANT SELECT ON protection_staked TO house_app;
