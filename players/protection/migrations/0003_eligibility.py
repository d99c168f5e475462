"""Whether players may bet is one function of the database, planned once in a connection.

The statement around `protection_standing` was planned with each transaction of a table, which took longer than its execution.
"""

from django.db import migrations

# Everything is found by an index of the player; a plan from a time when the tables were small would read them whole, and is kept.
ELIGIBILITY = """
CREATE FUNCTION protection_eligibility(players bigint[], wanted text, moment timestamptz, named_sessions text[])
RETURNS TABLE (
    player bigint, status text, excluded boolean, paused boolean,
    day_limit bigint, week_limit bigint, month_limit bigint, time_limit bigint,
    on_day bigint, in_week bigint, in_month bigint, on_tables bigint, minutes int,
    list_loaded boolean, owes_terms boolean, credential_epoch int, sessions text[]
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
    SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT s.*, EXISTS (SELECT FROM protection_nationalfeed WHERE loaded IS NOT NULL),
           EXISTS (
               SELECT FROM identity_terms AS t
               WHERE t.version = (SELECT max(version) FROM identity_terms) AND NOT EXISTS (
                   SELECT FROM identity_acceptance AS x WHERE x.player_id = s.player AND x.terms_id = t.version)
           ),
           person.credential_epoch, proven.sessions
    FROM protection_standing(players, wanted, moment) AS s
    JOIN players_player AS player_row ON player_row.id = s.player
    JOIN players_person AS person ON person.id = player_row.person_id
    LEFT JOIN (
        SELECT entry.person_id, array_agg(entry.session::text) AS sessions
        FROM identity_signin AS entry
        JOIN django_session AS live ON live.session_key = entry.session AND live.expire_date > clock_timestamp()
        JOIN players_person AS holder ON holder.id = entry.person_id AND holder.credential_epoch = entry.epoch
        WHERE entry.session = ANY(named_sessions) AND entry.ended IS NULL
        GROUP BY entry.person_id
    ) AS proven ON proven.person_id = person.id;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("protection", "0002_laws"),
        ("players", "0003_credential_epoch"),
        ("identity", "0005_proven_sign_ins"),
        ("sessions", "0001_initial"),
    ]
    operations = [
        migrations.RunSQL(ELIGIBILITY, "DROP FUNCTION protection_eligibility(bigint[], text, timestamptz, text[])"),
    ]
