"""What the database keeps by itself: how much was staked each day, that limits and pauses stay as they were asked, who may write them."""

from django.db import migrations

# One statement for each set of stakes of a round that ended; a void round counts nothing, and credits are no money.
STAKED = """
CREATE FUNCTION protection_stakes_add_up() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO protection_staked AS s (player_id, currency, day, cents)
    SELECT posted.player_id, t.currency, (posted.at AT TIME ZONE 'Europe/Lisbon')::date, sum(posted.staked)
    FROM posted
    JOIN games_round AS r ON r.id = posted.round_id AND r.status <> 'void'
    JOIN games_table AS t ON t.id = r.table_id AND t.currency <> 'DEMO'
    WHERE posted.staked > 0
    GROUP BY 1, 2, 3
    ORDER BY 1, 2, 3
    ON CONFLICT (player_id, currency, day) DO UPDATE SET cents = s.cents + excluded.cents;
    RETURN NULL;
END $$;
CREATE TRIGGER protection_stakes_add_up AFTER INSERT ON games_stake
    REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION protection_stakes_add_up();
INSERT INTO protection_staked (player_id, currency, day, cents)
    SELECT s.player_id, t.currency, (s.at AT TIME ZONE 'Europe/Lisbon')::date, sum(s.staked)
    FROM games_stake AS s
    JOIN games_round AS r ON r.id = s.round_id AND r.status <> 'void'
    JOIN games_table AS t ON t.id = r.table_id AND t.currency <> 'DEMO'
    WHERE s.staked > 0 GROUP BY 1, 2, 3;
"""
RECORD = """
CREATE TRIGGER protection_limit_stays BEFORE UPDATE OF player_id, kind, period, value, asked, starts OR DELETE OR TRUNCATE
    ON protection_limit FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER protection_pause_stays BEFORE UPDATE OF player_id, starts, ends OR DELETE OR TRUNCATE
    ON protection_pause FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER protection_exclusion_stays BEFORE UPDATE OF player_id, source, reference, starts, asked_until OR DELETE OR TRUNCATE
    ON protection_exclusion FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER protection_realitycheck_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON protection_realitycheck FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
-- An exclusion of one's own lasts three months at least, whoever writes it; an early end comes a month after its notice.
ALTER TABLE protection_exclusion ADD CONSTRAINT own_exclusions_last CHECK (
    source <> 'own' OR ends IS NULL OR (
        (ends AT TIME ZONE 'Europe/Lisbon') >= (starts AT TIME ZONE 'Europe/Lisbon') + interval '3 months'
        AND (noticed IS NULL OR ends IS NOT DISTINCT FROM asked_until
             OR (ends AT TIME ZONE 'Europe/Lisbon') >= (noticed AT TIME ZONE 'Europe/Lisbon') + interval '1 month')
    )
);
ALTER TABLE protection_pause ADD CONSTRAINT a_pause_is_short CHECK (
    (ends AT TIME ZONE 'Europe/Lisbon') BETWEEN (starts AT TIME ZONE 'Europe/Lisbon') + interval '1 day'
        AND (starts AT TIME ZONE 'Europe/Lisbon') + interval '42 days'
);
REVOKE INSERT, UPDATE, DELETE ON protection_staked FROM house_app;
REVOKE UPDATE, DELETE ON protection_realitycheck FROM house_app;
REVOKE DELETE ON protection_limit, protection_pause, protection_exclusion, protection_report, protection_nationallist FROM house_app;
"""
UNDO = """
ALTER TABLE protection_pause DROP CONSTRAINT a_pause_is_short;
ALTER TABLE protection_exclusion DROP CONSTRAINT own_exclusions_last;
DROP TRIGGER protection_realitycheck_append_only ON protection_realitycheck;
DROP TRIGGER protection_exclusion_stays ON protection_exclusion;
DROP TRIGGER protection_pause_stays ON protection_pause;
DROP TRIGGER protection_limit_stays ON protection_limit;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("protection", "0001_initial"),
        ("wallet", "0002_laws"),
        ("games", "0003_laws"),
        ("casino", "0001_rights"),
    ]
    operations = [
        migrations.RunSQL(STAKED, "DROP TRIGGER protection_stakes_add_up ON games_stake; DROP FUNCTION protection_stakes_add_up"),
        migrations.RunSQL(RECORD, UNDO),
    ]
