-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON games_attendance TO house_app;
GRANT INSERT, UPDATE, DELETE ON games_attendance TO house_croupier;

GRANT SELECT ON games_beaconchain TO house_app;
GRANT SELECT, INSERT ON games_beaconchain TO house_beacon;
-- The beacons that draws may depend on. Only the beacon process writes them, and it may do nothing else.
CREATE TRIGGER games_beaconchain_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON games_beaconchain
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON games_beaconvalue TO house_app;
GRANT SELECT, INSERT, DELETE ON games_beaconvalue TO house_beacon;
CREATE TRIGGER games_beaconvalue_is_final
    BEFORE UPDATE OR TRUNCATE ON games_beaconvalue
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON games_beaconwatch TO house_app;
GRANT SELECT, INSERT, UPDATE ON games_beaconwatch TO house_beacon;

GRANT SELECT, INSERT, UPDATE, DELETE ON games_chatline TO house_app;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF hider_id ON games_chatline
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('hider_id');

GRANT SELECT, INSERT, UPDATE, DELETE ON games_chatmute TO house_app;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF by_id ON games_chatmute
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('by_id');

GRANT SELECT ON games_command TO house_app;
CREATE TRIGGER games_command_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON games_command
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON games_event TO house_app;
GRANT INSERT ON games_event TO house_croupier;
CREATE TRIGGER games_event_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON games_event
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT, INSERT, UPDATE, DELETE ON games_favourite TO house_app;
CREATE TRIGGER player_is_proven BEFORE INSERT ON games_favourite FOR EACH ROW EXECUTE FUNCTION player_is_proven();

GRANT SELECT ON games_housekey TO house_app;
GRANT INSERT, UPDATE, DELETE ON games_housekey TO house_croupier, house_worker;

GRANT SELECT, INSERT, UPDATE ON games_incident TO house_app;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF proposer_id, confirmer_id ON games_incident
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('proposer_id', 'confirmer_id');

GRANT SELECT, INSERT, UPDATE, DELETE ON games_processkey TO house_app;

GRANT SELECT ON games_provenstate TO house_app;
GRANT INSERT ON games_provenstate TO house_croupier;
-- The states that proofs of the record have reached. Only the croupier adds to them.
CREATE TRIGGER games_provenstate_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON games_provenstate
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT, INSERT, UPDATE, DELETE ON games_registration TO house_app;
CREATE TRIGGER player_is_proven BEFORE INSERT ON games_registration FOR EACH ROW EXECUTE FUNCTION player_is_proven();

GRANT SELECT ON games_round TO house_app;
GRANT INSERT, UPDATE ON games_round TO house_croupier;
CREATE TRIGGER games_round_keeps_its_promise
    BEFORE DELETE OR UPDATE OF table_id, number, commitment, sealed OR TRUNCATE ON games_round
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON games_rulesheet TO house_app;
CREATE TRIGGER games_rulesheet_keeps_its_rules
    BEFORE DELETE OR UPDATE OF system, version, data, digest OR TRUNCATE ON games_rulesheet
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON games_sessionlease TO house_app;
GRANT INSERT, UPDATE, DELETE ON games_sessionlease TO house_worker;

GRANT SELECT ON games_stake TO house_app;
GRANT INSERT ON games_stake TO house_croupier;
CREATE TRIGGER games_stake_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON games_stake
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT, INSERT, UPDATE ON games_table TO house_app;

GRANT SELECT, INSERT, UPDATE, DELETE ON games_tablesession TO house_app;

GRANT SELECT, INSERT ON games_tablesetting TO house_app;
CREATE TRIGGER games_tablesetting_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON games_tablesetting
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

-- The croupier numbers rounds and stays before it writes them.
GRANT USAGE ON SEQUENCE games_round_id_seq, players_playsession_id_seq TO house_croupier;
