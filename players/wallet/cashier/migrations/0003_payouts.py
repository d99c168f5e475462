"""Who may take a payment which step.

A web process asks for payments, cancels withdrawals and releases those that staff have decided. Everything that follows the
gateway's answer, and sending money out, is the worker's. What the worker sends must have left the wallet and goes to the
player's payment account.
"""

from django.db import migrations

STEPS = """
CREATE FUNCTION cashier_payment_steps() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
        RETURN NEW;
    ELSE
        step := OLD.direction || ' ' || OLD.status || ' ' || NEW.status;
        lawful := CASE
            WHEN step IN ('deposit asked pending', 'withdrawal held cancelled', 'withdrawal released cancelled') THEN true
            WHEN step = 'withdrawal held released' THEN is_worker OR cashier_is_released(NEW.id, OLD.reason)
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
    RETURN NEW;
END $$;
-- Decided by people who may, and by two where the rule asks for two. The worker counts again, by its own settings.
CREATE FUNCTION cashier_is_released(payment uuid, why text) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT count(*) FILTER (WHERE verb = 'release') >= CASE WHEN why = 'two-people' THEN 2 ELSE 1 END
        AND count(*) FILTER (WHERE verb = 'refuse') = 0
    FROM cashier_decision WHERE payment_id = payment
$$;
CREATE FUNCTION cashier_may_be_sent(payment uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT cashier_on_its_way(payment) AND EXISTS (
        SELECT FROM cashier_payment AS p JOIN identity_paymentaccount AS a
            ON a.player_id = p.player_id AND a.until IS NULL AND a.iban = p.iban AND a.holder = p.holder
            AND (a.usable IS NULL OR a.usable <= clock_timestamp())
        WHERE p.id = payment
    )
$$;
-- Named so that it comes after the triggers of statements.
CREATE TRIGGER cashier_payment_steps BEFORE INSERT OR UPDATE OF status ON cashier_payment
    FOR EACH ROW EXECUTE FUNCTION cashier_payment_steps();

-- A withdrawal that is not refused has taken its money from the wallet by the end of its transaction.
CREATE FUNCTION cashier_withdrawal_is_debited() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND NOT EXISTS (SELECT FROM wallet_transfer WHERE id = cashier_transfer_id(NEW.id::text, 'withdrawal')) THEN
        RAISE EXCEPTION 'the withdrawal % has not left the wallet', NEW.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER cashier_withdrawal_is_debited AFTER INSERT ON cashier_payment DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.direction = 'withdrawal' AND NEW.status <> 'refused') EXECUTE FUNCTION cashier_withdrawal_is_debited();

CREATE FUNCTION cashier_decision_by_staff() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NEW;
    END IF;
    NEW.at := clock_timestamp();
    IF NOT cashier_staff_may(NEW.person_id, 'release_payment') THEN
        RAISE EXCEPTION 'this person may not decide about a withdrawal' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NOT EXISTS (SELECT FROM cashier_payment WHERE id = NEW.payment_id AND direction = 'withdrawal' AND status = 'held') THEN
        RAISE EXCEPTION 'only a withdrawal on hold is decided' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER cashier_decision_by_staff BEFORE INSERT ON cashier_decision
    FOR EACH ROW EXECUTE FUNCTION cashier_decision_by_staff();
"""
ASKED = """
CREATE FUNCTION cashier_adjustment_by_staff() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
        AND NOT (NEW.status = 'asked' AND cashier_staff_may(NEW.requested_by_id, 'add_adjustment')) THEN
        RAISE EXCEPTION 'this person may not ask for a correction' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER cashier_adjustment_by_staff BEFORE INSERT ON cashier_adjustment
    FOR EACH ROW EXECUTE FUNCTION cashier_adjustment_by_staff();
"""
UNDO_ASKED = """
DROP TRIGGER cashier_adjustment_by_staff ON cashier_adjustment;
DROP FUNCTION cashier_adjustment_by_staff;
"""
UNDO = """
DROP TRIGGER cashier_decision_by_staff ON cashier_decision;
DROP FUNCTION cashier_decision_by_staff;
DROP TRIGGER cashier_withdrawal_is_debited ON cashier_payment;
DROP FUNCTION cashier_withdrawal_is_debited;
DROP TRIGGER cashier_payment_steps ON cashier_payment;
DROP FUNCTION cashier_payment_steps, cashier_is_released, cashier_may_be_sent;
"""


class Migration(migrations.Migration):
    dependencies = [("cashier", "0002_laws"), ("identity", "0004_payment_account_age")]
    operations = [migrations.RunSQL(STEPS, UNDO), migrations.RunSQL(ASKED, UNDO_ASKED)]
