"""Let the second person of a step for many tables set a minimum at each of them."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
CREATE FUNCTION floor_change_is_of_a_bulk_change(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM floor_bulkchange AS b JOIN games_tablesetting AS s ON s.id = b.source_id
        WHERE b.author_id = (later ->> 'author_id')::bigint AND b.author_id <> identity_proven_person()
            AND b.state = 'proposed' AND b.kind = 'setting'
            AND b.tables @> (later -> 'table_id') AND s.digest = later ->> 'digest'
    )
$$;
"""
NEW = r"""
CREATE FUNCTION floor_change_is_of_a_bulk_change(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM floor_bulkchange AS b
        LEFT JOIN games_tablesetting AS s ON s.id = b.source_id
        LEFT JOIN games_table AS t ON t.id = (later ->> 'table_id')::bigint
        LEFT JOIN games_tablesetting AS own ON own.id = t.setting_id
        WHERE b.author_id = (later ->> 'author_id')::bigint AND b.author_id <> identity_proven_person()
            AND b.state = 'proposed' AND b.tables @> (later -> 'table_id')
            AND CASE b.kind
                WHEN 'setting' THEN s.digest = later ->> 'digest'
                WHEN 'minimum' THEN (later ->> 'data')::jsonb = own.data::jsonb || jsonb_build_object('minimum', b.value)
                ELSE false
            END
    )
$$;
"""


class Migration(migrations.Migration):
    dependencies = [('administration', '0001_initial'), ('audit', '0001_initial'), ('backoffice', '0002_send_webhooks'), ('bank', '0001_initial'), ('bots', '0001_initial'), ('care', '0001_initial'), ('cashier', '0001_initial'), ('casino', '0002_laws'), ('collusion', '0001_initial'), ('compliance', '0001_initial'), ('duties', '0001_initial'), ('floor', '0002_values_of_bulk_changes'), ('games', '0001_initial'), ('history', '0001_initial'), ('identity', '0001_initial'), ('inbox', '0002_start_of_notices'), ('laundering', '0001_initial'), ('monitoring', '0001_initial'), ('players', '0001_initial'), ('protection', '0002_national_push'), ('regulator', '0001_initial'), ('reports', '0001_initial'), ('rtp_monitoring', '0001_initial'), ('rulebook', '0001_initial'), ('screening', '0001_initial'), ('self_checks', '0001_initial'), ('wallet', '0001_initial')]
    operations = [ChangeLaws(OLD, NEW)]
