-- A table pays a player from its bank or its jackpot only in an open round of its own, by an event of the record, and to
-- somebody who staked in that round: at most the regulation's highest odds times the stake.
--
-- The croupier writes the record and the transfers, and could otherwise credit anybody with anything. A set that only takes
-- bets returns at once. The event is looked for at the commit, because it is written after the transfers.

-- The number of the event that caused a transfer of a table: 54 bits of the transfer's id, as `transfer_id` of the tables builds it.
CREATE FUNCTION games_event_of_transfer(id uuid) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT (substring(bits FROM 53 FOR 12) || substring(bits FROM 67 FOR 42))::bit(54)::bigint
    FROM (SELECT ('x' || replace(id::text, '-', ''))::bit(128) AS bits) AS read
$$;
GRANT EXECUTE ON FUNCTION games_event_of_transfer TO house_app, house_reader;

-- The transfer's id holds the number of its event.
CREATE FUNCTION games_payment_has_an_event() RETURNS trigger
    LANGUAGE plpgsql SET plan_cache_mode = 'force_generic_plan' AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND NOT EXISTS (
            SELECT FROM games_event AS e
            WHERE e.table_id = (SELECT a."table" FROM wallet_account AS a WHERE a.id = NEW.source_id)
                AND e.table_id = ('x' || left(replace(NEW.id::text, '-', ''), 12))::bit(48)::bigint
                AND e.seq = games_event_of_transfer(NEW.id)
                -- Both are written by one transaction.
                AND e.at >= NEW.at - interval '1 day' AND e.at < NEW.at + interval '1 day'
                AND (NEW.kind = 'jackpot-fill' OR e.round_id = NEW.round)  -- a jackpot may be filled between rounds
        ) THEN
        RAISE EXCEPTION 'a transfer of the kind % needs its event in the record', NEW.kind USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER games_payment_has_an_event
    AFTER INSERT ON wallet_transfer DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW
    WHEN (new.kind = ANY (ARRAY['prize', 'lost-back', 'jackpot-fill', 'jackpot-prize']))
    EXECUTE FUNCTION games_payment_has_an_event();

-- Asked once for each round in the set.
CREATE FUNCTION games_payments_follow_a_stake() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM posted WHERE kind IN ('prize', 'lost-back', 'jackpot-prize'))
        OR pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    PERFORM games_refuse_unfounded_payment(payment.paying_table, payment.round) FROM (
        SELECT DISTINCT p.round, (SELECT a."table" FROM wallet_account AS a WHERE a.id = p.source_id) AS paying_table
        FROM posted AS p WHERE p.kind IN ('prize', 'lost-back', 'jackpot-prize')
    ) AS payment;
    RETURN NULL;
END $$;
-- Its name comes after wallet_kinds_have_their_writers, which so is asked first.
CREATE TRIGGER wallet_payments_follow_a_stake
    AFTER INSERT ON wallet_transfer REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT
    EXECUTE FUNCTION games_payments_follow_a_stake();

-- Sequential scans are off in the function that looks for the rows: it keeps its query plans, also those from a time when the tables
-- were small.
CREATE FUNCTION games_refuse_unfounded_payment(paying_table bigint, the_round bigint) RETURNS void
    LANGUAGE plpgsql SET enable_seqscan = 'off' SET plan_cache_mode = 'force_generic_plan' AS $$
DECLARE
    since timestamptz;
    excess bigint;
BEGIN
    SELECT r.opened - interval '1 minute' INTO since
    FROM games_round AS r WHERE r.id = the_round AND r.table_id = paying_table AND r.status = 'open';
    IF NOT FOUND THEN
        RAISE EXCEPTION 'a table may pay players only in its own open round' USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT account INTO excess FROM (
        SELECT CASE WHEN w.kind IN ('stake', 'jackpot-bet') THEN w.source_id ELSE w.target_id END AS account,
            coalesce(sum(w.cents) FILTER (WHERE w.kind IN ('stake', 'jackpot-bet')), 0) AS staked,
            coalesce(sum(w.cents) FILTER (WHERE w.kind = 'prize'), 0) AS prizes,
            coalesce(sum(w.cents) FILTER (WHERE w.kind = 'lost-back'), 0) AS undone,
            coalesce(sum(w.cents) FILTER (WHERE w.kind = 'jackpot-prize'), 0) AS jackpot
        FROM wallet_transfer AS w
        WHERE w.round = the_round AND w.at >= since
            AND w.kind IN ('stake', 'jackpot-bet', 'prize', 'lost-back', 'jackpot-prize')
        GROUP BY 1
    ) AS sums
    -- No bet of the regulation pays more than 100 to 1. What a jackpot pays is in its account.  [CS-28a] [MS-9.2]
    WHERE prizes > 100 * staked OR undone > staked OR (jackpot > 0 AND staked = 0)
    LIMIT 1;
    IF excess IS NOT NULL THEN
        RAISE EXCEPTION 'the account % is paid more than its stake in round % can win', excess, the_round
            USING ERRCODE = 'insufficient_privilege';
    END IF;
END $$;
GRANT EXECUTE ON FUNCTION games_refuse_unfounded_payment TO house_app;

-- The first 13 characters of an id name its table.
CREATE FUNCTION wallet_ids_follow_the_last_event() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;
    END IF;
    IF EXISTS (
        SELECT FROM (
            SELECT min(id COLLATE "C") AS least, max(id COLLATE "C") AS greatest
            FROM (SELECT id::text FROM posted WHERE kind <> 'opening' OFFSET 0) AS written
            GROUP BY left(id, 13)
        ) AS ids
        WHERE left(least, 18) <> left(greatest, 18) OR substr(least, 15, 1) <> '8'
            OR substr(least, 20, 1) < '8' OR substr(greatest, 20, 1) > 'b'
            OR games_event_of_transfer(least::uuid) <= coalesce((
                SELECT version FROM games_table WHERE id = ('x' || replace(left(least, 13), '-', ''))::bit(48)::bigint
            ), 9223372036854775807)
    ) THEN
        RAISE EXCEPTION 'the ids of transfers of play must follow the last event of their table' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
-- Its name comes after those that ask who may post what.
CREATE TRIGGER wallet_transfer_ids_follow
    AFTER INSERT ON wallet_transfer REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT
    EXECUTE FUNCTION wallet_ids_follow_the_last_event();
