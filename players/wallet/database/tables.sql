-- Who may write which table, and what stays as it was written. Everything not listed here is refused. The columns that
-- compliance may read are in casino/compliance/reading.toml.

-- Functions open accounts (accounts.sql), and transfers alone move them. The column `latch` says nothing: a role that may change it may
-- lock the row. No law is asked for each row, because each bet changes some.
GRANT SELECT ON wallet_account TO house_app;
GRANT UPDATE (latch) ON wallet_account TO house_web, house_croupier, house_worker;
CREATE TRIGGER wallet_account_stays
    BEFORE DELETE OR TRUNCATE ON wallet_account
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON wallet_bookscheck TO house_app;
GRANT INSERT ON wallet_bookscheck TO house_worker;
-- What accounts paid and received up to the last check of the books. Only the worker writes it.
CREATE TRIGGER wallet_bookscheck_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON wallet_bookscheck
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON wallet_checkedbalance TO house_app;
GRANT INSERT, UPDATE (moves, paid, received) ON wallet_checkedbalance TO house_worker;

GRANT SELECT ON wallet_detachedsum TO house_app;

-- Web processes and the worker move money through functions alone.
GRANT SELECT ON wallet_transfer TO house_app;
GRANT INSERT ON wallet_transfer TO house_croupier;
CREATE TRIGGER wallet_transfer_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON wallet_transfer
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();

GRANT SELECT ON wallet_transferid TO house_app;
CREATE TRIGGER wallet_transferid_append_only
    BEFORE DELETE OR UPDATE OR TRUNCATE ON wallet_transferid
    FOR EACH STATEMENT
    EXECUTE FUNCTION record_is_append_only();
