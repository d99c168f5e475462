-- Who may write which table, and what stays as it was written. What is not written here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

GRANT SELECT, INSERT, UPDATE, DELETE ON players_exclusivework TO house_worker;

GRANT SELECT ON players_person TO house_app;
GRANT INSERT, UPDATE (last_login) ON players_person TO house_croupier;
GRANT INSERT, UPDATE ON players_person TO house_web, house_worker;
ALTER TABLE players_person ADD CONSTRAINT nobody_is_a_superuser CHECK (NOT is_superuser);

GRANT SELECT ON players_person_groups TO house_app;
ALTER TABLE players_person_groups ENABLE ROW LEVEL SECURITY;
CREATE POLICY a_role_ends_with_its_last_day ON players_person_groups FOR SELECT TO PUBLIC USING
    (players_role_counts(person_id, group_id));

GRANT SELECT ON players_person_user_permissions TO house_app;

GRANT SELECT, INSERT, UPDATE ON players_player TO house_app;
CREATE TRIGGER author_is_proven
    BEFORE INSERT OR UPDATE OF person_id ON players_player
    FOR EACH ROW
    EXECUTE FUNCTION author_is_proven('person_id');

GRANT SELECT ON players_playsession TO house_app;
GRANT INSERT, UPDATE ON players_playsession TO house_croupier;

GRANT SELECT ON players_roleend TO house_app;
