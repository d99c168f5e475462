"""A withdrawal that staff refuse ends as declined: cancelled is what the player does.

Only a refusal by somebody who may decide brings a withdrawal there.
"""

from django.db import migrations, models

DECLINED = """
CREATE FUNCTION cashier_is_declined(payment uuid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM cashier_decision WHERE payment_id = payment AND verb = 'refuse')
$$;
"""
DECLINED_STEP = """            WHEN step = 'withdrawal held declined' THEN cashier_is_declined(NEW.id)
"""
STEPS = """
CREATE OR REPLACE FUNCTION cashier_payment_steps() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
            WHEN step = 'withdrawal held declined' THEN cashier_is_declined(NEW.id)
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
"""
POST = """
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
"""
STATUSES = [
    ("refused", "refused"), ("asked", "being prepared"), ("pending", "waiting for the payment"), ("held", "being looked at"),
    ("released", "released"), ("sent", "on its way"), ("paid", "paid"), ("failed", "not paid"), ("cancelled", "cancelled"),
    ("declined", "refused by the house"), ("returned", "sent back"),
]
CAUSES = [("player", "asked by the player"), ("exclusion", "exclusion without end"), ("closed", "account closed")]


class Migration(migrations.Migration):
    dependencies = [("cashier", "0007_ids_of_all_months")]
    operations = [
        migrations.RunSQL(DECLINED, "DROP FUNCTION cashier_is_declined"),
        migrations.RunSQL(STEPS, STEPS.replace(DECLINED_STEP, "")),
        migrations.RunSQL(POST, POST.replace("'declined', ", "")),
        # Words of forms; the columns stay as they are.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("payment", "status", models.CharField("status", choices=STATUSES, max_length=10)),
                migrations.AlterField(
                    "payment", "cause",
                    models.CharField("why it was asked", choices=CAUSES, default="player", max_length=10),
                ),
            ]
        ),
    ]
