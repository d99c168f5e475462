-- The database roles, created once by the administrator before the first migration:
--
--     psql -f deploy/roles.sql
--     psql -c '\password house_owner'        (and the same for house_web, house_croupier, house_worker, house_beacon)
--     createdb --owner=house_owner --template=template0 --encoding=UTF8 --locale=C feltro
--
-- Each process signs in with its own role. None is a superuser, owns a table or is a member of the owner, so no SET ROLE or
-- RESET ROLE leads to more rights. The migrations grant what each may do.
-- Keep an empty line after each statement: the embedded database reads this file in single-user mode.

CREATE ROLE house_reader NOLOGIN;

CREATE ROLE house_app NOLOGIN;

CREATE ROLE house_owner LOGIN IN ROLE house_reader;

-- The croupier is no reader: it plays with people of whom it knows what a bet asks.

CREATE ROLE house_web LOGIN IN ROLE house_app, house_reader;

CREATE ROLE house_croupier LOGIN IN ROLE house_app;

CREATE ROLE house_worker LOGIN IN ROLE house_app, house_reader;

-- Reads and writes the values of beacons, and nothing else.

CREATE ROLE house_beacon LOGIN;

-- The owner may see how far the standbys are behind; the processes ask its function house_replication_lag.

GRANT pg_read_all_stats TO house_owner;

-- A process that stops in the middle of a transaction must not hold its locks for long. A croupier holds the locks of a table,
-- and another one that takes the table over waits for them.

ALTER ROLE house_web SET lock_timeout = '5s';

ALTER ROLE house_web SET idle_in_transaction_session_timeout = '10s';

ALTER ROLE house_web SET statement_timeout = '15s';

ALTER ROLE house_croupier SET lock_timeout = '5s';

ALTER ROLE house_croupier SET idle_in_transaction_session_timeout = '2s';

-- A croupier that stops while it sends rows is not idle; PostgreSQL 17 or newer ends its transaction all the same. No timeout
-- counts while a commit waits for a standby: none of them acknowledges it too early.

DO $$ BEGIN IF current_setting('server_version_num')::int >= 170000 THEN ALTER ROLE house_croupier SET transaction_timeout = '4s'; END IF; END $$;

ALTER ROLE house_worker SET lock_timeout = '5s';

ALTER ROLE house_worker SET idle_in_transaction_session_timeout = '10s';

ALTER ROLE house_beacon SET lock_timeout = '5s';

ALTER ROLE house_beacon SET idle_in_transaction_session_timeout = '10s';

