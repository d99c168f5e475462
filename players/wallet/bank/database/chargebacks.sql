-- Money of a chargeback moves only here. Each function reads amount, player and state from the row and the provider's line
-- behind it, and derives the transfer's id from it, so that nothing is posted twice or without its row.

-- For the functions below alone: no process may call it.
CREATE FUNCTION bank_post(row_id bigint, the_kind text, from_account bigint, to_account bigint, the_cents bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    posted bigint;
BEGIN
    INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents)
    SELECT new.id, the_kind, from_account, to_account, 'EUR', the_cents
    FROM cashier_transfer_id(row_id::text, the_kind) AS new (id)
    WHERE NOT EXISTS (SELECT FROM wallet_transferid AS t WHERE t.id = new.id);
    GET DIAGNOSTICS posted = ROW_COUNT;
    RETURN posted;
END $$;

-- The house's loss: the money has left. By the worker, for a line of the provider about this paid deposit.
CREATE FUNCTION bank_post_chargeback(chargeback bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    c bank_chargeback;
BEGIN
    SELECT * INTO c FROM bank_chargeback WHERE id = chargeback FOR UPDATE;
    IF NOT EXISTS (
        SELECT FROM bank_settlementline AS l JOIN cashier_payment AS p ON p.id = c.payment_id
        WHERE l.id = c.line_id AND l.kind = 'chargeback' AND l.currency = 'EUR' AND l.cents = -c.cents
            AND l.reference = replace(p.id::text, '-', '') AND p.player_id = c.player_id
            AND p.direction = 'deposit' AND p.status = 'paid' AND p.cents >= c.cents
    ) THEN
        RAISE EXCEPTION 'the provider reports no such chargeback: %', chargeback USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN bank_post(c.id, 'chargeback', cashier_account('adjustment', NULL), cashier_account('cash', NULL), c.cents);
END $$;
GRANT EXECUTE ON FUNCTION bank_post_chargeback TO house_worker;

-- The provider says that the money came back.
CREATE FUNCTION bank_post_chargeback_won(chargeback bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    c bank_chargeback;
BEGIN
    SELECT * INTO c FROM bank_chargeback WHERE id = chargeback FOR UPDATE;
    IF c.state IS DISTINCT FROM 'won' OR NOT EXISTS (
        SELECT FROM bank_settlementline AS l
        WHERE l.id = c.won_line_id AND l.kind = 'chargeback-won' AND l.currency = 'EUR' AND l.cents = c.cents
            AND l.reference = replace(c.payment_id::text, '-', '')
    ) THEN
        RAISE EXCEPTION 'the provider reports nothing won back: %', chargeback USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN bank_post(c.id, 'chargeback-won', cashier_account('cash', NULL), cashier_account('adjustment', NULL), c.cents);
END $$;
GRANT EXECUTE ON FUNCTION bank_post_chargeback_won TO house_worker;

-- From the player's balance, when two people have decided it; never more than the chargeback.
CREATE FUNCTION bank_post_recovery(recovery bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    r bank_recovery;
    c bank_chargeback;
BEGIN
    SELECT * INTO r FROM bank_recovery WHERE id = recovery FOR UPDATE;
    SELECT * INTO c FROM bank_chargeback WHERE id = r.chargeback_id FOR UPDATE;
    IF r.state IS DISTINCT FROM 'done' OR r.decider_id = r.author_id OR r.taken NOT BETWEEN 1 AND c.cents
        OR c.state = 'won' OR NOT staff_may(r.decider_id, 'bank.approve_recovery') THEN
        RAISE EXCEPTION 'the recovery % was not decided by two people', recovery USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE bank_chargeback SET state = 'recovered' WHERE id = c.id;
    RETURN bank_post(
        r.id, 'chargeback-recovered', cashier_account('wallet', c.player_id), cashier_account('adjustment', NULL), r.taken
    );
END $$;
GRANT EXECUTE ON FUNCTION bank_post_recovery TO house_web;

-- Whether a bank takes a deposit of the player back and it is not decided: from the provider's notification on, until the money
-- is taken, won back, or a second person refuses to take it.
CREATE FUNCTION bank_chargeback_is_open(the_player bigint) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM bank_chargeback AS c WHERE c.player_id = the_player AND c.state = 'loss'
            AND NOT EXISTS (SELECT FROM bank_recovery AS r WHERE r.chargeback_id = c.id AND r.state = 'refused')
    ) OR EXISTS (
        SELECT FROM cashier_payment AS p JOIN cashier_notification AS n ON n.payment = p.id AND n.outcome = 'chargeback'
        WHERE p.player_id = the_player AND p.direction = 'deposit' AND p.status = 'paid'
            AND NOT EXISTS (SELECT FROM bank_chargeback AS c WHERE c.payment_id = p.id)
    )
$$;
GRANT EXECUTE ON FUNCTION bank_chargeback_is_open TO house_app;

-- Meanwhile a withdrawal of this player goes out only if a person has released it.
CREATE FUNCTION bank_chargeback_holds_withdrawals() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND bank_chargeback_is_open(NEW.player_id) AND NOT cashier_is_released(NEW.id) THEN
        RAISE EXCEPTION 'a chargeback holds the withdrawals of player %', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER bank_chargeback_holds_withdrawals
    BEFORE UPDATE OF status ON cashier_payment
    FOR EACH ROW
    WHEN (new.direction = 'withdrawal' AND new.status = 'sent' AND old.status <> 'sent')
    EXECUTE FUNCTION bank_chargeback_holds_withdrawals();
