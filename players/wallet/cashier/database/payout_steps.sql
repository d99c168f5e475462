-- At which step a withdrawal is, and since when: written with the status. No process sets the clock: `payments.sql` dates a change.

-- A review is one step, whatever holds the withdrawal.
CREATE FUNCTION cashier_payout_step(status text, reason text) RETURNS text
    LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE status
        WHEN 'held' THEN CASE reason WHEN 'new-account' THEN 'account' ELSE 'review' END
        WHEN 'released' THEN 'queue'
        WHEN 'sent' THEN 'bank'
        WHEN 'paid' THEN 'paid'
        ELSE 'back'
    END
$$;
GRANT EXECUTE ON FUNCTION cashier_payout_step TO house_app;

-- Until when the step may last that a player was promised: as the process says, which knows the settings, but never so late that
-- the alarm would not ring. A step that goes on keeps its promise, and an end has none.
CREATE FUNCTION cashier_promise(
    step text, said timestamp with time zone, earlier_step text, earlier timestamp with time zone
) RETURNS timestamp with time zone
    LANGUAGE sql AS $$
    SELECT CASE
        WHEN step IN ('paid', 'back') THEN NULL
        WHEN step = earlier_step THEN earlier
        -- The longest that the settings allow, also where nothing is said.
        ELSE least(said, clock_timestamp() + CASE WHEN step IN ('account', 'review') THEN interval '7 days' ELSE interval '1 day' END)
    END
$$;
GRANT EXECUTE ON FUNCTION cashier_promise TO house_app;

-- A step that goes on is no new one, whatever the reason has become.
CREATE FUNCTION cashier_note_payout_step() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    step text := cashier_payout_step(NEW.status, NEW.reason);
BEGIN
    IF TG_OP = 'UPDATE' AND step = cashier_payout_step(OLD.status, OLD.reason) THEN
        RETURN NULL;
    END IF;
    INSERT INTO cashier_payoutstep (payment_id, code, at, promised)
    VALUES (NEW.id, step, NEW.changed, CASE WHEN step IN ('paid', 'back') THEN NULL ELSE NEW.promised END);
    RETURN NULL;
END $$;
CREATE TRIGGER cashier_note_payout_step
    AFTER INSERT OR UPDATE OF status, reason ON cashier_payment
    FOR EACH ROW
    WHEN (new.direction = 'withdrawal' AND new.status <> 'refused')
    EXECUTE FUNCTION cashier_note_payout_step();
