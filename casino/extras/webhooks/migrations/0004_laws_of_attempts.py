"""Laws of attempts."""

from django.db import migrations

from players.shared.law_operations import ChangeLaws

OLD = r"""
GRANT SELECT ON backoffice_webhookmessage TO house_app;
GRANT INSERT, UPDATE (next_try, sent, tries, trouble), DELETE ON backoffice_webhookmessage TO house_worker;
"""
NEW = r"""
CREATE TRIGGER allowed_to_write BEFORE INSERT OR DELETE OR UPDATE ON backoffice_webhookmessage FOR EACH ROW EXECUTE FUNCTION allowed_to_write('insert event=test tries=0 sent=null: may backoffice.send_webhook', 'update sent=null, next_try, tries: may backoffice.send_webhook');
GRANT SELECT ON backoffice_webhookattempt TO house_app;
GRANT INSERT, DELETE ON backoffice_webhookattempt TO house_worker;
GRANT SELECT ON backoffice_webhookmessage TO house_app;
GRANT INSERT, UPDATE (next_try, tries) ON backoffice_webhookmessage TO house_web;
GRANT INSERT, UPDATE (next_try, sent, tries, trouble), DELETE ON backoffice_webhookmessage TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [('administration', '0001_initial'), ('audit', '0001_initial'), ('backoffice', '0002_send_webhooks'), ('bank', '0001_initial'), ('bots', '0001_initial'), ('care', '0001_initial'), ('cashier', '0001_initial'), ('casino', '0003_laws'), ('collusion', '0001_initial'), ('compliance', '0001_initial'), ('duties', '0003_severe_weaknesses_validated'), ('floor', '0002_values_of_bulk_changes'), ('games', '0001_initial'), ('history', '0001_initial'), ('identity', '0005_proof_of_change'), ('inbox', '0002_start_of_notices'), ('laundering', '0001_initial'), ('monitoring', '0001_initial'), ('players', '0001_initial'), ('protection', '0002_national_push'), ('public_log', '0001_initial'), ('regulator', '0002_data_behind_alerts'), ('reports', '0001_initial'), ('returning', '0001_initial'), ('rtp_monitoring', '0001_initial'), ('rulebook', '0001_initial'), ('screening', '0001_initial'), ('self_checks', '0002_hardware'), ('wallet', '0001_initial'), ('webhooks', '0003_attempts')]
    operations = [ChangeLaws(OLD, NEW)]
