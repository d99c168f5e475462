"""Webhooks belong to the worker: it reads the file of addresses, makes the messages and sends them. Others read."""

from django.db import migrations

RIGHTS = """
REVOKE INSERT, UPDATE, DELETE ON backoffice_webhookaddress, backoffice_webhookmessage, backoffice_webhookprogress FROM house_app;
GRANT INSERT, UPDATE, DELETE ON backoffice_webhookaddress, backoffice_webhookmessage TO house_worker;
GRANT INSERT, UPDATE ON backoffice_webhookprogress TO house_worker;
"""
UNDO = """
REVOKE INSERT, UPDATE, DELETE ON backoffice_webhookaddress, backoffice_webhookmessage, backoffice_webhookprogress FROM house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0006_api_tokens"), ("backoffice", "0003_webhooks")]
    operations = [migrations.RunSQL(RIGHTS, UNDO)]
