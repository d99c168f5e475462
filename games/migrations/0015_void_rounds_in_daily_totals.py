"""Takes void rounds out of the daily totals of players whose days are finished: such a round counts in no figure of a player.

Only a remainder stays, such as a carried stake that a void round returned. Monthly statements stay as they were made.
"""

from django.db import migrations

CORRECTION = """
WITH void_rounds AS (
    SELECT s.player_id, (s.at AT TIME ZONE 'Europe/Lisbon')::date AS day, r.table_id, count(*) AS rounds,
           sum(least(s.staked, s.back + s.prize - s.commission)) AS settled
    FROM games_round AS r JOIN games_stake AS s ON s.round_id = r.id
    WHERE r.status = 'void' GROUP BY 1, 2, 3
)
UPDATE history_played AS h
SET rounds = h.rounds - v.rounds, staked = h.staked - v.settled, returned = h.returned - v.settled
FROM void_rounds AS v WHERE h.player_id = v.player_id AND h.day = v.day AND h."table" = v.table_id;
DELETE FROM history_played WHERE rounds = 0 AND staked = returned;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0014_cause_of_a_stop"), ("history", "0003_statement_by_month")]
    # Going back leaves the totals: the release before adds void rounds again to the days that it computes.
    operations = [migrations.RunSQL(CORRECTION, migrations.RunSQL.noop)]
