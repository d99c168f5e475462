"""What the cashier wrote stays: payments keep what they are, notifications and decisions are append-only."""

from django.db import migrations

LAWS = """
CREATE TRIGGER cashier_payment_stays
    BEFORE UPDATE OF id, player_id, direction, cents, cause, made, iban, holder, held OR DELETE OR TRUNCATE
    ON cashier_payment FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER cashier_notification_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON cashier_notification FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER cashier_decision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON cashier_decision FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
CREATE TRIGGER cashier_adjustment_stays BEFORE UPDATE OF player_id, cents, ticket, reason, requested_by_id, requested_at OR DELETE OR TRUNCATE
    ON cashier_adjustment FOR EACH STATEMENT EXECUTE FUNCTION record_is_append_only();
REVOKE UPDATE, DELETE ON cashier_notification, cashier_decision FROM house_app;
REVOKE DELETE ON cashier_payment, cashier_errand, cashier_adjustment FROM house_app;
"""
STAFF = """
CREATE FUNCTION cashier_staff_may(person bigint, code text) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM players_person AS p
        JOIN players_person_groups AS g ON g.person_id = p.id
        JOIN auth_group_permissions AS gp ON gp.group_id = g.group_id
        JOIN auth_permission AS a ON a.id = gp.permission_id AND a.codename = code
        JOIN django_content_type AS t ON t.id = a.content_type_id AND t.app_label = 'cashier'
        WHERE p.id = person AND p.is_active AND p.is_staff
    )
$$;
REVOKE EXECUTE ON FUNCTION cashier_staff_may(bigint, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cashier_staff_may(bigint, text) TO house_app;
"""
# Money of payments and corrections moves only here. Each function reads amount, player and state from the row behind the
# transfer and derives the transfer's id from it, so that nothing is posted twice or without its row. Who may call which:
# a deposit and the end of a withdrawal are posted by the worker, which has asked the gateway; web moves a player's own
# money towards the door and back, and a correction that two people signed.
POSTING = """
CREATE FUNCTION cashier_account(the_kind text, the_player bigint) RETURNS bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT id FROM wallet_account
    WHERE kind = the_kind AND currency = 'EUR' AND player_id IS NOT DISTINCT FROM the_player AND "table" IS NULL
$$;
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
            lawful := p.direction = 'withdrawal' AND p.status IN ('cancelled', 'failed') AND cashier_on_its_way(payment);
            source := cashier_account('withdrawal', NULL); target := cashier_account('wallet', p.player_id);
    END CASE;
    IF lawful IS NOT TRUE THEN
        RAISE EXCEPTION 'the payment % does not allow a %', payment, the_kind USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents)
    VALUES (cashier_transfer_id(payment::text, the_kind), the_kind, source, target, 'EUR', p.cents)
    ON CONFLICT (id) DO NOTHING;
    GET DIAGNOSTICS posted = ROW_COUNT;
    RETURN posted;
END $$;
CREATE FUNCTION cashier_transfer_id(of text, the_kind text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT md5(of || ':' || the_kind)::uuid
$$;
CREATE FUNCTION cashier_on_its_way(payment uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT array_agg(kind::text) = ARRAY['withdrawal'] FROM wallet_transfer
    WHERE id = ANY (ARRAY[
        cashier_transfer_id(payment::text, 'withdrawal'), cashier_transfer_id(payment::text, 'withdrawal-paid'),
        cashier_transfer_id(payment::text, 'withdrawal-back')
    ])
$$;
CREATE FUNCTION cashier_post_deposit(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT cashier_post(payment, 'deposit') $$;
CREATE FUNCTION cashier_post_withdrawal(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT cashier_post(payment, 'withdrawal') $$;
CREATE FUNCTION cashier_post_withdrawal_paid(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT cashier_post(payment, 'withdrawal-paid') $$;
CREATE FUNCTION cashier_post_withdrawal_back(payment uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT cashier_post(payment, 'withdrawal-back') $$;
CREATE FUNCTION cashier_post_adjustment(adjustment bigint) RETURNS bigint
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
    VALUES (
        cashier_transfer_id(a.id::text, 'adjustment'), 'adjustment',
        CASE WHEN a.cents > 0 THEN operator ELSE wallet END, CASE WHEN a.cents > 0 THEN wallet ELSE operator END,
        'EUR', abs(a.cents)
    )
    ON CONFLICT (id) DO NOTHING;
    GET DIAGNOSTICS posted = ROW_COUNT;
    RETURN posted;
END $$;
REVOKE EXECUTE ON FUNCTION cashier_post, cashier_post_deposit, cashier_post_withdrawal, cashier_post_withdrawal_paid,
    cashier_post_withdrawal_back, cashier_post_adjustment FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cashier_post_deposit, cashier_post_withdrawal_paid TO house_worker;
GRANT EXECUTE ON FUNCTION cashier_post_withdrawal, cashier_post_withdrawal_back TO house_web, house_worker;
GRANT EXECUTE ON FUNCTION cashier_post_adjustment TO house_web;
"""
UNDO = """
DROP FUNCTION cashier_post_adjustment, cashier_post_withdrawal_back, cashier_post_withdrawal_paid, cashier_post_withdrawal,
    cashier_post_deposit, cashier_post, cashier_on_its_way, cashier_transfer_id, cashier_account, cashier_staff_may;
DROP TRIGGER cashier_adjustment_stays ON cashier_adjustment;
DROP TRIGGER cashier_decision_append_only ON cashier_decision;
DROP TRIGGER cashier_notification_append_only ON cashier_notification;
DROP TRIGGER cashier_payment_stays ON cashier_payment;
"""


class Migration(migrations.Migration):
    dependencies = [("cashier", "0001_initial"), ("wallet", "0002_laws"), ("casino", "0002_rights")]
    operations = [migrations.RunSQL(LAWS + STAFF + POSTING, UNDO)]
