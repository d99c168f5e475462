"""A web process writes for somebody, and names an author, only with the proof of that person's open session.

Web processes write most of what people do. Each row says who did it, and a web process that was taken over could
name anybody. Now the transaction carries the proof of the session (players.identity.proving), and a trigger
compares it.
"""

from django.db import migrations

# Who decided, asked or wrote: columns that name a person.
AUTHORS = {
    "account_emailaddress": "user_id",
    "administration_playernote": "by_id",
    "administration_playertag": "by_id",
    "backoffice_rightuse": "person_id",
    "backoffice_savedfilter": "person_id",
    "backoffice_shift": "person_id",
    "backoffice_staffchange": "proposed_by_id",
    "backoffice_worknote": "person_id",
    "care_contact": "person_id",
    "cashier_adjustment": "requested_by_id decided_by_id",
    "cashier_decision": "person_id",
    "django_admin_log": "user_id",
    "floor_bulkchange": "author_id confirmer_id",
    "floor_tablechange": "author_id confirmer_id",
    "floor_tablesuspension": "person_id released_by_id",
    "games_chatline": "hider_id",
    "games_chatmute": "by_id",
    "games_incident": "proposer_id confirmer_id",
    "identity_addresschange": "person_id",
    "identity_check": "by_id",
    "identity_erasure": "requested_by_id decided_by_id done_by_id",
    "identity_identity": "by_id",
    "identity_testaccount": "by_id",
    "inbox_complaint": "handler_id",
    "inbox_complaintword": "author_id",
    "integrity_case": "proposer_id signer_id",
    "integrity_step": "person_id",
    "players_player": "person_id",
    "regulator_files_regulatorfile": "requested_by_id",
    "reports_closingsignature": "person_id",
    "reports_issue": "by_id",
    "reports_reportmail": "by_id",
    "reports_reportschedule": "by_id ended_by_id",
    "returns_answer": "person_id",
    "rulebook_rulechange": "author_id",
    "rulebook_ruledocument": "person_id",
    "rulebook_rulestep": "person_id",
    "watch_manifest": "person_id",
}
# What is done for a player: by the player, by staff, or while the player registers.
PLAYERS = {
    "cashier_payment": "INSERT",
    "games_favourite": "INSERT",
    "games_registration": "INSERT",
    "history_copy": "INSERT",
    "identity_acceptance": "INSERT",
    "identity_identity": "INSERT OR UPDATE",
    "identity_paper": "INSERT",
    "identity_paymentaccount": "INSERT OR UPDATE",
    "identity_testaccount": "INSERT",
    "inbox_complaint": "INSERT",
    "protection_exclusion": "INSERT OR UPDATE",
    "protection_limit": "INSERT OR UPDATE",
    "protection_pause": "INSERT OR UPDATE",
    "protection_realitycheck": "INSERT",
}

