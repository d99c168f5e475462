-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT, INSERT, UPDATE (holder, until), DELETE ON players_exclusivework TO house_worker;

-- A row says which key a player has. Only functions of the owner destroy one (players/identity/database/keeping.sql).
GRANT SELECT ON players_personkey TO house_web, house_worker;
GRANT INSERT ON players_personkey TO house_web;
GRANT INSERT, UPDATE (gone) ON players_personkey TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON players_personkey
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert destroyed=null gone=null: anybody (the number of a key opens nothing)'
    );
CREATE TRIGGER players_personkey_stays
    BEFORE DELETE OR UPDATE OF id, player_id, keeping, made OR TRUNCATE ON players_personkey
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON players_person TO house_web, house_worker;
-- What a bet asks, and nothing by which somebody could be found or signed in.
GRANT SELECT (credential_epoch, id, is_active) ON players_person TO house_croupier;
GRANT INSERT, UPDATE (email, language) ON players_person TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON players_person
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert is_staff=false is_superuser=false credential_epoch=0: anybody (who registers has no session)',
        'update language: person in id',
        'update email: person in id, confirmed, if address_is_being_changed'
    );
ALTER TABLE players_person ADD CONSTRAINT nobody_is_a_superuser CHECK (NOT is_superuser);

GRANT SELECT ON players_person_groups TO house_app;
ALTER TABLE players_person_groups ENABLE ROW LEVEL SECURITY;
CREATE POLICY a_role_ends_with_its_last_day ON players_person_groups FOR SELECT TO PUBLIC USING
    (players_role_counts(person_id, group_id));

GRANT SELECT ON players_person_user_permissions TO house_app;

GRANT SELECT ON players_player TO house_app;
GRANT INSERT, UPDATE (status, testing) ON players_player TO house_web;
GRANT UPDATE (status) ON players_player TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON players_player
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert status=pending testing=false: new person',
        'insert status=visitor testing=false: new person',
        'update status pending>active: may identity.change_identity, confirmed, if identity_is_verified',
        'update status active>pending: may identity.change_identity, confirmed',
        'update status pending>suspended: may players.change_player, confirmed',
        'update status active>suspended: may players.change_player, confirmed',
        'update status suspended>pending: may players.change_player, confirmed',
        'update status suspended>active: may players.change_player, confirmed, if identity_is_verified',
        'update status pending>closed: may players.change_player, confirmed | person, confirmed | may identity.change_identity, confirmed, if identity_is_refused',
        'update status active>closed: may players.change_player, confirmed | person, confirmed | may identity.change_identity, confirmed, if identity_is_refused',
        'update status suspended>closed: may players.change_player, confirmed | person, confirmed | may identity.change_identity, confirmed, if identity_is_refused',
        'update testing false>true: may players.change_player, confirmed, if test_account_is_authorised'
    );

GRANT SELECT ON players_playsession TO house_app;
GRANT INSERT, UPDATE (cause, ended, invited, returned, rounds, staked, warned) ON players_playsession TO house_croupier;

GRANT SELECT ON players_roleend TO house_app;
