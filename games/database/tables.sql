-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT ON games_attendance TO house_app;
GRANT INSERT, UPDATE (at) ON games_attendance TO house_croupier;

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
GRANT SELECT, INSERT, UPDATE (at, number, refused, refused_at, refused_relay, refused_why, since, trouble) ON
    games_beaconwatch TO house_beacon;

GRANT SELECT ON games_chatline TO house_app;
GRANT INSERT ON games_chatline TO house_croupier;
GRANT UPDATE (hidden, hider_id) ON games_chatline TO house_web;
GRANT DELETE ON games_chatline TO house_worker;
-- What players wrote comes from the croupier, who knows who sits where.
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON games_chatline
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('update hidden null>*, hider_id null>*: may games.change_chatline, as hider_id');

GRANT SELECT ON games_chatmute TO house_app;
GRANT INSERT ON games_chatmute TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON games_chatmute
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may games.change_chatline, as by_id');

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

GRANT SELECT ON games_favourite TO house_app;
GRANT INSERT, DELETE ON games_favourite TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON games_favourite
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: player',
        'delete: player | may identity.change_identity, if player_erasure_is_approved'
    );

GRANT SELECT ON games_housekey TO house_app;
GRANT INSERT ON games_housekey TO house_croupier, house_worker;

GRANT SELECT ON games_incident TO house_app;
GRANT INSERT ON games_incident TO house_croupier;
GRANT UPDATE (closed, confirmer_id, note, proposal, proposed, proposer_id) ON games_incident TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON games_incident
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'update closed=null confirmer_id=null, proposal, proposer_id, proposed, note: may games.change_incident, as proposer_id, confirmed',
        'update closed null>*, confirmer_id null>*, proposal: may games.change_incident, as confirmer_id, not proposer_id, confirmed'
    );

GRANT SELECT ON games_opponentnote TO house_web, house_worker;
GRANT INSERT, DELETE ON games_opponentnote TO house_web;
GRANT DELETE ON games_opponentnote TO house_worker;
-- Nobody else reads or writes a player's notes; they go with the data of the writer, and of whom they are about.
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON games_opponentnote
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: player',
        'delete: player | may identity.change_identity, if player_erasure_is_approved | may identity.change_identity, if erasure_of_noted_player_is_approved'
    );

GRANT SELECT ON games_roundnote TO house_web, house_worker;
GRANT INSERT, DELETE ON games_roundnote TO house_web;
GRANT DELETE ON games_roundnote TO house_worker;
-- Nobody else reads or writes a player's notes; they go with the data of the player.
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON games_roundnote
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: player',
        'delete: player | may identity.change_identity, if player_erasure_is_approved'
    );

GRANT SELECT, INSERT, UPDATE (kind), DELETE ON games_processkey TO house_app;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON games_processkey
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert kind=web: anybody (a process has no session)',
        'update kind=web, kind: anybody (a process renews its key)',
        'delete: anybody (a key whose time is over)'
    );

GRANT SELECT ON games_provenstate TO house_app;
GRANT INSERT ON games_provenstate TO house_croupier;
-- The states that proofs of the record have reached. Only the croupier adds to them.
CREATE TRIGGER games_provenstate_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON games_provenstate
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON games_registration TO house_app;
GRANT INSERT, DELETE ON games_registration TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON games_registration
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: player, if table_session_is_announced',
        'delete: player, if table_session_is_announced'
    );

GRANT SELECT ON games_round TO house_app;
GRANT INSERT,
    UPDATE (cause, ended, engine, nonces, opened, outcome, returned, root, seed, setting_id, shares, sheet_id, shoe, staked, start, status)
    ON games_round TO house_croupier;
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
GRANT INSERT, UPDATE (cause, until) ON games_sessionlease TO house_worker;

GRANT SELECT ON games_stake TO house_app;
GRANT INSERT ON games_stake TO house_croupier;
CREATE TRIGGER games_stake_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON games_stake
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON games_table TO house_app;
GRANT INSERT, UPDATE (name, reason, setting_id, status) ON games_table TO house_web;
GRANT UPDATE (chain, due, inactivity_due, partners, phase, reason, recent, round, seated, snapshot, snapshot_version, status, version, waiting)
    ON games_table TO house_croupier;
GRANT UPDATE (reason, setting_id, status) ON games_table TO house_worker;
-- Of the columns that web processes may change, so that a bet of the croupier does not ask.
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE OF name, reason, setting_id, status ON games_table
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert: may games.add_table, if table_is_new',
        'update name: may games.change_table',
        'update setting_id: may games.change_table',
        'update status open>draining, reason: may games.change_table | may floor.add_tablesuspension, if table_is_suspended',
        'update status=draining, reason: may games.change_table | may floor.add_tablesuspension, if table_is_suspended | may floor.release_tablesuspension, if table_suspension_ends',
        'update status draining>closed, reason: may games.change_table, if table_is_empty',
        'update status draining>open, reason: may games.change_table, if table_has_a_setting | may floor.release_tablesuspension, if table_suspension_ends',
        'update status closed>open, reason: may games.change_table, if table_has_a_setting | may floor.release_tablesuspension, if table_suspension_ends',
        'update status held>open, reason: may games.change_incident, confirmed, if table_incidents_are_closed',
        'update status held>draining, reason: may games.change_incident, confirmed, if table_incidents_are_closed'
    );

GRANT SELECT, UPDATE (status) ON games_tablesession TO house_app;
GRANT INSERT ON games_tablesession TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON games_tablesession
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert status=announced: may games.add_tablesession',
        'update status announced>cancelled: may games.change_tablesession'
    );

GRANT SELECT ON games_tablesetting TO house_app;
GRANT INSERT ON games_tablesetting TO house_web, house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON games_tablesetting
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: may games.change_table, if table_setting_is_decided');
CREATE TRIGGER games_tablesetting_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON games_tablesetting
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

-- The croupier numbers rounds and stays before it writes them.
GRANT USAGE ON SEQUENCE games_round_id_seq, players_playsession_id_seq TO house_croupier;
