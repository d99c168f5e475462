"""Each kind of transfer moves money between its own two kinds of account, at one table.

Only accounts of the operator can go below zero: the bank, the commission, adjustments and cash. Of these, the croupier can take from
the bank alone, by the kinds that pay a prize, undo a loss or start a jackpot; `games` asks for the round and the stake behind those.
"""

from django.db import migrations

# As `games.rules.shared.money.TRANSFER_ACCOUNTS` has them; a test compares.
WRITERS = """
CREATE OR REPLACE FUNCTION wallet_kinds_have_their_writers() RETURNS trigger LANGUAGE plpgsql AS $$
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
    SELECT min(kind) INTO refused FROM posted
    WHERE kind <> 'opening' AND NOT coalesce((
        SELECT posted.kind || ' ' || source.kind || ' ' || target.kind = ANY ('{
                stake wallet stakes, stake-lost stakes bank, stake-back stakes wallet, prize bank wallet,
                lost-back bank wallet, prize-back wallet bank, commission wallet commission,
                stake-held stakes held, held-lost held bank, held-back held wallet,
                buy-in wallet stack, buy-in-commission wallet commission, chips stack stakes, chips-back stakes stack,
                pot stakes stack, rake stakes commission, cash-out stack wallet,
                jackpot-bet wallet stakes, jackpot-share stakes jackpot, jackpot-bank stakes bank,
                jackpot-held-share held jackpot, jackpot-fill bank jackpot, jackpot-prize jackpot wallet}'::text[])
            AND coalesce(source."table", target."table") = coalesce(target."table", source."table")
        FROM wallet_account AS source, wallet_account AS target
        WHERE source.id = posted.source_id AND target.id = posted.target_id
    ), false);
    IF refused IS NOT NULL THEN
        RAISE EXCEPTION 'a transfer of the kind % does not move between these accounts', refused
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;
"""
WRITERS_BEFORE = """
CREATE OR REPLACE FUNCTION wallet_kinds_have_their_writers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    refused text;
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    SELECT min(kind) INTO refused FROM posted
    WHERE kind IN ('deposit', 'withdrawal', 'withdrawal-paid', 'withdrawal-back', 'adjustment')
        OR (kind = 'opening' AND currency <> 'DEMO')
        OR (kind <> 'opening' AND NOT pg_has_role(current_user, 'house_croupier', 'USAGE'));
    IF refused IS NOT NULL THEN
        RAISE EXCEPTION 'the role % may not post a transfer of the kind %', current_user, refused
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("wallet", "0002_laws")]
    operations = [migrations.RunSQL(WRITERS, WRITERS_BEFORE)]
