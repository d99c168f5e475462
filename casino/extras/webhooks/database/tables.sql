-- Who may write which table. Everything not listed here is refused. Compliance reads none of them.

GRANT SELECT ON backoffice_webhookaddress TO house_app;
GRANT INSERT, UPDATE (events, host, seen, since), DELETE ON backoffice_webhookaddress TO house_worker;

GRANT SELECT ON backoffice_webhookmessage TO house_app;
GRANT INSERT, UPDATE (next_try, sent, tries, trouble), DELETE ON backoffice_webhookmessage TO house_worker;

GRANT SELECT ON backoffice_webhookprogress TO house_app;
GRANT INSERT, UPDATE (until) ON backoffice_webhookprogress TO house_worker;
