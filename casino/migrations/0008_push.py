"""Notifications: players choose and subscribe for themselves, the croupier writes notices, the worker sends and deletes."""

from django.db import migrations

LAWS = """
REVOKE INSERT, UPDATE, DELETE ON inbox_pushchoice, inbox_pushsubscription, inbox_pushnotice FROM house_app;
GRANT INSERT, UPDATE ON inbox_pushchoice TO house_web;
GRANT INSERT, DELETE ON inbox_pushsubscription TO house_web;
GRANT DELETE ON inbox_pushsubscription TO house_worker;
GRANT INSERT ON inbox_pushnotice TO house_croupier;
-- Only who may update some column of a row can lock it: the worker locks the notices that it sends.
GRANT UPDATE (at), DELETE ON inbox_pushnotice TO house_worker;
CREATE TRIGGER player_is_proven BEFORE INSERT OR UPDATE ON inbox_pushchoice
    FOR EACH ROW EXECUTE FUNCTION player_is_proven();
CREATE TRIGGER player_is_proven BEFORE INSERT OR UPDATE ON inbox_pushsubscription
    FOR EACH ROW EXECUTE FUNCTION player_is_proven();
"""
UNDO = """
DROP TRIGGER player_is_proven ON inbox_pushsubscription;
DROP TRIGGER player_is_proven ON inbox_pushchoice;
REVOKE INSERT, UPDATE, DELETE ON inbox_pushchoice, inbox_pushsubscription, inbox_pushnotice
    FROM house_web, house_worker, house_croupier;
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0007_webhooks"), ("inbox", "0003_push")]
    operations = [migrations.RunSQL(LAWS, UNDO)]
