-- Who may write which table. Everything not listed here is refused. The columns that compliance may read are in
-- casino/compliance/reading.toml.

GRANT SELECT ON inbox_pushchoice TO house_app;
GRANT INSERT, UPDATE (payment, seat, session, turn) ON inbox_pushchoice TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON inbox_pushchoice
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: player', 'update turn, seat, session, payment: player');

GRANT SELECT ON inbox_pushnotice TO house_app;
GRANT INSERT ON inbox_pushnotice TO house_croupier;
GRANT UPDATE (at), DELETE ON inbox_pushnotice TO house_worker;

GRANT SELECT ON inbox_pushsubscription TO house_app;
GRANT INSERT, DELETE ON inbox_pushsubscription TO house_web;
GRANT DELETE ON inbox_pushsubscription TO house_worker;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON inbox_pushsubscription
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write('insert: player', 'delete: player');
