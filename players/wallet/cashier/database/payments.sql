-- Who may take a payment which step. A web process asks for payments, cancels withdrawals and releases those that staff have
-- decided. What follows the gateway's answer, and sending money out, is the worker's; what it sends must have left the wallet
-- and goes to the player's payment account. players/wallet/cashier asks the same for the pages; this is the law.

-- Money of payments and corrections moves only here. Each function reads amount, player and state from the row behind the
-- transfer and derives the transfer's id from it, so that nothing is posted twice or without its row. Who may call which:
-- a deposit and the end of a withdrawal are posted by the worker, which has asked the gateway; web moves a player's own
-- money towards the door and back, and a correction that two people signed.
CREATE FUNCTION cashier_account(the_kind text, the_player bigint) RETURNS bigint
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT id FROM wallet_account
    WHERE kind = the_kind AND currency = 'EUR' AND player_id IS NOT DISTINCT FROM the_player AND "table" IS NULL
$$;
GRANT EXECUTE ON FUNCTION cashier_account TO house_app;

-- While the deposits of a player are held none is asked for and none is credited, whatever the form said.
CREATE FUNCTION cashier_deposits_are_held() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.direction = 'deposit' AND (TG_OP = 'INSERT' AND NEW.status = 'asked' OR TG_OP = 'UPDATE' AND NEW.status = 'paid')
        AND EXISTS (SELECT FROM protection_deposithold WHERE player_id = NEW.player_id AND released IS NULL) THEN
        RAISE EXCEPTION 'the deposits of player % are held', NEW.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER cashier_deposits_are_held
    BEFORE INSERT OR UPDATE OF status ON cashier_payment
    FOR EACH ROW
    EXECUTE FUNCTION cashier_deposits_are_held();

-- About a withdrawal on hold, at the database's hour, and whether it suffices by the ceilings of that moment.
CREATE FUNCTION cashier_decision_by_staff() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    NEW.suffices := NEW.verb = 'release' AND EXISTS (
        SELECT FROM cashier_payment AS p WHERE p.id = NEW.payment_id
            AND cashier_requested(p.id) < cashier_ceiling_now('two', p.method, NEW.person_id)
    );
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    NEW.at := clock_timestamp();
    IF NOT EXISTS (SELECT FROM cashier_payment WHERE id = NEW.payment_id AND direction = 'withdrawal' AND status = 'held') THEN
        RAISE EXCEPTION 'only a withdrawal on hold can be decided' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER cashier_decision_by_staff
    BEFORE INSERT ON cashier_decision
    FOR EACH ROW
    EXECUTE FUNCTION cashier_decision_by_staff();

-- Whether staff have refused it.
CREATE FUNCTION cashier_is_declined(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM cashier_decision WHERE payment_id = payment AND verb = 'refuse')
$$;
GRANT EXECUTE ON FUNCTION cashier_is_declined TO house_app;

