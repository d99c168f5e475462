"""The worker may bring the rules of player protection that came later: losses within hours, first day, age."""

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
                'bots', 'cancelled', 'chasing', 'dormant', 'dumping-lost', 'dumping-won', 'even', 'growth', 'instrument', 'linked',
                'long', 'losses', 'mules', 'night', 'raised', 'refused', 'structuring', 'unplayed', 'velocity'
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


class Migration(migrations.Migration):
    dependencies = [
        ("administration", "0001_initial"),
        ("audit", "0001_initial"),
        ("backoffice", "0001_initial"),
        ("bank", "0001_initial"),
        ("bots", "0001_initial"),
        ("care", "0001_initial"),
        ("cashier", "0001_initial"),
        ("casino", "0002_laws"),
        ("collusion", "0001_initial"),
        ("compliance", "0001_initial"),
        ("duties", "0001_initial"),
        ("floor", "0001_initial"),
        ("games", "0001_initial"),
        ("history", "0001_initial"),
        ("identity", "0001_initial"),
        ("inbox", "0001_initial"),
        ("laundering", "0001_initial"),
        ("monitoring", "0001_initial"),
        ("players", "0001_initial"),
        ("protection", "0002_national_push"),
        ("regulator", "0001_initial"),
        ("reports", "0001_initial"),
        ("rtp_monitoring", "0001_initial"),
        ("rulebook", "0001_initial"),
        ("screening", "0001_initial"),
        ("self_checks", "0001_initial"),
        ("wallet", "0001_initial"),
    ]
    operations = [ChangeLaws(OLD, NEW)]
