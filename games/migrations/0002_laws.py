"""The laws of the record of play: events are append-only, a sheet and a setting never change once written.

The public key of a process is bound to the database role that registered it.
"""

from django.db import migrations

LAWS = """
CREATE TRIGGER games_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER games_stake_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_stake
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER games_tablesetting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_tablesetting
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER games_rulesheet_keeps_its_rules BEFORE UPDATE OF system, version, data, digest OR DELETE OR TRUNCATE ON games_rulesheet
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER games_round_keeps_its_promise BEFORE UPDATE OF table_id, number, commitment, sealed OR DELETE OR TRUNCATE ON games_round
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
"""

UNDO = """
DROP TRIGGER games_round_keeps_its_promise ON games_round;
DROP TRIGGER games_rulesheet_keeps_its_rules ON games_rulesheet;
DROP TRIGGER games_tablesetting_append_only ON games_tablesetting;
DROP TRIGGER games_stake_append_only ON games_stake;
DROP TRIGGER games_event_append_only ON games_event;
"""
# `session_user` is the role that signed in: neither SET ROLE nor a function that runs as its owner changes it.
# The owner of the table is not bound (tests and development sign in as the owner).
PROCESS_KEYS = """
CREATE FUNCTION games_processkey_belongs_to_its_role() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    process games_processkey := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
    IF TG_OP = 'DELETE' AND OLD.until < clock_timestamp() - interval '1 minute' THEN
        RETURN OLD;
    END IF;
    IF session_user <> 'house_' || process.kind
        AND NOT pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RAISE EXCEPTION 'the role % may not register a key of the kind %', session_user, process.kind
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND (NEW.id, NEW.kind, NEW.key, NEW.started) IS DISTINCT FROM (OLD.id, OLD.kind, OLD.key, OLD.started) THEN
        RAISE EXCEPTION 'the key of a process never changes' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF length(NEW.key) <> 32 THEN
        RAISE EXCEPTION 'a public key has 32 bytes' USING ERRCODE = 'check_violation';
    END IF;
    NEW.until := clock_timestamp() + interval '15 seconds';
    RETURN NEW;
END $$;
CREATE TRIGGER games_processkey_belongs_to_its_role BEFORE INSERT OR UPDATE OR DELETE ON games_processkey
    FOR EACH ROW EXECUTE FUNCTION games_processkey_belongs_to_its_role();
"""
UNDO_PROCESS_KEYS = """
DROP TRIGGER games_processkey_belongs_to_its_role ON games_processkey;
DROP FUNCTION games_processkey_belongs_to_its_role();
"""

# The states that proofs of the record have reached. Only the croupier adds to them.
PROVEN_STATES = """
CREATE TRIGGER games_provenstate_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_provenstate
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE INSERT, UPDATE, DELETE ON games_provenstate FROM house_app;
GRANT INSERT ON games_provenstate TO house_croupier;
"""
# The beacons that draws may depend on. Only the beacon process writes them, and it may do nothing else.
BEACONS = """
CREATE TRIGGER games_beaconchain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games_beaconchain
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER games_beaconvalue_is_final BEFORE UPDATE OR TRUNCATE ON games_beaconvalue
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE INSERT, UPDATE, DELETE ON games_beaconchain, games_beaconvalue, games_beaconwatch FROM house_app;
GRANT SELECT, INSERT ON games_beaconchain TO house_beacon;
GRANT SELECT, INSERT, DELETE ON games_beaconvalue TO house_beacon;
GRANT SELECT, INSERT, UPDATE ON games_beaconwatch TO house_beacon;
"""
UNDO_RECORDS = """
DROP TRIGGER games_beaconvalue_is_final ON games_beaconvalue;
DROP TRIGGER games_beaconchain_append_only ON games_beaconchain;
DROP TRIGGER games_provenstate_append_only ON games_provenstate;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0002_rights")]
    operations = [
        migrations.RunSQL(LAWS, UNDO),
        migrations.RunSQL(PROCESS_KEYS, UNDO_PROCESS_KEYS),
        migrations.RunSQL(PROVEN_STATES + BEACONS, UNDO_RECORDS),
    ]