-- Decided by people who may: by one whose release sufficed when it was written, or by two.
CREATE FUNCTION cashier_is_released(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT (count(*) FILTER (WHERE suffices) >= 1 OR count(*) FILTER (WHERE verb = 'release') >= 2)
        AND count(*) FILTER (WHERE verb = 'refuse') = 0
    FROM cashier_decision WHERE payment_id = payment
$$;
GRANT EXECUTE ON FUNCTION cashier_is_released TO house_app;

-- Whether money may go to an account: its bank says that it is the player's, or a person released a withdrawal to it knowing
-- that the bank had not confirmed it.
CREATE FUNCTION cashier_owner_allows(account bigint) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT a.owner = 'match' OR a.owner IN ('close-match', 'unavailable') AND EXISTS (
        SELECT FROM cashier_decision AS d JOIN cashier_payment AS p ON p.id = d.payment_id
        WHERE cashier_goes_to(p, a) AND p.made >= a.since AND d.verb = 'release' AND d.at >= a.owner_answered
    )
    FROM identity_paymentaccount AS a WHERE a.id = account
$$;
GRANT EXECUTE ON FUNCTION cashier_owner_allows TO house_app;

-- Takes from the payments of a player who paid them, with what, and where they went: no law keeps it any longer.
CREATE FUNCTION cashier_forget(who bigint) RETURNS void
    LANGUAGE sql SET search_path = public, pg_temp AS $$
    UPDATE cashier_payment SET instrument = '', token = '', payer = '', payer_digest = NULL, sealed = NULL, iban = '', holder = ''
    WHERE player_id = who
$$;

-- Whether a withdrawal goes back to what its player paid with, and no more of them than came from there. What a bank has taken
-- back came from nowhere.
CREATE FUNCTION cashier_goes_back(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT p.direction = 'withdrawal' AND p.instrument <> '' AND COALESCE((
        SELECT sum(d.cents) FROM cashier_payment AS d
        WHERE d.player_id = p.player_id AND d.direction = 'deposit' AND d.status = 'paid'
            AND d.instrument = p.instrument AND d.token = p.token
            AND CASE p.method
                WHEN 'card' THEN d.method = 'card' AND d.token <> ''
                WHEN 'sepa-instant' THEN d.method = 'transfer' AND d.payer <> '' AND (p.account_id IS NOT NULL OR d.instrument = p.iban)
                ELSE false
            END
            AND NOT EXISTS (SELECT FROM cashier_notification AS n WHERE n.payment = d.id AND n.outcome = 'chargeback')
    ), 0) >= (
        SELECT sum(w.cents) FROM cashier_payment AS w
        WHERE w.player_id = p.player_id AND w.direction = 'withdrawal' AND w.instrument = p.instrument AND w.token = p.token
            AND w.status IN ('held', 'released', 'sent', 'paid')
    )
    FROM cashier_payment AS p WHERE p.id = payment
$$;
GRANT EXECUTE ON FUNCTION cashier_goes_back TO house_app;

-- Whether a withdrawal goes to this registered account of its player. One of an older release has a copy of what the account has
-- instead of its number; of what is sealed there is none.
CREATE FUNCTION cashier_goes_to(p cashier_payment, a identity_paymentaccount) RETURNS boolean
    LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT p.direction = 'withdrawal' AND p.instrument = '' AND p.player_id = a.player_id AND (
        p.account_id = a.id OR p.account_id IS NULL AND a.sealed IS NULL AND p.iban = a.iban AND p.holder = a.holder
    )
$$;
GRANT EXECUTE ON FUNCTION cashier_goes_to TO house_app;

-- Money goes back to where it came from, or out to the player's present account, once that has rested and is known to be the
-- player's. From the amount of a review on, a person has released it.
CREATE FUNCTION cashier_may_be_sent(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT cashier_on_its_way(payment) AND (cashier_goes_back(payment) OR EXISTS (
        SELECT FROM cashier_payment AS p JOIN identity_paymentaccount AS a
            ON a.player_id = p.player_id AND a.until IS NULL AND cashier_goes_to(p, a)
            AND (a.usable IS NULL OR a.usable <= clock_timestamp()) AND cashier_owner_allows(a.id)
        WHERE p.id = payment
    )) AND (cashier_is_released(payment) OR EXISTS (
        SELECT FROM cashier_payment AS p
        WHERE p.id = payment AND cashier_requested(p.id) < cashier_ceiling_now('review', p.method, NULL)
    ))
$$;
GRANT EXECUTE ON FUNCTION cashier_may_be_sent TO house_app;

-- Whether the withdrawal has left the wallet, and has neither been paid nor come back.
CREATE FUNCTION cashier_on_its_way(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT array_agg(kind::text) = ARRAY['withdrawal'] FROM wallet_transfer
    WHERE id = ANY (ARRAY[
        cashier_transfer_id(payment::text, 'withdrawal'), cashier_transfer_id(payment::text, 'withdrawal-paid'),
        cashier_transfer_id(payment::text, 'withdrawal-back')
    ])
$$;
GRANT EXECUTE ON FUNCTION cashier_on_its_way TO house_app;

-- From which state to which, by whom.
CREATE FUNCTION cashier_payment_steps() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    is_worker boolean := pg_has_role(current_user, 'house_worker', 'USAGE');
    step text := NEW.direction || ' ' || NEW.status;
    lawful boolean;
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'INSERT' THEN
        lawful := step IN ('deposit refused', 'deposit asked', 'withdrawal refused', 'withdrawal held', 'withdrawal released')
            AND NEW.credited IS NULL AND NEW.reference = '' AND NEW.url = ''
            AND (NEW.cause = 'player' OR is_worker)
            -- The worker counts the withdrawals of a day by this time.
            AND NEW.made BETWEEN clock_timestamp() - interval '1 minute' AND clock_timestamp() + interval '1 minute';
    ELSIF NEW.status = OLD.status THEN
        lawful := true;
    ELSE
        step := OLD.direction || ' ' || OLD.status || ' ' || NEW.status;
        lawful := CASE
            WHEN step IN ('deposit asked pending', 'withdrawal held cancelled', 'withdrawal released cancelled') THEN true
            WHEN step = 'withdrawal held declined' THEN cashier_is_declined(NEW.id)
            WHEN step = 'withdrawal held released' THEN is_worker OR cashier_is_released(NEW.id)
            WHEN NOT is_worker THEN false
            WHEN step = 'withdrawal released sent' THEN cashier_may_be_sent(NEW.id)
            WHEN OLD.direction = 'withdrawal' THEN step IN (
                'withdrawal released held', 'withdrawal sent paid', 'withdrawal sent failed'
            )
            ELSE OLD.status IN ('asked', 'pending', 'failed', 'cancelled') AND NEW.status IN ('paid', 'returned', 'failed', 'cancelled')
        END;
    END IF;
    IF lawful IS NOT TRUE THEN
        RAISE EXCEPTION 'the role % may not take this step of a payment: %', current_user, step
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- Players are told since when their money waits: the database dates it.
    NEW.changed := clock_timestamp();
    NEW.promised := cashier_promise(
        cashier_payout_step(NEW.status, NEW.reason), NEW.promised,
        CASE WHEN TG_OP = 'UPDATE' THEN cashier_payout_step(OLD.status, OLD.reason) END, CASE WHEN TG_OP = 'UPDATE' THEN OLD.promised END
    );
    RETURN NEW;
END $$;
-- Named so that it comes after the triggers of statements.
CREATE TRIGGER cashier_payment_steps
    BEFORE INSERT OR UPDATE OF status ON cashier_payment
    FOR EACH ROW
    EXECUTE FUNCTION cashier_payment_steps();

-- Moves the money of a payment in the step in which it is, once.
CREATE FUNCTION cashier_post(payment uuid, the_kind text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    p cashier_payment;
    lawful boolean;
    source bigint;
    target bigint;
    posted bigint;
BEGIN
    SELECT * INTO p FROM cashier_payment WHERE id = payment FOR UPDATE;
    CASE the_kind
        WHEN 'deposit' THEN
            lawful := p.direction = 'deposit' AND p.status = 'paid';
            source := cashier_account('cash', NULL); target := cashier_account('wallet', p.player_id);
        WHEN 'withdrawal' THEN
            lawful := p.direction = 'withdrawal' AND p.status IN ('held', 'released');
            source := cashier_account('wallet', p.player_id); target := cashier_account('withdrawal', NULL);
        WHEN 'withdrawal-paid' THEN
            lawful := p.direction = 'withdrawal' AND p.status = 'paid' AND cashier_on_its_way(payment);
            source := cashier_account('withdrawal', NULL); target := cashier_account('cash', NULL);
        WHEN 'withdrawal-back' THEN
            lawful := p.direction = 'withdrawal' AND p.status IN ('cancelled', 'declined', 'failed') AND cashier_on_its_way(payment);
            source := cashier_account('withdrawal', NULL); target := cashier_account('wallet', p.player_id);
    END CASE;
    IF lawful IS NOT TRUE THEN
        RAISE EXCEPTION 'the payment % does not allow a %', payment, the_kind USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents)
    SELECT new.id, the_kind, source, target, 'EUR', p.cents FROM cashier_transfer_id(payment::text, the_kind) AS new (id)
    WHERE NOT EXISTS (SELECT FROM wallet_transferid AS t WHERE t.id = new.id);
    GET DIAGNOSTICS posted = ROW_COUNT;
    RETURN posted;
END $$;

-- By the worker.
CREATE FUNCTION cashier_post_deposit(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT cashier_post(payment, 'deposit') $$;
GRANT EXECUTE ON FUNCTION cashier_post_deposit TO house_worker;

-- By the web, when it is asked for.
CREATE FUNCTION cashier_post_withdrawal(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT cashier_post(payment, 'withdrawal') $$;
GRANT EXECUTE ON FUNCTION cashier_post_withdrawal TO house_web, house_worker;

-- When it is cancelled, refused or failed.
CREATE FUNCTION cashier_post_withdrawal_back(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT cashier_post(payment, 'withdrawal-back') $$;
GRANT EXECUTE ON FUNCTION cashier_post_withdrawal_back TO house_web, house_worker;

-- By the worker.
CREATE FUNCTION cashier_post_withdrawal_paid(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT cashier_post(payment, 'withdrawal-paid') $$;
GRANT EXECUTE ON FUNCTION cashier_post_withdrawal_paid TO house_worker;

-- The same payment gives the same transfer.
CREATE FUNCTION cashier_transfer_id(of text, the_kind text) RETURNS uuid
    LANGUAGE sql IMMUTABLE AS $$
    SELECT md5(of || ':' || the_kind)::uuid
$$;
GRANT EXECUTE ON FUNCTION cashier_transfer_id TO house_app;

-- A withdrawal that is not refused has taken its money from the wallet by the end of its transaction.
CREATE FUNCTION cashier_withdrawal_is_debited() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND NOT EXISTS (SELECT FROM wallet_transfer WHERE id = cashier_transfer_id(NEW.id::text, 'withdrawal')) THEN
        RAISE EXCEPTION 'the withdrawal % has not left the wallet', NEW.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER cashier_withdrawal_is_debited
    AFTER INSERT ON cashier_payment DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW
    WHEN (new.direction = 'withdrawal' AND new.status <> 'refused')
    EXECUTE FUNCTION cashier_withdrawal_is_debited();

-- A request to the gateway for a payment of the current player.
CREATE FUNCTION gateway_request_of_the_player(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM cashier_payment AS p JOIN players_player AS a ON a.id = p.player_id
        WHERE p.id = (later ->> 'payment_id')::uuid AND a.person_id = identity_proven_person()
    )
$$;
GRANT EXECUTE ON FUNCTION gateway_request_of_the_player TO house_app;

-- Money is sent out when the withdrawal has been released.
CREATE FUNCTION payout_is_released(earlier jsonb, later jsonb) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM cashier_payment WHERE id = (later ->> 'payment_id')::uuid AND direction = 'withdrawal' AND status = 'released'
    ) AND identity_proves_staff()
$$;
GRANT EXECUTE ON FUNCTION payout_is_released TO house_app;

-- A withdrawal to an account that was changed is asked for by a confirmed session of its player.
CREATE FUNCTION player_confirms_withdrawal() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF identity_is_bound(TG_RELID) AND NOT EXISTS (
        SELECT FROM players_player WHERE id = NEW.player_id AND identity_confirms(person_id)
    ) AND EXISTS (
        SELECT FROM identity_paymentaccount WHERE player_id = NEW.player_id AND until IS NULL AND usable IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'player % has not confirmed who they are in %', NEW.player_id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER player_is_proven_and_confirms
    BEFORE INSERT ON cashier_payment
    FOR EACH ROW
    WHEN (new.direction = 'withdrawal' AND new.status <> 'refused')
    EXECUTE FUNCTION player_confirms_withdrawal();
