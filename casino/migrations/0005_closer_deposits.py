"""What the database allows and refuses since the set of laws before: see the files in `*/database`."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
CREATE FUNCTION monitoring_first_version() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND pg_has_role(current_user, 'house_worker', 'USAGE')
        AND (
            NEW.number <> 1 OR NEW.author_id IS NOT NULL OR NEW.decider_id IS NOT NULL OR NEW.decided IS NOT NULL
            OR NEW.name NOT IN (
                'bots', 'cancelled', 'chasing', 'declined', 'dormant', 'dumping-lost', 'dumping-won', 'even', 'first-day', 'growth',
                'instrument', 'linked', 'long', 'losses', 'methods', 'mules', 'night', 'quick-losses', 'raised', 'refused',
                'rising-stakes', 'stopped', 'structuring', 'unplayed', 'velocity', 'young'
            )
        ) THEN
        RAISE EXCEPTION 'only people decide about version % of the rule %', NEW.number, NEW.name USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
"""
NEW = r"""
CREATE FUNCTION monitoring_first_version() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND pg_has_role(current_user, 'house_worker', 'USAGE')
        AND (
            NEW.number <> 1 OR NEW.author_id IS NOT NULL OR NEW.decider_id IS NOT NULL OR NEW.decided IS NOT NULL
            OR NEW.name NOT IN (
                'bots', 'cancelled', 'chasing', 'closer-deposits', 'closer-deposits-young', 'declined', 'dormant',
                'dumping-lost', 'dumping-won', 'even', 'first-day', 'growth', 'instrument', 'linked', 'long', 'losses', 'methods',
                'mules', 'night', 'quick-losses', 'raised', 'refused', 'rising-stakes', 'stopped', 'structuring', 'unplayed',
                'velocity', 'young'
            )
        ) THEN
        RAISE EXCEPTION 'only people decide about version % of the rule %', NEW.number, NEW.name USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [('administration', '0002_sealed_notes'), ('audit', '0001_initial'), ('backoffice', '0005_mentions'), ('bank', '0001_initial'), ('bots', '0001_initial'), ('care', '0002_sealed_contacts'), ('cashier', '0002_account_of_withdrawals'), ('casino', '0004_laws'), ('collusion', '0001_initial'), ('compliance', '0001_initial'), ('duties', '0003_severe_weaknesses_validated'), ('floor', '0002_values_of_bulk_changes'), ('games', '0002_sealed_notes'), ('history', '0001_initial'), ('identity', '0009_legal_holds'), ('inbox', '0002_start_of_notices'), ('laundering', '0001_initial'), ('monitoring', '0001_initial'), ('players', '0001_initial'), ('players_funds', '0001_initial'), ('protection', '0003_what_is_said_of_exclusions'), ('public_log', '0001_initial'), ('regulator', '0002_data_behind_alerts'), ('reports', '0001_initial'), ('returning', '0001_initial'), ('rtp_monitoring', '0001_initial'), ('rulebook', '0001_initial'), ('screening', '0001_initial'), ('self_checks', '0002_hardware'), ('wallet', '0001_initial')]
    operations = [ChangeLaws(OLD, NEW)]
