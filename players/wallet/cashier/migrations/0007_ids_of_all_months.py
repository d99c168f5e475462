"""A payment or a correction is posted once in all months: its transfer's id is looked for in the table of ids."""

from django.db import migrations

POSTING = """
CREATE OR REPLACE FUNCTION cashier_post(payment uuid, the_kind text) RETURNS bigint
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
            lawful := p.direction = 'withdrawal' AND p.status IN ('cancelled', 'failed') AND cashier_on_its_way(payment);
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
CREATE OR REPLACE FUNCTION cashier_post_adjustment(adjustment bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    a cashier_adjustment;
    wallet bigint;
    operator bigint;
    posted bigint;
BEGIN
    SELECT * INTO a FROM cashier_adjustment WHERE id = adjustment FOR UPDATE;
    IF a.status IS DISTINCT FROM 'done' OR a.decided_by_id = a.requested_by_id
        OR NOT EXISTS (SELECT FROM players_person WHERE id = a.requested_by_id AND is_staff AND is_active)
        OR NOT cashier_staff_may(a.decided_by_id, 'approve_adjustment') THEN
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
    RETURN posted;
END $$;
"""
ONCE = "WHERE NOT EXISTS (SELECT FROM wallet_transferid AS t WHERE t.id = new.id)"


class Migration(migrations.Migration):
    dependencies = [("cashier", "0006_payment_by_time"), ("wallet", "0004_transfer_ids")]
    operations = [migrations.RunSQL(POSTING, POSTING.replace(ONCE, "ON CONFLICT (id) DO NOTHING"))]
