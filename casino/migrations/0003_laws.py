"""Players prove changes of their data with documents; the register of hardware is append-only."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
CREATE FUNCTION documents_are_wanted(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_identity
        WHERE player_id = (later ->> 'player_id')::bigint AND state IN ('documents', 'queued')
    )
$$;
"""
NEW = r"""
CREATE FUNCTION documents_are_wanted(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM identity_identity
        WHERE player_id = (later ->> 'player_id')::bigint
          AND (state IN ('documents', 'queued') OR state = 'verified' AND later ->> 'kind' = 'change')
    )
$$;
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON self_checks_hardwareentry FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert: may self_checks.add_manifest, as person_id');
CREATE TRIGGER self_checks_hardwareentry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON self_checks_hardwareentry FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
GRANT SELECT ON self_checks_hardwareentry TO house_app;
GRANT INSERT ON self_checks_hardwareentry TO house_web;
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
        ("identity", "0002_proof_of_change"),
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
        ("self_checks", "0002_hardware"),
        ("wallet", "0001_initial"),
    ]
    operations = [ChangeLaws(OLD, NEW)]
