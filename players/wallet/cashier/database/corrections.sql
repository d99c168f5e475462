-- A correction of a balance is asked for by one person of staff and decided by another.

-- Moves the money of a correction that two people have decided, once.
CREATE FUNCTION cashier_post_adjustment(adjustment bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    a cashier_adjustment;
    wallet bigint;
    operator bigint;
    posted bigint;
    most bigint;
BEGIN
    SELECT * INTO a FROM cashier_adjustment WHERE id = adjustment FOR UPDATE;
    most := least(
        cashier_ceiling_now('correction', '', a.requested_by_id), cashier_ceiling_now('correction', '', a.decided_by_id)
    );
    IF a.status IS DISTINCT FROM 'done' OR a.decided_by_id = a.requested_by_id
        OR NOT EXISTS (SELECT FROM players_person WHERE id = a.requested_by_id AND is_staff AND is_active)
        OR NOT staff_may(a.decided_by_id, 'cashier.approve_adjustment') THEN
        RAISE EXCEPTION 'the correction % was not decided by two people', adjustment USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    wallet := cashier_account('wallet', a.player_id);
    operator := cashier_account('adjustment', NULL);
    INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents)
    SELECT new.id, 'adjustment',
        CASE WHEN a.cents > 0 THEN operator ELSE wallet END, CASE WHEN a.cents > 0 THEN wallet ELSE operator END,
        'EUR', abs(a.cents)
    FROM cashier_transfer_id(a.id::text, 'adjustment') AS new (id)
    WHERE NOT EXISTS (SELECT FROM wallet_transferid AS t WHERE t.id = new.id);
    GET DIAGNOSTICS posted = ROW_COUNT;
    -- Counted with this one, which has the account now: nobody corrects it at the same time.
    IF posted > 0 AND (abs(a.cents) > most OR (
        SELECT sum(cents) FROM wallet_transfer
        WHERE kind = 'adjustment' AND wallet IN (source_id, target_id) AND at > clock_timestamp() - interval '24 hours'
    ) > cashier_ceiling_now('correction-day', '', NULL)) THEN
        RAISE EXCEPTION 'the correction % is above a ceiling', adjustment USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN posted;
END $$;
GRANT EXECUTE ON FUNCTION cashier_post_adjustment TO house_web;
