-- Money moves by transfers alone: balances follow them in the same statement, each kind has its writers, ids are used once.

-- Each set of transfers changes its accounts in one statement: no balance of a player falls below zero, and no money goes
-- from one player to another.
CREATE FUNCTION wallet_balances_follow() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
    ), ids AS (
        INSERT INTO wallet_transferid (id) SELECT id FROM posted
        WHERE kind IN (
            'opening', 'deposit', 'withdrawal', 'withdrawal-paid', 'withdrawal-back', 'adjustment',
            'chargeback', 'chargeback-won', 'chargeback-recovered'
        )
    )
    SELECT count(*), (SELECT count(*) FROM moved), coalesce(array_agg(id) FILTER (WHERE player_id IS NULL), '{}')
    FROM written INTO reached, wanted, house;
    IF reached <> wanted THEN
        RAISE EXCEPTION 'a transfer names an account that does not exist, or joins two currencies'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    -- Nearly every transfer has an account of the house on one side; only the others are looked at one by one.
    IF EXISTS (SELECT FROM posted WHERE source_id <> ALL (house) AND target_id <> ALL (house)) AND EXISTS (
        SELECT FROM posted
        JOIN wallet_account AS source ON source.id = posted.source_id
        JOIN wallet_account AS target ON target.id = posted.target_id
        WHERE source.player_id <> target.player_id
    ) THEN
        RAISE EXCEPTION 'money cannot go from one player to another' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER wallet_balances_follow
    AFTER INSERT ON wallet_transfer REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT
    EXECUTE FUNCTION wallet_balances_follow();

-- As `games.rules.shared.money.TRANSFER_ACCOUNTS` has them; a test compares.
CREATE FUNCTION wallet_kinds_have_their_writers() RETURNS trigger
    LANGUAGE plpgsql AS $$
DECLARE
    refused text;
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    SELECT min(kind) INTO refused FROM posted
    WHERE kind IN (
            'deposit', 'withdrawal', 'withdrawal-paid', 'withdrawal-back', 'adjustment',
            'chargeback', 'chargeback-won', 'chargeback-recovered'
        )
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
        RAISE EXCEPTION 'a transfer of the kind % may not move between these accounts', refused
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER wallet_kinds_have_their_writers
    AFTER INSERT ON wallet_transfer REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT
    EXECUTE FUNCTION wallet_kinds_have_their_writers();
