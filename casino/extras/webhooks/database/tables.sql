-- Who may write which table. Everything not listed here is refused. Compliance reads none of them.

GRANT SELECT ON backoffice_webhookaddress TO house_app;
GRANT INSERT, UPDATE (events, host, seen, since), DELETE ON backoffice_webhookaddress TO house_worker;

GRANT SELECT ON backoffice_webhookmessage TO house_app;
GRANT INSERT, UPDATE (next_try, sent, tries, trouble), DELETE ON backoffice_webhookmessage TO house_worker;
GRANT INSERT, UPDATE (next_try, tries) ON backoffice_webhookmessage TO house_web;
CREATE TRIGGER allowed_to_write
    BEFORE INSERT OR DELETE OR UPDATE ON backoffice_webhookmessage
    FOR EACH ROW
    EXECUTE FUNCTION allowed_to_write(
        'insert event=test tries=0 sent=null: may backoffice.send_webhook',
        'update sent=null, next_try, tries: may backoffice.send_webhook'
    );

GRANT SELECT ON backoffice_webhookattempt TO house_app;
GRANT INSERT, DELETE ON backoffice_webhookattempt TO house_worker;

GRANT SELECT ON backoffice_webhookprogress TO house_app;
GRANT INSERT, UPDATE (until) ON backoffice_webhookprogress TO house_worker;