LAWS = """
-- Only functions enter sign-ins (identity 0005), and a sign-in can only end.
REVOKE INSERT, UPDATE ON identity_signin FROM house_app, house_web, house_worker;
GRANT UPDATE (seen, ended, cause, session) ON identity_signin TO house_web, house_worker;
CREATE FUNCTION author_is_proven() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    place text;
    named bigint;
    earlier bigint;
BEGIN
    IF NOT identity_is_bound(TG_RELID) THEN
        RETURN NEW;
    END IF;
    FOREACH place IN ARRAY TG_ARGV LOOP
        EXECUTE format('SELECT ($1).%I', place) USING NEW INTO named;
        IF TG_OP = 'UPDATE' THEN
            EXECUTE format('SELECT ($1).%I', place) USING OLD INTO earlier;
        END IF;
        IF named IS DISTINCT FROM earlier AND NOT author_is_named_lawfully(TG_TABLE_NAME, named, to_jsonb(NEW)) THEN
            RAISE EXCEPTION 'nobody has proved to be person % in %', named, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
        END IF;
    END LOOP;
    RETURN NEW;
END $$;
CREATE FUNCTION author_is_named_lawfully(place text, named bigint, written jsonb) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF named IS NULL THEN
        RETURN true;
    END IF;
    IF identity_proves(named) THEN
        IF author_confirms(place, named, written) THEN
            RETURN true;
        END IF;
        RAISE EXCEPTION 'person % has not confirmed who they are in %', named, place USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- While somebody registers, nobody has signed in as that person yet.
    IF place IN ('players_player', 'account_emailaddress') THEN
        RETURN identity_is_new(named);
    END IF;
    -- Confirming a step for many tables proposes it at each of them in the name of its author.
    IF place = 'floor_tablechange' THEN
        RETURN EXISTS (
            SELECT FROM floor_bulkchange AS b JOIN games_tablesetting AS s ON s.id = b.source_id
            WHERE b.author_id = named AND b.state = 'proposed' AND b.kind = 'setting'
                AND b.tables @> (written -> 'table_id') AND s.digest = written ->> 'digest'
        );
    END IF;
    RETURN false;
END $$;
CREATE FUNCTION player_is_proven() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF identity_is_bound(TG_RELID) AND NOT player_is_here(NEW.player_id) THEN
        RAISE EXCEPTION 'nobody has proved to act for player % in %', NEW.player_id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION player_is_here(player bigint) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT identity_proves(person_id) OR identity_proves_staff() OR identity_is_new(person_id)
    FROM players_player WHERE id = player
$$;
CREATE FUNCTION player_keeps_the_person() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF (NEW.id, NEW.person_id) IS DISTINCT FROM (OLD.id, OLD.person_id) THEN
        RAISE EXCEPTION 'a player stays who they are' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF identity_is_bound(TG_RELID) AND NOT player_is_here(NEW.id) THEN
        RAISE EXCEPTION 'nobody has proved to act for player %', NEW.id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER player_keeps_the_person BEFORE UPDATE ON players_player
    FOR EACH ROW EXECUTE FUNCTION player_keeps_the_person();
REVOKE EXECUTE ON FUNCTION author_is_named_lawfully(text, bigint, jsonb), player_is_here(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION author_is_named_lawfully(text, bigint, jsonb), player_is_here(bigint) TO house_app;

-- The function that decides a change of staff runs as the owner: here the session counts, not the role of the moment.
CREATE FUNCTION staff_change_decider_is_proven() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF NOT identity_proves(NEW.decided_by_id) THEN
        RAISE EXCEPTION 'nobody has proved to be person %', NEW.decided_by_id USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT identity_confirms(NEW.decided_by_id) THEN
        RAISE EXCEPTION 'person % has not confirmed who they are in %', NEW.decided_by_id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER staff_change_decider_is_proven BEFORE UPDATE OF decided_by_id ON backoffice_staffchange
    FOR EACH ROW EXECUTE FUNCTION staff_change_decider_is_proven();
""" + "".join(
    f"""
CREATE TRIGGER author_is_proven BEFORE INSERT OR UPDATE OF {", ".join(columns.split())} ON {table}
    FOR EACH ROW EXECUTE FUNCTION author_is_proven({", ".join(columns.split())});
"""
    for table, columns in AUTHORS.items()
) + "".join(
    f"""
CREATE TRIGGER player_is_proven BEFORE {events} ON {table} FOR EACH ROW EXECUTE FUNCTION player_is_proven();
"""
    for table, events in PLAYERS.items()
)
UNDO = (
    "".join(f"DROP TRIGGER player_is_proven ON {table};" for table in PLAYERS)
    + "".join(f"DROP TRIGGER author_is_proven ON {table};" for table in AUTHORS)
    + """
DROP TRIGGER staff_change_decider_is_proven ON backoffice_staffchange;
DROP FUNCTION staff_change_decider_is_proven;
DROP TRIGGER player_keeps_the_person ON players_player;
DROP FUNCTION player_keeps_the_person, player_is_here, player_is_proven, author_is_named_lawfully, author_is_proven;
GRANT INSERT, UPDATE ON identity_signin TO house_web, house_worker;
"""
)


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0003_writers"),
        ("cashier", "0003_payouts"),
        ("floor", "0002_laws"),
        ("identity", "0005_proven_sign_ins"),
    ]
    operations = [migrations.RunSQL(LAWS, UNDO)]
