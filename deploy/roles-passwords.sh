#!/bin/sh
# Run once by the PostgreSQL image, after roles.sql: the passwords of the roles, and the database.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 \
    --set owner="$OWNER_PASSWORD" --set web="$WEB_PASSWORD" --set croupier="$CROUPIER_PASSWORD" --set worker="$WORKER_PASSWORD" \
    --set beacon="$BEACON_PASSWORD" <<'SQL'
ALTER ROLE house_owner PASSWORD :'owner';
ALTER ROLE house_web PASSWORD :'web';
ALTER ROLE house_croupier PASSWORD :'croupier';
ALTER ROLE house_worker PASSWORD :'worker';
ALTER ROLE house_beacon PASSWORD :'beacon';
CREATE DATABASE feltro OWNER house_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';
SQL
