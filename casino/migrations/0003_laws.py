"""Laws."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
"""
NEW = r"""
CREATE FUNCTION public_log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.size < OLD.size OR NEW.until < OLD.until OR NEW.published < OLD.published
        OR (NEW.size = OLD.size AND NEW.root <> OLD.root) THEN
        RAISE EXCEPTION 'The public log only grows.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER public_log_head_stays BEFORE DELETE OR TRUNCATE ON public_log_head FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER public_log_only_grows BEFORE UPDATE ON public_log_head FOR EACH ROW EXECUTE FUNCTION public_log_only_grows();
CREATE TRIGGER public_log_stretch_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public_log_stretch FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
GRANT SELECT ON public_log_cosigning TO house_web;
GRANT SELECT, INSERT, UPDATE (at, failure, size, tried) ON public_log_cosigning TO house_worker;
GRANT SELECT ON public_log_head TO house_web;
GRANT SELECT, INSERT, UPDATE (published, root, size, until) ON public_log_head TO house_worker;
GRANT SELECT ON public_log_stretch TO house_web;
GRANT SELECT, INSERT ON public_log_stretch TO house_worker;
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
        ("public_log", "0001_initial"),
        ("regulator", "0001_initial"),
        ("reports", "0001_initial"),
        ("rtp_monitoring", "0001_initial"),
        ("rulebook", "0001_initial"),
        ("screening", "0001_initial"),
        ("self_checks", "0001_initial"),
        ("wallet", "0001_initial"),
    ]
    operations = [ChangeLaws(OLD, NEW)]
