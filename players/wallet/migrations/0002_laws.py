"""The laws of money, kept by the database itself so that no code, shell or admin can break them.

Balances follow each set of new transfers in one statement; transfers are never changed; two currencies never meet; money
never goes from one player to another; an account is born empty.
"""

from django.db import migrations

BALANCES = """
CREATE FUNCTION wallet_balances_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    reached bigint;
    wanted bigint;
    house bigint[];
BEGIN
    -- An account of the other currency, or none at all, is not reached, and then the whole set falls.
    WITH moved AS (
        SELECT account, currency, sum(cents) AS cents, count(*) AS moves
        FROM (
            SELECT source_id AS account, currency, -cents AS cents FROM posted
            UNION ALL
            SELECT target_id, currency, cents FROM posted
        ) AS sides
        GROUP BY account, currency
    ), written AS (
        UPDATE wallet_account AS a SET balance = a.balance + moved.cents, moves = a.moves + moved.moves
        FROM moved WHERE a.id = moved.account AND a.currency = moved.currency
        RETURNING a.id, a.player_id
    )
    SELECT count(*), (SELECT count(*) FROM moved), coalesce(array_agg(id) FILTER (WHERE player_id IS NULL), '{}')
    FROM written INTO reached, wanted, house;
    IF reached <> wanted THEN
        RAISE EXCEPTION 'a transfer names an account that is not there, or joins two currencies'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- Nearly every transfer has an account of the house on one side; only the others are looked at one by one.
    IF EXISTS (SELECT FROM posted WHERE source_id <> ALL (house) AND target_id <> ALL (house)) AND EXISTS (
        SELECT FROM posted
        JOIN wallet_account AS source ON source.id = posted.source_id
        JOIN wallet_account AS target ON target.id = posted.target_id
        WHERE source.player_id <> target.player_id
    ) THEN
        RAISE EXCEPTION 'money does not go from one player to another' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER wallet_balances_follow AFTER INSERT ON wallet_transfer
    REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION wallet_balances_follow();
"""

# Balances change all the time and no index knows them: with room on its page a new version of the row needs no new entry in any.
ROOM = "ALTER TABLE wallet_account SET (fillfactor = 45)"

RECORD = """
CREATE FUNCTION record_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the record is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER wallet_transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER wallet_account_stays BEFORE DELETE OR TRUNCATE ON wallet_account
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
"""

BIRTH = """
CREATE FUNCTION wallet_account_is_born_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.balance <> 0 OR NEW.moves <> 0 THEN
        RAISE EXCEPTION 'an account is born empty' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER wallet_account_is_born_empty BEFORE INSERT ON wallet_account
    FOR EACH ROW EXECUTE FUNCTION wallet_account_is_born_empty();
CREATE FUNCTION wallet_account_keeps_its_nature() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an account keeps its kind, currency and owner' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER wallet_account_keeps_its_nature BEFORE UPDATE OF id, kind, currency, player_id, "table" ON wallet_account
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_account_keeps_its_nature();
"""

# Which process may post which kind of transfer. The owner of the table is not bound, nor is a function that runs as the owner:
# payments and corrections are posted by functions that check the row behind them (players.wallet.cashier).
WRITERS = """
CREATE FUNCTION wallet_kinds_have_their_writers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    refused text;
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    SELECT min(kind) INTO refused FROM posted
    WHERE kind IN ('deposit', 'withdrawal', 'withdrawal-paid', 'withdrawal-back', 'adjustment')
        -- Whoever opens an account gives it demonstration credits; only a table moves anything else.
        OR (kind = 'opening' AND currency <> 'DEMO')
        OR (kind <> 'opening' AND NOT pg_has_role(current_user, 'house_croupier', 'USAGE'));
    IF refused IS NOT NULL THEN
        RAISE EXCEPTION 'the role % may not post a transfer of the kind %', current_user, refused
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER wallet_kinds_have_their_writers AFTER INSERT ON wallet_transfer
    REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION wallet_kinds_have_their_writers();
"""

PARTNERS = """
CREATE FUNCTION a_partner_holds_credits_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.currency <> 'DEMO' AND EXISTS (SELECT FROM players_player WHERE id = NEW.player_id AND status = 'partner') THEN
        RAISE EXCEPTION 'a practice partner holds demonstration credits only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_partner_holds_credits_only BEFORE INSERT ON wallet_account
    FOR EACH ROW WHEN (NEW.player_id IS NOT NULL) EXECUTE FUNCTION a_partner_holds_credits_only();
"""

# What accounts paid and received up to the last check of the books. Only the worker writes it.
BOOKS_CHECKS = """
CREATE TRIGGER wallet_bookscheck_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_bookscheck
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE INSERT, UPDATE, DELETE ON wallet_bookscheck, wallet_checkedbalance FROM house_app;
GRANT INSERT ON wallet_bookscheck, wallet_checkedbalance TO house_worker;
GRANT UPDATE (received, paid, moves) ON wallet_checkedbalance TO house_worker;
"""


class Migration(migrations.Migration):
    dependencies = [("wallet", "0001_initial"), ("casino", "0002_rights")]
    operations = [
        migrations.RunSQL(
            BALANCES,
            "DROP TRIGGER wallet_balances_follow ON wallet_transfer; DROP FUNCTION wallet_balances_follow",
        ),
        migrations.RunSQL(ROOM, "ALTER TABLE wallet_account RESET (fillfactor)"),
        migrations.RunSQL(
            RECORD,
            "DROP TRIGGER wallet_account_stays ON wallet_account; DROP TRIGGER wallet_transfer_append_only ON wallet_transfer;"
            "DROP FUNCTION record_is_append_only",
        ),
        migrations.RunSQL(
            BIRTH,
            "DROP TRIGGER wallet_account_keeps_its_nature ON wallet_account; DROP FUNCTION wallet_account_keeps_its_nature;"
            "DROP TRIGGER wallet_account_is_born_empty ON wallet_account; DROP FUNCTION wallet_account_is_born_empty",
        ),
        migrations.RunSQL(
            WRITERS,
            "DROP TRIGGER wallet_kinds_have_their_writers ON wallet_transfer; DROP FUNCTION wallet_kinds_have_their_writers",
        ),
        migrations.RunSQL(
            PARTNERS,
            "DROP TRIGGER a_partner_holds_credits_only ON wallet_account; DROP FUNCTION a_partner_holds_credits_only",
        ),
        migrations.RunSQL(BOOKS_CHECKS, "DROP TRIGGER wallet_bookscheck_append_only ON wallet_bookscheck"),
    ]
